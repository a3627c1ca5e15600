"""The ledger: dated, signed entries; every balance, open bill and "paid" is worked out from them.

Debit is positive: what the owner owes more by. Entries are only added; a mistake is undone by a reversal that
names the entry it corrects. What a payment paid is a fold over the entries and is never stored, so a void, a
move or a back-dated receipt leaves nothing behind. A reversal may itself be reversed, which brings the first entry
back exactly as it was; at most one reversal of an entry stands at a time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.money import ZERO, format_money, round_cents


class EntryKind(StrEnum):
    """What an entry is; its sign follows from it (``check_entry``)."""

    CHARGE = "charge"
    PENALTY = "penalty"
    INTEREST = "interest"
    PAYMENT = "payment"
    ADJUSTMENT = "adjustment"
    CREDIT = "credit"
    TRANSFER = "transfer"
    LEVY = "levy"
    REFUND = "refund"
    WRITE_OFF = "write_off"
    REVERSAL = "reversal"


NOT_DUE_YET = date.max
"""The due date of what falls due with a bill that is still to come."""

_DEBITS = frozenset({EntryKind.CHARGE, EntryKind.PENALTY, EntryKind.INTEREST, EntryKind.REFUND})
_CREDITS = frozenset({EntryKind.PAYMENT, EntryKind.CREDIT, EntryKind.LEVY, EntryKind.WRITE_OFF})
_LATE = frozenset({EntryKind.PENALTY, EntryKind.INTEREST})


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: ``on`` is its date of effect; ``bill`` is the bill it belongs to or is directed to.

    ``entry_id`` grows with posting. ``corrects_id`` is set on a reversal alone; ``pays_id`` names the one entry that a
    credit is for, such as a charge certified to the tax roll. ``due_on`` is when the entry falls due
    where that is not its bill's own day, and ``since`` when it was billed first where it stands in the place of an
    older charge: a correction makes no debt younger. ``family`` tells the bills that took each other's place by
    correction from all others; it is empty for a bill that was never corrected.
    """

    entry_id: int
    account_id: int
    on: date
    kind: EntryKind
    amount: Decimal
    charge_code: str = ""
    bill: str = ""
    receipt: str = ""
    corrects_id: int | None = None
    pays_id: int | None = None
    reason: str = ""
    due_on: date | None = None
    since: date | None = None
    family: str = ""

    def is_for(self, other: "Entry") -> bool:
        """Whether both belong to one bill, or to bills of which one took the other's place."""
        same = self.family and self.family == other.family
        return bool(same or (self.bill and self.bill == other.bill))

    @property
    def age_day(self) -> date:
        """The day from which it counts as old."""
        return self.since or self.on


class PaymentOrder(StrEnum):
    """In which order open charges are paid, as the Board adopted it."""

    OLDEST_FIRST = "oldest first"
    PENALTIES_FIRST = "penalties first"
    NEWEST_FIRST = "newest first"


@dataclass(frozen=True, slots=True)
class PaymentPolicy:
    """The adopted order of application; ``code_order`` ranks charge codes within the same day."""

    order: PaymentOrder
    code_order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Paid:
    """A credit entry and how much of it went to an item."""

    entry_id: int
    amount: Decimal


@dataclass(frozen=True, slots=True)
class OpenItem:
    """A debit with what paid it; ``open_amount`` is what is left."""

    entry: Entry
    paid_by: tuple[Paid, ...]

    @property
    def open_amount(self) -> Decimal:
        """Amount less what paid it."""
        return self.entry.amount - sum((paid.amount for paid in self.paid_by), ZERO)


@dataclass(frozen=True, slots=True)
class Applied:
    """An account as of a day: every live debit with what paid it, and credits not yet used."""

    items: tuple[OpenItem, ...]
    unused: tuple[Paid, ...]

    @property
    def open_items(self) -> tuple[OpenItem, ...]:
        """Items with something left to pay, oldest first."""
        return tuple(item for item in self.items if item.open_amount)

    @property
    def unused_credit(self) -> Decimal:
        """Money on the account that no charge has used yet."""
        return sum((credit.amount for credit in self.unused), ZERO)

    @property
    def balance(self) -> Decimal:
        """Open items less unused credit; always the sum of the entries."""
        return sum((item.open_amount for item in self.items), ZERO) - self.unused_credit

    def open_on_bill(self, bill: str) -> Decimal:
        """What is still open of one bill's own charges."""
        return sum((item.open_amount for item in self.items if item.entry.bill == bill), ZERO)


def balance(entries: Iterable[Entry], *, as_of: date | None = None) -> Decimal:
    """The sum of the entries, all or those with effect on or before a day; below zero is a credit."""
    return sum((entry.amount for entry in entries if as_of is None or entry.on <= as_of), ZERO)


