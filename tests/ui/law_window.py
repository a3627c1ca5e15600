"""The page "The law" and its dialogs, reached as a clerk reaches them."""

from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.law.act_dialog import ActDialog
from sewerdesk.ui.screens.law.screen import LawScreen
from tests.ui.keyboard import focused

SETTLE_MS = 80


def law_page(window: MainWindow, tab: str = "") -> LawScreen:
    window.context.navigator.open(Route("law", tab=tab))
    found = window.current_screen
    assert isinstance(found, LawScreen)
    QTest.qWait(SETTLE_MS)
    return found


def keys(text: str) -> None:
    """Press a key or shortcut where the keyboard is."""
    widget = focused()
    QTest.keySequence(widget, QKeySequence(text))
    QApplication.processEvents()


def dialog() -> QWidget:
    """The dialog that is open; the platform without a screen leaves the window below active."""
    found = QApplication.activeModalWidget()
    assert found is not None, "no dialog is open"
    found.activateWindow()
    QApplication.processEvents()
    return found


def act_dialog() -> ActDialog:
    found = dialog()
    assert isinstance(found, ActDialog)
    return found
