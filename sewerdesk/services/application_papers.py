"""What comes in for an application after it was taken: papers, the contractor, the highway permit; and a new copy."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
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


def record_highway_permit(
    ws: Workspace,
    *,
    application_id: int,
    number: str,
    on: date,
    until: date | None = None,
    security: Decimal | None = None,
) -> None:
    """Record the highway authority's permit for opening the road: its days, and the deposit or bond it asked for."""
    errors = {} if number.strip() else {"number": "Enter the number of the highway permit."}
    if until is not None and until < on:
        errors["until"] = "The highway permit cannot end before the day on which it was given."
    if security is not None and security <= 0:
        errors["security"] = "Enter the deposit or bond as more than zero, or leave it empty."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason="highway permit recorded") as session:
        application = _application(session, application_id)
        draft = answers_from_json(application.answers)
        application.answers = answers_to_json(
            replace(
                draft,
                highway_permit_no=number.strip(),
                highway_permit_on=on,
                highway_permit_until=until,
                highway_security=security,
            )
        )


def record_before_start(
    ws: Workspace,
    *,
    application_id: int,
    notice_on: date | None = None,
    planned_start: date | None = None,
    ticket: str = "",
    called_on: date | None = None,
) -> None:
    """Record what comes in before construction: the notice of it, the planned start, the call to 811 and its ticket."""
    today = ws.clock.today()
    errors = {}
    if notice_on is not None and notice_on > today:
        errors["notice_on"] = f"The notice cannot have come in on {show_date(notice_on)}, after today."
    if called_on is not None and called_on > today:
        errors["called_on"] = f"The call cannot have been made on {show_date(called_on)}, after today."
    if ticket.strip() and called_on is None:
        errors["called_on"] = "Enter the day of the call that the ticket is for."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason="before construction") as session:
        application = _application(session, application_id)
        draft = answers_from_json(application.answers)
        application.answers = answers_to_json(
            replace(
                draft,
                construction_notice_on=notice_on,
                planned_start=planned_start,
                utility_ticket=ticket.strip(),
                utility_called_on=called_on,
            )
        )


def copy_application(ws: Workspace, *, application_id: int) -> int:
    """Begin a new application with the data of an old one, as the law asks after a lapse; returns the new id.

    Dates, signature and papers are left out: they must come in anew.
    """
    with ws.write(reason="copied from an earlier application") as session:
        old = _application(session, application_id)
        return _save(session, ws, _fresh(answers_from_json(old.answers))).id


def _fresh(draft: ApplicationDraft) -> ApplicationDraft:
    """The answers for a new application: without the dates, signatures and papers that must come in anew."""
    return replace(
        draft,
        received_on=None,
        received_by="",
        renews="",
        what_varied="",
        certified_by="",
        certified_on=None,
        papers=(),
        authorization_received_on=None,
        highway_permit_no="",
        highway_permit_on=None,
        highway_permit_until=None,
        highway_security=None,
        utility_ticket="",
        utility_called_on=None,
        construction_notice_on=None,
        planned_start=None,
        planned_end=None,
    )


def _put_paper(application: Application, draft: ApplicationDraft, paper: Paper) -> None:
    _refuse_after_issue(application)
    others = tuple(one for one in draft.papers if one.key != paper.key)
    application.answers = answers_to_json(replace(draft, papers=(*others, paper)))


def _refuse_after_issue(application: Application) -> None:
    if ApplicationState(application.state) not in EDITABLE | {ApplicationState.APPROVED}:
        state = ApplicationState(application.state).label.lower()
        raise UserError(f"{application.number} is {state}; its form is not changed any more.")
