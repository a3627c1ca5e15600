"""First step of a run: the quarter and its dates, proposed by the office's rules."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.services.bill_dates import RunProposal, propose_run, proposed_due, quarters_to_choose
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.ui.dialogs.wizard import FormStep
from sewerdesk.ui.screens.billing.specs import RunForm, run_form
from sewerdesk.ui.screens.opening import editor_context

if TYPE_CHECKING:
    from datetime import date

    from sewerdesk.ui.context import UiContext

_NO_RULE = (
    "The office has not said how many days it gives to pay (Settings, Billing). Enter the date yourself."
)


class PeriodStep(FormStep[RunForm]):
    """Choosing another quarter proposes its dates; a due date that was typed is never overwritten."""

    def __init__(self, context: "UiContext") -> None:
        quarters = quarters_to_choose(context.ws)
        super().__init__("Quarter and dates", run_form(quarters), editor_context(context))
        self._context = context
        self._proposed: RunForm = RunForm()
        self.view.changed.connect(self._follow)

    def begin(self) -> None:
        """Propose the next quarter."""
        self._show(propose_run(self._context.ws))

    def form(self) -> RunForm:
        """What is chosen now, readable or not."""
        return self.view.typed().draft

    def restore(self, form: RunForm) -> None:
        """Go on with what was chosen before."""
        self._proposed = form
        self.view.load(form)
        self._explain()

    def setup(self) -> RunSetup | None:
        """The run as chosen; ``None`` while something is missing."""
        form = self.form()
        if not (form.quarter and form.bill_date and form.due_date and form.read_through):
            return None
        quarter = Quarter.parse(form.quarter)
        return RunSetup(quarter, form.bill_date, form.due_date, form.read_through, form.message.strip())

    def _show(self, proposal: RunProposal) -> None:
        self._proposed = RunForm(
            quarter=proposal.quarter.code,
            bill_date=proposal.bill_date,
            due_date=None if proposal.due is None else proposal.due.effective,
            read_through=proposal.read_through,
            message=self.form().message,
        )
        self.view.load(self._proposed)
        self._explain()

    @Slot()
    def _follow(self) -> None:
        form = self.form()
        if form.quarter and form.quarter != self._proposed.quarter:
            self._show(propose_run(self._context.ws, quarter=Quarter.parse(form.quarter)))
            return
        if form.bill_date is not None and form.bill_date != self._proposed.bill_date:
            self._move_due(form, form.bill_date)
        self._explain()

    def _move_due(self, form: RunForm, bill_date: "date") -> None:
        """A due date that was only proposed follows the bill date."""
        due = self._due(bill_date)
        untouched = form.due_date == self._proposed.due_date
        self._proposed = replace(self._proposed, bill_date=bill_date)
        if untouched and due is not None:
            self._proposed = replace(self._proposed, due_date=due[0])
            self.view.editor("due_date").set_value(due[0])

    def _explain(self) -> None:
        form = self.form()
        due = None if form.bill_date is None else self._due(form.bill_date)
        if form.bill_date is None:
            self.view.editor("due_date").set_note("")
        else:
            self.view.editor("due_date").set_note(_NO_RULE if due is None else due[1])

    def _due(self, bill_date: "date") -> "tuple[date, str] | None":
        try:
            found = proposed_due(self._context.ws, bill_date=bill_date)
        except UserError:
            return None  # a day at the very end of the calendar; the form itself says what is wrong with it
        return None if found is None else (found.effective, f"{found.sentence} ({found.citation}).")
