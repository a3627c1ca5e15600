"""What a payment would pay before it is saved: the same fold over the ledger with the payment added."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.accountmoney import LedgerFact
from sewerdesk.domain.ledger import Applied, Entry, EntryKind, PaymentPolicy, apply_entries
from sewerdesk.domain.money import ZERO, format_money

_FIRST_ID = 10**15
"""Ids for entries that are not in the books yet: they come after every one that is."""


@dataclass(frozen=True, slots=True)
class DraftPayment:
    """A payment that is not saved yet; ``bill`` directs it."""

    amount: Decimal
    on: date
    bill: str = ""


@dataclass(frozen=True, slots=True)
class PaysLine:
    """A charge and what the payment would pay on it; ``left`` is what would stay open."""

    what: str
    bill: str
    on: date
    open_before: Decimal
    pays: Decimal
    left: Decimal


@dataclass(frozen=True, slots=True)
class AccountPreview:
    """What drafts would do on one account; ``credit`` is what no charge uses and ``order`` the order as adopted."""

    account: str
    name: str
    balance: Decimal
    paid: Decimal
    lines: tuple[PaysLine, ...]
    credit: Decimal
    order: str

    @property
    def balance_after(self) -> Decimal:
        """The balance once the payment is saved."""
        return self.balance - self.paid

    @property
    def sentence(self) -> str:
        """What would be paid, in one sentence."""
        parts = [f"{format_money(line.pays)} of {line.what}" for line in self.lines]
        if self.credit:
            parts.append(f"{format_money(self.credit)} waits as a credit")
        return f"Pays {'; '.join(parts)}." if parts else "Pays nothing."


@dataclass(frozen=True, slots=True)
class PaymentPreview:
    """What drafts would pay on each account, and what must be looked at before they are saved."""

    accounts: tuple[AccountPreview, ...]
    asks: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def preview_account(
    facts: Sequence[LedgerFact], payments: Sequence[DraftPayment], *, policy: PaymentPolicy, as_of: date
) -> tuple[tuple[PaysLine, ...], Decimal]:
    """What payments would pay on an account, and what of them would stay as a credit.

    Never more than each charge has open and never more than was paid in all.
    """
    entries = [fact.entry for fact in facts]
    until = max([as_of, *(entry.on for entry in entries), *(one.on for one in payments)])
    new = [
        Entry(_FIRST_ID + number, 0, one.on, EntryKind.PAYMENT, -one.amount, bill=one.bill)
        for number, one in enumerate(payments)
    ]
    ids = {entry.entry_id for entry in new}
    before = {
        item.entry.entry_id: item.open_amount
        for item in apply_entries(entries, as_of=until, policy=policy).items
    }
    applied = apply_entries([*entries, *new], as_of=until, policy=policy)
    credit = sum((one.amount for one in applied.unused if one.entry_id in ids), ZERO)
    return _pays(applied, before, ids), credit


def _pays(applied: Applied, before: dict[int, Decimal], ids: set[int]) -> tuple[PaysLine, ...]:
    lines = []
    for item in applied.items:
        pays = sum((paid.amount for paid in item.paid_by if paid.entry_id in ids), ZERO)
        if pays:
            entry = item.entry
            words = entry.reason or entry.kind.value.replace("_", " ").capitalize()
            lines.append(
                PaysLine(
                    f"{words} ({entry.bill})" if entry.bill else words,
                    entry.bill,
                    entry.on,
                    before.get(entry.entry_id, entry.amount),
                    pays,
                    item.open_amount,
                )
            )
    return tuple(lines)
