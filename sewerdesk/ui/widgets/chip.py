"""A state in one word, with its icon, on a soft ground: never by color alone."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sewerdesk.ui.tables.columns import Status
from sewerdesk.ui.theme import pixmap, status_colors, theme
from sewerdesk.ui.theme_tokens import TONE_ICONS, TONE_INKS, Tone

PADDING = 10
GAP = 5


class Chip(QWidget):
    """A word with an icon in the colors of its tone; it cannot be pressed."""

    def __init__(
        self, text: str, tone: Tone = Tone.NEUTRAL, parent: QWidget | None = None, *, icon_name: str = ""
    ) -> None:
        super().__init__(parent)
        self._text, self._tone, self._icon = text, tone, icon_name
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.set_status(Status(text, tone, icon_name))
        theme().changed.connect(self.updateGeometry)

    @property
    def text(self) -> str:
        """The word."""
        return self._text

    def set_status(self, status: Status) -> None:
        """Show another state."""
        self._text, self._tone, self._icon = status.text, status.tone, status.icon
        self.setAccessibleName(status.text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """The word, the icon and some air."""
        metrics = QFontMetrics(self._chip_font())
        width = metrics.horizontalAdvance(self._text) + self._icon_side() + GAP + 2 * PADDING
        return QSize(width, max(24, metrics.height() + 6))

    def minimumSizeHint(self) -> QSize:
        """It is never squeezed."""
        return self.sizeHint()

    def changeEvent(self, event: QEvent) -> None:
        """Another font needs another width."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A soft pill with icon and word."""
        colors = status_colors(self._tone)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(QColor(colors.edge), 1))
        painter.setBrush(QColor(colors.fill))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        side = self._icon_side()
        picture = pixmap(
            self._icon or TONE_ICONS[self._tone], TONE_INKS[self._tone], side, ratio=self.devicePixelRatioF()
        )
        painter.drawPixmap(PADDING, (self.height() - side) // 2, picture)
        painter.setFont(self._chip_font())
        painter.setPen(QColor(colors.ink))
        words = self.rect().adjusted(PADDING + side + GAP, 0, -PADDING + 2, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self._text)
        painter.end()

    def _chip_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(theme().sizes.label_pt)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _icon_side(self) -> int:
        return theme().sizes.icon - 4
