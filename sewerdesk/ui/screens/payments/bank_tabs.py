"""Carrying money to the bank: what waits in the office, and the deposits that were made."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.payments import DepositDraft, DepositRow, ReceiptRow
from sewerdesk.domain.receipts import Tender
from sewerdesk.services.deposits import deposit_view, list_deposits, make_deposit, undeposited, void_deposit
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.screens.opening import ask_reason, open_form, preview_paper
from sewerdesk.ui.screens.payments.beside import REASON_LENGTH, Beside
from sewerdesk.ui.screens.payments.panes import DepositPane
from sewerdesk.ui.screens.payments.specs import (
    DEPOSIT_COLUMNS,
    DEPOSIT_FORM,
    HELD_COLUMNS,
    DepositForm,
)
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.tables.following import RowFollower
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_NONE_HELD = "No money waits in the office. What is receipted shows here until it goes to the bank."
_NO_DEPOSITS = "Deposits are listed here with their slips. Make one on the tab To deposit."


class HeldTab(QWidget):
    """Receipts not deposited, the longest held first. ``deposited`` carries the deposit that was made."""

    deposited = Signal(object)
    changed = Signal()

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.context = context
        self._chosen: tuple[int, ...] = ()
        self.table: RecordTable[ReceiptRow] = RecordTable(
            HELD_COLUMNS,
            name="to-deposit",
            title="Money not deposited",
            store=context.views,
            row_key=_receipt_id,
            empty=_NONE_HELD,
        )
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 12, 0, 0)
        outer.addWidget(self.table)
        self.table.selection_changed.connect(self.changed)

    def refresh(self) -> int:
        """Read the list again; how many receipts wait."""
        rows = undeposited(self.context.ws)
        self.table.set_rows(rows)
        return len(rows)

    def to_deposit(self) -> list[ReceiptRow]:
        """The rows selected where it is more than one, else all that are listed."""
        chosen = self.table.selected_rows()
        return chosen if len(chosen) > 1 else list(self.table.model.shown_rows())

    @property
    def act(self) -> str:
        """The name of the act: "Deposit 3 receipts, 546.00…"; empty where there is nothing to deposit."""
        rows = self.to_deposit()
        total = sum((row.amount for row in rows), ZERO)
        return f"Deposit {_receipts(len(rows))}, {format_money(total)}…" if rows else ""

    @Slot()
    def make_deposit(self) -> None:
        """Open the form of a deposit of the receipts listed or selected."""
        rows = self.to_deposit()
        if not rows:
            return
        self._chosen = tuple(row.id for row in rows)
        in_cash = sum((row.amount for row in rows if row.tender is Tender.CASH), ZERO)
        total = sum((row.amount for row in rows), ZERO)
        spec = DEPOSIT_FORM
        if not in_cash:
            spec = replace(DEPOSIT_FORM, sections=DEPOSIT_FORM.sections[:1])
        open_form(
            self,
            self.context,
            spec,
            title="Make a deposit",
            verb=f"Deposit {_receipts(len(rows))}, {format_money(total)}",
            save=self._deposit,
            then=self.deposited.emit,
            draft=DepositForm(deposited_on=self.context.clock.today()),
            explanation=f"{_receipts(len(rows))}: checks and money orders {format_money(total - in_cash)}, cash "
            f"{format_money(in_cash)}.",
        )

    def _deposit(self, form: DepositForm) -> object:
        day = form.deposited_on or self.context.clock.today()
        return make_deposit(self.context.ws, draft=DepositDraft(self._chosen, form.cash, day))


class DepositsTab(Beside):
    """The list of deposits, newest first; Enter shows the slip of one."""

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        self.context = context
        self.table: RecordTable[DepositRow] = RecordTable(
            DEPOSIT_COLUMNS,
            name="deposits",
            title="Deposits",
            store=context.views,
            row_key=_deposit_id,
            empty=_NO_DEPOSITS,
        )
        self.pane = DepositPane(context)
        super().__init__(self.table, self.pane, (1, 1), parent)
        self.slip_action = make_action(
            self, "Deposit slip", self.show_slip, key="show-slip", icon_name="printer"
        )
        self.void_action = make_action(
            self, "Void deposit…", self.void_deposit, key="void-deposit", icon_name="ban"
        )
        self.acts = (self.slip_action, self.void_action)
        self.pane.set_actions(self.acts)
        self.table.set_row_actions(self.acts)
        self._follower = RowFollower(self, self.table, self.show_current)
        self.table.row_activated.connect(self.show_slip)

    def refresh(self) -> None:
        """Read the list again, staying on the current deposit."""
        self.table.set_rows(list_deposits(self.context.ws))
        if self.table.current_row() is None:
            self.table.step(1)
        self.show_current()

    @Slot()
    def show_current(self) -> None:
        """Show the deposit that the keyboard is on."""
        self._follower.rest()
        row = self.table.current_row()
        self.pane.show_deposit(None if row is None else deposit_view(self.context.ws, deposit_id=row.id))
        self.slip_action.setEnabled(row is not None)
        self.void_action.setEnabled(row is not None and not row.void_reason)

    @Slot()
    def show_slip(self) -> None:
        """Show the slip as it was printed."""
        row = self.table.current_row()
        if row is not None:
            slip = deposit_view(self.context.ws, deposit_id=row.id).paper_id
            if slip is None:
                self.context.prompter.tell(
                    f"{row.number} was made elsewhere; its slip is not in this office."
                )
                return
            preview_paper(self, self.context, slip)

    @Slot()
    def void_deposit(self) -> None:
        """Ask why a deposit is void, then void it."""
        row = self.table.current_row()
        if row is None or row.void_reason:
            return
        ask_reason(
            self,
            self.context,
            title=f"Void {row.number}",
            verb="Void the deposit",
            explanation="Only for a deposit that never reached the bank. Its receipts can then be deposited again.",
            then=self._void_deposit_now,
            max_len=REASON_LENGTH,
        )

    @Slot(object)
    def _void_deposit_now(self, reason: str) -> None:
        row = self.table.current_row()
        if row is None:
            return
        try:
            void_deposit(self.context.ws, deposit_id=row.id, reason=reason)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        self.context.toasts.show(
            f"{row.number} is void; its receipts wait to be deposited.", tone=Tone.CAUTION
        )


def _receipts(count: int) -> str:
    return f"{count:,} {'receipt' if count == 1 else 'receipts'}"


def _receipt_id(row: ReceiptRow) -> object:
    return row.id


def _deposit_id(row: DepositRow) -> object:
    return row.id
