"""Receipts as lists and pages show them, and the paper of one, drawn once and kept as drawn."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.office import Operator
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.receipt import (
    DepositReceipt,
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    ReceiptVoid,
    TenderChange,
)
from sewerdesk.data.queries.entries import Placed, held_in_suspense, moved_places
from sewerdesk.data.queries.receipts import UNIDENTIFIED, receipt_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.documents.pdf.receipt import PaidFor, receipt_pdf
from sewerdesk.documents.pdf.receipt import Receipt as ReceiptPaper
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.papers import PaperFile
from sewerdesk.domain.payments import ReceiptLineView, ReceiptRow, ReceiptView, tender_words
from sewerdesk.domain.receipts import Tender
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.papers import _freeze_paper, paper_file
from sewerdesk.services.receipt_effects import _put_right_with
from sewerdesk.services.receipt_posting import _receipt

KIND = "receipt"
_TEMPLATE, _VERSION = "receipt", "1"
VOID_PART = "void"


def list_receipts(ws: Workspace) -> tuple[ReceiptRow, ...]:
    """Every receipt, newest first, each with where its money is now."""
    with ws.read() as session:
        return receipt_rows(session, ws.clock.today())


def receipt_view(ws: Workspace, *, receipt_id: int) -> ReceiptView:
    """A receipt's page."""
    with ws.read() as session:
        receipt = _receipt(session, receipt_id)
        [row] = receipt_rows(session, ws.clock.today(), where=Receipt.id == receipt_id)
        deposit_id = session.scalar(
            select(DepositReceipt.deposit_id).where(
                DepositReceipt.receipt_id == receipt_id, DepositReceipt.live.is_(True)
            )
        )
        return ReceiptView(
            row=row,
            lines=_line_views(session, receipt),
            note=receipt.note,
            voided_on=receipt.void.voided_on if receipt.void else None,
            deposit_id=deposit_id,
            returned=_returned_words(session, receipt.id),
            redeposited_as=_redeposited_as(session, receipt.id),
            trail=_trail(session, receipt.id),
        )


def _line_views(session: Session, receipt: Receipt) -> tuple[ReceiptLineView, ...]:
    """The lines by where their money stands now; what was moved also says where it came to first."""
    places = moved_places(session, [receipt.id])
    held = held_in_suspense(session, [line.id for line in receipt.lines])
    views = []
    for line in receipt.lines:
        first = _number(session, line) or (UNIDENTIFIED if line.suspense else "")
        views += [
            ReceiptLineView(place.account_id, place.account, line.text, place.amount, line.id, first)
            for place in _by_account(places.get(line.id, ()))
        ]
        left = held.get(line.id, ZERO) if line.suspense else line.amount
        if line.suspense and (left or not places.get(line.id)):
            views.append(
                ReceiptLineView(None, UNIDENTIFIED, line.text, left or line.amount, line.id, "", True)
            )
        elif not line.suspense and line.id not in places:
            views.append(ReceiptLineView(line.account_id, first, line.text, line.amount, line.id))
    return tuple(views)


def _by_account(places: Sequence[Placed]) -> list[Placed]:
    """One place for each account: what a line paid there for several bills is moved away together."""
    found: dict[int | None, Placed] = {}
    for place in places:
        first = found.get(place.account_id)
        found[place.account_id] = (
            place if first is None else replace(first, amount=first.amount + place.amount)
        )
    return list(found.values())


def _returned_words(session: Session, receipt_id: int) -> str:
    back = session.execute(
        select(ReceiptReturn.returned_on, ReceiptReturn.bank_reason, MoneyAct.number)
        .join(MoneyAct, MoneyAct.id == ReceiptReturn.act_id)
        .where(ReceiptReturn.receipt_id == receipt_id, ReceiptReturn.live.is_(True))
    ).one_or_none()
    return f"Returned {back[0]:%m/%d/%Y}, {back[1]} ({back[2]})" if back else ""


