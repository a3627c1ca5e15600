"""Accounts of an import: class, units and meter of a row, each refused where no account can have it."""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.billaccounts import LARGEST_UNITS, AccountStatus
from sewerdesk.domain.importcells import RowReader
from sewerdesk.domain.metering import MULTIPLIERS, is_multiplier
from sewerdesk.domain.rates import VolumeUnit

_AHEAD = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account with its first class, units and meter; ``digits`` and the rest are set when a meter is."""

    line: int
    account: str
    old_account: str
    swis: str
    print_key: str
    class_code: str
    units: Decimal
    status: AccountStatus
    start: date
    bill_to: str
    meter_serial: str
    digits: int | None
    multiplier: Decimal | None
    meter_unit: VolumeUnit
    opening_reading: Decimal | None
    opening_date: date | None
    note: str


def account_row(reader: RowReader, *, today: date | None) -> AccountRow | None:
    """The account of a row, or ``None`` with a cell refused; without ``today`` its days are not compared with it."""
    units = reader.number("units")
    digits, multiplier = reader.number("digits"), reader.number("multiplier")
    serial = reader.text("meter_serial")
    opening, opening_date = reader.number("opening_reading"), reader.day("opening_date")
    start = reader.day("start")
    unit, _ = reader.unit("meter_unit")
    status = reader.status("status")
    _check_units(reader, units)
    _check_meter(reader)
    _check_days(reader, today)
    if reader.rejected or units is None or start is None:
        return None
    return AccountRow(
        line=reader.line,
        account=reader.text("account"),
        old_account=reader.text("old_account"),
        swis=reader.text("swis"),
        print_key=reader.text("print_key"),
        class_code=reader.text("class_code"),
        units=units,
        status=status,
        start=start,
        bill_to=reader.text("bill_to"),
        meter_serial=serial,
        digits=None if digits is None else int(digits),
        multiplier=multiplier,
        meter_unit=unit or VolumeUnit.GALLON,
        opening_reading=opening,
        opening_date=opening_date,
        note=reader.text("note"),
    )


def _check_meter(reader: RowReader) -> None:
    serial = reader.text("meter_serial")
    digits, multiplier = reader.number("digits"), reader.number("multiplier")
    opening, opening_date = reader.number("opening_reading"), reader.day("opening_date")
    if serial and not reader.rejected:
        if digits is None or not 3 <= digits <= 10:
            reader.reject("digits", reader.raw("digits"), "Enter how many digits the dial has, 3 to 10.")
        if not is_multiplier(multiplier):
            reader.reject(
                "multiplier", reader.raw("multiplier"), f"Enter the meter's multiplier, {MULTIPLIERS}."
            )
        if digits is not None and opening is not None and opening >= Decimal(10) ** int(digits):
            reason = f"The reading does not fit a dial of {digits:f} digits."
            reader.reject("opening_reading", reader.raw("opening_reading"), reason)
    elif not serial and (digits is not None or multiplier is not None or opening is not None):
        reader.reject(
            "meter_serial", "", "The row has meter figures but no serial number; enter it or clear them."
        )
    if not reader.rejected and (opening is None) != (opening_date is None):
        reader.reject(
            "opening_date",
            reader.raw("opening_date"),
            "An opening reading needs its date, and a date a reading.",
        )


def _check_units(reader: RowReader, units: Decimal | None) -> None:
    if units is not None and units > LARGEST_UNITS:
        reason = (
            f"No account has more than {LARGEST_UNITS:,f} units (EDU). Look at the list again and correct it."
        )
        reader.reject("units", reader.raw("units"), reason)


def _check_days(reader: RowReader, today: date | None) -> None:
    """An opening reading was read; an account may begin soon, but a far day is a slip in the year."""
    opening, start = reader.day("opening_date"), reader.day("start")
    if today is None:
        return
    if opening is not None and opening > today:
        reader.reject("opening_date", reader.raw("opening_date"), "The date is in the future; correct it.")
    if start is not None and start > today + _AHEAD:
        reason = "The account would begin more than a year from today. Correct the year, or leave the row for later."
        reader.reject("start", reader.raw("start"), reason)
