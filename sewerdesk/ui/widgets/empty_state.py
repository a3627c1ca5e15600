"""A page or list with nothing in it: one sentence on what will be here, and the action that fills it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sewerdesk.ui.actions import ActionButton
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.tone_icon import ToneIcon


class EmptyState(QWidget):
    """A sentence, an action, and a quiet picture, in the middle of the room there is."""

    def __init__(
        self,
        sentence: str,
        action: QAction | None = None,
        parent: QWidget | None = None,
        *,
        icon_name: str = "inbox",
    ) -> None:
        super().__init__(parent)
        self._sentence = QLabel()
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        set_role(self._sentence, role="secondary")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 24, 24, 24)
        layout.setSpacing(12)
        layout.addStretch(2)
        layout.addWidget(ToneIcon(icon_name, scale=1.6), 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self._sentence)
        if action is not None:
            layout.addWidget(ActionButton(action, self, mnemonic=False), 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
        self.set_sentence(sentence)

    def set_sentence(self, sentence: str) -> None:
        """Say something else."""
        self._sentence.setText(sentence)
        self.setAccessibleName(sentence)
