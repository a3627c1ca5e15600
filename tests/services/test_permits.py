"""Permits: refused with every hindrance and its citation, issued with both clocks, filed, ended, found."""

import hashlib
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from sewerdesk.clock import FixedClock
from sewerdesk.domain.applications import ApplicationState
from sewerdesk.domain.counter import CounterStage, Filing
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.permits import PermitState
from sewerdesk.services.applications import (
    application_view,
    approve_application,
    list_applications,
    record_approval,
)
from sewerdesk.services.contractors import contractor_view, void_cover
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.permits import (
    PermitRefused,
    close_permit,
    issue_hindrances,
    issue_permit,
    list_permits,
    permit_view,
    record_filed,
    record_work_started,
    reinstate_permit,
    suspend_permit,
    terminate_permit,
    void_permit,
)
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.counter import fee_schedule, good_contractor, pay_fees, taken_application

DAY = date(2027, 1, 4)
FILED = Filing(date(2027, 1, 20), "Book 12, page 34", "T. Clerk")


def ready_application(ws: Workspace) -> int:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    record_approval(
        ws, application_id=application_id, key="zoning_intake", approved_on=DAY, reference="Stamp 7"
    )
    approve_application(
        ws, application_id=application_id, role="issues", person="J. Peña", on=DAY, reference="Memo 5"
    )
    pay_fees(ws, application_id)
    return application_id


@pytest.fixture
def permit_id(ws: Workspace) -> int:
    """A permit issued on January 4, 2027."""
    return issue_permit(ws, application_id=ready_application(ws))


def at(ws: Workspace, day: date) -> None:
    """Go on with the work on another day."""
    ws.clock = FixedClock(day)


def test_issue_permit_is_refused_with_each_hindrance_and_its_citation(ws: Workspace) -> None:
    fee_schedule(ws)
    contractor_id = good_contractor(ws)
    application_id = taken_application(ws, contractor_id=contractor_id)
    bond = next(
        row for row in contractor_view(ws, contractor_id=contractor_id).covers if row.ref.kind == "bond"
    )
    void_cover(ws, cover=bond.ref, reason="Typed twice")
    with pytest.raises(PermitRefused) as refused:
        issue_permit(ws, application_id=application_id)
    cited = {one.action_key: one.citation for one in refused.value.hindrances}
    assert cited == {
        "application.approve": "§501A",
        "fee.receipt": "§§201, 502",
        "approval.record": "§§501A, 502",
        "contractor.open": "§408(1)",
    }
    assert "Connection charge (tap fee): $1,750 of $1,750 is unpaid. (§§201, 502)" in refused.value.message
    assert list_permits(ws) == ()


def test_issue_permit_refused_takes_no_number(ws: Workspace) -> None:
    application_id = ready_application(ws)
    with pytest.raises(FieldErrors, match="must expire after"):
        issue_permit(ws, application_id=application_id, expires_on=DAY)
    permit = permit_view(ws, permit_id=issue_permit(ws, application_id=application_id))
    assert permit.number == "PER-2027-0001"


def test_issue_permit_computes_both_clocks_of_hague(ws: Workspace, permit_id: int) -> None:
    permit = permit_view(ws, permit_id=permit_id)
    assert permit.number == "PER-2027-0001"
    assert [(one.key, one.raw, one.effective, one.citation) for one in permit.clocks] == [
        ("file", date(2027, 3, 5), date(2027, 3, 5), "§602B [502B], Art. 5"),
        ("expire", date(2029, 1, 4), date(2029, 1, 4), "§602B [502B], Art. 5"),
    ]
    assert permit.clocks[0].rule == "60 days from 1/4/2027 is Friday 3/5/2027"
    assert [(one.key, one.value, one.unit) for one in permit.figures][:2] == [
        ("permit.file_days", "60", "days"),
        ("permit.expiry_years", "2", "years"),
    ]


