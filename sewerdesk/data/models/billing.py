"""Billing runs, what became of each account in them, and the bills, frozen when the run was posted."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, ShortText, append_only, whole_cents
from sewerdesk.data.types import Exact, JsonText, Money


class BillingRun(Base):
    """One posting of bills over a period; drafts are computed afresh and never stored.

    ``kind`` is ``regular`` for a whole quarter; an opening, final or off-cycle bill and a correction are postings of
    one account with bills of their own.
    """

    __table_args__ = append_only(*whole_cents("total"), UniqueConstraint("number"))

    number: Mapped[str] = mapped_column(String(30))
    kind: Mapped[str] = mapped_column(String(12), default="regular")
    period: Mapped[ShortText]
    period_from: Mapped[date]
    period_to: Mapped[date]
    bill_date: Mapped[date]
    due_date: Mapped[date]
    posted_at: Mapped[datetime]
    posted_by: Mapped[str] = mapped_column(String(40))
    billed: Mapped[int]
    held: Mapped[int]
    skipped: Mapped[int]
    total: Mapped[Decimal] = mapped_column(Money)
    #: Warnings that the clerk acknowledged, and the totals by charge code, as shown before posting.
    checked: Mapped[Any] = mapped_column(JsonText)


class RunOutcome(Base):
    """What a run did with one active account: billed, held or skipped, with the reason."""

    __table_args__ = append_only(UniqueConstraint("run_id", "account_id"))

    run_id: Mapped[int] = mapped_column(ForeignKey("billing_run.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    outcome: Mapped[str] = mapped_column(String(12))
    reason: Mapped[str] = mapped_column(default="")


class RunRollback(Base):
    """That a whole run was taken back: its bills keep their numbers and are void, its charges are reversed."""

    __table_args__ = append_only(UniqueConstraint("run_id"))

    run_id: Mapped[int] = mapped_column(ForeignKey("billing_run.id"))
    act_id: Mapped[int] = mapped_column(ForeignKey("money_act.id"))
    rolled_back_on: Mapped[date]
    reason: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))


class RunOutput(Base):
    """That something a run must lead to was done (bills mailed, the bank's file sent); entered once for each output."""

    __table_args__ = append_only(UniqueConstraint("run_id", "output"))

    run_id: Mapped[int] = mapped_column(ForeignKey("billing_run.id"))
    output: Mapped[str] = mapped_column(String(20))
    done_on: Mapped[date]
    note: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))


class PeriodClose(Base):
    """The books were closed through a day, or opened again: the newest row says where they stand.

    ``through`` is the last closed day, empty where opening them again left none; ``checked`` keeps the checklist with
    the clerk's answers as it stood.
    """

    __table_args__ = append_only()

    through: Mapped[date | None]
    reopened: Mapped[bool] = mapped_column(default=False)
    done_at: Mapped[datetime]
    reason: Mapped[str] = mapped_column(default="")
    authority: Mapped[str] = mapped_column(default="")
    checked: Mapped[Any] = mapped_column(JsonText)
    actor: Mapped[str] = mapped_column(String(40))


class Bill(Base):
    """A bill as posted. Only ``live`` may change, from 1 to 0, when a correction takes its place or its run goes.

    ``period_from`` and ``period_to`` are the days billed, both inclusive. ``replaces_id`` is the bill that a corrected
    one takes the place of.
    """

    __table_args__ = append_only(
        *whole_cents("current_charges", "total_due"),
        UniqueConstraint("number"),
        # One live regular bill per account, service and period: the database itself refuses the second.
        Index(
            "uq_bill_live_regular",
            "account_id",
            "service",
            "period",
            unique=True,
            sqlite_where=text("live = 1 AND kind = 'regular'"),
        ),
        Index("ix_bill_account", "account_id", "bill_date"),
        Index("ix_bill_run", "run_id"),
        # The bills of a quarter, and the newest bill of each account, without reading what every bill prints.
        Index("ix_bill_period", "period"),
        Index("ix_bill_live", "account_id", sqlite_where=text("live IS 1")),
        # The few bills beside the quarters' own.
        Index("ix_bill_single", "account_id", sqlite_where=text("kind <> 'regular'")),
        # The few bills whose small amount waits for the next one.
        Index("ix_bill_carried", "account_id", sqlite_where=text("carried = 1")),
        Index("ix_bill_replaces", "replaces_id", unique=True, sqlite_where=text("replaces_id IS NOT NULL")),
        except_columns=("live",),
    )

    number: Mapped[str] = mapped_column(String(30))
    run_id: Mapped[int] = mapped_column(ForeignKey("billing_run.id"))
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    service: Mapped[str] = mapped_column(String(20), default="sewer")
    period: Mapped[ShortText]
    kind: Mapped[str] = mapped_column(String(12))
    class_code: Mapped[str] = mapped_column(String(20))
    period_from: Mapped[date]
    period_to: Mapped[date]
    live: Mapped[bool] = mapped_column(default=True)
    replaces_id: Mapped[int | None] = mapped_column(ForeignKey("bill.id"))
    bill_date: Mapped[date]
    due_date: Mapped[date]
    current_charges: Mapped[Decimal] = mapped_column(Money)
    total_due: Mapped[Decimal] = mapped_column(Money)
    #: Whether so little is due that nothing is mailed: it falls due with the account's next bill.
    carried: Mapped[bool] = mapped_column(default=False)
    #: Metered use in the unit of its rate, and whether a reading of it was estimated; empty for unmetered accounts.
    usage: Mapped[Decimal | None] = mapped_column(Exact)
    estimated: Mapped[bool] = mapped_column(default=False)
    #: The last ledger entry that ``total_due`` includes; the next bill begins after it.
    printed_through: Mapped[int]
    #: Everything else the bill prints (names, addresses, reads, balance forward), as it was when posted.
    printed: Mapped[Any] = mapped_column(JsonText)

    lines: Mapped[list["BillLine"]] = relationship(order_by="BillLine.line_no")


class BillLine(Base):
    """One charge on a bill with all the inputs that made it, so that it can explain itself."""

    __table_args__ = append_only(
        *whole_cents("amount"),
        UniqueConstraint("bill_id", "line_no"),
        Index("ix_bill_line_code", "charge_code"),
    )

    bill_id: Mapped[int] = mapped_column(ForeignKey("bill.id"))
    line_no: Mapped[int]
    charge_code: Mapped[str] = mapped_column(String(20))
    text: Mapped[str] = mapped_column(String(400))
    amount: Mapped[Decimal] = mapped_column(Money)
    inputs: Mapped[Any] = mapped_column(JsonText)
