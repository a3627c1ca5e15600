"""Compliance schedules and the length of industrial permits (E-04, E-05)."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.pretreatment.compliance import (
    FINAL,
    Milestone,
    check_schedule,
    require_schedule,
    require_term,
    term_limits,
)
from tests.domain.pretreatment.examples import CALENDAR, dannemora, hague, lockport, silent_law

START = date(2027, 1, 15)
FINAL_DAY = date(2028, 6, 30)
STEPS = (
    Milestone("Hire an engineer", date(2027, 5, 3)),
    Milestone("Final plans", date(2027, 10, 15)),
    Milestone("Complete construction", date(2028, 6, 30)),
)


def test_accept_a_schedule_of_short_steps() -> None:
    """E-04 Dannemora: 1/15 to 5/3, to 10/15, to 6/30/2028: none longer than nine months (10/15 + 9 = 7/15)."""
    found = check_schedule(dannemora(), STEPS, CALENDAR, starts_on=START, complies_by=FINAL_DAY)
    assert found.is_acceptable
    assert found.not_said == ()
    require_schedule(found)


def test_date_a_report_after_each_milestone() -> None:
    """E-04 Dannemora: 14 days: 5/3 + 14 = Monday 5/17; 10/15 + 14 = Friday 10/29; 6/30/2028 + 14 = Friday 7/14."""
    found = check_schedule(dannemora(), STEPS, CALENDAR, starts_on=START, complies_by=FINAL_DAY)
    assert [line.report_by for line in found.lines] == [
        date(2027, 5, 17),
        date(2027, 10, 29),
        date(2028, 7, 14),
    ]
    assert found.lines[0].citation == "§72-6B(2)(a)[9][c]"


@pytest.mark.parametrize(("second", "accepted"), [(date(2028, 2, 3), True), (date(2028, 2, 4), False)])
def test_refuse_a_step_longer_than_nine_months(second: date, accepted: bool) -> None:
    """E-04 Dannemora: from 5/3/2027 nine months end on 2/3/2028; that day is accepted, the next is not."""
    steps = (STEPS[0], Milestone("Final plans", second), STEPS[2])
    found = check_schedule(dannemora(), steps, CALENDAR, starts_on=START, complies_by=FINAL_DAY)
    assert found.is_acceptable is accepted
    if not accepted:
        with pytest.raises(
            RuleViolation, match=r"“Final plans” on 2/4/2028 is too long: 9 months end on 2/3/2028"
        ):
            require_schedule(found)


def test_measure_the_first_and_the_last_step_too() -> None:
    """E-04: from the start to the first milestone, and from the last to the compliance date, which gets a report."""
    only = (Milestone("Hire an engineer", date(2027, 11, 1)),)
    found = check_schedule(dannemora(), only, CALENDAR, starts_on=START, complies_by=date(2028, 9, 1))
    assert [line.milestone.name for line in found.lines] == ["Hire an engineer", FINAL]
    assert len(found.problems) == 2
    assert "From the start of the schedule on 1/15/2027" in found.problems[0]
    assert f"to “{FINAL}” on 9/1/2028" in found.problems[1]


def test_refuse_milestones_out_of_order_or_too_late() -> None:
    steps = (STEPS[1], STEPS[0], Milestone("Late", date(2028, 7, 1)))
    found = check_schedule(dannemora(), steps, CALENDAR, starts_on=START, complies_by=FINAL_DAY)
    assert any(
        "“Hire an engineer” on 5/3/2027 does not come after “Final plans”" in row for row in found.problems
    )
    assert any("“Late” on 7/1/2028 is after the compliance date, 6/30/2028" in row for row in found.problems)
    empty = check_schedule(dannemora(), (), CALENDAR, starts_on=START, complies_by=date(2027, 6, 1))
    assert empty.problems == (
        "The schedule has no milestone; enter the steps to compliance with their dates.",
    )


def test_ask_for_a_report_nine_months_after_the_last_at_the_latest() -> None:
    """E-04 Dannemora: reported on 5/4/2027, so the next report is due on 2/4/2028, not 14 days after 2/3 (2/17)."""
    steps = (
        replace(STEPS[0], done_on=date(2027, 5, 3), reported_on=date(2027, 5, 4)),
        Milestone("Final plans", date(2028, 2, 3)),
        STEPS[2],
    )
    found = check_schedule(dannemora(), steps, CALENDAR, starts_on=START, complies_by=FINAL_DAY)
    assert found.lines[1].report_by == date(2028, 2, 4)
    assert not found.lines[1].is_report_late(date(2028, 2, 4))
    assert found.lines[1].is_report_late(date(2028, 2, 5))
    assert not found.lines[0].is_report_late(date(2030, 1, 1))


def test_find_reports_that_came_too_far_apart() -> None:
    steps = (
        replace(STEPS[0], reported_on=date(2027, 5, 4)),
        replace(STEPS[1], reported_on=date(2028, 2, 5)),
        STEPS[2],
    )
    found = check_schedule(dannemora(), steps, CALENDAR, starts_on=START, complies_by=FINAL_DAY)
    assert found.problems == (
        "The reports of 5/4/2027 and 2/5/2028 lie too far apart: 9 months end on 2/4/2028 (§72-6B(2)(a)[9][c]).",
    )


def test_leave_lengths_to_the_officer_where_the_law_is_silent() -> None:
    """E-04: a law without a word on schedules accepts any order of dates and says what it does not say."""
    found = check_schedule(silent_law(), STEPS, CALENDAR, starts_on=START, complies_by=FINAL_DAY)
    assert found.is_acceptable
    assert len(found.not_said) == 3
    assert [line.report_by for line in found.lines] == [None, None, None]
    assert not found.lines[0].is_report_late(date(2030, 1, 1))


def test_limit_dannemoras_permit_to_five_years() -> None:
    """E-05 Dannemora: no more than five years; from 2/29/2028 to 2/28/2033."""
    limits = term_limits(
        dannemora(), permit_class="industrial", issued_on=date(2028, 2, 29), calendar=CALENDAR
    )
    assert [(row.last_day, row.firm, row.citation) for row in limits] == [
        (date(2033, 2, 28), True, "§72-6B(5)")
    ]
    require_term(limits, expires_on=date(2033, 2, 28))
    require_term(limits, expires_on=date(2028, 6, 1))
    with pytest.raises(RuleViolation, match="cannot run to 3/1/2033"):
        require_term(limits, expires_on=date(2033, 3, 1))


def test_end_lockports_permit_after_three_years() -> None:
    """E-05 and A-14 Lockport: three years for a major industrial user, section 150-6B(2)(d)."""
    limits = term_limits(
        lockport(), permit_class="industrial", issued_on=date(2027, 1, 15), calendar=CALENDAR
    )
    assert (limits[0].last_day, limits[0].firm) == (date(2030, 1, 15), True)
    assert limits[0].citation == "§150-6B(2)(d)"
    assert term_limits(silent_law(), permit_class="industrial", issued_on=START, calendar=CALENDAR) == ()


def test_let_hagues_permit_say_otherwise_than_two_years() -> None:
    """A-12 and E-05 Hague: two years unless the permit says otherwise; the discharge permit's model term is firm."""
    limits = term_limits(hague(), permit_class="industrial", issued_on=START, calendar=CALENDAR)
    loose = [row for row in limits if not row.firm]
    assert [row.last_day for row in loose] == [date(2029, 1, 15)]
    require_term(tuple(loose), expires_on=date(2035, 1, 1))


@given(st.integers(1, 9), st.integers(1, 9))
def test_accept_any_steps_of_up_to_nine_months(first: int, second: int) -> None:
    start = date(2027, 1, 1)
    months = [first, first + second]
    days = [date(2027 + m // 12, m % 12 + 1, 1) for m in months]
    steps = tuple(Milestone(f"Step {number}", day) for number, day in enumerate(days))
    found = check_schedule(dannemora(), steps, CALENDAR, starts_on=start, complies_by=days[-1])
    assert found.problems == ()
