"""The real job runner: outcomes, threads, stopping, progress."""

import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, QThread, Slot
from PySide6.QtWidgets import QProgressBar, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.domain.errors import UserError
from sewerdesk.ui import jobs
from sewerdesk.ui.jobs import (
    InlineJobRunner,
    JobFunction,
    JobRunner,
    Outcome,
    OutcomeKind,
    ProgressDialog,
    Reporter,
)


class Screen(QObject):
    """Receives outcomes as a screen does."""

    def __init__(self) -> None:
        super().__init__()
        self.outcomes: list[Outcome] = []
        self.threads: list[QThread] = []

    @Slot(object)
    def on_done(self, outcome: Outcome) -> None:
        self.outcomes.append(outcome)
        self.threads.append(QThread.currentThread())

    @property
    def kinds(self) -> list[OutcomeKind]:
        return [outcome.kind for outcome in self.outcomes]


@pytest.fixture
def runner() -> Iterator[JobRunner]:
    runner = JobRunner()
    yield runner
    assert runner.finish(milliseconds=5000)


@pytest.fixture
def screen() -> Screen:
    return Screen()


def test_start_delivers_the_result_in_the_windows_thread(
    qtbot: QtBot, runner: JobRunner, screen: Screen
) -> None:
    with qtbot.waitSignal(runner.idle):
        runner.start(lambda _reporter: threading.get_ident(), title="Adding", receiver=screen.on_done)
    assert screen.kinds == [OutcomeKind.OK]
    assert screen.outcomes[0].result != threading.get_ident()
    assert screen.threads == [QThread.currentThread()]


def test_start_delivers_an_error_instead_of_losing_it(
    qtbot: QtBot, runner: JobRunner, screen: Screen
) -> None:
    def fail(_reporter: Reporter) -> None:
        raise UserError("Account 0042 has no rate. Give it one and start again.")

    with qtbot.waitSignal(runner.idle):
        runner.start(fail, title="Billing", receiver=screen.on_done)
    assert screen.kinds == [OutcomeKind.ERROR]
    assert str(screen.outcomes[0].error) == "Account 0042 has no rate. Give it one and start again."


def test_jobs_run_one_after_the_other_in_order(qtbot: QtBot, runner: JobRunner, screen: Screen) -> None:
    active: list[int] = []
    most: list[int] = []

    def numbered(number: int) -> JobFunction:
        def count(_reporter: Reporter) -> int:
            active.append(number)
            most.append(len(active))
            active.remove(number)
            return number

        return count

    with qtbot.waitSignal(runner.idle):
        for number in range(50):
            runner.start(numbered(number), title="Counting", receiver=screen.on_done)
    assert [outcome.result for outcome in screen.outcomes] == list(range(50))
    assert max(most) == 1


def test_cancel_stops_the_job_at_its_next_step(qtbot: QtBot, runner: JobRunner, screen: Screen) -> None:
    begun, go_on, reached = threading.Event(), threading.Event(), []

    def slow(reporter: Reporter) -> None:
        begun.set()
        go_on.wait(5)
        reporter.step(1, 2)
        reached.append("past the step")

    job = runner.start(slow, title="Printing", receiver=screen.on_done)
    assert begun.wait(5)
    with qtbot.waitSignal(runner.idle):
        job.cancel()
        go_on.set()
    assert screen.kinds == [OutcomeKind.CANCELLED]
    assert reached == []


def test_cancel_before_its_turn_never_begins_the_job(qtbot: QtBot, runner: JobRunner, screen: Screen) -> None:
    go_on, ran = threading.Event(), []
    runner.start(lambda _reporter: go_on.wait(5), title="First", receiver=screen.on_done)
    second = runner.start(lambda _reporter: ran.append(2), title="Second", receiver=screen.on_done)
    with qtbot.waitSignal(runner.idle):
        second.cancel()
        go_on.set()
    assert screen.kinds == [OutcomeKind.OK, OutcomeKind.CANCELLED]
    assert ran == []


