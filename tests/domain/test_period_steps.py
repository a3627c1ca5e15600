"""Stepping from quarter to quarter, and cutting one in two, on every day of the year (faults b3/55)."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.billing import compute_run
from sewerdesk.domain.billlines import BillingPeriod
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.periods import open_day
from tests.support.billing_book import make_account, make_inputs

D = Decimal
ONE = timedelta(days=1)


@pytest.mark.parametrize("year", [2027, 2028])
def test_every_day_of_a_year_lies_in_one_quarter(year: int) -> None:
    days = [
        date(year, 1, 1) + timedelta(days=count)
        for count in range((date(year + 1, 1, 1) - date(year, 1, 1)).days)
    ]
    assert len(days) == 365 + (year == 2028)
    for day in days:
        quarter = Quarter.of(day)
        assert quarter.start <= day <= quarter.end
        assert Quarter.parse(quarter.code) == quarter
    assert {(Quarter.of(day).end - Quarter.of(day).start).days + 1 for day in days} == {
        91 if year == 2028 else 90,
        91,
        92,
    }


@given(st.dates(date(2000, 1, 1), date(2100, 12, 31)), st.integers(1, 60))
def test_quarters_follow_each_other_without_gap_or_overlap(day: date, steps: int) -> None:
    """Also from the 29th, 30th and 31st, which a step of months would cut to 28 for ever."""
    quarter = Quarter.of(day)
    for _ in range(steps):
        following = quarter.next
        assert following.start == quarter.end + ONE
        assert following.previous == quarter
        quarter = following
    assert quarter.start.day == 1
    months = (quarter.start.year - day.year) * 12 + quarter.start.month - Quarter.of(day).start.month
    assert months == 3 * steps


@given(st.dates(date(2024, 1, 1), date(2028, 12, 31)), st.decimals("0.25", "40", places=2), st.data())
def test_two_bills_of_one_quarter_come_to_one_bill_of_it(
    day: date, units: Decimal, data: st.DataObject
) -> None:
    """A quarter of 90, 91 or 92 days cut anywhere: the parts' days are all of it, amounts within a cent."""
    quarter = Quarter.of(day)
    cut = data.draw(st.dates(quarter.start + ONE, quarter.end))
    account = make_account(units=str(units))
    period = BillingPeriod(quarter.code, quarter.start, quarter.end)
    [whole] = compute_run(make_inputs(account, period=period)).bills
    parts = []
    for span in ((quarter.start, cut - ONE), (cut, quarter.end)):
        inputs = replace(make_inputs(account, period=period), spans={account.account_id: span})
        [bill] = compute_run(inputs).bills
        parts.append(bill)
    days = sum(part.days for bill in parts for line in bill.lines[:1] for part in line.fixed)
    assert days == (quarter.end - quarter.start).days + 1
    for place, line in enumerate(whole.lines):
        exact = sum((part.amount for bill in parts for part in bill.lines[place].fixed), D(0))
        assert abs(exact - sum((part.amount for part in line.fixed), D(0))) < D("0.000001")
        assert abs(sum((bill.lines[place].amount for bill in parts), D(0)) - line.amount) <= D("0.01")


@given(st.dates(), st.dates())
def test_late_facts_never_fall_into_closed_days(on: date, closed: date) -> None:
    if closed == date.max:
        return
    found = open_day(on, closed)
    assert found.on > closed
    assert (found.on == on) is (on > closed)
    assert bool(found.reference) is (on <= closed)
    assert open_day(on, None).on == on
