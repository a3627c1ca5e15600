"""Check the books: every check with its result, what it compared, and over how many records."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QSplitter

from sewerdesk.domain.books import BooksReport, CheckDone
from sewerdesk.domain.invariants import Finding
from sewerdesk.services.books import check_books
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.jobs import Outcome, OutcomeKind, Reporter
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.tables import CellKind, Column, RecordTable, Status
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace
    from sewerdesk.ui.context import UiContext

_SUBTITLE = (
    "Tries every rule that must always hold on every record, and says what was tried. Nothing is changed."
)
_EMPTY = "Each rule of the books is listed here with its result once they were checked."
_NOTHING_FOUND = "Nothing is wrong."


def _result(row: CheckDone) -> Status:
    if row.passed:
        return Status("In order", Tone.GOOD)
    count = len(row.findings)
    return Status(f"{count:,} finding{'' if count == 1 else 's'}", Tone.BAD)


CHECK_COLUMNS: tuple[Column[CheckDone], ...] = (
    Column(key="name", title="Check", value=lambda row: row.name, width=22),
    Column(key="result", title="Result", value=_result, kind=CellKind.STATUS, width=14),
    Column(
        key="records",
        title="Records",
        value=lambda row: row.records,
        kind=CellKind.NUMBER,
        width=9,
        summed=True,
    ),
    Column(
        key="what",
        title="What was compared",
        value=lambda row: row.what_it_checked,
        width=92,
        tooltip=lambda row: row.what_it_checked,
    ),
)
FINDING_COLUMNS: tuple[Column[Finding], ...] = (
    Column(key="check", title="Check", value=lambda row: row.check, width=22),
    Column(key="record", title="Record", value=lambda row: row.record, width=16),
    Column(
        key="what",
        title="What is not in order",
        value=lambda row: row.sentence,
        width=100,
        tooltip=lambda row: row.sentence,
    ),
)


@dataclass(frozen=True, slots=True)
class _Check:
    """The job: checks the books and reports each step."""

    ws: "Workspace"

    def __call__(self, reporter: Reporter) -> object:
        return check_books(self.ws, progress=reporter.step)


class BooksScreen(Screen):
    """The checks, and below them what they found."""

    help_topic = "books"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="Check the books", subtitle=_SUBTITLE)
        self.report: BooksReport | None = None
        self.checks: RecordTable[CheckDone] = RecordTable(
            CHECK_COLUMNS, name="books", title="Checks", store=context.views, row_key=_name, empty=_EMPTY
        )
        self.findings: RecordTable[Finding] = RecordTable(
            FINDING_COLUMNS, name="findings", title="Findings", store=context.views, empty=_NOTHING_FOUND
        )
        splitter = QSplitter(Qt.Orientation.Vertical)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(12)
        splitter.addWidget(self.checks)
        splitter.addWidget(self.findings)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        self.findings.hide()
        self.body.addWidget(splitter, 1)
        self.check_action = self.add_page_action(
            "Check the books", self.check, key="check", shortcut="F7", icon_name="badge-check", primary=True
        )
        self.checks.current_changed.connect(self._show_findings)

    def open_overview(self) -> None:
        """Opened by its menu entry: the check begins at once if none was made yet."""
        if self.report is None:
            self.check()

    def take_focus(self) -> None:
        """The keyboard starts in the list of checks."""
        self.checks.grid.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def check(self) -> None:
        """Check the books; the window can be used for nothing else meanwhile."""
        self.check_action.setEnabled(False)
        self.context.jobs.start(
            _Check(self.context.ws),
            title="Checking the books",
            receiver=self._on_checked,
            parent=self.window(),
        )

    @Slot(object)
    def _on_checked(self, outcome: Outcome) -> None:
        self.check_action.setEnabled(True)
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
        elif outcome.kind is OutcomeKind.OK and isinstance(outcome.result, BooksReport):
            self.show_report(outcome.result)

    def show_report(self, report: BooksReport) -> None:
        """Show a report: its sentence above, its checks below, findings under them."""
        self.report = report
        at = report.at.astimezone()
        tone = Tone.GOOD if report.is_clean else Tone.BAD
        self.show_banner("report", tone, f"{report.sentence} Checked {at:%m/%d/%Y} at {at:%I:%M %p}.")
        self.checks.set_rows(report.checks)
        self.checks.step(1)
        self.findings.setVisible(not report.is_clean)
        self.findings.set_rows(report.findings)

    @Slot(object)
    def _show_findings(self, row: CheckDone | None) -> None:
        """The findings of the check that the keyboard is on come first."""
        if self.report is not None and row is not None and row.findings:
            rest = [one for one in self.report.findings if one not in row.findings]
            self.findings.set_rows([*row.findings, *rest])


def _name(row: CheckDone) -> object:
    return row.name
