"""Fixtures of tests with a window: no screen, the program's look, and nothing left open."""

import gc
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.theme import Scheme, apply_theme
from tests.ui.support import RecordingPrompter

pytest.register_assert_rewrite("tests.ui.day_counter", "tests.ui.day_field", "tests.ui.day_money")


@pytest.fixture(scope="session", autouse=True)
def _look(qapp: QApplication) -> None:
    apply_theme(qapp, Scheme.LIGHT)


@pytest.fixture(scope="session", autouse=True)
def _collected_between_tests() -> Iterator[None]:
    """No window is taken apart by the collector while a test still has it open."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def _nothing_left_open(qapp: QApplication) -> Iterator[None]:
    yield
    left = [type(each).__name__ for each in qapp.topLevelWidgets() if each.isVisible()]
    for each in qapp.topLevelWidgets():
        each.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect(1)
    assert left == [], f"windows left open: {left}"


@pytest.fixture
def prompter() -> RecordingPrompter:
    """A clerk who answers what the test says."""
    return RecordingPrompter()


@pytest.fixture
def jobs() -> InlineJobRunner:
    """Long work done at once."""
    return InlineJobRunner()
