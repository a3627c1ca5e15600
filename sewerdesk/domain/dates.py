"""Quarters and deadlines: days of the law counted, rolled where the law lets them, and explained in a sentence.

Rules of counting: the day from which a period runs is not counted and its last day is (General Construction Law
section 20); months and years end on the same day of the month, or on the month's last day if it has no such day
(section 30); a period that ends on a Saturday, a Sunday or a public holiday may be met on the next business day
(section 25-a). The office uses the later day for a citizen's deadline and the earlier one for its own duty.
"""

import calendar as month_lengths
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import WEEKDAYS, HolidayCalendar
from sewerdesk.domain.law.pack import Law
from sewerdesk.domain.law.types import TIME_UNITS, Unit, Whose
from sewerdesk.domain.wording import show_date

ROLL_CITATION = "Gen. Constr. Law §25-a"
_MONTHS_PER_YEAR = 12
_MONTHS_PER_QUARTER = 3
_UNIT_WORDS = {
    Unit.DAYS: ("day", "days"),
    Unit.BUSINESS_DAYS: ("business day", "business days"),
    Unit.HOURS: ("hour", "hours"),
    Unit.MONTHS: ("month", "months"),
    Unit.YEARS: ("year", "years"),
}
_QUARTER_CODE = re.compile(r"(\d{4})-Q([1-4])")


@dataclass(frozen=True, slots=True, order=True)
class Quarter:
    """A quarter of the calendar year; ``number`` is 1 to 4."""

    year: int
    number: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= _MONTHS_PER_YEAR // _MONTHS_PER_QUARTER:
            raise ValueError(f"a year has no quarter {self.number}")

    @classmethod
    def of(cls, day: date) -> "Quarter":
        """The quarter in which a day lies."""
        return cls(day.year, (day.month - 1) // _MONTHS_PER_QUARTER + 1)

    @classmethod
    def parse(cls, code: str) -> "Quarter":
        """The quarter written ``2027-Q1``; ``UserError`` for anything else."""
        match = _QUARTER_CODE.fullmatch(code.strip())
        if match is None:
            raise UserError(f'"{code}" is no quarter; write it such as 2027-Q1.')
        return cls(int(match[1]), int(match[2]))

    @property
    def start(self) -> date:
        """Its first day."""
        return date(self.year, _MONTHS_PER_QUARTER * (self.number - 1) + 1, 1)

    @property
    def end(self) -> date:
        """Its last day."""
        return self.next.start - timedelta(days=1)

    @property
    def next(self) -> "Quarter":
        """The quarter after it."""
        return Quarter(self.year + self.number // 4, self.number % 4 + 1)

    @property
    def previous(self) -> "Quarter":
        """The quarter before it."""
        return Quarter(self.year - (self.number == 1), (self.number - 2) % 4 + 1)

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.end - self.start).days + 1

    @property
    def code(self) -> str:
        """As stored and sorted: ``2027-Q1``."""
        return f"{self.year:04d}-Q{self.number}"

    @property
    def label(self) -> str:
        """As printed: ``Q1 2027``."""
        return f"Q{self.number} {self.year}"

    def __contains__(self, day: date) -> bool:
        return self.start <= day <= self.end


@dataclass(frozen=True, slots=True)
class DayRule:
    """A period of the law: ``count`` units after (or before) the ``event``, in the words of a paper."""

    event: str
    count: int
    unit: Unit
    citation: str

    def __post_init__(self) -> None:
        if self.unit not in TIME_UNITS or self.count < 0:
            raise ValueError(f"{self.count} {self.unit} is no period")

    @property
    def period(self) -> str:
        """The period in words: ``60 days``, ``1 year``."""
        one, many = _UNIT_WORDS[self.unit]
        return f"{self.count} {one if self.count == 1 else many}"


@dataclass(frozen=True, slots=True)
class Deadline:
    """A day by which something must be done, with the rule and the sentence that explain it.

    ``raw`` is the day the counting ends on; ``effective`` is the day to act on. ``at`` is the instant (aware
    UTC) where the period is in hours.
    """

    event: str
    start: date
    count: int
    unit: Unit
    raw: date
    effective: date
    sentence: str
    citation: str
    at: datetime | None = None

    def is_missed(self, today: date) -> bool:
        """Whether its day is over; the day itself still counts to its end."""
        return today > self.effective

    def days_left(self, today: date) -> int:
        """Days until it, negative once it is over."""
        return (self.effective - today).days


def add_months(start: date, months: int) -> date:
    """The same day of the month, or the month's last day if it has no such day (Gen. Constr. Law §30)."""
    index = start.year * _MONTHS_PER_YEAR + start.month - 1 + months
    year, month = divmod(index, _MONTHS_PER_YEAR)
    last = month_lengths.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(start.day, last))


def law_rule(law: Law, figure_key: str, *, event: str, on: date) -> DayRule:
    """The period of one figure of the law as it stands on a day; ``UserError`` if it is blank or no period."""
    figure = law.figure(figure_key, on)
    if figure.unit not in TIME_UNITS:
        raise UserError(f"The figure for {figure.subject} ({figure.citation}) is not a period of time.")
    return DayRule(event, figure.whole, figure.unit, figure.citation)


