"""What waits in the parts of the office, for the first page: each a short query of its own."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.models.inspection import Inspection
from sewerdesk.data.models.paper import Mailing, Paper, PaperEvent
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.permit import PermitEvent as PermitEventRow
from sewerdesk.data.models.receipt import DepositReceipt, Receipt, ReceiptVoid
from sewerdesk.data.queries.inspections import inspection_rows
from sewerdesk.data.queries.permits import clock_from_json, event_of
from sewerdesk.data.queries.receipts import TENDER
from sewerdesk.data.queries.runs import is_quarterly
from sewerdesk.domain.applications import ApplicationState
from sewerdesk.domain.fieldwork import InspectionRow
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.payments import CARRIED
from sewerdesk.domain.permits import PermitEvent, PermitEventKind, PermitFacts

WAITING = (
    ApplicationState.SUBMITTED,
    ApplicationState.INCOMPLETE,
    ApplicationState.UNDER_REVIEW,
    ApplicationState.APPROVED,
)
"""The states of an application in which the office, or somebody else, must act before a permit is issued."""
_PERMIT = (
    Permit.id,
    Permit.application_id,
    Permit.number,
    Permit.issued_on,
    Permit.class_key,
    Permit.clocks,
)
_ENDED = (
    PermitEventKind.CLOSED,
    PermitEventKind.RENEWED,
    PermitEventKind.ENDED,
    PermitEventKind.TERMINATED,
    PermitEventKind.VOIDED,
)


@dataclass(frozen=True, slots=True)
class WaitingApplication:
    """An application without a permit yet."""

    id: int
    number: str
    state: ApplicationState
    received_on: date | None
    place: str
    owner: str


@dataclass(frozen=True, slots=True)
class RunningPermit:
    """A permit that has not ended by an act of the office; its clocks may have run out.

    ``triggers`` and ``job`` say what its contractor must have on file.
    """

    id: int
    application_id: int
    parcel_id: int | None
    contractor_id: int | None
    facts: PermitFacts
    triggers: frozenset[str]
    job: str
    place: str
    owner: str


@dataclass(frozen=True, slots=True)
class Undeposited:
    """The receipts that have not been carried to the bank."""

    count: int
    total: Decimal
    oldest: date | None


@dataclass(frozen=True, slots=True)
class UnmailedPaper:
    """A copy of an issued paper that was not recorded as given to its recipient."""

    id: int
    number: str
    subject: str
    subject_id: int
    recipient: str
    issued_on: date


def open_inspections(session: Session, on: date) -> tuple[InspectionRow, ...]:
    """The inspections without a result."""
    return inspection_rows(session, on, where=~Inspection.result.has())


def waiting_applications(session: Session) -> Sequence[WaitingApplication]:
    """The applications that wait for somebody, the oldest first."""
    statement = (
        select(Application)
        .where(Application.state.in_([one.value for one in WAITING]))
        .order_by(Application.received_on, Application.id)
    )
    return [
        WaitingApplication(
            id=row.id,
            number=row.number or "",
            state=ApplicationState(row.state),
            received_on=row.received_on,
            place=row.answers.get("location", "") or row.answers.get("print_key", ""),
            owner=row.answers.get("owner_name", ""),
        )
        for row in session.scalars(statement)
    ]


def count_office_turns(session: Session) -> int:
    """How many applications wait for the office itself; those that lack something wait for the applicant."""
    states = [one.value for one in WAITING if one is not ApplicationState.INCOMPLETE]
    statement = select(func.count(Application.id)).where(Application.state.in_(states))
    return session.execute(statement).scalar_one()


def running_permits(session: Session) -> Sequence[RunningPermit]:
    """The permits that nothing has ended, with the facts from which their clocks are read."""
    ended = select(PermitEventRow.permit_id).where(PermitEventRow.event.in_([one.value for one in _ENDED]))
    happened: defaultdict[int, list[PermitEvent]] = defaultdict(list)
    events = select(PermitEventRow).where(PermitEventRow.permit_id.not_in(ended)).order_by(PermitEventRow.id)
    for event in session.scalars(events):
        happened[event.permit_id].append(event_of(event))
    statement = (
        select(*_PERMIT, Application.parcel_id, Application.contractor_id, Application.answers)
        .join(Application, Application.id == Permit.application_id)
        .where(Permit.id.not_in(ended))
        .order_by(Permit.id)
    )
    return [_running(row, happened.get(row.id, ())) for row in session.execute(statement)]


def _running(row: Any, events: Sequence[PermitEvent]) -> RunningPermit:
    answers = row.answers
    place = answers.get("location", "") or answers.get("print_key", "")
    clocks = tuple(clock_from_json(one) for one in row.clocks)
    return RunningPermit(
        id=row.id,
        application_id=row.application_id,
        parcel_id=row.parcel_id,
        contractor_id=row.contractor_id,
        facts=PermitFacts(row.number, row.issued_on, row.class_key, clocks, tuple(events)),
        triggers=frozenset(answers.get("triggers", ())),
        job=place,
        place=place,
        owner=answers.get("owner_name", ""),
    )


def last_applications(session: Session) -> Mapping[int, date]:
    """For each parcel the day on which the last application for it was received."""
    statement = select(Application.parcel_id, func.max(Application.received_on)).group_by(
        Application.parcel_id
    )
    return {
        parcel: day for parcel, day in session.execute(statement) if parcel is not None and day is not None
    }


def undeposited(session: Session) -> Undeposited:
    """How many receipts wait to be carried to the bank, their sum, and the day of the oldest."""
    deposited = select(DepositReceipt.receipt_id).where(DepositReceipt.live)
    voided = select(ReceiptVoid.receipt_id)
    count, total, oldest = session.execute(
        select(func.count(Receipt.id), func.sum(Receipt.amount), func.min(Receipt.received_on)).where(
            TENDER.in_(sorted(CARRIED)), Receipt.id.not_in(deposited), Receipt.id.not_in(voided)
        )
    ).one()
    return Undeposited(count, total or ZERO, oldest)


def unmailed_papers(session: Session, *, kinds: Sequence[str]) -> Sequence[UnmailedPaper]:
    """The copies of papers of these kinds that nobody recorded as mailed, the oldest first; voided ones left out."""
    mailed = select(Mailing.paper_id)
    ended = select(PaperEvent.paper_id).where(PaperEvent.event.in_(("void", "superseded")))
    statement = (
        select(Paper.id, Paper.number, Paper.subject, Paper.subject_id, Paper.merged, Paper.issued_on)
        .where(Paper.kind.in_(kinds), Paper.id.not_in(mailed), Paper.id.not_in(ended))
        .order_by(Paper.issued_on, Paper.id)
    )
    return [
        UnmailedPaper(paper_id, number, subject, subject_id, merged.get("recipient", ""), issued_on)
        for paper_id, number, subject, subject_id, merged, issued_on in session.execute(statement)
    ]


def last_run(session: Session) -> BillingRun | None:
    """The quarter's billing run posted last that stands."""
    statement = select(BillingRun).where(is_quarterly()).order_by(BillingRun.id.desc())
    return session.scalars(statement.limit(1)).first()
