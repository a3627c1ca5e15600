"""The slip with which a permit and its plans go to the municipal clerk's office, and that office's receipt."""

from dataclasses import dataclass
from datetime import date

from sewerdesk.documents.letters import Rendered
from sewerdesk.documents.pdf.kit import (
    Action,
    ActionBox,
    Block,
    FillIns,
    Heading,
    LetterDocument,
    Letterhead,
    Pairs,
    Para,
    Together,
    letter_pdf,
)
from sewerdesk.documents.pdf.legal import long_date, pair_rows


@dataclass(frozen=True, slots=True)
class FilingSlip:
    """What is filed, by whom, where and until when; ``wording`` is the rendered ``permit-filing-slip``."""

    number: str
    wording: Rendered
    permit_no: str
    issued_on: date
    file_by: date
    clerk_office: str
    property_address: str
    print_key: str
    owner: str
    applicant: str
    printed: str = ""


def filing_slip_pdf(slip: FilingSlip, *, letterhead: Letterhead, mark: str = "") -> bytes:
    """The PDF of the slip; ``UserError`` names a character that cannot be printed."""
    words = slip.wording
    return letter_pdf(
        LetterDocument(
            title=words.title,
            document_no=slip.number,
            letterhead=letterhead,
            headline=words.title,
            template=words.template_id,
            version=f"v{words.version}",
            printed=slip.printed,
            mark=mark,
            reference=(
                ("Permit no.", slip.permit_no),
                ("Issued", long_date(slip.issued_on)),
                ("Tax map no.", slip.print_key),
                ("File by", long_date(slip.file_by)),
            ),
            body=_body(slip),
        )
    )


def _body(slip: FilingSlip) -> tuple[Block, ...]:
    """What to do by when, what is filed, and the receipt that the clerk fills in."""
    words = slip.wording
    receipt = next(paragraph for paragraph in words.paragraphs if paragraph.part == "receipt")
    filing = Action(f"File the permit and its plans in the {slip.clerk_office}", long_date(slip.file_by))
    return (
        ActionBox((filing,), note=words.text("rule")),
        Pairs(
            pair_rows(
                ("Property", f"{slip.property_address}, tax map no. {slip.print_key}"),
                ("Owner", slip.owner),
                ("Applicant", slip.applicant),
                ("Filed with this slip", words.text("contents")),
            )
        ),
        Para(words.text("duty")),
        Together(
            (
                Heading(receipt.heading),
                Para(receipt.text),
                FillIns(("Date received", "Book and page, or file no.", "Received by", "Title")),
            )
        ),
    )
