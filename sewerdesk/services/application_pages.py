"""What the list and the page of an application show, and the facts on which the gate to the permit decides."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.answers import answers_from_json
from sewerdesk.data.models.application import Application
from sewerdesk.data.models.paper import Attachment, Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.rate import FeeVersion
from sewerdesk.data.queries.applications import fee_lines
from sewerdesk.data.queries.contractors import contractor_facts
from sewerdesk.domain.application_checks import completeness
from sewerdesk.domain.applications import (
    ApplicationApproval,
    ApplicationDraft,
    ApplicationEvent,
    ApplicationState,
    ApplicationView,
    FeeLine,
    FeeRate,
    expected_fees,
)
from sewerdesk.domain.counter import ApplicationPage, ApprovalLine, FileRow, PermitView
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.fees import changed_fees
from sewerdesk.domain.law import Approval, Law, approvals_for
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.permits import Hold, IssueFacts, Severity, readiness
from sewerdesk.services.papers import _row as _paper_row
from sewerdesk.services.permit_pages import _permit_view

SUBJECT = "application"


def _application(session: Session, application_id: int) -> Application:
    application = session.get(Application, application_id)
    if application is None:
        raise UserError("That application is not in this office. Refresh the list (F5) and choose it again.")
    return application


def _application_view(session: Session, application: Application) -> ApplicationView:
    return ApplicationView(
        id=application.id,
        number=application.number or "",
        state=ApplicationState(application.state),
        draft=answers_from_json(application.answers),
        fees=_fees(session, application),
        approvals=_approvals(application),
        events=tuple(
            ApplicationEvent(ApplicationState(row.event), row.on, row.note, row.actor)
            for row in application.events
        ),
        version=application.version,
    )


def _application_page(session: Session, application: Application, law: Law, on: date) -> ApplicationPage:
    view = _application_view(session, application)
    facts = _issue_facts(session, application, law)
    on_file = {row.key: row for row in view.approvals}
    classes = {row.key: row.name for row in law.permit_classes}
    contractor = application.contractor
    return ApplicationPage(
        view=view,
        completeness=completeness(view.draft, law),
        readiness=readiness(facts, law, on=on),
        approvals=tuple(
            _approval_line(rule, on_file.get(rule.key)) for rule in approvals_for(law, view.draft.project)
        ),
        class_name=classes.get(view.draft.permit_class, view.draft.permit_class),
        contractor=contractor.party.name if contractor else "",
        files=_files(session, application.id),
        papers=_papers(session, application.id),
        permit=_permit_of(session, application.id, law, on),
    )


def _issue_facts(session: Session, application: Application, law: Law) -> IssueFacts:
    """What is on file when the permit is to be issued; read inside the transaction that issues it."""
    draft = answers_from_json(application.answers)
    contractor = application.contractor
    fees = _fees(session, application)
    return IssueFacts(
        state=ApplicationState(application.state),
        draft=draft,
        fees=fees,
        approvals=_approvals(application),
        contractor=contractor_facts(contractor) if contractor else None,
        owner_does_the_work=draft.owner_does_the_work,
        zero_fee_confirmed_by=application.no_fee_confirmed_by,
        holds=tuple(Hold(sentence, Severity.WARNING) for sentence in _repriced(session, draft, fees, law)),
    )


def _fees(session: Session, application: Application) -> tuple[FeeLine, ...]:
    return fee_lines(session, [application.id]).get(application.id, ())


def _approvals(application: Application) -> tuple[ApplicationApproval, ...]:
    return tuple(
        ApplicationApproval(row.approval_key, row.submitted_on, row.approved_on, row.reference)
        for row in application.approvals
    )


def _expected(session: Session, draft: ApplicationDraft, law: Law) -> tuple[FeeLine, ...]:
    """The fees by the schedule of the day on which the application was received."""
    if draft.received_on is None:
        return ()
    return expected_fees(
        law,
        _schedule(session),
        project=draft.project,
        class_key=draft.permit_class,
        on=draft.received_on,
    )


def _schedule(session: Session) -> tuple[FeeRate, ...]:
    rows = session.scalars(select(FeeVersion).order_by(FeeVersion.effective_from))
    return tuple(
        FeeRate(
            fee_key=row.fee_key,
            amount=row.amount,
            start=row.effective_from,
            until=row.effective_to,
            authority=row.authority,
            class_key=row.class_key,
            charge_code=row.charge_code,
            version_id=row.id,
        )
        for row in rows
    )


def _repriced(
    session: Session, draft: ApplicationDraft, fees: Iterable[FeeLine], law: Law
) -> tuple[str, ...]:
    """Fees on which money came in before the application changed so that another amount is owed."""
    paid = {line.fee_key: line for line in fees if line.paid and not line.waived_reason}
    expected = [line for line in _expected(session, draft, law) if line.fee_key in paid]
    return changed_fees([paid[line.fee_key] for line in expected], expected)


def _approval_line(rule: Approval, row: ApplicationApproval | None) -> ApprovalLine:
    if row is None:
        return ApprovalLine(rule, None, None, "")
    return ApprovalLine(rule, row.submitted_on, row.approved_on, row.reference)


def _files(session: Session, application_id: int) -> tuple[FileRow, ...]:
    rows = session.scalars(
        select(Attachment)
        .where(
            Attachment.subject == SUBJECT,
            Attachment.subject_id == application_id,
            Attachment.removed_on.is_(None),
        )
        .order_by(Attachment.id)
    )
    return tuple(FileRow(row.id, row.name, row.kind, row.size) for row in rows)


def _papers(session: Session, application_id: int) -> tuple[PaperRow, ...]:
    rows = session.scalars(
        select(Paper)
        .where(Paper.subject == SUBJECT, Paper.subject_id == application_id)
        .order_by(Paper.id.desc())
    )
    return tuple(_paper_row(paper) for paper in rows)


def _permit_of(session: Session, application_id: int, law: Law, on: date) -> PermitView | None:
    permit = session.scalars(
        select(Permit).where(Permit.application_id == application_id).order_by(Permit.id.desc())
    ).first()
    return None if permit is None else _permit_view(session, permit, law, on)
