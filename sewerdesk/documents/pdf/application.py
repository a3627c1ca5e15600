"""The application for a sewer connection as it was taken, with the applicant's certification."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.documents.letters import Rendered
from sewerdesk.documents.pdf.kit import (
    Block,
    Column,
    FillIns,
    Grid,
    Heading,
    LetterDocument,
    Letterhead,
    Numbered,
    Pairs,
    Para,
    Together,
    letter_pdf,
)
from sewerdesk.documents.pdf.legal import cell_rows, long_date, pair_rows
from sewerdesk.domain.money import format_money

_FEES = (Column("Fee", 3.0), Column("Amount", 1.0, "right"), Column("", 0.3), Column("Receipt", 2.2))
_PAPERS = (Column("Paper", 4.4), Column("Received", 2.1))
_CERTIFIED = ("certify", "use", "comply", "notice", "falsification")


@dataclass(frozen=True, slots=True)
class FormSection:
    """A group of the form: its title and its answers; an empty answer is not printed."""

    title: str
    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class FeeLine:
    """A fee in dollars and cents, with the number of the receipt or what is still open."""

    label: str
    amount: Decimal
    receipt: str


@dataclass(frozen=True, slots=True)
class AttachmentLine:
    """A paper that belongs to the application and the day on which it came, as words."""

    label: str
    received: str


@dataclass(frozen=True, slots=True)
class ApplicationPaper:
    """An application as taken. ``wording`` is the rendered ``connection-application`` letter."""

    number: str
    wording: Rendered
    received_on: date
    received_by: str
    permit_class: str
    work_type: str
    property_address: str
    print_key: str
    owner: str
    applicant: str
    capacity: str
    sections: tuple[FormSection, ...]
    fees: tuple[FeeLine, ...] = ()
    attachments: tuple[AttachmentLine, ...] = ()
    office_lines: tuple[str, ...] = ("Complete on", "Reviewed by", "Approved or denied", "Permit no.")
    printed: str = ""


def application_pdf(paper: ApplicationPaper, *, letterhead: Letterhead, mark: str = "") -> bytes:
    """The PDF of an application; ``UserError`` names a character that cannot be printed."""
    return letter_pdf(
        LetterDocument(
            title=paper.wording.title,
            document_no=paper.number,
            letterhead=letterhead,
            headline=paper.wording.title,
            template=paper.wording.template_id,
            version=f"v{paper.wording.version}",
            printed=paper.printed,
            mark=mark,
            reference=(
                ("Application no.", paper.number),
                ("Received", long_date(paper.received_on)),
                ("Class", paper.permit_class),
                ("Tax map no.", paper.print_key),
            ),
            body=tuple(_body(paper)),
        )
    )


def _body(paper: ApplicationPaper) -> Iterator[Block]:
    yield Pairs(
        pair_rows(
            ("Property", f"{paper.property_address}, tax map no. {paper.print_key}"),
            ("Owner", paper.owner),
            ("Applicant", f"{paper.applicant}, {paper.capacity}"),
            ("Class and work", f"{paper.permit_class}; {paper.work_type}"),
            ("Received by", paper.received_by),
        )
    )
    yield Para(paper.wording.text("request"))
    for section in paper.sections:
        rows = pair_rows(*section.rows)
        if rows:
            yield Heading(section.title)
            yield Pairs(rows)
    if paper.fees:
        yield Heading("Fees")
        yield _fees(paper.fees)
    if paper.attachments:
        yield Heading("Papers")
        rows_of = [cell_rows(item.label, item.received or "not yet") for item in paper.attachments]
        yield Grid(_PAPERS, tuple(line for row in rows_of for line in row))
    yield _certification(paper)
    yield Together((Heading("For the office"), FillIns(paper.office_lines, columns=2)))


def _fees(fees: tuple[FeeLine, ...]) -> Grid:
    rows = [cell_rows(fee.label, format_money(fee.amount), "", fee.receipt or "not paid") for fee in fees]
    total = sum((fee.amount for fee in fees), Decimal(0))
    return Grid(
        _FEES, tuple(line for row in rows for line in row), total=("Total", format_money(total), "", "")
    )


def _certification(paper: ApplicationPaper) -> Together:
    sentences = tuple(paper.wording.text(part) for part in _CERTIFIED if paper.wording.has(part))
    return Together(
        (
            Heading("Certification"),
            Numbered(sentences),
            FillIns(("Signature of the applicant", "Name in print", "Date"), columns=3),
        )
    )
