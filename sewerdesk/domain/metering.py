"""Meters, readings, and the use between two of them; every oddity is a question to the clerk, not a guess.

A reading is what the dial shows. Use is (present - previous) x multiplier, in the meter's own unit. A lower
reading is never taken for a rollover unless the clerk answered so. Readings delivered in another unit are
converted once, when they are imported (``dial_value``), and nowhere else.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rates import VolumeUnit

_GALLONS_PER: dict[VolumeUnit, Decimal] = {
    VolumeUnit.GALLON: Decimal(1),
    VolumeUnit.CUBIC_FOOT: Decimal("7.48052"),
    VolumeUnit.CUBIC_METER: Decimal("264.172"),
}

_NAMED_UNITS: dict[str, tuple[VolumeUnit, Decimal]] = {
    "GAL": (VolumeUnit.GALLON, Decimal(1)),
    "GALLONS": (VolumeUnit.GALLON, Decimal(1)),
    "100 GAL": (VolumeUnit.GALLON, Decimal(100)),
    "HGAL": (VolumeUnit.GALLON, Decimal(100)),
    "KGAL": (VolumeUnit.GALLON, Decimal(1000)),
    "1000 GAL": (VolumeUnit.GALLON, Decimal(1000)),
    "CF": (VolumeUnit.CUBIC_FOOT, Decimal(1)),
    "CU FT": (VolumeUnit.CUBIC_FOOT, Decimal(1)),
    "CUBIC_FEET": (VolumeUnit.CUBIC_FOOT, Decimal(1)),
    "CCF": (VolumeUnit.CUBIC_FOOT, Decimal(100)),
    "HCF": (VolumeUnit.CUBIC_FOOT, Decimal(100)),
    "M3": (VolumeUnit.CUBIC_METER, Decimal(1)),
    "CUBIC_METER": (VolumeUnit.CUBIC_METER, Decimal(1)),
    "LITER": (VolumeUnit.CUBIC_METER, Decimal("0.001")),
}

_MULTIPLIERS = (Decimal("0.0001"), Decimal(1_000_000))
MULTIPLIERS = f"{_MULTIPLIERS[0]:f} to {_MULTIPLIERS[1]:,f}"
"""Between what and what a meter's multiplier lies, in words; anything else is a slip that no bill can be made from."""


def is_multiplier(value: Decimal | None) -> bool:
    """Whether a number can be a meter's multiplier."""
    return value is not None and _MULTIPLIERS[0] <= value <= _MULTIPLIERS[1]


class ReadingCode(StrEnum):
    """How a reading came about."""

    ACTUAL = "actual"
    ESTIMATED = "estimated"
    INSTALL = "install"
    REMOVAL = "removal"


class LowerAnswer(StrEnum):
    """The clerk's answer about an odd reading: what it was. ``confirmed`` says that the dial was looked at again."""

    ROLLOVER = "rollover"
    MISREAD = "misread"
    CHANGE_OUT = "change-out"
    REVERSED = "reversed"
    CONFIRMED = "confirmed"


#: Readings that say nothing about this meter's dial: a slip of the pen, or the dial of the meter that followed it.
NOT_THIS_DIAL = frozenset({LowerAnswer.MISREAD, LowerAnswer.CHANGE_OUT})

#: Answers under which a lower reading is what the dial truly showed.
TRULY_LOWER = frozenset({LowerAnswer.ROLLOVER, LowerAnswer.REVERSED})


class MeterRole(StrEnum):
    """What a meter's use does to the account.

    Main and well meters add, deduct meters take away. A master meter serves several accounts: each pays its share.
    A sub meter adds to its own account; the account of the master in front of it has it as a deduct meter.
    """

    MAIN = "main"
    WELL = "well"
    DEDUCT = "deduct"
    MASTER = "master"
    SUB = "sub"


@dataclass(frozen=True, slots=True)
class Meter:
    """A meter; ``serial`` is text as on the plate; counts of the dial x multiplier are in ``unit``."""

    meter_id: int
    serial: str
    digits: int
    multiplier: Decimal
    unit: VolumeUnit = VolumeUnit.GALLON


@dataclass(frozen=True, slots=True)
class Reading:
    """What the dial showed on a day; ``source`` says who or which file brought it."""

    reading_id: int
    meter_id: int
    read_on: date
    value: Decimal
    source: str
    code: ReadingCode = ReadingCode.ACTUAL
    answer: LowerAnswer | None = None


@dataclass(frozen=True, slots=True)
class Installation:
    """A meter at an account: ``installed_on`` inclusive, ``removed_on`` the day it was taken out or open.

    ``share`` is the part of its use that this account pays, 1 but for a master meter.
    """

    meter: Meter
    installed_on: date
    removed_on: date | None = None
    role: MeterRole = MeterRole.MAIN
    share: Decimal = Decimal(1)


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """The office's own limits for questions.

    Use above ``high_times`` or below ``low_times`` of the usual (zero asks nothing); days between readings; the second
    estimated reading in a row, and more than ``estimates`` hold the bill (``None`` asks nothing).
    """

    high_times: Decimal
    days_min: int
    days_max: int
    low_times: Decimal = Decimal(0)
    estimates: int | None = None


class ReadingIssue(StrEnum):
    """Kinds of question a reading can raise."""

    LOWER = "lower"
    ZERO = "zero"
    STUCK = "stuck"
    HIGH = "high"
    LOW = "low"
    MISSING = "missing"
    DUPLICATE = "duplicate"
    UNKNOWN_METER = "unknown meter"
    TOO_MANY_DIGITS = "too many digits"
    DAYS = "days in period"
    ESTIMATES = "estimates in a row"
    FIRST_BILL = "first bill after a change"


