"""How the heavy works grow from 300 to 30,000 accounts, which should take close to a hundred times as long.

Each size is an office of its own with the same few quarters, made, measured and thrown away.
"""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.services.billing import _post, preview_run
from sewerdesk.services.penalties import rehearse_penalties
from sewerdesk.services.reports import run_report
from sewerdesk.services.statements import account_statement
from sewerdesk.services.workspace import Workspace
from tests.bench.book import Size, go_to, make_book, quarters_ahead, setup_of
from tests.bench.late import late_quarter
from tests.bench.measure import Line, Report, repeat, timed

SIZES = (300, 3_000, 30_000)
QUARTERS = 4
TURNS = 5
#: How many times as long a hundredfold book may take, for what is called close to linear.
MOST = 150


def measure_growth(report: Report, sizes: tuple[int, ...] = SIZES) -> None:
    """A line for each work with its time at every size and how many times the largest takes of the smallest."""
    found = {size: _measured(size) for size in sizes}
    small, large = sizes[0], sizes[-1]
    for work in found[small]:
        ratio = found[large][work] / found[small][work]
        most = MOST * large / small / 100
        told = ", ".join(f"{size:,}: {found[size][work] * 1000:,.0f} ms" for size in sizes)
        whole = work != "statement of one account"  # one account is the same work in any book
        limit = most if whole else 3.0
        report.add(
            Line(
                f"growth of {work}",
                f"{ratio:,.1f} times",
                f"at most {limit:,.0f} times",
                ratio <= limit,
                f"for {large // small} times the accounts; {told}",
            )
        )


def _measured(size: int) -> dict[str, float]:
    """Seconds of each work in a book of this size, the shortest of the turns where it can be done again.

    Between sizes minutes pass, in which the machine may be busy with something else; the shortest turn knows least of
    that.
    """
    with TemporaryDirectory(prefix="sewerdesk-growth-") as temporary:
        office = make_book(Path(temporary) / "office", size=Size(size, QUARTERS))
        ws = office.ws
        setup = setup_of(quarters_ahead()[0])
        go_to(ws, setup.bill_date)
        looked = min(repeat(TURNS, partial(preview_run, ws, setup=setup)).seconds)
        expected = preview_run(ws, setup=setup)
        posted = timed(partial(_post, ws, setup=setup, expected=expected))
        period, day = late_quarter(ws)
        works: dict[str, Callable[[], object]] = {
            "penalty rehearsal": partial(rehearse_penalties, ws, period=period),
            "aged list of a past day": partial(
                run_report, ws, request=ReportRequest("aged", day - timedelta(days=60))
            ),
            "statement of one account": partial(_statement, ws, day),
        }
        times = {name: min(repeat(TURNS, task).seconds) for name, task in works.items()}
        office.close(back_up=False)
    return {"a look at a run": looked, "posting a run": posted, **times}


def _statement(ws: Workspace, day: date) -> object:
    return account_statement(ws, account_id=1, since=date(2000, 1, 1), through=day)
