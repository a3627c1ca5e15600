"""Long work off the window's thread: one job at a time, with progress and a way to stop it.

A job is a function that takes a ``Reporter`` and returns its result. It is given services and a workspace, never a
widget and never an object of another thread's session. Its outcome arrives in the window's thread, at the ``@Slot``
method that the screen connected to ``Job.finished``.
"""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.ui.theme import set_role

#: Milliseconds after which a job that still runs shows its progress.
SHOW_AFTER = 600
#: Seconds of work after which a step rests, and for how long, so that the window gets its turn.
TURN, REST = 0.015, 0.001

_log = logging.getLogger(__name__)


class JobCancelled(Exception):
    """Raised inside a job at the step after somebody asked it to stop; whatever it had begun is undone."""


class OutcomeKind(StrEnum):
    """How a job ended."""

    OK = "ok"
    CANCELLED = "cancelled"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a job ended: with ``result``, stopped, or with ``error``."""

    kind: OutcomeKind
    result: object = None
    error: Exception | None = None


class Reporter(Protocol):
    """What a job tells about its progress. Services type their callback as this or as a plain function."""

    def step(self, done: int, total: int, text: str = "") -> None:
        """``done`` of ``total`` parts are done (total 0: unknown). Raises JobCancelled when told to stop."""


JobFunction = Callable[[Reporter], object]


class Job(QObject):
    """A job that was started. It lives in the window's thread, and so do the receivers of its signals."""

    progressed = Signal(object, object, str)  # done, total, text
    finished = Signal(object)  # Outcome

    def __init__(self, title: str, *, can_stop: bool) -> None:
        super().__init__()
        self.title = title
        self.can_stop = can_stop
        self.outcome: Outcome | None = None
        self._stop = threading.Event()
        self._rested = 0.0

    def cancel(self) -> None:
        """Ask the job to stop at its next step; a job that may not be stopped goes on."""
        if self.can_stop:
            self._stop.set()

    def is_stopping(self) -> bool:
        """Whether it was asked to stop."""
        return self._stop.is_set()

    def step(self, done: int, total: int, text: str = "") -> None:
        """See ``Reporter.step``; called by the job in its own thread."""
        if self._stop.is_set():
            raise JobCancelled
        self.progressed.emit(done, total, text)
        self._rest()

    def _rest(self) -> None:
        """Let the window's thread run.

        A job that packs or reads files lets go of the interpreter often and takes it back at once. Each time the
        window's wish for it begins anew, and on a busy machine the window may stand still for a second.
        """
        if time.perf_counter() - self._rested > TURN:
            self._stop.wait(REST)
            self._rested = time.perf_counter()


def run_job(job: Job, function: JobFunction) -> Outcome:
    """Run the function to its end and say how it ended; one stopped while it waited never begins."""
    if job.is_stopping():
        return Outcome(OutcomeKind.CANCELLED)
    try:
        return Outcome(OutcomeKind.OK, result=function(job))
    except JobCancelled:
        return Outcome(OutcomeKind.CANCELLED)
    except Exception as error:
        return Outcome(OutcomeKind.ERROR, error=error)


class _Runnable(QRunnable):
    """Carries the function to the pool's thread and its outcome back."""

    def __init__(self, job: Job, function: JobFunction, done: Callable[[Job, Outcome], None]) -> None:
        super().__init__()
        self.setAutoDelete(False)  # kept by the runner until its outcome was delivered
        self._job = job
        self._function = function
        self._done = done

    def run(self) -> None:
        self._done(self._job, run_job(self._job, self._function))


