"""The question asked when a form with unsaved typing is left, in the window itself rather than over it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from sewerdesk.ui.actions import PressedByEnter
from sewerdesk.ui.theme import Ink, pixmap, set_role, theme
from sewerdesk.ui.widgets.announce import announce

_QUESTION = "You have not saved what you typed."


class AskBar(QFrame):
    """A sentence with buttons that answer it; Left and Right move between them, Enter presses."""

    def __init__(self, tone: str, icon_name: str, ink: Ink, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, banner=tone)
        self._icon_name = icon_name
        self._ink = ink
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(16, 8, 8, 8)
        self._line.setSpacing(8)
        self._icon = QLabel(self)
        self._words = QLabel(self)
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._line.addWidget(self._icon)
        self._line.addWidget(self._words, 1)
        self.setVisible(False)

    def add_answer(self, text: str, *, quiet: bool = False) -> QPushButton:
        """Add a button at the right end."""
        button = QPushButton(text, self)
        button.setAutoDefault(False)
        PressedByEnter(button)
        set_role(button, quiet=quiet)
        self._line.addWidget(button)
        return button

    def ask(self, sentence: str, *, focus: QPushButton) -> None:
        """Show the sentence and put the keyboard on the safest answer."""
        self._icon.setPixmap(
            pixmap(self._icon_name, self._ink, theme().sizes.icon, ratio=self.devicePixelRatioF())
        )
        self._words.setText(sentence)
        self.setVisible(True)
        focus.setFocus()
        announce(self, sentence)

    def words(self) -> str:
        """The sentence shown."""
        return self._words.text()


class LeaveBar(AskBar):
    """Save draft, discard or keep editing; "Save draft" only where drafts are kept."""

    save_draft_asked = Signal()
    discard_asked = Signal()
    keep_editing_asked = Signal()

    def __init__(self, *, keeps_drafts: bool, parent: QWidget | None = None) -> None:
        super().__init__("caution", "triangle-alert", Ink.CAUTION, parent)
        self.save_draft_button = self.add_answer("Save draft")
        self.save_draft_button.setVisible(keeps_drafts)
        self.discard_button = self.add_answer("Discard")
        self.keep_button = self.add_answer("Keep editing")
        self.save_draft_button.clicked.connect(self.save_draft_asked)
        self.discard_button.clicked.connect(self.discard_asked)
        self.keep_button.clicked.connect(self.keep_editing_asked)

    def ask_to_leave(self) -> None:
        """Put the question."""
        self.ask(_QUESTION, focus=self.keep_button)


class StaleBar(AskBar):
    """Somebody else saved the record meanwhile: reload theirs or keep mine."""

    reload_asked = Signal()
    keep_mine_asked = Signal()

    def __init__(self, *, may_reload: bool, may_keep_mine: bool, parent: QWidget | None = None) -> None:
        super().__init__("caution", "history", Ink.CAUTION, parent)
        self.reload_button = self.add_answer("Reload theirs")
        self.keep_mine_button = self.add_answer("Keep mine")
        self.reload_button.setVisible(may_reload)
        self.keep_mine_button.setVisible(may_keep_mine)
        self.reload_button.clicked.connect(self.reload_asked)
        self.keep_mine_button.clicked.connect(self.keep_mine_asked)
