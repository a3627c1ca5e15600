"""A certificate drawn to measure with the house's pen: it keeps the place on the page and turns pages."""

from dataclasses import dataclass

from reportlab.graphics.barcode.code128 import Code128

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.letterhead import (
    MARGIN,
    REFERENCE_LEFT,
    Letterhead,
    draw_letterhead,
    draw_reference,
)
from sewerdesk.documents.pdf.text import clean
from sewerdesk.documents.pdf.window import PAGE_WIDTH, Rect

RIGHT = PAGE_WIDTH - MARGIN
WIDTH = RIGHT - MARGIN
BOTTOM = 10.45
FOOTER = 10.6
TOP_LATER = 1.05
_BODY = pen.Style(fonts.REGULAR, 10, 12.75)
_BOLD = pen.Style(fonts.SEMIBOLD, 10, 12.75)
_HEADING = pen.Style(fonts.SEMIBOLD, 11.5, 14)
_CERTIFICATE = pen.Style(fonts.SEMIBOLD, 24, 28)
_DATE = pen.Style(fonts.SEMIBOLD, 13, 16)
_SMALL = pen.Style(fonts.REGULAR, 8.5, 10.75)
_SMALL_BOLD = pen.Style(fonts.SEMIBOLD, 8.5, 10.75)
_LABEL_WIDTH = 1.25
_MODULES = (0.94, 0.86, 0.79, 0.72)  # points; 0.013 down to 0.010 inch, what hand scanners read


@dataclass(frozen=True, slots=True)
class SheetHead:
    """What stands at the head and the foot of each page."""

    title: str
    number: str
    reference: tuple[tuple[str, str], ...]
    template: str
    printed: str = ""


