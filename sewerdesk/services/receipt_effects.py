"""What money taken, taken out or moved does beyond its own account: penalties put right, levied charges guarded."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.receipt import Receipt, ReceiptLine
from sewerdesk.data.queries.accounts import balances
from sewerdesk.domain.money import ZERO
from sewerdesk.services.penalty_corrections import _put_penalties_right
from sewerdesk.services.relevy_money import _mark_levied, _refuse_levied


def _guard(session: Session, paid: dict[int, Decimal]) -> dict[int, Decimal]:
    """What each account owes before the money comes; ``RuleViolation`` where it is for charges on the tax roll."""
    owed = balances(session, list(paid))
    _refuse_levied(session, paid, owed)
    return owed


def _after_money(session: Session, receipt_ids: Sequence[int], owed: dict[int, Decimal]) -> tuple[str, ...]:
    """After receipts were posted: a penalty that they make wrong comes off, levied money is marked; a sentence each.

    ``owed`` is what each account owed before.
    """
    lines = session.execute(
        select(ReceiptLine.id, ReceiptLine.account_id, ReceiptLine.amount)
        .where(ReceiptLine.receipt_id.in_(receipt_ids), ReceiptLine.account_id.is_not(None))
        .order_by(ReceiptLine.id)
    ).all()
    notes = _mark_levied(
        session,
        [(line_id, account_id, amount) for line_id, account_id, amount in lines if account_id is not None],
        owed,
    )
    today = session.info["clock"].today()
    late = session.scalars(
        select(ReceiptLine.account_id)
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .where(Receipt.id.in_(receipt_ids), ReceiptLine.account_id.is_not(None))
        .where((Receipt.received_on < today) | (Receipt.postmark < today))
    )
    numbers = session.scalars(select(Receipt.number).where(Receipt.id.in_(receipt_ids))).all()
    because = f"{numbers[0]} and others came in time" if len(numbers) > 1 else f"{numbers[0]} came in time"
    accounts = {one for one in late if one is not None}
    return (*notes, *_put_penalties_right(session, accounts, because=because, restore=False).sentences)


def _after_loss(session: Session, account_ids: Collection[int], because: str) -> tuple[str, ...]:
    """After money was taken out of accounts again: penalties as though it had never been paid; a sentence each."""
    return _put_penalties_right(session, set(account_ids), because=because, restore=True).sentences


def _by_account(parts: Iterable[tuple[int | None, Decimal]]) -> dict[int, Decimal]:
    """Sums by account; what is for no account is left aside."""
    found: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    for account_id, amount in parts:
        if account_id is not None:
            found[account_id] += amount
    return dict(found)