def test_issue_permit_freezes_permit_and_slip_with_their_fingerprint(ws: Workspace, permit_id: int) -> None:
    papers = papers_of(ws, subject="permit", subject_id=permit_id)
    assert [paper.kind for paper in papers] == ["filing_slip", "permit"]
    for paper in papers:
        file = paper_file(ws, paper_id=paper.id)
        assert file.content.startswith(b"%PDF")
        assert hashlib.sha256(file.content).hexdigest() == paper.sha256
        assert file.file_name.count(".pdf") == 1


def test_filing_slip_names_no_plans_that_never_came_in(ws: Workspace, permit_id: int) -> None:
    [slip] = [
        one for one in papers_of(ws, subject="permit", subject_id=permit_id) if one.kind == "filing_slip"
    ]
    said = " ".join(" ".join(pages_text(paper_file(ws, paper_id=slip.id).content)).split())
    assert "No plans came in with the application; the applicant files them together with the permit." in said
    assert "as they were submitted" not in said


def test_permit_row_is_never_changed_even_by_sql(ws: Workspace, permit_id: int) -> None:
    with pytest.raises(IntegrityError, match="never changed"), ws.write() as session:
        session.execute(text("UPDATE permit SET issued_on = '2020-01-01' WHERE id = :id"), {"id": permit_id})


def test_issue_permit_twice_is_refused(ws: Workspace, permit_id: int) -> None:
    application_id = permit_view(ws, permit_id=permit_id).application_id
    with pytest.raises(PermitRefused, match="permit issued"):
        issue_permit(ws, application_id=application_id)
    assert len(list_permits(ws)) == 1


def test_permit_lapses_the_day_after_the_sixtieth_unless_filed(ws: Workspace, permit_id: int) -> None:
    assert permit_view(ws, permit_id=permit_id, on=date(2027, 3, 5)).standing.state is PermitState.IN_FORCE
    late = permit_view(ws, permit_id=permit_id, on=date(2027, 3, 6)).standing
    assert (late.state, late.since, late.citation) == (
        PermitState.LAPSED,
        date(2027, 3, 6),
        "§602B [502B], Art. 5",
    )
    at(ws, date(2027, 3, 5))
    record_filed(ws, permit_id=permit_id, filing=FILED)
    view = permit_view(ws, permit_id=permit_id, on=date(2027, 3, 6))
    assert view.standing.state is PermitState.IN_FORCE
    assert [clock.key for clock in view.running] == ["expire"]
    [event] = view.events
    assert (event.reference, event.person) == ("Book 12, page 34", "T. Clerk")


def test_permit_expires_the_day_after_two_years(ws: Workspace, permit_id: int) -> None:
    at(ws, date(2027, 2, 1))
    record_filed(ws, permit_id=permit_id, filing=FILED)
    assert permit_view(ws, permit_id=permit_id, on=date(2029, 1, 4)).standing.state is PermitState.IN_FORCE
    assert permit_view(ws, permit_id=permit_id, on=date(2029, 1, 5)).standing.state is PermitState.EXPIRED


def test_record_filed_late_does_not_revive_the_permit(ws: Workspace, permit_id: int) -> None:
    at(ws, date(2027, 3, 10))
    with pytest.raises(RuleViolation, match="lapsed: it was not filed by 3/5/2027"):
        record_filed(ws, permit_id=permit_id, filing=replace(FILED, on=date(2027, 3, 9)))
    record_filed(ws, permit_id=permit_id, filing=replace(FILED, on=date(2027, 3, 5)))
    assert permit_view(ws, permit_id=permit_id).standing.state is PermitState.IN_FORCE


@pytest.mark.parametrize(
    ("filing", "field"),
    [
        (replace(FILED, on=None), "on"),
        (replace(FILED, reference=" "), "reference"),
        (replace(FILED, received_by=""), "received_by"),
        (replace(FILED, on=date(2027, 1, 3)), "on"),
    ],
)
def test_record_filed_names_what_is_missing(
    ws: Workspace, permit_id: int, filing: Filing, field: str
) -> None:
    with pytest.raises(FieldErrors) as refused:
        record_filed(ws, permit_id=permit_id, filing=filing)
    assert list(refused.value.errors) == [field]


