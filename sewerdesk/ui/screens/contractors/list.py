"""The page "Contractors": the list with its answer for today, the contractor beside it, and what can be filed."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.counter import ContractorRow, ContractorView
from sewerdesk.services.contractors import (
    contractor_view,
    list_contractors,
    register_contractor,
)
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.contractors.authorizing import ContractorAuthorizing
from sewerdesk.ui.screens.contractors.pane import ContractorPane
from sewerdesk.ui.screens.contractors.papers import ContractorPapers
from sewerdesk.ui.screens.contractors.record import ContractorRecord
from sewerdesk.ui.screens.contractors.specs import COLUMNS, CONTRACTOR_FORM, chips
from sewerdesk.ui.screens.law.contractor_figures import ENTER_FIGURE, enter_contractor_figures
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.screens.opening import open_form
from sewerdesk.ui.tables import RecordTable, row_id

if TYPE_CHECKING:
    from sewerdesk.domain.counter import ContractorDraft
    from sewerdesk.ui.context import UiContext

_EMPTY = "Contractors who lay or connect laterals are listed here, each with its bond and insurance."


class ContractorsScreen(ListDetailScreen[ContractorRow]):
    """Who may work, what is on file, what lapses next."""

    watches = frozenset(
        {
            "law_act",
            "law_act_withdrawal",
            "contractor",
            "contractor_bond",
            "contractor_policy",
            "contractor_exemption",
            "contractor_suspension",
            "contractor_authorization",
            "party",
            "permit",
            "permit_event",
        }
    )
    help_topic = "contractors"

    def __init__(self, context: "UiContext") -> None:
        self._new = make_action(
            context.navigator, "&New contractor", self.register, key="new-contractor", icon_name="plus"
        )
        table: RecordTable[ContractorRow] = RecordTable(
            COLUMNS,
            name="contractors",
            title="Contractors",
            store=context.views,
            row_key=row_id,
            chips=chips(context.clock.today),
            empty=_EMPTY,
            empty_action=self._new,
        )
        pane = ContractorPane(context)
        super().__init__(
            context,
            title="Contractors",
            subtitle="Who may do sewer work, and the papers on file for it.",
            table=table,
            detail=pane,
            new=self._new,
        )
        self._pane = pane
        self._view: ContractorView | None = None
        self._make_acts(context)
        pane.day_asked.connect(self._judge)
        pane.fix_asked.connect(self._fix)
        pane.permit_asked.connect(self._open_permit)

    def _make_acts(self, context: "UiContext") -> None:
        """What can be filed and done for the contractor shown: on its pane, and by its keys on the whole page."""
        pane = self._pane
        self._papers = ContractorPapers(self, context, shown=self.shown, covers=pane.covers)
        self._record = ContractorRecord(self, context, shown=self.shown)
        self._authorizing = ContractorAuthorizing(self, context, shown=self.shown)
        pane.set_actions(
            self._papers.first_actions,
            more=[
                *self._authorizing.actions,
                *self._papers.actions[len(self._papers.first_actions) :],
                *self._record.actions,
            ],
        )
        for action in (
            *self._papers.actions,
            *self._papers.paper_actions,
            *self._record.actions,
            *self._authorizing.actions,
        ):
            self.addAction(action)

    @property
    def pane(self) -> ContractorPane:
        """The contractor beside the list."""
        return self._pane

    def shown(self) -> ContractorView | None:
        """The contractor shown now."""
        return self._view

    def load(self) -> Sequence[ContractorRow]:
        """The contractors, by name."""
        return list_contractors(self.context.ws)

    def show_row(self, row: ContractorRow | None, tab: str) -> None:
        """Show a contractor, judged for the day asked for."""
        self._view = None
        if row is None:
            self._pane.show_nothing()
        else:
            self._show(row.id, self._pane.judged_for())
        self._papers.follow(self._view)
        self._record.follow(self._view)
        self._authorizing.follow(self._view)
        if tab:
            self._pane.show_tab(tab)

    def _show(self, contractor_id: int, on: date) -> None:
        self._view = contractor_view(self.context.ws, contractor_id=contractor_id, on=on)
        self._pane.show_contractor(self._view)

    @Slot(object)
    def _judge(self, on: date) -> None:
        if self._view is not None:
            self._show(self._view.id, on)

    @Slot(str)
    def _fix(self, key: str) -> None:
        """Do what a line of the card asks for."""
        act = {**self._papers.fixes, **self._record.fixes, **self._authorizing.fixes}.get(key)
        if act is not None:
            act()
        elif key == ENTER_FIGURE:
            enter_contractor_figures(self, self.context)

    @Slot(object)
    def _open_permit(self, permit_id: int) -> None:
        self.context.navigator.open(Route("permit", permit_id))

    @Slot()
    def register(self) -> None:
        """Open the form for a new contractor."""
        open_form(
            self,
            self.context,
            CONTRACTOR_FORM,
            title="New contractor",
            verb="Register contractor",
            save=self._register,
            then=self._registered,
            keep_as="contractor/new",
        )

    def _register(self, draft: "ContractorDraft") -> object:
        return register_contractor(self.context.ws, draft=draft)

    @Slot(object)
    def _registered(self, contractor_id: int) -> None:
        self.open_record(contractor_id, "standing")
        self.context.toasts.show("Contractor registered. File its bond and insurance next.")
