"""The parts that all bills of a run share, drawn once and shown under each: head, frames, labels, remit-to."""

from typing import TYPE_CHECKING

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.letterhead import MARGIN, draw_letterhead
from sewerdesk.documents.pdf.pen import Pen
from sewerdesk.documents.pdf.text import clean
from sewerdesk.documents.pdf.window import PAGE_HEIGHT, RETURN_WINDOW, Rect, window_address
from sewerdesk.domain.errors import UserError

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

    from sewerdesk.documents.pdf.bill import BillSettings

FORM = "bill"
LEFT, RIGHT = 0.5, 8.0
SUMMARY_LEFT, SUMMARY_RIGHT = 5.5, 8.0
SUMMARY_ROWS = (0.96, 1.14, 1.32)
FACTS_TOP = 3.95
BODY_TOP = 4.42
COLUMN_GAP_LEFT, COLUMN_GAP_RIGHT = 5.0, 5.3
AMOUNT_BOX_LEFT = 5.0
UNPAID_HEIGHT = 0.5
AMOUNT_BOX_STEP = 0.31


class BillForm:
    """Draws the static form and knows where its zones lie, in inches from the top of the page."""

    def __init__(self, canvas: "Canvas", settings: "BillSettings") -> None:
        self.stub_top = PAGE_HEIGHT - settings.stub_height
        self.footer_baseline = self.stub_top - 0.1
        self.unpaid_top = self.stub_top - UNPAID_HEIGHT - 0.22
        self.body_bottom = self.unpaid_top - 0.1
        self.facts_baseline = FACTS_TOP + 0.32
        self._settings = settings
        canvas.beginForm(FORM)
        out = Pen(canvas, record="the head of the bills")
        self._head(out)
        self._body(out)
        self._stub(out)
        out.done()
        canvas.endForm()

    def _head(self, out: Pen) -> None:
        settings = self._settings
        left = MARGIN if settings.letterhead.seal else LEFT
        draw_letterhead(out, settings.letterhead, settings.envelope, left=left, contacts=False)
        out.text(SUMMARY_LEFT + 0.12, 0.72, "Sewer bill", pen.HEADING)
        out.box(Rect(SUMMARY_LEFT, 1.43, SUMMARY_RIGHT, 2.2), fill=pen.TINT_GRAY)
        out.box(Rect(SUMMARY_LEFT, 0.5, SUMMARY_RIGHT, 2.2), stroke=0.35, width=0.8)
        for y, label in zip(SUMMARY_ROWS, ("Account no.", "Bill no.", "Bill date"), strict=True):
            out.text(SUMMARY_LEFT + 0.12, y, label, pen.LABEL)
        out.fold_ticks(settings.envelope.fold, self.stub_top)
        self._where_to_pay(out)

    def _where_to_pay(self, out: Pen) -> None:
        settings = self._settings
        y = 2.56
        out.text(SUMMARY_LEFT, y, "Where to pay", pen.TABLE_BOLD)
        y += 0.165
        width = SUMMARY_RIGHT - SUMMARY_LEFT
        lines = list(settings.payment_options)
        if settings.envelope.sender is not None:  # the window leaves no room for these at the left
            lines += [settings.letterhead.reach, settings.letterhead.hours]
        for line in lines:
            y = out.block(SUMMARY_LEFT, y, clean(line), pen.SMALL, width) + 0.01
        if settings.emergency:
            y = out.block(SUMMARY_LEFT, max(y + 0.05, 3.4), clean(settings.emergency), pen.SMALL, width)
        if y > FACTS_TOP + 0.1:
            raise UserError("There are too many lines under Where to pay; shorten them in Settings, Bills.")

    def _body(self, out: Pen) -> None:
        band = Rect(LEFT, FACTS_TOP, RIGHT, FACTS_TOP + 0.42)
        out.box(band, fill=pen.TINT_GRAY)
        for x, label in ((0.6, "Service address"), (3.5, "Tax map no."), (5.4, "Billing period")):
            out.text(x, FACTS_TOP + 0.15, label, pen.LABEL)
        out.text(7.9, FACTS_TOP + 0.15, "Units", pen.LABEL, align="right")
        top = self.unpaid_top
        out.box(Rect(LEFT, top, RIGHT, top + UNPAID_HEIGHT), stroke=0.35, width=0.8)
        template = f"{self._settings.template} {self._settings.version}"
        tail = " \u00b7 ".join(clean(part) for part in (template, self._settings.printed) if part)
        out.text(RIGHT, self.footer_baseline, tail, pen.FOOT, align="right")

    def _stub(self, out: Pen) -> None:
        top = self.stub_top
        out.dashes(0.0, top, 8.5)
        out.text(LEFT, top + 0.14, "Detach here and return this part with your payment", pen.FOOT)
        head = self._settings.letterhead
        out.fitted(
            LEFT, top + 0.42, f"{clean(head.municipality)} \u00b7 Sewer bill payment", pen.BODY_BOLD, 4.2
        )
        labels = ("Account no.", "Bill no.", "Service address")
        for n, label in enumerate(labels):
            out.text(LEFT, top + 0.88 + 0.19 * n, label, pen.LABEL)
        payee = f"Make the check payable to {clean(self._settings.payee)} and write the account number on it."
        out.block(LEFT, top + 1.54, payee, pen.SMALL, 3.9)
        remit = window_address(self._settings.remit_to, RETURN_WINDOW.moved(top), record="the return address")
        out.address(remit, fonts.REGULAR)
        amounts = Rect(AMOUNT_BOX_LEFT, top + 0.2, RIGHT, top + 0.2 + 3 * AMOUNT_BOX_STEP)
        third = AMOUNT_BOX_STEP
        out.box(Rect(amounts.left, amounts.top, amounts.right, amounts.top + third), fill=pen.TINT_GRAY)
        out.box(amounts, stroke=0.0, width=0.9)
        for n in (1, 2):
            out.rule(amounts.left, amounts.top + n * third, amounts.right, amounts.top + n * third, gray=0.0)
