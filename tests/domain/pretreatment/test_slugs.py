"""Slugs: more than five times the 24-hour average for longer than 15 minutes (E-09 Hague and Dannemora)."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import BlankFigure, LawPack
from sewerdesk.domain.pretreatment.answers import Finding
from sewerdesk.domain.pretreatment.slugs import Series, SeriesReading, judge_slug
from sewerdesk.domain.verdicts import Answer
from tests.domain.pretreatment.examples import DAY, altamont, dannemora, hague, lockport

D = Decimal
NOON = datetime(2027, 4, 15, 16, 0, tzinfo=UTC)


def _series(*readings: tuple[float, str], average: str = "10") -> Series:
    """Readings as (minutes after noon, gallons a minute)."""
    rows = tuple(SeriesReading(NOON + timedelta(minutes=at), D(value)) for at, value in readings)
    return Series("Flow", "gal/min", D(average), rows)


@pytest.mark.parametrize("law", [hague(), dannemora()], ids=lambda law: law.code)
def test_find_a_slug_that_lasts_longer_than_15_minutes(law: LawPack) -> None:
    """E-09: average 10, five times is 50; over it from minute 1 to minute 17 for certain: 16 minutes."""
    found = judge_slug(law, _series((0, "10"), (1, "51"), (9, "80"), (17, "51"), (18, "10")), on=DAY)
    assert found.slug is Answer.YES
    assert found.limit == D(50)
    excursion = found.excursions[0]
    assert (excursion.certain, excursion.at_most) == (timedelta(minutes=16), timedelta(minutes=18))
    assert excursion.highest == D(80)


def test_find_no_slug_within_exactly_15_minutes() -> None:
    """E-09: over the limit between the readings of minute 0 and minute 15: at most 15, not longer than 15."""
    found = judge_slug(hague(), _series((0, "10"), (1, "60"), (14, "60"), (15, "10")), on=DAY)
    assert found.slug is Answer.NO
    assert found.excursions[0].at_most == timedelta(minutes=15)


def test_leave_exactly_15_certain_minutes_with_gaps_around_to_the_officer() -> None:
    """Over for 15 minutes for certain, at most 17: the readings do not tell whether it was longer than 15."""
    found = judge_slug(hague(), _series((0, "10"), (1, "60"), (16, "60"), (17, "10")), on=DAY)
    assert found.excursions[0].certain == timedelta(minutes=15)
    assert found.slug is Answer.OFFICER
    assert "too far apart to tell" in found.sentence


def test_count_exactly_five_times_as_allowed() -> None:
    """E-09: more than five times; 50 of an average of 10 for hours is no slug, 50.1 is."""
    steady = _series((0, "50"), (60, "50"), (120, "50"))
    assert judge_slug(dannemora(), steady, on=DAY).slug is Answer.NO
    above = _series((0, "50.1"), (60, "50.1"))
    assert judge_slug(dannemora(), above, on=DAY).slug is Answer.YES


def test_not_add_up_separate_excursions() -> None:
    """Twice 10 minutes with a quiet reading between are two excursions, neither too long."""
    found = judge_slug(
        hague(),
        _series((0, "1"), (1, "60"), (10, "60"), (11, "1"), (19, "1"), (20, "60"), (29, "60"), (30, "1")),
        on=DAY,
    )
    assert [row.slug for row in found.excursions] == [Finding.NOT_MET, Finding.NOT_MET]
    assert found.slug is Answer.NO


def test_leave_an_open_end_to_the_officer() -> None:
    """The series ends while the flow is high: how long it went on is not known."""
    found = judge_slug(hague(), _series((0, "10"), (5, "60"), (10, "60")), on=DAY)
    assert found.slug is Answer.OFFICER
    assert found.excursions[0].at_most is None
    assert "an unknown time at most" in found.excursions[0].sentence


def test_judge_a_concentration_like_a_flow() -> None:
    """E-09: "in concentration of any constituent or in quantity of flow"."""
    copper = replace(_series((0, "6"), (16, "6")), name="Copper", unit="mg/l", average=D(1))
    assert judge_slug(hague(), copper, on=DAY).slug is Answer.YES


def test_leave_slugs_to_the_officer_where_the_law_is_silent() -> None:
    """E-09 Lockport: the text at hand has no slug; Altamont asks for its figures."""
    found = judge_slug(lockport(), _series((0, "60"), (16, "60")), on=DAY)
    assert found.slug is Answer.OFFICER
    assert "does not say what a slug is; the officer decides" in found.sentence
    with pytest.raises(BlankFigure, match="There is no figure on file for"):
        judge_slug(altamont(), _series((0, "60"), (16, "60")), on=DAY)


def test_refuse_series_that_cannot_be_judged() -> None:
    with pytest.raises(UserError, match="24-hour average"):
        judge_slug(hague(), _series((0, "1"), (1, "1"), average="0"), on=DAY)
    with pytest.raises(UserError, match="at least two readings"):
        judge_slug(hague(), _series((0, "1")), on=DAY)
    with pytest.raises(UserError, match="must be zero or more"):
        judge_slug(hague(), _series((0, "1"), (1, "-1")), on=DAY)
    with pytest.raises(UserError, match="put the readings in order"):
        judge_slug(hague(), _series((1, "1"), (1, "1")), on=DAY)
    naive = replace(
        _series((0, "1"), (1, "1")), readings=(SeriesReading(NOON.replace(tzinfo=None), D(1)),) * 2
    )
    with pytest.raises(ValueError, match="aware"):
        judge_slug(hague(), naive, on=DAY)


@given(st.lists(st.integers(0, 120), min_size=2, max_size=30), st.integers(1, 20))
def test_never_be_certain_of_more_than_is_possible(values: list[int], step: int) -> None:
    series = _series(*((place * step, str(value)) for place, value in enumerate(values)))
    for row in judge_slug(hague(), series, on=DAY).excursions:
        assert row.at_most is None or row.certain < row.at_most
        assert row.highest > 50
