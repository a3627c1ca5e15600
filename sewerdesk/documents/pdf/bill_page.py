"""Draws the pages of :mod:`sewerdesk.documents.pdf.bill`: what changes from bill to bill over one static form."""

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.bill import CARRIED_LINE, CREDIT_LINE, BillPage, BillSettings
from sewerdesk.documents.pdf.bill_form import (
    FORM,
    SUMMARY_LEFT,
    SUMMARY_RIGHT,
    SUMMARY_ROWS,
    UNPAID_HEIGHT,
    BillForm,
)
from sewerdesk.documents.pdf.bill_lines import detail_pages, details_needed, draw_details, draw_statement
from sewerdesk.documents.pdf.bill_stub import draw_stub
from sewerdesk.documents.pdf.bill_usage import draw_usage
from sewerdesk.documents.pdf.pen import Pen
from sewerdesk.documents.pdf.text import clean, long_date, short_date
from sewerdesk.documents.pdf.window import PAGE_WIDTH, window_address
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import format_money

_UNPAID_STYLES = ((2, pen.Style(pen.TABLE.font, 8.5, 10.8)), (3, pen.Style(pen.TABLE.font, 7.5, 9)))
_UNPAID_WIDTH = 7.3
_BIG_DATE = pen.Style(pen.VALUE.font, 12, 14)


class BillPrinter:
    """Gathers bills into one file."""

    def __init__(self, settings: BillSettings) -> None:
        self._settings = settings
        self._canvas, self._buffer = pen.open_canvas(
            title=settings.title, author=settings.letterhead.municipality, subject=settings.template
        )
        self._form = BillForm(self._canvas, settings)

    def add(self, page: BillPage) -> int:
        """Draw one bill and, if its lines do not fit, the pages that list them; returns how many pages it has."""
        canvas = self._canvas
        detailed = details_needed(page, self._form.body_bottom)
        out = Pen(canvas, record=page.record)
        canvas.doForm(FORM)
        _summary(out, page)
        out.address(window_address(page.address, self._settings.envelope.address, record=page.record))
        self._facts(out, page)
        draw_statement(out, page, self._form.body_bottom, detailed=detailed)
        draw_usage(out, page, self._form.body_bottom)
        self._unpaid(out, page)
        draw_stub(out, page, self._form.stub_top)
        count = 1 + (detail_pages(page) if detailed else 0)
        self._footer(out, page, count)
        out.done()
        canvas.showPage()
        if detailed:
            draw_details(canvas, page, self._settings)
        return count

    def finish(self) -> bytes:
        """The file's bytes."""
        self._canvas.save()
        return self._buffer.getvalue()

    def _facts(self, out: Pen, page: BillPage) -> None:
        """The band over the body: where, which parcel, which period."""
        period = f"{short_date(page.period_start)} to {short_date(page.period_end)}"
        y = self._form.facts_baseline
        out.fitted(0.6, y, page.service_address, pen.VALUE, 2.75)
        out.fitted(3.5, y, page.tax_map_no, pen.VALUE, 1.75)
        out.fitted(5.4, y, period, pen.VALUE, 1.75)
        out.fitted(7.9, y, page.units, pen.VALUE, 0.7, align="right")

    def _unpaid(self, out: Pen, page: BillPage) -> None:
        """What happens if the bill is not paid, in the penalty's and the relevy's own words."""
        top = self._form.unpaid_top
        heading = "You owe nothing. " if page.is_credit else "If you do not pay by the due date: "
        text = clean(" ".join(part for part in (page.penalty, page.relevy) if part))
        if page.is_credit:
            text = "A credit stays on your account."
        elif page.carried:
            heading, text = f"{CARRIED_LINE}. ", "No payment is asked for now."
        for most, style in _UNPAID_STYLES:
            strong = pen.Style(pen.TABLE_BOLD.font, style.size, style.leading)
            lines = _after_heading(heading, text, style, strong)
            if len(lines) <= most:
                block = (len(lines) - 1) * style.leading + style.size * fonts.CAP_HEIGHT
                y = top + UNPAID_HEIGHT / 2 + (style.size * fonts.CAP_HEIGHT - block / 2) / pen.POINTS
                out.text(0.6, y, heading, strong)
                out.text(
                    0.6 + fonts.text_width(heading, strong.font, strong.size) / pen.POINTS, y, lines[0], style
                )
                out.lines(0.6, y + style.leading / pen.POINTS, lines[1:], style)
                return
        raise UserError(
            f"The sentences on penalty and relevy are too long for {page.record}; shorten them in Settings, Bills."
        )

    def _footer(self, out: Pen, page: BillPage, count: int) -> None:
        y = self._form.footer_baseline
        out.text(0.5, y, page.bill_no, pen.FOOT)
        out.text(PAGE_WIDTH / 2, y, f"page 1 of {count}", pen.FOOT, align="center")


def _summary(out: Pen, page: BillPage) -> None:
    """Account, bill and dates at the right of the head, and the amount due large below them."""
    right = SUMMARY_RIGHT - 0.12
    if page.heading:
        out.fitted(right, 0.72, clean(page.heading), _BIG_DATE, 1.2, align="right")
    values = (page.account, page.bill_no, short_date(page.bill_date))
    for y, value in zip(SUMMARY_ROWS, values, strict=True):
        out.fitted(right, y, value, pen.VALUE, 1.5, align="right")
    if page.is_credit:
        out.text(right, 1.74, format_money(page.total_due), pen.AMOUNT, align="right")
        out.fitted((SUMMARY_LEFT + right) / 2 + 0.06, 2.02, CREDIT_LINE, _BIG_DATE, 2.3, align="center")
        return
    if page.carried:
        out.text(right, 1.71, CARRIED_LINE, pen.VALUE, align="right")
    else:
        out.text(SUMMARY_LEFT + 0.12, 1.7, "Due date", pen.SMALL)
        out.text(right, 1.71, long_date(page.due_date), _BIG_DATE, align="right")
    out.text(SUMMARY_LEFT + 0.12, 2.03, "Total due", pen.SMALL)
    out.text(right, 2.05, f"${format_money(page.total_due)}", pen.AMOUNT, align="right")
    if page.autopay:
        out.fitted(
            SUMMARY_LEFT, 2.36, f"DO NOT PAY: {page.autopay}", pen.TABLE_BOLD, SUMMARY_RIGHT - SUMMARY_LEFT
        )


def _after_heading(heading: str, text: str, style: pen.Style, strong: pen.Style) -> list[str]:
    """The lines of a text whose first line begins after a bold heading."""
    taken = fonts.text_width(heading, strong.font, strong.size)
    whole = _UNPAID_WIDTH * pen.POINTS
    first = fonts.wrap(text, style.font, style.size, whole - taken)[0]
    rest = text[len(first) :].strip()
    return [first, *(fonts.wrap(rest, style.font, style.size, whole) if rest else [])]
