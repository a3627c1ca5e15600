"""The page "Permits": every application with its permit, the one chosen beside it, and what can be done next."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.counter import ApplicationPage, ApplicationRow, PermitView
from sewerdesk.services.applications import application_page, list_applications
from sewerdesk.services.law import law_of
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.acts import ApplicationActs
from sewerdesk.ui.screens.applications.editor import NEW
from sewerdesk.ui.screens.applications.fee_receipt import FeeReceipt
from sewerdesk.ui.screens.applications.pane import ApplicationPane
from sewerdesk.ui.screens.applications.paper_acts import PaperActs
from sewerdesk.ui.screens.applications.permit_acts import PermitActs
from sewerdesk.ui.screens.applications.specs import COLUMNS, chips
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.tables import RecordTable, row_id
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_EMPTY = "Applications for connection are listed here from the draft to the closed permit."


class PermitsScreen(ListDetailScreen[ApplicationRow]):
    """Applications and permits."""

    watches = frozenset(
        {
            "law_act",
            "law_act_withdrawal",
            "application",
            "application_event",
            "application_approval",
            "fee_line",
            "permit",
            "permit_event",
            "receipt",
            "receipt_void",
            "contractor",
            "contractor_bond",
            "contractor_policy",
            "contractor_exemption",
            "contractor_suspension",
            "contractor_authorization",
            "violation_case",
            "case_event",
        }
    )
    help_topic = "permits"

    def __init__(self, context: "UiContext") -> None:
        self._new = make_action(
            context.navigator,
            "&New application",
            self.new_application,
            key="new-application",
            icon_name="plus",
        )
        table: RecordTable[ApplicationRow] = RecordTable(
            COLUMNS,
            name="permits",
            title="Applications and permits",
            store=context.views,
            row_key=row_id,
            chips=chips(context.clock.today),
            empty=_EMPTY,
            empty_action=self._new,
        )
        pane = ApplicationPane(context)
        super().__init__(
            context,
            title="Permits",
            subtitle="Applications for connection, and the permits issued on them.",
            table=table,
            detail=pane,
            new=self._new,
        )
        self._pane = pane
        self._page: ApplicationPage | None = None
        self._make_acts(pane, context)

    def _make_acts(self, pane: ApplicationPane, context: "UiContext") -> None:
        self._acts = ApplicationActs(self, context, shown=self.shown)
        self._papers = PaperActs(self, context, shown=self.shown, pane=pane)
        self._fees = FeeReceipt(self, context, shown=self.shown)
        self._permit_acts = PermitActs(self, context, shown=self.shown_permit)
        buttons = [self._acts.actions[0], self._fees.action, *self._acts.actions[1:3]]
        buttons += self._permit_acts.actions[:3]
        rarer = [*self._papers.actions, *self._acts.actions[3:], *self._permit_acts.actions[3:]]
        pane.set_actions(buttons, more=rarer)
        pane.fix_asked.connect(self._fix)
        pane.permit.fix_asked.connect(self._fix)
        self._acts.refused.connect(self._show_hindrances)
        for action in (*buttons, *rarer, *self._papers.table_actions):
            self.addAction(action)

    @property
    def pane(self) -> ApplicationPane:
        """The application beside the list."""
        return self._pane

    def shown(self) -> ApplicationPage | None:
        """The application shown now."""
        return self._page

    def shown_permit(self) -> PermitView | None:
        """Its permit."""
        return self._page.permit if self._page is not None else None

    def load(self) -> Sequence[ApplicationRow]:
        """Applications and permits, the newest first."""
        return list_applications(self.context.ws)

    def show_row(self, row: ApplicationRow | None, tab: str) -> None:
        """Show an application."""
        self._page = None
        self._pane.banners.clear()
        if row is None:
            self._pane.show_nothing()
        else:
            self._page = application_page(self.context.ws, application_id=row.id)
            self._pane.show_application(self._page, law_of(self.context.ws))
        self._acts.follow(self._page)
        self._papers.follow(self._page)
        self._fees.follow(self._page)
        self._permit_acts.follow(self.shown_permit())
        if tab:
            self._pane.show_tab(tab)

    @Slot()
    def new_application(self) -> None:
        """Begin a new application."""
        self.context.navigator.open(Route("application", NEW))

    @Slot(str)
    def _fix(self, key: str) -> None:
        """Do what a line of the card asks for."""
        acts = {
            "application.approve": self._acts.approve,
            "application.complete": self._complete,
            "fee.receipt": self._fees.receipt,
            "fee.refund": self._show_fees,
            "hold.open": self._open_case,
            "case.open": self._open_case,
            "inspection.uncover": self._open_case,
            "account.open": self._open_parcel,
            **self._papers.fixes,
        }
        act = acts.get(key)
        if act is not None:
            act()

    @Slot()
    def _show_hindrances(self) -> None:
        """The permit cannot be issued: show why, each thing with its section."""
        if self._page is None:
            return
        count_of = len(self._page.readiness.failing)
        stands = "1 thing stands" if count_of == 1 else f"{count_of} things stand"
        self._pane.show_tab("ready")
        self._pane.banners.set_banner(
            "refused",
            Tone.BAD,
            f"The permit cannot be issued yet: {stands} in the way. Each is listed below.",
        )

    @Slot()
    def _complete(self) -> None:
        self._pane.show_tab("papers" if self._page and self._page.view.draft.certified_on else "application")

    @Slot()
    def _show_fees(self) -> None:
        self._pane.show_tab("fees")

    @Slot()
    def _open_case(self) -> None:
        """Go to the first open case on the parcel."""
        if self._page is not None and self._page.open_cases:
            self.context.navigator.open(Route("cases", self._page.open_cases[0][0]))

    @Slot()
    def _open_parcel(self) -> None:
        """Go to the parcel with its accounts."""
        parcel_id = self._page.view.draft.parcel_id if self._page is not None else None
        if parcel_id is not None:
            self.context.navigator.open(Route("parcels", parcel_id))
