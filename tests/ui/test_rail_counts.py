"""The numbers in the rail: one section a turn, once after several changes, never without one."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from sewerdesk.domain.law import Stage
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.frame import counting
from sewerdesk.ui.frame.counting import RailCounts
from sewerdesk.ui.frame.rail import Rail, RailEntry
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.screens.base import Screen
from sewerdesk.ui.screens.registry import Group, ScreenSpec
from tests.support.fieldwork import add_parcel, ask, issue_sample_permit
from tests.ui.office_frame import office_frame


@pytest.fixture
def window(ws: Workspace, tmp_path: Path) -> Iterator[MainWindow]:
    with office_frame(ws, tmp_path) as opened:
        yield opened


class Asked:
    """Counts by which sections were asked."""

    def __init__(self) -> None:
        self.keys: list[str] = []

    def counter(self, key: str, number: int) -> Callable[[UiContext], int]:
        def count(_context: UiContext) -> int:
            self.keys.append(key)
            return number

        return count


def no_page(_context: UiContext) -> Screen:
    raise AssertionError("a page is not built to count it")


def test_count_each_section_once_after_changes(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "DELAY_MS", 20)
    asked = Asked()
    specs = [
        ScreenSpec(key, key.title(), "house", Group.DAY, "", no_page, count=asked.counter(key, number))
        for key, number in (("one", 3), ("two", 0), ("three", 12))
    ]
    rail = Rail([RailEntry(spec.key, spec.title, spec.icon, "day", "") for spec in specs])
    qtbot.addWidget(rail)
    counts = RailCounts(rail, specs, window.context)
    for _ in range(5):
        counts.ask()
        counts.ask_anew()
    qtbot.waitUntil(lambda: len(asked.keys) == 3)
    assert rail.button("three").accessibleName().endswith("12 waiting")
    counts.ask()
    qtbot.wait(60)
    assert asked.keys == ["one", "two", "three"], "nothing was changed since"
    counts.ask_anew()
    qtbot.waitUntil(lambda: len(asked.keys) == 6)


def test_follow_what_is_entered(window: MainWindow, ws: Workspace, qtbot: QtBot) -> None:
    before = window.rail.button("inspections").accessibleName()
    permit = issue_sample_permit(ws, parcel_id=add_parcel(ws))
    ask(ws, permit, Stage.TRENCH)
    qtbot.waitUntil(lambda: window.rail.button("inspections").accessibleName() != before)
    assert "1" in window.rail.button("inspections").accessibleName()
