"""A batch of mailed checks entered by keyboard, numeric keypad, scanner and paste; nothing typed is lost."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.ui.forms.drafts import DraftKeeper
from sewerdesk.ui.forms.grid import EntryGrid
from sewerdesk.ui.forms.grid_model import EntryGridModel
from sewerdesk.ui.forms.grid_rows import CellKind, EntryRow, GridColumn, RowInfo
from tests.ui.form_sample import TODAY, MemoryStore, press, sample_context, type_text

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
CTRL = Qt.KeyboardModifier.ControlModifier
KEYPAD = Qt.KeyboardModifier.KeypadModifier
ACCOUNTS = {
    "0012": ("O'Brien & Sons <Plumbing>", "45.00"),
    "0034": ("Łukasiewicz", "120.50"),
    "0056": ("Peña", "0.00"),
}
COLUMNS = (
    GridColumn("account", "Account", required=True, lookup=True),
    GridColumn("owner", "Owner", width=28, shown_only=True),
    GridColumn("balance", "Balance", CellKind.MONEY, shown_only=True),
    GridColumn("amount", "Amount", CellKind.MONEY, required=True, total=True, minimum=Decimal("0.01")),
    GridColumn("check", "Check no.", stops=False),
    GridColumn("dated", "Dated", CellKind.DATE, stops=False),
)


def find_account(text: str) -> RowInfo:
    """By account number, or by a scan line of account and cents with nothing left to type."""
    scanned = len(text) == 14
    number = text[:4] if scanned else text
    if number not in ACCOUNTS:
        raise UserError(f"There is no account {number}.")
    owner, balance = ACCOUNTS[number]
    amount = Decimal(int(text[4:])) / 100 if scanned else Decimal(balance)
    values = {
        "account": number,
        "owner": owner,
        "balance": Decimal(balance),
        "amount": amount.quantize(Decimal("0.01")),
    }
    return RowInfo(int(number), values, complete=scanned)


@pytest.fixture
def grid(qtbot: QtBot) -> Iterator[EntryGrid]:
    made = EntryGrid(COLUMNS, sample_context(), lookup=find_account, noun="payment")
    qtbot.addWidget(made)
    made.resize(1000, 500)
    made.show()
    made.view.begin()
    yield made
    made.close()


def target(grid: EntryGrid) -> QLineEdit | None:
    """The open cell editor."""
    return next((edit for edit in grid.view.viewport().findChildren(QLineEdit) if edit.isVisible()), None)


def key_in(grid: EntryGrid, text: str) -> None:
    """Type into the current cell, as from the keyboard."""
    for mark in text:
        edit = target(grid)
        press(edit if edit is not None else grid.view, Qt.Key.Key_unknown, text=mark)


def enter(
    grid: EntryGrid, key: Qt.Key = Qt.Key.Key_Return, modifiers: Qt.KeyboardModifier | None = None
) -> None:
    """Press Enter where the keyboard is."""
    edit = target(grid)
    press(edit if edit is not None else grid.view, key, modifiers or Qt.KeyboardModifier.NoModifier)


def here(grid: EntryGrid) -> tuple[int, str]:
    """The current cell, by row and column name."""
    index = grid.view.currentIndex()
    return index.row(), COLUMNS[index.column()].name


def text_at(grid: EntryGrid, row: int, name: str) -> str:
    """The text of a cell."""
    return grid.model.row(row).texts.get(name, "")


def test_three_checks_by_keypad_come_to_the_control_total(grid: EntryGrid) -> None:
    grid.control.focus()
    type_text(grid.control.edit, "175.50")
    press(grid.control.edit, Qt.Key.Key_Enter, KEYPAD)
    assert here(grid) == (0, "account")
    for account, amount in (("0012", ""), ("0034", "120.50"), ("0056", "10")):
        key_in(grid, account)
        enter(grid, Qt.Key.Key_Enter, KEYPAD)
        assert here(grid)[1] == "amount"
        key_in(grid, amount)
        enter(grid, Qt.Key.Key_Plus, KEYPAD)
    assert here(grid) == (3, "account")
    assert grid.figures() == "3 payments · 175.50 · In balance"
    assert grid.is_balanced()
    rows = grid.check()
    assert rows is not None
    assert [(row.number, row.key, row.values["amount"]) for row in rows] == [
        (1, 12, Decimal("45.00")),
        (2, 34, Decimal("120.50")),
        (3, 56, Decimal("10.00")),
    ]


def test_account_shows_owner_and_balance_and_proposes_the_amount(grid: EntryGrid) -> None:
    key_in(grid, "0012")
    enter(grid)
    assert text_at(grid, 0, "owner") == "O'Brien & Sons <Plumbing>"
    assert text_at(grid, 0, "balance") == "45.00"
    assert text_at(grid, 0, "amount") == "45.00"
    assert grid.total() == Decimal("45.00")


def test_unknown_account_stays_with_its_sentence(grid: EntryGrid) -> None:
    key_in(grid, "9999")
    enter(grid)
    assert here(grid) == (0, "account")
    assert text_at(grid, 0, "account") == "9999"
    assert grid.message() == "There is no account 9999."
    assert grid.model.data(grid.model.index(0, len(COLUMNS))) == "There is no account 9999."
    with pytest.raises(FieldErrors) as caught:
        grid.rows()
    assert caught.value.errors["0.account"] == "Row 1, Account: There is no account 9999."
    assert caught.value.errors["0.amount"] == "Row 1, Amount: Enter the amount."


def test_typed_amount_outlives_another_account(grid: EntryGrid) -> None:
    grid.model.put(0, 0, "0012")
    grid.model.put(0, 3, "20")
    grid.model.put(0, 0, "0034")
    assert text_at(grid, 0, "amount") == "20.00"
    assert text_at(grid, 0, "owner") == "Łukasiewicz"
    grid.model.put(0, 0, "9")
    assert text_at(grid, 0, "amount") == "20.00"
    assert text_at(grid, 0, "owner") == ""


def test_bad_amount_is_kept_and_named(grid: EntryGrid) -> None:
    key_in(grid, "0012")
    enter(grid)
    key_in(grid, "1,23")
    enter(grid)
    assert here(grid) == (0, "amount")
    assert text_at(grid, 0, "amount") == "1,23"
    assert grid.check() is None
    assert grid.message().startswith("Row 1, Amount: Use the comma only between thousands")
    key_in(grid, "12*2")
    enter(grid)
    assert text_at(grid, 0, "amount") == "24.00"
    assert here(grid) == (1, "account")


def test_out_of_balance_is_refused_with_the_figures(grid: EntryGrid) -> None:
    grid.model.put(0, 0, "0012")
    assert grid.check() is None
    assert grid.control.error() == "Enter the control total."
    grid.control.edit.setText("50")
    assert grid.figures() == "1 payment · 45.00 · Out by -5.00"
    assert grid.check() is None
    assert grid.message() == "The batch is out by -5.00: entered 45.00, control total 50.00."
    assert not grid.is_balanced()


def test_empty_batch_is_refused(grid: EntryGrid) -> None:
    assert grid.check() is None
    assert grid.message() == "Enter at least one payment."


def test_scanner_enters_bill_after_bill(grid: EntryGrid) -> None:
    for line in ("00120000004500", "00340000012050"):
        key_in(grid, line)
        enter(grid)
    assert here(grid) == (2, "account")
    assert [text_at(grid, row, "account") for row in (0, 1)] == ["0012", "0034"]
    assert grid.total() == Decimal("165.50")


def test_scan_in_the_amount_begins_the_next_row(grid: EntryGrid) -> None:
    key_in(grid, "0012")
    enter(grid)
    assert here(grid) == (0, "amount")
    key_in(grid, "00340000012050")
    enter(grid)
    assert text_at(grid, 0, "amount") == "45.00"
    assert text_at(grid, 1, "account") == "0034"
    assert here(grid) == (2, "account")


def test_keys_copy_above_duplicate_delete_and_undo(grid: EntryGrid) -> None:
    grid.model.put(0, 0, "0012")
    grid.model.put(0, 4, "1044")
    grid.model.put(1, 0, "0034")
    grid.view.go_to(1, 4)
    press(grid.view, Qt.Key.Key_Apostrophe, CTRL)
    assert text_at(grid, 1, "check") == "1044"
    press(grid.view, Qt.Key.Key_F8)
    assert grid.count() == 3
    assert text_at(grid, 2, "account") == "0034"
    grid.view.go_to(0, 0)
    press(grid.view, Qt.Key.Key_Delete)
    assert grid.count() == 2
    assert grid.message() == "Row 1 deleted. Undo with Ctrl+Z."
    press(grid.view, Qt.Key.Key_Z, CTRL)
    assert [text_at(grid, row, "account") for row in range(3)] == ["0012", "0034", "0034"]
    press(grid.view, Qt.Key.Key_Backspace)
    assert text_at(grid, 0, "account") == ""
    assert text_at(grid, 0, "check") == "1044"


def test_copied_row_is_a_row_of_its_own(grid: EntryGrid) -> None:
    grid.model.put(0, 0, "0012")
    grid.model.duplicate_row(0)
    grid.model.put(1, 3, "7")
    assert (text_at(grid, 0, "amount"), text_at(grid, 1, "amount")) == ("45.00", "7.00")


def test_block_from_a_spreadsheet_fills_rows(grid: EntryGrid) -> None:
    QGuiApplication.clipboard().setText(
        '0012\t45.00\t1044\t7/4\r\n0034\t"1,000.00"\t=1+1\t\textra\r\n9999\tabc\r\n'
    )
    press(grid.view, Qt.Key.Key_V, CTRL)
    assert grid.count() == 3
    assert grid.model.row(0).values["dated"] == date(2026, 7, 4)
    assert text_at(grid, 1, "amount") == "1,000.00"
    assert text_at(grid, 1, "check") == "=1+1"
    assert grid.model.row(1).note == "Not pasted, no column left: extra"
    assert text_at(grid, 2, "amount") == "abc"
    assert here(grid) == (3, "account")


def test_copy_puts_tabs_between_cells(grid: EntryGrid) -> None:
    grid.model.put(0, 0, "0012")
    selection = grid.view.selectionModel()
    for column in (0, 1):
        selection.select(grid.model.index(0, column), QItemSelectionModel.SelectionFlag.Select)
    press(grid.view, Qt.Key.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "0012\tO'Brien & Sons <Plumbing>"


def test_tab_passes_over_what_cannot_be_typed_and_escape_leaves(grid: EntryGrid) -> None:
    grid.model.put(0, 0, "0012")
    grid.view.go_to(0, 0)
    grid.view.setFocus()
    QTest.keyClick(grid.view, Qt.Key.Key_Tab)
    assert here(grid) == (0, "amount")
    QTest.keyClick(grid.view, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert here(grid) == (0, "account")
    press(grid.view, Qt.Key.Key_Escape)
    assert not grid.view.hasFocus()


def test_tab_leaves_at_the_end_of_the_blank_row(grid: EntryGrid) -> None:
    grid.view.begin()
    for _ in grid.model.columns:
        if grid.view.hasFocus():
            QTest.keyClick(grid.view, Qt.Key.Key_Tab)
    assert not grid.view.hasFocus()
    grid.view.begin()
    QTest.keyClick(grid.view, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert not grid.view.hasFocus()


def test_draft_brings_back_everything_typed(grid: EntryGrid, qtbot: QtBot) -> None:
    grid.control.edit.setText("1,23")
    grid.model.put(0, 0, "0012")
    grid.model.put(0, 3, "1,23")
    grid.model.put(1, 0, "9999")
    store = MemoryStore()
    DraftKeeper(grid, store, key="batch", clock=FixedClock(TODAY)).keep()
    again = EntryGrid(COLUMNS, sample_context(), lookup=find_account, noun="payment")
    qtbot.addWidget(again)
    assert not again.is_dirty()
    keeper = DraftKeeper(again, store, key="batch", clock=FixedClock(TODAY))
    assert keeper.waiting() is not None
    keeper.restore()
    assert again.typed() == grid.typed()
    assert text_at(again, 0, "owner") == "O'Brien & Sons <Plumbing>"
    assert again.is_dirty()
    again.clear()
    assert not again.is_dirty()
    assert again.count() == 0


def test_readings_need_no_control_total(qtbot: QtBot) -> None:
    columns = (
        GridColumn("meter", "Meter", required=True),
        GridColumn("read", "Reading", CellKind.WHOLE, required=True),
    )
    readings = EntryGrid(columns, sample_context(), noun="reading")
    qtbot.addWidget(readings)
    readings.model.put(0, 0, "004512")
    readings.model.put(0, 1, "4875")
    assert readings.figures() == "1 reading"
    assert readings.is_balanced()
    assert readings.rows() == (EntryRow(1, None, {"meter": "004512", "read": 4875}),)


def test_grid_model_holds_to_the_contract_of_models(qtmodeltester: ModelTester) -> None:
    model = EntryGridModel(COLUMNS, today=lambda: TODAY, lookup=find_account)
    model.put(0, 0, "0012")
    model.put(1, 0, "zzz")
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    assert model.data(model.index(0, 3), Qt.ItemDataRole.AccessibleTextRole) == "Amount 45.00"
    assert model.headerData(3, Qt.Orientation.Horizontal) == "Amount"
    assert not model.setData(model.index(0, 1), "Owner")
