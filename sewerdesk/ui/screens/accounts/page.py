"""The money page of an account: register and chart, open items, bills, papers, history, and what stands beside."""

from datetime import date
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QStackedWidget, QTabWidget, QVBoxLayout, QWidget

from sewerdesk.domain.accountmoney import AccountMoney, BillRow, OpenRow, RegisterRow
from sewerdesk.domain.entry import format_date
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.registers import AccountView, RoleView, SpanView
from sewerdesk.services.account_money import ParcelWork
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.screens.accounts.chart import QuarterChart, charge_bars, use_bars
from sewerdesk.ui.screens.accounts.side import SidePanel
from sewerdesk.ui.screens.accounts.specs import (
    BILL_COLUMNS,
    OPEN_CHIPS,
    OPEN_COLUMNS,
    PAPER_COLUMNS,
    QUARTER_COLUMNS,
    REGISTER_COLUMNS,
)
from sewerdesk.ui.tables import Column, RecordTable
from sewerdesk.ui.theme import set_role, theme
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

Row = TypeVar("Row")
REGISTER, OPEN, BILLS, PAPERS, HISTORY = "register", "open", "bills", "papers", "history"
_TABS = (REGISTER, OPEN, BILLS, PAPERS, HISTORY)
SIDE_CHARACTERS = 42
SIDE_SHARE = 31
"""Most of the page's width that the panel beside takes, in percent."""
_REGISTER_LINES = 8
"""The lowest room for the register; in a lower window the tab scrolls."""
NO_MONEY = "Nothing was charged or paid yet. Bills post here, payments too."
NO_BILLS = "No bill yet. The next billing run makes one."
NO_PAPERS = "No paper names this account yet."


