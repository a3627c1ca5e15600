"""The record beside a list follows the row under the keyboard."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QEvent, QObject, QTimer, Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.ui.tables.table import RecordTable

REST_MS = 40


class RowFollower(QObject):
    """Calls ``show``, a bound method, a moment after the keyboard rests on another row.

    So running down a list does not read every record. A key that may be an act's shortcut does not wait: the record
    is shown before the key acts, so that no act falls on the row before.
    """

    def __init__(self, page: QWidget, table: RecordTable[Any], show: Callable[[], object]) -> None:
        super().__init__(page)
        self._show = show
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(REST_MS)
        self._timer.timeout.connect(self.catch_up)
        table.current_changed.connect(self._timer.start)
        page.installEventFilter(self)  # keys come up to the page from whatever has the keyboard in it

    @Slot()
    def catch_up(self) -> None:
        """Show the current row's record now."""
        self._timer.stop()
        self._show()

    def rest(self) -> None:
        """The record is shown already: nothing is left to do."""
        self._timer.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Qt asks who wants a key before it looks for a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride and self._timer.isActive():
            self.catch_up()
        return False
