"""Where the program is put together: paths, log, settings, office, services, window."""

import gc
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, Slot
from PySide6.QtWidgets import QApplication

from sewerdesk import __version__, paths
from sewerdesk.clock import Clock, SystemClock
from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.logs import start_log
from sewerdesk.services.offices import OpenOffice
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.collecting import WindowCollector
from sewerdesk.ui.errors import ErrorCatcher, show_failure
from sewerdesk.ui.first_run.opener import OfficeOpener
from sewerdesk.ui.jobs import JobRunner
from sewerdesk.ui.office_window import OfficeWindow
from sewerdesk.ui.prompter import Prompter, QtPrompter
from sewerdesk.ui.theme import apply_theme
from sewerdesk.ui.theme_tokens import Scheme, TextSize

if TYPE_CHECKING:
    from sewerdesk.ui.first_run.start_window import StartWindow


class Program(QObject):
    """The running program: at most one office open, and the start window where there is none."""

    def __init__(
        self,
        *,
        clock: Clock,
        settings: SettingsStore,
        prompter: Prompter | None = None,
        jobs: JobRunner | None = None,
    ) -> None:
        super().__init__()
        self._clock = clock
        self._settings = settings
        self._jobs = jobs or JobRunner(self)
        self._prompter = prompter or QtPrompter()
        self._start: StartWindow | None = None
        self._office: OfficeWindow | None = None

    @property
    def start_window(self) -> "StartWindow | None":
        """The start window while no office is open."""
        return self._start

    @property
    def office_window(self) -> OfficeWindow | None:
        """The open office's window."""
        return self._office

    def begin(self, folder: Path | None) -> None:
        """Open the office asked for, else the one open last, else show the start window."""
        last = self._settings.current.last_office
        wanted = folder or (Path(last) if last and (Path(last) / "office.db").exists() else None)
        if wanted is None:
            self._show_start()
        else:
            self._open_or_start(wanted)

    def _opener(self) -> OfficeOpener:
        return OfficeOpener(self._clock, self._prompter, self._settings.current.operator)

    def _open_or_start(self, folder: Path) -> None:
        office = self._opener().open(folder)
        if office is None:
            self._show_start()
        else:
            self.show_office(office)

    def _show_start(self) -> None:
        # Not on the way to an office: the wizard's forms and the sample's importers come with it.
        from sewerdesk.ui.first_run.start_window import StartWindow

        self._start = StartWindow(
            clock=self._clock,
            prompter=self._prompter,
            jobs=self._jobs,
            offices=paths.offices_dir(),
            recent=self._settings.current.recent_offices,
            operator=self._settings.current.operator,
        )
        self._start.opened.connect(self.show_office)
        self._start.show()

    @Slot(object)
    def show_office(self, office: OpenOffice) -> None:
        """Show an office that was opened, and remember it."""
        self._office = OfficeWindow(
            office,
            prompter=self._prompter,
            jobs=self._jobs,
            settings=self._settings,
        )
        self._office.leave_requested.connect(self._change_office)
        self._office.restore_requested.connect(self._restore)
        self._office.show()
        if self._start is not None:
            self._start.close()
            self._start.deleteLater()
            self._start = None
        try:
            self._settings.save(self._settings.current.with_office(office.ws.folder))
        except SewerdeskError as error:
            show_failure(self._prompter, error)

    @Slot(object)
    def _change_office(self, folder: Path) -> None:
        self.end()
        self._open_or_start(folder)

    @Slot(object)
    def _restore(self, backup: Path) -> None:
        if self._office is None:
            return
        folder = self._office.office.ws.folder
        self.end()
        self._opener().restore(folder, backup)
        self._open_or_start(folder)

    def end(self) -> None:
        """Close the office that is open, with its closing backup."""
        if self._office is not None:
            window, self._office = self._office, None
            window.close_office()
            window.window.deleteLater()
            window.deleteLater()


def run(arguments: Sequence[str], *, data_dir: Path | None = None, folder: Path | None = None) -> int:
    """Open the program on a screen; returns the exit code of the event loop."""
    clock = SystemClock()
    data = paths.data_dir(data_dir)
    log = start_log(paths.log_dir(data), now=clock.now())
    logging.getLogger(__name__).info("Sewerdesk %s starts on Python %s", __version__, sys.version.split()[0])
    settings = SettingsStore.open(paths.settings_file(data))
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    # What is loaded stays: the collector need not look through all of it again while the clerk works.
    gc.freeze()
    app = QApplication(list(arguments))
    app.setApplicationName("Sewerdesk")
    app.setApplicationVersion(__version__)
    apply_theme(app, Scheme(settings.current.theme), TextSize(settings.current.text_size))
    catcher = ErrorCatcher(log_folder=log.folder)
    jobs = JobRunner(app)
    collector = WindowCollector(jobs.is_busy)
    program = Program(clock=clock, settings=settings, jobs=jobs)
    try:
        program.begin(folder)
        return app.exec()
    finally:
        program.end()
        collector.release()
        catcher.release()
        log.close()
