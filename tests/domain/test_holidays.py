"""Holidays of New York: the days of a year from the calendar, the table the office edits, a file that is wrong."""

import calendar as month_lengths
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import (
    Holiday,
    HolidayCalendar,
    HolidayRule,
    load_holiday_rules,
    new_york_holidays,
)
from tests.support.holidays import CALENDAR, RULES


def test_list_holidays_of_2027() -> None:
    # July 4 of 2027 is a Sunday and is kept on Monday; June 19 and December 25 are Saturdays and stay
    assert [(row.day, row.name) for row in new_york_holidays(2027, RULES)] == [
        (date(2027, 1, 1), "New Year's Day"),
        (date(2027, 1, 18), "Martin Luther King, Jr. Day"),
        (date(2027, 2, 12), "Lincoln's Birthday"),
        (date(2027, 2, 15), "Washington's Birthday"),
        (date(2027, 5, 31), "Memorial Day"),
        (date(2027, 6, 19), "Juneteenth"),
        (date(2027, 7, 5), "Independence Day (observed)"),
        (date(2027, 9, 6), "Labor Day"),
        (date(2027, 10, 11), "Columbus Day"),
        (date(2027, 11, 2), "Election Day"),
        (date(2027, 11, 11), "Veterans Day"),
        (date(2027, 11, 25), "Thanksgiving Day"),
        (date(2027, 12, 25), "Christmas Day"),
    ]


@pytest.mark.parametrize(
    ("year", "day"), [(2022, 8), (2023, 7), (2024, 5), (2025, 4), (2026, 3), (2027, 2), (2032, 2)]
)
def test_put_election_day_after_the_first_monday(year: int, day: int) -> None:
    elections = [row.day for row in new_york_holidays(year, RULES) if row.name == "Election Day"]
    assert elections == [date(year, 11, day)]


def test_take_the_last_monday_of_may_for_memorial_day() -> None:
    for year in range(1990, 2060):
        (day,) = (row.day for row in new_york_holidays(year, RULES) if row.name == "Memorial Day")
        assert day.weekday() == 0
        assert (day.month, (day + timedelta(days=7)).month) == (5, 6)


def test_leave_out_juneteenth_before_it_was_a_holiday() -> None:
    assert not [row for row in new_york_holidays(2020, RULES) if row.name == "Juneteenth"]


def test_move_new_year_on_a_sunday_to_monday() -> None:
    assert not CALENDAR.is_business_day(date(2023, 1, 2))
    assert CALENDAR.is_business_day(date(2023, 1, 3))


def test_keep_the_friday_before_a_saturday_holiday_as_a_business_day() -> None:
    assert CALENDAR.is_business_day(date(2027, 12, 24))


def test_follow_the_table_that_the_office_edited() -> None:
    rows = [*new_york_holidays(2027, RULES), Holiday(date(2027, 11, 26), "Town Hall closed")]
    assert HolidayCalendar.of(rows).add_business_days(date(2027, 11, 24), 1) == date(2027, 11, 29)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("citation = ", "cannot be read as TOML"),
        ('[[holiday]]\nname = "A"\nrule = "fixed"\nmonth = 1\nday = 1', "needs a citation"),
        ('citation = "c"', "at least one"),
        ('citation = "c"\n[[holiday]]\nname = "A"\nrule = "easter"', "needs the rule fixed or nth_weekday"),
        (
            'citation = "c"\n[[holiday]]\nname = "A"\nrule = "fixed"\nmonth = 2\nday = 29',
            "no day of every year",
        ),
        ('citation = "c"\n[[holiday]]\nname = "A"\nrule = "fixed"\nmonth = 2\nmoon = 1', "unknown key moon"),
        (
            'citation = "c"\n[[holiday]]\nname = "A"\nrule = "nth_weekday"\nmonth = 2\nnth = 1',
            "needs a weekday",
        ),
        (
            'citation = "c"\n[[holiday]]\nname = "A"\nrule = "nth_weekday"\nmonth = 2\nnth = 5\nweekday = "Monday"',
            "nth from 1 to 4",
        ),
    ],
)
def test_refuse_holiday_file_that_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(UserError, match=reason):
        load_holiday_rules(text, source="holidays.toml")


@given(st.integers(1, 12), st.integers(0, 6), st.sampled_from([1, 2, 3, 4, -1]), st.integers(1990, 2060))
def test_find_the_nth_weekday_as_the_month_shows_it(month: int, weekday: int, nth: int, year: int) -> None:
    days = [week[weekday] for week in month_lengths.monthcalendar(year, month) if week[weekday]]
    expected = date(year, month, days[nth - 1 if nth > 0 else nth])
    assert HolidayRule("x", month=month, weekday=weekday, nth=nth).falls_on(year) == expected
