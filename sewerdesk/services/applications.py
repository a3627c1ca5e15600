"""Applications for connection: taken at the counter, completed, decided, and priced by the fee schedule."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from sqlalchemy.orm import Session

from sewerdesk.data.answers import answers_from_json, answers_to_json
from sewerdesk.data.models.application import Application, ApplicationApproval, ApplicationEvent
from sewerdesk.data.models.application import FeeLine as FeeRow
from sewerdesk.data.models.contractor import Contractor
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.applications import application_rows, fee_lines
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.application_checks import check_draft, completeness
from sewerdesk.domain.applications import (
    APPLICATION_MACHINE,
    ApplicationDraft,
    ApplicationState,
    ApplicationView,
    FeeLine,
)
from sewerdesk.domain.approvals import approvals_needed
from sewerdesk.domain.counter import ApplicationPage, ApplicationRow
from sewerdesk.domain.errors import FieldErrors, StaleRecord, UserError
from sewerdesk.domain.fees import RETURNED_CHECK_FEE
from sewerdesk.domain.law import Law
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.wording import show_date
from sewerdesk.services.application_pages import (
    SUBJECT,
    _application,
    _application_page,
    _application_view,
    _expected,
    _fees,
)
from sewerdesk.services.attachments import _attach_all
from sewerdesk.services.counter_papers import _freeze_application
from sewerdesk.services.law import law_of

_S = ApplicationState
EDITABLE = frozenset({_S.DRAFT, _S.SUBMITTED, _S.INCOMPLETE, _S.UNDER_REVIEW})
FILE = "file"


def save_application_draft(
    ws: Workspace,
    *,
    draft: ApplicationDraft,
    application_id: int | None = None,
    expected_version: int | None = None,
    files: Sequence[Path] = (),
) -> int:
    """Keep the form as far as it is filled in; returns the id. Only a property or an owner is needed."""
    law = law_of(ws)
    check_draft(draft, law, today=ws.clock.today())
    with ws.write(reason="application saved") as session:
        application = _save(
            session, ws, draft, application_id=application_id, expected_version=expected_version, files=files
        )
        if application.state != _S.DRAFT:
            _charge(session, application, law)
        return application.id


def submit_application(
    ws: Workspace,
    *,
    draft: ApplicationDraft,
    application_id: int | None = None,
    expected_version: int | None = None,
    files: Sequence[Path] = (),
) -> int:
    """Take a complete application: its number, its fees by the schedule of that day, and its paper; returns the id.

    ``FieldErrors`` names everything that is still missing. One that came back as incomplete keeps its number.
    """
    law = law_of(ws)
    check_draft(draft, law, today=ws.clock.today())
    missing = {item.field: item.sentence for item in reversed(completeness(draft, law).missing)}
    if missing:
        raise FieldErrors(dict(reversed(missing.items())))
    with ws.write(reason="application submitted") as session:
        application = _save(
            session, ws, draft, application_id=application_id, expected_version=expected_version, files=files
        )
        if application.number is None:
            application.number = take_number(session, kind=SeriesKind.APPLICATION, year=ws.clock.today().year)
        _move(session, application, "submit", on=ws.clock.today())
        _charge(session, application, law)
        _freeze_application(session, application, law, _application_view(session, application))
        return application.id


def record_incomplete(ws: Workspace, *, application_id: int, missing: str) -> None:
    """Give an application back because something is missing; the words are what the applicant is told."""
    if not missing.strip():
        raise FieldErrors({"reason": "Say what is missing; the applicant is told these words."})
    with ws.write(reason=missing) as session:
        application = _application(session, application_id)
        _move(session, application, "return", on=ws.clock.today(), note=missing)


def start_review(ws: Workspace, *, application_id: int) -> None:
    """Record that the application was found complete and is with the officer who decides."""
    with ws.write(reason="application complete") as session:
        _move(session, _application(session, application_id), "review", on=ws.clock.today())


def approve_application(
    ws: Workspace, *, application_id: int, role: str, person: str, on: date, reference: str = ""
) -> None:
    """Record that an officer of the law approved it on a day; the approvals that this officer gives are recorded too.

    ``role`` is the law pack's; ``person`` who signed. An application that was not yet marked complete is so marked.
    """
    law = law_of(ws)
    title = law.officer(role).title
    _check_decision(ws, on=on, person=person, title=title)
    with ws.write(reason=f"approved by the {title}") as session:
        application = _application(session, application_id)
        if application.state == _S.SUBMITTED:
            _move(session, application, "review", on=on)
        note = f"Approved by {person.strip()}, {title}. {reference.strip()}".strip()
        _move(session, application, "approve", on=on, note=note)
        draft = answers_from_json(application.answers)
        given = {row.approval_key: row for row in application.approvals}
        for rule in approvals_needed(law, draft):
            row = given.get(rule.key)
            if rule.officer == role and (row is None or row.approved_on is None):
                said = reference.strip() or f"Decision of {person.strip()}, {show_date(on)}"
                _put_approval(application, rule.key, submitted_on=None, approved_on=on, reference=said)


def deny_application(
    ws: Workspace, *, application_id: int, role: str, person: str, on: date, reason: str
) -> None:
    """Record that an officer denied it, and why; the reason is what the applicant is told."""
    title = law_of(ws).officer(role).title
    _check_decision(ws, on=on, person=person, title=title)
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the application is denied; the applicant is told these words."})
    with ws.write(reason=reason) as session:
        application = _application(session, application_id)
        if application.state == _S.SUBMITTED:
            _move(session, application, "review", on=on)
        _move(
            session, application, "deny", on=on, note=f"Denied by {person.strip()}, {title}: {reason.strip()}"
        )


def withdraw_application(ws: Workspace, *, application_id: int, reason: str) -> None:
    """Record that the applicant withdrew it, or that a draft was begun by mistake."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the application is withdrawn."})
    with ws.write(reason=reason) as session:
        application = _application(session, application_id)
        _move(session, application, "withdraw", on=ws.clock.today(), note=reason)


