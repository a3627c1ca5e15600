"""What may be discharged and by whom: pollutants, prohibitions, significant users, non-compliance, haulers."""

from dataclasses import dataclass

from sewerdesk.domain.law.rules.fieldwork import Bound
from sewerdesk.domain.law.rules.reference import Rule, ref
from sewerdesk.domain.law.types import (
    Comparison,
    HaulingKind,
    NoncomplianceKind,
    Quantity,
    SiuMeasure,
    Unit,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pollutant(Rule):
    """A pollutant with its limit for normal sewage.

    ``limit`` is in mg/l and judges; ``load`` is the pounds per million gallons as the law prints them, for show.
    ``conventional`` chooses the review factor of significant non-compliance. ``share`` is the percent of the yearly
    cost that the surcharge formula gives to the pollutant; without it the pollutant has no term there.
    """

    name: str
    limit: str = ref("figure", Unit.MG_PER_LITER)
    load: str = ref("figure", Unit.POUNDS_PER_MILLION_GALLONS, default="")
    conventional: bool = False
    share: str = ref("figure", Unit.PERCENT, default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prohibition(Rule):
    """What must not be discharged; a measured one names its quantity and bounds, any other only its sentence."""

    sentence: str
    quantity: Quantity | None = None
    bounds: tuple[Bound, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SiuCriterion(Rule):
    """One test that makes an industrial user significant; any one is enough."""

    sentence: str
    measure: SiuMeasure
    comparison: Comparison = Comparison.EXCEEDS
    figure: str = ref("figure", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoncomplianceRule(Rule):
    """One test that makes a user's non-compliance significant; any one is enough.

    ``share`` is the percent of measurements, ``window`` the time over which they are counted, ``factors`` the
    multiples of the limit (conventional pollutants first, then all others), ``period`` a time that must not be passed.
    """

    kind: NoncomplianceKind
    sentence: str
    comparison: Comparison = Comparison.EXCEEDS
    share: str = ref("figure", Unit.PERCENT, default="")
    window: str = ref("figure", Unit.MONTHS, default="")
    factors: tuple[str, ...] = ref("figure", Unit.RATIO, default=())
    period: str = ref("figure", Unit.DAYS, default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class HaulingRule(Rule):
    """A rule for those who bring waste by truck; ``figure`` is its time or amount."""

    kind: HaulingKind
    sentence: str
    figure: str = ref("figure", default="")
