"""A label whose ink follows a tone and the theme."""

from PySide6.QtWidgets import QLabel, QWidget

from sewerdesk.ui.theme import status_colors, theme
from sewerdesk.ui.theme_tokens import Tone


class ToneLabel(QLabel):
    """Text in the ink of a tone; ``Tone.NEUTRAL`` is the ordinary text color."""

    def __init__(self, text: str = "", tone: Tone = Tone.NEUTRAL, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self._tone = tone
        theme().changed.connect(self._draw)
        self._draw()

    def set_tone(self, tone: Tone) -> None:
        """Take another tone."""
        self._tone = tone
        self._draw()

    def _draw(self) -> None:
        ink = theme().tokens.text if self._tone is Tone.NEUTRAL else status_colors(self._tone).ink
        self.setStyleSheet(f"color: {ink};")
