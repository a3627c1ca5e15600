"""The rows of an entry grid: what was typed in each cell, what it stands for, and what a lookup added.

A cell always keeps its text. Text that is no value carries a sentence beside it until it is put right.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.entry import (
    clean_text,
    format_date,
    format_decimal,
    parse_date,
    parse_decimal,
    parse_whole,
    read_amount,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import format_money


class CellKind(StrEnum):
    """What a column holds."""

    TEXT = "text"  # str
    MONEY = "money"  # Decimal of two places
    DATE = "date"  # date
    WHOLE = "whole"  # int
    DECIMAL = "decimal"  # Decimal


RIGHT_ALIGNED = frozenset({CellKind.MONEY, CellKind.WHOLE, CellKind.DECIMAL})


@dataclass(frozen=True, slots=True)
class GridColumn:
    """One column. ``width`` is in characters.

    ``lookup`` marks the column whose text finds the record of the row, ``shown_only`` one that only the lookup
    fills, ``total`` the money that is summed and compared with the control total. Enter stops at a column
    unless ``stops`` is off; Tab stops at all that can be typed in.
    """

    name: str
    title: str
    kind: CellKind = CellKind.TEXT
    width: int = 14
    required: bool = False
    lookup: bool = False
    shown_only: bool = False
    total: bool = False
    stops: bool = True
    places: int = 3
    minimum: Decimal | int | None = None
    maximum: Decimal | int | None = None


@dataclass(frozen=True, slots=True)
class RowInfo:
    """What a lookup found: the record's ``key``, values to fill in, and a note for the end of the row.

    A value for a column that the clerk may type in is only a default and never replaces typing. ``complete``
    says that nothing is left to type (a scan line carries it all): the row is done at once.
    """

    key: object
    values: Mapping[str, object] = field(default_factory=dict)
    note: str = ""
    complete: bool = False


RowLookup = Callable[[str], RowInfo]
"""Finds the record of a row by the text of its lookup column, or raises ``UserError`` with a sentence."""


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row as it may be posted: its number on screen (from 1), the record's key, and a value per column."""

    number: int
    key: object
    values: Mapping[str, object]


@dataclass(slots=True)
class GridRow:
    """One row as typed; changed only by :class:`RowBook`."""

    texts: dict[str, str] = field(default_factory=dict)
    values: dict[str, object] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)
    info: RowInfo | None = None
    note: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing stands in it."""
        return not any(self.texts.values())

    def copy(self) -> "GridRow":
        """A row of its own with the same contents."""
        return GridRow(
            dict(self.texts), dict(self.values), dict(self.problems), set(self.typed), self.info, self.note
        )


class RowBook:
    """Reads cells by their columns' kinds and lets the lookup complete rows."""

    def __init__(
        self, columns: tuple[GridColumn, ...], *, today: Callable[[], date], lookup: RowLookup | None
    ) -> None:
        if len({column.name for column in columns}) != len(columns):
            raise ValueError("two columns of an entry grid have the same name")
        self.columns = columns
        self._by_name = {column.name: column for column in columns}
        self._today = today
        self._lookup = lookup

    def put(self, row: GridRow, name: str, text: str) -> None:
        """Type a text into a cell; a lookup column then completes the row."""
        column = self._by_name[name]
        cleaned, _ = clean_text(text)
        cleaned = cleaned.strip()
        row.texts[name] = cleaned
        row.typed.discard(name)
        if cleaned:
            row.typed.add(name)
        row.note = ""
        self._read(row, column)
        if column.lookup:
            self._find(row, column)

    def missing(self, row: GridRow) -> dict[str, str]:
        """A sentence for each required cell that is empty, unless the row is blank."""
        if row.is_blank:
            return {}
        return {
            column.name: f"Enter the {column.title.lower()}."
            for column in self.columns
            if column.required and not row.texts.get(column.name)
        }

    def problems(self, row: GridRow) -> dict[str, str]:
        """Everything wrong with a row, in the order of its columns."""
        found = {**self.missing(row), **row.problems}
        return {column.name: found[column.name] for column in self.columns if column.name in found}

    def total(self, row: GridRow) -> Decimal:
        """The money of the row that counts, in dollars."""
        amounts = (row.values.get(column.name) for column in self.columns if column.total)
        return sum((amount for amount in amounts if isinstance(amount, Decimal)), Decimal("0.00"))

    def _read(self, row: GridRow, column: GridColumn) -> None:
        row.problems.pop(column.name, None)
        row.values.pop(column.name, None)
        text = row.texts.get(column.name, "")
        if not text:
            return
        try:
            value, note = self._parsed(column, text)
        except UserError as problem:
            row.problems[column.name] = problem.message
            return
        row.values[column.name] = value
        row.texts[column.name] = self._shown(value)
        row.note = note

    def _parsed(self, column: GridColumn, text: str) -> tuple[object, str]:
        if column.kind is CellKind.MONEY:
            return self._money(column, text)
        if column.kind is CellKind.DATE:
            return parse_date(text, today=self._today()), ""
        low, high = column.minimum, column.maximum
        if column.kind is CellKind.WHOLE:
            return parse_whole(
                text, minimum=None if low is None else int(low), maximum=None if high is None else int(high)
            ), ""
        if column.kind is CellKind.DECIMAL:
            return parse_decimal(text, places=column.places, minimum=low, maximum=high), ""
        return text, ""

    @staticmethod
    def _money(column: GridColumn, text: str) -> tuple[object, str]:
        entry = read_amount(text)
        if column.minimum is not None and entry.amount < column.minimum:
            raise UserError(f"Type an amount of {format_money(Decimal(column.minimum))} or more.")
        if column.maximum is not None and entry.amount > column.maximum:
            raise UserError(f"Type an amount of {format_money(Decimal(column.maximum))} or less.")
        return entry.amount, entry.note

    def _shown(self, value: object) -> str:
        if isinstance(value, Decimal):
            return format_money(value) if value.as_tuple().exponent == -2 else format_decimal(value)
        return format_date(value) if isinstance(value, date) else str(value)

    def _find(self, row: GridRow, column: GridColumn) -> None:
        self._forget(row)
        text = row.texts.get(column.name, "")
        if not text or self._lookup is None or column.name in row.problems:
            return
        try:
            info = self._lookup(text)
        except UserError as problem:
            row.problems[column.name] = problem.message
            return
        row.info = info
        row.note = info.note
        for name, value in info.values.items():
            target = self._by_name.get(name)
            if target is None or (name in row.typed and not target.lookup):
                continue
            row.texts[name] = "" if value is None else self._shown(value)
            row.problems.pop(name, None)
            row.values.pop(name, None)
            if value is not None:
                row.values[name] = value

    def _forget(self, row: GridRow) -> None:
        """Take away what an earlier lookup filled in, but nothing that was typed."""
        row.info = None
        for column in self.columns:
            if column.name not in row.typed and not column.lookup:
                row.texts.pop(column.name, None)
                row.values.pop(column.name, None)
                row.problems.pop(column.name, None)