def test_cancel_leaves_a_job_that_may_not_be_stopped(qtbot: QtBot, runner: JobRunner, screen: Screen) -> None:
    go_on = threading.Event()

    def post(reporter: Reporter) -> str:
        go_on.wait(5)
        reporter.step(1, 1)
        return "posted"

    job = runner.start(post, title="Posting", receiver=screen.on_done, can_stop=False)
    with qtbot.waitSignal(runner.idle):
        job.cancel()
        go_on.set()
    assert [outcome.result for outcome in screen.outcomes] == ["posted"]


def test_progress_of_more_than_32_bits_arrives_whole(qtbot: QtBot, runner: JobRunner, screen: Screen) -> None:
    begun = threading.Event()
    seen: list[tuple[object, object, str]] = []
    receiver = _Progress(seen)

    def tell(reporter: Reporter) -> None:
        begun.wait(5)
        reporter.step(3_000_000_000, 6_000_000_000, "cents")

    with qtbot.waitSignal(runner.idle):
        job = runner.start(tell, title="Adding", receiver=screen.on_done)
        job.progressed.connect(receiver.on_progress)
        begun.set()
    assert seen == [(3_000_000_000, 6_000_000_000, "cents")]


class _Progress(QObject):
    def __init__(self, seen: list[tuple[object, object, str]]) -> None:
        super().__init__()
        self._seen = seen

    @Slot(object, object, str)
    def on_progress(self, done: object, total: object, text: str) -> None:
        self._seen.append((done, total, text))


def test_long_job_shows_its_progress_and_stop_ends_it(
    qtbot: QtBot, runner: JobRunner, screen: Screen
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    go_on = threading.Event()

    def slow(reporter: Reporter) -> None:
        reporter.step(103, 412, "Bill 103 of 412")
        go_on.wait(10)
        reporter.step(104, 412)

    runner.start(slow, title="Making 412 bills", receiver=screen.on_done, parent=window)
    dialog = window.findChild(ProgressDialog)
    assert dialog is not None
    assert not dialog.isVisible()
    qtbot.waitUntil(dialog.isVisible, timeout=3000)
    assert dialog.isModal()
    bar = dialog.findChild(QProgressBar)
    assert bar is not None
    assert (bar.value(), bar.maximum(), bar.accessibleName()) == (250, 1000, "Making 412 bills")
    stop = dialog.findChild(QPushButton)
    assert stop is not None
    assert stop.text() == "&Stop"
    with qtbot.waitSignal(runner.idle):
        stop.click()
        assert not stop.isEnabled()
        go_on.set()
    assert screen.kinds == [OutcomeKind.CANCELLED]
    assert not dialog.isVisible()


def test_short_job_shows_no_progress(qtbot: QtBot, runner: JobRunner, screen: Screen) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    with qtbot.waitSignal(runner.idle):
        runner.start(lambda _reporter: None, title="Adding", receiver=screen.on_done, parent=window)
    dialogs = window.findChildren(ProgressDialog)
    assert [dialog.isVisible() for dialog in dialogs] == [False] * len(dialogs)


def test_finish_waits_for_the_job_and_its_outcome_still_arrives(
    qtbot: QtBot, runner: JobRunner, screen: Screen
) -> None:
    runner.start(lambda _reporter: 7, title="Adding", receiver=screen.on_done)
    assert runner.is_busy()
    with qtbot.waitSignal(runner.idle):
        assert runner.finish(milliseconds=5000)
    assert not runner.is_busy()
    assert len(screen.outcomes) == 1


def test_inline_runner_has_the_outcome_at_once(screen: Screen) -> None:
    job = InlineJobRunner().start(lambda _reporter: 42, title="Adding", receiver=screen.on_done)
    assert job.outcome == Outcome(OutcomeKind.OK, result=42)
    assert [outcome.result for outcome in screen.outcomes] == [42]


def test_a_step_rests_now_and_then_so_that_the_window_gets_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([1.000, 1.001, 1.005, 1.010, 1.020, 1.021])  # a look, after a rest one more
    rests: list[float] = []
    monkeypatch.setattr("sewerdesk.ui.jobs.time", SimpleNamespace(perf_counter=lambda: next(clock)))
    job = jobs.Job("Bills", can_stop=True)
    monkeypatch.setattr(job._stop, "wait", rests.append)
    for done in range(4):
        job.step(done, 4)
    assert rests == [jobs.REST, jobs.REST]  # at 1.000 and at 1.020, not at 1.005 and 1.010
