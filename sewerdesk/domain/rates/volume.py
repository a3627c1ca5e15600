"""The volume line of an account: its use shared by days among versions and units, and limited by the season's rule."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby

from sewerdesk.domain.billaccounts import BillableAccount
from sewerdesk.domain.billlines import BillingPeriod, BillLine, MeterUse, plain_volume
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import MeterRole, ReadingCode
from sewerdesk.domain.rates.basis import BasisKind
from sewerdesk.domain.rates.book import ChargeCode, RateVersion
from sewerdesk.domain.rates.lines import VolumeStretch, metered_line, total_use
from sewerdesk.domain.rates.metered import Metered, SeasonKind
from sewerdesk.domain.wording import show


@dataclass(frozen=True, slots=True)
class VolumeDays:
    """Days, both inclusive, of one metered version with the same units."""

    start: date
    end: date
    units: Decimal
    version: RateVersion

    @property
    def days(self) -> int:
        """How many days, first and last counted."""
        return (self.end - self.start).days + 1


Span = tuple[date, date]
"""A first and a last day, both counted."""


def volume_line(
    account: BillableAccount,
    charge: ChargeCode,
    stretches: Sequence[VolumeDays],
    meters: Sequence[MeterUse],
    *,
    period: BillingPeriod,
    counted: Sequence[Span],
) -> BillLine:
    """One line over all stretches; ``UserError`` where a meter's unit or an off-season average is wanting.

    ``counted`` are the days of the period that the use is shared over; where the charge did not hold on all of them,
    only its days' share is billed. Empty bills the whole period by the last version.
    """
    runs = _runs(stretches)
    for run in runs:
        measured = total_use(charge, run[-1].version, meters, account=account.number)
    whole, days_of = _shares(runs, counted, meters)
    covered = sum(days_of)
    measured = measured if covered == whole else measured * covered / whole
    billed, season = _in_season(account, runs[-1][-1], measured, sum(one.days for one in stretches), period)
    uses, counts = _split(billed, days_of), _split(measured, days_of)
    last = len(runs) - 1
    parts = [
        VolumeStretch(
            version=run[-1].version,
            units=run[-1].units,
            use=uses[number],
            days=sum(one.days for one in run) if counted else period.days,
            measured=counts[number] if season else None,
            season=season if number == last else "",
            start=run[0].start if last else None,
            end=run[-1].end if last else None,
        )
        for number, run in enumerate(runs)
    ]
    return metered_line(charge, parts, meters=meters, period_days=period.days)


def _split(use: Decimal, days: Sequence[int]) -> list[Decimal]:
    """The use by days; the last part takes what the others leave, so that they are the whole to the last digit."""
    parts = [use * one / sum(days) for one in days[:-1]]
    return [*parts, use - sum(parts, Decimal(0))]


def _shares(
    runs: Sequence[Sequence[VolumeDays]], counted: Sequence[Span], meters: Sequence[MeterUse]
) -> tuple[int, list[int]]:
    """Days that the use is shared over, and how many of them each run takes.

    A meter that was put in or taken out within the period counted on its own days only.
    """
    dial = _dial_days(meters)
    own = [sum(_common((one.start, one.end), dial) for one in run) for run in runs]
    whole = sum(_common(span, dial) for span in counted)
    if sum(own) and whole:
        return whole, own
    own = [sum(one.days for one in run) for run in runs]
    return max(sum(own), sum(_common(span, _ALWAYS) for span in counted)), own


_ALWAYS: Span = (date.min, date.max)


def _dial_days(meters: Sequence[MeterUse]) -> Span:
    """The days on which the meters can have counted, as far as their first and last readings tell."""
    main = [one for one in meters if one.role is not MeterRole.DEDUCT]
    first, last = _ALWAYS
    if main and all(one.previous.code is ReadingCode.INSTALL for one in main):
        first = min(one.previous.read_on for one in main)
    if main and all(one.present.code is ReadingCode.REMOVAL for one in main):
        last = max(one.present.read_on for one in main)
    return first, last


def _common(span: Span, other: Span) -> int:
    """How many days two spans have in common."""
    return max(0, (min(span[1], other[1]) - max(span[0], other[0])).days + 1)


def _runs(stretches: Sequence[VolumeDays]) -> list[list[VolumeDays]]:
    """Neighbors of the same version and units together."""
    if len(stretches) == 1:
        return [list(stretches)]
    return [list(run) for _, run in groupby(stretches, key=lambda one: (one.version.version_id, one.units))]


def _in_season(
    account: BillableAccount, last: VolumeDays, measured: Decimal, days: int, period: BillingPeriod
) -> tuple[Decimal, str]:
    """The use that is billed, and the season's rule in words where it decides."""
    formula = last.version.formula
    rule = formula.season if isinstance(formula, Metered) else None
    if rule is None or not isinstance(formula, Metered) or period.start.month not in rule.months:
        return measured, ""
    found = account.facts_on(BasisKind.OFF_SEASON, last.end)
    if not found:
        raise UserError(
            f"Account {account.number} is billed by its off-season use, but no average is on file for "
            f"{last.end:%m/%d/%Y}; review the season's worksheet first."
        )
    average = found[-1].quantity * days / period.days
    billed = rule.billed(measured, average)
    if billed == measured:
        return measured, ""
    percent = "" if rule.percent == 100 else f"{show(rule.percent)} percent of "
    word = "no more than" if rule.kind is SeasonKind.CAP else "instead of the metered use"
    source = f" ({found[-1].source})" if found[-1].source else ""
    return billed, (
        f"in season {word} {percent}the off-season average of {plain_volume(average)} {formula.unit}{source} is billed"
    )
