"""Workbooks that open right in Excel and LibreOffice, and in which text is never a formula.

Every cell goes through :class:`CellWriter`, which sets its type itself; the library would take any text that
begins with ``=`` for a formula and ``#N/A`` for an error. The only formulas written are the sums that check
this program's own totals. Rows are streamed, so a register of tens of thousands of rows stays small in memory.
"""

import io
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TypeAlias

from sewerdesk.documents.xlsx.cells import (
    NARROWEST,
    NUMBER_FORMATS,
    NUMERIC,
    WIDEST,
    CellValue,
    ColumnKind,
    SheetColumn,
    cell_text,
    shown_length,
)

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell

_Sheet: TypeAlias = Any  # the streaming sheet shares no typed base with the ordinary one
_TITLE_LENGTH = 31
_FORBIDDEN_IN_TITLE = frozenset("[]:*?/\\'")
_SAMPLE = 500
_LONG_TEXT = 255
_FONT, _FONT_SIZE = "Calibri", 11
_MARGIN = 0.4
_LINE_HEIGHT = 15
_LEFT_FORMATS = frozenset({"@", "General", NUMBER_FORMATS[ColumnKind.DATE]})


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table of a workbook. Each row has a value for each column; None leaves a cell empty."""

    title: str
    columns: Sequence[SheetColumn]
    rows: Sequence[Sequence[CellValue]]


@dataclass(frozen=True, slots=True)
class About:
    """What the workbook is, for its last sheet and its page headers.

    ``as_of`` is the business date of the figures, ``run_at`` the moment of the run in the office's own time
    as text, ``filters`` the choices that made the list ("Status", "Unpaid").
    """

    title: str
    municipality: str
    as_of: date
    run_at: str
    filters: Sequence[tuple[str, str]] = ()
    notes: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class CellStyle:
    """How a cell looks: bold, a rule above (totals), or a heading over text or over figures."""

    bold: bool = False
    rule: bool = False
    head: bool = False
    right: bool = False


_HEAD, _NUMBER_HEAD = CellStyle(bold=True, head=True), CellStyle(bold=True, head=True, right=True)
_TOTAL = CellStyle(bold=True, rule=True)


class CellWriter:
    """Writes the cells of one column; it keeps one cell and its style for all rows, which are streamed."""

    def __init__(self, sheet: _Sheet, kind: ColumnKind, style: "CellStyle | None" = None) -> None:
        self.kind = kind
        look = style or CellStyle()
        self._cell = styled_cell(sheet, NUMBER_FORMATS[kind], look)
        self._long = styled_cell(sheet, "General", look)
        self._is_text = kind in {ColumnKind.TEXT, ColumnKind.IDENTIFIER, ColumnKind.YES_NO}

    def write_cell(self, value: CellValue) -> "Cell | None":
        """The cell for a value, its type set by the column's kind; ``TypeError`` for a value of another kind."""
        if value is None:
            return None
        if self._is_text:
            return self._text(value)
        if self.kind is ColumnKind.DATE:
            fits = isinstance(value, date) and not isinstance(value, datetime)
        else:
            fits = isinstance(value, Decimal | int) and not isinstance(value, bool)
        if not fits:
            raise TypeError(f"a {self.kind} column cannot hold {value!r}")
        self._cell.value = value
        self._cell.data_type = "d" if self.kind is ColumnKind.DATE else "n"
        return self._cell

    def _text(self, value: CellValue) -> "Cell":
        if isinstance(value, bool):
            value = "Yes" if value else "No"
        if not isinstance(value, str):
            raise TypeError(f"a {self.kind} column cannot hold {value!r}")
        text = cell_text(value)
        cell = self._long if len(text) > _LONG_TEXT else self._cell
        cell.value = text
        cell.data_type = "s"  # the library took it for a formula or an error if it looks like one
        return cell


def styled_cell(sheet: _Sheet, number_format: str, style: CellStyle) -> "Cell":
    """An empty cell with a number format and a look."""
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Border, Font, Side

    cell = WriteOnlyCell(sheet)
    cell.number_format = number_format
    if style.bold:
        cell.font = Font(name=_FONT, size=_FONT_SIZE, bold=True)
    if style.rule:
        cell.border = Border(top=Side(style="thin"))
    if style.head:
        side, indent = ("right", 0) if style.right else ("left", 1)
        cell.alignment = Alignment(horizontal=side, indent=indent, vertical="bottom", wrap_text=True)
    elif number_format in _LEFT_FORMATS:
        cell.alignment = Alignment(horizontal="left", indent=1)
    return cell


