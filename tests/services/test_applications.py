"""Applications at the counter: drafts, submission, fees by the schedule, approvals, papers, decisions."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.data.answers import answers_from_json, answers_to_json
from sewerdesk.domain.applications import ApplicationDraft, ApplicationState, FeeLine, Paper
from sewerdesk.domain.counter import CounterStage
from sewerdesk.domain.errors import FieldErrors, RuleViolation, StaleRecord, UserError
from sewerdesk.domain.permits import Severity
from sewerdesk.services.application_fees import charge_fees, confirm_no_fee, open_fees, waive_fee
from sewerdesk.services.application_papers import (
    copy_application,
    name_contractor,
    receive_paper,
    record_highway_permit,
    request_paper,
)
from sewerdesk.services.applications import (
    application_page,
    application_view,
    approve_application,
    deny_application,
    list_applications,
    record_approval,
    record_incomplete,
    save_application_draft,
    start_review,
    submit_application,
    withdraw_application,
)
from sewerdesk.services.fee_schedule import FeeDraft, adopt_fees
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.permits import issue_hindrances
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.counter import (
    OWNER,
    fee_schedule,
    full_draft,
    good_contractor,
    parcel,
    pay_fees,
    taken_application,
    void_receipt,
)

DAY = date(2027, 1, 4)


def fees(ws: Workspace, application_id: int) -> dict[str, FeeLine]:
    return {line.fee_key: line for line in application_view(ws, application_id=application_id).fees}


def test_save_application_draft_needs_only_a_property_or_an_owner(ws: Workspace) -> None:
    with pytest.raises(FieldErrors, match="property or the owner"):
        save_application_draft(ws, draft=ApplicationDraft())
    draft_id = save_application_draft(ws, draft=ApplicationDraft(owner_name="Jane Doe"))
    [row] = list_applications(ws)
    assert (row.id, row.stage, row.shown_number, row.owner) == (
        draft_id,
        CounterStage.DRAFT,
        "Draft",
        "Jane Doe",
    )
    view = application_view(ws, application_id=draft_id)
    assert (view.number, view.fees, view.state) == ("", (), ApplicationState.DRAFT)


def test_answers_read_back_as_they_were_typed(ws: Workspace) -> None:
    draft = replace(
        full_draft(ws, parcel_id=7, contractor_id=3),
        papers=(Paper("plans", DAY, requested=True, note="Plan set A"), Paper("agent")),
        conditions=("One", "Two"),
    )
    assert answers_from_json(answers_to_json(draft)) == draft


def test_submit_application_takes_the_number_and_the_fees_of_that_day(ws: Workspace) -> None:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    view = application_view(ws, application_id=application_id)
    assert view.number == "APP-2027-0001"
    assert [(line.label, line.amount) for line in view.fees] == [
        ("Connection charge (tap fee)", Decimal("1750.00")),
        ("Inspection fee", Decimal("75.00")),
    ]
    assert view.fees[0].authority == "Resolution 3 of 2027, from 1/1/2027"
    assert view.fees[0].citation == "§§201, 502"
    [paper] = papers_of(ws, subject="application", subject_id=application_id)
    assert (paper.number, paper.kind) == ("APP-2027-0001", "application")
    said = " ".join(" ".join(pages_text(paper_file(ws, paper_id=paper.id).content)).split())
    assert "Highway of the town" in said


def test_submit_application_names_everything_that_is_missing_and_writes_nothing(ws: Workspace) -> None:
    draft = full_draft(ws, parcel_id=parcel(ws), contractor_id=None)
    with pytest.raises(FieldErrors) as refused:
        submit_application(ws, draft=replace(draft, units=None, certified_by="", lateral_material=""))
    assert list(refused.value.errors) == ["units", "lateral_material", "certified_by"]
    assert list_applications(ws) == ()


def test_submit_application_without_a_schedule_leaves_the_fee_open_until_a_person_settles_it(
    ws: Workspace,
) -> None:
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    line = fees(ws, application_id)["connection"]
    assert line.amount is None
    assert not line.is_settled
    sentences = [one.sentence for one in issue_hindrances(ws, application_id=application_id)]
    assert "Connection charge (tap fee): the fee schedule has no amount." in sentences
    fee_schedule(ws)
    charge_fees(ws, application_id=application_id)
    assert fees(ws, application_id)["connection"].amount == Decimal("1750.00")
    assert [line.fee_key for line in open_fees(ws, application_id=application_id)] == [
        "connection",
        "inspection",
    ]


def test_confirm_no_fee_settles_what_the_law_names_but_no_one_priced(ws: Workspace) -> None:
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    with pytest.raises(FieldErrors):
        confirm_no_fee(ws, application_id=application_id, reference="")
    confirm_no_fee(ws, application_id=application_id, reference="Resolution 20 of 2027")
    found = issue_hindrances(ws, application_id=application_id)
    assert not any(one.action_key.startswith("fee") for one in found)


def test_confirm_no_fee_is_refused_while_a_fee_is_charged(ws: Workspace) -> None:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    with pytest.raises(UserError, match="is charged on APP-2027-0001"):
        confirm_no_fee(ws, application_id=application_id, reference="Resolution 20")


def test_fee_is_paid_by_its_receipts_and_open_again_when_one_is_voided(ws: Workspace) -> None:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    pay_fees(ws, application_id)
    line = fees(ws, application_id)["connection"]
    assert (line.paid, line.receipts, line.is_settled) == (Decimal("1750.00"), ("REC-2027-0001",), True)
    assert list_applications(ws)[0].unpaid == Decimal("0.00")
    void_receipt(ws, "REC-2027-0001")
    assert fees(ws, application_id)["connection"].open_amount == Decimal("1750.00")
    assert list_applications(ws)[0].unpaid == Decimal("1825.00")


def test_waive_fee_keeps_the_reason_and_the_resolution(ws: Workspace) -> None:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    line_id = fees(ws, application_id)["inspection"].line_id
    assert line_id is not None
    with pytest.raises(FieldErrors) as refused:
        waive_fee(ws, line_id=line_id, reason="Town project", reference="")
    assert list(refused.value.errors) == ["reference"]
    waive_fee(ws, line_id=line_id, reason="Town project.", reference="Resolution 31 of 2027")
    line = fees(ws, application_id)["inspection"]
    assert line.waived_reason == "Town project (Resolution 31 of 2027)"
    assert line.is_settled
    with pytest.raises(UserError, match="waived or charged anew"):
        waive_fee(ws, line_id=line_id, reason="Again", reference="31")


def test_waive_fee_is_refused_once_money_came_in(ws: Workspace) -> None:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    line_id = fees(ws, application_id)["connection"].line_id or 0
    pay_fees(ws, application_id)
    with pytest.raises(UserError, match="has receipts on it"):
        waive_fee(ws, line_id=line_id, reason="Mistake", reference="31")


def test_record_incomplete_and_submit_again_keeps_the_number(ws: Workspace) -> None:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    record_incomplete(ws, application_id=application_id, missing="The survey")
    view = application_view(ws, application_id=application_id)
    assert (view.state, view.events[-1].note) == (ApplicationState.INCOMPLETE, "The survey")
    submit_application(ws, draft=view.draft, application_id=application_id, expected_version=view.version)
    again = application_view(ws, application_id=application_id)
    assert (again.number, again.state) == ("APP-2027-0001", ApplicationState.SUBMITTED)
    assert len(again.fees) == 2
    with pytest.raises(StaleRecord):
        save_application_draft(
            ws, draft=view.draft, application_id=application_id, expected_version=view.version
        )


def test_approve_application_records_the_officer_and_his_approval(ws: Workspace) -> None:
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    approve_application(
        ws, application_id=application_id, role="issues", person="J. Peña", on=DAY, reference="Memo 5"
    )
    page = application_page(ws, application_id=application_id)
    assert page.view.state is ApplicationState.APPROVED
    assert page.view.events[-1].note == "Approved by J. Peña, Wastewater Treatment Plant Operator. Memo 5"
    on_file = {line.rule.key: (line.approved_on, line.reference) for line in page.approvals}
    assert on_file == {"zoning_intake": (None, ""), "operator": (DAY, "Memo 5")}


def test_deny_application_keeps_the_reason_and_ends_it(ws: Workspace) -> None:
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    start_review(ws, application_id=application_id)
    deny_application(
        ws, application_id=application_id, role="issues", person="J. Peña", on=DAY, reason="No capacity"
    )
    [row] = list_applications(ws)
    assert (row.stage, row.state_label) == (CounterStage.ENDED, "Denied")
    with pytest.raises(RuleViolation, match="is denied"):
        approve_application(ws, application_id=application_id, role="issues", person="J. Peña", on=DAY)


def test_record_approval_needs_its_letter_and_a_day_that_can_be(ws: Workspace) -> None:
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    with pytest.raises(FieldErrors) as refused:
        record_approval(
            ws, application_id=application_id, key="operator", approved_on=date(2027, 1, 5), reference=""
        )
    assert set(refused.value.errors) == {"approved_on", "reference"}
    with pytest.raises(UserError, match="asks for no such approval"):
        record_approval(ws, application_id=application_id, key="moon", approved_on=DAY, reference="x")


def test_requested_paper_hinders_the_permit_until_it_comes_in(ws: Workspace, tmp_path: Path) -> None:
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    request_paper(ws, application_id=application_id, key="plans")
    asked = "Ask for: Plans and specifications."
    assert asked in [one.sentence for one in issue_hindrances(ws, application_id=application_id)]
    scan = tmp_path / "plan =1+1.pdf"
    scan.write_bytes(b"%PDF-1.4 plan")
    receive_paper(ws, application_id=application_id, key="plans", on=DAY, note="Plan set A", files=[scan])
    assert asked not in [one.sentence for one in issue_hindrances(ws, application_id=application_id)]
    [file] = application_page(ws, application_id=application_id).files
    assert (file.name, file.kind, file.size) == ("plan =1+1.pdf", "plans", 13)


def test_name_contractor_and_highway_permit_after_approval(ws: Workspace) -> None:
    application_id = taken_application(ws, contractor_id=None, highway_permit_no="", highway_permit_on=None)
    approve_application(ws, application_id=application_id, role="issues", person="J. Peña", on=DAY)
    contractor_id = good_contractor(ws)
    name_contractor(ws, application_id=application_id, contractor_id=contractor_id)
    record_highway_permit(ws, application_id=application_id, number="HW-14", on=DAY)
    draft = application_view(ws, application_id=application_id).draft
    assert (draft.contractor_name, draft.owner_does_the_work) == ("Adirondack Lateral Works, LLC", False)
    assert draft.highway_permit_no == "HW-14"
    with pytest.raises(FieldErrors, match="Choose the contractor"):
        name_contractor(ws, application_id=application_id, contractor_id=None)


def test_copy_application_asks_anew_for_dates_and_signature(ws: Workspace) -> None:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    copied = application_view(ws, application_id=copy_application(ws, application_id=application_id))
    assert (copied.number, copied.state, copied.fees) == ("", ApplicationState.DRAFT, ())
    assert (copied.draft.owner_name, copied.draft.certified_on) == (OWNER, None)


def test_withdraw_application_needs_a_reason(ws: Workspace) -> None:
    draft_id = save_application_draft(ws, draft=ApplicationDraft(owner_name="Jane Doe"))
    with pytest.raises(FieldErrors):
        withdraw_application(ws, application_id=draft_id, reason="")
    withdraw_application(ws, application_id=draft_id, reason="Begun by mistake")
    assert list_applications(ws)[0].stage is CounterStage.ENDED


def test_save_application_draft_prices_a_changed_class_anew_and_keeps_what_was_paid(ws: Workspace) -> None:
    fee_schedule(ws)
    tap = FeeDraft(
        "connection",
        "Connection charge (tap fee)",
        Decimal("4000.00"),
        "TAP",
        DAY,
        "Resolution 3",
        "industrial",
    )
    adopt_fees(ws, drafts=[tap])
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    draft = application_view(ws, application_id=application_id).draft
    industrial = replace(draft, permit_class="industrial")
    save_application_draft(ws, draft=industrial, application_id=application_id)
    assert fees(ws, application_id)["connection"].amount == Decimal("4000.00")
    pay_fees(ws, application_id)
    save_application_draft(ws, draft=draft, application_id=application_id)
    line = fees(ws, application_id)["connection"]
    assert (line.amount, line.paid) == (Decimal("4000.00"), Decimal("4000.00"))
    [too_much] = [
        one for one in issue_hindrances(ws, application_id=application_id) if one.action_key == "fee.refund"
    ]
    assert too_much.severity is Severity.WARNING
    assert too_much.sentence == (
        "Connection charge (tap fee): $4,000 is paid, but $1,750 is owed now; $2,250 is to be refunded."
    )


def test_a04_hague_asks_for_the_difference_where_more_is_owed_than_was_paid(ws: Workspace) -> None:
    """A-04 Hague: a fee that was paid and is owed at a higher amount hinders the permit until the rest is paid."""
    fee_schedule(ws)
    tap = FeeDraft(
        "connection",
        "Connection charge (tap fee)",
        Decimal("4000.00"),
        "TAP",
        DAY,
        "Resolution 3",
        "industrial",
    )
    adopt_fees(ws, drafts=[tap])
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    pay_fees(ws, application_id)
    draft = application_view(ws, application_id=application_id).draft
    save_application_draft(ws, draft=replace(draft, permit_class="industrial"), application_id=application_id)
    lines = [
        line
        for line in application_view(ws, application_id=application_id).fees
        if line.fee_key == "connection"
    ]
    assert [(line.label, line.amount, line.open_amount) for line in lines] == [
        ("Connection charge (tap fee)", Decimal("1750.00"), Decimal("0.00")),
        ("Connection charge (tap fee), difference", Decimal("2250.00"), Decimal("2250.00")),
    ]
    [block] = [
        one for one in issue_hindrances(ws, application_id=application_id) if one.action_key == "fee.receipt"
    ]
    assert block.sentence == "Connection charge (tap fee), difference: $2,250 of $2,250 is unpaid."
    pay_fees(ws, application_id, number="REC-2027-0002")
    asked = [one.action_key for one in issue_hindrances(ws, application_id=application_id)]
    assert not [key for key in asked if key.startswith("fee.")]
    charge_fees(ws, application_id=application_id)
    again = application_view(ws, application_id=application_id).fees
    assert sum(line.amount or Decimal(0) for line in again if line.fee_key == "connection") == Decimal(
        "4000.00"
    )


def test_find_application_by_number_owner_and_place(ws: Workspace) -> None:
    application_id = taken_application(ws, contractor_id=None)
    for words in ("app 2027", "14 main", "12.13-2-15.1"):
        assert ("application", application_id) in [(hit.kind, hit.record_id) for hit in find(ws, typed=words)]
