"""The model of a table: how values are written, sorted, filtered, found and shown."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QHeaderView,
)
from pytestqt.qtbot import QtBot

from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.tables import CellKind, Column, RecordTable, RecordTableModel, SortBy, Status
from sewerdesk.ui.tables.columns import cell_text
from sewerdesk.ui.theme import Tone
from tests.ui.frame_sample import COLUMNS, ROWS, AccountRow, ids

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


def test_pass_the_model_tester(qtmodeltester: Any, model: RecordTableModel[AccountRow]) -> None:
    qtmodeltester.check(model)
    model.set_sort(SortBy("balance", descending=True))
    model.set_query("main")
    qtmodeltester.check(model)


def test_write_values_as_the_clerk_reads_them() -> None:
    assert cell_text(Decimal(-45), CellKind.MONEY) == "-45.00"
    assert cell_text(Decimal("18204.5"), CellKind.MONEY) == "18,204.50"
    assert cell_text(date(2027, 3, 1), CellKind.DATE) == "03/01/2027"
    assert cell_text(12345, CellKind.NUMBER) == "12,345"
    assert cell_text(False, CellKind.YESNO) == "No"
    assert cell_text(None, CellKind.MONEY) == ""
    assert cell_text(Status("Paid", Tone.GOOD), CellKind.STATUS) == "Paid"


def test_sort_money_by_value_with_none_first(model: RecordTableModel[AccountRow]) -> None:
    model.set_sort(SortBy("balance"))
    assert ids(model) == [3, 2, 1, 4]
    model.set_sort(SortBy("balance", descending=True))
    assert ids(model) == [3, 4, 1, 2]


def test_sort_by_a_second_column_within_the_first(model: RecordTableModel[AccountRow]) -> None:
    model.toggle_sort("state")
    model.toggle_sort("balance", second=True)
    assert ids(model) == [3, 1, 4, 2]
    model.toggle_sort("balance", second=True)
    assert ids(model) == [3, 4, 1, 2]
    assert model.sort_order == (SortBy("state"), SortBy("balance", descending=True))


def test_keep_the_given_order_between_equals(model: RecordTableModel[AccountRow]) -> None:
    model.set_sort(SortBy("state", descending=True))
    assert ids(model) == [2, 1, 4, 3]


def test_turn_the_order_at_the_second_click(model: RecordTableModel[AccountRow]) -> None:
    model.toggle_sort("owner")
    first = ids(model)
    model.toggle_sort("owner")
    assert ids(model) == first[::-1]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("12 main", [1, 3]),
        ("main", [1, 3]),
        ("ain", []),
        ("obrien", [1]),
        ("O'BRIEN", [1]),
        ("jones", [2]),
        ("smithj", [2]),
        ("lukas", [3]),
        ("004", [4]),
        ("214.50", [1]),
        ("overdue shore", [4]),
        ("  ", [1, 2, 3, 4]),
    ],
)
def test_filter_by_word_starts_and_digits(
    model: RecordTableModel[AccountRow], query: str, found: list[int]
) -> None:
    model.set_query(query)
    assert ids(model) == found


def test_find_a_line_by_its_beginning(model: RecordTableModel[AccountRow]) -> None:
    assert model.find_line("smith", "owner", 0) == 1
    assert model.find_line("lukas", "owner", 3) == 2
    assert model.find_line("zz", "owner", 0) is None


def test_say_what_a_cell_means(model: RecordTableModel[AccountRow]) -> None:
    spoken = [
        model.data(model.index(line, column), Qt.ItemDataRole.AccessibleTextRole)
        for line, column in ((0, 3), (2, 3), (0, 5))
    ]
    assert spoken == ["Balance: 214.50 dollars", "Balance: none", "Status: Overdue"]


def test_set_money_flush_right_and_status_with_an_icon(model: RecordTableModel[AccountRow]) -> None:
    alignment = model.data(model.index(0, 3), Qt.ItemDataRole.TextAlignmentRole)
    assert alignment & Qt.AlignmentFlag.AlignRight
    assert not model.data(model.index(0, 5), Qt.ItemDataRole.DecorationRole).isNull()
    assert model.data(model.index(0, 1), Qt.ItemDataRole.DecorationRole) is None
    assert model.data(model.index(0, 1), Qt.ItemDataRole.ToolTipRole) == "12 Main St"


def test_refuse_two_columns_of_one_key() -> None:
    with pytest.raises(ValueError, match="same key"):
        RecordTableModel([COLUMNS[0], COLUMNS[0]])


def test_ask_only_for_the_cells_shown_of_many_rows(qtbot: QtBot) -> None:
    """100,000 rows: sorting must not visit cells of rows out of sight, nor size anything to contents."""
    asked = 0

    def count(row: AccountRow) -> str:
        nonlocal asked
        asked += 1
        return row.owner

    columns: tuple[Column[AccountRow], ...] = (
        Column(key="number", title="Account", value=lambda row: row.number),
        Column(key="owner", title="Owner", value=count),
    )
    table: RecordTable[AccountRow] = RecordTable(columns, name="many", title="Many", store=MemoryStore())
    qtbot.addWidget(table)
    table.resize(700, 400)
    table.show()
    table.set_rows([replace(ROWS[n % 4], id=n, number=f"{n:06}") for n in range(100_000)])
    asked = 0
    table.sort_by(SortBy("number", descending=True))
    QApplication.processEvents()
    assert table.model.row_at(0).number == "099999"
    assert asked < 500
    for header in (table.grid.horizontalHeader(), table.grid.verticalHeader()):
        assert header.sectionResizeMode(0) != QHeaderView.ResizeMode.ResizeToContents
