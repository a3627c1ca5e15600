"""Inspections as the office keeps them: refusals, cancelling, no access, and what stays in the history."""

from datetime import date

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.applications import WorkType
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.fieldwork import AppointmentDraft, RequestDraft, ResultDraft
from sewerdesk.domain.inspections import NOTICE_FIGURE, InspectionState, Outcome
from sewerdesk.domain.law import Stage
from sewerdesk.domain.law.acts import ActKind, LawActDraft, LawChange
from sewerdesk.domain.permits import PermitState
from sewerdesk.services.accounts import account_view
from sewerdesk.services.connections import open_account_from_proposal, propose
from sewerdesk.services.inspection_results import checklist_of, record_result, stages_asked
from sewerdesk.services.inspections import (
    cancel_inspection,
    count_open_inspections,
    inspection_view,
    list_inspections,
    request_inspection,
    set_appointment,
)
from sewerdesk.services.law_acts import enter_act
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.fieldwork import add_parcel, all_yes, ask, exfiltration, issue_sample_permit, passed


@pytest.fixture
def permit(ws: Workspace) -> int:
    return issue_sample_permit(ws, parcel_id=add_parcel(ws))


def test_ask_for_everything_that_a_call_needs(ws: Workspace) -> None:
    with pytest.raises(FieldErrors) as caught:
        request_inspection(ws, draft=RequestDraft())
    assert set(caught.value.errors) == {"permit_id", "stage", "requested_by"}


def test_refuse_a_call_under_a_permit_that_has_lapsed(ws: Workspace, permit: int) -> None:
    ws.clock = FixedClock(date(2027, 4, 1))
    # not filed within 60 days of 1/4/2027: lapsed on 3/6
    with pytest.raises(RuleViolation, match="Nothing can be inspected: PER-2027-0001 lapsed") as caught:
        ask(ws, permit, Stage.CONNECTION)
    assert "602B" in caught.value.citation


def test_keep_every_appointment_and_hold_to_the_last(ws: Workspace, permit: int) -> None:
    call = ask(ws, permit, Stage.CONNECTION)
    for day in (date(2027, 1, 5), date(2027, 1, 8)):
        set_appointment(ws, inspection_id=call, draft=AppointmentDraft(day, "14:30", "R. Field"))
    view = inspection_view(ws, inspection_id=call)
    assert [one.day for one in view.inspection.appointments] == [date(2027, 1, 5), date(2027, 1, 8)]
    assert (view.row.appointed_on, view.row.appointed_at) == (date(2027, 1, 8), "2:30 PM")
    with pytest.raises(FieldErrors, match="that day is over"):
        set_appointment(ws, inspection_id=call, draft=AppointmentDraft(date(2027, 1, 3)))
    with pytest.raises(FieldErrors, match="is no time of day"):
        set_appointment(ws, inspection_id=call, draft=AppointmentDraft(date(2027, 1, 8), "half past"))


def test_cancel_at_any_time_with_a_reason(ws: Workspace, permit: int) -> None:
    call = ask(ws, permit, Stage.PIPE)
    with pytest.raises(FieldErrors, match="Say why"):
        cancel_inspection(ws, inspection_id=call, reason=" ")
    cancel_inspection(ws, inspection_id=call, reason="Rain")
    [row] = list_inspections(ws)
    assert (row.state, row.state_words) == (InspectionState.CANCELLED, "Cancelled")
    assert count_open_inspections(ws) == 0
    with pytest.raises(RuleViolation, match="INS-2027-0001 is cancelled"):
        set_appointment(ws, inspection_id=call, draft=AppointmentDraft(date(2027, 1, 8)))


def test_open_a_new_request_after_no_access(ws: Workspace, permit: int) -> None:
    call = ask(ws, permit, Stage.CONNECTION)
    draft = ResultDraft(outcome=Outcome.NO_ACCESS, visited_on=ws.clock.today(), inspector="R. Field")
    done = record_result(ws, inspection_id=call, draft=draft)
    assert done.retest_number == "INS-2027-0002"
    assert inspection_view(ws, inspection_id=call).failures == {}
    with pytest.raises(RuleViolation, match="is done"):
        record_result(ws, inspection_id=call, draft=draft)


