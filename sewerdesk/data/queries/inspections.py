"""Inspections as they are listed and found: by number, permit, place and owner."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.inspection import Inspection, InspectionAppointment, InspectionResult
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.queries.owners import owners_on
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.fieldwork import STAGE_WORDS, InspectionRow, JudgedTest
from sewerdesk.domain.inspections import Appointment, ChecklistLine, InspectionState, Outcome
from sewerdesk.domain.inspections import Inspection as InspectionFacts
from sewerdesk.domain.inspections import InspectionResult as ResultFacts
from sewerdesk.domain.law import Stage
from sewerdesk.domain.plain import from_plain


def inspection_facts(row: Inspection) -> InspectionFacts:
    """An inspection as the rules read it."""
    return InspectionFacts(
        id=row.id,
        number=row.number,
        stage=Stage(row.stage),
        requested_at=row.requested_at,
        requested_by=row.requested_by,
        retest_of=row.retest_of_id,
        appointments=tuple(Appointment(one.day, one.time, one.inspector) for one in row.appointments),
        result=None if row.result is None else _result_facts(row.result),
    )


def judged_tests(row: InspectionResult) -> tuple[JudgedTest, ...]:
    """The tests of a visit as they were judged then."""
    return tuple(from_plain(JudgedTest, one) for one in row.tests)


def _result_facts(row: InspectionResult) -> ResultFacts:
    return ResultFacts(
        outcome=Outcome(row.outcome),
        visited_on=row.visited_on,
        inspector=row.inspector,
        checklist=tuple(from_plain(ChecklistLine, one) for one in row.checklist),
        tests=tuple(one.result for one in judged_tests(row)),
        deficiencies=row.deficiencies,
        officer_decision=row.officer_decision,
        note=row.note,
    )


def inspection_rows(
    session: Session, on: date, *, where: ColumnElement[bool] | None = None
) -> tuple[InspectionRow, ...]:
    """The list of inspections, the newest number first, with the owner of record on a day."""
    statement = _listed()
    if where is not None:
        statement = statement.where(where)
    found = session.execute(statement).all()
    parcels = None if where is None else {values.parcel_id for values in found if values.parcel_id}
    owners = owners_on(session, on, parcels=parcels)
    return tuple(_row(values, owners) for values in found)


def _listed() -> Select[*tuple[Any, ...]]:
    last = (
        select(InspectionAppointment.inspection_id, func.max(InspectionAppointment.id).label("id"))
        .group_by(InspectionAppointment.inspection_id)
        .subquery()
    )
    return (
        select(
            Inspection.id,
            Inspection.number,
            Inspection.permit_id,
            Permit.number.label("permit_number"),
            Application.parcel_id,
            Parcel.location_number,
            Parcel.location_street,
            Parcel.print_key,
            Inspection.stage,
            Inspection.requested_at,
            Inspection.retest_of_id,
            InspectionAppointment.day,
            InspectionAppointment.time,
            InspectionAppointment.inspector,
            InspectionResult.outcome,
            InspectionResult.visited_on,
            InspectionResult.inspector.label("inspected_by"),
        )
        .join(Permit, Permit.id == Inspection.permit_id)
        .join(Application, Application.id == Permit.application_id)
        .outerjoin(Parcel, Parcel.id == Application.parcel_id)
        .outerjoin(last, last.c.inspection_id == Inspection.id)
        .outerjoin(InspectionAppointment, InspectionAppointment.id == last.c.id)
        .outerjoin(InspectionResult, InspectionResult.inspection_id == Inspection.id)
        .order_by(Inspection.id.desc())
    )


def _row(values: Any, owners: dict[int, str]) -> InspectionRow:
    outcome = None if values.outcome is None else Outcome(values.outcome)
    return InspectionRow(
        id=values.id,
        number=values.number,
        permit_id=values.permit_id,
        permit_number=values.permit_number,
        parcel_id=values.parcel_id,
        location=f"{values.location_number or ''} {values.location_street or ''}".strip(),
        print_key=values.print_key or "",
        owner=owners.get(values.parcel_id or 0, ""),
        stage=Stage(values.stage),
        state=_state(outcome, appointed=values.day is not None),
        outcome=outcome,
        requested_on=values.requested_at.astimezone().date(),
        appointed_on=values.day,
        appointed_at=values.time or "",
        inspector=values.inspected_by or values.inspector or "",
        visited_on=values.visited_on,
        is_retest=values.retest_of_id is not None,
    )


def _state(outcome: Outcome | None, *, appointed: bool) -> InspectionState:
    if outcome is None:
        return InspectionState.APPOINTED if appointed else InspectionState.REQUESTED
    return InspectionState.CANCELLED if outcome is Outcome.CANCELLED else InspectionState.DONE


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    where = None if ids is None else Inspection.id.in_(ids)
    for row in inspection_rows(session, session.info["clock"].today(), where=where):
        place = row.location or row.print_key
        yield SearchText(
            row.id,
            f"{row.number} · {STAGE_WORDS[row.stage]}",
            f"{place} · {row.permit_number} · {row.state_words}",
            f"{row.number} {row.permit_number} {row.location} {row.print_key} {row.owner}",
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


def _of(table: Any) -> Any:
    def resolve(session: Session, ids: Collection[int]) -> Collection[int]:
        return set(session.scalars(select(table.inspection_id).where(table.id.in_(ids))))

    return resolve


def _of_parcels(session: Session, parcels: Collection[int]) -> Collection[int]:
    statement = (
        select(Inspection.id)
        .join(Permit, Permit.id == Inspection.permit_id)
        .join(Application, Application.id == Permit.application_id)
        .where(Application.parcel_id.in_(parcels))
    )
    return set(session.scalars(statement))


SEARCH = Source(
    kind="inspection",
    code=7,
    touched_by={
        "inspection": _itself,
        "inspection_appointment": _of(InspectionAppointment),
        "inspection_result": _of(InspectionResult),
        "parcel": _of_parcels,
    },
    build=_search_texts,
)
