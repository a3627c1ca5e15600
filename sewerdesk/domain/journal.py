"""The receipts journal as plain lines: what each says, and what all of them together say of the money taken.

The journal alone gives every receipt with where its money stands: a later line of a receipt takes the place of the
earlier one. So the payments can be proved, or entered again, without the database.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO, format_money

HEADER = (
    "act",
    "receipt",
    "entered at",
    "received on",
    "payer",
    "paid by",
    "bank",
    "amount",
    "for",
    "batch",
    "who",
    "postmark",
    "stands",
    "reason",
)
FEE, UNIDENTIFIED = "fee", "unidentified"
"""How money is named that is on no account; account numbers are in capitals and cannot be taken for these."""
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


class JournalAct(StrEnum):
    """What happened to a receipt."""

    RECEIVED = "received"
    VOID = "void"
    CHANGED = "payment changed"
    MOVED = "moved"
    RETURNED = "returned"
    RESTORED = "restored"


@dataclass(frozen=True, slots=True)
class Stand:
    """A part of a receipt's money and where it stands: an account's number, a fee, or unidentified."""

    where: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class JournalReceipt:
    """A receipt as the journal knows it; ``stands`` is empty once it was voided or its check came back."""

    number: str
    received_on: date
    payer: str
    method: str
    bank: str
    amount: Decimal
    purpose: str
    batch: str
    actor: str
    stands: tuple[Stand, ...]
    postmark: date | None = None


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One act on a receipt with the receipt as it stood afterwards."""

    act: JournalAct
    at: datetime
    receipt: JournalReceipt
    reason: str = ""

    @property
    def day(self) -> date:
        """The day whose file it is in."""
        return self.at.astimezone().date()

    @property
    def key(self) -> tuple[str, str, str]:
        """What tells it from other lines, as written."""
        return self.act.value, self.receipt.number, _instant(self.at)

    @property
    def cells(self) -> tuple[str, ...]:
        """The line as written; text that a spreadsheet would take for a formula gets an apostrophe."""
        one = self.receipt
        texts = (
            self.act.value,
            one.number,
            _instant(self.at),
            one.received_on.isoformat(),
            one.payer,
            one.method,
            one.bank,
            format_money(one.amount),
            one.purpose,
            one.batch,
            one.actor,
            one.postmark.isoformat() if one.postmark else "",
            show_stands(one.stands),
            self.reason,
        )
        return tuple(plain_cell(text) for text in texts)


def plain_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def show_stands(stands: Iterable[Stand]) -> str:
    """Where money stands, as the journal writes it: ``00001042 182.00; unidentified 10.00``."""
    return "; ".join(f"{one.where} {one.amount:f}" for one in stands)


def read_line(cells: Sequence[str]) -> JournalLine:
    """A line as it was written; ``UserError`` where it is torn or was changed by hand."""
    if len(cells) != len(HEADER):
        raise UserError(f"A line of the journal has {len(cells)} cells in place of {len(HEADER)}.")
    texts = [
        cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA_STARTS) else cell for cell in cells
    ]
    act, number, at, received, payer, method, bank, amount, purpose, batch, actor, mark, stands, reason = (
        texts
    )
    try:
        receipt = JournalReceipt(
            number=number,
            received_on=date.fromisoformat(received),
            payer=payer,
            method=method,
            bank=bank,
            amount=Decimal(amount.replace(",", "")),
            purpose=purpose,
            batch=batch,
            actor=actor,
            stands=_read_stands(stands),
            postmark=date.fromisoformat(mark) if mark else None,
        )
        return JournalLine(JournalAct(act), datetime.fromisoformat(at), receipt, reason)
    except (ValueError, InvalidOperation) as error:
        raise UserError(
            f"A line of the journal for {number or 'no receipt'} cannot be read: {error}."
        ) from error


def _read_stands(text: str) -> tuple[Stand, ...]:
    stands = []
    for part in filter(None, (one.strip() for one in text.split(";"))):
        where, _, amount = part.rpartition(" ")
        stands.append(Stand(where, Decimal(amount)))
    return tuple(stands)


def latest_receipts(lines: Iterable[JournalLine]) -> dict[str, JournalLine]:
    """The last line of each receipt; of lines of one instant the one written later counts."""
    found: dict[str, JournalLine] = {}
    for line in sorted(lines, key=lambda one: one.at):
        found[line.receipt.number] = line
    return found


def paid_by_account(receipts: Iterable[JournalReceipt]) -> dict[str, Decimal]:
    """What the receipts come to on each account, fees and unidentified money apart."""
    sums: defaultdict[str, Decimal] = defaultdict(lambda: ZERO)
    for receipt in receipts:
        for stand in receipt.stands:
            sums[stand.where] += stand.amount
    return {where: amount for where, amount in sums.items() if amount}


def missing_of(
    wanted: Iterable[JournalLine], written: Iterable[tuple[str, str, str]]
) -> tuple[JournalLine, ...]:
    """The lines that were not written, each as often as it is missing."""
    left = Counter(written)
    missing = []
    for line in wanted:
        if left[line.key]:
            left[line.key] -= 1
        else:
            missing.append(line)
    return tuple(missing)


@dataclass(frozen=True, slots=True)
class RebuildReport:
    """What the journal alone gives beside what the books say."""

    receipts: int
    total: Decimal
    accounts: int
    findings: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether the journal gives the same receipts and payments."""
        return not self.findings


def compare_journal(
    journal: Mapping[str, JournalLine],
    books: Mapping[str, JournalReceipt],
    posted: Mapping[str, Decimal],
) -> RebuildReport:
    """Prove the books by the journal: each receipt, where its money stands, and the payments of each account.

    ``posted`` is what the ledger holds of receipts on each account, the fees and the unidentified money.
    """
    findings = []
    for number in sorted({*journal, *books}):
        line, book = journal.get(number), books.get(number)
        if line is None or book is None:
            where = "the journal" if line is None else "the books"
            findings.append(f"Receipt {number} is not in {where}.")
        else:
            findings += _differences(line.receipt, book)
    given = paid_by_account(line.receipt for line in journal.values())
    for where in sorted({*given, *posted}):
        first, second = given.get(where, ZERO), posted.get(where, ZERO)
        if first != second:
            findings.append(
                f"Payments on {where} come to {format_money(first)} by the journal and to {format_money(second)} "
                "by the books."
            )
    total = sum(given.values(), ZERO)
    return RebuildReport(len(journal), total, len(given), tuple(findings))


def _differences(line: JournalReceipt, book: JournalReceipt) -> list[str]:
    pairs = (
        ("the day received", line.received_on.isoformat(), book.received_on.isoformat()),
        ("the payer", line.payer, book.payer),
        ("how it was paid", line.method, book.method),
        ("the amount", format_money(line.amount), format_money(book.amount)),
        ("where its money stands", show_stands(line.stands), show_stands(book.stands)),
    )
    return [
        f"Receipt {book.number}: {what} is “{first}” by the journal and “{second}” by the books."
        for what, first, second in pairs
        if first != second
    ]


def _instant(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
