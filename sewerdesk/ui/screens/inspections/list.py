"""The page "Inspections": calls, appointments and results, and the account that follows from the last one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.fieldwork import InspectionRow, InspectionView, RequestDraft
from sewerdesk.domain.law import Stage
from sewerdesk.services.inspections import (
    inspection_view,
    list_inspections,
    permits_to_inspect,
    request_inspection,
)
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.screens.inspections.acts import InspectionActs
from sewerdesk.ui.screens.inspections.pane import InspectionPane
from sewerdesk.ui.screens.inspections.specs import (
    COLUMNS,
    chips,
    request_form,
)
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.screens.opening import open_form, preview_paper
from sewerdesk.ui.tables import RecordTable, row_id
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_EMPTY = "Calls for inspections are listed here, from the call to the report. Log the first one."


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
            row_key=row_id,
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
            new=self._new,
        )
        self._view: InspectionView | None = None
        self._acts = InspectionActs(self, context, shown=self.shown)
        self._pane.set_actions(self._acts.actions)
        self.table.set_row_actions(self._acts.actions)
        for action in self._acts.actions:
            self.addAction(action)
        self._pane.inspection_asked.connect(self._open_inspection)
        self._pane.paper_asked.connect(self._open_paper)
        self._follow()

    @property
    def pane(self) -> InspectionPane:
        """The inspection beside the list."""
        return self._pane

    def shown(self) -> InspectionView | None:
        """The inspection shown now."""
        return self._view

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
        self._acts.follow(view)
        self._pane.banners.clear()
        if view is not None and view.proposal is not None:
            self._pane.banners.set_banner("account", Tone.GOOD, view.proposal.sentence)

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

    @Slot(object)
    def _open_inspection(self, inspection_id: int) -> None:
        self.open_record(inspection_id)

    @Slot(object)
    def _open_paper(self, paper_id: int) -> None:
        preview_paper(self, self.context, paper_id)