def check_entry(entry: Entry, *, corrected: Entry | None = None) -> None:
    """Refuse an entry whose sign, cents or correction is wrong; ``RuleViolation`` names it.

    Charges, penalties, interest and refunds are debits; payments, credits, levies (moved to the tax roll) and
    write-offs are credits; adjustments and transfers are either; a reversal is the exact opposite of the
    entry that it names, of the same account and not before it.
    """
    shown = f"The {entry.kind.replace('_', '-')} of {format_money(entry.amount)} dated {entry.on:%m/%d/%Y}"
    if entry.amount != round_cents(entry.amount) or not entry.amount:
        raise RuleViolation(f"{shown} must be whole cents and not zero; correct the amount.")
    if entry.kind in _DEBITS and entry.amount < 0:
        raise RuleViolation(f"{shown} must add to the balance; enter it above zero or use another kind.")
    if entry.kind in _CREDITS and entry.amount > 0:
        raise RuleViolation(f"{shown} must lower the balance; enter it below zero or use another kind.")
    if entry.kind is not EntryKind.REVERSAL:
        if entry.corrects_id is not None:
            raise RuleViolation(f"{shown} names an entry it corrects; only a reversal may do so.")
        return
    if corrected is None or entry.corrects_id != corrected.entry_id:
        raise RuleViolation(
            f"{shown} does not name the entry it reverses; open that entry and reverse it there."
        )
    if entry.on < corrected.on:
        raise RuleViolation(
            f"{shown} would take effect before what it reverses; date it {corrected.on:%m/%d/%Y}."
        )
    if entry.amount != -corrected.amount or entry.account_id != corrected.account_id:
        raise RuleViolation(
            f"{shown} is not the opposite of {format_money(corrected.amount)} on the same "
            f"account; reverse the "
            f"whole entry."
        )


def root_of(entry: Entry, by_id: Mapping[int, Entry]) -> Entry:
    """What an entry is about in the end: itself, or what the reversals behind it first reversed."""
    while entry.kind is EntryKind.REVERSAL:
        corrected = by_id.get(entry.corrects_id or 0)
        if corrected is None:
            break
        entry = corrected
    return entry


@dataclass(slots=True)
class _Item:
    entry: Entry
    left: Decimal
    paid: list[Paid] = field(default_factory=list)


@dataclass(slots=True)
class _Credit:
    entry: Entry
    left: Decimal


def apply_entries(entries: Iterable[Entry], *, as_of: date, policy: PaymentPolicy) -> Applied:
    """Work out what paid what on one account as of a day.

    Entries are taken by date of effect, then as posted. A reversed entry and its reversal cancel each other
    once the reversal has taken effect, as if neither had been. A directed credit goes first to the entry that
    it names (a levy does), then to its bill, and there to its charge code (a waiver of penalties has one); the
    rest by the policy's order; money left over waits for the next charge. A payment that came before the charges
    of the bill it is for waits for these.
    """
    items: list[_Item] = []
    credits_left: list[_Credit] = []
    for entry in _live(entries, as_of):
        if entry.amount > 0:
            item = _Item(entry, entry.amount)
            items.append(item)
            for credit in credits_left:
                _pay(credit, item)
        else:
            credit = _Credit(entry, -entry.amount)
            for item in _ranked(items, credit.entry, policy):
                _pay(credit, item)
            credits_left.append(credit)
        credits_left = [credit for credit in credits_left if credit.left]
    return Applied(
        tuple(OpenItem(item.entry, tuple(item.paid)) for item in items),
        tuple(Paid(credit.entry.entry_id, credit.left) for credit in credits_left),
    )


