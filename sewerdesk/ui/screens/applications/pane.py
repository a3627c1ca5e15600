"""The application beside the list: what stands in the way of its permit, the form, fees, approvals, papers, permit."""

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sewerdesk.domain.application_items import has_field, item_answer, items_for
from sewerdesk.domain.applications import ApplicationDraft, ApplicationEvent, ApplicationState, FeeLine, Paper
from sewerdesk.domain.counter import ApplicationPage, ApprovalLine, FileRow
from sewerdesk.domain.entry import format_date
from sewerdesk.domain.law import Law
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.wording import show, show_dollars
from sewerdesk.ui.forms.other_editors import file_size_words
from sewerdesk.ui.screens.applications.permit_panel import PermitPanel
from sewerdesk.ui.screens.applications.specs import (
    APPROVAL_COLUMNS,
    DOCUMENT_COLUMNS,
    EVENT_COLUMNS,
    FEE_COLUMNS,
    DocumentRow,
)
from sewerdesk.ui.screens.contractors.specs import permit_status
from sewerdesk.ui.tables import RecordTable, Status
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.verdict_card import YesNoCard

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_ASKED = "Asked by the law"
_STATE_TONES = {
    ApplicationState.SUBMITTED: Tone.INFO,
    ApplicationState.UNDER_REVIEW: Tone.INFO,
    ApplicationState.INCOMPLETE: Tone.CAUTION,
    ApplicationState.APPROVED: Tone.GOOD,
    ApplicationState.DENIED: Tone.BAD,
}


class ApplicationPane(DetailPane):
    """Shows an ``ApplicationPage``. ``fix_asked`` carries the action key of a line of the card."""

    fix_asked = Signal(str)

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__("Choose an application or a permit to see how it stands.", parent)
        self.card: YesNoCard | None = None
        self._ready = QWidget()
        self._ready_column = QVBoxLayout(self._ready)
        self._ready_column.setContentsMargins(0, 0, 0, 0)
        self._ready_column.addStretch(1)
        self.permit = PermitPanel(context)
        self._grids: dict[str, KeyValueGrid] = {}
        self._form = self._form_page()
        self._make_tables(context)
        self.add_tab("ready", "Before the permit", self._ready, scrolls=True)
        self.add_tab("permit", "Permit", self.permit, scrolls=True)
        self.add_tab("application", "Application", self._form, scrolls=True)
        self.add_tab("fees", "Fees", self.fees)
        self.add_tab("approvals", "Approvals", self.approvals)
        self.add_tab("papers", "Papers", self.documents)
        self.add_tab("history", "History", self.events)

    def _make_tables(self, context: "UiContext") -> None:
        self.fees: RecordTable[FeeLine] = RecordTable(
            FEE_COLUMNS,
            name="application-fees",
            title="Fees",
            store=context.views,
            row_key=_fee_key,
            empty="The fees are charged when the application is submitted.",
        )
        self.approvals: RecordTable[ApprovalLine] = RecordTable(
            APPROVAL_COLUMNS,
            name="application-approvals",
            title="Approvals",
            store=context.views,
            row_key=_approval_key,
            empty="The law asks for no approval by others for this project.",
        )
        self.documents: RecordTable[DocumentRow] = RecordTable(
            DOCUMENT_COLUMNS,
            name="application-papers",
            title="Papers",
            store=context.views,
            row_key=_document_key,
            empty="Papers that come in and papers that the office issues are listed here.",
        )
        self.events: RecordTable[ApplicationEvent] = RecordTable(
            EVENT_COLUMNS,
            name="application-events",
            title="History",
            store=context.views,
            empty="Nothing happened yet.",
        )

    def show_application(self, page: ApplicationPage, law: Law) -> None:
        """Show an application with its permit, where it has one."""
        view, draft = page.view, page.view.draft
        number = page.permit.number if page.permit else view.number or "Draft application"
        place = " · ".join(part for part in (draft.owner_name, draft.location, draft.print_key) if part)
        self.show_header(number, place, chips=_chips(page))
        waited = self.current_tab == "ready"
        self.tabs.setTabVisible(0, page.permit is None)
        self.tabs.setTabVisible(1, page.permit is not None)
        if waited and page.permit is not None:
            self.show_tab("permit")
        if page.permit is not None:
            self.permit.show_permit(page.permit)
        self._show_card(page)
        self._show_form(page, law)
        self.fees.set_rows(view.fees)
        self.approvals.set_rows(page.approvals)
        self.documents.set_rows(documents(page, law))
        self.events.set_rows(tuple(reversed(view.events)))

    def _show_card(self, page: ApplicationPage) -> None:
        if self.card is None:
            self.card = YesNoCard(page.readiness)
            self.card.action_requested.connect(self.fix_asked)
            self._ready_column.insertWidget(0, self.card)
        else:
            self.card.set_verdict(page.readiness)

    def _form_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for title in (
            "Application",
            "Owner and applicant",
            "Building and flow",
            _ASKED,
            "Pipe",
            "Road and work",
        ):
            column.addWidget(SectionTitle(title))
            self._grids[title] = KeyValueGrid(columns=2)
            column.addWidget(self._grids[title])
            column.addSpacing(8)
        column.addStretch(1)
        return page

    def _show_form(self, page: ApplicationPage, law: Law) -> None:
        for title, pairs in form_pairs(page, law).items():
            self._grids[title].set_pairs(pairs)