def test_suspend_and_reinstate_permit(ws: Workspace, permit_id: int) -> None:
    suspend_permit(
        ws, permit_id=permit_id, on=DAY, reason="Bond cancelled", citation="§408(1)", person="J. Peña"
    )
    standing = permit_view(ws, permit_id=permit_id).standing
    assert (standing.state, standing.citation) == (PermitState.SUSPENDED, "§408(1)")
    at(ws, date(2027, 1, 5))
    with pytest.raises(RuleViolation):
        record_work_started(ws, permit_id=permit_id, on=date(2027, 1, 5))
    reinstate_permit(ws, permit_id=permit_id, on=date(2027, 1, 5), reason="New bond on file")
    record_work_started(ws, permit_id=permit_id, on=date(2027, 1, 5))
    application_id = permit_view(ws, permit_id=permit_id).application_id
    assert application_view(ws, application_id=application_id).state is ApplicationState.WORK_STARTED


def test_terminate_permit_needs_ground_and_section(ws: Workspace, permit_id: int) -> None:
    with pytest.raises(FieldErrors) as refused:
        terminate_permit(ws, permit_id=permit_id, on=DAY, reason="", citation="")
    assert set(refused.value.errors) == {"reason", "citation"}
    terminate_permit(ws, permit_id=permit_id, on=DAY, reason="False statement", citation="§1007")
    [row] = list_permits(ws)
    assert (row.state, row.next_day) == (PermitState.TERMINATED, None)
    assert list_applications(ws)[0].stage is CounterStage.ENDED


def test_void_permit_keeps_its_number_and_lets_the_application_be_issued_again(
    ws: Workspace, permit_id: int
) -> None:
    application_id = permit_view(ws, permit_id=permit_id).application_id
    void_permit(ws, permit_id=permit_id, reason="Wrong parcel on the plan")
    assert {paper.state for paper in papers_of(ws, subject="permit", subject_id=permit_id)} == {"void"}
    assert list_applications(ws)[0].stage is CounterStage.APPROVED
    second = permit_view(ws, permit_id=issue_permit(ws, application_id=application_id))
    assert second.number == "PER-2027-0002"
    assert permit_view(ws, permit_id=permit_id).standing.state is PermitState.VOID


def test_close_permit_ends_its_clocks(ws: Workspace, permit_id: int) -> None:
    close_permit(ws, permit_id=permit_id, on=DAY)
    view = permit_view(ws, permit_id=permit_id, on=date(2030, 1, 1))
    assert (view.standing.state, view.running) == (PermitState.CLOSED, ())


def test_find_permit_by_its_number_from_any_digits(ws: Workspace, permit_id: int) -> None:
    for words in ("PER-2027-0001", "o'brien", "12.13"):
        assert ("permit", permit_id) in [(hit.kind, hit.record_id) for hit in find(ws, typed=words)]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(days=st.integers(min_value=0, max_value=900))
def test_permit_ends_the_day_after_the_first_clock_runs_out(ws: Workspace, days: int) -> None:
    permits = list_permits(ws)
    permit_id = permits[0].id if permits else issue_permit(ws, application_id=ready_application(ws))
    on = DAY + timedelta(days=days)
    view = permit_view(ws, permit_id=permit_id, on=on)
    ended = on > min(clock.effective for clock in view.clocks)
    assert (view.standing.state is PermitState.LAPSED) == ended
    assert bool(view.running) == (not ended)


def test_issue_hindrances_show_a_policy_that_ends_before_the_work_as_a_warning(
    ws: Workspace, tmp_path: Path
) -> None:
    fee_schedule(ws)
    application_id = taken_application(ws, contractor_id=good_contractor(ws), planned_end=date(2028, 3, 1))
    pay_fees(ws, application_id)
    warnings = [
        one for one in issue_hindrances(ws, application_id=application_id) if one.severity == "warning"
    ]
    assert len(warnings) == 1
    assert "is in force through 12/31/2027" in warnings[0].sentence
