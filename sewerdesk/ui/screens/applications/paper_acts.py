"""What comes in for an application, from its tables: fees waived, approvals, papers, highway permit, contractor."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.application_checks import AUTHORIZATION
from sewerdesk.domain.applications import ApplicationDraft, ApplicationState
from sewerdesk.domain.counter import ApplicationPage, ApprovalLine
from sewerdesk.domain.law import Law, attachments_for, highway_permission
from sewerdesk.domain.wording import join_words
from sewerdesk.services.application_fees import charge_fees, confirm_no_fee, waive_fee
from sewerdesk.services.application_papers import (
    name_contractor,
    receive_paper,
    record_before_start,
    record_highway_permit,
    request_paper,
)
from sewerdesk.services.applications import record_approval
from sewerdesk.services.attachments import attachment_path
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.law import law_of
from sewerdesk.ui.forms.spec import Choice
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.acts import Acts
from sewerdesk.ui.screens.applications.lookups import ContractorFinder
from sewerdesk.ui.screens.applications.pane import ApplicationPane
from sewerdesk.ui.screens.applications.permit_forms import BeforeStartForm, before_start_form
from sewerdesk.ui.screens.applications.small_forms import (
    APPROVAL_FORM,
    HIGHWAY_FORM,
    NO_FEE_FORM,
    WAIVER_FORM,
    ApprovalForm,
    HighwayForm,
    PaperForm,
    ReferenceForm,
    RequestForm,
    WaiverForm,
    WorkerForm,
    paper_form,
    request_form,
    worker_form,
)
from sewerdesk.ui.screens.applications.specs import DocumentRow
from sewerdesk.ui.screens.opening import preview_paper

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_FILE = "file"
_OPEN_STATES = frozenset(
    {
        ApplicationState.SUBMITTED,
        ApplicationState.INCOMPLETE,
        ApplicationState.UNDER_REVIEW,
        ApplicationState.APPROVED,
    }
)


class PaperActs(Acts):
    """The actions of the tables beside the list."""

    def __init__(
        self,
        page: QWidget,
        context: "UiContext",
        *,
        shown: Callable[[], ApplicationPage | None],
        pane: ApplicationPane,
    ) -> None:
        super().__init__(page, context, shown=shown)
        self._pane = pane
        self._approval: ApprovalLine | None = None
        self._waive = self._action("&Waive this fee…", self.waive, "waive-fee")
        self._charge = self._action("&Charge by the schedule again", self.charge, "charge-fees")
        self._no_fee = self._action("Confirm that &nothing is owed…", self.confirm_no_fee, "no-fee")
        self._record = self._action("Record this &approval…", self.record_approval, "record-approval")
        self._receive = self._action("&Receive a paper…", self.receive, "receive-paper", icon_name="inbox")
        self._request = self._action("As&k for a paper…", self.request, "request-paper", icon_name="mail")
        self.actions = [self._receive, self._request]
        self.table_actions = [self._waive, self._charge, self._no_fee, self._record]
        pane.fees.set_row_actions([self._waive, self._charge, self._no_fee])
        pane.approvals.set_row_actions([self._record])
        pane.approvals.row_activated.connect(self._open_approval)
        pane.documents.row_activated.connect(self._open_document)
        self.fixes: dict[str, Callable[[], None]] = {
            "fee.confirm_zero": self.confirm_no_fee,
            "fee.schedule": self.charge,
            "approval.record": self._next_approval,
            "contractor.name": self.choose_contractor,
            "contractor.open": self.open_contractor,
            "contractor.write_to_agent": self.open_contractor,
            "road.record": self.highway,
            "start.record": self.before_start,
        }
        self.follow(None)

    def follow(self, page: ApplicationPage | None) -> None:
        """Offer what the application's state allows."""
        is_open = page is not None and page.view.state in _OPEN_STATES
        for action in (*self.actions, *self.table_actions):
            action.setEnabled(is_open)
        for action in self.actions:
            action.setVisible(is_open)

    # Fees

    @Slot()
    def waive(self) -> None:
        """Record that the Board waived the fee under the keyboard."""
        line = self._pane.fees.current_row()
        if line is not None and line.line_id is not None:
            self._ask(
                WAIVER_FORM,
                WaiverForm(),
                title=f"Waive: {line.label}",
                verb="Waive the fee",
                save=self._waive_now,
                explanation=_exemption(line.fee_key, law_of(self._context.ws)),
            )

    def _waive_now(self, form: WaiverForm) -> object:
        line = self._pane.fees.current_row()
        if line is not None and line.line_id is not None:
            waive_fee(self._context.ws, line_id=line.line_id, reason=form.reason, reference=form.reference)
        return "Fee waived"

    @Slot()
    def charge(self) -> None:
        """Charge the fees again, for a schedule that got its amounts meanwhile."""
        page = self._shown()
        if page is None:
            return
        with self._failures_shown():
            charge_fees(self._context.ws, application_id=page.view.id)
            self._say_unpriced()

    def _say_unpriced(self) -> None:
        after = self._shown()
        if after is not None and any(line.amount is None for line in after.view.fees):
            self._context.prompter.tell(
                "The fee schedule still has no amount for that day. Enter it on the page Rates and fees with the "
                "Board's resolution, or confirm that nothing is owed."
            )

    @Slot()
    def confirm_no_fee(self) -> None:
        """Confirm that nothing is owed, by a resolution or section."""
        self._ask(
            NO_FEE_FORM, ReferenceForm(), title="Nothing is owed", verb="Confirm", save=self._confirm_now
        )

    def _confirm_now(self, form: ReferenceForm) -> object:
        confirm_no_fee(self._context.ws, application_id=self._id(), reference=form.reference)
        return "Confirmed that nothing is owed"

    # Approvals

    @Slot()
    def record_approval(self) -> None:
        """Record the approval under the keyboard."""
        line = self._pane.approvals.current_row()
        if line is not None:
            self._open_approval(line)

    @Slot()
    def _next_approval(self) -> None:
        """Record the first approval that is missing."""
        page = self._shown()
        missing = [line for line in page.approvals if line.approved_on is None] if page else []
        if missing:
            self._open_approval(missing[0])

    @Slot(object)
    def _open_approval(self, line: ApprovalLine) -> None:
        self._approval = line
        self._ask(
            APPROVAL_FORM,
            ApprovalForm(line.submitted_on, line.approved_on or self._context.clock.today(), line.reference),
            title=f"Approval by the {line.rule.authority}",
            verb="Record the approval",
            save=self._save_approval,
            explanation=f"{line.rule.sentence} Needed before {line.rule.before} ({line.rule.citation}).",
        )

    def _save_approval(self, form: ApprovalForm) -> object:
        if self._approval is not None:
            record_approval(
                self._context.ws,
                application_id=self._id(),
                key=self._approval.rule.key,
                submitted_on=form.submitted_on,
                approved_on=form.approved_on,
                reference=form.reference,
            )
        return "Approval recorded"

    # Papers

    @Slot()
    def receive(self) -> None:
        """Record a paper that came in."""
        choices = (*self._paper_choices(), Choice(_FILE, "Another file"))
        self._ask(
            paper_form(choices),
            PaperForm(on=self._context.clock.today()),
            title=f"Paper for {self._name()}",
            verb="Record the paper",
            save=self._receive_now,
        )

    def _receive_now(self, form: PaperForm) -> object:
        if form.key is not None and form.on is not None:
            receive_paper(
                self._context.ws,
                application_id=self._id(),
                key=form.key,
                on=form.on,
                note=form.note,
                files=form.files,
            )
        return "Paper recorded"

    @Slot()
    def request(self) -> None:
        """Ask the applicant for a paper; the permit waits for it."""
        self._ask(
            request_form(self._paper_choices()),
            RequestForm(),
            title="Ask for a paper",
            verb="Ask for it",
            save=self._request_now,
        )

    def _request_now(self, form: RequestForm) -> object:
        if form.key is not None:
            request_paper(self._context.ws, application_id=self._id(), key=form.key)
        return "Asked for a paper"

    def _paper_choices(self) -> tuple[Choice, ...]:
        page = self._shown()
        law = law_of(self._context.ws)
        if page is None:
            return ()
        draft = page.view.draft
        return tuple(
            Choice(row.key, row.label, row.citation)
            for row in attachments_for(law, draft.project, draft.permit_class)
            if row.key != AUTHORIZATION
        )

    @Slot(object)
    def _open_document(self, row: DocumentRow) -> None:
        kind, _, key = row.key.partition(":")
        with self._failures_shown():
            if kind == "paper":
                preview_paper(self._page, self._context, int(key))
            elif kind == "file":
                self._open_file(attachment_path(self._context.ws, attachment_id=int(key)))

    def _open_file(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self._context.prompter.tell(f"No program on this machine opens the file. It is kept at {path}.")

    # Contractor and road

    @Slot()
    def choose_contractor(self) -> None:
        """Say who does the work."""
        finder = ContractorFinder(self._context.ws)
        finder.read()
        self._ask(
            worker_form(finder.lookup(), law_of(self._context.ws)),
            WorkerForm(),
            title="Who does the work",
            verb="Record",
            save=self._name_now,
        )

    def _name_now(self, form: WorkerForm) -> object:
        name_contractor(
            self._context.ws,
            application_id=self._id(),
            contractor_id=form.contractor_id,
            owner_does_the_work=form.owner_does_the_work is True,
        )
        return "Recorded who does the work"

    @Slot()
    def open_contractor(self) -> None:
        """Go to the contractor, whose papers stand in the way."""
        page = self._shown()
        if page is not None and page.view.draft.contractor_id is not None:
            self._context.navigator.open(Route("contractors", page.view.draft.contractor_id, "standing"))

    @Slot()
    def highway(self) -> None:
        """Record the highway authority's permit."""
        page = self._shown()
        if page is None:
            return
        draft = page.view.draft
        self._ask(
            HIGHWAY_FORM,
            HighwayForm(
                draft.highway_permit_no,
                draft.highway_permit_on or self._context.clock.today(),
                draft.highway_permit_until,
                draft.highway_security,
            ),
            title="Highway permit",
            verb="Record the permit",
            save=self._highway_now,
            explanation=_forms_words(draft, law_of(self._context.ws)),
        )

    def _highway_now(self, form: HighwayForm) -> object:
        if form.on is not None:
            record_highway_permit(
                self._context.ws,
                application_id=self._id(),
                number=form.number,
                on=form.on,
                until=form.until,
                security=form.security,
            )
        return "Highway permit recorded"

    @Slot()
    def before_start(self) -> None:
        """Record the notice before construction, the planned start and the call to 811."""
        page = self._shown()
        if page is None:
            return
        draft, ws = page.view.draft, self._context.ws
        builds = draft.work_type is not None and draft.work_type.builds_sewer
        self._ask(
            before_start_form(law_of(ws), calendar_of(ws), with_notice=builds),
            BeforeStartForm(
                draft.planned_start,
                draft.construction_notice_on,
                draft.utility_ticket,
                draft.utility_called_on,
            ),
            title="Before construction",
            verb="Record",
            save=self._before_start_now,
        )

    def _before_start_now(self, form: BeforeStartForm) -> object:
        record_before_start(
            self._context.ws,
            application_id=self._id(),
            notice_on=form.notice_on,
            planned_start=form.planned_start,
            ticket=form.ticket,
            called_on=form.called_on,
        )
        return "Recorded before construction"


def _exemption(fee_key: str, law: Law) -> str:
    """When the law itself charges no such fee."""
    kind = next((row for row in law.fee_kinds if row.key == fee_key), None)
    return f"{kind.exemption} ({kind.citation})" if kind is not None and kind.exemption else ""


def _forms_words(draft: ApplicationDraft, law: Law) -> str:
    """On which forms the keeper of the highway is asked."""
    row = None if draft.road_jurisdiction is None else highway_permission(law, draft.road_jurisdiction)
    if row is None or not row.forms:
        return ""
    return f"{row.authority}: applied for on form {join_words(row.forms, last='or')} ({row.citation})."
