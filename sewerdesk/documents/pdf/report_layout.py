"""How the columns of a report stand on its page: as wide as what they hold, upright or across, in type that fits."""

from collections.abc import Sequence
from dataclasses import dataclass

from sewerdesk.documents.pdf import fonts, pen
from sewerdesk.documents.pdf.text import clean
from sewerdesk.domain.reports.model import Report, ReportColumn, cell_words, sums
from sewerdesk.domain.wording import join_words

_MARGIN = 0.5
_GAP = 0.13
_SIZE, _SMALLEST = 9.0, 7.0
_NARROWEST_TEXT = 1.15
_WIDEST_TEXT = 2.6
_TEXT_SHARE = 3.0
"""How much more of the room that is over goes to long words than to a figure."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A column on the page: its place in the report, its edge (the right one of figures) and width in inches."""

    place: int
    column: ReportColumn
    title: tuple[str, ...]
    edge: float
    width: float


@dataclass(frozen=True, slots=True)
class Layout:
    """The page and its columns; lengths in inches."""

    page_width: float
    page_height: float
    left: float
    width: float
    columns: tuple[Placed, ...]
    size: float
    notes: tuple[str, ...]

    @property
    def style(self) -> pen.Style:
        """The type of the rows."""
        return pen.Style(fonts.REGULAR, self.size, self.size * 1.22)

    @property
    def bold(self) -> pen.Style:
        """The type of sums."""
        return pen.Style(fonts.SEMIBOLD, self.size, self.size * 1.22)

    @property
    def head_style(self) -> pen.Style:
        """The type of the columns' heads."""
        return pen.Style(fonts.SEMIBOLD, self.size, self.size * 1.22, 0.2)

    @property
    def leading(self) -> float:
        """From line to line."""
        return self.size * 1.22 / pen.POINTS

    @property
    def head_height(self) -> float:
        """Of the columns' heads."""
        return max(len(one.title) for one in self.columns) * self.leading + 0.05

    def lines_of(self, place: int, words: str) -> tuple[str, ...]:
        """A cell's words as lines; only a column for long words breaks them."""
        placed = self.columns[place]
        if not placed.column.wraps or not words:
            return (words,)
        return tuple(fonts.wrap(clean(words), fonts.REGULAR, self.size, placed.width * pen.POINTS))


def lay_out(report: Report) -> Layout:
    """Upright if the columns have room there, else across; smaller type only where even that is too narrow."""
    shown, notes = _shown(report)
    natural = [_natural(report, place) for place in shown]
    for page_width, page_height in ((8.5, 11.0), (11.0, 8.5)):
        width = page_width - 2 * _MARGIN
        if _least(report, shown, natural) <= width or page_width > page_height:
            break
    size = _SIZE
    least = _least(report, shown, natural)
    if least > width:
        size = max(_SMALLEST, _SIZE * width / least)
        natural = [one * size / _SIZE for one in natural]
    widths = _fit(report, shown, natural, width)
    columns, x = [], _MARGIN
    for place, one in zip(shown, widths, strict=True):
        column = report.body.columns[place]
        edge = x + one if column.kind.is_number else x
        title = tuple(fonts.wrap(clean(column.title), fonts.SEMIBOLD, size, one * pen.POINTS))
        columns.append(Placed(place, column, title, edge, one))
        x += one + _GAP
    return Layout(page_width, page_height, _MARGIN, width, tuple(columns), size, notes)


def _shown(report: Report) -> tuple[list[int], tuple[str, ...]]:
    """The columns that are printed; an optional one in which no row has anything is only named."""
    shown: list[int] = []
    empty: list[ReportColumn] = []
    for place, column in enumerate(report.body.columns):
        if column.optional and not any(row.cells[place] for row in report.rows):
            empty.append(column)
        else:
            shown.append(place)
    if not empty or not report.rows:
        return list(range(len(report.body.columns))), ()
    titles = [column.title for column in empty if column.summed]
    words = "this column is" if len(titles) == 1 else "these columns are"
    return shown, (f"Nothing in {join_words(titles)}; {words} left out.",) if titles else ()


def _natural(report: Report, place: int) -> float:
    """How wide a column would like to be: its longest cell, its sum, the longest word of its head."""
    column = report.body.columns[place]
    words = {column.words(row.cells[place]) for row in report.rows}
    widest = max((fonts.text_width(clean(one), fonts.REGULAR, _SIZE) for one in _longest(words)), default=0.0)
    if column.summed:
        total = cell_words(sums(report.body.columns, report.rows)[place], column.kind)
        widest = max(widest, fonts.text_width(total, fonts.SEMIBOLD, _SIZE))
    head = max(fonts.text_width(word, fonts.SEMIBOLD, _SIZE) for word in clean(column.title).split())
    width = max(widest, head) / pen.POINTS + 0.01
    return min(width, _WIDEST_TEXT) if column.wraps else width


def _longest(words: set[str]) -> list[str]:
    """The longest few: among these is the widest, near enough, and not every cell need be measured."""
    return sorted(words, key=len)[-40:]


def _least(report: Report, shown: Sequence[int], natural: Sequence[float]) -> float:
    """The width below which columns would lose something; those for long words may break them."""
    total = _GAP * (len(shown) - 1)
    for place, one in zip(shown, natural, strict=True):
        total += min(one, _NARROWEST_TEXT) if report.body.columns[place].wraps else one
    return total


def _fit(report: Report, shown: Sequence[int], natural: Sequence[float], width: float) -> list[float]:
    """The columns' widths, together as wide as the page; what is lacking is taken from long words."""
    wraps = [report.body.columns[place].wraps for place in shown]
    spare = width - _GAP * (len(shown) - 1) - sum(natural)
    widths = list(natural)
    if spare < 0:
        loose = [
            max(one - _NARROWEST_TEXT, 0.0) if wrap else 0.0 for one, wrap in zip(natural, wraps, strict=True)
        ]
        total = sum(loose)
        if total > 0:
            part = min(-spare / total, 1.0)
            widths = [one - gives * part for one, gives in zip(widths, loose, strict=True)]
        return widths
    shares = [_TEXT_SHARE if wrap else 1.0 for wrap in wraps]
    return [one + spare * share / sum(shares) for one, share in zip(widths, shares, strict=True)]
