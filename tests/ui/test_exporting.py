"""Ctrl+E on a page: what the list shows, as a spreadsheet."""

import io
from datetime import date
from decimal import Decimal
from pathlib import Path

import openpyxl
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.exporting import snapshot_file
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.tables import CellKind, SnapshotColumn, TableSnapshot
from tests.ui.office_frame import office_frame
from tests.ui.support import RecordingPrompter

COLUMNS = (
    SnapshotColumn("name", "Name", CellKind.TEXT, 20, summed=False),
    SnapshotColumn("due", "Due", CellKind.DATE, 10, summed=False),
    SnapshotColumn("owed", "Owed", CellKind.MONEY, 10, summed=True),
    SnapshotColumn("count", "Count", CellKind.NUMBER, 8, summed=True),
    SnapshotColumn("units", "Units", CellKind.NUMBER, 8, summed=False),
    SnapshotColumn("metered", "Metered", CellKind.YESNO, 8, summed=False),
)
ROWS = (
    ("=1+1 LLC", date(2027, 2, 1), Decimal("214.50"), 3, Decimal("1.32"), True),
    ("O'Brien & Sons <Plumbing>", None, Decimal("-45.00"), 4, Decimal("2.00"), False),
)


def test_keep_every_value_in_its_kind(ws: Workspace) -> None:
    made = snapshot_file(ws, TableSnapshot("Accounts", "Overdue", COLUMNS, ROWS))
    assert made.file_name == "Accounts-2027-01-04.xlsx"
    sheet = openpyxl.load_workbook(io.BytesIO(made.content))["Accounts"]
    found = list(sheet.iter_rows(values_only=True))
    start = found.index(("Name", "Due", "Owed", "Count", "Units", "Metered"))
    name, due, owed, count, units, _metered = found[start + 1]
    assert (name, due.date(), Decimal(str(owed)), count, Decimal(str(units))) == (  # type: ignore[union-attr]
        "=1+1 LLC",
        date(2027, 2, 1),
        Decimal("214.5"),
        3,
        Decimal("1.32"),
    )


def test_export_the_keyboard_map_by_key(ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> None:
    target = tmp_path / "card.xlsx"
    with office_frame(ws, tmp_path, prompter=prompter) as window:
        window.context.navigator.open(Route("keys"))
        QApplication.processEvents()
        focused = QApplication.focusWidget()
        assert focused is not None
        prompter.will_answer(None, target)
        QTest.keyClick(focused, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
        assert not target.exists(), "turning back saves nothing"
        QTest.keyClick(focused, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    assert str(prompter.asked[0].words["proposed"]).endswith("Keyboard-map-2027-01-04.xlsx")
    cells = {cell.value for row in openpyxl.load_workbook(target).worksheets[0] for cell in row}
    assert {"Keys", "Ctrl+K", "Go to anything"} <= cells


def test_say_why_a_list_was_not_saved(ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> None:
    with office_frame(ws, tmp_path, prompter=prompter) as window:
        window.context.navigator.open(Route("law"))
        page = window.current_screen
        assert page is not None
        prompter.will_answer(tmp_path / "no such folder" / "law.xlsx")
        page.action("export").trigger()
    [sentence] = prompter.told
    assert "law.xlsx" in sentence or "no such folder" in sentence
