"""Who holds the offices that the law names, by date; the titles come from the law, the persons from the office."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import OfficerHolder
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.law import FigureStatus, Law, Officer
from sewerdesk.domain.notices import Signer
from sewerdesk.services.law import law_of


@dataclass(frozen=True, slots=True)
class OfficerView:
    """An office of the law and who holds it on a day; no person where none is entered."""

    role: str
    title: str
    citation: str
    person: str
    phone: str
    since: date | None
    status: FigureStatus = FigureStatus.LAW


@dataclass(frozen=True, slots=True)
class HolderView:
    """One person's time in an office; ``until`` is the first day that the person held it no more."""

    person: str
    phone: str
    since: date
    until: date | None


def officers(ws: Workspace) -> tuple[OfficerView, ...]:
    """Every office that the law names, with its holder today."""
    law, today = law_of(ws), ws.clock.today()
    with ws.read() as session:
        return tuple(_view(session, role, officer, today) for role, officer in law.officers.items())


def officer_on(ws: Workspace, *, role: str, on: date) -> OfficerView:
    """An office of the law and who held it on a day; ``UnknownRule`` if the law names no such office."""
    officer = law_of(ws).officer(role)
    with ws.read() as session:
        return _view(session, role, officer, on)


def officer_history(ws: Workspace, *, role: str) -> tuple[HolderView, ...]:
    """Everybody who held an office, the latest first."""
    with ws.read() as session:
        rows = session.scalars(
            select(OfficerHolder).where(OfficerHolder.role == role).order_by(OfficerHolder.valid_from.desc())
        )
        return tuple(HolderView(row.person, row.phone, row.valid_from, row.valid_to) for row in rows)


def appoint_officer(ws: Workspace, *, role: str, person: str, phone: str, since: date) -> None:
    """Enter who holds an office from a day on; the former holder's time ends that day.

    The same day entered again corrects the entry. Papers already issued keep the name they were signed with.
    """
    title = law_of(ws).officer(role).title
    if not person.strip():
        raise FieldErrors({"person": f"Enter who is {title}."})
    with ws.write(reason="officer appointed") as session:
        last = _last(session, role)
        if last is not None and last.valid_from == since:
            last.person, last.phone, last.valid_to = person.strip(), phone, None
            return
        if last is not None and last.valid_from > since:
            raise FieldErrors(
                {
                    "since": f"{last.person} holds the office from {last.valid_from:%m/%d/%Y}. Choose a later day."
                }
            )
        if last is not None and (last.valid_to is None or last.valid_to > since):
            last.valid_to = since
        session.add(OfficerHolder(role=role, person=person.strip(), phone=phone, valid_from=since))


def vacate_office(ws: Workspace, *, role: str, until: date) -> None:
    """Enter that the holder's time ends: from ``until`` on papers leave the name to be written by hand."""
    title = law_of(ws).officer(role).title
    with ws.write(reason="office vacated") as session:
        last = _last(session, role)
        if last is None or last.valid_to is not None:
            raise UserError(f"Nobody is entered as {title}, so there is no time in office to end.")
        if until <= last.valid_from:
            raise FieldErrors(
                {
                    "until": f"{last.person} holds the office from {last.valid_from:%m/%d/%Y}. Choose a later day."
                }
            )
        last.valid_to = until


def _last(session: Session, role: str) -> OfficerHolder | None:
    return session.scalars(
        select(OfficerHolder).where(OfficerHolder.role == role).order_by(OfficerHolder.valid_from.desc())
    ).first()


def _view(session: Session, role: str, officer: Officer, on: date) -> OfficerView:
    row = _holder(session, role, on)
    person, phone, since = (row.person, row.phone, row.valid_from) if row else ("", "", None)
    return OfficerView(role, officer.title, officer.citation, person, phone, since, officer.status)


def _holder(session: Session, role: str, on: date) -> OfficerHolder | None:
    return session.scalars(
        select(OfficerHolder)
        .where(
            OfficerHolder.role == role,
            OfficerHolder.valid_from <= on,
            or_(OfficerHolder.valid_to.is_(None), OfficerHolder.valid_to > on),
        )
        .order_by(OfficerHolder.valid_from.desc())
    ).first()


def _signer(session: Session, law: Law, role: str, on: date) -> Signer:
    """Who signs for an office on a day; without a holder on file the name is left to be written by hand."""
    row = _holder(session, role, on)
    title = law.officer(role).signs_as
    return Signer(row.person, title, row.phone) if row else Signer("", title)
