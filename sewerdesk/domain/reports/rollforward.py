"""The roll-forward: opening + billed + penalties + interest ± adjustments − payments … = closing, by fund and code.

What a code's receivable is follows from what the payments paid, so each code's opening and closing are folds of the
ledger, and each movement is the difference of the two; a column's total is the sum of the entries of its kind.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from sewerdesk.domain.ledger import EntryKind, PaymentPolicy, apply_entries
from sewerdesk.domain.money import ZERO, from_cents
from sewerdesk.domain.reports.facts import CodeFact, Fact, entry_of, unsettled
from sewerdesk.domain.reports.model import (
    Body,
    Cell,
    CellKind,
    Proof,
    ReportColumn,
    ReportGroup,
    ReportRow,
    one_group,
)

WAITING = "\x00waiting"
"""Stands for the code of money that no charge has used yet."""
UNCODED = "No charge code"
MOVEMENTS: tuple[tuple[EntryKind, str], ...] = (
    (EntryKind.CHARGE, "Billed"),
    (EntryKind.PENALTY, "Penalties"),
    (EntryKind.INTEREST, "Interest"),
    (EntryKind.ADJUSTMENT, "Adjusted"),
    (EntryKind.PAYMENT, "Payments"),
    (EntryKind.CREDIT, "Credits"),
    (EntryKind.LEVY, "Relevied"),
    (EntryKind.TRANSFER, "Transfers"),
    (EntryKind.WRITE_OFF, "Written off"),
    (EntryKind.REFUND, "Refunds"),
)
_Sums = defaultdict[tuple[str, EntryKind], Decimal]


def _sums() -> _Sums:
    return defaultdict(lambda: ZERO)


@dataclass(slots=True)
class Roll:
    """What has been added up so far, by charge code and kind, at the opening and at the closing."""

    policy: PaymentPolicy
    opening: _Sums = field(default_factory=_sums)
    closing: _Sums = field(default_factory=_sums)

    def add_account(self, facts: Sequence[Fact]) -> None:
        """Add an account with all its facts up to the last day, in the order of effect."""
        kept = unsettled(facts)
        if not kept:
            return
        self._add(self.opening, [fact for fact in kept if fact.before])
        self._add(self.closing, kept)

    def _add(self, sums: _Sums, facts: Sequence[Fact]) -> None:
        if not facts:
            return
        kinds = {fact.entry_id: EntryKind(fact.kind) for fact in facts}
        until = max(fact.on for fact in facts)
        applied = apply_entries((entry_of(fact) for fact in facts), as_of=until, policy=self.policy)
        for item in applied.items:
            code = item.entry.charge_code
            sums[code, kinds[item.entry.entry_id]] += item.entry.amount
            for paid in item.paid_by:
                sums[code, kinds[paid.entry_id]] -= paid.amount
        for credit in applied.unused:
            sums[WAITING, kinds[credit.entry_id]] -= credit.amount

    def codes(self) -> set[str]:
        """Every code that has anything."""
        return {code for code, _ in (*self.opening, *self.closing)}

    def line(self, code: str) -> tuple[Decimal, ...]:
        """Opening, each movement and closing of a code."""
        kinds = list(EntryKind)
        before = sum((self.opening[code, kind] for kind in kinds), ZERO)
        after = sum((self.closing[code, kind] for kind in kinds), ZERO)
        moved = [self.closing[code, kind] - self.opening[code, kind] for kind, _ in MOVEMENTS]
        # A reversal whose entry is not among the facts is an adjustment of what was billed before.
        stray = self.closing[code, EntryKind.REVERSAL] - self.opening[code, EntryKind.REVERSAL]
        moved[_ADJUSTED] += stray
        return (before, *moved, after)


_ADJUSTED = [kind for kind, _ in MOVEMENTS].index(EntryKind.ADJUSTMENT)


def rollforward_body(
    roll: Roll, codes: Sequence[CodeFact], *, ledger: Mapping[str, int], since: date, through: date
) -> Body:
    """The report, a group for each fund. ``ledger`` holds the cents at ``opening`` and ``closing`` as summed alone."""
    known = {code.code: code for code in codes}
    rank = {code.code: place for place, code in enumerate(codes)}
    groups: dict[str, list[ReportRow]] = {}
    for code in sorted(roll.codes(), key=lambda one: (rank.get(one, len(rank)), one)):
        line = roll.line(code)
        if any(line):
            fund, names = _names(code, known)
            groups.setdefault(fund, []).append(ReportRow((*names, *line)))
    rows = [row for found in groups.values() for row in found]
    opening, closing = (sum((_money(row, place) for row in rows), ZERO) for place in (2, -1))
    moved = sum((_money(row, place) for row in rows for place in range(3, 3 + len(MOVEMENTS))), ZERO)
    return Body(
        columns=_COLUMNS,
        groups=tuple(ReportGroup(fund, tuple(found)) for fund, found in groups.items()) or one_group(()),
        noun="line",
        notes=(
            "Payments and credits count to the charge codes that they paid, in the adopted order of payment.",
            "A void counts in the column of what it took back, on the day of the void.",
        ),
        proofs=(
            Proof("Opening and movements come to", opening + moved, "the closing to", closing),
            Proof(f"Opening on {since:%m/%d/%Y} is", opening, "the ledger", from_cents(ledger["opening"])),
            Proof(f"Closing on {through:%m/%d/%Y} is", closing, "the ledger", from_cents(ledger["closing"])),
        ),
        empty="Nothing was owed and nothing was booked.",
    )


def _money(row: ReportRow, place: int) -> Decimal:
    cell = row.cells[place]
    return cell if isinstance(cell, Decimal) else ZERO


def _names(code: str, known: Mapping[str, CodeFact]) -> tuple[str, tuple[Cell, Cell]]:
    """The fund of a code as a heading, and the cells that name the code."""
    if code == WAITING:
        return "No fund yet", ("", "Money no charge has used yet")
    found = known.get(code)
    if found is None:
        return "No fund yet", (code, f"Charge {code}" if code else UNCODED)
    return f"Fund {found.fund}", (f"{found.fund}-{found.revenue_code}", found.title)


_COLUMNS = (
    ReportColumn("code", "Code", CellKind.IDENTIFIER, 10),
    ReportColumn("title", "Charge", width=18, wraps=True),
    ReportColumn("opening", "Opening", CellKind.MONEY, 12, summed=True),
    *(
        ReportColumn(kind.value, title, CellKind.MONEY, 11, summed=True, blank_zero=True, optional=True)
        for kind, title in MOVEMENTS
    ),
    ReportColumn("closing", "Closing", CellKind.MONEY, 12, summed=True),
)


def roll_accounts(accounts: Iterable[Sequence[Fact]], *, policy: PaymentPolicy) -> Roll:
    """Add up all accounts."""
    roll = Roll(policy)
    for facts in accounts:
        roll.add_account(facts)
    return roll
