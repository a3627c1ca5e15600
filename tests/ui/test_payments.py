"""The mail day by keyboard alone: a batch by account and stub, posted, deposited, looked up, voided."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from sewerdesk.domain.payments import ReceiptState
from sewerdesk.domain.scanline import scan_line
from sewerdesk.services.deposits import list_deposits
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.payments.screen import PaymentsScreen
from tests.support.payments import bill_three_accounts, cash, check
from tests.ui.form_sample import press, type_text
from tests.ui.keyboard import focused, open_dialog
from tests.ui.office_window import office_context, office_window
from tests.ui.support import RecordingPrompter

D = Decimal
ENTER = Qt.Key.Key_Return
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot, ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    """The window on Payments; three accounts owe 182.00, 220.00 and 110.00."""
    bill_three_accounts(ws)
    made = office_window(
        office_context(ws, tmp_path, prompter), {"payments", "keys"}, start=Route("payments")
    )
    qtbot.addWidget(made)
    yield made
    made.close()


@pytest.fixture
def page(window: MainWindow) -> PaymentsScreen:
    shown = window.current_screen
    assert isinstance(shown, PaymentsScreen)
    return shown


def key_in(page: PaymentsScreen, text: str) -> None:
    """Type into the batch, cell by cell as the keyboard goes."""
    view = page.entry.grid.view
    for mark in text:
        edits = [edit for edit in view.viewport().findChildren(QLineEdit) if edit.isVisible()]
        press(edits[0] if edits else view, Qt.Key.Key_unknown, text=mark)


def enter(page: PaymentsScreen, text: str = "") -> None:
    """Type a text and press Enter."""
    key_in(page, text)
    view = page.entry.grid.view
    edits = [edit for edit in view.viewport().findChildren(QLineEdit) if edit.isVisible()]
    press(edits[0] if edits else view, ENTER)


def type_batch(page: PaymentsScreen) -> None:
    """Three checks: one by its stub, two by account, one of them in part."""
    type_text(focused(), "450.00")
    press(focused(), ENTER)
    enter(page, scan_line("00001042", date(2027, 2, 1), 18200))
    enter(page)
    enter(page, "1101")
    enter(page, "1043")
    enter(page)
    enter(page, "553")
    enter(page, "00001044")
    enter(page, "48")
    enter(page, "9")


def test_batch_of_three_checks_is_posted_and_deposited_without_the_mouse(
    qtbot: QtBot, ws: Workspace, window: MainWindow, page: PaymentsScreen
) -> None:
    type_batch(page)
    assert page.entry.grid.figures() == "3 payments · 450.00 · In balance"
    assert page.post_action.text() == "Post 3 receipts for 450.00"
    QTest.keyClick(window, Qt.Key.Key_F7)
    rows = list_receipts(ws)
    assert [(row.payer, row.amount, row.method) for row in reversed(rows)] == [
        ("John Q Smith", D("182.00"), "Check no. 1101"),
        ("Peña, Ana", D("220.00"), "Check no. 553"),
        ("O'Brien & Sons <Plumbing>", D("48.00"), "Check no. 9"),
    ]
    assert page.entry.grid.count() == 0
    assert page.context.toasts.shown()[0].sentence.startswith("Posted REC-2027-0001 to REC-2027-0003, 450.00")
    QTest.keyClick(window, Qt.Key.Key_3, ALT)
    assert page.deposit_action.text() == "Deposit 3 receipts, 450.00…"
    QTest.keyClick(window, Qt.Key.Key_F9)
    form = open_dialog(FormDialog)
    QTest.keyClick(focused(), ENTER, Qt.KeyboardModifier.ControlModifier)
    assert not form.isVisible()
    [deposit] = list_deposits(ws)
    assert (deposit.number, deposit.total, deposit.receipts) == ("DEP-2027-0001", D("450.00"), 3)
    slip = open_dialog(PreviewDialog)
    assert isinstance(slip, PreviewDialog)
    qtbot.waitUntil(lambda: slip.view.page_count == 1)
    press(slip.view, Qt.Key.Key_Escape)
    assert not slip.isVisible()
    assert page.tabs.tabText(2) == "To deposit"
    assert {row.state for row in list_receipts(ws)} == {ReceiptState.DEPOSITED}


def test_out_of_balance_is_refused_and_nothing_is_lost(
    ws: Workspace, window: MainWindow, page: PaymentsScreen
) -> None:
    type_text(focused(), "500.00")
    press(focused(), ENTER)
    enter(page, "1042")
    enter(page)
    enter(page, "1101")
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert page.entry.grid.message().startswith("The batch is out by -318.00")
    assert page.entry.grid.count() == 1
    assert list_receipts(ws) == ()


def test_unknown_account_gets_a_sentence_in_its_row(page: PaymentsScreen) -> None:
    type_text(focused(), "5.00")
    press(focused(), ENTER)
    enter(page, "4711")
    assert page.entry.grid.message() == "There is no account 4711. Check the number on the bill's stub."
    assert page.entry.grid.model.row(0).texts["account"] == "4711"


def test_count_of_the_tape_must_agree(ws: Workspace, window: MainWindow, page: PaymentsScreen) -> None:
    type_batch(page)
    page.entry.count_editor.set_value(4)
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert "the control count is 4" in page.entry.grid.message()
    assert list_receipts(ws) == ()


def test_neighbors_with_one_check_are_one_receipt(
    ws: Workspace, window: MainWindow, page: PaymentsScreen
) -> None:
    model = page.entry.grid.model
    for line, account in enumerate(("1042", "1043")):
        model.put(line, 0, account)
        model.put(line, 4, "77")
        model.put(line, 5, "First Bank of Elm Creek")
    page.entry.grid.control.set_value(D("402.00"))
    assert page.entry.act == "Post 1 receipt for 402.00"
    QTest.keyClick(window, Qt.Key.Key_F7)
    [row] = list_receipts(ws)
    assert (row.payer, row.amount, row.purpose) == (
        "First Bank of Elm Creek",
        D("402.00"),
        "00001042, 00001043",
    )


def test_overpayment_and_duplicate_are_asked_about(
    ws: Workspace, window: MainWindow, page: PaymentsScreen, prompter: RecordingPrompter
) -> None:
    enter_receipt(ws, draft=check({"00001042": "200.00"}, number="1101"))
    model = page.entry.grid.model
    model.put(0, 0, "1042")
    model.put(0, 3, "200.00")
    model.put(0, 4, "1101")
    page.entry.grid.control.set_value(D("200.00"))
    prompter.will_answer(False)
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert len(list_receipts(ws)) == 1
    assert page.entry.grid.count() == 1
    [asked] = prompter.asked
    assert asked.words["yes"] == "Post 1 receipt for 200.00"
    assert "posted before as REC-2027-0001" in str(asked.words["detail"])
    assert "waits on it as a credit" in str(asked.words["detail"])
    prompter.will_answer(True)
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert len(list_receipts(ws)) == 2


def test_tender_that_is_incomplete_is_shown_at_its_cell(
    ws: Workspace, window: MainWindow, page: PaymentsScreen
) -> None:
    model = page.entry.grid.model
    model.put(0, 0, "1044")
    model.put(0, 4, "MO")
    page.entry.grid.control.set_value(D("110.00"))
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert (
        page.entry.grid.message() == "Row 1: Enter the money order's number after MO, for example MO 20417."
    )
    model.put(0, 4, "MO 20417")
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert list_receipts(ws)[0].method == "Money order no. 20417"


def test_receipt_is_voided_with_its_reason_and_its_paper_says_so(
    qtbot: QtBot, ws: Workspace, window: MainWindow, page: PaymentsScreen
) -> None:
    enter_receipt(ws, draft=cash("00001042", "20.00"))
    QTest.keyClick(window, Qt.Key.Key_2, ALT)
    assert page.receipts.pane.view is not None
    page.action("void-receipt").trigger()
    form = open_dialog(FormDialog)
    type_text(focused(), "Counted twice")
    QTest.keyClick(focused(), ENTER, Qt.KeyboardModifier.ControlModifier)
    assert not form.isVisible()
    [row] = list_receipts(ws)
    assert row.void_reason == "Counted twice"
    assert not page.action("void-receipt").isEnabled()
    press(page.receipts.table.grid, ENTER)
    paper = open_dialog(PreviewDialog)
    assert isinstance(paper, PreviewDialog)
    qtbot.waitUntil(lambda: paper.view.page_count == 1)
    paper.reject()


def test_cash_is_counted_against_its_receipts(
    ws: Workspace, window: MainWindow, page: PaymentsScreen
) -> None:
    enter_receipt(ws, draft=cash("00001042", "20.35"))
    QTest.keyClick(window, Qt.Key.Key_3, ALT)
    QTest.keyClick(window, Qt.Key.Key_F9)
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    form.frame.view.editor("twenties").set_value(1)
    form.frame.save()
    assert "0.35 short" in str(form.frame.view.errors())
    form.frame.view.editor("coin").set_value(D("0.35"))
    form.frame.save()
    assert [deposit.total for deposit in list_deposits(ws)] == [D("20.35")]
    open_dialog(PreviewDialog).reject()


def test_deposit_that_never_left_is_voided(ws: Workspace, window: MainWindow, page: PaymentsScreen) -> None:
    test_cash_is_counted_against_its_receipts(ws, window, page)
    assert page.tab == "deposits"
    page.action("void-deposit").trigger()
    open_dialog(FormDialog)
    type_text(focused(), "Bank was closed")
    QTest.keyClick(focused(), ENTER, Qt.KeyboardModifier.ControlModifier)
    assert list_deposits(ws)[0].void_reason == "Bank was closed"
    assert page.tabs.tabText(2) == "To deposit (1)"


def test_half_typed_batch_is_offered_after_a_crash(
    qtbot: QtBot, ws: Workspace, tmp_path: Path, window: MainWindow, page: PaymentsScreen
) -> None:
    type_text(focused(), "500.00")
    press(focused(), ENTER)
    enter(page, "1042")
    page.entry._keeper.keep()
    window.close()
    again = office_window(
        office_context(ws, tmp_path, RecordingPrompter()), {"payments"}, start=Route("payments")
    )
    qtbot.addWidget(again)
    shown = again.current_screen
    assert isinstance(shown, PaymentsScreen)
    assert shown.entry.offer.isVisible()
    press(shown.entry.offer.restore_button, Qt.Key.Key_Space)
    assert shown.entry.grid.model.row(0).texts["account"] == "00001042"
    assert shown.entry.grid.control_total() == D("500.00")
    again.close()


def test_receipt_found_by_search_is_shown(ws: Workspace, window: MainWindow, page: PaymentsScreen) -> None:
    enter_receipt(ws, draft=cash("00001042", "20.00"))
    enter_receipt(ws, draft=cash("00001042", "21.00"))
    page.context.navigator.open(Route("payments", 1))
    assert page.receipts.pane.view is not None
    assert page.receipts.pane.view.row.number == "REC-2027-0001"
