"""Corrected bills in parts by age, as penalties judge them: what stands for older charges, and what is new."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.penalty_lines import LateBill


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a bill kept of older charges that were due on one day."""

    due_on: date
    billed_on: date
    amount: Decimal


@dataclass(frozen=True, slots=True)
class LateAges:
    """What all corrected bills kept, and the bill before each."""

    kept: Mapping[int, Sequence[_Kept]]
    before: Mapping[int, int]


def late_ages(session: Session) -> LateAges:
    """The ages of the charges of corrected bills; few bills are ever corrected, so all of them are read."""
    kept = _kept(session)
    return LateAges(kept, _before(session) if kept else {})


def in_parts(bills: Sequence[LateBill], ages: LateAges) -> list[LateBill]:
    """The bills, corrected ones once for each due date of what they charge."""
    if not ages.kept:
        return list(bills)
    return [part for bill in bills for part in _split(bill, ages.kept.get(bill.bill_id, ()), ages.before)]


def corrected_accounts(session: Session) -> set[int]:
    """The accounts that have a bill in the place of another one."""
    return set(session.scalars(select(Bill.account_id).where(Bill.replaces_id.is_not(None)).distinct()))


def _kept(session: Session) -> dict[int, list[_Kept]]:
    """By bill what it kept, the oldest first; few bills are ever corrected."""
    found: dict[int, list[_Kept]] = {}
    rows = session.execute(
        select(Entry.bill_id, Entry.due_on, func.min(Entry.billed_on), func.sum(Entry.amount))
        .where(Entry.due_on.is_not(None), Entry.kind == EntryKind.CHARGE.value)
        .group_by(Entry.bill_id, Entry.due_on)
        .order_by(Entry.bill_id, Entry.due_on)
    )
    for bill_id, due_on, billed_on, amount in rows:
        if bill_id is not None and due_on is not None and billed_on is not None:
            found.setdefault(bill_id, []).append(_Kept(due_on, billed_on, amount))
    return found


def _before(session: Session) -> dict[int, int]:
    """By bill the one that it took the place of."""
    rows = session.execute(select(Bill.id, Bill.replaces_id).where(Bill.replaces_id.is_not(None)))
    return {bill: wrong for bill, wrong in rows if wrong is not None}


def _split(bill: LateBill, kept: Iterable[_Kept], before: Mapping[int, int]) -> Iterator[LateBill]:
    """The parts of a bill; a credit on it lowers what is new, then what is youngest."""
    parts = list(kept)
    if not parts:
        yield bill
        return
    new = bill.charges - sum((one.amount for one in parts), ZERO)
    amounts = [one.amount for one in parts]
    for place in reversed(range(len(amounts))):
        less = min(max(-new, ZERO), amounts[place])
        amounts[place] -= less
        new += less
    older = tuple(_chain(bill.bill_id, before))
    for one, amount in zip(parts, amounts, strict=True):
        if amount > 0:
            yield replace(
                bill,
                bill_date=one.billed_on,
                due_date=one.due_on,
                charges=amount,
                part=one.due_on,
                older=older,
            )
    if new > 0 or not any(amount > 0 for amount in amounts):
        yield replace(bill, charges=new)


def _chain(bill_id: int, before: Mapping[int, int]) -> Iterator[int]:
    while bill_id in before:
        bill_id = before[bill_id]
        yield bill_id
