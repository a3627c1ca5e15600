"""The sewer connection permit: a certificate for the site, with its clocks, conditions and sign-off box.

Drawn to measure. It is one page for an ordinary permit; long conditions go on to further pages.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from sewerdesk.documents.letters import Rendered
from sewerdesk.documents.pdf.application import SIGN_OFFS, FeeLine
from sewerdesk.documents.pdf.legal import long_date, sourced, weekday_date
from sewerdesk.documents.pdf.letterhead import Letterhead
from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.money import format_money
from sewerdesk.domain.notices import Signer, SourcedText

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.sheet import Sheet, SheetHead

_LEGAL_PARTS = ("inspection", "boundary", "falsification", "transfer")


@dataclass(frozen=True, slots=True)
class PermitLimit:
    """A clock of the permit: what must be done, its deadline with the rule, and what follows if it is not."""

    title: str
    deadline: Deadline
    consequence: str


@dataclass(frozen=True, slots=True)
class PermitPaper:
    """A whole permit.

    ``wording`` is the rendered ``connection-permit`` letter; its optional parts (who keeps which pipe, false
    statements, transfer) are there only where the law pack has them. ``units`` is the number of EDU as text,
    ``installer`` the law's word for whoever does the work.
    """

    number: str
    wording: Rendered
    permit_class: str
    issued_on: date
    property_address: str
    print_key: str
    owner: str
    contractor: str
    work: str
    pipe: str
    units: str
    limits: tuple[PermitLimit, ...]
    conditions: tuple[SourcedText, ...]
    fees: tuple[FeeLine, ...]
    signer: Signer
    contractor_phone: str = ""
    installer: str = "Contractor"
    tap_location: str = ""
    sign_offs: tuple[str, ...] = SIGN_OFFS
    printed: str = ""


def permit_pdf(paper: PermitPaper, *, letterhead: Letterhead, mark: str = "") -> bytes:
    """The PDF of a permit; ``UserError`` names a character that cannot be printed."""
    from sewerdesk.documents.pdf.sheet import Sheet

    measured = Sheet(_head(paper), letterhead, mark=mark)
    _draw(measured, paper)
    final = Sheet(_head(paper), letterhead, mark=mark, pages=measured.page)
    _draw(final, paper)
    return final.finish()


def _head(paper: PermitPaper) -> "SheetHead":
    from sewerdesk.documents.pdf.sheet import SheetHead

    return SheetHead(
        title=paper.wording.title,
        number=paper.number,
        reference=(
            ("Permit no.", paper.number),
            ("Issued", long_date(paper.issued_on)),
            ("Class", paper.permit_class),
            ("Tax map no.", paper.print_key),
        ),
        template=paper.wording.mark,
        printed=paper.printed,
    )


def _draw(sheet: "Sheet", paper: PermitPaper) -> None:
    sheet.title(paper.wording.title, barcode=paper.number)
    sheet.boxes(
        tuple(
            (limit.title, weekday_date(limit.deadline.effective), _limit_words(limit))
            for limit in paper.limits
        )
    )
    sheet.paragraph(paper.wording.text("grant"))
    sheet.pairs(_facts(paper))
    if paper.conditions:
        sheet.heading("Conditions")
        sheet.numbered(tuple(sourced(condition.text, condition.source) for condition in paper.conditions))
    sheet.signature(paper.signer.name, paper.signer.title, paper.signer.phone)
    sheet.heading("Inspections")
    sheet.fill_in_table(("Stage", "Date", "Inspector", "Result"), paper.sign_offs)
    for part in paper.wording.paragraphs:
        if part.part in _LEGAL_PARTS:
            sheet.small(part.heading, part.text)


def _limit_words(limit: PermitLimit) -> str:
    """How the day was counted (with the raw day where it moved), the section, and what follows."""
    deadline = limit.deadline
    counted = deadline.sentence.rstrip(".")
    return f"{counted[:1].upper()}{counted[1:]} ({deadline.citation}). {limit.consequence}"


def _facts(paper: PermitPaper) -> tuple[tuple[str, str], ...]:
    contractor = ", ".join(part for part in (paper.contractor, paper.contractor_phone) if part.strip())
    rows = (
        ("Property", f"{paper.property_address}, tax map no. {paper.print_key}"),
        ("Owner", paper.owner),
        (paper.installer, contractor),
        ("Work permitted", paper.work),
        ("Pipe", paper.pipe),
        ("Connection at", paper.tap_location),
        ("Units (EDU)", paper.units),
        ("Fees paid", _fees(paper.fees)),
    )
    return tuple(row for row in rows if row[1].strip())


def _fees(fees: tuple[FeeLine, ...]) -> str:
    if not fees:
        return ""
    total = format_money(sum((fee.amount for fee in fees), Decimal(0)))
    lines = "; ".join(f"{fee.label} ${format_money(fee.amount)}, receipt {fee.receipt}" for fee in fees)
    return f"{lines}. Total ${total}" if len(fees) > 1 else lines
