"""Meters, readings, and the use between two of them; every oddity is a question to the clerk, not a guess.

A reading is what the dial shows. Use is (present - previous) x multiplier, in the meter's own unit. A lower
reading is never taken for a rollover unless the clerk answered so. Readings delivered in another unit are
converted once, when they are imported (``dial_value``), and nowhere else.
"""

from collections.abc import Iterable, Sequence
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


class ReadingCode(StrEnum):
    """How a reading came about."""

    ACTUAL = "actual"
    ESTIMATED = "estimated"
    INSTALL = "install"
    REMOVAL = "removal"


class LowerAnswer(StrEnum):
    """The clerk's answer to "why is this reading lower than the last?"."""

    ROLLOVER = "rollover"
    MISREAD = "misread"
    CHANGE_OUT = "change-out"
    REVERSED = "reversed"


#: Readings that say nothing about this meter's dial: a slip of the pen, or the dial of the meter that followed it.
NOT_THIS_DIAL = frozenset({LowerAnswer.MISREAD, LowerAnswer.CHANGE_OUT})

#: Answers under which a lower reading is what the dial truly showed.
TRULY_LOWER = frozenset({LowerAnswer.ROLLOVER, LowerAnswer.REVERSED})


class MeterRole(StrEnum):
    """What a meter's use does to the account: add (main, well) or take away (deduct)."""

    MAIN = "main"
    WELL = "well"
    DEDUCT = "deduct"


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
    """A meter at an account: ``installed_on`` inclusive, ``removed_on`` the day it was taken out or open."""

    meter: Meter
    installed_on: date
    removed_on: date | None = None
    role: MeterRole = MeterRole.MAIN


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """The office's own limits for questions: use above ``high_times`` x usual; days between readings."""

    high_times: Decimal
    days_min: int
    days_max: int