def _redeposited_as(session: Session, receipt_id: int) -> str:
    return (
        session.scalar(
            select(Receipt.number)
            .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
            .where(Receipt.redeposits_id == receipt_id, ReceiptVoid.id.is_(None))
            .order_by(Receipt.id.desc())
            .limit(1)
        )
        or ""
    )


def _trail(session: Session, receipt_id: int) -> tuple[str, ...]:
    """Each correction of how it was paid, with what it was said to be before."""
    receipt = session.get_one(Receipt, receipt_id)
    before = tender_words(Tender(receipt.tender), receipt.check_number)
    sentences = []
    statement = select(TenderChange).where(TenderChange.receipt_id == receipt_id).order_by(TenderChange.id)
    for change in session.scalars(statement):
        after = tender_words(Tender(change.tender), change.check_number)
        sentences.append(
            f"{before} became {after.lower()} on {change.changed_at.astimezone():%m/%d/%Y} by {change.actor}: "
            f"{change.reason}"
        )
        before = after
    return tuple(sentences)


def receipt_file(ws: Workspace, *, receipt_id: int) -> PaperFile:
    """The receipt's paper; the first call draws and keeps it, later ones give the very same bytes.

    A void receipt has a second paper that says so; the first stays as it was given to the payer.
    """
    with ws.write(reason="receipt printed") as session:
        receipt = _receipt(session, receipt_id)
        part = VOID_PART if receipt.void else ""
        kept = session.scalar(
            select(Paper.id).where(Paper.number == receipt.number, Paper.part == part, Paper.kind == KIND)
        )
        if kept is None:
            printed = _paper_of(session, receipt)
            kept = _freeze_paper(
                session,
                number=receipt.number,
                part=part,
                kind=KIND,
                title=f"Receipt {receipt.number}" + (" (void)" if receipt.void else ""),
                subject=("receipt", receipt.id),
                template=(_TEMPLATE, _VERSION),
                merged={"payer": receipt.payer, "amount": f"{receipt.amount:f}"},
                content=receipt_pdf(printed, letterhead=_letterhead(session)),
            ).id
    return paper_file(ws, paper_id=kept)


def _paper_of(session: Session, receipt: Receipt) -> ReceiptPaper:
    [row] = receipt_rows(session, receipt.received_on, where=Receipt.id == receipt.id)
    at = receipt.entered_at.astimezone()
    late = "" if receipt.received_on == at.date() else f"Received {receipt.received_on:%m/%d/%Y}"
    return ReceiptPaper(
        receipt_no=receipt.number,
        received_at=f"{at:%m/%d/%Y} {at:%I:%M %p}",
        received_from=receipt.payer,
        method=row.method,
        amount=receipt.amount,
        paid_for=tuple(PaidFor(_number(session, line), line.text, line.amount) for line in receipt.lines),
        received_by=_name_of(session, receipt.actor),
        balance_after=_balance_after(session, receipt),
        void_reason=receipt.void.reason if receipt.void else "",
        note=late,
    )


def _number(session: Session, line: ReceiptLine) -> str:
    """The account's number, or empty for a fee, whose text names the application."""
    return session.get_one(Account, line.account_id).number if line.account_id is not None else ""


def _name_of(session: Session, initials: str) -> str:
    return session.scalar(select(Operator.name).where(Operator.initials == initials)) or initials


def _balance_after(session: Session, receipt: Receipt) -> Decimal | None:
    """The account's balance as it stood once the receipt was posted; none where it concerns several or none.

    A penalty that the same posting took off, since the money came in time, is off it.
    """
    accounts = {line.account_id for line in receipt.lines if line.account_id is not None}
    if len(accounts) != 1 or receipt.void:
        return None
    [account_id] = accounts
    lines = [line.id for line in receipt.lines]
    last = session.scalar(
        select(func.max(EntryRow.id)).where(
            EntryRow.receipt_line_id.in_(lines), EntryRow.kind == EntryKind.PAYMENT.value
        )
    )
    statement = select(func.sum(EntryRow.amount)).where(
        EntryRow.account_id == account_id, EntryRow.id <= (last or 0)
    )
    return (session.scalar(statement) or ZERO) + _put_right_with(session, receipt, account_id)
