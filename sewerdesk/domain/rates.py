"""Sewer rents: charge codes, rate versions with their authority, and the formulas that make an amount.

General Municipal Law 451(1) lets rents rest on water use, number of users or any other equitable basis, so a
class carries several lines, each with its own formula. Every version names the resolution or local law that
adopted it (General Municipal Law 452) and the dates between which it holds: ``effective_from`` inclusive,
``effective_to`` exclusive or open. Rates may have any number of decimals; the only rounding is half-up to the
cent, once a bill line, by ``money.round_cents`` in the caller.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum
from itertools import pairwise

from sewerdesk.domain.errors import UserError

NOTHING = Decimal(0)


class VolumeUnit(StrEnum):
    """What a meter counts and what a volume rate is priced in."""

    GALLON = "gal"
    CUBIC_FOOT = "cu ft"
    CUBIC_METER = "m3"


class NoRate(UserError):
    """No rate is in force for a class on a date; the run stops for that account instead of billing zero."""


class ChargePurpose(StrEnum):
    """What a charge pays for; the billing register has a column for each."""

    OPERATION = "operation"
    USE = "use"
    DEBT = "debt service"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ChargeCode:
    """One kind of charge with where its money goes (General Municipal Law 453: the sewer rent fund)."""

    code: str
    title: str
    fund: str
    revenue_code: str
    order: int = 0
    purpose: ChargePurpose = ChargePurpose.OPERATION


@dataclass(frozen=True, slots=True)
class PerUnit:
    """``amount`` dollars a period for each unit (EDU) of the account; units may be fractional."""

    amount: Decimal


@dataclass(frozen=True, slots=True)
class Flat:
    """``amount`` dollars a period for the account, whatever its units."""

    amount: Decimal


@dataclass(frozen=True, slots=True)
class Tier:
    """Use over ``over`` through ``upto`` (open when ``None``), at ``price`` per ``Metered.per``."""

    over: Decimal
    upto: Decimal | None
    price: Decimal


@dataclass(frozen=True, slots=True)
class Metered:
    """A minimum charge that includes an allowance, then marginal tiers by volume.

    ``allowance``, the tiers' bounds and ``per`` are in ``unit`` (5000 and 1000 gallons). With ``times_units``
    the minimum, the allowance and all bounds are multiplied by the account's units, as multi-unit houses
    are billed. Zero use bills the minimum.
    """

    minimum: Decimal
    allowance: Decimal
    tiers: tuple[Tier, ...]
    per: Decimal = Decimal(1000)
    unit: VolumeUnit = VolumeUnit.GALLON
    times_units: bool = False


Formula = PerUnit | Flat | Metered


@dataclass(frozen=True, slots=True)
class TierUse:
    """How much of the use fell in one tier and what it came to, exact (not rounded)."""

    over: Decimal
    upto: Decimal | None
    quantity: Decimal
    price: Decimal
    amount: Decimal


@dataclass(frozen=True, slots=True)
class MeteredAmount:
    """A metered charge taken apart: ``total`` = ``minimum`` + the tiers' amounts, exact (not rounded)."""

    minimum: Decimal
    allowance: Decimal
    tiers: tuple[TierUse, ...]

    @property
    def total(self) -> Decimal:
        """Minimum plus all tiers, exact."""
        return self.minimum + sum((tier.amount for tier in self.tiers), NOTHING)


@dataclass(frozen=True, slots=True)
class RateVersion:
    """What one class pays under one charge code between two dates, and on whose authority."""

    version_id: int
    class_code: str
    charge_code: str
    effective_from: date
    authority: str
    formula: Formula
    effective_to: date | None = None

    def holds_on(self, on: date) -> bool:
        """Whether the version is in force on a day."""
        return self.effective_from <= on and (self.effective_to is None or on < self.effective_to)


