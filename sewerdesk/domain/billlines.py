"""Bill lines: each keeps the units, readings, tiers and rate version that made it, and can say so.

Amounts are exact until the one rounding, half-up to the cent, per line.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import (
    Installation,
    LowerAnswer,
    Meter,
    MeterRole,
    Reading,
    ReadingCode,
    format_dial,
    use,
)
from sewerdesk.domain.money import format_money, round_cents
from sewerdesk.domain.rates import ChargeCode, Metered, RateVersion, TierUse
from sewerdesk.domain.wording import count, show

ONE_DAY = timedelta(days=1)
_MICRO = Decimal("0.000001")
_HUNDREDTH = Decimal("0.01")
_COUNTED = " The days are those of the period, with the first and the last."


@dataclass(frozen=True, slots=True)
class BillingPeriod:
    """The days billed for, both inclusive; ``label`` as printed (2026 Q4)."""

    label: str
    start: date
    end: date

    def __post_init__(self) -> None:
        """Refuse a period that ends before it starts."""
        if self.end < self.start:
            raise UserError(f"The billing period {self.label} ends before it starts; correct its dates.")

    @property
    def days(self) -> int:
        """Days in the period, first and last counted."""
        return (self.end - self.start).days + 1


class LineKind(StrEnum):
    """What a line goes by."""

    PER_UNIT = "per unit"
    FLAT = "flat"
    METERED = "metered"
    PER_PERSON = "per person"
    FIXTURES = "fixtures"
    SHARE = "share of another bill"
    WORKSHEET = "worksheet"
    CREDIT = "credit"
    CHARGE = "charge of the account"

    @property
    def by_volume(self) -> bool:
        """Whether the line goes by metered use; all others are fixed for the period."""
        return self is LineKind.METERED


BY_UNITS = frozenset({LineKind.PER_UNIT, LineKind.FLAT})
"""Lines by the account's units, or one for the account."""

LineRefs = frozenset[tuple[LineKind, int]]
"""What lines rest on: their kind, and the id of the account's charge or of the other service's bill."""


@dataclass(frozen=True, slots=True)
class FixedPart:
    """One stretch of days with the same quantity and rate version; ``amount`` is exact, not rounded.

    ``amount`` = ``units`` × ``price`` × ``days`` / (``period_days`` × ``divisor``). ``units`` is what is counted: EDU,
    persons, fixtures, the dollars of another bill or of a year's worksheet; ``what`` names it, ``source`` says where it
    is on record, ``ref`` is its id there; ``part`` is which part of a charge in several it is, counted from 1.
    """

    version_id: int
    authority: str
    start: date
    end: date
    days: int
    period_days: int
    units: Decimal
    price: Decimal
    amount: Decimal
    what: str = ""
    source: str = ""
    ref: int = 0
    divisor: int = 1
    part: int = 0


@dataclass(frozen=True, slots=True)
class MeterUse:
    """One meter's part of the use: the two readings by id and value, and what they came to in its unit.

    ``used`` is the account's own ``share`` of what the dial counted, all of it but for a shared master meter.
    """

    meter: Meter
    role: MeterRole
    previous: Reading
    present: Reading
    used: Decimal
    share: Decimal = Decimal(1)

    @property
    def estimated(self) -> bool:
        """Whether either reading is an estimate."""
        return ReadingCode.ESTIMATED in {self.previous.code, self.present.code}


@dataclass(frozen=True, slots=True)
class MeteredPart:
    """All that made a metered line: version, units, meters, minimum, allowance and tiers used.

    ``days`` of ``period_days`` were billed; minimum and allowance are already that share. ``measured`` is what the
    meters counted where the season's rule, told in ``season``, bills another use. Where units or rate changed, each
    part has its days (``start`` to ``end``) and their share of the use.
    """

    version_id: int
    authority: str
    units: Decimal
    formula: Metered
    meters: tuple[MeterUse, ...]
    use: Decimal
    minimum: Decimal
    allowance: Decimal
    tiers: tuple[TierUse, ...]
    days: int = 1
    period_days: int = 1
    measured: Decimal | None = None
    season: str = ""
    start: date | None = None
    end: date | None = None


