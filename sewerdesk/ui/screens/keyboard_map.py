"""All keys of the program, read from the actions that are alive, in a list that can be filtered and exported."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from sewerdesk.ui.actions import actions_with_keys, plain_text, shortcut_text
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.tables import Column, RecordTable

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class KeyRow:
    """One key: what it does, and where it works."""

    keys: str
    does: str
    where: str


COLUMNS: tuple[Column[KeyRow], ...] = (
    Column(key="keys", title="Keys", value=lambda row: row.keys, width=22),
    Column(key="does", title="What it does", value=lambda row: row.does, width=36),
    Column(key="where", title="Where", value=lambda row: row.where, width=24),
)
GENERAL_KEYS = (
    KeyRow("Enter", "Open the current row", "Lists"),
    KeyRow("Shift+F10", "Menu of the current row", "Lists"),
    KeyRow("Any letter", "Jump to the row that begins with it", "Lists"),
    KeyRow("Shift+click on a title", "Sort by a second column", "Lists"),
    KeyRow("Esc", "Clear the filter, close a panel or message", "Everywhere"),
    KeyRow("Tab, Shift+Tab", "Next field, previous field", "Everywhere"),
)


class KeyboardMapScreen(Screen):
    """The list of keys. It reads the window's actions and those of every page built so far."""

    def __init__(self, context: "UiContext") -> None:
        super().__init__(
            context, title="Keyboard map", subtitle="Every key of the program, and where it works."
        )
        self.table: RecordTable[KeyRow] = RecordTable(
            COLUMNS, name="keyboard-map", title="Keyboard map", store=context.views, empty="No keys are set."
        )
        self.body.addWidget(self.table, 1)
        for action in self.table.actions():
            self.addAction(action)

    def take_focus(self) -> None:
        """The keyboard starts in the filter line."""
        self.table.focus_filter()

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the keys again; pages visited meanwhile have added theirs."""
        window = self.window()
        rows = key_rows(window, "Everywhere")
        for screen in window.findChildren(Screen):
            rows += key_rows(screen, screen.title)
        self.table.set_rows([*rows, *GENERAL_KEYS])


def key_rows(widget: QWidget, where: str) -> list[KeyRow]:
    """The keys of a widget's own actions."""
    actions = actions_with_keys([widget])
    return [KeyRow(shortcut_text(action), plain_text(action), where) for action in actions]
