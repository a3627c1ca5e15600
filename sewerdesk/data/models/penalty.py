"""Late payment: adopted policies by date, who is spared for a time, each penalty with what made it, and reminders."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from sewerdesk.data.base import Base, append_only, numbered, whole_cents
from sewerdesk.data.types import Exact, JsonText, Money


class PenaltyPolicy(Base):
    """A policy as adopted, in force for bills dated on or after its day. Only ``live`` may change, while unused."""

    __table_args__ = append_only(
        Index("uq_penalty_policy_from", "effective_from", unique=True, sqlite_where=text("live = 1")),
        except_columns=("live",),
    )

    effective_from: Mapped[date]
    authority: Mapped[str]
    settings: Mapped[Any] = mapped_column(JsonText)
    entered_at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(40))
    live: Mapped[bool] = mapped_column(default=True)


class PenaltyHold(Base):
    """A time in which an account bears no penalty: exempt, in dispute, bankrupt, under a plan; end exclusive."""

    __table_args__ = numbered(Index("ix_penalty_hold_account", "account_id"))

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    kind: Mapped[str] = mapped_column(String(20))
    reason: Mapped[str]
    authority: Mapped[str] = mapped_column(default="")
    valid_from: Mapped[date]
    valid_to: Mapped[date | None]


class PenaltyCharge(Base):
    """One penalty or month of interest on a bill, with its base and rate and the entry that charges it.

    Only how it ended may change: ``undone`` by the clerk or ``corrected`` by later facts (then no longer ``live``), or
    ``waived`` by the Board (then still live, so that it is not charged again).
    """

    __table_args__ = append_only(
        *whole_cents("base", "amount"),
        # Charged once for its bill, rule and stage: the database itself refuses the second.
        Index(
            "uq_penalty_charge_live", "bill_id", "rule", "stage", unique=True, sqlite_where=text("live = 1")
        ),
        Index("ix_penalty_charge_account", "account_id"),
        Index("ix_penalty_charge_entry", "entry_id", unique=True),
        Index("ix_penalty_charge_act", "act_id"),
        except_columns=("live", "ended", "ended_act_id"),
    )

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    bill_id: Mapped[int] = mapped_column(ForeignKey("bill.id"))
    rule: Mapped[str] = mapped_column(String(12))
    stage: Mapped[str] = mapped_column(String(24))
    policy_id: Mapped[int] = mapped_column(ForeignKey("penalty_policy.id"))
    entry_id: Mapped[int] = mapped_column(ForeignKey("entry.id"))
    act_id: Mapped[int] = mapped_column(ForeignKey("money_act.id"))
    judged_on: Mapped[date]
    effective_on: Mapped[date]
    base: Mapped[Decimal] = mapped_column(Money)
    rate: Mapped[Decimal] = mapped_column(Exact)
    amount: Mapped[Decimal] = mapped_column(Money)
    sentence: Mapped[str] = mapped_column(String(400))
    live: Mapped[bool] = mapped_column(default=True)
    ended: Mapped[str] = mapped_column(String(12), default="")
    ended_act_id: Mapped[int | None] = mapped_column(ForeignKey("money_act.id"))


class PenaltyWaiver(Base):
    """A part of a penalty that the Board waived, with the entry that took it off.

    ``live`` ends when the waiver itself is undone. It holds for the bill, rule and stage, so that a penalty charged
    anew is charged without it.
    """

    __table_args__ = append_only(
        *whole_cents("amount"),
        Index("ix_penalty_waiver_charge", "charge_id"),
        Index("ix_penalty_waiver_bill", "bill_id"),
        Index("ix_penalty_waiver_act", "act_id"),
        Index("ix_penalty_waiver_entry", "entry_id", unique=True),
        except_columns=("live",),
    )

    charge_id: Mapped[int] = mapped_column(ForeignKey("penalty_charge.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    bill_id: Mapped[int] = mapped_column(ForeignKey("bill.id"))
    rule: Mapped[str] = mapped_column(String(12))
    stage: Mapped[str] = mapped_column(String(12))
    amount: Mapped[Decimal] = mapped_column(Money)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entry.id"))
    act_id: Mapped[int] = mapped_column(ForeignKey("money_act.id"))
    live: Mapped[bool] = mapped_column(default=True)


class DunningNotice(Base):
    """One reminder to one account in one run of notices, with what it asked for; a later run makes its own rows."""

    __table_args__ = append_only(
        *whole_cents("amount"),
        # One letter for an account in a run, however many of its bills are late.
        Index("uq_dunning_notice_run", "run", "account_id", unique=True),
        Index("ix_dunning_notice_account", "account_id"),
    )

    run: Mapped[str] = mapped_column(String(30))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    step: Mapped[str] = mapped_column(String(20))
    sent_on: Mapped[date]
    pay_by: Mapped[date]
    amount: Mapped[Decimal] = mapped_column(Money)
    #: The unpaid bills that the letter listed: number, due date and what was open of each.
    lines: Mapped[Any] = mapped_column(JsonText)
    paper_id: Mapped[int | None] = mapped_column(ForeignKey("paper.id"))
    actor: Mapped[str] = mapped_column(String(40))
