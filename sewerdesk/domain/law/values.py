"""Values of figures as people type them: read into the type that the unit asks for, or refused in a sentence."""

import re
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal

from sewerdesk.domain.law.types import MONEY_UNITS, TIME_UNITS, Event, Figure, Unit

_MONTHS = range(1, 13)
_PLAIN_NUMBER = re.compile(r"\d{1,12}(\.\d{1,8})?")
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+(\.\d+)?")
_CENTS = 2
_MOST_PH = Decimal(14)
_LONGEST: Mapping[Unit, int] = {
    Unit.DAYS: 36_525,
    Unit.BUSINESS_DAYS: 26_100,
    Unit.HOURS: 876_600,
    Unit.MONTHS: 1_200,
    Unit.YEARS: 100,
}
"""A century in each unit of time; what is longer is a slip of the keyboard."""
_LONGEST_WORDS = 2_000
_TRIGGERS = (Event.NOTICE_DATED, Event.NOTICE_MAILED, Event.NOTICE_SERVED, Event.NOTICE_RECEIVED)
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "response_trigger": tuple(event.value for event in _TRIGGERS),
    "negative_term": ("zero",),
}
"""Words that rules read, by the last part of the figure's key; any other words are only printed."""


class UnfitValue(Exception):
    """What was typed does not fit the figure; the message is the sentence for its field."""


def choices_for(figure: Figure) -> tuple[str, ...]:
    """The words of which a figure in words must be one; empty where any words will do."""
    return _CHOICES.get(figure.key.rpartition(".")[2], ()) if figure.unit is Unit.TEXT else ()


def value_of_typed(figure: Figure, typed: str) -> Decimal | str:
    """The value that was typed for a figure; ``UnfitValue`` says what is wrong with it."""
    text = typed.strip()
    if not text:
        raise UnfitValue(f"Enter the value for {figure.subject}.")
    return _READERS.get(figure.unit, _number)(figure, text)


def typed_of_value(value: Decimal | str) -> str:
    """A value as it would be typed; ``value_of_typed`` reads it back."""
    return f"{value:f}" if isinstance(value, Decimal) else value


def is_month_day(text: str) -> bool:
    """Whether the text is a day of every year, such as ``12-15`` (February 29 is not of every year)."""
    try:
        date.fromisoformat(f"2001-{text}")
    except ValueError:
        return False
    return len(text) == len("12-15")


def are_months(text: str) -> bool:
    """Whether the text names months of the year in their order, such as ``6, 12``."""
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and int(part) in _MONTHS for part in parts):
        return False
    months = [int(part) for part in parts]
    return months == sorted(set(months))


def _number(figure: Figure, text: str) -> Decimal:
    plain = text.removeprefix("$").strip() if figure.unit in MONEY_UNITS else text.removesuffix("%").strip()
    if _GROUPED.fullmatch(plain):
        plain = plain.replace(",", "")
    if not _PLAIN_NUMBER.fullmatch(plain) or not plain.isascii():
        raise UnfitValue(
            f"“{text}” is not a number for {figure.subject}. Enter digits only, such as 90 or 1.5."
        )
    number = Decimal(plain)
    if figure.unit in MONEY_UNITS and -int(number.as_tuple().exponent) > _CENTS:
        raise UnfitValue(f"Enter {figure.subject} in dollars and cents.")
    if figure.unit is Unit.PH and number > _MOST_PH:
        raise UnfitValue(f"A pH goes up to {_MOST_PH}. Check {figure.subject}.")
    return number


def _time(figure: Figure, text: str) -> Decimal:
    number = _number(figure, text)
    unit = figure.unit.value.replace("_", " ")
    if number != number.to_integral_value() or number < 1:
        raise UnfitValue(f"Enter {figure.subject} in whole {unit}, at least 1.")
    if number > _LONGEST[figure.unit]:
        raise UnfitValue(f"{number:f} {unit} is longer than a century. Check {figure.subject}.")
    return number.to_integral_value()


def _day_of_year(figure: Figure, text: str) -> str:
    parts = re.split(r"[-/]", text)
    written = "-".join(part.strip().zfill(2) for part in parts)
    if not written.isascii() or not is_month_day(written):
        raise UnfitValue(f"“{text}” is no day of every year. Enter {figure.subject} such as 12-15.")
    return written


def _months(figure: Figure, text: str) -> str:
    if not text.isascii() or not are_months(text):
        raise UnfitValue(f"“{text}” are no months of the year. Enter {figure.subject} such as 6, 12.")
    return ", ".join(str(int(part)) for part in text.split(","))


def _words(figure: Figure, text: str) -> str:
    if len(text) > _LONGEST_WORDS:
        raise UnfitValue(f"The words for {figure.subject} are longer than {_LONGEST_WORDS:,} letters.")
    known = choices_for(figure)
    if known and text not in known:
        listed = ", ".join(word.replace("_", " ") for word in known)
        raise UnfitValue(f"Choose {figure.subject}: {listed}.")
    return text


_READERS: Mapping[Unit, Callable[[Figure, str], Decimal | str]] = {
    **dict.fromkeys(TIME_UNITS, _time),
    Unit.MONTH_DAY: _day_of_year,
    Unit.MONTHS_OF_YEAR: _months,
    Unit.TEXT: _words,
}
