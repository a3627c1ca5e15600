"""Bill lines: each keeps the units, readings, tiers and rate version that made it, and can say so.

Amounts are exact until the one rounding, half-up to the cent, per line.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

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
from sewerdesk.domain.money import format_money, round_cents, round_divided
from sewerdesk.domain.rates import ChargeCode, Flat, Metered, PerUnit, RateVersion, TierUse, metered_amount

ONE_DAY = timedelta(days=1)
_MICRO = Decimal("0.000001")


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
    """Whether a line is fixed by units, fixed for the account, or goes by volume."""

    PER_UNIT = "per unit"
    FLAT = "flat"
    METERED = "metered"


@dataclass(frozen=True, slots=True)
class FixedPart:
    """One stretch of days with the same units and rate version; ``amount`` is exact, not rounded."""

    version_id: int
    authority: str
    start: date
    end: date
    days: int
    period_days: int
    units: Decimal
    price: Decimal
    amount: Decimal


@dataclass(frozen=True, slots=True)
class MeterUse:
    """One meter's share of the use: the two readings by id and value, and what they came to in its unit."""

    meter: Meter
    role: MeterRole
    previous: Reading
    present: Reading
    used: Decimal

    @property
    def estimated(self) -> bool:
        """Whether either reading is an estimate."""
        return ReadingCode.ESTIMATED in {self.previous.code, self.present.code}


@dataclass(frozen=True, slots=True)
class MeteredPart:
    """All that made a metered line: version, units, meters, minimum, allowance and tiers used.

    ``days`` of ``period_days`` were billed; minimum and allowance are already that share.
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


@dataclass(frozen=True, slots=True)
class BillLine:
    """One charge on a bill with its inputs; ``fixed`` parts or one ``metered`` part, never both."""

    charge: ChargeCode
    kind: LineKind
    amount: Decimal
    fixed: tuple[FixedPart, ...] = ()
    metered: MeteredPart | None = None

    @property
    def units(self) -> Decimal:
        """Units at the end of what was billed."""
        return self.metered.units if self.metered else self.fixed[-1].units

    @property
    def version_ids(self) -> tuple[int, ...]:
        """Rate versions used, in order of days."""
        if self.metered:
            return (self.metered.version_id,)
        return tuple(dict.fromkeys(part.version_id for part in self.fixed))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days, both inclusive, over which an account's units and one rate version stay the same."""

    start: date
    end: date
    units: Decimal
    version: RateVersion


def fixed_line(charge: ChargeCode, stretches: Sequence[Stretch], *, period: BillingPeriod) -> BillLine:
    """A per-unit or flat line over one or more stretches, each by its days of the period's days.

    A stretch that covers the whole period is the whole price; parts of a quarter of 90, 91 or 92 days are
    divided by that quarter's own days.
    """
    parts: list[FixedPart] = []
    kind = LineKind.PER_UNIT
    for stretch in stretches:
        formula = stretch.version.formula
        if isinstance(formula, Metered):
            raise TypeError("a metered rate has no fixed line")
        kind = LineKind.FLAT if isinstance(formula, Flat) else LineKind.PER_UNIT
        units = stretch.units if isinstance(formula, PerUnit) else Decimal(1)
        days = (stretch.end - stretch.start).days + 1
        amount = formula.amount * units * days / period.days
        version = stretch.version
        parts.append(
            FixedPart(
                version.version_id,
                version.authority,
                stretch.start,
                stretch.end,
                days,
                period.days,
                units,
                formula.amount,
                amount,
            )
        )
    total = round_divided(sum((part.amount for part in parts), Decimal(0)))
    return BillLine(charge, kind, total, fixed=tuple(parts))


def metered_line(
    charge: ChargeCode,
    version: RateVersion,
    *,
    units: Decimal,
    meters: Sequence[MeterUse],
    account: str,
    days: int = 1,
    period_days: int = 1,
) -> BillLine:
    """A volume line from the account's meters: main and well meters add, deduct meters take away.

    ``UserError`` names the account when deduct meters exceed the others, or when a meter counts in another
    unit than the rate is priced in.
    """
    formula = version.formula
    if not isinstance(formula, Metered):
        raise TypeError("a fixed rate has no metered line")
    for found in meters:
        if found.meter.unit is not formula.unit:
            raise UserError(
                f"Account {account}: meter {found.meter.serial} counts {found.meter.unit} but the rate "
                f"{charge.code} is priced in {formula.unit}; correct the meter's unit or the rate."
            )
    total = sum((m.used if m.role is not MeterRole.DEDUCT else -m.used for m in meters), Decimal(0))
    if total < 0:
        raise UserError(
            f"Account {account}: the deduct meter used more than the main meter; check both readings."
        )
    priced = metered_amount(formula, use=total, units=units, days=days, period_days=period_days)
    part = MeteredPart(
        version_id=version.version_id,
        authority=version.authority,
        units=units,
        formula=formula,
        meters=tuple(meters),
        use=total,
        minimum=priced.minimum,
        allowance=priced.allowance,
        tiers=priced.tiers,
        days=days,
        period_days=period_days,
    )
    return BillLine(charge, LineKind.METERED, round_divided(priced.total), metered=part)


def meter_use(installed: Installation, *, previous: Reading, present: Reading) -> MeterUse:
    """One installation's use between two readings; ``UserError`` for a lower reading not answered."""
    used = use(previous, present, installed.meter)
    return MeterUse(installed.meter, installed.role, previous, present, used)


def explain(line: BillLine) -> str:
    """Why the line is what it is, in one sentence a caller at the counter can follow."""
    if line.metered is not None:
        return _explain_metered(line, line.metered)
    pieces = [_explain_fixed(part, line.kind) for part in line.fixed]
    body = "; plus ".join(pieces)
    return f"{line.charge.title}: {body}, which is {format_money(line.amount)}."


def _explain_fixed(part: FixedPart, kind: LineKind) -> str:
    price = plain(part.price)
    what = f"{price} for the account" if kind is LineKind.FLAT else f"{plain_units(part.units)} EDU × {price}"
    days = "" if part.days == part.period_days else f" × {part.days} of {part.period_days} days"
    return f"{what}{days}, {part.start:%m/%d/%Y} to {part.end:%m/%d/%Y}, under {part.authority}"


def _explain_metered(line: BillLine, part: MeteredPart) -> str:
    unit = part.formula.unit
    readings = " and ".join(_explain_meter(found) for found in part.meters) or "no meter"
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
    return (
        f"{line.charge.title}: {readings}, use {plain_volume(part.use)} {unit}; {minimum}{tiers}, under "
        f"{part.authority}, which is {format_money(line.amount)}."
    )


def _explain_meter(found: MeterUse) -> str:
    meter = found.meter
    role = "" if found.role is MeterRole.MAIN else f"{found.role} "
    times = "" if meter.multiplier == 1 else f" × {plain_volume(meter.multiplier)}"
    rolled = ""
    if found.present.value < found.previous.value:
        rolled = " running backward" if found.present.answer is LowerAnswer.REVERSED else " past its top"
    estimated = " (estimated)" if found.estimated else ""
    return (
        f"{role}meter {meter.serial} from {format_dial(found.previous.value, meter)} on "
        f"{found.previous.read_on:%m/%d/%Y} to {format_dial(found.present.value, meter)} on "
        f"{found.present.read_on:%m/%d/%Y}{rolled}{times}{estimated}"
    )


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
