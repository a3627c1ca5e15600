"""A spreadsheet or text file as read: headings and rows of cells, each the text it was, with its type."""

from dataclasses import dataclass
from enum import StrEnum


class CellKind(StrEnum):
    """What the file said a cell was; cells of a text file are all text."""

    EMPTY = "empty"
    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    BOOLEAN = "yes/no"
    FORMULA = "formula"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text (dates as ISO), its type in the file, and whether it is part of merged cells."""

    text: str
    kind: CellKind = CellKind.TEXT
    merged: bool = False


EMPTY_CELL = Cell("", CellKind.EMPTY)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row with its number as the clerk sees it in the file; ``extra`` counts cells beyond the headings."""

    number: int
    cells: tuple[Cell, ...]
    extra: int = 0


@dataclass(frozen=True, slots=True)
class SheetTable:
    """A file's headings and data rows (blank rows left out), with the SHA-256 of the file's bytes."""

    name: str
    headers: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    sha256: str
    warnings: tuple[str, ...] = ()
