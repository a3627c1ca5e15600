"""The same bill twice without the program's kit: drawn by hand on a bare canvas, and as flowing text.

Both print the values of the same :class:`BillPage` with the same fonts, at the same places (by hand) or in the same
order (flowing). Neither fits what is too long, checks a glyph or a sum, or places an address by its window.
"""

import io
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, PageBreak, Paragraph, SimpleDocTemplate, Table

from sewerdesk.documents.pdf import barcode, fonts
from sewerdesk.documents.pdf.bill import BillPage, BillSettings, UsageBar

INCH = 72
FIRST_LINE = 72 * 6.219
STUB = 264.0
CODE_RIGHT, MODULE = 558.0, 0.828
Cells = tuple[str, str, str, str, bool]


def by_hand(pages: Iterable[BillPage], settings: BillSettings) -> bytes:
    """All bills drawn string by string over one form object."""
    fonts.register_fonts()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(612, 792), invariant=1)
    canvas.beginForm("static")
    _static(canvas, settings)
    canvas.endForm()
    for page in pages:
        canvas.doForm("static")
        _head(canvas, page)
        _statement(canvas, page)
        if page.reads:
            _usage(canvas, page)
        _stub(canvas, page)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def flowing(pages: Iterable[BillPage]) -> bytes:
    """All bills as paragraphs and tables, a page each."""
    fonts.register_fonts()
    style = ParagraphStyle("cell", fontName=fonts.REGULAR, fontSize=8, leading=9.5)
    story: list[Flowable] = []
    for page in pages:
        story += [Table([[Paragraph(cell, style) for cell in row] for row in _head_cells(page)])]
        story += [Paragraph(line, style) for line in page.address]
        rows = [[Paragraph(text, style) for text in row[:4]] for row in _rows(page)]
        story += [Table(rows), Paragraph(f"{page.penalty} {page.relevy}", style)]
        if page.reads:
            story += [Table([[Paragraph(cell, style) for cell in row] for row in _usage_cells(page)])]
        story += [Paragraph(page.scan_line, style), PageBreak()]
    buffer = io.BytesIO()
    SimpleDocTemplate(buffer, topMargin=20, bottomMargin=20, invariant=1).build(story)
    return buffer.getvalue()


def _static(canvas: Canvas, settings: BillSettings) -> None:
    head = settings.letterhead
    canvas.setFillGray(0.955)
    for left, bottom, width, height in (
        (396, 633.6, 180, 55.4),
        (36, 477.4, 540, 30.2),
        (360, 227.3, 216, 22.3),
    ):
        canvas.rect(left, bottom, width, height, stroke=0, fill=1)
    canvas.setStrokeGray(0.35)
    for left, bottom, width, height in (
        (396, 633.6, 180, 122.4),
        (36, 279.9, 540, 36),
        (360, 182.7, 216, 67),
    ):
        canvas.rect(left, bottom, width, height)
    canvas.setFillGray(0)
    canvas.setFont(fonts.SEMIBOLD, 14)
    canvas.drawString(36, 751.7, head.municipality)
    canvas.setFont(fonts.SEMIBOLD, 13)
    canvas.drawString(404.6, 740.2, "Sewer bill")
    canvas.setFont(fonts.REGULAR, 10)
    for n, line in enumerate(settings.remit_to):
        canvas.drawString(72, 93.3 - 11.7 * n, line)
    canvas.setFont(fonts.REGULAR, 8)
    canvas.drawString(36, 724.3, " · ".join(head.address))
    for n, line in enumerate(settings.payment_options):
        canvas.drawString(396, 595.8 - 10.7 * n, line)
    for x, y, label in (
        (404.6, 722.9, "Account no."),
        (404.6, 709.9, "Bill no."),
        (404.6, 697.0, "Bill date"),
        (43.2, 496.8, "Service address"),
        (252, 496.8, "Tax map no."),
        (388.8, 496.8, "Billing period"),
        (36, 200.7, "Account no."),
        (36, 187.0, "Bill no."),
        (36, 173.3, "Service address"),
        (36, 153.1, f"Make the check payable to {settings.payee} and write the account number on it."),
    ):
        canvas.drawString(x, y, label)


