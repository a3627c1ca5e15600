"""A window on an office with the import, billing and rate pages, for tests by keyboard."""

from pathlib import Path

from sewerdesk.domain.search import Hit
from sewerdesk.services.workspace import Workspace
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.bridge import Bridge
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.jobs import InlineJobRunner, JobRunner
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Navigator, Route
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.widgets.toast import Toasts
from tests.ui.support import RecordingPrompter

KEYS = ("imports", "billing", "billing-run", "rates", "keys")


def no_hits(_query: str) -> list[Hit]:
    return []


def money_context(ws: Workspace, folder: Path, jobs: JobRunner | None = None) -> UiContext:
    """A context on an office; what it asks is recorded."""
    bridge = Bridge()
    ws.subscribe(bridge.notify)
    return UiContext(
        ws=ws,
        clock=ws.clock,
        prompter=RecordingPrompter(),
        jobs=jobs or InlineJobRunner(),
        navigator=Navigator(),
        settings=SettingsStore.open(folder / "settings.json"),
        views=MemoryStore(),
        toasts=Toasts(),
        bridge=bridge,
    )


def money_window(context: UiContext, *, start: str) -> MainWindow:
    """The window, on one of the pages."""
    specs = [spec for spec in SCREENS if spec.key in KEYS]
    window = MainWindow(
        context, specs, office="Town of Hague", search=no_hits, search_runner=InlineJobRunner()
    )
    context.bridge.changed.connect(window.take_changes)
    window.resize(1366, 768)
    window.show()
    context.navigator.open(Route(start))
    return window
