"""Charge codes, rate classes and their versions, and the one-time fee schedule; each with its authority."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from sewerdesk.data.base import Base, ShortText, Versioned, numbered, whole_cents
from sewerdesk.data.types import JsonText, Money


class ChargeCode(Versioned, Base):
    """One kind of charge, with the fund and revenue code that it is booked to."""

    __table_args__ = numbered(UniqueConstraint("code"))

    code: Mapped[str] = mapped_column(String(20))
    title: Mapped[str]
    fund: Mapped[ShortText]
    revenue_code: Mapped[ShortText]
    sort_order: Mapped[int] = mapped_column(default=0)
    purpose: Mapped[str] = mapped_column(String(20), default="operation")


class RateClass(Versioned, Base):
    """A class of accounts that are billed alike."""

    __table_args__ = numbered(UniqueConstraint("code"))

    code: Mapped[str] = mapped_column(String(20))
    title: Mapped[str]


class RateVersion(Versioned, Base):
    """What one class pays under one charge code between two dates; ``formula`` is data, never code."""

    __table_args__ = numbered(Index("ix_rate_version_class", "class_code", "charge_code", "effective_from"))

    class_code: Mapped[str] = mapped_column(String(20))
    charge_code: Mapped[str] = mapped_column(String(20))
    effective_from: Mapped[date]
    effective_to: Mapped[date | None]
    authority: Mapped[str]
    formula: Mapped[Any] = mapped_column(JsonText)


class FeeVersion(Versioned, Base):
    """A one-time fee of the schedule between two dates; ``fee_key`` names the fee kind of the law pack."""

    __table_args__ = numbered(
        *whole_cents("amount"), Index("ix_fee_version_fee", "fee_key", "class_key", "effective_from")
    )

    fee_key: Mapped[ShortText]
    #: The permit class that the amount is for; empty means every class.
    class_key: Mapped[ShortText] = mapped_column(default="")
    label: Mapped[str]
    amount: Mapped[Decimal] = mapped_column(Money)
    charge_code: Mapped[str] = mapped_column(String(20))
    effective_from: Mapped[date]
    effective_to: Mapped[date | None]
    authority: Mapped[str]
