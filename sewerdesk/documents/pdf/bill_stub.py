"""The payment stub: who pays what for which account, and the codes that the office scans."""

from sewerdesk.documents.pdf import barcode, fonts, pen
from sewerdesk.documents.pdf.bill import CARRIED_LINE, CREDIT_LINE, BillPage
from sewerdesk.documents.pdf.bill_form import AMOUNT_BOX_LEFT, AMOUNT_BOX_STEP, LEFT, RIGHT
from sewerdesk.documents.pdf.pen import POINTS, Pen
from sewerdesk.documents.pdf.text import long_date
from sewerdesk.documents.pdf.window import PAGE_HEIGHT
from sewerdesk.domain.money import format_money

MODULE = 0.0115
CODE_RIGHT = 7.75
SCAN_LEFT = 5.7
_VALUE_LEFT = 1.45
_AMOUNT = pen.Style(fonts.BOLD, 13, 15)


def draw_stub(out: Pen, page: BillPage, top: float) -> None:
    """Draw what changes on the stub, which begins at ``top`` inches."""
    out.fitted(LEFT, top + 0.64, page.owner, pen.BODY, 4.2)
    for n, value in enumerate((page.account, page.bill_no, page.service_address)):
        out.fitted(_VALUE_LEFT, top + 0.88 + 0.19 * n, value, pen.VALUE, 3.2)
    _amounts(out, page, top)
    if page.scan_line:
        draw_code(out, page.scan_line, top + 1.27, top + 1.72)
        middle = CODE_RIGHT - barcode.module_count(page.scan_line) * MODULE / 2
        out.text(middle, top + 1.85, page.scan_line, pen.SMALL, align="center")
        out.text(SCAN_LEFT, 10.45, page.scan_line, pen.OCR)


def _amounts(out: Pen, page: BillPage, top: float) -> None:
    due = long_date(page.due_date)
    left, right = AMOUNT_BOX_LEFT + 0.1, RIGHT - 0.1
    first = top + 0.41
    second, third = first + AMOUNT_BOX_STEP, first + 2 * AMOUNT_BOX_STEP
    if page.is_credit:
        out.fitted(left, first, CREDIT_LINE, pen.TABLE_BOLD, 2.0)
        out.text(right, first, format_money(page.total_due), _AMOUNT, align="right")
        return
    out.fitted(left, first, CARRIED_LINE if page.carried else f"Due by {due}", pen.TABLE_BOLD, 1.8)
    out.text(right, first + 0.01, f"${format_money(page.total_due)}", _AMOUNT, align="right")
    if page.carried:
        return
    if page.autopay:
        out.fitted(left, second, f"DO NOT PAY: {page.autopay}", pen.TABLE_BOLD, right - left)
        return
    if page.after_due is not None:
        out.fitted(left, second, f"If paid after {long_date(page.late_after)}", pen.TABLE, 1.9)
        out.text(right, second, f"${format_money(page.after_due)}", pen.TABLE, align="right")
    out.text(left, third, "Amount enclosed", pen.TABLE_BOLD)
    out.text(6.75, third, "$", pen.BODY_BOLD)


def draw_code(out: Pen, digits: str, top: float, bottom: float) -> None:
    """Draw the scan line as Code 128, ending at ``CODE_RIGHT``."""
    left = CODE_RIGHT - barcode.module_count(digits) * MODULE
    y = (PAGE_HEIGHT - bottom) * POINTS
    height = (bottom - top) * POINTS
    path = out.canvas.beginPath()
    for place, width in barcode.bars(digits):
        path.rect((left + place * MODULE) * POINTS, y, width * MODULE * POINTS, height)
    out.canvas.setFillGray(0)
    out.canvas.drawPath(path, stroke=0, fill=1)
