"""Accounts, parcels, a bill and the books by keyboard, and how many statements an account's page costs."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from sqlalchemy import text

from sewerdesk.clock import FixedClock
from sewerdesk.services.account_money import account_bills, account_money, parcel_work
from sewerdesk.services.accounts import account_view, hold_account
from sewerdesk.services.parcels import list_parcels, parcel_view
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.accounts.bill import BillScreen
from sewerdesk.ui.screens.accounts.screen import AccountsScreen
from sewerdesk.ui.screens.books.screen import BooksScreen
from sewerdesk.ui.screens.parcels.screen import ParcelsScreen
from tests.support.payments import bill_three_accounts, cash, check
from tests.support.statements import statements
from tests.ui.form_sample import press, type_text
from tests.ui.keyboard import focused, open_dialog
from tests.ui.office_window import office_context, office_window
from tests.ui.support import RecordingPrompter

D = Decimal
ENTER = Qt.Key.Key_Return
CTRL = Qt.KeyboardModifier.ControlModifier
PAGES = ("accounts", "parcels", "payments", "bill", "books", "keys")
MOST_STATEMENTS = 39


@pytest.fixture
def window(qtbot: QtBot, ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    """The window on Accounts; three accounts owe 182.00, 220.00 and 110.00."""
    bill_three_accounts(ws)
    made = office_window(office_context(ws, tmp_path, prompter), PAGES, start=Route("accounts"))
    qtbot.addWidget(made)
    yield made
    made.close()


@pytest.fixture
def page(window: MainWindow) -> AccountsScreen:
    shown = window.current_screen
    assert isinstance(shown, AccountsScreen)
    return shown


def test_list_shows_what_is_owed_and_enter_opens_the_account(
    window: MainWindow, page: AccountsScreen
) -> None:
    assert page.table.footer.shown_text == "3 shown · Balance 512.00 · Overdue 0.00"
    press(page.table.grid, ENTER)
    assert page.view is not None
    assert page.title == "00001042 · John Q Smith"
    [row] = page.page.register.model.all_rows
    assert (row.what, row.charge, row.balance) == ("Bill BIL-2027-0001, Q4 2026", D("182.00"), D("182.00"))
    assert "from 004875 on 09/30/2026 to 005115 on 12/30/2026" in page.page.explanation.text()
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.context.navigator.current == Route("accounts")
    assert page.title == "Accounts"


def test_chips_count_overdue_hold_and_credit(
    qtbot: QtBot, ws: Workspace, tmp_path: Path, window: MainWindow, page: AccountsScreen
) -> None:
    enter_receipt(ws, draft=cash("00001043", "300.00"))
    hold_account(ws, account_id=3, reason="In court", since=date(2027, 1, 3), until=None)
    later = Workspace(ws.folder, ws.engine, FixedClock(date(2027, 2, 2)), ws.actor)
    other = office_window(
        office_context(later, tmp_path, RecordingPrompter()), PAGES, start=Route("accounts")
    )
    qtbot.addWidget(other)
    shown = other.current_screen
    assert isinstance(shown, AccountsScreen)
    words = [button.text() for button in shown.table.chip_bar.buttons()]
    assert words == ["All  3", "Overdue  2", "On hold  1", "Credit  1"]
    assert [row.overdue for row in shown.table.model.all_rows] == [D("182.00"), D("0.00"), D("110.00")]
    other.close()


def test_payment_at_the_counter_is_taken_from_the_account(
    ws: Workspace, window: MainWindow, page: AccountsScreen
) -> None:
    page.context.navigator.open(Route("accounts", 1))
    QTest.keyClick(window, Qt.Key.Key_F8)
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    form.frame.view.editor("amount").set_value(D("82.00"))
    type_text(focused(), "cash")
    QTest.keyClick(focused(), ENTER, CTRL)
    [receipt] = list_receipts(ws)
    assert (receipt.amount, receipt.method, receipt.payer) == (D("82.00"), "Cash", "John Q Smith")
    assert page.page.side._figure.text() == "100.00"
    assert "It paid 62.50 of Operation and maintenance" in page.page.register.model.all_rows[0].explanation


def test_duplicate_check_at_the_counter_keeps_the_form(
    ws: Workspace, window: MainWindow, page: AccountsScreen, prompter: RecordingPrompter
) -> None:
    enter_receipt(ws, draft=check({"00001042": "82.00"}, number="55"))
    page.context.navigator.open(Route("accounts", 1))
    page.acts.pay.trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    form.frame.view.editor("amount").set_value(D("82.00"))
    form.frame.view.editor("paid_by").set_value("55")
    prompter.will_answer(False)
    form.frame.save()
    assert form.isVisible()
    assert "posted before as REC-2027-0001" in str(form.frame.view.errors())
    prompter.will_answer(True)
    form.frame.save()
    assert len(list_receipts(ws)) == 2


def test_hold_and_release_by_keyboard(ws: Workspace, window: MainWindow, page: AccountsScreen) -> None:
    page.context.navigator.open(Route("accounts", 3))
    page.acts.hold.trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    form.frame.view.editor("reason").focus()
    type_text(focused(), "In court")
    QTest.keyClick(focused(), ENTER, CTRL)
    assert account_view(ws, account_id=3).row.on_hold
    assert page.banners.sentences()["hold"] == "Not billed while on hold: In court"
    assert page.acts.release.isVisible()
    page.acts.release.trigger()
    open_dialog(FormDialog)
    QTest.keyClick(focused(), ENTER, CTRL)
    assert not account_view(ws, account_id=3).row.on_hold
    assert page.banners.sentences() == {}


def test_address_change_keeps_the_former_one(ws: Workspace, window: MainWindow, page: AccountsScreen) -> None:
    page.context.navigator.open(Route("accounts", 2))
    page.acts.address.trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    form.frame.view.editor("street").set_value("9 Peña Rd")
    form.frame.save()
    assert account_view(ws, account_id=2).bill_to[0].party.address.street == "9 Peña Rd"
    with ws.read() as session:
        assert session.scalar(text("SELECT count(*) FROM party_address WHERE valid_to = '2027-01-04'")) == 1


def test_note_stands_beside_the_register(ws: Workspace, window: MainWindow, page: AccountsScreen) -> None:
    page.context.navigator.open(Route("accounts", 1))
    page.acts.note.trigger()
    open_dialog(FormDialog)
    type_text(focused(), "Calls on Fridays <b>")
    QTest.keyClick(focused(), ENTER, CTRL)
    assert page.page.side._note.text() == "Calls on Fridays <b>"


def test_payoff_letter_is_issued_by_keyboard(
    qtbot: QtBot, ws: Workspace, window: MainWindow, page: AccountsScreen
) -> None:
    page.context.navigator.open(Route("accounts", 1))
    QTest.keyClick(window, Qt.Key.Key_Y, CTRL | Qt.KeyboardModifier.ShiftModifier)
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    type_text(focused(), "Sample Abstract Corp.")
    QTest.keyClick(focused(), ENTER, CTRL)
    assert form.isVisible()  # the day is missing
    assert set(form.frame.view.errors()) == {"good_through"}
    form.frame.view.editor("good_through").set_value(date(2027, 2, 10))
    form.frame.save()
    dialog = open_dialog(PreviewDialog)
    assert isinstance(dialog, PreviewDialog)
    qtbot.waitUntil(lambda: dialog.view.page_count >= 1)
    assert dialog.windowTitle().startswith("PAY-2027-0001")
    dialog.reject()


def test_bill_is_previewed_from_register_and_bills(
    qtbot: QtBot, window: MainWindow, page: AccountsScreen
) -> None:
    page.context.navigator.open(Route("accounts", 1, "bills"))
    assert page.page.tab == "bills"
    page.page.bills.step(1)
    press(page.page.bills.grid, ENTER)
    dialog = open_dialog(PreviewDialog)
    assert isinstance(dialog, PreviewDialog)
    qtbot.waitUntil(lambda: dialog.view.page_count == 1)
    dialog.reject()
    page.page.show_tab("register")
    press(page.page.register.grid, ENTER)
    open_dialog(PreviewDialog).reject()


def test_figures_are_a_table_one_key_away(window: MainWindow, page: AccountsScreen) -> None:
    page.context.navigator.open(Route("accounts", 1))
    assert "Q4 26 182.00" in page.page.charges.accessibleName()
    assert "Q4 26 24,000" in page.page.use.accessibleName()
    QTest.keyClick(window, Qt.Key.Key_T, CTRL)
    assert page.page.quarters.isVisible()
    assert page.page.quarters.model.all_rows[0].use == D(24000)
    QTest.keyClick(window, Qt.Key.Key_T, CTRL)
    assert not page.page.quarters.isVisible()


def test_account_page_costs_a_bounded_number_of_statements(
    ws: Workspace, window: MainWindow, page: AccountsScreen
) -> None:
    few = statements(ws, lambda: page.open_record(1))
    for day in range(1, 5):
        for number in range(5):
            enter_receipt(
                ws,
                draft=check({"00001042": "1.00"}, number=f"{day}{number}", on=date(2027, 1, day)),
                acknowledged=(),
            )
    many = statements(ws, lambda: page.open_record(1))
    assert len(many) == len(few) <= MOST_STATEMENTS, "\n".join(many)


def test_list_of_accounts_costs_the_same_for_any_number(ws: Workspace, window: MainWindow) -> None:
    shown = window.current_screen
    assert isinstance(shown, AccountsScreen)
    assert len(statements(ws, shown.table.model.rowCount)) == 0
    shown._list_is_stale = True
    assert len(statements(ws, shown.open_overview)) <= 12


def test_parcel_shows_owners_and_takes_a_new_one(ws: Workspace, window: MainWindow) -> None:
    window.context.navigator.open(Route("parcels", 2))
    page = window.current_screen
    assert isinstance(page, ParcelsScreen)
    assert page.view is not None
    assert page.view.row.owner == "Peña, Ana"
    page.action("change-owner").trigger()
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    for name, value in {
        "name": "Łukasiewicz, Jan",
        "street": "7 Peña Rd",
        "city": "Silver Bay",
        "state": "NY",
        "zip_code": "12874",
        "reason": "Deed book 500 page 12",
    }.items():
        form.frame.view.editor(name).set_value(value)
    form.frame.save()
    view = parcel_view(ws, parcel_id=2)
    assert [(role.party.name, role.until) for role in view.roles] == [
        ("Peña, Ana", date(2027, 1, 4)),
        ("Łukasiewicz, Jan", None),
    ]
    assert [row.party.name for row in page.pane.owners.model.all_rows] == ["Łukasiewicz, Jan", "Peña, Ana"]


def test_new_parcel_is_entered_with_its_owner(ws: Workspace, window: MainWindow) -> None:
    window.context.navigator.open(Route("parcels"))
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    assert form.frame.view.editor("swis").value() == "523400"
    for name, value in {
        "print_key": "12.13-2-18",
        "location": "18 Main St",
        "name": "=1+1 LLC",
        "city": "Hague",
        "state": "NY",
        "zip_code": "12836",
    }.items():
        form.frame.view.editor(name).set_value(value)
    form.frame.save()
    assert "12.13-2-18" in {row.print_key for row in list_parcels(ws)}
    page = window.current_screen
    assert isinstance(page, ParcelsScreen)
    assert page.view is not None
    assert page.view.row.owner == "=1+1 LLC"


def test_account_of_a_parcel_is_one_key_away(window: MainWindow) -> None:
    window.context.navigator.open(Route("parcels", 1, "accounts"))
    page = window.current_screen
    assert isinstance(page, ParcelsScreen)
    page.pane.accounts.step(1)
    press(page.pane.accounts.grid, ENTER)
    assert window.context.navigator.current == Route("accounts", 1)
    accounts = window.current_screen
    assert isinstance(accounts, AccountsScreen)
    accounts._follow_link("parcel", 1)
    assert window.context.navigator.current == Route("parcels", 1)


def test_bill_explains_itself_and_follows_its_payments(ws: Workspace, window: MainWindow) -> None:
    window.context.navigator.open(Route("bill", 1))
    page = window.current_screen
    assert isinstance(page, BillScreen)
    assert page.view is not None
    assert [line.amount for line in page.view.lines] == [D("62.50"), D("104.50"), D("15.00")]
    assert "004875" in page.view.lines[1].text
    enter_receipt(ws, draft=cash("00001042", "100.00"))
    assert page.view.row.open_amount == D("82.00")
    page.action("account").trigger()
    assert window.context.navigator.current == Route("accounts", 1, "bills")


def test_books_are_checked_when_the_page_opens(ws: Workspace, window: MainWindow) -> None:
    window.context.navigator.open(Route("books"))
    page = window.current_screen
    assert isinstance(page, BooksScreen)
    assert page.banners.sentences()["report"].startswith("The books are in order: ")
    assert page.findings.isHidden()
    with ws.engine.begin() as connection:
        connection.execute(text("DELETE FROM search_index"))
    QTest.keyClick(window, Qt.Key.Key_F7)
    assert "not in order" in page.banners.sentences()["report"]
    assert page.findings.isVisible()
    assert {row.check for row in page.findings.model.all_rows} == {"Search"}


def test_services_behind_the_page_agree(ws: Workspace, window: MainWindow) -> None:
    enter_receipt(ws, draft=cash("00001042", "100.00"))
    money = account_money(ws, account_id=1)
    [bill] = account_bills(ws, account_id=1)
    assert bill.open_amount == money.balance == D("82.00")
    assert parcel_work(ws, parcel_id=1).permits == ()