def record_approval(
    ws: Workspace,
    *,
    application_id: int,
    key: str,
    approved_on: date | None,
    reference: str,
    submitted_on: date | None = None,
) -> None:
    """Record when an approval that the law asks for was applied for and given, and the letter it rests on."""
    law, today = law_of(ws), ws.clock.today()
    errors: dict[str, str] = {}
    if approved_on is not None and approved_on > today:
        errors["approved_on"] = (
            f"The approval cannot have been given on {show_date(approved_on)}, after today."
        )
    if approved_on is not None and submitted_on is not None and approved_on < submitted_on:
        errors["approved_on"] = "The approval cannot have been given before it was asked for."
    if approved_on is not None and not reference.strip():
        errors["reference"] = "Enter the letter, memo or minute in which the approval stands."
    if approved_on is None and submitted_on is None:
        errors["submitted_on"] = "Enter the day on which the approval was asked for or given."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason="approval recorded") as session:
        application = _application(session, application_id)
        draft = answers_from_json(application.answers)
        if key not in {rule.key for rule in approvals_needed(law, draft)}:
            raise UserError(f"The law of the {law.municipality} asks for no such approval of this project.")
        _put_approval(
            application, key, submitted_on=submitted_on, approved_on=approved_on, reference=reference.strip()
        )


def list_applications(ws: Workspace) -> tuple[ApplicationRow, ...]:
    """Every application, with its permit as of today once there is one; the newest first."""
    with ws.read() as session:
        return application_rows(session, ws.clock.today())


def application_view(ws: Workspace, *, application_id: int) -> ApplicationView:
    """An application with its fees, approvals and events."""
    with ws.read() as session:
        return _application_view(session, _application(session, application_id))


def application_page(ws: Workspace, *, application_id: int, on: date | None = None) -> ApplicationPage:
    """An application's page: with what is missing and what stands in the way of its permit on a day."""
    law = law_of(ws)
    with ws.read() as session:
        application = _application(session, application_id)
        return _application_page(session, application, law, on or ws.clock.today())


def _open_fee_lines(session: Session, application_id: int) -> tuple[FeeLine, ...]:
    """The fees of an application on which something is still to pay, each with its ``line_id``."""
    return tuple(
        line for line in fee_lines(session, [application_id]).get(application_id, ()) if line.open_amount
    )


def _save(
    session: Session,
    ws: Workspace,
    draft: ApplicationDraft,
    *,
    application_id: int | None = None,
    expected_version: int | None = None,
    files: Sequence[Path] = (),
) -> Application:
    if application_id is None:
        application = Application(state=_S.DRAFT.value, answers={})
        session.add(application)
    else:
        application = _application(session, application_id)
        name = application.number or "This draft"
        if expected_version is not None and application.version != expected_version:
            raise StaleRecord(
                f"{name} was changed elsewhere after you opened it. Reload it and make your change again."
            )
        if ApplicationState(application.state) not in EDITABLE:
            state = ApplicationState(application.state).label.lower()
            raise UserError(f"{name} is {state}; its form is not changed any more.")
    _take_answers(session, application, draft)
    session.flush()  # the files refer to the application by its id
    _attach_all(session, ws.folder, subject=SUBJECT, subject_id=application.id, kind=FILE, sources=files)
    return application


