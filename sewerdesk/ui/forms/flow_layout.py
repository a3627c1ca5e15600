"""A layout that fills lines from left to right and breaks them as words are broken."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays widgets out in lines, as many a line as fit."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8, line_gap: int = 4) -> None:
        super().__init__(parent)
        self._entries: list[QLayoutItem] = []
        self._gap = gap
        self._line_gap = line_gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, arg__1: QLayoutItem) -> None:
        self._entries.append(arg__1)

    def count(self) -> int:
        return len(self._entries)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._entries[index] if 0 <= index < len(self._entries) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._entries.pop(index) if 0 <= index < len(self._entries) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, arg__1: int) -> int:
        return self._place(QRect(0, 0, arg__1, 0), move=False)

    def setGeometry(self, arg__1: QRect) -> None:
        super().setGeometry(arg__1)
        self._place(arg__1, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for entry in self._entries:
            size = size.expandedTo(entry.minimumSize())
        return size

    def _place(self, rect: QRect, *, move: bool) -> int:
        x, y, line_height = rect.x(), rect.y(), 0
        for entry in self._entries:
            if entry.isEmpty():
                continue
            size = entry.sizeHint()
            if x > rect.x() and x + size.width() > rect.right() + 1:
                x, y, line_height = rect.x(), y + line_height + self._line_gap, 0
            if move:
                entry.setGeometry(QRect(QPoint(x, y), size))
            x += size.width() + self._gap
            line_height = max(line_height, size.height())
        return y + line_height - rect.y()
