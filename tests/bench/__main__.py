"""``python -m tests.bench``: make a big office, measure, print a table of ratios taken in the same run.

``--accounts N --quarters N`` make a smaller office, ``--turns N`` sets how often each thing is measured, ``--only``
names parts (billing, bills, register, reports, lists, search, pauses, start, backup, growth), ``--keep FOLDER`` keeps
the office.
"""

import argparse
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from sewerdesk.clock import FixedClock
from sewerdesk.domain.billing import RunPreview
from sewerdesk.services.bill_files import BillOrder, bills_file
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.offices import OpenOffice, back_up, open_office
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.jobs import JobFunction, Reporter
from sewerdesk.ui.theme import apply_theme
from sewerdesk.ui.theme_tokens import Scheme
from tests.bench.billing import measure_runs
from tests.bench.book import Size, entry_count, go_to, make_book, posted_runs, quarters_ahead, setup_of
from tests.bench.growth import measure_growth
from tests.bench.late import measure_penalties
from tests.bench.measure import Line, Report, peak_memory, repeat, summary
from tests.bench.papers import measure_bills, measure_register
from tests.bench.reports import measure_reports
from tests.bench.window import measure_lists, measure_pauses, measure_search, measure_start
from tests.support.books import book_faults

PARTS = ("lists", "search", "reports", "pauses", "late", "billing", "bills", "register", "backup", "start")
#: Made only where it is asked for: it makes offices of its own, up to 30,000 accounts.
ASKED = ("growth",)


@dataclass(slots=True)
class Bench:
    """One go: the office, where its folder is, how often to measure, and the report."""

    folder: Path
    office: OpenOffice
    turns: int
    report: Report

    @property
    def ws(self) -> Workspace:
        """The workspace of the office that is open."""
        return self.office.ws

    def last_run(self) -> int:
        """The run posted last."""
        return posted_runs(self.ws)[0][0]

    def lists(self) -> None:
        """The largest list and one page."""
        measure_lists(self.report, self.ws, turns=self.turns)

    def search(self) -> None:
        """Going to anything."""
        measure_search(self.report, self.ws)

    def reports(self) -> None:
        """Reports as of past days and statements."""
        measure_reports(self.report, self.ws, turns=self.turns)

    def billing(self) -> None:
        """Runs posted one after the other."""
        measure_runs(self.report, self.ws, self.folder.parent / "twin.db")

    def bills(self) -> None:
        """The bills of a run as one PDF."""
        measure_bills(self.report, self.ws, self.last_run(), turns=self.turns)

    def register(self) -> None:
        """The register of a run."""
        measure_register(self.report, self.ws, self.last_run(), turns=self.turns)

    def pauses(self) -> None:
        """How long the window stands still while a thread works."""
        ws = self.ws
        posted = {quarter for _, quarter in posted_runs(ws)}
        setup = setup_of(next(quarter for quarter in quarters_ahead() if quarter not in posted))
        go_to(ws, setup.bill_date)
        expected = preview_run(ws, setup=setup)
        undrawn = iter([run_id for run_id, _ in posted_runs(ws)])  # a run's bills are drawn once and kept
        jobs: dict[str, Callable[[], JobFunction]] = {
            "a thread that only counts": lambda: _count,
            "looking at a run": lambda: lambda _reporter: preview_run(ws, setup=setup),
            "bills to PDF, drawn and kept": lambda: partial(_draw_bills, ws, next(undrawn)),
        }
        measure_pauses(self.report, jobs, turns=min(self.turns, 3))
        post: JobFunction = partial(_post, ws, setup, expected)
        measure_pauses(self.report, {"posting a run": lambda: post}, turns=1)

    def late(self) -> None:
        """The penalties of a quarter that nobody paid."""
        measure_penalties(self.report, self.ws, turns=self.turns)

    def backup(self) -> None:
        """A verified backup of the whole office."""
        found = repeat(2, partial(back_up, self.ws, label="asked"))
        self.report.add(Line("backup made and verified", f"{found.median:,.1f} s", detail=str(found)))

    def start(self) -> None:
        """Starting the program on this office."""
        self.office.close(back_up=False)
        measure_start(self.report, self.folder, turns=self.turns)
        self.office = open_office(self.folder, clock=FixedClock(setup_of(quarters_ahead()[0]).bill_date))


def _post(ws: Workspace, setup: RunSetup, expected: RunPreview, _reporter: Reporter) -> object:
    return post_run(ws, setup=setup, expected=expected)


def _tell(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Qt's messages, without the one that its screenless plugin says of every window."""
    if "propagateSizeHints" not in message:
        print(message)


def _count(_reporter: Reporter) -> None:
    """What the machine and the interpreter alone cost the window, in about the time that bills take."""
    end = perf_counter() + 4
    while perf_counter() < end:
        pass


def _draw_bills(ws: Workspace, run_id: int, reporter: Reporter) -> object:
    return bills_file(ws, run_id=run_id, order=BillOrder.ZIP, progress=reporter.step)


def main() -> int:
    """Make or take the office, measure what was asked for, print the table and the sentence under it."""
    options = _options()
    qInstallMessageHandler(_tell)
    application = QApplication(["bench"])
    apply_theme(application, Scheme.LIGHT)
    if options.only and set(options.only) <= set(ASKED):
        return _asked(options)
    with tempfile.TemporaryDirectory(prefix="sewerdesk-bench-") as temporary:
        folder = (options.keep or Path(temporary)) / "office"
        report = Report()
        office = _office(folder, Size(options.accounts, options.quarters), report)
        bench = Bench(folder, office, options.turns, report)
        for part in PARTS:
            if part in options.only or not options.only:
                getattr(bench, part)()
        bench.office.close(back_up=False)
        if "growth" in options.only:
            measure_growth(report)
        return _ended(report, options)


def _asked(options: argparse.Namespace) -> int:
    """What makes offices of its own and needs none beside them."""
    report = Report()
    measure_growth(report)
    return _ended(report, options)


def _ended(report: Report, options: argparse.Namespace) -> int:
    report.add(Line("peak memory of this process", peak_memory()))
    print(summary(report.lines))
    return 1 if report.missed() and options.strict else 0


def _office(folder: Path, size: Size, report: Report) -> OpenOffice:
    if (folder / "office.db").exists():
        return open_office(folder, clock=FixedClock(setup_of(quarters_ahead()[0]).bill_date))
    start = perf_counter()
    office = make_book(folder, size=size)
    seconds = perf_counter() - start
    megabytes = (folder / "office.db").stat().st_size / 1e6
    faults = book_faults(folder / "office.db")
    if faults:
        raise SystemExit(f"The office made for measuring is not sound: {faults[0]}")
    detail = f"{entry_count(office.ws):,} entries, {megabytes:,.0f} MB, books sound"
    report.add(
        Line(
            f"office of {size.accounts:,} accounts, {size.quarters} quarters made",
            f"{seconds:,.0f} s",
            detail=detail,
        )
    )
    return office


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 run.py bench", description=__doc__)
    parser.add_argument("--accounts", type=int, default=Size().accounts)
    parser.add_argument("--quarters", type=int, default=Size().quarters)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--only", nargs="+", choices=(*PARTS, *ASKED), default=[])
    parser.add_argument(
        "--keep", type=Path, default=None, help="folder in which the office stays for the next go"
    )
    parser.add_argument("--strict", action="store_true", help="end with 1 where a target is missed")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