def standing_entries(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that stand: one that was reversed is gone with its reversal, one whose reversal was undone is back.

    Entries keep their order. Whoever asks as of a day leaves later entries out first.
    """
    found = list(entries)
    ids = {entry.entry_id for entry in found}
    gone: set[int] = set()
    reversals = (entry for entry in found if entry.kind is EntryKind.REVERSAL and entry.corrects_id in ids)
    for entry in sorted(reversals, key=lambda one: -one.entry_id):
        if entry.entry_id not in gone and entry.corrects_id is not None:
            gone |= {entry.entry_id, entry.corrects_id}
    return tuple(entry for entry in found if entry.entry_id not in gone)


def _live(entries: Iterable[Entry], as_of: date) -> Sequence[Entry]:
    standing = standing_entries(entry for entry in entries if entry.on <= as_of)
    live = [one for one in standing if one.amount]
    waits = early_payments(live)
    if not waits:  # as on nearly every account
        return sorted(live, key=_place)
    return sorted(
        live, key=lambda one: (*waits.get(one.entry_id, _place(one)), one.entry_id in waits, one.entry_id)
    )


def _place(entry: Entry) -> tuple[date, int]:
    return entry.on, entry.entry_id


def early_payments(entries: Iterable[Entry]) -> dict[int, tuple[date, int]]:
    """The payments directed to a bill whose charges are all dated after them, each with the place of the first.

    So it is where a payer brings the stub before the day of the bill, or where the bill was corrected since.
    """
    found = list(entries)
    directed = [one for one in found if one.bill and one.kind is EntryKind.PAYMENT and not one.charge_code]
    if not directed:
        return {}
    charges = [one for one in found if one.kind is EntryKind.CHARGE]
    waits: dict[int, tuple[date, int]] = {}
    for payment in directed:
        own = [one for one in charges if payment.is_for(one)]
        first = min((one.on for one in own), default=payment.on)
        if first > payment.on:
            waits[payment.entry_id] = max(_place(one) for one in own if one.on == first)
    return waits


def _pay(credit: _Credit, item: _Item) -> None:
    amount = min(credit.left, item.left)
    if amount > 0:
        credit.left -= amount
        item.left -= amount
        item.paid.append(Paid(credit.entry.entry_id, amount))


def _ranked(items: Sequence[_Item], credit: Entry, policy: PaymentPolicy) -> list[_Item]:
    codes = {code: rank for rank, code in enumerate(policy.code_order)}
    newest = policy.order is PaymentOrder.NEWEST_FIRST
    late_first = policy.order is PaymentOrder.PENALTIES_FIRST
    named, directed = credit.pays_id is not None, bool(credit.bill or credit.family)

    def rank(item: _Item) -> tuple[bool, bool, bool, bool, int, int, int]:
        entry = item.entry
        day = entry.age_day.toordinal()
        return (
            named and credit.pays_id != entry.entry_id,
            not (directed and credit.is_for(entry)),
            bool(credit.charge_code) and entry.charge_code != credit.charge_code,
            late_first and entry.kind not in _LATE,
            -day if newest else day,
            codes.get(entry.charge_code, len(codes)),
            entry.entry_id,
        )

    return sorted((item for item in items if item.left), key=rank)


@dataclass(frozen=True, slots=True)
class BalanceFace:
    """The balance-forward block of a bill: previous + payments + adjustments + late charges = forward.

    Payments and credits are below zero. ``payments`` lists each with its date of effect.
    """

    previous_balance: Decimal
    payments: tuple[tuple[date, Decimal], ...]
    adjustments: Decimal
    late_charges: Decimal
    current_charges: Decimal

    @property
    def payments_total(self) -> Decimal:
        """Sum of the payments, zero or below."""
        return sum((amount for _, amount in self.payments), ZERO)

    @property
    def balance_forward(self) -> Decimal:
        """What is left of before when the new charges come."""
        return self.previous_balance + self.payments_total + self.adjustments + self.late_charges

    @property
    def total(self) -> Decimal:
        """Total due; below zero is a credit balance that needs no payment."""
        return self.balance_forward + self.current_charges


def balance_face(entries: Iterable[Entry], *, printed_through: int, bill: str) -> BalanceFace:
    """The block for ``bill`` from the entries of its account.

    ``printed_through`` is the highest entry id that the last bill's total included (0 for the first bill): by
    posting, not by date, so that a back-dated receipt shows on exactly one bill and this bill's previous
    balance is the last bill's total. Charges of other bills since then count as adjustments.
    """
    previous, adjustments, late, current = ZERO, ZERO, ZERO, ZERO
    payments: list[tuple[date, Decimal]] = []
    found = list(entries)
    by_id = {entry.entry_id: entry for entry in found}
    for entry in found:
        kind = root_of(entry, by_id).kind
        if entry.entry_id <= printed_through:
            previous += entry.amount
        elif entry.bill == bill and kind is EntryKind.CHARGE:
            current += entry.amount
        elif kind is EntryKind.PAYMENT:
            payments.append((entry.on, entry.amount))
        elif kind in _LATE:
            late += entry.amount
        else:
            adjustments += entry.amount
    payments.sort()
    return BalanceFace(previous, tuple(payments), adjustments, late, current)


class PenaltyBase(StrEnum):
    """What a late penalty is a percentage of."""

    CURRENT_CHARGES = "unpaid current charges"
    WHOLE_BALANCE = "whole balance"


def amount_after_due(
    face: BalanceFace, *, percent: Decimal, base: PenaltyBase, charges: Decimal | None = None
) -> Decimal:
    """What to pay after the due date: the total plus the penalty, half-up to the cent.

    A credit forward lowers the current charges that can be late; nothing is added when nothing is due. ``charges`` are
    those that can still become late, where these are not all of the current ones.
    """
    late = face.total
    if base is PenaltyBase.CURRENT_CHARGES:
        late = min(face.current_charges if charges is None else charges, face.total)
    return face.total + round_cents(max(late, ZERO) * percent / 100)
