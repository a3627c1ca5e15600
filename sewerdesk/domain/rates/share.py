"""Sewer charged as a percent or a multiple of another bill, such as the water bill.

A village may bill in April 1.8 times and in October 1.5 times the water bill of the month; the factor may also be one
for all months, and users of little water may pay another one. The other bill's amounts are entered or imported for each
account and period with their source; the bill already counts its own days, so nothing is prorated.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rates.metered import VolumeUnit


@dataclass(frozen=True, slots=True)
class MonthFactor:
    """The factor for other bills that are dated in a month (1 to 12)."""

    month: int
    factor: Decimal


@dataclass(frozen=True, slots=True)
class BillShare:
    """``factor`` times the other bill of ``service``, or the factor of the month in which that bill is dated.

    A factor of 0.85 is 85 percent, 1.8 is 1.8 times. Where ``low_use`` is set, bills for no more than that volume in
    ``unit`` take ``low_factor`` instead. The charge is never less than ``minimum`` dollars a period.
    """

    service: str
    factor: Decimal | None = None
    by_month: tuple[MonthFactor, ...] = ()
    low_use: Decimal | None = None
    low_factor: Decimal | None = None
    unit: VolumeUnit = VolumeUnit.GALLON
    minimum: Decimal = Decimal(0)

    @property
    def months(self) -> tuple[int, ...]:
        """The months whose bills are charged on; empty means all."""
        return tuple(row.month for row in self.by_month)


@dataclass(frozen=True, slots=True)
class OtherBill:
    """Another service's bill of an account for a period, as entered: dollars, volume where known, and its source.

    ``charged`` says that another bill of the same period charged on it already.
    """

    bill_id: int
    service: str
    period: str
    billed_on: date
    amount: Decimal
    use: Decimal | None = None
    unit: VolumeUnit = VolumeUnit.GALLON
    source: str = ""
    charged: bool = False


def factor_of(formula: BillShare, bill: OtherBill, *, account: str) -> Decimal:
    """The factor for one other bill; ``UserError`` names the account where the month or the volume has none."""
    dated = f"Account {account}: the {bill.service} bill of {bill.billed_on:%m/%d/%Y}"
    if formula.low_use is not None and formula.low_factor is not None:
        if bill.use is None:
            raise UserError(f"{dated} has no volume, which decides its percent; enter the volume.")
        if bill.unit is not formula.unit:
            raise UserError(
                f"{dated} counts {bill.unit} but the rate {formula.unit}; enter it in {formula.unit}."
            )
        if bill.use <= formula.low_use:
            return formula.low_factor
    if formula.by_month:
        found = next((row.factor for row in formula.by_month if row.month == bill.billed_on.month), None)
        if found is None:
            raise UserError(
                f"{dated} falls in a month for which the rate has no factor; correct its date or the rate."
            )
        return found
    if formula.factor is None:
        raise UserError(f"{dated} cannot be charged on: the rate has no factor; correct the rate.")
    return formula.factor
