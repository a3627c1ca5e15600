"""The application for a sewer connection as it was taken, with the applicant's certification.

Where the law makes the approved application the permit, the same paper is printed with the approval, the permit's
number and what the permit says; there is then no other certificate.
"""

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
    Signature,
    Together,
    letter_pdf,
)
from sewerdesk.documents.pdf.legal import cell_rows, long_date, pair_rows, sourced
from sewerdesk.domain.money import format_money
from sewerdesk.domain.notices import Signer, SourcedText

_FEES = (Column("Fee", 3.0), Column("Amount", 1.0, "right"), Column("", 0.3), Column("Receipt", 2.2))
_PAPERS = (Column("Paper", 4.4), Column("Received", 2.1))
_CERTIFIED = ("certify", "use", "comply", "notice", "falsification")
_STAGES = (Column("Stage", 1.9), Column("Date", 1.1), Column("Inspector", 1.9), Column("Result", 1.6))
_LEGAL = ("inspection", "boundary", "renewal", "transfer")
SIGN_OFFS = ("Tap or connection", "Pipe and bedding", "Test", "Final")


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
class ApprovalBlock:
    """What makes an application the permit. ``wording`` is the rendered ``approved-application`` letter.

    ``limits`` are the permit's own terms (what and by when, how it was counted); ``endings`` what ends it by itself.
    """

    wording: Rendered
    permit_no: str
    issued_on: date
    signer: Signer
    contractor: str = ""
    limits: tuple[tuple[str, str], ...] = ()
    endings: tuple[SourcedText, ...] = ()
    conditions: tuple[SourcedText, ...] = ()


@dataclass(frozen=True, slots=True)
class ApplicationPaper:
    """An application as taken. ``wording`` is the rendered ``connection-application`` letter.

    ``certified`` says who signed it when, for a paper that is printed after that; with ``approval`` it is the permit.
    """

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
    certified: str = ""
    approval: ApprovalBlock | None = None


def application_pdf(paper: ApplicationPaper, *, letterhead: Letterhead, mark: str = "") -> bytes:
    """The PDF of an application; ``UserError`` names a character that cannot be printed."""
    approval = paper.approval
    wording = paper.wording if approval is None else approval.wording
    number = paper.number if approval is None else approval.permit_no
    return letter_pdf(
        LetterDocument(
            title=wording.title,
            document_no=number,
            letterhead=letterhead,
            headline=wording.title,
            template=wording.template_id,
            version=f"v{wording.version}",
            printed=paper.printed,
            mark=mark,
            reference=_reference(paper),
            body=tuple(_body(paper)),
        )
    )


def _reference(paper: ApplicationPaper) -> tuple[tuple[str, str], ...]:
    approval = paper.approval
    permit = (
        ()
        if approval is None
        else (("Permit no.", approval.permit_no), ("Issued", long_date(approval.issued_on)))
    )
    return (
        *permit,
        ("Application no.", paper.number),
        ("Received", long_date(paper.received_on)),
        ("Class", paper.permit_class),
        ("Tax map no.", paper.print_key),
    )


def _body(paper: ApplicationPaper) -> Iterator[Block]:
    if paper.approval is not None:
        yield from _approval(paper.approval)
        yield Heading("The application")
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
    if paper.approval is None:
        yield Together((Heading("For the office"), FillIns(paper.office_lines, columns=2)))
    else:
        yield from _legal(paper.approval)


def _approval(approval: ApprovalBlock) -> Iterator[Block]:
    """The front of a permit: what it is, its terms, what ends it, its conditions, who signed, the inspections."""
    wording = approval.wording
    yield Para(wording.text("approval"))
    if approval.contractor:
        yield Pairs(pair_rows(("Work done by", approval.contractor)))
    if approval.limits:
        yield Heading("Terms")
        yield Pairs(tuple(row for limit in approval.limits for row in pair_rows(limit)))
    if approval.endings:
        yield Together(
            (
                Heading("What ends this permit by itself"),
                Numbered(tuple(sourced(one.text, one.source) for one in approval.endings)),
            )
        )
    if approval.conditions:
        yield Heading("Conditions")
        yield Numbered(tuple(sourced(one.text, one.source) for one in approval.conditions))
    yield Signature(approval.signer.name, approval.signer.title, approval.signer.phone, dated=True)
    stages = tuple((stage, "", "", "") for stage in SIGN_OFFS)
    yield Together((Heading("Inspections"), Grid(_STAGES, stages)))


def _legal(approval: ApprovalBlock) -> Iterator[Block]:
    for part in approval.wording.paragraphs:
        if part.part in _LEGAL:
            yield Together((Heading(part.heading), Para(part.text)))


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
            FillIns(("Signature of the applicant", "Name in print", "Date"), columns=3)
            if paper.approval is None or not paper.certified
            else Para(f"{paper.certified}."),
        )
    )
