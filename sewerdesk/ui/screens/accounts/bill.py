"""One bill: its charges with what made them, where it stands, and the very page that was mailed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel

from sewerdesk.domain.accountmoney import BillLineView, BillView
from sewerdesk.domain.entry import format_date
from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.money import format_money
from sewerdesk.services.account_money import bill_view
from sewerdesk.services.bill_files import bill_file
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.accounts.page import BILLS
from sewerdesk.ui.screens.base import RecordPage
from sewerdesk.ui.screens.opening import show_dialog
from sewerdesk.ui.tables import CellKind, Column, RecordTable
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.key_values import KeyValueGrid

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext

_COLUMNS: tuple[Column[BillLineView], ...] = (
    Column(key="title", title="Charge", value=lambda row: row.title, width=28),
    Column(key="text", title="How it was worked out", value=lambda row: row.text, width=70),
    Column(
        key="amount", title="Amount", value=lambda row: row.amount, kind=CellKind.MONEY, width=12, summed=True
    ),
)


class BillScreen(RecordPage):
    """A bill as a page; Ctrl+P shows it as it was posted."""

    watches = frozenset({"receipt", "receipt_void", "bill"})
    help_topic = "accounts"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="Bill")
        self.view: BillView | None = None
        self.table: RecordTable[BillLineView] = RecordTable(
            _COLUMNS, name="bill-lines", title="Charges", store=context.views
        )
        self.table.filter_line.hide()
        self.table.columns_button.hide()
        self._facts = KeyValueGrid(columns=4)
        self.explanation = QLabel()
        self.explanation.setWordWrap(True)
        self.explanation.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.explanation, role="secondary")
        self.body.addWidget(self._facts)
        self.body.addWidget(self.table, 1)
        line = QHBoxLayout()
        line.addWidget(self.explanation, 1)
        self.body.addLayout(line)
        self.add_page_action(
            "Show the bill",
            self.show_bill,
            key="show-bill",
            shortcut="Ctrl+P",
            icon_name="eye",
            tip="The bill as it was posted and mailed",
            primary=True,
        )
        self.add_page_action("Go to the account", self.open_account, key="account", icon_name="users")
        self.table.current_changed.connect(self._explain)
        self.table.row_activated.connect(self.show_bill)

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Show a bill."""
        try:
            self.view = bill_view(self.context.ws, bill_id=record_id)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        view, row = self.view, self.view.row
        self.set_title(f"Bill {row.number}", f"Account {view.account} · {view.name} · {row.quarter}")
        self._facts.set_pairs(
            (
                ("Billed", format_date(row.bill_date)),
                ("Due", format_date(row.due_date)),
                ("Total due as printed", format_money(row.total_due)),
                ("Of these charges still open", format_money(row.open_amount)),
            )
        )
        self.table.set_rows(view.lines)
        if self.table.current_row() is None:
            self.table.step(1)
        self._explain(self.table.current_row())

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the bill again; a payment may have come."""
        if self.view is not None:
            self.open_record(self.view.row.id)

    @Slot()
    def show_bill(self) -> None:
        """Show the page as it was posted."""
        if self.view is None:
            return
        try:
            content = bill_file(self.context.ws, bill_id=self.view.row.id)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        number = self.view.row.number
        dialog = PreviewDialog(
            content,
            title=f"Bill {number}",
            file_name=f"{number}.pdf",
            prompter=self.context.prompter,
            jobs=self.context.jobs,
            parent=self.window(),
        )
        show_dialog(dialog)

    @Slot()
    def open_account(self) -> None:
        """Go to the account's bills."""
        if self.view is not None:
            self.context.navigator.open(Route("accounts", self.view.account_id, BILLS))

    @Slot(object)
    def _explain(self, row: BillLineView | None) -> None:
        self.explanation.setText("" if row is None else row.text)
