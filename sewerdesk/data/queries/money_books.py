"""Rows for the whole-book checks of money that moved, each read in one statement."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import groupby

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import FeeLine
from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.receipt import (
    DepositReceipt,
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    ReceiptVoid,
    SuspenseEntry,
)
from sewerdesk.data.queries.receipts import TENDER
from sewerdesk.domain.ledger import Applied, EntryKind, PaymentPolicy, apply_entries
from sewerdesk.domain.ledger import Entry as LedgerEntry
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_invariants import HeldLineRow, ReturnRow
from sewerdesk.domain.payments import CARRIED
from sewerdesk.domain.receipts import Tender

_RETURNED = (ReceiptReturn.receipt_id == Receipt.id) & ReceiptReturn.live.is_(True)


def held_lines(session: Session) -> list[HeldLineRow]:
    """Every line of unidentified money, with what is held of it and what of it stands on accounts."""
    held = (
        select(SuspenseEntry.receipt_line_id, func.sum(SuspenseEntry.amount).label("held"))
        .group_by(SuspenseEntry.receipt_line_id)
        .subquery()
    )
    applied = (
        select(Entry.receipt_line_id, func.sum(Entry.amount).label("applied"))
        .where(Entry.receipt_line_id.is_not(None))
        .group_by(Entry.receipt_line_id)
        .subquery()
    )
    statement = (
        select(
            Receipt.number,
            ReceiptLine.amount,
            held.c.held,
            applied.c.applied,
            ReceiptVoid.id,
            ReceiptReturn.id,
        )
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .outerjoin(held, held.c.receipt_line_id == ReceiptLine.id)
        .outerjoin(applied, applied.c.receipt_line_id == ReceiptLine.id)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .outerjoin(ReceiptReturn, _RETURNED)
        .where(ReceiptLine.suspense.is_(True))
    )
    return [
        HeldLineRow(number, amount, left or ZERO, -(posted or ZERO), void is not None or back is not None)
        for number, amount, left, posted, void, back in session.execute(statement)
    ]


def return_rows(session: Session) -> list[ReturnRow]:
    """Every return of a check, undone or not, with what of its receipt's money stands now."""
    undoing = aliased(MoneyAct)
    standing = (
        select(ReceiptLine.receipt_id, func.sum(Entry.amount).label("sum"))
        .join(Entry, Entry.receipt_line_id == ReceiptLine.id)
        .group_by(ReceiptLine.receipt_id)
        .subquery()
    )
    statement = (
        select(
            Receipt.number,
            TENDER,
            MoneyAct.number,
            undoing.id,
            ReceiptReturn.live,
            standing.c.sum,
            DepositReceipt.id,
        )
        .join(Receipt, Receipt.id == ReceiptReturn.receipt_id)
        .join(MoneyAct, MoneyAct.id == ReceiptReturn.act_id)
        .outerjoin(undoing, undoing.undoes_id == MoneyAct.id)
        .outerjoin(standing, standing.c.receipt_id == Receipt.id)
        .outerjoin(DepositReceipt, (DepositReceipt.receipt_id == Receipt.id) & DepositReceipt.live.is_(True))
    )
    return [
        ReturnRow(
            number,
            act,
            undone is None,
            live,
            total or ZERO,
            deposit is not None or Tender(tender) not in CARRIED,
        )
        for number, tender, act, undone, live, total, deposit in session.execute(statement)
    ]


def applied_accounts(session: Session, policy: PaymentPolicy) -> Iterator[tuple[str, Applied, Decimal]]:
    """Every account's open items worked out from its entries, beside their plain sum; one account at a time."""
    numbers = dict(session.execute(select(Account.id, Account.number)).all())
    columns = (
        Entry.id,
        Entry.account_id,
        Entry.effective_on,
        Entry.kind,
        Entry.amount,
        Entry.charge_code,
        Entry.bill_id,
        Entry.corrects_id,
    )
    statement = select(*columns).order_by(Entry.account_id, Entry.id).execution_options(yield_per=20_000)
    for account_id, rows in groupby(session.execute(statement), key=lambda row: row[1]):
        entries = [
            LedgerEntry(
                row[0],
                account_id,
                row[2],
                EntryKind(row[3]),
                row[4],
                row[5],
                bill=str(row[6] or ""),
                corrects_id=row[7],
            )
            for row in rows
        ]
        until = max(entry.on for entry in entries)
        state = apply_entries(entries, as_of=until, policy=policy)
        yield numbers.get(account_id, ""), state, sum((entry.amount for entry in entries), ZERO)


def charged_fees(session: Session) -> list[tuple[str, str]]:
    """Every kind of fee that money came in on, with the charge code that it was booked to."""
    statement = (
        select(FeeLine.fee_key, FeeLine.charge_code)
        .join(ReceiptLine, ReceiptLine.fee_line_id == FeeLine.id)
        .distinct()
        .order_by(FeeLine.fee_key, FeeLine.charge_code)
    )
    return [(key, code) for key, code in session.execute(statement)]
