"""Receipts and deposits as they are listed and found, each with where its money is now."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from decimal import Decimal

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import Application, FeeLine
from sewerdesk.data.models.receipt import (
    Deposit,
    DepositReceipt,
    DepositVoid,
    Receipt,
    ReceiptLine,
    ReceiptVoid,
)
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import DepositRow, ReceiptRow, tender_words
from sewerdesk.domain.receipts import Tender

_PURPOSES_SHOWN = 3


def receipt_rows(
    session: Session, on: date, *, where: ColumnElement[bool] | None = None, limit: int | None = None
) -> tuple[ReceiptRow, ...]:
    """Receipts newest first, with the deposit that stands, the void, and the days held as of ``on``."""
    statement = (
        select(Receipt, Deposit.number, ReceiptVoid.reason)
        .outerjoin(DepositReceipt, (DepositReceipt.receipt_id == Receipt.id) & DepositReceipt.live.is_(True))
        .outerjoin(Deposit, Deposit.id == DepositReceipt.deposit_id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .order_by(Receipt.id.desc())
    )
    if where is not None:
        statement = statement.where(where)
    if limit is not None:
        statement = statement.limit(limit)
    rows = session.execute(statement).all()
    purposes = _purposes(session, None if where is None and limit is None else [row[0].id for row in rows])
    return tuple(
        _receipt_row(receipt, deposit or "", reason or "", purposes.get(receipt.id, []), on)
        for receipt, deposit, reason in rows
    )


def _receipt_row(receipt: Receipt, deposit: str, void: str, purposes: Sequence[str], on: date) -> ReceiptRow:
    shown = ", ".join(purposes[:_PURPOSES_SHOWN])
    more = len(purposes) - _PURPOSES_SHOWN
    return ReceiptRow(
        id=receipt.id,
        number=receipt.number,
        received_on=receipt.received_on,
        entered_at=receipt.entered_at,
        payer=receipt.payer,
        tender=Tender(receipt.tender),
        check_number=receipt.check_number,
        bank=receipt.bank,
        amount=receipt.amount,
        purpose=f"{shown} and {more} more" if more > 0 else shown,
        batch=receipt.batch,
        deposit=deposit,
        void_reason=void,
        actor=receipt.actor,
        held_days=max((on - receipt.received_on).days, 0),
    )


def _purposes(session: Session, receipts: Collection[int] | None) -> dict[int, list[str]]:
    """What each receipt is for: account numbers, or an application with its fee."""
    statement = (
        select(ReceiptLine.receipt_id, Account.number, Application.number, FeeLine.label)
        .outerjoin(Account, Account.id == ReceiptLine.account_id)
        .outerjoin(FeeLine, FeeLine.id == ReceiptLine.fee_line_id)
        .outerjoin(Application, Application.id == FeeLine.application_id)
        .order_by(ReceiptLine.receipt_id, ReceiptLine.line_no)
    )
    if receipts is not None:
        statement = statement.where(ReceiptLine.receipt_id.in_(receipts))
    found: defaultdict[int, list[str]] = defaultdict(list)
    for receipt_id, account, application, label in session.execute(statement):
        found[receipt_id].append(account or f"{label} ({application})")
    return dict(found)


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
    """What receipts that were not voided paid on one fee."""
    statement = (
        select(func.sum(ReceiptLine.amount))
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .where(ReceiptLine.fee_line_id == fee_line_id, ReceiptVoid.id.is_(None))
    )
    return session.scalar(statement) or ZERO


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    statement = select(Receipt)
    if ids is not None:
        statement = statement.where(Receipt.id.in_(ids))
    for receipt in session.scalars(statement):
        method = tender_words(Tender(receipt.tender), receipt.check_number)
        amount = format_money(receipt.amount)
        yield SearchText(
            receipt.id,
            f"{receipt.number} · {amount}",
            f"{receipt.payer} · {method} · {receipt.received_on:%m/%d/%Y}",
            " ".join([receipt.number, receipt.payer, receipt.check_number, amount.replace(",", "")]),
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


SEARCH = Source(kind="receipt", code=9, touched_by={"receipt": _itself}, build=_search_texts)
