"""Cases of violation: what was observed, which sections it breaks, and each step taken, with its clocks."""

from datetime import date
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, ShortText, Versioned, append_only, numbered
from sewerdesk.data.models.parcel import Parcel
from sewerdesk.data.types import JsonText


class ViolationCase(Versioned, Base):
    """A case on a parcel. What was observed stays as typed; its state is its last event."""

    __table_args__ = numbered(UniqueConstraint("number"), Index("ix_violation_case_parcel", "parcel_id"))

    number: Mapped[str] = mapped_column(String(30))
    parcel_id: Mapped[int] = mapped_column(ForeignKey("parcel.id"))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    permit_id: Mapped[int | None] = mapped_column(ForeignKey("permit.id"))
    opened_on: Mapped[date]
    observed_on: Mapped[date]
    observed_at: Mapped[ShortText] = mapped_column(default="")
    observed_by: Mapped[str]
    observer_title: Mapped[str] = mapped_column(default="")
    #: List of {fact, evidence}.
    facts: Mapped[Any] = mapped_column(JsonText)
    #: What the notice will say beyond facts and sections: actions, appeal, penalties text, copies.
    notice: Mapped[Any] = mapped_column(JsonText)
    note: Mapped[LongText] = mapped_column(default="")

    parcel: Mapped[Parcel] = relationship()
    citations: Mapped[list["CaseCitation"]] = relationship(
        order_by="CaseCitation.id", cascade="all, delete-orphan"
    )
    events: Mapped[list["CaseEvent"]] = relationship(order_by="CaseEvent.id")


class CaseCitation(Base):
    """A section of the law that the facts break, with its text as it was when picked."""

    __table_args__ = numbered(UniqueConstraint("case_id", "violation_key"))

    case_id: Mapped[int] = mapped_column(ForeignKey("violation_case.id"))
    violation_key: Mapped[ShortText]
    section: Mapped[str]
    text: Mapped[str] = mapped_column(String(2000))
    citation: Mapped[str]


class CaseEvent(Base):
    """A step of a case: notice issued and given, answer received, extended, hearing set, complied, closed."""

    __table_args__ = append_only(Index("ix_case_event_case", "case_id"))

    case_id: Mapped[int] = mapped_column(ForeignKey("violation_case.id"))
    event: Mapped[str] = mapped_column(String(20))
    on: Mapped[date]
    paper_id: Mapped[int | None] = mapped_column(ForeignKey("paper.id"))
    #: The date by which somebody must answer, with the rule that gave it; empty where nothing is due.
    due_on: Mapped[date | None]
    due_rule: Mapped[LongText] = mapped_column(default="")
    citation: Mapped[str] = mapped_column(default="")
    note: Mapped[LongText] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))