def metered_amount(
    formula: Metered, *, use: Decimal, units: Decimal, days: int = 1, period_days: int = 1
) -> MeteredAmount:
    """Price a volume by the formula, tier by tier; ``use`` is in the formula's unit.

    For an account billed ``days`` of ``period_days`` the minimum, the allowance and all bounds are that share
    of the whole. ``ValueError`` for negative use (a drop of the meter is an exception to be answered, never
    billed) and for negative units.
    """
    if use < 0 or units < 0:
        raise ValueError("use and units must be zero or more")
    times = (units if formula.times_units else Decimal(1)) * days

    def share(whole: Decimal) -> Decimal:
        return whole * times / period_days

    parts: list[TierUse] = []
    for tier in formula.tiers:
        floor = share(tier.over)
        ceiling = None if tier.upto is None else share(tier.upto)
        top = use if ceiling is None else min(use, ceiling)
        if top > floor:
            quantity = top - floor
            parts.append(TierUse(floor, ceiling, quantity, tier.price, quantity * tier.price / formula.per))
    return MeteredAmount(share(formula.minimum), share(formula.allowance), tuple(parts))


@dataclass(frozen=True, slots=True)
class RateBook:
    """All rate versions and charge codes of the office, indexed for a billing run."""

    versions: tuple[RateVersion, ...]
    charge_codes: tuple[ChargeCode, ...]
    _by_class: dict[str, dict[str, tuple[RateVersion, ...]]] = field(init=False, repr=False, compare=False)
    _codes: dict[str, ChargeCode] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Index the versions by class and charge code, oldest first."""
        index: dict[str, dict[str, list[RateVersion]]] = {}
        for version in sorted(self.versions, key=lambda v: (v.effective_from, v.version_id)):
            index.setdefault(version.class_code, {}).setdefault(version.charge_code, []).append(version)
        codes = {code.code: code for code in self.charge_codes}

        def order(code: str) -> tuple[int, str]:
            return (codes[code].order if code in codes else 0, code)

        by_class = {
            name: {code: tuple(found[code]) for code in sorted(found, key=order)}
            for name, found in index.items()
        }
        object.__setattr__(self, "_by_class", by_class)
        object.__setattr__(self, "_codes", codes)

    def has_class(self, class_code: str) -> bool:
        """Whether any version was ever adopted for the class."""
        return class_code in self._by_class

    def charge_code(self, code: str) -> ChargeCode:
        """The charge code's title, fund and revenue code; ``UserError`` when it is not in the list."""
        try:
            return self._codes[code]
        except KeyError:
            raise UserError(
                f"The charge code {code} is used by a rate but is not in the list of charge "
                f"codes; add it with "
                f"its fund and revenue code."
            ) from None

    def history(self, class_code: str, charge_code: str) -> tuple[RateVersion, ...]:
        """All versions of one line, oldest first; empty when there is none."""
        return self._by_class.get(class_code, {}).get(charge_code, ())

    def codes_of(self, class_code: str) -> tuple[str, ...]:
        """Charge codes ever adopted for a class, in order of application."""
        return tuple(self._by_class.get(class_code, {}))

    def rate_on(self, on: date, *, class_code: str, charge_code: str, account: str = "") -> RateVersion:
        """The version in force on a day; ``NoRate`` names the account, class and day, never a zero rate."""
        for version in reversed(self.history(class_code, charge_code)):
            if version.holds_on(on):
                return version
        raise NoRate(_no_rate(account, f"class {class_code} under charge {charge_code}", on))

    def rates_on(self, on: date, *, class_code: str, account: str = "") -> tuple[RateVersion, ...]:
        """All lines a class pays on a day, in order of application; ``NoRate`` when there is not one."""
        found = tuple(
            version
            for versions in self._by_class.get(class_code, {}).values()
            for version in versions
            if version.holds_on(on)
        )
        if not found:
            raise NoRate(_no_rate(account, f"class {class_code}", on))
        return found


