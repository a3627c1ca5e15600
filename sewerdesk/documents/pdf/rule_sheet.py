"""The rule sheet: the office's rules by subject, each with value, citation, status and the day it holds from.

A paper for the Board: what was taken from a model law is tinted; what is blank is a ruled line to write on, with a
second one for its source. Rows are measured first, so that every page knows how many there are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.letterhead import Letterhead, draw_letterhead, draw_reference
from sewerdesk.documents.pdf.text import clean
from sewerdesk.documents.pdf.window import PAGE_WIDTH, Rect

LEFT, RIGHT = 0.75, 7.75
_BOTTOM, _FOOTER = 10.3, 10.6
_HEADS_TOP, _LATER_TOP = 2.42, 0.98
_CONTENTS_STEP, _CONTENTS_BELOW = 0.215, 0.25
_CONTENTS_FROM = 5
_PAD = 0.05
_GAP = 0.12
_GROUP_ABOVE, _GROUP_BELOW = 0.34, 0.1
_RULED_ROW = 0.52
_MIDDLE = PAGE_WIDTH / 2
_SUBJECT = pen.Style(fonts.SEMIBOLD, 9.5, 11.5)
_WORDS = pen.Style(fonts.REGULAR, 9, 10.75, 0.27)
_CELL = pen.Style(fonts.REGULAR, 9, 10.75)
_VALUE = pen.Style(fonts.SEMIBOLD, 9.5, 11.5)
_HEAD = pen.Style(fonts.REGULAR, 9, 11, 0.27)
_CONTENTS = pen.Style(fonts.REGULAR, 10, 12)
_GROUP = pen.Style(fonts.SEMIBOLD, 12.5, 15)
_LONG_VALUE = 64
_MOST_LINES_BESIDE = 2
_WIDE = 4.65
_COLUMNS = (
    ("Rule", LEFT, 2.85),
    ("Value", LEFT + 2.97, 1.68),
    ("Where it stands", LEFT + 4.77, 1.22),
    ("Status and since", LEFT + 6.11, 0.89),
)


@dataclass(frozen=True, slots=True)
class SheetRule:
    """One rule as it is printed; an open one is tinted, ``is_blank`` rules lines to write on."""

    subject: str
    value: str
    citation: str
    status: str
    words: str = ""
    since: str = ""
    is_open: bool = False
    is_blank: bool = False


@dataclass(frozen=True, slots=True)
class RuleSheet:
    """Everything that the sheet prints; ``note`` says which part of the law it shows, ``open_words`` what is open."""

    letterhead: Letterhead
    law_title: str
    source: str
    as_of: str
    printed: str
    groups: tuple[tuple[str, tuple[SheetRule, ...]], ...]
    note: str = ""
    open_words: str = ""

    @property
    def count(self) -> int:
        """How many rules it has."""
        return sum(len(rules) for _, rules in self.groups)


@dataclass(frozen=True, slots=True)
class _Block:
    """What is drawn as one, with its height in inches: a group's heading, or a rule.

    ``words_below`` sets the words under both the subject and the value, over the width of the two.
    """

    height: float
    heading: str = ""
    rule: SheetRule | None = None
    cells: tuple[tuple[str, ...], ...] = ()
    words: tuple[str, ...] = ()
    words_below: bool = False


def rule_sheet_pdf(sheet: RuleSheet) -> bytes:
    """The PDF of the sheet. ``UserError`` names the sheet if a sign has no glyph."""
    fonts.register_fonts()
    blocks_of_all = _blocks(sheet)
    pages = _paged(blocks_of_all, top=_HEADS_TOP + 0.2)
    contents = len(pages) >= _CONTENTS_FROM
    if contents:
        pages = _paged(blocks_of_all, top=_heads_top(sheet, contents=True) + 0.2)
    places = _places(pages) if contents else {}
    canvas, buffer = pen.open_canvas(
        title=f"Rules of the {sheet.law_title}", author=sheet.letterhead.municipality, subject="rule-sheet"
    )
    out = pen.Pen(canvas, record="the rule sheet")
    for number, blocks in enumerate(pages, 1):
        y = _later_head(out, sheet) if number > 1 else _first_head(out, sheet, places)
        group = _group_before(pages, number)
        if group and blocks and not blocks[0].heading:
            out.fitted(_MIDDLE, 0.62, f"{group}, continued", pen.LABEL, 2.2, align="center")
        for block in blocks:
            y = _draw(out, block, y)
        _foot(out, sheet, number, len(pages))
        out.done()
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def _blocks(sheet: RuleSheet) -> list[_Block]:
    blocks: list[_Block] = []
    for title, rules in sheet.groups:
        blocks.append(_Block(_GROUP_ABOVE + _GROUP_BELOW, heading=f"{title} ({len(rules)})"))
        blocks.extend(_measured(rule) for rule in rules)
    return blocks


def _measured(rule: SheetRule) -> _Block:
    """A rule with its texts broken into the widths of their columns."""
    value_style = _value_style(rule)
    since = f"since {rule.since}" if rule.since else ""
    cells = (
        _broken(rule.subject, _SUBJECT, 0),
        () if rule.is_blank else _broken(rule.value, value_style, 1),
        _broken(rule.citation, _CELL, 2),
        tuple(line for text in (rule.status, since) if text for line in _broken(text, _CELL, 3)),
    )
    styles = (_SUBJECT, value_style, _CELL, _CELL)
    heights = [len(lines) * style.leading for lines, style in zip(cells, styles, strict=True)]
    words, below = _words(rule)
    if below:
        heights[0] = max(heights[:2])
    heights[0] += len(words) * _WORDS.leading
    height = max(heights) / pen.POINTS + 2 * _PAD
    if rule.is_blank:
        height = max(height, _RULED_ROW)
    return _Block(height, rule=rule, cells=cells, words=words, words_below=below)


def _words(rule: SheetRule) -> tuple[tuple[str, ...], bool]:
    """The words of a rule in lines; long ones stand below the value, too, unless it is a line to write on."""
    if not rule.words:
        return (), False
    narrow = _broken(rule.words, _WORDS, 0)
    if rule.is_blank or len(narrow) <= _MOST_LINES_BESIDE:
        return narrow, False
    wide = fonts.wrap(clean(rule.words), _WORDS.font, _WORDS.size, _WIDE * pen.POINTS)
    return tuple(wide), True


def _value_style(rule: SheetRule) -> pen.Style:
    return _CELL if len(rule.value) > _LONG_VALUE else _VALUE


def _broken(text: str, style: pen.Style, column: int) -> tuple[str, ...]:
    width = _COLUMNS[column][2] * pen.POINTS
    return tuple(fonts.wrap(clean(text), style.font, style.size, width)) if text else ()


def _paged(blocks: Sequence[_Block], *, top: float) -> list[list[_Block]]:
    """The blocks page by page, the first page from ``top`` on; a heading is never left alone at the foot of one."""
    pages: list[list[_Block]] = [[]]
    y = top
    for place, block in enumerate(blocks):
        follows = blocks[place + 1].height if block.heading and place + 1 < len(blocks) else 0.0
        if y + block.height + follows > _BOTTOM and pages[-1]:
            pages.append([])
            y = _LATER_TOP
        pages[-1].append(block)
        y += block.height
    return pages


def _group_before(pages: Sequence[Sequence[_Block]], number: int) -> str:
    """The subject that a page goes on with."""
    before = [block.heading for page in pages[: number - 1] for block in page if block.heading]
    return before[-1].rpartition(" (")[0] if before else ""


def _places(pages: Sequence[Sequence[_Block]]) -> dict[str, int]:
    """The page on which each subject begins, by its heading."""
    return {block.heading: number for number, page in enumerate(pages, 1) for block in page if block.heading}


def _heads_top(sheet: RuleSheet, *, contents: bool) -> float:
    """Where the heads of the columns stand on the first page."""
    return _HEADS_TOP + (_CONTENTS_STEP * len(sheet.groups) + _CONTENTS_BELOW if contents else 0.0)


def _first_head(out: pen.Pen, sheet: RuleSheet, places: Mapping[str, int]) -> float:
    draw_letterhead(out, sheet.letterhead, None, left=LEFT)
    draw_reference(
        out, (("As of", sheet.as_of), ("Rules", f"{sheet.count:,}"), ("Printed", sheet.printed)), top=0.5
    )
    out.fitted(LEFT, 1.62, clean(f"Rules of the {sheet.law_title}"), pen.TITLE, RIGHT - LEFT)
    out.accent_rule(LEFT, 1.74, RIGHT)
    lines = [clean(part) for part in (sheet.source, sheet.note) if part]
    out.fitted(LEFT, 1.95, " · ".join(lines), _CELL, RIGHT - LEFT)
    out.fitted(LEFT, 2.13, clean(sheet.open_words), _SUBJECT, RIGHT - LEFT)
    if places:
        _draw_contents(out, sheet, places)
    return _column_heads(out, _heads_top(sheet, contents=bool(places)))


def _draw_contents(out: pen.Pen, sheet: RuleSheet, places: Mapping[str, int]) -> None:
    """The subjects with what is open in each and the page on which it begins."""
    y = _HEADS_TOP
    for (_, rules), (heading, page) in zip(sheet.groups, places.items(), strict=True):
        still_open = sum(1 for rule in rules if rule.is_open)
        out.text(LEFT, y, heading, _CONTENTS)
        if still_open:
            out.text(LEFT + 4.9, y, f"{still_open} open", _CONTENTS, align="right")
        out.text(RIGHT, y, f"page {page}", _CONTENTS, align="right")
        out.rule(LEFT, y + 0.06, RIGHT, y + 0.06, width=0.4)
        y += _CONTENTS_STEP


def _later_head(out: pen.Pen, sheet: RuleSheet) -> float:
    municipality = clean(sheet.letterhead.municipality)
    out.fitted(LEFT, 0.62, municipality, pen.LABEL, 2.2)
    out.fitted(RIGHT, 0.62, f"as of {sheet.as_of}", pen.LABEL, 2.2, align="right")
    return _column_heads(out, 0.82)


def _column_heads(out: pen.Pen, y: float) -> float:
    for title, left, width in _COLUMNS:
        out.fitted(left, y, title, _HEAD, width)
    out.rule(LEFT, y + 0.07, RIGHT, y + 0.07, width=0.8, gray=0)
    return y + 0.2 if y > 1 else _LATER_TOP


def _draw(out: pen.Pen, block: _Block, y: float) -> float:
    if block.rule is None:
        out.text(LEFT, y + _GROUP_ABOVE - 0.06, block.heading, _GROUP)
        out.rule(LEFT, y + _GROUP_ABOVE + 0.02, RIGHT, y + _GROUP_ABOVE + 0.02)
        return y + block.height
    _draw_rule(out, block, block.rule, y)
    out.rule(LEFT, y + block.height, RIGHT, y + block.height, width=0.4)
    return y + block.height


def _draw_rule(out: pen.Pen, block: _Block, rule: SheetRule, y: float) -> None:
    _mark(out, rule, y, block.height)
    styles = (_SUBJECT, _value_style(rule), _CELL, _CELL)
    ends = []
    for lines, style, (_, left, _width) in zip(block.cells, styles, _COLUMNS, strict=True):
        ends.append(out.lines(left, y + _PAD + style.size / pen.POINTS, list(lines), style))
    if block.words_below:
        ends[0] = max(ends[:2])
    if block.words:
        out.lines(LEFT, ends[0] - (_SUBJECT.leading - _WORDS.leading) / pen.POINTS, list(block.words), _WORDS)
    if rule.is_blank:
        _lines_to_write_on(out, y)


def _mark(out: pen.Pen, rule: SheetRule, y: float, height: float) -> None:
    """A light tint behind what is open, so that it is found at a glance on a copy, too."""
    if rule.is_open:
        out.box(Rect(LEFT - 0.06, y + 0.01, RIGHT + 0.06, y + height - 0.005), fill=pen.TINT_GRAY)


def _lines_to_write_on(out: pen.Pen, y: float) -> None:
    _, left, width = _COLUMNS[1]
    out.rule(left, y + 0.2, left + width, y + 0.2, width=0.7, gray=0)
    out.text(left, y + 0.42, "source:", pen.LABEL)
    out.rule(left + 0.4, y + 0.42, left + width, y + 0.42, width=0.7, gray=0)


def _foot(out: pen.Pen, sheet: RuleSheet, number: int, pages: int) -> None:
    out.text(LEFT, _FOOTER, clean(f"Rule sheet · {sheet.law_title}"), pen.FOOT)
    out.text(_MIDDLE, _FOOTER, f"page {number} of {pages}", pen.FOOT, align="center")
    out.text(RIGHT, _FOOTER, clean(f"rule-sheet · {sheet.printed}"), pen.FOOT, align="right")
