"""An icon in the ink of a tone, sharp at every scale, that follows theme and text size."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from sewerdesk.ui.theme import Ink, pixmap, theme
from sewerdesk.ui.theme_tokens import TONE_INKS, Tone


class ToneIcon(QWidget):
    """An icon of the text's size (times ``scale``); give it an accessible name if it says something alone."""

    def __init__(
        self, name: str, tone: Tone | Ink = Tone.NEUTRAL, parent: QWidget | None = None, *, scale: float = 1.0
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._ink = tone if isinstance(tone, Ink) else TONE_INKS[tone]
        self._scale = scale
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        """A square."""
        side = round(theme().sizes.icon * self._scale)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The icon in its ink."""
        painter = QPainter(self)
        side = self.sizeHint().width()
        painter.drawPixmap(
            (self.width() - side) // 2,
            (self.height() - side) // 2,
            pixmap(self._name, self._ink, side, ratio=self.devicePixelRatioF()),
        )
        painter.end()
