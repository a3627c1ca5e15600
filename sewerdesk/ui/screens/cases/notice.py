"""What is done with the notice of a case: write it, look at it, issue it, record its mail and what became of it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.cases import CaseView, CopyToMail, MailingView, NoticeDraft
from sewerdesk.domain.mailing import MAIL_TRANSITIONS
from sewerdesk.domain.wording import show_date
from sewerdesk.services.mailings import GivenPaper, OutcomeDraft, record_mail_outcome
from sewerdesk.services.notices import answer_if_mailed, issue_notice, law_given, notice_preview
from sewerdesk.services.violations import save_notice
from sewerdesk.ui.screens.cases.mail_dialog import MailingDialog
from sewerdesk.ui.screens.cases.notice_form import notice_form
from sewerdesk.ui.screens.cases.step_forms import outcome_form
from sewerdesk.ui.screens.opening import preview_paper, preview_pdf, show_dialog
from sewerdesk.ui.screens.record_acts import RecordActs
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from datetime import date

    from PySide6.QtWidgets import QWidget

    from sewerdesk.ui.context import UiContext


class NoticeActions(RecordActs[CaseView]):
    """The notice and the mail of the case shown."""

    def __init__(
        self, page: "QWidget", context: "UiContext", *, shown: Callable[[], CaseView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._write = self._action(
            "&Write notice…", self.write, "write-notice", shortcut="Ctrl+Shift+W", icon_name="file-text"
        )
        self._look = self._action("&Preview", self.look, "preview-notice", shortcut="Ctrl+P", icon_name="eye")
        self._issue = self._action(
            "&Issue notice…", self.issue, "issue-notice", shortcut="Ctrl+Shift+I", icon_name="send"
        )
        self._mail = self._action(
            "Record &mailing…", self.mail, "record-mailing", shortcut="Ctrl+Shift+M", icon_name="mail"
        )
        self._result = self._action(
            "Record what the &post said…",
            self.outcome,
            "record-outcome",
            shortcut="Ctrl+Shift+P",
            icon_name="inbox",
        )
        self._serve = self._action("Record &service…", self.serve, "record-service", icon_name="user")
        self.actions = [self._mail, self._result, self._serve, self._issue, self._look, self._write]

    def follow(self, view: CaseView | None) -> None:
        """Offer what fits the case shown."""
        may = view is not None and "notice" in view.verbs
        self._write.setVisible(may)
        again = view is not None and _is_issued(view)
        self._write.setText("&Write another notice…" if again else "&Write notice…")
        ready = may and view is not None and not view.missing and not _is_issued(view)
        self._look.setVisible(ready)
        self._issue.setVisible(ready)
        self._mail.setVisible(self._next_copy(view) is not None)
        self._result.setVisible(self._next_mailing(view) is not None)
        self._serve.setVisible(self._not_reached(view) is not None)

    # The notice

    @Slot()
    def write(self) -> None:
        """Open the form of the notice."""
        view = self._shown()
        if view is None:
            return
        ws = self._context.ws
        self._ask(
            notice_form(law_given(ws), _owner(view), answer=partial(_answer, self._context)),
            title=f"Notice of violation, {view.row.number}",
            verb="Save the notice",
            save=partial(_save, self._context, view),
            then=self._saved,
            draft=_to_write(view),
            explanation="Facts and sections come from the case. What the law gives is shown with its section.",
            keep_as=f"case/{view.row.id}/notice",
        )

    @Slot(object)
    def _saved(self, number: str) -> None:
        self._context.toasts.show(f"The notice of {number} is saved. Look at it, then issue it.")

    @Slot()
    def look(self) -> None:
        """Show the notice as it would be issued, marked as a draft."""
        view = self._shown()
        if view is None:
            return
        number = view.row.number
        with self._failures_shown():
            pdf = notice_preview(self._context.ws, case_id=view.row.id)
            preview_pdf(
                self._page,
                self._context,
                pdf,
                title=f"Draft of the notice in {number}",
                file_name=f"draft-{number}.pdf",
            )

    @Slot()
    def issue(self) -> None:
        """Ask once, then issue the notice and show it."""
        view = self._shown()
        if view is None:
            return
        due = answer_if_mailed(self._context.ws, on=view.notice.mail_on)
        if not self._context.prompter.ask(
            f"Issue the notice of violation in {view.row.number}?",
            yes="Issue notice",
            no="Not yet",
            detail=f"It takes the next number and is frozen. {due}",
        ):
            return
        with self._failures_shown():
            issued = issue_notice(self._context.ws, case_id=view.row.id)
            self._say(f"{issued.number} is issued. Print it, mail it, and record the mailing.")
            preview_paper(self._page, self._context, issued.paper_ids[0])

    # The mail

    @Slot()
    def mail(self) -> None:
        """Record that the next copy went out."""
        copy = self._next_copy(self._shown())
        if copy is not None:
            self._open_mailing(copy)

    @Slot()
    def serve(self) -> None:
        """Record that a copy which the mail did not deliver was brought in another way."""
        copy = self._not_reached(self._shown())
        if copy is not None:
            self._open_mailing(copy)

    @Slot()
    def outcome(self) -> None:
        """Record what the post said of the first mailing that waits for it."""
        mailing = self._next_mailing(self._shown())
        if mailing is not None:
            self._open_outcome(mailing)

    @Slot(object)
    def open_mail(self, row: CopyToMail | MailingView) -> None:
        """What Enter does on a line of the mail: record the mailing, or what became of it."""
        if isinstance(row, CopyToMail):
            self._open_mailing(row)
        elif MAIL_TRANSITIONS[row.facts.outcome]:
            self._open_outcome(row)

    def _open_mailing(self, copy: CopyToMail) -> None:
        dialog = MailingDialog(self._context, copy, parent=self._page.window())
        dialog.saved.connect(self._mailed)
        show_dialog(dialog)

    def _open_outcome(self, mailing: MailingView) -> None:
        article = mailing.facts.article
        self._ask(
            outcome_form(mailing.facts.outcome),
            title=f"What became of {mailing.paper_number}",
            verb="Record it",
            save=partial(_record_outcome, self._context, mailing.id),
            then=self._told,
            draft=OutcomeDraft(on=self._context.clock.today()),
            explanation=f"To {mailing.facts.addressee}, mailed {show_date(mailing.facts.mailed)}"
            + (f", no. {article.display}" if article else ""),
        )

    @Slot(object)
    def _mailed(self, given: GivenPaper) -> None:
        if given.due_on is None:
            self._context.toasts.show(given.rule or "Recorded.", tone=Tone.CAUTION)
        else:
            self._context.toasts.show(f"The answer is due on {show_date(given.due_on)}. {given.rule}")

    @Slot(object)
    def _told(self, follow_up: str) -> None:
        self._context.toasts.show(follow_up or "Recorded.", tone=Tone.CAUTION if follow_up else Tone.GOOD)

    @staticmethod
    def _next_copy(view: CaseView | None) -> CopyToMail | None:
        return next((copy for copy in view.copies if not copy.mailed), None) if view else None

    @staticmethod
    def _next_mailing(view: CaseView | None) -> MailingView | None:
        waiting = (one for one in view.mailings if MAIL_TRANSITIONS[one.facts.outcome]) if view else iter(())
        return next(
            (one for one in waiting if one.facts.article is not None and not one.served_otherwise), None
        )

    @staticmethod
    def _not_reached(view: CaseView | None) -> CopyToMail | None:
        if view is None:
            return None
        papers = {one.paper_id for one in view.mailings if one.follow_up}
        return next((copy for copy in view.copies if copy.paper_id in papers), None)


def _is_issued(view: CaseView) -> bool:
    """Whether what stands in the form was issued already: its label is on a copy."""
    typed = "".join(mark for mark in view.notice.article_1 if mark.isdigit())
    return any(copy.article and copy.article in typed for copy in view.copies)


def _to_write(view: CaseView) -> NoticeDraft:
    """What the form starts from: the notice saved, or after it was issued a further one without its mail."""
    if not _is_issued(view):
        return view.notice
    return replace(view.notice, article_1="", article_2="", mail_on=None)


def _answer(context: "UiContext", on: "date | None") -> str:
    return answer_if_mailed(context.ws, on=on)


def _save(context: "UiContext", view: CaseView, draft: NoticeDraft) -> object:
    save_notice(context.ws, case_id=view.row.id, notice=draft, version=view.version)
    return view.row.number


def _record_outcome(context: "UiContext", mailing_id: int, draft: OutcomeDraft) -> object:
    return record_mail_outcome(context.ws, mailing_id=mailing_id, draft=draft)


def _owner(view: CaseView) -> str:
    if not view.owner_lines:
        return f"No owner with a mailing address is on file for {view.row.print_key}. Enter it on the parcel's page."
    return f"{view.row.owner}: {', '.join(view.owner_lines[1:])}"
