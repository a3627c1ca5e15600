"""Sewer accounts: apart from the parcel and from the person, with status, class, units and bill-to by date."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, Versioned, append_only, numbered, whole_cents
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.models.party import MailingColumns, Party
from sewerdesk.data.types import Exact, JsonText, Money


class Account(Versioned, Base):
    """What bills and payments are booked on; its number is text with its leading zeros."""

    __table_args__ = numbered(UniqueConstraint("number"), Index("ix_account_parcel", "parcel_id"))

    number: Mapped[str] = mapped_column(String(20))
    old_number: Mapped[str] = mapped_column(String(20), default="")
    parcel_id: Mapped[int] = mapped_column(ForeignKey("parcel.id"))
    opened_on: Mapped[date]
    #: The application whose passed final inspection opened the account, where there is one.
    application_id: Mapped[int | None] = mapped_column(ForeignKey("application.id"))
    note: Mapped[LongText] = mapped_column(default="")

    parcel: Mapped[Parcel] = relationship()
    statuses: Mapped[list["AccountStatus"]] = relationship(
        order_by="AccountStatus.valid_from", cascade="all, delete-orphan"
    )
    classes: Mapped[list["AccountClass"]] = relationship(
        order_by="AccountClass.valid_from", cascade="all, delete-orphan"
    )
    units: Mapped[list["AccountUnits"]] = relationship(
        order_by="AccountUnits.valid_from", cascade="all, delete-orphan"
    )
    bill_to: Mapped[list["AccountRole"]] = relationship(
        order_by="AccountRole.valid_from", cascade="all, delete-orphan"
    )
    holds: Mapped[list["AccountHold"]] = relationship(
        order_by="AccountHold.valid_from", cascade="all, delete-orphan"
    )


class AccountStatus(Base):
    """Active, seasonal, vacant, disconnected … from a date to a date, end exclusive.

    An exemption names its ``authority``.
    """

    __table_args__ = numbered(Index("ix_account_status_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    status: Mapped[str] = mapped_column(String(20))
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]
    reason: Mapped[str] = mapped_column(default="")
    authority: Mapped[str] = mapped_column(default="")


class AccountClass(Base):
    """The rate class of an account from a date to a date, end exclusive."""

    __table_args__ = numbered(Index("ix_account_class_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    class_code: Mapped[str] = mapped_column(String(20))
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]
    reason: Mapped[str] = mapped_column(default="")


class AccountUnits(Base):
    """Equivalent dwelling units (EDU) of an account from a date to a date, with what they rest on."""

    __table_args__ = numbered(Index("ix_account_units_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    units: Mapped[Decimal] = mapped_column(Exact)
    basis: Mapped[str] = mapped_column(default="")
    authority: Mapped[str] = mapped_column(default="")
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]


class AccountRole(Base):
    """Who gets the bill of an account (or occupies it) from a date to a date, end exclusive."""

    __table_args__ = numbered(
        Index("ix_account_role_account", "account_id"), Index("ix_account_role_party", "party_id")
    )

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    party_id: Mapped[int] = mapped_column(ForeignKey("party.id"))
    role: Mapped[str] = mapped_column(String(20))
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]
    reason: Mapped[str] = mapped_column(default="")

    party: Mapped[Party] = relationship()


class AccountHold(Base):
    """A reason not to bill an account, from a date to a date, end exclusive."""

    __table_args__ = numbered(Index("ix_account_hold_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    reason: Mapped[str]
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]


class AccountMailing(MailingColumns, Base):
    """Another address that an account's bills go to between two dates, end exclusive, such as a winter address."""

    __table_args__ = numbered(Index("ix_account_mailing_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    valid_from: Mapped[date]
    valid_to: Mapped[date]
    reason: Mapped[str] = mapped_column(default="")


class OwnerChange(Base):
    """A sale: from ``changed_on`` the buyer is billed; the seller's final bill and the closing readings it rests on."""

    __table_args__ = append_only(*whole_cents("balance"), Index("ix_owner_change_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    changed_on: Mapped[date]
    seller_id: Mapped[int] = mapped_column(ForeignKey("party.id"))
    buyer_id: Mapped[int] = mapped_column(ForeignKey("party.id"))
    final_bill_id: Mapped[int | None] = mapped_column(ForeignKey("bill.id"))
    #: The closing readings: meter, dial, and whether it was estimated.
    closing: Mapped[Any] = mapped_column(JsonText)
    #: What the seller left on the account after the final bill, and the act that moved it away, where one did.
    balance: Mapped[Decimal] = mapped_column(Money)
    act_id: Mapped[int | None] = mapped_column(ForeignKey("money_act.id"))
    reason: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))
