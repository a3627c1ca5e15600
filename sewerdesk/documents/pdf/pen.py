"""Drawing on a Letter page in inches from its top left corner, over the PDF engine's canvas.

A :class:`Pen` gathers the text of a page in one text object and draws it over the shapes when the page is
finished. :func:`open_canvas` sets what every file of the office has: title, author, language, no scaling on
printing, and the same bytes for the same data.
"""

import io
from dataclasses import dataclass
from typing import Literal

from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from sewerdesk.documents.pdf import fonts
from sewerdesk.documents.pdf.text import clean
from sewerdesk.documents.pdf.window import PAGE_HEIGHT, PAGE_WIDTH, PlacedAddress, Rect
from sewerdesk.domain.errors import UserError

Align = Literal["left", "right", "center"]
POINTS = 72.0
SMALLEST = 6.0


@dataclass(frozen=True, slots=True)
class Style:
    """A step of the type scale: font, size and leading in points, gray (0 black to 1 white)."""

    font: str
    size: float
    leading: float
    gray: float = 0.0


TITLE = Style(fonts.SEMIBOLD, 18, 22)
HEADING = Style(fonts.SEMIBOLD, 13, 16)
BODY = Style(fonts.REGULAR, 11, 13.5)
BODY_BOLD = Style(fonts.SEMIBOLD, 11, 13.5)
TABLE = Style(fonts.REGULAR, 9.5, 12.5)
TABLE_BOLD = Style(fonts.SEMIBOLD, 9.5, 12.5)
VALUE = Style(fonts.SEMIBOLD, 10, 12.5)
LABEL = Style(fonts.REGULAR, 8, 10, 0.27)
SMALL = Style(fonts.REGULAR, 8, 10)
FOOT = Style(fonts.REGULAR, 7, 8.5, 0.27)
AMOUNT = Style(fonts.BOLD, 16, 20)
OCR = Style(fonts.OCR_A, fonts.OCR_SIZE, 14)

ACCENT = (0x0B / 255, 0x57 / 255, 0xA4 / 255)
HAIRLINE = 0.5
RULE_GRAY = 0.72
TINT_GRAY = 0.955


def open_canvas(*, title: str, author: str, subject: str = "") -> tuple[Canvas, io.BytesIO]:
    """A canvas for Letter paper and the buffer that its file goes to."""
    fonts.register_fonts()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(PAGE_WIDTH * POINTS, PAGE_HEIGHT * POINTS), invariant=1, lang="en-US")
    describe(canvas, title=title, author=author, subject=subject)
    return canvas, buffer


def describe(canvas: Canvas, *, title: str, author: str, subject: str = "") -> None:
    """Write the file's properties and ask viewers to print at actual size."""
    canvas.setTitle(clean(title))
    canvas.setAuthor(clean(author))
    canvas.setSubject(clean(subject))
    canvas.setCreator("Sewerdesk")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")


