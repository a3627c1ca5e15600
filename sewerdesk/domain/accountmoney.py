"""The money page of an account: its register, its open items with what paid them, and eight quarters of figures.

Everything is worked out from the entries; nothing here is ever stored.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.ledger import (
    NOT_DUE_YET,
    Applied,
    Entry,
    EntryKind,
    PaymentPolicy,
    apply_entries,
    root_of,
)
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.money_acts import ActKind

QUARTERS_SHOWN = 8
_KIND_WORDS: Mapping[EntryKind, str] = {
    EntryKind.CHARGE: "Charge",
    EntryKind.PENALTY: "Late penalty",
    EntryKind.INTEREST: "Interest",
    EntryKind.PAYMENT: "Payment",
    EntryKind.ADJUSTMENT: "Adjustment",
    EntryKind.CREDIT: "Credit",
    EntryKind.TRANSFER: "Transfer",
    EntryKind.LEVY: "Moved to the tax roll",
    EntryKind.REFUND: "Refund",
    EntryKind.WRITE_OFF: "Write-off",
    EntryKind.REVERSAL: "Reversal",
}


@dataclass(frozen=True, slots=True)
class LedgerFact:
    """An entry with what made it: its bill, its receipt, its act's kind, who posted it and when."""

    entry: Entry
    bill_id: int | None = None
    period: str = ""
    bill_due: date | None = None
    receipt_id: int | None = None
    tender: str = ""
    posted_on: date | None = None
    actor: str = ""
    line_text: str = ""
    act_kind: str = ""


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One line of the register; the charges of one bill are one line. ``explanation`` says how it came to be."""

    key: int
    on: date
    what: str
    charge: Decimal | None
    payment: Decimal | None
    balance: Decimal
    explanation: str
    kind: EntryKind
    bill_id: int | None
    receipt_id: int | None


@dataclass(frozen=True, slots=True)
class OpenRow:
    """A charge with what paid it; ``open_amount`` is what is left to pay."""

    key: int
    on: date
    due: date | None
    what: str
    amount: Decimal
    open_amount: Decimal
    paid_by: str


@dataclass(frozen=True, slots=True)
class QuarterFigures:
    """What a quarter was billed and used; ``use`` is ``None`` for an account without a meter."""

    label: str
    code: str
    charges: Decimal | None
    use: Decimal | None
    estimated: bool


@dataclass(frozen=True, slots=True)
class BilledQuarter:
    """A live bill as the figures of its quarter need it."""

    period: str
    charges: Decimal
    use: Decimal | None
    estimated: bool


@dataclass(frozen=True, slots=True)
class AccountMoney:
    """The money of one account as of a day. ``register`` is newest first, ``items`` oldest first."""

    account_id: int
    as_of: date
    balance: Decimal
    credit: Decimal
    overdue: Decimal
    overdue_since: date | None
    register: tuple[RegisterRow, ...]
    items: tuple[OpenRow, ...]
    quarters: tuple[QuarterFigures, ...]

    @property
    def open_items(self) -> tuple[OpenRow, ...]:
        """The items with something left to pay."""
        return tuple(item for item in self.items if item.open_amount)


def account_money(
    account_id: int,
    facts: Sequence[LedgerFact],
    *,
    as_of: date,
    policy: PaymentPolicy,
    bills: Sequence[BilledQuarter] = (),
) -> AccountMoney:
    """Work out an account's money; entries that take effect after ``as_of`` already count in the balance."""
    entries = [fact.entry for fact in facts]
    until = max([as_of, *(entry.on for entry in entries)])
    applied = apply_entries(entries, as_of=until, policy=policy)
    by_id = {fact.entry.entry_id: fact for fact in facts}
    items = _open_rows(applied, by_id)
    late = [item for item in items if item.open_amount and item.due is not None and item.due < as_of]
    # An unused credit lowers what is late; by then every item is paid, so nothing is late at all.
    overdue = sum((item.open_amount for item in late), ZERO)
    return AccountMoney(
        account_id=account_id,
        as_of=as_of,
        balance=sum((entry.amount for entry in entries), ZERO),
        credit=applied.unused_credit,
        overdue=overdue,
        overdue_since=min((item.due for item in late if item.due), default=None),
        register=_register(facts, applied),
        items=items,
        quarters=_quarters(bills, as_of),
    )


def overdue_amount(balance: Decimal, not_yet_due: Decimal) -> Decimal:
    """What is late on an account: its balance less what was billed and is not due yet, never below zero."""
    return max(balance - max(not_yet_due, ZERO), ZERO)


