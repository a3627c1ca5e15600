"""A receipt and a deposit beside their lists: what it is, where the money is, and what can be done with it."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import DepositView, ReceiptLineView, ReceiptRow, ReceiptView
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.payments.specs import deposit_status, receipt_status
from sewerdesk.ui.tables import CellKind, Column, RecordTable
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.key_values import KeyValueGrid

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


def _purpose(row: ReceiptLineView) -> str:
    """What a part is for; one that was moved also says where its money came to first."""
    return f"Moved from {row.moved_from}" if row.moved_from else row.text


LINE_COLUMNS: tuple[Column[ReceiptLineView], ...] = (
    Column(key="account", title="Account", value=lambda row: row.reference, width=12),
    Column(key="text", title="For", value=_purpose, width=26),
    Column(
        key="amount", title="Amount", value=lambda row: row.amount, kind=CellKind.MONEY, width=11, summed=True
    ),
)
MEMBER_COLUMNS: tuple[Column[ReceiptRow], ...] = (
    Column(key="number", title="Receipt", value=lambda row: row.number, width=14),
    Column(key="payer", title="Payer", value=lambda row: row.payer, width=22),
    Column(key="method", title="Paid by", value=lambda row: row.method, width=18),
    Column(
        key="amount", title="Amount", value=lambda row: row.amount, kind=CellKind.MONEY, width=11, summed=True
    ),
)


class ReceiptPane(DetailPane):
    """Shows one receipt. Enter on a line goes to its account."""

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__("Choose a receipt to see what it is for and where its money is.", parent)
        self._context = context
        self.view: ReceiptView | None = None
        self.lines: RecordTable[ReceiptLineView] = RecordTable(
            LINE_COLUMNS, name="receipt-lines", title="What it is for", store=context.views
        )
        _short(self.lines)
        self.lines.row_activated.connect(self._open_account)
        self._facts = KeyValueGrid(columns=2)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        column.addWidget(self._facts)
        column.addWidget(self.lines, 1)
        self.add_tab("receipt", "Receipt", page)

    def show_receipt(self, view: ReceiptView | None) -> None:
        """Show a receipt, or that none is chosen."""
        self.view = view
        self.banners.clear()
        if view is None:
            self.show_nothing()
            return
        row = view.row
        self.show_header(
            row.number,
            f"{row.payer} · {row.method}",
            chips=[receipt_status(row)],
            figure=format_money(row.amount),
            figure_name="Received",
        )
        if view.voided_on is not None:
            sentence = f"Voided {view.voided_on:%m/%d/%Y}: {row.void_reason}"
            self.banners.set_banner("void", Tone.CAUTION, sentence)
        if view.returned:
            again = f" It was deposited again as {view.redeposited_as}." if view.redeposited_as else ""
            self.banners.set_banner("returned", Tone.BAD, f"{view.returned}.{again}")
        if row.redeposits:
            sentence = f"The check of {row.redeposits}, which came back, deposited again."
            self.banners.set_banner("redeposits", Tone.INFO, sentence)
        if view.trail:
            self.banners.set_banner("trail", Tone.INFO, " ".join(view.trail))
        postmark = f", postmark {row.postmark:%m/%d/%Y}" if row.postmark else ""
        self._facts.set_pairs(
            (
                ("Received on", f"{row.received_on:%m/%d/%Y}{postmark}"),
                ("Entered", f"{row.entered_at.astimezone():%m/%d/%Y} by {row.actor}"),
                ("Bank no.", row.bank),
                ("Deposit", row.deposit),
            )
        )
        self.lines.set_rows(view.lines)

    @Slot(object)
    def _open_account(self, line: ReceiptLineView) -> None:
        if line.account_id is not None:
            self._context.navigator.open(Route("accounts", line.account_id))


class DepositPane(DetailPane):
    """Shows one deposit with its receipts."""

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__("Choose a deposit to see its receipts and its slip.", parent)
        self.view: DepositView | None = None
        self.members: RecordTable[ReceiptRow] = RecordTable(
            MEMBER_COLUMNS, name="deposit-receipts", title="Receipts of the deposit", store=context.views
        )
        _short(self.members)
        self.add_tab("receipts", "Receipts", self.members)

    def show_deposit(self, view: DepositView | None) -> None:
        """Show a deposit, or that none is chosen."""
        self.view = view
        self.banners.clear()
        if view is None:
            self.show_nothing()
            return
        row = view.row
        noun = "receipt" if row.receipts == 1 else "receipts"
        account = f" · account {row.bank_account}" if row.bank_account else ""
        self.show_header(
            row.number,
            f"{row.deposited_on:%m/%d/%Y} · {row.receipts} {noun}{account}",
            chips=[deposit_status(row)],
            figure=format_money(row.total),
            figure_name="Total",
        )
        if row.void_reason:
            self.banners.set_banner("void", Tone.CAUTION, f"Void: {row.void_reason}")
        self.members.set_rows(view.receipts)


def _short(table: RecordTable[Any]) -> None:
    """A list of a handful of rows needs no filter and no choice of columns."""
    table.filter_line.hide()
    table.columns_button.hide()
