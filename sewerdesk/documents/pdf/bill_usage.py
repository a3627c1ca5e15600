"""The right column of a bill: readings, and the usage of eight quarters as bars."""

from dataclasses import dataclass
from datetime import date

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.bill import BillPage, MeterRead, UsageBar
from sewerdesk.documents.pdf.bill_form import BODY_TOP, COLUMN_GAP_RIGHT, RIGHT
from sewerdesk.documents.pdf.pen import Pen
from sewerdesk.documents.pdf.text import clean, short_date
from sewerdesk.documents.pdf.window import Rect

_SMALL_BOLD = pen.Style(pen.TABLE_BOLD.font, 8, 10)
_BAR_LABEL = pen.Style(pen.SMALL.font, 6.5, 8)
_BAR_LABEL_BOLD = pen.Style(pen.TABLE_BOLD.font, 6.5, 8)
_STEP = 0.145
MOST_READS = 3
MOST_SIDE_LINES = 12
_PREVIOUS, _PRESENT = 6.3, 7.15
_SHORTEST_CHART = 0.2
_TALLEST = 0.9
_QUARTERS = 8


def draw_usage(out: Pen, page: BillPage, body_bottom: float) -> None:
    """Draw the column from the top of the body; the bars grow down to ``body_bottom``.

    A bill by units alone, without meter and history, has the office's messages here.
    """
    y = BODY_TOP + 0.14
    if page.reads:
        y = _draw_reads(out, page, y)
    if page.history:
        _draw_chart(out, page, y, body_bottom)
    if has_side_messages(page):
        _draw_messages(out, page, y)


def has_side_messages(page: BillPage) -> bool:
    """Whether the messages stand in this column, because there is nothing else for it."""
    return bool(page.messages) and not page.reads and not page.history


def side_message_lines(page: BillPage) -> list[str]:
    """The messages broken to the width of this column."""
    width = (RIGHT - COLUMN_GAP_RIGHT) * pen.POINTS
    style = pen.SMALL
    return [line for text in page.messages for line in fonts.wrap(clean(text), style.font, style.size, width)]


def _draw_messages(out: Pen, page: BillPage, y: float) -> None:
    lines = side_message_lines(page)
    out.text(COLUMN_GAP_RIGHT, y, "Messages", pen.LABEL)
    out.rule(COLUMN_GAP_RIGHT, y + 0.05, RIGHT, y + 0.05, gray=0.0, width=0.7)
    out.lines(COLUMN_GAP_RIGHT, y + 0.22, lines[:MOST_SIDE_LINES], pen.SMALL)


def _draw_reads(out: Pen, page: BillPage, y: float) -> float:
    out.text(COLUMN_GAP_RIGHT, y, "Meter", pen.LABEL)
    for x, label in ((_PREVIOUS, "Previous"), (_PRESENT, "Present"), (RIGHT, "Usage")):
        out.text(x, y, label, pen.LABEL, align="right")
    out.rule(COLUMN_GAP_RIGHT, y + 0.05, RIGHT, y + 0.05, gray=0.0, width=0.7)
    shown = page.reads if len(page.reads) <= MOST_READS else page.reads[: MOST_READS - 1]
    y += 0.03
    for place, read in enumerate(shown):
        y += _STEP
        out.fitted(COLUMN_GAP_RIGHT, y, read.meter, pen.SMALL, 0.5)
        out.text(_PREVIOUS, y, read.previous, pen.SMALL, align="right")
        out.text(_PRESENT, y, read.present, pen.SMALL, align="right")
        out.text(RIGHT, y, read.usage, _SMALL_BOLD, align="right")
        if place + 1 == len(shown) or _days(read) != _days(shown[place + 1]):
            y += 0.12
            present = f"{short_date(read.present_date)} {read.kind}"
            out.text(_PREVIOUS, y, short_date(read.previous_date), _BAR_LABEL, align="right")
            out.fitted(_PRESENT, y, present, _BAR_LABEL, 0.8, align="right")
    if len(shown) < len(page.reads):
        y += 0.15
        more = f"and {len(page.reads) - len(shown)} more meters: see page 2"
        out.text(COLUMN_GAP_RIGHT, y, more, pen.SMALL)
    y += 0.2
    out.text(COLUMN_GAP_RIGHT, y, "Usage this quarter", pen.SMALL)
    out.text(RIGHT, y, page.usage, _SMALL_BOLD, align="right")
    if page.usage_last_year:
        y += _STEP
        out.text(COLUMN_GAP_RIGHT, y, "Same quarter last year", pen.SMALL)
        out.text(RIGHT, y, page.usage_last_year, pen.SMALL, align="right")
    return y + 0.25


def _days(read: MeterRead) -> tuple[date, date, str]:
    """What the small line under a reading says; meters read together share it."""
    return (read.previous_date, read.present_date, read.kind)


@dataclass(frozen=True, slots=True)
class _Chart:
    base: float
    height: float
    most: int
    pitch: float


def _draw_chart(out: Pen, page: BillPage, y: float, bottom: float) -> None:
    bars = page.history[-_QUARTERS:]
    if bottom - y < _SHORTEST_CHART + 0.48:
        return
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
