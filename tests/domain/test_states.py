"""State machines: what is possible, what is refused and how it is said."""

from enum import StrEnum

import pytest

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.states import StateMachine, Transition


class Paper(StrEnum):
    DRAFT = "draft"
    UNDER_REVIEW = "under_review"
    ISSUED = "issued"
    VOID = "void"
    LOST = "lost"


MACHINE = StateMachine(
    "permit",
    (
        Transition(Paper.DRAFT, Paper.UNDER_REVIEW, "submit"),
        Transition(Paper.UNDER_REVIEW, Paper.DRAFT, "send_back"),
        Transition(Paper.UNDER_REVIEW, Paper.ISSUED, "issue"),
        Transition(Paper.ISSUED, Paper.VOID, "void"),
    ),
)


def test_move_along_the_table() -> None:
    state = Paper.DRAFT
    for verb in ("submit", "issue", "void"):
        assert MACHINE.may(verb, state)
        state = MACHINE.move(state, verb, record="PER-2027-0001")
    assert state is Paper.VOID


def test_refuse_a_verb_with_the_record_and_what_is_possible() -> None:
    with pytest.raises(RuleViolation) as error:
        MACHINE.move(Paper.UNDER_REVIEW, "void", record="PER-2027-0001")
    assert error.value.message == (
        "The permit PER-2027-0001 is under review, so it is not possible to void it. "
        "Possible now: send back, issue."
    )


def test_refuse_everything_in_a_final_state() -> None:
    assert MACHINE.is_final(Paper.VOID)
    assert not MACHINE.is_final(Paper.ISSUED)
    with pytest.raises(RuleViolation, match="Possible now: nothing"):
        MACHINE.move(Paper.VOID, "issue", record="PER-2027-0001")


def test_list_verbs_in_the_order_of_the_table() -> None:
    assert MACHINE.verbs(Paper.UNDER_REVIEW) == ("send_back", "issue")
    assert not MACHINE.may("issue", Paper.DRAFT)


def test_find_states_that_cannot_be_reached() -> None:
    assert set(Paper) - MACHINE.reachable(Paper.DRAFT) == {Paper.LOST}
    assert MACHINE.reachable(Paper.VOID) == {Paper.VOID}


def test_refuse_a_table_in_which_a_verb_leads_two_ways() -> None:
    with pytest.raises(ValueError, match="two ways"):
        StateMachine(
            "permit",
            (
                Transition(Paper.DRAFT, Paper.ISSUED, "issue"),
                Transition(Paper.DRAFT, Paper.VOID, "issue"),
            ),
        )
