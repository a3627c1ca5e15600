"""The numbers in the rail: asked of one section after the other, so that typing never waits for all of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from sewerdesk.ui.frame.rail import Rail

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext
    from sewerdesk.ui.screens.registry import ScreenSpec

DELAY_MS = 150
"""From a change to the first number: several changes in a row are counted once."""


class RailCounts(QObject):
    """Keeps the rail's numbers. ``ask`` counts only after a change; ``ask_anew`` says that there was one."""

    def __init__(self, rail: Rail, specs: Sequence["ScreenSpec"], context: "UiContext") -> None:
        super().__init__(rail)
        self._rail = rail
        self._context = context
        self._specs = [spec for spec in specs if spec.in_rail and spec.count is not None]
        self._left: list[ScreenSpec] = []
        self._is_fresh = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._turn)

    def ask(self) -> None:
        """Count soon, unless the numbers are those of the books as they are."""
        if not self._is_fresh:
            self.ask_anew()

    def ask_anew(self) -> None:
        """The books, or the day, changed: count soon, from the first section on."""
        self._is_fresh = True
        self._left = list(self._specs)
        self._timer.start(DELAY_MS)

    @Slot()
    def _turn(self) -> None:
        if not self._left:
            return
        spec = self._left.pop(0)
        if self._left:
            self._timer.start(0)
        if spec.count is not None:
            self._rail.set_count(spec.key, spec.count(self._context))
