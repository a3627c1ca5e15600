"""Brings the workspace's changes, whatever thread made them, to the screens in the window's thread."""

from typing import Protocol

from PySide6.QtCore import QObject, Qt, Signal, Slot


class Changes(Protocol):
    """What one committed act touched, as the workspace reports it."""

    @property
    def records(self) -> frozenset[tuple[str, int]]:
        """Pairs of kind and id."""

    def kinds(self) -> frozenset[str]:
        """The kinds touched."""


class Bridge(QObject):
    """``changed`` is emitted once for each commit, in the thread this object was made in.

    Register ``bridge.notify`` as the workspace's listener; connect ``changed`` to ``@Slot(object)`` methods.
    """

    changed = Signal(object)  # Changes
    _arrived = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        # A commit of the window's own thread is told at once, one of the job's thread waits for the event loop.
        self._arrived.connect(self._pass_on, Qt.ConnectionType.AutoConnection)

    def notify(self, changes: Changes) -> None:
        """The workspace's listener; may be called from any thread."""
        self._arrived.emit(changes)

    @Slot(object)
    def _pass_on(self, changes: Changes) -> None:
        self.changed.emit(changes)
