"""Meters, where they are installed, and what their dials showed."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, ShortText, Versioned, append_only, numbered
from sewerdesk.data.types import Exact, JsonText


class Meter(Versioned, Base):
    """A meter; serial is text as on the plate, counts times multiplier are in ``unit``."""

    __table_args__ = numbered(Index("ix_meter_serial", "serial"))

    serial: Mapped[ShortText]
    digits: Mapped[int]
    multiplier: Mapped[Decimal] = mapped_column(Exact)
    unit: Mapped[str] = mapped_column(String(10))


class MeterInstallation(Base):
    """A meter at an account between two dates.

    ``share`` is the part of its use that the account pays: 1 but for a master meter that several accounts share. An
    installation that was entered by mistake stays on record with ``voided_reason`` and counts no more.
    """

    __table_args__ = numbered(
        Index("ix_meter_installation_account", "account_id"), Index("ix_meter_installation_meter", "meter_id")
    )

    meter_id: Mapped[int] = mapped_column(ForeignKey("meter.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    role: Mapped[str] = mapped_column(String(10))
    share: Mapped[Decimal] = mapped_column(Exact, default=Decimal(1))
    installed_on: Mapped[date]
    removed_on: Mapped[date | None]
    voided_reason: Mapped[str] = mapped_column(default="")

    meter: Mapped[Meter] = relationship()


class MeterChange(Base):
    """A change-out: which meter followed which, and what it did to readings, so that it can be undone to the letter."""

    __table_args__ = append_only(Index("ix_meter_change_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    old_meter_id: Mapped[int] = mapped_column(ForeignKey("meter.id"))
    new_meter_id: Mapped[int] = mapped_column(ForeignKey("meter.id"))
    changed_on: Mapped[date]
    #: Readings that the change marked, each with the code and the answer it had before.
    before: Mapped[Any] = mapped_column(JsonText)
    entered_at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(40))


class MeterChangeUndo(Base):
    """That a change-out was undone; both rows stay on record."""

    __table_args__ = append_only(UniqueConstraint("change_id"))

    change_id: Mapped[int] = mapped_column(ForeignKey("meter_change.id"))
    undone_at: Mapped[datetime]
    reason: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))


class MeterReading(Base):
    """What a dial showed on a day; ``answer`` is what the clerk said about an oddity."""

    __table_args__ = numbered(
        UniqueConstraint("meter_id", "read_on", "value", name="uq_meter_reading_meter_day_value"),
        Index("ix_meter_reading_meter", "meter_id", "read_on"),
    )

    meter_id: Mapped[int] = mapped_column(ForeignKey("meter.id"))
    read_on: Mapped[date]
    value: Mapped[Decimal] = mapped_column(Exact)
    source: Mapped[str]
    code: Mapped[str] = mapped_column(String(12))
    answer: Mapped[str | None] = mapped_column(String(12))
    note: Mapped[LongText] = mapped_column(default="")
    import_batch_id: Mapped[int | None] = mapped_column(ForeignKey("import_batch.id"))

    meter: Mapped[Meter] = relationship()
