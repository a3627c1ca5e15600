"""The list of what the law leaves open, in the settings: confirmed or entered from there by keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from sewerdesk.domain.law import FigureStatus
from sewerdesk.services.law import law_of
from sewerdesk.services.law_acts import acts, to_confirm
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.law.act_dialog import ActDialog
from sewerdesk.ui.screens.law.confirm import WalkDialog
from sewerdesk.ui.screens.settings.screen import SettingsScreen
from sewerdesk.ui.screens.settings.to_confirm import ToConfirmSection
from tests.ui.form_sample import type_text
from tests.ui.office_frame import office_frame
from tests.ui.support import RecordingPrompter

SETTLE_MS = 80


@pytest.fixture
def section(ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[ToConfirmSection]:
    with office_frame(ws, tmp_path, prompter=prompter) as window:
        yield opened(window)


def opened(window: MainWindow) -> ToConfirmSection:
    window.context.navigator.open(Route("settings", tab="to-confirm"))
    page = window.current_screen
    assert isinstance(page, SettingsScreen)
    assert isinstance(page.section, ToConfirmSection)
    QTest.qWait(SETTLE_MS)
    return page.section


def choose(section: ToConfirmSection, *, status: FigureStatus) -> str:
    """Put the keyboard on the first figure of a status; returns its key."""
    row = next(row for row in section.load() if row.part == "figure" and row.status is status)
    section.table.select_key(row.id)
    section.table.focus_rows()
    return row.key


def top_dialog() -> QWidget:
    found = QApplication.activeModalWidget()
    assert found is not None
    found.activateWindow()  # the plugin without a screen leaves the window below active
    QApplication.processEvents()
    return found


def test_confirm_a_model_figure_by_keyboard(section: ToConfirmSection, ws: Workspace) -> None:
    key = choose(section, status=FigureStatus.MODEL)
    before = to_confirm(ws)
    section.settle_action.trigger()
    dialog = top_dialog()
    assert isinstance(dialog, FormDialog)
    for name, typed in (("section", "§1002"), ("effective_from", "1/4/2027")):
        dialog.frame.view.go_to(name)
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keySequence(focused, QKeySequence("Ctrl+A"))
        type_text(focused, typed)
    focused = QApplication.focusWidget()
    assert focused is not None
    QTest.keySequence(focused, QKeySequence("F10"))
    [act] = acts(ws)
    assert (act.citation, [change.key for change in act.changes]) == ("§1002", [key])
    assert law_of(ws).figure(key, ws.clock.today()).status is FigureStatus.LAW
    assert to_confirm(ws).model_figures == before.model_figures - 1
    assert key not in {row.key for row in section.table.model.shown_rows() if row.part == "figure"}


def test_ask_for_a_blank_figure_with_its_authority(section: ToConfirmSection) -> None:
    choose(section, status=FigureStatus.BLANK)
    section.settle_action.trigger()
    dialog = top_dialog()
    assert isinstance(dialog, ActDialog)
    dialog.reject()


def test_go_through_all_that_is_open(section: ToConfirmSection) -> None:
    section.walk_action.trigger()
    dialog = top_dialog()
    assert isinstance(dialog, WalkDialog)
    dialog.reject()
