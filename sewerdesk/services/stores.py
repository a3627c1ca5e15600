"""What screens remember in the office: forms that were being typed, and how tables were arranged."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select

from sewerdesk.data.models.office import Draft, SavedView
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

    def save(self, key: str, payload: str) -> None:
        """Keep what is typed under a key, replacing what was kept before."""
        with self.ws.write() as session:
            row = session.scalar(select(Draft).where(Draft.key == key))
            if row is None:
                session.add(Draft(key=key, payload=payload, saved_at=self.ws.clock.now()))
            else:
                row.payload, row.saved_at = payload, self.ws.clock.now()

    def load(self, key: str) -> DraftRow | None:
        """What was kept under a key."""
        with self.ws.read() as session:
            row = session.scalar(select(Draft).where(Draft.key == key))
            return None if row is None else DraftRow(row.key, row.payload, row.saved_at)

    def delete(self, key: str) -> None:
        """Forget a form that was saved or given up."""
        with self.ws.write() as session:
            session.execute(delete(Draft).where(Draft.key == key))

    def list(self) -> tuple[DraftRow, ...]:
        """All unsaved forms, newest first."""
        with self.ws.read() as session:
            rows = session.scalars(select(Draft).order_by(Draft.saved_at.desc()))
            return tuple(DraftRow(row.key, row.payload, row.saved_at) for row in rows)


@dataclass(frozen=True, slots=True)
class OfficeViews:
    """Columns, widths and order of tables as somebody arranged them; small texts by key."""

    ws: Workspace

    def text(self, key: str) -> str:
        """The text kept under a key, empty if there is none."""
        with self.ws.read() as session:
            return session.scalar(select(SavedView.layout).where(SavedView.key == key)) or ""

    def set_text(self, key: str, value: str) -> None:
        """Keep a text under a key."""
        with self.ws.write() as session:
            row = session.scalar(select(SavedView).where(SavedView.key == key))
            if row is None:
                session.add(SavedView(key=key, layout=value))
            else:
                row.layout = value
