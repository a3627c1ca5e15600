"""Estimated use by the town's own method; each proposal says on what it rests, and the clerk enters it.

Towns differ: the last bill's use, an average of so many bills, the same quarter of last year, or the average of that
quarter in the last two years and, where there is none, of the last bills; some add a percentage. The method is a
setting with its authority and is told with every estimate.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.wording import show


class EstimateMethod(StrEnum):
    """How use is estimated."""

    LAST_BILL = "use of the last bill"
    AVERAGE = "average of the last bills"
    SAME_QUARTER = "same quarter last year"
    SAME_QUARTER_TWO_YEARS = "same quarter of the last two years"


@dataclass(frozen=True, slots=True)
class EstimateRule:
    """The town's method: ``bills`` for an average, ``percent`` of what was found, and where it is written."""

    method: EstimateMethod
    bills: int = 4
    percent: Decimal = Decimal(100)
    authority: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated use in the meter's unit, whole, with what it rests on in words."""

    use: Decimal
    sentence: str


def estimate_use(history: Mapping[Quarter, Decimal], quarter: Quarter, rule: EstimateRule) -> Estimate | None:
    """The use of a quarter by the method; ``None`` where the bills it needs are not there.

    ``history`` is measured use by quarter: estimates rest on readings, not on other estimates.
    """
    year_ago = Quarter(quarter.year - 1, quarter.number)
    earlier = sorted((one for one in history if one < quarter), reverse=True)
    same = [one for one in (year_ago, Quarter(quarter.year - 2, quarter.number)) if one in history]
    match rule.method:
        case EstimateMethod.LAST_BILL:
            chosen = earlier[:1]
        case EstimateMethod.AVERAGE:
            chosen = earlier[: rule.bills]
        case EstimateMethod.SAME_QUARTER:
            chosen = [year_ago] if year_ago in history else []
        case EstimateMethod.SAME_QUARTER_TWO_YEARS:
            chosen = same or earlier[: rule.bills]
    if not chosen:
        return None
    total = sum((history[one] for one in chosen), Decimal(0)) * rule.percent / (100 * len(chosen))
    return Estimate(total.to_integral_value(rounding="ROUND_HALF_UP"), _sentence(chosen, rule))


def _sentence(chosen: list[Quarter], rule: EstimateRule) -> str:
    quarters = ", ".join(one.label for one in chosen)
    percent = "" if rule.percent == 100 else f"{show(rule.percent)} percent of "
    what = f"the use of {quarters}" if len(chosen) == 1 else f"the average use of {quarters}"
    source = f" ({rule.authority})" if rule.authority else ""
    return f"{percent}{what}{source}"
