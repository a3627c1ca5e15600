"""The list in the go-to-anything panel: groups with a title each, painted from the theme."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from sewerdesk.domain.search import Hit
from sewerdesk.ui.theme import Ink, pixmap, theme

Index = QModelIndex | QPersistentModelIndex
NO_PARENT = QModelIndex()
LINE_ROLE = Qt.ItemDataRole.UserRole
TITLE_SHARE = 0.8
AIR = 12


@dataclass(frozen=True, slots=True)
class Entry:
    """One line that can be opened: its group, name, what tells it apart, icon, keys, and its target."""

    group: str
    title: str
    detail: str
    icon: str
    keys: str
    target: Hit | QAction


class EntryModel(QAbstractListModel):
    """Group titles and entries, one a line."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self._lines: list[Entry | str] = []

    def set_entries(self, entries: Sequence[Entry]) -> int | None:
        """Show these; returns the line of the first entry."""
        lines: list[Entry | str] = []
        group = ""
        for entry in entries:
            if entry.group != group:
                group = entry.group
                lines.append(group)
            lines.append(entry)
        self.beginResetModel()
        self._lines = lines
        self.endResetModel()
        return 1 if lines else None

    def entry(self, line: int) -> Entry | None:
        """The entry on a line, ``None`` for a group title or no line."""
        found = self._lines[line] if 0 <= line < len(self._lines) else None
        return found if isinstance(found, Entry) else None

    def entries(self) -> list[Entry]:
        """All entries, without the group titles."""
        return [line for line in self._lines if isinstance(line, Entry)]

    def step_from(self, line: int, by: int) -> int | None:
        """The line of the entry so many entries away, around the ends; ``None`` if there are none."""
        places = [place for place, each in enumerate(self._lines) if isinstance(each, Entry)]
        if not places:
            return None
        here = places.index(line) if line in places else -1
        return places[(here + by) % len(places)]

    def height_in_rows(self) -> float:
        """Height of all lines, in table rows."""
        return max(1.0, sum(1.0 if isinstance(line, Entry) else TITLE_SHARE for line in self._lines))

    def spoken(self, line: int) -> str:
        """A line as a screen reader says it."""
        entry = self.entry(line)
        if entry is None:
            return ""
        return ", ".join(part for part in (entry.title, entry.detail, entry.group, entry.keys) if part)

    def rowCount(self, parent: Index = NO_PARENT) -> int:
        """Lines."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Words for screen readers; the line itself for the delegate."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.title if isinstance(line, Entry) else line
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(index.row()) if isinstance(line, Entry) else line
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Group titles cannot be chosen."""
        if self.entry(index.row()) is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable


class EntryDelegate(QStyledItemDelegate):
    """Paints group titles and entries."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """A table row; less for a title."""
        row = theme().sizes.row
        is_entry = isinstance(index.data(LINE_ROLE), Entry)
        return QSize(100, row if is_entry else round(row * TITLE_SHARE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Ground, icon, title, detail, keys."""
        line = index.data(LINE_ROLE)
        area = QRect(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(line, Entry):
            state = option.state
            chosen = bool(state & QStyle.StateFlag.State_Selected)
            self._paint_ground(
                painter, area, chosen=chosen, over=bool(state & QStyle.StateFlag.State_MouseOver)
            )
            self._paint_entry(painter, area, line, chosen=chosen)
        else:
            painter.setFont(_font(theme().sizes.label_pt, bold=True))
            painter.setPen(QColor(theme().tokens.secondary))
            flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(area.adjusted(AIR, 0, -AIR, 0), flags, str(line))
        painter.restore()

    def _paint_ground(self, painter: QPainter, area: QRect, *, chosen: bool, over: bool) -> None:
        if chosen or over:
            tokens = theme().tokens
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(tokens.accent_soft if chosen else tokens.raised))
            painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), 6, 6)

    def _paint_entry(self, painter: QPainter, area: QRect, entry: Entry, *, chosen: bool) -> None:
        quiet = Ink.ON_SELECTION if chosen else Ink.SECONDARY
        side = theme().sizes.icon
        ratio = painter.device().devicePixelRatioF()
        top = area.top() + (area.height() - side) // 2
        painter.drawPixmap(area.left() + AIR, top, pixmap(entry.icon, quiet, side, ratio=ratio))
        left, right = area.left() + AIR + side + AIR, area.right() - AIR
        middle = Qt.AlignmentFlag.AlignVCenter
        small = _font(theme().sizes.label_pt, bold=False)
        painter.setPen(theme().color(quiet))
        if entry.keys:
            painter.setFont(small)
            width = QFontMetrics(small).horizontalAdvance(entry.keys)
            painter.drawText(QRect(right - width, area.top(), width + 1, area.height()), middle, entry.keys)
            right -= width + AIR
        plain = _font(theme().sizes.base_pt, bold=False)
        metrics = QFontMetrics(plain)
        title = metrics.elidedText(entry.title, Qt.TextElideMode.ElideRight, right - left)
        painter.setFont(plain)
        painter.setPen(theme().color(Ink.ON_SELECTION if chosen else Ink.TEXT))
        painter.drawText(QRect(left, area.top(), right - left, area.height()), middle, title)
        left += metrics.horizontalAdvance(title) + AIR
        if entry.detail and right - left > 40:
            painter.setFont(small)
            painter.setPen(theme().color(quiet))
            detail = QFontMetrics(small).elidedText(entry.detail, Qt.TextElideMode.ElideRight, right - left)
            painter.drawText(QRect(left, area.top(), right - left, area.height()), middle, detail)


def _font(points: float, *, bold: bool) -> QFont:
    font = QFont()
    font.setPointSizeF(points)
    font.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    return font
