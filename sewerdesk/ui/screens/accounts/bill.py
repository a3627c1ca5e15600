"""One bill: its charges with what made them, where it stands, and the very page that was mailed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel

from sewerdesk.domain.accountmoney import BillLineView, BillView
from sewerdesk.domain.entry import format_date
from sewerdesk.domain.errors import SewerdeskError, UserError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.singlebills import CorrectedBill
from sewerdesk.domain.wording import join_words
from sewerdesk.services.account_money import bill_view
from sewerdesk.services.bill_corrections import (
    BilledReading,
    CorrectFacts,
    correct_bill,
    correctable_reading,
    put_right,
)
from sewerdesk.services.bill_files import bill_file
from sewerdesk.services.single_bills import BillDates
from sewerdesk.ui.errors import FailuresShown, show_failure
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.accounts.change_specs import CorrectForm, correct_form
from sewerdesk.ui.screens.accounts.page import BILLS
from sewerdesk.ui.screens.base import RecordPage
from sewerdesk.ui.screens.opening import open_form, preview_pdf
from sewerdesk.ui.tables import CellKind, Column, RecordTable
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
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
        self._reading: BilledReading | None = None
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
        self.correct_action = self.add_page_action(
            "Correct this bill…",
            self.correct,
            key="correct-bill",
            icon_name="undo-2",
            tip="Reverse it and make it again; both stay on record",
        )
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
                ("Due", format_date(row.due_date) if row.due_date else "With the next bill"),
                ("Total due as printed", format_money(row.total_due)),
                ("Of these charges still open", format_money(row.open_amount)),
            )
        )
        self.correct_action.setEnabled(row.live)
        if row.live:
            self.banners.remove("void")
        else:
            self.show_banner(
                "void", Tone.CAUTION, "This bill is void: it was corrected, or its run was rolled back."
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
        number = self.view.row.number
        with FailuresShown(self.context.prompter):
            content = bill_file(self.context.ws, bill_id=self.view.row.id)
            preview_pdf(self, self.context, content, title=f"Bill {number}", file_name=f"{number}.pdf")

    @Slot()
    def correct(self) -> None:
        """Ask what was wrong, and make the bill again."""
        if self.view is None:
            return
        try:
            reading = correctable_reading(self.context.ws, bill_id=self.view.row.id)
        except SewerdeskError as problem:
            show_failure(self.context.prompter, problem)
            return
        self._reading = reading
        words = "" if reading is None else f"the reading {reading.value:f} of {reading.read_on:%m/%d/%Y}"
        open_form(
            self,
            self.context,
            correct_form(words, None if reading is None else reading.digits),
            title=f"Correct bill {self.view.row.number}",
            verb="Correct the bill",
            save=self._correct,
            then=self._corrected,
            draft=CorrectForm(bill_date=self.context.clock.today()),
            explanation="The wrong bill is reversed and stays on record; the new one says that it takes its place. "
            "Put units, class or status right on the account first.",
        )

    def _correct(self, form: CorrectForm) -> object:
        view, reading = self.view, self._reading
        if view is None:
            raise UserError("No bill is shown. Go back to the account and choose it again.")
        facts = CorrectFacts()
        if form.right is not None and reading is not None:
            facts = put_right(reading, form.right, reason=form.reason)
        dates = BillDates(form.bill_date or self.context.clock.today(), form.due_date)
        return correct_bill(
            self.context.ws, bill_id=view.row.id, reason=form.reason, dates=dates, facts=facts
        )

    @Slot(object)
    def _corrected(self, done: CorrectedBill) -> None:
        numbers = join_words([bill.number for bill in done.bills])
        self.context.toasts.show(
            f"{numbers} takes the place of {done.original}; the balance changes by {format_money(done.difference)}."
        )
        self.open_record(done.bills[0].bill_id)

    @Slot()
    def open_account(self) -> None:
        """Go to the account's bills."""
        if self.view is not None:
            self.context.navigator.open(Route("accounts", self.view.account_id, BILLS))

    @Slot(object)
    def _explain(self, row: BillLineView | None) -> None:
        self.explanation.setText("" if row is None else row.text)
