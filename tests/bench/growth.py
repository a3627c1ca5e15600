"""How the heavy works grow from 300 to 30,000 accounts, in seconds an account and as the exponent of their growth.

A work that takes a time in proportion to the accounts has the exponent 1. Each size is an office of its own, made,
measured and thrown away, all with two quarters behind them, so that the whole is measured in minutes. What counts is
the time that the processor works for this process: between the sizes minutes pass, in which the machine may be busy
with something else.
"""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import pairwise
from math import log
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from sewerdesk.domain.reports.catalog import AGED, ReportRequest
from sewerdesk.services.billing import _post, preview_run
from sewerdesk.services.penalties import rehearse_penalties
from sewerdesk.services.reports import run_report
from sewerdesk.services.statements import account_statement
from sewerdesk.services.workspace import Workspace
from tests.bench.book import Size, go_to, make_book, quarters_ahead, setup_of
from tests.bench.late import late_quarter
from tests.bench.measure import Line, Report, Task

SIZES = (Size(300, 2), Size(3_000, 2), Size(30_000, 2))
#: How often a work is measured at each size; the shortest turn counts.
TURNS = {300: 7, 3_000: 3, 30_000: 2}
#: The exponent up to which growth is called close to linear: a hundred times the accounts take 200 times as long.
MOST = 1.15
ONE_ACCOUNT = "statement of one account"


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of the processor for each work in a book of one size, and what making that book took."""

    size: Size
    seconds: dict[str, float]
    made: float


def measure_growth(report: Report, sizes: tuple[Size, ...] = SIZES) -> None:
    """A line for each work: seconds an account at every size, and the exponent between the sizes."""
    found = [_measured(report, size) for size in sizes]
    for work in found[0].seconds:
        report.add(_line(work, found))


def _line(work: str, found: list[Measured]) -> Line:
    """The growth of a work; one account is the same work in any book, whose time may not grow with the book."""
    steps = [_exponent(work, small, large) for small, large in pairwise(found)]
    whole = _exponent(work, found[0], found[-1])
    most = MOST if work != ONE_ACCOUNT else 0.25
    each = [f"{one.seconds[work] / one.size.accounts * 1000:,.3f} ms" for one in found]
    told = ", ".join(
        f"{one.size.accounts:,}: {one.seconds[work]:,.3f} s = {ms} an account"
        for one, ms in zip(found, each, strict=True)
    )
    bends = " then ".join(f"{step:.2f}" for step in steps)
    return Line(
        f"growth of {work}",
        f"exponent {whole:.2f}",
        f"at most {most:g}",
        whole <= most,
        f"{bends}; {told}",
    )


def _exponent(work: str, small: Measured, large: Measured) -> float:
    return log(large.seconds[work] / small.seconds[work]) / log(large.size.accounts / small.size.accounts)


def _measured(report: Report, size: Size) -> Measured:
    with TemporaryDirectory(prefix="sewerdesk-growth-") as temporary:
        start = perf_counter()
        office = make_book(Path(temporary) / "office", size=size)
        made = perf_counter() - start
        seconds = _works(office.ws, TURNS.get(size.accounts, 1))
        office.close(back_up=False)
    told = f"{made / size.accounts * 1000:,.2f} ms an account, {size.quarters} quarters"
    report.add(Line(f"office of {size.accounts:,} accounts made", f"{made:,.0f} s", detail=told))
    return Measured(size, seconds, made)


def _works(ws: Workspace, turns: int) -> dict[str, float]:
    setup = setup_of(quarters_ahead()[0])
    go_to(ws, setup.bill_date)
    expected = preview_run(ws, setup=setup)  # the first look reads what the later ones find in memory
    looked = _worked(partial(preview_run, ws, setup=setup), turns)
    posted = _worked(partial(_post, ws, setup=setup, expected=expected), 1)
    del expected
    period, day = late_quarter(ws)
    works: dict[str, Callable[[], object]] = {
        "penalty rehearsal": partial(rehearse_penalties, ws, period=period),
        "aged list of a past day": partial(
            run_report, ws, request=ReportRequest(AGED, day - timedelta(days=60))
        ),
        ONE_ACCOUNT: partial(_statement, ws, day),
    }
    times = {name: _worked(task, turns) for name, task in works.items()}
    return {"a look at a run": looked, "posting a run": posted, **times}


def _worked(task: Task, turns: int) -> float:
    """Seconds of the processor for a task, the least of so many turns."""
    found = []
    for _ in range(turns):
        gc.collect()
        start = process_time()
        task()
        found.append(process_time() - start)
    return min(found)


def _statement(ws: Workspace, day: date) -> object:
    return account_statement(ws, account_id=1, since=date(2000, 1, 1), through=day)
