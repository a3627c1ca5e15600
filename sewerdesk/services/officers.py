"""Who holds the offices that the law names, by date; the titles come from the law, the persons from the office."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import OfficerHolder
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import Law
from sewerdesk.domain.notices import Signer
from sewerdesk.services.law import law_of


@dataclass(frozen=True, slots=True)
class OfficerView:
    """An office of the law and who holds it today; no person where none is entered."""

    role: str
    title: str
    citation: str
    person: str
    phone: str
    since: date | None


def officers(ws: Workspace) -> tuple[OfficerView, ...]:
    """Every office that the law names, with its holder today."""
    law, today = law_of(ws), ws.clock.today()
    with ws.read() as session:
        views = []
        for role, officer in law.officers.items():
            row = _holder(session, role, today)
            views.append(
                OfficerView(
                    role,
                    officer.title,
                    officer.citation,
                    row.person if row else "",
                    row.phone if row else "",
                    row.valid_from if row else None,
                )
            )
        return tuple(views)


def appoint_officer(ws: Workspace, *, role: str, person: str, phone: str, since: date) -> None:
    """Enter who holds an office from a day on; the former holder's time ends that day."""
    if not person.strip():
        raise FieldErrors({"person": f"Enter who is {law_of(ws).officer(role).title}."})
    with ws.write(reason="officer appointed") as session:
        last = session.scalars(
            select(OfficerHolder).where(OfficerHolder.role == role).order_by(OfficerHolder.valid_from.desc())
        ).first()
        if last is not None and last.valid_from >= since:
            raise FieldErrors(
                {
                    "since": f"{last.person} holds the office from {last.valid_from:%m/%d/%Y}. Choose a later day."
                }
            )
        if last is not None and (last.valid_to is None or last.valid_to > since):
            last.valid_to = since
        session.add(OfficerHolder(role=role, person=person.strip(), phone=phone, valid_from=since))


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
    title = law.officer(role).title
    return Signer(row.person, title, row.phone) if row else Signer("", title)