def _no_rate(account: str, what: str, on: date) -> str:
    who = f"Account {account}: no" if account else "No"
    return (
        f"{who} rate is in force for {what} on {on:%m/%d/%Y}; enter the rate with the "
        f"resolution that set it, "
        f"or change the account's class."
    )


def validate_rates(versions: Iterable[RateVersion]) -> list[str]:
    """Everything wrong with a set of rates, one plain sentence each; empty when they may be used."""
    problems: list[str] = []
    lines: dict[tuple[str, str], list[RateVersion]] = {}
    for version in versions:
        lines.setdefault((version.class_code, version.charge_code), []).append(version)
        problems.extend(_formula_problems(version))
        if not version.authority.strip():
            problems.append(
                f"{_name(version)} names no resolution or local law; enter the authority that set it."
            )
        if version.effective_to is not None and version.effective_to <= version.effective_from:
            problems.append(
                f"{_name(version)} ends on or before the day it starts; correct one of the dates."
            )
    for found in lines.values():
        problems.extend(_date_problems(sorted(found, key=lambda v: (v.effective_from, v.version_id))))
    return problems


def _name(version: RateVersion) -> str:
    return (
        f"The rate of class {version.class_code}, charge {version.charge_code}, "
        f"from {version.effective_from:%m/%d/%Y}"
    )


def _date_problems(found: list[RateVersion]) -> list[str]:
    problems = []
    for earlier, later in pairwise(found):
        if earlier.effective_to is None or earlier.effective_to > later.effective_from:
            problems.append(
                f"{_name(later)} overlaps the one from {earlier.effective_from:%m/%d/%Y}; "
                f"end the earlier one on "
                f"{later.effective_from:%m/%d/%Y}."
            )
        elif earlier.effective_to < later.effective_from:
            problems.append(
                f"{_name(later)} leaves a gap after the one that ended "
                f"{earlier.effective_to:%m/%d/%Y}; move one of "
                f"the dates so that every day has a rate."
            )
    return problems


def _formula_problems(version: RateVersion) -> list[str]:
    formula = version.formula
    if isinstance(formula, Metered):
        return [f"{_name(version)}: {problem}" for problem in _metered_problems(formula)]
    if formula.amount < 0:
        return [f"{_name(version)} is less than zero; enter credits as adjustments."]
    return []


def _metered_problems(formula: Metered) -> list[str]:
    problems: list[str] = []
    if formula.per <= 0:
        problems.append("the quantity that the price is for must be more than zero.")
    if formula.minimum < 0 or formula.allowance < 0:
        problems.append("the minimum and the allowance must be zero or more.")
    if not formula.tiers:
        return [*problems, "there is no tier; add one that is open at the top."]
    start = formula.allowance
    for number, tier in enumerate(formula.tiers, start=1):
        problems.extend(_tier_problems(number, tier, start=start, last=number == len(formula.tiers)))
        start = tier.over if tier.upto is None else tier.upto
    return problems


def _tier_problems(number: int, tier: Tier, *, start: Decimal, last: bool) -> list[str]:
    problems: list[str] = []
    if tier.price < 0:
        problems.append(f"tier {number} has a price below zero.")
    if tier.over > start:
        problems.append(
            f"there is a gap before tier {number}: it starts at {tier.over:,f} instead of {start:,f}."
        )
    elif tier.over < start:
        problems.append(f"tier {number} overlaps: it starts at {tier.over:,f} instead of {start:,f}.")
    if tier.upto is None and not last:
        problems.append(f"tier {number} is open at the top but is not the last one.")
    if tier.upto is not None and last:
        problems.append(
            f"the last tier stops at {tier.upto:,f}; leave its top open so that no use goes unbilled."
        )
    if tier.upto is not None and tier.upto <= tier.over:
        problems.append(f"tier {number} ends at {tier.upto:,f}, which is not above its start {tier.over:,f}.")
    return problems
