"""Recording who alone may lay and connect, on the page of a contractor, where the law says so."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.contractors import Authorization, AuthorizationKind
from sewerdesk.domain.counter import ContractorView
from sewerdesk.domain.law import Law
from sewerdesk.services.contractor_authorizations import record_authorization
from sewerdesk.services.law import law_of
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.contractors.actions import ContractorActions

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class AuthorizationForm:
    """An act on who may lay and connect, as typed."""

    kind: AuthorizationKind | None = AuthorizationKind.AUTHORIZED
    on: date | None = None
    resolution: str = ""
    evidence: str = ""


def authorization_form(law: Law) -> FormSpec[AuthorizationForm]:
    """The form, in the words of the law: whose act it is, and what it is judged by."""
    rule = law.installer_rules[0]
    board = law.officer(rule.authorized_by).title
    fields = (
        FieldSpec(
            "kind",
            "What was done",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(one, one.label) for one in AuthorizationKind),
        ),
        FieldSpec("on", "On", FieldKind.DATE, required=True, error_label=f"Day of the {board}'s act"),
        FieldSpec(
            "resolution",
            f"Resolution or minute of the {board}",
            required=True,
            max_len=200,
            width=Width.LINE,
            error_label="Resolution or minute",
        ),
        FieldSpec(
            "evidence",
            "Evidence of competence",
            FieldKind.NOTES,
            required=True,
            max_len=500,
            rows=3,
            help=f"References, a license, years of work ({rule.citation}).",
            visible_when=lambda draft, _: draft.kind is AuthorizationKind.AUTHORIZED,
        ),
    )
    return FormSpec(AuthorizationForm, (Section("", fields),), verb="record")


class ContractorAuthorizing(ContractorActions):
    """Authorizing the contractor shown; offered only where the law lets none but authorized ones do the work."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], ContractorView | None]
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._authorize = self._action(
            "Record an &authorization…", self.authorize, "authorize", icon_name="badge-check"
        )
        self.actions = [self._authorize]
        self.fixes = {"contractor.authorize": self.authorize}
        self.follow(None)

    def follow(self, view: ContractorView | None) -> None:
        """Offer it where the law asks for it."""
        asked = bool(law_of(self._context.ws).installer_rules)
        self._authorize.setVisible(asked)
        self._authorize.setEnabled(asked and view is not None)

    @Slot()
    def authorize(self) -> None:
        """Record an act of whoever authorizes."""
        view = self._shown()
        law = law_of(self._context.ws)
        if view is None or not law.installer_rules:
            return
        rule = law.installer_rules[0]
        self._ask(
            authorization_form(law),
            title=f"Authorization of {view.party.name}",
            verb="Record",
            save=self._save,
            draft=AuthorizationForm(on=self._context.clock.today()),
            explanation=f"{rule.sentence} ({rule.citation})",
        )

    def _save(self, form: AuthorizationForm) -> object:
        if form.kind is None or form.on is None:
            return ""
        act = Authorization(form.kind, form.on, form.resolution, form.evidence)
        record_authorization(self._context.ws, contractor_id=self._id(), act=act)
        return f"{form.kind.label} by {form.resolution}."
