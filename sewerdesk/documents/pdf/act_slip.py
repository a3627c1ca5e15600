"""The numbered slip of a change of an account: an adjustment, a write-off, or the voucher of a refund.

It says what was changed, why, who asked and who approved it, and has room for the signatures that it still needs.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.documents.pdf.kit import (
    Block,
    Column,
    FillIns,
    Grid,
    LetterDocument,
    Letterhead,
    Pairs,
    Para,
    Together,
    letter_pdf,
)
from sewerdesk.documents.pdf.legal import long_date, pair_rows
from sewerdesk.domain.money import format_money

_COLUMNS = (
    Column("Account", 1.1),
    Column("What is changed", 2.9),
    Column("Code", 0.9),
    Column("Amount", 1.6, "right"),
)


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One entry of the slip; ``amount`` below zero lowers what is owed."""

    account: str
    text: str
    charge_code: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class ActSlip:
    """All that a slip prints; ``pairs`` are the facts above the table, ``blanks`` what is filled in by hand."""

    title: str
    number: str
    dated: date
    lead: str
    pairs: tuple[tuple[str, str], ...]
    lines: tuple[SlipLine, ...]
    blanks: tuple[str, ...]
    template: str
    version: str
    printed: str = ""
    mark: str = ""

    @property
    def total(self) -> Decimal:
        """The sum of its lines."""
        return sum((line.amount for line in self.lines), Decimal("0.00"))


def act_slip_pdf(slip: ActSlip, *, letterhead: Letterhead) -> bytes:
    """The PDF of a slip; ``UserError`` names a character that cannot be printed."""
    return letter_pdf(
        LetterDocument(
            title=slip.title,
            document_no=slip.number,
            letterhead=letterhead,
            headline=slip.title,
            template=slip.template,
            version=slip.version,
            printed=slip.printed,
            mark=slip.mark,
            reference=(("Slip no.", slip.number), ("Date of effect", long_date(slip.dated))),
            body=_body(slip),
        )
    )


def _body(slip: ActSlip) -> tuple[Block, ...]:
    rows = tuple(
        (line.account, line.text, line.charge_code, format_money(line.amount)) for line in slip.lines
    )
    return (
        Para(slip.lead),
        Pairs(pair_rows(*slip.pairs)),
        Grid(_COLUMNS, rows, total=("Total", "", "", format_money(slip.total))),
        *((Together((FillIns(slip.blanks),)),) if slip.blanks else ()),
    )
