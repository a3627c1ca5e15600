"""The later steps of a case: answer, more time, compliance, hearing, referral, closing."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.cases import CaseView
from sewerdesk.services.violations import (
    close_case,
    comply,
    extend_time,
    mark_action_done,
    record_answer,
    refer_case,
    set_hearing,
)
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.screens.cases.step_forms import (
    CLOSE_FORM,
    EXTEND_FORM,
    HEARING_FORM,
    CloseForm,
    DoneForm,
    ExtendForm,
    HearingForm,
    StepForm,
    done_form,
    step_form,
)
from sewerdesk.ui.screens.record_acts import Draft, RecordActs

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sewerdesk.ui.context import UiContext

Save = Callable[["UiContext", CaseView, Draft], str]


class StepActions(RecordActs[CaseView]):
    """What may be done next in the case shown, by its state."""

    def __init__(
        self, page: "QWidget", context: "UiContext", *, shown: Callable[[], CaseView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._by_verb = {
            "answer": self._action(
                "Record &answer…", self.answer, "record-answer", shortcut="Ctrl+Shift+A", icon_name="inbox"
            ),
            "extend": self._action(
                "E&xtend the time…", self.extend, "extend", shortcut="Ctrl+Shift+X", icon_name="clock"
            ),
            "comply": self._action(
                "Foun&d corrected…", self.comply, "comply", shortcut="Ctrl+Shift+F", icon_name="check"
            ),
            "close": self._action("&Close the case…", self.close, "close-case", icon_name="lock"),
            "hear": self._action("Set a &hearing…", self.hear, "set-hearing", icon_name="calendar"),
            "refer": self._action("&Refer the case…", self.refer, "refer-case", icon_name="gavel"),
        }
        self._done = self._action(
            "An action was found &done…", self.mark_done, "action-done", icon_name="check"
        )
        self.actions = [self._by_verb[verb] for verb in ("answer", "extend", "comply", "close")]
        self.rare_actions = [self._by_verb["hear"], self._by_verb["refer"], self._done]

    def follow(self, view: CaseView | None) -> None:
        """Offer what the state of the case shown allows."""
        for verb, action in self._by_verb.items():
            action.setVisible(view is not None and verb in view.verbs)
        if view is not None and view.answer_due is None:
            self._by_verb["extend"].setVisible(False)
        waiting = view is not None and any(line.action.done_on is None for line in view.actions)
        self._done.setVisible(waiting)

    @Slot()
    def answer(self) -> None:
        """The written answer has come."""
        spec = step_form("What it says", "record the answer")
        self._open(spec, "Record the answer", _answer, StepForm(self._context.clock.today()))

    @Slot()
    def extend(self) -> None:
        """More time is granted."""
        view = self._shown()
        kept = f"The answer is due on {view.answer_due:%m/%d/%Y} now." if view and view.answer_due else ""
        self._open(EXTEND_FORM, "Extend the time", _extend, ExtendForm(), explanation=kept)

    @Slot()
    def comply(self) -> None:
        """The violation was found corrected."""
        spec = step_form("How it was found", "record it")
        self._open(spec, "Found corrected", _comply, StepForm(self._context.clock.today()))

    @Slot()
    def refer(self) -> None:
        """The case goes to the attorney, the board or a court."""
        spec = step_form("To whom, and why", "refer the case")
        self._open(spec, "Refer the case", _refer, StepForm(self._context.clock.today()))

    @Slot()
    def hear(self) -> None:
        """A hearing is set."""
        self._open(HEARING_FORM, "Set the hearing", _hear, HearingForm())

    @Slot()
    def close(self) -> None:
        """The case ends."""
        self._open(
            CLOSE_FORM,
            "Close the case",
            _close,
            CloseForm(),
            explanation="A closed case is not opened again.",
        )

    @Slot()
    def mark_done(self) -> None:
        """An ordered action was found done."""
        view = self._shown()
        if view is not None:
            waiting = [(line.place, line.action.text) for line in view.actions if line.action.done_on is None]
            today = self._context.clock.today()
            draft = DoneForm(waiting[0][0] if len(waiting) == 1 else None, today)
            self._open(done_form(waiting), "An action was found done", _done, draft)

    def _open(
        self, spec: FormSpec[Draft], title: str, save: Save[Draft], draft: Draft, *, explanation: str = ""
    ) -> None:
        view = self._shown()
        if view is not None:
            self._ask(
                spec,
                title=f"{title}: {view.row.number}",
                verb=title,
                save=partial(save, self._context, view),
                draft=draft,
                explanation=explanation,
                keep_as=f"case/{view.row.id}/{title.lower().replace(' ', '-')}",
            )


def _answer(context: "UiContext", view: CaseView, form: StepForm) -> str:
    record_answer(context.ws, case_id=view.row.id, on=form.on, note=form.note)
    return f"The answer in {view.row.number} is recorded."


def _extend(context: "UiContext", view: CaseView, form: ExtendForm) -> str:
    extend_time(
        context.ws, case_id=view.row.id, until=form.until, reason=form.reason, authority=form.authority
    )
    return f"The time in {view.row.number} is extended."


def _comply(context: "UiContext", view: CaseView, form: StepForm) -> str:
    comply(context.ws, case_id=view.row.id, on=form.on, note=form.note)
    return f"{view.row.number} is recorded as corrected. Close it next."


def _refer(context: "UiContext", view: CaseView, form: StepForm) -> str:
    refer_case(context.ws, case_id=view.row.id, on=form.on, note=form.note)
    return f"{view.row.number} is referred."


def _hear(context: "UiContext", view: CaseView, form: HearingForm) -> str:
    rule = set_hearing(context.ws, case_id=view.row.id, day=form.day, at=form.at, place=form.place)
    return f"The hearing in {view.row.number} is set. {rule}".strip()


def _close(context: "UiContext", view: CaseView, form: CloseForm) -> str:
    close_case(context.ws, case_id=view.row.id, reason=form.reason)
    return f"{view.row.number} is closed."


def _done(context: "UiContext", view: CaseView, form: DoneForm) -> str:
    mark_action_done(context.ws, case_id=view.row.id, place=form.place or 0, on=form.on)
    return f"Recorded in {view.row.number}."