def plain_register(facts: Sequence[LedgerFact]) -> tuple[RegisterRow, ...]:
    """The register, newest first, without the sentences that explain its lines."""
    return _register(facts, None)


def _register(facts: Sequence[LedgerFact], applied: Applied | None) -> tuple[RegisterRow, ...]:
    by_id = {fact.entry.entry_id: fact for fact in facts}
    used = None if applied is None else _used_by(applied, by_id)
    rows: list[RegisterRow] = []
    running = ZERO
    for group in _groups(facts):
        first = group[0]
        amount = sum((fact.entry.amount for fact in group), ZERO)
        running += amount
        rows.append(
            RegisterRow(
                key=first.entry.entry_id,
                on=first.entry.on,
                what=_what(first, by_id),
                charge=amount if amount >= 0 else None,
                payment=-amount if amount < 0 else None,
                balance=running,
                explanation="" if used is None else _explain(group, used),
                kind=first.entry.kind,
                bill_id=first.bill_id if first.entry.kind is EntryKind.CHARGE else None,
                receipt_id=first.receipt_id,
            )
        )
    return tuple(reversed(rows))


def _groups(facts: Sequence[LedgerFact]) -> list[list[LedgerFact]]:
    """Facts in the order of effect, the charges of one bill and day together."""
    groups: list[list[LedgerFact]] = []
    for fact in sorted(facts, key=lambda one: (one.entry.on, one.entry.entry_id)):
        last = groups[-1][-1] if groups else None
        same_bill = (
            last is not None
            and fact.entry.kind is last.entry.kind is EntryKind.CHARGE
            and fact.bill_id is not None
            and fact.bill_id == last.bill_id
            and fact.entry.on == last.entry.on
        )
        if same_bill:
            groups[-1].append(fact)
        else:
            groups.append([fact])
    return groups


def _what(fact: LedgerFact, by_id: Mapping[int, LedgerFact]) -> str:
    entry = fact.entry
    if entry.kind is EntryKind.CHARGE and entry.bill:
        quarter = Quarter.parse(fact.period) if fact.period else None
        return f"Bill {entry.bill}" + (f", Q{quarter.number} {quarter.year}" if quarter else "")
    if entry.kind is EntryKind.PAYMENT and entry.receipt:
        return f"Payment {entry.receipt}, {fact.tender}" if fact.tender else f"Payment {entry.receipt}"
    if entry.kind is EntryKind.TRANSFER and entry.receipt:
        return f"Payment {entry.receipt}, moved here"
    if entry.kind is EntryKind.REVERSAL and entry.corrects_id in by_id:
        return _reversed_words(fact, by_id)
    words = _KIND_WORDS[entry.kind]
    return f"{words}: {entry.reason}" if entry.reason else words


def _reversed_words(fact: LedgerFact, by_id: Mapping[int, LedgerFact]) -> str:
    """What a reversal did: a void, a check that came back, a payment moved away, or something put back."""
    entry = fact.entry
    root = root_of(entry, {number: one.entry for number, one in by_id.items()})
    words, name = _KIND_WORDS[root.kind].lower(), root.receipt or root.bill
    corrected = by_id[entry.corrects_id or 0].entry
    if corrected.kind is EntryKind.REVERSAL:
        return f"Put back: {words} {name}".rstrip()
    if root.receipt and fact.act_kind == ActKind.RETURNED_CHECK:
        return f"Check of {name} returned"
    if root.receipt and fact.act_kind == ActKind.TRANSFER:
        return f"Payment {name} moved away"
    return f"Void of {words} {name}".rstrip()


def _explain(group: Sequence[LedgerFact], used: Mapping[int, list[str]]) -> str:
    first = group[0]
    parts = []
    for fact in group:
        text = fact.line_text or fact.entry.reason
        if text and (len(group) > 1 or fact.line_text):
            parts.append(text if text.endswith(".") else f"{text}.")
    entry = first.entry
    if entry.kind is not EntryKind.CHARGE and entry.reason:
        parts.append(entry.reason if entry.reason.endswith(".") else f"{entry.reason}.")
    if entry.kind is EntryKind.PAYMENT:
        paid = used.get(entry.entry_id)
        parts.append(
            f"It paid {'; '.join(paid)}." if paid else "No charge has used it yet, or it was voided."
        )
    if first.posted_on is not None:
        parts.append(f"Entered {first.posted_on:%m/%d/%Y} by {first.actor}, effective {entry.on:%m/%d/%Y}.")
    return " ".join(parts)


