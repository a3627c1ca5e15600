"""A window that stands on the settings: going to a section, typing, and the dialog that is open."""

from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.settings.screen import SettingsScreen
from sewerdesk.ui.screens.settings.section import SettingsSection
from tests.ui.keyboard import focused

SETTLE_MS = 80


def open_section(window: MainWindow, key: str) -> SettingsSection:
    window.context.navigator.open(Route("settings", tab=key))
    page = window.current_screen
    assert isinstance(page, SettingsScreen)
    section = page.section
    assert section is not None
    assert section.key == key
    QTest.qWait(SETTLE_MS)
    return section


def keys(text: str) -> None:
    """Press keys where the keyboard is, such as ``Ctrl+S``."""
    QTest.keySequence(focused(), QKeySequence(text))