def deadline(
    rule: DayRule, start: date, calendar: HolidayCalendar, *, whose: Whose = Whose.CITIZEN
) -> Deadline:
    """The last day of a period that runs from ``start``.

    For a period in hours ``start`` is an aware ``datetime``; its hours are real hours, across a change of the
    clocks too, and are never extended. A citizen's period of days, months or years that ends on a Saturday, a
    Sunday or a holiday goes on to the next business day; the office's own does not.
    """
    if rule.unit is Unit.HOURS:
        return _hours(rule, start)
    first = start.date() if isinstance(start, datetime) else start
    raw = _count(rule, first, calendar, 1)
    sentence = f"{rule.period} from {show_date(first)} is {weekday_and_date(raw)}"
    effective = raw
    if rule.unit is not Unit.BUSINESS_DAYS and not calendar.is_business_day(raw):
        if whose is Whose.CITIZEN:
            effective = calendar.on_or_after(raw)
            sentence += f"; next business day {weekday_and_date(effective)} ({ROLL_CITATION})"
        else:
            sentence += "; the office's own time is not extended"
    return Deadline(rule.event, first, rule.count, rule.unit, raw, effective, sentence, rule.citation)


def at_least_before(rule: DayRule, event_day: date, calendar: HolidayCalendar) -> Deadline:
    """The last day that is at least so long before an event; the event's own day is not counted.

    ``raw`` is the limit of the law; ``effective`` is the last business day on or before it, because a time that
    must at least pass is never shortened by a weekend. For a time in hours the event is an aware ``datetime``; its
    last instant is in ``at``, on whatever day it falls.
    """
    if rule.unit is Unit.HOURS:
        return _hours(rule, event_day, before=True)
    raw = _count(rule, event_day, calendar, -1)
    effective = calendar.on_or_before(raw)
    sentence = (
        f"at least {rule.period} before {show_date(event_day)} is {weekday_and_date(raw)} at the latest"
    )
    if effective != raw:
        sentence += f"; last business day before it {weekday_and_date(effective)}"
    return Deadline(rule.event, event_day, rule.count, rule.unit, raw, effective, sentence, rule.citation)


def earliest_after(rule: DayRule, notice_day: date, calendar: HolidayCalendar) -> Deadline:
    """The first day of an event that a notice must come "at least so long before"; ``raw`` and ``effective`` alike.

    It is the first day from which counting the period back (see :func:`at_least_before`) ends on or after the day of
    the notice, so that both ways of counting always agree. For a time in hours the notice is an aware ``datetime``.
    """
    if rule.unit is Unit.HOURS:
        return _hours(rule, notice_day)
    first = _count(rule, notice_day, calendar, 1)
    while _count(rule, first, calendar, -1) < notice_day:  # a month's end, or business days from a weekend
        first += timedelta(days=1)
    while (
        _count(rule, first - timedelta(days=1), calendar, -1) >= notice_day
    ):  # a day without business before it
        first -= timedelta(days=1)
    sentence = f"{rule.period} from {show_date(notice_day)}: {weekday_and_date(first)} at the earliest"
    return Deadline(rule.event, notice_day, rule.count, rule.unit, first, first, sentence, rule.citation)


def _hours(rule: DayRule, start: date, *, before: bool = False) -> Deadline:
    if not isinstance(start, datetime) or start.tzinfo is None:
        raise ValueError("a period in hours runs from an aware time")
    hours = timedelta(hours=-rule.count if before else rule.count)
    instant = start.astimezone(UTC) + hours
    local = instant.astimezone(start.tzinfo)
    day, moment = local.date(), f"{show_date(start.date())} {_time(start)}"
    sentence = (
        f"at least {rule.period} before {moment} is {weekday_and_date(day)} {_time(local)} at the latest"
        if before
        else f"{rule.period} from {moment} is {weekday_and_date(day)} {_time(local)}"
    )
    return Deadline(
        rule.event, start.date(), rule.count, rule.unit, day, day, sentence, rule.citation, at=instant
    )


def _count(rule: DayRule, start: date, calendar: HolidayCalendar, sign: int) -> date:
    count = sign * rule.count
    try:
        if rule.unit is Unit.BUSINESS_DAYS:
            return calendar.add_business_days(start, count)
        if rule.unit is Unit.DAYS:
            return start + timedelta(days=count)
        return add_months(start, count * (_MONTHS_PER_YEAR if rule.unit is Unit.YEARS else 1))
    except (OverflowError, ValueError) as error:
        raise UserError(f"{rule.period} from {show_date(start)} is no date of the calendar.") from error


def weekday_and_date(day: date) -> str:
    """A day with its weekday, as the sentences of deadlines name it: ``Friday 5/7/2027``."""
    return f"{WEEKDAYS[day.weekday()]} {show_date(day)}"


def _time(moment: datetime) -> str:
    hour = moment.hour % 12 or 12
    return f"{hour}:{moment.minute:02d} {'AM' if moment.hour < 12 else 'PM'}"
