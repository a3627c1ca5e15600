"""The dates of an industrial user (E-02 to E-08, E-12), worked by hand."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.law import BlankFigure, FigureStatus
from sewerdesk.domain.pretreatment.schedule import (
    MATTERS,
    check_notice,
    compliance_report,
    day_of,
    earliest_after_notice,
    periodic_reports,
)
from tests.domain.pretreatment.examples import CALENDAR, dannemora, hague, silent_law

JUNE_1 = date(2027, 6, 1)  # a Tuesday


@pytest.mark.parametrize(
    ("key", "start", "raw", "citation"),
    [
        # E-02: 90 days before Tuesday 6/1/2027: May has 31, April 30, so 3/3 is 90 days before
        ("contribution_apply", JUNE_1, date(2027, 3, 3), "§72-6B(2)(a)"),
        # E-02: an article that takes effect on 5/2/2024: 30 days on is 6/1, 180 days on is 10/29
        ("existing_user_apply", date(2024, 5, 2), date(2024, 6, 1), "§72-6B(2)(a)"),
        ("existing_user_hold", date(2024, 5, 2), date(2024, 10, 29), "§72-6B(1)"),
        # E-05: 180 days before 12/31/2027 is 7/4/2027
        ("permit_renewal", date(2027, 12, 31), date(2027, 7, 4), "§72-6B(5)"),
        # E-05: 30 days before 6/1/2027 is 5/2/2027
        ("permit_change_notice", JUNE_1, date(2027, 5, 2), "§72-6B(5)"),
        # E-05: promulgated 5/31/2027: 9 months on is 2/29/2028 (the month's last day), 180 days on is 11/27
        ("permit_revision", date(2027, 5, 31), date(2028, 2, 29), "§72-6B(3)"),
        ("uncovered_user_apply", date(2027, 5, 31), date(2027, 11, 27), "§72-6B(3)"),
        ("holder_report", date(2027, 5, 31), date(2027, 11, 27), "§72-6B(3)"),
        # E-04: 14 days after 6/1/2027 is 6/15
        ("progress_report", JUNE_1, date(2027, 6, 15), "§72-6B(2)(a)[9][c]"),
        # E-07: 90 days from 6/1/2027 is 8/30
        ("monitoring_facility", JUNE_1, date(2027, 8, 30), "§72-6D(3)"),
        # E-08: 5 days from 6/1/2027 is Sunday 6/6
        ("accident_report", JUNE_1, date(2027, 6, 6), "§72-4H(2)"),
        # E-12: 10 days before 6/1/2027 is 5/22
        ("confidential_release", JUNE_1, date(2027, 5, 22), "§72-6G(3)"),
        # F-10: 15 days from the occurrence of 6/1/2027 is 6/16
        ("suspension_statement", JUNE_1, date(2027, 6, 16), "§72-7A(2)"),
    ],
)
def test_count_dannemoras_days_by_hand(key: str, start: date, raw: date, citation: str) -> None:
    """E-02, E-04, E-05, E-07, E-08, E-12 and F-10 Dannemora: every time of the article."""
    found = day_of(dannemora(), key, start, CALENDAR)
    assert found.deadline is not None
    assert found.deadline.raw == raw
    assert found.citation == citation
    assert citation in found.sentence


def test_roll_the_users_day_past_a_weekend() -> None:
    """E-08 Dannemora: the report due Sunday 6/6/2027 may come in on Monday."""
    assert day_of(dannemora(), "accident_report", JUNE_1, CALENDAR).day == date(2027, 6, 7)


def test_know_every_time_of_dannemoras_article() -> None:
    law = dannemora()
    assert all(law.has_time_limit(key) for key in MATTERS)


@pytest.mark.parametrize("key", sorted(MATTERS))
def test_leave_a_time_to_the_officer_where_the_law_has_none(key: str) -> None:
    found = day_of(silent_law(), key, JUNE_1, CALENDAR)
    assert (found.deadline, found.day) == (None, None)
    assert found.sentence.endswith("; the officer decides.")
    assert earliest_after_notice(silent_law(), key, JUNE_1, CALENDAR).day is None


def test_ask_for_a_blank_time() -> None:
    law = dannemora()
    blank = replace(
        law.figures["monitoring.build_days"], value=None, status=FigureStatus.BLANK, missing="the days"
    )
    bare = replace(law, figures={**law.figures, blank.key: blank})
    with pytest.raises(BlankFigure, match="There is no figure on file for"):
        day_of(bare, "monitoring_facility", JUNE_1, CALENDAR)


def test_refuse_a_change_that_takes_effect_too_soon() -> None:
    """E-05 and A-17 Dannemora: told on 6/1/2027, a change takes effect on 7/1 (30 days) at the earliest."""
    law = dannemora()
    found = earliest_after_notice(law, "permit_change_notice", JUNE_1, CALENDAR)
    assert found.day == date(2027, 7, 1)
    kept = check_notice(
        law, "permit_change_notice", told_on=JUNE_1, takes_place_on=date(2027, 7, 1), calendar=CALENDAR
    )
    assert kept.day == date(2027, 7, 1)
    with pytest.raises(RuleViolation, match="6/30/2027 is too soon after the notice of 6/1/2027") as caught:
        check_notice(
            law, "permit_change_notice", told_on=JUNE_1, takes_place_on=date(2027, 6, 30), calendar=CALENDAR
        )
    assert caught.value.citation == "§72-6B(5)"


def test_date_the_compliance_report() -> None:
    """E-06 Dannemora: 90 days after the final date; for a new source after its discharge starts."""
    law = dannemora()
    final = compliance_report(law, CALENDAR, complies_by=JUNE_1)
    new = compliance_report(law, CALENDAR, discharge_starts=date(2027, 6, 2))
    assert (final.day, new.day) == (date(2027, 8, 30), date(2027, 8, 31))
    assert "the final date for compliance" in final.sentence
    assert "the start of the discharge" in new.sentence
    for both in ({}, {"complies_by": JUNE_1, "discharge_starts": JUNE_1}):
        with pytest.raises(UserError, match="not both"):
            compliance_report(law, CALENDAR, **both)


def test_count_a_new_source_by_the_same_time_where_the_law_has_one_row() -> None:
    law = dannemora()
    one = replace(
        law, time_limits=tuple(row for row in law.time_limits if row.key != "compliance_report_new_source")
    )
    found = compliance_report(one, CALENDAR, discharge_starts=date(2027, 6, 2))
    assert found.day == date(2027, 8, 31)
    assert "the start of the discharge of a new source" in found.sentence


def test_date_the_reports_of_june_and_december() -> None:
    """E-06 Dannemora: each June and December; 6/30/2027 is a Wednesday, 12/31/2027 a Friday."""
    found = periodic_reports(dannemora(), 2027, CALENDAR)
    assert [row.day for row in found] == [date(2027, 6, 30), date(2027, 12, 31)]
    assert found[0].citation == "§72-6C(2)(a)"


def test_date_the_reports_of_agreed_months() -> None:
    """E-06 Dannemora: the officer may agree to other months; 1/31/2027 is a Sunday, so Monday 2/1."""
    found = periodic_reports(
        dannemora(), 2027, CALENDAR, agreed_months=(7, 1), agreement="letter of 3/1/2026"
    )
    assert [row.day for row in found] == [date(2027, 2, 1), date(2027, 8, 2)]
    assert "as agreed (letter of 3/1/2026)" in found[0].sentence
    with pytest.raises(UserError, match="Enter by which letter"):
        periodic_reports(dannemora(), 2027, CALENDAR, agreed_months=(1,))
    with pytest.raises(UserError, match="from 1"):
        periodic_reports(dannemora(), 2027, CALENDAR, agreed_months=(13,), agreement="letter")


def test_leave_the_months_to_the_officer_where_the_law_is_silent() -> None:
    found = periodic_reports(silent_law(), 2027, CALENDAR)
    assert [row.day for row in found] == [None]
    assert "in which months a user must report" in found[0].sentence


def test_give_hagues_model_times_as_such() -> None:
    """E-06 Hague: the articles were read by their titles; the time is the model's and blank or to be confirmed."""
    row = hague().time_limit("compliance_report")
    assert row.status is not FigureStatus.LAW


@given(st.dates(date(2020, 1, 1), date(2040, 12, 31)))
def test_never_allow_a_change_before_its_notice_has_run(told: date) -> None:
    """What is allowed from the notice on was told in time when counted back from it."""
    first = earliest_after_notice(dannemora(), "permit_change_notice", told, CALENDAR).day
    assert first is not None
    back = day_of(dannemora(), "permit_change_notice", first, CALENDAR).deadline
    assert back is not None
    assert back.raw == told
