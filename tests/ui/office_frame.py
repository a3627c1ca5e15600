"""The real window on a real office, with every page of the registry, for tests of pages by keyboard."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtWidgets import QApplication

from sewerdesk.domain.search import Hit
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.bridge import Bridge
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Navigator
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.widgets.toast import Toasts
from tests.ui.support import RecordingPrompter


@contextmanager
def office_frame(
    ws: Workspace,
    folder: Path,
    *,
    width: int = 1366,
    height: int = 768,
    prompter: RecordingPrompter | None = None,
) -> Iterator[MainWindow]:
    """The window of an open office; it is closed and let go at the end."""
    bridge = Bridge()
    stop = ws.subscribe(bridge.notify)

    def search(query: str) -> Sequence[Hit]:
        return find(ws, typed=query)

    context = UiContext(
        ws=ws,
        clock=ws.clock,
        prompter=prompter or RecordingPrompter(),
        jobs=InlineJobRunner(),
        navigator=Navigator(),
        settings=SettingsStore.open(folder / "settings.json"),
        views=MemoryStore(),
        toasts=Toasts(),
        bridge=bridge,
    )
    window = MainWindow(
        context, SCREENS, office="Town of Hague", search=search, search_runner=InlineJobRunner()
    )
    bridge.changed.connect(window.take_changes)
    window.resize(width, height)
    window.show()
    window.activateWindow()
    QApplication.processEvents()
    try:
        yield window
    finally:
        stop()
        window.hide()
        window.deleteLater()
