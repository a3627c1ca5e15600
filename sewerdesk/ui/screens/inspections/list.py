"""The page "Inspections": calls, appointments and results, and the account that follows from the last one."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction

from sewerdesk.domain.fieldwork import AppointmentDraft, InspectionRow, InspectionView, RequestDraft
from sewerdesk.domain.law import Stage
from sewerdesk.domain.wording import show, show_date
from sewerdesk.services.connections import OpenedAccount, open_account_from_proposal
from sewerdesk.services.inspection_results import RecordedResult
from sewerdesk.services.inspections import (
    cancel_inspection,
    inspection_view,
    list_inspections,
    permits_to_inspect,
    request_inspection,
    set_appointment,
)
from sewerdesk.services.rates import rate_classes
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.dialogs.form_dialog import ReasonDraft
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.inspections.pane import InspectionPane
from sewerdesk.ui.screens.inspections.result_dialog import ResultDialog
from sewerdesk.ui.screens.inspections.specs import (
    APPOINTMENT_FORM,
    CANCEL_FORM,
    COLUMNS,
    chips,
    request_form,
    stage_title,
)
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.screens.opening import open_form, preview_paper, show_dialog
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_EMPTY = "Calls for inspections are listed here, from the call to the report. Log the first one."


@dataclass(frozen=True, slots=True)
class AccountForm:
    """The account that is opened: only its class may be chosen."""

    class_code: str | None = None


class InspectionsScreen(ListDetailScreen[InspectionRow]):
    """What was asked for, when somebody goes there, what was found."""

    watches = frozenset(
        {
            "law_act",
            "law_act_withdrawal",
            "inspection",
            "inspection_appointment",
            "inspection_result",
            "permit",
            "permit_event",
            "account",
            "parcel",
        }
    )
    help_topic = "inspections"

    def __init__(self, context: "UiContext") -> None:
        self._new = make_action(
            context.navigator, "&Log a call", self.request, key="new-inspection", icon_name="plus"
        )
        table: RecordTable[InspectionRow] = RecordTable(
            COLUMNS,
            name="inspections",
            title="Inspections",
            store=context.views,
            row_key=_row_id,
            chips=chips(context.clock.today),
            empty=_EMPTY,
            empty_action=self._new,
        )
        self._pane = InspectionPane(context)
        super().__init__(
            context,
            title="Inspections",
            subtitle="Calls, appointments and results. A failure leaves its re-test open here.",
            table=table,
            detail=self._pane,
        )
        self._new.setParent(self)
        self._new.setShortcut("Ctrl+N")
        self.show_action(self._new, primary=True)
        self._view: InspectionView | None = None
        self._make_actions()
        self._pane.inspection_asked.connect(self._open_inspection)
        self._pane.paper_asked.connect(self._open_paper)
        self._follow()

    def _make_actions(self) -> None:
        self._record = self._action(
            "&Record result…", self.record, "record-result", "Ctrl+Shift+R", "clipboard-check"
        )
        self._appoint = self._action("&Set a day…", self.appoint, "appoint", "Ctrl+Shift+D", "calendar")
        self._account = self._action(
            "&Open account…", self.open_account, "open-account", "Ctrl+Shift+O", "plus"
        )
        self._report = self._action("Show re&port", self.show_report, "show-report", "Ctrl+P", "file-text")
        self._permit = self._action("Open per&mit", self.open_permit, "open-permit", "", "stamp")
        self._cancel = self._action("&Cancel…", self.cancel, "cancel-inspection", "", "ban")
        shown = [self._record, self._appoint, self._account, self._report, self._permit, self._cancel]
        self._pane.set_actions(shown)
        self.table.set_row_actions(shown)

    def _action(self, text: str, act: Callable[[], None], key: str, keys: str, picture: str) -> QAction:
        action = make_action(self, text, act, key=key, shortcut=keys, icon_name=picture)
        self.addAction(action)
        return action

    @property
    def pane(self) -> InspectionPane:
        """The inspection beside the list."""
        return self._pane

    def load(self) -> Sequence[InspectionRow]:
        """The inspections, the newest first."""
        return list_inspections(self.context.ws)

    def show_row(self, row: InspectionRow | None, tab: str) -> None:
        """Show an inspection with what can be done with it."""
        self._view = None
        if row is None:
            self._pane.show_nothing()
        else:
            self._view = inspection_view(self.context.ws, inspection_id=row.id)
            self._pane.show_inspection(self._view)
            if tab:
                self._pane.show_tab(tab)
        self._follow()

    def _follow(self) -> None:
        view = self._view
        is_open = view is not None and view.row.is_open
        for action in (self._record, self._appoint, self._cancel):
            action.setVisible(is_open)
        self._report.setVisible(view is not None and bool(view.papers))
        self._account.setVisible(view is not None and view.proposal is not None)
        self._permit.setVisible(view is not None)
        self._pane.banners.clear()
        if view is not None and view.proposal is not None:
            self._pane.banners.set_banner("account", Tone.GOOD, view.proposal.sentence)

    # Verbs

    @Slot()
    def request(self) -> None:
        """Open the form for a call."""
        spec = request_form(permits_to_inspect(self.context.ws), tuple(Stage))
        open_form(
            self,
            self.context,
            spec,
            title="Log a call for an inspection",
            verb="Log the call",
            save=self._save_request,
            then=self._requested,
            keep_as="inspection/new",
        )

    def _save_request(self, draft: RequestDraft) -> object:
        return request_inspection(self.context.ws, draft=draft)

    @Slot(object)
    def _requested(self, inspection_id: int) -> None:
        self.open_record(inspection_id)
        if self._view is not None:
            self.context.toasts.show(f"{self._view.row.number} logged. Set a day for it next.")

    @Slot()
    def appoint(self) -> None:
        """Open the form for the day of the visit."""
        view = self._view
        if view is None:
            return
        kept = view.inspection.appointment
        open_form(
            self,
            self.context,
            APPOINTMENT_FORM,
            title=f"Set a day for {view.row.number}",
            verb="Set the day",
            save=partial(_appoint, self.context, view.row.id),
            then=self._appointed,
            draft=AppointmentDraft(kept.day, kept.time, kept.inspector) if kept else AppointmentDraft(),
            explanation=f"{stage_title(view.row)} · {view.row.location or view.row.print_key}",
        )

    @Slot(object)
    def _appointed(self, draft: AppointmentDraft) -> None:
        if draft.day is not None:
            self.context.toasts.show(f"Appointed for {show_date(draft.day)}.")

    @Slot()
    def record(self) -> None:
        """Open the form of the visit."""
        if self._view is not None:
            dialog = ResultDialog(self.context, self._view, parent=self.window())
            dialog.saved.connect(self._recorded)
            show_dialog(dialog)

    @Slot(object)
    def _recorded(self, result: RecordedResult) -> None:
        more = f" The re-test is on the list as {result.retest_number}." if result.retest_number else ""
        tone = Tone.GOOD if result.outcome.is_pass else Tone.CAUTION
        self.context.toasts.show(
            f"{result.number}: {result.outcome.label}. Its report is issued.{more}", tone=tone
        )
        preview_paper(self, self.context, result.paper_id)

    @Slot()
    def show_report(self) -> None:
        """Show the report, the very bytes that were issued."""
        if self._view is not None and self._view.papers:
            preview_paper(self, self.context, self._view.papers[-1].id)

    @Slot()
    def cancel(self) -> None:
        """Ask why, then take the inspection off the list."""
        view = self._view
        if view is None:
            return
        open_form(
            self,
            self.context,
            CANCEL_FORM,
            title=f"Cancel {view.row.number}?",
            verb="Cancel the inspection",
            save=partial(_cancel, self.context, view.row.id),
            then=self._cancelled,
            explanation="It keeps its number and stays in the list as cancelled.",
        )

    @Slot(object)
    def _cancelled(self, _reason: str) -> None:
        if self._view is not None:
            self.context.toasts.show(f"{self._view.row.number} is cancelled.")

    @Slot()
    def open_account(self) -> None:
        """Show the account that follows from the passed final inspection, to be confirmed."""
        view = self._view
        if view is None or view.proposal is None:
            return
        offered = tuple(
            Choice(row.code, f"{row.code} · {row.title}") for row in rate_classes(self.context.ws)
        )
        known = any(choice.value == view.proposal.class_code for choice in offered)
        open_form(
            self,
            self.context,
            _account_form(view, offered),
            title="Open the sewer account" if view.proposal.opens_account else "Change the units",
            verb="Open account" if view.proposal.opens_account else "Change the units",
            save=partial(_open_account, self.context, view.row.permit_id),
            then=self._opened,
            draft=AccountForm(view.proposal.class_code if known else None),
            explanation="Everything comes from the application and the passed final inspection. The permit is closed.",
        )

    @Slot(object)
    def _opened(self, account: OpenedAccount) -> None:
        self.context.toasts.show(f"{account.sentence}.")

    @Slot()
    def open_permit(self) -> None:
        """Go to the permit's page."""
        if self._view is not None:
            self.context.navigator.open(Route("permit", self._view.row.permit_id))

    @Slot(object)
    def _open_inspection(self, inspection_id: int) -> None:
        self.open_record(inspection_id)

    @Slot(object)
    def _open_paper(self, paper_id: int) -> None:
        preview_paper(self, self.context, paper_id)


def _appoint(context: "UiContext", inspection_id: int, draft: AppointmentDraft) -> object:
    set_appointment(context.ws, inspection_id=inspection_id, draft=draft)
    return draft


def _cancel(context: "UiContext", inspection_id: int, form: ReasonDraft) -> object:
    cancel_inspection(context.ws, inspection_id=inspection_id, reason=form.reason)
    return form.reason


def _open_account(context: "UiContext", permit_id: int, form: AccountForm) -> object:
    return open_account_from_proposal(context.ws, permit_id=permit_id, class_code=form.class_code or "")


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


def _row_id(row: InspectionRow) -> object:
    return row.id
