"""What comes in for an application after it was taken: papers, the contractor, the highway permit; and a new copy."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from sewerdesk.data.answers import answers_from_json, answers_to_json
from sewerdesk.data.models.application import Application
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.applications import ApplicationDraft, ApplicationState, Paper
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.wording import show_date
from sewerdesk.services.application_pages import SUBJECT, _application
from sewerdesk.services.applications import EDITABLE, FILE, _save, _take_answers
from sewerdesk.services.attachments import _attach_all


def receive_paper(
    ws: Workspace, *, application_id: int, key: str, on: date, note: str = "", files: Sequence[Path] = ()
) -> None:
    """Record that a paper came in, with its file where there is one; allowed until the permit is issued."""
    if on > ws.clock.today():
        raise FieldErrors({"on": f"The paper cannot have come in on {show_date(on)}, after today."})
    with ws.write(reason="paper received") as session:
        application = _application(session, application_id)
        draft = answers_from_json(application.answers)
        if key != FILE:
            _put_paper(application, draft, replace(draft.paper(key), received_on=on, note=note.strip()))
        _attach_all(session, ws.folder, subject=SUBJECT, subject_id=application_id, kind=key, sources=files)


def request_paper(ws: Workspace, *, application_id: int, key: str) -> None:
    """Record that the officer asked for a paper; without it the permit is not issued."""
    with ws.write(reason="paper requested") as session:
        application = _application(session, application_id)
        draft = answers_from_json(application.answers)
        _put_paper(application, draft, replace(draft.paper(key), requested=True))


def name_contractor(
    ws: Workspace, *, application_id: int, contractor_id: int | None, owner_does_the_work: bool = False
) -> None:
    """Say who does the work: a registered contractor, or the owner; changeable until the permit is issued."""
    if (contractor_id is None) != owner_does_the_work:
        raise FieldErrors({"contractor_id": "Choose the contractor, or say that the owner does the work."})
    with ws.write(reason="contractor named") as session:
        application = _application(session, application_id)
        draft = answers_from_json(application.answers)
        _refuse_after_issue(application)
        _take_answers(
            session,
            application,
            replace(draft, contractor_id=contractor_id, owner_does_the_work=owner_does_the_work),
        )


def record_highway_permit(ws: Workspace, *, application_id: int, number: str, on: date) -> None:
    """Record the highway authority's permit for opening the road."""
    if not number.strip():
        raise FieldErrors({"number": "Enter the number of the highway permit."})
    with ws.write(reason="highway permit recorded") as session:
        application = _application(session, application_id)
        draft = answers_from_json(application.answers)
        application.answers = answers_to_json(
            replace(draft, highway_permit_no=number.strip(), highway_permit_on=on)
        )


def copy_application(ws: Workspace, *, application_id: int) -> int:
    """Begin a new application with the data of an old one, as the law asks after a lapse; returns the new id.

    Dates, signature and papers are left out: they must come in anew.
    """
    with ws.write(reason="copied from an earlier application") as session:
        old = _application(session, application_id)
        draft = answers_from_json(old.answers)
        fresh = replace(
            draft,
            received_on=None,
            received_by="",
            certified_by="",
            certified_on=None,
            papers=(),
            authorization_received_on=None,
            highway_permit_no="",
            highway_permit_on=None,
            planned_start=None,
            planned_end=None,
        )
        return _save(session, ws, fresh).id


def _put_paper(application: Application, draft: ApplicationDraft, paper: Paper) -> None:
    _refuse_after_issue(application)
    others = tuple(one for one in draft.papers if one.key != paper.key)
    application.answers = answers_to_json(replace(draft, papers=(*others, paper)))


def _refuse_after_issue(application: Application) -> None:
    if ApplicationState(application.state) not in EDITABLE | {ApplicationState.APPROVED}:
        state = ApplicationState(application.state).label.lower()
        raise UserError(f"{application.number} is {state}; its form is not changed any more.")
