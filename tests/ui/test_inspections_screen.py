"""The page "Inspections", by keyboard: a call, its day, the visit with a test, and the account."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.inspections import Outcome
from sewerdesk.domain.law import Stage
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.inspections import inspection_view, list_inspections
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.inspections.leak_form import LeakTestDialog
from sewerdesk.ui.screens.inspections.list import InspectionsScreen
from sewerdesk.ui.screens.inspections.result_dialog import ResultDialog
from tests.support.accounts import adopt_sample_rates
from tests.support.fieldwork import add_parcel, ask, exfiltration, issue_sample_permit, passed
from tests.ui.field_window import dialog, field, field_window


@pytest.fixture
def permit(ws: Workspace) -> int:
    adopt_sample_rates(ws)
    return issue_sample_permit(ws, parcel_id=add_parcel(ws))


@pytest.fixture
def window(ws: Workspace, permit: int, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    shown = field_window(ws, tmp_path, start="inspections")
    qtbot.addWidget(shown)
    return shown


def page(window: MainWindow) -> InspectionsScreen:
    screen = window.current_screen
    assert isinstance(screen, InspectionsScreen)
    return screen


def choose_test(name: str) -> LeakTestDialog:
    """Choose a test from the menu that is open, with the arrows and Enter."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    for _ in menu.actions():
        QTest.keyClick(menu, Qt.Key.Key_Down)
        if menu.activeAction().text().startswith(name):
            break
    QTest.keyClick(menu, Qt.Key.Key_Return)
    return dialog(LeakTestDialog)


def replace_text(widget: QWidget, text: str) -> None:
    QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(widget, text)


def test_log_a_call_and_set_its_day(window: MainWindow, ws: Workspace, qtbot: QtBot) -> None:
    page(window).action("new-inspection").trigger()
    form = dialog(FormDialog)
    QTest.keyClicks(field(form, "permit_id"), "PER-2027-0001")
    QTest.keyClick(field(form, "permit_id"), Qt.Key.Key_Return)
    QTest.keyClicks(field(form, "stage"), "T")
    QTest.keyClicks(field(form, "requested_by"), "the contractor")
    QTest.keyClick(field(form, "requested_by"), Qt.Key.Key_F10)
    [row] = list_inspections(ws)
    assert (row.number, row.stage) == ("INS-2027-0001", Stage.TRENCH)

    page(window).action("appoint").trigger()
    form = dialog(FormDialog, titled="Set a day")
    QTest.keyClicks(field(form, "day"), "1/5/2027")
    QTest.keyClicks(field(form, "time"), "930")
    QTest.keyClick(field(form, "time"), Qt.Key.Key_F10)
    [row] = list_inspections(ws)
    assert row.appointed_at == "9:30 AM"
    assert page(window).pane.tabs.isVisible()


def test_refuse_a_second_call_for_the_same_stage_in_the_form(
    window: MainWindow, ws: Workspace, permit: int, qtbot: QtBot
) -> None:
    ask(ws, permit, Stage.CONNECTION)
    page(window).action("new-inspection").trigger()
    form = dialog(FormDialog)
    form.frame.view.editor("permit_id").set_value(permit)
    form.frame.view.editor("stage").set_value(Stage.CONNECTION)
    QTest.keyClicks(field(form, "requested_by"), "the owner")
    QTest.keyClick(field(form, "requested_by"), Qt.Key.Key_F10)
    assert "INS-2027-0001 already waits for the same stage" in form.frame.view.errors()[""]
    form.frame.leave_bar.discard_button.click()
    form.close()


def test_record_a_failed_test_with_its_live_verdict(
    window: MainWindow, ws: Workspace, permit: int, qtbot: QtBot
) -> None:
    call = ask(ws, permit, Stage.TEST)
    page(window).open_record(call)
    page(window).action("record-result").trigger()
    form = dialog(ResultDialog)
    QTest.keyClick(field(form, "outcome"), Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    test = choose_test("Exfiltration")
    test.frame.view.load(exfiltration(gallons="40.0", day=ws.clock.today()))
    gallons = field(test, "water")
    replace_text(gallons, "41")
    live = test.verdict.result
    assert live is not None
    assert live.reason == (
        "The section lost 41.000 gal where 40.079 gal is allowed: repair it and test again."
    )
    QTest.keyClick(gallons, Qt.Key.Key_F10)
    form = dialog(ResultDialog)
    assert len(form.tests) == 1

    QTest.keyClicks(field(form, "outcome"), "F")
    QTest.keyClicks(field(form, "inspector"), "R. Field")
    QTest.keyClicks(field(form, "arrived"), "9:10")
    QTest.keyClick(field(form, "arrived"), Qt.Key.Key_F10)
    view = inspection_view(ws, inspection_id=call)
    assert view.row.outcome is Outcome.FAILED
    assert [row.is_retest for row in view.siblings] == [True, False]
    preview = dialog(PreviewDialog)
    assert preview.windowTitle().startswith("INS-2027-0001")
    preview.reject()


def test_keep_a_taken_test_when_the_form_is_left(
    window: MainWindow, ws: Workspace, permit: int, qtbot: QtBot
) -> None:
    page(window).open_record(ask(ws, permit, Stage.TEST))
    page(window).action("record-result").trigger()
    form = dialog(ResultDialog)
    form.add_test()
    test = choose_test("Exfiltration")
    test.frame.view.load(exfiltration(gallons="40.0", day=ws.clock.today()))
    assert test.frame.save()
    form.close()
    page(window).action("record-result").trigger()
    again = dialog(ResultDialog)
    assert [one.water.words for one in again.tests if one.water] == ["40 gal"]
    again.close()


def test_open_the_account_that_follows(window: MainWindow, ws: Workspace, permit: int, qtbot: QtBot) -> None:
    for stage in Stage:
        passed(ws, ask(ws, permit, stage))
    page(window).refresh()
    page(window).action("open-account").trigger()
    form = dialog(FormDialog)
    assert form.frame.view.editor("class_code").value() == "R"
    QTest.keyClick(field(form, "class_code"), Qt.Key.Key_F10)
    [account] = list_accounts(ws)
    assert (account.number, account.class_code) == ("00000001", "R")
    assert not page(window).action("open-account").isVisible()


def test_say_in_the_form_why_a_final_inspection_cannot_pass(
    window: MainWindow, ws: Workspace, permit: int, qtbot: QtBot
) -> None:
    call = ask(ws, permit, Stage.FINAL)
    with pytest.raises(UserError, match="cannot pass before these stages have: connection, trench, pipe"):
        passed(ws, call)
    page(window).open_record(call)
    assert page(window).action("record-result").isVisible()
