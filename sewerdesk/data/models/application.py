"""Applications for connection, the fees they owe, the approvals they need, and what happened to them."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, ShortText, Versioned, append_only, numbered, whole_cents
from sewerdesk.data.models.contractor import Contractor
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.types import JsonText, Money


class Application(Versioned, Base):
    """An application as taken. What its form asks is kept as typed in ``answers``; its state is its last event."""

    __table_args__ = numbered(UniqueConstraint("number"), Index("ix_application_parcel", "parcel_id"))

    #: Taken when it is submitted; a draft has none.
    number: Mapped[str | None] = mapped_column(String(30))
    parcel_id: Mapped[int | None] = mapped_column(ForeignKey("parcel.id"))
    contractor_id: Mapped[int | None] = mapped_column(ForeignKey("contractor.id"))
    received_on: Mapped[date | None]
    state: Mapped[str] = mapped_column(String(20))
    #: The whole form as JSON: applicant, class, work, units, flow, lateral, road, attachments, certification.
    answers: Mapped[Any] = mapped_column(JsonText)
    #: Who confirmed that nothing at all is owed, and by which resolution; empty while fees are owed.
    no_fee_confirmed_by: Mapped[str] = mapped_column(String(40), default="")
    no_fee_reference: Mapped[str] = mapped_column(default="")

    parcel: Mapped[Parcel | None] = relationship()
    contractor: Mapped[Contractor | None] = relationship()
    fees: Mapped[list["FeeLine"]] = relationship(back_populates="application", order_by="FeeLine.id")
    approvals: Mapped[list["ApplicationApproval"]] = relationship(order_by="ApplicationApproval.id")
    events: Mapped[list["ApplicationEvent"]] = relationship(order_by="ApplicationEvent.id")


class FeeLine(Base):
    """A fee of an application by the schedule that held; paid when receipts on it reach its amount.

    A fee that the law names and no schedule prices has no amount: it stays open until a person settles it. A line
    whose amount or class changed is replaced by a new one, never altered.
    """

    __table_args__ = append_only(
        *whole_cents("amount"),
        Index("ix_fee_line_application", "application_id"),
        except_columns=("waived_reason", "replaced"),
    )

    application_id: Mapped[int] = mapped_column(ForeignKey("application.id"))
    fee_key: Mapped[ShortText]
    label: Mapped[str]
    #: When the law wants it paid, as in the law pack.
    due: Mapped[str] = mapped_column(String(30))
    amount: Mapped[Decimal | None] = mapped_column(Money)
    charge_code: Mapped[str] = mapped_column(String(20))
    authority: Mapped[str]
    citation: Mapped[str]
    fee_version_id: Mapped[int | None] = mapped_column(ForeignKey("fee_version.id"))
    #: The day by whose schedule and law it was priced.
    priced_on: Mapped[date | None]
    #: Why the fee is not owed after all (the Board's resolution, or entered by mistake).
    waived_reason: Mapped[str] = mapped_column(default="")
    #: Another line of the application took its place (the schedule got an amount, the class changed).
    replaced: Mapped[bool] = mapped_column(default=False)

    application: Mapped[Application] = relationship(back_populates="fees")


class ApplicationApproval(Base):
    """An approval by somebody else: when it was asked for and given, and its reference."""

    __table_args__ = numbered(UniqueConstraint("application_id", "approval_key"))

    application_id: Mapped[int] = mapped_column(ForeignKey("application.id"))
    approval_key: Mapped[ShortText]
    submitted_on: Mapped[date | None]
    approved_on: Mapped[date | None]
    reference: Mapped[str] = mapped_column(default="")


class ApplicationEvent(Base):
    """Received, found incomplete, approved, denied, withdrawn …: each a dated fact with its reason."""

    __table_args__ = append_only(Index("ix_application_event_application", "application_id"))

    application_id: Mapped[int] = mapped_column(ForeignKey("application.id"))
    event: Mapped[str] = mapped_column(String(20))
    on: Mapped[date]
    note: Mapped[LongText] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))