def _head(canvas: Canvas, page: BillPage) -> None:
    canvas.setFillGray(0)
    canvas.setFont(fonts.SEMIBOLD, 10)
    canvas.drawRightString(567.4, 722.9, page.account)
    canvas.drawRightString(567.4, 709.9, page.bill_no)
    canvas.drawRightString(567.4, 697.0, _day(page.bill_date))
    canvas.drawString(43.2, 484.6, page.service_address)
    canvas.drawString(252, 484.6, page.tax_map_no)
    canvas.drawString(388.8, 484.6, f"{_day(page.period_start)} to {_day(page.period_end)}")
    canvas.drawRightString(568.8, 484.6, page.units)
    canvas.setFont(fonts.REGULAR, 8)
    canvas.drawString(404.6, 669.6, "Due date")
    canvas.drawString(404.6, 645.8, "Total due")
    canvas.setFont(fonts.SEMIBOLD, 12)
    canvas.drawRightString(567.4, 668.9, _long(page.due_date))
    canvas.setFont(fonts.BOLD, 16)
    canvas.drawRightString(567.4, 644.4, "$" + _money(page.total_due))
    canvas.setFont(fonts.REGULAR, 10)
    for n, line in enumerate(page.address):
        canvas.drawString(72, 603.2 - 11.7 * n, line)


def _statement(canvas: Canvas, page: BillPage) -> None:
    canvas.setFont(fonts.REGULAR, 8)
    for x, label in ((241.2, "Quantity"), (303.8, "Rate"), (360, "Amount")):
        canvas.drawRightString(x, 463.7, label)
    canvas.drawString(36, 463.7, "Your account")
    canvas.line(36, 460.1, 360, 460.1)
    y = FIRST_LINE
    for text, quantity, rate, amount, strong in _rows(page):
        if strong:
            canvas.line(313.2, y + 8.5, 360, y + 8.5)
        canvas.setFont(fonts.SEMIBOLD if strong else fonts.REGULAR, 9.5)
        canvas.drawString(36, y, text)
        canvas.drawRightString(360, y, amount)
        if quantity:
            canvas.drawRightString(241.2, y, quantity)
        if rate:
            canvas.drawRightString(303.8, y, rate)
        y -= 12.4
    canvas.setFont(fonts.REGULAR, 8)
    for n, line in enumerate(page.messages):
        canvas.drawString(36, 323 - 10 * n, line)
    heading = "If you do not pay by the due date: "
    canvas.setFont(fonts.SEMIBOLD, 8.5)
    canvas.drawString(43.2, 300.5, heading)
    canvas.setFont(fonts.REGULAR, 8.5)
    for n, line in enumerate(_broken(f"{page.penalty} {page.relevy}", first=87, others=118)):
        canvas.drawString(166.4 if n == 0 else 43.2, 300.5 - 10.8 * n, line)


def _usage(canvas: Canvas, page: BillPage) -> None:
    canvas.setFont(fonts.REGULAR, 8)
    canvas.drawString(381.6, 463.7, "Meter")
    for x, label in ((453.6, "Previous"), (514.8, "Present"), (576, "Usage")):
        canvas.drawRightString(x, 463.7, label)
    canvas.line(381.6, 460.1, 576, 460.1)
    y = 451.1
    for read in page.reads:
        canvas.setFont(fonts.REGULAR, 8)
        canvas.drawString(381.6, y, read.meter)
        canvas.drawRightString(453.6, y, read.previous)
        canvas.drawRightString(514.8, y, read.present)
        canvas.setFont(fonts.SEMIBOLD, 8)
        canvas.drawRightString(576, y, read.usage)
        canvas.setFont(fonts.REGULAR, 6.5)
        canvas.drawRightString(453.6, y - 8.7, _day(read.previous_date))
        canvas.drawRightString(514.8, y - 8.7, f"{_day(read.present_date)} {read.kind}")
        y -= 19
    canvas.setFont(fonts.REGULAR, 8)
    canvas.drawString(381.6, y - 4, "Usage this quarter")
    canvas.drawRightString(576, y - 4, page.usage)
    canvas.drawString(381.6, y - 14.4, "Same quarter last year")
    canvas.drawRightString(576, y - 14.4, page.usage_last_year)
    canvas.drawString(381.6, y - 32.4, f"Usage by quarter, {page.usage_unit}")
    _bars(canvas, page.history)


