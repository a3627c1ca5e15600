"""Any report as a paper: title and scope, columns on every page, groups with their sums, count, totals and run stamp.

Upright where its columns have room, else across. Rows are measured first, so that every page knows how many there are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.report_layout import Layout, lay_out
from sewerdesk.documents.pdf.text import clean
from sewerdesk.documents.pdf.window import PAGE_HEIGHT, Rect
from sewerdesk.domain.reports.model import Report, ReportRow, cell_words, sums

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

_HEAD_TOP, _LATER_HEAD_TOP = 1.42, 0.72
_ABOVE_ROWS = 0.07
_GROUP_ROW = 0.34
_SUM_ROW = 0.24
_NOTE_ROW = 0.17
_FOOT_ROOM = 0.62
_PAD = 0.024
_MOST_HELD = 16
_LABEL = pen.Style(fonts.REGULAR, 9, 11, 0.27)
_NOTE = pen.Style(fonts.REGULAR, 9, 11.5)
_GROUP = pen.Style(fonts.SEMIBOLD, 11, 13)
_COUNT = pen.Style(fonts.SEMIBOLD, 10.5, 13)

Told = Callable[[int, int, str], None]
_Kind = Literal["group", "row", "sums", "total", "note", "fault"]


@dataclass(frozen=True, slots=True)
class _Block:
    """What is drawn as one, with its height in inches."""

    kind: _Kind
    height: float
    text: str = ""
    lines: tuple[tuple[str, ...], ...] = ()
    shaded: bool = False


def report_pdf(report: Report, *, municipality: str, progress: Told | None = None) -> bytes:
    """The PDF of a report. ``UserError`` names the report if a sign has no glyph; ``progress`` may raise to stop."""
    return reports_pdf([report], title=report.title, municipality=municipality, progress=progress)


def reports_pdf(
    reports: Sequence[Report], *, title: str, municipality: str, progress: Told | None = None
) -> bytes:
    """Several reports as one PDF, each on pages of its own, numbered through."""
    fonts.register_fonts()
    paged = [
        _Pages(report, layout, _paged(_blocks(report, layout), layout)) for report, layout in _laid(reports)
    ]
    total = sum(len(one.pages) for one in paged)
    subject = f"report-{reports[0].key}" if reports else "report"
    canvas, buffer = pen.open_canvas(title=title, author=municipality, subject=subject)
    done = 0
    for one in paged:
        for place, blocks in enumerate(one.pages):
            done += 1
            if progress is not None:
                progress(done - 1, total, f"Page {done:,} of {total:,}")
            _draw_page(canvas, one, blocks, municipality, (place == 0, done, total))
    canvas.save()
    return buffer.getvalue()


@dataclass(frozen=True, slots=True)
class _Pages:
    """A report measured: its layout and what stands on each page."""

    report: Report
    layout: Layout
    pages: list[list[_Block]]


def _laid(reports: Sequence[Report]) -> list[tuple[Report, Layout]]:
    return [(report, lay_out(report)) for report in reports]


def _draw_page(
    canvas: "Canvas",
    one: _Pages,
    blocks: Sequence[_Block],
    municipality: str,
    place: tuple[bool, int, int],
) -> None:
    """One page; ``place`` says whether it is the report's first, its number and of how many."""
    report, layout = one.report, one.layout
    first, number, total = place
    canvas.setPageSize((layout.page_width * pen.POINTS, layout.page_height * pen.POINTS))
    canvas.translate(0, (layout.page_height - PAGE_HEIGHT) * pen.POINTS)  # the pen measures an upright page
    out = pen.Pen(canvas, record=f"the report {report.title}")
    y = _head(out, report, layout, municipality, first=first)
    for block in blocks:
        _draw(out, block, layout, y)
        y += block.height
    if not report.rows and first:
        out.text(layout.left, y + 0.2, report.body.empty, pen.BODY)
    _foot(out, report, layout, number, total)
    out.done()
    canvas.showPage()


# ------------------------------------------------------------ what goes on the pages


def _blocks(report: Report, layout: Layout) -> list[_Block]:
    blocks: list[_Block] = []
    for group in report.body.groups:
        if group.title:
            blocks.append(_Block("group", _GROUP_ROW, group.title))
        for place, row in enumerate(group.rows):
            blocks.append(_row_block(row, layout, shaded=place % 2 == 1))
        if group.title and group.rows:
            words = f"{group.title}: {len(group.rows):,}"
            blocks.append(_sum_block("sums", report, group.rows, layout, words))
    if report.rows:
        blocks.append(_sum_block("total", report, report.rows, layout, f"Total: {report.count_words}"))
    notes = [(note, False) for note in (*layout.notes, *report.body.notes)]
    proofs = [(proof.sentence, not proof.agrees) for proof in report.body.proofs if report.rows]
    for place, (words, is_fault) in enumerate((*notes, *proofs)):
        style = _COUNT if is_fault else _NOTE
        lines = ["", *fonts.wrap(clean(words), style.font, style.size, layout.width * pen.POINTS)]
        lines = lines if place == 0 else lines[1:]  # a line of air under the total
        height = _NOTE_ROW * len(lines) + 0.03
        blocks.append(_Block("fault" if is_fault else "note", height, lines=(tuple(lines),)))
    return blocks


def _row_block(row: ReportRow, layout: Layout, *, shaded: bool) -> _Block:
    cells = tuple(
        layout.lines_of(place, placed.column.words(row.cells[placed.place]))
        for place, placed in enumerate(layout.columns)
    )
    most = max(len(lines) for lines in cells)
    return _Block("row", most * layout.leading + 2 * _PAD, lines=cells, shaded=shaded)


