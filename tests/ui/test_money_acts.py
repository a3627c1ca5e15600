"""Acts on money by keyboard: a payment moved, a check returned with its letter, a tender corrected, an adjustment."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import DepositDraft, ReceiptState
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.services.account_money import account_money
from sewerdesk.services.adjustments import unapproved_acts
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.payment_moves import ApplyTo, apply_held, held_money
from sewerdesk.services.payment_settings import payment_settings, save_payment_settings
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.payments.screen import PaymentsScreen
from tests.support.payments import MAIL_DAY, bill_three_accounts, cash, check
from tests.ui.form_sample import type_text
from tests.ui.keyboard import focused, open_dialog
from tests.ui.office_window import office_context, office_window
from tests.ui.support import RecordingPrompter

D = Decimal
ENTER = Qt.Key.Key_Return
TAB = Qt.Key.Key_Tab
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot, ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    """The window on Payments; three accounts owe 182.00, 220.00 and 110.00; a returned check costs 20.00."""
    bill_three_accounts(ws)
    save_charge_code(ws, code=ChargeCode("FEE", "Returned check fees", "G", "G-2770", 95))
    settings = PaymentSettings(
        returned_fee=D("20.00"), returned_fee_code="FEE", returned_fee_authority="Resolution 9 of 2026"
    )
    save_payment_settings(ws, settings=settings)
    made = office_window(
        office_context(ws, tmp_path, prompter),
        {"payments", "accounts", "keys"},
        start=Route("payments"),
    )
    qtbot.addWidget(made)
    yield made
    made.close()


def receipts_page(window: MainWindow) -> PaymentsScreen:
    """Payments on the tab of receipts, the newest one shown."""
    QTest.keyClick(window, Qt.Key.Key_2, ALT)
    page = window.current_screen
    assert isinstance(page, PaymentsScreen)
    assert page.receipts.pane.view is not None
    return page


def test_payment_is_moved_from_the_list_of_receipts(ws: Workspace, window: MainWindow) -> None:
    enter_receipt(ws, draft=check({"00001043": "182.00"}))
    page = receipts_page(window)
    assert page.action("returned-check").isVisible()
    assert not page.action("returned-check").isEnabled()  # it has not been to the bank
    page.action("move-payment").trigger()
    form = open_dialog(FormDialog)
    type_text(focused(), "1042")
    QTest.keyClick(focused(), TAB)
    QTest.keyClick(focused(), TAB)
    type_text(focused(), "Wrong stub")
    QTest.keyClick(focused(), ENTER, CTRL)
    assert not form.isVisible()
    assert account_money(ws, account_id=1).balance == 0
    view = page.receipts.pane.view
    assert view is not None
    assert [(line.reference, line.moved_from) for line in view.lines] == [("00001042", "00001043")]


def unidentified(ws: Workspace) -> int:
    """A check of 75.00 that nobody can place; its receipt."""
    save_charge_code(ws, code=ChargeCode("SUSP", "Unidentified money", "TA", "T-0030", 96))
    save_payment_settings(ws, settings=replace(payment_settings(ws), suspense_code="SUSP"))
    line = ReceiptLine(Purpose.SUSPENSE, "", D("75.00"))
    draft = ReceiptDraft("Unsigned check", MAIL_DAY, Tender.CHECK, D("75.00"), (line,), "88")
    return enter_receipt(ws, draft=draft).receipts[0].id


def test_rest_of_unidentified_money_moves_without_what_was_identified(
    ws: Workspace, window: MainWindow
) -> None:
    """Of 75.00 the 50.00 of 1042 are known; the rest of 25.00 goes to 1043, and the 50.00 stay."""
    unidentified(ws)
    part = ApplyTo("1042", D("50.00"))
    apply_held(ws, line_id=held_money(ws)[0].line_id, parts=(part,), reason="He called")
    page = receipts_page(window)
    page.action("move-payment").trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    identified, rest = form.frame.view.editor("part").spec.choices
    assert (identified.title, rest.title) == ("00001042, 50.00", "Not identified, 25.00")
    for name, value in {"account": "1043", "amount": D("25.00"), "reason": "She called"}.items():
        form.frame.view.editor(name).set_value(value)
    form.frame.view.editor("part").set_value(identified.value)
    form.frame.save()
    assert "What is on account 00001042 moves whole; enter 50.00." in str(form.frame.view.errors())
    form.frame.view.editor("part").set_value(rest.value)
    form.frame.save()
    assert [account_money(ws, account_id=one).balance for one in (1, 2)] == [D("132.00"), D("195.00")]
    assert held_money(ws) == ()


def test_check_is_returned_with_fee_and_letter(qtbot: QtBot, ws: Workspace, window: MainWindow) -> None:
    receipt = enter_receipt(ws, draft=check({"00001042": "182.00"})).receipts[0]
    make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    page = receipts_page(window)
    page.action("returned-check").trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    form.frame.view.editor("bank_reason").set_value("Insufficient funds")
    QTest.keyClick(focused(), ENTER, CTRL)
    letter = open_dialog(PreviewDialog)
    assert isinstance(letter, PreviewDialog)
    qtbot.waitUntil(lambda: letter.view.page_count == 1)
    letter.reject()
    assert account_money(ws, account_id=1).balance == D("202.00")
    assert list_receipts(ws)[0].state is ReceiptState.RETURNED
    assert "Returned 01/04/2027, Insufficient funds" in page.receipts.pane.banners.sentences()["returned"]
    assert not page.action("void-receipt").isEnabled()
    assert not page.action("returned-check").isVisible()
    page.action("redeposit").trigger()
    open_dialog(FormDialog)
    QTest.keyClick(focused(), ENTER, CTRL)
    newest = list_receipts(ws)[0]
    assert (newest.number, newest.redeposits) == ("REC-2027-0002", "REC-2027-0001")


def test_return_of_unidentified_money_says_that_no_fee_was_charged(
    ws: Workspace, window: MainWindow, prompter: RecordingPrompter
) -> None:
    """The office charges 20.00, but nobody is known to owe it: it is not asked about, and the clerk is told why."""
    receipt = unidentified(ws)
    make_deposit(ws, draft=DepositDraft((receipt,), CashCount(), MAIL_DAY))
    page = receipts_page(window)
    page.action("returned-check").trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    with pytest.raises(KeyError):
        form.frame.view.editor("charge_fee")
    form.frame.view.editor("bank_reason").set_value("Insufficient funds")
    QTest.keyClick(focused(), ENTER, CTRL)
    assert any("No fee was charged" in told for told in prompter.told)
    assert list_receipts(ws)[0].state is ReceiptState.RETURNED
    open_dialog(PreviewDialog).reject()


def test_how_a_receipt_was_paid_is_corrected(ws: Workspace, window: MainWindow) -> None:
    enter_receipt(ws, draft=cash("00001042", "20.00"))
    page = receipts_page(window)
    page.action("change-tender").trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    form.frame.view.editor("paid_by").set_value("MO")
    form.frame.view.editor("reason").set_value("It was a money order")
    form.frame.save()
    assert "money order's number" in str(form.frame.view.errors())
    form.frame.view.editor("paid_by").set_value("MO 20417")
    form.frame.save()
    assert list_receipts(ws)[0].method == "Money order no. 20417"
    assert "Cash became money order no. 20417" in page.receipts.pane.banners.sentences()["trail"]


def test_account_is_adjusted_and_its_slip_shown(qtbot: QtBot, ws: Workspace, window: MainWindow) -> None:
    window.context.navigator.open(Route("accounts", 1))
    page = window.current_screen
    assert page is not None
    page.action("adjust").trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    editor = form.frame.view.editor
    editor("amount").set_value(D("40.00"))
    editor("reason").set_value("Leak")
    form.frame.save()
    slip = open_dialog(PreviewDialog)
    assert isinstance(slip, PreviewDialog)
    qtbot.waitUntil(lambda: slip.view.page_count == 1)
    slip.reject()
    assert account_money(ws, account_id=1).balance == D("142.00")
    [waiting] = unapproved_acts(ws)
    assert (waiting.requested_by, waiting.on) == ("Mary Bell", date(2027, 1, 4))


def test_waiver_asks_for_the_boards_resolution_in_the_form(
    qtbot: QtBot, ws: Workspace, window: MainWindow
) -> None:
    window.context.navigator.open(Route("accounts", 1))
    page = window.current_screen
    assert page is not None
    page.action("adjust").trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    editor = form.frame.view.editor
    editor("way").set_value("waive")
    editor("amount").set_value(D("40.00"))
    editor("reason").set_value("Decision of the Board")
    form.frame.save()
    assert form.isVisible()
    assert "Board's resolution" in str(form.frame.view.errors())
    assert account_money(ws, account_id=1).balance == D("182.00")
    editor("minute").set_value("Resolution 14 of 2027")
    form.frame.save()
    slip = open_dialog(PreviewDialog)
    assert isinstance(slip, PreviewDialog)
    qtbot.waitUntil(lambda: slip.view.page_count == 1)
    slip.reject()
    assert account_money(ws, account_id=1).balance == D("142.00")