class Pen:
    """Draws one page (or one form of static parts); call :meth:`done` when the page is complete.

    All text is cleaned here and its glyphs checked; ``record`` is how a message names the paper.
    """

    def __init__(self, canvas: Canvas, *, record: str) -> None:
        self.canvas = canvas
        self.record = record
        self._said: list[str] = []
        self._text = canvas.beginText()
        self._font = ""
        self._size = 0.0
        self._gray = 0.0

    def text(
        self, x: float, y: float, text: str, style: Style, *, align: Align = "left", gray: float | None = None
    ) -> None:
        """Set one line; ``y`` is its baseline and ``x`` its left end, right end or middle."""
        text = self._checked(text)
        width = 0.0 if align == "left" else stringWidth(text, style.font, style.size)
        shade = style.gray if gray is None else gray
        self._set(_left(x, width, align), y, text, style, size=style.size, gray=shade)

    def fitted(
        self, x: float, y: float, text: str, style: Style, width: float, *, align: Align = "left"
    ) -> None:
        """Set one line within ``width`` inches, in smaller type if need be; cut with an ellipsis below 6 points."""
        text = self._checked(text)
        size, wide = style.size, stringWidth(text, style.font, style.size)
        if wide > width * POINTS:
            size = fonts.fit_size(text, style.font, size=size, smallest=SMALLEST, width=width * POINTS)
            text = fonts.elide(text, style.font, size, width * POINTS)
            wide = stringWidth(text, style.font, size)
        self._set(_left(x, wide, align), y, text, style, size=size, gray=style.gray)

    def _checked(self, text: str) -> str:
        """The text cleaned; unless it is plain ASCII its glyphs are checked when the page is done."""
        if text.isascii() and text.isprintable():
            return text
        text = clean(text)
        self._said.append(text)
        return text

    def _set(self, left: float, y: float, text: str, style: Style, *, size: float, gray: float) -> None:
        if not text:
            return
        out = self._text
        if gray != self._gray:
            out.setFillGray(gray)
            self._gray = gray
        if style.font != self._font or size != self._size:
            out.setFont(style.font, size, style.leading)
            self._font, self._size = style.font, size
        out.setTextOrigin(left, (PAGE_HEIGHT - y) * POINTS)
        out.textOut(text)

    def lines(self, x: float, y: float, lines: list[str] | tuple[str, ...], style: Style) -> float:
        """Set lines below each other; the first baseline at ``y``. Returns the next baseline."""
        for line in lines:
            self.text(x, y, line, style)
            y += style.leading / POINTS
        return y

    def block(self, x: float, y: float, text: str, style: Style, width: float) -> float:
        """Set a paragraph broken to ``width`` inches; returns the baseline after its last line."""
        return self.lines(x, y, fonts.wrap(text, style.font, style.size, width * POINTS), style)

    def address(self, placed: PlacedAddress, font: str = fonts.REGULAR) -> None:
        """Set an address as placed in its window."""
        self.lines(placed.x, placed.baseline, placed.lines, Style(font, placed.size, placed.leading))

    def rule(
        self, x0: float, y0: float, x1: float, y1: float, *, width: float = HAIRLINE, gray: float = RULE_GRAY
    ) -> None:
        """A straight line; ``width`` in points."""
        self.canvas.setStrokeGray(gray)
        self.canvas.setLineWidth(width)
        self.canvas.line(x0 * POINTS, (PAGE_HEIGHT - y0) * POINTS, x1 * POINTS, (PAGE_HEIGHT - y1) * POINTS)

    def accent_rule(self, x0: float, y: float, x1: float) -> None:
        """The one colored hairline of a page."""
        self.canvas.setStrokeColorRGB(*ACCENT)
        self.canvas.setLineWidth(1)
        self.canvas.line(x0 * POINTS, (PAGE_HEIGHT - y) * POINTS, x1 * POINTS, (PAGE_HEIGHT - y) * POINTS)

    def dashes(self, x0: float, y: float, x1: float) -> None:
        """A dashed line, for a perforation."""
        self.canvas.setDash(3, 3)
        self.rule(x0, y, x1, y, gray=0.4)
        self.canvas.setDash()

    def box(
        self, rect: Rect, *, fill: float | None = None, stroke: float | None = None, width: float = HAIRLINE
    ) -> None:
        """A rectangle filled and outlined in grays; either may be None."""
        if fill is not None:
            self.canvas.setFillGray(fill)
        if stroke is not None:
            self.canvas.setStrokeGray(stroke)
            self.canvas.setLineWidth(width)
        self.canvas.rect(
            rect.left * POINTS,
            (PAGE_HEIGHT - rect.bottom) * POINTS,
            (rect.right - rect.left) * POINTS,
            (rect.bottom - rect.top) * POINTS,
            stroke=int(stroke is not None),
            fill=int(fill is not None),
        )

    def image(self, data: bytes, rect: Rect) -> None:
        """A picture scaled to fit a rectangle, at its top right corner; never stretched.

        ``UserError`` if the data is no picture that can be printed.
        """
        try:
            reader = ImageReader(io.BytesIO(data))
        except (OSError, ValueError) as error:
            raise UserError(
                f"The picture on {self.record} cannot be read. Choose a PNG or JPEG file for the seal."
            ) from error
        pixels_wide, pixels_high = reader.getSize()
        scale = min((rect.right - rect.left) / pixels_wide, (rect.bottom - rect.top) / pixels_high)
        width, height = pixels_wide * scale, pixels_high * scale
        self.canvas.drawImage(
            reader,
            (rect.right - width) * POINTS,
            (PAGE_HEIGHT - rect.top - height) * POINTS,
            width * POINTS,
            height * POINTS,
            mask="auto",
        )

    def fold_ticks(self, *positions: float) -> None:
        """Short hairlines at the left edge where the page is folded."""
        for y in positions:
            self.rule(0.0, y, 0.15, y, gray=0.5)

    def done(self) -> None:
        """Draw the gathered text over the shapes. ``UserError`` names the record if a sign has no glyph."""
        if self._said:
            fonts.check_glyphs(self._said, record=self.record)
            self._said = []
        self.canvas.setFillGray(0)
        self.canvas.drawText(self._text)
        self._text = self.canvas.beginText()
        self._font, self._size, self._gray = "", 0.0, 0.0


def _left(x: float, width: float, align: Align) -> float:
    """Where a line begins, in points; ``x`` is in inches, ``width`` in points."""
    if align == "left":
        return x * POINTS
    return x * POINTS - (width if align == "right" else width / 2)
