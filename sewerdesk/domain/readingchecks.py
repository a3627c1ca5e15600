"""Questions about readings: what is odd, said in one sentence, never guessed and never put right by itself."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from sewerdesk.domain.metering import (
    NOT_THIS_DIAL,
    TRULY_LOWER,
    LowerAnswer,
    Meter,
    Reading,
    ReadingCode,
    ReadingFinding,
    ReadingIssue,
    ReadingLimits,
    digits_sentence,
    format_dial,
    use,
)
from sewerdesk.domain.wording import count


def check_reading(
    present: Reading,
    *,
    previous: Reading | None,
    meter: Meter,
    account: str,
    usual: Decimal | None,
    limits: ReadingLimits,
    earlier: Sequence[Reading] = (),
) -> list[ReadingFinding]:
    """Questions about one reading.

    Too many digits, lower, zero or stuck, high or low against ``usual`` use, days between, estimates in a row.
    ``earlier`` are the meter's readings before it. A reading that the clerk confirmed is asked about only where the
    bill cannot be made from it.
    """
    who = f"Account {account}, meter {meter.serial}"
    if not 0 <= present.value < Decimal(10) ** meter.digits:
        sentence = f"Account {account}: {digits_sentence(present, meter)}"
        return [ReadingFinding(ReadingIssue.TOO_MANY_DIGITS, sentence, account, meter.serial, True)]
    if previous is None:
        return []
    lower = present.value < previous.value and present.answer not in TRULY_LOWER
    if present.answer is LowerAnswer.CONFIRMED:
        return [_lower_finding(present, previous=previous, account=account, meter=meter)] if lower else []
    findings = [
        *_days_finding(present, previous=previous, account=account, meter=meter, limits=limits),
        *_estimates_finding(present, earlier=earlier, account=account, meter=meter, limits=limits),
    ]
    if lower:
        most = None if not usual else usual * limits.high_times
        return [
            *findings,
            _lower_finding(present, previous=previous, account=account, meter=meter, most=most, usual=usual),
        ]
    used = use(previous, present, meter)
    found = _use_finding(used, usual, previous=previous, earlier=earlier, who=who, meter=meter, limits=limits)
    if found is not None:
        issue, sentence = found
        findings.append(ReadingFinding(issue, sentence, account, meter.serial, False))
    return findings


def _use_finding(
    used: Decimal,
    usual: Decimal | None,
    *,
    previous: Reading,
    earlier: Sequence[Reading],
    who: str,
    meter: Meter,
    limits: ReadingLimits,
) -> tuple[ReadingIssue, str] | None:
    """What is odd about the use itself."""
    shown = f"{used:,f} {meter.unit}"
    if used == 0:
        return _standing_dial(previous, earlier=earlier, who=who, meter=meter)
    if usual is None or usual <= 0:
        return None
    if used > usual * limits.high_times:
        sentence = (
            f"{who}: {shown} is more than {limits.high_times:f} times the usual {usual:,f}; "
            f"check the reading, then tell the owner about a possible leak."
        )
        return ReadingIssue.HIGH, sentence
    if used < usual * limits.low_times:
        sentence = (
            f"{who}: {shown} is less than {limits.low_times:f} times the usual {usual:,f}; check the reading and "
            "that the meter runs."
        )
        return ReadingIssue.LOW, sentence
    return None


def _standing_dial(
    previous: Reading, *, earlier: Sequence[Reading], who: str, meter: Meter
) -> tuple[ReadingIssue, str]:
    """No use: for the first time, or at every reading since a day."""
    same = sorted(
        {one.read_on for one in _usable(earlier) if one.value == previous.value} | {previous.read_on}
    )
    if len(same) > 1:
        sentence = (
            f"{who}: the dial has shown {format_dial(previous.value, meter)} since {same[0]:%m/%d/%Y}, at every "
            "reading; the meter may be stuck. Have it looked at, or confirm that nobody lives there."
        )
        return ReadingIssue.STUCK, sentence
    sentence = (
        f"{who}: no use since {previous.read_on:%m/%d/%Y}; check that the meter runs and the house is empty."
    )
    return ReadingIssue.ZERO, sentence


def _usable(readings: Sequence[Reading]) -> list[Reading]:
    return [one for one in readings if one.answer not in NOT_THIS_DIAL]


def estimates_in_row(present: Reading, earlier: Sequence[Reading]) -> int:
    """How many estimated readings in a row end with this one, by reading date; install and real reads end the row."""
    estimates = 0
    before = [
        one
        for one in _usable(earlier)
        if (one.read_on, one.reading_id) < (present.read_on, present.reading_id)
    ]
    for one in sorted([*before, present], key=lambda r: (r.read_on, r.reading_id), reverse=True):
        if one.code is not ReadingCode.ESTIMATED:
            break
        estimates += 1
    return estimates


def _estimates_finding(
    present: Reading, *, earlier: Sequence[Reading], account: str, meter: Meter, limits: ReadingLimits
) -> list[ReadingFinding]:
    if limits.estimates is None or present.code is not ReadingCode.ESTIMATED:
        return []
    in_row = estimates_in_row(present, earlier)
    if in_row <= min(limits.estimates, 1):
        return []
    sentence = (
        f"Account {account}, meter {meter.serial}: {count(in_row, 'estimated reading')} in a row, the office allows "
        f"{limits.estimates}; read the meter, or confirm the estimate and say why it cannot be read."
    )
    held = in_row > limits.estimates
    return [ReadingFinding(ReadingIssue.ESTIMATES, sentence, account, meter.serial, held)]


def _days_finding(
    present: Reading, *, previous: Reading, account: str, meter: Meter, limits: ReadingLimits
) -> list[ReadingFinding]:
    days = (present.read_on - previous.read_on).days
    if limits.days_min <= days <= limits.days_max:
        return []
    if previous.code is ReadingCode.INSTALL or present.code is ReadingCode.REMOVAL:
        return []
    sentence = (
        f"Account {account}, meter {meter.serial}: {count(days, 'day lies', 'days lie')} between "
        f"{previous.read_on:%m/%d/%Y} and {present.read_on:%m/%d/%Y}, usual are "
        f"{limits.days_min} to {limits.days_max}; check the dates and whether a reading is missing."
    )
    return [ReadingFinding(ReadingIssue.DAYS, sentence, account, meter.serial, False)]


def _lower_finding(
    present: Reading,
    *,
    previous: Reading,
    account: str,
    meter: Meter,
    most: Decimal | None = None,
    usual: Decimal | None = None,
) -> ReadingFinding:
    """The question about a lower reading; a rollover is told with its use, and doubted where that is above ``most``."""
    full = Decimal(10) ** meter.digits
    implied = (present.value - previous.value + full) * meter.multiplier
    doubt = (
        f", unlikely where {usual:,f} is usual"
        if most is not None and usual is not None and implied > most
        else ""
    )
    sentence = (
        f"Account {account}, meter {meter.serial}: {format_dial(present.value, meter)} on "
        f"{present.read_on:%m/%d/%Y} is lower than "
        f"{format_dial(previous.value, meter)} on "
        f"{previous.read_on:%m/%d/%Y}; answer misread, rollover (use would be {implied:,f} {meter.unit}{doubt}), "
        f"change-out or reversed."
    )
    if previous.code is ReadingCode.ESTIMATED:
        sentence += (
            " The earlier reading is an estimate; where it was too high, enter "
            f"{format_dial(previous.value, meter)} once more as an estimate for a "
            "later day, and nothing is charged until the dial has passed it."
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
                f"{format_dial(first.value, meter)} and {format_dial(reading.value, meter)}; mark the wrong one as "
                "misread."
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
