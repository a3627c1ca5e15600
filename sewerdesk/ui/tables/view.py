"""The grid itself: whole rows are selected, Tab leaves it, typing finds, Enter opens."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QTableView, QWidget

from sewerdesk.ui.theme import theme

CELL_PADDING = 18
OPENING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PLAIN = Qt.KeyboardModifier.NoModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier


class GridView(QTableView):
    """A table of whole rows. ``activated_line`` is emitted by Enter and double click with the line."""

    activated_line = Signal(int)
    resized = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.find_line: Callable[[str, int], int | None] | None = None
        self._typed = ""
        self._typed_at = 0.0
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setSectionsClickable(True)
        header.setSectionsMovable(True)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(32)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.doubleClicked.connect(self._open)
        theme().changed.connect(self.fit_rows)
        self.fit_rows()

    @Slot()
    def fit_rows(self) -> None:
        """Take the row height from the theme's metrics; never from the contents."""
        self.verticalHeader().setMinimumSectionSize(theme().sizes.row)
        self.verticalHeader().setDefaultSectionSize(theme().sizes.row)

    def characters(self, count: float) -> int:
        """Width in pixels of a cell of so many characters."""
        return round(QFontMetrics(self.font()).averageCharWidth() * count) + CELL_PADDING

    def in_characters(self, pixels: int) -> float:
        """How many characters a cell of this width holds."""
        return max(1.0, (pixels - CELL_PADDING) / QFontMetrics(self.font()).averageCharWidth())

    def go_to_line(self, line: int) -> None:
        """Select one line, make it current and bring it into view."""
        index = self.model().index(line, self._first_column())
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens; Escape and the rest go on to Qt."""
        if event.key() in OPENING_KEYS and event.modifiers() in (PLAIN, KEYPAD):
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Jump to the first line whose leading column begins with what is typed in one go."""
        now = time.monotonic()
        if (now - self._typed_at) * 1000 > QApplication.keyboardInputInterval():
            self._typed = ""
        self._typed_at = now
        self._typed += search
        current = max(self.currentIndex().row(), 0)
        start = current + (1 if len(self._typed) == 1 and self.currentIndex().isValid() else 0)
        line = self.find_line(self._typed, start) if self.find_line is not None else None
        if line is not None:
            self.go_to_line(line)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click on the empty part leaves the selection as it is."""
        if self.indexAt(event.position().toPoint()).isValid():
            super().mousePressEvent(event)
        else:
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the arrangement, which shares out the width."""
        super().resizeEvent(event)
        self.resized.emit()

    def changeEvent(self, event: QEvent) -> None:
        """A new font means new rows."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.fit_rows()

    def _first_column(self) -> int:
        header = self.horizontalHeader()
        shown = (header.logicalIndex(place) for place in range(header.count()))
        return next((column for column in shown if not header.isSectionHidden(column)), 0)

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        if index.isValid():
            self.activated_line.emit(index.row())
