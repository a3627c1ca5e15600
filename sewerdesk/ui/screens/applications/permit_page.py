"""A permit as a page of its own: reached from a search, a contractor, a case or the list of what is due."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.counter import PermitView
from sewerdesk.services.permits import permit_view
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.permit_acts import PermitActs
from sewerdesk.ui.screens.applications.permit_panel import PermitPanel
from sewerdesk.ui.screens.base import RecordPage
from sewerdesk.ui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext


class PermitPage(RecordPage):
    """One permit."""

    watches = frozenset({"permit", "permit_event", "paper", "paper_event"})
    help_topic = "permits"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="Permit")
        self._view: PermitView | None = None
        self.panel = PermitPanel(context)
        self.panel.setContentsMargins(12, 8, 12, 8)  # room for the frame that shows the keyboard
        self.panel.fix_asked.connect(self._open_application)
        self.body.addWidget(scrolled(self.panel), 1)
        self.acts = PermitActs(self, context, shown=self.shown)
        for number, action in enumerate(self.acts.actions):
            self.show_action(action, primary=number == 0, more=number > 1)
        self.add_page_action(
            "Open the &application", self._open_application, key="open-application", icon_name="file-text"
        )

    def shown(self) -> PermitView | None:
        """The permit shown now."""
        return self._view

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Show a permit."""
        self._view = permit_view(self.context.ws, permit_id=record_id)
        self._fill()

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the permit again."""
        if self._view is not None:
            self.open_record(self._view.id)

    def _fill(self) -> None:
        view = self._view
        self.acts.follow(view)
        if view is not None:
            self.set_title(view.number, f"{view.standing.state.label} · {view.location} · {view.owner}")
            self.panel.show_permit(view)

    @Slot()
    def _open_application(self) -> None:
        if self._view is not None:
            self.context.navigator.open(Route("permits", self._view.application_id, "permit"))
