"""Why a bill is what it is, line by line, to read out to a caller."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from sewerdesk.ui.screens.opening import show_dialog
from sewerdesk.ui.theme import set_role


class ExplainDialog(QDialog):
    """A bill's lines in sentences; the text can be selected and copied."""

    def __init__(self, title: str, subtitle: str, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        heading, line = QLabel(title), QLabel(subtitle)
        for label, role in ((heading, "title"), (line, "secondary")):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            set_role(label, role=role)
        self.text = QPlainTextEdit(text)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(title)
        self.close_button = QPushButton("Close")
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        for widget in (heading, line, self.text):
            column.addWidget(widget)
        column.addLayout(buttons)
        metrics = self.fontMetrics()
        self.resize(metrics.averageCharWidth() * 84, metrics.height() * 20)
        self.close_button.setFocus()


def explain_in(parent: QWidget, *, title: str, subtitle: str, text: str) -> ExplainDialog:
    """Show the explanation over a page."""
    dialog = ExplainDialog(title, subtitle, text, parent.window())
    show_dialog(dialog)
    return dialog
