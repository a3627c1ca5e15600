"""Which ledger entries stand, and where the money of a receipt stands now."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import ColumnElement, literal_column, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.receipt import Receipt, ReceiptLine, SuspenseEntry
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO

_STEP = 5_000
_TRANSFER: ColumnElement[str] = literal_column("'transfer'")
"""Written out, so that the index of transfers alone is used."""


def reversed_ids(session: Session, ids: Collection[int]) -> frozenset[int]:
    """Which of the entries are reversed now; one whose reversal was itself reversed stands again."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    wanted: Collection[int] = ids
    while wanted:
        found: list[int] = []
        for part in _parts(sorted(wanted)):
            statement = select(Entry.id, Entry.corrects_id).where(Entry.corrects_id.in_(part))
            for reversal, corrected in session.execute(statement):
                children[corrected or 0].append(reversal)
                found.append(reversal)
        wanted = found

    def is_reversed(entry: int) -> bool:
        return any(not is_reversed(one) for one in children.get(entry, ()))

    return frozenset(one for one in ids if is_reversed(one))


def restored_on(session: Session, ids: Collection[int]) -> date | None:
    """The last day on which one of the entries was reversed or stood again; ``None`` where none ever was."""
    days: list[date] = []
    wanted: Collection[int] = ids
    while wanted:
        found: list[int] = []
        for part in _parts(sorted(wanted)):
            statement = select(Entry.id, Entry.effective_on).where(Entry.corrects_id.in_(part))
            for reversal, day in session.execute(statement):
                found.append(reversal)
                days.append(day)
        wanted = found
    return max(days, default=None)


def standing_of_lines(session: Session, lines: Collection[int]) -> list[Entry]:
    """The entries by which the money of receipt lines stands on accounts now, in the order they were made."""
    rows: list[Entry] = []
    for part in _parts(sorted(lines)):
        statement = select(Entry).where(
            Entry.receipt_line_id.in_(part), Entry.kind != EntryKind.REVERSAL.value
        )
        rows += session.scalars(statement.order_by(Entry.id))
    gone = reversed_ids(session, [row.id for row in rows])
    return [row for row in rows if row.id not in gone]


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a part of a receipt line's money stands: on an account, or still unidentified where it has none."""

    line_id: int
    account_id: int | None
    account: str
    amount: Decimal
    bill_id: int | None = None


def moved_places(session: Session, receipts: Collection[int] | None = None) -> dict[int, list[Placed]]:
    """Where the money of lines stands that was moved after it came, by line; other lines stand where they came to."""
    statement = (
        select(Entry.id, Entry.receipt_line_id, Entry.account_id, Account.number, Entry.amount, Entry.bill_id)
        .join(Account, Account.id == Entry.account_id)
        .where(Entry.kind == _TRANSFER, Entry.receipt_line_id.is_not(None))
        .order_by(Entry.id)
    )
    if receipts is not None:
        lines = select(ReceiptLine.id).where(ReceiptLine.receipt_id.in_(receipts))
        statement = statement.where(Entry.receipt_line_id.in_(lines))
    rows = session.execute(statement).all()
    gone = reversed_ids(session, [row[0] for row in rows])
    found: defaultdict[int, list[Placed]] = defaultdict(list)
    for entry, line, account_id, account, amount, bill in rows:
        if entry not in gone and line is not None:
            found[line].append(Placed(line, account_id, account, -amount, bill))
    return dict(found)


def held_in_suspense(session: Session, lines: Collection[int] | None = None) -> dict[int, Decimal]:
    """What of each unidentified line is still held, by line; lines with nothing left are left out."""
    statement = select(SuspenseEntry.receipt_line_id, SuspenseEntry.amount)
    if lines is not None:
        statement = statement.where(SuspenseEntry.receipt_line_id.in_(lines))
    held: defaultdict[int, Decimal] = defaultdict(lambda: ZERO)
    for line, amount in session.execute(statement):
        held[line] += amount
    return {line: amount for line, amount in held.items() if amount}


def postmarks(session: Session, accounts: Collection[int]) -> dict[int, date]:
    """The postmark of the mail that an entry's money came in, by entry; entries without one are left out."""
    statement = (
        select(Entry.id, Receipt.postmark)
        .join(ReceiptLine, ReceiptLine.id == Entry.receipt_line_id)
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .where(Entry.account_id.in_(accounts), Receipt.postmark.is_not(None))
    )
    return {entry: day for entry, day in session.execute(statement) if day is not None}


def _parts(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (ids[start : start + _STEP] for start in range(0, len(ids), _STEP))
