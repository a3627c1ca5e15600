"""The last line of defence: what nobody caught is logged, shown once, and the program goes on.

Expected failures (``SewerdeskError``) are shown as their own sentence; anything else is a fault of the program.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    QUrl,
    Signal,
    Slot,
    qInstallMessageHandler,
)
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QPushButton, QWidget

from sewerdesk import __version__
from sewerdesk.domain.errors import EnvironmentProblem, RuleViolation, SewerdeskError
from sewerdesk.ui.prompter import MessageDialog, Prompter
from sewerdesk.ui.theme import Ink, set_role

_log = logging.getLogger(__name__)

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}

FAULT = "Something went wrong inside Sewerdesk."
SAFE = (
    "What was saved before is safe, and nothing of the interrupted step was written. "
    "You can go on working. If it happens again, send the details to whoever looks after Sewerdesk."
)


def sentence_of(error: BaseException) -> str:
    """The sentence to show for a failure."""
    return error.message if isinstance(error, SewerdeskError) else FAULT


def show_failure(prompter: Prompter, error: BaseException) -> None:
    """Tell the clerk of a failure that a screen or a job caught.

    A user's error and a problem of the machine are their own sentence; a rule is shown with its citation; a fault of
    the program is logged with its traceback.
    """
    if isinstance(error, RuleViolation) and error.citation:
        prompter.tell(error.message, detail=error.citation, problem=True)
    elif isinstance(error, EnvironmentProblem):
        _log.warning("environment problem: %s", error.kind.value)
        prompter.tell(error.message, problem=True)
    elif isinstance(error, SewerdeskError):
        prompter.tell(error.message, problem=True)
    else:
        _log.error("a fault was caught: %s", type(error).__name__, exc_info=error)
        prompter.tell(FAULT, detail=SAFE, problem=True)


class FailuresShown:
    """``with FailuresShown(prompter):`` does what stands inside; a failure is shown as its sentence and ends it there.

    For expected failures (``SewerdeskError``); a fault of the program goes on to whoever catches it.
    """

    def __init__(self, prompter: Prompter) -> None:
        self._prompter = prompter

    def __enter__(self) -> None:
        return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, SewerdeskError):
            return False
        show_failure(self._prompter, error)
        return True


class FaultDialog(MessageDialog):
    """What happened, that the data is safe, the details to copy, and whether to go on. It has no parent."""

    def __init__(self, error: BaseException, *, log_folder: Path) -> None:
        expected = isinstance(error, SewerdeskError)
        super().__init__(
            sentence_of(error), icon="triangle-alert", ink=Ink.CAUTION, detail="" if expected else SAFE
        )
        self._log_folder = log_folder
        self.details = describe(error)
        if not expected:
            self.column.addWidget(self._details_box())
            self._button("Copy details", self._copy)
            self._button("Open log folder", self._open_log_folder)
            self._button("Quit", self._quit)
        self.continue_button = self.add_button("Continue", default=True)
        set_role(self.continue_button, primary=True)
        self.continue_button.clicked.connect(self.accept)

    def _button(self, verb: str, act: Callable[[], None]) -> QPushButton:
        button = self.add_button(verb)
        button.clicked.connect(act)
        return button

    def _details_box(self) -> QWidget:
        box = QPlainTextEdit(self.details)
        box.setReadOnly(True)
        box.setTabChangesFocus(True)
        box.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        box.setAccessibleName("Details")
        box.setFixedHeight(self.unit * 9)
        return box

    @Slot()
    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.details)

    @Slot()
    def _open_log_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._log_folder)))

    @Slot()
    def _quit(self) -> None:
        self.reject()
        QApplication.closeAllWindows()  # each window asks about what is not saved, as on any quit


def describe(error: BaseException) -> str:
    """The fault for whoever repairs it: versions and traceback."""
    trace = "".join(traceback.format_exception(error))
    return f"Sewerdesk {__version__}, Python {sys.version.split()[0]}, {sys.platform}\n{trace}"


class ErrorCatcher(QObject):
    """Catches what no one else caught, from every thread, and shows each fault once.

    Make one in the window's thread after the application; ``release`` gives the hooks back.
    """

    caught = Signal(object)  # BaseException, in the window's thread
    _raised = Signal(object)

    def __init__(self, *, log_folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log_folder = log_folder
        self._shown: set[tuple[str, str]] = set()
        self._dialog: FaultDialog | None = None
        self._hooks = (sys.excepthook, threading.excepthook)
        self._raised.connect(self._show, Qt.ConnectionType.QueuedConnection)
        sys.excepthook = self._on_exception
        threading.excepthook = self._on_thread_exception
        self._qt_handler = qInstallMessageHandler(on_qt_message)

    def release(self) -> None:
        """Give the hooks back to whoever had them."""
        sys.excepthook, threading.excepthook = self._hooks
        qInstallMessageHandler(self._qt_handler)

    @property
    def dialog(self) -> FaultDialog | None:
        """The dialog on the screen now."""
        return self._dialog

    def _on_exception(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, KeyboardInterrupt | SystemExit):
            self._hooks[0](kind, error, trace)
            return
        _log.error("nobody caught: %s", kind.__name__, exc_info=error)
        self._raised.emit(error)

    def _on_thread_exception(self, arguments: threading.ExceptHookArgs) -> None:
        error = arguments.exc_value
        if error is None or isinstance(error, SystemExit):
            return
        _log.error("nobody caught in a thread: %s", type(error).__name__, exc_info=error)
        self._raised.emit(error)

    @Slot(object)
    def _show(self, error: BaseException) -> None:
        self.caught.emit(error)
        mark = _mark(error)
        if self._dialog is not None or (mark in self._shown and not isinstance(error, SewerdeskError)):
            return  # logged above; a fault in a repaint must not bury the screen under dialogs
        self._shown.add(mark)
        self._dialog = FaultDialog(error, log_folder=self._log_folder)
        self._dialog.finished.connect(self._forget_dialog)
        self._dialog.open()

    @Slot()
    def _forget_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None


def _mark(error: BaseException) -> tuple[str, str]:
    """What makes two faults the same: their kind and the place that raised them."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f"{frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return type(error).__name__, place


def on_qt_message(kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    """Qt's own messages go to the log."""
    logging.getLogger("qt").log(_LEVELS.get(kind, logging.WARNING), "%s", message)