def _sum_block(
    kind: Literal["sums", "total"], report: Report, rows: Sequence[ReportRow], layout: Layout, words: str
) -> _Block:
    totals = sums(report.body.columns, rows)
    cells = tuple((cell_words(totals[one.place], one.column.kind),) for one in layout.columns)
    return _Block(kind, _SUM_ROW + (0.06 if kind == "total" else 0.04), words, cells)


def _paged(blocks: Sequence[_Block], layout: Layout) -> list[list[_Block]]:
    """The blocks page by page; no heading alone at the foot, no sum or note parted from the last row before it."""
    bottom = layout.page_height - _FOOT_ROOM
    pages: list[list[_Block]] = [[]]
    y = _HEAD_TOP + layout.head_height + _ABOVE_ROWS
    for place, block in enumerate(blocks):
        if y + block.height + _held_by(blocks, place) > bottom and pages[-1]:
            pages.append([])
            y = _LATER_HEAD_TOP + layout.head_height + _ABOVE_ROWS
        pages[-1].append(block)
        y += block.height
    return pages


def _held_by(blocks: Sequence[_Block], place: int) -> float:
    """The height of what must stand with a block: a heading holds its first row, a row the sums and notes after it."""
    following = blocks[place + 1 : place + 1 + _MOST_HELD]
    if blocks[place].kind == "group":
        return sum(one.height for one in following[:1])
    if blocks[place].kind != "row":
        return 0.0
    held = 0.0
    for one in following:
        if one.kind in ("row", "group"):
            break
        held += one.height
    return held


# ------------------------------------------------------------ drawing


def _head(out: pen.Pen, report: Report, layout: Layout, municipality: str, *, first: bool) -> float:
    left, right = layout.left, layout.left + layout.width
    if first:
        out.fitted(left, 0.6, clean(municipality), _COUNT, layout.width)
        out.fitted(left, 0.92, report.title, pen.TITLE, layout.width)
        out.accent_rule(left, 1.04, right)
        out.fitted(left, 1.24, clean(report.scope), _NOTE, layout.width)
        top = _HEAD_TOP
    else:
        out.fitted(left, 0.55, clean(f"{municipality} \u00b7 {report.title}"), _LABEL, layout.width * 0.45)
        out.fitted(right, 0.55, clean(report.scope), _LABEL, layout.width * 0.5, align="right")
        top = _LATER_HEAD_TOP
    base = top + layout.head_height - 0.05
    style = layout.head_style
    for placed in layout.columns:
        y = base - (len(placed.title) - 1) * layout.leading
        for line in placed.title:
            out.text(placed.edge, y, line, style, align="right" if placed.column.kind.is_number else "left")
            y += layout.leading
    out.rule(left, top + layout.head_height + 0.01, right, top + layout.head_height + 0.01, width=0.8, gray=0)
    return top + layout.head_height + _ABOVE_ROWS


def _draw(out: pen.Pen, block: _Block, layout: Layout, y: float) -> None:
    if block.kind == "group":
        out.text(layout.left, y + _GROUP_ROW - 0.11, clean(block.text), _GROUP)
    elif block.kind in ("note", "fault"):
        style = _COUNT if block.kind == "fault" else _NOTE
        for place, line in enumerate(block.lines[0]):
            out.text(layout.left, y + 0.13 + place * _NOTE_ROW, line, style)
    elif block.kind == "row":
        _draw_row(out, block, layout, y)
    else:
        _draw_sums(out, block, layout, y)


def _draw_row(out: pen.Pen, block: _Block, layout: Layout, y: float) -> None:
    left, right = layout.left, layout.left + layout.width
    if block.shaded:
        out.box(Rect(left - 0.03, y, right + 0.03, y + block.height), fill=pen.TINT_GRAY)
    base = y + _PAD + layout.style.size / pen.POINTS * 0.86
    for placed, lines in zip(layout.columns, block.lines, strict=True):
        align: pen.Align = "right" if placed.column.kind.is_number else "left"
        for place, line in enumerate(lines):
            at = base + place * layout.leading
            out.fitted(placed.edge, at, line, layout.style, placed.width, align=align)


def _draw_sums(out: pen.Pen, block: _Block, layout: Layout, y: float) -> None:
    left, right = layout.left, layout.left + layout.width
    is_total = block.kind == "total"
    top = y + (0.03 if is_total else 0.02)
    out.rule(left, top, right, top, width=0.9 if is_total else 0.5, gray=0 if is_total else 0.45)
    style = layout.bold
    base = top + 0.17
    firsts = [one.edge - one.width for one, cell in zip(layout.columns, block.lines, strict=True) if cell[0]]
    room = min(firsts, default=right) - left - 0.08
    out.fitted(left, base, clean(block.text), style, max(room, 1.0))
    for placed, cell in zip(layout.columns, block.lines, strict=True):
        out.fitted(placed.edge, base, cell[0], style, placed.width + 0.08, align="right")
    if is_total:
        out.rule(left, base + 0.07, right, base + 0.07, width=0.9, gray=0)


def _foot(out: pen.Pen, report: Report, layout: Layout, number: int, pages: int) -> None:
    y = layout.page_height - 0.4
    out.text(layout.left, y, clean(report.stamp.text), pen.FOOT)
    right = layout.left + layout.width
    out.text(right, y, f"report-{report.key} \u00b7 page {number:,} of {pages:,}", pen.FOOT, align="right")
