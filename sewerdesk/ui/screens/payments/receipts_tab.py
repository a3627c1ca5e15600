"""The receipts of the office: the list, the receipt beside it, its paper, and voiding one."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import ReceiptRow, ReceiptState, ReceiptView
from sewerdesk.services.receipt_pages import list_receipts, receipt_file, receipt_view
from sewerdesk.services.receipts import void_receipt
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.screens.opening import ask_reason, preview_paper
from sewerdesk.ui.screens.payments.beside import REASON_LENGTH, Beside
from sewerdesk.ui.screens.payments.panes import ReceiptPane
from sewerdesk.ui.screens.payments.receipt_acts import ReceiptActs
from sewerdesk.ui.screens.payments.specs import RECEIPT_CHIPS, RECEIPT_COLUMNS
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.tables.following import RowFollower
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_GONE = frozenset({ReceiptState.VOID, ReceiptState.RETURNED})
_EMPTY = "Every payment gets a numbered receipt. Enter the first batch on the tab Enter payments."


class ReceiptsTab(Beside):
    """The list of receipts, newest first; Enter shows the paper of one."""

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        self.context = context
        self.table: RecordTable[ReceiptRow] = RecordTable(
            RECEIPT_COLUMNS,
            name="receipts",
            title="Receipts",
            store=context.views,
            row_key=_row_id,
            chips=RECEIPT_CHIPS,
            empty=_EMPTY,
        )
        self.pane = ReceiptPane(context)
        super().__init__(self.table, self.pane, (3, 2), parent)
        self.print_action = make_action(
            self, "Receipt as PDF", self.print_receipt, key="print-receipt", icon_name="printer"
        )
        self.void_action = make_action(
            self, "Void receipt…", self.void_receipt, key="void-receipt", icon_name="ban"
        )
        self.more = ReceiptActs(self, context, shown=self.shown)
        self.more.done.connect(self.refresh)
        self.acts = (self.print_action, *self.more.all, self.void_action)
        self.pane.set_actions(self.acts)
        self.table.set_row_actions(self.acts)
        self.more.follow(None)
        self._follower = RowFollower(self, self.table, self.show_current)
        self.table.row_activated.connect(self.print_receipt)

    def shown(self) -> ReceiptView | None:
        """The receipt beside the list."""
        return self.pane.view

    @Slot()
    def refresh(self) -> None:
        """Read the list again, staying on the current receipt."""
        self.table.set_rows(list_receipts(self.context.ws))
        if self.table.current_row() is None:
            self.table.step(1)
        self.show_current()

    @Slot()
    def show_current(self) -> None:
        """Show the receipt that the keyboard is on."""
        self._follower.rest()
        row = self.table.current_row()
        view = None if row is None else receipt_view(self.context.ws, receipt_id=row.id)
        self.pane.show_receipt(view)
        self.print_action.setEnabled(row is not None)
        self.void_action.setEnabled(row is not None and row.state not in _GONE)
        self.more.follow(view)

    @Slot()
    def print_receipt(self) -> None:
        """Show the receipt's paper, to print or save."""
        row = self.table.current_row()
        if row is None:
            return
        try:
            paper = receipt_file(self.context.ws, receipt_id=row.id)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        preview_paper(self, self.context, paper.row.id)

    @Slot()
    def void_receipt(self) -> None:
        """Ask why a receipt is void, then void it."""
        row = self.table.current_row()
        if row is None or row.void_reason:
            return
        ask_reason(
            self,
            self.context,
            title=f"Void {row.number}",
            verb="Void the receipt",
            explanation=f"The payment of {format_money(row.amount)} from {row.payer} is taken out of the accounts "
            "again. The receipt keeps its number.",
            then=self._void_receipt_now,
            max_len=REASON_LENGTH,
        )

    @Slot(object)
    def _void_receipt_now(self, reason: str) -> None:
        row = self.table.current_row()
        if row is None:
            return
        try:
            warning = void_receipt(self.context.ws, receipt_id=row.id, reason=reason)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        self.context.toasts.show(f"{row.number} is void; the accounts stand as before.", tone=Tone.CAUTION)
        if warning:
            self.context.prompter.tell(warning, problem=True)


def _row_id(row: ReceiptRow) -> object:
    return row.id
