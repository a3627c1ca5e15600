"""Faults nobody caught, failures that were, and changes that come from another thread."""

import logging
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import pytest
from PySide6.QtCore import QObject, QThread, QtMsgType, Slot, qWarning
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from sewerdesk.domain.errors import EnvironmentProblem, FieldErrors, ProblemKind, RuleViolation, UserError
from sewerdesk.ui.bridge import Bridge
from sewerdesk.ui.errors import FAULT, SAFE, ErrorCatcher, on_qt_message, sentence_of, show_failure
from tests.ui.support import RecordingPrompter


@pytest.fixture
def catcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ErrorCatcher]:
    before = (sys.excepthook, threading.excepthook)
    catcher = ErrorCatcher(log_folder=tmp_path)
    yield catcher
    if catcher.dialog is not None:
        catcher.dialog.close()
    catcher.release()
    assert (sys.excepthook, threading.excepthook) == before


def raised(error: Exception) -> tuple[type[Exception], Exception, TracebackType | None]:
    try:
        raise error
    except type(error) as caught:
        return type(caught), caught, caught.__traceback__


def test_fault_is_logged_and_shown_with_details(
    qtbot: QtBot, catcher: ErrorCatcher, caplog: pytest.LogCaptureFixture
) -> None:
    with qtbot.waitSignal(catcher.caught):
        sys.excepthook(*raised(ZeroDivisionError("units")))
    dialog = catcher.dialog
    assert dialog is not None
    assert dialog.parent() is None
    assert dialog.accessibleName() == FAULT
    assert dialog.accessibleDescription() == SAFE
    assert "ZeroDivisionError: units" in dialog.details
    assert "nobody caught: ZeroDivisionError" in caplog.text
    {button.text(): button for button in dialog.findChildren(QPushButton)}["&Copy details"].click()
    assert QGuiApplication.clipboard().text() == dialog.details
    dialog.continue_button.click()
    assert catcher.dialog is None


def test_same_fault_is_shown_once(qtbot: QtBot, catcher: ErrorCatcher) -> None:
    for expected in (True, False, False):
        with qtbot.waitSignal(catcher.caught):
            sys.excepthook(*raised(KeyError("zip")))
        assert (catcher.dialog is not None) == expected
        if catcher.dialog is not None:
            catcher.dialog.continue_button.click()


def test_fault_of_a_thread_is_shown_in_the_window_thread(qtbot: QtBot, catcher: ErrorCatcher) -> None:
    def fail() -> None:
        raise LookupError("reading 17")

    with qtbot.waitSignal(catcher.caught):
        worker = threading.Thread(target=fail)
        worker.start()
        worker.join(5)
    assert catcher.dialog is not None
    assert catcher.dialog.thread() is QThread.currentThread()


def test_expected_failure_that_escaped_is_shown_as_its_sentence(qtbot: QtBot, catcher: ErrorCatcher) -> None:
    sentence = "The disk is full. Free some space and try again; nothing was written."
    with qtbot.waitSignal(catcher.caught):
        sys.excepthook(*raised(EnvironmentProblem(ProblemKind.DISK_FULL, sentence)))
    assert catcher.dialog is not None
    assert catcher.dialog.accessibleName() == sentence
    assert [button.text() for button in catcher.dialog.findChildren(QPushButton)] == ["&Continue"]


def test_qt_warning_goes_to_the_log(
    catcher: ErrorCatcher, caplog: pytest.LogCaptureFixture, qtlog: object
) -> None:
    qWarning("a timer without a thread")
    assert ("qt", logging.WARNING, "a timer without a thread") in caplog.record_tuples


@pytest.mark.parametrize(
    ("error", "sentence", "detail"),
    [
        (UserError("Account 0042 is closed. Open it first."), "Account 0042 is closed. Open it first.", ""),
        (FieldErrors({"zip": "Enter a ZIP code."}), "Enter a ZIP code.", ""),
        (RuleViolation("The bond has lapsed.", citation="§602A"), "The bond has lapsed.", "§602A"),
        (
            EnvironmentProblem(ProblemKind.LOCKED, "Another computer has this office open."),
            "Another computer has this office open.",
            "",
        ),
        (ValueError("private words"), FAULT, SAFE),
    ],
)
def test_show_failure_says_what_the_clerk_can_use(
    prompter: RecordingPrompter, error: Exception, sentence: str, detail: str
) -> None:
    show_failure(prompter, error)
    assert prompter.told == [sentence] == [sentence_of(error)]
    assert prompter.asked[0].words == {"detail": detail, "problem": True}


@dataclass(frozen=True, slots=True)
class Touched:
    records: frozenset[tuple[str, int]]

    def kinds(self) -> frozenset[str]:
        return frozenset(kind for kind, _ in self.records)


class Listener(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[frozenset[str], QThread]] = []

    @Slot(object)
    def on_changed(self, changes: Touched) -> None:
        self.heard.append((changes.kinds(), QThread.currentThread()))


def test_bridge_tells_of_the_windows_own_changes_at_once(qapp: QObject) -> None:
    bridge, listener = Bridge(), Listener()
    bridge.changed.connect(listener.on_changed)
    bridge.notify(Touched(frozenset({("permit", 7), ("receipt", 3_000_000_000)})))
    assert listener.heard == [(frozenset({"permit", "receipt"}), QThread.currentThread())]


def test_bridge_brings_changes_of_a_thread_to_the_windows_thread(qtbot: QtBot) -> None:
    bridge, listener = Bridge(), Listener()
    bridge.changed.connect(listener.on_changed)
    with qtbot.waitSignal(bridge.changed):
        worker = threading.Thread(target=bridge.notify, args=(Touched(frozenset({("bill", 1)})),))
        worker.start()
        worker.join(5)
    assert listener.heard == [(frozenset({"bill"}), QThread.currentThread())]


def test_qt_messages_keep_their_weight(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        for kind in (QtMsgType.QtDebugMsg, QtMsgType.QtCriticalMsg):
            on_qt_message(kind, None, "x")  # type: ignore[arg-type]
    assert [record.levelno for record in caplog.records] == [logging.DEBUG, logging.ERROR]
