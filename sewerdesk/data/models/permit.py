"""Permits as issued: the figures of law they were issued under never change with them."""

from datetime import date
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, append_only
from sewerdesk.data.models.application import Application
from sewerdesk.data.types import JsonText


class Permit(Base):
    """A permit, frozen at issue with its clocks, conditions and the rule values used. Its state is computed."""

    __table_args__ = append_only(UniqueConstraint("number"), Index("ix_permit_application", "application_id"))

    number: Mapped[str] = mapped_column(String(30))
    application_id: Mapped[int] = mapped_column(ForeignKey("application.id"))
    issued_on: Mapped[date]
    class_key: Mapped[str] = mapped_column(String(60))
    #: Each clock as computed at issue: key, start, raw and effective date, sentence, citation.
    clocks: Mapped[Any] = mapped_column(JsonText)
    conditions: Mapped[Any] = mapped_column(JsonText)
    #: The figures of law used, each with value, unit and citation.
    figures: Mapped[Any] = mapped_column(JsonText)
    actor: Mapped[str] = mapped_column(String(40))

    application: Mapped[Application] = relationship()
    events: Mapped[list["PermitEvent"]] = relationship(order_by="PermitEvent.id")


class PermitEvent(Base):
    """Filed in the Clerk's office, work started, suspended, reinstated, terminated, closed, voided."""

    __table_args__ = append_only(Index("ix_permit_event_permit", "permit_id"))

    permit_id: Mapped[int] = mapped_column(ForeignKey("permit.id"))
    event: Mapped[str] = mapped_column(String(20))
    on: Mapped[date]
    note: Mapped[LongText] = mapped_column(default="")
    #: Where it was filed (book and page, file number), or the paper that says so.
    reference: Mapped[str] = mapped_column(default="")
    #: Who received the filing, ordered the suspension, found the ground.
    person: Mapped[str] = mapped_column(default="")
    citation: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))
