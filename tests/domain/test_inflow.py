"""Inflow: what is forbidden, when it must go, and what it may cost (C-09)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.inflow import (
    InflowSource,
    disconnect_by,
    forbidden_sources,
    inflow_charge,
    inspect_sale_by,
    must_disconnect,
    repair_sale_by,
    violation_of,
)
from sewerdesk.domain.law import BlankFigure, FigureStatus, LawPack
from sewerdesk.domain.verdicts import Answer
from tests.domain.pretreatment.examples import (
    CALENDAR,
    DAY,
    altamont,
    dannemora,
    hague,
    lockport,
    silent_law,
    with_figures,
)

D = Decimal
ROOF = InflowSource("Roof leader at 12 Lake Road", storm_sewer_ft=D(60))


@pytest.mark.parametrize(
    ("law", "citations"),
    [
        (hague(), {"§501B"}),
        (lockport(), {"§150-6S"}),
        (dannemora(), {"§72-10"}),
    ],
    ids=["hague", "lockport", "dannemora"],
)
def test_name_the_sources_that_each_text_forbids(law: LawPack, citations: set[str]) -> None:
    """C-09 Hague 501B, Lockport 150-6S, Dannemora 72-10."""
    rows = forbidden_sources(law)
    assert {row.citation for row in rows} == citations
    assert {row.status for row in rows} == {FigureStatus.LAW}


@pytest.mark.parametrize(
    ("feet", "answer"),
    [("60", Answer.YES), ("100", Answer.YES), ("100.1", Answer.OFFICER), (None, Answer.OFFICER)],
)
def test_order_an_existing_source_off_where_a_storm_sewer_is_near(feet: str | None, answer: Answer) -> None:
    """C-09 Hague (model): within 100 feet; exactly 100 is within, farther away the officer decides."""
    source = replace(ROOF, storm_sewer_ft=None if feet is None else D(feet))
    assert must_disconnect(hague(), source, on=DAY).answer is answer


def test_never_allow_a_new_source_or_one_connected_again() -> None:
    """C-09: a new source is forbidden however far the storm sewer; reconnection has its own section."""
    new = replace(ROOF, existing=False, storm_sewer_ft=D(5000))
    assert must_disconnect(hague(), new, on=DAY).answer is Answer.YES
    again = replace(ROOF, reconnected=True, storm_sewer_ft=None)
    found = must_disconnect(hague(), again, on=DAY)
    assert found.answer is Answer.YES
    assert found.lines[-1].citation.startswith("§604")
    cited = [violation_of(hague(), row) for row in (new, again, ROOF)]
    assert [row.key for row in cited if row] == ["new_inflow", "reconnected_inflow", "existing_inflow"]


def test_leave_existing_sources_to_the_officer_where_no_distance_is_known() -> None:
    """C-09 Dannemora: the text forbids the sources and knows no storm sewer."""
    found = must_disconnect(dannemora(), ROOF, on=DAY)
    assert found.answer is Answer.OFFICER
    assert "how near a storm sewer must be" in found.lines[-1].requirement
    silent = must_disconnect(silent_law(), ROOF, on=DAY)
    assert silent.answer is Answer.OFFICER
    assert violation_of(silent_law(), ROOF) is None


def test_refuse_a_distance_below_zero() -> None:
    with pytest.raises(UserError, match="zero feet or more"):
        must_disconnect(hague(), replace(ROOF, storm_sewer_ft=D(-1)), on=DAY)


def test_date_the_order_once_the_time_is_entered() -> None:
    """C-09 Hague: the time is not in the text (sibling codes 30 or 90 days); 30 days from 6/1/2027 is 7/1."""
    with pytest.raises(BlankFigure, match="There is no figure on file for"):
        disconnect_by(hague(), date(2027, 6, 1), CALENDAR)
    law = with_figures(hague(), inflow__disconnect_days=D(30))
    found = disconnect_by(law, date(2027, 6, 1), CALENDAR).deadline
    assert found is not None
    assert found.effective == date(2027, 7, 1)
    silent = disconnect_by(lockport(), date(2027, 6, 1), CALENDAR)
    assert silent.deadline is None
    assert silent.sentence.endswith("the officer decides.")


def test_date_the_inspection_at_a_sale() -> None:
    """C-09 Hague (model): 30 days to inspect after the notice, 30 to fix; the office's own day is not rolled."""
    seen = inspect_sale_by(hague(), date(2027, 6, 4), CALENDAR).deadline
    fixed = repair_sale_by(hague(), date(2027, 6, 3), CALENDAR).deadline
    assert seen is not None
    assert fixed is not None
    # 6/4 + 30 = Sunday 7/4, the clerk's own day; 6/3 + 30 = Saturday 7/3, Monday 7/5 keeps the Fourth: Tuesday 7/6
    assert seen.effective == date(2027, 7, 4)
    assert (fixed.raw, fixed.effective) == (date(2027, 7, 3), date(2027, 7, 6))


@pytest.mark.parametrize("law", [hague(), altamont()], ids=lambda law: law.code)
def test_charge_inflow_up_to_five_times(law: LawPack) -> None:
    """C-09 model: at most five times the normal volume charge. By hand 5 x 33.335 = 166.675, half a cent up."""
    found = inflow_charge(law, normal=D("33.335"), times=D(5), on=DAY)
    assert found.amount == D("166.68")
    with pytest.raises(RuleViolation, match="no more than 5"):
        inflow_charge(law, normal=D(1), times=D("5.01"), on=DAY)


def test_refuse_a_multiple_that_the_law_does_not_know() -> None:
    with pytest.raises(RuleViolation, match="does not say that inflow may be billed at a multiple"):
        inflow_charge(dannemora(), normal=D(1), times=D(2), on=DAY)
    with pytest.raises(UserError, match="zero or more"):
        inflow_charge(hague(), normal=D(-1), times=D(2), on=DAY)


@given(st.decimals(0, 1000, places=2), st.decimals(0, 5, places=2))
def test_never_charge_more_than_five_times(normal: Decimal, times: Decimal) -> None:
    assert D(0) <= inflow_charge(hague(), normal=normal, times=times, on=DAY).amount <= normal * 5
