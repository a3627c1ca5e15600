"""Construction started, fees that come undone, and what the records of a parcel say (law.md A-01 to A-08, A-24)."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.applications import ApplicationState, WorkType
from sewerdesk.domain.contractors import Authorization, AuthorizationKind
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.fieldwork import RequestDraft
from sewerdesk.domain.law import Stage
from sewerdesk.domain.permits import Severity
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.application_papers import record_before_start, record_highway_permit
from sewerdesk.services.applications import application_page, application_view, submit_application
from sewerdesk.services.contractor_authorizations import record_authorization
from sewerdesk.services.contractors import contractor_view
from sewerdesk.services.due_work import due_work
from sewerdesk.services.inspections import request_inspection
from sewerdesk.services.papers import paper_file
from sewerdesk.services.permits import (
    StartRefused,
    issue_hindrances,
    issue_permit,
    permit_view,
    record_work_started,
)
from sewerdesk.services.violations import open_case
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.services.test_permits import ready_application
from tests.support.cases import observed
from tests.support.counter import full_draft, good_contractor, parcel, taken_application, void_receipt
from tests.support.law_offices import DAY, able_firm, approved_application, law_office, whole_draft

PAID = "REC-2027-0001"


def test_a05_hague_start_is_refused_with_what_is_missing(ws: Workspace) -> None:
    """A-05, A-28 Hague: a highway permission that ran out stops the start; work found begun is kept as found."""
    permit_id = issue_permit(ws, application_id=ready_application(ws))
    application_id = permit_view(ws, permit_id=permit_id).application_id
    record_highway_permit(
        ws,
        application_id=application_id,
        number="HW-12",
        on=DAY,
        until=date(2027, 2, 1),
        security=Decimal("500.00"),
    )
    ws.clock = FixedClock(date(2027, 2, 10))
    view = permit_view(ws, permit_id=permit_id)
    assert view.start is not None
    assert view.start.answer is Answer.NO
    with pytest.raises(StartRefused, match=r"The highway permit ended on 2/1/2027 \(§408\(3\)\)"):
        record_work_started(ws, permit_id=permit_id, on=date(2027, 2, 10))
    assert permit_view(ws, permit_id=permit_id).events == ()
    record_work_started(
        ws, permit_id=permit_id, on=date(2027, 2, 10), note="Seen from the road.", found_started=True
    )
    after = permit_view(ws, permit_id=permit_id)
    assert (after.has_started, after.start) == (True, None)
    assert after.events[0].event.note.startswith(
        "Seen from the road. Found started without: Superintendent of"
    )
    assert application_view(ws, application_id=application_id).state is ApplicationState.WORK_STARTED


def test_a08_hague_new_sewer_waits_for_its_notice(ws: Workspace) -> None:
    """A-06, A-08 Hague 402A: designed, approved by three, and told thirty days before construction starts."""
    draft = whole_draft(
        ws,
        contractor_id=able_firm(ws),
        work_type=WorkType.MAIN_EXTENSION,
        designer="R. Peña, P.E.",
        designer_license="088123",
        plan_set="Set A",
    )
    permit_id = issue_permit(ws, application_id=approved_application(ws, draft))
    application_id = permit_view(ws, permit_id=permit_id).application_id
    with pytest.raises(StartRefused, match=r"No notice is on file \(§402A\)"):
        record_work_started(ws, permit_id=permit_id, on=DAY)
    with pytest.raises(FieldErrors, match="after today"):
        record_before_start(ws, application_id=application_id, notice_on=date(2027, 1, 5))
    record_before_start(ws, application_id=application_id, notice_on=DAY, ticket="811-1", called_on=DAY)
    ws.clock = FixedClock(date(2027, 2, 2))
    with pytest.raises(StartRefused, match="may start on 2/3/2027"):
        record_work_started(ws, permit_id=permit_id, on=date(2027, 2, 2))
    ws.clock = FixedClock(date(2027, 2, 3))
    record_work_started(ws, permit_id=permit_id, on=date(2027, 2, 3))
    assert permit_view(ws, permit_id=permit_id).has_started


def test_a04_hague_a_voided_receipt_shows_on_the_first_page(ws: Workspace) -> None:
    """A-04 Hague: the check for the connection charge comes back after the permit was issued."""
    permit_id = issue_permit(ws, application_id=ready_application(ws))
    assert not [item for item in due_work(ws).items if item.kind == "unpaid_fee"]
    void_receipt(ws, PAID)
    [item] = [item for item in due_work(ws).items if item.kind == "unpaid_fee"]
    assert item.what == "PER-2027-0001: Connection charge (tap fee): $1,750 of $1,750 is unpaid"
    assert item.rule.endswith("(§§201, 502).")
    assert (item.action, item.route_screen, item.route_tab) == ("Receipt the fee", "permits", "fees")
    record_work_started(ws, permit_id=permit_id, on=DAY, found_started=True)
    whats = [item.what for item in due_work(ws).items if item.kind == "unpaid_fee"]
    assert len(whats) == 2, "the inspection fee counts once the work has begun"
    assert whats[1] == "PER-2027-0001: Inspection fee: $75 of $75 is unpaid"


def test_a04_hague_cannot_start_on_a_voided_receipt(ws: Workspace) -> None:
    """A-04 Hague 402A: without its receipt the inspection fee stops the start."""
    permit_id = issue_permit(ws, application_id=ready_application(ws))
    void_receipt(ws, PAID)
    with pytest.raises(StartRefused) as refused:
        record_work_started(ws, permit_id=permit_id, on=DAY)
    assert [line.citation for line in refused.value.lines] == ["§§201, 502", "§402A"]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        (("inflow",), ""),
        (
            ("no_permit",),
            "Unpermitted connection: it was made on 1/4/2027, before any permit. The officer decides.",
        ),
    ],
)
def test_a01_hague_shows_an_open_case_of_the_parcel(ws: Workspace, keys: tuple[str, ...], said: str) -> None:
    """A-01 Hague: an open case warns; one of a connection without a permit flags the unpermitted connection."""
    application_id = taken_application(ws, contractor_id=good_contractor(ws))
    parcel_id = application_view(ws, application_id=application_id).draft.parcel_id
    assert parcel_id is not None
    case_id = open_case(ws, draft=observed(parcel_id, on=DAY, keys=keys))
    found = issue_hindrances(ws, application_id=application_id)
    [hold] = [one for one in found if one.action_key == "hold.open"]
    assert hold.severity is Severity.WARNING
    assert hold.sentence.startswith("Case CAS-2027-0001 on this parcel is open")
    assert [one.sentence for one in found if one.action_key == "case.open"] == ([said] if said else [])
    assert application_page(ws, application_id=application_id).open_cases == ((case_id, "CAS-2027-0001"),)


def test_a01_hague_asks_about_a_parcel_that_has_an_account(ws: Workspace) -> None:
    """A-01 Hague: a new connection for a parcel that is billed already is looked at before the permit."""
    from sewerdesk.data.models.account import Account

    parcel_id = parcel(ws)
    with ws.write() as session:
        session.add(Account(number="00000042", parcel_id=parcel_id, opened_on=date(2020, 1, 1)))
    draft = full_draft(ws, parcel_id=parcel_id, contractor_id=good_contractor(ws))
    application_id = submit_application(ws, draft=draft)
    [hold] = [
        one for one in issue_hindrances(ws, application_id=application_id) if one.action_key == "account.open"
    ]
    assert hold.severity is Severity.WARNING
    assert hold.sentence.startswith("Account 00000042 on this parcel has been open since 1/1/2020.")
    assert hold.citation == "§501A"


def test_a24_dannemora_records_each_act_of_the_board(tmp_path: Path) -> None:
    """A-24 Dannemora 72-10: authorized with evidence, suspended, reinstated; an act that cannot stand is refused."""
    office = law_office(tmp_path / "office", "dannemora")
    try:
        ws = office.ws
        firm = able_firm(ws)
        ws.clock = FixedClock(date(2027, 3, 1))
        first = Authorization(AuthorizationKind.SUSPENDED, date(2027, 2, 1), "Resolution 9")
        with pytest.raises(FieldErrors, match="evidence on which the Village Board of Trustees authorized"):
            record_authorization(
                ws, contractor_id=firm, act=replace(first, kind=AuthorizationKind.AUTHORIZED)
            )
        with pytest.raises(FieldErrors, match="this act cannot stand"):
            record_authorization(
                ws, contractor_id=firm, act=replace(first, kind=AuthorizationKind.REINSTATED)
            )
        with pytest.raises(FieldErrors, match="Enter the resolution"):
            record_authorization(ws, contractor_id=firm, act=replace(first, resolution=" "))
        with pytest.raises(FieldErrors, match="after today"):
            record_authorization(ws, contractor_id=firm, act=replace(first, on=date(2027, 3, 2)))
        record_authorization(ws, contractor_id=firm, act=first)
        view = contractor_view(ws, contractor_id=firm)
        assert view.standing.answer is Answer.NO
        assert [row.kind for row in view.authorizations] == [
            AuthorizationKind.AUTHORIZED,
            AuthorizationKind.SUSPENDED,
        ]
        again = replace(first, kind=AuthorizationKind.REINSTATED, on=date(2027, 3, 1))
        record_authorization(ws, contractor_id=firm, act=again)
        assert contractor_view(ws, contractor_id=firm).standing.answer is Answer.YES
        assert contractor_view(ws, contractor_id=firm, on=date(2027, 2, 15)).standing.answer is Answer.NO
    finally:
        office.close(back_up=False)


def test_a24_dannemora_refuses_an_act_before_one_that_could_not_follow_it(tmp_path: Path) -> None:
    """A-24 Dannemora 72-10: revoked on 2/1 would leave the reinstatement of 2/20 without its suspension."""
    office = law_office(tmp_path / "office", "dannemora")
    try:
        ws = office.ws
        firm = able_firm(ws)
        ws.clock = FixedClock(date(2027, 3, 1))
        suspended = Authorization(AuthorizationKind.SUSPENDED, date(2027, 2, 10), "Resolution 9")
        record_authorization(ws, contractor_id=firm, act=suspended)
        back = Authorization(AuthorizationKind.REINSTATED, date(2027, 2, 20), "Resolution 11")
        record_authorization(ws, contractor_id=firm, act=back)
        revoked = Authorization(AuthorizationKind.REVOKED, date(2027, 2, 15), "Resolution 10")
        with pytest.raises(FieldErrors, match="was reinstated on 2/20/2027, which cannot follow this act"):
            record_authorization(ws, contractor_id=firm, act=revoked)
        record_authorization(ws, contractor_id=firm, act=replace(revoked, on=date(2027, 2, 21)))
        assert contractor_view(ws, contractor_id=firm).standing.answer is Answer.NO
    finally:
        office.close(back_up=False)


def test_a24_hague_authorizes_nobody(ws: Workspace) -> None:
    """A-24 Hague: the law asks for no authorized installer, so none is recorded."""
    act = Authorization(AuthorizationKind.AUTHORIZED, DAY, "Resolution 9", "Work")
    with pytest.raises(RuleViolation, match="does not ask for an authorized contractor"):
        record_authorization(ws, contractor_id=good_contractor(ws), act=act)


def test_a25_dannemora_first_page_counts_48_hours_from_the_ready_notice(tmp_path: Path) -> None:
    """A-25 Dannemora 72-13C: ready on Monday morning means an inspection by Wednesday, whatever is appointed."""
    office = law_office(tmp_path / "office", "dannemora")
    try:
        ws = office.ws
        draft = whole_draft(ws, contractor_id=able_firm(ws), work_type=WorkType.PRIVATE_SYSTEM)
        application_id = approved_application(ws, draft)
        permit_id = issue_permit(ws, application_id=application_id)
        papers = permit_view(ws, permit_id=permit_id).papers
        text = " ".join(" ".join(pages_text(paper_file(ws, paper_id=papers[0].id).content)).split())
        assert "§72-13C" in text, "the permit says when it takes effect"
        request_inspection(
            ws, draft=RequestDraft(permit_id=permit_id, stage=Stage.FINAL, requested_by="the owner")
        )
        [item] = [item for item in due_work(ws).items if item.kind == "inspection"]
        assert item.due == date(2027, 1, 6)
        assert "48 hours" in item.rule
        assert "§72-13C" in item.rule
    finally:
        office.close(back_up=False)


def test_a15_dannemora_first_page_asks_for_the_renewal_in_time(tmp_path: Path) -> None:
    """A-15 Dannemora 72-6B(5): 180 days before Sunday, January 4, 2032 is Tuesday, July 8, 2031."""
    office = law_office(tmp_path / "office", "dannemora")
    try:
        ws = office.ws
        draft = whole_draft(ws, contractor_id=able_firm(ws), permit_class="industrial")
        issue_permit(ws, application_id=approved_application(ws, draft))
        ws.clock = FixedClock(date(2031, 6, 7))
        assert not [item for item in due_work(ws).items if "renewal" in item.what]
        ws.clock = FixedClock(date(2031, 6, 8))
        [item] = [item for item in due_work(ws).items if "renewal" in item.what]
        assert (item.what, item.due) == ("PER-2027-0001: the holder applies for renewal", date(2031, 7, 8))
        assert "§72-6B(5)" in item.rule
    finally:
        office.close(back_up=False)


def test_a09_hague_subdivision_permit_says_that_the_builder_pays(ws: Workspace) -> None:
    """A-09 Hague 402A: the builder pays the whole installation and a share of plant and trunk sewers."""
    draft = whole_draft(
        ws,
        contractor_id=able_firm(ws),
        work_type=WorkType.SUBDIVISION,
        designer="R. Peña, P.E.",
        designer_license="088123",
        plan_set="Set A",
    )
    permit_id = issue_permit(ws, application_id=approved_application(ws, draft))
    paper = next(row for row in permit_view(ws, permit_id=permit_id).papers if row.kind == "permit")
    text = " ".join(" ".join(pages_text(paper_file(ws, paper_id=paper.id).content)).split())
    assert "(§402A)" in text
    assert "trunk" in text