class AccountPage(QWidget):
    """Shows one account. ``bill_asked`` and ``paper_asked`` carry ids, ``receipt_asked`` a receipt's id."""

    bill_asked = Signal(object)
    paper_asked = Signal(object)
    receipt_asked = Signal(object)
    tab_turned = Signal(str)

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.register = self._table(REGISTER_COLUMNS, "register", "Register", NO_MONEY)
        self.items = RecordTable(
            OPEN_COLUMNS,
            name="account-items",
            title="Charges and what paid them",
            store=context.views,
            row_key=_item_key,
            chips=OPEN_CHIPS,
            empty=NO_MONEY,
        )
        self.bills = self._table(BILL_COLUMNS, "bills", "Bills", NO_BILLS)
        self.papers = self._table(PAPER_COLUMNS, "papers", "Papers", NO_PAPERS)
        self.quarters = self._table(QUARTER_COLUMNS, "quarters", "Eight quarters", NO_BILLS)
        self.explanation = QLabel()
        self.charges = QuarterChart("Charges", "dollars")
        self.use = QuarterChart("Use", "gallons")
        self.side = SidePanel()
        self._history = KeyValueGrid(columns=1)
        self.tabs = QTabWidget()
        self._lay_out()
        self._connect()

    def _table(self, columns: tuple[Column[Row], ...], name: str, title: str, empty: str) -> RecordTable[Row]:
        table: RecordTable[Row] = RecordTable(
            columns, name=f"account-{name}", title=title, store=self._context.views, empty=empty
        )
        table.filter_line.hide()
        table.columns_button.hide()
        return table

    def _lay_out(self) -> None:
        self.tabs.setDocumentMode(True)
        history = QWidget()
        inside = QVBoxLayout(history)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(SectionTitle("What held from when"))
        inside.addWidget(self._history)
        inside.addStretch(1)
        pages = (
            (self._register_page(), "Register"),
            (self.items, "Charges"),
            (self.bills, "Bills"),
            (self.papers, "Papers"),
            (scrolled(history), "History"),
        )
        for page, title in pages:
            holder = QWidget()
            column = QVBoxLayout(holder)
            column.setContentsMargins(0, 12, 0, 0)
            column.addWidget(page)
            self.tabs.addTab(holder, title)
        self._side_area = scrolled(self.side)
        self._side_area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(16)
        line.addWidget(self.tabs, 1)
        line.addWidget(self._side_area)

    def _register_page(self) -> QWidget:
        self.explanation.setWordWrap(True)
        self.explanation.setTextFormat(Qt.TextFormat.PlainText)
        self.explanation.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.explanation.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_role(self.explanation, role="secondary")
        charts = QWidget()
        bars = QHBoxLayout(charts)
        bars.setContentsMargins(0, 0, 0, 0)
        bars.setSpacing(24)
        bars.addWidget(self.charges, 1)
        bars.addWidget(self.use, 1)
        self.quarters.footer.hide()
        self.figures = QStackedWidget()
        self.figures.addWidget(charts)
        self.figures.addWidget(self.quarters)
        self.figures.setFixedHeight(self.charges.sizeHint().height())
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.register, 1)
        column.addWidget(self.explanation)
        column.addWidget(self.figures)
        self.register.setMinimumHeight(_REGISTER_LINES * self.fontMetrics().lineSpacing())
        return scrolled(page)

    def _connect(self) -> None:
        self.register.current_changed.connect(self._explain)
        self.register.row_activated.connect(self._open_entry)
        self.bills.row_activated.connect(self._open_bill)
        self.papers.row_activated.connect(self._open_paper)
        self.tabs.currentChanged.connect(self._tell_tab)
        theme().changed.connect(self._fit_side)
        self._fit_side()
        self.table_action = make_action(
            self,
            "Figures as a table or as bars",
            self.turn_figures,
            key="figures",
            shortcut="Ctrl+T",
            icon_name="chart-column",
        )

    # What is shown

    def show_account(self, view: AccountView, money: AccountMoney, work: ParcelWork) -> None:
        """Show an account with its money; bills and papers come when their tab is turned to."""
        self.register.set_rows(money.register)
        if self.register.current_row() is None:
            self.register.step(1)
        self._explain(self.register.current_row())
        self.items.set_rows(money.items)
        self.charges.set_bars(charge_bars(money.quarters))
        self.use.set_bars(use_bars(money.quarters))
        self.use.setVisible(any(quarter.use is not None for quarter in money.quarters))
        self.quarters.set_rows(tuple(reversed(money.quarters)))
        self.side.show_account(view, money, work)
        self._history.set_pairs(_history(view))

    def show_bills(self, bills: tuple[BillRow, ...]) -> None:
        """Show the account's bills."""
        self.bills.set_rows(bills)

    def show_papers(self, papers: tuple[PaperRow, ...]) -> None:
        """Show the papers about the account."""
        self.papers.set_rows(papers)

    @property
    def tab(self) -> str:
        """Key of the tab shown."""
        return _TABS[self.tabs.currentIndex()]

    def show_tab(self, key: str) -> None:
        """Turn to a tab; an unknown key changes nothing."""
        if key in _TABS:
            self.tabs.setCurrentIndex(_TABS.index(key))

    def take_focus(self) -> None:
        """Put the keyboard into the list of the tab shown."""
        tables = {OPEN: self.items.grid, BILLS: self.bills.grid, PAPERS: self.papers.grid}
        tables.get(self.tab, self.register.grid).setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def turn_figures(self) -> None:
        """Show the eight quarters as a table, or as bars again."""
        table = self.figures.currentIndex() == 0
        self.figures.setCurrentIndex(1 if table else 0)
        height = self.charges.sizeHint().height()
        self.figures.setFixedHeight(2 * height if table else height)
        if table:
            self.quarters.grid.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.register.grid.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The panel beside takes less on a narrow page."""
        super().resizeEvent(event)
        self._fit_side()

    @Slot()
    def _fit_side(self) -> None:
        wide = self.fontMetrics().averageCharWidth() * SIDE_CHARACTERS
        self._side_area.setFixedWidth(max(min(wide, self.width() * SIDE_SHARE // 100), wide // 2))
        self.explanation.setMinimumHeight(2 * self.fontMetrics().lineSpacing())

    @Slot(object)
    def _explain(self, row: RegisterRow | None) -> None:
        self.explanation.setText("" if row is None else row.explanation)

    @Slot(object)
    def _open_entry(self, row: RegisterRow) -> None:
        if row.bill_id is not None:
            self.bill_asked.emit(row.bill_id)
        elif row.receipt_id is not None:
            self.receipt_asked.emit(row.receipt_id)

    @Slot(object)
    def _open_bill(self, row: BillRow) -> None:
        self.bill_asked.emit(row.id)

    @Slot(object)
    def _open_paper(self, row: PaperRow) -> None:
        self.paper_asked.emit(row.id)

    @Slot()
    def _tell_tab(self) -> None:
        self.tab_turned.emit(self.tab)


def _item_key(row: OpenRow) -> object:
    return row.key


def _history(view: AccountView) -> list[tuple[str, str]]:
    """Everything that held from a day to a day, newest first."""
    return [
        ("Status", _spans(view.statuses)),
        ("Rate class", _spans(view.classes)),
        ("Units (EDU)", _spans(view.units)),
        ("Bill goes to", _roles(view.bill_to)),
        ("Holds", _spans(view.holds)),
        (
            "Meters",
            "\n".join(
                f"{meter.serial}, {_from_to(meter.installed_on, meter.removed_on)}" for meter in view.meters
            ),
        ),
        ("Opened", format_date(view.opened_on)),
        ("Former number", view.old_number),
    ]


def _spans(spans: tuple[SpanView, ...]) -> str:
    return "\n".join(
        f"{span.value}, {_from_to(span.start, span.until)}" + (f" ({span.reason})" if span.reason else "")
        for span in reversed(spans)
    )


def _roles(roles: tuple[RoleView, ...]) -> str:
    return "\n".join(f"{role.party.name}, {_from_to(role.start, role.until)}" for role in reversed(roles))


def _from_to(start: date, until: date | None) -> str:
    since = f"from {start:%m/%d/%Y}"
    return f"{since} until {until:%m/%d/%Y}" if until else since
