"""The garbage collector, kept in the window's thread.

Python collects cycles in whichever thread happens to make the next object. In a job's thread it would take apart
widgets, icons and pictures, which Qt allows only in the thread they live in, and the program would crash now and then.
"""

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot

LOOK_MS = 1_000
YOUNG = 700  # new objects since the last look that make one worth while: what Python itself takes
FULL_EVERY = 60  # looks between two full collections


class WindowCollector(QObject):
    """Collects once a second from a timer of the thread it is made in; nowhere else while it lives.

    Not while ``is_busy``: a job's many lasting objects would be gone through for nothing, and the window would wait.
    """

    def __init__(self, is_busy: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._is_busy = is_busy
        self._looks = 0
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(LOOK_MS)

    @Slot()
    def look(self) -> None:
        """Collect the young objects where there are enough; all of them once a minute."""
        if self._is_busy():
            return
        self._looks += 1
        if self._looks % FULL_EVERY == 0:
            gc.collect()
        elif gc.get_count()[0] > YOUNG:
            gc.collect(1)

    def release(self) -> None:
        """Leave it to Python again."""
        self._timer.stop()
        gc.enable()
