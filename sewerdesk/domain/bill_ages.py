"""Of a corrected bill: which part of it is as old as the wrong bill, and which part is new.

A correction must not make a debt younger, nor an increase late before the customer had time to pay it. So of what the
corrected bill charges as much as the wrong one did keeps that one's age: the day on which it was billed first and the
day on which it fell due. Only what it charges more is new, and falls due with the corrected bill. A bill that is
corrected again hands on the ages of its parts.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.wording import join_words, show_date


@dataclass(frozen=True, slots=True, order=True)
class Age:
    """When an amount fell due, and when it was billed first."""

    due_on: date
    billed_on: date


@dataclass(frozen=True, slots=True)
class AgedAmount:
    """A charge of the wrong bill with its age; a credit of it is below zero."""

    code: str
    amount: Decimal
    age: Age


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a corrected charge; without an age it is new."""

    amount: Decimal
    age: Age | None = None


@dataclass(slots=True)
class _Left:
    """What is left of an older charge to stand in for."""

    code: str
    amount: Decimal
    age: Age


def keep_ages(
    charges: Sequence[tuple[str, Decimal]], old: Iterable[AgedAmount]
) -> tuple[tuple[Part, ...], ...]:
    """The parts of each charge (code and amount) of the corrected bill, the oldest first, the new one last.

    What the corrected bill comes to beyond the wrong one is new, first in the charges that grew. The rest takes the
    ages of the wrong bill's charges, those of its own code first, the oldest first. Credits have no age.
    """
    known = list(old)
    was = sum((one.amount for one in known), ZERO)
    more = max(sum((amount for _, amount in charges), ZERO) - max(was, ZERO), ZERO)
    pool = sorted(
        (_Left(one.code, one.amount, one.age) for one in known if one.amount > 0), key=lambda one: one.age
    )
    fresh = _fresh(charges, pool, more)
    return tuple(
        _parts(code, amount, new, pool) if amount > 0 else (Part(amount),)
        for (code, amount), new in zip(charges, fresh, strict=True)
    )


def _fresh(charges: Sequence[tuple[str, Decimal]], pool: Sequence[_Left], more: Decimal) -> list[Decimal]:
    """How much of each charge is new: what it grew by as far as the bill grew, then whatever is left of that."""
    was: dict[str, Decimal] = {}
    for one in pool:
        was[one.code] = was.get(one.code, ZERO) + one.amount
    fresh = []
    for code, amount in charges:
        same = min(was.get(code, ZERO), max(amount, ZERO))
        was[code] = was.get(code, ZERO) - same
        part = min(max(amount, ZERO) - same, more)
        more -= part
        fresh.append(part)
    for place in reversed(range(len(charges))):
        part = min(max(charges[place][1], ZERO) - fresh[place], more)
        fresh[place] += part
        more -= part
    return fresh


def _parts(code: str, amount: Decimal, new: Decimal, pool: Sequence[_Left]) -> tuple[Part, ...]:
    """A charge in parts; what stands for no older charge any more has the youngest age there was."""
    left, found = amount - new, dict[Age, Decimal]()
    for one in [*(p for p in pool if p.code == code), *(p for p in pool if p.code != code)]:
        taken = min(left, one.amount)
        if taken > 0:
            one.amount -= taken
            left -= taken
            found[one.age] = found.get(one.age, ZERO) + taken
    if left > 0 and pool:
        youngest = pool[-1].age
        found[youngest] = found.get(youngest, ZERO) + left
        left = ZERO
    parts = [Part(part, age) for age, part in sorted(found.items())]
    if new + left > 0:
        parts.append(Part(new + left))
    return tuple(parts)


@dataclass(frozen=True, slots=True)
class BillParts:
    """The parts of every line of a bill, in the order of its lines."""

    lines: tuple[tuple[Part, ...], ...]

    @property
    def count(self) -> int:
        """How many parts there are in all."""
        return sum(len(parts) for parts in self.lines)

    @property
    def kept(self) -> Mapping[Age, Decimal]:
        """What keeps its age, by age, the oldest first."""
        found: dict[Age, Decimal] = {}
        for part in (part for parts in self.lines for part in parts):
            if part.age is not None:
                found[part.age] = found.get(part.age, ZERO) + part.amount
        return dict(sorted(found.items()))

    @property
    def new(self) -> Decimal:
        """What is billed now for the first time; credits are no charge."""
        every = (part for parts in self.lines for part in parts)
        return sum((part.amount for part in every if part.age is None and part.amount > 0), ZERO)

    def due_date(self, given: date) -> date:
        """When the bill is due: as given where something of it is new, else with what it took the place of."""
        kept = self.kept
        return given if self.new or not kept else max(age.due_on for age in kept)

    def may_be_late(self, total: Decimal, *, bill_date: date, due_date: date) -> Decimal | None:
        """What of its charges a penalty may still be added to; nothing where the bill was late before it came."""
        if due_date < bill_date:
            return None
        past = sum((amount for age, amount in self.kept.items() if age.due_on < bill_date), ZERO)
        return max(total - past, ZERO)

    def words(self, due: date) -> str:
        """How old the bill's charges are, as it says so itself; empty where all of it is new."""
        parts = [f"{format_money(amount)} since {show_date(age.due_on)}" for age, amount in self.kept.items()]
        if not parts:
            return ""
        if not self.new:
            return f"Its charges stay due as before: {join_words(parts)}."
        kept = f"Of its charges stay due as before: {join_words(parts)}."
        return f"{kept} New are {format_money(self.new)}, due {show_date(due)}."


def bill_parts(charges: Sequence[tuple[str, Decimal]], old: Sequence[AgedAmount]) -> BillParts:
    """The parts of a bill's lines; lines of nothing have none."""
    lines = keep_ages(charges, old) if old else tuple((Part(amount),) for _, amount in charges)
    return BillParts(tuple(tuple(part for part in parts if part.amount) for parts in lines))
