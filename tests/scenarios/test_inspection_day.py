"""An inspection day: a section fails its exfiltration test, passes the re-test, and the account is opened once."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.fieldwork import AppointmentDraft, ResultDraft
from sewerdesk.domain.inspections import InspectionState, Outcome
from sewerdesk.domain.law import Stage
from sewerdesk.domain.permits import PermitState
from sewerdesk.services.accounts import account_view
from sewerdesk.services.connections import open_account_from_proposal, propose
from sewerdesk.services.inspection_results import record_result
from sewerdesk.services.inspections import inspection_view, list_inspections, retests_of, set_appointment
from sewerdesk.services.papers import paper_file
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.accounts import adopt_sample_rates
from tests.support.fieldwork import add_parcel, all_no, ask, exfiltration, issue_sample_permit, passed


def test_open_account_when_the_retest_and_the_final_inspection_pass(ws: Workspace) -> None:
    adopt_sample_rates(ws)
    permit = issue_sample_permit(ws, parcel_id=add_parcel(ws), units="1.5")
    for stage in (Stage.CONNECTION, Stage.TRENCH, Stage.PIPE):
        passed(ws, ask(ws, permit, stage))

    ws.clock = FixedClock(date(2027, 1, 12))
    first = ask(ws, permit, Stage.TEST)
    appointment = AppointmentDraft(day=date(2027, 1, 13), time="930", inspector="R. Field")
    set_appointment(ws, inspection_id=first, draft=appointment)
    appointed = inspection_view(ws, inspection_id=first).row
    assert (appointed.state, appointed.appointed_at) == (InspectionState.APPOINTED, "9:30 AM")

    # 25 x 8 x 1000/5280 = 37.879; 2 manholes at 1.1 = 2.2; together 40.079 gallons in 24 hours
    ws.clock = FixedClock(date(2027, 1, 13))
    failed = record_result(
        ws,
        inspection_id=first,
        draft=ResultDraft(
            outcome=Outcome.FAILED,
            visited_on=date(2027, 1, 13),
            inspector="R. Field",
            checklist=all_no(ws, first),
            tests=(exfiltration(gallons="40.1", day=date(2027, 1, 12)),),
            retest_by=date(2027, 1, 27),
        ),
    )
    [judged] = inspection_view(ws, inspection_id=first).tests
    assert judged.result.allowable is not None
    assert judged.result.allowable.words == "40.079 gal"
    report = " ".join(pages_text(paper_file(ws, paper_id=failed.paper_id).content))
    assert "40.079 gal" in report
    assert "Wednesday, January 27, 2027" in report
    assert f"on file as {failed.retest_number}" in report
    assert retests_of(ws, permit_id=permit) == (
        f"{failed.number} (test) failed on 1/13/2027; re-test {failed.retest_number} is open.",
    )
    [open_row] = [row for row in list_inspections(ws) if row.is_open]
    assert (open_row.number, open_row.is_retest, open_row.id) == (
        failed.retest_number,
        True,
        failed.retest_id,
    )

    final = ask(ws, permit, Stage.FINAL)
    with pytest.raises(RuleViolation, match="final inspection cannot pass: INS-2027-0004"):
        passed(ws, final)

    ws.clock = FixedClock(date(2027, 1, 20))
    assert failed.retest_id is not None
    passed(ws, failed.retest_id, exfiltration(gallons="40.0", day=date(2027, 1, 19)))
    with pytest.raises(RuleViolation, match="no passed final inspection"):
        propose(ws, permit_id=permit)
    passed(ws, final)

    proposal = propose(ws, permit_id=permit)
    assert proposal.sentence == "Open an account for 12 Main St, Ann O'Brien: 1.5 units from 1/20/2027."
    opened = open_account_from_proposal(ws, permit_id=permit)
    account = account_view(ws, account_id=opened.id)
    assert (account.row.class_code, account.row.units, account.opened_on) == (
        "R",
        Decimal("1.5"),
        date(2027, 1, 20),
    )
    assert account.bill_to[0].party.name == "Ann O'Brien"
    assert inspection_view(ws, inspection_id=final).permit_state is PermitState.CLOSED
    with pytest.raises(RuleViolation, match=f"Account {opened.number} was already opened"):
        open_account_from_proposal(ws, permit_id=permit)
    assert [hit.record_id for hit in find(ws, typed=failed.number) if hit.kind == "inspection"] == [first]
