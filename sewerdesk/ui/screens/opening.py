"""Opening forms and papers from a page: each dialog is kept alive while it is open and let go after."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from sewerdesk.services.papers import paper_file
from sewerdesk.ui.dialogs.form_dialog import FormDialog, ReasonDialog
from sewerdesk.ui.dialogs.form_frame import Saving
from sewerdesk.ui.dialogs.keeping_frame import DraftHome
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.office_drafts import OfficeDraftStore
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.preview import PreviewDialog

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

Draft = TypeVar("Draft")
_FILES = "Papers and pictures (*.pdf *.png *.jpg *.jpeg *.tif *.tiff *.docx *.xlsx);;All files (*)"


@dataclass(frozen=True, slots=True)
class FilePick:
    """Asks the clerk for a file to attach."""

    context: "UiContext"

    def __call__(self) -> Sequence[Path]:
        """The file chosen, or none."""
        chosen = self.context.prompter.choose_file("Attach a file", kinds=_FILES)
        return () if chosen is None else (chosen,)


def editor_context(context: "UiContext") -> EditorContext:
    """What editors need: the business date, and how to ask for files."""
    return EditorContext(today=context.clock.today, pick_files=FilePick(context))


def draft_home(context: "UiContext", key: str) -> DraftHome:
    """Where a half-typed form is kept."""
    return DraftHome(OfficeDraftStore(context.ws), key, context.clock)


def open_form(
    parent: QWidget,
    context: "UiContext",
    spec: FormSpec[Draft],
    *,
    title: str,
    verb: str,
    save: Callable[[Draft], object],
    then: Callable[[Any], object],
    draft: Draft | None = None,
    explanation: str = "",
    keep_as: str = "",
) -> FormDialog[Draft]:
    """Open a form over the page. ``then`` is a bound method that is told what the save returned."""
    dialog: FormDialog[Draft] = FormDialog(
        spec,
        editor_context(context),
        title=title,
        verb=verb,
        saving=Saving(save=save),
        draft=draft,
        explanation=explanation,
        drafts=draft_home(context, keep_as) if keep_as else None,
        parent=parent.window(),
    )
    dialog.saved.connect(then)
    show_dialog(dialog)
    return dialog


def ask_reason(
    parent: QWidget,
    context: "UiContext",
    *,
    title: str,
    verb: str,
    explanation: str,
    then: Callable[[Any], object],
    max_len: int = 500,
) -> None:
    """Ask for the reason of an act that is kept on record; ``then`` is a bound method that is told it."""
    dialog = ReasonDialog(
        editor_context(context),
        title=title,
        verb=verb,
        explanation=explanation,
        max_len=max_len,
        parent=parent.window(),
    )
    dialog.saved.connect(then)
    show_dialog(dialog)


def preview_paper(parent: QWidget, context: "UiContext", paper_id: int) -> PreviewDialog:
    """Show an issued paper, the very bytes that were frozen, to print or save."""
    paper = paper_file(context.ws, paper_id=paper_id)
    title = f"{paper.row.number} · {paper.row.title}"
    return preview_pdf(parent, context, paper.content, title=title, file_name=paper.file_name)


def preview_pdf(
    parent: QWidget, context: "UiContext", content: bytes, *, title: str, file_name: str, printer: str = ""
) -> PreviewDialog:
    """Show a PDF over the page, to print or save."""
    dialog = PreviewDialog(
        content,
        title=title,
        file_name=file_name,
        prompter=context.prompter,
        jobs=context.jobs,
        printer=printer,
        parent=parent.window(),
    )
    show_dialog(dialog)
    return dialog


def show_dialog(dialog: QDialog) -> None:
    """Open a dialog over its window; it is deleted once it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()
