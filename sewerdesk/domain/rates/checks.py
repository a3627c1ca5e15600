"""What is wrong with a set of rates, one sentence each: dates that gap or overlap, tiers that leave use unpriced."""

from collections.abc import Iterable
from decimal import Decimal
from itertools import pairwise

from sewerdesk.domain.rates.basis import EVERYWHERE, Place
from sewerdesk.domain.rates.book import Formula, RateVersion
from sewerdesk.domain.rates.fixed import PerFixture
from sewerdesk.domain.rates.metered import Metered, SeasonKind, Tier
from sewerdesk.domain.rates.share import BillShare
from sewerdesk.domain.rates.special import Credit, FromWorksheet

_ALL = Decimal(100)


def validate_rates(versions: Iterable[RateVersion]) -> list[str]:
    """Everything wrong with a set of rates, one plain sentence each; empty when they may be used."""
    problems: list[str] = []
    lines: dict[tuple[str, str, Place], list[RateVersion]] = {}
    for version in versions:
        lines.setdefault((version.class_code, version.charge_code, version.place), []).append(version)
        name = name_of(version)
        problems.extend(f"{name}: {problem}" for problem in formula_problems(version.formula))
        if any(not 1 <= month <= 12 for month in version.months):
            problems.append(f"{name} is billed in a month that does not exist; enter months from 1 to 12.")
        if not version.authority.strip():
            problems.append(f"{name} names no resolution or local law; enter the authority that set it.")
        if version.effective_to is not None and version.effective_to <= version.effective_from:
            problems.append(f"{name} ends on or before the day it starts; correct one of the dates.")
    for found in lines.values():
        problems.extend(_date_problems(sorted(found, key=lambda v: (v.effective_from, v.version_id))))
    return problems


def name_of(version: RateVersion) -> str:
    """A version in words, as messages name it."""
    where = f", district {version.district}" if version.district else ""
    where += f", segment {version.segment}" if version.segment else ""
    return (
        f"The rate of class {version.class_code}, charge {version.charge_code}{where}, "
        f"from {version.effective_from:%m/%d/%Y}"
    )


def formula_problems(formula: Formula) -> list[str]:
    """What is wrong with a formula by itself, each the end of a sentence that names its version."""
    match formula:
        case Metered():
            found = _metered_problems(formula)
        case PerFixture():
            found = _fixture_problems(formula)
        case BillShare():
            found = _share_problems(formula)
        case Credit():
            found = _credit_problems(formula)
        case FromWorksheet():
            fits = formula.periods in (1, 2, 3, 4, 6, 12)
            found = [] if fits else ["enter 1, 2, 3, 4, 6 or 12 bills a year."]
        case _:
            found = ["the amount is less than zero; adopt a credit instead."] if formula.amount < 0 else []
    return found


def _date_problems(found: list[RateVersion]) -> list[str]:
    """Overlaps, and gaps of a general rate; where a place has none of its own, the general one holds there."""
    problems = []
    for earlier, later in pairwise(found):
        if earlier.effective_to is None or earlier.effective_to > later.effective_from:
            problems.append(
                f"{name_of(later)} overlaps the one from {earlier.effective_from:%m/%d/%Y}; "
                f"end the earlier one on {later.effective_from:%m/%d/%Y}."
            )
        elif earlier.effective_to < later.effective_from and earlier.place == EVERYWHERE:
            problems.append(
                f"{name_of(later)} leaves a gap after the one that ended {earlier.effective_to:%m/%d/%Y}; "
                f"move one of the dates so that every day has a rate."
            )
    return problems


def _fixture_problems(formula: PerFixture) -> list[str]:
    kinds = [row.kind.strip().casefold() for row in formula.prices]
    if not kinds:
        return ["there is no fixture; add one with its price."]
    problems = []
    if not all(kinds) or len(set(kinds)) < len(kinds):
        problems.append("name each kind of fixture once.")
    if any(row.price < 0 for row in formula.prices):
        problems.append("the price of a fixture must be zero or more.")
    return problems


def _share_problems(formula: BillShare) -> list[str]:
    factors = [row.factor for row in formula.by_month]
    factors += [one for one in (formula.factor, formula.low_factor) if one is not None]
    problems: list[str] = []
    if not formula.service.strip():
        problems.append("name the other bill, such as water.")
    if formula.factor is None and not formula.by_month:
        problems.append("enter the percent or multiple of the other bill.")
    if any(one <= 0 for one in factors) or formula.minimum < 0:
        problems.append("each percent or multiple must be more than zero and the minimum zero or more.")
    if len(set(formula.months)) < len(formula.months) or any(not 1 <= one <= 12 for one in formula.months):
        problems.append("name each month once, from 1 to 12.")
    if (formula.low_use is None) is not (formula.low_factor is None):
        problems.append("users of little need both the volume and their percent.")
    return problems


def _credit_problems(formula: Credit) -> list[str]:
    if not formula.program.strip():
        return ["name the program that an account must be eligible for."]
    if (formula.percent is None) is (formula.amount is None):
        return ["enter either the percent or the dollars of the credit."]
    if formula.percent is not None and not 0 < formula.percent <= _ALL:
        return ["the percent of a credit must be more than 0 and no more than 100."]
    if formula.amount is not None and formula.amount <= 0:
        return ["enter the credit as dollars above zero; the bill takes it off."]
    return []


def _metered_problems(formula: Metered) -> list[str]:
    problems: list[str] = []
    if formula.per <= 0:
        problems.append("the quantity that the price is for must be more than zero.")
    if formula.minimum < 0 or formula.allowance < 0:
        problems.append("the minimum and the allowance must be zero or more.")
    problems += _season_problems(formula)
    if not formula.tiers:
        return [*problems, "there is no tier; add one that is open at the top."]
    start = formula.allowance
    for number, tier in enumerate(formula.tiers, start=1):
        problems.extend(_tier_problems(number, tier, start=start, last=number == len(formula.tiers)))
        start = tier.over if tier.upto is None else tier.upto
    return problems


def _season_problems(formula: Metered) -> list[str]:
    season = formula.season
    if season is None:
        return []
    problems = []
    if not season.months or any(not 1 <= one <= 12 for one in season.months):
        problems.append("name the months in which quarters of the season begin.")
    if season.percent <= 0 or (season.kind is SeasonKind.CAP and season.percent < _ALL):
        problems.append("the seasonal cap must be 100 percent of the off-season average or more.")
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