class Sheet:
    """Pages of a certificate; ``pages`` is the number of pages, known after a first drawing to measure."""

    def __init__(self, head: SheetHead, letterhead: Letterhead, *, mark: str = "", pages: int = 0) -> None:
        self.head = head
        self.letterhead = letterhead
        self.mark = clean(mark)
        self.pages = pages
        self.page = 0
        self.canvas, self._buffer = pen.open_canvas(
            title=f"{head.title} {head.number}", author=letterhead.municipality, subject=head.template
        )
        self._pen = pen.Pen(self.canvas, record=clean(f"{head.title} {head.number}"))
        self.y = 0.0
        self._begin_page()

    def finish(self) -> bytes:
        """Close the last page and give the file."""
        self._end_page()
        self.canvas.save()
        return self._buffer.getvalue()

    def title(self, text: str, *, barcode: str) -> None:
        """The certificate's name in large type, its number as Code 128 at the right, and the accent line."""
        self._bars(barcode, Rect(REFERENCE_LEFT, self.y, RIGHT + MARGIN / 2, self.y + 0.4))
        self.y += 0.31
        self._pen.fitted(MARGIN, self.y, clean(text), _CERTIFICATE, REFERENCE_LEFT - MARGIN - 0.1)
        self.y += 0.24
        self._pen.accent_rule(MARGIN, self.y, RIGHT)
        self.y += 0.16

    def heading(self, text: str) -> None:
        """A heading that is never left alone at the foot of a page."""
        self._need(0.75)
        self.y += 0.22
        self._pen.text(MARGIN, self.y, clean(text), _HEADING)
        self.y += 0.07

    def paragraph(self, text: str) -> None:
        """A paragraph over the whole width."""
        self._flow(MARGIN, text, _BODY, WIDTH)
        self.y += 0.08

    def small(self, heading: str, text: str) -> None:
        """A paragraph of law in small type, its heading before it at the left."""
        lines = self._broken(text, _SMALL, WIDTH - _LABEL_WIDTH - 0.3)
        self._need(min(len(lines), 5) * _SMALL.leading / pen.POINTS)
        if heading:
            self._at_left(heading, _SMALL_BOLD, _LABEL_WIDTH + 0.25)
        self._flow(MARGIN + _LABEL_WIDTH + 0.3, text, _SMALL, WIDTH - _LABEL_WIDTH - 0.3)
        self.y += 0.055

    def pairs(self, rows: tuple[tuple[str, str], ...]) -> None:
        """Labels at the left, values at the right, hairlines between."""
        for number, (label, value) in enumerate(rows, start=1):
            self._need(0.4)
            self._at_left(label, pen.Style(fonts.REGULAR, 9.5, 12.75, 0.27), _LABEL_WIDTH)
            self._flow(MARGIN + _LABEL_WIDTH + 0.1, value, _BODY, WIDTH - _LABEL_WIDTH - 0.1)
            self.y += 0.045
            if number < len(rows):
                self._pen.rule(MARGIN, self.y, RIGHT, self.y, width=0.4)
            self.y += 0.015

    def numbered(self, items: tuple[str, ...]) -> None:
        """Numbered paragraphs."""
        for number, item in enumerate(items, start=1):
            self._need(0.2)
            self._at_left(f"{number}.", _BODY, 0.3)
            self._flow(MARGIN + 0.32, item, _BODY, WIDTH - 0.32)
            self.y += 0.035

    def boxes(self, items: tuple[tuple[str, str, str], ...]) -> None:
        """Side by side, two in a row: what must be done, the day in bold, and the rule that gives the day."""
        for start in range(0, len(items), 2):
            row = items[start : start + 2]
            width = (WIDTH - 0.16 * (len(row) - 1)) / len(row)
            words = [self._broken(text, _SMALL, width - 0.28) for _title, _day, text in row]
            height = 0.62 + max(len(lines) for lines in words) * _SMALL.leading / pen.POINTS
            self._need(height + 0.1)
            for place, ((title, day, _text), lines) in enumerate(zip(row, words, strict=True)):
                left = MARGIN + place * (width + 0.16)
                self._box(Rect(left, self.y, left + width, self.y + height), title, day, lines)
            self.y += height + 0.08

    def fill_in_table(self, columns: tuple[str, ...], rows: tuple[str, ...]) -> None:
        """A ruled table to fill in by hand; the first column is printed, the others are left open."""
        first = 1.7
        rest = (WIDTH - first) / (len(columns) - 1)
        height = 0.25
        self._need(0.25 + height * len(rows) + 0.1)
        self.y += 0.06
        top = self.y
        edges = [MARGIN, *(MARGIN + first + rest * n for n in range(len(columns)))]
        for edge, name in zip(edges, columns, strict=False):
            self._pen.text(edge + 0.06, self.y + 0.14, clean(name), pen.LABEL)
        self.y += 0.2
        for row in rows:
            self._pen.rule(MARGIN, self.y, RIGHT, self.y, gray=0.45)
            self._pen.fitted(MARGIN + 0.06, self.y + 0.17, clean(row), _BODY, first - 0.1)
            self.y += height
        for edge in edges:
            self._pen.rule(edge, top, edge, self.y, gray=0.45)
        self._pen.rule(MARGIN, top, RIGHT, top, gray=0.45)
        self._pen.rule(MARGIN, self.y, RIGHT, self.y, gray=0.45)
        self.y += 0.1

    def signature(self, name: str, title: str, phone: str) -> None:
        """Room to sign and to date, with the officer's name and title; never parted."""
        self._need(0.95)
        self.y += 0.47
        self._pen.rule(MARGIN, self.y, MARGIN + 3.2, self.y, width=0.6, gray=0)
        self._pen.rule(MARGIN + 3.6, self.y, MARGIN + 5.2, self.y, width=0.6, gray=0)
        self._pen.text(MARGIN + 3.6, self.y + 0.13, "Date", pen.LABEL)
        self._pen.fitted(MARGIN, self.y + 0.17, clean(name), _BOLD, 3.2)
        line = " \u00b7 ".join(part for part in (title, phone) if part.strip())
        self._pen.fitted(MARGIN, self.y + 0.33, clean(line), _BODY, WIDTH)
        self.y += 0.4

    def _box(self, rect: Rect, title: str, day: str, lines: list[str]) -> None:
        self._pen.box(rect, stroke=0, width=1.1)
        inner = rect.left + 0.14
        width = rect.right - rect.left - 0.28
        self._pen.fitted(inner, rect.top + 0.2, clean(title), _BODY, width)
        self._pen.fitted(inner, rect.top + 0.43, clean(day), _DATE, width)
        self._pen.lines(inner, rect.top + 0.62, lines, _SMALL)

    def _bars(self, number: str, rect: Rect) -> None:
        """Code 128 at the right edge, in the widest bars that fit, with the quiet zone to the left."""
        for module in _MODULES:
            bars = Code128(
                clean(number), barHeight=(rect.bottom - rect.top) * pen.POINTS, barWidth=module, quiet=0
            )
            if bars.width <= (rect.right - rect.left) * pen.POINTS - 0.5 * pen.POINTS:
                break
        bars.drawOn(self.canvas, (RIGHT * pen.POINTS) - bars.width, (11 - rect.bottom) * pen.POINTS)

    def _at_left(self, text: str, style: pen.Style, width: float) -> None:
        """A label on the line that the next flow begins with."""
        self._pen.fitted(MARGIN, self.y + style.leading / pen.POINTS, clean(text), style, width)

    def _flow(self, left: float, text: str, style: pen.Style, width: float) -> None:
        step = style.leading / pen.POINTS
        for line in self._broken(text, style, width):
            self._need(step)
            self.y += step
            self._pen.text(left, self.y, line, style)

    def _broken(self, text: str, style: pen.Style, width: float) -> list[str]:
        paragraphs = clean(text, keep_lines=True).split("\n")
        return [
            line
            for part in paragraphs
            for line in fonts.wrap(part, style.font, style.size, width * pen.POINTS)
        ]

    def _need(self, height: float) -> None:
        """Turn the page unless ``height`` inches are left."""
        if self.y + height > BOTTOM:
            self._end_page()
            self._begin_page()

    def _begin_page(self) -> None:
        self.page += 1
        if self.mark:
            self._pen.text(PAGE_WIDTH / 2, 0.32, clean(self.mark), pen.BODY_BOLD, align="center")
        if self.page == 1:
            draw_letterhead(self._pen, self.letterhead, None)
            self.y = max(1.4, draw_reference(self._pen, self.head.reference))
            return
        line = f"{self.letterhead.municipality} \u00b7 {self.head.title}"
        self._pen.fitted(MARGIN, 0.62, clean(line), pen.LABEL, 4.6)
        self._pen.text(RIGHT, 0.62, clean(self.head.number), pen.LABEL, align="right")
        self._pen.rule(MARGIN, 0.7, RIGHT, 0.7)
        self.y = TOP_LATER - 0.2

    def _end_page(self) -> None:
        self._pen.text(MARGIN, FOOTER, clean(self.head.number), pen.FOOT)
        count = f"page {self.page} of {self.pages or self.page}"
        self._pen.text(PAGE_WIDTH / 2, FOOTER, count, pen.FOOT, align="center")
        tail = " \u00b7 ".join(part for part in (self.head.template, self.head.printed) if part)
        self._pen.text(RIGHT, FOOTER, clean(tail), pen.FOOT, align="right")
        self._pen.done()
        self.canvas.showPage()
