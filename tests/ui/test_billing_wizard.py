"""Billing a quarter in the window, by keyboard: dates, readings, review, checks, posting, bills and register."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.readings import AnswerDraft, ReadingDraft
from sewerdesk.services.accounts import hold_account
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.runs import list_runs
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.billing.explain import ExplainDialog
from sewerdesk.ui.screens.billing.screen import BillingScreen
from sewerdesk.ui.screens.billing.wizard import RunWizardScreen
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.ui.form_sample import press, type_text
from tests.ui.keyboard import focused, form_dialog
from tests.ui.money_window import money_window
from tests.ui.office_window import office_context
from tests.ui.support import RecordingPrompter

D = Decimal
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 11, 2), date(2026, 9, 30))


@pytest.fixture
def context(ws: Workspace, tmp_path: Path) -> UiContext:
    """Three accounts: one metered whose meter rolled over, one by units, one in court."""
    adopt_sample_rates(ws)
    smith = open_account(ws, number="00001042", name="John Q Smith", print_key="12.13-2-15.1", class_code="M")
    install_meter(
        ws,
        account_id=smith,
        serial="48-1107",
        digits=4,
        readings={
            date(2026, 1, 2): "9700",
            date(2026, 6, 30): "9800",
            date(2026, 9, 30): "9950",
            date(2026, 12, 30): "0040",
        },
    )
    open_account(ws, number="00001043", name="Peña, Ana", print_key="12.13-2-16", units="2", house="14")
    held = open_account(ws, number="00001044", name="=1+1 LLC", print_key="12.13-2-17", house="16")
    hold_account(ws, account_id=held, reason="In court", since=date(2026, 12, 1), until=None)
    post_run(ws, setup=THIRD, expected=preview_run(ws, setup=THIRD))
    return office_context(ws, tmp_path)


@pytest.fixture
def window(qtbot: QtBot, context: UiContext) -> Iterator[MainWindow]:
    shown = money_window(context, start="billing")
    qtbot.addWidget(shown)
    yield shown
    shown.close()


@pytest.fixture
def wizard(window: MainWindow) -> RunWizardScreen:
    """The wizard as opened by its key."""
    billing = cast("BillingScreen", window.current_screen)
    billing.action("new-run").trigger()
    return cast("RunWizardScreen", window.current_screen)


def on(page: RunWizardScreen) -> None:
    """Press Next."""
    page.window().activateWindow()
    page.wizard.next_button.setFocus()
    press(focused(), Qt.Key.Key_Space)


def test_propose_the_next_quarter_with_the_rule_of_its_due_date(wizard: RunWizardScreen) -> None:
    form = wizard.period.form()
    assert (form.quarter, form.bill_date, form.due_date) == ("2026-Q4", date(2027, 1, 4), date(2027, 2, 3))
    assert form.read_through == date(2026, 12, 31)
    note = wizard.period.view.editor("due_date").note()
    assert "30 days from 1/4/2027 is Wednesday 2/3/2027" in note


def test_move_the_due_date_with_the_bill_date_unless_it_was_typed(wizard: RunWizardScreen) -> None:
    view = wizard.period.view
    view.go_to("bill_date")
    focused_field = focused()
    press(focused_field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    type_text(focused_field, "1/5/2027")
    press(focused_field, Qt.Key.Key_Tab)
    assert wizard.period.form().due_date == date(2027, 2, 4)
    view.editor("due_date").set_value(date(2027, 2, 26))
    view.go_to("bill_date")
    press(focused(), Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    type_text(focused(), "1/6/2027")
    press(focused(), Qt.Key.Key_Tab)
    assert wizard.period.form().due_date == date(2027, 2, 26)


def test_refuse_a_due_date_before_the_bill_date(wizard: RunWizardScreen) -> None:
    wizard.period.view.editor("due_date").set_value(date(2027, 1, 1))
    on(wizard)
    assert wizard.wizard.place() == 0
    assert "lies before the bill date" in wizard.period.view.errors()["due_date"]


def test_bill_a_quarter_by_keyboard(
    window: MainWindow, wizard: RunWizardScreen, context: UiContext, ws: Workspace
) -> None:
    on(wizard)  # to the readings
    assert wizard.readings.open_questions() == 1
    press(focused(), Qt.Key.Key_Return)  # the first row is the question
    dialog = form_dialog()
    view = dialog.frame.view
    view.go_to("answer")
    press(focused(), Qt.Key.Key_Down)  # it rolled over
    view.go_to("reason")
    type_text(focused(), "The dial has four digits")
    press(dialog.verb_button, Qt.Key.Key_Return)
    assert wizard.readings.open_questions() == 0
    on(wizard)  # to the review
    look = wizard.review.look
    assert look is not None
    assert [row.account for row in look.of_kind(OutcomeKind.BILLED)] == ["00001042", "00001043"]
    assert [row.reason for row in wizard.review.held.model.all_rows] == ["In court"]
    press(focused(), Qt.Key.Key_Return)  # explain the first bill
    explained = QApplication.activeModalWidget()
    assert isinstance(explained, ExplainDialog)
    assert (
        "meter 48-1107 from 9950 on 09/30/2026 to 0040 on 12/30/2026 past its top"
        in explained.text.toPlainText()
    )
    press(explained.close_button, Qt.Key.Key_Space)
    on(wizard)  # to the checks
    assert wizard.checks.is_ready()
    on(wizard)
    # 62.50 + (9,000 - 5,000) gal x 5.50 per 1,000 + 15.00, and 2 x (95.00 + 15.00)
    assert wizard.wizard.next_button.text() == "Post 2 bills for 319.50"
    assert len(list_runs(ws)) == 1
    press(focused(), Qt.Key.Key_Space)
    assert len(list_runs(ws)) == 2
    billing = cast("BillingScreen", window.current_screen)
    assert isinstance(billing, BillingScreen)
    assert billing.pane.facts.value("Billed") == "2"
    assert wizard.wizard.place() == 0
    assert wizard.period.form().quarter == "2027-Q1"


def test_ask_to_read_the_warnings_before_posting(wizard: RunWizardScreen) -> None:
    for _ in range(3):
        on(wizard)
    assert list(wizard.checks.boxes) == ["lower"]
    assert not wizard.wizard.next_button.isEnabled()
    press(focused(), Qt.Key.Key_Space)  # the focus is on the first group that was not ticked
    assert wizard.wizard.next_button.isEnabled()
    on(wizard)
    assert wizard.wizard.next_button.text() == "Post 1 bill for 220.00"
    assert wizard.post.facts.value("Held") == "2"


def test_enter_an_estimate_marked_as_one(wizard: RunWizardScreen) -> None:
    on(wizard)
    wizard.readings.enter()
    dialog = form_dialog()
    view = dialog.frame.view
    view.editor("value").set_value(D(9999))
    view.editor("estimated").focus()
    press(focused(), Qt.Key.Key_Y)
    dialog.verb_button.click()
    assert "note" in view.errors()
    view.go_to("note")
    type_text(focused(), "The house was closed")
    dialog.verb_button.click()
    (row,) = wizard.readings.table.model.all_rows
    assert [reading.code.value for reading in row.state.in_window] == ["actual", "estimated"]


def test_keep_what_was_typed_when_a_reading_cannot_be(wizard: RunWizardScreen) -> None:
    on(wizard)
    wizard.readings.enter()
    dialog = form_dialog()
    view = dialog.frame.view
    view.load(ReadingDraft(date(2025, 12, 1), None))
    view.editor("value").set_value(D(12))
    view.editor("estimated").set_value(False)
    dialog.verb_button.click()
    assert "was not at account 00001042 on 12/01/2025" in " ".join(view.errors().values())
    assert cast("ReadingDraft", view.typed().draft).value == 12
    dialog.frame.leave_allowed.emit()


def test_answer_dialog_offers_the_readings_of_the_quarter(wizard: RunWizardScreen) -> None:
    on(wizard)
    wizard.readings.answer()
    dialog = form_dialog()
    draft = cast("AnswerDraft", dialog.frame.view.typed().draft)
    row = wizard.readings.table.current_row()
    assert row is not None
    assert row.state.present is not None
    assert draft.reading_id == row.state.present.reading_id
    dialog.frame.leave_allowed.emit()


def test_go_on_where_one_left_off_after_a_restart(
    wizard: RunWizardScreen, context: UiContext, ws: Workspace, tmp_path: Path, qtbot: QtBot
) -> None:
    wizard.period.view.editor("message").set_value("Łączność: pay by March")
    wizard.leave()
    again = RunWizardScreen(context)
    qtbot.addWidget(again)
    assert again.period.form().message == "Łączność: pay by March"


def test_say_when_the_figures_changed_meanwhile(wizard: RunWizardScreen, ws: Workspace) -> None:
    for _ in range(3):
        on(wizard)
    press(focused(), Qt.Key.Key_Space)
    on(wizard)
    ws.listeners.clear()  # another desk's change that this window did not hear of
    open_account(ws, number="00001050", name="New Here", print_key="12.13-2-30", house="30")
    press(wizard.wizard.next_button, Qt.Key.Key_Space)
    sentence = wizard.post.banners.sentences()["post"]
    assert "Look at the run again" in sentence
    assert "Nothing was posted" in sentence
    assert wizard.wizard.place() == 4
    assert len(list_runs(ws)) == 1


def test_show_bills_and_save_the_register(
    window: MainWindow, context: UiContext, tmp_path: Path, qtbot: QtBot
) -> None:
    billing = cast("BillingScreen", window.current_screen)
    billing.action("bills-zip").trigger()
    preview = QApplication.activeModalWidget() or window.findChild(PreviewDialog)
    assert isinstance(preview, PreviewDialog)
    qtbot.waitUntil(lambda: preview.view.page_count == 3)
    preview.reject()
    target = tmp_path / "register.xlsx"
    cast("RecordingPrompter", context.prompter).will_answer(target)
    billing.action("register").trigger()
    assert load_workbook(target)["Billing register"]["A2"].value == "00001042"


def test_print_bills_again_from_a_piece_on_by_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    """After a paper jam at the second of three pieces: pieces 2 and 3 of the file that is kept."""
    billing = cast("BillingScreen", window.current_screen)
    billing.action("print-bills").trigger()
    dialog = form_dialog()
    dialog.frame.view.go_to("first")
    type_text(focused(), "2")
    press(dialog.verb_button, Qt.Key.Key_Return)
    preview = QApplication.activeModalWidget()
    assert isinstance(preview, PreviewDialog)
    assert preview.windowTitle().endswith("pieces 2 to 3")
    qtbot.waitUntil(lambda: preview.view.page_count == 2)
    preview.reject()
    billing.action("mailing-list").trigger()
    press(form_dialog().verb_button, Qt.Key.Key_Return)
    listed = QApplication.activeModalWidget()
    assert isinstance(listed, PreviewDialog)
    assert listed.windowTitle().startswith("Mailing-list-Q3-2026")
    listed.reject()
    billing.action("board-packet").trigger()
    packet = QApplication.activeModalWidget()
    assert isinstance(packet, PreviewDialog)
    assert packet.windowTitle().startswith("Board-packet-Q3-2026")
    packet.reject()


def test_print_bills_on_cards_by_keyboard(window: MainWindow, qtbot: QtBot) -> None:
    billing = cast("BillingScreen", window.current_screen)
    billing.action("print-bills").trigger()
    dialog = form_dialog()
    dialog.frame.view.go_to("form")
    press(focused(), Qt.Key.Key_Down)
    press(dialog.verb_button, Qt.Key.Key_Return)
    preview = QApplication.activeModalWidget()
    assert isinstance(preview, PreviewDialog)
    assert preview.windowTitle().endswith("postcards-four-on-a-sheet-by-zip")
    qtbot.waitUntil(lambda: preview.view.page_count > 0)
    preview.reject()


def test_ask_again_for_a_piece_that_the_file_does_not_have(window: MainWindow) -> None:
    """Told in the form before anything is drawn, and what was typed stays."""
    billing = cast("BillingScreen", window.current_screen)
    billing.action("print-bills").trigger()
    dialog = form_dialog()
    dialog.frame.view.go_to("first")
    type_text(focused(), "9")
    press(dialog.verb_button, Qt.Key.Key_Return)
    assert QApplication.activeModalWidget() is dialog
    assert dialog.frame.view.errors() == {"first": "The file holds the pieces 1 to 3. Enter one of them."}
    dialog.frame.view.go_to("first")
    type_text(focused(), "3")
    press(dialog.verb_button, Qt.Key.Key_Return)
    preview = QApplication.activeModalWidget()
    assert isinstance(preview, PreviewDialog)
    assert preview.windowTitle().endswith("pieces 3 to 3")
    preview.reject()


def test_papers_of_a_run_are_made_off_the_windows_thread(
    window: MainWindow, context: UiContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """3,000 bills in another order take long; each paper is a job with its progress and Cancel."""
    billing = cast("BillingScreen", window.current_screen)
    made: list[str] = []

    def start(_job: object, *, title: str, **_rest: object) -> None:
        made.append(title)

    monkeypatch.setattr(context.jobs, "start", start)
    for key in ("print-bills", "mailing-list", "board-packet"):
        billing.action(key).trigger()
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, FormDialog):
            press(dialog.verb_button, Qt.Key.Key_Return)
    assert made == ["Making the bills", "Making the mailing list", "Making the board packet"]


def test_explain_a_posted_bill_and_show_differences(window: MainWindow) -> None:
    billing = cast("BillingScreen", window.current_screen)
    billing.pane.show_tab("accounts")
    billing.pane.outcomes.focus_rows()
    press(focused(), Qt.Key.Key_Return)
    explained = QApplication.activeModalWidget()
    assert isinstance(explained, ExplainDialog)
    assert "This quarter: 132.50." in explained.text.toPlainText()
    press(explained.close_button, Qt.Key.Key_Space)
    billing.pane.show_tab("differences")
    assert {row.cause for row in billing.pane.differences.model.all_rows} == {"new account"}


def test_teach_what_billing_is_while_nothing_was_billed(qtbot: QtBot, ws: Workspace, tmp_path: Path) -> None:
    context = office_context(ws, tmp_path)
    window = money_window(context, start="billing")
    qtbot.addWidget(window)
    billing = cast("BillingScreen", window.current_screen)
    assert billing.action("new-run").isEnabled()
    assert context.navigator.open(Route("rates"))
    window.close()
