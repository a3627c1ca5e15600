"""Reading spreadsheets and text files from the county, the water company and the clerk's own desk.

Every cell comes out as the text it was together with its type in the file, so that an identifier that a
spreadsheet turned into a number or a date is seen and refused, not bent. Text files may be UTF-8 or UTF-16
with their mark, UTF-8 without, or Windows-1252 (then with a warning); the delimiter is found by consistent
columns.
"""

import csv
import hashlib
import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError
from sewerdesk.domain.sheettable import EMPTY_CELL, Cell, SheetRow, SheetTable

_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_ROWS = 50
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_ZIP_FILE = b"PK\x03\x04"
_LARGEST = 300 * 1024 * 1024

NumberedCells = tuple[int, list[Cell]]


def read_sheet(path: Path) -> SheetTable:
    """Read an .xlsx or text file; ``UserError`` names the file and says what to do when it cannot be used."""
    name = path.name
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UserError(f"{name} is no longer there; choose the file again.") from None
    except IsADirectoryError:
        raise UserError(f"{name} is a folder; choose a file in it.") from None
    except PermissionError:
        raise EnvironmentProblem(
            ProblemKind.FILE_OPEN_ELSEWHERE,
            f"{name} cannot be opened; close it in the program that has it open and try again.",
        ) from None
    except OSError as error:
        raise EnvironmentProblem(
            ProblemKind.INPUT_OUTPUT,
            f"{name} could not be read ({error.strerror}); copy it to this computer first.",
        ) from error
    return read_sheet_bytes(data, name=name)


def read_sheet_bytes(data: bytes, *, name: str) -> SheetTable:
    """As ``read_sheet``, from the file's bytes."""
    if not data.strip():
        raise UserError(f"{name} is empty; choose another file.")
    if data.startswith(_OLD_EXCEL):
        raise UserError(
            f"{name} is an old Excel file or has a password; open it in Excel and save it "
            f"as .xlsx without one."
        )
    if data.startswith(_ZIP_FILE):
        # Here, not above: openpyxl is slow to load and a text file does not need it.
        from sewerdesk.documents.workbooks import read_workbook_rows

        _check_size(data, name=name)
        rows, warnings = read_workbook_rows(data, name=name)
    else:
        rows, warnings = _text_rows(data, name=name)
    return _table(rows, warnings, name=name, sha256=hashlib.sha256(data).hexdigest())


def _check_size(data: bytes, *, name: str) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            members = package.infolist()
    except zipfile.BadZipFile:
        raise UserError(
            f"{name} is damaged or not complete; ask for it again, or open it in Excel and save it anew."
        ) from None
    if sum(member.file_size for member in members) > _LARGEST:
        raise UserError(f"{name} is too large to be a list of parcels or readings; choose another file.")
    if not any(member.filename == "xl/workbook.xml" for member in members):
        raise UserError(f"{name} is not an Excel workbook; save the list as .xlsx or .csv.")


def _text_rows(data: bytes, *, name: str) -> tuple[list[NumberedCells], list[str]]:
    text, warnings = _decode(data, name=name)
    delimiter = _find_delimiter(text)
    rows: list[NumberedCells] = []
    try:
        for number, values in _records(text, delimiter):
            rows.append((number, [Cell(value) if value else EMPTY_CELL for value in map(_plain, values)]))
    except csv.Error:
        last = rows[-1][0] if rows else 0
        raise UserError(
            f"{name} cannot be read after line {last}: a quotation mark is not closed or a "
            f"cell is too long; mend "
            f"that line and try again."
        ) from None
    return rows, warnings


def _decode(data: bytes, *, name: str) -> tuple[str, list[str]]:
    try:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            return data.decode("utf-16"), []
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        pass
    else:
        if "\0" in text:
            raise UserError(f"{name} is not a text file; choose a .csv or .xlsx file.")
        return text, []
    try:
        text = data.decode("cp1252")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UserError(f"{name} is not a text file; choose a .csv or .xlsx file.")
    return text, [
        f"{name} is written in the old Windows character set; look at names with accents before importing."
    ]


def _plain(value: str) -> str:
    return value.replace("\u00a0", " ").replace("\ufeff", "").strip()


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Records with the line on which each starts; a quoted cell may run over several lines."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    start = 1
    for values in reader:
        yield start, values
        start = reader.line_num + 1


def _find_delimiter(text: str) -> str:
    best = (0.0, 0, ",")
    for delimiter in _DELIMITERS:
        widths: Counter[int] = Counter()
        try:
            for _, values in _records(text, delimiter):
                if any(value.strip() for value in values):
                    widths[len(values)] += 1
                if widths.total() >= _SAMPLE_ROWS:
                    break
        except csv.Error:
            continue
        if not widths:
            continue
        width, count = widths.most_common(1)[0]
        if width > 1:
            best = max(best, (count / widths.total(), width, delimiter), key=lambda found: found[:2])
    return best[2]


def _table(rows: Iterable[NumberedCells], warnings: list[str], *, name: str, sha256: str) -> SheetTable:
    filled = [(number, cells) for number, cells in rows if any(cell.text for cell in cells)]
    if not filled:
        raise UserError(f"{name} holds no rows; choose another file.")
    top = next((i for i, (_, cells) in enumerate(filled) if sum(bool(c.text) for c in cells) > 1), 0)
    if top:
        warnings.append(f"{name}: the {top} line(s) above the headings were left out.")
    heading_cells = list(filled[top][1])
    while heading_cells and not heading_cells[-1].text:
        heading_cells.pop()
    headers = tuple(
        " ".join(cell.text.split()) or f"(column {place})"
        for place, cell in enumerate(heading_cells, start=1)
    )
    if len(filled) == top + 1:
        raise UserError(f"{name} has headings but no rows below them; choose another file.")
    width = len(headers)
    body = tuple(
        SheetRow(
            number,
            tuple(cells[:width]) + (EMPTY_CELL,) * (width - len(cells)),
            sum(1 for cell in cells[width:] if cell.text),
        )
        for number, cells in filled[top + 1 :]
    )
    return SheetTable(name, headers, body, sha256, tuple(warnings))
