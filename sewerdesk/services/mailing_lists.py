"""The list of what a run mails: every piece in the order of its file, in groups with their counts."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk import __version__
from sewerdesk.data.models.billing import Bill, BillingRun
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.bill_order import BillOrder, PieceGroup, in_groups
from sewerdesk.domain.carrying import CARRIED_NOTE
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.reports.model import (
    Body,
    CellKind,
    Report,
    ReportColumn,
    ReportGroup,
    ReportRow,
    RunStamp,
    one_group,
)
from sewerdesk.domain.wording import count
from sewerdesk.services.bill_files import _mailpieces
from sewerdesk.services.runs import _run

KEY = "mailing-list"
_COLUMNS = (
    ReportColumn("piece", "Piece", CellKind.WHOLE, 6),
    ReportColumn("bill", "Bill", CellKind.IDENTIFIER, 14),
    ReportColumn("account", "Account", CellKind.IDENTIFIER, 10),
    ReportColumn("name", "Name", width=24, wraps=True),
    ReportColumn("address", "Mailed to", width=34, wraps=True),
    ReportColumn("service", "Service address", width=20, wraps=True),
    ReportColumn("due", "Total due", CellKind.MONEY, 12, summed=True),
)


def mailing_list(ws: Workspace, *, run_id: int, order: BillOrder) -> Report:
    """Every bill of a run that is mailed, by the number of its piece in the file of that order, with group counts."""
    with ws.read() as session:
        run = _run(session, run_id)
        groups = in_groups(_mailpieces(session, run), order)
        body = Body(
            columns=_COLUMNS,
            groups=_rows(session, run, groups) or one_group(()),
            noun="piece",
            notes=_notes(session, run),
            empty="The run mails no bill.",
        )
        quarter, number, day = Quarter.parse(run.period), run.number, run.bill_date
    return Report(
        key=KEY,
        title=f"Mailing list {quarter.label}",
        scope=f"Run {number}, bills dated {day:%m/%d/%Y}, {order.label[0].lower()}{order.label[1:]}.",
        as_of=day,
        body=body,
        stamp=RunStamp(ws.clock.now(), ws.actor, __version__),
    )


def _rows(session: Session, run: BillingRun, groups: tuple[PieceGroup, ...]) -> tuple[ReportGroup, ...]:
    bills = {
        row.id: row
        for row in session.execute(
            select(Bill.id, Bill.number, Bill.total_due, Bill.printed).where(Bill.run_id == run.id)
        )
    }
    found = []
    for group in groups:
        rows = []
        for place, piece in enumerate(group.pieces, group.first):
            bill = bills[piece.bill_id]
            address = ", ".join(bill.printed["address"][1:])
            service = f"{piece.house} {piece.street}".strip()
            cells = (place, bill.number, piece.account, piece.name, address, service, bill.total_due)
            rows.append(ReportRow(cells))
        found.append(ReportGroup(_title(group), tuple(rows)))
    return tuple(found)


def _title(group: PieceGroup) -> str:
    if not group.title:
        return ""
    pieces = count(len(group.pieces), "piece")
    return f"{group.title}: {pieces}, {group.first:,} to {group.last:,}"


def _notes(session: Session, run: BillingRun) -> tuple[str, ...]:
    carried = session.scalars(select(Bill.id).where(Bill.run_id == run.id, Bill.carried.is_(True))).all()
    if not carried:
        return ()
    return (f"Not mailed: {count(len(carried), 'bill')}. {CARRIED_NOTE}, as too little is due.",)
