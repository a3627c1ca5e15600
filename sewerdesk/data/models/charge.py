"""What an account's charges rest on besides class and units: facts by date, its own charges, other services' bills."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from sewerdesk.data.base import Base, ShortText, Versioned, numbered, whole_cents
from sewerdesk.data.types import Exact, JsonText, Money


class AccountBasis(Base):
    """Fixtures, persons, an off-season average, a worksheet's yearly dollars, eligibility or a segment, by date."""

    __table_args__ = numbered(Index("ix_account_basis_account", "account_id", "kind"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    kind: Mapped[str] = mapped_column(String(20))
    #: The kind of fixture or worksheet, the program, or the segment.
    detail: Mapped[ShortText] = mapped_column(default="")
    quantity: Mapped[Decimal] = mapped_column(Exact)
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]
    source: Mapped[str] = mapped_column(default="")
    #: The steps behind the quantity, where a worksheet made it.
    worksheet: Mapped[Any] = mapped_column(JsonText, default=list)
    entered_by: Mapped[str] = mapped_column(String(40))


class AccountCharge(Versioned, Base):
    """A charge of one account alone: once, every period, or the whole in installments; what was billed is on bills."""

    __table_args__ = numbered(*whole_cents("amount"), Index("ix_account_charge_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    charge_code: Mapped[str] = mapped_column(String(20))
    text: Mapped[str] = mapped_column(String(100))
    kind: Mapped[str] = mapped_column(String(12))
    #: Dollars each time, or the whole of the installments.
    amount: Mapped[Decimal] = mapped_column(Money)
    count: Mapped[int | None]
    starts_on: Mapped[date]
    #: The first day on which it is no longer billed.
    stops_on: Mapped[date | None]
    authority: Mapped[str]
    stop_reason: Mapped[str] = mapped_column(default="")
    entered_by: Mapped[str] = mapped_column(String(40))


class OtherBill(Versioned, Base):
    """Another service's bill of an account for a period, as its office gave it."""

    __table_args__ = numbered(
        *whole_cents("amount"),
        UniqueConstraint("account_id", "service", "period", "billed_on", name="uq_other_bill_once"),
        Index("ix_other_bill_period", "period"),
    )

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    service: Mapped[ShortText]
    period: Mapped[ShortText]
    billed_on: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Money)
    usage: Mapped[Decimal | None] = mapped_column(Exact)
    unit: Mapped[str] = mapped_column(String(10), default="gal")
    source: Mapped[str]
