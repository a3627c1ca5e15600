"""Dates as typed: the vectors a clerk would try, every key, and what is refused."""

from contextlib import suppress
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.entry import describe_date, format_date, parse_date, shift_months, step_date
from sewerdesk.domain.errors import UserError

TODAY = date(2026, 7, 15)  # a Wednesday
FOURTH = date(2026, 7, 4)
ENTRY_DATES = st.dates(date(1700, 1, 1), date(2299, 12, 31))


@pytest.mark.parametrize(
    "typed",
    [
        "4",
        "7/4",
        "7-4",
        "7.4",
        "7/4/26",
        "07042026",
        "070426",
        "2026-07-04",
        "jul 4",
        "July 4, 2026",
        "0704",
        " 7/4 ",
        "4 July",
        "4 jul 26",
        "JUL4",
        "Jul. 4 2026",
        "Sat 07/04/2026",
    ],
)
def test_parse_date_reads_fourth_of_july_in_each_form(typed: str) -> None:
    assert parse_date(typed, today=TODAY) == FOURTH


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("+30", date(2026, 8, 14)),
        ("-10", date(2026, 7, 5)),
        ("\u221210", date(2026, 7, 5)),
        ("T", date(2026, 7, 15)),
        ("t", date(2026, 7, 15)),
        ("+", date(2026, 7, 16)),
        ("-", date(2026, 7, 14)),
        ("]", date(2026, 8, 15)),
        ("[", date(2026, 6, 15)),
        ("M", date(2026, 7, 1)),
        ("H", date(2026, 7, 31)),
        ("Y", date(2026, 1, 1)),
        ("R", date(2026, 12, 31)),
        ("W", date(2026, 7, 12)),
        ("K", date(2026, 7, 18)),
        ("sept 9", date(2026, 9, 9)),
        ("2/29/28", date(2028, 2, 29)),
    ],
)
def test_parse_date_reads_relative_forms(typed: str, expected: date) -> None:
    assert parse_date(typed, today=TODAY) == expected


@pytest.mark.parametrize(
    "typed", ["74", "704", "7/4/026", "7/4-26", "tomorrowish", "7//4", "\u0664", "70420", "7/", "/4"]
)
def test_parse_date_refuses_what_is_no_date(typed: str) -> None:
    with pytest.raises(UserError, match="Type the date as month/day, for example 7/4"):
        parse_date(typed, today=TODAY)


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("2/29/26", "February 2026 has 28 days"),
        ("6/31", "June 2026 has 30 days"),
        ("13/5", "no month 13"),
        ("0", "July 2026 has 31 days"),
        ("7/32", "July 2026 has 31 days"),
        ("2/29/2100", "February 2100 has 28 days"),
    ],
)
def test_parse_date_says_why_a_date_is_not_real(typed: str, part: str) -> None:
    with pytest.raises(UserError, match="must be a real date") as caught:
        parse_date(typed, today=TODAY)
    assert part in caught.value.message


def test_parse_date_refuses_empty_and_far_years() -> None:
    with pytest.raises(UserError, match="Type a date"):
        parse_date("  ", today=TODAY)
    for typed in ("7/4/0026", "7/4/9999", "7/4/1699"):
        with pytest.raises(UserError, match="between the years"):
            parse_date(typed, today=TODAY)
    with pytest.raises(UserError, match="is not a month"):
        parse_date("jux 4", today=TODAY)


@pytest.mark.parametrize(
    ("typed", "year"),
    [
        ("7/15/46", 2046),
        ("7/16/46", 1946),
        ("1/1/47", 1947),
        ("1/1/00", 2000),
        ("12/31/99", 1999),
        ("3/1/26", 2026),
    ],
)
def test_parse_date_reads_two_digit_year_within_twenty_years_ahead(typed: str, year: int) -> None:
    assert parse_date(typed, today=TODAY).year == year


def test_step_date_steps_from_the_date_shown() -> None:
    day = date(2026, 1, 31)
    assert step_date(day, "]", today=TODAY) == date(2026, 2, 28)
    assert step_date(date(2028, 3, 31), "[", today=TODAY) == date(2028, 2, 29)
    assert step_date(day, "m", today=TODAY) == date(2026, 1, 1)
    assert step_date(day, "T", today=TODAY) == TODAY
    assert step_date(None, "+", today=TODAY) == date(2026, 7, 16)
    assert step_date(date(2026, 7, 12), "W", today=TODAY) == date(2026, 7, 12)
    assert step_date(date(2026, 7, 12), "K", today=TODAY) == date(2026, 7, 18)
    with pytest.raises(ValueError, match="not a date key"):
        step_date(day, "Q", today=TODAY)


def test_step_date_stops_at_the_end_of_the_calendar() -> None:
    with pytest.raises(UserError, match="between the years"):
        step_date(date.max, "+", today=TODAY)
    with pytest.raises(UserError, match="between the years"):
        step_date(date.max, "]", today=TODAY)


def test_describe_date_names_weekday_and_distance() -> None:
    assert describe_date(date(2026, 7, 31), today=TODAY) == "Fri, in 16 days"
    assert describe_date(TODAY, today=TODAY) == "Wed, today"
    assert describe_date(date(2026, 7, 16), today=TODAY) == "Thu, tomorrow"
    assert describe_date(date(2026, 7, 14), today=TODAY) == "Tue, yesterday"
    assert describe_date(date(2023, 7, 15), today=TODAY) == "Sat, 1,096 days ago"


@given(day=ENTRY_DATES, today=st.dates(date(1900, 1, 1), date(2200, 1, 1)))
def test_parse_date_returns_what_format_date_wrote(day: date, today: date) -> None:
    assert parse_date(format_date(day), today=today) == day
    assert parse_date(day.isoformat(), today=today) == day


@given(day=ENTRY_DATES, months=st.integers(-600, 600))
def test_shift_months_lands_in_the_month_meant(day: date, months: int) -> None:
    moved = shift_months(day, months)
    assert (moved.year * 12 + moved.month) - (day.year * 12 + day.month) == months
    assert moved.day == day.day or (moved + timedelta(days=1)).month != moved.month


@given(text=st.text(max_size=20))
def test_parse_date_never_fails_otherwise_than_by_a_sentence(text: str) -> None:
    with suppress(UserError):
        assert isinstance(parse_date(text, today=TODAY), date)
