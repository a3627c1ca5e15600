"""Dates as a clerk types them: short forms, month names, key conventions, and how they read back.

Order is the American one, month before day. Nothing here asks the machine for the time: ``today`` is given.
Each error is one sentence (``UserError``) that says what to type instead.
"""

import calendar
import re
from datetime import MAXYEAR, date, timedelta

from sewerdesk.domain.errors import UserError

DATE_KEYS = "+=;-_[]TMHYRWK"
"""Keys that step or jump a date; see :func:`step_date`."""

_FIRST_YEAR = 1700
_LAST_YEAR = 2299
_CENTURY_AHEAD = 20
_PATTERN = "Type the date as month/day, for example 7/4."
_MONTHS = tuple(calendar.month_name[number].lower() for number in range(1, 13))
_RELATIVE = re.compile(r"([+-])\s*([0-9]{1,5})")
_NUMBERS = re.compile(r"([0-9]{1,2})([/.\-])([0-9]{1,2})(?:\2([0-9]{4}|[0-9]{2}))?")
_ISO = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.?\s*([0-9]{1,2})(?:\s*,\s*|\s+)?([0-9]{4}|[0-9]{2})?")
_DAY_FIRST = re.compile(r"([0-9]{1,2})\s*([a-z]{3,9})\.?(?:\s*,\s*|\s+)?([0-9]{4}|[0-9]{2})?")
_WEEKDAY_LEAD = re.compile(r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+(?=.)")


def parse_date(text: str, *, today: date) -> date:
    """The date that ``text`` means on the day ``today``.

    A lone day is a day of this month, month/day is of this year, a two-digit year is the latest such year
    that is not more than twenty years ahead. ``+30`` and ``-10`` count days from today; the letters of
    :func:`step_date` work from today. ``UserError`` where the text is no date.
    """
    typed = " ".join(text.replace("\u2212", "-").split()).lower()
    if not typed:
        raise UserError("Type a date, for example 7/4.")
    if len(typed) == 1 and typed.upper() in DATE_KEYS:
        return step_date(today, typed, today=today)
    relative = _RELATIVE.fullmatch(typed)
    if relative:
        days = int(relative[2])
        return _shift_days(today, days if relative[1] == "+" else -days)
    if typed.isascii() and typed.isdigit():
        return _from_digits(typed, today)
    return _from_parts(_WEEKDAY_LEAD.sub("", typed), today)


def step_date(day: date | None, key: str, *, today: date) -> date:
    """Where a key takes the date ``day`` (``today`` where the field is empty).

    ``+ = ;`` next day, ``- _`` the day before, ``]`` and ``[`` a month on and back (the last day where the
    month is shorter), T today, M/H first and last day of the month, Y/R of the year, W/K of the week (Sunday
    to Saturday). ``ValueError`` for any other key.
    """
    start = day or today
    letter = key.upper()
    if letter in ("+", "=", ";"):
        return _shift_days(start, 1)
    if letter in ("-", "_", "\u2212"):
        return _shift_days(start, -1)
    if letter in ("[", "]"):
        return shift_months(start, 1 if letter == "]" else -1)
    if letter == "T":
        return today
    if letter in ("W", "K"):
        sunday = (start.weekday() + 1) % 7
        return _shift_days(start, -sunday if letter == "W" else 6 - sunday)
    jumps = {
        "M": start.replace(day=1),
        "H": start.replace(day=calendar.monthrange(start.year, start.month)[1]),
        "Y": start.replace(month=1, day=1),
        "R": start.replace(month=12, day=31),
    }
    if letter not in jumps:
        raise ValueError(f"{key!r} is not a date key")
    return jumps[letter]


def shift_months(day: date, months: int) -> date:
    """The same day ``months`` later or earlier; the month's last day where it is shorter (1/31 to 2/28)."""
    count = day.year * 12 + day.month - 1 + months
    year, month = divmod(count, 12)
    if not 1 <= year <= MAXYEAR:
        raise UserError(_too_far())
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def format_date(day: date) -> str:
    """A date as fields and lists show it: ``07/04/2026``."""
    return f"{day.month:02d}/{day.day:02d}/{day.year:04d}"


def describe_date(day: date, *, today: date) -> str:
    """The weekday and how far off: ``Fri, in 16 days``, ``Wed, today``, ``Mon, 9 days ago``."""
    days = (day - today).days
    weekday = calendar.day_abbr[day.weekday()]
    near = {0: "today", 1: "tomorrow", -1: "yesterday"}.get(days)
    if near:
        return f"{weekday}, {near}"
    count = f"{abs(days):,} days"
    return f"{weekday}, in {count}" if days > 0 else f"{weekday}, {count} ago"


def _from_digits(digits: str, today: date) -> date:
    if len(digits) <= 2 and int(digits) <= 31:
        return _real_date(today.year, today.month, int(digits))
    if len(digits) == 4:
        return _real_date(today.year, int(digits[:2]), int(digits[2:]))
    if len(digits) in (6, 8):
        return _with_year(digits[:2], digits[2:4], digits[4:], today)
    raise UserError(_PATTERN)


def _from_parts(typed: str, today: date) -> date:
    iso = _ISO.fullmatch(typed)
    if iso:
        return _with_year(iso[2], iso[3], iso[1], today)
    numbers = _NUMBERS.fullmatch(typed)
    if numbers:
        return _with_year(numbers[1], numbers[3], numbers[4], today)
    named = _MONTH_FIRST.fullmatch(typed)
    if named:
        return _with_year(_month_number(named[1]), named[2], named[3], today)
    named = _DAY_FIRST.fullmatch(typed)
    if named:
        return _with_year(_month_number(named[2]), named[1], named[3], today)
    raise UserError(_PATTERN)


def _month_number(name: str) -> str:
    word = "sep" if name == "sept" else name
    matches = [index for index, month in enumerate(_MONTHS, start=1) if month.startswith(word)]
    if len(matches) != 1:
        raise UserError(f"“{name}” is not a month. {_PATTERN}")
    return str(matches[0])


def _with_year(month: str, day: str, year: str | None, today: date) -> date:
    if year is None:
        return _real_date(today.year, int(month), int(day))
    if len(year) == 4:
        return _real_date(int(year), int(month), int(day))
    horizon = today.year + _CENTURY_AHEAD
    candidate = horizon - (horizon - int(year)) % 100
    found = _real_date(candidate, int(month), int(day))
    if found > shift_months(today, 12 * _CENTURY_AHEAD):
        return _real_date(candidate - 100, int(month), int(day))
    return found


def _real_date(year: int, month: int, day: int) -> date:
    if not _FIRST_YEAR <= year <= _LAST_YEAR:
        raise UserError(_too_far())
    if not 1 <= month <= 12:
        raise UserError(f"The date must be a real date: there is no month {month}. {_PATTERN}")
    last = calendar.monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise UserError(f"The date must be a real date: {calendar.month_name[month]} {year} has {last} days.")
    return date(year, month, day)


def _shift_days(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        raise UserError(_too_far()) from None


def _too_far() -> str:
    return f"The date must be between the years {_FIRST_YEAR} and {_LAST_YEAR}."
