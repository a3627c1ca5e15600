"""The one place that asks the clerk something or tells her something outside a screen.

Buttons carry verbs, the button that changes nothing is the default, Esc chooses it too, and text from outside is
shown as it is, never as markup. Screens are given a ``Prompter``; tests give them one that records.
"""

from pathlib import Path
from typing import Protocol

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.ui.theme import Ink, pixmap, set_role, theme

#: Characters after which a message gets a box that scrolls, so that its buttons stay on the screen.
LONG_TEXT = 700


class Prompter(Protocol):
    """Asks and tells. Each call returns when the clerk has answered."""

    def tell(self, message: str, *, detail: str = "", problem: bool = False) -> None:
        """Say something that needs no answer; ``problem`` marks what did not work."""

    def ask(self, question: str, *, yes: str, no: str, detail: str = "", danger: bool = False) -> bool:
        """Whether the clerk chose ``yes``, the verb of the act ("Post 412 bills"), over ``no`` ("Don't post").

        ``danger`` marks an act that destroys or cannot be taken back.
        """

    def ask_text(
        self,
        question: str,
        *,
        label: str,
        done: str,
        cancel: str = "Cancel",
        detail: str = "",
        limit: int = 500,
    ) -> str | None:
        """A line or more that the clerk typed, such as the reason for a void; None when she turned back."""

    def choose_file(self, title: str, *, kinds: str, folder: Path | None = None) -> Path | None:
        """A file to read; ``kinds`` as in "Spreadsheets (*.xlsx *.csv)". None when she turned back."""

    def save_file(self, title: str, *, proposed: Path, kinds: str) -> Path | None:
        """Where to write; the system has asked before an existing file is replaced. None when she turned back."""

    def choose_folder(self, title: str, *, folder: Path | None = None) -> Path | None:
        """A folder. None when she turned back."""


def button_text(verb: str) -> str:
    """``verb`` as a button's text: an ampersand is itself, and Alt with the first letter presses the button."""
    escaped = verb.replace("&", "&&")
    return escaped if escaped.startswith("&&") else f"&{escaped}"


