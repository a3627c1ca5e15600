"""What money taken, taken out or moved does beyond its own account: penalties put right, levied charges guarded."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import Entry, MoneyAct
from sewerdesk.data.models.receipt import Receipt, ReceiptLine
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.receipts import ReceiptDraft
from sewerdesk.services.penalty_corrections import _put_penalties_right
from sewerdesk.services.penalty_trails import CORRECTION
from sewerdesk.services.receipt_posting import _Target
from sewerdesk.services.relevy_money import _guard, _mark_levied


def _owed_before(
    session: Session, drafts: Sequence[ReceiptDraft], targets: Sequence[Sequence[_Target]]
) -> dict[int, Decimal]:
    """What each account owes before drafts are posted; refused where they are for charges on the tax roll."""
    paid: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    for draft, found in zip(drafts, targets, strict=True):
        for line, target in zip(draft.lines, found, strict=True):
            if target.account is not None:
                paid[target.account.id] += line.amount
    return _guard(session, paid)


def _after_money(session: Session, receipt_ids: Sequence[int], owed: dict[int, Decimal]) -> tuple[str, ...]:
    """After receipts were posted: a penalty that they make wrong comes off, levied money is marked; a sentence each.

    ``owed`` is what each account owed before.
    """
    session.flush()  # marks name the entries
    entries = session.scalars(
        select(Entry)
        .join(ReceiptLine, ReceiptLine.id == Entry.receipt_line_id)
        .where(ReceiptLine.receipt_id.in_(receipt_ids))
        .order_by(Entry.id)
    ).all()
    notes = _mark_levied(session, entries, owed)
    today = session.info["clock"].today()
    late = session.scalars(
        select(ReceiptLine.account_id)
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .where(Receipt.id.in_(receipt_ids), ReceiptLine.account_id.is_not(None))
        .where((Receipt.received_on < today) | (Receipt.postmark < today))
    )
    numbers = session.scalars(select(Receipt.number).where(Receipt.id.in_(receipt_ids))).all()
    because = _in_time(numbers[0], others=len(numbers) > 1)
    accounts = {one for one in late if one is not None}
    return (*notes, *_put_penalties_right(session, accounts, because=because, restore=False).sentences)


def _in_time(number: str, *, others: bool) -> str:
    """Why penalties are put right after a receipt, or a batch that a receipt begins; its act is found again by it."""
    return f"{number} and others came in time" if others else f"{number} came in time"


def _put_right_with(session: Session, receipt: Receipt, account_id: int) -> Decimal:
    """What the penalties of an account changed by as a receipt was posted, alone or in its batch."""
    numbers = [receipt.number]
    if receipt.batch:
        numbers = list(session.scalars(select(Receipt.number).where(Receipt.batch == receipt.batch)))
    words = {_in_time(number, others=others) for number in numbers for others in (False, True)}
    statement = (
        select(Entry.amount, MoneyAct.facts)
        .join(MoneyAct, MoneyAct.id == Entry.act_id)
        .where(Entry.account_id == account_id, MoneyAct.kind == ActKind.PENALTY.value)
    )
    found = session.execute(statement)
    return sum(
        (
            amount
            for amount, facts in found
            if facts.get("rule") == CORRECTION and facts.get("because") in words
        ),
        ZERO,
    )


def _after_loss(session: Session, account_ids: Collection[int], because: str) -> tuple[str, ...]:
    """After money was taken out of accounts again: penalties as though it had never been paid; a sentence each."""
    return _put_penalties_right(session, set(account_ids), because=because, restore=True).sentences
