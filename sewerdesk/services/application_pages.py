"""What the list and the page of an application show, and the facts on which the gate to the permit decides."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import TypedDict

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.answers import answers_from_json
from sewerdesk.data.models.account import Account
from sewerdesk.data.models.application import Application
from sewerdesk.data.models.paper import Attachment, Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.rate import FeeVersion
from sewerdesk.data.queries.applications import fee_lines
from sewerdesk.data.queries.contractors import contractor_facts
from sewerdesk.data.queries.parcel_cases import OpenCase, open_cases_on
from sewerdesk.domain.application_checks import completeness
from sewerdesk.domain.applications import (
    ApplicationApproval,
    ApplicationDraft,
    ApplicationEvent,
    ApplicationState,
    ApplicationView,
    FeeLine,
    FeeRate,
    WorkType,
    expected_fees,
)
from sewerdesk.domain.approvals import approvals_needed
from sewerdesk.domain.construction import may_start
from sewerdesk.domain.counter import ApplicationPage, ApprovalLine, FileRow, PermitView
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.fees import as_charged, fee_differences
from sewerdesk.domain.law import Approval, Law
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.permit_life import Varied, varied
from sewerdesk.domain.permits import Hold, IssueFacts, PermitState, Severity, readiness
from sewerdesk.domain.wording import show_date
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.papers import _row as _paper_row
from sewerdesk.services.permit_pages import _permit_view

SUBJECT = "application"


class _Records(TypedDict):
    connected_on: date | None
    covered_on: date | None
    holds: tuple[Hold, ...]


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
    facts = _issue_facts(session, application, law, on)
    on_file = {row.key: row for row in view.approvals}
    classes = {row.key: row.name for row in law.permit_classes}
    contractor = application.contractor
    return ApplicationPage(
        view=view,
        completeness=completeness(view.draft, law),
        readiness=readiness(facts, law, on=on),
        approvals=tuple(
            _approval_line(rule, on_file.get(rule.key)) for rule in approvals_needed(law, view.draft)
        ),
        class_name=classes.get(view.draft.permit_class, view.draft.permit_class),
        contractor=contractor.party.name if contractor else "",
        files=_files(session, application.id),
        papers=_papers(session, application.id),
        permit=_permit_of(session, application, law, on),
        open_cases=tuple(
            (case.id, case.number) for case in open_cases_on(session, application.parcel_id, on)
        ),
        varied=_varied(session, view.draft, law),
    )


def _varied(session: Session, draft: ApplicationDraft, law: Law) -> tuple[Varied, ...]:
    """What an application that renews a permit answers otherwise than that permit's application did."""
    if not draft.renews:
        return ()
    renewed = session.scalars(select(Permit).where(Permit.number == draft.renews)).first()
    if renewed is None:
        return ()
    return varied(answers_from_json(renewed.application.answers), draft, law)


def _issue_facts(session: Session, application: Application, law: Law, on: date) -> IssueFacts:
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
        differences=fee_differences(fees, _expected(session, draft, law, charged=fees)),
        **_records(session, application, draft, law, on),
    )


def _fees(session: Session, application: Application) -> tuple[FeeLine, ...]:
    return fee_lines(session, [application.id]).get(application.id, ())


def _approvals(application: Application) -> tuple[ApplicationApproval, ...]:
    return tuple(
        ApplicationApproval(row.approval_key, row.submitted_on, row.approved_on, row.reference)
        for row in application.approvals
    )


def _expected(
    session: Session, draft: ApplicationDraft, law: Law, *, charged: Iterable[FeeLine]
) -> tuple[FeeLine, ...]:
    """The fees by the schedule of the day on which the application was received; what was charged stays."""
    if draft.received_on is None:
        return ()
    expected = expected_fees(
        law,
        _schedule(session),
        project=draft.project,
        class_key=draft.permit_class,
        on=draft.received_on,
    )
    return as_charged(expected, charged)


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


def _records(
    session: Session, application: Application, draft: ApplicationDraft, law: Law, on: date
) -> _Records:
    """What the records of the parcel say: open cases, work found done before its time, an account already open.

    No section bars a permit for any of them: each is a warning, and the officer decides.
    """
    cases = open_cases_on(session, application.parcel_id, on)
    holds = [_case_hold(case) for case in cases]
    if draft.work_type is WorkType.NEW_CONNECTION and application.parcel_id is not None:
        holds += _account_holds(session, application, law)
    return {
        "connected_on": _first_seen(cases, "no_permit"),
        "covered_on": _first_seen(cases, "covered"),
        "holds": tuple(holds),
    }


def _case_hold(case: OpenCase) -> Hold:
    what = f" ({case.title})" if case.title else ""
    return Hold(
        f"Case {case.number} on this parcel is open{what}. No section bars the permit for it; the officer decides.",
        Severity.WARNING,
        case.citation,
    )


def _account_holds(session: Session, application: Application, law: Law) -> list[Hold]:
    citation = next((row.citation for row in law.violations if row.key == "no_permit"), "")
    statement = select(Account.number, Account.opened_on).where(
        Account.parcel_id == application.parcel_id,
        or_(Account.application_id.is_(None), Account.application_id != application.id),
    )
    return [
        Hold(
            f"Account {number} on this parcel has been open since {show_date(opened)}. If the building is connected "
            "already, it was connected without this permit; the officer decides.",
            Severity.WARNING,
            citation,
            "account.open",
        )
        for number, opened in session.execute(statement)
    ]


def _first_seen(cases: Sequence[OpenCase], violation: str) -> date | None:
    """The day on which a violation was first seen in the open cases."""
    return min((case.observed_on for case in cases if violation in case.violations), default=None)


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


def _permit_of(session: Session, application: Application, law: Law, on: date) -> PermitView | None:
    permit = session.scalars(
        select(Permit).where(Permit.application_id == application.id).order_by(Permit.id.desc())
    ).first()
    return None if permit is None else _permit_page(session, permit, law, on)


def _permit_page(session: Session, permit: Permit, law: Law, on: date) -> PermitView:
    """A permit with the answer to whether construction may start, while it has not."""
    view = _permit_view(session, permit, law, on)
    if view.has_started or view.standing.state is not PermitState.IN_FORCE:
        return view
    facts = _issue_facts(session, permit.application, law, on)
    return replace(view, start=may_start(facts, law, _calendar(session), on=on))
