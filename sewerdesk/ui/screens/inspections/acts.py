"""What can be done with an inspection: set its day, record its result, cancel it, open the account that follows."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.fieldwork import AppointmentDraft, InspectionRow, InspectionView
from sewerdesk.domain.wording import show, show_date
from sewerdesk.services.connections import open_account_from_proposal
from sewerdesk.services.inspection_results import RecordedResult
from sewerdesk.services.inspections import cancel_inspection, set_appointment
from sewerdesk.services.rates import rate_classes
from sewerdesk.ui.dialogs.form_dialog import ReasonDraft
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.inspections.result_dialog import ResultDialog
from sewerdesk.ui.screens.inspections.specs import APPOINTMENT_FORM, CANCEL_FORM, stage_title
from sewerdesk.ui.screens.opening import preview_paper, show_dialog
from sewerdesk.ui.screens.record_acts import RecordActs
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class AccountForm:
    """The account that is opened: only its class may be chosen."""

    class_code: str | None = None


class InspectionActs(RecordActs[InspectionView]):
    """The actions of the inspection shown."""

    gone = "Choose the inspection again; the list was read anew meanwhile."

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], InspectionView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._record = self._action(
            "&Record result…",
            self.record,
            "record-result",
            shortcut="Ctrl+Shift+R",
            icon_name="clipboard-check",
        )
        self._appoint = self._action(
            "&Set a day…", self.appoint, "appoint", shortcut="Ctrl+Shift+D", icon_name="calendar"
        )
        self._account = self._action(
            "&Open account…", self.open_account, "open-account", shortcut="Ctrl+Shift+O", icon_name="plus"
        )
        self._report = self._action(
            "Show re&port", self.show_report, "show-report", shortcut="Ctrl+P", icon_name="file-text"
        )
        self._permit = self._action("Open per&mit", self.open_permit, "open-permit", icon_name="stamp")
        self._cancel = self._action("&Cancel…", self.cancel, "cancel-inspection", icon_name="ban")
        self.actions = [self._record, self._appoint, self._account, self._report, self._permit, self._cancel]

    def follow(self, view: InspectionView | None) -> None:
        """Offer what can be done with the inspection shown."""
        is_open = view is not None and view.row.is_open
        for action in (self._record, self._appoint, self._cancel):
            action.setVisible(is_open)
        self._report.setVisible(view is not None and bool(view.papers))
        self._account.setVisible(view is not None and view.proposal is not None)
        self._permit.setVisible(view is not None)

    @Slot()
    def appoint(self) -> None:
        """Open the form for the day of the visit."""
        view = self._shown()
        if view is None:
            return
        kept = view.inspection.appointment
        self._ask(
            APPOINTMENT_FORM,
            title=f"Set a day for {view.row.number}",
            verb="Set the day",
            save=partial(_appoint, self._context, view.row.id),
            draft=AppointmentDraft(kept.day, kept.time, kept.inspector) if kept else AppointmentDraft(),
            explanation=f"{stage_title(view.row)} · {view.row.location or view.row.print_key}",
        )

    @Slot()
    def record(self) -> None:
        """Open the form of the visit."""
        view = self._shown()
        if view is not None:
            dialog = ResultDialog(self._context, view, parent=self._page.window())
            dialog.saved.connect(self._recorded)
            show_dialog(dialog)

    @Slot(object)
    def _recorded(self, result: RecordedResult) -> None:
        more = f" The re-test is on the list as {result.retest_number}." if result.retest_number else ""
        tone = Tone.GOOD if result.outcome.is_pass else Tone.CAUTION
        self._context.toasts.show(
            f"{result.number}: {result.outcome.label}. Its report is issued.{more}", tone=tone
        )
        preview_paper(self._page, self._context, result.paper_id)

    @Slot()
    def show_report(self) -> None:
        """Show the report, the very bytes that were issued."""
        view = self._shown()
        if view is not None and view.papers:
            preview_paper(self._page, self._context, view.papers[-1].id)

    @Slot()
    def cancel(self) -> None:
        """Ask why, then take the inspection off the list."""
        view = self._shown()
        if view is None:
            return
        self._ask(
            CANCEL_FORM,
            title=f"Cancel {view.row.number}?",
            verb="Cancel the inspection",
            save=partial(_cancel, self._context, view.row),
            explanation="It keeps its number and stays in the list as cancelled.",
        )

    @Slot()
    def open_account(self) -> None:
        """Show the account that follows from the passed final inspection, to be confirmed."""
        view = self._shown()
        if view is None or view.proposal is None:
            return
        offered = tuple(
            Choice(row.code, f"{row.code} · {row.title}") for row in rate_classes(self._context.ws)
        )
        known = any(choice.value == view.proposal.class_code for choice in offered)
        self._ask(
            _account_form(view, offered),
            title="Open the sewer account" if view.proposal.opens_account else "Change the units",
            verb="Open account" if view.proposal.opens_account else "Change the units",
            save=partial(_open_account, self._context, view.row.permit_id),
            draft=AccountForm(view.proposal.class_code if known else None),
            explanation="Everything comes from the application and the passed final inspection. The permit is closed.",
        )

    @Slot()
    def open_permit(self) -> None:
        """Go to the permit's page."""
        view = self._shown()
        if view is not None:
            self._context.navigator.open(Route("permit", view.row.permit_id))


def _appoint(context: "UiContext", inspection_id: int, draft: AppointmentDraft) -> object:
    set_appointment(context.ws, inspection_id=inspection_id, draft=draft)
    return f"Appointed for {show_date(draft.day)}." if draft.day is not None else ""


def _cancel(context: "UiContext", row: InspectionRow, form: ReasonDraft) -> object:
    cancel_inspection(context.ws, inspection_id=row.id, reason=form.reason)
    return f"{row.number} is cancelled."


def _open_account(context: "UiContext", permit_id: int, form: AccountForm) -> object:
    account = open_account_from_proposal(context.ws, permit_id=permit_id, class_code=form.class_code or "")
    return f"{account.sentence}."


def _account_form(view: InspectionView, classes: tuple[Choice, ...]) -> FormSpec[AccountForm]:
    """What will be opened, read-only, and the class, which the clerk confirms."""
    proposal = view.proposal
    assert proposal is not None
    facts = (
        ("place", "Where", f"{proposal.location or proposal.print_key} · {proposal.print_key}"),
        ("bill_to", "Bill to", f"{proposal.owner_name} · {proposal.owner_mailing}".rstrip(" ·")),
        ("units", "Units", f"{show(proposal.units)} from {show_date(proposal.start)}"),
        ("basis", "They rest on", f"{proposal.units_basis}, {proposal.inspection_number}"),
    )
    shown = tuple(
        FieldSpec(name, label, FieldKind.LAW, compute=partial(_said, text)) for name, label, text in facts
    )
    field = FieldSpec(
        "class_code", "Rate class", FieldKind.CHOICE, required=proposal.opens_account, choices=classes
    )
    return FormSpec(AccountForm, (Section("", (*shown, field)),), verb="open the account")


def _said(text: str, _draft: object, _state: str) -> str:
    return text
