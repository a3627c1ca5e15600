"""Unpaid sewer charges on their way to the tax roll: the season, the frozen rows, the certificate, what came back."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, ShortText, Versioned, append_only, numbered, whole_cents
from sewerdesk.data.types import JsonText, Money


class RelevySeason(Versioned, Base):
    """One year's certification with its own settings; they may be changed until the list is frozen."""

    __table_args__ = numbered(UniqueConstraint("tax_year"))

    tax_year: Mapped[int]
    cut_off: Mapped[date]
    certify_by: Mapped[date]
    authority: Mapped[str]
    settings: Mapped[Any] = mapped_column(JsonText)
    begun_on: Mapped[date]


class RelevyExclusion(Base):
    """An account that the clerk leaves out of a season, with the reason."""

    __table_args__ = numbered(UniqueConstraint("season_id", "account_id"))

    season_id: Mapped[int] = mapped_column(ForeignKey("relevy_season.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    reason: Mapped[str]


class RelevyFreeze(Base):
    """The list as it was frozen. Only ``live`` may change, when it is opened again before it was certified."""

    __table_args__ = append_only(
        *whole_cents("total"),
        Index("uq_relevy_freeze_live", "season_id", unique=True, sqlite_where=text("live = 1")),
        except_columns=("live",),
    )

    season_id: Mapped[int] = mapped_column(ForeignKey("relevy_season.id"))
    frozen_on: Mapped[date]
    frozen_at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(40))
    count: Mapped[int]
    total: Mapped[Decimal] = mapped_column(Money)
    #: The settings as they were, and the warnings that were acknowledged.
    settings: Mapped[Any] = mapped_column(JsonText)
    live: Mapped[bool] = mapped_column(default=True)

    rows: Mapped[list["RelevyRow"]] = relationship(order_by="RelevyRow.id")


class RelevyRow(Base):
    """One account's unpaid charges on the list, with the parcel and the owner as assessed on that day."""

    __table_args__ = append_only(
        *whole_cents("rent", "penalty", "interest", "fee", "added", "total"),
        UniqueConstraint("freeze_id", "account_id"),
        Index("ix_relevy_row_account", "account_id"),
    )

    freeze_id: Mapped[int] = mapped_column(ForeignKey("relevy_freeze.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    account: Mapped[str] = mapped_column(String(20))
    parcel_id: Mapped[int] = mapped_column(ForeignKey("parcel.id"))
    swis: Mapped[str] = mapped_column(String(6))
    print_key: Mapped[ShortText]
    sbl: Mapped[str] = mapped_column(String(20))
    district: Mapped[ShortText]
    owner: Mapped[str]
    location: Mapped[str]
    rent: Mapped[Decimal] = mapped_column(Money)
    penalty: Mapped[Decimal] = mapped_column(Money)
    interest: Mapped[Decimal] = mapped_column(Money)
    fee: Mapped[Decimal] = mapped_column(Money)
    added: Mapped[Decimal] = mapped_column(Money)
    total: Mapped[Decimal] = mapped_column(Money)
    #: What of which open entry is certified, so that the levy pays these and no later charge.
    items: Mapped[Any] = mapped_column(JsonText)


class RelevyCertificate(Base):
    """The statement presented to the body that levies taxes; its number is that of its act."""

    __table_args__ = append_only(
        *whole_cents("total"), UniqueConstraint("freeze_id"), UniqueConstraint("act_id")
    )

    freeze_id: Mapped[int] = mapped_column(ForeignKey("relevy_freeze.id"))
    act_id: Mapped[int] = mapped_column(ForeignKey("money_act.id"))
    certified_on: Mapped[date]
    authority: Mapped[str]
    meeting_on: Mapped[date | None]
    count: Mapped[int]
    total: Mapped[Decimal] = mapped_column(Money)


class RelevySent(Base):
    """A certificate that left the office: from then on it is taken back row by row, each with its letter."""

    __table_args__ = append_only(UniqueConstraint("certificate_id"))

    certificate_id: Mapped[int] = mapped_column(ForeignKey("relevy_certificate.id"))
    sent_on: Mapped[date]
    how: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))


class RelevyWithdrawal(Base):
    """A certified row that was taken back, with the reason and the act that put the charges back on the account."""

    __table_args__ = append_only(UniqueConstraint("row_id"), Index("ix_relevy_withdrawal_act", "act_id"))

    row_id: Mapped[int] = mapped_column(ForeignKey("relevy_row.id"))
    act_id: Mapped[int] = mapped_column(ForeignKey("money_act.id"))
    withdrawn_on: Mapped[date]
    reason: Mapped[str]
    authority: Mapped[str] = mapped_column(default="")


class RelevyMoney(Base):
    """Money that the office took although it was certified: it is to be passed on or the row withdrawn.

    It hangs on the entry by which the money stands on the account, and counts as long as that entry stands.
    """

    __table_args__ = append_only(*whole_cents("amount"), UniqueConstraint("entry_id", "row_id"))

    row_id: Mapped[int] = mapped_column(ForeignKey("relevy_row.id"), index=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entry.id"))
    amount: Mapped[Decimal] = mapped_column(Money)


class RelevyRemittance(Base):
    """What the county paid over for a certificate; from then on its accounts pay here as before.

    One that was entered by mistake is not ``live`` any more, with the reason; another may be entered then.
    """

    __table_args__ = append_only(
        *whole_cents("amount"),
        Index("uq_relevy_remittance_live", "certificate_id", unique=True, sqlite_where=text("live = 1")),
        except_columns=("live", "ended_reason"),
    )

    certificate_id: Mapped[int] = mapped_column(ForeignKey("relevy_certificate.id"))
    received_on: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Money)
    reference: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))
    live: Mapped[bool] = mapped_column(default=True)
    ended_reason: Mapped[str] = mapped_column(default="")
