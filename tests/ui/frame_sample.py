"""A window with invented accounts and two pages, for tests of the frame."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QLabel, QPushButton

from sewerdesk.clock import FixedClock
from sewerdesk.domain.search import Hit
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.bridge import Bridge, Changes
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Navigator
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.list_detail import ListDetailScreen
from sewerdesk.ui.screens.registry import SCREENS, Group, ScreenSpec
from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.tables import CellKind, Column, FilterChip, RecordTable, RecordTableModel, SortBy, Status
from sewerdesk.ui.theme import Tone
from sewerdesk.ui.widgets.detail_pane import DetailPane
from sewerdesk.ui.widgets.toast import Toasts
from tests.ui.support import RecordingPrompter

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace

TONES = {"Overdue": Tone.BAD, "Paid": Tone.GOOD, "On hold": Tone.CAUTION}


@dataclass(frozen=True, slots=True)
class AccountRow:
    """An account in a list."""

    id: int
    number: str
    owner: str
    address: str
    balance: Decimal | None
    due: date | None
    state: str
    metered: bool = False


ROWS = (
    AccountRow(1, "1001", "O'Brien, Ann", "12 Main St", Decimal("214.50"), date(2027, 2, 1), "Overdue", True),
    AccountRow(2, "1002", "Smith-Jones, Bo", "9 Lake Shore Dr", Decimal("-45.00"), None, "Paid"),
    AccountRow(3, "1003", "Łukasiewicz, Jan", "120 Main St", None, date(2027, 1, 15), "On hold"),
    AccountRow(
        4, "1004", "Ackerman, Cy", "3 Shore Rd", Decimal("1000.00"), date(2027, 3, 1), "Overdue", True
    ),
)


def status_of(row: AccountRow) -> Status:
    return Status(row.state, TONES[row.state])


COLUMNS: tuple[Column[AccountRow], ...] = (
    Column(key="number", title="Account", value=lambda row: row.number, width=8),
    Column(
        key="owner", title="Owner", value=lambda row: row.owner, width=18, tooltip=lambda row: row.address
    ),
    Column(key="address", title="Service address", value=lambda row: row.address, width=20),
    Column(
        key="balance",
        title="Balance",
        value=lambda row: row.balance,
        kind=CellKind.MONEY,
        width=10,
        summed=True,
        help="What is owed today",
    ),
    Column(key="due", title="Due", value=lambda row: row.due, kind=CellKind.DATE, width=10),
    Column(key="state", title="Status", value=status_of, kind=CellKind.STATUS, width=10),
    Column(
        key="metered",
        title="Metered",
        value=lambda row: row.metered,
        kind=CellKind.YESNO,
        width=8,
        hidden=True,
    ),
)
CHIPS: tuple[FilterChip[AccountRow], ...] = (
    FilterChip("overdue", "Overdue", lambda row: row.state == "Overdue"),
    FilterChip("hold", "On hold", lambda row: row.state == "On hold"),
)


def account_table(
    store: MemoryStore | None = None, *, default_sort: Sequence[SortBy] = (SortBy("number"),)
) -> RecordTable[AccountRow]:
    return RecordTable(
        COLUMNS,
        name="accounts",
        title="Accounts",
        store=MemoryStore() if store is None else store,
        row_key=lambda row: row.id,
        chips=CHIPS,
        empty="No accounts yet.",
        default_sort=default_sort,
    )


def ids(model: RecordTableModel[AccountRow]) -> list[int]:
    """The accounts shown, in their order."""
    return [row.id for row in model.shown_rows()]


@dataclass(frozen=True, slots=True)
class Touched:
    """What a commit touched."""

    records: frozenset[tuple[str, int]]

    def kinds(self) -> frozenset[str]:
        return frozenset(kind for kind, _ in self.records)


class AccountsPage(ListDetailScreen[AccountRow]):
    """Accounts with a summary."""

    watches = frozenset({"account"})

    def __init__(self, context: UiContext) -> None:
        self.pane = DetailPane("Select an account.")
        self.loads = 0
        self.shown: list[tuple[int | None, str]] = []
        super().__init__(
            context, title="Accounts", subtitle="Every account.", table=account_table(), detail=self.pane
        )
        self.pane.add_tab("summary", "Summary", QLabel("Summary"))
        self.pane.add_tab("bills", "Bills", QLabel("Bills"))
        self.new_presses = 0
        self.add_page_action(
            "&New account", self.count_press, key="new", shortcut="Ctrl+N", icon_name="plus", primary=True
        )

    def count_press(self) -> None:
        self.new_presses += 1

    def load(self) -> Sequence[AccountRow]:
        self.loads += 1
        return ROWS

    def show_row(self, row: AccountRow | None, tab: str) -> None:
        self.shown.append((None if row is None else row.id, tab))
        if row is None:
            self.pane.show_nothing()
            return
        self.pane.show_header(
            row.owner, row.address, chips=[status_of(row)], figure="1.00", figure_name="Balance"
        )
        self.pane.show_tab(tab)


class NotesPage(Screen):
    """A page with one button, that may refuse to be left."""

    watches = frozenset({"note"})

    def __init__(self, context: UiContext) -> None:
        super().__init__(context, title="Notes", subtitle="What was noted.", scrolls=True)
        self.leave = True
        self.refreshes: list[Changes | None] = []
        self.button = QPushButton("Write")
        self.body.addWidget(self.button)

    def refresh(self, changes: Changes | None = None) -> None:
        self.refreshes.append(changes)

    def may_leave(self) -> bool:
        return self.leave


def search(query: str) -> list[Hit]:
    return [
        Hit("account", row.id, row.owner, row.address) for row in ROWS if query.lower() in row.owner.lower()
    ]


def sample_context(folder: Path) -> UiContext:
    """A context without an office; no page of the sample reads one."""
    return UiContext(
        ws=cast("Workspace", None),
        clock=FixedClock(date(2027, 3, 31)),
        prompter=RecordingPrompter(),
        jobs=InlineJobRunner(),
        navigator=Navigator(),
        settings=SettingsStore.open(folder / "settings.json"),
        views=MemoryStore(),
        toasts=Toasts(),
        bridge=Bridge(),
    )


def sample_specs() -> tuple[ScreenSpec, ...]:
    keyboard_map = next(spec for spec in SCREENS if spec.key == "keys")
    return (
        ScreenSpec("notes", "Notes", "list", Group.DAY, "Ctrl+1", NotesPage, count=lambda _context: 3),
        ScreenSpec(
            "accounts", "Accounts", "users", Group.DAY, "Ctrl+2", AccountsPage, kinds=frozenset({"account"})
        ),
        keyboard_map,
    )


def sample_window(folder: Path) -> MainWindow:
    return MainWindow(
        sample_context(folder),
        sample_specs(),
        office="Town of Hague",
        search=search,
        search_runner=InlineJobRunner(),
    )
