"""A plain letter of the office in a window envelope: receipt of an application, notice of lapsing insurance."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from sewerdesk.documents.letters import Rendered
from sewerdesk.documents.pdf.kit import (
    Action,
    ActionBox,
    Block,
    Grid,
    Heading,
    LetterDocument,
    Letterhead,
    Para,
    Signature,
    Together,
    letter_pdf,
)
from sewerdesk.documents.pdf.legal import long_date
from sewerdesk.documents.pdf.window import STANDARD, EnvelopeProfile
from sewerdesk.domain.notices import Signer

_SHORT_TABLE = 10
"""Up to so many rows a table stays on one page with what introduces it."""


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What the reader is asked to do, by when, and how the day was found; printed in a box at the top."""

    what: str
    by: date
    rule: str = ""


@dataclass(frozen=True, slots=True)
class OfficeLetter:
    """A letter with its words. ``tables`` maps a part of the wording to the table that follows it."""

    number: str
    wording: Rendered
    dated: date
    recipient: tuple[str, ...]
    re_lines: tuple[str, ...]
    signer: Signer
    reference: tuple[tuple[str, str], ...] = ()
    asked: tuple[AskedFor, ...] = ()
    tables: tuple[tuple[str, Grid], ...] = ()
    enclosures: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    printed: str = ""


def office_letter_pdf(
    letter: OfficeLetter, *, letterhead: Letterhead, envelope: EnvelopeProfile = STANDARD, mark: str = ""
) -> bytes:
    """The PDF of a letter.

    ``ValueError`` if a table belongs to a part that the wording does not have; ``UserError`` names an address
    that does not fit or a character that cannot be printed.
    """
    for part, _table in letter.tables:
        if not letter.wording.has(part):
            raise ValueError(f"the letter {letter.wording.template_id} has no part {part!r} for a table")
    return letter_pdf(
        LetterDocument(
            title=letter.wording.title,
            document_no=letter.number,
            letterhead=letterhead,
            headline=letter.wording.title,
            template=letter.wording.template_id,
            version=f"v{letter.wording.version}",
            printed=letter.printed,
            envelope=envelope,
            mark=mark,
            reference=(
                ("Letter no.", letter.number),
                ("Date", long_date(letter.dated)),
                *letter.reference,
                *(("Answer by", long_date(asked.by)) for asked in letter.asked[:1]),
            ),
            recipient=letter.recipient,
            re_lines=letter.re_lines,
            body=tuple(_body(letter)),
            enclosures=letter.enclosures,
            copies=letter.copies,
        )
    )


def _body(letter: OfficeLetter) -> Iterator[Block]:
    if letter.asked:
        rule = " ".join(asked.rule for asked in letter.asked if asked.rule.strip())
        yield ActionBox(tuple(Action(asked.what, long_date(asked.by)) for asked in letter.asked), note=rule)
    tables = dict(letter.tables)
    for paragraph in letter.wording.paragraphs:
        heading = (Heading(paragraph.heading),) if paragraph.heading else ()
        table = tables.get(paragraph.part)
        blocks: tuple[Block, ...] = (*heading, Para(paragraph.text), *(() if table is None else (table,)))
        if table is not None and len(table.rows) <= _SHORT_TABLE:
            yield Together(blocks)
        else:
            yield from blocks
    signer = letter.signer
    yield Signature(signer.name, signer.title, phone=signer.phone)
