"""The first page, by keyboard: figures, rows with their rule, the way to the record, the printed list."""

from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.domain.due_work import GROUPS
from sewerdesk.domain.fieldwork import AppointmentDraft
from sewerdesk.domain.law import Stage
from sewerdesk.services.inspections import set_appointment
from sewerdesk.services.notices import issue_notice
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.screens.today.rows import SHOWN
from sewerdesk.ui.screens.today.screen import TodayScreen
from sewerdesk.ui.widgets.citation import LinkButton
from tests.support.cases import open_sample_case
from tests.support.fieldwork import add_parcel, ask, issue_sample_permit
from tests.ui.field_window import dialog, field_window
from tests.ui.support import RecordingPrompter


def shown(ws: Workspace, folder: Path, qtbot: QtBot) -> MainWindow:
    window = field_window(ws, folder, start="today")
    qtbot.addWidget(window)
    window.activateWindow()
    QApplication.processEvents()
    return window


def page(window: MainWindow) -> TodayScreen:
    screen = window.current_screen
    assert isinstance(screen, TodayScreen)
    return screen


def busy_day(ws: Workspace) -> int:
    """An inspection of yesterday without result, one without a day, and a notice issued today; the first's id."""
    parcel = add_parcel(ws)
    permit = issue_sample_permit(ws, parcel_id=parcel)
    first = ask(ws, permit, Stage.CONNECTION)
    set_appointment(ws, inspection_id=first, draft=AppointmentDraft(date(2027, 1, 4), "9:30"))
    ask(ws, permit, Stage.TRENCH)
    ws.clock = FixedClock(date(2027, 1, 5))
    issue_notice(ws, case_id=open_sample_case(ws, parcel))
    return first


def test_go_from_a_row_to_its_record_and_back(ws: Workspace, tmp_path: Path, qtbot: QtBot) -> None:
    first = busy_day(ws)
    window = shown(ws, tmp_path, qtbot)
    assert [row.item.what for row in page(window).rows] == [
        "9:30 AM · Connection · INS-2027-0001",
        "Trench and bedding · INS-2027-0002",
        "Mail NOV-2027-0001",
    ]
    assert (page(window).due_today.accessibleName(), page(window).overdue.accessibleName()) == (
        "Due today: 1: by the end of the day",
        "Overdue: 1: past their day",
    )
    assert page(window).rows[0].hasFocus()
    QTest.keyClick(page(window).rows[0], Qt.Key.Key_Return)
    assert window.context.navigator.current == Route("inspections", first)
    window.context.navigator.back()
    assert isinstance(window.current_screen, TodayScreen)


def test_go_to_the_late_ones_by_the_figure(ws: Workspace, tmp_path: Path, qtbot: QtBot) -> None:
    busy_day(ws)
    window = shown(ws, tmp_path, qtbot)
    page(window).rows[2].setFocus()
    QTest.keyClick(page(window).overdue, Qt.Key.Key_Space)
    assert page(window).rows[0].hasFocus()
    QTest.keyClick(page(window).to_mail, Qt.Key.Key_Space)
    assert page(window).rows[2].hasFocus()
    QTest.keyClick(page(window).rows[2], Qt.Key.Key_Up)
    assert page(window).rows[1].hasFocus()


def test_tell_the_rule_of_a_row_on_f1(ws: Workspace, tmp_path: Path, qtbot: QtBot) -> None:
    busy_day(ws)
    window = shown(ws, tmp_path, qtbot)
    QTest.keyClick(page(window).rows[0], Qt.Key.Key_F1)
    prompter = window.context.prompter
    assert isinstance(prompter, RecordingPrompter)
    [told] = prompter.asked
    assert told.words["detail"] == "Appointed for 1/4/2027; it stays here until its result is recorded."
    assert not window.help_panel.isVisible()


def test_print_the_list_on_one_page(ws: Workspace, tmp_path: Path, qtbot: QtBot) -> None:
    busy_day(ws)
    window = shown(ws, tmp_path, qtbot)
    page(window).action("print-today").trigger()
    preview = dialog(PreviewDialog, titled="Today")
    qtbot.waitUntil(lambda: preview.view.page_count > 0)
    assert preview.view.page_count == 1
    preview.reject()


def test_say_that_nothing_is_due(ws: Workspace, tmp_path: Path, qtbot: QtBot) -> None:
    window = shown(ws, tmp_path, qtbot)
    assert page(window).rows == []
    assert page(window).due_today.hasFocus()
    assert page(window).subtitle == "Monday, January 4, 2027"


def test_follow_what_is_done_elsewhere(ws: Workspace, tmp_path: Path, qtbot: QtBot) -> None:
    window = shown(ws, tmp_path, qtbot)
    permit = issue_sample_permit(ws, parcel_id=add_parcel(ws))
    ask(ws, permit, Stage.TEST)
    assert [row.item.kind for row in page(window).rows] == ["inspection"]


def test_show_the_oldest_of_many_and_lead_to_the_rest(ws: Workspace, tmp_path: Path, qtbot: QtBot) -> None:
    for number in range(1, 19):
        parcel = add_parcel(ws, print_key=f"12.13-2-{number}", house=str(number))
        ask(ws, issue_sample_permit(ws, parcel_id=parcel), Stage.CONNECTION)
    window = shown(ws, tmp_path, qtbot)
    assert len(page(window).rows) == SHOWN
    [link] = page(window).findChildren(LinkButton)
    assert link.text() == "3 more, the oldest are shown"
    QTest.keyClick(link, Qt.Key.Key_Space)
    assert window.context.navigator.current == Route("inspections", 18)


def test_open_every_line_on_a_page_of_the_program() -> None:
    pages = {spec.key for spec in SCREENS}
    named = {page for _, _, page, _ in GROUPS}
    assert named | {"cases", "inspections", "permit", "application", "contractors", "payments"} <= pages
