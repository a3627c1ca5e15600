"""Every page of the program, listed once, in the order of the rail; a new page is one more entry here.

A page's module is imported, and the page built, on its first visit.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext
    from sewerdesk.ui.screens.base import Screen


class Group(StrEnum):
    """Groups of the rail, set apart by a little room."""

    DAY = "day"
    MONEY = "money"
    WORKS = "works"
    OFFICE = "office"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class ScreenSpec:
    """A page: its key in routes, its words and icon in the rail, its keys, and how it is built.

    ``kinds`` are the kinds of search hit that open on this page. ``count`` says how many things wait there,
    shown in the rail; ``None`` for a page that does not count. ``in_rail`` is ``False`` for pages reached
    otherwise.
    """

    key: str
    title: str
    icon: str
    group: Group
    shortcut: str
    factory: "Callable[[UiContext], Screen]"
    in_rail: bool = True
    kinds: frozenset[str] = frozenset()
    count: "Callable[[UiContext], int] | None" = None


def build_screens() -> tuple[ScreenSpec, ...]:
    """All pages in the order of the rail. Add yours on one line, with its factory above."""
    return (ScreenSpec("keys", "Keyboard map", "keyboard", Group.HIDDEN, "", _keyboard_map, in_rail=False),)


def _keyboard_map(context: "UiContext") -> "Screen":
    from sewerdesk.ui.screens.keyboard_map import KeyboardMapScreen

    return KeyboardMapScreen(context)


SCREENS = build_screens()
