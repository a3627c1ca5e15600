"""Owner, status, an address for a time, single bills, a correction and a roll-back from the window."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.services.account_money import account_bills
from sewerdesk.services.accounts import account_view
from sewerdesk.services.runs import list_runs
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.accounts.bill import BillScreen
from sewerdesk.ui.screens.accounts.screen import AccountsScreen
from sewerdesk.ui.screens.billing.screen import BillingScreen
from tests.support.payments import bill_three_accounts
from tests.ui.form_sample import type_text
from tests.ui.keyboard import focused, open_dialog
from tests.ui.office_window import office_context, office_window
from tests.ui.support import RecordingPrompter

D = Decimal
ENTER = Qt.Key.Key_Return
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(qtbot: QtBot, ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    """The window on the metered account 00001042, which owes 182.00."""
    bill_three_accounts(ws)
    pages = ("accounts", "bill", "billing", "keys")
    made = office_window(office_context(ws, tmp_path, prompter), pages, start=Route("accounts", 1))
    qtbot.addWidget(made)
    yield made
    made.close()


@pytest.fixture
def page(window: MainWindow) -> AccountsScreen:
    shown = window.current_screen
    assert isinstance(shown, AccountsScreen)
    return shown


def form_of(**values: object) -> FormDialog[object]:
    """The form that is open, filled in."""
    form = open_dialog(FormDialog)
    assert isinstance(form, FormDialog)
    for name, value in values.items():
        form.frame.view.editor(name).set_value(value)
    return form


def send(form: FormDialog[object]) -> None:
    """Save a form by Ctrl+Enter."""
    assert form.isVisible()
    QTest.keyClick(focused(), ENTER, CTRL)
    assert not form.isVisible(), form.frame.view.errors()


def test_new_owner_asks_for_the_closing_reading(ws: Workspace, page: AccountsScreen) -> None:
    page.action("new-owner").trigger()
    form = form_of(
        on=date(2027, 1, 4),
        name="Bo Chen",
        street="9 Oak St",
        city="Hague",
        zip_code="12836",
        closing_1=D(5120),
        estimated=False,
        due_date=date(2027, 2, 3),
    )
    form.frame.view.editor("reason").focus()
    type_text(focused(), "Deed")
    send(form)
    view = account_view(ws, account_id=1)
    assert [role.party.name for role in view.bill_to] == ["John Q Smith", "Bo Chen"]
    [final, _] = account_bills(ws, account_id=1)
    # 3 of 90 days: 62.50 is 2.08, 15.00 is 0.50, and 333.33 of the 500 gallons lie over what is included, 1.83
    assert (final.number, final.charges) == ("BIL-2027-0004", D("4.41"))


def test_status_shows_its_errors_in_place(ws: Workspace, page: AccountsScreen) -> None:
    page.action("status").trigger()
    form = form_of(status=AccountStatus.EXEMPT, reason="Fire company")
    form.frame.save()
    assert set(form.frame.view.errors()) == {"authority"}
    form.frame.view.editor("authority").set_value("Resolution 3 of 2026")
    form.frame.save()
    assert "until" in form.frame.view.errors()
    form.frame.view.editor("until").set_value(date(2028, 1, 1))
    send(form)
    assert [span.value for span in account_view(ws, account_id=1).statuses] == ["active", "exempt", "active"]


def test_correct_a_bill_from_its_page(window: MainWindow, page: AccountsScreen) -> None:
    page.context.navigator.open(Route("bill", 1))
    shown = window.current_screen
    assert isinstance(shown, BillScreen)
    shown.correct_action.trigger()
    form = form_of(right=D(5015), due_date=date(2027, 2, 3))
    form.frame.view.editor("reason").focus()
    type_text(focused(), "Two digits were turned")
    send(form)
    assert shown.view is not None
    assert (shown.view.row.number, shown.view.row.charges) == ("BIL-2027-0004", D("127.00"))
    shown.open_record(1)
    assert shown.banners.sentences() == {
        "void": "This bill is void: it was corrected, or its run was rolled back."
    }
    assert not shown.correct_action.isEnabled()


def test_roll_a_run_back_and_see_it(ws: Workspace, window: MainWindow, page: AccountsScreen) -> None:
    page.context.navigator.open(Route("billing"))
    shown = window.current_screen
    assert isinstance(shown, BillingScreen)
    shown.acts.show_journal()
    preview = open_dialog(PreviewDialog)
    preview.close()
    shown.acts.mark()
    send(form_of())
    shown.acts.roll_back()
    form = form_of()
    type_text(focused(), "Wrong rates")
    send(form)
    [run] = list_runs(ws)
    assert run.rolled_back == "Wrong rates"
    assert account_view(ws, account_id=1).row.balance == D(0)


def test_units_and_class_from_the_page(ws: Workspace, page: AccountsScreen) -> None:
    page.action("units").trigger()
    form = form_of(units=D("1.5"), since=date(2027, 1, 4), basis="A shop", authority="Resolution 3 of 2027")
    send(form)
    page.action("class").trigger()
    form = form_of(class_code="R", since=date(2027, 1, 4))
    form.frame.view.editor("reason").focus()
    type_text(focused(), "Meter taken out")
    send(form)
    view = account_view(ws, account_id=1)
    assert (view.row.units, view.row.class_code) == (D("1.5"), "R")
    assert [span.until for span in view.units] == [date(2027, 1, 4), None]
