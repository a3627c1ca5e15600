"""The bills of a posted run as one PDF, drawn once from what was posted and kept as drawn."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.bulk import uncollected
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillingRun
from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.pdf.bill import BillPage, BillSettings, bills_document, bills_pdf
from sewerdesk.documents.pdf.letterhead import Letterhead
from sewerdesk.documents.pdf.page_range import some_pages
from sewerdesk.documents.pdf.window import STANDARD, envelope
from sewerdesk.domain.bill_order import BillOrder, Mailpiece, check_pieces, in_order
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.papers import PaperFile
from sewerdesk.domain.postal import postal_text
from sewerdesk.services.bill_pages import _page
from sewerdesk.services.exports import ListFile
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.papers import _freeze_paper, paper_file

__all__ = ["KIND", "BillOrder", "bill_file", "bills_file", "bills_from_piece", "check_bill_pieces"]

KIND = "bills"
_TEMPLATE, _VERSION = "bill", "1"
Progress = Callable[[int, int], None]


@uncollected()
def bills_file(
    ws: Workspace, *, run_id: int, order: BillOrder, progress: Progress | None = None
) -> PaperFile:
    """All bills of a run in one PDF; the first call draws and keeps it, later ones give the very same bytes.

    ``progress`` is called with bills done and their number and may raise to stop; nothing is kept then.
    """
    with ws.read() as session:
        run = _run(session, run_id)
        kept = session.scalar(
            select(Paper.id).where(Paper.number == run.number, Paper.part == order.value, Paper.kind == KIND)
        )
        pages = [] if kept else _pages(session, run, order)
        settings = _bill_settings(session, run)
        number, title = run.number, f"Sewer bills {Quarter.parse(run.period).label} by {order.value}"
    if kept is None:
        drawn = bills_document(pages, settings=settings, progress=progress)
        with ws.write(reason=title) as session:
            kept = _freeze_paper(
                session,
                number=number,
                part=order.value,
                kind=KIND,
                title=title,
                subject=("billing_run", run_id),
                template=(_TEMPLATE, _VERSION),
                merged={"bills": len(pages), "pages": list(drawn.pages)},
                content=drawn.content,
            ).id
    return paper_file(ws, paper_id=kept)


def bills_from_piece(
    ws: Workspace,
    *,
    run_id: int,
    order: BillOrder,
    first: int | None,
    last: int | None = None,
    progress: Progress | None = None,
) -> ListFile:
    """The bills from one piece of the file through another one (the last), as drawn: to go on after a paper jam.

    Numbers and pages are those of the file that is kept; nothing is drawn or kept anew. ``FieldErrors`` where the file
    has no such piece.
    """
    file = bills_file(ws, run_id=run_id, order=order, progress=progress)
    with ws.read() as session:
        counts = session.scalars(select(Paper.merged).where(Paper.id == file.row.id)).one()["pages"]
    start, end = check_pieces(first, last, count=len(counts))
    content = some_pages(file.content, first=sum(counts[: start - 1]), count=sum(counts[start - 1 : end]))
    name = file.file_name.removesuffix(".pdf")
    return ListFile(f"{name} pieces {start} to {end}.pdf", content)


def check_bill_pieces(ws: Workspace, *, run_id: int, first: int | None, last: int | None = None) -> None:
    """``FieldErrors`` where a run mails no such pieces, known before anything is drawn."""
    with ws.read() as session:
        mailed = select(func.count()).where(Bill.run_id == run_id, Bill.carried.is_(False))
        check_pieces(first, last, count=session.scalars(mailed).one())


def bill_file(ws: Workspace, *, bill_id: int) -> bytes:
    """One bill as posted, as a PDF of its own."""
    with ws.read() as session:
        bill = session.get(Bill, bill_id)
        if bill is None:
            raise UserError("That bill is not in this office. Refresh the page (F5) and choose it again.")
        run = _run(session, bill.run_id)
        account = session.get_one(Account, bill.account_id).number
        page, settings = _page(bill, account), _bill_settings(session, run)
    return bills_pdf([page], settings=settings)


def _print_settings(session: Session, settings: BillingSettings) -> dict[str, Any]:
    """What all bills of a run share, frozen when it is posted; the seal's picture alone stays with the office."""
    head = asdict(_letterhead(session))
    head.pop("seal")
    return {
        "letterhead": head,
        "remit_to": _remit_to(session),
        "payee": settings.payee or head["municipality"],
        "payment_options": list(settings.payment_options),
        "emergency": settings.emergency_phone,
        "envelope": settings.envelope or STANDARD.key,
    }


def _bill_settings(session: Session, run: BillingRun) -> BillSettings:
    kept = run.checked["print"]
    head = {**kept["letterhead"], "address": tuple(kept["letterhead"]["address"])}
    quarter = Quarter.parse(run.period)
    emergency = kept["emergency"]
    return BillSettings(
        letterhead=Letterhead(**head, seal=session.scalars(select(OfficeProfile.seal)).one()),
        remit_to=tuple(kept["remit_to"]),
        payee=kept["payee"],
        payment_options=tuple(kept["payment_options"]),
        emergency=f"Sewer backing up? Call {emergency}, day or night." if emergency else "",
        envelope=envelope(kept["envelope"]),
        title=f"Sewer bills {quarter.label}",
        template=_TEMPLATE,
        version=_VERSION,
        printed=f"{run.bill_date:%m/%d/%Y}",
    )


def _remit_to(session: Session) -> list[str]:
    """The office's address as it shows in the return envelope, upper case."""
    row = session.scalars(select(OfficeProfile)).one()
    lines = (row.municipality, row.department, row.po_box or row.street)
    last = f"{row.city} {row.state} {row.zip_code}"
    return [postal_text(line) for line in (*lines, last) if line.strip()]


def _pages(session: Session, run: BillingRun, order: BillOrder) -> list[BillPage]:
    rows = {
        bill.id: (bill, account)
        for bill, account in session.execute(
            select(Bill, Account.number)
            .join(Account, Account.id == Bill.account_id)
            .where(Bill.run_id == run.id, Bill.carried.is_(False))
        )
    }
    return [_page(*rows[piece.bill_id]) for piece in in_order(_mailpieces(session, run), order)]


def _mailpieces(session: Session, run: BillingRun) -> list[Mailpiece]:
    """What a run's bills are put in order by; those that are carried are not mailed."""
    rows = session.execute(
        select(
            Bill.id,
            Account.number,
            func.coalesce(func.json_extract(Bill.printed, "$.owner"), ""),
            func.coalesce(func.json_extract(Bill.printed, "$.zip"), ""),
            Parcel.location_number,
            Parcel.location_street,
        )
        .join(Account, Account.id == Bill.account_id)
        .join(Parcel, Parcel.id == Account.parcel_id)
        .where(Bill.run_id == run.id, Bill.carried.is_(False))
    )
    return [Mailpiece(*row) for row in rows]


def _run(session: Session, run_id: int) -> BillingRun:
    run = session.get(BillingRun, run_id)
    if run is None:
        raise UserError("That billing run is not in this office. Refresh the list (F5) and choose it again.")
    return run
