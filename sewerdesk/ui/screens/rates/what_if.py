"""Proposed rates on last year's bills: a job that may be stopped, and what it found by class and by account."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QTabWidget, QVBoxLayout, QWidget

from sewerdesk.domain.money import format_money
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.whatif import AccountChange, ClassChange, Compared, WhatIf
from sewerdesk.domain.wording import count, show
from sewerdesk.services.what_if import what_if, what_if_file
from sewerdesk.ui.errors import FailuresShown, show_failure
from sewerdesk.ui.exporting import save_made
from sewerdesk.ui.jobs import Outcome, OutcomeKind, Reporter
from sewerdesk.ui.screens.opening import show_dialog
from sewerdesk.ui.tables import CellKind, Column, RecordTable
from sewerdesk.ui.theme import set_role

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_XLSX = "Workbooks (*.xlsx)"
_MONEY, _NUMBER = CellKind.MONEY, CellKind.NUMBER

CLASS_COLUMNS: tuple[Column[ClassChange], ...] = (
    Column(key="class", title="Class", value=lambda row: row.class_code, width=14),
    Column(key="accounts", title="Accounts", value=lambda row: row.accounts, kind=_NUMBER, width=10),
    Column(key="before", title="As billed", value=lambda row: row.money.before, kind=_MONEY, width=14),
    Column(key="after", title="Proposed", value=lambda row: row.money.after, kind=_MONEY, width=14),
    Column(key="change", title="Difference", value=lambda row: row.money.change, kind=_MONEY, width=14),
    Column(key="percent", title="Percent", value=lambda row: _percent(row.money), width=10),
)
ACCOUNT_COLUMNS: tuple[Column[AccountChange], ...] = (
    Column(key="account", title="Account", value=lambda row: row.account, width=12),
    Column(key="name", title="Name", value=lambda row: row.name, width=26),
    Column(key="class", title="Class", value=lambda row: row.class_code, width=8),
    Column(key="use", title="Use", value=lambda row: row.use, kind=_NUMBER, width=12),
    Column(key="before", title="As billed", value=lambda row: row.money.before, kind=_MONEY, width=12),
    Column(key="after", title="Proposed", value=lambda row: row.money.after, kind=_MONEY, width=12),
    Column(key="change", title="Difference", value=lambda row: row.money.change, kind=_MONEY, width=12),
    Column(key="percent", title="Percent", value=lambda row: _percent(row.money), width=9),
)


def _percent(money: Compared) -> str:
    return "new" if money.percent is None else f"{show(money.percent, 1)} %"


class WhatIfJob(QObject):
    """Starts the comparison and shows what it found over ``parent``."""

    def __init__(self, context: "UiContext", parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._over = context, parent
        self.dialog: WhatIfDialog | None = None

    def start(self, drafts: tuple[RateDraft, ...]) -> None:
        """Price last year's bills by the drafts; the clerk may stop it."""
        ws = self._context.ws

        def work(reporter: Reporter) -> object:
            return what_if(ws, drafts=drafts, progress=reporter.step)

        self._context.jobs.start(
            work,
            title="Trying the rates on last year's bills",
            receiver=self._on_done,
            parent=self._over.window(),
        )

    @Slot(object)
    def _on_done(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self._context.prompter, outcome.error)
        elif outcome.kind is OutcomeKind.OK and isinstance(outcome.result, WhatIf):
            self.dialog = WhatIfDialog(self._context, outcome.result, self._over.window())
            show_dialog(self.dialog)


class WhatIfDialog(QDialog):
    """The sum in one line, classes and accounts in tables, and the workbook."""

    def __init__(self, context: "UiContext", result: WhatIf, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self.result_shown = context, result
        title = "Proposed rates on last year's bills"
        self.setWindowTitle(title)
        self.setModal(True)
        self.summary = summary_of(result)
        self.classes: RecordTable[ClassChange] = RecordTable(
            CLASS_COLUMNS,
            name="what-if-classes",
            title="By class",
            store=context.views,
            empty="No bill was compared.",
        )
        self.accounts: RecordTable[AccountChange] = RecordTable(
            ACCOUNT_COLUMNS,
            name="what-if-accounts",
            title="By account",
            store=context.views,
            empty="No bill was compared.",
        )
        self.classes.set_rows(result.classes)
        self.accounts.set_rows(result.accounts)
        self.save_button, self.close_button = QPushButton("&Save as a workbook…"), QPushButton("Close")
        self.save_button.clicked.connect(self.save)
        self.close_button.clicked.connect(self.accept)
        self._lay_out(title)
        room = self.screen().availableGeometry()
        self.resize(min(980, room.width() - 48), min(640, room.height() - 48))
        self.classes.focus_rows()

    def _lay_out(self, title: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        for text, role in ((title, "title"), (self.summary, ""), (problems_of(self.result_shown), "error")):
            if text:
                label = QLabel(text)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(True)
                if role:
                    set_role(label, role=role)
                column.addWidget(label)
        tabs = QTabWidget()
        tabs.setDocumentMode(True)
        tabs.tabBar().setAccessibleName("By class or by account")
        tabs.addTab(self.classes, "By class")
        tabs.addTab(self.accounts, "By account")
        column.addWidget(tabs, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.save_button, self.close_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        set_role(self.save_button, primary=True)
        column.addLayout(buttons)

    @Slot()
    def save(self) -> None:
        """Save the workbook where the clerk wants it."""
        with FailuresShown(self._context.prompter):
            file = what_if_file(self._context.ws, result=self.result_shown)
            said = "The comparison was saved"
            save_made(self._context, file, title="Save the comparison", kinds=_XLSX, said=said)


def summary_of(result: WhatIf) -> str:
    """The sum in a sentence."""
    total = result.total
    quarters = ", ".join(result.periods)
    word = "more" if total.change >= 0 else "less"
    percent = "" if total.percent is None else f" ({show(abs(total.percent), 1)} percent)"
    return (
        f"{count(total.bills, 'bill')} of {quarters}: {format_money(total.before)} as billed, "
        f"{format_money(total.after)} by the proposed rates, {format_money(abs(total.change))} {word}{percent}. "
        "Charges of single accounts are left out on both sides."
    )


def problems_of(result: WhatIf) -> str:
    """What could not be compared, the first of it by name."""
    if not result.problems:
        return ""
    return f"{count(len(result.problems), 'bill')} could not be compared, such as: {result.problems[0]}"
