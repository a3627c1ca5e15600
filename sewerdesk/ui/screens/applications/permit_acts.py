"""What can be done with an issued permit: show its papers, record the filing, start, suspend, end or void it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.counter import Filing, PermitView
from sewerdesk.domain.law import Event
from sewerdesk.services.law import law_of
from sewerdesk.services.permits import (
    close_permit,
    record_filed,
    reinstate_permit,
    suspend_permit,
    terminate_permit,
    void_permit,
)
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.screens.applications.permit_law_acts import PermitLawActs, PermitRecordActs
from sewerdesk.ui.screens.applications.small_forms import EventForm, event_form, filing_form
from sewerdesk.ui.screens.opening import preview_paper

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_FILING_SLIP, _PERMIT = "filing_slip", "permit"


class PermitActs(PermitRecordActs):
    """The actions of the permit shown."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], PermitView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._show = self._action(
            "Show the &permit", self.show_paper, "show-permit", shortcut="Ctrl+P", icon_name="file-text"
        )
        self._slip = self._action("Show the filing s&lip", self.show_slip, "show-slip", icon_name="file-text")
        self._file = self._action(
            "Rec&ord filing…",
            self.record_filing,
            "record-filing",
            shortcut="Ctrl+Shift+F",
            icon_name="landmark",
        )
        self.by_law = PermitLawActs(page, context, shown=shown)
        turns = self._turns()
        self._terminate = turns["terminate"]
        self._by_verb = {"file": self._file, **turns}
        self.actions = [
            self._file,
            self._show,
            self._slip,
            self.by_law.start,
            *turns.values(),
            *self.by_law.actions,
        ]
        self.follow(None)

    def _turns(self) -> dict[str, QAction]:
        """The actions that change how a permit stands, by the verb of the permit's state."""
        return {
            "suspend": self._action("S&uspend…", self.suspend, "suspend-permit", icon_name="ban"),
            "reinstate": self._action("&Reinstate…", self.reinstate, "reinstate", icon_name="rotate-ccw"),
            "close": self._action("&Close…", self.close_permit, "close-permit", icon_name="check"),
            "terminate": self._action("&Terminate…", self.terminate, "terminate", icon_name="circle-x"),
            "void": self._action("&Void…", self.void, "void-permit", icon_name="ban"),
        }

    def follow(self, view: PermitView | None) -> None:
        """Offer what the permit's state allows."""
        verbs = view.standing.verbs if view is not None else ()
        for verb, action in self._by_verb.items():
            action.setVisible(verb in verbs)
        filing_runs = view is not None and any(
            clock.stops_with is Event.PERMIT_FILED for clock in view.running
        )
        self._file.setVisible(filing_runs)
        self.by_law.follow(view)
        self._terminate.setVisible("terminate" in verbs and not self.by_law.has_grounds(view))
        kinds = {paper.kind for paper in view.papers} if view is not None else set()
        self._show.setVisible(_PERMIT in kinds)
        self._slip.setVisible(_FILING_SLIP in kinds)

    # Papers

    @Slot()
    def show_paper(self) -> None:
        """Show the permit as it was issued."""
        self._preview(_PERMIT)

    @Slot()
    def show_slip(self) -> None:
        """Show the slip for the clerk's office."""
        self._preview(_FILING_SLIP)

    def _preview(self, kind: str) -> None:
        view = self._shown()
        papers = [paper for paper in view.papers if paper.kind == kind] if view is not None else []
        if not papers:
            return
        with self._failures_shown():
            preview_paper(self._page, self._context, papers[-1].id)

    # Events

    @Slot()
    def record_filing(self) -> None:
        """Open the form for the filing in the clerk's office."""
        view = self._shown()
        if view is not None:
            clerk = law_of(self._context.ws)
            self._ask(
                filing_form(clerk),
                Filing(on=self._context.clock.today()),
                title=f"Filing of {view.number}",
                verb="Record the filing",
                save=self._save_filing,
                explanation=f"In the office of the {clerk.officer('clerk').title}.",
            )

    def _save_filing(self, filing: Filing) -> object:
        record_filed(self._context.ws, permit_id=self._id(), filing=filing)
        return "Filing recorded"

    @Slot()
    def suspend(self) -> None:
        """Suspend the permit under a section of the law."""
        spec = event_form("suspend", needs_reason=True, needs_section=True, person="Ordered by")
        self._ask_event("Suspend", "Suspend", spec, self._save_suspension)

    def _save_suspension(self, form: EventForm) -> object:
        if form.on is not None:
            suspend_permit(
                self._context.ws,
                permit_id=self._id(),
                on=form.on,
                reason=form.reason,
                citation=form.citation,
                person=form.person,
            )
        return "Suspended"

    @Slot()
    def reinstate(self) -> None:
        """Put a suspended permit in force again."""
        spec = event_form("reinstate", needs_reason=True, needs_section=False)
        self._ask_event("Reinstate", "Reinstate", spec, self._save_reinstatement)

    def _save_reinstatement(self, form: EventForm) -> object:
        if form.on is not None:
            reinstate_permit(self._context.ws, permit_id=self._id(), on=form.on, reason=form.reason)
        return "Reinstated"

    @Slot()
    def close_permit(self) -> None:
        """Close the permit; the work is finished."""
        spec = event_form("close", needs_reason=False, needs_section=False)
        self._ask_event("Close", "Close the permit", spec, self._save_closing)

    def _save_closing(self, form: EventForm) -> object:
        if form.on is not None:
            close_permit(self._context.ws, permit_id=self._id(), on=form.on, note=form.reason)
        return "Closed"

    @Slot()
    def terminate(self) -> None:
        """End the permit on a ground of the law."""
        spec = event_form("terminate", needs_reason=True, needs_section=True, person="Ordered by")
        self._ask_event("Terminate", "Terminate", spec, self._save_termination)

    def _save_termination(self, form: EventForm) -> object:
        if form.on is not None:
            terminate_permit(
                self._context.ws,
                permit_id=self._id(),
                on=form.on,
                reason=form.reason,
                citation=form.citation,
                person=form.person,
            )
        return "Terminated"

    @Slot()
    def void(self) -> None:
        """Void the permit: it was issued by mistake."""
        view = self._shown()
        if view is None:
            return
        self._ask_reason(
            title=f"Void {view.number}",
            verb=f"Void {view.number}",
            explanation="For a permit issued by mistake. It keeps its number and its paper; the application can be "
            "issued again.",
            max_len=200,
            then=self._void_now,
        )

    @Slot(object)
    def _void_now(self, reason: str) -> None:
        with self._failures_shown():
            void_permit(self._context.ws, permit_id=self._id(), reason=reason)
            self._say("Voided")

    def _ask_event(
        self, what: str, verb: str, spec: FormSpec[EventForm], save: Callable[[EventForm], object]
    ) -> None:
        self._ask_of(what, verb, spec, EventForm(on=self._context.clock.today()), save)
