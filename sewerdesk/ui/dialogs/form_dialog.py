"""A form in a dialog, and the small dialog that asks for a reason."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.ui.dialogs.form_frame import FormFrame, Saving
from sewerdesk.ui.dialogs.frame_dialog import ROOM, FrameDialog
from sewerdesk.ui.dialogs.keeping_frame import DraftHome
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section

Draft = TypeVar("Draft")
_ROOM_FOR_BARS = 72


class FormDialog(FrameDialog, Generic[Draft]):
    """A form with a title and two buttons, the verb of the act and "Cancel".

    Enter goes from field to field; Ctrl+Enter, Ctrl+S, F10 and the verb save. Esc closes at once when nothing
    was typed, else asks. ``saved`` carries what the save returned, just before the dialog closes.
    """

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
        super().__init__(title, parent)
        self.frame: FormFrame[Draft] = FormFrame(spec, context, saving=saving, drafts=drafts, parent=self)
        self._lay_out(title=title, explanation=explanation, verb=verb)
        self.frame.saved.connect(self._on_saved)
        self._result: object = None
        self._fit()
        self.frame.open(draft)

    def result_value(self) -> object:
        """What the save returned; ``None`` when the clerk turned back."""
        return self._result

    def _fit(self) -> None:
        """As tall as the form wants, within the screen."""
        room = self.screen().availableGeometry()
        wanted = self.sizeHint().height() + self.frame.view.height_lacking() + _ROOM_FOR_BARS
        width = max(self.sizeHint().width(), self.fontMetrics().averageCharWidth() * 84)
        self.resize(min(width, room.width() - ROOM), min(wanted, room.height() - 2 * ROOM))

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
