"""What the law lets happen to an issued permit: it ends on a ground, passes to another, is changed, is renewed."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.counter import PermitView
from sewerdesk.domain.law import RenewalMode, TransferMode
from sewerdesk.domain.permit_life import termination_grounds
from sewerdesk.domain.permits import PermitState
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.law import law_of
from sewerdesk.services.permit_changes import change_permit, end_permit, renew_permit, transfer_permit
from sewerdesk.services.permits import record_work_started
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.permit_forms import (
    ChangeForm,
    EndingForm,
    StartForm,
    TransferForm,
    change_form,
    ending_form,
    start_form,
    transfer_form,
)
from sewerdesk.ui.screens.record_acts import Draft, RecordActs

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_MOST_LINES = 6


class PermitRecordActs(RecordActs[PermitView]):
    """What the actions on a permit have in common."""

    gone = "Choose the permit again; the list was read anew meanwhile."

    def _ask_of(
        self,
        what: str,
        verb: str,
        spec: FormSpec[Draft],
        draft: Draft,
        save: Callable[[Draft], object],
        *,
        explanation: str = "",
    ) -> None:
        """Ask with the permit's number in the title."""
        view = self._shown()
        if view is not None:
            title = f"{what}: {view.number}"
            self._ask(spec, draft, title=title, verb=verb, save=save, explanation=explanation)

    def _id(self) -> int:
        return self._view().id

    @Slot(object)
    def _say(self, said: object) -> None:
        view = self._shown()
        if view is not None:
            super()._say(f"{said}: {view.number}.")


class PermitLawActs(PermitRecordActs):
    """The actions of the permit shown that follow from the law."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], PermitView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self.start = self._action("Work &started…", self.record_start, "start-work", icon_name="hard-hat")
        self._end = self._action("&End on a ground of the law…", self.end, "end-permit", icon_name="circle-x")
        self._transfer = self._action("Trans&fer…", self.transfer, "transfer-permit", icon_name="users")
        self._change = self._action("Chan&ge the terms…", self.change, "change-permit", icon_name="pencil")
        self._renew = self._action("Rene&w…", self.renew, "renew-permit", icon_name="rotate-ccw")
        self.actions = [self._renew, self._transfer, self._change, self._end]
        self.follow(None)

    def follow(self, view: PermitView | None) -> None:
        """Offer what the permit's state and its law allow."""
        verbs = view.standing.verbs if view is not None else ()
        self.start.setVisible("start" in verbs and view is not None and not view.has_started)
        self._transfer.setVisible("transfer" in verbs)
        self._change.setVisible("amend" in verbs)
        renewal = view.renewal if view is not None else None
        may_renew = renewal is not None and renewal.mode in {
            RenewalMode.RENEWAL_FORM,
            RenewalMode.APPLY_BEFORE,
        }
        in_force = view is not None and view.standing.state is PermitState.IN_FORCE
        self._renew.setVisible(may_renew and in_force)
        self._end.setVisible("end" in verbs and bool(self._grounds(view)))

    def has_grounds(self, view: PermitView | None) -> bool:
        """Whether the law lists the grounds on which the permit ends; otherwise the section is typed."""
        return bool(self._grounds(view))

    def _grounds(self, view: PermitView | None) -> tuple[object, ...]:
        if view is None:
            return ()
        return termination_grounds(law_of(self._context.ws), class_key=view.class_key)

    @Slot()
    def record_start(self) -> None:
        """Record the day on which the work began, with what the law asks before it and is missing."""
        view = self._shown()
        if view is None:
            return
        missing = view.start.failing if view.start is not None and view.start.answer is Answer.NO else ()
        lines = [f"• {one.requirement.rstrip('.')}: {one.on_file} ({one.citation})" for one in missing]
        more = [f"• and {len(lines) - _MOST_LINES} more"] if len(lines) > _MOST_LINES else []
        said = "\n".join(["Missing before construction may start:", *lines[:_MOST_LINES], *more])
        self._ask_of(
            "Work started",
            "Record the start",
            start_form(is_missing=bool(missing)),
            StartForm(on=self._context.clock.today()),
            self._save_start,
            explanation=said if missing else "",
        )

    def _save_start(self, form: StartForm) -> object:
        if form.on is not None:
            record_work_started(
                self._context.ws,
                permit_id=self._id(),
                on=form.on,
                note=form.note,
                found_started=form.found is True,
            )
        return "Start of work recorded"

    @Slot()
    def end(self) -> None:
        """End the permit on a ground of the law, with the evidence."""
        view = self._shown()
        if view is None:
            return
        grounds = termination_grounds(law_of(self._context.ws), class_key=view.class_key)
        self._ask_of(
            "End",
            "End the permit",
            ending_form(grounds),
            EndingForm(on=self._context.clock.today()),
            self._save_ending,
            explanation="A permit that has ended is not revived: a new application is needed.",
        )

    def _save_ending(self, form: EndingForm) -> object:
        if form.on is not None:
            end_permit(
                self._context.ws,
                permit_id=self._id(),
                ground=form.ground or "",
                on=form.on,
                evidence=form.evidence,
                person=form.person,
                files=form.files,
            )
        return "Ended"

    @Slot()
    def transfer(self) -> None:
        """Record that the permit passed to another; where the law forbids it, say so with the section."""
        view = self._shown()
        if view is None or view.transfer is None:
            return
        answer = view.transfer
        if answer.mode is TransferMode.NEVER:
            self._context.prompter.tell(
                f"{answer.sentence} ({answer.citation}) Take a new application, and end or close {view.number}."
            )
            return
        self._ask_of(
            "Transfer",
            "Record the transfer",
            transfer_form(answer, law_of(self._context.ws)),
            TransferForm(on=self._context.clock.today()),
            self._save_transfer,
            explanation=f"{answer.sentence} ({answer.citation})" if answer.citation else answer.sentence,
        )

    def _save_transfer(self, form: TransferForm) -> object:
        if form.on is not None:
            transfer_permit(
                self._context.ws,
                permit_id=self._id(),
                to=form.to,
                on=form.on,
                approved_on=form.approved_on,
                reference=form.reference,
            )
        return "Transfer recorded"

    @Slot()
    def change(self) -> None:
        """Record changed terms of the permit, not before the holder's notice has run."""
        view = self._shown()
        if view is not None:
            ws, today = self._context.ws, self._context.clock.today()
            self._ask_of(
                "Change",
                "Record the change",
                change_form(law_of(ws), view.class_key, calendar_of(ws), today=today),
                ChangeForm(notified_on=today),
                self._save_change,
            )

    def _save_change(self, form: ChangeForm) -> object:
        if form.effective_on is not None:
            change_permit(
                self._context.ws,
                permit_id=self._id(),
                what=form.what,
                notified_on=form.notified_on,
                effective_on=form.effective_on,
                reference=form.reference,
            )
        return "Change recorded"

    @Slot()
    def renew(self) -> None:
        """Begin the application that renews the permit, with its answers."""
        with self._failures_shown():
            application_id = renew_permit(self._context.ws, permit_id=self._id())
            self._context.navigator.open(Route("application", application_id))
