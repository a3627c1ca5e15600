"""Permits of each law in an office: issued in its form, renewed, passed on, changed, ended (law.md A-13 to A-17)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.permits import PermitState
from sewerdesk.services.applications import (
    application_page,
    application_view,
    save_application_draft,
    submit_application,
)
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.papers import paper_file
from sewerdesk.services.permit_changes import (
    change_permit,
    end_permit,
    renew_permit,
    transfer_permit,
)
from sewerdesk.services.permits import PermitRefused, issue_permit, permit_view
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.law_offices import DAY, able_firm, approved_application, law_office, whole_draft


@pytest.fixture(params=["hague", "lockport", "altamont", "dannemora"])
def any_office(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenOffice]:
    office = law_office(tmp_path / "office", request.param)
    yield office
    office.close(back_up=False)


@pytest.fixture
def lockport(tmp_path: Path) -> Iterator[Workspace]:
    office = law_office(tmp_path / "office", "lockport")
    yield office.ws
    office.close(back_up=False)


@pytest.fixture
def dannemora(tmp_path: Path) -> Iterator[Workspace]:
    office = law_office(tmp_path / "office", "dannemora")
    yield office.ws
    office.close(back_up=False)


def issued(ws: Workspace, **changes: object) -> int:
    draft = whole_draft(ws, contractor_id=able_firm(ws), **changes)
    return issue_permit(ws, application_id=approved_application(ws, draft))


def test_a13_issue_the_permit_in_the_form_of_each_law(any_office: OpenOffice) -> None:
    """A-13, A-23: Lockport's paper is the approved application; the number is the permit's in every law."""
    ws = any_office.ws
    view = permit_view(ws, permit_id=issued(ws))
    paper = next(row for row in view.papers if row.kind == "permit")
    assert (view.number, paper.number) == ("PER-2027-0001", "PER-2027-0001")
    text = " ".join(" ".join(pages_text(paper_file(ws, paper_id=paper.id).content)).split())
    is_application = "Approved Application" in text
    assert is_application == ("Lockport" in text)
    titles = {
        "Town of Hague": "Sewer Lateral Permit",
        "Town of Lockport": "Building Sewer Permit: Approved Application",
        "Village of Altamont": "Sewer Connection Permit",
        "Village of Dannemora": "Sewer Connection Permit",
    }
    [name] = [name for name in titles if name in text]
    assert titles[name] in text
    assert ("Drainlayer" in text) == ("Dannemora" in text)
    assert all(other not in text for other in titles if other != name)
    boundaries = {"Town of Hague": "§201", "Town of Lockport": "§150-6F", "Village of Dannemora": "§72-11"}
    if name in boundaries:
        assert "Who keeps which pipe" in text
        assert boundaries[name] in text


def test_a13_lockport_prints_what_ends_the_permit_and_every_answer(lockport: Workspace) -> None:
    """A-13, A-14 Lockport: the approved application carries its endings, its answers and the day it was signed."""
    view = permit_view(lockport, permit_id=issued(lockport))
    content = paper_file(lockport, paper_id=view.papers[0].id).content
    text = " ".join(" ".join(pages_text(content)).split())
    for said in (
        "Permit no. PER-2027-0001",
        "Application no. APP-2027-0001",
        "What ends this permit by itself",
        "(§150-6B(2)(c))",
        "What is the character of the waste that will be discharged?",
        "330 gallons a day",
        "cannot be reassigned, transferred or sold",
        "<Plumbing> on 1/4/2027",
    ):
        assert said in text, said
    assert "For the office" not in text


def test_a14_lockport_records_what_ended_the_permit_with_its_evidence(lockport: Workspace) -> None:
    """A-14 Lockport: dated, with evidence; the permit is over from that day and nothing revives it."""
    permit_id = issued(lockport)
    lockport.clock = FixedClock(date(2027, 6, 1))
    with pytest.raises(FieldErrors, match="what shows the fact"):
        end_permit(lockport, permit_id=permit_id, ground="changed_waste", on=date(2027, 5, 20), evidence=" ")
    with pytest.raises(FieldErrors, match="Choose the ground"):
        end_permit(lockport, permit_id=permit_id, ground="no_such", on=date(2027, 5, 20), evidence="Sample 3")
    end_permit(
        lockport, permit_id=permit_id, ground="changed_waste", on=date(2027, 5, 20), evidence="Sample 3"
    )
    view = permit_view(lockport, permit_id=permit_id)
    assert (view.standing.state, view.standing.since) == (PermitState.TERMINATED, date(2027, 5, 20))
    [event] = view.events
    assert (event.reference, event.event.citation) == ("Sample 3", "§150-6B(2)(a)")
    with pytest.raises(RuleViolation, match="ended by itself on 5/20/2027"):
        end_permit(
            lockport, permit_id=permit_id, ground="plant_changed", on=date(2027, 6, 1), evidence="Letter"
        )


def test_a14_dannemora_revokes_a_contribution_permit_by_order(dannemora: Workspace) -> None:
    """A-14 Dannemora 72-7B: a ground of revocation needs who ordered it."""
    permit_id = issued(dannemora, permit_class="industrial")
    with pytest.raises(FieldErrors, match="does not end the permit by itself"):
        end_permit(dannemora, permit_id=permit_id, ground="access", on=DAY, evidence="Report 2")
    end_permit(
        dannemora, permit_id=permit_id, ground="access", on=DAY, evidence="Report 2", person="Village Board"
    )
    standing = permit_view(dannemora, permit_id=permit_id).standing
    assert standing.sentence.startswith("PER-2027-0001 was terminated on 1/4/2027: The user refused")
    assert standing.citation == "§72-7B(3)"


def test_a15_lockport_renews_and_closes_the_old_permit(lockport: Workspace) -> None:
    """A-15 Lockport 150-6B(3): the renewal states what has varied; its permit closes the old one."""
    permit_id = issued(lockport)
    lockport.clock = FixedClock(date(2029, 3, 1))
    application_id = renew_permit(lockport, permit_id=permit_id)
    draft = application_view(lockport, application_id=application_id).draft
    assert (draft.renews, draft.received_on, draft.papers) == ("PER-2027-0001", None, ())
    whole = replace(
        draft,
        received_on=date(2029, 3, 1),
        certified_by=draft.owner_name,
        certified_on=date(2029, 3, 1),
        dwelling_units=2,
        owner_does_the_work=True,
        contractor_id=None,
    )
    save_application_draft(lockport, draft=whole, application_id=application_id)
    with pytest.raises(FieldErrors, match="State what has varied since PER-2027-0001"):
        submit_application(lockport, draft=whole, application_id=application_id)
    assert [
        (row.field, row.was, row.now)
        for row in application_page(lockport, application_id=application_id).varied
    ] == [
        ("dwelling units", "1", "2"),
        ("contractor name", "Adirondack Lateral Works, LLC", ""),
        ("owner does the work", "no", "yes"),
    ]
    said = replace(whole, what_varied="A second dwelling")
    again = approved_application(lockport, said, application_id=application_id)
    renewal = permit_view(lockport, permit_id=issue_permit(lockport, application_id=again))
    old = permit_view(lockport, permit_id=permit_id)
    assert (old.standing.state, old.standing.sentence) == (
        PermitState.CLOSED,
        f"PER-2027-0001 was renewed on 3/1/2029: Renewed by {renewal.number}.",
    )


def test_a15_hague_renews_nothing(tmp_path: Path) -> None:
    """A-15, A-12 Hague 602B: no extension; a new application is begun instead."""
    office = law_office(tmp_path / "office", "hague")
    try:
        permit_id = issued(office.ws)
        with pytest.raises(RuleViolation, match="a new permit application is required") as refused:
            renew_permit(office.ws, permit_id=permit_id)
        assert "602B" in refused.value.citation
    finally:
        office.close(back_up=False)


def test_a16_lockport_refuses_every_transfer(lockport: Workspace) -> None:
    """A-16 Lockport 150-6D: never, whoever approves."""
    permit_id = issued(lockport)
    with pytest.raises(RuleViolation, match="cannot be reassigned"):
        transfer_permit(
            lockport, permit_id=permit_id, to="New Owner", on=DAY, approved_on=DAY, reference="Letter"
        )
    assert permit_view(lockport, permit_id=permit_id).events == ()


def test_a16_dannemora_records_an_approved_transfer(dannemora: Workspace) -> None:
    """A-16 Dannemora 72-6B(6): the successor goes on under the permit; the event names the approval."""
    permit_id = issued(dannemora, permit_class="industrial")
    transfer_permit(
        dannemora, permit_id=permit_id, to="Łukasiewicz LLC", on=DAY, approved_on=DAY, reference="Minute 4"
    )
    view = permit_view(dannemora, permit_id=permit_id)
    assert view.standing.state is PermitState.IN_FORCE
    [event] = view.events
    assert event.event.note == "To Łukasiewicz LLC; approved on 1/4/2027"
    assert (event.reference, event.event.citation) == ("Minute 4", "§72-6B(6)")


def test_a17_dannemora_changes_a_permit_after_thirty_days(dannemora: Workspace) -> None:
    """A-17 Dannemora 72-6B(5): told on January 4, the change holds from February 3, 2027 at the earliest."""
    permit_id = issued(dannemora, permit_class="industrial")
    with pytest.raises(FieldErrors, match="2/3/2027 at the earliest"):
        change_permit(
            dannemora, permit_id=permit_id, what="Zinc", notified_on=DAY, effective_on=date(2027, 2, 2)
        )
    change_permit(
        dannemora, permit_id=permit_id, what="Zinc 1.0 mg/l", notified_on=DAY, effective_on=date(2027, 2, 3)
    )
    [event] = permit_view(dannemora, permit_id=permit_id).events
    assert (event.event.note, event.event.citation) == ("From 2/3/2027: Zinc 1.0 mg/l", "§72-6B(5)")


def test_a24_dannemora_issues_nothing_on_an_unlisted_drainlayer(dannemora: Workspace) -> None:
    """A-24 Dannemora 72-10: with the register's fact missing the permit is refused, with its section."""
    from sewerdesk.domain.counter import ContractorDraft
    from sewerdesk.services.application_papers import name_contractor
    from sewerdesk.services.contractors import register_contractor

    application_id = approved_application(
        dannemora, whole_draft(dannemora, contractor_id=able_firm(dannemora))
    )
    unlisted = register_contractor(dannemora, draft=ContractorDraft(name="Unlisted Diggers"))
    name_contractor(dannemora, application_id=application_id, contractor_id=unlisted)
    with pytest.raises(PermitRefused, match="No authorization by the Village Board of Trustees on file"):
        issue_permit(dannemora, application_id=application_id)
