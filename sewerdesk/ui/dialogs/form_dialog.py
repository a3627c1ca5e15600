"""A form in a dialog, and the small dialog that asks for a reason."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sewerdesk.ui.dialogs.form_frame import DraftHome, FormFrame, Saving
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.theme import set_role

Draft = TypeVar("Draft")
_ROOM = 48
_ROOM_FOR_BARS = 72


class FormDialog(QDialog, Generic[Draft]):
    """A form with a title and two buttons, the verb of the act and "Cancel".

    Enter goes from field to field; Ctrl+Enter, Ctrl+S, F10 and the verb save. Esc closes at once when nothing
    was typed, else asks. ``saved`` carries what the save returned, just before the dialog closes.
    """

    saved = Signal(object)

    def __init__(
        self,
        spec: FormSpec[Draft],
        context: EditorContext,
        *,
        title: str,
        verb: str,
        saving: Saving[Draft],
        draft: Draft | None = None,
        explanation: str = "",
        drafts: DraftHome | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(True)
        self.frame: FormFrame[Draft] = FormFrame(spec, context, saving=saving, drafts=drafts, parent=self)
        self.verb_button = QPushButton(verb.replace("&", "&&"), self)
        self.cancel_button = QPushButton("Cancel", self)
        self._lay_out(title, explanation)
        self.frame.saved.connect(self._on_saved)
        self.frame.leave_allowed.connect(self._close)
        self.verb_button.clicked.connect(self.frame.save)
        self.cancel_button.clicked.connect(self.reject)
        self._result: object = None
        self._fit()
        self.frame.open(draft)

    def result_value(self) -> object:
        """What the save returned; ``None`` when the clerk turned back."""
        return self._result

    def _lay_out(self, title: str, explanation: str) -> None:
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
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.cancel_button, self.verb_button):
            button.setAutoDefault(False)
            button.installEventFilter(self)
            buttons.addWidget(button)
        set_role(self.verb_button, primary=True)
        column.addLayout(buttons)

    def _fit(self) -> None:
        """As tall as the form wants, within the screen."""
        room = self.screen().availableGeometry()
        wanted = self.sizeHint().height() + self.frame.view.height_lacking() + _ROOM_FOR_BARS
        width = max(self.sizeHint().width(), self.fontMetrics().averageCharWidth() * 84)
        self.resize(min(width, room.width() - _ROOM), min(wanted, room.height() - 2 * _ROOM))

    @Slot()
    def reject(self) -> None:
        """Close, unless something typed would be lost: then ask first. Esc on the question keeps editing."""
        if self.frame.is_asking_to_leave():
            self.frame.leave_bar.keep_button.click()
            return
        if self.frame.may_leave():
            self._close()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.isVisible() and not self.frame.may_leave():
            event.ignore()
            return
        super().closeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and isinstance(watched, QPushButton)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            watched.click()
            return True
        return super().eventFilter(watched, event)

    @Slot()
    def _close(self) -> None:
        super().reject()

    @Slot(object)
    def _on_saved(self, result: object) -> None:
        self._result = result
        self.saved.emit(result)
        self.accept()


@dataclass(frozen=True, slots=True)
class ReasonDraft:
    """Why something is done, in the clerk's words."""

    reason: str = ""


class ReasonDialog(FormDialog[ReasonDraft]):
    """Asks why before an act that is kept on record, such as voiding a receipt."""

    def __init__(
        self,
        context: EditorContext,
        *,
        title: str,
        verb: str,
        explanation: str = "",
        label: str = "Reason",
        max_len: int = 500,
        parent: QWidget | None = None,
    ) -> None:
        field = FieldSpec(
            "reason",
            label,
            FieldKind.NOTES,
            required=True,
            max_len=max_len,
            rows=3,
            help="It is kept on record with the act.",
        )
        spec = FormSpec(ReasonDraft, (Section("", (field,)),), verb=verb[:1].lower() + verb[1:])
        super().__init__(
            spec,
            context,
            title=title,
            verb=verb,
            saving=Saving(save=_as_typed),
            explanation=explanation,
            parent=parent,
        )

    def reason(self) -> str:
        """The reason given; "" when the clerk turned back."""
        result = self.result_value()
        return result if isinstance(result, str) else ""


def _as_typed(draft: ReasonDraft) -> object:
    return draft.reason
