"""Going from page to page, and back to the very record one came from."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QWidget

HISTORY_LIMIT = 100


@dataclass(frozen=True, slots=True)
class Route:
    """A place in the program: a screen, and perhaps a record on it and a tab of the record."""

    screen: str
    record_id: int | None = None
    tab: str = ""


class Navigator(QObject):
    """The history of places. ``navigated`` carries the new ``Route``; the window shows it."""

    navigated = Signal(object)
    history_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.room: QWidget | None = None
        """Where the window shows its pages. A page is built there: moved in afterwards, it would be styled twice."""
        self._past: list[Route] = []
        self._future: list[Route] = []
        self._current: Route | None = None
        self._may_leave: Callable[[], bool] | None = None

    @property
    def current(self) -> Route | None:
        """Where we are; ``None`` before the first page."""
        return self._current

    @property
    def previous(self) -> Route | None:
        """The place ``back`` would go to."""
        return self._past[-1] if self._past else None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place to go back to."""
        return bool(self._past)

    @property
    def can_go_forward(self) -> bool:
        """Whether one went back before and can return."""
        return bool(self._future)

    def set_guard(self, may_leave: Callable[[], bool]) -> None:
        """Ask this before leaving a place; ``False`` stays (unsaved work)."""
        self._may_leave = may_leave

    def open(self, route: Route) -> bool:
        """Go to a place; ``False`` if the page one is on must not be left. Opening the current place reloads it."""
        if not self._leave(route):
            return False
        if self._current is not None and route != self._current:
            self._past = [*self._past, self._current][-HISTORY_LIMIT:]
            self._future = []
        self._arrive(route)
        return True

    def note(self, route: Route) -> None:
        """Replace the current place without leaving it: another row was selected on the same page."""
        if self._current is not None and self._current.screen == route.screen:
            self._current = route

    @Slot()
    def back(self) -> bool:
        """Go to the place before; ``False`` if there is none or the page must not be left."""
        if not self._past or not self._leave(self._past[-1]):
            return False
        target = self._past.pop()
        if self._current is not None:
            self._future.append(self._current)
        self._arrive(target)
        return True

    @Slot()
    def forward(self) -> bool:
        """Undo ``back``; ``False`` if there is nothing to return to or the page must not be left."""
        if not self._future or not self._leave(self._future[-1]):
            return False
        target = self._future.pop()
        if self._current is not None:
            self._past.append(self._current)
        self._arrive(target)
        return True

    def _leave(self, target: Route) -> bool:
        return (
            self._current is None or target == self._current or self._may_leave is None or self._may_leave()
        )

    def _arrive(self, route: Route) -> None:
        self._current = route
        self.navigated.emit(route)
        self.history_changed.emit()
