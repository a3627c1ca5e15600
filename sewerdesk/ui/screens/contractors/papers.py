"""Filing a contractor's papers: a bond, a certificate, a proof, an exemption; and cancelling or voiding one on file."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.contractors import Policy
from sewerdesk.domain.counter import ContractorView, CoverRow
from sewerdesk.services.contractors import (
    file_bond,
    file_exemption,
    file_policy,
    record_cancellation,
    void_cover,
)
from sewerdesk.services.law import law_of
from sewerdesk.services.offices import office_profile
from sewerdesk.ui.screens.contractors.actions import ContractorActions
from sewerdesk.ui.screens.contractors.cover_drafts import (
    BondForm,
    ExemptionForm,
    PolicyForm,
    policy_of_form,
    with_values,
)
from sewerdesk.ui.screens.contractors.cover_forms import bond_form, exemption_form, policy_form, proof_form
from sewerdesk.ui.screens.contractors.specs import (
    CANCELLATION_FORM,
    CancellationForm,
)
from sewerdesk.ui.tables import RecordTable

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class ContractorPapers(ContractorActions):
    """The papers of the contractor shown."""

    def __init__(
        self,
        page: QWidget,
        context: "UiContext",
        *,
        shown: Callable[[], ContractorView | None],
        covers: RecordTable[CoverRow],
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._covers = covers
        self._bond = self._action(
            "File a &bond…", self.file_bond, "file-bond", shortcut="Ctrl+B", icon_name="shield-check"
        )
        self._policy = self._action(
            "File &insurance…", self.file_policy, "file-policy", shortcut="Ctrl+I", icon_name="file-check"
        )
        self._proof = self._action("File a &proof…", self.file_proof, "file-proof", icon_name="stamp")
        self._exemption = self._action(
            "File an e&xemption…", self.file_exemption, "file-exemption", icon_name="stamp"
        )
        self._cancel = self._action(
            "Record a &cancellation…", self.record_cancellation, "record-cancellation"
        )
        self._void = self._action("&Void this paper…", self.void_paper, "void-paper")
        law = law_of(context.ws)
        asked = ((self._bond, law.bond_requirements), (self._policy, law.coverage_requirements))
        self.first_actions = [*(action for action, rows in asked if rows), self._proof]
        """The papers that this law asks for, and the proofs that State law asks for everywhere."""
        self.actions = [*self.first_actions, self._exemption]
        self.paper_actions = [self._cancel, self._void]
        self.fixes = {
            "contractor.record_bond": self.file_bond,
            "contractor.record_policy": self.file_policy,
            "contractor.record_proof": self.file_proof,
            "contractor.record_approval": self.file_policy,
        }
        covers.current_changed.connect(self._follow_cover)
        covers.set_row_actions(self.paper_actions)
        self.follow(None)

    def follow(self, view: ContractorView | None) -> None:
        """Offer what fits the contractor shown."""
        for action in self.actions:
            action.setEnabled(view is not None)
        self._follow_cover()

    @Slot()
    def _follow_cover(self) -> None:
        row = self._covers.current_row()
        for action in self.paper_actions:
            action.setEnabled(row is not None and not row.void_reason)

    # Filing

    @Slot()
    def file_bond(self) -> None:
        """Open the form for a bond."""
        view = self._shown()
        if view is None:
            return
        law, today = law_of(self._context.ws), self._context.clock.today()
        only = law.bond_requirements[0].key if len(law.bond_requirements) == 1 else None
        self._ask(
            bond_form(law, today),
            title=f"Bond of {view.party.name}",
            verb="File the bond",
            save=self._save_bond,
            draft=BondForm(requirement=only),
            keep_as=f"contractor/{view.id}/bond",
        )

    def _save_bond(self, form: BondForm) -> object:
        file_bond(self._context.ws, contractor_id=self._id(), bond=form.bond, files=form.files)
        return f"Bond {form.number} of {form.surety} is on file."

    @Slot()
    def file_policy(self) -> None:
        """Open the form for a certificate of insurance, filled in from the last one on file."""
        view = self._shown()
        if view is None:
            return
        law = law_of(self._context.ws)
        spec = policy_form(law, self._context.clock.today())
        kinds = {row.kind for row in law.coverage_requirements}
        last = next((one for one in reversed(view.facts.policies) if one.kind in kinds), None)
        self._ask(
            spec,
            title=f"Insurance of {view.party.name}",
            verb="File the certificate",
            save=self._save_policy,
            draft=with_values(spec.empty(), {**self._names(view), **_like(last)}),
            keep_as=f"contractor/{view.id}/policy",
        )

    @Slot()
    def file_proof(self) -> None:
        """Open the form for proof of a coverage that State law asks for."""
        view = self._shown()
        if view is None:
            return
        spec = proof_form(law_of(self._context.ws))
        self._ask(
            spec,
            title=f"Proof of coverage of {view.party.name}",
            verb="File the proof",
            save=self._save_policy,
            draft=with_values(spec.empty(), self._names(view)),
            keep_as=f"contractor/{view.id}/proof",
        )

    def _save_policy(self, form: PolicyForm) -> object:
        policy = policy_of_form(form, law_of(self._context.ws))
        file_policy(self._context.ws, contractor_id=self._id(), policy=policy, files=form.files)
        return f"{policy.form_code} {form.number} of {form.carrier} is on file."

    @Slot()
    def file_exemption(self) -> None:
        """Open the form for an attestation of exemption."""
        view = self._shown()
        if view is None:
            return
        names = self._names(view)
        self._ask(
            exemption_form(law_of(self._context.ws)),
            title=f"Exemption of {view.party.name}",
            verb="File the exemption",
            save=self._save_exemption,
            draft=ExemptionForm(
                insured=str(names["insured"]),
                holder=str(names["holder"]),
                verified_by=self._context.ws.actor,
                verified_on=self._context.clock.today(),
            ),
            keep_as=f"contractor/{view.id}/exemption",
        )

    def _save_exemption(self, form: ExemptionForm) -> object:
        file_exemption(self._context.ws, contractor_id=self._id(), exemption=form.exemption, files=form.files)
        return f"Exemption {form.number} is on file."

    # Papers on file

    @Slot()
    def record_cancellation(self) -> None:
        """Record a notice of cancellation of the paper under the keyboard."""
        row = self._covers.current_row()
        if row is not None:
            self._ask(
                CANCELLATION_FORM,
                title=f"Cancellation: {row.paper}",
                verb="Record the cancellation",
                save=self._save_cancellation,
                draft=CancellationForm(received=self._context.clock.today()),
            )

    def _save_cancellation(self, form: CancellationForm) -> object:
        row = self._covers.current_row()
        if row is not None and form.received is not None and form.effective is not None:
            record_cancellation(
                self._context.ws, cover=row.ref, received=form.received, effective=form.effective
            )
        return "The cancellation is on file."

    @Slot()
    def void_paper(self) -> None:
        """Ask why the paper under the keyboard is voided."""
        row = self._covers.current_row()
        if row is None:
            return
        self._ask_reason(
            title=f"Void {row.paper}",
            verb="Void the paper",
            explanation="It stays on file with the reason, and proves nothing.",
            max_len=200,
            then=self._void_now,
        )

    @Slot(object)
    def _void_now(self, reason: str) -> None:
        row = self._covers.current_row()
        if row is not None:
            with self._failures_shown():
                void_cover(self._context.ws, cover=row.ref, reason=reason)
                self._say(f"Voided: {row.paper}.")

    def _names(self, view: ContractorView) -> dict[str, object]:
        """Made out to whom: this contractor and this municipality, as a good certificate says."""
        profile = office_profile(self._context.ws)
        return {
            "insured": view.party.name,
            "holder": ", ".join((profile.municipality, *profile.address_lines)),
            "verified_by": self._context.ws.actor,
            "verified_on": self._context.clock.today(),
        }


def _like(last: Policy | None) -> dict[str, object]:
    """What the next certificate has in common with the last one on file: insurer, form, days and endorsements."""
    if last is None:
        return {}
    approval = last.form_approvals[0] if last.form_approvals else None
    return {
        "form_code": last.form_code,
        "carrier": last.carrier,
        "effective": last.term.effective,
        "expires": last.term.expires,
        "notice_days": last.cancellation_notice_days,
        "approved_on": approval.on if approval else None,
        "approved_reference": approval.reference if approval else "",
    }
