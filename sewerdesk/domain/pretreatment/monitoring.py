"""What is on file about a user's compliance: measurements with their limits, dated duties, notices and events."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.law import Comparison
from sewerdesk.domain.pretreatment.results import LabResult


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measurement of one pollutant, with the limits that it is to be compared with, all in one unit.

    A day's sample carries the daily maximum, a value averaged over a longer time the average limit. ``least`` is a
    limit from below (pH). ``in_ph`` marks a value on the pH scale, of which no multiple can be taken.
    """

    pollutant: str
    taken_on: date
    result: LabResult
    daily_maximum: Decimal | None = None
    average_limit: Decimal | None = None
    least: Decimal | None = None
    in_ph: bool = False

    @property
    def has_limit(self) -> bool:
        """Whether there is anything to compare it with."""
        return any(limit is not None for limit in (self.daily_maximum, self.average_limit, self.least))

    def is_over(self, comparison: Comparison) -> bool | None:
        """Whether it is over any of its limits (or under the least), by any magnitude; None where not known.

        A value that equals a limit is over it only where the law says "equals or exceeds".
        """
        upper = [
            _compare(self.result, limit, comparison)
            for limit in (self.daily_maximum, self.average_limit)
            if limit is not None
        ]
        lower = [self.result.falls_below(self.least)] if self.least is not None else []
        return _any([*upper, *lower])

    def is_over_multiple(self, factor: Decimal, comparison: Comparison) -> bool | None:
        """Whether it is over the daily maximum times a factor; without a daily maximum it is not.

        Nothing found where nothing is allowed is over no multiple, though it equals it.
        """
        if self.daily_maximum is None:
            return False
        if self.daily_maximum == 0:
            return self.result.exceeds(self.daily_maximum)
        return _compare(self.result, self.daily_maximum * factor, comparison)


def _compare(result: LabResult, limit: Decimal, comparison: Comparison) -> bool | None:
    return result.exceeds(limit) if comparison is Comparison.EXCEEDS else result.reaches(limit)


def _any(facts: list[bool | None]) -> bool | None:
    if True in facts:
        return True
    return None if None in facts else False


@dataclass(frozen=True, slots=True)
class Duty:
    """A milestone to be met or a report to be handed in by ``due``; ``done_on`` is open until then."""

    name: str
    due: date
    done_on: date | None = None

    def days_late(self, on: date) -> int:
        """How many days after its due date it was done, or has been open by a day; never below zero."""
        return max((min(self.done_on or on, on) - self.due).days, 0)


@dataclass(frozen=True, slots=True)
class NoticedViolation:
    """A violation of which the user was notified; ``corrected_on`` is open until it is put right."""

    name: str
    notified_on: date
    corrected_on: date | None = None

    def days_uncorrected(self, on: date) -> int:
        """Days from the notice to the correction, or to a day while it is open; never below zero."""
        return max((min(self.corrected_on or on, on) - self.notified_on).days, 0)


@dataclass(frozen=True, slots=True)
class NoncomplianceEvent:
    """Something that the law counts without a figure; ``rule`` is the key of the law's row (``interference``)."""

    rule: str
    on: date
    note: str = ""


@dataclass(frozen=True, slots=True)
class UserRecord:
    """All that is on file about one user's compliance, of any time; each test takes what falls in its window.

    ``pattern`` is the officer's finding whether the violations form one; None where nobody has judged it.
    """

    name: str
    measurements: tuple[Measurement, ...] = ()
    milestones: tuple[Duty, ...] = ()
    reports: tuple[Duty, ...] = ()
    violations: tuple[NoticedViolation, ...] = ()
    events: tuple[NoncomplianceEvent, ...] = ()
    pattern: bool | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The days that are looked at, the first and the last included."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    @classmethod
    def months_ending(cls, months: int, last: date) -> "Window":
        """So many whole months that end on a day: six that end on June 30 begin on January 1."""
        return cls(add_months(last + timedelta(days=1), -months), last)


def in_window(measurements: Iterable[Measurement], window: Window, pollutant: str) -> tuple[Measurement, ...]:
    """The measurements of one pollutant in a window that were tested and have a limit, oldest first."""
    found = (row for row in measurements if row.pollutant == pollutant and row.taken_on in window)
    return tuple(
        sorted((row for row in found if row.result.is_tested and row.has_limit), key=lambda row: row.taken_on)
    )


def days_over_average(flows: Mapping[date, Decimal], *, average: Decimal, window: Window) -> tuple[date, ...]:
    """The days of a reporting period whose flow was over the average daily flow of the application, oldest first.

    A periodic report must hold them (Dannemora 72-6C(2)(a)); flows and average in gallons a day.
    """
    return tuple(sorted(day for day, flow in flows.items() if day in window and flow > average))
