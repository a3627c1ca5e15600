"""The first day after a notice that must come at least so long before: right values, and counting back agrees."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sewerdesk.domain.dates import DayRule, at_least_before, earliest_after
from sewerdesk.domain.holidays import HolidayCalendar, load_holiday_rules
from sewerdesk.domain.law import Unit
from sewerdesk.paths import resource

RULES = load_holiday_rules(resource("holidays.toml").read_text(encoding="utf-8"), source="holidays.toml")
CALENDAR = HolidayCalendar.for_years(2019, 2045, RULES)


def rule(count: int, unit: Unit) -> DayRule:
    return DayRule("the hearing", count, unit, "§1")


@pytest.mark.parametrize(
    ("count", "unit", "noticed", "first"),
    [
        (10, Unit.DAYS, date(2027, 5, 3), date(2027, 5, 13)),
        # Saturday: five business days counted back from Friday 5/14 end on Friday 5/7, before the notice
        (5, Unit.BUSINESS_DAYS, date(2027, 5, 8), date(2027, 5, 15)),
        (5, Unit.BUSINESS_DAYS, date(2027, 5, 7), date(2027, 5, 14)),
        # a month back from 2/28 or any day to 3/1 is no later than 2/1; only 3/1 less a month is past 1/31
        (1, Unit.MONTHS, date(2027, 1, 31), date(2027, 3, 1)),
        (1, Unit.YEARS, date(2028, 2, 29), date(2029, 3, 1)),
        (0, Unit.DAYS, date(2027, 5, 3), date(2027, 5, 3)),
    ],
)
def test_find_the_first_day_after_a_notice(count: int, unit: Unit, noticed: date, first: date) -> None:
    found = earliest_after(rule(count, unit), noticed, CALENDAR)
    assert (found.raw, found.effective) == (first, first)


def test_wait_real_hours_after_a_notice() -> None:
    found = earliest_after(
        rule(48, Unit.HOURS), datetime(2027, 3, 13, 9, 0, tzinfo=ZoneInfo("America/New_York")), CALENDAR
    )
    assert found.at == datetime(
        2027, 3, 15, 14, 0, tzinfo=UTC
    )  # 9 in the morning, standard time, is 10 two days on


@given(
    count=st.integers(0, 400),
    unit=st.sampled_from([Unit.DAYS, Unit.BUSINESS_DAYS, Unit.MONTHS]),
    noticed=st.dates(date(2024, 1, 1), date(2027, 12, 31)),
    later=st.integers(-40, 40),
)
@example(
    count=1, unit=Unit.BUSINESS_DAYS, noticed=date(2025, 1, 17), later=-1
)  # a Friday before a long weekend
def test_agree_with_counting_back_from_the_event(count: int, unit: Unit, noticed: date, later: int) -> None:
    """A notice is in time for a day exactly when the day is not before the first one after the notice."""
    count = count if unit is not Unit.MONTHS else count % 36
    first = earliest_after(rule(count, unit), noticed, CALENDAR).raw
    event = first + timedelta(days=later)
    assert (at_least_before(rule(count, unit), event, CALENDAR).raw >= noticed) is (event >= first)
