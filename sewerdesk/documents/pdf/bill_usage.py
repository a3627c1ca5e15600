"""The right column of a bill: readings, and the usage of eight quarters as bars."""

from dataclasses import dataclass

from sewerdesk.documents.pdf import pen
from sewerdesk.documents.pdf.bill import BillPage, UsageBar
from sewerdesk.documents.pdf.bill_form import BODY_TOP, COLUMN_GAP_RIGHT, RIGHT
from sewerdesk.documents.pdf.pen import Pen
from sewerdesk.documents.pdf.text import short_date
from sewerdesk.documents.pdf.window import Rect

_SMALL_BOLD = pen.Style(pen.TABLE_BOLD.font, 8, 10)
_BAR_LABEL = pen.Style(pen.SMALL.font, 6.5, 8)
_BAR_LABEL_BOLD = pen.Style(pen.TABLE_BOLD.font, 6.5, 8)
_STEP = 0.145
MOST_READS = 3
_TALLEST = 0.9
_QUARTERS = 8


def draw_usage(out: Pen, page: BillPage, body_bottom: float) -> None:
    """Draw the column from the top of the body; the bars grow down to ``body_bottom``."""
    y = BODY_TOP + 0.14
    if page.reads:
        y = _draw_reads(out, page, y)
    if page.history:
        _draw_chart(out, page, y, body_bottom)


def _draw_reads(out: Pen, page: BillPage, y: float) -> float:
    columns = ((6.3, "Previous"), (7.15, "Present"), (RIGHT, "Usage"))
    out.text(COLUMN_GAP_RIGHT, y, "Meter", pen.LABEL)
    for x, label in columns:
        out.text(x, y, label, pen.LABEL, align="right")
    out.rule(COLUMN_GAP_RIGHT, y + 0.05, RIGHT, y + 0.05, gray=0.0, width=0.7)
    shown = page.reads if len(page.reads) <= MOST_READS else page.reads[: MOST_READS - 1]
    for read in shown:
        y += 0.175
        out.fitted(COLUMN_GAP_RIGHT, y, read.meter, pen.SMALL, 0.5)
        out.text(6.3, y, read.previous, pen.SMALL, align="right")
        out.text(7.15, y, read.present, pen.SMALL, align="right")
        out.text(RIGHT, y, read.usage, _SMALL_BOLD, align="right")
        y += 0.12
        out.text(6.3, y, short_date(read.previous_date), _BAR_LABEL, align="right")
        out.fitted(7.15, y, f"{short_date(read.present_date)} {read.kind}", _BAR_LABEL, 0.8, align="right")
    if len(shown) < len(page.reads):
        y += 0.175
        out.text(
            COLUMN_GAP_RIGHT, y, f"and {len(page.reads) - len(shown)} more meters: see page 2", pen.SMALL
        )
    y += 0.2
    out.text(COLUMN_GAP_RIGHT, y, "Usage this quarter", pen.SMALL)
    out.text(RIGHT, y, page.usage, _SMALL_BOLD, align="right")
    if page.usage_last_year:
        y += _STEP
        out.text(COLUMN_GAP_RIGHT, y, "Same quarter last year", pen.SMALL)
        out.text(RIGHT, y, page.usage_last_year, pen.SMALL, align="right")
    return y + 0.25


@dataclass(frozen=True, slots=True)
class _Chart:
    base: float
    height: float
    most: int
    pitch: float


def _draw_chart(out: Pen, page: BillPage, y: float, bottom: float) -> None:
    bars = page.history[-_QUARTERS:]
    out.text(COLUMN_GAP_RIGHT, y, f"Usage by quarter, {page.usage_unit}", _SMALL_BOLD)
    estimated = any(bar.estimated for bar in bars)
    base = bottom - (0.28 if estimated else 0.16)
    chart = _Chart(
        base=base,
        height=min(base - y - 0.2, _TALLEST),
        most=max((bar.usage or 0 for bar in bars), default=0) or 1,
        pitch=(RIGHT - COLUMN_GAP_RIGHT) / _QUARTERS,
    )
    for n, bar in enumerate(bars):
        _draw_bar(out, bar, chart, COLUMN_GAP_RIGHT + n * chart.pitch, last=n == len(bars) - 1)
    out.rule(COLUMN_GAP_RIGHT, base, RIGHT, base, gray=0.35)
    if estimated:
        out.text(COLUMN_GAP_RIGHT, base + 0.24, "Outlined bars are estimated readings.", _BAR_LABEL)


def _draw_bar(out: Pen, bar: UsageBar, chart: _Chart, left: float, *, last: bool) -> None:
    middle = left + chart.pitch / 2
    style = _BAR_LABEL_BOLD if last else _BAR_LABEL
    out.fitted(middle, chart.base + 0.1, bar.label, style, chart.pitch - 0.02, align="center")
    if bar.usage is None:
        out.text(middle, chart.base - 0.04, "\u2013", style, align="center")
        return
    height = max(bar.usage, 0) * chart.height / chart.most
    out.fitted(
        middle, chart.base - height - 0.03, f"{bar.usage:,}", style, chart.pitch - 0.01, align="center"
    )
    if height <= 0:
        return
    rect = Rect(left + 0.05, chart.base - height, left + chart.pitch - 0.05, chart.base)
    shade = 0.2 if last else 0.72
    if bar.estimated:
        out.box(rect, fill=1.0, stroke=0.2 if last else 0.5, width=0.8)
    else:
        out.box(rect, fill=shade)
