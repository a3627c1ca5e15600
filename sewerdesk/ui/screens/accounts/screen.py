"""The page "Accounts": every account with what it owes, and one account with its money."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QStackedWidget, QToolButton

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.registers import AccountRow, AccountView
from sewerdesk.services.account_money import account_bills, account_money, account_papers, parcel_work
from sewerdesk.services.accounts import account_view, list_accounts
from sewerdesk.services.bill_files import bill_file
from sewerdesk.ui.errors import FailuresShown
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.accounts.acts import AccountActs
from sewerdesk.ui.screens.accounts.changes import AccountChanges
from sewerdesk.ui.screens.accounts.page import BILLS, PAPERS, REGISTER, AccountPage
from sewerdesk.ui.screens.accounts.specs import ACCOUNT_CHIPS, ACCOUNT_COLUMNS, status_chip
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.opening import preview_paper, preview_pdf
from sewerdesk.ui.screens.registry import screen_of_kind
from sewerdesk.ui.tables import RecordTable, row_id
from sewerdesk.ui.theme import Ink, icon
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext

_SUBTITLE = "Who is billed, for what, and what is owed."
_EMPTY = (
    "Accounts are listed here with their balances. Import them under Import, or connect a property by permit."
)


class AccountsScreen(Screen):
    """The list, and in its place the page of an account; Alt+Left goes back to the list."""

    watches = frozenset(
        {"account", "account_hold", "account_role", "account_status", "account_units", "party"}
        | {"party_address", "receipt", "receipt_void", "entry", "billing_run", "meter_reading", "permit"}
        | {"violation_case", "parcel", "parcel_role", "paper"}
    )
    help_topic = "accounts"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="Accounts", subtitle=_SUBTITLE)
        self.table: RecordTable[AccountRow] = RecordTable(
            ACCOUNT_COLUMNS,
            name="accounts",
            title="Accounts",
            store=context.views,
            row_key=row_id,
            chips=ACCOUNT_CHIPS,
            empty=_EMPTY,
        )
        self._page: AccountPage | None = None
        self.view: AccountView | None = None
        self._places = QStackedWidget()
        self._places.addWidget(self.table)
        self.body.addWidget(self._places, 1)
        self._list_is_stale = True
        self._was_opened = False
        self._add_back()
        self._add_actions()
        self._connect()
        self._follow_place()

    def _add_back(self) -> None:
        self.back_button = QToolButton()
        self.back_button.setIcon(icon("arrow-left", Ink.SECONDARY))
        self.back_button.setAccessibleName("Back to the list of accounts")
        self.back_button.setToolTip("Back to the list of accounts")
        self.back_button.clicked.connect(self.back_to_list)
        self._head.insertWidget(0, self.back_button, 0, Qt.AlignmentFlag.AlignTop)

    def _add_actions(self) -> None:
        self.acts = AccountActs(self, self.context, shown=self.shown)
        for action in self.acts.all:
            rare = action in (self.acts.payoff, self.acts.adjust, self.acts.address, self.acts.note)
            self.show_action(action, primary=action is self.acts.pay, more=rare)
        self.changes = AccountChanges(self, self.context, shown=self.shown)
        for action in self.changes.all:
            self.show_action(action, more=True)
        for action in self.table.actions():
            self.addAction(action)

    def _connect(self) -> None:
        self.table.row_activated.connect(self._open_row)
        self.acts.done.connect(self._after_act)
        self.changes.done.connect(self._after_act)

    @property
    def page(self) -> AccountPage:
        """The page of an account; it is built when the first account is opened."""
        if self._page is None:
            self._page = AccountPage(self.context)
            self._places.addWidget(self._page)
            self.addAction(self._page.table_action)
            self._page.bill_asked.connect(self.show_bill)
            self._page.receipt_asked.connect(self._open_receipt)
            self._page.paper_asked.connect(self._show_paper)
            self._page.tab_turned.connect(self._fill_tab)
            self._page.side.link_picked.connect(self._follow_link)
        return self._page

    # What the window calls

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read again what is shown; the list behind an account is read when one goes back to it."""
        self._list_is_stale = True
        if self.view is not None:
            self._show(self.view.row.id)
        elif self._was_opened:
            self._read_list()

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Show an account, on a tab if one is named."""
        self._was_opened = True
        self._show(record_id)
        self.page.show_tab(tab or REGISTER)
        self._fill_tab(self.page.tab)

    def open_overview(self) -> None:
        """Show the list."""
        self._was_opened = True
        shown = self.view
        self.view = None
        self._follow_place()
        self._read_list()
        if shown is not None:
            self.table.select_key(shown.row.id)

    def take_focus(self) -> None:
        """The keyboard starts in the list, or in the account's register."""
        if self.view is None:
            self.table.grid.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.page.take_focus()

    def _read_list(self) -> None:
        if self._list_is_stale:
            self._list_is_stale = False
            self.table.set_rows(list_accounts(self.context.ws))
            if self.table.current_row() is None:
                self.table.step(1)

    def _show(self, account_id: int) -> None:
        ws = self.context.ws
        try:
            view = account_view(ws, account_id=account_id)
        except SewerdeskError as problem:
            self.context.prompter.tell(problem.message, problem=True)
            return
        self.view = view
        money = account_money(ws, account_id=account_id)
        self.page.show_account(view, money, parcel_work(ws, parcel_id=view.row.parcel_id))
        self._follow_place()
        self._fill_tab(self.page.tab)

    def _follow_place(self) -> None:
        """Titles and actions of the list, or of the account shown."""
        view = self.view
        self._places.setCurrentWidget(self.table if view is None else self.page)
        self.back_button.setVisible(view is not None)
        self.banners.clear()
        if self._page is not None:
            self._page.table_action.setVisible(view is not None)
        self.acts.follow(view)
        self.changes.follow(view)
        self._more.setVisible(view is not None)
        if view is None:
            self.set_title("Accounts", _SUBTITLE)
            return
        row = view.row
        facts = (row.location, f"tax map {row.print_key}", f"class {row.class_code}", f"{row.units} EDU")
        status = status_chip(row).text.lower()
        self.set_title(f"{row.number} · {row.name}", " · ".join((*facts, status)))
        if row.on_hold:
            reason = next((hold.value for hold in reversed(view.holds) if hold.until is None), "")
            sentence = f"Not billed while on hold: {reason}" if reason else "Not billed while on hold."
            self.show_banner("hold", Tone.CAUTION, sentence, self.acts.release)

    @Slot(str)
    def _fill_tab(self, tab: str) -> None:
        """Bills and papers are read when they are looked at."""
        if self.view is None:
            return
        account_id = self.view.row.id
        if tab == BILLS:
            self.page.show_bills(account_bills(self.context.ws, account_id=account_id))
        elif tab == PAPERS:
            self.page.show_papers(account_papers(self.context.ws, account_id=account_id))

    def shown(self) -> AccountView | None:
        """The account shown now; ``None`` while the list is."""
        return self.view

    @Slot()
    def _after_act(self) -> None:
        self.refresh(None)

    # Going places

    @Slot(object)
    def _open_row(self, row: AccountRow) -> None:
        self.context.navigator.open(Route(self.key, row.id))

    @Slot()
    def back_to_list(self) -> None:
        """Go back to the list of accounts."""
        self.context.navigator.open(Route(self.key))

    @Slot(object)
    def _open_receipt(self, receipt_id: int) -> None:
        self.context.navigator.open(Route("payments", receipt_id))

    @Slot(str, object)
    def _follow_link(self, kind: str, record_id: int) -> None:
        screen = screen_of_kind(kind)
        if screen:
            self.context.navigator.open(Route(screen, record_id))

    @Slot(object)
    def show_bill(self, bill_id: int) -> None:
        """Show a bill as it was posted."""
        number = self.view.row.number if self.view is not None else ""
        with FailuresShown(self.context.prompter):
            preview_pdf(
                self,
                self.context,
                bill_file(self.context.ws, bill_id=bill_id),
                title=f"Bill of account {number}",
                file_name=f"bill-{number}-{bill_id}.pdf",
            )

    @Slot(object)
    def _show_paper(self, paper_id: int) -> None:
        with FailuresShown(self.context.prompter):
            preview_paper(self, self.context, paper_id)
