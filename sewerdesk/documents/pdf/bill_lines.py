"""The statement of a bill: balance carried forward, charges, total; and the second page if they do not fit."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.bill import CARRIED_LINE, CREDIT_LINE, BillPage, BillSettings
from sewerdesk.documents.pdf.bill_form import BODY_TOP, COLUMN_GAP_LEFT, LEFT
from sewerdesk.documents.pdf.bill_usage import (
    MOST_READS,
    MOST_SIDE_LINES,
    has_side_messages,
    side_message_lines,
)
from sewerdesk.documents.pdf.pen import Pen
from sewerdesk.documents.pdf.text import clean, long_date, short_date
from sewerdesk.documents.pdf.window import PAGE_WIDTH, Rect
from sewerdesk.domain.money import format_money

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

STEPS = (0.13, 0.19)
"""The least and the greatest distance of two lines, inches."""

_QUANTITY, _RATE = 3.35, 4.22
_HEAD = 0.14
_BELOW_HEAD = 0.05
_GAP = 0.2
_MOST_BEFORE, _MOST_CHARGES = 6, 5
_SIZES = ((0.15, 9.5), (0.134, 9.0), (0.0, 8.5))
_MESSAGE_STEP = 0.14
_DETAIL_TOP, _DETAIL_BOTTOM, _DETAIL_STEP = 1.2, 10.2, 0.18


@dataclass(frozen=True, slots=True)
class _Row:
    text: str
    amount: str = ""
    quantity: str = ""
    rate: str = ""
    bold: bool = False
    rule: bool = False
    tint: bool = False


def _account_rows(page: BillPage) -> Iterator[_Row]:
    yield _Row("Previous balance", format_money(page.previous_balance))
    for payment in page.payments:
        yield _Row(_dated(payment.text, short_date(payment.day)), format_money(-payment.amount))
    for entry in page.adjustments:
        yield _Row(_dated(entry.text, short_date(entry.day)), format_money(entry.amount))


def _charge_rows(page: BillPage) -> Iterator[_Row]:
    for line in page.charges:
        yield _Row(line.text, format_money(line.amount), line.quantity, line.rate)


def _dated(text: str, day: str) -> str:
    return f"{text.rstrip('.')}, {day}"


def _forward(page: BillPage) -> _Row:
    return _Row("Balance forward", format_money(page.balance_forward), bold=True, rule=True)


def _current(page: BillPage) -> _Row:
    return _Row("Current charges", format_money(page.current_charges), bold=True, rule=True)


def _closing_rows(page: BillPage) -> Iterator[_Row]:
    if page.is_credit:
        yield _Row(CREDIT_LINE, format_money(page.total_due), bold=True, tint=True)
        return
    if page.carried:
        yield _Row(CARRIED_LINE, format_money(page.total_due), bold=True, tint=True)
        return
    due = long_date(page.due_date)
    yield _Row(f"Total due by {due}", format_money(page.total_due), bold=True, tint=True)
    if page.after_due is not None:
        yield _Row(f"If paid after {long_date(page.late_after)}", format_money(page.after_due))


def _rows(page: BillPage, *, detailed: bool) -> list[_Row]:
    before, charges = list(_account_rows(page)), list(_charge_rows(page))
    if detailed and len(before) > _MOST_BEFORE:
        before = [_Row("Balance, payments and adjustments: see page 2")]
    if detailed and len(charges) > _MOST_CHARGES:
        charges = [_Row(f"{len(page.charges)} charges: see page 2")]
    return [*before, _forward(page), *charges, _current(page), *_closing_rows(page)]


def _message_lines(page: BillPage) -> list[str]:
    if has_side_messages(page):
        return []
    width = (COLUMN_GAP_LEFT - LEFT) * pen.POINTS
    style = pen.SMALL
    return [line for text in page.messages for line in fonts.wrap(clean(text), style.font, style.size, width)]


def _heights(rows: list[_Row]) -> float:
    """Height of the rows in steps: each total stands a little off what it sums, and off what follows."""
    return len(rows) + 2 * _GAP * sum(1 for row in rows if row.rule)


def details_needed(page: BillPage, body_bottom: float) -> bool:
    """Whether something of the bill does not fit its page even in the smallest type."""
    messages = len(_message_lines(page)) * _MESSAGE_STEP
    height = _heights(_rows(page, detailed=False)) * STEPS[0] + messages + 0.08 * bool(messages)
    aside = has_side_messages(page) and len(side_message_lines(page)) > MOST_SIDE_LINES
    return aside or len(page.reads) > MOST_READS or height > body_bottom - BODY_TOP - _HEAD - _BELOW_HEAD


def draw_statement(out: Pen, page: BillPage, body_bottom: float, *, detailed: bool) -> None:
    """Draw the left column of the body, its rows as far apart as there is room, and the messages below."""
    rows, messages = _rows(page, detailed=detailed), _message_lines(page)
    whole = body_bottom - BODY_TOP - _HEAD - _BELOW_HEAD
    room = whole - len(messages) * _MESSAGE_STEP - 0.08
    if room < _heights(rows) * STEPS[0]:
        room, messages = whole, []
    step = min(STEPS[1], room / _heights(rows))
    size = next(size for least, size in _SIZES if step >= least)
    plain, strong = pen.Style(pen.TABLE.font, size, 12), pen.Style(pen.TABLE_BOLD.font, size, 12)
    y = BODY_TOP + _HEAD
    for x, label in ((_QUANTITY, "Quantity"), (_RATE, "Rate"), (COLUMN_GAP_LEFT, "Amount")):
        out.text(x, y, label, pen.LABEL, align="right")
    out.text(LEFT, y, "Your account", pen.LABEL)
    out.rule(LEFT, y + 0.05, COLUMN_GAP_LEFT, y + 0.05, gray=0.0, width=0.7)
    y += _BELOW_HEAD + step
    for row in rows:
        y += step * _GAP if row.rule else 0
        _draw_row(out, row, y, step, strong if row.bold else plain)
        y += step * (1 + _GAP) if row.rule else step
    y = body_bottom - (len(messages) - 1) * _MESSAGE_STEP
    for line in messages:
        out.text(LEFT, y, line, pen.SMALL)
        y += _MESSAGE_STEP


def _draw_row(out: Pen, row: _Row, y: float, step: float, style: pen.Style) -> None:
    if row.tint:
        out.box(Rect(LEFT - 0.05, y - 0.74 * step, COLUMN_GAP_LEFT + 0.05, y + 0.3 * step), fill=0.9)
    if row.rule:
        above = y - (style.size * fonts.CAP_HEIGHT + 2.2) / pen.POINTS
        out.rule(4.35, above, COLUMN_GAP_LEFT, above, gray=0.35)
    out.fitted(LEFT, y, row.text, style, 2.2 if row.quantity else 3.6)
    out.text(COLUMN_GAP_LEFT, y, row.amount, style, align="right")
    if row.quantity:
        out.fitted(_QUANTITY, y, row.quantity, style, 0.75, align="right")
    if row.rate:
        out.fitted(_RATE, y, row.rate, style, 0.8, align="right")


def _detail_parts(page: BillPage) -> list[list[_Row]]:
    """All lines, readings and messages of a bill, cut into pages."""
    rows = _rows(page, detailed=False)
    for read in page.reads:
        span = f"{short_date(read.previous_date)} to {short_date(read.present_date)}, {read.kind}"
        rows.append(_Row(f"Meter {read.meter}, {span}", read.usage, read.previous, read.present))
    rows += [_Row(line) for line in _message_lines(page) or side_message_lines(page)]
    a_page = int((_DETAIL_BOTTOM - _DETAIL_TOP) / _DETAIL_STEP)
    return [rows[start : start + a_page] for start in range(0, len(rows), a_page)]


def detail_pages(page: BillPage) -> int:
    """How many pages the details take."""
    return len(_detail_parts(page))


def draw_details(canvas: "Canvas", page: BillPage, settings: BillSettings) -> None:
    """The second page (and more, if need be): every line that the first one refers to."""
    parts = _detail_parts(page)
    style = pen.Style(pen.TABLE.font, 9.5, 12)
    for number, part in enumerate(parts, 2):
        out = Pen(canvas, record=page.record)
        out.text(LEFT, 0.7, settings.letterhead.municipality, pen.BODY_BOLD)
        out.text(8.0, 0.7, f"Account {page.account} \u00b7 {page.bill_no}", pen.BODY, align="right")
        out.rule(LEFT, 0.8, 8.0, 0.8)
        for x, label in ((5.2, "Quantity"), (6.6, "Rate"), (8.0, "Amount")):
            out.text(x, 1.0, label, pen.LABEL, align="right")
        for n, row in enumerate(part):
            y = _DETAIL_TOP + n * _DETAIL_STEP
            shown = pen.Style(pen.TABLE_BOLD.font, 9.5, 12) if row.bold else style
            out.fitted(LEFT, y, row.text, shown, 3.8 if row.amount else 7.5)
            for x, text in ((5.2, row.quantity), (6.6, row.rate), (8.0, row.amount)):
                out.text(x, y, text, shown, align="right")
        out.text(LEFT, 10.6, page.bill_no, pen.FOOT)
        out.text(PAGE_WIDTH / 2, 10.6, f"page {number} of {len(parts) + 1}", pen.FOOT, align="center")
        out.done()
        canvas.showPage()
