"""Draws the sheets of :mod:`sewerdesk.documents.pdf.receipt`."""

from collections.abc import Sequence

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.letterhead import Letterhead
from sewerdesk.documents.pdf.pen import Pen
from sewerdesk.documents.pdf.receipt import PaidFor, Receipt
from sewerdesk.documents.pdf.text import clean
from sewerdesk.documents.pdf.window import Rect
from sewerdesk.documents.pdf.words import amount_in_words
from sewerdesk.domain.money import format_money

HALF = 5.5
ROWS = 8
_LEFT, _RIGHT = 0.75, 7.75
_STEP = 0.18
_NAME = pen.Style(fonts.SEMIBOLD, 12, 15)


def draw_receipts(
    receipts: Sequence[Receipt], *, letterhead: Letterhead, template: str, copies: tuple[str, str]
) -> bytes:
    """All receipts, one sheet or more each, both copies on every sheet."""
    title = f"Receipt {receipts[0].receipt_no}" if len(receipts) == 1 else "Receipts"
    canvas, buffer = pen.open_canvas(title=title, author=letterhead.municipality, subject=template)
    for receipt in receipts:
        parts = [receipt.paid_for[n : n + ROWS] for n in range(0, len(receipt.paid_for), ROWS)] or [()]
        for number, part in enumerate(parts, 1):
            out = Pen(canvas, record=f"receipt {receipt.receipt_no}")
            foot = f"{receipt.receipt_no} \u00b7 page {number} of {len(parts)} \u00b7 {template}"
            for half, copy in enumerate(copies):
                top = half * HALF
                _draw_head(out, receipt, letterhead, top)
                _draw_facts(out, receipt, top)
                _draw_parts(out, receipt, part, top, last=number == len(parts))
                _draw_foot(out, receipt, top)
                out.text(_LEFT, top + 5.22, foot, pen.FOOT)
                out.text(_RIGHT, top + 5.22, copy, pen.FOOT, align="right")
            out.dashes(0.0, HALF, 8.5)
            out.done()
            canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _draw_head(out: Pen, receipt: Receipt, head: Letterhead, top: float) -> None:
    out.fitted(_LEFT, top + 0.55, head.municipality, _NAME, 4.0)
    lines = (
        head.department,
        " \u00b7 ".join(head.address),
        " \u00b7 ".join(x for x in (head.phone, head.hours) if x),
    )
    y = top + 0.72
    for line in lines:
        if line:
            out.fitted(_LEFT, y, line, pen.SMALL, 4.2)
            y += 0.14
    out.text(_RIGHT, top + 0.55, "Receipt", pen.HEADING, align="right")
    out.text(_RIGHT, top + 0.75, receipt.receipt_no, pen.VALUE, align="right")
    out.text(_RIGHT, top + 0.92, receipt.received_at, pen.SMALL, align="right")
    out.accent_rule(_LEFT, top + 1.2, _RIGHT)


def _draw_facts(out: Pen, receipt: Receipt, top: float) -> None:
    out.text(_LEFT, top + 1.42, "Received from", pen.LABEL)
    out.fitted(_LEFT, top + 1.6, receipt.received_from, _NAME, 4.4)
    words = fonts.wrap(
        clean(amount_in_words(receipt.amount)), pen.TABLE.font, pen.TABLE.size, 4.4 * pen.POINTS
    )
    out.lines(_LEFT, top + 1.83, words, pen.TABLE)
    box = Rect(5.5, top + 1.34, _RIGHT, top + 2.02)
    out.box(box, fill=pen.TINT_GRAY, stroke=0.35, width=0.8)
    out.text(_RIGHT - 0.12, top + 1.66, f"${format_money(receipt.amount)}", pen.AMOUNT, align="right")
    out.fitted(_RIGHT - 0.12, top + 1.9, receipt.method, pen.TABLE, 2.0, align="right")
    if receipt.void_reason:
        out.fitted(5.4, top + 1.6, "VOID", pen.Style(fonts.BOLD, 22, 24), 0.9, align="right")


def _draw_parts(out: Pen, receipt: Receipt, part: Sequence[PaidFor], top: float, *, last: bool) -> None:
    y = top + 2.36
    for x, label in ((_LEFT, "Account"), (2.0, "For")):
        out.text(x, y, label, pen.LABEL)
    out.text(_RIGHT, y, "Amount", pen.LABEL, align="right")
    out.rule(_LEFT, y + 0.05, _RIGHT, y + 0.05, gray=0.0, width=0.7)
    y += 0.05
    for row in part:
        y += _STEP
        out.fitted(_LEFT, y, row.account, pen.TABLE, 1.2)
        out.fitted(2.0, y, row.text, pen.TABLE, 4.7)
        out.text(_RIGHT, y, format_money(row.amount), pen.TABLE, align="right")
    if not last:
        out.text(_LEFT, y + _STEP + 0.04, "Continued on the next page", pen.LABEL)
        return
    out.rule(6.7, y + 0.07, _RIGHT, y + 0.07, gray=0.35)
    y += 0.24
    out.text(6.6, y, "Received", pen.TABLE_BOLD, align="right")
    out.text(_RIGHT, y, format_money(receipt.amount), pen.TABLE_BOLD, align="right")
    if receipt.balance_after is not None:
        out.text(6.6, y + _STEP, "Balance now", pen.TABLE, align="right")
        out.text(_RIGHT, y + _STEP, format_money(receipt.balance_after), pen.TABLE, align="right")


def _draw_foot(out: Pen, receipt: Receipt, top: float) -> None:
    y = top + 4.85
    if receipt.void_reason:
        out.fitted(_LEFT, y - 0.3, f"This receipt is void: {receipt.void_reason}", pen.BODY_BOLD, 7.0)
    elif receipt.note:
        out.fitted(_LEFT, y - 0.3, receipt.note, pen.SMALL, 4.0)
    out.rule(_LEFT, y, 4.0, y, gray=0.0)
    out.fitted(_LEFT, y + 0.14, f"Received by {clean(receipt.received_by)}", pen.LABEL, 3.2)
