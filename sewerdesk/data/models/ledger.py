"""The ledger: entries that are only ever added; every balance is a sum of these."""

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from sewerdesk.data.base import Base, append_only, whole_cents
from sewerdesk.data.types import Money


class Entry(Base):
    """One entry on an account; debits are positive, credits negative. A correction names what it corrects."""

    __table_args__ = append_only(
        *whole_cents("amount"),
        # Balances of all accounts are read from this index alone.
        Index("ix_entry_account_amount", "account_id", "amount"),
        Index("ix_entry_account_day", "account_id", "effective_on"),
        Index("ix_entry_day", "effective_on"),
    )

    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"))
    effective_on: Mapped[date]
    posted_at: Mapped[datetime]
    kind: Mapped[str] = mapped_column(String(12))
    amount: Mapped[Decimal] = mapped_column(Money)
    charge_code: Mapped[str] = mapped_column(String(20), default="")
    bill_id: Mapped[int | None] = mapped_column(ForeignKey("bill.id"), index=True)
    receipt_line_id: Mapped[int | None] = mapped_column(ForeignKey("receipt_line.id"), index=True)
    corrects_id: Mapped[int | None] = mapped_column(ForeignKey("entry.id"))
    reason: Mapped[str] = mapped_column(default="")
    authority: Mapped[str] = mapped_column(default="")
    actor: Mapped[str] = mapped_column(String(40))
