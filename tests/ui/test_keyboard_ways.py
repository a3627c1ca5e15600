"""Ways of the keyboard that every page shares: Enter on a button, Tab as the page reads, where it goes on."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from sewerdesk.clock import FixedClock
from sewerdesk.domain.applications import FeeLine
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law.types import FeeDue
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.fee_receipt import spread
from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.tables import CellKind, Column, RecordTable
from sewerdesk.ui.widgets.scrolled import scrolled
from sewerdesk.ui.widgets.tab_order import in_reading_order, order_tabs
from sewerdesk.ui.widgets.verdict_card import YesNoCard
from tests.ui.day_support import OfficeDay
from tests.ui.office_frame import office_frame

D = Decimal


def names(root: QWidget) -> list[str]:
    return [widget.objectName() for widget in in_reading_order(root)]


def show(qtbot: QtBot, widget: QWidget) -> None:
    """Show a window and give it the keyboard, as a desktop does."""
    qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)


def field(name: str) -> QLineEdit:
    made = QLineEdit()
    made.setObjectName(name)
    return made


# Tab


def test_tab_follows_what_was_added_in_between(qtbot: QtBot) -> None:
    page = QWidget()
    column = QVBoxLayout(page)
    first, last = field("first"), field("last")
    column.addWidget(first)
    column.addWidget(last)
    column.insertWidget(1, field("between"))
    show(qtbot, page)
    assert names(page) == ["first", "between", "last"]
    order_tabs(page)
    first.setFocus()
    page.focusNextChild()
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.objectName() == "between"


def test_reading_order_leaves_out_what_is_not_in_view(qtbot: QtBot) -> None:
    page, tabs = QWidget(), QTabWidget()
    column, line = QVBoxLayout(page), QHBoxLayout()
    hidden, frozen = field("hidden"), QLabel("words")
    hidden.hide()
    tabs.tabBar().setObjectName("bar")
    tabs.addTab(field("here"), "Here")
    tabs.addTab(field("elsewhere"), "Elsewhere")
    column.addWidget(tabs)
    line.addWidget(field("left"))
    line.addWidget(field("right"))
    column.addLayout(line)
    column.addWidget(hidden)
    column.addWidget(frozen)
    show(qtbot, page)
    order_tabs(page)
    assert names(page) == ["bar", "here", "left", "right"]


# Enter


def test_enter_presses_the_button_that_has_the_keyboard(ws: Workspace, tmp_path: Path) -> None:
    with office_frame(ws, tmp_path) as window:
        window.context.navigator.open(Route("contractors"))
        button = QPushButton("Press", window.current_screen)
        button.setCheckable(True)
        button.show()
        button.setFocus()
        QTest.keyClick(button, Qt.Key.Key_Return)
        assert button.isChecked()
        QTest.keyClick(button, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        assert button.isChecked(), "Enter alone, not with Ctrl"


# Where the keyboard goes on


COLUMNS: tuple[Column[int], ...] = (
    Column(key="n", title="Number", value=lambda row: row, kind=CellKind.NUMBER, width=9),
)


def test_keyboard_goes_from_the_empty_lists_button_to_its_first_row(qtbot: QtBot) -> None:
    holder = QWidget()
    act = make_action(holder, "Make the first", holder.update)
    table: RecordTable[int] = RecordTable(
        COLUMNS, name="numbers", title="Numbers", store=MemoryStore(), empty="None yet.", empty_action=act
    )
    QVBoxLayout(holder).addWidget(table)
    show(qtbot, holder)
    table.focus_rows()
    assert isinstance(QApplication.focusWidget(), QPushButton)
    table.set_rows((7, 8))
    assert QApplication.focusWidget() is table.grid
    assert table.current_row() == 7


def verdict(*actions: str) -> Verdict:
    lines = tuple(
        VerdictLine(False, f"Thing {n}", "", "§1", act, f"act-{n}") for n, act in enumerate(actions)
    )
    return Verdict(Answer.NO if lines else Answer.YES, date(2027, 1, 4), "May it be?", lines)


def test_keyboard_stays_on_the_card_when_a_line_is_put_right(qtbot: QtBot) -> None:
    card = YesNoCard(verdict("Record one", "Record two"))
    area = scrolled(card)
    show(qtbot, area)
    buttons = [one for one in card.findChildren(QPushButton) if one.property("action_key")]
    buttons[0].setFocus()
    card.set_verdict(verdict("Record two"))
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == "Record two: Thing 0"
    card.set_verdict(verdict())
    assert isinstance(QApplication.focusWidget(), QScrollArea)


# Fees at the counter


def fee(line_id: int, amount: str, paid: str = "0") -> FeeLine:
    return FeeLine(
        f"fee.{line_id}",
        f"Fee {line_id}",
        FeeDue.WITH_APPLICATION,
        D(amount),
        "§1",
        paid=D(paid),
        line_id=line_id,
    )


@pytest.mark.parametrize(
    ("amount", "parts"),
    [
        ("575.00", [("1", "500.00"), ("2", "75.00")]),
        ("500.00", [("1", "500.00")]),
        ("510.25", [("1", "500.00"), ("2", "10.25")]),
    ],
)
def test_receipt_fills_the_fees_in_their_order(amount: str, parts: list[tuple[str, str]]) -> None:
    lines = spread((fee(1, "500.00"), fee(2, "75.00")), D(amount))
    assert [(line.reference, f"{line.amount:.2f}") for line in lines] == parts


def test_receipt_refuses_more_than_the_fees_come_to() -> None:
    with pytest.raises(FieldErrors) as problem:
        spread((fee(1, "500.00", paid="100.00"),), D("400.01"))
    assert problem.value.errors == {"amount": "The fees come to 400.00. Receipt no more than that."}


# Overnight


def test_new_day_is_read_again(ws: Workspace, tmp_path: Path) -> None:
    ws.clock = clock = OfficeDay(date(2027, 1, 4))
    with office_frame(ws, tmp_path) as window:
        window.context.navigator.open(Route("today"))
        screen = window.current_screen
        assert screen is not None
        assert screen.subtitle == "Monday, January 4, 2027"
        clock.clock = FixedClock(date(2027, 1, 5))
        window.begin_day()
        assert screen.subtitle == "Tuesday, January 5, 2027"
