"""Applications for connection: what a form needs (documents.md 1.1; Hague 502), and its states."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.application_checks import check_draft, completeness, required_papers
from sewerdesk.domain.application_items import has_field, required_items
from sewerdesk.domain.applications import (
    APPLICATION_MACHINE,
    ApplicationDraft,
    ApplicationState,
    Capacity,
    ItemAnswer,
    Paper,
    WorkType,
    proposed_units,
)
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.law import LawPack, ProjectKind
from tests.domain.counter_examples import FULL, TODAY, hague


@pytest.fixture(scope="module")
def law() -> LawPack:
    return hague()


def answered(draft: ApplicationDraft, law: LawPack) -> ApplicationDraft:
    """The form with an answer to every question of the law that has no field of its own."""
    asked = (row for row in required_items(draft, law) if not has_field(row))
    return replace(draft, law_answers=tuple(ItemAnswer(row.key, "As the plans show") for row in asked))


def missing(draft: ApplicationDraft, law: LawPack) -> dict[str, str]:
    return {item.field: item.sentence for item in completeness(draft, law).missing}


def test_find_nothing_missing_on_a_full_form(law: LawPack) -> None:
    result = completeness(FULL, law)
    assert result.is_complete
    assert result.sentence == "Everything needed to submit is there."


def test_count_what_is_missing(law: LawPack) -> None:
    draft = replace(FULL, owner_phone=" ", units=None, certified_on=None)
    result = completeness(draft, law)
    assert [item.field for item in result.missing] == ["owner_phone", "units", "certified_on"]
    assert result.sentence == f"3 of {result.needed} still needed to submit"


def test_ask_an_agent_for_the_owners_authorization(law: LawPack) -> None:
    draft = replace(FULL, capacity=Capacity.AGENT, applicant_name="R. Roe")
    assert missing(draft, law) == {
        "authorization_received_on": "Ask for the owner's written authorization of the applicant."
    }
    assert not missing(replace(draft, authorization_received_on=TODAY), law)


def test_ask_whether_work_is_in_the_highway(law: LawPack) -> None:
    (item,) = completeness(replace(FULL, triggers_answered=False), law).missing
    assert (item.field, item.citation) == ("triggers", "§408(1)")
    assert item.sentence == "Will any of the work be done within the right-of-way of a highway?"


def test_ask_whose_highway_is_opened(law: LawPack) -> None:
    assert set(missing(replace(FULL, triggers=frozenset({"highway"})), law)) == {"road_jurisdiction"}


def test_ask_for_no_pipe_when_a_house_is_disconnected(law: LawPack) -> None:
    draft = replace(
        FULL,
        work_type=WorkType.DISCONNECT,
        lateral_use=None,
        lateral_diameter_in=None,
        lateral_material="",
        lateral_length_ft=None,
        lateral_slope_in_per_ft=None,
    )
    assert not missing(draft, law)
    assert "lateral_material" in missing(replace(draft, work_type=WorkType.REPAIR), law)


def test_a03_ask_for_papers_always_on_request_and_when_they_apply(law: LawPack) -> None:
    assert required_papers(FULL, law) == ()
    requested = replace(FULL, papers=(Paper("plans", requested=True), Paper("complex_plans", applies=True)))
    assert [row.key for row in required_papers(requested, law)] == ["plans", "complex_plans"]
    industrial = answered(replace(FULL, permit_class="industrial"), law)
    assert missing(industrial, law) == {"papers": "Ask for: Quantity and character of the industrial waste."}
    brought = replace(industrial, papers=(Paper("waste", received_on=TODAY),))
    assert completeness(brought, law).is_complete


def test_sort_the_project_by_work_and_district() -> None:
    assert FULL.project is ProjectKind.LATERAL
    assert replace(FULL, in_district=False).project is ProjectKind.OUTSIDE_USER
    assert replace(FULL, work_type=WorkType.MAIN_EXTENSION).project is ProjectKind.NEW_SEWER


def test_keep_a_draft_with_only_an_owner(law: LawPack) -> None:
    check_draft(ApplicationDraft(owner_name="Łukasiewicz"), law, today=TODAY)
    with pytest.raises(FieldErrors, match="Enter the property or the owner"):
        check_draft(ApplicationDraft(), law, today=TODAY)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        (
            "received_on",
            date(2027, 4, 13),
            "The application cannot have been received on 4/13/2027; today is 4/12/2027.",
        ),
        ("estimated_gpd", Decimal(0), "The estimated flow must be more than zero."),
        ("lateral_length_ft", Decimal(-3), "The length must be more than zero."),
        ("units", Decimal("NaN"), "The number of units must be more than zero."),
        (
            "units",
            Decimal(100_000),
            "An account has at most 99,999 units. Look at the number again and correct it.",
        ),
        ("dwelling_units", -1, "The number of dwelling units cannot be less than zero."),
        ("permit_class", "gold", "The Town of Hague has no class of permit named gold."),
    ],
)
def test_refuse_what_cannot_be(law: LawPack, field: str, value: object, sentence: str) -> None:
    draft: ApplicationDraft = replace(FULL, **{field: value})  # type: ignore[arg-type]
    with pytest.raises(FieldErrors) as caught:
        check_draft(draft, law, today=TODAY)
    assert caught.value.errors == {field: sentence}


def test_refuse_work_that_ends_before_it_starts(law: LawPack) -> None:
    draft = replace(FULL, planned_start=date(2027, 6, 2), planned_end=date(2027, 6, 1))
    with pytest.raises(FieldErrors, match="cannot end on 6/1/2027, before it starts on 6/2/2027"):
        check_draft(draft, law, today=TODAY)


def test_refuse_a_question_the_law_does_not_ask(law: LawPack) -> None:
    with pytest.raises(UserError, match='asks no question "moon"'):
        check_draft(replace(FULL, triggers=frozenset({"moon"})), law, today=TODAY)


@pytest.mark.parametrize(
    ("gpd", "per_unit", "units"),
    [(330, 250, "1.32"), (100, 250, "1"), (251, 250, "1.01"), (250, 250, "1"), (1000, 300, "3.34")],
)
def test_round_units_up_to_the_next_hundredth(gpd: int, per_unit: int, units: str) -> None:
    assert proposed_units(Decimal(gpd), gpd_per_unit=Decimal(per_unit)) == Decimal(units)


def test_walk_from_draft_to_closed() -> None:
    state = ApplicationState.DRAFT
    for verb in (
        "submit",
        "return",
        "submit",
        "review",
        "approve",
        "issue",
        "start",
        "test",
        "connect",
        "close",
    ):
        state = APPLICATION_MACHINE.move(state, verb, record="APP-2027-0001")
    assert state is ApplicationState.CLOSED
    assert APPLICATION_MACHINE.is_final(state)


def test_reach_every_state_from_a_draft() -> None:
    assert APPLICATION_MACHINE.reachable(ApplicationState.DRAFT) == frozenset(ApplicationState)


def test_an_application_whose_permit_is_out_is_not_withdrawn_until_the_permit_is_void() -> None:
    with pytest.raises(RuleViolation, match="APP-2027-0001"):
        APPLICATION_MACHINE.move(ApplicationState.PERMIT_ISSUED, "withdraw", record="APP-2027-0001")
    back = APPLICATION_MACHINE.move(ApplicationState.PERMIT_ISSUED, "void_permit", record="APP-2027-0001")
    assert APPLICATION_MACHINE.move(back, "withdraw", record="APP-2027-0001") is ApplicationState.WITHDRAWN


def test_refuse_to_issue_before_approval() -> None:
    with pytest.raises(
        RuleViolation, match="APP-2027-0001 is under review, so it is not possible to issue it"
    ):
        APPLICATION_MACHINE.move(ApplicationState.UNDER_REVIEW, "issue", record="APP-2027-0001")
