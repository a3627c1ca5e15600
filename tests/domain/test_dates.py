"""Quarters and deadlines: right values from the calendar, then every day of four years against plain counting."""

import calendar as month_lengths
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.dates import (
    DayRule,
    Quarter,
    add_months,
    at_least_before,
    deadline,
    law_rule,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law.types import BlankFigure, Unit, Whose
from tests.support.holidays import CALENDAR
from tests.support.packs import pack

NEW_YORK = ZoneInfo("America/New_York")
FOUR_YEARS = [date(2026, 1, 1) + timedelta(days=n) for n in range(1461)]


def rule(count: int, unit: Unit) -> DayRule:
    return DayRule("the permit was issued", count, unit, "§602B [502B], Art. 5")


def local(year: int, month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=NEW_YORK)


def utc(year: int, month: int, day: int, hour: int, minute: int) -> datetime:
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


# --- quarters


@pytest.mark.parametrize(
    ("number", "start", "end", "days"),
    [
        (1, date(2028, 1, 1), date(2028, 3, 31), 91),
        (2, date(2028, 4, 1), date(2028, 6, 30), 91),
        (3, date(2028, 7, 1), date(2028, 9, 30), 92),
        (4, date(2028, 10, 1), date(2028, 12, 31), 92),
    ],
)
def test_bound_quarters_of_a_leap_year(number: int, start: date, end: date, days: int) -> None:
    quarter = Quarter(2028, number)
    assert (quarter.start, quarter.end, quarter.days) == (start, end, days)


def test_label_and_code_a_quarter() -> None:
    quarter = Quarter.of(date(2027, 3, 31))
    assert (quarter.label, quarter.code, Quarter.parse(" 2027-Q1 ")) == ("Q1 2027", "2027-Q1", quarter)


def test_step_over_the_turn_of_the_year() -> None:
    assert (Quarter(2026, 4).next, Quarter(2027, 1).previous) == (Quarter(2027, 1), Quarter(2026, 4))


@pytest.mark.parametrize("code", ["2027-Q5", "Q1 2027", "2027-1", ""])
def test_refuse_text_that_is_no_quarter(code: str) -> None:
    with pytest.raises(UserError, match="2027-Q1"):
        Quarter.parse(code)


def test_refuse_a_fifth_quarter() -> None:
    with pytest.raises(ValueError, match="no quarter 5"):
        Quarter(2027, 5)


def test_put_every_day_of_four_years_in_one_quarter() -> None:
    for day in FOUR_YEARS:
        quarter = Quarter.of(day)
        assert day in quarter
        assert day not in quarter.next
        assert day not in quarter.previous
        assert quarter.previous < quarter < quarter.next
        assert quarter.next.previous == quarter
        assert quarter.end + timedelta(days=1) == quarter.next.start


# --- deadlines: values worked by hand


def test_roll_sixty_days_from_a_sunday_to_monday() -> None:
    found = deadline(rule(60, Unit.DAYS), date(2027, 1, 13), CALENDAR)
    assert (found.raw, found.effective) == (date(2027, 3, 14), date(2027, 3, 15))
    assert found.sentence == (
        "60 days from 1/13/2027 is Sunday 3/14/2027; "
        "next business day Monday 3/15/2027 (Gen. Constr. Law §25-a)"
    )
    assert found.citation == "§602B [502B], Art. 5"


def test_say_no_more_where_the_day_is_a_business_day() -> None:
    found = deadline(rule(60, Unit.DAYS), date(2027, 1, 14), CALENDAR)
    assert found.sentence == "60 days from 1/14/2027 is Monday 3/15/2027"
    assert found.effective == found.raw == date(2027, 3, 15)


def test_roll_past_a_holiday_after_a_weekend() -> None:
    # 10 days after February 3, 2027 is Saturday the 13th; Monday the 15th is Washington's Birthday
    found = deadline(rule(10, Unit.DAYS), date(2027, 2, 3), CALENDAR)
    assert (found.raw, found.effective) == (date(2027, 2, 13), date(2027, 2, 16))


def test_keep_the_offices_own_duty_on_the_earlier_day() -> None:
    found = deadline(rule(60, Unit.DAYS), date(2027, 1, 13), CALENDAR, whose=Whose.CLERK)
    assert found.effective == date(2027, 3, 14)
    assert found.sentence.endswith("the office's own time is not extended")


@pytest.mark.parametrize(
    ("start", "count", "unit", "raw"),
    [
        (date(2028, 2, 29), 2, Unit.YEARS, date(2030, 2, 28)),
        (date(2028, 2, 29), 4, Unit.YEARS, date(2032, 2, 29)),
        (date(2027, 2, 28), 1, Unit.YEARS, date(2028, 2, 28)),
        (date(2027, 1, 13), 2, Unit.YEARS, date(2029, 1, 13)),
        (date(2027, 1, 31), 1, Unit.MONTHS, date(2027, 2, 28)),
        (date(2028, 1, 31), 1, Unit.MONTHS, date(2028, 2, 29)),
        (date(2027, 10, 31), 1, Unit.MONTHS, date(2027, 11, 30)),
        (date(2027, 12, 31), 2, Unit.MONTHS, date(2028, 2, 29)),
        (date(2027, 12, 15), 1, Unit.MONTHS, date(2028, 1, 15)),
        (date(2028, 2, 28), 1, Unit.DAYS, date(2028, 2, 29)),
        (date(2027, 12, 31), 60, Unit.DAYS, date(2028, 2, 29)),
    ],
)
def test_end_months_and_years_on_the_same_or_the_last_day(
    start: date, count: int, unit: Unit, raw: date
) -> None:
    assert deadline(rule(count, unit), start, CALENDAR).raw == raw


@pytest.mark.parametrize(
    ("start", "end"),
    [
        # Monday 11/22/2027: Tue 23, Wed 24, (Thanksgiving Thu 25), Fri 26, Mon 29, Tue 30
        (date(2027, 11, 22), date(2027, 11, 30)),
        # Monday 12/27/2027: Tue 28, Wed 29, Thu 30, Fri 31, (Sat, Sun 1/2), Mon 1/3
        (date(2027, 12, 27), date(2028, 1, 3)),
        # Wednesday 12/30/2026: Thu 31, (Fri 1/1), Mon 4, Tue 5, Wed 6, Thu 7
        (date(2026, 12, 30), date(2027, 1, 7)),
        # Friday 10/29/2027: Mon 11/1, (Election Tue 2), Wed 3, Thu 4, Fri 5, Mon 8
        (date(2027, 10, 29), date(2027, 11, 8)),
        # Saturday 2/6/2027: Mon 8, Tue 9, Wed 10, Thu 11, (Lincoln Fri 12, Washington Mon 15), Tue 16
        (date(2027, 2, 6), date(2027, 2, 16)),
    ],
)
def test_count_five_business_days(start: date, end: date) -> None:
    found = deadline(rule(5, Unit.BUSINESS_DAYS), start, CALENDAR)
    assert found.raw == found.effective == end
    assert CALENDAR.business_days_between(start, end) == 5


@pytest.mark.parametrize(
    ("start", "local_end", "utc_end"),
    [
        # clocks go forward on 03/14/2027: 48 real hours end an hour later by the wall
        (local(2027, 3, 13, 9, 0), local(2027, 3, 15, 10, 0), utc(2027, 3, 15, 14, 0)),
        # clocks go back on 11/07/2027: an hour earlier
        (local(2027, 11, 6, 9, 30), local(2027, 11, 8, 8, 30), utc(2027, 11, 8, 13, 30)),
        (local(2027, 6, 1, 14, 5), local(2027, 6, 3, 14, 5), utc(2027, 6, 3, 18, 5)),
    ],
)
def test_count_forty_eight_real_hours(start: datetime, local_end: datetime, utc_end: datetime) -> None:
    found = deadline(rule(48, Unit.HOURS), start, CALENDAR, whose=Whose.CLERK)
    assert found.at == utc_end == local_end
    assert found.raw == found.effective == local_end.date()


def test_say_when_hours_end() -> None:
    found = deadline(rule(48, Unit.HOURS), local(2027, 3, 13, 9, 0), CALENDAR)
    assert found.sentence == "48 hours from 3/13/2027 9:00 AM is Monday 3/15/2027 10:00 AM"


def test_refuse_hours_from_a_day_or_a_naive_time() -> None:
    for start in (date(2027, 3, 13), local(2027, 3, 13, 9, 0).replace(tzinfo=None)):
        with pytest.raises(ValueError, match="aware"):
            deadline(rule(48, Unit.HOURS), start, CALENDAR)


def test_count_ten_days_back_from_a_hearing() -> None:
    # hearing Wednesday 3/24/2027: served by Sunday the 14th at the latest, so by Friday the 12th in office hours
    found = at_least_before(rule(10, Unit.DAYS), date(2027, 3, 24), CALENDAR)
    assert (found.raw, found.effective) == (date(2027, 3, 14), date(2027, 3, 12))
    assert found.sentence == (
        "at least 10 days before 3/24/2027 is Sunday 3/14/2027 at the latest; "
        "last business day before it Friday 3/12/2027"
    )


def test_count_back_in_business_days_and_months() -> None:
    two = at_least_before(rule(2, Unit.BUSINESS_DAYS), date(2027, 11, 29), CALENDAR)
    assert two.raw == date(2027, 11, 24)
    assert at_least_before(rule(1, Unit.MONTHS), date(2027, 3, 31), CALENDAR).raw == date(2027, 2, 28)


def test_count_hours_back_from_an_hour_across_the_change_of_clocks() -> None:
    # ready to cover on Monday 3/15/2027 at 10:00 AM: 24 real hours before is Sunday at 10:00 AM; 48 is Saturday at 9:00
    found = at_least_before(rule(48, Unit.HOURS), local(2027, 3, 15, 10, 0), CALENDAR)
    assert found.at == local(2027, 3, 13, 9, 0)
    assert (
        found.sentence
        == "at least 48 hours before 3/15/2027 10:00 AM is Saturday 3/13/2027 9:00 AM at the latest"
    )


def test_refuse_hours_before_a_day() -> None:
    with pytest.raises(ValueError, match="aware time"):
        at_least_before(rule(48, Unit.HOURS), date(2027, 3, 24), CALENDAR)


def test_miss_a_deadline_only_after_its_day() -> None:
    found = deadline(rule(60, Unit.DAYS), date(2027, 1, 13), CALENDAR)
    assert not found.is_missed(date(2027, 3, 15))
    assert found.is_missed(date(2027, 3, 16))
    assert (found.days_left(date(2027, 3, 15)), found.days_left(date(2027, 3, 17))) == (0, -2)


def test_refuse_a_year_that_the_table_does_not_have() -> None:
    with pytest.raises(UserError, match="no row for 2046"):
        deadline(rule(60, Unit.DAYS), date(2045, 12, 20), CALENDAR)


def test_refuse_a_period_past_the_calendar() -> None:
    with pytest.raises(UserError, match="no date of the calendar"):
        deadline(rule(9000, Unit.YEARS), date(2027, 1, 13), CALENDAR)


@pytest.mark.parametrize(("count", "unit"), [(-1, Unit.DAYS), (3, Unit.USD)])
def test_refuse_what_is_no_period(count: int, unit: Unit) -> None:
    with pytest.raises(ValueError, match="no period"):
        rule(count, unit)


def test_write_one_day_in_the_singular() -> None:
    assert rule(1, Unit.BUSINESS_DAYS).period == "1 business day"


def test_take_the_period_from_the_law() -> None:
    hague = pack("hague")
    on = date(2027, 1, 13)
    found = law_rule(hague, "permit.expiry_years", event="the permit was issued", on=on)
    assert (found.period, found.citation) == ("2 years", "§602B [502B], Art. 5")
    with pytest.raises(UserError, match="not a period"):
        law_rule(hague, "bond.amount", event="", on=on)
    with pytest.raises(BlankFigure, match="no figure on file"):
        law_rule(hague, "billing.due_days", event="", on=on)


# --- every day of four years


def plain_business_day(day: date) -> bool:
    return day.weekday() < 5 and day not in CALENDAR.days


@pytest.mark.parametrize("count", [1, 10, 14, 30, 60, 90])
def test_agree_with_plain_counting_of_days(count: int) -> None:
    for start in FOUR_YEARS:
        found = deadline(rule(count, Unit.DAYS), start, CALENDAR)
        assert (found.raw - start).days == count
        assert plain_business_day(found.effective)
        between = [found.raw + timedelta(days=n) for n in range((found.effective - found.raw).days)]
        assert not any(plain_business_day(day) for day in between)
        assert (ROLLED in found.sentence) is (found.effective != found.raw)
        own = deadline(rule(count, Unit.DAYS), start, CALENDAR, whose=Whose.CLERK)
        assert own.effective == own.raw == found.raw


ROLLED = "Gen. Constr. Law §25-a"


@pytest.mark.parametrize("count", [1, 2, 5, 10])
def test_agree_with_plain_counting_of_business_days(count: int) -> None:
    for start in FOUR_YEARS:
        end = deadline(rule(count, Unit.BUSINESS_DAYS), start, CALENDAR).effective
        days = [start + timedelta(days=n) for n in range(1, (end - start).days + 1)]
        assert sum(plain_business_day(day) for day in days) == count
        assert plain_business_day(end)


@pytest.mark.parametrize(
    ("count", "unit"), [(1, Unit.MONTHS), (9, Unit.MONTHS), (1, Unit.YEARS), (2, Unit.YEARS)]
)
def test_end_months_in_the_right_month_on_every_day(count: int, unit: Unit) -> None:
    months = count * 12 if unit is Unit.YEARS else count
    for start in FOUR_YEARS:
        raw = deadline(rule(count, unit), start, CALENDAR).raw
        assert (raw.year * 12 + raw.month) - (start.year * 12 + start.month) == months
        assert raw.day == min(start.day, month_lengths.monthrange(raw.year, raw.month)[1])


@pytest.mark.parametrize("count", [10, 15, 30])
def test_leave_at_least_the_time_before_every_day(count: int) -> None:
    for event in FOUR_YEARS:
        found = at_least_before(rule(count, Unit.DAYS), event, CALENDAR)
        assert (event - found.raw).days == count
        assert found.effective <= found.raw
        assert plain_business_day(found.effective)


# --- properties

DAYS = st.dates(date(2020, 1, 1), date(2040, 12, 31))


@given(DAYS, st.integers(0, 400), st.integers(0, 30))
def test_never_end_earlier_for_a_longer_period(start: date, count: int, more: int) -> None:
    shorter = deadline(rule(count, Unit.DAYS), start, CALENDAR)
    longer = deadline(rule(count + more, Unit.DAYS), start, CALENDAR)
    assert shorter.effective <= longer.effective


@given(DAYS, st.integers(0, 30))
def test_never_end_earlier_for_a_later_start(start: date, later: int) -> None:
    for unit, count in ((Unit.DAYS, 60), (Unit.BUSINESS_DAYS, 5), (Unit.MONTHS, 3), (Unit.YEARS, 2)):
        first = deadline(rule(count, unit), start, CALENDAR)
        second = deadline(rule(count, unit), start + timedelta(days=later), CALENDAR)
        assert first.effective <= second.effective


@given(DAYS, st.integers(1, 40))
def test_come_back_by_the_business_days_that_went_out(start: date, count: int) -> None:
    day = CALENDAR.on_or_after(start)
    assert CALENDAR.add_business_days(CALENDAR.add_business_days(day, count), -count) == day


@given(DAYS, st.integers(-240, 240))
def test_add_months_within_the_month(start: date, months: int) -> None:
    found = add_months(start, months)
    assert found.day == start.day or found.day == month_lengths.monthrange(found.year, found.month)[1]