class ReadingIssue(StrEnum):
    """Kinds of question a reading can raise."""

    LOWER = "lower"
    ZERO = "zero"
    HIGH = "high"
    MISSING = "missing"
    DUPLICATE = "duplicate"
    UNKNOWN_METER = "unknown meter"
    TOO_MANY_DIGITS = "too many digits"
    DAYS = "days in period"


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
            raise UserError(_digits_sentence(reading, meter))
    if present.value >= previous.value:
        return present.value - previous.value
    if present.answer is LowerAnswer.ROLLOVER:
        return present.value - previous.value + Decimal(10) ** meter.digits
    if present.answer is LowerAnswer.REVERSED:
        return previous.value - present.value
    raise UserError(
        f"Meter {meter.serial}: the reading {_dial(present, meter)} of "
        f"{present.read_on:%m/%d/%Y} is lower than "
        f"{_dial(previous, meter)} of {previous.read_on:%m/%d/%Y}; answer whether it was "
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


def check_reading(
    present: Reading,
    *,
    previous: Reading | None,
    meter: Meter,
    account: str,
    usual: Decimal | None,
    limits: ReadingLimits,
) -> list[ReadingFinding]:
    """Questions about one reading: too many digits, lower, zero, high against ``usual`` use, days between."""
    who = f"Account {account}, meter {meter.serial}"
    if not 0 <= present.value < Decimal(10) ** meter.digits:
        sentence = f"Account {account}: {_digits_sentence(present, meter)}"
        return [ReadingFinding(ReadingIssue.TOO_MANY_DIGITS, sentence, account, meter.serial, True)]
    if previous is None:
        return []
    findings = [*_days_finding(present, previous=previous, account=account, meter=meter, limits=limits)]
    if present.value < previous.value and present.answer not in TRULY_LOWER:
        return [*findings, _lower_finding(present, previous=previous, account=account, meter=meter)]
    used = use(previous, present, meter)
    if used == 0:
        sentence = (
            f"{who}: no use since {previous.read_on:%m/%d/%Y}; check that the meter "
            f"runs and the house is empty."
        )
        findings.append(ReadingFinding(ReadingIssue.ZERO, sentence, account, meter.serial, False))
    elif usual is not None and usual > 0 and used > usual * limits.high_times:
        sentence = (
            f"{who}: {used:,f} {meter.unit} is more than {limits.high_times:f} times the usual {usual:,f}; "
            f"check the reading, then tell the owner about a possible leak."
        )
        findings.append(ReadingFinding(ReadingIssue.HIGH, sentence, account, meter.serial, False))
    return findings


def _days_finding(
    present: Reading, *, previous: Reading, account: str, meter: Meter, limits: ReadingLimits
) -> list[ReadingFinding]:
    days = (present.read_on - previous.read_on).days
    if limits.days_min <= days <= limits.days_max:
        return []
    if previous.code is ReadingCode.INSTALL or present.code is ReadingCode.REMOVAL:
        return []
    sentence = (
        f"Account {account}, meter {meter.serial}: {days} days lie between {previous.read_on:%m/%d/%Y} and "
        f"{present.read_on:%m/%d/%Y}, usual are "
        f"{limits.days_min} to {limits.days_max}; check the dates and whether a reading is missing."
    )
    return [ReadingFinding(ReadingIssue.DAYS, sentence, account, meter.serial, False)]


def _lower_finding(present: Reading, *, previous: Reading, account: str, meter: Meter) -> ReadingFinding:
    full = Decimal(10) ** meter.digits
    implied = (present.value - previous.value + full) * meter.multiplier
    sentence = (
        f"Account {account}, meter {meter.serial}: {_dial(present, meter)} on "
        f"{present.read_on:%m/%d/%Y} is lower than "
        f"{_dial(previous, meter)} on "
        f"{previous.read_on:%m/%d/%Y}; answer misread, rollover (use would be {implied:,f} {meter.unit}), "
        f"change-out or reversed."
    )
    if previous.code is ReadingCode.ESTIMATED:
        sentence += (
            f" The earlier reading is an estimate; where it was too high, enter {_dial(previous, meter)} once more as "
            "an estimate for a later day, and nothing is charged until the dial has passed it."
        )
    return ReadingFinding(ReadingIssue.LOWER, sentence, account, meter.serial, True, implied)


def missing_finding(*, account: str, meter: Meter, start: date, end: date) -> ReadingFinding:
    """The question for a meter without a reading in the run's window."""
    sentence = (
        f"Account {account}, meter {meter.serial}: no reading from {start:%m/%d/%Y} to "
        f"{end:%m/%d/%Y}; enter one, "
        f"an estimate, or leave the bill on hold."
    )
    return ReadingFinding(ReadingIssue.MISSING, sentence, account, meter.serial, True)


def find_duplicates(
    readings: Sequence[Reading], *, meters: dict[int, tuple[str, Meter]]
) -> list[ReadingFinding]:
    """Two readings of one meter on one day, blocking when they differ.

    ``meters`` maps meter id to account number and meter.
    """
    seen: dict[tuple[int, date], Reading] = {}
    findings: list[ReadingFinding] = []
    for reading in sorted(readings, key=lambda r: r.reading_id):
        if reading.answer in NOT_THIS_DIAL or reading.meter_id not in meters:
            continue
        first = seen.setdefault((reading.meter_id, reading.read_on), reading)
        if first is not reading:
            account, meter = meters[reading.meter_id]
            sentence = (
                f"Account {account}, meter {meter.serial}: two readings on {reading.read_on:%m/%d/%Y}, "
                f"{_dial(first, meter)} and {_dial(reading, meter)}; mark the wrong one as misread."
            )
            findings.append(
                ReadingFinding(
                    ReadingIssue.DUPLICATE, sentence, account, meter.serial, first.value != reading.value
                )
            )
    return findings


def unknown_meter_finding(*, account: str, serial: str) -> ReadingFinding:
    """The question for a reading whose meter is not at that account."""
    sentence = (
        f"Meter {serial} is not at account {account}; correct the serial number or "
        f"enter the meter change first."
    )
    return ReadingFinding(ReadingIssue.UNKNOWN_METER, sentence, account, serial, True)


def format_dial(value: Decimal, meter: Meter) -> str:
    """A reading as the dial shows it, with its leading zeros: 4875 on six digits is 004875."""
    whole = value.to_integral_value(rounding="ROUND_FLOOR")
    text = f"{int(whole):0{meter.digits}d}"
    fraction = value - whole
    return text if not fraction else text + f"{fraction.normalize():f}"[1:]


def _dial(reading: Reading, meter: Meter) -> str:
    return format_dial(reading.value, meter)


def _digits_sentence(reading: Reading, meter: Meter) -> str:
    return (
        f"Meter {meter.serial}: the reading {reading.value:f} of {reading.read_on:%m/%d/%Y} does not fit its "
        f"{meter.digits} digits; correct the reading or the meter's digits."
    )
