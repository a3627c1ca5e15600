"""A window on an office with the pages of the field and of enforcement, for tests by keyboard."""

from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtWidgets import QApplication, QWidget

from sewerdesk.domain.search import Hit
from sewerdesk.services.workspace import Workspace
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.bridge import Bridge
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Navigator, Route
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.widgets.toast import Toasts
from tests.ui.support import RecordingPrompter

KEYS = ("today", "inspections", "cases", "law", "keys")
Found = TypeVar("Found", bound=QWidget)


def no_hits(_query: str) -> list[Hit]:
    return []


def field_window(
    ws: Workspace, folder: Path, *, start: str, size: tuple[int, int] = (1366, 768)
) -> MainWindow:
    """The window on one of the pages."""
    bridge = Bridge()
    ws.subscribe(bridge.notify)
    context = UiContext(
        ws=ws,
        clock=ws.clock,
        prompter=RecordingPrompter(),
        jobs=InlineJobRunner(),
        navigator=Navigator(),
        settings=SettingsStore.open(folder / "settings.json"),
        views=MemoryStore(),
        toasts=Toasts(),
        bridge=bridge,
    )
    specs = [spec for spec in SCREENS if spec.key in KEYS]
    window = MainWindow(
        context, specs, office="Town of Hague", search=no_hits, search_runner=InlineJobRunner()
    )
    bridge.changed.connect(window.take_changes)
    # A test's own name for the window ends with the test, and the collector must not take the window before it is
    # closed: the office, which lives longer, keeps it.
    ws.subscribe(partial(_keep, window))
    window.resize(*size)
    window.show()
    context.navigator.open(Route(start))
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
