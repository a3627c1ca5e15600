"""A form as a whole page: title and actions on top, the form below."""

from typing import TYPE_CHECKING, Generic, TypeVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.ui.dialogs.form_frame import FormFrame, Saving
from sewerdesk.ui.dialogs.keeping_frame import DraftHome
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.forms.view import SAVE_KEYS
from sewerdesk.ui.screens.base import RecordPage

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

Draft = TypeVar("Draft")


class FormPage(RecordPage, Generic[Draft]):
    """An editor of one record. ``saved`` carries what the save returned; the page stays until one leaves it.

    The title, the actions and the messages stay in view while the fields scroll. Leaving with unsaved typing
    asks in the page; after "Save draft" or "Discard" it goes back to where one came from.
    """

    saved = Signal(object)

    def __init__(
        self,
        context: "UiContext",
        spec: FormSpec[Draft],
        editors: EditorContext,
        *,
        title: str,
        verb: str,
        saving: Saving[Draft],
        subtitle: str = "",
        drafts: DraftHome | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, title=title, subtitle=subtitle, parent=parent)
        others = tuple(keys for keys in SAVE_KEYS if keys != "Ctrl+S")
        self.frame: FormFrame[Draft] = FormFrame(
            spec, editors, saving=saving, drafts=drafts, save_keys=others, parent=self.body.parentWidget()
        )
        self.body.addWidget(self.frame, 1)
        self.save_action = self.add_page_action(
            verb, self.frame.save, key="save", shortcut="Ctrl+S", icon_name="save", primary=True
        )
        self.frame.saved.connect(self.saved)
        self.frame.leave_allowed.connect(self._on_leave_allowed)

    def open_draft(self, draft: Draft | None = None) -> None:
        """Show a draft (an empty one unless given) and offer what was kept of it."""
        self.frame.open(draft)

    def may_leave(self) -> bool:
        """Whether nothing typed would be lost; otherwise the page asks."""
        return self.frame.may_leave()

    @Slot()
    def _on_leave_allowed(self) -> None:
        self.context.navigator.back()
