"""The statement of an account: every entry between two dates with the balance after each."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.documents.pdf.kit import (
    Block,
    Column,
    Grid,
    LetterDocument,
    Letterhead,
    Pairs,
    Para,
    bold,
    letter_pdf,
)
from sewerdesk.documents.pdf.text import long_date, short_date
from sewerdesk.documents.pdf.window import STANDARD, EnvelopeProfile
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO, format_money


@dataclass(frozen=True, slots=True)
class StatementEntry:
    """An entry of the account: what it was, its document, and its signed amount (a payment is negative)."""

    day: date
    text: str
    document: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class AccountStatement:
    """All that a statement prints. ``aging`` gives the unpaid parts by age; they sum to the closing balance."""

    statement_no: str
    account: str
    owner: str
    address: tuple[str, ...]
    service_address: str
    tax_map_no: str
    first_day: date
    last_day: date
    opening: Decimal
    entries: tuple[StatementEntry, ...]
    closing: Decimal
    aging: tuple[tuple[str, Decimal], ...] = ()
    note: str = ""

    def check_sums(self) -> None:
        """``UserError`` unless opening balance and entries, and the ages, each sum to the closing balance."""
        sums = [self.opening + sum((entry.amount for entry in self.entries), ZERO)]
        if self.aging:
            sums.append(sum((amount for _, amount in self.aging), ZERO))
        for amount in sums:
            if amount != self.closing:
                raise UserError(
                    f"The statement of account {self.account} does not add up: {format_money(amount)} against "
                    f"a balance of {format_money(self.closing)}. Run the account's checks before you print."
                )


_COLUMNS = (
    Column("Date", 0.95),
    Column("Entry", 2.25),
    Column("Document", 1.25),
    Column("Amount", 1.0, "right"),
    Column("Balance", 1.05, "right"),
)


def account_statement_pdf(
    statement: AccountStatement,
    *,
    letterhead: Letterhead,
    envelope: EnvelopeProfile = STANDARD,
    version: str = "1",
    printed: str = "",
    mark: str = "",
) -> bytes:
    """The statement as a letter for a window envelope. ``UserError`` names an account that does not add up.

    ``mark`` stands at the head of each page of one that was not issued.
    """
    statement.check_sums()
    document = LetterDocument(
        title=f"Statement of account {statement.account}",
        document_no=statement.statement_no,
        letterhead=letterhead,
        body=tuple(_body(statement)),
        template="account-statement",
        version=version,
        printed=printed,
        reference=(
            ("Account no.", statement.account),
            ("Statement date", short_date(statement.last_day)),
            ("Balance", f"${format_money(statement.closing)}"),
        ),
        recipient=statement.address,
        envelope=envelope,
        headline="Statement of account",
        mark=mark,
    )
    return letter_pdf(document)


def _body(statement: AccountStatement) -> Iterator[Block]:
    span = f"{long_date(statement.first_day)} to {long_date(statement.last_day)}"
    yield Pairs(
        (
            ("Owner", statement.owner),
            ("Service address", statement.service_address),
            ("Tax map no.", statement.tax_map_no),
            ("Period", span),
        )
    )
    yield Grid(_COLUMNS, tuple(_rows(statement)), ("", "Balance", "", "", format_money(statement.closing)))
    if statement.aging:
        columns = tuple(Column(label, 6.5 / len(statement.aging), "right") for label, _ in statement.aging)
        yield Grid(columns, (tuple(format_money(amount) for _, amount in statement.aging),))
    if statement.closing <= ZERO:
        yield Para((bold("Nothing is owed."),))
    if statement.note:
        yield Para(statement.note)


def _rows(statement: AccountStatement) -> Iterator[tuple[str, ...]]:
    balance = statement.opening
    yield (short_date(statement.first_day), "Balance brought forward", "", "", format_money(balance))
    for entry in statement.entries:
        balance += entry.amount
        yield (
            short_date(entry.day),
            entry.text,
            entry.document,
            format_money(entry.amount),
            format_money(balance),
        )