def workbook_bytes(sheets: Iterable[Sheet], *, about: About) -> bytes:
    """The workbook: the sheets in order, then "About" with the title, as-of date, run and filters."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    book.properties.title = cell_text(about.title)
    book.properties.creator = cell_text(about.municipality)
    book.properties.description = f"As of {about.as_of:%m/%d/%Y}, run {cell_text(about.run_at)}"
    titles: set[str] = set()
    try:
        for sheet in sheets:
            _write_sheet(book, sheet, _free_title(sheet.title, titles), about)
        _write_about(book, about, _free_title("About", titles))
    except BaseException:
        _close_streams(book)
        raise
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def _close_streams(book: "Workbook") -> None:
    """End the half-written sheets, whose temporary files would stay open otherwise."""
    for page in book.worksheets:
        stream: Any = page
        if not stream.closed:
            stream.close()


def _free_title(wanted: str, taken: set[str]) -> str:
    """A sheet title that the format allows and no other sheet has (Excel ignores case)."""
    bare = (
        "".join("-" if char in _FORBIDDEN_IN_TITLE else char for char in cell_text(wanted)).strip() or "Sheet"
    )
    title, number = bare[:_TITLE_LENGTH].strip(), 2
    while title.lower() in taken:
        tail = f" ({number})"
        title = bare[: _TITLE_LENGTH - len(tail)].strip() + tail
        number += 1
    taken.add(title.lower())
    return title


def _write_sheet(book: "Workbook", sheet: Sheet, title: str, about: About) -> None:
    page: _Sheet = book.create_sheet(title)
    sums = _sums(sheet)
    _set_widths(page, sheet, sums)
    _set_page(page, about, sheet.title)
    last_column = _letter(len(sheet.columns))
    page.freeze_panes = "A2"
    page.print_title_rows = "1:1"
    page.auto_filter.ref = f"A1:{last_column}{len(sheet.rows) + 1}"
    page.append([_head(page, column) for column in sheet.columns])
    writers = [CellWriter(page, column.kind).write_cell for column in sheet.columns]
    for row in sheet.rows:
        page.append([write(value) for write, value in zip(writers, row, strict=True)])
    if sums:
        _write_totals(page, sheet, sums)


def _head(page: _Sheet, column: SheetColumn) -> "Cell | None":
    look = _NUMBER_HEAD if column.kind in NUMERIC else _HEAD
    return CellWriter(page, ColumnKind.TEXT, look).write_cell(column.title)


def _sums(sheet: Sheet) -> dict[int, Decimal]:
    """The sum of each column that has one, by its place."""
    return {
        place: sum((Decimal(_number(row[place])) for row in sheet.rows), Decimal(0))
        for place, column in enumerate(sheet.columns)
        if column.total
    }


def _number(value: CellValue) -> Decimal | int:
    return value if isinstance(value, Decimal | int) else 0


def _write_totals(page: _Sheet, sheet: Sheet, sums: dict[int, Decimal]) -> None:
    """A row of totals as values, and one of formulas that sum the rows shown, to check them by."""
    last = len(sheet.rows) + 1
    totals: list[Cell | None] = []
    checks: list[Cell | None] = []
    label = next((place for place in range(len(sheet.columns)) if place not in sums), None)
    for place, column in enumerate(sheet.columns):
        if place in sums:
            totals.append(CellWriter(page, column.kind, _TOTAL).write_cell(sums[place]))
            check = styled_cell(page, NUMBER_FORMATS[column.kind], CellStyle())
            letter = _letter(place + 1)
            check.value = f"=SUBTOTAL(109,{letter}2:{letter}{max(last, 2)})"
            checks.append(check)
        else:
            words = ("Total", "Sum of the rows shown") if place == label else ("", "")
            totals.append(CellWriter(page, ColumnKind.TEXT, _TOTAL).write_cell(words[0]))
            checks.append(CellWriter(page, ColumnKind.TEXT).write_cell(words[1]))
    page.append(totals)
    page.append(checks)


def _set_widths(page: _Sheet, sheet: Sheet, sums: dict[int, Decimal]) -> None:
    """Widths from the content: numbers from all rows, for a narrow one shows only ###; text from a sample."""
    lines = 1
    for place, column in enumerate(sheet.columns):
        rows = sheet.rows if column.kind in NUMERIC else sheet.rows[:_SAMPLE]
        widest = max((shown_length(row[place], column.kind) for row in rows), default=0)
        if place in sums:
            widest = max(widest, shown_length(sums[place], column.kind))
        head = max(len(word) for word in column.title.split(" ")) + 3  # room for the filter's arrow
        width = min(max(widest + 3, head, NARROWEST), WIDEST)
        page.column_dimensions[_letter(place + 1)].width = width
        lines = max(lines, len(textwrap.wrap(column.title, max(width - 3, 1))))
    page.row_dimensions[1].height = lines * _LINE_HEIGHT


def _set_page(page: _Sheet, about: About, title: str) -> None:
    """Landscape Letter, one page wide, title and run in header and footer."""
    page.page_setup.orientation = "landscape"
    page.page_setup.paperSize = "1"
    page.page_setup.fitToWidth = 1
    page.page_setup.fitToHeight = 0
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_margins.left = page.page_margins.right = _MARGIN
    page.oddHeader.left.text = _header_text(f"{about.municipality}: {title}")
    page.oddHeader.right.text = _header_text(f"As of {about.as_of:%m/%d/%Y}")
    page.oddFooter.left.text = _header_text(f"Run {about.run_at}")
    page.oddFooter.right.text = "Page &P of &N"


def _header_text(text: str) -> str:
    """Text for a page header, where an ampersand is a command unless doubled."""
    return cell_text(text).replace("\n", " ").replace("&", "&&")[:120]


def _write_about(book: "Workbook", about: About, title: str) -> None:
    page: _Sheet = book.create_sheet(title)
    page.column_dimensions["A"].width = 24
    page.column_dimensions["B"].width = 60
    _set_page(page, about, "About this list")
    label = CellWriter(page, ColumnKind.TEXT, CellStyle(bold=True))
    text, day = CellWriter(page, ColumnKind.TEXT), CellWriter(page, ColumnKind.DATE)
    page.append([label.write_cell("Title"), text.write_cell(about.title)])
    page.append([label.write_cell("Municipality"), text.write_cell(about.municipality)])
    page.append([label.write_cell("As of"), day.write_cell(about.as_of)])
    page.append([label.write_cell("Run"), text.write_cell(about.run_at)])
    for name, value in about.filters or (("Filters", "None: all rows"),):
        page.append([label.write_cell(name), text.write_cell(value)])
    for note in about.notes:
        page.append([label.write_cell("Note"), text.write_cell(note)])


def _letter(place: int) -> str:
    """The letters of a column counted from 1: A, Z, AA."""
    letters = ""
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
