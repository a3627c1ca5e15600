"""The page "Reports": the reports at the left, what one is cut by at the top, its lines and totals below."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from sewerdesk.domain.reports.catalog import REPORTS, STATEMENT, ReportKind, ReportRequest, report_kind
from sewerdesk.domain.reports.model import Report
from sewerdesk.services.exports import ListFile
from sewerdesk.services.statements import issue_statement, statement_preview
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.errors import FailuresShown, show_failure
from sewerdesk.ui.exporting import save_made
from sewerdesk.ui.jobs import Outcome, OutcomeKind
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.opening import preview_paper, preview_pdf
from sewerdesk.ui.screens.reports.jobs import PaperJob, RunJob, SheetJob
from sewerdesk.ui.screens.reports.parameters import Parameters
from sewerdesk.ui.screens.reports.result import ResultView
from sewerdesk.ui.theme import Ink, set_role, theme
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import Card
from sewerdesk.ui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_KEY = Qt.ItemDataRole.UserRole
_SUBTITLE = "Each tied to the ledger to the cent."
_PDF, _SHEETS = "PDF files (*.pdf)", "Spreadsheets (*.xlsx)"


class ReportsScreen(Screen):
    """``Route("reports", ACCOUNT, "statement")`` opens the statement of an account. Nothing is read until it is run."""

    help_topic = "reports"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="Reports", subtitle=_SUBTITLE)
        self.kind = REPORTS[0]
        self._asked: ReportRequest | None = None
        self.list = QListWidget()
        self.list.setAccessibleName("Reports")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        set_role(self.list, bare=True)
        self.parameters = Parameters(context)
        self.result = ResultView(context)
        card = Card(padding=12)
        card.body.addWidget(self.parameters)
        page = QWidget()
        right = QVBoxLayout(page)
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(12)
        right.addWidget(card)
        right.addWidget(self.result, 1)
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self.list)
        area = scrolled(page)
        area.setFocusPolicy(
            Qt.FocusPolicy.NoFocus
        )  # what is in it takes the keyboard, and brings itself into view
        line.addWidget(area, 1)
        self.body.addLayout(line, 1)
        self._fill_list()
        self._make_actions()
        self._connect()
        self._choose(self.kind)

    def _fill_list(self) -> None:
        group = ""
        for kind in REPORTS:
            if kind.group != group:
                group = kind.group
                head = QListWidgetItem(group, self.list)
                head.setFlags(Qt.ItemFlag.NoItemFlags)
            item = QListWidgetItem(kind.title, self.list)
            item.setData(_KEY, kind.key)
            item.setToolTip(kind.about)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{kind.title}. {kind.about}")
        self._fit()
        self._mark(self.kind)

    def _make_actions(self) -> None:
        add = self.add_page_action
        self.run_action = add(
            "&Run",
            self.run,
            key="run",
            shortcut="F7",
            icon_name="refresh-cw",
            primary=True,
            tip="Run the report",
        )
        self.print_action = add(
            "&Print…", self.print_report, key="print", shortcut="Ctrl+P", icon_name="printer"
        )
        self.pdf_action = add(
            "Save P&DF…", self.save_pdf, key="save-pdf", shortcut="Ctrl+S", icon_name="save"
        )
        self.sheet_action = add(
            "Save &workbook…", self.save_sheet, key="save-sheet", shortcut="Ctrl+Shift+E", icon_name="sheet"
        )
        self.issue_action = add(
            "&Issue statement",
            self.issue,
            key="issue",
            shortcut="F9",
            icon_name="stamp",
            tip="Issue the statement",
        )
        self.addAction(make_action(self, "Choose a report", self._focus_list, key="choose", shortcut="Alt+1"))

    def _connect(self) -> None:
        self.list.currentRowChanged.connect(self._on_row)
        self.list.itemActivated.connect(self._to_parameters)
        self.parameters.run_asked.connect(self.run)
        self.result.account_asked.connect(self._open_account)
        theme().changed.connect(self._fit)

    # Choosing

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Show the statement of an account, run at once."""
        self.show_report_kind(report_kind(tab or STATEMENT))
        self.parameters.show_account(record_id)
        self.run()

    def show_report_kind(self, kind: ReportKind) -> None:
        """Choose a report as if in the list."""
        self._mark(kind)
        if kind is not self.kind:
            self._choose(kind)

    def take_focus(self) -> None:
        """The keyboard begins in the list of reports, or on the lines of one that was run."""
        if self.result.report is not None:
            self.result.focus_rows()
        else:
            self._focus_list()

    def _mark(self, kind: ReportKind) -> None:
        with QSignalBlocker(self.list):
            for row in range(self.list.count()):
                if self.list.item(row).data(_KEY) == kind.key:
                    self.list.setCurrentRow(row)

    def _choose(self, kind: ReportKind) -> None:
        self.kind = kind
        self.parameters.show_kind(kind)
        self.banners.clear()
        self.result.show_waiting(f"{kind.about} Choose the days and press Run (F7).")
        self.issue_action.setVisible(kind.of_account)
        self._follow_result()

    @Slot(int)
    def _on_row(self, row: int) -> None:
        key = self.list.item(row).data(_KEY) if row >= 0 else None
        if key is not None and key != self.kind.key:
            self._choose(report_kind(str(key)))

    @Slot()
    def _to_parameters(self) -> None:
        self.parameters.take_focus()

    @Slot()
    def _focus_list(self) -> None:
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _fit(self) -> None:
        """The list is as wide as its longest title."""
        metrics, row = self.list.fontMetrics(), theme().sizes.row
        widest = 0
        for place in range(self.list.count()):
            item = self.list.item(place)
            if item.data(_KEY) is None:
                item.setFont(self._head_font())
                item.setForeground(theme().color(Ink.SECONDARY))
                item.setTextAlignment(Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeft)
            item.setSizeHint(QSize(0, row + (8 if item.data(_KEY) is None and place else 0)))
            widest = max(widest, metrics.horizontalAdvance(item.text()))
        self.list.setFixedWidth(widest + 44)

    def _head_font(self) -> QFont:
        font = QFont(self.list.font())
        font.setPointSizeF(theme().sizes.label_pt)
        font.setWeight(QFont.Weight.DemiBold)
        return font

    # Running

    @Slot()
    def run(self) -> None:
        """Run the report; a long one shows how far it is and can be stopped."""
        request = self.parameters.request()
        if request is None or not self.run_action.isEnabled():
            return
        self._asked = request
        self.run_action.setEnabled(False)
        self.context.jobs.start(
            RunJob(self.context.ws, request),
            title=f"Running {self.kind.title}",
            receiver=self._on_run,
            parent=self.window(),
        )

    @Slot(object)
    def _on_run(self, outcome: Outcome) -> None:
        self.run_action.setEnabled(True)
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
        elif outcome.kind is OutcomeKind.OK and isinstance(outcome.result, Report):
            self.show_result(outcome.result)

    def show_result(self, report: Report) -> None:
        """Show a report that was run; one whose figures do not agree says so above them."""
        if report.key != self.kind.key:
            return  # another one was chosen meanwhile
        self.banners.clear()
        if report.faults:
            self.show_banner("faults", Tone.BAD, " ".join(report.faults))
        self.result.show_report(report)
        self._follow_result()
        if report.rows:
            self.result.focus_rows()

    def _follow_result(self) -> None:
        has = self.result.report is not None
        for action in (self.print_action, self.pdf_action, self.sheet_action, self.issue_action):
            action.setEnabled(has)

    @Slot(object)
    def _open_account(self, account_id: int) -> None:
        self.context.navigator.open(Route("accounts", account_id))

    # Paper and workbook

    @Slot()
    def print_report(self) -> None:
        """Show the report's paper, to print or save; of a statement the letter, marked as not issued."""
        report = self.result.report
        if report is None:
            return
        if self.kind.of_account:
            made = self._statement()
            if made is not None:
                self._preview(made)
        else:
            self._start_paper(report, self._on_printable)

    @Slot(object)
    def _on_printable(self, outcome: Outcome) -> None:
        made = self._file_of(outcome)
        if made is not None:
            self._preview(made)

    @Slot()
    def save_pdf(self) -> None:
        """Save the report's paper; of a statement the letter, marked as not issued."""
        report = self.result.report
        if report is None:
            return
        if self.kind.of_account:
            self._save(self._statement(), _PDF)
        else:
            self._start_paper(report, self._on_pdf)

    @Slot(object)
    def _on_pdf(self, outcome: Outcome) -> None:
        self._save(self._file_of(outcome), _PDF)

    @Slot()
    def save_sheet(self) -> None:
        """Save the report's workbook, all its lines with their sums and the row that checks them."""
        report = self.result.report
        if report is None:
            return
        self.context.jobs.start(
            SheetJob(self.context.ws, report),
            title=f"Writing {report.title}",
            receiver=self._on_sheet,
            parent=self.window(),
        )

    @Slot(object)
    def _on_sheet(self, outcome: Outcome) -> None:
        self._save(self._file_of(outcome), _SHEETS)

    def _start_paper(self, report: Report, receiver: object) -> None:
        assert callable(receiver)
        self.context.jobs.start(
            PaperJob(self.context.ws, report),
            title=f"Drawing {report.title}",
            receiver=receiver,
            parent=self.window(),
        )

    def _file_of(self, outcome: Outcome) -> ListFile | None:
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
        return outcome.result if isinstance(outcome.result, ListFile) else None

    def _save(self, made: ListFile | None, kinds: str) -> None:
        if made is not None:
            save_made(self.context, made, title=f"Save {self.kind.title}", kinds=kinds, said="Saved")

    def _preview(self, made: ListFile) -> None:
        preview_pdf(self, self.context, made.content, title=self.kind.title, file_name=made.file_name)

    # The statement

    def _statement(self) -> ListFile | None:
        """The letter of the statement shown, not issued."""
        asked = self._asked
        if asked is None or asked.account_id is None:
            return None
        with FailuresShown(self.context.prompter):
            content = statement_preview(
                self.context.ws, account_id=asked.account_id, since=asked.first_day, through=asked.through
            )
            return ListFile(f"Statement-of-account-{asked.through.isoformat()}.pdf", content)
        return None

    @Slot()
    def issue(self) -> None:
        """Issue the statement shown: it takes its number and is kept as drawn among the account's papers."""
        asked = self._asked
        if asked is None or asked.account_id is None or self.result.report is None:
            return
        with FailuresShown(self.context.prompter):
            paper = issue_statement(
                self.context.ws, account_id=asked.account_id, since=asked.first_day, through=asked.through
            )
            preview_paper(self, self.context, paper.id)
            self.context.toasts.show(f"{paper.number} is issued; it is kept among the papers of the account.")
