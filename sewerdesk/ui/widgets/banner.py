"""What the clerk must know on a page: one sentence, and the one thing to do about it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.ui.actions import ActionButton
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import TONE_ICONS, Tone
from sewerdesk.ui.widgets.announce import announce
from sewerdesk.ui.widgets.tone_icon import ToneIcon


class Banner(QFrame):
    """A sentence in a tone, with an icon and at most one action."""

    def __init__(
        self, tone: Tone, sentence: str, action: QAction | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.sentence = sentence
        set_role(self, banner=tone.value)
        self.setAccessibleName(sentence)
        words = QLabel(sentence)
        words.setTextFormat(Qt.TextFormat.PlainText)
        words.setWordWrap(True)
        layout = QHBoxLayout(self)
        air = 12 if action is None else 8
        layout.setContentsMargins(16, air, air, air)
        layout.setSpacing(12)
        layout.addWidget(ToneIcon(TONE_ICONS[tone], tone))
        layout.addWidget(words, 1)
        if action is not None:
            layout.addWidget(ActionButton(action, self))


class BannerArea(QWidget):
    """The place under a page's title for its banners, each known by a key; hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._banners: dict[str, Banner] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self.hide()

    def set_banner(self, key: str, tone: Tone, sentence: str, action: QAction | None = None) -> Banner:
        """Show a banner, in the place of the one with the same key; it is read out to screen readers."""
        old = self._banners.pop(key, None)
        banner = Banner(tone, sentence, action)
        if old is None:
            self._layout.addWidget(banner)
        else:
            self._layout.replaceWidget(old, banner)
            old.deleteLater()
        self._banners[key] = banner
        self.show()
        if old is None or old.sentence != sentence:
            announce(banner, sentence)
        return banner

    def remove(self, key: str) -> None:
        """Take a banner away, if it is there."""
        banner = self._banners.pop(key, None)
        if banner is not None:
            self._layout.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._banners))

    def clear(self) -> None:
        """Take all banners away."""
        for key in list(self._banners):
            self.remove(key)

    def sentences(self) -> dict[str, str]:
        """What the banners say, by key."""
        return {key: banner.sentence for key, banner in self._banners.items()}
