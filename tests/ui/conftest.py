"""Fixtures of tests with a window: no screen, the program's look, and nothing left open."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sewerdesk.settings import SettingsStore
from sewerdesk.ui.forms.view import FormView
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.office_window import OfficeWindow
from sewerdesk.ui.tables import RecordTable, RecordTableModel
from sewerdesk.ui.theme import Scheme, apply_theme
from tests.support.offices import new_office
from tests.ui.desk import shown_in
from tests.ui.form_sample import AddNew, SampleDraft, sample_context, sample_spec
from tests.ui.frame_sample import COLUMNS, ROWS, AccountRow, account_table
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


@pytest.fixture
def settings(tmp_path: Path) -> SettingsStore:
    """The settings of this computer, in a folder of the test."""
    return SettingsStore.open(tmp_path / "settings.json")


@pytest.fixture
def desk(
    qtbot: QtBot, tmp_path: Path, prompter: RecordingPrompter, jobs: InlineJobRunner, settings: SettingsStore
) -> Iterator[OfficeWindow]:
    """The window of an empty office, shown."""
    desk = shown_in(new_office(tmp_path / "office"), prompter, jobs, settings)
    qtbot.addWidget(desk.window)
    yield desk
    desk.window.close()
    desk.office.close(back_up=False)


@pytest.fixture
def model() -> RecordTableModel[AccountRow]:
    """The invented accounts."""
    made: RecordTableModel[AccountRow] = RecordTableModel(COLUMNS, row_key=lambda row: row.id)
    made.set_rows(ROWS)
    return made


@pytest.fixture
def table(qtbot: QtBot) -> RecordTable[AccountRow]:
    """The table of the invented accounts, shown, with the keyboard in it."""
    made = account_table()
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.set_rows(ROWS)
    return made


@pytest.fixture
def add_new() -> AddNew:
    """Records a new contractor on request."""
    return AddNew()


@pytest.fixture
def form(qtbot: QtBot, add_new: AddNew) -> Iterator[FormView[SampleDraft]]:
    """The sample form, shown."""
    view = FormView(sample_spec(add_new), sample_context())
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    yield view
    view.close()
