"""What can be done with a contractor as a firm: change its details, suspend it, lift that, write to it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.counter import ContractorDraft, ContractorView
from sewerdesk.services.contractor_letters import write_insurance_notice
from sewerdesk.services.contractors import (
    contractor_draft,
    lift_suspension,
    save_contractor,
    suspend_contractor,
)
from sewerdesk.ui.screens.contractors.actions import ContractorActions
from sewerdesk.ui.screens.contractors.specs import (
    CONTRACTOR_FORM,
    LIFT_FORM,
    SUSPENSION_FORM,
    LiftForm,
    SuspensionForm,
)
from sewerdesk.ui.screens.opening import preview_paper

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class ContractorRecord(ContractorActions):
    """Details, suspensions and letters of the contractor shown."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], ContractorView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._version = 0
        self._letter = self._action(
            "&Write to the contractor", self.write_letter, "write-letter", shortcut="Ctrl+L", icon_name="mail"
        )
        self._edit = self._action("&Edit…", self.edit, "edit", shortcut="F2", icon_name="pencil")
        self._suspend = self._action("&Suspend…", self.suspend, "suspend", icon_name="ban")
        self._lift = self._action("&Lift the suspension…", self.lift, "lift", icon_name="rotate-ccw")
        self.actions = [self._letter, self._edit, self._suspend, self._lift]
        self.fixes = {
            "contractor.write_to_agent": self.write_letter,
            "contractor.open_suspension": self.lift,
        }
        self.follow(None)

    def follow(self, view: ContractorView | None) -> None:
        """Offer what fits the contractor shown."""
        for action in self.actions:
            action.setEnabled(view is not None)
        today = self._context.clock.today()
        suspended = view is not None and any(
            row.start <= today and (row.until is None or row.until > today) for row in view.suspensions
        )
        self._suspend.setVisible(not suspended)
        self._lift.setVisible(suspended)

    @Slot()
    def edit(self) -> None:
        """Open the details for changes."""
        view = self._shown()
        if view is None:
            return
        draft, self._version = contractor_draft(self._context.ws, contractor_id=view.id)
        self._ask(
            CONTRACTOR_FORM,
            title=view.party.name,
            verb="Save",
            save=self._save_details,
            draft=draft,
            keep_as=f"contractor/{view.id}",
        )

    def _save_details(self, draft: ContractorDraft) -> object:
        save_contractor(
            self._context.ws, contractor_id=self._id(), draft=draft, expected_version=self._version
        )
        return f"{draft.name} is saved."

    @Slot()
    def suspend(self) -> None:
        """Open the form for a suspension."""
        view = self._shown()
        if view is not None:
            self._ask(
                SUSPENSION_FORM,
                title=f"Suspend {view.party.name}",
                verb="Suspend",
                save=self._save_suspension,
                draft=SuspensionForm(start=self._context.clock.today()),
            )

    def _save_suspension(self, form: SuspensionForm) -> object:
        if form.start is not None:
            suspend_contractor(
                self._context.ws,
                contractor_id=self._id(),
                start=form.start,
                until=form.until,
                reason=form.reason,
                authority=form.authority,
            )
        return "The suspension is on file."

    @Slot()
    def lift(self) -> None:
        """Open the form that ends a suspension."""
        view = self._shown()
        if view is not None:
            self._ask(
                LIFT_FORM,
                title=f"Lift the suspension of {view.party.name}",
                verb="Lift the suspension",
                save=self._save_lift,
                draft=LiftForm(on=self._context.clock.today()),
            )

    def _save_lift(self, form: LiftForm) -> object:
        if form.on is not None:
            lift_suspension(self._context.ws, contractor_id=self._id(), on=form.on, reason=form.reason)
        return "The suspension is lifted."

    @Slot()
    def write_letter(self) -> None:
        """Write to the contractor about what is missing or will lapse, and show the letter."""
        view = self._shown()
        if view is None:
            return
        with self._failures_shown():
            paper_id = write_insurance_notice(self._context.ws, contractor_id=view.id)
            preview_paper(self._page, self._context, paper_id)
