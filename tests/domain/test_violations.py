"""Cases of violation: sections from the law, the day for the answer, and what waits (law.md F-01, F-08)."""

from dataclasses import replace
from datetime import date

import pytest

from sewerdesk.domain.answer_times import response_due, response_trigger
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.law import Amendment
from sewerdesk.domain.mailing import Mailing, MailMethod, MailOutcome, Trigger
from sewerdesk.domain.violations import (
    CASE_MACHINE,
    CaseDraft,
    CaseEvent,
    CaseEventKind,
    CaseFacts,
    CaseState,
    ObservedFact,
    OrderedAction,
    answer_due,
    case_state,
    check_case,
    cite,
    due_by,
    due_items,
    extend,
)
from tests.domain.counter_examples import hague, new_york_calendar

LAW = hague()
CALENDAR = new_york_calendar()
DATED = date(2027, 3, 1)
OPENED = CaseEvent(CaseEventKind.OPENED, date(2027, 2, 25))
ISSUED = CaseEvent(CaseEventKind.NOTICE_ISSUED, DATED)
GIVEN = CaseEvent(
    CaseEventKind.NOTICE_GIVEN,
    date(2027, 3, 2),
    date(2027, 3, 12),
    "10 days from 3/2/2027 is Friday 3/12/2027",
    "§1002",
)
ANSWERED = CaseEvent(CaseEventKind.ANSWERED, date(2027, 3, 10))
COMPLIED = CaseEvent(CaseEventKind.COMPLIED, date(2027, 3, 20))
CLOSED = CaseEvent(CaseEventKind.CLOSED, date(2027, 3, 25))


def case(*events: CaseEvent, number: str = "NOV-2027-0001") -> CaseFacts:
    return CaseFacts(number, "12.13-2-15.1, Jane Doe", date(2027, 2, 25), (OPENED, *events))


def waiting(facts: CaseFacts, on: date) -> list[tuple[str, date]]:
    return [(item.what, item.due) for item in due_items(facts, on=on)]


def test_cite_sections_with_their_words_and_remedy() -> None:
    inflow, lapsed = cite(LAW, ["inflow", "expired_permit", "inflow"], on=DATED)
    assert (inflow.section, inflow.citation) == ("501B", "§501B")
    assert inflow.text == "Storm, cooling or unpolluted industrial water discharged to a sanitary sewer"
    assert inflow.remedy == "Disconnect the source from the sanitary sewer."
    assert lapsed.citation == "§602B [502B]"
    assert [figure.value for figure in inflow.penalties] == [None, None]


def test_refuse_a_section_that_the_law_does_not_have() -> None:
    with pytest.raises(UserError, match='has no violation "noise"'):
        cite(LAW, ["noise"], on=DATED)


def test_f01_count_ten_days_from_mailing() -> None:
    due = response_due(LAW, CALENDAR, dated=DATED, mailed=date(2027, 3, 2))
    assert (due.deadline.raw, due.deadline.effective) == (date(2027, 3, 12), date(2027, 3, 12))
    assert due.sentence == (
        "Counted from the date of mailing, 3/2/2027. 10 days from 3/2/2027 is Friday 3/12/2027."
    )
    assert due.title == "Written explanation and plan of correction"


def test_f01_roll_to_monday_when_the_tenth_day_is_a_saturday() -> None:
    due = response_due(LAW, CALENDAR, dated=DATED, mailed=date(2027, 3, 3))
    assert (due.deadline.raw, due.deadline.effective) == (date(2027, 3, 13), date(2027, 3, 15))


def test_f08_refuse_to_count_before_the_mailing_is_recorded() -> None:
    with pytest.raises(UserError, match="runs from the date of mailing, which is not recorded yet"):
        response_due(LAW, CALENDAR, dated=DATED)


def test_f01_follow_a_resolution_that_counts_from_the_date_of_the_notice() -> None:
    law = LAW.with_amendments(
        [Amendment("nov.response_trigger", date(2027, 1, 1), "notice_dated", "Resolution 5 of 2027")]
    )
    assert response_trigger(LAW, "NOV", on=DATED) is Trigger.MAILED
    assert response_trigger(law, "NOV", on=DATED) is Trigger.DATED
    assert response_due(law, CALENDAR, dated=DATED).deadline.raw == date(2027, 3, 11)


def test_g01_count_ninety_days_to_connect_from_service() -> None:
    # 3/5 + 90: 26 days to 3/31, 30 in April, 31 in May make 87, so 6/3/2027, a Thursday
    due = response_due(LAW, CALENDAR, dated=DATED, document="OTC", served=date(2027, 3, 5))
    assert due.deadline.effective == date(2027, 6, 3)


def test_refuse_a_case_without_what_a_notice_needs() -> None:
    with pytest.raises(FieldErrors) as caught:
        check_case(CaseDraft(), LAW, today=DATED)
    assert set(caught.value.errors) == {
        "parcel_id",
        "observed_on",
        "observed_by",
        "facts",
        "violation_keys",
    }
    full = CaseDraft(
        parcel_id=7,
        observed_on=date(2027, 2, 25),
        observed_by="R. Field",
        facts=(ObservedFact("Sump pump discharges to the floor drain."),),
        violation_keys=("inflow",),
    )
    check_case(full, LAW, today=DATED)
    with pytest.raises(FieldErrors, match="cannot have been observed on 3/2/2027; today is 3/1/2027"):
        check_case(replace(full, observed_on=date(2027, 3, 2)), LAW, today=DATED)


