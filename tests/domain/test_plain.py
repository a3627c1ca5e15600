"""What a record keeps of a form, a clock or a test comes back as it was."""

import json
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.applications import ApplicationDraft, Capacity, Paper, WorkType
from sewerdesk.domain.contractors import ContractorFacts
from sewerdesk.domain.law import RoadJurisdiction
from sewerdesk.domain.leaktests import LeakTestDraft, LeakTestResult, judge, rule_of
from sewerdesk.domain.measures import Measured
from sewerdesk.domain.permits import IssuedClock, issue_clocks
from sewerdesk.domain.plain import from_plain, to_plain
from tests.domain.counter_examples import FULL, GOOD, hague, new_york_calendar
from tests.support.fieldwork import exfiltration


def through_json(value: object) -> dict[str, object]:
    text = json.dumps(to_plain(value), ensure_ascii=False, sort_keys=True)
    read: dict[str, object] = json.loads(text)
    return read


def test_bring_back_a_whole_application() -> None:
    draft = replace(
        FULL,
        triggers=frozenset({"highway"}),
        road_jurisdiction=RoadJurisdiction.COUNTY,
        papers=(Paper("plans", date(2027, 4, 13), requested=True),),
        conditions=("Call before you dig.",),
        owner_name="O'Brien & Sons <Plumbing>, Łukasiewicz",
    )
    assert from_plain(ApplicationDraft, through_json(draft)) == draft
    assert through_json(draft)["units"] == "1.32"


def test_bring_back_contractor_clocks_and_leak_test() -> None:
    law = hague()
    assert from_plain(ContractorFacts, through_json(GOOD)) == GOOD
    clocks = issue_clocks(law, issued_on=date(2027, 5, 3), class_key="standard", calendar=new_york_calendar())
    assert tuple(from_plain(IssuedClock, through_json(clock)) for clock in clocks) == clocks
    draft = exfiltration(gallons="0.5", day=date(2027, 5, 1))
    assert from_plain(LeakTestDraft, through_json(draft)) == draft
    test = draft.measured()
    result = judge(test, rule_of(law, test.kind, date(2027, 5, 3)))
    assert from_plain(LeakTestResult, through_json(result)) == result


def test_take_the_default_of_a_field_that_came_later() -> None:
    assert from_plain(ApplicationDraft, {"owner_name": "Jane Doe"}) == ApplicationDraft(owner_name="Jane Doe")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"value": "8"}, 'needs the field "unit"'),
        ({"value": "8", "unit": "9", "color": "red"}, 'has no field "color"'),
    ],
)
def test_refuse_keys_that_do_not_fit(data: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        from_plain(Measured, data)


def test_refuse_values_of_another_kind() -> None:
    with pytest.raises(ValueError, match="12 is no str"):
        from_plain(Paper, {"key": 12})
    with pytest.raises(ValueError, match="'yes' is no bool"):
        from_plain(Paper, {"key": "plans", "requested": "yes"})
    with pytest.raises(TypeError, match="complex has no plain form"):
        to_plain(1j)


@dataclass(frozen=True, slots=True)
class Mixed:
    amount: Decimal
    day: date | None
    capacity: Capacity | None
    work: tuple[WorkType, ...]
    pair: tuple[int, str] = (1, "one")


@given(
    amount=st.decimals(allow_nan=False, allow_infinity=False, places=4),
    day=st.none() | st.dates(),
    capacity=st.none() | st.sampled_from(Capacity),
    work=st.lists(st.sampled_from(WorkType)).map(tuple),
    words=st.text(),
)
def test_bring_back_any_value(
    amount: Decimal, day: date | None, capacity: Capacity | None, work: tuple[WorkType, ...], words: str
) -> None:
    value = Mixed(amount, day, capacity, work, (7, words))
    assert from_plain(Mixed, through_json(value)) == value
