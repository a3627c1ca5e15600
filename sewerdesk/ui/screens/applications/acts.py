"""What can be done with an application: decide it, complete it, settle its fees, and issue the permit."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.applications import ApplicationState
from sewerdesk.domain.counter import ApplicationPage
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.application_papers import copy_application
from sewerdesk.services.applications import (
    approve_application,
    deny_application,
    record_incomplete,
    start_review,
    withdraw_application,
)
from sewerdesk.services.law import law_of
from sewerdesk.services.permits import issue_permit, permit_view
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.small_forms import DecisionForm, IssueForm, decision_form, issue_form
from sewerdesk.ui.screens.opening import preview_paper
from sewerdesk.ui.screens.record_acts import RecordActs

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_S = ApplicationState
_OVER = frozenset({_S.DENIED, _S.WITHDRAWN, _S.EXPIRED})


class Acts(RecordActs[ApplicationPage]):
    """What the actions on an application have in common."""

    gone = "Choose the application again; the list was read anew meanwhile."

    def _id(self) -> int:
        return self._view().view.id

    def _name(self) -> str:
        page = self._shown()
        return page.view.number or "the draft" if page is not None else ""

    @Slot(object)
    def _say(self, said: object) -> None:
        super()._say(f"{said}: {self._name()}.")


class ApplicationActs(Acts):
    """Deciding an application and issuing its permit. ``refused`` says that something stands in the way of it."""

    refused = Signal()

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], ApplicationPage | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._issue = self._action(
            "&Issue the permit…", self.issue, "issue-permit", shortcut="F7", icon_name="stamp"
        )
        self._approve = self._action(
            "&Approve…", self.approve, "approve", shortcut="Ctrl+Shift+A", icon_name="check"
        )
        self._deny = self._action("&Deny…", self.deny, "deny", icon_name="circle-x")
        self._review = self._action("Mark as &complete", self.review, "review", icon_name="clipboard-check")
        self._return = self._action(
            "&Give back as incomplete…", self.give_back, "give-back", icon_name="undo-2"
        )
        self._edit = self._action("Edit the for&m", self.edit, "edit", shortcut="F2", icon_name="pencil")
        self._copy = self._action(
            "New application with this &data", self.copy, "copy-application", icon_name="copy"
        )
        self._withdraw = self._action("&Withdraw…", self.withdraw, "withdraw", icon_name="trash-2")
        self.actions = [
            self._issue,
            self._approve,
            self._edit,
            self._review,
            self._return,
            self._deny,
            self._withdraw,
            self._copy,
        ]
        self.follow(None)

    def follow(self, page: ApplicationPage | None) -> None:
        """Offer what the application's state allows."""
        state = page.view.state if page is not None else None
        verbs = page.view.verbs if page is not None else ()
        decidable = state in {_S.SUBMITTED, _S.UNDER_REVIEW}
        self._issue.setVisible(page is not None and page.permit is None and state not in {*_OVER, _S.DRAFT})
        self._approve.setVisible(decidable)
        self._deny.setVisible(decidable or state is _S.INCOMPLETE)
        self._review.setVisible(state is _S.SUBMITTED)
        self._return.setVisible("return" in verbs)
        self._edit.setVisible(decidable or state in {_S.DRAFT, _S.INCOMPLETE})
        self._withdraw.setVisible("withdraw" in verbs and (page is None or page.permit is None))
        over = state in _OVER or (
            page is not None and page.permit is not None and not page.permit.standing.verbs
        )
        self._copy.setVisible(over)

    @Slot()
    def issue(self) -> None:
        """Ask for the conditions and issue the permit, or show everything that stands in the way."""
        page = self._shown()
        if page is None:
            return
        if page.readiness.answer is not Answer.YES:
            self.refused.emit()
            return
        law = law_of(self._context.ws)
        self._ask(
            issue_form(law, page.view.draft.permit_class),
            IssueForm(),
            title=f"Permit on {page.view.number}",
            verb="Issue the permit",
            save=self._issue_now,
            then=self._issued,
            explanation=f"For {page.view.draft.owner_name}, {page.view.draft.location}. The number is taken and the "
            "paper is frozen when you issue it.",
        )

    def _issue_now(self, form: IssueForm) -> object:
        lines = tuple(line for line in form.conditions.splitlines() if line.strip())
        return issue_permit(
            self._context.ws, application_id=self._id(), conditions=lines, expires_on=form.expires_on
        )

    @Slot(object)
    def _issued(self, permit_id: int) -> None:
        permit = permit_view(self._context.ws, permit_id=permit_id)
        self._context.toasts.show(f"Issued {permit.number}.")
        preview_paper(self._page, self._context, permit.papers[0].id)

    @Slot()
    def approve(self) -> None:
        """Record an officer's approval."""
        self._ask(
            decision_form(law_of(self._context.ws), approves=True),
            DecisionForm(on=self._context.clock.today()),
            title=f"Approve {self._name()}",
            verb="Approve",
            save=self._approve_now,
        )

    def _approve_now(self, form: DecisionForm) -> object:
        if form.role is not None and form.on is not None:
            approve_application(
                self._context.ws,
                application_id=self._id(),
                role=form.role,
                person=form.person,
                on=form.on,
                reference=form.text,
            )
        return "Approved"

    @Slot()
    def deny(self) -> None:
        """Record an officer's denial with its reason."""
        self._ask(
            decision_form(law_of(self._context.ws), approves=False),
            DecisionForm(on=self._context.clock.today()),
            title=f"Deny {self._name()}",
            verb="Deny",
            save=self._deny_now,
        )

    def _deny_now(self, form: DecisionForm) -> object:
        if form.role is not None and form.on is not None:
            deny_application(
                self._context.ws,
                application_id=self._id(),
                role=form.role,
                person=form.person,
                on=form.on,
                reason=form.text,
            )
        return "Denied"

    @Slot()
    def review(self) -> None:
        """Record that everything is there and the officer decides now."""
        with self._failures_shown():
            start_review(self._context.ws, application_id=self._id())
            self._say("Complete")

    @Slot()
    def give_back(self) -> None:
        """Ask what is missing, and give the application back."""
        self._ask_reason(
            title=f"{self._name()} is incomplete",
            verb="Give it back",
            explanation="The applicant is told these words.",
            then=self._give_back_now,
        )

    @Slot(object)
    def _give_back_now(self, missing: str) -> None:
        with self._failures_shown():
            record_incomplete(self._context.ws, application_id=self._id(), missing=missing)
            self._say("Given back as incomplete")

    @Slot()
    def withdraw(self) -> None:
        """Ask why, and withdraw the application."""
        self._ask_reason(
            title=f"Withdraw {self._name()}",
            verb="Withdraw",
            explanation="It stays on file and is not decided any more.",
            then=self._withdraw_now,
        )

    @Slot(object)
    def _withdraw_now(self, reason: str) -> None:
        with self._failures_shown():
            withdraw_application(self._context.ws, application_id=self._id(), reason=reason)
            self._say("Withdrawn")

    @Slot()
    def edit(self) -> None:
        """Open the form."""
        self._context.navigator.open(Route("application", self._id()))

    @Slot()
    def copy(self) -> None:
        """Begin a new application with the same data."""
        copied = copy_application(self._context.ws, application_id=self._id())
        self._context.navigator.open(Route("application", copied))
