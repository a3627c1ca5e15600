"""The statement of an account: opening balance, every entry between two days with the balance after it, and its age."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.accountmoney import LedgerFact, RegisterRow
from sewerdesk.domain.ledger import EntryKind, PaymentPolicy, apply_entries
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.reports.aging import CREDIT, Buckets
from sewerdesk.domain.reports.model import Body, CellKind, Proof, ReportColumn, ReportRow, one_group


@dataclass(frozen=True, slots=True)
class StatementLine:
    """An entry of the statement; ``amount`` below zero lowers the balance, ``balance`` is what is owed after it."""

    day: date
    text: str
    document: str
    amount: Decimal
    balance: Decimal


@dataclass(frozen=True, slots=True)
class StatementView:
    """A statement worked out. ``aging`` are the open parts by bucket and the credit; they come to ``closing``."""

    account_id: int
    account: str
    owner: str
    since: date
    through: date
    opening: Decimal
    lines: tuple[StatementLine, ...]
    closing: Decimal
    aging: tuple[tuple[str, Decimal], ...]

    @property
    def charged(self) -> Decimal:
        """What was added between the two days."""
        return sum((line.amount for line in self.lines if line.amount > 0), ZERO)

    @property
    def paid(self) -> Decimal:
        """What was taken off between the two days, zero or below."""
        return sum((line.amount for line in self.lines if line.amount < 0), ZERO)


def statement_lines(
    register: Sequence[RegisterRow],
    facts: Sequence[LedgerFact],
    *,
    acts: Mapping[int, str],
    since: date,
    through: date,
) -> tuple[Decimal, tuple[StatementLine, ...]]:
    """The opening balance and the lines between two days, from an account's register (newest first)."""
    by_id = {fact.entry.entry_id: fact for fact in facts}
    opening, lines = ZERO, []
    for row in reversed(register):
        if row.on > through:
            break
        if row.on < since:
            opening = row.balance
            continue
        fact = by_id[row.key]
        document = _document(fact, by_id, acts)
        amount = row.charge if row.charge is not None else -(row.payment or ZERO)
        lines.append(StatementLine(row.on, _words(row, fact, document), document, amount, row.balance))
    return opening, tuple(lines)


def _document(fact: LedgerFact, by_id: Mapping[int, LedgerFact], acts: Mapping[int, str]) -> str:
    """The number of the paper behind an entry: its receipt's, its act's or its bill's."""
    entry = fact.entry
    corrected = by_id.get(entry.corrects_id or 0)
    if entry.kind is EntryKind.REVERSAL and corrected is not None and not acts.get(entry.entry_id):
        return _document(corrected, by_id, acts)
    return entry.receipt or acts.get(entry.entry_id, "") or entry.bill


def _words(row: RegisterRow, fact: LedgerFact, document: str) -> str:
    """What an entry was, without the number that stands in the column beside it."""
    words = row.what.replace(f" {document}", "", 1) if document else row.what
    words = words.removesuffix(",").rstrip()
    return words if words != "Bill" or not fact.period else f"Bill {fact.period}"


def statement_aging(
    facts: Sequence[LedgerFact], *, through: date, policy: PaymentPolicy, buckets: Buckets
) -> tuple[tuple[str, Decimal], ...]:
    """The open parts of an account as of a day by bucket, and the credit that waits, below zero."""
    entries = [fact.entry for fact in facts if fact.entry.on <= through]
    due_of = {fact.entry.entry_id: fact.bill_due or fact.entry.on for fact in facts}
    applied = apply_entries(entries, as_of=through, policy=policy)
    amounts = [ZERO for _ in buckets.titles]
    for item in applied.open_items:
        amounts[buckets.place((through - due_of[item.entry.entry_id]).days)] += item.open_amount
    return (*zip(buckets.titles, amounts, strict=True), (CREDIT, -applied.unused_credit))


FORWARD = "Balance brought forward"


def statement_body(view: StatementView, *, ledger: Decimal) -> Body:
    """The statement as a report; ``ledger`` is the account's balance on its last day as summed alone."""
    first = ReportRow((view.since, FORWARD, "", None, view.opening), view.account_id)
    rows = [
        ReportRow((line.day, line.text, line.document, line.amount, line.balance), view.account_id)
        for line in view.lines
    ]
    moved = sum((line.amount for line in view.lines), ZERO)
    aged = sum((amount for _, amount in view.aging), ZERO)
    return Body(
        columns=_COLUMNS,
        groups=one_group((first, *rows)),
        noun="line",
        notes=(aging_words(view),),
        proofs=(
            Proof(
                "Opening and entries come to", view.opening + moved, "the closing balance to", view.closing
            ),
            Proof("The open parts by age come to", aged, "the closing balance to", view.closing),
            Proof("The closing balance is", view.closing, "the ledger", ledger),
        ),
        about=f"Account {view.account}, {view.owner}",
    )


def aging_words(view: StatementView) -> str:
    """The open parts by age in one line, the empty ones left out."""
    parts = [f"{title} {format_money(amount)}" for title, amount in view.aging if amount]
    balance = f"Balance on {view.through:%m/%d/%Y}: {format_money(view.closing)}"
    return f"{balance} ({', '.join(parts)})." if parts else f"{balance}."


_COLUMNS = (
    ReportColumn("on", "Date", CellKind.DATE, 10),
    ReportColumn("what", "Entry", width=40, wraps=True),
    ReportColumn("document", "Document", CellKind.IDENTIFIER, 16),
    ReportColumn("amount", "Amount", CellKind.MONEY, 12, summed=True),
    ReportColumn("balance", "Balance", CellKind.MONEY, 12),
)
