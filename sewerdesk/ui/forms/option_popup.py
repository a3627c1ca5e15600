"""The list that drops down from a lookup field. It never takes the keyboard: the field keeps it and steers."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.forms.spec import Option
from sewerdesk.ui.theme import Ink, set_role, theme

DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1
_MOST_ROWS = 7
_PADDING = 6


class OptionModel(QAbstractListModel):
    """The options found, in the order the search gave them."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options: tuple[Option, ...] = ()

    def show(self, options: Sequence[Option]) -> None:
        """Replace what is listed."""
        self.beginResetModel()
        self._options = tuple(options)
        self.endResetModel()

    def option(self, row: int) -> Option | None:
        """The option of a row, ``None`` outside the list."""
        return self._options[row] if 0 <= row < len(self._options) else None

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._options)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        option = self.option(index.row()) if index.isValid() else None
        if option is None:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return option.title
        if role == DETAIL_ROLE:
            return option.detail
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (option.title, option.detail) if part)
        return None


class OptionDelegate(QStyledItemDelegate):
    """Draws the title, and under it the detail in a quieter ink."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        plain = QStyleOptionViewItem(option)
        self.initStyleOption(plain, index)
        plain.text = ""
        widget = plain.widget
        widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, plain, painter, widget)
        rect: QRect = option.rect
        lines = rect.adjusted(10, _PADDING, -10, -_PADDING)
        metrics = painter.fontMetrics()
        painter.save()
        detail = str(index.data(DETAIL_ROLE) or "")
        title_rect = QRect(
            lines.topLeft(), QSize(lines.width(), metrics.height() if detail else lines.height())
        )
        painter.setPen(theme().color(Ink.TEXT))
        self._draw(painter, title_rect, str(index.data() or ""))
        if detail:
            painter.setPen(theme().color(Ink.SECONDARY))
            self._draw(painter, title_rect.translated(0, metrics.height()), detail)
        painter.restore()

    @staticmethod
    def _draw(painter: QPainter, rect: QRect, text: str) -> None:
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        height: int = option.fontMetrics.height()
        lines = 2 if index.data(DETAIL_ROLE) else 1
        return QSize(100, height * lines + 2 * _PADDING)


class OptionPopup(QFrame):
    """The floating list. ``picked`` carries the option clicked; the field moves the highlight by ``step``."""

    picked = Signal(object)

    def __init__(self, anchor: QWidget) -> None:
        super().__init__(anchor, Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        set_role(self, popup=True)
        self._anchor = anchor
        self.model = OptionModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self.view.setItemDelegate(OptionDelegate(self.view))
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.view.clicked.connect(self._on_clicked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(self.view)

    def show_options(self, options: Sequence[Option]) -> None:
        """List the options under the anchor, the first highlighted."""
        self.model.show(options)
        self.view.setCurrentIndex(self.model.index(0, 0))
        rows = min(len(options), _MOST_ROWS)
        height = sum(self.view.sizeHintForRow(row) for row in range(rows))
        self.resize(max(self._anchor.width(), 280), height + 8)
        below = self._anchor.mapToGlobal(QPoint(0, self._anchor.height() + 2))
        room = self._anchor.screen().availableGeometry()
        if below.y() + self.height() > room.bottom():
            below = self._anchor.mapToGlobal(QPoint(0, -self.height() - 2))
        self.move(below)
        self.show()

    def step(self, rows: int) -> None:
        """Move the highlight by ``rows``, stopping at the ends."""
        last = self.model.rowCount() - 1
        row = max(0, min(last, self.view.currentIndex().row() + rows))
        self.view.setCurrentIndex(self.model.index(row, 0))

    def current(self) -> Option | None:
        """The highlighted option."""
        return self.model.option(self.view.currentIndex().row())

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        option = self.model.option(index.row())
        if option is not None:
            self.picked.emit(option)
