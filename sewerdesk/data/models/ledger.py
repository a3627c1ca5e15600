"""The ledger: entries that are only ever added; every balance is a sum of these."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from sewerdesk.data.base import Base, append_only, whole_cents
from sewerdesk.data.types import JsonText, Money


class MoneyAct(Base):
    """One dated act that puts entries into the ledger without a bill or a receipt, such as an adjustment.

    An act is undone by another act, which names it; an act is undone only once.
    """

    __table_args__ = append_only(
        UniqueConstraint("number"),
        UniqueConstraint("undoes_id"),
        Index("ix_money_act_kind", "kind", "effective_on"),
    )

    number: Mapped[str] = mapped_column(String(30))
    kind: Mapped[str] = mapped_column(String(20))
    effective_on: Mapped[date]
    posted_at: Mapped[datetime]
    reason: Mapped[str]
    authority: Mapped[str] = mapped_column(default="")
    #: What the act rests on (the rule of a penalty, the check that came back), in the form of its kind.
    facts: Mapped[Any] = mapped_column(JsonText)
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("money_act.id"))
    actor: Mapped[str] = mapped_column(String(40))


class ActDecision(Base):
    """Whether an act was approved, by whom, and the minute that says so; decided once."""

    __table_args__ = append_only(UniqueConstraint("act_id"))

    act_id: Mapped[int] = mapped_column(ForeignKey("money_act.id"))
    approved: Mapped[bool]
    decided_on: Mapped[date]
    decided_at: Mapped[datetime]
    decided_by: Mapped[str]
    minute: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))


_CLOSED = (
    'CREATE TRIGGER "entry_open_period" BEFORE INSERT ON "entry" '
    "WHEN NEW.effective_on <= (SELECT through FROM period_close ORDER BY id DESC LIMIT 1) "
    "BEGIN SELECT RAISE(ABORT, 'the books are closed on the day of this entry'); END"
)


class Entry(Base):
    """One entry on an account; debits are positive, credits negative. A correction names what it corrects."""

    __table_args__ = append_only(
        *whole_cents("amount"),
        # Balances of all accounts are read from this index alone.
        Index("ix_entry_account_amount", "account_id", "amount"),
        Index("ix_entry_account_day", "account_id", "effective_on"),
        Index("ix_entry_day", "effective_on"),
        # Few payments are ever moved; lists of receipts ask for those alone.
        Index("ix_entry_moved", "receipt_line_id", sqlite_where=text("kind = 'transfer'")),
        # What was reversed is asked of every act that is undone.
        Index("ix_entry_corrects", "corrects_id", sqlite_where=text("corrects_id IS NOT NULL")),
        # The few charges of corrected bills that are older than their bill.
        Index("ix_entry_due", "bill_id", sqlite_where=text("due_on IS NOT NULL")),
        # Nothing is posted into a closed period, whoever writes the entry.
        guards={"entry_open_period": _CLOSED},
    )

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    effective_on: Mapped[date]
    posted_at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(12))
    amount: Mapped[Decimal] = mapped_column(Money)
    charge_code: Mapped[str] = mapped_column(String(20), default="")
    bill_id: Mapped[int | None] = mapped_column(ForeignKey("bill.id"), index=True)
    receipt_line_id: Mapped[int | None] = mapped_column(ForeignKey("receipt_line.id"), index=True)
    act_id: Mapped[int | None] = mapped_column(ForeignKey("money_act.id"), index=True)
    corrects_id: Mapped[int | None] = mapped_column(ForeignKey("entry.id"))
    #: The one entry that a credit pays whatever the order of payment: a certified charge, a penalty waived in part.
    pays_id: Mapped[int | None] = mapped_column(ForeignKey("entry.id"))
    #: What a corrected bill charges in the place of an older charge keeps that one's age: when it was billed first,
    #: and when it fell due. Empty where both are the bill's own. A penalty that takes effect after its first late day,
    #: because the books of that were closed or its bill was corrected, keeps that day as ``billed_on``.
    billed_on: Mapped[date | None]
    due_on: Mapped[date | None]
    reason: Mapped[str] = mapped_column(default="")
    authority: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))
