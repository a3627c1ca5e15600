"""The guard of closed periods: asked wherever an entry is written."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import PeriodClose
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.periods import OpenDay, open_day, require_open_day


def closed_through(ws: Workspace) -> date | None:
    """The last day of the closed books; ``None`` while nothing is closed."""
    with ws.read() as session:
        return _closed_through(session)


def _closed_through(session: Session) -> date | None:
    """The last closed day as the newest row has it."""
    return session.scalars(select(PeriodClose.through).order_by(PeriodClose.id.desc()).limit(1)).first()


def _require_open(session: Session, on: date, *, what: str) -> None:
    """``FieldErrors`` where an entry of that day would fall into a closed period."""
    require_open_day(on, _closed_through(session), what=what)


def _open_day(session: Session, on: date) -> OpenDay:
    """When a late fact takes effect, with the reference to its own day."""
    return open_day(on, _closed_through(session))


def _late_day(session: Session, on: date, *, about: date) -> OpenDay:
    """When something done or known on a day takes effect that is about an earlier day, such as a reversal.

    It takes effect on its own day, never before the day it is about, or on the first open one; where the books of the
    day it is about are closed, the reference names that day.
    """
    closed = _closed_through(session)
    return OpenDay(open_day(max(on, about), closed).on, open_day(about, closed).reference)
