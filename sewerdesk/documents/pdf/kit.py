"""Letters, notices, orders and certificates: say what the paper holds, get the bytes of its PDF.

A :class:`LetterDocument` is plain data: a letterhead, a reference block, an address for the envelope's window
and a body of blocks. :func:`letter_pdf` checks that every character can be printed and lays it out on US
Letter with page numbers and a footer. All text is plain; ``bold(...)`` inside a tuple is the only emphasis.
Bills and slips, which are drawn to measure, use :class:`sewerdesk.documents.pdf.pen.Pen` instead.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sewerdesk.documents.pdf.fonts import check_glyphs
from sewerdesk.documents.pdf.letterhead import Letterhead
from sewerdesk.documents.pdf.text import Rich, Span, bold, clean, plain
from sewerdesk.documents.pdf.window import STANDARD, EnvelopeProfile

__all__ = [
    "Action", "ActionBox", "Block", "Bullets", "Column", "FillIns", "Grid", "Heading", "LetterDocument",
    "Letterhead", "Numbered", "PageBreak", "Pairs", "Para", "Rich", "Signature", "Span", "Together", "bold",
    "letter_pdf",
]  # fmt: skip

Alignment: TypeAlias = Literal["left", "right", "center"]


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    text: Rich

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading inside the body; it never stands alone at the foot of a page."""

    text: str

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return (self.text,)


@dataclass(frozen=True, slots=True)
class Numbered:
    """Numbered paragraphs, as in an order; ``start`` continues an earlier list."""

    items: tuple[Rich, ...]
    start: int = 1

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return self.items


@dataclass(frozen=True, slots=True)
class Bullets:
    """A short list without order."""

    items: tuple[Rich, ...]

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return self.items


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two columns: what, and its value. ``label_width`` in inches."""

    rows: tuple[tuple[str, Rich], ...]
    label_width: float = 1.9

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return tuple(text for row in self.rows for text in row)


@dataclass(frozen=True, slots=True)
class FillIns:
    """Labels each followed by a ruled blank to be filled in by hand; ``columns`` of them side by side."""

    labels: tuple[str, ...]
    columns: int = 2

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return self.labels


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a grid: heading, width in inches, alignment of its cells."""

    title: str
    width: float
    align: Alignment = "left"


@dataclass(frozen=True, slots=True)
class Grid:
    """A table whose head repeats on every page; ``total`` is a last row set bold under a rule."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] | None = None
    empty: str = "None."

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return (
            *(column.title for column in self.columns),
            *(cell for row in (*self.rows, self.total or ()) for cell in row),
            self.empty,
        )


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that the reader must do, and by when."""

    what: Rich
    by: str


@dataclass(frozen=True, slots=True)
class ActionBox:
    """The box that says what the reader must do and by when; it stands whole on one page."""

    actions: tuple[Action, ...]
    title: str = "What you must do"
    by_title: str = "By when"
    note: Rich = ""

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return (self.title, self.by_title, self.note, *(t for a in self.actions for t in (a.what, a.by)))


@dataclass(frozen=True, slots=True)
class Signature:
    """Room to sign, the officer's name, title and phone; ``dated`` rules a line for the date beside it."""

    name: str
    title: str
    phone: str = ""
    by_order: str = ""
    closing: str = ""
    dated: bool = False
    image: bytes | None = None

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return (self.name, self.title, self.phone, self.by_order, self.closing)


@dataclass(frozen=True, slots=True)
class PageBreak:
    """What follows begins on a new page."""

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return ()


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that are not parted by the end of a page."""

    blocks: tuple["Block", ...]

    def texts(self) -> tuple[Rich, ...]:
        """All that is printed."""
        return tuple(text for block in self.blocks for text in block.texts())


Block: TypeAlias = (
    Para
    | Heading
    | Numbered
    | Bullets
    | Pairs
    | FillIns
    | Grid
    | ActionBox
    | Signature
    | PageBreak
    | Together
)


@dataclass(frozen=True, slots=True)
class LetterDocument:
    """Everything that a letter prints.

    ``title`` is the file's title and, with ``headline``, the first line of the body. ``template`` and
    ``version`` name the wording, ``printed`` is the date and time as text. ``mark`` (``DRAFT``) stands at the
    top of each page. Without ``recipient`` the body begins under the letterhead (forms and certificates).
    """

    title: str
    document_no: str
    letterhead: Letterhead
    body: tuple[Block, ...]
    template: str
    version: str
    printed: str = ""
    reference: tuple[tuple[str, str], ...] = ()
    recipient: tuple[str, ...] = ()
    envelope: EnvelopeProfile = STANDARD
    service_lines: tuple[str, ...] = ()
    re_lines: tuple[str, ...] = ()
    headline: str = ""
    enclosures: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    mark: str = ""

    @property
    def record(self) -> str:
        """How messages name this paper."""
        return f"{clean(self.title)} {clean(self.document_no)}".strip()


def letter_pdf(document: LetterDocument) -> bytes:
    """The PDF of a letter. ``UserError`` names the paper if a character or an address cannot be printed."""
    check_glyphs(list(letter_texts(document)), record=document.record)
    from sewerdesk.documents.pdf.flow import build_letter

    return build_letter(document)


def letter_texts(document: LetterDocument) -> Iterator[str]:
    """Every text of a letter, cleaned, in reading order."""
    yield from document.letterhead.texts()
    for label, value in document.reference:
        yield from (clean(label), clean(value))
    singles = (document.title, document.document_no, document.headline, document.mark, document.printed)
    groups = (
        document.recipient,
        document.service_lines,
        document.re_lines,
        document.enclosures,
        document.copies,
    )
    for text in (
        *singles,
        document.template,
        document.version,
        *(line for group in groups for line in group),
    ):
        yield clean(text, keep_lines=True)
    for block in document.body:
        for rich in block.texts():
            yield clean(plain(rich), keep_lines=True)
