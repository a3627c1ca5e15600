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
    #: The last day on which anything is booked on it.
    ended_on: Mapped[date | None]


class RateClass(Versioned, Base):
    """A class of accounts that are billed alike."""

    __table_args__ = numbered(UniqueConstraint("code"))

    code: Mapped[str] = mapped_column(String(20))
    title: Mapped[str]


#: What a bill was made by; only the day on which a later rate follows may still be set.
_FIXED = (
    "class_code",
    "charge_code",
    "effective_from",
    "authority",
    "formula",
    "district",
    "segment",
    "months",
    "adopted_by",
    "act_number",
    "adopted_on",
)
_USED = (
    "EXISTS (SELECT 1 FROM billing_run, json_each(billing_run.checked, '$.rates') AS used "
    "WHERE used.value = OLD.id)"
)
_CHANGED = " OR ".join(f'OLD."{name}" IS NOT NEW."{name}"' for name in _FIXED)
_SAY = "SELECT RAISE(ABORT, 'a rate that bills were made by is never changed or deleted')"
_GUARDS = {
    "rate_version_used_no_update": (
        f'CREATE TRIGGER "rate_version_used_no_update" BEFORE UPDATE ON "rate_version" WHEN ({_CHANGED}) AND {_USED} '
        f"BEGIN {_SAY}; END"
    ),
    "rate_version_used_no_delete": (
        f'CREATE TRIGGER "rate_version_used_no_delete" BEFORE DELETE ON "rate_version" WHEN {_USED} BEGIN {_SAY}; END'
    ),
}


class RateVersion(Versioned, Base):
    """What one class pays under one charge code between two dates; ``formula`` is data, never code.

    ``district`` or ``segment`` limit it to accounts there; ``months`` to periods that touch one of them. The act that
    adopted it is kept with its steps; its scan is attached to the version. The database refuses to change a version
    that a posted run used.
    """

    __table_args__ = (
        Index("ix_rate_version_class", "class_code", "charge_code", "effective_from"),
        {"sqlite_autoincrement": True, "info": {"guards": _GUARDS}},
    )

    class_code: Mapped[str] = mapped_column(String(20))
    charge_code: Mapped[str] = mapped_column(String(20))
    effective_from: Mapped[date]
    effective_to: Mapped[date | None]
    authority: Mapped[str]
    formula: Mapped[Any] = mapped_column(JsonText)
    district: Mapped[ShortText] = mapped_column(default="")
    segment: Mapped[ShortText] = mapped_column(default="")
    months: Mapped[Any] = mapped_column(JsonText, default=list)
    #: ``resolution`` or ``local_law``; empty where only ``authority`` names the act.
    adopted_by: Mapped[str] = mapped_column(String(12), default="")
    act_number: Mapped[ShortText] = mapped_column(default="")
    adopted_on: Mapped[date | None]
    noticed_on: Mapped[date | None]
    heard_on: Mapped[date | None]


class FeeVersion(Versioned, Base):
    """A one-time fee of the schedule between two dates; ``fee_key`` names the fee kind of the law pack.

    The act that adopted it is kept with its steps, as of a rate; its scan is attached to the version.
    """

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
    #: ``resolution`` or ``local_law``; empty where only ``authority`` names the act.
    adopted_by: Mapped[str] = mapped_column(String(12), default="")
    act_number: Mapped[ShortText] = mapped_column(default="")
    adopted_on: Mapped[date | None]
    noticed_on: Mapped[date | None]
    heard_on: Mapped[date | None]