class MessageDialog(QDialog):
    """A sentence with an icon, what there is to add, and up to two buttons; the base of every prompt."""

    def __init__(
        self, message: str, *, icon: str, ink: Ink, detail: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Sewerdesk")
        self.setAccessibleName(message)
        self.setAccessibleDescription(detail)
        self.unit = self.fontMetrics().height()
        self.column = QVBoxLayout()
        self.column.setSpacing(self.unit // 2)
        self.column.addWidget(_text(message, role="section"))
        if detail:
            self.column.addWidget(_text(detail))
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(self.unit // 2)
        self.buttons.addStretch(1)
        size = theme().sizes.icon * 3 // 2
        picture = QLabel()
        picture.setPixmap(pixmap(icon, ink, size, ratio=self.devicePixelRatioF()))
        row = QHBoxLayout()
        row.setSpacing(self.unit)
        row.addWidget(picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(self.column, 1)
        self._outer = outer = QVBoxLayout(self)
        outer.setContentsMargins(self.unit * 3 // 2, self.unit * 3 // 2, self.unit * 3 // 2, self.unit)
        outer.setSpacing(self.unit * 3 // 2)
        outer.addLayout(row)
        outer.addStretch(1)
        outer.addLayout(self.buttons)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 62)

    def showEvent(self, event: QShowEvent) -> None:
        # Wrapped text needs the height for its real width, which Qt's own first size does not take.
        width = max(self.minimumWidth(), self.sizeHint().width())
        height = max(self._outer.totalHeightForWidth(width), self._outer.minimumSize().height())
        self.setMinimumHeight(height)
        self.resize(width, height)
        super().showEvent(event)

    def add_button(self, verb: str, *, default: bool = False) -> QPushButton:
        """Add a button to the right of the others; it does nothing until connected."""
        button = QPushButton(button_text(verb))
        button.setAutoDefault(default)
        button.setDefault(default)
        self.buttons.addWidget(button)
        if default:
            button.setFocus()
        return button


class TellDialog(MessageDialog):
    """Something the clerk should know."""

    def __init__(
        self, message: str, *, detail: str = "", problem: bool = False, parent: QWidget | None = None
    ) -> None:
        icon, ink = ("triangle-alert", Ink.CAUTION) if problem else ("info", Ink.ACCENT)
        super().__init__(message, icon=icon, ink=ink, detail=detail, parent=parent)
        self.close_button = self.add_button("Close", default=True)
        self.close_button.clicked.connect(self.accept)


class AskDialog(MessageDialog):
    """A question with two verbs. Enter and Esc both choose the one that changes nothing."""

    def __init__(
        self,
        question: str,
        *,
        yes: str,
        no: str,
        detail: str = "",
        danger: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        icon, ink = ("triangle-alert", Ink.BAD) if danger else ("circle-help", Ink.ACCENT)
        super().__init__(question, icon=icon, ink=ink, detail=detail, parent=parent)
        self.yes_button = self.add_button(yes)
        self.no_button = self.add_button(no, default=True)
        set_role(self.yes_button, **({"danger": True} if danger else {"primary": True}))
        self.yes_button.clicked.connect(self.accept)
        self.no_button.clicked.connect(self.reject)


class AskTextDialog(MessageDialog):
    """A question answered in words; it can only be done once something was typed."""

    def __init__(
        self,
        question: str,
        *,
        label: str,
        done: str,
        cancel: str = "Cancel",
        detail: str = "",
        limit: int = 500,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(question, icon="pencil", ink=Ink.ACCENT, detail=detail, parent=parent)
        self._limit = limit
        caption = _label(label, role="label")
        self.box = QPlainTextEdit()
        self.box.setTabChangesFocus(True)
        self.box.setAccessibleName(label)
        self.box.setFixedHeight(self.unit * 5)
        caption.setBuddy(self.box)
        self.note = _label("", role="error")
        for widget in (caption, self.box, self.note):
            self.column.addWidget(widget)
        self.done_button = self.add_button(done)
        self.cancel_button = self.add_button(cancel)
        set_role(self.done_button, primary=True)
        self.done_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.box.textChanged.connect(self._check)
        self._check()
        self.box.setFocus()

    def text(self) -> str:
        """What was typed, without blanks around it."""
        return self.box.toPlainText().strip()

    @Slot()
    def _check(self) -> None:
        over = len(self.text()) - self._limit
        self.note.setText(f"This is {over:,} characters too long." if over > 0 else "")
        self.done_button.setEnabled(bool(self.text()) and over <= 0)


class QtPrompter:
    """Asks in dialogs over the window that the clerk is working in."""

    def tell(self, message: str, *, detail: str = "", problem: bool = False) -> None:
        """See ``Prompter.tell``."""
        _run(TellDialog(message, detail=detail, problem=problem, parent=_window()))

    def ask(self, question: str, *, yes: str, no: str, detail: str = "", danger: bool = False) -> bool:
        """See ``Prompter.ask``."""
        return _run(AskDialog(question, yes=yes, no=no, detail=detail, danger=danger, parent=_window()))

    def ask_text(
        self,
        question: str,
        *,
        label: str,
        done: str,
        cancel: str = "Cancel",
        detail: str = "",
        limit: int = 500,
    ) -> str | None:
        """See ``Prompter.ask_text``."""
        dialog = AskTextDialog(
            question, label=label, done=done, cancel=cancel, detail=detail, limit=limit, parent=_window()
        )
        return dialog.text() if _run(dialog) else None

    def choose_file(self, title: str, *, kinds: str, folder: Path | None = None) -> Path | None:
        """See ``Prompter.choose_file``."""
        name, _ = QFileDialog.getOpenFileName(_window(), title, _start(folder), kinds)
        return Path(name) if name else None

    def save_file(self, title: str, *, proposed: Path, kinds: str) -> Path | None:
        """See ``Prompter.save_file``."""
        name, _ = QFileDialog.getSaveFileName(_window(), title, str(proposed), kinds)
        if not name:
            return None
        path = Path(name)
        return path if path.suffix else path.with_suffix(proposed.suffix)

    def choose_folder(self, title: str, *, folder: Path | None = None) -> Path | None:
        """See ``Prompter.choose_folder``."""
        name = QFileDialog.getExistingDirectory(_window(), title, _start(folder))
        return Path(name) if name else None


def _start(folder: Path | None) -> str:
    """Where a file dialog begins: in the folder or the nearest one above it that exists, else at home."""
    wanted = folder or Path.home()
    return str(next((place for place in (wanted, *wanted.parents) if place.is_dir()), Path.home()))


def _window() -> QWidget | None:
    return QApplication.activeModalWidget() or QApplication.activeWindow()


def _run(dialog: QDialog) -> bool:
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return accepted


def _text(text: str, *, role: str = "") -> QWidget:
    if len(text) <= LONG_TEXT:
        return _label(text, role=role)
    box = QPlainTextEdit(text)
    box.setReadOnly(True)
    box.setTabChangesFocus(True)
    box.setAccessibleName("Message")
    return box


def _label(text: str, *, role: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if role:
        set_role(label, role=role)
    return label
