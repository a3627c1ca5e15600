"""Meters, where they are installed, and what their dials showed."""

from datetime import date
from decimal import Decimal

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, ShortText, Versioned, numbered
from sewerdesk.data.types import Exact


class Meter(Versioned, Base):
    """A meter; serial is text as on the plate, counts times multiplier are in ``unit``."""

    __table_args__ = numbered(Index("ix_meter_serial", "serial"))

    serial: Mapped[ShortText]
    digits: Mapped[int]
    multiplier: Mapped[Decimal] = mapped_column(Exact)
    unit: Mapped[str] = mapped_column(String(10))


class MeterInstallation(Base):
    """A meter at an account between two dates, with its dial when it came and when it went."""

    __table_args__ = numbered(
        Index("ix_meter_installation_account", "account_id"), Index("ix_meter_installation_meter", "meter_id")
    )

    meter_id: Mapped[int] = mapped_column(ForeignKey("meter.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    role: Mapped[str] = mapped_column(String(10))
    installed_on: Mapped[date]
    removed_on: Mapped[date | None]

    meter: Mapped[Meter] = relationship()


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
