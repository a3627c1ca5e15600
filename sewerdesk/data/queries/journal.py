"""What happened to receipts, and where their money stands, as the journal writes it."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.receipt import (
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    ReceiptVoid,
    SuspenseEntry,
    TenderChange,
)
from sewerdesk.data.queries.entries import held_in_suspense, moved_places
from sewerdesk.data.queries.receipts import receipt_rows
from sewerdesk.domain.journal import FEE, UNIDENTIFIED, JournalAct, JournalReceipt, Stand
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActKind

_ACTS = {ActKind.TRANSFER.value: JournalAct.MOVED, ActKind.RETURNED_CHECK.value: JournalAct.RETURNED}
_UNDOINGS = {ActKind.TRANSFER.value: JournalAct.MOVED, ActKind.RETURNED_CHECK.value: JournalAct.RESTORED}


@dataclass(frozen=True, slots=True)
class ReceiptHappening:
    """One act on a receipt."""

    receipt_id: int
    act: JournalAct
    at: datetime
    reason: str = ""


def entered(session: Session, receipts: Collection[int]) -> list[ReceiptHappening]:
    """That receipts were entered, in their order."""
    statement = select(Receipt.id, Receipt.entered_at).where(Receipt.id.in_(receipts)).order_by(Receipt.id)
    return [ReceiptHappening(receipt, JournalAct.RECEIVED, at) for receipt, at in session.execute(statement)]


def happenings(session: Session, since: datetime) -> list[ReceiptHappening]:
    """All that happened to receipts from an instant on, in the order of time."""
    found = entered(session, session.scalars(select(Receipt.id).where(Receipt.entered_at >= since)).all())
    voids = select(ReceiptVoid.receipt_id, ReceiptVoid.voided_at, ReceiptVoid.reason)
    found += [
        ReceiptHappening(receipt, JournalAct.VOID, at, reason)
        for receipt, at, reason in session.execute(voids.where(ReceiptVoid.voided_at >= since))
    ]
    changes = select(TenderChange.receipt_id, TenderChange.changed_at, TenderChange.reason)
    found += [
        ReceiptHappening(receipt, JournalAct.CHANGED, at, reason)
        for receipt, at, reason in session.execute(changes.where(TenderChange.changed_at >= since))
    ]
    acts = session.scalars(select(MoneyAct.id).where(MoneyAct.posted_at >= since).order_by(MoneyAct.id))
    found += act_happenings(session, list(acts))
    return sorted(found, key=lambda one: one.at)


def act_happenings(session: Session, acts: Collection[int]) -> list[ReceiptHappening]:
    """What acts did to receipts: moved their money, took it out as the check came back, put it back."""
    undone = aliased(MoneyAct)
    statement = (
        select(
            MoneyAct.id, MoneyAct.kind, MoneyAct.posted_at, MoneyAct.reason, MoneyAct.undoes_id, undone.kind
        )
        .outerjoin(undone, undone.id == MoneyAct.undoes_id)
        .where(MoneyAct.id.in_(acts))
        .order_by(MoneyAct.id)
    )
    found = []
    for act, kind, at, reason, first, undone_kind in session.execute(statement):
        what = _ACTS.get(kind) if first is None else _UNDOINGS.get(undone_kind)
        if what is not None:
            receipts = _receipts_of(session, first or act)
            found += [ReceiptHappening(receipt, what, at, reason) for receipt in receipts]
    return found


def _receipts_of(session: Session, act: int) -> list[int]:
    lines = select(Entry.receipt_line_id).where(Entry.act_id == act, Entry.receipt_line_id.is_not(None))
    held = select(SuspenseEntry.receipt_line_id).where(SuspenseEntry.act_id == act)
    moved = session.scalars(
        select(ReceiptLine.receipt_id).where(ReceiptLine.id.in_(lines) | ReceiptLine.id.in_(held)).distinct()
    ).all()
    returned = session.scalars(select(ReceiptReturn.receipt_id).where(ReceiptReturn.act_id == act)).all()
    return sorted({*moved, *returned})


def journal_receipts(session: Session, receipts: Collection[int] | None = None) -> dict[int, JournalReceipt]:
    """Receipts with where their money stands now, by id."""
    where = None if receipts is None else Receipt.id.in_(receipts)
    rows = receipt_rows(session, date.max, where=where)  # how long it is held is not written
    stands = _stands(session, receipts)
    return {
        row.id: JournalReceipt(
            number=row.number,
            received_on=row.received_on,
            payer=row.payer,
            method=row.method,
            bank=row.bank,
            amount=row.amount,
            purpose=row.purpose,
            batch=row.batch,
            actor=row.actor,
            stands=() if row.void_reason or row.returned_on else tuple(stands.get(row.id, ())),
            postmark=row.postmark,
        )
        for row in rows
    }


def _stands(session: Session, receipts: Collection[int] | None) -> dict[int, list[Stand]]:
    statement = (
        select(
            ReceiptLine.receipt_id,
            ReceiptLine.id,
            ReceiptLine.amount,
            ReceiptLine.suspense,
            ReceiptLine.fee_line_id,
            Account.number,
        )
        .outerjoin(Account, Account.id == ReceiptLine.account_id)
        .order_by(ReceiptLine.receipt_id, ReceiptLine.line_no)
    )
    if receipts is not None:
        statement = statement.where(ReceiptLine.receipt_id.in_(receipts))
    moved, held = moved_places(session, receipts), held_in_suspense(session)
    found: defaultdict[int, list[Stand]] = defaultdict(list)
    for receipt, line, amount, suspense, fee, account in session.execute(statement):
        stands = found[receipt]
        stands += [Stand(place.account, place.amount) for place in moved.get(line, ())]
        if suspense:
            left = held.get(line, ZERO)
            stands += [Stand(UNIDENTIFIED, left)] if left else []
        elif fee is not None:
            stands.append(Stand(f"{FEE} {fee}", amount))
        elif line not in moved:
            stands.append(Stand(account or "", amount))
    return dict(found)


def posted_by_account(session: Session) -> dict[str, Decimal]:
    """What the ledger holds of receipts on each account, beside the fees and the unidentified money."""
    statement = (
        select(Account.number, func.sum(Entry.amount))
        .join(Account, Account.id == Entry.account_id)
        .where(Entry.receipt_line_id.is_not(None))
        .group_by(Account.id)
    )
    sums = {number: -amount for number, amount in session.execute(statement)}
    fees = (
        select(ReceiptLine.fee_line_id, func.sum(ReceiptLine.amount))
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == ReceiptLine.receipt_id)
        .outerjoin(
            ReceiptReturn,
            (ReceiptReturn.receipt_id == ReceiptLine.receipt_id) & ReceiptReturn.live.is_(True),
        )
        .where(ReceiptLine.fee_line_id.is_not(None), ReceiptVoid.id.is_(None), ReceiptReturn.id.is_(None))
        .group_by(ReceiptLine.fee_line_id)
    )
    sums |= {f"{FEE} {fee}": amount for fee, amount in session.execute(fees)}
    sums[UNIDENTIFIED] = session.scalar(select(func.sum(SuspenseEntry.amount))) or ZERO
    return {where: amount for where, amount in sums.items() if amount}
