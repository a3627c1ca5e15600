"""Who works in the office, from when to when, and who works at this computer now."""

from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import Operator
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, UserError

_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who works or worked here; ``last_day`` is the last day worked, ``None`` while no end is entered."""

    id: int
    initials: str
    name: str
    title: str
    since: date
    last_day: date | None
    works_here: bool
    works_now: bool


def people(ws: Workspace) -> tuple[PersonRow, ...]:
    """Everybody who ever worked here, in the order entered."""
    today = ws.clock.today()
    with ws.read() as session:
        rows = session.scalars(select(Operator).order_by(Operator.id))
        return tuple(_row(row, today, ws.actor) for row in rows)


def change_person(ws: Workspace, *, initials: str, name: str, title: str) -> None:
    """Correct somebody's name or title; the initials stay, because they stand on every fact entered."""
    if not name.strip():
        raise FieldErrors({"name": "Enter the person's name; it is printed on receipts and affidavits."})
    with ws.write() as session:
        row = _operator(session, initials)
        row.name, row.title = name.strip(), title.strip()


def end_work(ws: Workspace, *, initials: str, last_day: date) -> None:
    """Enter the last day that somebody works here; what the person entered stays as it is.

    Raises ``FieldErrors`` for a day before the person began, ``UserError`` where nobody would be left.
    """
    with ws.write(reason="end of work") as session:
        row = _operator(session, initials)
        if last_day < row.active_from:
            raise FieldErrors(
                {
                    "last_day": f"{row.name} works here from {row.active_from:%m/%d/%Y}. Choose that day or later."
                }
            )
        others = session.scalars(
            select(Operator).where(Operator.id != row.id, Operator.active_to.is_(None))
        ).all()
        if not others:
            raise UserError(
                f"{row.name} is the only one who works here. Add somebody else first, then end {row.name}'s work."
            )
        row.active_to = last_day + _ONE_DAY


def work_as(ws: Workspace, *, initials: str) -> PersonRow:
    """Say who works at this computer from now on; the initials stand on every fact entered after this."""
    today = ws.clock.today()
    with ws.read() as session:
        row = _row(_operator(session, initials), today, initials)
    if not row.works_here:
        raise UserError(f"{row.name} does not work here on {today:%m/%d/%Y}. Choose somebody else.")
    ws.actor = row.initials
    return row


def _operators(session: Session) -> list[tuple[str, str]]:
    """Initials and name of everybody who ever worked here."""
    return [(row.initials, row.name) for row in session.scalars(select(Operator).order_by(Operator.id))]


def _operator(session: Session, initials: str) -> Operator:
    row = session.scalar(select(Operator).where(Operator.initials == initials))
    if row is None:
        raise UserError(f"Nobody with the initials {initials} is entered. Choose one of the list.")
    return row


def _row(row: Operator, today: date, actor: str) -> PersonRow:
    here = row.active_from <= today and (row.active_to is None or row.active_to > today)
    return PersonRow(
        id=row.id,
        initials=row.initials,
        name=row.name,
        title=row.title,
        since=row.active_from,
        last_day=None if row.active_to is None else row.active_to - _ONE_DAY,
        works_here=here,
        works_now=here and row.initials == actor,
    )
