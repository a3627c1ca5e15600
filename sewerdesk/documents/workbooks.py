"""Cells of an Excel workbook, each as text with its type; formulas and merged cells are only marked."""

import io
import warnings as python_warnings
import zipfile
from collections.abc import Iterable
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.sheettable import EMPTY_CELL, Cell, CellKind

_CHUNK = 1 << 20

NumberedCells = tuple[int, list[Cell]]


def read_workbook_rows(data: bytes, *, name: str) -> tuple[list[NumberedCells], list[str]]:
    """Numbered rows of the first sheet that holds anything; ``UserError`` for a broken workbook."""
    try:
        with python_warnings.catch_warnings():
            python_warnings.simplefilter("ignore")  # about styles and drop-downs, which are not read
            return _rows(data, name=name)
    except (
        InvalidFileException,
        KeyError,
        ValueError,
        TypeError,
        SyntaxError,
        zipfile.BadZipFile,
        OSError,
    ) as error:
        raise UserError(
            f"{name} cannot be read as an Excel workbook; open it in Excel and save it again as .xlsx."
        ) from error


def _rows(data: bytes, *, name: str) -> tuple[list[NumberedCells], list[str]]:
    merges = _has_merged_cells(data)
    book = load_workbook(io.BytesIO(data), read_only=not merges, data_only=False)
    found: list[NumberedCells] = []
    warnings: list[str] = []
    read_title = ""
    try:
        for sheet in book.worksheets:
            if read_title:
                if any(cell.value is not None for row in sheet.iter_rows(max_row=5) for cell in row):
                    warnings.append(
                        f"{name}: only the sheet “{read_title}” is read; “{sheet.title}” is left out."
                    )
                continue
            if not merges:
                sheet.reset_dimensions()  # some programs write a wrong size, and rows beyond it would be lost
            merged = {cell for area in sheet.merged_cells.ranges for cell in area.cells} if merges else set()
            found = [
                (number, _row_cells(number, row, merged))
                for number, row in enumerate(sheet.iter_rows(), start=1)
            ]
            if any(cell.text for _, cells in found for cell in cells):
                read_title = sheet.title
    finally:
        book.close()
    return found if read_title else [], warnings


def _row_cells(number: int, row: Iterable[Any], merged: set[tuple[int, int]]) -> list[Cell]:
    cells: list[Cell] = []
    for column, cell in enumerate(row, start=1):
        in_merge = bool(merged) and (number, column) in merged
        text, kind = _text_and_kind(cell.value, getattr(cell, "data_type", "n"))
        cells.append(EMPTY_CELL if not text and not in_merge else Cell(text, kind, in_merge))
    return cells


def _text_and_kind(value: object, data_type: str) -> tuple[str, CellKind]:
    if value is None:
        return "", CellKind.EMPTY
    if data_type == "f":
        return str(getattr(value, "text", value)), CellKind.FORMULA
    if data_type == "e":
        return str(value), CellKind.ERROR
    if isinstance(value, str):
        text = value.replace("\u00a0", " ").strip()
        return text, CellKind.TEXT if text else CellKind.EMPTY
    return _typed_value(value)


def _typed_value(value: object) -> tuple[str, CellKind]:
    if isinstance(value, bool):
        return ("TRUE" if value else "FALSE"), CellKind.BOOLEAN
    if isinstance(value, datetime):
        return value.date().isoformat(), CellKind.DATE
    if isinstance(value, date | time):
        return value.isoformat(), CellKind.DATE
    # A workbook keeps 15 digits that count; what a binary fraction adds beyond them is noise.
    text = f"{Decimal(f'{value:.15g}'):f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text), CellKind.NUMBER


def _has_merged_cells(data: bytes) -> bool:
    """Whether any sheet merges cells; the areas are known only when the whole sheet is loaded."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        for member in package.namelist():
            if not member.startswith("xl/worksheets/") or not member.endswith(".xml"):
                continue
            tail = b""
            with package.open(member) as stream:
                while chunk := stream.read(_CHUNK):
                    if b"mergeCell " in tail + chunk:
                        return True
                    tail = chunk[-16:]
    return False
