"""Forms that were being typed, kept in the office until they are saved or given up."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select

from sewerdesk.data.models.office import Draft
from sewerdesk.data.workspace import Workspace


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A form that was not saved: its key, what was typed as JSON text, and when."""

    key: str
    payload: str
    saved_at: datetime


@dataclass(frozen=True, slots=True)
class OfficeDrafts:
    """Unsaved forms, kept in the office so that a crash or a power cut loses nothing typed."""

    ws: Workspace

    def save(self, key: str, *, payload: str, saved_at: datetime) -> None:
        """Keep what is typed under a key, replacing what was kept before."""
        with self.ws.write() as session:
            row = session.scalar(select(Draft).where(Draft.key == key))
            if row is None:
                session.add(Draft(key=key, payload=payload, saved_at=saved_at))
            else:
                row.payload, row.saved_at = payload, saved_at

    def load(self, key: str) -> DraftRow | None:
        """What was kept under a key."""
        with self.ws.read() as session:
            row = session.scalar(select(Draft).where(Draft.key == key))
            return None if row is None else DraftRow(row.key, row.payload, row.saved_at)

    def delete(self, key: str) -> None:
        """Forget a form that was saved or given up."""
        with self.ws.write() as session:
            row = session.scalar(select(Draft).where(Draft.key == key))
            if row is not None:
                session.delete(row)

    def list(self) -> tuple[DraftRow, ...]:
        """All unsaved forms, newest first."""
        with self.ws.read() as session:
            rows = session.scalars(select(Draft).order_by(Draft.saved_at.desc()))
            return tuple(DraftRow(row.key, row.payload, row.saved_at) for row in rows)