def test_write_nothing_when_a_result_is_refused(ws: Workspace, permit: int) -> None:
    call = ask(ws, permit, Stage.TEST)
    draft = ResultDraft(
        outcome=Outcome.PASSED,
        visited_on=ws.clock.today(),
        inspector="R. Field",
        checklist=all_yes(ws, call),
        tests=(exfiltration(gallons="40.1", day=date(2027, 1, 2)),),
    )
    with pytest.raises(FieldErrors, match="cannot pass with a failed test"):
        record_result(ws, inspection_id=call, draft=draft)
    view = inspection_view(ws, inspection_id=call)
    assert (view.inspection.result, view.papers) == (None, ())


def test_name_the_test_that_cannot_be(ws: Workspace, permit: int) -> None:
    call = ask(ws, permit, Stage.TEST)
    odd = exfiltration(gallons="-1", day=date(2027, 1, 2))
    draft = ResultDraft(
        outcome=Outcome.FAILED, visited_on=ws.clock.today(), inspector="R. Field", tests=(odd,)
    )
    with pytest.raises(FieldErrors, match="Test 1: The measured water cannot be less than zero"):
        record_result(ws, inspection_id=call, draft=draft)


def test_ask_the_lines_of_the_stage_with_their_sections(ws: Workspace, permit: int) -> None:
    lines = checklist_of(ws, inspection_id=ask(ws, permit, Stage.FINAL))
    assert [(line.key, line.citation) for line in lines] == [
        ("restored", "§514 (title only)"),
        ("septic", "§306"),
    ]
    assert stages_asked(ws, permit_id=permit) == tuple(Stage)


def test_say_until_when_nothing_may_be_covered(ws: Workspace, permit: int) -> None:
    view = inspection_view(ws, inspection_id=ask(ws, permit, Stage.TRENCH))
    # 24 hours from 3:00 PM of 1/4 (UTC clock of the test, shown in the machine's zone)
    assert view.notice_ends.startswith("1/5/2027")
    assert view.notice_citation == "§513 (titles only)"
    hours = LawChange("figure", NOTICE_FIGURE, "72")
    day = ws.clock.today()
    enter_act(ws, draft=LawActDraft(ActKind.RESOLUTION, day, day, (hours,), number="12 of 2027"))
    assert inspection_view(ws, inspection_id=view.row.id).notice_ends == view.notice_ends


def test_change_the_units_of_the_account_on_a_change_of_use(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    account = open_account(ws, number="00000007", name="Ann O'Brien", print_key="12.13-2-15.1")
    parcel = account_view(ws, account_id=account).row.parcel_id
    permit = issue_sample_permit(ws, parcel_id=parcel, work=WorkType.CHANGE_OF_USE, units="2.5")
    for stage in Stage:
        passed(ws, ask(ws, permit, stage))
    assert propose(ws, permit_id=permit).sentence == "Change account 00000007 to 2.5 units from 1/4/2027."
    changed = open_account_from_proposal(ws, permit_id=permit)
    view = account_view(ws, account_id=account)
    assert (changed.number, [span.value for span in view.units]) == ("00000007", ["1", "2.5"])
    assert view.units[0].until == date(2027, 1, 4)
    with pytest.raises(RuleViolation, match="PER-2027-0001 was closed on 1/4/2027"):
        open_account_from_proposal(ws, permit_id=permit)


def test_open_the_account_of_a_connection_whose_permit_was_never_filed(ws: Workspace, permit: int) -> None:
    adopt_sample_rates(ws)
    for stage in Stage:
        final = ask(ws, permit, stage)
        passed(ws, final)
    ws.clock = FixedClock(date(2027, 4, 1))  # the permit lapsed on 3/6, the building was connected on 1/4
    opened = open_account_from_proposal(ws, permit_id=permit)
    assert account_view(ws, account_id=opened.id).opened_on == date(2027, 1, 4)
    assert inspection_view(ws, inspection_id=final).permit_state is PermitState.LAPSED
    with pytest.raises(RuleViolation, match=f"Account {opened.number} was already opened"):
        open_account_from_proposal(ws, permit_id=permit)


def test_refuse_an_account_in_a_class_that_is_not_billed(ws: Workspace, permit: int) -> None:
    for stage in Stage:
        passed(ws, ask(ws, permit, stage))
    with pytest.raises(UserError, match="“R” is no rate class of this office"):
        open_account_from_proposal(ws, permit_id=permit)


def test_propose_no_account_for_a_repair(ws: Workspace) -> None:
    permit = issue_sample_permit(ws, parcel_id=add_parcel(ws), work=WorkType.REPAIR)
    with pytest.raises(RuleViolation, match="No account follows from PER-2027-0001: repair changes no units"):
        propose(ws, permit_id=permit)
