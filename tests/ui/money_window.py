"""A window on an office with the import, billing and rate pages, for tests by keyboard."""

from sewerdesk.ui.context import UiContext
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from tests.ui.office_window import office_window

KEYS = ("imports", "billing", "billing-run", "rates", "keys")


def money_window(context: UiContext, *, start: str) -> MainWindow:
    """The window, on one of the pages."""
    return office_window(context, KEYS, start=Route(start))
