"""The account beside its payment: alerts and what the money pays, seen while it is typed and before it is saved."""

import os
from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.account import Account, AccountHold
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.plans import PlanDraft, monthly_installments
from sewerdesk.domain.receipts import CashCount
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.plans import agree_plan
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.returned_checks import return_check
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.payments.account_beside import NOTHING
from sewerdesk.ui.screens.payments.screen import PaymentsScreen
from tests.support.payments import MAIL_DAY, bill_three_accounts, check
from tests.ui.form_sample import press, type_text
from tests.ui.keyboard import focused
from tests.ui.office_window import office_context, office_window
from tests.ui.support import RecordingPrompter
from tests.ui.test_payments import enter, key_in

D = Decimal
ENTER = Qt.Key.Key_Return


def troubled(ws: Workspace) -> None:
    """Account 00001042: a check came back on January 11, no checks for a year, a plan, a hold and a note."""
    ids = bill_three_accounts(ws)
    settings = PaymentSettings(
        cash_only_months=12,
        cash_only_authority="Resolution 10 of 2026",
        plan_authority="Resolution 11 of 2026",
    )
    save_payment_settings(ws, settings=settings)
    [bad] = enter_receipt(ws, draft=check({"00001042": "182.00"})).receipts
    make_deposit(ws, draft=DepositDraft((bad.id,), CashCount(), MAIL_DAY))
    ws.clock = FixedClock(date(2027, 1, 12))
    return_check(ws, draft=ReturnDraft(bad.id, date(2027, 1, 11), "Insufficient funds", charge_fee=False))
    parts = monthly_installments(D("182.00"), count=2, first=date(2027, 2, 15))
    agree_plan(
        ws,
        draft=PlanDraft("1042", date(2027, 1, 12), "John Q Smith", parts, "Resolution 11 of 2026", 0),
    )
    with ws.write() as session:
        session.get_one(Account, ids["00001042"]).note = "Ask for the new phone number."
        hold = AccountHold(account_id=ids["00001042"], reason="House burnt down", valid_from=date(2027, 1, 5))
        session.add(hold)


@pytest.fixture
def page(
    qtbot: QtBot, ws: Workspace, tmp_path: Path, prompter: RecordingPrompter
) -> Iterator[PaymentsScreen]:
    troubled(ws)
    window = office_window(office_context(ws, tmp_path, prompter), {"payments"}, start=Route("payments"))
    qtbot.addWidget(window)
    shown = window.current_screen
    assert isinstance(shown, PaymentsScreen)
    yield shown
    window.close()


def would_pay(page: PaymentsScreen) -> Decimal | None:
    """What the payments shown beside the batch come to."""
    view = page.entry.beside.view
    return None if view is None or view.preview is None else view.preview.paid


def shoot(page: PaymentsScreen, name: str) -> None:
    """Keep a picture where a folder for them is named; no part of the test."""
    folder = os.environ.get("SEWERDESK_SHOTS")
    if folder:
        QTest.qWait(50)  # the layout settles
        page.window().grab().save(f"{folder}/{name}.png")


def test_alerts_and_what_is_paid_are_seen_before_saving(
    qtbot: QtBot, ws: Workspace, page: PaymentsScreen, prompter: RecordingPrompter
) -> None:
    """Features A13, F3: by keyboard; what is shown follows the row, and typing goes on without waiting."""
    beside = page.entry.beside
    assert beside.sentences() == ("No account yet", NOTHING)
    type_text(focused(), "300.00")
    press(focused(), ENTER)
    enter(page, "1042")
    qtbot.waitUntil(lambda: beside.view is not None)
    assert beside.warnings.sentences() == ("No checks until 01/11/2028: cash, money order or card only.",)
    assert list(beside.facts.sentences()) == [
        "1 check came back, last on 01/11/2027.",
        "Payment plan PLN-2027-0001: Kept so far. Next: 91.00 by 2/15/2027.",
        "Not billed: House burnt down.",
        "Note: Ask for the new phone number.",
    ]
    assert beside.sentences()[:2] == ("00001042", "John Q Smith\n12 Main St · owes 182.00")
    enter(page, "200")
    qtbot.waitUntil(lambda: would_pay(page) == 200)
    paid = beside.pays.text().splitlines()
    assert paid[-2:] == ["18.00 waits as a credit", "Balance afterwards: -18.00"]
    assert beside.order.text() == "Paid in the order: oldest first."
    assert "18.00 waits as a credit" in beside.accessibleDescription()
    shoot(page, "beside-alerts")
    enter(page, "cash")
    qtbot.waitUntil(lambda: beside.view is None)  # the next row has no account yet
    enter(page, "1043")
    enter(page, "100")
    qtbot.waitUntil(lambda: would_pay(page) == 100)
    assert beside.title.text() == "00001043"
    assert (beside.warnings.sentences(), beside.facts.sentences()) == ((), ())
    assert beside.pays.text().splitlines()[-1] == "Balance afterwards: 120.00"
    assert "stays open" in beside.pays.text()
    shoot(page, "beside-plain")
    enter(page, "cash")
    prompter.answers.append(True)
    QTest.keyClick(page.window(), Qt.Key.Key_F7)
    assert len(list_receipts(ws)) == 3
    qtbot.waitUntil(lambda: beside.view is None)  # the batch is empty again


def test_keys_never_wait_for_the_account(qtbot: QtBot, page: PaymentsScreen) -> None:
    """What is beside is not looked at while keys are pressed; the grid keeps the keyboard, also afterwards."""
    beside = page.entry.beside
    type_text(focused(), "182.00")
    press(focused(), ENTER)
    enter(page, "1042")
    key_in(page, "18")
    assert beside.view is None
    qtbot.waitUntil(lambda: beside.view is not None)
    view = page.entry.grid.view
    edits = [edit for edit in view.viewport().findChildren(QLineEdit) if edit.isVisible()]
    assert [edit.text() for edit in edits] == ["18"]
    assert focused() is edits[0]


def test_narrow_window_shows_the_account_below(qtbot: QtBot, page: PaymentsScreen) -> None:
    window = page.window()
    assert isinstance(window, MainWindow)
    type_text(focused(), "182.00")
    press(focused(), ENTER)
    enter(page, "1042")
    enter(page)
    qtbot.waitUntil(lambda: page.entry.beside.view is not None)
    window.resize(1024, 768)
    qtbot.waitUntil(lambda: page.entry.beside.y() > page.entry.grid.y())
    shoot(page, "beside-narrow")


def test_low_window_keeps_rows_in_sight(qtbot: QtBot, page: PaymentsScreen) -> None:
    """A small screen, magnified, has no room for the account below the batch: it stays beside."""
    window = page.window()
    assert isinstance(window, MainWindow)
    window.resize(911, 512)
    qtbot.waitUntil(lambda: page.entry.beside.x() > page.entry.grid.x())
    view = page.entry.grid.view
    qtbot.waitUntil(lambda: view.viewport().height() >= view.rowHeight(0))