@pytest.mark.parametrize(
    ("on", "state"),
    [
        (date(2027, 2, 28), CaseState.OPEN),
        (date(2027, 3, 1), CaseState.NOTICED),
        (date(2027, 3, 9), CaseState.NOTICED),
        (date(2027, 3, 10), CaseState.ANSWERED),
        (date(2027, 3, 20), CaseState.COMPLIED),
        (date(2027, 3, 25), CaseState.CLOSED),
    ],
)
def test_compute_the_state_as_of_a_day(on: date, state: CaseState) -> None:
    assert case_state(case(ISSUED, GIVEN, ANSWERED, COMPLIED, CLOSED), on=on) is state


def test_list_what_waits_at_each_step() -> None:
    assert waiting(case(), DATED) == [("Issue the notice", date(2027, 2, 25))]
    assert waiting(case(ISSUED), DATED) == [("Mail the notice", DATED)]
    assert waiting(case(ISSUED, GIVEN), date(2027, 3, 5)) == [("Answer due", date(2027, 3, 12))]
    assert waiting(case(ISSUED, GIVEN, ANSWERED), date(2027, 3, 11)) == []
    assert waiting(case(ISSUED, GIVEN, ANSWERED, COMPLIED), date(2027, 3, 21)) == [
        ("Close the case", date(2027, 3, 20))
    ]
    assert waiting(case(ISSUED, GIVEN, ANSWERED, COMPLIED, CLOSED), date(2027, 4, 1)) == []


def test_show_the_answer_on_the_first_page_on_its_day() -> None:
    facts = case(ISSUED, GIVEN)
    assert due_by([facts], today=date(2027, 3, 11), through=date(2027, 3, 11)) == ()
    (item,) = due_by([facts], today=date(2027, 3, 12), through=date(2027, 3, 12))
    assert (item.case_number, item.citation) == ("NOV-2027-0001", "§1002")
    assert item.rule == "10 days from 3/2/2027 is Friday 3/12/2027"
    assert not item.is_overdue(date(2027, 3, 12))
    assert item.is_overdue(date(2027, 3, 13))


def test_put_the_oldest_first_over_all_cases() -> None:
    late = case(ISSUED, replace(GIVEN, due_on=date(2027, 3, 5)), number="NOV-2027-0009")
    items = due_by([case(ISSUED, GIVEN), late], today=date(2027, 3, 31), through=date(2027, 3, 31))
    assert [item.case_number for item in items] == ["NOV-2027-0009", "NOV-2027-0001"]


def test_wait_for_each_ordered_action_until_it_is_done() -> None:
    facts = replace(
        case(ISSUED, GIVEN, ANSWERED),
        actions=(
            OrderedAction("Disconnect the sump pump", date(2027, 4, 1)),
            OrderedAction("Pay the fee", date(2027, 3, 15), date(2027, 3, 12)),
        ),
    )
    assert waiting(facts, date(2027, 3, 13)) == [("Disconnect the sump pump", date(2027, 4, 1))]
    assert ("Pay the fee", date(2027, 3, 15)) in waiting(facts, date(2027, 3, 11))


def test_serve_otherwise_when_the_mail_comes_back() -> None:
    refused = Mailing(
        "NOV-2027-0001",
        "Jane Doe",
        MailMethod.CERTIFIED,
        date(2027, 3, 2),
        outcome=MailOutcome.REFUSED,
        outcome_on=date(2027, 3, 6),
    )
    facts = replace(case(ISSUED, GIVEN), mailings=(refused,))
    assert waiting(facts, date(2027, 3, 7))[0] == (
        "NOV-2027-0001 was refused: serve it in another way",
        date(2027, 3, 6),
    )


def test_extend_the_time_with_reason_and_authority() -> None:
    facts = case(ISSUED, GIVEN)
    longer = extend(
        facts, until=date(2027, 3, 26), on=date(2027, 3, 8), reason="frozen ground", authority="Town Board"
    )
    assert longer.due_rule == "Extended from 3/12/2027 by Town Board: frozen ground"
    extended = case(ISSUED, GIVEN, longer)
    due = answer_due(extended, on=date(2027, 3, 8))
    assert due is not None
    assert (due.due_on, due.citation) == (date(2027, 3, 26), "§1002")
    before = answer_due(extended, on=date(2027, 3, 7))
    assert before is not None
    assert before.due_on == date(2027, 3, 12)


@pytest.mark.parametrize(
    ("until", "reason", "sentence"),
    [
        (date(2027, 3, 12), "ice", "must be to a later day"),
        (date(2027, 3, 26), " ", "Enter why and by whom"),
    ],
)
def test_refuse_an_extension_that_is_none(until: date, reason: str, sentence: str) -> None:
    with pytest.raises(RuleViolation, match=sentence):
        extend(case(ISSUED, GIVEN), until=until, on=date(2027, 3, 8), reason=reason, authority="Town Board")


def test_refuse_to_extend_what_is_not_due() -> None:
    with pytest.raises(RuleViolation, match="No answer is due in case NOV-2027-0001"):
        extend(
            case(ISSUED, GIVEN, ANSWERED),
            until=date(2027, 5, 1),
            on=date(2027, 3, 11),
            reason="ice",
            authority="Town Board",
        )


def test_reach_every_state_and_end_closed() -> None:
    assert CASE_MACHINE.reachable(CaseState.OPEN) == frozenset(CaseState)
    assert CASE_MACHINE.is_final(CaseState.CLOSED)


@pytest.mark.parametrize("state", [CaseState.OPEN, CaseState.NOTICED, CaseState.ANSWERED])
def test_close_a_case_whose_notice_was_withdrawn_without_claiming_compliance(state: CaseState) -> None:
    assert CASE_MACHINE.move(state, "close", record="CAS-2027-0001") is CaseState.CLOSED
