"""Issued papers, frozen as bytes with their number, and what became of them in the mail."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, LargeBinary, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, ShortText, append_only, numbered
from sewerdesk.data.types import JsonText


class Paper(Base):
    """A paper as it was issued: number, template, what was merged, the bytes and their SHA-256. Never changed."""

    __table_args__ = append_only(
        UniqueConstraint("number", "part", name="uq_paper_number_part"),
        Index("ix_paper_subject", "subject", "subject_id"),
    )

    number: Mapped[str] = mapped_column(String(30))
    #: Several papers may carry one number (a batch of bills in one file has part "file").
    part: Mapped[str] = mapped_column(String(20), default="")
    kind: Mapped[str] = mapped_column(String(30), index=True)
    title: Mapped[str]
    #: What the paper is about: table name and id (permit, violation case, inspection, billing run …).
    subject: Mapped[str] = mapped_column(String(40))
    subject_id: Mapped[int]
    template: Mapped[str] = mapped_column(String(60))
    template_version: Mapped[ShortText]
    merged: Mapped[Any] = mapped_column(JsonText)
    media_type: Mapped[ShortText] = mapped_column(default="application/pdf")
    content: Mapped[bytes] = mapped_column(LargeBinary, deferred=True)
    sha256: Mapped[str] = mapped_column(String(64))
    issued_on: Mapped[date]
    issued_at: Mapped[datetime]
    issued_by: Mapped[str] = mapped_column(String(40))

    events: Mapped[list["PaperEvent"]] = relationship(back_populates="paper", order_by="PaperEvent.id")


class PaperEvent(Base):
    """What happened to a paper after issue: voided or superseded, each with a reason; printed, each time."""

    __table_args__ = append_only(Index("ix_paper_event_paper", "paper_id"))

    paper_id: Mapped[int] = mapped_column(ForeignKey("paper.id"))
    event: Mapped[str] = mapped_column(String(20))
    on: Mapped[date]
    reason: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))

    paper: Mapped[Paper] = relationship(back_populates="events")


class Mailing(Base):
    """A paper handed or mailed to one recipient: the address as printed and the method."""

    __table_args__ = append_only(
        UniqueConstraint("article_number", name="uq_mailing_article_number"),
        Index("ix_mailing_paper", "paper_id"),
    )

    paper_id: Mapped[int] = mapped_column(ForeignKey("paper.id"))
    recipient: Mapped[str]
    address_lines: Mapped[Any] = mapped_column(JsonText)
    method: Mapped[str] = mapped_column(String(30))
    #: Digits only; empty methods carry ``None`` so that uniqueness holds for real numbers alone.
    article_number: Mapped[str | None] = mapped_column(String(22))
    mailed_on: Mapped[date]
    actor: Mapped[str] = mapped_column(String(40))

    outcomes: Mapped[list["MailingOutcome"]] = relationship(
        back_populates="mailing", order_by="MailingOutcome.id"
    )


class MailingOutcome(Base):
    """What the post said of a mailing: delivered, refused, unclaimed, returned; each a dated fact."""

    __table_args__ = append_only(Index("ix_mailing_outcome_mailing", "mailing_id"))

    mailing_id: Mapped[int] = mapped_column(ForeignKey("mailing.id"))
    outcome: Mapped[str] = mapped_column(String(20))
    on: Mapped[date]
    signer: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))

    mailing: Mapped[Mailing] = relationship(back_populates="outcomes")


class Attachment(Base):
    """A file kept with a record by the hash of its content in the office's ``files`` folder."""

    __table_args__ = numbered(Index("ix_attachment_subject", "subject", "subject_id"))

    subject: Mapped[str] = mapped_column(String(40))
    subject_id: Mapped[int]
    name: Mapped[str]
    kind: Mapped[ShortText] = mapped_column(default="")
    sha256: Mapped[str] = mapped_column(String(64))
    size: Mapped[int]
    added_on: Mapped[date]
    removed_on: Mapped[date | None]
    actor: Mapped[str] = mapped_column(String(40))
