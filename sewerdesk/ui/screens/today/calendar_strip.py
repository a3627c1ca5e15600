"""The quarter at the right of the first page: a small line of time with today on it."""

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sewerdesk.domain.due_work import Milestone
from sewerdesk.domain.wording import show_date
from sewerdesk.ui.theme import theme

_RADIUS = 5.0
_LEFT = 12.0
_EDGE = 4


class QuarterStrip(QWidget):
    """Milestones from top to bottom; today is marked between those before and those after it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._today = date.min
        self._rows: tuple[Milestone, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)

    def show_days(self, rows: Sequence[Milestone], today: date) -> None:
        """Show these days with today among them."""
        self._today = today
        before = [one for one in rows if one.on <= today]
        after = [one for one in rows if one.on > today]
        self._rows = (*before, Milestone(today, "Today"), *after)
        self.setAccessibleName(
            "Calendar of the quarter: " + "; ".join(f"{show_date(one.on)} {one.what}" for one in self._rows)
        )
        self.updateGeometry()
        self.update()

    def minimumSizeHint(self) -> QSize:
        """Two lines for each day."""
        return QSize(0, self._least() * len(self._rows) + 2 * _EDGE)

    def sizeHint(self) -> QSize:
        """A free line between the days."""
        return QSize(0, self._widest() * len(self._rows) + 2 * _EDGE)

    def _least(self) -> int:
        return self.fontMetrics().height() * 2 + 4

    def _widest(self) -> int:
        return self.fontMetrics().height() * 3 + 6

    def _step(self) -> int:
        """From one day to the next: as far as the height allows, never so little that lines touch."""
        room = (self.height() - 2 * _EDGE) // max(len(self._rows), 1)
        return max(self._least(), min(self._widest(), room))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tokens, step, line = theme().tokens, self._step(), self.fontMetrics().height()
        if len(self._rows) > 1:
            painter.setPen(QPen(QColor(tokens.hairline), 2))
            bottom = line / 2 + _EDGE + step * (len(self._rows) - 1)
            painter.drawLine(QPointF(_LEFT, line / 2 + _EDGE), QPointF(_LEFT, bottom))
        for place, row in enumerate(self._rows):
            self._draw(painter, row, place * step + _EDGE)
        painter.end()

    def _draw(self, painter: QPainter, row: Milestone, top: float) -> None:
        tokens, line = theme().tokens, self.fontMetrics().height()
        is_today = row.what == "Today" and row.on == self._today
        past = row.on < self._today
        ink = tokens.accent if is_today else tokens.secondary if past else tokens.text
        painter.setPen(QPen(QColor(tokens.accent if not past else tokens.secondary), 2))
        painter.setBrush(QColor(tokens.accent if is_today else tokens.surface))
        painter.drawEllipse(QRectF(_LEFT - _RADIUS, top + line / 2 - _RADIUS, 2 * _RADIUS, 2 * _RADIUS))
        left, width = _LEFT + 18, self.width() - _LEFT - 18
        bold = QFont(self.font())
        bold.setWeight(QFont.Weight.DemiBold)
        painter.setFont(bold)
        painter.setPen(QColor(ink))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        what = painter.fontMetrics().elidedText(row.what, Qt.TextElideMode.ElideRight, int(width))
        painter.drawText(QRectF(left, top, width, line), flags, what)
        small = QFont(self.font())
        small.setPointSizeF(theme().sizes.label_pt)
        painter.setFont(small)
        painter.setPen(QColor(tokens.secondary))
        said = " · ".join(part for part in (show_date(row.on), row.detail) if part)
        said = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, int(width))
        painter.drawText(QRectF(left, top + line, width, line), flags, said)
