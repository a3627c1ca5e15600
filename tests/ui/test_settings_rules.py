"""The settings of the law by keyboard: officers, figures and their rules, holidays; backups, search and the look."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sewerdesk.services.holidays import holidays
from sewerdesk.services.office_settings import billing_settings
from sewerdesk.services.officers import officer_on
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.law.screen import LawScreen
from sewerdesk.ui.screens.settings.billing import BillingSection
from sewerdesk.ui.screens.settings.billing_words import NOT_SET
from sewerdesk.ui.screens.settings.holidays import HolidaysSection
from sewerdesk.ui.screens.settings.officers import OfficersSection
from sewerdesk.ui.screens.settings.to_confirm import ToConfirmSection
from sewerdesk.ui.widgets.citation import CitationLink
from tests.ui.form_sample import type_text
from tests.ui.keyboard import focused, form_dialog
from tests.ui.office_frame import office_frame
from tests.ui.settings_window import keys, open_section
from tests.ui.support import RecordingPrompter


@pytest.fixture
def window(ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    with office_frame(ws, tmp_path, prompter=prompter) as opened:
        yield opened


def test_set_the_holder_of_an_office(window: MainWindow, ws: Workspace) -> None:
    section = open_section(window, "officers")
    assert isinstance(section, OfficersSection)
    assert section.table.snapshot().rows[0][2] == "Not set"
    section.table.select_key("issues")
    section.table.focus_rows()
    QTest.keyClick(section.table.grid, Qt.Key.Key_Return)
    form = form_dialog().frame.view
    form.go_to("person")
    type_text(focused(), "Jan Łukasiewicz")
    keys("Ctrl+S")
    assert officer_on(ws, role="issues", on=date(2027, 1, 4)).person == "Jan Łukasiewicz"
    row = section.table.current_row()
    assert row is not None
    assert row.person == "Jan Łukasiewicz"
    assert section.vacate_action.isEnabled()


def test_show_each_officer_with_citation(window: MainWindow) -> None:
    section = open_section(window, "officers")
    assert isinstance(section, OfficersSection)
    assert all(row.citation for row in section.load())
    section.rule_action.trigger()
    page = window.current_screen
    assert isinstance(page, LawScreen)
    shown = page.table.current_row()
    assert shown is not None
    assert shown.key == "receives"


def test_show_what_is_not_set_and_ask_its_authority(window: MainWindow, ws: Workspace) -> None:
    section = open_section(window, "billing")
    assert isinstance(section, BillingSection)
    view = section.frame.view
    for name in ("due_says", "penalty_says", "relevy_says", "order_says"):
        assert view.editor(name).value() == NOT_SET
    assert str(view.editor("billing_due_days").value()).startswith("not set")
    view.go_to("due_days")
    type_text(focused(), "30")
    view.go_to("penalty_percent")
    type_text(focused(), "10")
    keys("Ctrl+S")
    assert set(view.errors()) == {"due_authority", "penalty_authority"}
    assert billing_settings(ws).due_days is None
    for name in ("due_authority", "penalty_authority"):
        view.go_to(name)
        type_text(focused(), "Resolution 14 of 2026")
    keys("Ctrl+S")
    saved = billing_settings(ws)
    assert (saved.due_days, saved.due_authority) == (30, "Resolution 14 of 2026")
    assert (saved.penalty_percent, saved.penalty_authority) == (Decimal(10), "Resolution 14 of 2026")
    assert view.editor("due_says").value() == "Due 30 days after the bill's date."
    assert view.editor("relevy_says").value() == NOT_SET


def test_go_from_a_figure_to_its_rule(window: MainWindow) -> None:
    section = open_section(window, "billing")
    assert isinstance(section, BillingSection)
    link = next(each for each in section.findChildren(CitationLink) if each.text() == "§1106 (title only)")
    link.setFocus()
    keys("Space")
    page = window.current_screen
    assert isinstance(page, LawScreen)
    shown = page.table.current_row()
    assert shown is not None
    assert shown.citation == "§1106 (title only)"


def test_add_rename_and_remove_a_holiday(window: MainWindow, ws: Workspace) -> None:
    section = open_section(window, "holidays")
    assert isinstance(section, HolidaysSection)
    keys("Alt+PgDown")
    assert section.year == 2028
    section.add_holiday_action.trigger()
    form = form_dialog().frame.view
    form.go_to("day")
    type_text(focused(), "3/16/2027")
    form.go_to("name")
    type_text(focused(), "Founders Day")
    keys("Ctrl+Return")
    assert section.year == 2027
    row = section.table.current_row()
    assert row is not None
    assert (row.day, row.name) == (date(2027, 3, 16), "Founders Day")
    section.table.focus_rows()
    QTest.keyClick(section.table.grid, Qt.Key.Key_Return)
    form_dialog().frame.view.focus_first()
    keys("Ctrl+A")
    type_text(focused(), "Founders’ Day")
    keys("Ctrl+Return")
    assert date(2027, 3, 16) in {one.day for one in holidays(ws, year=2027) if one.name == "Founders’ Day"}
    section.remove_action.trigger()
    assert date(2027, 3, 16) not in {one.day for one in holidays(ws, year=2027)}
    window.undo_last()
    assert date(2027, 3, 16) in {one.day for one in holidays(ws, year=2027)}


def test_list_what_the_law_leaves_open(window: MainWindow) -> None:
    section = open_section(window, "to-confirm")
    assert isinstance(section, ToConfirmSection)
    rows = section.load()
    assert rows
    assert all(row.citation and row.missing and not row.is_confirmed for row in rows)
    section.table.select_key(next(row.id for row in rows if row.key == "billing.due_days"))
    section.table.focus_rows()
    QTest.keyClick(section.table.grid, Qt.Key.Key_Return)
    page = window.current_screen
    assert isinstance(page, LawScreen)
    shown = page.table.current_row()
    assert shown is not None
    assert (shown.key, shown.value) == ("billing.due_days", "")


def test_find_a_rule_by_typing(window: MainWindow) -> None:
    window.context.navigator.open(Route("law", tab="permit.file_days"))
    page = window.current_screen
    assert isinstance(page, LawScreen)
    shown = page.table.current_row()
    assert shown is not None
    assert (shown.value, shown.unit, shown.citation) == ("60", "days", "§602B [502B], Art. 5")
    keys("Ctrl+F")
    type_text(focused(), "mandrel")
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    assert {row.subject for row in page.table.model.shown_rows()} >= {
        "The mandrel to the inside diameter of the pipe"
    }
    window.context.navigator.open(Route("law", tab="§9999"))
    assert page.table.filter_line.text() == "§9999"
    assert page.table.model.rowCount() == 0


def test_show_every_rule_with_its_citation(window: MainWindow) -> None:
    window.context.navigator.open(Route("law"))
    page = window.current_screen
    assert isinstance(page, LawScreen)
    titles = [column.title for column in page.table.snapshot().columns]
    assert titles == ["Subject", "Value", "Citation", "Status"]
    rows = page.table.snapshot().rows
    assert len(rows) > 300
    assert all(row[2] for row in rows)
