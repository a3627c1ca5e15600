"""Contractors and what they filed: bonds, policies and proofs, exemptions, suspensions. Standing is computed."""

from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import (
    Base,
    LongText,
    ShortText,
    Versioned,
    append_only,
    numbered,
    whole_cents,
)
from sewerdesk.data.models.party import Party
from sewerdesk.data.types import JsonText, Money


class Contractor(Versioned, Base):
    """A firm that lays or connects laterals, as registered."""

    __table_args__ = numbered(Index("ix_contractor_party", "party_id"))

    party_id: Mapped[int] = mapped_column(ForeignKey("party.id"))
    #: Other names under which it does business, as JSON list.
    names: Mapped[Any] = mapped_column(JsonText)
    foreman: Mapped[str] = mapped_column(default="")
    cell: Mapped[ShortText] = mapped_column(default="")
    registered_on: Mapped[date]
    note: Mapped[LongText] = mapped_column(default="")

    party: Mapped[Party] = relationship()
    bonds: Mapped[list["ContractorBond"]] = relationship(order_by="ContractorBond.id")
    policies: Mapped[list["ContractorPolicy"]] = relationship(order_by="ContractorPolicy.id")
    exemptions: Mapped[list["ContractorExemption"]] = relationship(order_by="ContractorExemption.id")
    suspensions: Mapped[list["ContractorSuspension"]] = relationship(order_by="ContractorSuspension.id")
    authorizations: Mapped[list["ContractorAuthorization"]] = relationship(
        order_by="ContractorAuthorization.id"
    )


class Cover(Versioned):
    """The days of a bond, policy or exemption; both first and last day count, cancelled from its own day."""

    effective: Mapped[date]
    expires: Mapped[date | None]
    continuous: Mapped[bool] = mapped_column(default=False)
    cancel_received: Mapped[date | None]
    cancel_effective: Mapped[date | None]
    #: Entered by mistake: kept, but it proves nothing.
    voided_reason: Mapped[str] = mapped_column(default="")


class ContractorBond(Cover, Base):
    """A surety bond; ``clauses`` are the keys of the law's clauses that its text contains."""

    __table_args__ = numbered(*whole_cents("amount"), Index("ix_contractor_bond_contractor", "contractor_id"))

    contractor_id: Mapped[int] = mapped_column(ForeignKey("contractor.id"))
    requirement: Mapped[ShortText] = mapped_column(default="")
    surety: Mapped[str]
    number: Mapped[ShortText]
    amount: Mapped[Decimal] = mapped_column(Money)
    clauses: Mapped[Any] = mapped_column(JsonText)
    original_on_file: Mapped[bool] = mapped_column(default=False)


class ContractorPolicy(Cover, Base):
    """A policy, or a proof of one, as its certificate shows it; ``kind`` is a key of the law pack."""

    __table_args__ = numbered(Index("ix_contractor_policy_contractor", "contractor_id"))

    contractor_id: Mapped[int] = mapped_column(ForeignKey("contractor.id"))
    kind: Mapped[ShortText]
    form_code: Mapped[ShortText]
    carrier: Mapped[str]
    number: Mapped[ShortText]
    insured: Mapped[str]
    holder: Mapped[str]
    #: Figure key of the law to the amount insured, as text ("500000.00").
    limits: Mapped[Any] = mapped_column(JsonText)
    hazards: Mapped[Any] = mapped_column(JsonText)
    cancellation_notice_days: Mapped[int | None]
    endorsements: Mapped[Any] = mapped_column(JsonText)
    #: List of {role, on, reference}: who approved the form, when, by which minute.
    form_approvals: Mapped[Any] = mapped_column(JsonText)
    verified_by: Mapped[ShortText] = mapped_column(default="")
    verified_on: Mapped[date | None]


class ContractorExemption(Cover, Base):
    """A certificate of attestation of exemption; ``covers`` are the statutory proofs it stands for."""

    __table_args__ = numbered(Index("ix_contractor_exemption_contractor", "contractor_id"))

    contractor_id: Mapped[int] = mapped_column(ForeignKey("contractor.id"))
    form_code: Mapped[ShortText]
    number: Mapped[ShortText]
    covers: Mapped[Any] = mapped_column(JsonText)
    insured: Mapped[str]
    holder: Mapped[str]
    job: Mapped[str] = mapped_column(default="")
    verified_by: Mapped[ShortText] = mapped_column(default="")
    verified_on: Mapped[date | None]


class ContractorSuspension(Base):
    """The contractor may not work from a day until another (that day excluded)."""

    __table_args__ = numbered(Index("ix_contractor_suspension_contractor", "contractor_id"))

    contractor_id: Mapped[int] = mapped_column(ForeignKey("contractor.id"))
    start: Mapped[date]
    until: Mapped[date | None]
    reason: Mapped[str]
    authority: Mapped[str] = mapped_column(String(200), default="")


class ContractorAuthorization(Base):
    """An act on who may lay and connect where the law lets only authorized ones: authorized, suspended, revoked."""

    __table_args__ = append_only(Index("ix_contractor_authorization_contractor", "contractor_id"))

    contractor_id: Mapped[int] = mapped_column(ForeignKey("contractor.id"))
    kind: Mapped[str] = mapped_column(String(20))
    on: Mapped[date]
    #: The Board's resolution or minute.
    resolution: Mapped[str] = mapped_column(String(200))
    #: What the Board judged by: references, a license, years of work.
    evidence: Mapped[str] = mapped_column(String(500), default="")
    actor: Mapped[str] = mapped_column(String(40))
