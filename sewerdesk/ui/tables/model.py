"""The model of a table of records: holds frozen rows, sorts and filters them itself, and sums them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from sewerdesk.domain.folding import fold
from sewerdesk.domain.search import haystacks, matches, terms
from sewerdesk.ui.tables.columns import CellKind, Column, Row, Status
from sewerdesk.ui.theme import icon, status_colors
from sewerdesk.ui.theme_tokens import TONE_INKS

Index = QModelIndex | QPersistentModelIndex
NO_PARENT = QModelIndex()


@dataclass(frozen=True, slots=True)
class SortBy:
    """One level of the order: the key of a column, and whether it runs downward."""

    column: str
    descending: bool = False


class RecordTableModel(QAbstractTableModel, Generic[Row]):
    """Rows in the order and under the filter the clerk chose.

    ``row_key`` tells a row's identity across reloads; without it the whole row is its identity.
    """

    def __init__(
        self,
        columns: Sequence[Column[Row]],
        parent: QObject | None = None,
        *,
        row_key: Callable[[Row], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns: tuple[Column[Row], ...] = tuple(columns)
        self._by_key = {column.key: column for column in self.columns}
        if len(self._by_key) != len(self.columns):
            raise ValueError("two columns of a table have the same key")
        self._row_key = row_key
        self._rows: tuple[Row, ...] = ()
        self._sorted: list[int] = []
        self._shown: list[int] = []
        self._sort: tuple[SortBy, ...] = ()
        self._query = ""
        self._predicate: Callable[[Row], bool] | None = None
        self._hay: list[str] | None = None
        self._keys: dict[str, list[Any]] = {}

    # What is shown

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows instead, under the same filter and order."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self._hay = None
        self._keys = {}
        self._order_rows()
        self._select_rows()
        self.endResetModel()

    @property
    def all_rows(self) -> tuple[Row, ...]:
        """Every row, filtered or not, in the order given."""
        return self._rows

    def shown_rows(self) -> list[Row]:
        """The rows shown, in the order shown."""
        return [self._rows[position] for position in self._shown]

    def row_at(self, line: int) -> Row:
        """The row on a line of the table, counted from 0."""
        return self._rows[self._shown[line]]

    def key_of(self, row: Row) -> object:
        """The row's identity."""
        return row if self._row_key is None else self._row_key(row)

    def line_of(self, key: object) -> int | None:
        """The line on which the row of an identity is shown, ``None`` if it is not."""
        for line, position in enumerate(self._shown):
            if self.key_of(self._rows[position]) == key:
                return line
        return None

    # Order

    @property
    def sort_order(self) -> tuple[SortBy, ...]:
        """The order in force, first level first; empty for the order given."""
        return self._sort

    def set_sort(self, *levels: SortBy) -> None:
        """Order by these levels; unknown columns are left out (an old layout may name one)."""
        self.beginResetModel()
        self._sort = tuple(level for level in levels if level.column in self._by_key)
        self._order_rows()
        self._select_rows()
        self.endResetModel()

    def toggle_sort(self, column: str, *, second: bool = False) -> None:
        """A click on a header: sort by it, or turn it around; ``second`` keeps the first level before it."""
        first = self._sort[:1]
        if second and first and first[0].column != column:
            again = self._sort[1:2]
            descending = bool(again) and again[0].column == column and not again[0].descending
            self.set_sort(first[0], SortBy(column, descending))
            return
        turned = bool(first) and first[0].column == column and not first[0].descending
        rest = self._sort[1:] if second else ()
        self.set_sort(SortBy(column, turned), *rest)

    def _order_rows(self) -> None:
        order = list(range(len(self._rows)))
        for level in reversed(self._sort):
            column = self._by_key[level.column]
            keys = self._keys.get(column.key)
            if keys is None:
                keys = self._keys[column.key] = [column.sort_value(row) for row in self._rows]
            order = _sorted_none_first(order, keys, descending=level.descending)
        self._sorted = order

    # Filter

    @property
    def query(self) -> str:
        """The words the rows are filtered by."""
        return self._query

    def set_query(self, query: str) -> None:
        """Show only rows in which every word is found (word starts; digits anywhere)."""
        self._query = query
        self._refilter()

    def set_predicate(self, predicate: Callable[[Row], bool] | None) -> None:
        """Show only rows of which this is true; ``None`` for all."""
        self._predicate = predicate
        self._refilter()

    def _refilter(self) -> None:
        self.beginResetModel()
        self._select_rows()
        self.endResetModel()

    def _select_rows(self) -> None:
        shown = self._sorted
        if self._predicate is not None:
            accept = self._predicate
            shown = [position for position in shown if accept(self._rows[position])]
        needles = terms(self._query)
        if needles:
            hay = self._haystacks()
            shown = [position for position in shown if matches(hay[position], needles)]
        self._shown = shown

    def _haystacks(self) -> list[str]:
        if self._hay is None:
            texts = [column.text for column in self.columns]
            self._hay = haystacks([text(row) for text in texts] for row in self._rows)
        return self._hay

    def find_line(self, prefix: str, column: str, start: int) -> int | None:
        """The first line from ``start`` on, around the end, whose cell begins with a text."""
        wanted = fold(prefix)
        text = self._by_key[column].text
        count = len(self._shown)
        for step in range(count):
            line = (start + step) % count
            if fold(text(self.row_at(line))).startswith(wanted):
                return line
        return None

    # Sums

    def totals(self, rows: Sequence[Row]) -> dict[str, Decimal]:
        """The sum of each summed column over rows, by column key."""
        return {column.key: _sum(column, rows) for column in self.columns if column.summed}

    # What Qt asks

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        """Lines shown."""
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = NO_PARENT) -> int:
        """Columns, hidden ones too."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, alignment, color, icon, tool tip and spoken text of a cell."""
        if not index.isValid():
            return None
        column = self.columns[index.column()]
        row = self.row_at(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.alignment
        return _extra_data(column, row, role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles with their alignment and help; a second sort level is marked in the title."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.columns):
            return None
        column = self.columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            second = self._sort[1:2]
            if second and second[0].column == column.key:
                return f"{column.title} {'↓' if second[0].descending else '↑'}"
            return column.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return column.alignment
        if role == Qt.ItemDataRole.ToolTipRole:
            return column.help or None
        return None


def _extra_data(column: Column[Row], row: Row, role: int) -> Any:
    if role == Qt.ItemDataRole.AccessibleTextRole:
        return column.spoken(row)
    if role == Qt.ItemDataRole.ToolTipRole and column.tooltip is not None:
        return column.tooltip(row)
    if column.kind is CellKind.STATUS:
        return _status_data(column.value(row), role)
    return None


def _status_data(value: object, role: int) -> Any:
    if not isinstance(value, Status):
        return None
    if role == Qt.ItemDataRole.DecorationRole:
        return icon(value.icon_name, TONE_INKS[value.tone])
    if role == Qt.ItemDataRole.ForegroundRole:
        return QColor(status_colors(value.tone).ink)
    return None


def _sum(column: Column[Row], rows: Sequence[Row]) -> Decimal:
    total = Decimal(0)
    for row in rows:
        value = column.value(row)
        if isinstance(value, (Decimal, int)):
            total += value
    return total


def _sorted_none_first(order: list[int], keys: list[Any], *, descending: bool) -> list[int]:
    """Stable order by keys; rows without a value come first, whichever way the rest runs."""
    empty = [position for position in order if keys[position] is None]
    filled = [position for position in order if keys[position] is not None]
    filled.sort(key=keys.__getitem__, reverse=descending)
    return empty + filled
