"""What is asked again before a rate is adopted: a great change, a quarter that is billed already, steps not recorded.

None of these is wrong by itself; each is a common slip (last year's fee charged on, a decimal point moved, a rate
entered late), so the clerk says that it is meant.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Protocol, TypeVar

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rates.book import Formula, RateVersion
from sewerdesk.domain.rates.checks import name_of
from sewerdesk.domain.rates.fixed import Flat, PerFixture, PerPerson, PerUnit
from sewerdesk.domain.rates.metered import Metered, metered_amount
from sewerdesk.domain.rates.share import BillShare
from sewerdesk.domain.rates.special import Credit
from sewerdesk.domain.wording import show

_ALL = Decimal(100)
_ONE = Decimal(1)


_YEAR = 12
"""Months."""


class Dated(Protocol):
    """A rate or a fee: it holds from a day on."""

    @property
    def effective_from(self) -> date:
        """Its first day."""
        ...


D = TypeVar("D", bound=Dated)


def of_last_year(found: Sequence[D], on: date) -> D | None:
    """Which of a line's versions, newest first, held on the same day of the year before, or the first there was.

    February 29 is compared with February 28; a version from that very day or later is never its own forerunner.
    """
    year_ago = add_months(on, -_YEAR)
    earlier = [one for one in found if one.effective_from < on]
    return next((one for one in earlier if one.effective_from <= year_ago), earlier[-1] if earlier else None)


class RateQuestions(UserError):
    """Questions to confirm before rates or fees are adopted; ``questions`` are given back to confirm them."""

    def __init__(self, questions: Iterable[str]) -> None:
        self.questions = tuple(questions)
        super().__init__(" ".join(self.questions))


@dataclass(frozen=True, slots=True)
class Change:
    """What a rate is compared at, before and after, in dollars a period or as a factor."""

    what: str
    before: Decimal
    after: Decimal

    @property
    def percent(self) -> Decimal | None:
        """The change in percent of before; None where there was nothing before."""
        return None if not self.before else (self.after - self.before) * _ALL / self.before


def changes(old: Formula, new: Formula) -> tuple[Change, ...] | None:
    """What changes between two formulas of a kind, at each price or tier bound; None where the kind itself changes."""
    if type(old) is not type(new):
        return None
    if isinstance(old, Metered) and isinstance(new, Metered):
        return _metered_changes(old, new)
    before, after = _prices(old), _prices(new)
    names = dict.fromkeys((*before, *after))
    return tuple(Change(name, before.get(name, Decimal(0)), after.get(name, Decimal(0))) for name in names)


def _metered_changes(old: Metered, new: Metered) -> tuple[Change, ...] | None:
    if old.unit is not new.unit:
        return None
    bounds = {old.allowance, new.allowance}
    for tier in (*old.tiers, *new.tiers):
        bounds.add(tier.over + max(old.per, new.per))
        if tier.upto is not None:
            bounds.add(tier.upto)
    return tuple(
        Change(
            f"{show(use)} {old.unit}",
            metered_amount(old, use=use, units=_ONE).total,
            metered_amount(new, use=use, units=_ONE).total,
        )
        for use in sorted(bounds)
    )


def _prices(formula: Formula) -> Mapping[str, Decimal]:
    match formula:
        case Flat() | PerUnit() | PerPerson():
            return {"": formula.amount}
        case PerFixture():
            return {row.kind: row.price for row in formula.prices}
        case BillShare():
            factors = {f"month {row.month}": row.factor for row in formula.by_month}
            return factors | ({"factor": formula.factor} if formula.factor is not None else {})
        case Credit():
            return {"": formula.percent or formula.amount or Decimal(0)}
        case _:
            return {}


@dataclass(frozen=True, slots=True)
class ChangeLimit:
    """From which change a new rate or fee is asked about, and who set it; without a percent none is."""

    percent: Decimal | None
    authority: str = ""

    @property
    def words(self) -> str:
        """``more than the 25 percent that are usual (Resolution 3 of 2026)``."""
        source = f" ({self.authority})" if self.authority else ""
        return f"more than the {show(self.percent or Decimal(0))} percent that are usual{source}"


def change_question(name: str, found: Iterable[Change] | None, limit: ChangeLimit) -> str:
    """The question about a rate or fee that changes more than usual from a year ago; empty where it does not."""
    if found is None:
        return f"{name} is charged in another way than the rate before it. Is that what was adopted?"
    percent = limit.percent
    if percent is None:
        return ""
    worst = max(
        found, key=lambda one: abs(one.percent) if one.percent is not None else one.after * _ALL, default=None
    )
    if worst is None or worst.before == worst.after:
        return ""
    share = worst.percent
    if share is not None and abs(share) <= percent:
        return ""
    at = f" at {worst.what}" if worst.what else ""
    word = (
        "is new" if share is None else f"{'rises' if share > 0 else 'falls'} by {show(abs(share), 1)} percent"
    )
    return (
        f"{name} {word}{at}, from {show(worst.before, 2)} to {show(worst.after, 2)}, {limit.words}. Is that what was "
        "adopted?"
    )


def version_questions(
    new: RateVersion, *, former: RateVersion | None, limit: ChangeLimit, billed_through: date | None
) -> list[str]:
    """What is asked about one version; ``former`` held a year before, ``billed_through`` is the last billed day."""
    name = name_of(new)
    found = []
    if former is not None:
        found.append(change_question(name, changes(former.formula, new.formula), limit))
    if billed_through is not None and new.effective_from <= billed_through:
        found.append(
            f"{name} begins in a quarter that is billed already (through {billed_through:%m/%d/%Y}). Bills that are "
            "posted stay as they are; only new and corrected ones use it. Is the date right?"
        )
    found += [f"{name}: {one}" for one in scale_questions(new.formula)]
    return [one for one in found if one]


def scale_questions(formula: Formula) -> list[str]:
    """Slips of scale: bounds in thousands where the price is per thousand, a price or a percent that falls with use."""
    if isinstance(formula, BillShare):
        return _share_questions(formula)
    if not isinstance(formula, Metered):
        return []
    found = []
    bounds = [tier.upto for tier in formula.tiers if tier.upto is not None] + [formula.allowance]
    small = [one for one in bounds if 0 < one < formula.per]
    if small:
        found.append(
            f"{show(min(small))} {formula.unit} is less than the {show(formula.per)} {formula.unit} that the price is "
            "for. Are the volumes entered in single units?"
        )
    prices = [tier.price for tier in formula.tiers]
    if any(later < earlier for earlier, later in pairwise(prices)):
        found.append("the price falls in a higher tier. Is that what was adopted?")
    return found


def _share_questions(formula: BillShare) -> list[str]:
    """Users of little who pay more than the others: the charge would fall at their bound."""
    factors = [row.factor for row in formula.by_month] or [formula.factor or Decimal(0)]
    if formula.low_factor is None or formula.low_factor <= min(factors):
        return []
    words = f"{show(formula.low_factor * _ALL)} percent of the {formula.service} bill"
    least = show(min(factors) * _ALL)
    return [f"users of little pay {words}, more than others with {least} percent. Is that what was adopted?"]
