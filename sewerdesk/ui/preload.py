"""Loads the code of the pages while the clerk does nothing, so that a first visit only costs building the page.

One module is loaded a turn, from the rules upward: what a module stands on is loaded before it, so that no turn takes
long. While somebody types, uses the mouse or waits for a job, nothing is loaded.
"""

import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QTimer, Signal, Slot
from PySide6.QtWidgets import QApplication, QWidget

FIRST_AFTER_MS = 700
"""From showing the window to the first module: the clerk's first look comes first."""
EVERY_MS = 12
QUIET_MS = 400
"""How long no key and no button must have been pressed."""
_PAGES = "sewerdesk.ui.screens"
_LAYERS = (
    "sewerdesk.domain",
    "sewerdesk.services",
    "sewerdesk.ui.widgets",
    "sewerdesk.ui.tables",
    "sewerdesk.ui.forms",
    "sewerdesk.ui.dialogs",
)
_SMALL_STEPS = (
    "sewerdesk.documents.letters",
    "sewerdesk.documents.pdf.kit",
    "sewerdesk.documents.pdf.application",
    "sewerdesk.documents.pdf.permit",
    "sewerdesk.services.counter_papers",
    "sewerdesk.services.application_pages",
)
"""What the first of the services stand on; together it would be a long turn."""
_LEFT_OUT = frozenset({"sewerdesk.services.sample", *_SMALL_STEPS})
_AT_WORK = frozenset({QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel})


def modules_of_pages() -> Iterator[str]:
    """The names of all modules that the pages stand on, from the rules upward, then the pages' own."""
    for layer in _LAYERS:
        if layer == "sewerdesk.services":
            yield from _SMALL_STEPS
        yield from (name for name, is_package in _parts(layer) if not is_package and name not in _LEFT_OUT)
    pages = list(_parts(_PAGES))
    yield from (name for name, is_package in pages if not is_package)
    for page, is_package in pages:
        if is_package:
            yield from (name for name, _is_package in _parts(page))


def _parts(package: str) -> Iterator[tuple[str, bool]]:
    path = importlib.import_module(package).__path__
    return ((found.name, found.ispkg) for found in pkgutil.iter_modules(path, prefix=f"{package}."))


class Preloader(QObject):
    """Loads the pages' modules, one a turn, once ``start`` was called; ``finished`` is told when all are loaded."""

    finished = Signal()

    def __init__(
        self,
        window: QWidget,
        *,
        is_busy: Callable[[], bool],
        names: Callable[[], Iterator[str]] = modules_of_pages,
        load: Callable[[str], object] = importlib.import_module,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._is_busy = is_busy
        self._name_all, self._load = names, load
        self._names: Iterator[str] = iter(())
        self._quiet = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._turn)

    def start(self) -> None:
        """Begin a little after the window was shown; does nothing where it was begun before."""
        handle = self._window.windowHandle()
        if self._timer.isActive() or handle is None:
            return
        # The window's own surface gets keys and buttons before any widget, and little else.
        handle.installEventFilter(self)
        self._names = self._name_all()
        self._quiet.start()
        self._timer.start(FIRST_AFTER_MS)

    def stop(self) -> None:
        """Load no more."""
        self._timer.stop()
        self._names = iter(())
        handle = self._window.windowHandle()
        if handle is not None:
            handle.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Notice when the clerk is at work."""
        if event.type() in _AT_WORK:
            self._quiet.restart()
        return super().eventFilter(watched, event)

    def is_quiet(self) -> bool:
        """Whether nobody would notice that a module is loaded now."""
        return (
            self._quiet.hasExpired(QUIET_MS)
            and QApplication.activeModalWidget() is None
            and QApplication.activePopupWidget() is None
            and not self._is_busy()
        )

    @Slot()
    def _turn(self) -> None:
        if not self.is_quiet():
            self._timer.start(QUIET_MS)
            return
        name = next((each for each in self._names if each not in sys.modules), None)
        if name is None:
            self.stop()
            self.finished.emit()
            return
        self._timer.start(EVERY_MS)
        self._load(name)