def _used_by(applied: Applied, by_id: Mapping[int, LedgerFact]) -> dict[int, list[str]]:
    """What each credit went to, in words."""
    used: defaultdict[int, list[str]] = defaultdict(list)
    for item in applied.items:
        for paid in item.paid_by:
            used[paid.entry_id].append(f"{format_money(paid.amount)} of {_item_name(by_id, item.entry)}")
    for credit in applied.unused:
        used[credit.entry_id].append(f"{format_money(credit.amount)} that waits as a credit")
    return dict(used)


def _open_rows(applied: Applied, by_id: Mapping[int, LedgerFact]) -> tuple[OpenRow, ...]:
    rows = []
    for item in applied.items:
        fact = by_id[item.entry.entry_id]
        paid = [f"{format_money(p.amount)} {_payer_name(by_id[p.entry_id])}" for p in item.paid_by]
        rows.append(
            OpenRow(
                key=item.entry.entry_id,
                on=item.entry.on,
                due=shown_due(fact.bill_due or item.entry.on),
                what=_item_name(by_id, item.entry),
                amount=item.entry.amount,
                open_amount=item.open_amount,
                paid_by=", ".join(paid),
            )
        )
    return tuple(rows)


def shown_due(due: date) -> date | None:
    """When something is due; nothing while it waits for the next bill."""
    return None if due == NOT_DUE_YET else due


def bill_dues(facts: Iterable[LedgerFact]) -> dict[str, date]:
    """The due date of each bill by number; entries with a due date of their own say nothing of their bill's."""
    return {
        fact.entry.bill: fact.bill_due
        for fact in facts
        if fact.bill_due is not None and fact.entry.due_on is None
    }


def _item_name(by_id: Mapping[int, LedgerFact], entry: Entry) -> str:
    fact = by_id[entry.entry_id]
    words = entry.reason or _KIND_WORDS[entry.kind]
    return f"{words} ({fact.entry.bill})" if fact.entry.bill else words


def _payer_name(fact: LedgerFact) -> str:
    return f"by {fact.entry.receipt}" if fact.entry.receipt else _KIND_WORDS[fact.entry.kind].lower()


def _quarters(bills: Sequence[BilledQuarter], as_of: date) -> tuple[QuarterFigures, ...]:
    """Eight quarters up to the last one billed (or the one of ``as_of``), oldest first."""
    found: dict[str, BilledQuarter] = {}
    for bill in bills:
        before = found.get(bill.period)
        found[bill.period] = bill if before is None else _add(before, bill)
    last = max([Quarter.parse(code) for code in found], default=Quarter.of(as_of).previous)
    quarters = [last]
    while len(quarters) < QUARTERS_SHOWN:
        quarters.insert(0, quarters[0].previous)
    return tuple(_figures(quarter, found.get(quarter.code)) for quarter in quarters)


def _add(first: BilledQuarter, second: BilledQuarter) -> BilledQuarter:
    uses = [use for use in (first.use, second.use) if use is not None]
    return replace(
        first,
        charges=first.charges + second.charges,
        use=sum(uses, Decimal(0)) if uses else None,
        estimated=first.estimated or second.estimated,
    )


def _figures(quarter: Quarter, bill: BilledQuarter | None) -> QuarterFigures:
    label = f"Q{quarter.number} {quarter.year % 100:02d}"
    if bill is None:
        return QuarterFigures(label, quarter.code, None, None, estimated=False)
    return QuarterFigures(label, quarter.code, bill.charges, bill.use, bill.estimated)


@dataclass(frozen=True, slots=True)
class BillRow:
    """A bill of an account as its page lists it; ``open_amount`` is what of its own charges is still unpaid.

    One that is carried is due with the account's next bill, and has no due date until that comes.
    """

    id: int
    number: str
    period: str
    bill_date: date
    due_date: date | None
    charges: Decimal
    total_due: Decimal
    open_amount: Decimal
    use: Decimal | None
    estimated: bool
    live: bool
    carried: bool = False

    @property
    def quarter(self) -> str:
        """The quarter as printed."""
        return Quarter.parse(self.period).label


@dataclass(frozen=True, slots=True)
class BillLineView:
    """A charge of a bill with the sentence that explains it."""

    title: str
    text: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class BillView:
    """A bill's page: what it charges and why, and where it stands now."""

    row: BillRow
    account_id: int
    account: str
    name: str
    run: str
    lines: tuple[BillLineView, ...]
