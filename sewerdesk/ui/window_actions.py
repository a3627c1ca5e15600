"""The window's own actions and its menu bar: every command of the frame, with its keys, in one table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from sewerdesk.ui.actions import make_action


@dataclass(frozen=True, slots=True)
class Command:
    """A menu entry: its key, words with mnemonic, keys, icon and what it triggers; ``None`` starts a new group."""

    key: str
    text: str
    trigger: Callable[[], object]
    shortcut: str = ""
    icon: str = ""
    more_keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MenuSpec:
    """A menu of the menu bar."""

    title: str
    commands: tuple[Command | None, ...]


def build_menus(window: QMainWindow, menus: Sequence[MenuSpec]) -> dict[str, QAction]:
    """Fill the menu bar; the actions by key. All work anywhere in the window."""
    actions: dict[str, QAction] = {}
    for spec in menus:
        menu = QMenu(spec.title, window)
        menu.setToolTipsVisible(False)
        window.menuBar().addMenu(menu)
        for command in spec.commands:
            if command is None:
                menu.addSeparator()
                continue
            action = _action(window, command)
            menu.addAction(action)
            window.addAction(action)
            actions[command.key] = action
    return actions


def _action(window: QMainWindow, command: Command) -> QAction:
    action = make_action(
        window,
        command.text,
        command.trigger,
        key=command.key,
        shortcut=command.shortcut,
        icon_name=command.icon,
    )
    if command.more_keys:
        action.setShortcuts([QKeySequence(keys) for keys in (command.shortcut, *command.more_keys)])
    action.setIconVisibleInMenu(False)
    return action
