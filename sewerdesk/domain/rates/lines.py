"""Bill lines from rates: exact parts by days, summed, and rounded half-up to the cent once a line.

Days charged stand above days of the same period, so that a period of any length bills the whole price and the parts of
a changed period add up to it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billlines import (
    ONE_DAY,
    BillingPeriod,
    BillLine,
    FixedPart,
    LineKind,
    MeteredPart,
    MeterUse,
    Stretch,
    plain,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import MeterRole, count_in
from sewerdesk.domain.money import format_money, round_divided
from sewerdesk.domain.rates import (
    AccountCharge,
    BasisSpan,
    BillShare,
    ChargeCode,
    Credit,
    Flat,
    Metered,
    OtherBill,
    PerUnit,
    RateVersion,
    factor_of,
    metered_amount,
)
from sewerdesk.domain.wording import show


def fixed_part(
    stretch: Stretch,
    *,
    period: BillingPeriod,
    price: Decimal,
    quantity: Decimal,
    divisor: int = 1,
    found: BasisSpan | None = None,
) -> FixedPart:
    """A quantity at a price for the stretch's share of the period; days of the same period above and below the line."""
    version, days = stretch.version, (stretch.end - stretch.start).days + 1
    return FixedPart(
        version.version_id,
        version.authority,
        stretch.start,
        stretch.end,
        days,
        period.days,
        quantity,
        price,
        quantity * price * days / (period.days * divisor),
        what=found.detail if found else "",
        source=found.source if found else "",
        ref=found.basis_id if found else 0,
        divisor=divisor,
    )


def fixed_line(charge: ChargeCode, stretches: Sequence[Stretch], *, period: BillingPeriod) -> BillLine:
    """A line by units or flat, each stretch in proportion to its days; summed exactly, then rounded once.

    The proportion is days charged over days of the same period, so that a period of any length bills the whole
    price and the parts of a changed period add up to it.
    """
    kind, parts = LineKind.PER_UNIT, []
    for stretch in stretches:
        formula = stretch.version.formula
        if isinstance(formula, Flat):
            kind, units = LineKind.FLAT, Decimal(1)
        elif isinstance(formula, PerUnit):
            kind, units = LineKind.PER_UNIT, stretch.units
        else:
            raise TypeError("this rate has no line by units")
        parts.append(fixed_part(stretch, period=period, price=formula.amount, quantity=units))
    return line_of(charge, kind, parts)


def line_of(charge: ChargeCode, kind: LineKind, parts: Sequence[FixedPart]) -> BillLine:
    """The line of exact parts, rounded half-up to the cent once."""
    total = round_divided(sum((part.amount for part in parts), Decimal(0)))
    return BillLine(charge, kind, total, fixed=tuple(parts))


@dataclass(frozen=True, slots=True)
class VolumeStretch:
    """Days of one metered version and the same units, with their share of the use; ``season`` tells a season's rule."""

    version: RateVersion
    units: Decimal
    use: Decimal
    days: int
    measured: Decimal | None = None
    season: str = ""
    start: date | None = None
    end: date | None = None


def metered_line(
    charge: ChargeCode,
    stretches: Sequence[VolumeStretch],
    *,
    meters: Sequence[MeterUse],
    period_days: int,
) -> BillLine:
    """A volume line of one or more stretches, summed exactly and rounded once."""
    parts: list[MeteredPart] = []
    total = Decimal(0)
    for stretch in stretches:
        formula = stretch.version.formula
        if not isinstance(formula, Metered):
            raise TypeError("a fixed rate has no metered line")
        priced = metered_amount(
            formula, use=stretch.use, units=stretch.units, days=stretch.days, period_days=period_days
        )
        total += priced.total
        parts.append(
            MeteredPart(
                version_id=stretch.version.version_id,
                authority=stretch.version.authority,
                units=stretch.units,
                formula=formula,
                meters=tuple(meters) if stretch is stretches[-1] else (),
                use=stretch.use,
                minimum=priced.minimum,
                allowance=priced.allowance,
                tiers=priced.tiers,
                days=stretch.days,
                period_days=period_days,
                measured=stretch.measured,
                season=stretch.season,
                start=stretch.start,
                end=stretch.end,
            )
        )
    return BillLine(
        charge, LineKind.METERED, round_divided(total), metered=parts[-1], earlier=tuple(parts[:-1])
    )


