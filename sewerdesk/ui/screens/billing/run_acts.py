"""What can be done with a posted run besides its papers: its journal, marking what left the office, rolling it back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.run_outputs import RUN_OUTPUTS, RunOutputKind
from sewerdesk.domain.runviews import PostedRun, RolledBack
from sewerdesk.domain.wording import count
from sewerdesk.services.report_files import report_pdf_file
from sewerdesk.services.run_journal import mark_output, run_journal, run_outputs
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.screens.opening import preview_pdf
from sewerdesk.ui.screens.record_acts import RecordActs

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class RollBackForm:
    """Why a run is rolled back."""

    reason: str = ""


ROLL_BACK_FORM: FormSpec[RollBackForm] = FormSpec(
    RollBackForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "reason",
                    "Reason",
                    FieldKind.NOTES,
                    required=True,
                    max_len=300,
                    rows=3,
                    help="Kept with the run; the auditor reads it.",
                ),
            ),
        ),
    ),
    verb="roll the run back",
)


@dataclass(frozen=True, slots=True)
class DoneForm:
    """What left the office."""

    output: RunOutputKind | None = None
    note: str = ""


def done_form(left: Sequence[RunOutputKind]) -> FormSpec[DoneForm]:
    """The form that marks what left the office."""
    fields = (
        FieldSpec(
            "output",
            "What was done",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(one, one.label) for one in left),
        ),
        FieldSpec("note", "Note", max_len=200),
    )
    return FormSpec(DoneForm, (Section("", fields),), verb="mark it as done")


class RunActs(RecordActs[PostedRun]):
    """The actions of the run shown; ``done`` is emitted after one that changed something."""

    gone = "No run is chosen. Choose it in the list."

    def __init__(self, page: QWidget, context: "UiContext", *, shown: Callable[[], PostedRun | None]) -> None:
        super().__init__(page, context, shown=shown)
        makers = (
            ("Revenue &journal", self.show_journal, "run-journal", "landmark"),
            ("Mark as &done…", self.mark, "run-done", "check"),
            ("Roll &back…", self.roll_back, "roll-back", "undo-2"),
        )
        self.all: Sequence[QAction] = [
            self._action(text, slot, key=key, icon_name=picture) for text, slot, key, picture in makers
        ]

    @Slot()
    def show_journal(self) -> None:
        """Show what the run billed by fund and revenue code."""
        run = self._shown()
        if run is None:
            return
        with self._failures_shown():
            file = report_pdf_file(self._context.ws, report=run_journal(self._context.ws, run_id=run.run_id))
            title = f"Revenue journal {run.quarter.label}"
            preview_pdf(self._page, self._context, file.content, title=title, file_name=file.file_name)

    @Slot()
    def mark(self) -> None:
        """Ask what left the office."""
        run = self._shown()
        if run is None:
            return
        marked = run_outputs(self._context.ws, run_id=run.run_id)
        left = [one for one in RUN_OUTPUTS if one not in marked]
        if not left:
            self._context.toasts.show(f"Everything of {run.number} is marked as done already.")
            return
        self._ask(
            done_form(left),
            title=f"{run.number}: what was done",
            verb="Mark it as done",
            save=self._mark,
            draft=DoneForm(output=left[0]),
        )

    def _mark(self, form: DoneForm) -> object:
        run = self._view()
        if form.output is None:
            raise UserError("Choose what was done.")
        mark_output(self._context.ws, run_id=run.run_id, output=form.output, note=form.note)
        return f"{form.output.label}: marked for {run.number}."

    @Slot()
    def roll_back(self) -> None:
        """Ask why, then take the whole run back."""
        run = self._shown()
        if run is None:
            return
        self._ask(
            ROLL_BACK_FORM,
            title=f"Roll back {run.number}",
            verb="Roll the run back",
            save=self._roll_back,
            then=self._rolled_back,
            draft=RollBackForm(),
            explanation=f"{count(run.billed, 'bill becomes', 'bills become')} void, and {format_money(run.total)} of "
            "charges is reversed. Numbers and pages stay on record. It can be done only while nothing stands on the "
            "run.",
        )

    def _roll_back(self, form: RollBackForm) -> object:
        return roll_back_run(self._context.ws, run_id=self._view().run_id, reason=form.reason)

    @Slot(object)
    def _rolled_back(self, done: RolledBack) -> None:
        self._say(
            f"{done.run} was rolled back by {done.act}: {count(done.bills, 'bill')}, {format_money(done.total)}."
        )
