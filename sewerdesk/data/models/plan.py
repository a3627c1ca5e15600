"""Payment plans: what an owner agreed to pay and when; whether it is kept is worked out from the ledger."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, append_only, whole_cents
from sewerdesk.data.types import Money


class PaymentPlan(Base):
    """An agreement to pay what an account owes in parts, with the authority that allows it."""

    __table_args__ = append_only(
        *whole_cents("total"), UniqueConstraint("number"), Index("ix_payment_plan_account", "account_id")
    )

    number: Mapped[str] = mapped_column(String(30))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    agreed_on: Mapped[date]
    agreed_with: Mapped[str]
    total: Mapped[Decimal] = mapped_column(Money)
    #: Days after an installment's day before the plan is in default.
    grace_days: Mapped[int]
    authority: Mapped[str]
    #: The account's newest entry at the agreement: what was posted up to it is in the total, money after it counts.
    entries_through: Mapped[int]
    posted_at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(40))

    installments: Mapped[list["PlanInstallment"]] = relationship(order_by="PlanInstallment.due_on")
    end: Mapped["PlanEnd | None"] = relationship(back_populates="plan")


class PlanInstallment(Base):
    """One part of a plan and the day by which it is to be paid."""

    __table_args__ = append_only(*whole_cents("amount"), UniqueConstraint("plan_id", "due_on"))

    plan_id: Mapped[int] = mapped_column(ForeignKey("payment_plan.id"))
    due_on: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Money)


class PlanEnd(Base):
    """That a plan was called off, with the reason; one that is paid or in default needs no row."""

    __table_args__ = append_only(UniqueConstraint("plan_id"))

    plan_id: Mapped[int] = mapped_column(ForeignKey("payment_plan.id"))
    ended_on: Mapped[date]
    reason: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))

    plan: Mapped[PaymentPlan] = relationship(back_populates="end")
