"""The page "Payments": enter a batch, look up receipts, carry the money to the bank."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QTabWidget

from sewerdesk.domain.money import format_money
from sewerdesk.domain.payments import PostedBatch
from sewerdesk.services.deposits import MadeDeposit
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.opening import preview_paper
from sewerdesk.ui.screens.payments.bank_tabs import DepositsTab, HeldTab
from sewerdesk.ui.screens.payments.entry import BatchEntry
from sewerdesk.ui.screens.payments.receipts_tab import ReceiptsTab

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext

ENTER, RECEIPTS, HELD, DEPOSITS = "enter", "receipts", "to-deposit", "deposits"
_TABS = (ENTER, RECEIPTS, HELD, DEPOSITS)
_SUBTITLE = "Checks, cash and money orders: receipted here, posted to their accounts, carried to the bank."


class PaymentsScreen(Screen):
    """Four tabs, each reached by Alt and its number; F7 posts the batch, F9 makes the deposit."""

    watches = frozenset({"receipt", "receipt_void", "deposit", "deposit_void", "deposit_receipt"})
    help_topic = "payments"

    def __init__(self, context: "UiContext") -> None:
        super().__init__(context, title="Payments", subtitle=_SUBTITLE)
        self.entry = BatchEntry(context)
        self.receipts = ReceiptsTab(context)
        self.held = HeldTab(context)
        self.deposits = DepositsTab(context)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.body.addWidget(self.tabs, 1)
        titles = ("Enter payments", "Receipts", "To deposit", "Deposits")
        for page, title in zip((self.entry, self.receipts, self.held, self.deposits), titles, strict=True):
            self.tabs.addTab(page, title)
        self._offered = False
        self._make_actions(titles)
        self.tabs.currentChanged.connect(self._follow_tab)
        self.entry.changed.connect(self._name_acts)
        self.entry.posted.connect(self._on_posted)
        self.held.changed.connect(self._name_acts)
        self.held.deposited.connect(self._on_deposited)
        self._follow_tab()

    def _make_actions(self, titles: tuple[str, ...]) -> None:
        self.post_action = self.add_page_action(
            "Post receipts",
            self.entry.post,
            key="post",
            shortcut="F7",
            icon_name="check",
            tip="Post the batch as it stands",
            primary=True,
        )
        self.deposit_action = self.add_page_action(
            "Make deposit…",
            self.held.make_deposit,
            key="make-deposit",
            shortcut="F9",
            icon_name="landmark",
            tip="Take all receipts listed, or the rows selected, to the bank",
            primary=True,
        )
        openers = (self.open_entry, self.open_receipts, self.open_held, self.open_deposits)
        for number, (title, slot) in enumerate(zip(titles, openers, strict=True), 1):
            self.addAction(make_action(self, title, slot, key=f"tab-{number}", shortcut=f"Alt+{number}"))
            self.tabs.setTabToolTip(number - 1, f"{title} (Alt+{number})")
        for action in (*self.receipts.acts, *self.deposits.acts):
            self.addAction(action)

    # What the window calls

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the lists again; the batch being typed stays as it is."""
        self.receipts.refresh()
        held = self.held.refresh()
        self.deposits.refresh()
        self.tabs.setTabText(_TABS.index(HELD), f"To deposit ({held:,})" if held else "To deposit")
        self._name_acts()
        if not self._offered:
            self._offered = True
            self.entry.offer_draft()

    def open_record(self, record_id: int, tab: str = "") -> None:
        """Show a receipt, or a deposit where the tab says so; a tab without a record is only turned to."""
        target = self.deposits if tab == DEPOSITS else self.receipts
        self._open(DEPOSITS if tab == DEPOSITS else RECEIPTS)
        target.table.select_key(record_id)
        target.show_current()

    def take_focus(self) -> None:
        """The keyboard starts in the batch, or in the list of the tab shown."""
        if self.tab == ENTER:
            self.entry.begin()
            return
        grids = {
            RECEIPTS: self.receipts.table.grid,
            HELD: self.held.table.grid,
            DEPOSITS: self.deposits.table.grid,
        }
        grids[self.tab].setFocus(Qt.FocusReason.OtherFocusReason)

    # Tabs

    @property
    def tab(self) -> str:
        """Key of the tab shown."""
        return _TABS[self.tabs.currentIndex()]

    def _open(self, tab: str) -> None:
        self.tabs.setCurrentIndex(_TABS.index(tab))
        if self.isVisible():
            self.take_focus()

    @Slot()
    def open_entry(self) -> None:
        """Turn to the batch."""
        self._open(ENTER)

    @Slot()
    def open_receipts(self) -> None:
        """Turn to the receipts."""
        self._open(RECEIPTS)

    @Slot()
    def open_held(self) -> None:
        """Turn to what is not deposited."""
        self._open(HELD)

    @Slot()
    def open_deposits(self) -> None:
        """Turn to the deposits."""
        self._open(DEPOSITS)

    @Slot()
    def _follow_tab(self) -> None:
        """One primary act a tab."""
        self.post_action.setVisible(self.tab == ENTER)
        self.deposit_action.setVisible(self.tab == HELD)
        self._name_acts()

    @Slot()
    def _name_acts(self) -> None:
        """The buttons name the act with its figures."""
        self.post_action.setText(self.entry.act)
        self.post_action.setEnabled(self.entry.grid.count() > 0)
        act = self.held.act
        self.deposit_action.setText(act or "Make deposit…")
        self.deposit_action.setEnabled(bool(act))

    # What was done

    @Slot(object)
    def _on_posted(self, done: PostedBatch) -> None:
        first, last = done.receipts[0].number, done.receipts[-1].number
        span = first if first == last else f"{first} to {last}"
        self.context.toasts.show(f"Posted {span}, {format_money(done.total)}. Alt+3 takes it to the bank.")

    @Slot(object)
    def _on_deposited(self, made: MadeDeposit) -> None:
        self.refresh(None)
        self.open_record(made.id, DEPOSITS)
        self.context.toasts.show(f"{made.number} made, {format_money(made.total)}.")
        preview_paper(self, self.context, made.paper_id)
