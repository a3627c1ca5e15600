"""Inspections: asked for, appointed, done; a failure leaves its re-test open, a passed final one the account."""

from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.inspection import Inspection, InspectionAppointment
from sewerdesk.data.models.inspection import InspectionResult as ResultRow
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.figures import figure_from_json
from sewerdesk.data.queries.inspections import inspection_facts, inspection_rows, judged_tests
from sewerdesk.data.queries.permits import permit_facts, permit_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.entry_times import format_time, parse_time
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.fieldwork import (
    AppointmentDraft,
    InspectionRow,
    InspectionView,
    PermitChoice,
    RequestDraft,
    VisitFacts,
)
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.inspections import (
    INSPECTION_MACHINE,
    NOTICE_FIGURE,
    Outcome,
    failures_by_stage,
    notice_ends,
    open_retests,
)
from sewerdesk.domain.inspections import Inspection as InspectionFacts
from sewerdesk.domain.leaktests import (
    LeakTestDraft,
    TestRecord,
    WorkStep,
    order_findings,
    retest_chains,
    steps_of,
)
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.permits import PermitState, permit_standing
from sewerdesk.domain.wording import show_date
from sewerdesk.services.connections import _proposal
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.papers import _row as _paper_row

SUBJECT = "inspection"
_OPEN_PERMITS = frozenset({PermitState.IN_FORCE, PermitState.SUSPENDED})


def request_inspection(ws: Workspace, *, draft: RequestDraft) -> int:
    """Log a call for an inspection of one stage; returns its id.

    ``RuleViolation`` where the permit has ended or the stage already waits for one.
    """
    errors: dict[str, str] = {}
    if draft.permit_id is None:
        errors["permit_id"] = "Choose the permit under which the work is done."
    if draft.stage is None:
        errors["stage"] = "Choose what is to be inspected."
    if not draft.requested_by.strip():
        errors["requested_by"] = "Enter who asked for it."
    if errors:
        raise FieldErrors(errors)
    assert draft.permit_id is not None
    assert draft.stage is not None
    with ws.write() as session:
        permit = _open_permit(session, draft.permit_id)
        waiting = [one for one in _of_permit(session, permit.id) if one.is_open and one.stage is draft.stage]
        if waiting:
            raise RuleViolation(
                f"{waiting[0].number} already waits for the same stage of {permit.number}. Appoint or record that one."
            )
        row = _new_request(session, permit.id, draft.stage.value, requested_by=draft.requested_by.strip())
        session.flush()  # the id is the answer
        return row.id


def set_appointment(ws: Workspace, *, inspection_id: int, draft: AppointmentDraft) -> None:
    """Set the day and time; a later appointment replaces an earlier one, which stays in the history."""
    errors: dict[str, str] = {}
    if draft.day is None:
        errors["day"] = "Enter the day of the appointment."
    elif draft.day < ws.clock.today():
        errors["day"] = f"The appointment cannot be on {show_date(draft.day)}; that day is over."
    shown = ""
    try:
        shown = format_time(parse_time(draft.time)) if draft.time.strip() else ""
    except UserError as problem:
        errors["time"] = problem.message
    if errors:
        raise FieldErrors(errors)
    assert draft.day is not None
    with ws.write() as session:
        row = _inspection(session, inspection_id)
        INSPECTION_MACHINE.move(inspection_facts(row).state, "appoint", record=row.number)
        row.appointments.append(
            InspectionAppointment(
                day=draft.day, time=shown, inspector=draft.inspector.strip(), actor=session.info["actor"]
            )
        )


def cancel_inspection(ws: Workspace, *, inspection_id: int, reason: str) -> None:
    """Take an inspection off the list, with or without an appointment or a fee; the reason is kept."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the inspection is cancelled; the reason is kept with it."})
    with ws.write(reason=reason) as session:
        row = _inspection(session, inspection_id)
        INSPECTION_MACHINE.move(inspection_facts(row).state, "cancel", record=row.number)
        row.result = ResultRow(
            outcome=Outcome.CANCELLED.value,
            visited_on=session.info["clock"].today(),
            inspector="",
            checklist=[],
            tests=[],
            note=reason.strip(),
            actor=session.info["actor"],
        )


def list_inspections(ws: Workspace) -> tuple[InspectionRow, ...]:
    """Every inspection, the newest number first."""
    with ws.read() as session:
        return inspection_rows(session, ws.clock.today())


def count_open_inspections(ws: Workspace) -> int:
    """How many inspections wait for their result."""
    with ws.read() as session:
        return len(session.scalars(select(Inspection.id).where(~Inspection.result.has())).all())


def inspection_view(ws: Workspace, *, inspection_id: int) -> InspectionView:
    """An inspection's page."""
    calendar, today = calendar_of(ws), ws.clock.today()
    with ws.read() as session:
        row = _inspection(session, inspection_id)
        facts = inspection_facts(row)
        [listed] = inspection_rows(session, today, where=Inspection.id == inspection_id)
        siblings = inspection_rows(session, today, where=Inspection.permit_id == row.permit_id)
        ends, citation = _notice(row.permit, facts, calendar)
        proposal, no_proposal, account = _proposal(session, row.permit)
        application = row.permit.application
        tests = _tests(session, row.permit_id)
        return InspectionView(
            row=listed,
            inspection=facts,
            requested_by=row.requested_by,
            visit=None if row.result is None else _visit(row.result),
            tests=() if row.result is None else judged_tests(row.result),
            siblings=siblings,
            failures=failures_by_stage(_of_permit(session, row.permit_id)),
            papers=_papers(session, inspection_id),
            permit_state=permit_standing(permit_facts(row.permit), on=today).state,
            contractor=str(application.answers.get("contractor_name", "")),
            application_id=application.id,
            notice_ends=ends,
            notice_citation=citation,
            proposal=proposal,
            no_proposal=no_proposal,
            account_number=account,
            chains=retest_chains(record for record, _draft in tests),
            disorder=_disorder(tests),
        )


