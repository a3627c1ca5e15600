"""Public holidays and business days.

The rules stand in ``resources/holidays.toml`` and make the first rows of the office's own table of holidays,
which the office may edit; deadlines look only at that table. They are stated as data and computed here, not
taken from a calendar library, because General Construction Law section 24 moves a Sunday's holiday to Monday and
leaves a Saturday's where it is, and because a deadline once told to a citizen must not move with a library.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from sewerdesk.domain.errors import UserError

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SATURDAY, _SUNDAY = 5, 6
_ONE_DAY = timedelta(days=1)
_KEYS = {
    "fixed": {"name", "rule", "month", "day", "since"},
    "nth_weekday": {"name", "rule", "month", "weekday", "nth", "offset_days", "since"},
}


@dataclass(frozen=True, slots=True)
class HolidayRule:
    """How the day of one holiday is found: a fixed ``day``, or the ``nth`` ``weekday`` (0 is Monday)."""

    name: str
    month: int
    day: int = 0
    weekday: int = 0
    nth: int = 0
    offset_days: int = 0
    since: int = 0
    citation: str = ""

    def falls_on(self, year: int) -> date:
        """The holiday's own day, before a Sunday is moved."""
        if self.day:
            return date(year, self.month, self.day)
        if self.nth > 0:
            first = date(year, self.month, 1)
            to_first = (self.weekday - first.weekday()) % 7
            return first + timedelta(days=to_first + 7 * (self.nth - 1) + self.offset_days)
        after = date(year + self.month // 12, self.month % 12 + 1, 1)
        back = (after.weekday() - self.weekday - 1) % 7 + 1
        return after - timedelta(days=back - self.offset_days)


@dataclass(frozen=True, slots=True, order=True)
class Holiday:
    """One row of the office's table: the day that is kept, and why."""

    day: date
    name: str
    citation: str = ""


def load_holiday_rules(text: str, *, source: str) -> tuple[HolidayRule, ...]:
    """The rules in a TOML text; ``UserError`` with the file, the holiday and the reason where one is wrong."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"The holiday file {source} cannot be read as TOML: {error}.") from error
    citation = str(document.get("citation", ""))
    tables = document.get("holiday", [])
    if not citation or not isinstance(tables, list) or not tables:
        raise UserError(f"The holiday file {source} needs a citation and at least one [[holiday]].")
    return tuple(_rule(table, citation, source) for table in tables)


def _rule(table: dict[str, Any], citation: str, source: str) -> HolidayRule:
    name = str(table.get("name", "without a name"))
    place = f'The holiday "{name}" in {source}'
    kind = table.get("rule")
    known = _KEYS.get(str(kind))
    if known is None:
        raise UserError(f"{place} needs the rule fixed or nth_weekday.")
    unknown = sorted(set(table) - known)
    if unknown:
        raise UserError(f"{place} has the unknown key {unknown[0]}.")
    values = {key: table[key] for key in known & set(table) - {"rule", "weekday"}}
    if kind == "nth_weekday":
        weekday = table.get("weekday")
        if weekday not in WEEKDAYS:
            raise UserError(f"{place} needs a weekday such as Monday.")
        values["weekday"] = WEEKDAYS.index(weekday)
    try:
        rule = HolidayRule(citation=citation, **values)
        for year in (2023, 2024):
            rule.falls_on(year)
    except (TypeError, ValueError) as error:
        raise UserError(f"{place} gives no day of every year; check month, day, nth and since.") from error
    if kind == "nth_weekday" and rule.nth not in {1, 2, 3, 4, -1}:
        raise UserError(f"{place} needs nth from 1 to 4, or -1 for the last one.")
    return rule


def new_york_holidays(year: int, rules: Iterable[HolidayRule]) -> tuple[Holiday, ...]:
    """The rows of one year, in order; a holiday on a Sunday is kept on Monday (Gen. Constr. Law §24)."""
    rows = []
    for rule in rules:
        if year < rule.since:
            continue
        day = rule.falls_on(year)
        kept = day + _ONE_DAY if day.weekday() == _SUNDAY else day
        rows.append(Holiday(kept, f"{rule.name} (observed)" if kept != day else rule.name, rule.citation))
    return tuple(sorted(rows))


@dataclass(frozen=True, slots=True)
class HolidayCalendar:
    """The holidays of the office's table; a year without any row is a year nobody has entered yet."""

    days: frozenset[date]
    years: frozenset[int] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "years", frozenset(day.year for day in self.days))

    @classmethod
    def of(cls, rows: Iterable[Holiday]) -> "HolidayCalendar":
        """The calendar of the rows of a table."""
        return cls(frozenset(row.day for row in rows))

    @classmethod
    def for_years(cls, first: int, last: int, rules: Iterable[HolidayRule]) -> "HolidayCalendar":
        """The calendar that the rules give from one year to another, both counted."""
        kept = tuple(rules)
        return cls.of(row for year in range(first, last + 1) for row in new_york_holidays(year, kept))

    def is_business_day(self, day: date) -> bool:
        """Whether offices work: no Saturday, no Sunday, no holiday.

        Raises ``UserError`` for a year of which the table has no holiday at all, because a deadline computed
        without them would be wrong and nobody would see it.
        """
        if day.year not in self.years:
            raise UserError(
                f"The table of holidays has no row for {day.year}, so the deadline on {day:%m/%d/%Y} cannot be "
                f"computed. Add the holidays of {day.year} to the table."
            )
        return day.weekday() < _SATURDAY and day not in self.days

    def on_or_after(self, day: date) -> date:
        """The day itself if it is a business day, else the next one."""
        while not self.is_business_day(day):
            day += _ONE_DAY
        return day

    def on_or_before(self, day: date) -> date:
        """The day itself if it is a business day, else the last one before it."""
        while not self.is_business_day(day):
            day -= _ONE_DAY
        return day

    def add_business_days(self, start: date, count: int) -> date:
        """The last of ``count`` business days after ``start``, or before it for a negative count.

        The start itself is never counted; with a count of 0 it is the answer, whatever day it is.
        """
        step = _ONE_DAY if count >= 0 else -_ONE_DAY
        day, left = start, abs(count)
        while left:
            day += step
            left -= self.is_business_day(day)
        return day

    def business_days_between(self, start: date, end: date) -> int:
        """How many business days lie after ``start`` up to and with ``end``; 0 if it is not later."""
        days = (start + timedelta(days=n) for n in range(1, (end - start).days + 1))
        return sum(self.is_business_day(day) for day in days)
