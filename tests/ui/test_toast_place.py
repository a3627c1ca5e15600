"""Messages lie at the lower right, and never on a button that one wants to press."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.widgets.toast import Toast
from sewerdesk.ui.widgets.toast_place import action_rects, free_place
from tests.support.counter import fee_schedule, full_draft, good_contractor, parcel
from tests.ui.counter_window import counter_window

ROOM = QSize(1280, 720)
SIZE = QSize(300, 48)
LOWEST = QPoint(956, 608)


@pytest.fixture
def window(qtbot: QtBot, ws: Workspace, tmp_path: Path) -> Iterator[MainWindow]:
    opened = counter_window(qtbot, ws, tmp_path)
    opened.resize(ROOM)
    yield opened
    opened.context.navigator.set_guard(bool)
    opened.hide()


def place(*keep_off: QRect) -> QPoint:
    return free_place(ROOM, SIZE, bottom=656, keep_off=keep_off)


def test_lie_at_the_lower_right_where_nothing_is_in_the_way() -> None:
    assert place() == LOWEST
    assert place(QRect(40, 640, 120, 32)) == LOWEST


def test_lie_above_a_footer_with_buttons() -> None:
    spot = QRect(place(QRect(1100, 620, 150, 36), QRect(980, 620, 100, 36)), SIZE)
    assert spot.right() == LOWEST.x() + SIZE.width() - 1
    assert spot.bottom() < 620


def test_go_to_the_left_where_buttons_fill_the_right_half() -> None:
    column = [QRect(1150, top, 100, 32) for top in range(100, 700, 40)]
    assert place(*column) == QPoint(24, LOWEST.y())


def covered(window: MainWindow) -> list[str]:
    """Buttons of the page on which a message lies, wholly or in part."""
    shown: list[Toast] = window.context.toasts.shown()
    assert shown
    assert all(window.rect().contains(toast.geometry()) for toast in shown)
    return [
        button.text()
        for button in window.findChildren(QPushButton)
        if button.isVisible()
        and button.property("link") is not True
        and not any(toast.isAncestorOf(button) for toast in shown)
        for toast in shown
        if QRect(button.mapTo(window, QPoint()), button.size()).intersects(toast.geometry())
    ]


@pytest.mark.parametrize("key", ["imports", "billing-run"])
def test_leave_the_footer_of_a_wizard_free(window: MainWindow, key: str) -> None:
    assert window.context.navigator.open(Route(key))
    QTest.qWait(60)
    for number in range(1, 4):
        window.context.toasts.show(f"Receipt REC-2027-000{number} for 1,825.00 is posted to its account.")
    QTest.qWait(60)
    assert covered(window) == []


@pytest.mark.parametrize("key", ["imports", "billing-run"])
def test_move_off_the_footer_of_a_wizard_opened_afterwards(window: MainWindow, key: str) -> None:
    window.context.navigator.open(Route("today"))
    window.context.toasts.show("Receipt REC-2027-0001 for 1,825.00 is posted to its account.")
    window.context.navigator.open(Route(key))
    QTest.qWait(80)
    assert covered(window) == []


def test_leave_the_buttons_of_a_card_free(window: MainWindow, ws: Workspace) -> None:
    from sewerdesk.services.applications import submit_application

    fee_schedule(ws)
    draft = full_draft(ws, parcel_id=parcel(ws), contractor_id=good_contractor(ws))
    window.context.navigator.open(Route("permits", submit_application(ws, draft=draft)))
    QTest.qWait(60)
    window.context.toasts.show("Receipt REC-2027-0001 for 1,825.00 is posted to its account.")
    QTest.qWait(60)
    assert covered(window) == []


def test_count_only_buttons_that_can_be_seen(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 300)
    seen, hidden = QPushButton("Post", window), QPushButton("Later", window)
    seen.setGeometry(280, 250, 100, 40)
    hidden.setGeometry(10, 250, 100, 40)
    window.show()
    hidden.hide()
    assert action_rects(window, []) == [seen.geometry()]
    assert action_rects(window, [window]) == []