def form_pairs(page: ApplicationPage, law: Law) -> dict[str, list[tuple[str, str]]]:
    """What the form says, by section, for reading."""
    draft = page.view.draft
    return {
        "Application": _application_pairs(page),
        "Owner and applicant": [
            ("Owner", draft.owner_name),
            ("Telephone", draft.owner_phone),
            ("Mailing address", draft.owner_mailing),
            ("E-mail", draft.owner_email),
            ("Applies as", draft.capacity.value if draft.capacity else ""),
            ("Applicant", draft.applicant_name),
        ],
        "Building and flow": _building_pairs(draft),
        _ASKED: _asked_pairs(draft, law),
        "Pipe": _pipe_pairs(draft),
        "Road and work": _road_pairs(page, law),
    }


def _application_pairs(page: ApplicationPage) -> list[tuple[str, str]]:
    """What is applied for, and what differs from the permit that it renews."""
    draft = page.view.draft
    return [
        ("Application number", page.view.number or "Not submitted"),
        ("Received", _day(draft.received_on)),
        ("Class of permit", page.class_name),
        ("What it is for", draft.work_type.label if draft.work_type else ""),
        ("Signed by", draft.certified_by),
        ("Signed on", _day(draft.certified_on)),
        *_where_said(("Renews", draft.renews), ("What has varied", draft.what_varied)),
        *(
            (f"Differs: {one.field}", f"{one.was or 'nothing'} → {one.now or 'nothing'}")
            for one in page.varied
        ),
    ]


def _building_pairs(draft: ApplicationDraft) -> list[tuple[str, str]]:
    """What the building is, and what it sends to the sewer."""
    return [
        ("Use", draft.building_use),
        ("Dwelling units", "" if draft.dwelling_units is None else str(draft.dwelling_units)),
        ("Estimated flow", _measure(draft, "estimated_gpd", "gallons a day")),
        ("Units to be billed", _measure(draft, "units", "EDU")),
        *_where_said(
            ("Serves more than one building", draft.shared_reason if draft.shares_lateral else ""),
            ("Act for it", draft.shared_act),
            ("Service outside the district", draft.agreement),
        ),
    ]


def _pipe_pairs(draft: ApplicationDraft) -> list[tuple[str, str]]:
    """The pipe on private land, and who designed it."""
    design = (part for part in (draft.designer, draft.designer_license, draft.plan_set) if part)
    return [
        ("Diameter", _measure(draft, "lateral_diameter_in", "in")),
        ("Material", draft.lateral_material),
        ("Length", _measure(draft, "lateral_length_ft", "ft")),
        ("Slope", _measure(draft, "lateral_slope_in_per_ft", "in per ft")),
        ("Connection at", draft.tap_kind),
        ("Septic system", draft.septic_method),
        *_where_said(("Test of the old pipe", _reuse(draft)), ("Designed by", ", ".join(design))),
    ]


def _asked_pairs(draft: ApplicationDraft, law: Law) -> list[tuple[str, str]]:
    """The questions of the law that have no field of their own, each under its section, and what was answered."""
    asked = [row for row in items_for(draft, law) if not has_field(row)]
    pairs = [(row.citation, f"{row.question}\n{item_answer(draft, row) or 'Not answered.'}") for row in asked]
    return pairs or [("", "Nothing beyond what stands in the other fields.")]


