"""What happened in a case, line by line: the day, the step, what was said, and what fell due because of it."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from sewerdesk.domain.cases import TimelineEntry
from sewerdesk.domain.wording import show_date
from sewerdesk.ui.theme import Ink, set_role, theme
from sewerdesk.ui.widgets.citation import CitationLink


class _Dot(QWidget):
    """A dot on the line of time; the last one is filled."""

    def __init__(self, *, first: bool, last: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._first, self._last = first, last
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(theme().sizes.icon, theme().sizes.control)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle, top, radius = self.width() / 2, self.fontMetrics().height() / 2 + 1, 5.0
        painter.setPen(QPen(QColor(theme().tokens.hairline), 2))
        if not self._first:
            painter.drawLine(QPointF(middle, 0), QPointF(middle, top))
        if not self._last:
            painter.drawLine(QPointF(middle, top), QPointF(middle, self.height()))
        painter.setPen(QPen(theme().color(Ink.ACCENT), 2))
        painter.setBrush(QColor(theme().tokens.accent if self._last else theme().tokens.surface))
        painter.drawEllipse(QRectF(middle - radius, top - radius, 2 * radius, 2 * radius))
        painter.end()


class Timeline(QWidget):
    """Shows ``TimelineEntry`` rows, oldest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Steps of the case, oldest first")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(2, 1)

    def show_entries(self, entries: Sequence[TimelineEntry]) -> None:
        """Show these steps instead."""
        while (item := self._grid.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        for place, entry in enumerate(entries):
            self._add(place, entry, last=place == len(entries) - 1)
        self._grid.setRowStretch(len(entries), 1)

    def _add(self, place: int, entry: TimelineEntry, *, last: bool) -> None:
        self._grid.setRowStretch(place, 0)
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(_label(show_date(entry.on), "secondary"), place, 0, top)
        self._grid.addWidget(_Dot(first=place == 0, last=last), place, 1)
        said = QWidget()
        column = QGridLayout(said)
        column.setContentsMargins(0, 0, 0, 16)
        column.setVerticalSpacing(2)
        column.setHorizontalSpacing(12)
        column.setColumnStretch(0, 1)
        column.addWidget(_label(entry.what, "strong"), 0, 0)
        who = f"Due {show_date(entry.due_on)}" if entry.due_on else entry.actor
        column.addWidget(
            _label(who, "strong" if entry.due_on else "label"), 0, 1, Qt.AlignmentFlag.AlignRight
        )
        if entry.detail:
            column.addWidget(_label(entry.detail, "secondary"), 1, 0, 1, 2)
        if entry.citation:
            column.addWidget(CitationLink(entry.citation), 2, 0)
        self._grid.addWidget(said, place, 2)


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(role == "secondary" and " " in text)
    set_role(label, role=role)
    return label
