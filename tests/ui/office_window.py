"""A window on a test office with chosen pages of the real program."""

from collections.abc import Collection
from pathlib import Path

from sewerdesk.domain.search import Hit
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.bridge import Bridge
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.jobs import InlineJobRunner, JobRunner
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Navigator, Route
from sewerdesk.ui.screens.registry import build_screens
from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.widgets.toast import Toasts
from tests.ui.support import RecordingPrompter

SIZE = (1366, 768)


def office_context(
    ws: Workspace, folder: Path, prompter: RecordingPrompter | None = None, jobs: JobRunner | None = None
) -> UiContext:
    """A context on an office; what it asks is recorded."""
    bridge = Bridge()
    ws.subscribe(bridge.notify)
    return UiContext(
        ws=ws,
        clock=ws.clock,
        prompter=RecordingPrompter() if prompter is None else prompter,
        jobs=jobs or InlineJobRunner(),
        navigator=Navigator(),
        settings=SettingsStore.open(folder / "settings.json"),
        views=MemoryStore(),
        toasts=Toasts(),
        bridge=bridge,
    )


def office_window(
    context: UiContext, keys: Collection[str], *, start: Route, size: tuple[int, int] = SIZE
) -> MainWindow:
    """The window with some of the program's pages, on one of them."""

    def search(query: str) -> list[Hit]:
        return list(find(context.ws, typed=query))

    window = MainWindow(
        context,
        [spec for spec in build_screens() if spec.key in keys],
        office="Town of Hague",
        search=search,
        search_runner=InlineJobRunner(),
    )
    context.bridge.changed.connect(window.take_changes)
    window.resize(*size)
    window.show()
    context.navigator.open(start)
    return window
