"""Charges by volume: a minimum with its allowance, marginal tiers, and the off-season average that may limit the use.

Zero use bills the minimum. The last tier is open at the top, so that no use goes without a price.
"""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

NOTHING = Decimal(0)
_ALL = Decimal(100)


class VolumeUnit(StrEnum):
    """What a meter counts and what a volume rate is priced in."""

    GALLON = "gal"
    CUBIC_FOOT = "cu ft"
    CUBIC_METER = "m3"


class SeasonKind(StrEnum):
    """What the off-season average does to the metered use of a quarter in season."""

    CAP = "cap"
    AVERAGE = "average"


@dataclass(frozen=True, slots=True)
class SeasonRule:
    """In periods that begin in one of ``months``, bill the off-season average or no more than ``percent`` of it.

    The average of each account is a fact on file with its worksheet (``BasisKind.OFF_SEASON``), in the rate's unit for
    one period.
    """

    kind: SeasonKind
    months: tuple[int, ...]
    percent: Decimal = _ALL

    def billed(self, use: Decimal, average: Decimal) -> Decimal:
        """The use that is billed."""
        limit = average * self.percent / _ALL
        return limit if self.kind is SeasonKind.AVERAGE else min(use, limit)


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
    are billed.
    """

    minimum: Decimal
    allowance: Decimal
    tiers: tuple[Tier, ...]
    per: Decimal = Decimal(1000)
    unit: VolumeUnit = VolumeUnit.GALLON
    times_units: bool = False
    season: SeasonRule | None = None


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
