"""Choosing columns: a small panel under the header in which columns are ticked and moved."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.theme import set_role, theme

KEY_ROLE = Qt.ItemDataRole.UserRole
MOVES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class _ColumnList(QListWidget):
    """Ticks with Space, moves the current entry with Ctrl+Up and Ctrl+Down."""

    moved = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with Ctrl+arrow; the rest is Qt's."""
        step = MOVES.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.move_current(step)
            return
        super().keyPressEvent(event)

    def move_current(self, step: int) -> None:
        """Move the current entry up (-1) or down (1)."""
        line = self.currentRow()
        if 0 <= line + step < self.count():
            item = self.takeItem(line)
            self.insertItem(line + step, item)
            self.setCurrentItem(item)
            self.moved.emit()


class ColumnChooser(QFrame):
    """A panel of columns; ``chosen`` carries ``(key, shown)`` pairs from left to right at every change."""

    chosen = Signal(object)
    reset_requested = Signal()

    def __init__(self, columns: Sequence[tuple[str, str, bool]], parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        set_role(self, popup=True)
        self._list = _ColumnList()
        self._list.setAccessibleName("Columns shown")
        self._list.setAccessibleDescription("Space shows or hides, Ctrl+Up and Ctrl+Down move")
        self._list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        for key, title, shown in columns:
            item = QListWidgetItem(title, self._list)
            item.setData(KEY_ROLE, key)
            item.setSizeHint(QSize(0, theme().sizes.row))
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsSelectable
                | Qt.ItemFlag.ItemIsUserCheckable
                | Qt.ItemFlag.ItemIsDragEnabled
            )
            item.setCheckState(Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked)
        self._list.setCurrentRow(0)
        self._build()
        self._list.itemChanged.connect(self._tell)
        self._list.moved.connect(self._tell)
        self._list.model().rowsMoved.connect(self._tell)

    def _build(self) -> None:
        heading = QLabel("Columns")
        set_role(heading, role="strong")
        hint = QLabel("Space shows or hides · Ctrl+arrow moves")
        set_role(hint, role="label")
        reset = QPushButton("Reset")
        reset.setToolTip("Show the columns, widths and order the table came with")
        reset.clicked.connect(self._reset)
        foot = QHBoxLayout()
        foot.addWidget(hint, 1)
        foot.addWidget(reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(8)
        layout.addWidget(heading)
        layout.addWidget(self._list)
        layout.addLayout(foot)
        rows = min(self._list.count(), 12)
        self._list.setFixedHeight(rows * theme().sizes.row + 8)

    def pop_up(self, place: QPoint) -> None:
        """Show at a place on the screen, with the keyboard in the list."""
        self.adjustSize()
        self.move(place)
        self.show()
        self._list.setFocus(Qt.FocusReason.PopupFocusReason)

    def choice(self) -> list[tuple[str, bool]]:
        """Keys from left to right with whether they are shown."""
        items = [self._list.item(line) for line in range(self._list.count())]
        return [(str(item.data(KEY_ROLE)), item.checkState() == Qt.CheckState.Checked) for item in items]

    def set_shown(self, key: str, shown: bool) -> None:
        """Tick or untick a column."""
        for line in range(self._list.count()):
            item = self._list.item(line)
            if item.data(KEY_ROLE) == key:
                item.setCheckState(Qt.CheckState.Checked if shown else Qt.CheckState.Unchecked)

    @Slot()
    def _tell(self) -> None:
        self.chosen.emit(self.choice())

    @Slot()
    def _reset(self) -> None:
        self.reset_requested.emit()
        self.close()
