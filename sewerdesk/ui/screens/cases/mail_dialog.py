"""Recording a mailing: the number is checked while it is scanned, before anything is saved."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.cases import CopyToMail
from sewerdesk.domain.mailing import parse_article_number
from sewerdesk.services.mailings import MailingDraft, article_problem, record_mailing
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.dialogs.form_frame import Saving
from sewerdesk.ui.screens.cases.step_forms import mailing_form
from sewerdesk.ui.screens.opening import editor_context

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_SHORTEST = 20


class MailingDialog(FormDialog[MailingDraft]):
    """How one copy went out. ``saved`` carries the ``GivenPaper``."""

    def __init__(self, context: "UiContext", copy: CopyToMail, parent: QWidget | None = None) -> None:
        self._ws = context.ws
        again = copy.mailed
        super().__init__(
            mailing_form(),
            editor_context(context),
            title=f"Record service of {copy.number}" if again else f"Record the mailing of {copy.number}",
            verb="Record service" if again else "Record mailing",
            saving=Saving(save=partial(_record, context, copy.paper_id)),
            draft=MailingDraft(None if again else copy.method, "", context.clock.today()),
            explanation=f"To {copy.recipient}: {', '.join(copy.address_lines[1:])}",
            parent=parent,
        )
        self.frame.view.changed.connect(self._check)
        self._checked = ""

    @Slot()
    def _check(self) -> None:
        """Say at once whether a whole number is right and unused."""
        editor = self.frame.view.editor("article")
        typed = editor.typed_text()
        digits = sum(1 for mark in typed if mark.isdigit())
        if digits < _SHORTEST or typed == self._checked:
            return
        self._checked = typed
        problem = article_problem(self._ws, typed=typed)
        editor.set_error(problem)
        if not problem:
            editor.set_note(
                f"{parse_article_number(typed).display}: the check digit agrees, and it is not used yet."
            )


def _record(context: "UiContext", paper_id: int, draft: MailingDraft) -> object:
    return record_mailing(context.ws, paper_id=paper_id, draft=draft)