@dataclass(frozen=True, slots=True)
class BillLine:
    """One charge on a bill with its inputs; ``fixed`` parts or a ``metered`` part, never both.

    Where units or rate changed within the period ``metered`` is the last part and ``earlier`` those before it.
    """

    charge: ChargeCode
    kind: LineKind
    amount: Decimal
    fixed: tuple[FixedPart, ...] = ()
    metered: MeteredPart | None = None
    earlier: tuple[MeteredPart, ...] = ()

    @property
    def volumes(self) -> tuple[MeteredPart, ...]:
        """The metered parts in order of days."""
        return (*self.earlier, self.metered) if self.metered else ()

    @property
    def use(self) -> Decimal | None:
        """What the meters counted for the account; None for a line that is not by volume."""
        if self.metered is None:
            return None
        if not self.metered.meters:
            return self.shared_use
        return sum(
            (one.used if one.role is not MeterRole.DEDUCT else -one.used for one in self.metered.meters),
            Decimal(0),
        )

    @property
    def shared_use(self) -> Decimal:
        """The use that falls on the days of the charge, less than ``use`` where it did not hold on all of them."""
        return sum((p.use if p.measured is None else p.measured for p in self.volumes), Decimal(0))

    @property
    def units(self) -> Decimal:
        """Units at the end of what was billed."""
        return self.metered.units if self.metered else self.fixed[-1].units

    @property
    def version_ids(self) -> tuple[int, ...]:
        """Rate versions used, in order of days; none for a charge of the account alone."""
        if self.metered:
            return tuple(dict.fromkeys(part.version_id for part in self.volumes))
        return tuple(dict.fromkeys(part.version_id for part in self.fixed if part.version_id))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days, both inclusive, over which an account's units and one rate version stay the same.

    ``facts_on`` is the day whose facts count for them all, where that is not the first of them.
    """

    start: date
    end: date
    units: Decimal
    version: RateVersion
    facts_on: date | None = None

    @property
    def facts_day(self) -> date:
        """The day whose facts on file are charged on."""
        return self.facts_on or self.start


def meter_use(installed: Installation, *, previous: Reading, present: Reading) -> MeterUse:
    """One installation's use between two readings; ``UserError`` for a lower reading not answered."""
    used = use(previous, present, installed.meter) * installed.share
    return MeterUse(installed.meter, installed.role, previous, present, used, installed.share)


def explain(line: BillLine) -> str:
    """Why the line is what it is, in one sentence a caller at the counter can follow."""
    if line.metered is not None:
        return _explain_metered(line, line.metered)
    pieces = [_explain_fixed(part, line.kind) for part in line.fixed]
    body = "; plus ".join(pieces)
    by_days = any(part.days != part.period_days for part in line.fixed)
    return f"{line.charge.title}: {body}, which is {format_money(line.amount)}.{_COUNTED if by_days else ''}"


def _explain_fixed(part: FixedPart, kind: LineKind) -> str:
    days = "" if part.days == part.period_days else f" × {part.days} of {part.period_days} days"
    what = _counted(part, kind)
    if kind is LineKind.CHARGE:
        return f"{what}, under {part.authority}" if part.authority else what
    return f"{what}{days}, {part.start:%m/%d/%Y} to {part.end:%m/%d/%Y}, under {part.authority}"


