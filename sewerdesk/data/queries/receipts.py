"""Receipts and deposits as they are listed and found, each with where its money is now."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ColumnElement, Row, func, select
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import Application, FeeLine
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.receipt import (
    Deposit,
    DepositReceipt,
    DepositVoid,
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    ReceiptVoid,
    TenderChange,
)
from sewerdesk.data.queries.entries import held_in_suspense, moved_places
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import DepositRow, ReceiptRow, ReceiptState, tender_words
from sewerdesk.domain.receipts import Tender
from sewerdesk.domain.returnfiles import PAPER, CheckFact

_PURPOSES_SHOWN = 3
UNIDENTIFIED = "Not identified"


def _as_changed(
    changed: InstrumentedAttribute[str], entered: InstrumentedAttribute[str]
) -> ColumnElement[str]:
    """A column of a receipt as last corrected, else as entered."""
    last = (
        select(changed)
        .where(TenderChange.receipt_id == Receipt.id)
        .order_by(TenderChange.id.desc())
        .limit(1)
        .correlate(Receipt)
        .scalar_subquery()
    )
    return func.coalesce(last, entered)


#: How a receipt was paid, as it is known now; what was entered first stays on the receipt.
TENDER = _as_changed(TenderChange.tender, Receipt.tender)
CHECK_NUMBER = _as_changed(TenderChange.check_number, Receipt.check_number)
BANK = _as_changed(TenderChange.bank, Receipt.bank)

_RECEIPT_COLUMNS = (
    Receipt.id,
    Receipt.number,
    Receipt.received_on,
    Receipt.postmark,
    Receipt.entered_at,
    Receipt.payer,
    Receipt.amount,
    Receipt.batch,
    Receipt.actor,
    Receipt.tender,
    Receipt.check_number,
    Receipt.bank,
    TENDER.label("tender_now"),
    CHECK_NUMBER.label("check_now"),
    BANK.label("bank_now"),
)


@dataclass(frozen=True, slots=True)
class PaymentFact:
    """A payment on an account, to be compared with another one; ``amount`` above zero."""

    entry_id: int
    account_id: int
    received_on: date
    amount: Decimal
    receipt: str


def receipt_rows(
    session: Session, on: date, *, where: ColumnElement[bool] | None = None, limit: int | None = None
) -> tuple[ReceiptRow, ...]:
    """Receipts newest first, with the deposit that stands, the void, and the days held as of ``on``."""
    first = aliased(Receipt)
    statement = (
        select(
            *_RECEIPT_COLUMNS,
            Deposit.number.label("deposit"),
            ReceiptVoid.reason.label("void"),
            ReceiptReturn.returned_on,
            first.number.label("redeposits"),
        )
        .outerjoin(DepositReceipt, (DepositReceipt.receipt_id == Receipt.id) & DepositReceipt.live.is_(True))
        .outerjoin(Deposit, Deposit.id == DepositReceipt.deposit_id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .outerjoin(ReceiptReturn, (ReceiptReturn.receipt_id == Receipt.id) & ReceiptReturn.live.is_(True))
        .outerjoin(first, first.id == Receipt.redeposits_id)
        .order_by(Receipt.id.desc())
    )
    if where is not None:
        statement = statement.where(where)
    if limit is not None:
        statement = statement.limit(limit)
    rows = session.execute(statement).all()
    ids = None if where is None and limit is None else [row.id for row in rows]
    purposes, moved = _purposes(session, ids)
    return tuple(_receipt_row(row, purposes.get(row.id, []), on, moved=row.id in moved) for row in rows)


def _receipt_row(row: Row[*tuple[Any, ...]], purposes: Sequence[str], on: date, *, moved: bool) -> ReceiptRow:
    shown = ", ".join(purposes[:_PURPOSES_SHOWN])
    more = len(purposes) - _PURPOSES_SHOWN
    now = (row.tender_now, row.check_now, row.bank_now)
    return ReceiptRow(
        id=row.id,
        number=row.number,
        received_on=row.received_on,
        entered_at=row.entered_at,
        payer=row.payer,
        tender=Tender(row.tender_now),
        check_number=row.check_now,
        bank=row.bank_now,
        amount=row.amount,
        purpose=f"{shown} and {more} more" if more > 0 else shown,
        batch=row.batch,
        deposit=row.deposit or "",
        void_reason=row.void or "",
        actor=row.actor,
        held_days=max((on - row.received_on).days, 0),
        postmark=row.postmark,
        returned_on=row.returned_on,
        moved=moved,
        tender_changed=now != (row.tender, row.check_number, row.bank),
        redeposits=row.redeposits or "",
    )


def _purposes(
    session: Session, receipts: Collection[int] | None
) -> tuple[dict[int, list[str]], frozenset[int]]:
    """What the money of each receipt is for now, account numbers or an application with its fee; which were moved."""
    statement = (
        select(
            ReceiptLine.receipt_id,
            ReceiptLine.id,
            ReceiptLine.suspense,
            Account.number,
            Application.number,
            FeeLine.label,
        )
        .outerjoin(Account, Account.id == ReceiptLine.account_id)
        .outerjoin(FeeLine, FeeLine.id == ReceiptLine.fee_line_id)
        .outerjoin(Application, Application.id == FeeLine.application_id)
        .order_by(ReceiptLine.receipt_id, ReceiptLine.line_no)
    )
    if receipts is not None:
        statement = statement.where(ReceiptLine.receipt_id.in_(receipts))
    found: defaultdict[int, list[str]] = defaultdict(list)
    places = moved_places(session, receipts)
    moved: set[int] = set()
    held = held_in_suspense(session)
    for receipt_id, line_id, suspense, account, application, label in session.execute(statement):
        if line_id in places:
            moved.add(receipt_id)
            found[receipt_id] += [place.account for place in places[line_id]]
        if suspense and (line_id in held or line_id not in places):
            found[receipt_id].append(UNIDENTIFIED)
        elif not suspense and line_id not in places:
            found[receipt_id].append(account or f"{label} ({application})")
    return dict(found), frozenset(moved)


def undeposited_rows(session: Session, on: date) -> tuple[ReceiptRow, ...]:
    """Receipts whose money is still in the office, the longest held first."""
    gone = select(DepositReceipt.receipt_id).where(DepositReceipt.live.is_(True))
    rows = receipt_rows(session, on, where=Receipt.id.not_in(gone))
    held = [row for row in rows if row.state is ReceiptState.UNDEPOSITED]
    return tuple(sorted(held, key=lambda row: (row.received_on, row.id)))


def payments_between(
    session: Session, accounts: Collection[int], first: date, last: date
) -> list[PaymentFact]:
    """The payments that came on accounts between two days, whether they stand or not, in their order."""
    statement = (
        select(Entry.id, Entry.account_id, Entry.effective_on, Entry.amount, Receipt.number)
        .join(ReceiptLine, ReceiptLine.id == Entry.receipt_line_id)
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .where(
            Entry.account_id.in_(accounts),
            Entry.effective_on.between(first, last),
            Entry.kind.in_((EntryKind.PAYMENT.value, EntryKind.TRANSFER.value)),
        )
        .order_by(Entry.id)
    )
    return [
        PaymentFact(entry, account, day, -amount, number)
        for entry, account, day, amount, number in session.execute(statement)
    ]


def deposit_rows(session: Session, *, where: ColumnElement[bool] | None = None) -> tuple[DepositRow, ...]:
    """Deposits newest first."""
    count = (
        select(DepositReceipt.deposit_id, func.count().label("count"))
        .group_by(DepositReceipt.deposit_id)
        .subquery()
    )
    statement = (
        select(Deposit, count.c.count, DepositVoid.reason)
        .outerjoin(count, count.c.deposit_id == Deposit.id)
        .outerjoin(DepositVoid, DepositVoid.deposit_id == Deposit.id)
        .order_by(Deposit.id.desc())
    )
    if where is not None:
        statement = statement.where(where)
    return tuple(
        DepositRow(
            id=row.id,
            number=row.number,
            deposited_on=row.deposited_on,
            bank_account=row.bank_account,
            total=row.total,
            receipts=receipts or 0,
            actor=row.actor,
            void_reason=reason or "",
        )
        for row, receipts, reason in session.execute(statement)
    )


def fee_paid(session: Session, fee_line_id: int) -> Decimal:
    """What receipts that stand paid on one fee: neither voided nor returned by the bank."""
    statement = (
        select(func.sum(ReceiptLine.amount))
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .outerjoin(ReceiptReturn, (ReceiptReturn.receipt_id == Receipt.id) & ReceiptReturn.live.is_(True))
        .where(ReceiptLine.fee_line_id == fee_line_id, ReceiptVoid.id.is_(None), ReceiptReturn.id.is_(None))
    )
    return session.scalar(statement) or ZERO


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    statement = select(Receipt, TENDER, CHECK_NUMBER)
    if ids is not None:
        statement = statement.where(Receipt.id.in_(ids))
    for receipt, tender, check_number in session.execute(statement):
        method = tender_words(Tender(tender), check_number)
        amount = format_money(receipt.amount)
        yield SearchText(
            receipt.id,
            f"{receipt.number} · {amount}",
            f"{receipt.payer} · {method} · {receipt.received_on:%m/%d/%Y}",
            " ".join([receipt.number, receipt.payer, check_number, amount.replace(",", "")]),
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


SEARCH = Source(kind="receipt", code=9, touched_by={"receipt": _itself}, build=_search_texts)


def check_facts(session: Session) -> tuple[CheckFact, ...]:
    """The checks by which receipts were paid that are not void, as they were corrected last, with how far each got."""
    statement = (
        select(
            Receipt.id, Receipt.number, Receipt.payer, TENDER, CHECK_NUMBER, Receipt.amount,
            Deposit.deposited_on, ReceiptReturn.returned_on,
        )
        .outerjoin(DepositReceipt, (DepositReceipt.receipt_id == Receipt.id) & DepositReceipt.live.is_(True))
        .outerjoin(Deposit, Deposit.id == DepositReceipt.deposit_id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .outerjoin(ReceiptReturn, (ReceiptReturn.receipt_id == Receipt.id) & ReceiptReturn.live.is_(True))
        .where(TENDER.in_(sorted(one.value for one in PAPER)), ReceiptVoid.id.is_(None))
        .order_by(Receipt.id)
    )  # fmt: skip
    return tuple(
        CheckFact(receipt, number, payer, Tender(tender), check, amount, deposited, returned)
        for receipt, number, payer, tender, check, amount, deposited, returned in session.execute(statement)
    )