def permits_to_inspect(ws: Workspace) -> tuple[PermitChoice, ...]:
    """The permits under which work may be inspected today, newest first."""
    with ws.read() as session:
        return tuple(
            PermitChoice(row.id, row.number, row.location, row.print_key, row.owner)
            for row in permit_rows(session, ws.clock.today())
            if row.state in _OPEN_PERMITS
        )


def retests_of(ws: Workspace, *, permit_id: int) -> tuple[str, ...]:
    """What waits to be tested again under a permit, in a sentence each."""
    with ws.read() as session:
        return tuple(one.sentence for one in open_retests(_of_permit(session, permit_id)))


def _new_request(
    session: Session, permit_id: int, stage: str, *, requested_by: str, retest_of_id: int | None = None
) -> Inspection:
    clock = session.info["clock"]
    row = Inspection(
        number=take_number(session, kind=SeriesKind.INSPECTION.value, year=clock.today().year),
        permit_id=permit_id,
        stage=stage,
        requested_at=clock.now(),
        requested_by=requested_by,
        retest_of_id=retest_of_id,
        actor=session.info["actor"],
    )
    session.add(row)
    return row


def _inspection(session: Session, inspection_id: int) -> Inspection:
    row = session.get(Inspection, inspection_id)
    if row is None:
        raise UserError("That inspection is not in this office. Refresh the list (F5) and choose it again.")
    return row


def _of_permit(session: Session, permit_id: int) -> Sequence[InspectionFacts]:
    rows = session.scalars(
        select(Inspection).where(Inspection.permit_id == permit_id).order_by(Inspection.id)
    )
    return [inspection_facts(row) for row in rows]


def _open_permit(session: Session, permit_id: int) -> Permit:
    permit = session.get(Permit, permit_id)
    if permit is None:
        raise UserError("That permit is not in this office. Refresh the list (F5) and choose it again.")
    standing = permit_standing(permit_facts(permit), on=session.info["clock"].today())
    if standing.state not in _OPEN_PERMITS:
        raise RuleViolation(f"Nothing can be inspected: {standing.sentence}", citation=standing.citation)
    return permit


def _notice(permit: Permit, facts: InspectionFacts, calendar: HolidayCalendar) -> tuple[str, str]:
    """The end of the notice before covering the work, in the office's own time, by the figure of the permit."""
    kept = next((one for one in permit.figures if one["key"] == NOTICE_FIGURE), None)
    limit = notice_ends(None if kept is None else figure_from_json(kept), facts, calendar)
    if limit is None or limit.at is None:
        return "", ""
    local = limit.at.astimezone()
    return f"{show_date(local.date())} {format_time(local.time())}", limit.citation


def _visit(row: ResultRow) -> VisitFacts:
    return VisitFacts(
        arrived=row.arrived,
        left=row.left,
        weather=row.weather,
        ground=row.ground,
        inspector_title=row.inspector_title,
        photographs=row.photographs,
        retest_by=row.retest_by,
        retest_rule=row.retest_rule,
    )


def _tests(session: Session, permit_id: int) -> tuple[tuple[TestRecord, LeakTestDraft], ...]:
    """Every test under a permit as it is on file and as it was typed, in the order of the inspections."""
    statement = select(Inspection).where(Inspection.permit_id == permit_id).order_by(Inspection.id)
    return tuple(
        (
            TestRecord(
                section=one.section,
                kind=one.result.kind,
                name=one.result.name,
                on=one.draft.measured_on or row.result.visited_on,
                number=row.number,
                verdict=one.result.verdict,
            ),
            one.draft,
        )
        for row in session.scalars(statement)
        if row.result is not None
        for one in judged_tests(row.result)
    )


def _disorder(tests: tuple[tuple[TestRecord, LeakTestDraft], ...]) -> tuple[str, ...]:
    """What was done to a section in the wrong order, each with the section."""
    steps: dict[str, list[tuple[WorkStep, datetime | date]]] = {}
    for record, draft in tests:
        steps.setdefault(record.section, []).extend(steps_of(draft, record.on))
    return tuple(
        f"{section}: {sentence}" for section, done in steps.items() for sentence in order_findings(done)
    )


def _papers(session: Session, inspection_id: int) -> tuple[PaperRow, ...]:
    statement = select(Paper).where(Paper.subject == SUBJECT, Paper.subject_id == inspection_id)
    return tuple(_paper_row(paper) for paper in session.scalars(statement.order_by(Paper.id)))