def _where_said(*pairs: tuple[str, str]) -> list[tuple[str, str]]:
    """Pairs that only some applications have; those without a value are left out."""
    return [pair for pair in pairs if pair[1]]


def _day(day: date | None) -> str:
    return format_date(day) if day is not None else ""


def _reuse(draft: ApplicationDraft) -> str:
    if draft.reuse_tested_on is None:
        return ""
    result = {True: "passed", False: "failed", None: "no result"}[draft.reuse_passed]
    reference = f", {draft.reuse_reference}" if draft.reuse_reference else ""
    return f"{format_date(draft.reuse_tested_on)}, {result}{reference}"


def _road_pairs(page: ApplicationPage, law: Law) -> list[tuple[str, str]]:
    draft = page.view.draft
    worker = page.contractor or ("The owner does the work" if draft.owner_does_the_work else "")
    return [
        ("Work done by", worker),
        *_where_said(("811", _call(draft)), ("Notice of construction", _day(draft.construction_notice_on))),
        ("Work planned to end", format_date(draft.planned_end) if draft.planned_end else ""),
        *((row.question, _yes(row.key in draft.triggers)) for row in law.right_of_way),
        ("Highway permit", _highway(draft)),
        ("Notes", draft.notes),
    ]


def _call(draft: ApplicationDraft) -> str:
    called = f"called {format_date(draft.utility_called_on)}" if draft.utility_called_on else ""
    ticket = f"ticket {draft.utility_ticket}" if draft.utility_ticket else ""
    return ", ".join(part for part in (ticket, called) if part)


def _highway(draft: ApplicationDraft) -> str:
    until = f"until {format_date(draft.highway_permit_until)}" if draft.highway_permit_until else ""
    secured = f"{show_dollars(draft.highway_security)} secured" if draft.highway_security else ""
    return ", ".join(part for part in (draft.highway_permit_no, until, secured) if part)


def documents(page: ApplicationPage, law: Law) -> Sequence[DocumentRow]:
    """Papers asked for or received, files kept, and papers issued, each as one line."""
    labels = {row.key: (row.label, row.citation) for row in law.attachments}
    asked = (_asked_row(paper, *labels.get(paper.key, (paper.key, ""))) for paper in page.view.draft.papers)
    files = (_file_row(file, labels.get(file.kind, ("File", ""))[0]) for file in page.files)
    issued = (*page.papers, *(page.permit.papers if page.permit else ()))
    return [*(row for row in asked if row is not None), *files, *map(_issued_row, issued)]


def _asked_row(paper: Paper, label: str, citation: str) -> DocumentRow | None:
    """A paper that the law names: received, or asked for; ``None`` where it does not concern the project."""
    key = f"law:{paper.key}"
    if paper.received_on is not None:
        state = Status("Received", Tone.GOOD)
        return DocumentRow(key, label, state, paper.received_on, paper.note, citation)
    if paper.requested or paper.applies:
        return DocumentRow(key, label, Status("Asked for", Tone.CAUTION), None, "Not received yet", citation)
    return None


def _file_row(file: FileRow, kind: str) -> DocumentRow:
    state = Status("Attached", Tone.INFO, "paperclip")
    return DocumentRow(f"file:{file.id}", file.name, state, None, f"{kind}, {file_size_words(file.size)}")


def _issued_row(paper: PaperRow) -> DocumentRow:
    is_issued = paper.state == "issued"
    state = Status("Issued", Tone.GOOD, "file-check") if is_issued else Status("Void", Tone.NEUTRAL, "ban")
    name = f"{paper.number} · {paper.title}"
    return DocumentRow(f"paper:{paper.id}", name, state, paper.issued_on, f"Issued by {paper.issued_by}")


def _chips(page: ApplicationPage) -> list[Status]:
    state = page.view.state
    if page.permit is not None:
        return [permit_status(page.permit.standing.state)]
    return [Status(state.label, _STATE_TONES.get(state, Tone.NEUTRAL))]


def _measure(draft: ApplicationDraft, name: str, unit: str) -> str:
    value = getattr(draft, name)
    return "" if value is None else f"{show(value)} {unit}"


def _yes(is_yes: bool) -> str:
    return "Yes" if is_yes else "No"


def _fee_key(line: FeeLine) -> object:
    return line.line_id


def _approval_key(line: ApprovalLine) -> object:
    return line.rule.key


def _document_key(row: DocumentRow) -> object:
    return row.key