def total_use(
    charge: ChargeCode, version: RateVersion, meters: Sequence[MeterUse], *, account: str
) -> Decimal:
    """The use of all meters in the rate's unit: main and well meters add, deduct meters take away.

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
                f"{charge.code} is priced in {formula.unit}; a count of it is "
                f"{plain(count_in(found.meter, formula.unit))} {formula.unit}, so enter the meter × that in "
                f"{formula.unit}, or correct the rate."
            )
    total = sum((m.used if m.role is not MeterRole.DEDUCT else -m.used for m in meters), Decimal(0))
    if total < 0:
        raise UserError(
            f"Account {account}: the deduct meter used more than the main meter; check both readings."
        )
    return total


def charge_line(code: ChargeCode, charge: AccountCharge, *, period: BillingPeriod) -> BillLine:
    """The next part of a charge of the account alone; it is due whole with the period, never by days."""
    number = charge.next_part
    parts = charge.parts
    count = f", part {number} of {parts}" if parts is not None and parts > 1 else ""
    amount = charge.part(number)
    part = FixedPart(
        0,
        charge.authority,
        period.start,
        period.end,
        period.days,
        period.days,
        Decimal(1),
        amount,
        amount,
        what=f"{charge.text}{count}",
        ref=charge.charge_id,
        part=number if parts is not None else 0,
    )
    return line_of(code, LineKind.CHARGE, [part])


def credit_part(
    version: RateVersion,
    formula: Credit,
    eligible: BasisSpan,
    *,
    base: Decimal,
    left: Decimal,
    days: tuple[int, int],
    period: BillingPeriod,
) -> FixedPart:
    """The reduction of charges of ``base`` dollars for the eligible of the billed ``days``; no more than is ``left``.

    Dollars a period count the eligible days of the period.
    """
    eligible_days, billed_days = days
    if formula.percent is not None:
        units, price, below = base, -formula.percent / 100, billed_days
    else:
        units, price, below = Decimal(1), -(formula.amount or Decimal(0)), period.days
    amount = units * price * eligible_days / below
    if -amount > left:
        units, price, eligible_days, below, amount = Decimal(1), -left, period.days, period.days, -left
    until = f"through {eligible.until - ONE_DAY:%m/%d/%Y}" if eligible.until else "without an end"
    return FixedPart(
        version.version_id,
        version.authority,
        period.start,
        period.end,
        eligible_days,
        below,
        units,
        price,
        amount,
        what=f"{formula.program}, eligible {until}",
        source=eligible.source,
        ref=eligible.basis_id,
    )


def share_line(
    code: ChargeCode,
    version: RateVersion,
    formula: BillShare,
    bills: Sequence[OtherBill],
    *,
    account: str,
    period: BillingPeriod,
) -> BillLine:
    """The other bills of the period times their factors; they count their own days, so nothing is prorated."""
    whole = (period.start, period.end, period.days, period.days)
    parts = []
    for bill in bills:
        factor = factor_of(formula, bill, account=account)
        used = f", {show(bill.use)} {bill.unit}" if bill.use is not None else ""
        parts.append(
            FixedPart(
                version.version_id,
                version.authority,
                *whole,
                bill.amount,
                factor,
                bill.amount * factor,
                what=f"{bill.service} bill of {bill.billed_on:%m/%d/%Y}{used}: {format_money(bill.amount)}",
                source=bill.source,
                ref=bill.bill_id,
            )
        )
    if sum((part.amount for part in parts), Decimal(0)) < formula.minimum:
        least = formula.minimum
        parts = [FixedPart(version.version_id, version.authority, *whole, Decimal(1), least, least)]
    return line_of(code, LineKind.SHARE, parts)
