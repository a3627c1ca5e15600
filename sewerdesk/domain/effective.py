"""What changes over time: a value holds from a day (inclusive) until a day (exclusive) or an open end.

Owners, units, classes, rates and fees are kept so; every question about them takes the day it is asked for.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Generic, Protocol, TypeVar

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.wording import show_date


class Effective(Protocol):
    """Anything that holds from ``start`` (included) until ``until`` (excluded; None is open)."""

    @property
    def start(self) -> date:
        """The first day on which it holds."""

    @property
    def until(self) -> date | None:
        """The first day on which it no longer holds; None while no end is known."""


Row = TypeVar("Row", bound=Effective)
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Dated(Generic[Value]):
    """A plain value with the days on which it holds."""

    value: Value
    start: date
    until: date | None = None


def holds_on(row: Effective, on: date) -> bool:
    """Whether the row holds on that day."""
    return row.start <= on and (row.until is None or on < row.until)


def value_on(rows: Iterable[Row], on: date) -> Row | None:
    """The row that holds on a day, or None. Where rows overlap wrongly, the one that started last."""
    return max((row for row in rows if holds_on(row, on)), key=lambda row: row.start, default=None)


def next_change(rows: Iterable[Effective], after: date) -> date | None:
    """The next day after ``after`` on which some row starts or ends, or None."""
    days = (day for row in rows for day in (row.start, row.until) if day is not None and day > after)
    return min(days, default=None)


def check_no_gap_no_overlap(
    rows: Iterable[Effective], *, subject: str, needed_from: date | None = None
) -> None:
    """Refuse rows that leave a day without a value, or give a day two, from the first row to the open end.

    ``subject`` names the record in the sentence ("The owner of parcel 12.13-2-15.1"). With ``needed_from``
    there must be a value from that day on. ``RuleViolation`` names the first day that is wrong.
    """
    ordered = check_no_overlap(rows, subject=subject)
    if not ordered:
        raise RuleViolation(f"{subject} has no value. Enter one with the day from which it holds.")
    if needed_from is not None and ordered[0].start > needed_from:
        raise RuleViolation(
            f"{subject} is missing from {show_date(needed_from)} to {show_date(_eve(ordered[0].start))}."
        )
    for earlier, later in pairwise(ordered):
        if earlier.until is not None and earlier.until < later.start:
            raise RuleViolation(
                f"{subject} is missing from {show_date(earlier.until)} to {show_date(_eve(later.start))}. "
                "Let the later value start on the first of these days."
            )
    last = ordered[-1].until
    if last is not None:
        raise RuleViolation(
            f"{subject} is missing from {show_date(last)} on. Enter what holds from that day."
        )


def check_no_overlap(rows: Iterable[Row], *, subject: str) -> list[Row]:
    """The rows by first day; ``RuleViolation`` where one ends before it starts or two hold on one day."""
    ordered = sorted(rows, key=lambda row: row.start)
    for row in ordered:
        if row.until is not None and row.until <= row.start:
            raise RuleViolation(
                f"{subject}: a value that starts on {show_date(row.start)} "
                f"cannot end on {show_date(row.until)}."
            )
    for earlier, later in pairwise(ordered):
        if earlier.until is None or earlier.until > later.start:
            raise RuleViolation(
                f"{subject} has two values on {show_date(later.start)}. End the earlier one on that day."
            )
    return ordered


def succeed(rows: Sequence[Dated[Value]], new: Dated[Value], *, subject: str) -> tuple[Dated[Value], ...]:
    """The rows after ``new`` takes over: the row that holds when it starts ends on that day.

    ``RuleViolation`` where something is already entered for that day or a later one: history stays as it is.
    """
    later = [row for row in rows if row.start >= new.start]
    if later:
        first = min(row.start for row in later)
        raise RuleViolation(
            f"{subject} already has a value from {show_date(first)}. "
            f"Choose a day after {show_date(max(row.start for row in later))}, or correct that value."
        )
    closed = tuple(replace(row, until=new.start) if holds_on(row, new.start) else row for row in rows)
    result = (*closed, new)
    check_no_overlap(result, subject=subject)
    return result


def _eve(day: date) -> date:
    return day - timedelta(days=1)
