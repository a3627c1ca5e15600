"""A dialog around something typed into: its title and buttons, and leaving it only when nothing is lost."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sewerdesk.ui.actions import PressedByEnter
from sewerdesk.ui.dialogs.keeping_frame import KeepingFrame
from sewerdesk.ui.theme import set_role

ROOM = 48
"""Pixels left free beside a dialog, and twice as many above and below it."""


class FrameDialog(QDialog):
    """Esc closes at once when nothing was typed, else asks; subclasses make ``frame`` and lay it out."""

    saved = Signal(object)
    frame: KeepingFrame

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)

    def _lay_out(self, *, title: str, explanation: str, verb: str) -> None:
        """Title and explanation above the frame, "Cancel" and the verb of the act under it."""
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        for text, role in ((title, "title"), (explanation, "secondary")):
            if text:
                label = QLabel(text, self)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(True)
                set_role(label, role=role)
                column.addWidget(label)
        column.addWidget(self.frame, 1)
        self.verb_button = QPushButton(verb.replace("&", "&&"), self)
        self.cancel_button = QPushButton("Cancel", self)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.cancel_button, self.verb_button):
            button.setAutoDefault(False)
            PressedByEnter(button)
            buttons.addWidget(button)
        set_role(self.verb_button, primary=True)
        column.addLayout(buttons)
        self.frame.leave_allowed.connect(self._close)
        self.verb_button.clicked.connect(self.frame.save)
        self.cancel_button.clicked.connect(self.reject)

    def _fit_to_text(self, letters: int, lines: int) -> None:
        """As wide and high as so many letters and lines of text, within the screen."""
        room, metrics = self.screen().availableGeometry(), self.fontMetrics()
        self.resize(
            min(metrics.averageCharWidth() * letters, room.width() - ROOM),
            min(metrics.lineSpacing() * lines, room.height() - 2 * ROOM),
        )

    @Slot()
    def reject(self) -> None:
        """Close, unless something typed would be lost: then ask first. Esc on the question keeps editing."""
        if self.frame.is_asking_to_leave():
            self.frame.leave_bar.keep_button.click()
        elif self.frame.may_leave():
            self._close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window's own button asks, too."""
        if self.isVisible() and not self.frame.may_leave():
            event.ignore()
            return
        super().closeEvent(event)

    @Slot()
    def _close(self) -> None:
        super().reject()
