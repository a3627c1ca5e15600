"""What a column of a sheet holds, and text made fit for a cell."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import TypeAlias

LONGEST_TEXT = 32_767
"""Most characters that a cell takes (Excel specifications and limits)."""

WIDEST = 40
NARROWEST = 7

CellValue: TypeAlias = str | Decimal | int | date | bool | None

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LINE_ENDS = re.compile("\r\n?")
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


class ColumnKind(StrEnum):
    """How a column's values are stored and shown."""

    TEXT = "text"
    IDENTIFIER = "identifier"
    MONEY = "money"
    QUANTITY = "quantity"
    WHOLE = "whole"
    DATE = "date"
    YES_NO = "yes_no"


NUMBER_FORMATS = {
    ColumnKind.TEXT: "@",
    ColumnKind.IDENTIFIER: "@",
    ColumnKind.MONEY: "#,##0.00;[Red]-#,##0.00",
    ColumnKind.QUANTITY: "#,##0.00##",
    ColumnKind.WHOLE: "#,##0",
    ColumnKind.DATE: "mm/dd/yyyy",
    ColumnKind.YES_NO: "@",
}
NUMERIC = frozenset({ColumnKind.MONEY, ColumnKind.QUANTITY, ColumnKind.WHOLE})


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """A column: heading, kind, and whether the sheet's last rows give its sum."""

    title: str
    kind: ColumnKind = ColumnKind.TEXT
    total: bool = False

    def __post_init__(self) -> None:
        if self.total and self.kind not in NUMERIC:
            raise ValueError(f"the column {self.title} holds no numbers to sum")


def cell_text(value: str) -> str:
    """Text as a cell may hold it: no control characters, lines ended by a line feed, at most 32,767 signs.

    ``_x0041_`` is the file format's own escape for a character, so text that looks like one is escaped itself.
    """
    if value.isalnum():
        return value[:LONGEST_TEXT]
    bare = _FORBIDDEN.sub("", _LINE_ENDS.sub("\n", value))
    return _ESCAPE.sub("_x005F_", bare)[:LONGEST_TEXT]


def shown_length(value: CellValue, kind: ColumnKind) -> int:
    """How many characters wide a value is shown, roughly, for the column's width."""
    if value is None:
        return 0
    if isinstance(value, str):
        return max((len(line) for line in value.split("\n")), default=0)
    if kind is ColumnKind.DATE:
        return 10
    if kind in {ColumnKind.MONEY, ColumnKind.QUANTITY} and isinstance(value, Decimal | int):
        return len(f"{value:,.2f}")
    if isinstance(value, bool):
        return 3
    return len(f"{value:,}") if isinstance(value, Decimal | int) else len(str(value))
