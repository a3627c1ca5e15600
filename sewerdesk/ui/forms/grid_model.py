"""The model of an entry grid: rows as typed, a blank one at the end, and a line of words after each."""

from collections.abc import Callable, Sequence
from datetime import date
from decimal import Decimal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor, QIcon

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.money import ZERO
from sewerdesk.ui.forms.grid_rows import RIGHT_ALIGNED, EntryRow, GridColumn, GridRow, RowBook, RowLookup
from sewerdesk.ui.theme import Ink, icon, theme

Index = QModelIndex | QPersistentModelIndex
_ROLE = Qt.ItemDataRole
WORDS_TITLE = "Note"


class EntryGridModel(QAbstractTableModel):
    """Cells of text with values behind them. ``edited`` is emitted at every change of what was typed."""

    edited = Signal()

    def __init__(
        self,
        columns: Sequence[GridColumn],
        *,
        today: Callable[[], date],
        lookup: RowLookup | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.book = RowBook(tuple(columns), today=today, lookup=lookup)
        self._rows: list[GridRow] = [GridRow()]
        self._deleted: list[tuple[int, GridRow]] = []

    # ------------------------------------------------------------ what was typed
    @property
    def columns(self) -> tuple[GridColumn, ...]:
        """The columns of cells; one of words follows them."""
        return self.book.columns

    def row(self, number: int) -> GridRow:
        """The row of a number, from 0."""
        return self._rows[number]

    def put(self, row: int, column: int, text: str) -> None:
        """Type a text into a cell, as the editor does; typing in the last row opens another blank one."""
        if not self._is_typed_in(column):
            return
        self.book.put(self._rows[row], self.columns[column].name, text)
        self._keep_blank_row()
        self._tell_row(row)
        self.edited.emit()

    def delete_row(self, row: int) -> bool:
        """Take a row away; :meth:`undo_delete` brings it back. The blank row stays."""
        if not 0 <= row < len(self._rows) or self._rows[row].is_blank:
            return False
        self.beginRemoveRows(QModelIndex(), row, row)
        self._deleted.append((row, self._rows.pop(row)))
        self.endRemoveRows()
        self.edited.emit()
        return True

    def undo_delete(self) -> int | None:
        """Bring the row deleted last back to its place; its number, or ``None`` where there is none."""
        if not self._deleted:
            return None
        place, row = self._deleted.pop()
        place = min(place, len(self._rows) - 1)
        self._insert(place, row)
        return place

    def duplicate_row(self, row: int) -> int | None:
        """Put a copy of a row under it; the copy's number, or ``None`` for a blank row."""
        if self._rows[row].is_blank:
            return None
        self._insert(row + 1, self._rows[row].copy())
        return row + 1

    def copy_above(self, row: int, column: int) -> bool:
        """Repeat the text of the cell above."""
        if row == 0 or not self._is_typed_in(column):
            return False
        self.put(row, column, self._rows[row - 1].texts.get(self.columns[column].name, ""))
        return True

    def paste(self, row: int, column: int, block: Sequence[Sequence[str]]) -> int:
        """Put a block of texts from a cell on, over the columns that can be typed in; how many rows it took.

        What finds no column any more goes into the words of the row, so that nothing is lost unseen.
        """
        targets = [number for number in range(column, len(self.columns)) if self._is_typed_in(number)]
        for offset, line in enumerate(block):
            for target, text in zip(targets, line, strict=False):
                self.put(row + offset, target, text)
            surplus = [text for text in line[len(targets) :] if text.strip()]
            if surplus:
                self._rows[row + offset].note = f"Not pasted, no column left: {', '.join(surplus)}"
                self._tell_row(row + offset)
        return len(block)

    def blank_row(self) -> int:
        """The number of the blank row at the end."""
        return len(self._rows) - 1

    def load(self, rows: Sequence[Sequence[str]]) -> None:
        """Replace everything by typed texts, one sequence a row over the columns that can be typed in."""
        self.beginResetModel()
        self._rows = [GridRow()]
        self._deleted = []
        self.endResetModel()
        first = self.next_typed(-1)
        if first is not None:
            self.paste(0, first, rows)
        self.edited.emit()

    def typed_rows(self) -> tuple[tuple[str, ...], ...]:
        """What :meth:`load` takes."""
        names = [column.name for column in self.columns if not column.shown_only]
        return tuple(
            tuple(row.texts.get(name, "") for name in names) for row in self._rows if not row.is_blank
        )

    # ------------------------------------------------------------ what it comes to
    def count(self) -> int:
        """How many rows are not blank."""
        return sum(1 for row in self._rows if not row.is_blank)

    def total(self) -> Decimal:
        """The sum of the money that counts, in dollars."""
        return sum((self.book.total(row) for row in self._rows), ZERO)

    def problems(self) -> dict[tuple[int, int], str]:
        """The sentence of every cell that is wrong, by row and column number."""
        order = {column.name: number for number, column in enumerate(self.columns)}
        return {
            (number, order[name]): sentence
            for number, row in enumerate(self._rows)
            for name, sentence in self.book.problems(row).items()
        }

    def entry_rows(self) -> tuple[EntryRow, ...]:
        """The rows to post; ``FieldErrors`` names each row and cell that is wrong."""
        found = self.problems()
        if found:
            raise FieldErrors(
                {
                    f"{row}.{self.columns[column].name}": f"Row {row + 1}, {self.columns[column].title}: {sentence}"
                    for (row, column), sentence in found.items()
                }
            )
        return tuple(
            EntryRow(number + 1, row.info.key if row.info else None, dict(row.values))
            for number, row in enumerate(self._rows)
            if not row.is_blank
        )

    def next_typed(self, column: int, *, stopping: bool = False) -> int | None:
        """The next column after ``column`` that can be typed in (and at which Enter stops)."""
        for number in range(column + 1, len(self.columns)):
            if self._is_typed_in(number) and (self.columns[number].stops or not stopping):
                return number
        return None

    # ------------------------------------------------------------ Qt's side
    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.columns) + 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self._is_typed_in(index.column()) else flags

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        words = section == len(self.columns)
        if role == _ROLE.TextAlignmentRole and orientation == Qt.Orientation.Horizontal:
            return self._alignment(section)
        if role != _ROLE.DisplayRole:
            return None
        if orientation == Qt.Orientation.Vertical:
            return str(section + 1)
        return WORDS_TITLE if words else self.columns[section].title

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != _ROLE.EditRole or not index.isValid() or not self._is_typed_in(index.column()):
            return False
        self.put(index.row(), index.column(), str(value))
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if column == len(self.columns):
            return self._words_data(row, role)
        name = self.columns[column].name
        text, problem = row.texts.get(name, ""), row.problems.get(name, "")
        answers: dict[int, object] = {
            _ROLE.DisplayRole: text,
            _ROLE.EditRole: text,
            _ROLE.ToolTipRole: problem or None,
            _ROLE.TextAlignmentRole: self._alignment(column),
            _ROLE.AccessibleTextRole: f"{self.columns[column].title} {text or 'empty'} {problem}".rstrip(),
            _ROLE.ForegroundRole: self._ink(column, problem),
        }
        return answers.get(role)

    def _ink(self, column: int, problem: str) -> QColor | None:
        if problem:
            return theme().color(Ink.BAD)
        return theme().color(Ink.SECONDARY) if self.columns[column].shown_only else None

    def _words_data(self, row: GridRow, role: int) -> object:
        problem = next(iter(row.problems.values()), "")
        if role in (_ROLE.DisplayRole, _ROLE.AccessibleTextRole, _ROLE.ToolTipRole):
            return problem or row.note or ("" if role == _ROLE.DisplayRole else None)
        if role == _ROLE.ForegroundRole:
            return theme().color(Ink.BAD if problem else Ink.SECONDARY)
        if role == _ROLE.DecorationRole and problem:
            return QIcon(icon("triangle-alert", Ink.BAD))
        return None

    def _alignment(self, column: int) -> int:
        right = column < len(self.columns) and self.columns[column].kind in RIGHT_ALIGNED
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        return int(side | Qt.AlignmentFlag.AlignVCenter)

    def _is_typed_in(self, column: int) -> bool:
        return 0 <= column < len(self.columns) and not self.columns[column].shown_only

    def _insert(self, place: int, row: GridRow) -> None:
        self.beginInsertRows(QModelIndex(), place, place)
        self._rows.insert(place, row)
        self.endInsertRows()
        self.edited.emit()

    def _keep_blank_row(self) -> None:
        if not self._rows[-1].is_blank:
            self.beginInsertRows(QModelIndex(), len(self._rows), len(self._rows))
            self._rows.append(GridRow())
            self.endInsertRows()

    def _tell_row(self, row: int) -> None:
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(self.columns)))
