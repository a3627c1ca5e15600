"""The window's side: opening the largest list, a page, going to anything, starting, and never standing still."""

import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, Qt, QTimer, Slot
from PySide6.QtWidgets import QApplication

from sewerdesk.domain.registers import AccountRow
from sewerdesk.services.accounts import account_view, list_accounts
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.jobs import JobFunction, JobRunner, Outcome
from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.tables import CellKind, Column, RecordTable, SortBy
from tests.bench.measure import Line, Report, Spread, alternate, at_most, repeat, timed, within
from tests.support.sample_names import FAMILY_NAMES, GIVEN_NAMES, ROADS

QUERIES = 500
BEAT_MS = 2
PAUSE_LIMIT = 0.050
COLUMNS: tuple[Column[AccountRow], ...] = (
    Column(key="number", title="Account", value=lambda row: row.number),
    Column(key="name", title="Bill to", value=lambda row: row.name, width=24),
    Column(key="location", title="Location", value=lambda row: row.location, width=24),
    Column(key="print_key", title="Tax map no.", value=lambda row: row.print_key),
    Column(key="units", title="EDU", value=lambda row: row.units, kind=CellKind.NUMBER, summed=True),
    Column(key="status", title="Status", value=lambda row: row.status),
    Column(key="balance", title="Balance", value=lambda row: row.balance, kind=CellKind.MONEY, summed=True),
)


def measure_lists(report: Report, ws: Workspace, *, turns: int) -> None:
    """The list of all accounts, in the service and on screen, and the page of one account."""
    found = repeat(turns, partial(list_accounts, ws))
    report.add(Line("all accounts read", f"{found.median * 1000:,.0f} ms", detail=str(found)))
    shown = repeat(turns, partial(_show_accounts, ws))
    report.add(within("all accounts read and shown in a table", shown.median, limit=0.150, detail=str(shown)))
    ids = [row.id for row in list_accounts(ws)][:: max(1, len(list_accounts(ws)) // 50)]
    pages = Spread(tuple(timed(partial(account_view, ws, account_id=one)) for one in ids))
    report.add(within("page of an account read", pages.median, limit=0.150, detail=str(pages)))


def _show_accounts(ws: Workspace) -> None:
    table = RecordTable(
        COLUMNS, name="accounts", title="Accounts", store=MemoryStore(), default_sort=(SortBy("number"),)
    )
    table.resize(1280, 700)
    table.set_rows(list_accounts(ws))
    table.show()
    QApplication.processEvents()
    table.close()
    table.deleteLater()


def measure_search(report: Report, ws: Workspace) -> None:
    """What people type to go somewhere: beginnings of names, whole names, roads, and parts of numbers."""
    rng = random.Random(500)
    rows = list_accounts(ws)
    queries = [_query(rng, rows) for _ in range(QUERIES)]
    found = 0
    seconds = []
    for query in queries:
        start = perf_counter()
        found += len(find(ws, typed=query))
        seconds.append(perf_counter() - start)
    spread = Spread(tuple(seconds))
    report.add(
        within(
            f"go to anything, 95th of 100 over {QUERIES}",
            spread.percentile(95),
            limit=0.050,
            detail=f"{spread}; {found:,} found",
        )
    )


def _query(rng: random.Random, rows: tuple[AccountRow, ...]) -> str:
    row = rng.choice(rows)
    return rng.choice(
        (
            rng.choice(FAMILY_NAMES)[: rng.randint(1, 4)],
            f"{rng.choice(GIVEN_NAMES)} {rng.choice(FAMILY_NAMES)[:2]}",
            row.name,
            row.location,
            row.number.lstrip("0")[: rng.randint(1, 4)],
            row.number,
            row.print_key,
            f"{rng.choice(ROADS)[: rng.randint(2, 6)]} {rng.randint(2, 480)}",
        )
    )


def measure_start(report: Report, folder: Path, *, turns: int) -> None:
    """From starting the process to a window that can be used, against a bare window with as many widgets."""
    with tempfile.TemporaryDirectory() as data:
        program = ["tests.bench.start_program", str(folder), data]
        _started(program)  # compiles what is not compiled yet
        count = _started(program)
        bare = ["tests.bench.start_bare", str(count)]
        _started(bare)
        found = alternate(turns, {"program": partial(_started, program), "bare": partial(_started, bare)})
    report.add(
        at_most(
            "start to first usable window",
            times=1.6,
            ours=found["program"],
            bare=found["bare"],
            note=f"; {count} widgets",
        )
    )


def _started(words: list[str]) -> int:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-m", *words], check=True, capture_output=True, text=True, env=environment
    )
    return int(done.stdout.split()[-1])


class Heart(QObject):
    """Beats in the window's event loop and knows the longest time it stood still."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = 0.0
        self.beats = 0
        self.outcome: Outcome | None = None
        self._last = perf_counter()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(BEAT_MS)
        self._timer.timeout.connect(self._beat)
        self._loop = QEventLoop()

    @Slot()
    def _beat(self) -> None:
        now = perf_counter()
        self.longest = max(self.longest, now - self._last)
        self.beats += 1
        self._last = now

    @Slot(object)
    def done(self, outcome: Outcome) -> None:
        """The job is over."""
        self._beat()
        self.outcome = outcome
        self._timer.stop()
        self._loop.quit()

    def watch(self, function: JobFunction, title: str) -> float:
        """Run a job in the program's own runner and return the longest pause meanwhile."""
        runner = JobRunner()
        self._last = perf_counter()
        self._timer.start()
        runner.start(function, title=title, receiver=self.done)
        self._loop.exec()
        runner.finish(milliseconds=5000)
        QCoreApplication.processEvents()
        if self.outcome is None or self.outcome.error is not None:
            raise RuntimeError(f"{title} failed") from (self.outcome.error if self.outcome else None)
        return self.longest


def longest_pause(function: JobFunction, title: str) -> float:
    """Seconds that the window's event loop stood still at most while the job ran."""
    return Heart().watch(function, title)


def measure_pauses(
    report: Report, jobs: dict[str, Callable[[], JobFunction]], *, turns: int, limit: float = PAUSE_LIMIT
) -> None:
    """The longest pause of the window during each job; each maker is called afresh for each turn."""
    for title, make in jobs.items():
        pauses = Spread(tuple(longest_pause(make(), title) for _ in range(turns)))
        line = within(f"longest pause: {title}", pauses.median, limit=limit, detail=str(pauses))
        report.add(line)
