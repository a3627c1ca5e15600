"""A file of readings laid beside what the office holds: which meter each is of, and what the clerk should look at.

A file of another quarter, a column chosen wrongly and a meter that the reader passed by look sound row by row; they
show only against the readings before. Nothing here refuses a row.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.metering import Installation, Meter, dial_value, format_dial
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.wording import count

Pair = tuple[str, str]
"""Account and serial number, both folded."""
_SHOWN = 1


@dataclass(frozen=True, slots=True)
class Delivered:
    """A reading of a file with its meter: ``value`` as the dial shows it; the numbers as the file has them."""

    line: int
    account: str
    serial: str
    read_on: date
    value: Decimal
    meter: Meter


@dataclass(frozen=True, slots=True)
class HeldReadings:
    """What the office holds: the usable readings by meter, and the day through which the last run took its readings."""

    by_meter: Mapping[int, Sequence[tuple[date, Decimal]]]
    through: date | None = None


def installed_at(placed: Iterable[Installation], on: date) -> Installation | None:
    """The installation that holds on a day, the last day of a meter that was taken out included."""
    return next(
        (
            one
            for one in placed
            if one.installed_on <= on and (one.removed_on is None or on <= one.removed_on)
        ),
        None,
    )


def on_dial(value: Decimal, unit: VolumeUnit | None, multiple: Decimal | None, meter: Meter) -> Decimal:
    """A delivered reading as the dial shows it; one in another unit is converted here, once."""
    if unit is None or multiple is None:
        return value
    return dial_value(value, unit=unit, multiple=multiple, meter=meter)


def dial_problem(
    placed: Iterable[Installation],
    *,
    account: str,
    serial: str,
    read_on: date,
    reading: Decimal,
    measure: tuple[VolumeUnit | None, Decimal | None],
) -> tuple[str, str] | None:
    """Which field is wrong and why, where the meter was not there on the day or its dial cannot show the reading."""
    there = installed_at(placed, read_on)
    if there is None:
        return "read_date", (
            f"Meter {serial} was not at account {account} on {read_on:%m/%d/%Y}; correct the day, or enter the meter "
            "change first."
        )
    value = on_dial(reading, *measure, there.meter)
    if value < Decimal(10) ** there.meter.digits:
        return None
    return "reading", (
        f"Meter {serial} shows {value:f} by this, which does not fit its {there.meter.digits} digits; correct the "
        "reading, its unit or the meter."
    )


def match_notes(
    found: Sequence[Delivered],
    held: HeldReadings,
    *,
    waiting: Sequence[tuple[str, str]],
) -> tuple[str, ...]:
    """What to look at before a file is imported; ``waiting`` are account and serial of meters that it does not have."""
    if not found:
        return ()
    return tuple(
        note
        for note in (
            _days(found),
            _billed(found, held.through),
            *_changed(found, held),
            _waiting(waiting),
            _lower(found, held),
        )
        if note
    )


def _days(found: Sequence[Delivered]) -> str:
    first, last = min(one.read_on for one in found), max(one.read_on for one in found)
    until = "" if first == last else f" to {last:%m/%d/%Y}"
    return f"The readings are of {first:%m/%d/%Y}{until}."


def _billed(found: Sequence[Delivered], through: date | None) -> str:
    late = [one for one in found if through is not None and one.read_on <= through]
    if through is None or not late:
        return ""
    words = "One reading is" if len(late) == 1 else f"{count(len(late), 'reading')} are"
    return (
        f"{words} of {through:%m/%d/%Y} or before, through which the last run took its readings; only a bill that is "
        "held or corrected still uses it. Is this the right file?"
    )


def _changed(found: Sequence[Delivered], held: HeldReadings) -> list[str]:
    notes = []
    for one in found:
        same_day = [value for on, value in held.by_meter.get(one.meter.meter_id, ()) if on == one.read_on]
        if same_day and one.value not in same_day:
            notes.append(
                f"Row {one.line}: meter {one.serial} of account {one.account} was read "
                f"{format_dial(same_day[-1], one.meter)} on {one.read_on:%m/%d/%Y} already, and the file says "
                f"{format_dial(one.value, one.meter)}; the billing run asks which is right."
            )
    more = len(notes) - _SHOWN
    if more <= 0:
        return notes
    also = "One more reading differs" if more == 1 else f"{count(more, 'more reading')} differ"
    return [*notes[:_SHOWN], f"{also} from what is held for the same day."]


def _waiting(waiting: Sequence[tuple[str, str]]) -> str:
    if not waiting:
        return ""
    account, serial = waiting[0]
    if len(waiting) == 1:
        return f"One meter that is in has no reading in this file: {serial} of account {account}."
    return (
        f"{count(len(waiting), 'meter')} that are in have no reading in this file, such as {serial} of account "
        f"{account}."
    )


def _lower(found: Sequence[Delivered], held: HeldReadings) -> str:
    lower = []
    for one in found:
        before = [entry for entry in held.by_meter.get(one.meter.meter_id, ()) if entry[0] < one.read_on]
        if before and one.value < max(before, key=lambda entry: entry[0])[1]:
            lower.append(one)
    if not lower:
        return ""
    first = f"such as {lower[0].serial} of account {lower[0].account}"
    words = (
        "One reading is lower than the one before it"
        if len(lower) == 1
        else f"{count(len(lower), 'reading')} are lower than the ones before them"
    )
    return f"{words}, {first}; is the right column chosen for the reading?"
