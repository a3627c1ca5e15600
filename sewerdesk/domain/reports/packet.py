"""The board packet of a run: what its reports come to, put together from their own sums."""

from collections.abc import Sequence
from decimal import Decimal

from sewerdesk.domain.adjustments import WaitingAct
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.reports.model import (
    Body,
    Cell,
    CellKind,
    Report,
    ReportColumn,
    ReportGroup,
    ReportRow,
    one_group,
    sums,
)
from sewerdesk.domain.runviews import DifferenceRow, RunView

_MONEY, _WHOLE, _ID = CellKind.MONEY, CellKind.WHOLE, CellKind.IDENTIFIER


def figures_body(view: RunView, reports: Sequence[tuple[str, Report, str]], *, waiting: int) -> Body:
    """The packet's first page: what the run did, and the count and the sum of each report (title, report, column)."""
    run = view.run
    carried = [row for row in view.outcomes if row.carried]
    rows: list[tuple[Cell, ...]] = [
        ("Accounts billed", run.billed, run.total),
        ("of these carried to the next bill", len(carried), _sum([row.amount for row in carried])),
        ("Accounts held", run.held, None),
        ("Accounts skipped", run.skipped, None),
    ]
    rows += [(title, report.count, total_of(report, column)) for title, report, column in reports]
    rows.append(("Acts that wait for approval", waiting, None))
    return Body(
        (
            ReportColumn("what", "What", width=44),
            ReportColumn("count", "Count", _WHOLE, 10),
            ReportColumn("amount", "Amount", _MONEY, 14),
        ),
        one_group([ReportRow(cells) for cells in rows]),
        "figure",
        notes=("Every figure is that of the report of its name; accounts owing are named there.",),
    )


def total_of(report: Report, column: str) -> Decimal:
    """The sum of a column of a report, as it prints itself."""
    keys = [one.key for one in report.body.columns]
    found = report.totals[keys.index(column)]
    return found if isinstance(found, Decimal) else ZERO


def charges_body(view: RunView) -> Body:
    """The register's totals: by charge code, and by class."""
    codes = [
        ReportRow((t.code, t.title, f"{t.fund} {t.revenue_code}".strip(), t.count, t.amount))
        for t in view.by_charge
    ]
    classes = [ReportRow((t.class_code, "", "", t.count, t.amount)) for t in view.by_class]
    return Body(
        (
            ReportColumn("code", "Code", _ID, 12),
            ReportColumn("title", "Title", width=30),
            ReportColumn("fund", "Fund and revenue code", width=20),
            ReportColumn("count", "Lines or bills", _WHOLE, 12),
            ReportColumn("amount", "Amount", _MONEY, 14),
        ),
        (ReportGroup("By charge code", tuple(codes)), ReportGroup("By class", tuple(classes))),
        "line",
        notes=("Both come to the run's total.",),
    )


def causes_body(rows: Sequence[DifferenceRow]) -> Body:
    """How bills differ from the quarter before, by the first cause of each, in the order of the rows."""
    found: dict[str, list[DifferenceRow]] = {}
    for row in rows:
        found.setdefault(row.cause, []).append(row)
    lines = [
        ReportRow(
            (
                cause.capitalize(),
                len(found[cause]),
                _sum([row.last for row in found[cause]]),
                _sum([row.now for row in found[cause]]),
                _sum([row.change for row in found[cause]]),
            )
        )
        for cause in found
    ]
    return Body(
        (
            ReportColumn("cause", "Cause", width=34),
            ReportColumn("accounts", "Accounts", _WHOLE, 10, summed=True),
            ReportColumn("last", "Quarter before", _MONEY, 14, summed=True),
            ReportColumn("now", "This quarter", _MONEY, 14, summed=True),
            ReportColumn("change", "Change", _MONEY, 14, summed=True),
        ),
        one_group(lines),
        "cause",
        empty="No bill differs from the quarter before.",
    )


def groups_body(report: Report, title: str) -> Body:
    """A report with a line for each of its groups: the count, and the sums that it prints under the group."""
    columns = report.body.columns
    shown = [place for place, column in enumerate(columns) if column.summed]
    rows = []
    for group in report.body.groups:
        totals = sums(columns, group.rows)
        rows.append(ReportRow((group.title, len(group.rows), *(totals[place] for place in shown))))
    heads = (
        ReportColumn("group", title, width=26, wraps=True),
        ReportColumn("count", report.body.noun.capitalize() + "s", _WHOLE, 9, summed=True),
        *(columns[place] for place in shown),
    )
    kept = [row for row in rows if row.cells[1]]
    return Body(heads, one_group(kept), "group", notes=report.body.notes, empty=report.body.empty)


def waiting_body(acts: Sequence[WaitingAct]) -> Body:
    """What waits for the Board's approval."""
    rows = [
        ReportRow((one.number, one.on, one.accounts, one.reason, one.requested_by, one.amount))
        for one in acts
    ]
    return Body(
        (
            ReportColumn("number", "Number", _ID, 14),
            ReportColumn("on", "Date", CellKind.DATE, 10),
            ReportColumn("accounts", "Account", width=12, wraps=True),
            ReportColumn("reason", "Reason", width=34, wraps=True),
            ReportColumn("by", "Asked for by", width=14, wraps=True),
            ReportColumn("amount", "Amount", _MONEY, 12, summed=True),
        ),
        one_group(rows),
        "act",
        empty="Nothing waits for approval.",
    )


def _sum(amounts: Sequence[Decimal | None]) -> Decimal:
    return sum((amount for amount in amounts if amount is not None), ZERO)
