"""Forms that survive a crash: what is typed is kept every two seconds and offered again on opening.

The store is given from outside; the office's database implements it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from sewerdesk.clock import Clock
from sewerdesk.domain.entry import describe_date, format_date
from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.ui.theme import Ink, pixmap, set_role, theme

SAVE_EVERY_MS = 2000


@dataclass(frozen=True, slots=True)
class StoredDraft:
    """A form as it was last kept: which one, its JSON text, and when (aware, UTC)."""

    key: str
    payload: str
    saved_at: datetime


class DraftStore(Protocol):
    """Where drafts are kept. Keys name a form and its record, such as ``permit/new`` or ``permit/17``."""

    def save(self, key: str, *, payload: str, saved_at: datetime) -> None:
        """Keep a draft, in place of an earlier one of the key."""

    def load(self, key: str) -> StoredDraft | None:
        """The draft of a key."""

    def delete(self, key: str) -> None:
        """Forget the draft of a key, if there is one."""

    def list(self) -> Sequence[StoredDraft]:
        """All drafts, the newest first."""


class Keepable(Protocol):
    """A form or grid whose contents can be kept as one text."""

    @property
    def changed(self) -> SignalInstance:
        """Emitted at every change."""

    def is_dirty(self) -> bool:
        """Whether there is anything worth keeping."""

    def pack(self) -> str:
        """All that was typed."""

    def restore_packed(self, payload: str) -> None:
        """Put back what ``pack`` returned; ``DraftUnreadable`` where it does not fit any more."""


class DraftKeeper(QObject):
    """Keeps what is typed in one form or grid.

    ``kept`` carries the moment, ``failed`` a sentence that says it could not be kept.
    While a draft of an earlier session is neither restored nor discarded nothing is kept over it.
    """

    kept = Signal(object)
    failed = Signal(str)

    def __init__(
        self,
        view: Keepable,
        store: DraftStore,
        *,
        key: str,
        clock: Clock,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent if parent is not None else view if isinstance(view, QObject) else None)
        self._view = view
        self._store = store
        self._key = key
        self._clock = clock
        self._waiting: StoredDraft | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SAVE_EVERY_MS)
        self._timer.timeout.connect(self.keep)
        view.changed.connect(self._on_changed)

    def set_key(self, key: str) -> None:
        """The form goes on to another record; what was typed for the one before must be kept or given up by now."""
        self._timer.stop()
        self._key = key
        self._waiting = None

    def waiting(self) -> StoredDraft | None:
        """A draft left by an earlier session, to be offered now; ``None`` when there is none."""
        self._waiting = self._store.load(self._key)
        return self._waiting

    def restore(self) -> None:
        """Put the waiting draft into the form; ``DraftUnreadable`` where it does not fit any more."""
        found, self._waiting = self._waiting, None
        if found is not None:
            self._view.restore_packed(found.payload)

    def discard(self) -> None:
        """Forget what is kept; also to be called once the form is saved."""
        self._waiting = None
        self._timer.stop()
        self._guarded_delete()

    @Slot()
    def keep(self) -> None:
        """Keep what stands in the form now, or forget the draft when nothing differs from the record."""
        self._timer.stop()
        if self._waiting is not None:
            return
        if not self._view.is_dirty():
            self._guarded_delete()
            return
        now = self._clock.now()
        try:
            self._store.save(self._key, payload=self._view.pack(), saved_at=now)
        except SewerdeskError as problem:
            self.failed.emit(f"What you type here is not being kept safe: {problem.message}")
            return
        self.kept.emit(now)

    def _guarded_delete(self) -> None:
        try:
            self._store.delete(self._key)
        except SewerdeskError as problem:
            self.failed.emit(f"The kept draft could not be removed: {problem.message}")

    @Slot()
    def _on_changed(self) -> None:
        if not self._timer.isActive():
            self._timer.start()


class DraftOffer(QFrame):
    """The offer to go on with a draft: you were typing this on ... Restore / Discard", above the form."""

    restore_asked = Signal()
    discard_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, banner="info")
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 8, 8, 8)
        line.setSpacing(12)
        self._icon = QLabel(self)
        self._words = QLabel(self)
        self._words.setWordWrap(True)
        self.restore_button = QPushButton("Restore", self)
        self.discard_button = QPushButton("Discard", self)
        set_role(self.discard_button, quiet=True)
        line.addWidget(self._icon)
        line.addWidget(self._words, 1)
        for button, signal in (
            (self.restore_button, self.restore_asked),
            (self.discard_button, self.discard_asked),
        ):
            button.setAutoDefault(False)
            button.clicked.connect(signal)
            line.addWidget(button)
        self.setVisible(False)

    def offer(self, stored: StoredDraft, *, clock: Clock) -> None:
        """Say when the draft was kept and show the two answers."""
        self._icon.setPixmap(
            pixmap("history", Ink.ACCENT, theme().sizes.icon, ratio=self.devicePixelRatioF())
        )
        self._words.setText(f"You were typing this on {saved_words(stored.saved_at, clock=clock)}.")
        self.setVisible(True)
        self.restore_button.setFocus()

    def words(self) -> str:
        """The sentence shown."""
        return self._words.text()


def saved_words(saved_at: datetime, *, clock: Clock) -> str:
    """When a draft was kept, in the machine's time: ``07/14/2026 at 4:05 PM (Tue, yesterday)``."""
    local = saved_at.astimezone()
    hour = local.hour % 12 or 12
    half = "AM" if local.hour < 12 else "PM"
    day = local.date()
    return (
        f"{format_date(day)} at {hour}:{local.minute:02d} {half} ({describe_date(day, today=clock.today())})"
    )