def _bars(canvas: Canvas, bars: Sequence[UsageBar]) -> None:
    most = max((bar.usage or 0 for bar in bars), default=0) or 1
    canvas.setFont(fonts.REGULAR, 6.5)
    for n, bar in enumerate(bars):
        left = 381.6 + 24.3 * n
        canvas.drawCentredString(left + 12.15, 336, bar.label)
        if bar.usage is None:
            canvas.drawCentredString(left + 12.15, 346.1, "–")
            continue
        height = 42 * bar.usage / most
        canvas.drawCentredString(left + 12.15, 345.4 + height, f"{bar.usage:,}")
        canvas.setFillGray(0.2 if n == len(bars) - 1 else 0.72)
        canvas.rect(left + 3.6, 343.2, 17.1, height, stroke=0, fill=1)
        canvas.setFillGray(0)
    canvas.line(381.6, 343.2, 576, 343.2)


def _stub(canvas: Canvas, page: BillPage) -> None:
    canvas.setFont(fonts.REGULAR, 11)
    canvas.drawString(36, STUB - 46, page.owner)
    canvas.setFont(fonts.SEMIBOLD, 10)
    for n, value in enumerate((page.account, page.bill_no, page.service_address)):
        canvas.drawString(104.4, STUB - 63.4 - 13.7 * n, value)
    canvas.setFont(fonts.SEMIBOLD, 9.5)
    canvas.drawString(367.2, 234.5, f"Due by {_long(page.due_date)}")
    canvas.drawString(367.2, 189.9, "Amount enclosed")
    canvas.setFont(fonts.BOLD, 13)
    canvas.drawRightString(568.8, 233.8, "$" + _money(page.total_due))
    if page.after_due is not None:
        canvas.setFont(fonts.REGULAR, 9.5)
        canvas.drawString(367.2, 212.2, f"If paid after {_long(page.due_date)}")
        canvas.drawRightString(568.8, 212.2, "$" + _money(page.after_due))
    left = CODE_RIGHT - barcode.module_count(page.scan_line) * MODULE
    path = canvas.beginPath()
    for place, width in barcode.bars(page.scan_line):
        path.rect(left + place * MODULE, 140.2, width * MODULE, 32.4)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.setFont(fonts.REGULAR, 8)
    canvas.drawCentredString((left + CODE_RIGHT) / 2, STUB - 133.2, page.scan_line)
    canvas.setFont(fonts.OCR_A, fonts.OCR_SIZE)
    canvas.drawString(410.4, 39.6, page.scan_line)
    canvas.setFont(fonts.REGULAR, 7)
    canvas.drawString(36, 271.2, page.bill_no)
    canvas.drawCentredString(306, 271.2, "page 1 of 1")


def _rows(page: BillPage) -> Iterator[Cells]:
    """Text, quantity, rate and amount of each line of the account, and whether it is a sum."""
    yield "Previous balance", "", "", _money(page.previous_balance), False
    for payment in page.payments:
        yield f"{payment.text}, {_day(payment.day)}", "", "", _money(-payment.amount), False
    for entry in page.adjustments:
        yield f"{entry.text}, {_day(entry.day)}", "", "", _money(entry.amount), False
    yield "Balance forward", "", "", _money(page.balance_forward), True
    for line in page.charges:
        yield line.text, line.quantity, line.rate, _money(line.amount), False
    yield "Current charges", "", "", _money(page.current_charges), True
    yield f"Total due by {_long(page.due_date)}", "", "", _money(page.total_due), True
    if page.after_due is not None:
        yield f"If paid after {_long(page.due_date)}", "", "", _money(page.after_due), False


def _head_cells(page: BillPage) -> list[list[str]]:
    return [
        ["Account no.", page.account, "Bill no.", page.bill_no],
        ["Bill date", _day(page.bill_date), "Due date", _long(page.due_date)],
        ["Total due", "$" + _money(page.total_due), "Units", page.units],
        ["Service address", page.service_address, "Tax map no.", page.tax_map_no],
    ]


def _usage_cells(page: BillPage) -> list[list[str]]:
    reads = [[read.meter, read.previous, read.present, read.usage] for read in page.reads]
    bars = [[bar.label, "" if bar.usage is None else f"{bar.usage:,}", "", ""] for bar in page.history]
    return [*reads, ["This quarter", page.usage, "Last year", page.usage_last_year], *bars]


def _broken(text: str, *, first: int, others: int) -> Iterator[str]:
    """The text in lines of so many characters, without measuring."""
    yield text[:first]
    for start in range(first, len(text), others):
        yield text[start : start + others]


def _money(amount: Decimal) -> str:
    return f"{amount:,.2f}"


def _day(day: date) -> str:
    return f"{day.month:02d}/{day.day:02d}/{day.year}"


def _long(day: date) -> str:
    return f"{day:%B} {day.day}, {day.year}"