class JobRunner(QObject):
    """Runs jobs one after the other in a thread of its own.

    While ``parent`` is given and the job takes longer than 600 ms, a window-modal dialog shows its progress, so that
    no competing act can be started.
    """

    idle = Signal()
    _ended = Signal(object, object)  # Job, Outcome; emitted in the worker, delivered in this object's thread

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._running: dict[Job, tuple[_Runnable, ProgressDialog | None]] = {}
        self._ended.connect(self._deliver, Qt.ConnectionType.QueuedConnection)

    def start(
        self,
        function: JobFunction,
        *,
        title: str,
        receiver: Callable[[Outcome], None],
        parent: QWidget | None = None,
        can_stop: bool = True,
    ) -> Job:
        """Start ``function``; ``receiver``, a ``@Slot(object)`` method, gets its ``Outcome``.

        ``title`` says what is being done: "Making 412 bills".
        """
        job = Job(title, can_stop=can_stop)
        job.finished.connect(receiver)
        dialog = ProgressDialog(job, parent) if parent is not None else None
        runnable = _Runnable(job, function, self._ended.emit)
        self._running[job] = (runnable, dialog)
        self._pool.start(runnable)
        return job

    def is_busy(self) -> bool:
        """Whether a job runs, waits, or has an outcome not yet delivered."""
        return bool(self._running)

    def finish(self, *, milliseconds: int = -1) -> bool:
        """Stop what may be stopped and wait for the thread; whether it ended in time. Outcomes follow as usual."""
        for job in self._running:
            job.cancel()
        return self._pool.waitForDone(milliseconds)

    @Slot(object, object)
    def _deliver(self, job: Job, outcome: Outcome) -> None:
        _, dialog = self._running.pop(job)
        if dialog is not None:
            dialog.end()
        if outcome.error is not None and not isinstance(outcome.error, UserError):
            _log.error("job failed: %s", type(outcome.error).__name__, exc_info=outcome.error)
        job.outcome = outcome
        job.finished.emit(outcome)
        job.deleteLater()
        if not self._running:
            self.idle.emit()


class InlineJobRunner(JobRunner):
    """Runs each job at once in the caller's thread and delivers its outcome before ``start`` returns."""

    def start(
        self,
        function: JobFunction,
        *,
        title: str,
        receiver: Callable[[Outcome], None],
        parent: QWidget | None = None,
        can_stop: bool = True,
    ) -> Job:
        """See ``JobRunner.start``."""
        job = Job(title, can_stop=can_stop)
        job.finished.connect(receiver)
        job.outcome = run_job(job, function)
        job.finished.emit(job.outcome)
        self.idle.emit()
        return job


class ProgressDialog(QDialog):
    """What a long job is doing, how far it is, and the button that stops it."""

    def __init__(self, job: Job, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(job.title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._job = job
        self._over = False
        self._heading = QLabel(job.title)
        self._heading.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._heading, role="section")
        self._text = QLabel("Starting …")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._bar = QProgressBar()
        self._bar.setRange(0, 0)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(job.title)
        self._stop = QPushButton("&Stop")
        self._stop.setVisible(job.can_stop)
        self._stop.setAutoDefault(False)
        self._stop.clicked.connect(self.reject)
        self._lay_out()
        job.progressed.connect(self._show_progress)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOW_AFTER)
        self._timer.timeout.connect(self.open)
        self._timer.start()

    def _lay_out(self) -> None:
        unit = self.fontMetrics().height()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(unit * 3 // 2, unit * 3 // 2, unit * 3 // 2, unit)
        layout.setSpacing(unit // 2)
        for widget in (self._heading, self._bar, self._text):
            layout.addWidget(widget)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self._stop)
        layout.addSpacing(unit // 2)
        layout.addLayout(buttons)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * 60)

    @Slot(object, object, str)
    def _show_progress(self, done: int, total: int, text: str) -> None:
        # QProgressBar counts in 32 bits, so it is given thousandths; an unknown total stays a moving bar.
        self._bar.setRange(0, 1000 if total else 0)
        self._bar.setValue(done * 1000 // total if total else 0)
        if not self._job.is_stopping():
            self._text.setText(text or (f"{done:,} of {total:,}" if total else ""))

    def reject(self) -> None:
        """Esc, the close button and Stop all ask the job to stop; the dialog goes when it has."""
        if self._job.can_stop and not self._over:
            self._job.cancel()
            self._stop.setEnabled(False)
            self._text.setText("Stopping …")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.ignore()  # Enter must not stop a job that somebody is typing past
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self._over:
            event.ignore()
            self.reject()

    def end(self) -> None:
        """The job is over: close and go."""
        self._over = True
        self._timer.stop()
        self.close()
        self.deleteLater()
