"""Money taken: receipts numbered without gaps, their lines, voids, and the deposits that carry them to the bank."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from sewerdesk.data.base import Base, ShortText, append_only, whole_cents
from sewerdesk.data.types import Money


class Receipt(Base):
    """Money received once from one payer by one tender; its lines say what for."""

    __table_args__ = append_only(
        *whole_cents("amount"),
        UniqueConstraint("number"),
        CheckConstraint("amount > 0", name="amount_positive"),
        Index("ix_receipt_received", "received_on"),
        Index("ix_receipt_entered", "entered_at"),
    )

    number: Mapped[str] = mapped_column(String(30))
    received_on: Mapped[date]
    #: The day stamped on the envelope by the post office, where the money was mailed.
    postmark: Mapped[date | None]
    entered_at: Mapped[datetime]
    tender: Mapped[str] = mapped_column(String(12))
    check_number: Mapped[ShortText] = mapped_column(default="")
    bank: Mapped[ShortText] = mapped_column(default="")
    payer: Mapped[str]
    amount: Mapped[Decimal] = mapped_column(Money)
    #: Several checks entered together under one control total share this mark.
    batch: Mapped[ShortText] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    #: The receipt of the returned check that was given to the bank once more with this one.
    redeposits_id: Mapped[int | None] = mapped_column(ForeignKey("receipt.id"), index=True)
    actor: Mapped[str] = mapped_column(String(40))

    lines: Mapped[list["ReceiptLine"]] = relationship(
        back_populates="receipt", order_by="ReceiptLine.line_no"
    )
    void: Mapped["ReceiptVoid | None"] = relationship(back_populates="receipt")


class ReceiptLine(Base):
    """What part of a receipt is for: an account, a fee of an application, or nobody knows yet; never two of them."""

    __table_args__ = append_only(
        *whole_cents("amount"),
        UniqueConstraint("receipt_id", "line_no"),
        CheckConstraint(
            "(account_id IS NOT NULL) + (fee_line_id IS NOT NULL) + suspense = 1", name="one_purpose"
        ),
        Index("ix_receipt_line_account", "account_id"),
        Index("ix_receipt_line_fee", "fee_line_id"),
    )

    receipt_id: Mapped[int] = mapped_column(ForeignKey("receipt.id"))
    line_no: Mapped[int]
    account_id: Mapped[int | None] = mapped_column(ForeignKey("account.id"))
    fee_line_id: Mapped[int | None] = mapped_column(ForeignKey("fee_line.id"))
    #: Money of which it is not known yet what it is for; it is held under its own charge code until it is applied.
    suspense: Mapped[bool] = mapped_column(default=False)
    charge_code: Mapped[str] = mapped_column(String(20), default="")
    text: Mapped[str] = mapped_column(default="")
    amount: Mapped[Decimal] = mapped_column(Money)

    receipt: Mapped[Receipt] = relationship(back_populates="lines")


class ReceiptVoid(Base):
    """A receipt that was voided: it keeps its number; the reason is required."""

    __table_args__ = append_only(UniqueConstraint("receipt_id"))

    receipt_id: Mapped[int] = mapped_column(ForeignKey("receipt.id"))
    voided_on: Mapped[date]
    voided_at: Mapped[datetime]
    reason: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))

    receipt: Mapped[Receipt] = relationship(back_populates="void")


class ReceiptReturn(Base):
    """A check that the bank sent back. Only ``live`` may change, from 1 to 0, when the return itself is undone."""

    __table_args__ = append_only(
        # A check comes back once: the database itself refuses the second.
        Index("uq_receipt_return_live", "receipt_id", unique=True, sqlite_where=text("live = 1")),
        Index("ix_receipt_return_act", "act_id"),
        except_columns=("live",),
    )

    receipt_id: Mapped[int] = mapped_column(ForeignKey("receipt.id"))
    act_id: Mapped[int] = mapped_column(ForeignKey("money_act.id"))
    returned_on: Mapped[date]
    bank_reason: Mapped[str]
    #: The line of the returned-check fee where the receipt was for fees of an application.
    fee_line_id: Mapped[int | None] = mapped_column(ForeignKey("fee_line.id"))
    live: Mapped[bool] = mapped_column(default=True)


class TenderChange(Base):
    """How a receipt was really paid, where it was entered wrong; the last change counts, all are kept."""

    __table_args__ = append_only(Index("ix_tender_change_receipt", "receipt_id"))

    receipt_id: Mapped[int] = mapped_column(ForeignKey("receipt.id"))
    changed_at: Mapped[datetime]
    tender: Mapped[str] = mapped_column(String(12))
    check_number: Mapped[ShortText] = mapped_column(default="")
    bank: Mapped[ShortText] = mapped_column(default="")
    reason: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))


class SuspenseEntry(Base):
    """Money held because nobody knows what it is for: above zero as it comes, below as it is applied or given back."""

    __table_args__ = append_only(
        *whole_cents("amount"),
        Index("ix_suspense_entry_line", "receipt_line_id"),
        Index("ix_suspense_entry_act", "act_id"),
    )

    receipt_line_id: Mapped[int] = mapped_column(ForeignKey("receipt_line.id"))
    effective_on: Mapped[date]
    posted_at: Mapped[datetime]
    amount: Mapped[Decimal] = mapped_column(Money)
    act_id: Mapped[int | None] = mapped_column(ForeignKey("money_act.id"))
    reason: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))


class CashOnly(Base):
    """An account from which no check is taken for a time. Only its early end may be written in afterwards."""

    __table_args__ = append_only(
        Index("ix_cash_only_account", "account_id"), except_columns=("ended_on", "ended_reason")
    )

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    act_id: Mapped[int] = mapped_column(ForeignKey("money_act.id"))
    since: Mapped[date]
    #: The first day on which a check is taken again.
    until: Mapped[date]
    ended_on: Mapped[date | None]
    ended_reason: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))


class Deposit(Base):
    """Receipts carried to the bank together; the total is the sum of its receipts."""

    __table_args__ = append_only(*whole_cents("total"), UniqueConstraint("number"))

    number: Mapped[str] = mapped_column(String(30))
    deposited_on: Mapped[date]
    bank_account: Mapped[ShortText] = mapped_column(default="")
    total: Mapped[Decimal] = mapped_column(Money)
    actor: Mapped[str] = mapped_column(String(40))

    receipts: Mapped[list["DepositReceipt"]] = relationship()
    void: Mapped["DepositVoid | None"] = relationship(back_populates="deposit")


class DepositReceipt(Base):
    """That a receipt went to the bank with a deposit. Only ``live`` may change, from 1 to 0, with a voided deposit."""

    __table_args__ = append_only(
        # A receipt is in at most one deposit that stands: the database itself refuses the second.
        Index("uq_deposit_receipt_live", "receipt_id", unique=True, sqlite_where=text("live = 1")),
        Index("ix_deposit_receipt_deposit", "deposit_id"),
        except_columns=("live",),
    )

    deposit_id: Mapped[int] = mapped_column(ForeignKey("deposit.id"))
    receipt_id: Mapped[int] = mapped_column(ForeignKey("receipt.id"))
    live: Mapped[bool] = mapped_column(default=True)


class DepositVoid(Base):
    """A deposit that was made up but never reached the bank; it keeps its number and its slip."""

    __table_args__ = append_only(UniqueConstraint("deposit_id"))

    deposit_id: Mapped[int] = mapped_column(ForeignKey("deposit.id"))
    voided_on: Mapped[date]
    reason: Mapped[str]
    actor: Mapped[str] = mapped_column(String(40))

    deposit: Mapped[Deposit] = relationship(back_populates="void")
