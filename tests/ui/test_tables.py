"""The table of records: order, filter, totals, layout, keys, copying and exporting."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.tables import RecordTable, SortBy, TableSnapshot
from sewerdesk.ui.tables.chooser import ColumnChooser
from sewerdesk.ui.theme import theme
from tests.ui.frame_sample import COLUMNS, ROWS, AccountRow, account_table, ids

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def test_browse_by_whole_rows(table: RecordTable[AccountRow]) -> None:
    grid = table.grid
    assert grid.selectionBehavior() == QAbstractItemView.SelectionBehavior.SelectRows
    assert grid.editTriggers() == QAbstractItemView.EditTrigger.NoEditTriggers
    assert not grid.tabKeyNavigation()
    assert not grid.wordWrap()
    assert grid.verticalHeader().defaultSectionSize() == theme().sizes.row
    assert grid.rowHeight(0) == theme().sizes.row


def test_leave_the_table_with_tab(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    table, after = account_table(), QPushButton("After")
    layout.addWidget(table)
    layout.addWidget(after)
    window.show()
    window.activateWindow()
    table.set_rows(ROWS)
    table.grid.setFocus()
    qtbot.waitUntil(table.grid.hasFocus)
    QTest.keyClick(table.grid, Qt.Key.Key_Tab)
    assert after.hasFocus()


def test_show_totals_of_shown_and_selected_rows(table: RecordTable[AccountRow]) -> None:
    assert table.footer.shown_text == "4 shown · Balance 1,169.50"
    table.grid.selectAll()
    assert table.footer.selected_text == "4 selected · Balance 1,169.50"
    table.set_filter("main")
    assert table.footer.shown_text == "2 of 4 shown · Balance 214.50"


def test_count_rows_on_the_chips_and_filter_by_one(table: RecordTable[AccountRow]) -> None:
    texts = [button.text().split() for button in table.chip_bar.findChildren(QPushButton)]
    assert texts == [["All", "4"], ["Overdue", "2"], ["On", "hold", "1"]]
    table.pick_chip("overdue")
    assert ids(table.model) == [1, 4]
    assert table.snapshot().note == "Overdue"
    table.pick_chip("")
    assert len(ids(table.model)) == 4


def test_walk_the_chips_with_arrows(table: RecordTable[AccountRow], qtbot: QtBot) -> None:
    every, overdue, _hold = table.chip_bar.buttons()
    every.setFocus()
    QTest.keyClick(every, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: ids(table.model) == [1, 4])
    QTest.keyClick(overdue, Qt.Key.Key_Left)
    qtbot.waitUntil(lambda: len(ids(table.model)) == 4)


def test_filter_while_typing_and_clear_with_escape(table: RecordTable[AccountRow], qtbot: QtBot) -> None:
    QTest.keyClicks(table.filter_line, "shore")
    qtbot.waitUntil(lambda: ids(table.model) == [2, 4])
    QTest.keyClick(table.filter_line, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(ids(table.model)) == 4)


def test_go_from_the_filter_to_the_first_row(table: RecordTable[AccountRow], qtbot: QtBot) -> None:
    table.focus_filter()
    QTest.keyClicks(table.filter_line, "shore")
    QTest.keyClick(table.filter_line, Qt.Key.Key_Return)
    row = table.current_row()
    assert row is not None
    assert row.id == 2
    assert table.grid.hasFocus()


def test_jump_to_what_is_typed(table: RecordTable[AccountRow], qtbot: QtBot) -> None:
    table.grid.setFocus()
    QTest.keyClicks(table.grid, "1003")
    row = table.current_row()
    assert row is not None
    assert row.id == 3


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_open_the_row_with_enter(table: RecordTable[AccountRow], qtbot: QtBot, key: Qt.Key) -> None:
    table.select_key(2)
    with qtbot.waitSignal(table.row_activated) as opened:
        QTest.keyClick(table.grid, key)
    assert opened.args == [ROWS[1]]


def test_keep_the_row_when_rows_change_or_turn(table: RecordTable[AccountRow]) -> None:
    table.select_key(4)
    table.sort_by(SortBy("number", descending=True))
    table.set_rows([replace(row, balance=Decimal("1.00")) for row in ROWS])
    row = table.current_row()
    assert row is not None
    assert (row.id, row.balance) == (4, Decimal("1.00"))
    assert [each.id for each in table.selected_rows()] == [4]


def test_tell_when_the_current_row_vanishes(table: RecordTable[AccountRow], qtbot: QtBot) -> None:
    table.select_key(2)
    with qtbot.waitSignal(table.current_changed) as told:
        table.set_filter("main")
    assert told.args == [None]


def test_select_a_hidden_row_by_clearing_the_filter(table: RecordTable[AccountRow]) -> None:
    table.set_filter("main")
    assert table.select_key(2)
    assert table.filter_line.text() == ""
    assert not table.select_key(99)


def test_say_why_nothing_is_shown(qtbot: QtBot) -> None:
    action = QAction("New account")
    table: RecordTable[AccountRow] = RecordTable(
        COLUMNS, name="e", title="E", store=MemoryStore(), empty="No accounts yet.", empty_action=action
    )
    qtbot.addWidget(table)
    table.show()
    buttons = [button for button in table.findChildren(QPushButton) if button.isVisible()]
    with qtbot.waitSignal(action.triggered):
        next(button for button in buttons if button.text() == "New account").click()
    table.set_rows(ROWS)
    table.set_filter("nobody")
    visible = {button.text() for button in table.findChildren(QPushButton) if button.isVisible()}
    assert "Clear the filter" in visible


def test_copy_rows_for_a_spreadsheet(table: RecordTable[AccountRow]) -> None:
    table.set_rows([*ROWS, replace(ROWS[0], id=5, number="1005", owner="=HYPERLINK(1)", due=None)])
    table.sort_by(SortBy("number", descending=True))
    table.grid.go_to_line(0)
    table.copy()
    head, line = QGuiApplication.clipboard().text().splitlines()
    assert head == "Account\tOwner\tService address\tBalance\tDue\tStatus"
    assert line == "1005\t'=HYPERLINK(1)\t12 Main St\t214.50\t\tOverdue"


def test_export_what_is_shown_as_typed_values(table: RecordTable[AccountRow], qtbot: QtBot) -> None:
    table.set_filter("obrien")
    with qtbot.waitSignal(table.export_requested) as asked:
        next(action for action in table.actions() if action.objectName() == "export").trigger()
    assert asked.args is not None
    snapshot = asked.args[0]
    assert isinstance(snapshot, TableSnapshot)
    assert [column.key for column in snapshot.columns] == [
        "number",
        "owner",
        "address",
        "balance",
        "due",
        "state",
    ]
    assert snapshot.rows == (
        ("1001", "O'Brien, Ann", "12 Main St", Decimal("214.50"), date(2027, 2, 1), "Overdue"),
    )
    assert snapshot.note == "containing “obrien”"


def test_offer_the_row_menu(table: RecordTable[AccountRow]) -> None:
    table.set_row_actions([QAction("Open", table)])
    table.select_key(1)
    table.grid.customContextMenuRequested.emit(QPoint(5, 5))
    menu = next(menu for menu in table.findChildren(QMenu) if menu.isVisible())
    texts = [action.text() for action in menu.actions()]
    menu.close()
    assert texts[:1] == ["Open"]
    assert "Copy rows" in texts
    assert texts[-1] == "Sort by"


def test_sort_by_keyboard_through_the_menu(table: RecordTable[AccountRow]) -> None:
    menu = table.arrangement.sort_menu(table)
    by_owner = next(action for action in menu.actions() if action.text() == "Owner")
    by_owner.trigger()
    assert ids(table.model) == [4, 1, 2, 3]
    by_owner.trigger()
    assert ids(table.model) == [3, 2, 1, 4]


def test_sort_by_a_click_on_the_title(table: RecordTable[AccountRow]) -> None:
    header = table.grid.horizontalHeader()
    header.sectionClicked.emit(3)
    assert ids(table.model) == [3, 2, 1, 4]
    assert header.sortIndicatorSection() == 3
    assert header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder


def chosen_columns(table: RecordTable[AccountRow]) -> list[str]:
    return [column.key for column in table.arrangement.visible_columns()]


def test_choose_columns_and_remember_them(qtbot: QtBot) -> None:
    store = MemoryStore()
    first = account_table(store)
    qtbot.addWidget(first)
    first.show()
    first.arrangement.choose_columns()
    chooser = first.findChild(ColumnChooser)
    assert isinstance(chooser, ColumnChooser)
    chooser.set_shown("due", False)
    chooser.set_shown("metered", True)
    chooser.close()
    first.sort_by(SortBy("owner", descending=True))
    first.arrangement.save()
    second = account_table(store)
    qtbot.addWidget(second)
    assert chosen_columns(second) == ["number", "owner", "address", "balance", "state", "metered"]
    assert second.model.sort_order == (SortBy("owner", descending=True),)
    second.arrangement.reset()
    assert chosen_columns(second) == ["number", "owner", "address", "balance", "due", "state"]
    assert second.model.sort_order == (SortBy("number"),)


def test_remember_width_and_place_of_a_column(qtbot: QtBot) -> None:
    store = MemoryStore()
    first = account_table(store)
    qtbot.addWidget(first)
    header = first.grid.horizontalHeader()
    header.resizeSection(1, first.grid.characters(30))
    header.moveSection(0, 2)
    first.arrangement.save()
    second = account_table(store)
    qtbot.addWidget(second)
    assert chosen_columns(second)[:3] == ["owner", "address", "number"]
    assert second.arrangement.now().columns[0].width == pytest.approx(30, abs=0.2)


def test_forget_an_unreadable_layout(qtbot: QtBot) -> None:
    store = MemoryStore()
    for text in (
        "{",
        "[]",
        '{"columns": 3, "sort": []}',
        '{"columns": [["gone", 9, false]], "sort": [["gone", true]]}',
    ):
        store.set_text("table/accounts", text)
        table = account_table(store)
        qtbot.addWidget(table)
        assert chosen_columns(table) == ["number", "owner", "address", "balance", "due", "state"]


def test_give_room_left_over_to_the_words(table: RecordTable[AccountRow]) -> None:
    header = table.grid.horizontalHeader()
    table.resize(1200, 400)
    assert sum(header.sectionSize(n) for n in range(6)) == table.grid.viewport().width()
    widest = max(range(6), key=header.sectionSize)
    assert table.model.columns[widest].key == "address"


def test_move_a_column_with_the_keyboard(table: RecordTable[AccountRow], qtbot: QtBot) -> None:
    table.arrangement.choose_columns()
    chooser = table.findChild(ColumnChooser)
    assert isinstance(chooser, ColumnChooser)
    entries = chooser.findChildren(QAbstractItemView)[0]
    QTest.keyClick(entries, Qt.Key.Key_Down, Qt.KeyboardModifier.ControlModifier)
    chooser.close()
    assert chosen_columns(table)[:2] == ["owner", "number"]


def test_type_beyond_ascii_in_the_filter(table: RecordTable[AccountRow], qtbot: QtBot) -> None:
    line: QLineEdit = table.filter_line
    for char in "Łuk":
        event = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, char)
        QApplication.sendEvent(line, event)
    qtbot.waitUntil(lambda: ids(table.model) == [3])


def test_use_the_keys_on_the_table_the_keyboard_is_in(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    main = account_table()
    other: RecordTable[AccountRow] = RecordTable(
        COLUMNS, name="other", title="Other", store=MemoryStore(), secondary=True
    )
    for table in (main, other):
        layout.addWidget(table)
        table.set_rows(ROWS)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    main.grid.setFocus()
    QTest.keyClick(main.grid, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert main.filter_line.hasFocus()
    other.grid.setFocus()
    QTest.keyClick(other.grid, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert other.filter_line.hasFocus()
    with qtbot.waitSignal(other.export_requested):
        QTest.keyClick(other.filter_line, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
