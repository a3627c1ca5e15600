"""Capacity less present and promised use, and moratoria (law.md A-07)."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.capacity import Commitment, Moratorium, Segment, capacity_verdict, denial_sentence
from sewerdesk.domain.verdicts import Answer
from tests.support.packs import pack

DAY = date(2027, 5, 3)
PLANT = Segment(
    "Treatment plant",
    Decimal(100_000),
    Decimal(80_000),
    (
        Commitment(Decimal(15_000), "Resolution 9 of 2026", date(2026, 9, 14)),
        Commitment(Decimal(4_000), "Resolution 3 of 2027", date(2027, 6, 1)),
    ),
)
FLOWS = st.decimals(min_value=0, max_value=1_000_000, places=0)


@pytest.mark.parametrize(("name", "section"), [("hague", "§401"), ("altamont", "§300-21")])
def test_a07_deny_beyond_capacity(name: str, section: str) -> None:
    """A-07 Hague 401, Altamont 300-21: 100,000 less 80,000 used and 15,000 promised leaves 5,000 gallons a day."""
    law = pack(name)
    assert PLANT.remaining(DAY) == Decimal(5_000)
    assert capacity_verdict(law, [PLANT], gpd=Decimal(5_000), on=DAY).answer is Answer.YES
    verdict = capacity_verdict(law, [PLANT], gpd=Decimal(5_001), on=DAY)
    assert verdict.answer is Answer.NO
    assert denial_sentence(verdict) == (
        "The application must be denied. Treatment plant: capacity 100,000 less 80,000 used and 15,000 promised to "
        f"others leaves 5,000 gallons a day ({section})."
    )


def test_a07_hague_counts_a_promise_from_its_resolution() -> None:
    """A-07 Hague: what the Board promises on June 1 is free on May 31."""
    assert PLANT.remaining(date(2027, 5, 31)) == Decimal(5_000)
    assert PLANT.remaining(date(2027, 6, 1)) == Decimal(1_000)


def test_a07_hague_denies_where_any_segment_is_full() -> None:
    """A-07 Hague: a sewer on the way without room denies it, whatever the plant has."""
    full = Segment("Main Street sewer", Decimal(20_000), Decimal(20_500))
    verdict = capacity_verdict(pack("hague"), [PLANT, full], gpd=Decimal(0), on=DAY)
    assert [line.on_file for line in verdict.failing] == [
        "Main Street sewer: capacity 20,000 less 20,500 used and 0 promised to others leaves -500 gallons a day"
    ]


def test_a07_hague_leaves_an_unknown_figure_to_the_officer() -> None:
    """A-07 Hague: without a capacity nobody can say yes."""
    unknown = Segment("Pumping station 2", None, Decimal(100))
    assert capacity_verdict(pack("hague"), [PLANT, unknown], gpd=Decimal(1), on=DAY).answer is Answer.OFFICER
    assert capacity_verdict(pack("hague"), [], gpd=Decimal(1), on=DAY).answer is Answer.OFFICER
    assert not denial_sentence(capacity_verdict(pack("hague"), [], gpd=Decimal(1), on=DAY))


@pytest.mark.parametrize("name", ["lockport", "dannemora"])
def test_a07_leave_it_to_the_officer_where_the_text_has_no_rule(name: str) -> None:
    """A-07 Lockport and Dannemora: no section at hand makes the office deny, so the officer decides."""
    verdict = capacity_verdict(pack(name), [PLANT], gpd=Decimal(9_000), on=DAY)
    assert verdict.answer is Answer.OFFICER
    assert verdict.failing == ()


def test_a07_hague_moratorium_holds_between_its_days() -> None:
    """A-07 Hague 310: closed by the Board from its first day on, free again on the day it ends."""
    law = pack("hague")
    closed = Moratorium("District 1", date(2027, 5, 3), "Resolution 12 of 2027", date(2027, 8, 1))
    for day, answer in (
        (date(2027, 5, 2), Answer.YES),
        (date(2027, 5, 3), Answer.NO),
        (date(2027, 7, 31), Answer.NO),
        (date(2027, 8, 1), Answer.YES),
    ):
        assert capacity_verdict(law, [PLANT], gpd=Decimal(10), on=day, moratoria=[closed]).answer is answer
    [line] = capacity_verdict(law, [PLANT], gpd=Decimal(10), on=DAY, moratoria=[closed]).failing
    assert (line.on_file, line.citation) == (
        "District 1: closed from 5/3/2027 until 8/1/2027 by Resolution 12 of 2027",
        "§310",
    )
    assert Moratorium("District 1", DAY, "Resolution 12").holds_on(date(2099, 1, 1))


def test_refuse_a_flow_below_zero() -> None:
    with pytest.raises(ValueError, match="less than zero"):
        capacity_verdict(pack("hague"), [PLANT], gpd=Decimal(-1), on=DAY)


@given(capacity=FLOWS, present=FLOWS, promised=FLOWS, gpd=FLOWS)
def test_a07_yes_exactly_when_all_flows_fit(
    capacity: Decimal, present: Decimal, promised: Decimal, gpd: Decimal
) -> None:
    """A-07 Hague: yes exactly when present, promised and new flow together are within the capacity."""
    one = Segment("Plant", capacity, present, (Commitment(promised, "Resolution 1", DAY),))
    verdict = capacity_verdict(pack("hague"), [one], gpd=gpd, on=DAY)
    assert (verdict.answer is Answer.YES) == (present + promised + gpd <= capacity)
