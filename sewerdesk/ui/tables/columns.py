"""What a column shows and how: described once, used by the table, its totals, its export and its keys."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import Qt

from sewerdesk.domain.money import format_money
from sewerdesk.ui.theme_tokens import TONE_ICONS, Tone

Row = TypeVar("Row")


class HasId(Protocol):
    """A row of one record."""

    @property
    def id(self) -> int:
        """The record's id."""


def row_id(row: HasId) -> object:
    """The identity of a row that stands for a record."""
    return row.id


class CellKind(StrEnum):
    """How a column's values are written, aligned, sorted and exported."""

    TEXT = "text"
    MONEY = "money"
    DATE = "date"
    NUMBER = "number"
    STATUS = "status"
    YESNO = "yes_no"


@dataclass(frozen=True, slots=True)
class Status:
    """A state in a word, with its tone; the icon follows the tone unless named."""

    text: str
    tone: Tone = Tone.NEUTRAL
    icon: str = ""

    @property
    def icon_name(self) -> str:
        """The icon that stands beside the word."""
        return self.icon or TONE_ICONS[self.tone]


CellValue = str | Decimal | date | int | bool | Status | None
"""What a column takes out of a row; ``None`` where the row has nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Generic[Row]):
    """One column of a table of frozen rows.

    ``width`` is in characters. ``sort_key`` replaces the value for sorting (``None`` sorts first). ``summed``
    shows the total of the rows shown and of the rows selected below the table (money and numbers).
    ``tooltip`` explains a cell, ``help`` the column. ``hidden`` leaves the column out until it is chosen.
    """

    key: str
    title: str
    value: Callable[[Row], CellValue]
    kind: CellKind = CellKind.TEXT
    width: int = 14
    sort_key: Callable[[Row], Any] | None = None
    summed: bool = False
    tooltip: Callable[[Row], str] | None = None
    help: str = ""
    hidden: bool = False

    @property
    def is_numeric(self) -> bool:
        """Whether the column is set flush right, as money and numbers are."""
        return self.kind in (CellKind.MONEY, CellKind.NUMBER)

    @property
    def alignment(self) -> Qt.AlignmentFlag:
        """Right for money and numbers, left for the rest."""
        side = Qt.AlignmentFlag.AlignRight if self.is_numeric else Qt.AlignmentFlag.AlignLeft
        return side | Qt.AlignmentFlag.AlignVCenter

    def text(self, row: Row) -> str:
        """The cell as the clerk reads it."""
        return cell_text(self.value(row), self.kind)

    def spoken(self, row: Row) -> str:
        """The cell as a screen reader says it: with the column's meaning, "Balance: 42.50 dollars"."""
        text = self.text(row)
        if not text:
            return f"{self.title}: none"
        return f"{self.title}: {text} dollars" if self.kind is CellKind.MONEY else f"{self.title}: {text}"

    def sort_value(self, row: Row) -> Any:
        """What the row is sorted by in this column; ``None`` comes first."""
        if self.sort_key is not None:
            return self.sort_key(row)
        value = self.value(row)
        if isinstance(value, Status):
            return value.text.casefold()
        return value.casefold() if isinstance(value, str) else value


def cell_text(value: CellValue, kind: CellKind) -> str:
    """A value in words: money ``1,234.50``, dates ``03/31/2027``, numbers with thousands, yes and no."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, Status):
        return value.text
    if isinstance(value, date):
        return f"{value:%m/%d/%Y}"
    return _number_text(value, kind)


def _number_text(value: Decimal | int | bool, kind: CellKind) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return format_money(Decimal(value)) if kind is CellKind.MONEY else f"{value:,}"
