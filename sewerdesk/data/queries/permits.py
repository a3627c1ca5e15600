"""Permits as they are listed and found: each with its state on a day, computed from clocks and events."""

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.permit import PermitEvent as EventRow
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.counter import PermitRow
from sewerdesk.domain.law import Event
from sewerdesk.domain.permits import (
    IssuedClock,
    PermitEvent,
    PermitEventKind,
    PermitFacts,
    PermitState,
    permit_standing,
    running_clocks,
)


def clock_to_json(clock: IssuedClock) -> dict[str, Any]:
    """A clock as it is kept with the permit."""
    return {
        "key": clock.key,
        "title": clock.title,
        "ends_as": clock.ends_as.value,
        "stops_with": None if clock.stops_with is None else clock.stops_with.value,
        "consequence": clock.consequence,
        "start": clock.start.isoformat(),
        "raw": clock.raw.isoformat(),
        "effective": clock.effective.isoformat(),
        "rule": clock.rule,
        "citation": clock.citation,
    }


def clock_from_json(stored: dict[str, Any]) -> IssuedClock:
    """A clock as it was computed at issue."""
    stops_with = stored["stops_with"]
    days = {name: date.fromisoformat(stored[name]) for name in ("start", "raw", "effective")}
    return IssuedClock(
        key=stored["key"],
        title=stored["title"],
        ends_as=PermitState(stored["ends_as"]),
        stops_with=None if stops_with is None else Event(stops_with),
        consequence=stored["consequence"],
        rule=stored["rule"],
        citation=stored["citation"],
        **days,
    )


def event_of(row: EventRow) -> PermitEvent:
    """An event of a permit as the rules read it."""
    return PermitEvent(PermitEventKind(row.event), row.on, row.note, row.citation)


def permit_facts(permit: Permit) -> PermitFacts:
    """A permit as the rules read it: frozen clocks, dated events."""
    return PermitFacts(
        number=permit.number,
        issued_on=permit.issued_on,
        class_key=permit.class_key,
        clocks=tuple(clock_from_json(one) for one in permit.clocks),
        events=tuple(event_of(row) for row in permit.events),
    )


def permit_rows(
    session: Session,
    on: date,
    *,
    contractor_id: int | None = None,
    applications: Collection[int] | None = None,
) -> tuple[PermitRow, ...]:
    """Permits with their state on a day, newest first; of one contractor or of some applications if asked."""
    statement = (
        select(Permit)
        .join(Application, Application.id == Permit.application_id)
        .options(selectinload(Permit.events), selectinload(Permit.application))
        .order_by(Permit.id.desc())
    )
    if contractor_id is not None:
        statement = statement.where(Application.contractor_id == contractor_id)
    if applications is not None:
        statement = statement.where(Permit.application_id.in_(applications))
    return tuple(permit_row(permit, on) for permit in session.scalars(statement))


def permit_row(permit: Permit, on: date) -> PermitRow:
    """One permit as lists show it."""
    facts = permit_facts(permit)
    running = running_clocks(facts, on=on)
    answers = permit.application.answers
    return PermitRow(
        id=permit.id,
        number=permit.number,
        application_id=permit.application_id,
        issued_on=permit.issued_on,
        state=permit_standing(facts, on=on).state,
        next_what=running[0].title if running else "",
        next_day=running[0].effective if running else None,
        location=answers.get("location", ""),
        print_key=answers.get("print_key", ""),
        owner=answers.get("owner_name", ""),
        contractor=answers.get("contractor_name", ""),
        contractor_id=permit.application.contractor_id,
    )


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    statement = select(Permit.id, Permit.number, Application.answers).join(
        Application, Application.id == Permit.application_id
    )
    if ids is not None:
        statement = statement.where(Permit.id.in_(ids))
    for permit_id, number, answers in session.execute(statement):
        owner, place, key = (answers.get(name, "") for name in ("owner_name", "location", "print_key"))
        yield SearchText(
            permit_id,
            f"{number} · {owner}" if owner else number,
            f"{place} · {key}".strip(" ·"),
            " ".join([number, owner, place, key, answers.get("contractor_name", "")]),
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


def _of_applications(session: Session, applications: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(Permit.id).where(Permit.application_id.in_(applications))))


SEARCH = Source(
    kind="permit",
    code=3,
    touched_by={"permit": _itself, "application": _of_applications},
    build=_search_texts,
)
