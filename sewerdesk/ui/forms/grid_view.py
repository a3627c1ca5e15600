"""The table of an entry grid: every key of the batch entry, with or without the numeric keypad."""

import csv
import io

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from sewerdesk.ui.forms.grid_model import EntryGridModel
from sewerdesk.ui.forms.grid_rows import CellKind
from sewerdesk.ui.forms.style import cell_stylesheet
from sewerdesk.ui.theme import theme

SHORTEST_SCAN = 12
"""Digits in a row from which a text in a money cell is taken for a scanned bill, not for an amount."""

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_CONTROL = Qt.KeyboardModifier.ControlModifier


def is_go_on(event: QKeyEvent) -> bool:
    """Whether a key means "next": Enter, or plus on the numeric keypad."""
    plus = event.key() == Qt.Key.Key_Plus and bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier)
    return plus or (event.key() in _ENTER and not event.modifiers() & _CONTROL)


class CellDelegate(QStyledItemDelegate):
    """Edits a cell in a plain line. ``go_on`` follows the commit by Enter, ``above`` asks for the text above."""

    go_on = Signal()
    scanned = Signal(str)

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        editor = QLineEdit(parent)
        editor.setStyleSheet(cell_stylesheet(theme().tokens))
        model = index.model()
        if isinstance(model, EntryGridModel):
            column = model.columns[index.column()]
            editor.setAccessibleName(f"{column.title}, row {index.row() + 1}")
            alignment = index.data(Qt.ItemDataRole.TextAlignmentRole)
            editor.setAlignment(Qt.AlignmentFlag(int(alignment)))
        return editor

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            editor.selectAll()

    def setModelData(
        self, editor: QWidget, model: QAbstractItemModel, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        if not isinstance(editor, QLineEdit) or not isinstance(model, EntryGridModel):
            return
        text = editor.text()
        money = model.columns[index.column()].kind is CellKind.MONEY
        if money and len(text) >= SHORTEST_SCAN and text.isascii() and text.isdigit():
            self.scanned.emit(text)
        elif text != str(index.data(Qt.ItemDataRole.EditRole) or ""):
            model.put(index.row(), index.column(), text)

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        editor.setGeometry(option.rect)

    def eventFilter(self, object: QObject, event: QEvent) -> bool:  # noqa: A002 - Qt's name
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and isinstance(object, QLineEdit)
        ):
            if is_go_on(event):
                self.commitData.emit(object)
                self.closeEditor.emit(object, QStyledItemDelegate.EndEditHint.NoHint)
                self.go_on.emit()
                return True
            if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                self.commitData.emit(object)
                self.closeEditor.emit(object, QStyledItemDelegate.EndEditHint.NoHint)
                return False
        return super().eventFilter(object, event)


