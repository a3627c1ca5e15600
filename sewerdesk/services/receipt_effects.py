"""What money taken, taken out or moved does beyond its own account: penalties put right, levied charges guarded."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.receipt import Receipt, ReceiptLine
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.receipts import ReceiptDraft
from sewerdesk.services.penalty_corrections import _put_penalties_right
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
    because = f"{numbers[0]} and others came in time" if len(numbers) > 1 else f"{numbers[0]} came in time"
    accounts = {one for one in late if one is not None}
    return (*notes, *_put_penalties_right(session, accounts, because=because, restore=False).sentences)


def _after_loss(session: Session, account_ids: Collection[int], because: str) -> tuple[str, ...]:
    """After money was taken out of accounts again: penalties as though it had never been paid; a sentence each."""
    return _put_penalties_right(session, set(account_ids), because=because, restore=True).sentences
