"""The import page by keyboard: a good file, bad files with their sentence, nothing written before the act."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import cast

import pytest
from openpyxl import Workbook, load_workbook
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from sewerdesk.domain.importfields import ImportKind
from sewerdesk.services.imports import list_imports
from sewerdesk.services.parcels import list_parcels
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.jobs import JobCancelled, JobRunner
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.imports.screen import ImportScreen
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.ui.form_sample import press
from tests.ui.keyboard import focused
from tests.ui.money_window import money_window
from tests.ui.office_window import office_context
from tests.ui.support import RecordingPrompter

HEADER = (
    "SWIS",
    "PRINT_KEY",
    "SBL",
    "PRIMARY_OWNER",
    "LOC_ST_NBR",
    "LOC_STREET",
    "MAIL_ADDR",
    "MAIL_CITY",
    "MAIL_STATE",
    "MAIL_ZIP",
)
GOOD = ("523400", "12.13-2-15.1", "", "Rosa Peña", "12", "Main St", "PO Box 7", "Hague", "NY", "12836")
ALSO_GOOD = ("523400", "12.13-2-16", "", "=1+1 LLC", "14", "Main St", "PO Box 8", "Hague", "NY", "12836")
BAD = ("523400", "no key", "", "Bob Ray", "16", "Main St", "PO Box 9", "Hague", "NY", "12836")


@pytest.fixture
def context(ws: Workspace, tmp_path: Path) -> UiContext:
    return office_context(ws, tmp_path)


@pytest.fixture
def window(qtbot: QtBot, context: UiContext) -> Iterator[MainWindow]:
    shown = money_window(context, start="imports")
    qtbot.addWidget(shown)
    yield shown
    shown.close()


@pytest.fixture
def page(window: MainWindow) -> ImportScreen:
    return cast("ImportScreen", window.current_screen)


def prompter_of(context: UiContext) -> RecordingPrompter:
    return cast("RecordingPrompter", context.prompter)


def roll(folder: Path, *rows: tuple[str, ...], name: str = "roll.csv") -> Path:
    path = folder / name
    path.write_text("\n".join(",".join(row) for row in (HEADER, *rows)) + "\n", encoding="utf-8")
    return path


def sheet(folder: Path, *rows: tuple[object, ...]) -> Path:
    book = Workbook()
    page = book.active
    assert page is not None
    for row in (HEADER, *rows):
        page.append(list(row))
    path = folder / "roll.xlsx"
    book.save(path)
    return path


def choose(context: UiContext, page: ImportScreen, path: Path) -> None:
    """Press the button, pick the file."""
    prompter_of(context).will_answer(path)
    page.file_step.choose_button.setFocus()
    press(focused(), Qt.Key.Key_Space)


def test_import_parcels_by_keyboard_alone(
    page: ImportScreen, context: UiContext, ws: Workspace, tmp_path: Path
) -> None:
    assert not page.wizard.next_button.isEnabled()
    choose(context, page, roll(tmp_path, GOOD, ALSO_GOOD))
    assert focused() is page.wizard.next_button
    press(focused(), Qt.Key.Key_Space)
    assert page.state.kind is ImportKind.PARCELS
    assert page.columns_step.combos["owner"].currentText() == "PRIMARY_OWNER"
    assert isinstance(focused(), QComboBox)
    page.wizard.next_button.setFocus()
    press(focused(), Qt.Key.Key_Space)
    assert page.wizard.next_button.text() == "Import 2 parcels"
    assert list_parcels(ws) == ()
    assert focused() is page.wizard.next_button
    press(focused(), Qt.Key.Key_Space)
    assert {row.owner for row in list_parcels(ws)} == {"Rosa Peña", "=1+1 LLC"}
    assert page.wizard.place() == 0
    assert "2 parcels imported from roll.csv." in page.file_step.banners.sentences()["done"]
    assert [row.file_name for row in page.file_step.history.model.all_rows] == ["roll.csv"]


def test_list_rejected_rows_and_save_them_as_a_sheet(
    page: ImportScreen, context: UiContext, ws: Workspace, tmp_path: Path
) -> None:
    choose(context, page, roll(tmp_path, GOOD, BAD))
    page.wizard.go_on()
    page.wizard.go_on()
    (reject,) = page.check_step.rejects.model.all_rows
    assert (reject.row, reject.column, reject.value) == (3, "PRINT_KEY", "no key")
    target = tmp_path / "rejected.xlsx"
    prompter_of(context).will_answer(target)
    page.check_step.save_button.setFocus()
    press(focused(), Qt.Key.Key_Space)
    assert load_workbook(target)["Rows to correct"]["B2"].value == "no key"
    page.wizard.go_on()
    assert [row.owner for row in list_parcels(ws)] == ["Rosa Peña"]
    assert "1 rejected row was left out" in page.file_step.banners.sentences()["done"]


def test_warn_of_the_same_file_and_import_nothing_twice(
    page: ImportScreen, context: UiContext, tmp_path: Path
) -> None:
    path = roll(tmp_path, GOOD)
    choose(context, page, path)
    for _ in range(3):
        page.wizard.go_on()
    choose(context, page, path)
    assert "This very file was imported on 01/04/2027" in page.file_step.banners.sentences()["again"]
    page.wizard.go_on()
    page.wizard.go_on()
    assert not page.wizard.next_button.isEnabled()
    assert "already in the office" in page.check_step.rejects.model.all_rows[0].reason


def test_say_which_column_is_missing_and_let_the_clerk_choose_it(
    page: ImportScreen, context: UiContext, tmp_path: Path
) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("TOWN,KEY_OF_MAP,WHO,WHERE\n523400,12.13-2-15.1,Ann Lee,Main St\n", encoding="utf-8")
    choose(context, page, path)
    page.wizard.go_on()
    assert not page.wizard.next_button.isEnabled()
    page.columns_step.kind_box.setFocus()
    press(focused(), Qt.Key.Key_Down)
    assert page.state.kind is ImportKind.PARCELS
    sentence = page.columns_step.banners.sentences()["columns"]
    assert "it has no column for SWIS code (SWIS), tax map number (print key) (PRINT_KEY)" in sentence
    for name, steps in (("swis", 1), ("print_key", 2), ("owner", 3), ("location_street", 4)):
        page.columns_step.combos[name].setFocus()
        for _ in range(steps):
            press(focused(), Qt.Key.Key_Down)
    assert page.columns_step.banners.sentences() == {}
    page.wizard.go_on()
    assert page.wizard.next_button.text() == "Import 1 parcel"


@pytest.mark.parametrize(
    "case",
    [
        (
            (523400, "12.13-2-15.1", 1234567890, *GOOD[3:]),
            "SBL",
            "is stored as a number, so zeros in front are lost",
        ),
        (
            (*GOOD[:3], '="A"&"B"', *GOOD[4:]),
            "PRIMARY_OWNER",
            "holds a formula; copy the column and paste it",
        ),
        (("523400", date(2013, 12, 2), *GOOD[2:]), "PRINT_KEY", "was turned into a date by the spreadsheet"),
    ],
)
def test_say_what_a_spreadsheet_did_to_a_cell(
    page: ImportScreen, context: UiContext, tmp_path: Path, case: tuple[tuple[object, ...], str, str]
) -> None:
    row, column, words = case
    choose(context, page, sheet(tmp_path, row))
    page.wizard.go_on()
    page.wizard.go_on()
    reject = next(one for one in page.check_step.rejects.model.all_rows if one.column == column)
    assert words in reject.reason
    assert not page.wizard.next_button.isEnabled()


def test_say_that_merged_cells_must_be_undone(page: ImportScreen, context: UiContext, tmp_path: Path) -> None:
    path = sheet(tmp_path, GOOD, ALSO_GOOD)
    book = load_workbook(path)
    book.worksheets[0].merge_cells("D2:D3")
    book.save(path)
    choose(context, page, path)
    page.wizard.go_on()
    page.wizard.go_on()
    assert {one.column for one in page.check_step.rejects.model.all_rows} == {"PRIMARY_OWNER"}
    assert "unmerge them" in page.check_step.rejects.model.all_rows[0].reason


def test_say_that_a_date_is_not_a_date(page: ImportScreen, context: UiContext, tmp_path: Path) -> None:
    path = tmp_path / "readings.csv"
    path.write_text("account,meter,read_date,reading\n00000001,0001,28.9.2026,7\n", encoding="utf-8")
    choose(context, page, path)
    page.wizard.go_on()
    page.wizard.go_on()
    reasons = {one.column: one.reason for one in page.check_step.rejects.model.all_rows}
    assert "enter it as month/day/year" in reasons["read_date"]
    assert "not installed at account 00000001" in reasons["meter"]


def test_keep_what_was_chosen_when_a_file_cannot_be_read(
    page: ImportScreen, context: UiContext, tmp_path: Path
) -> None:
    choose(context, page, roll(tmp_path, GOOD))
    choose(context, page, tmp_path / "gone.csv")
    assert "gone.csv is no longer there" in page.file_step.banners.sentences()["file"]
    assert page.state.look is not None
    assert page.state.look.table.name == "roll.csv"
    assert page.wizard.next_button.isEnabled()


def test_keep_everything_chosen_when_the_import_is_stopped(
    page: ImportScreen,
    context: UiContext,
    ws: Workspace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose(context, page, roll(tmp_path, GOOD))
    page.wizard.go_on()
    page.wizard.go_on()

    def stopped(*_args: object, **_kwargs: object) -> object:
        raise JobCancelled

    monkeypatch.setattr("sewerdesk.ui.screens.imports.screen.import_file", stopped)
    page.wizard.go_on()
    assert "Stopped. Nothing was written" in page.check_step.banners.sentences()["import"]
    assert page.wizard.next_button.text() == "Import 1 parcel"
    assert list_imports(ws) == ()


def test_keep_the_place_while_one_is_elsewhere(
    window: MainWindow, page: ImportScreen, context: UiContext, tmp_path: Path
) -> None:
    choose(context, page, roll(tmp_path, GOOD))
    page.wizard.go_on()
    context.navigator.open(Route("keys"))
    context.navigator.back()
    assert window.current_screen is page
    assert page.wizard.place() == 1
    assert page.columns_step.combos["owner"].currentText() == "PRIMARY_OWNER"


def test_import_in_a_thread_while_the_window_lives(qtbot: QtBot, ws: Workspace, tmp_path: Path) -> None:
    runner = JobRunner()
    context = office_context(ws, tmp_path, jobs=runner)
    window = money_window(context, start="imports")
    qtbot.addWidget(window)
    page = cast("ImportScreen", window.current_screen)
    page.file_step.read(roll(tmp_path, GOOD))
    qtbot.waitUntil(lambda: page.state.look is not None)
    page.wizard.go_on()
    page.wizard.go_on()
    qtbot.waitUntil(lambda: page.wizard.next_button.text() == "Import 1 parcel")
    page.wizard.go_on()
    qtbot.waitUntil(lambda: len(list_parcels(ws)) == 1)
    qtbot.waitUntil(lambda: not runner.is_busy())
    window.close()


def test_say_what_to_look_at_in_a_file_of_readings(qtbot: QtBot, ws: Workspace, tmp_path: Path) -> None:
    """The match report stands over the rejected rows before anything is written."""
    adopt_sample_rates(ws)
    for number, serial, key in (("00001042", "48-1107", "12.13-2-15.1"), ("00001043", "77", "12.13-2-16")):
        account = open_account(ws, number=number, name=f"Owner {serial}", print_key=key, class_code="M")
        install_meter(
            ws, account_id=account, serial=serial, readings={date(2026, 1, 2): "10", date(2026, 9, 30): "500"}
        )
    context = office_context(ws, tmp_path)
    window = money_window(context, start="imports")
    qtbot.addWidget(window)
    page = cast("ImportScreen", window.current_screen)
    path = tmp_path / "reads.csv"
    path.write_text(
        "account,meter,read_date,reading\n00001042,48-1107,09/30/2026,510\n00001042,48-1107,12/30/2026,450\n"
        "00001042,9,12/30/2026,1\n",
        encoding="utf-8",
    )
    choose(context, page, path)
    page.wizard.go_on()
    page.wizard.go_on()
    assert [sentence for _, sentence in sorted(page.check_step.banners.sentences().items())][:4] == [
        "The readings are of 09/30/2026 to 12/30/2026.",
        (
            "Row 2: meter 48-1107 of account 00001042 was read 000500 on 09/30/2026 already, and the file says 000510; "
            "the billing run asks which is right."
        ),
        "One meter that is in has no reading in this file: 77 of account 00001043.",
        (
            "One reading is lower than the one before it, such as 48-1107 of account 00001042; is the right column "
            "chosen for the reading?"
        ),
    ]
    assert [row.value for row in page.check_step.rejects.model.all_rows] == ["9"]
    window.close()