@dataclass(frozen=True, slots=True)
class ReadingFinding:
    """One question; a ``blocking`` one holds the bill. ``implied_use`` is the use if it rolled over."""

    issue: ReadingIssue
    sentence: str
    account: str
    serial: str
    blocking: bool
    implied_use: Decimal | None = None


def previous_reading(readings: Iterable[Reading], before: date) -> Reading | None:
    """The latest usable reading by reading date before a day; when it was keyed does not matter.

    A reading answered as a misread or as another meter's is never a base. Of two on one day the later entered
    counts.
    """
    usable = (r for r in readings if r.read_on < before and r.answer not in NOT_THIS_DIAL)
    return max(usable, key=lambda r: (r.read_on, r.reading_id), default=None)


def latest_reading(readings: Iterable[Reading], *, start: date, end: date) -> Reading | None:
    """The latest usable reading from ``start`` through ``end``, install readings aside."""
    usable = (
        r
        for r in readings
        if start <= r.read_on <= end and r.answer not in NOT_THIS_DIAL and r.code is not ReadingCode.INSTALL
    )
    return max(usable, key=lambda r: (r.read_on, r.reading_id), default=None)


def base_reading(
    readings: Iterable[Reading], *, present: Reading, start: date, billed: Reading | None = None
) -> Reading | None:
    """Where a present reading's interval begins: the reading billed last, or the meter's install reading.

    Only a meter that no bill rests on yet begins at its latest reading before ``start``: a reading entered after a
    bill was posted must not become the base, or the use up to it would never be billed.
    """
    installs = (r for r in readings if r.code is ReadingCode.INSTALL and r is not present)
    if billed is not None:
        later = (r for r in installs if r.read_on >= billed.read_on)
        return previous_reading([billed, *later], present.read_on)
    return previous_reading([*(r for r in readings if r.read_on < start), *installs], present.read_on)


def dial_use(previous: Reading, present: Reading, meter: Meter) -> Decimal:
    """Dial counts between two readings; ``UserError`` for a lower one that was not answered as truly lower.

    A rollover is computed modulo 10 to the digits, so 9999 to 0000 on four digits is one count. A meter that was
    built in the wrong way round ran backward: its use is the drop.
    """
    for reading in (previous, present):
        if not 0 <= reading.value < Decimal(10) ** meter.digits:
            raise UserError(digits_sentence(reading, meter))
    if present.value >= previous.value:
        return present.value - previous.value
    if present.answer is LowerAnswer.ROLLOVER:
        return present.value - previous.value + Decimal(10) ** meter.digits
    if present.answer is LowerAnswer.REVERSED:
        return previous.value - present.value
    raise UserError(
        f"Meter {meter.serial}: the reading {format_dial(present.value, meter)} of "
        f"{present.read_on:%m/%d/%Y} is lower than "
        f"{format_dial(previous.value, meter)} of {previous.read_on:%m/%d/%Y}; answer whether it was "
        f"misread, rolled over, "
        f"changed out or reversed."
    )


def use(previous: Reading, present: Reading, meter: Meter) -> Decimal:
    """Use between two readings in the meter's unit; errors as ``dial_use``."""
    return dial_use(previous, present, meter) * meter.multiplier


def named_unit(text: str) -> tuple[VolumeUnit, Decimal]:
    """The unit and multiple that a reading file's word stands for (CCF is 100 cubic feet)."""
    try:
        return _NAMED_UNITS[" ".join(text.upper().split())]
    except KeyError:
        known = ", ".join(sorted(_NAMED_UNITS))
        raise UserError(f"“{text}” is not a unit of volume known here; use one of {known}.") from None


def dial_value(reading: Decimal, *, unit: VolumeUnit, multiple: Decimal, meter: Meter) -> Decimal:
    """A delivered reading as counts of the meter's own dial; the one place where units are converted.

    Same unit and multiple as the meter: the value itself. Whole counts only, cut off as the dial would show.
    """
    if unit is meter.unit and multiple == meter.multiplier:
        return reading
    gallons = reading * multiple * _GALLONS_PER[unit]
    counts = gallons / _GALLONS_PER[meter.unit] / meter.multiplier
    return counts.to_integral_value(rounding="ROUND_FLOOR")


def count_in(meter: Meter, unit: VolumeUnit) -> Decimal:
    """What one count of the dial is in a unit: the multiplier of a meter that is entered as counting in it."""
    return meter.multiplier * _GALLONS_PER[meter.unit] / _GALLONS_PER[unit]


def format_dial(value: Decimal, meter: Meter) -> str:
    """A reading as the dial shows it, with its leading zeros: 4875 on six digits is 004875."""
    whole = value.to_integral_value(rounding="ROUND_FLOOR")
    text = f"{int(whole):0{meter.digits}d}"
    fraction = value - whole
    return text if not fraction else text + f"{fraction.normalize():f}"[1:]


def digits_sentence(reading: Reading, meter: Meter) -> str:
    """What is wrong with a reading that has more digits than its dial."""
    return (
        f"Meter {meter.serial}: the reading {reading.value:f} of {reading.read_on:%m/%d/%Y} does not fit its "
        f"{meter.digits} digits; correct the reading or the meter's digits."
    )