def _counted(part: FixedPart, kind: LineKind) -> str:
    """What was counted, at which price."""
    price = plain(part.price)
    source = f" ({part.source})" if part.source else ""
    reduced = (
        f"{show(-part.price * 100)} percent of {plain(part.units)}" if part.units != 1 else plain(-part.price)
    )
    words = {
        LineKind.FLAT: f"{price} for the account",
        LineKind.PER_PERSON: f"{count(part.units, 'person')}{source} × {price}",
        LineKind.FIXTURES: f"{plain_volume(part.units)} {part.what}{source} × {price}",
        LineKind.SHARE: f"{part.what}{source} × {show(part.price)}"
        if part.what
        else f"the minimum of {price}",
        LineKind.WORKSHEET: f"{plain(part.units)} a year by the worksheet{source} ÷ {part.divisor}",
        LineKind.CREDIT: f"{part.what}{source}, {reduced} off",
        LineKind.CHARGE: f"{part.what}, {price}",
    }
    return words.get(kind, f"{plain_units(part.units)} EDU × {price}")


def _explain_metered(line: BillLine, part: MeteredPart) -> str:
    unit = part.formula.unit
    readings = " and ".join(_explain_meter(found) for found in part.meters) or "no meter"
    use = line.use or Decimal(0)
    pieces = [_explain_volume(one, split=bool(line.earlier)) for one in line.volumes]
    counted = " The use is shared by days." if line.earlier else ""
    if use - line.shared_use > _HUNDREDTH:
        counted = f" The use is shared by days: {plain_volume(line.shared_use)} {unit} fall on the days of this charge."
    return (
        f"{line.charge.title}: {readings}, use {plain_volume(use)} {unit}; {'; plus '.join(pieces)}, which is "
        f"{format_money(line.amount)}.{counted}"
    )


def _explain_volume(part: MeteredPart, *, split: bool) -> str:
    unit = part.formula.unit
    start = ""
    if split and part.start and part.end:
        start = f"{part.start:%m/%d/%Y} to {part.end:%m/%d/%Y}, {plain_volume(part.use)} {unit}: "
    if part.season:
        start += f"{part.season}, so {plain_volume(part.use)} {unit} are billed: "
    minimum = f"minimum charge {plain(part.minimum)} including {plain_volume(part.allowance)} {unit}"
    if part.formula.times_units and part.units != 1:
        minimum += f" ({plain_units(part.units)} EDU)"
    if part.days != part.period_days:
        minimum += f" for {part.days} of {part.period_days} days"
    tiers = "".join(
        f", {plain_volume(tier.quantity)} {unit} × {plain(tier.price)} per "
        f"{plain_volume(part.formula.per)} {unit}"
        f" = {plain(tier.amount)}"
        for tier in part.tiers
    )
    return f"{start}{minimum}{tiers}, under {part.authority}"


def _explain_meter(found: MeterUse) -> str:
    meter = found.meter
    role = "" if found.role is MeterRole.MAIN else f"{found.role} "
    times = "" if meter.multiplier == 1 else f" × {plain_volume(meter.multiplier)}"
    rolled = ""
    if found.present.value < found.previous.value:
        rolled = " running backward" if found.present.answer is LowerAnswer.REVERSED else " past its top"
    estimated = " (estimated)" if found.estimated else ""
    if found.share != 1:
        estimated += f", of which this account pays {show(found.share * 100)} percent"
    return (
        f"{role}meter {meter.serial} from {format_dial(found.previous.value, meter)} on "
        f"{found.previous.read_on:%m/%d/%Y} to {format_dial(found.present.value, meter)} on "
        f"{found.present.read_on:%m/%d/%Y}{rolled}{times}{estimated}"
    )


@lru_cache(maxsize=1024)
def plain(amount: Decimal) -> str:
    """A rate or exact amount: two to six decimals, no idle zeros (62.50, 7.125)."""
    amount = amount.quantize(_MICRO)
    cents = round_cents(amount)
    return f"{cents:,f}" if cents == amount else f"{amount.normalize():,f}"


def plain_volume(quantity: Decimal) -> str:
    """A volume with group separators, to a hundredth, without idle zeros: 24,000 or 19,000.5."""
    quantity = round_cents(quantity)
    whole = quantity.to_integral_value()
    return f"{whole:,f}" if whole == quantity else f"{quantity.normalize():,f}"


def plain_units(units: Decimal) -> str:
    """Units with at least two decimals: 1.00, 2.50, 0.375."""
    return plain(units)
