"""A layout that sets widgets in lines like words, for chips that must not be cut off."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets from left to right, wrapped into as many lines as the width needs."""

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        """Take an item at the end."""
        self._items.append(item)

    def count(self) -> int:
        """How many items there are."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """The item at a place."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Give back the item at a place."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """It never asks for more room."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """The narrower, the more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all lines at a width."""
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        """Place the widgets."""
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        """One line of everything."""
        hints = [item.sizeHint() for item in self._items if not item.isEmpty()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(len(hints) - 1, 0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        """The widest single widget."""
        hints = [item.minimumSize() for item in self._items if not item.isEmpty()]
        return QSize(
            max((hint.width() for hint in hints), default=0), max((h.height() for h in hints), default=0)
        )

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Fill line after line, each item in the middle of its line; returns the height of all."""
        y = rect.y()
        for line in self._lines(rect.width()):
            height = max(item.sizeHint().height() for item in line)
            x = rect.x()
            for item in line if move else ():
                hint = item.sizeHint()
                place = QPoint(x, y + (height - hint.height()) // 2)
                item.setGeometry(QRect(place, QSize(min(hint.width(), rect.width()), hint.height())))
                x += hint.width() + self.spacing()
            y += height + self.spacing()
        return max(y - self.spacing() - rect.y(), 0)

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        used = 0
        for item in self._items:
            if item.isEmpty():
                continue
            needed = item.sizeHint().width()
            if not lines or used + self.spacing() + needed > width:
                lines.append([])
                used = -self.spacing()
            lines[-1].append(item)
            used += self.spacing() + needed
        return lines
