"""The office itself: its profile, who works here, number series, imports and drafts."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import CheckConstraint, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from sewerdesk.data.base import Base, ShortText, Versioned, append_only, numbered
from sewerdesk.data.types import JsonText


class OfficeProfile(Versioned, Base):
    """The one row that says whose office this is; it is printed in the letterhead."""

    __table_args__ = numbered(CheckConstraint("id = 1", name="only_one"))

    law_code: Mapped[str] = mapped_column(String(40))
    municipality: Mapped[str]
    #: Asked only where no law file names the municipality; without the word "County".
    county: Mapped[ShortText] = mapped_column(default="")
    department: Mapped[str] = mapped_column(default="")
    street: Mapped[str] = mapped_column(default="")
    po_box: Mapped[ShortText] = mapped_column(default="")
    city: Mapped[ShortText] = mapped_column(default="")
    state: Mapped[str] = mapped_column(String(2), default="")
    zip_code: Mapped[str] = mapped_column(String(10), default="")
    phone: Mapped[ShortText] = mapped_column(default="")
    email: Mapped[str] = mapped_column(default="")
    hours: Mapped[str] = mapped_column(default="")
    seal: Mapped[bytes | None] = mapped_column(LargeBinary)
    is_sample: Mapped[bool] = mapped_column(default=False)
    #: Choices of the office that no law gives (order of payment, billing cycle, envelope …), by key.
    settings: Mapped[Any] = mapped_column(JsonText)


class Operator(Versioned, Base):
    """Who works here; the initials stand on every fact that the person enters."""

    __table_args__ = numbered(UniqueConstraint("initials"))

    initials: Mapped[str] = mapped_column(String(10))
    name: Mapped[str]
    title: Mapped[str] = mapped_column(default="")
    active_from: Mapped[date]
    active_to: Mapped[date | None]


class OfficerHolder(Base):
    """The person who holds an office that the law names (the title comes from the law) by date."""

    __table_args__ = numbered()

    role: Mapped[str] = mapped_column(String(40))
    person: Mapped[str]
    phone: Mapped[ShortText] = mapped_column(default="")
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]


class Holiday(Base):
    """A day on which the office counts no business day."""

    __table_args__ = numbered(UniqueConstraint("day"))

    day: Mapped[date]
    name: Mapped[str]


class NumberSeries(Base):
    """The next number of a kind and year; taken inside the transaction that issues the paper."""

    __table_args__ = numbered(UniqueConstraint("kind", "year"))

    kind: Mapped[str] = mapped_column(String(10))
    year: Mapped[int]
    next_number: Mapped[int]


class ImportBatch(Base):
    """One file that was imported, by its hash, so that a second import of the same file is noticed."""

    __table_args__ = append_only()

    kind: Mapped[str] = mapped_column(String(20))
    file_name: Mapped[str]
    sha256: Mapped[str] = mapped_column(String(64), index=True)
    mapping: Mapped[Any] = mapped_column(JsonText)
    rows: Mapped[int]
    rejected: Mapped[int]
    imported_at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(40))


class Draft(Base):
    """A form that was being typed; it survives a crash and is deleted when saved or discarded."""

    __table_args__ = (UniqueConstraint("key"),)

    key: Mapped[str]
    payload: Mapped[str] = mapped_column(Text)
    saved_at: Mapped[datetime]
