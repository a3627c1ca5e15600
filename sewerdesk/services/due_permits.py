"""What waits in issued permits: clocks, renewals, fees whose receipt was voided, private systems to inspect in time."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.inspection import Inspection
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.queries.applications import fee_lines
from sewerdesk.data.queries.due_work import RunningPermit, last_applications
from sewerdesk.domain.applications import WorkType
from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.due_work import ENDED_DAYS, DueItem, is_within
from sewerdesk.domain.law import FeeDue, Law
from sewerdesk.domain.permit_life import renewal_answer
from sewerdesk.domain.permits import PermitEventKind, PermitState, permit_standing, running_clocks, term_end
from sewerdesk.domain.private_systems import inspect_by
from sewerdesk.services.holidays import _calendar

OPEN_STATES = frozenset({PermitState.IN_FORCE, PermitState.SUSPENDED})
_ENDED_WORDS = {
    PermitState.LAPSED: "lapsed, not filed in time",
    PermitState.EXPIRED: "expired, work not finished",
    PermitState.TERMINATED: "ended by itself",
}


def _permits(permits: Sequence[RunningPermit], today: date) -> Iterator[DueItem]:
    for permit in permits:
        for clock in running_clocks(permit.facts, on=today):
            if is_within(clock.effective, today):
                yield DueItem(
                    kind="permit",
                    record_id=permit.id,
                    what=f"{permit.facts.number}: {clock.title[:1].lower()}{clock.title[1:]}",
                    who_where=", ".join(part for part in (permit.place, permit.owner) if part),
                    due=clock.effective,
                    rule=f"{clock.rule} ({clock.citation})",
                    action="Open permit",
                    route_screen="permit",
                )


def _ended_permits(session: Session, permits: Sequence[RunningPermit], today: date) -> Iterator[DueItem]:
    """Permits that ran out lately; one for whose parcel somebody has applied since is settled."""
    applied = last_applications(session)
    for permit in permits:
        now = permit_standing(permit.facts, on=today)
        told = _ENDED_WORDS.get(now.state, "")
        if not told or not today - timedelta(days=ENDED_DAYS) <= now.since <= today:
            continue
        if permit.parcel_id is not None and applied.get(permit.parcel_id, date.min) >= now.since:
            continue
        yield DueItem(
            kind="ended_permit",
            record_id=permit.id,
            what=f"{permit.facts.number} {told}",
            who_where=", ".join(part for part in (permit.place, permit.owner) if part),
            due=None,
            rule=f"{now.sentence.rstrip('.')} ({now.citation}). Shown for {ENDED_DAYS} days, or until an "
            "application for the parcel comes in.",
            action="Open permit",
            route_screen="permit",
            since=now.since,
            ended=True,
        )


def _unpaid_fees(session: Session, permits: Sequence[RunningPermit], today: date) -> Iterator[DueItem]:
    """Fees that were to be paid before a permit and are not: a receipt was voided after it was issued.

    A fee that is due before construction stands here once the work has begun.
    """
    fees = fee_lines(session, [permit.application_id for permit in permits])
    for permit in permits:
        if permit_standing(permit.facts, on=today).state not in OPEN_STATES:
            continue
        started = any(event.kind is PermitEventKind.STARTED for event in permit.facts.events)
        due = {FeeDue.WITH_APPLICATION, FeeDue.BEFORE_ISSUE} | (
            {FeeDue.BEFORE_CONSTRUCTION} if started else set()
        )
        for line in fees.get(permit.application_id, ()):
            if line.due in due and line.open_amount:
                yield DueItem(
                    kind="unpaid_fee",
                    record_id=permit.application_id,
                    what=f"{permit.facts.number}: {line.sentence.rstrip('.')}",
                    who_where=", ".join(part for part in (permit.place, permit.owner) if part),
                    due=None,
                    rule="The permit was issued and the fee is not paid; a receipt was voided, or the work began "
                    f"before it was paid ({line.citation}).",
                    action="Receipt the fee",
                    route_screen="permits",
                    route_tab="fees",
                    since=permit.facts.issued_on,
                )


def _renewals(session: Session, law: Law, permits: Sequence[RunningPermit], today: date) -> Iterator[DueItem]:
    """Permits whose holder must apply for renewal so long before their end, where the law says how long."""
    calendar = _calendar(session)
    for permit in permits:
        ends = term_end(permit.facts)
        if ends is None or permit_standing(permit.facts, on=today).state is not PermitState.IN_FORCE:
            continue
        answer = renewal_answer(law, class_key=permit.facts.class_key, calendar=calendar, expires_on=ends)
        last = answer.apply_by
        if last is not None and is_within(last.effective, today):
            yield DueItem(
                kind="permit",
                record_id=permit.id,
                what=f"{permit.facts.number}: the holder applies for renewal",
                who_where=", ".join(part for part in (permit.place, permit.owner) if part),
                due=last.effective,
                rule=last.sentence,
                action="Open permit",
                route_screen="permit",
            )


def _private_times(session: Session, law: Law) -> Mapping[int, Deadline]:
    """By when each open inspection of a private system is made, in hours from the notice that it is ready."""
    statement = (
        select(Inspection.id, Inspection.requested_at, Application.answers)
        .join(Permit, Permit.id == Inspection.permit_id)
        .join(Application, Application.id == Permit.application_id)
        .where(~Inspection.result.has())
    )
    calendar = _calendar(session)
    found = {}
    for inspection_id, ready_at, answers in session.execute(statement):
        if answers.get("work_type") == WorkType.PRIVATE_SYSTEM.value:
            limit = inspect_by(law, ready_at.astimezone(), calendar)
            if limit is not None:
                found[inspection_id] = limit
    return found
