"""Bills on postcards: four on a Letter sheet in landscape, address sides on the one page, bill sides on its back.

A card is 5.5 by 4.25 inches, the largest that goes at the single-piece card rate. The columns of the back are mirrored,
so that a sheet that is printed on both sides and cut has both sides of each bill together. Nothing is printed within
1/4 inch of a cut, in the place of the stamp or the permit (one inch square, top right), or in the lowest 5/8 inch of
the address side right of the first 3/4 inch, which the Postal Service's machines read.

A card says nothing of arrears or of the tax roll: everybody can read it. A bill that has more charges than fit, or
something to explain (a correction, a final bill), goes as a letter.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.bill import CREDIT_LINE, BillPage, BillSettings
from sewerdesk.documents.pdf.pen import Pen, Style
from sewerdesk.documents.pdf.text import clean, long_date, short_date
from sewerdesk.documents.pdf.window import PAGE_HEIGHT, PAGE_WIDTH, Rect
from sewerdesk.domain.money import ZERO, format_money

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

CARD_WIDTH, CARD_HEIGHT = 5.5, 4.25
ON_SHEET = 4
MOST_CHARGES = 5
MARGIN = 0.25
RIGHT = CARD_WIDTH - MARGIN
STAMP = Rect(RIGHT - 1.0, MARGIN, RIGHT, MARGIN + 1.0)
"""Where stamp or permit imprint goes; nothing prints here."""
READ_BY_MACHINE = Rect(CARD_WIDTH - 4.75, CARD_HEIGHT - 0.625, CARD_WIDTH, CARD_HEIGHT)
"""Where the Postal Service prints its own code; nothing prints here."""
ADDRESS = Rect(2.75, 1.9, RIGHT, 3.3)
MESSAGES = Rect(MARGIN, 1.2, 2.5, 3.5)

_ADDRESS_STYLE = Style(fonts.REGULAR, 10, 11.7)
_NAME = Style(fonts.SEMIBOLD, 10, 12)
_TEXT = Style(fonts.REGULAR, 8.5, 10.5)
_STRONG = Style(fonts.SEMIBOLD, 8.5, 10.5)
_TOTAL = Style(fonts.BOLD, 13, 15)
_STEP = 0.165
_ROWS_TOP = 1.5
_ADDRESS_LINES = 5


def fits_card(page: BillPage) -> bool:
    """Whether a bill fits a card: few charges, nothing to explain, and an address that fits."""
    wide = (ADDRESS.right - ADDRESS.left) * pen.POINTS
    return (
        len(page.charges) <= MOST_CHARGES
        and not page.heading
        and not page.carried
        and 0 < len(page.address) <= _ADDRESS_LINES
        and all(fonts.text_width(line, fonts.REGULAR, 8.0) <= wide for line in page.address)
    )


def postcards_pdf(
    pages: Sequence[BillPage], *, settings: BillSettings, progress: Callable[[int, int], None] | None = None
) -> bytes:
    """The cards of bills in the order given, two pages a sheet; ``progress`` may raise to stop.

    ``UserError`` names the bill that does not add up or whose text cannot be printed.
    """
    canvas, buffer = pen.open_canvas(
        title=settings.title, author=settings.letterhead.municipality, subject=f"{settings.template} cards"
    )
    canvas.setPageSize((PAGE_HEIGHT * pen.POINTS, PAGE_WIDTH * pen.POINTS))
    for start in range(0, len(pages), ON_SHEET):
        sheet = pages[start : start + ON_SHEET]
        for place, page in enumerate(sheet):
            page.check_sums()
            with _card(canvas, page, column=place % 2, row=place // 2) as out:
                _address_side(out, page, settings)
        canvas.showPage()
        for place, page in enumerate(sheet):
            with _card(canvas, page, column=1 - place % 2, row=place // 2) as out:
                _bill_side(out, page, settings)
        canvas.showPage()
        if progress is not None:
            progress(min(start + ON_SHEET, len(pages)), len(pages))
    canvas.save()
    return buffer.getvalue()


@contextmanager
def _card(canvas: "Canvas", page: BillPage, *, column: int, row: int) -> Iterator[Pen]:
    """A pen for one side of a card in its place on the sheet; a pen counts from the top of an upright page."""
    canvas.saveState()
    top = PAGE_WIDTH - row * CARD_HEIGHT
    canvas.translate(column * CARD_WIDTH * pen.POINTS, (top - PAGE_HEIGHT) * pen.POINTS)
    out = Pen(canvas, record=page.record)
    yield out
    out.done()
    canvas.restoreState()


def _address_side(out: Pen, page: BillPage, settings: BillSettings) -> None:
    head = settings.letterhead
    width = STAMP.left - MARGIN - 0.1
    out.fitted(MARGIN, 0.38, clean(head.municipality), _NAME, width)
    y = 0.53
    for line in (clean(head.department), *(clean(one) for one in head.address)):
        if line:
            out.fitted(MARGIN, y, line, _TEXT, width)
            y += 0.145
    y = MESSAGES.top + 0.11
    wide = (MESSAGES.right - MESSAGES.left) * pen.POINTS
    options = settings.payment_options
    # What an office wrote into its ways to pay is not said twice on so small a page.
    reach = [text for text in (head.reach, head.hours) if not any(text in option for option in options)]
    for text in (*page.messages, *options, *reach, settings.emergency):
        for line in fonts.wrap(clean(text), pen.SMALL.font, pen.SMALL.size, wide) if text else ():
            if y > MESSAGES.bottom:
                break
            out.text(MESSAGES.left, y, line, pen.SMALL)
            y += pen.SMALL.leading / pen.POINTS
        y += 0.04
    y = ADDRESS.top + 0.16
    for line in page.address:
        out.fitted(ADDRESS.left, y, line, _ADDRESS_STYLE, ADDRESS.right - ADDRESS.left)
        y += _ADDRESS_STYLE.leading / pen.POINTS


def _bill_side(out: Pen, page: BillPage, settings: BillSettings) -> None:
    out.fitted(MARGIN, 0.4, f"{clean(settings.letterhead.municipality)}: sewer bill", _NAME, 3.0)
    out.text(RIGHT, 0.4, page.bill_no, _TEXT, align="right")
    out.accent_rule(MARGIN, 0.48, RIGHT)
    period = f"{short_date(page.period_start)} to {short_date(page.period_end)}"
    facts = (("Account", page.account), ("Service at", page.service_address), ("Period", period))
    for place, (label, value) in enumerate((*facts, ("Readings", _readings(page)))):
        if value:
            out.text(MARGIN, 0.66 + place * _STEP, label, pen.LABEL)
            out.fitted(MARGIN + 0.7, 0.66 + place * _STEP, value, _STRONG, 2.2)
    _total(out, page)
    y = _ROWS_TOP
    for text, quantity, amount, strong in _rows(page):
        style = _STRONG if strong else _TEXT
        out.fitted(MARGIN, y, text, style, 2.9)
        out.fitted(4.4, y, quantity, _TEXT, 1.2, align="right")
        out.text(RIGHT, y, amount, style, align="right")
        y += _STEP
    out.rule(MARGIN, 3.52, RIGHT, 3.52)
    if not page.is_credit:
        out.fitted(
            MARGIN, 3.67, f"Pay to {clean(settings.payee)}. Bring or send this card.", _TEXT, RIGHT - MARGIN
        )
    if page.scan_line:
        out.text(RIGHT, 3.95, page.scan_line, pen.OCR, align="right")


def _total(out: Pen, page: BillPage) -> None:
    if page.is_credit:
        out.fitted(RIGHT, 0.82, CREDIT_LINE, _STRONG, 2.2, align="right")
        out.text(RIGHT, 1.04, format_money(page.total_due), _TOTAL, align="right")
        return
    out.text(RIGHT, 0.66, f"Due {long_date(page.due_date)}", _STRONG, align="right")
    out.text(RIGHT, 0.92, f"${format_money(page.total_due)}", _TOTAL, align="right")
    if page.after_due is not None:
        after = f"After {long_date(page.late_after)}: ${format_money(page.after_due)}"
        out.fitted(RIGHT, 1.14, after, _TEXT, 2.2, align="right")


def _readings(page: BillPage) -> str:
    """The first meter's dials and the use, as there is room for one line."""
    if not page.reads:
        return ""
    read = page.reads[0]
    marked = " (estimated)" if read.kind == "estimated" else ""
    return f"{read.previous} to {read.present}{marked}, {page.usage or read.usage}"


def _rows(page: BillPage) -> Iterator[tuple[str, str, str, bool]]:
    yield "Previous balance", "", format_money(page.previous_balance), False
    paid = sum((one.amount for one in page.payments), ZERO)
    if page.payments:
        yield "Payments, thank you", "", format_money(-paid), False
    adjusted = sum((one.amount for one in page.adjustments), ZERO)
    if page.adjustments:
        yield "Adjustments and other charges", "", format_money(adjusted), False
    yield "Balance forward", "", format_money(page.balance_forward), True
    for line in page.charges:
        rate = f"{line.quantity} at {line.rate}" if line.quantity and line.rate else line.quantity
        yield line.text, rate, format_money(line.amount), False
    yield "Current charges", "", format_money(page.current_charges), True