def _take_answers(session: Session, application: Application, draft: ApplicationDraft) -> None:
    """Keep the form, with the contractor's name as registered and the parcel that is meant."""
    contractor = session.get(Contractor, draft.contractor_id) if draft.contractor_id else None
    if draft.parcel_id is not None and session.get(Parcel, draft.parcel_id) is None:
        raise FieldErrors({"parcel_id": "That parcel is not in this office. Choose it again."})
    named = replace(draft, contractor_name=contractor.party.name if contractor else "")
    application.parcel_id = draft.parcel_id
    application.contractor_id = contractor.id if contractor else None
    application.received_on = draft.received_on
    application.answers = answers_to_json(named)


def _move(session: Session, application: Application, verb: str, *, on: date, note: str = "") -> None:
    """Take the application to its next state and keep the dated fact."""
    record = application.number or "(draft)"
    after = APPLICATION_MACHINE.move(ApplicationState(application.state), verb, record=record)
    application.state = after.value
    application.events.append(
        ApplicationEvent(event=after.value, on=on, note=note.strip(), actor=session.info["actor"])
    )


def _charge(session: Session, application: Application, law: Law) -> None:
    """Charge what the form now owes.

    A line on which nothing was paid is replaced where another amount is owed; where money came in on it, the
    difference is charged on a line of its own, so that what was paid stays as it was.
    """
    draft = answers_from_json(application.answers)
    session.flush()  # lines charged before are read back
    before = _fees(session, application)
    charged: dict[str, list[FeeLine]] = {}
    for line in before:
        if (
            line.fee_key == RETURNED_CHECK_FEE
        ):  # no fee of the application itself: it stays whatever the form says
            continue
        charged.setdefault(line.fee_key, []).append(line)
    rows = {row.id: row for row in application.fees}
    expected = {line.fee_key: line for line in _expected(session, draft, law, charged=before)}
    for key, lines in charged.items():
        for one in _replaced(lines, expected.get(key)):
            if one.line_id is not None:
                rows[one.line_id].replaced = True
    session.flush()
    for key, line in expected.items():
        kept = [one for one in charged.get(key, ()) if one.line_id is None or not rows[one.line_id].replaced]
        due = _still_to_charge(line, kept)
        if due is not None:
            application.fees.append(_fee_row(due))
    session.flush()  # the paper prints the lines


def _replaced(lines: Sequence[FeeLine], owed: FeeLine | None) -> list[FeeLine]:
    """The lines of a fee that another takes the place of: nothing was paid on them and they are not owed so."""
    if len(lines) == 1 and owed is not None:
        same = (owed.amount, owed.version_id) == (lines[0].amount, lines[0].version_id)
        return [] if same or lines[0].paid != ZERO or lines[0].waived_reason else [lines[0]]
    return [line for line in lines if line.paid == ZERO and not line.waived_reason]


def _still_to_charge(owed: FeeLine, kept: Sequence[FeeLine]) -> FeeLine | None:
    """What of a fee is not on any line yet: all of it, or what is more than was paid on and kept."""
    if not kept:
        return owed
    if owed.amount is None or any(line.waived_reason or line.amount is None for line in kept):
        return None
    more = owed.amount - sum((line.amount or ZERO for line in kept), ZERO)
    return replace(owed, amount=more, label=f"{owed.label}, difference") if more > ZERO else None


def _fee_row(line: FeeLine) -> FeeRow:
    return FeeRow(
        fee_key=line.fee_key,
        label=line.label,
        due=line.due.value,
        amount=line.amount,
        charge_code=line.charge_code,
        authority=line.authority,
        citation=line.citation,
        fee_version_id=line.version_id,
        priced_on=line.priced_on,
    )


def _put_approval(
    application: Application, key: str, *, submitted_on: date | None, approved_on: date | None, reference: str
) -> None:
    row = next((row for row in application.approvals if row.approval_key == key), None)
    if row is None:
        row = ApplicationApproval(approval_key=key)
        application.approvals.append(row)
    row.submitted_on = submitted_on or row.submitted_on
    row.approved_on, row.reference = approved_on, reference


def _check_decision(ws: Workspace, *, on: date, person: str, title: str) -> None:
    errors: dict[str, str] = {}
    if on > ws.clock.today():
        errors["on"] = f"The decision cannot have been made on {show_date(on)}, after today."
    if not person.strip():
        errors["person"] = f"Enter who decided as {title}."
    if errors:
        raise FieldErrors(errors)
