"""Issued papers as screens see them: number, title, state and what became of them in the mail."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One issued paper without its bytes; ``state`` is computed from its events."""

    id: int
    number: str
    kind: str
    title: str
    subject: str
    subject_id: int
    issued_on: date
    issued_at: datetime
    issued_by: str
    template: str
    template_version: str
    media_type: str
    sha256: str
    state: str
    state_reason: str


@dataclass(frozen=True, slots=True)
class PaperFile:
    """The very bytes that were issued, proven by their SHA-256."""

    row: PaperRow
    content: bytes
    file_name: str