class EntryGridView(QTableView):
    """Typing edits, Enter goes on, Tab goes through the cells, Esc and Ctrl+Tab leave the grid."""

    row_deleted = Signal(int)
    row_restored = Signal(int)

    def __init__(self, model: EntryGridModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.grid = model
        self._scan = ""
        self.setModel(model)
        self._delegate = CellDelegate(self)
        self._delegate.go_on.connect(self.go_on)
        self._delegate.scanned.connect(self._on_scanned)
        self.setItemDelegate(self._delegate)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setTabKeyNavigation(True)
        self.setWordWrap(False)
        self.setCornerButtonEnabled(False)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setStretchLastSection(True)
        self.verticalHeader().setHighlightSections(False)
        theme().changed.connect(self.fit)
        self.fit()

    @Slot()
    def fit(self) -> None:
        """Take sizes from the font in force."""
        self.verticalHeader().setDefaultSectionSize(theme().sizes.row + 2)
        wide = self.fontMetrics().averageCharWidth()
        for number, column in enumerate(self.grid.columns):
            self.setColumnWidth(number, wide * max(column.width, len(column.title) + 2) + 20)

    def begin(self) -> None:
        """Put the keyboard into the first cell of the blank row."""
        self.go_to(self.grid.blank_row(), self.grid.next_typed(-1) or 0)
        self.setFocus()

    def go_to(self, row: int, column: int) -> None:
        """Make a cell current."""
        self.setCurrentIndex(self.grid.index(row, column))

    @Slot()
    def go_on(self) -> None:
        """Enter: to the next cell to fill in, or to the next row when this one is done."""
        if self._scan:
            text, self._scan = self._scan, ""
            self.enter_scan(text)
            return
        index = self.currentIndex()
        row = self.grid.row(index.row())
        name = self.grid.columns[index.column()].name if index.column() < len(self.grid.columns) else ""
        if row.is_blank or name in row.problems:
            return
        self._leave_cell(index.row(), index.column())

    def enter_scan(self, text: str) -> None:
        """Take a scanned text into the lookup column of a fresh row, and go on from there."""
        lookups = [number for number, column in enumerate(self.grid.columns) if column.lookup]
        if not lookups:
            return
        row = self.grid.blank_row()
        self.go_to(row, lookups[0])
        self.grid.put(row, lookups[0], text)
        self.go_on()

    def _leave_cell(self, row: int, column: int) -> None:
        typed = self.grid.row(row)
        complete = typed.info is not None and typed.info.complete and not self.grid.book.problems(typed)
        following = None if complete else self.grid.next_typed(column, stopping=True)
        if following is not None:
            self.go_to(row, following)
            return
        wrong = [
            number
            for number, spec in enumerate(self.grid.columns)
            if spec.name in self.grid.book.problems(typed)
        ]
        if wrong:
            self.go_to(row, wrong[0])
            return
        self.go_to(min(row + 1, self.grid.blank_row()), self.grid.next_typed(-1) or 0)

    @Slot(str)
    def _on_scanned(self, text: str) -> None:
        self._scan = text

    # ------------------------------------------------------------ keys
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._answer(event):
            event.accept()
            return
        super().keyPressEvent(event)

    def _answer(self, event: QKeyEvent) -> bool:
        if self.state() == QAbstractItemView.State.EditingState:
            return False
        if is_go_on(event):
            self.go_on()
            return True
        if event.matches(QKeySequence.StandardKey.Paste):
            self.paste_text(QGuiApplication.clipboard().text())
            return True
        if event.matches(QKeySequence.StandardKey.Copy):
            QGuiApplication.clipboard().setText(self.selected_text())
            return True
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo()
            return True
        return self._answer_plain(event.key(), control=bool(event.modifiers() & _CONTROL))

    def _answer_plain(self, key: int, *, control: bool) -> bool:
        index = self.currentIndex()
        if key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and not control:
            return self._tab_out(index, back=key == Qt.Key.Key_Backtab)
        if control and key == Qt.Key.Key_Apostrophe:
            return self.grid.copy_above(index.row(), index.column())
        if key == Qt.Key.Key_F8:
            self.duplicate()
        elif key == Qt.Key.Key_Delete:
            self.delete()
        elif key == Qt.Key.Key_Backspace:
            self.grid.put(index.row(), index.column(), "")
        elif key == Qt.Key.Key_Escape or (control and key == Qt.Key.Key_Tab):
            self.leave()
        else:
            return False
        return True

    def _tab_out(self, index: QModelIndex, *, back: bool) -> bool:
        """Tab at the end of the blank row leaves the grid, Shift+Tab at its beginning too, so that nobody is caught."""
        typed = [number for number, column in enumerate(self.grid.columns) if not column.shown_only]
        edge = (0, typed[0]) if back else (self.grid.blank_row(), typed[-1])
        if (index.row(), index.column()) != edge:
            return False
        self.leave(back=back)
        return True

    @Slot()
    def duplicate(self) -> None:
        """Repeat the row (F8)."""
        copy = self.grid.duplicate_row(self.currentIndex().row())
        if copy is not None:
            self.go_to(copy, self.currentIndex().column())

    @Slot()
    def delete(self) -> None:
        """Delete the row; Ctrl+Z brings it back."""
        row = self.currentIndex().row()
        if self.grid.delete_row(row):
            self.go_to(min(row, self.grid.blank_row()), self.currentIndex().column())
            self.row_deleted.emit(row)

    @Slot()
    def undo(self) -> None:
        """Bring the row deleted last back."""
        row = self.grid.undo_delete()
        if row is not None:
            self.go_to(row, self.grid.next_typed(-1) or 0)
            self.row_restored.emit(row)

    def leave(self, *, back: bool = False) -> None:
        """Put the keyboard into the widget after the grid, or into the one before it."""
        self.setTabKeyNavigation(False)
        if back:
            self.focusPreviousChild()
        else:
            self.focusNextChild()
        self.setTabKeyNavigation(True)

    def paste_text(self, text: str) -> None:
        """Paste a block as spreadsheets copy it: tabs between cells, one line a row."""
        block = [
            line
            for line in csv.reader(io.StringIO(text), delimiter="\t")
            if any(cell.strip() for cell in line)
        ]
        index = self.currentIndex()
        if block and index.isValid():
            column = index.column() if index.column() < len(self.grid.columns) else 0
            taken = self.grid.paste(index.row(), column, block)
            self.go_to(min(index.row() + taken, self.grid.blank_row()), column)

    def selected_text(self) -> str:
        """The selected cells with tabs between them, as spreadsheets paste it."""
        cells = {(index.row(), index.column()): str(index.data() or "") for index in self.selectedIndexes()}
        rows = sorted({row for row, _ in cells})
        columns = sorted({column for _, column in cells})
        return "\n".join("\t".join(cells.get((row, column), "") for column in columns) for row in rows)

    def moveCursor(
        self, cursorAction: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Tab passes over cells that cannot be typed in."""
        found = super().moveCursor(cursorAction, modifiers)
        tabbing = (QAbstractItemView.CursorAction.MoveNext, QAbstractItemView.CursorAction.MovePrevious)
        if cursorAction not in tabbing or not found.isValid():
            return found
        step = 1 if cursorAction == QAbstractItemView.CursorAction.MoveNext else -1
        width, height = self.grid.columnCount(), self.grid.rowCount()
        place = found.row() * width + found.column()
        for _ in range(width):
            index = self.grid.index(place // width, place % width)
            if index.flags() & Qt.ItemFlag.ItemIsEditable:
                return index
            place = (place + step) % (width * height)
        return found
