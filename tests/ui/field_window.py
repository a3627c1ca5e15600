"""A window on an office with the pages of the field and of enforcement, for tests by keyboard."""

from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtWidgets import QApplication, QWidget

from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from tests.ui.office_window import SIZE, office_context, office_window

KEYS = ("today", "inspections", "cases", "law", "keys")
Found = TypeVar("Found", bound=QWidget)


def field_window(ws: Workspace, folder: Path, *, start: str, size: tuple[int, int] = SIZE) -> MainWindow:
    """The window on one of the pages."""
    window = office_window(office_context(ws, folder), KEYS, start=Route(start), size=size)
    # A test's own name for the window ends with the test, and the collector must not take the window before it is
    # closed: the office, which lives longer, keeps it.
    ws.subscribe(partial(_keep, window))
    return window


def _keep(_window: MainWindow, _changes: object) -> None:
    """Holds the window; there is nothing to do on a change."""


def dialog(kind: type[Found], *, titled: str = "") -> Found:
    """The dialog of a kind that is open now, the last opened first."""
    shown = [one for one in QApplication.topLevelWidgets() if isinstance(one, kind) and one.isVisible()]
    found = [one for one in shown if titled in one.windowTitle()]
    assert found, f"no {kind.__name__} is open"
    found[-1].activateWindow()
    QApplication.processEvents()
    return found[-1]


def field(form: FormDialog[Any], name: str) -> QWidget:
    """A field of a dialog, with the keyboard in it."""
    form.frame.view.go_to(name)
    return form.frame.view.editor(name).primary
