"""Inspections: asked for, appointed, done; with checklist answers and tests computed from what was measured."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, LongText, ShortText, append_only, numbered
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.types import JsonText


class Inspection(Base):
    """A requested inspection; it is open until it has a result or is cancelled."""

    __table_args__ = numbered(UniqueConstraint("number"), Index("ix_inspection_permit", "permit_id"))

    number: Mapped[str] = mapped_column(String(30))
    permit_id: Mapped[int] = mapped_column(ForeignKey("permit.id"))
    stage: Mapped[str] = mapped_column(String(20))
    requested_at: Mapped[datetime]
    requested_by: Mapped[str]
    #: The inspection whose failure this one repeats.
    retest_of_id: Mapped[int | None] = mapped_column(ForeignKey("inspection.id"))
    actor: Mapped[str] = mapped_column(String(40))

    permit: Mapped[Permit] = relationship()
    appointments: Mapped[list["InspectionAppointment"]] = relationship(order_by="InspectionAppointment.id")
    result: Mapped["InspectionResult | None"] = relationship(back_populates="inspection")


class InspectionAppointment(Base):
    """A day and time set for an inspection; a later row replaces the earlier one."""

    __table_args__ = append_only(Index("ix_inspection_appointment_inspection", "inspection_id"))

    inspection_id: Mapped[int] = mapped_column(ForeignKey("inspection.id"))
    day: Mapped[date]
    time: Mapped[ShortText] = mapped_column(default="")
    inspector: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))


class InspectionResult(Base):
    """What was found: the visit, the checklist, the tests with inputs and verdict, deficiencies, the outcome."""

    __table_args__ = append_only(UniqueConstraint("inspection_id"))

    inspection_id: Mapped[int] = mapped_column(ForeignKey("inspection.id"))
    outcome: Mapped[str] = mapped_column(String(20))
    visited_on: Mapped[date]
    arrived: Mapped[ShortText] = mapped_column(default="")
    left: Mapped[ShortText] = mapped_column(default="")
    weather: Mapped[str] = mapped_column(default="")
    ground: Mapped[ShortText] = mapped_column(default="")
    inspector: Mapped[str]
    inspector_title: Mapped[str] = mapped_column(default="")
    #: List of {key, sentence, citation, answer, note}.
    checklist: Mapped[Any] = mapped_column(JsonText)
    #: List of {section, test, result}: what was measured, and how it was judged by the law of that day.
    tests: Mapped[Any] = mapped_column(JsonText)
    deficiencies: Mapped[LongText] = mapped_column(default="")
    #: What the officer decided where a test left it to him, in his words.
    officer_decision: Mapped[LongText] = mapped_column(default="")
    photographs: Mapped[int] = mapped_column(default=0)
    #: The day by which a failed test must be repeated, and who set it.
    retest_by: Mapped[date | None]
    retest_rule: Mapped[str] = mapped_column(default="")
    note: Mapped[LongText] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))

    inspection: Mapped[Inspection] = relationship(back_populates="result")
