"""The open office on screen: its window, and what the window's menus ask of the office as a whole."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.search import Hit
from sewerdesk.services.offices import OpenOffice, back_up, list_backups, office_profile
from sewerdesk.services.searching import find
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.bridge import Bridge, Changes
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.frame.status_line import StatusSegment
from sewerdesk.ui.jobs import JobRunner, Outcome, OutcomeKind, Reporter
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Navigator, Route
from sewerdesk.ui.preload import Preloader
from sewerdesk.ui.prompter import Prompter
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.store import SettingsViewStore
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.toast import Toasts

FIRST_SCREEN, BOOKS_SCREEN = "today", "books"
PEOPLE = Route("settings", tab="people")
_BACK_UP_EVERY = timedelta(minutes=30)
_LOOK_AT_CALENDAR_EVERY = timedelta(minutes=1)


class OfficeWindow(QObject):
    """One office's window.

    ``leave_requested`` names another office that is wanted, ``restore_requested`` a backup that is to take the place
    of the books. Both are told after the window has closed; the office itself is closed by ``close_office``.
    """

    leave_requested = Signal(object)  # Path of another office
    restore_requested = Signal(object)  # Path of the backup to put in this office's place

    def __init__(
        self,
        office: OpenOffice,
        *,
        prompter: Prompter,
        jobs: JobRunner,
        settings: SettingsStore,
    ) -> None:
        super().__init__()
        self.office = office
        self._prompter = prompter
        self._jobs = jobs
        self._changed_since_backup = False
        self._saved_at = ""
        self.bridge = Bridge(self)
        self._unsubscribe = office.ws.subscribe(self.bridge.notify)
        self.context = UiContext(
            ws=office.ws,
            clock=office.ws.clock,
            prompter=prompter,
            jobs=jobs,
            navigator=Navigator(self),
            settings=settings,
            views=SettingsViewStore(settings),
            toasts=Toasts(self),
            bridge=self.bridge,
        )
        profile = office_profile(office.ws)
        self._is_sample = profile.is_sample
        self.window = MainWindow(self.context, SCREENS, office=profile.municipality, search=self._search)
        self.preloader = Preloader(self.window, is_busy=jobs.is_busy)
        self._connect()
        self._show_status()

    def _connect(self) -> None:
        window = self.window
        self.bridge.changed.connect(window.take_changes)
        self.bridge.changed.connect(self._on_changed)
        window.open_office_requested.connect(self._choose_other)
        window.backup_requested.connect(self.back_up_now)
        window.check_requested.connect(self._check_books)
        window.screen_shown.connect(self._on_screen)
        self._timer = QTimer(self)
        self._timer.setInterval(int(_BACK_UP_EVERY.total_seconds() * 1000))
        self._timer.timeout.connect(self._back_up_if_changed)
        self._timer.start()
        self._day = self.context.clock.today()
        self._calendar = QTimer(self)
        self._calendar.setInterval(int(_LOOK_AT_CALENDAR_EVERY.total_seconds() * 1000))
        self._calendar.timeout.connect(self.look_at_calendar)
        self._calendar.start()

    @Slot()
    def look_at_calendar(self) -> None:
        """A window that stays open overnight shows the new day's work in the morning."""
        today = self.context.clock.today()
        if today != self._day:
            self._day = today
            self.window.begin_day()
            self._show_status()

    def show(self) -> None:
        """Show the window on its first page, with what the clerk should know about the folder."""
        self.context.navigator.open(Route(FIRST_SCREEN))
        self.window.show()
        self.preloader.start()
        if self.office.warning:
            self.context.toasts.show(self.office.warning, tone=Tone.CAUTION)

    def close_office(self) -> None:
        """Make the closing backup and let the office go; a failed backup is told, the office is closed all the same."""
        self._timer.stop()
        self.preloader.stop()
        self._jobs.finish()
        self._unsubscribe()
        try:
            self.office.close()
        except SewerdeskError as error:
            show_failure(self._prompter, error)

    def _search(self, typed: str) -> tuple[Hit, ...]:
        return find(self.office.ws, typed=typed)

    @Slot()
    def _check_books(self) -> None:
        self.context.navigator.open(Route(BOOKS_SCREEN))

    @Slot()
    def _choose_other(self) -> None:
        folder = self._prompter.choose_folder(
            "Choose the office's folder", folder=self.office.ws.folder.parent
        )
        if folder is not None:
            self.leave_for(folder)

    def leave_for(self, folder: Path) -> None:
        """Close this office's window and ask for another; nothing happens where the window may not close."""
        if self.window.close():
            self.leave_requested.emit(folder)

    @Slot(object)
    def _on_screen(self, screen: Screen) -> None:
        """Settings ask for two things that only the open office as a whole can do."""
        if screen.key != PEOPLE.screen:
            return
        from sewerdesk.ui.screens.settings.screen import SettingsScreen  # not before the page is visited

        if isinstance(screen, SettingsScreen):
            unique = Qt.ConnectionType.UniqueConnection
            screen.restore_requested.connect(self._restore, unique)
            screen.operator_chosen.connect(self._on_operator, unique)

    @Slot(object)
    def _restore(self, backup: Path) -> None:
        if self.window.close():
            self.restore_requested.emit(backup)

    @Slot(str)
    def _on_operator(self, initials: str) -> None:
        self._show_status()
        try:
            self.context.settings.change(operator=initials)
        except SewerdeskError as error:
            show_failure(self._prompter, error)

    @Slot(object)
    def _on_changed(self, _changes: Changes) -> None:
        self._changed_since_backup = True
        self._saved_at = f"{self.context.clock.now().astimezone():%I:%M %p}"
        self._show_status()

    # Backups

    @Slot()
    def back_up_now(self) -> None:
        """Make a verified backup, with its progress where it takes a while."""
        self._start_backup("asked", self._on_backup, parent=self.window)

    @Slot()
    def _back_up_if_changed(self) -> None:
        if self._changed_since_backup and not self._jobs.is_busy():
            # Without a dialog: nobody asked for it, so nobody is kept from typing.
            self._start_backup("timed", self._on_timed_backup, parent=None)

    def _start_backup(
        self, label: str, receiver: Callable[[Outcome], None], *, parent: QWidget | None
    ) -> None:
        ws = self.office.ws
        self._changed_since_backup = False

        def job(reporter: Reporter) -> Path:
            return back_up(ws, label=label, progress=reporter.step).path

        self._jobs.start(job, title="Backing up", receiver=receiver, parent=parent)

    @Slot(object)
    def _on_backup(self, outcome: Outcome) -> None:
        self._on_timed_backup(outcome)
        if isinstance(outcome.result, Path):
            self.context.toasts.show(f"A backup was made and verified: {outcome.result.name}.")

    @Slot(object)
    def _on_timed_backup(self, outcome: Outcome) -> None:
        if outcome.kind is not OutcomeKind.OK:
            self._changed_since_backup = True
        if outcome.error is not None:
            show_failure(self._prompter, outcome.error)
        self._show_status()

    def _show_status(self) -> None:
        ws = self.office.ws
        saved = f"Saved {self._saved_at}" if self._saved_at else "Nothing changed yet"
        segments = [StatusSegment(saved, icon="check"), self._backup_segment()]
        if self._is_sample:
            segments.append(StatusSegment("Sample office", icon="info", tone=Tone.CAUTION))
        self.window.status.set_segments((*segments, StatusSegment(ws.actor, icon="user", route=PEOPLE)))

    def _backup_segment(self) -> StatusSegment:
        made = list_backups(self.office.ws)
        if not made:
            return StatusSegment("No backup yet", icon="database-backup", tone=Tone.CAUTION)
        local = made[0].made_at.astimezone()
        today = local.date() == self.context.clock.today()
        when = f"today {local:%I:%M %p}" if today else f"{local:%m/%d/%Y %I:%M %p}"
        segment = StatusSegment(f"Backup {when}", icon="database-backup")
        return segment if today else replace(segment, tone=Tone.CAUTION)
