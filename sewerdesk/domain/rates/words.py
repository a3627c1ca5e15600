"""A rate in words that a Board would use, and the names of months."""

from calendar import month_abbr, month_name
from decimal import Decimal

from sewerdesk.domain.billlines import plain, plain_volume
from sewerdesk.domain.rates.book import Formula, RateVersion
from sewerdesk.domain.rates.fixed import Flat, PerFixture, PerPerson, PerUnit
from sewerdesk.domain.rates.metered import Metered, SeasonKind, SeasonRule, Tier
from sewerdesk.domain.rates.share import BillShare
from sewerdesk.domain.rates.special import Credit, FromWorksheet
from sewerdesk.domain.wording import join_words, show

_HUNDRED = Decimal(100)


def formula_words(formula: Formula) -> str:
    """A rate in one sentence: ``62.50 including 5,000 gal; 5.50 per 1,000 gal over 5,000 to 20,000; …``."""
    match formula:
        case PerUnit():
            words = f"{plain(formula.amount)} a quarter per EDU"
        case Flat():
            words = f"{plain(formula.amount)} a quarter per account"
        case PerPerson():
            words = f"{plain(formula.amount)} a quarter per person served"
        case PerFixture():
            words = "; ".join(f"{row.kind} {plain(row.price)}" for row in formula.prices) + " a quarter each"
        case Metered():
            words = _metered_words(formula)
        case BillShare():
            words = _share_words(formula)
        case FromWorksheet():
            words = f"the year's {formula.kind} worksheet in {formula.periods} equal parts"
        case Credit():
            off = f" off {join_words(list(formula.off))}" if formula.off else " off all charges"
            much = (
                f"{show(formula.percent)} %"
                if formula.percent is not None
                else plain(formula.amount or Decimal(0))
            )
            words = f"{much}{off} where eligible for {formula.program}"
    return words


def version_words(version: RateVersion) -> str:
    """The rate with the place and the months to which it is limited."""
    parts = [formula_words(version.formula)]
    if version.district:
        parts.append(f"in {version.district}")
    if version.segment:
        parts.append(f"in the segment {version.segment}")
    if version.months:
        parts.append(f"billed in {months_words(version.months)}")
    return ", ".join(parts)


def months_words(months: tuple[int, ...], *, short: bool = False) -> str:
    """``April and October``."""
    names = month_abbr if short else month_name
    return join_words([names[month] for month in sorted(months)])


def _metered_words(formula: Metered) -> str:
    included = f"{plain_volume(formula.allowance)} {formula.unit.value}"
    start = (
        f"{plain(formula.minimum)} a quarter including {included}"
        if formula.minimum
        else f"{included} included"
    )
    if not formula.minimum and not formula.allowance:
        start = ""
    if formula.times_units:
        start = f"{start}, per EDU" if start else "tiers per EDU"
    season = _season_words(formula.season) if formula.season else ""
    return "; ".join(
        part for part in (start, *(_tier_words(t, formula) for t in formula.tiers), season) if part
    )


def _season_words(season: SeasonRule) -> str:
    percent = "" if season.percent == _HUNDRED else f"{show(season.percent)} % of "
    word = "no more than" if season.kind is SeasonKind.CAP else "not the use but"
    return f"in quarters from {months_words(season.months)} {word} {percent}the off-season average"


def _tier_words(tier: Tier, formula: Metered) -> str:
    top = "" if tier.upto is None else f" to {plain_volume(tier.upto)}"
    per = f"{plain_volume(formula.per)} {formula.unit.value}"
    return f"{plain(tier.price)} per {per} over {plain_volume(tier.over)}{top}"


def _share_words(formula: BillShare) -> str:
    if formula.by_month:
        factors = [f"{show(row.factor)} × in {month_name[row.month]}" for row in formula.by_month]
        words = f"the {formula.service} bill {join_words(factors)}"
    else:
        words = f"{show((formula.factor or Decimal(0)) * _HUNDRED)} % of the {formula.service} bill"
    if formula.low_use is not None and formula.low_factor is not None:
        low = f"{plain_volume(formula.low_use)} {formula.unit.value}"
        words += f"; {show(formula.low_factor * _HUNDRED)} % through {low}"
    return words + (f"; at least {plain(formula.minimum)}" if formula.minimum else "")
