"""The law compared, printed and exported; on small windows; for each of the laws."""

import time
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from sewerdesk.domain.counter import ContractorDraft
from sewerdesk.domain.law import FigureStatus, LawPack
from sewerdesk.domain.law.book import SubjectGroup
from sewerdesk.services.contractors import register_contractor
from sewerdesk.services.law import read_pack
from sewerdesk.services.law_book import contractor_blanks
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.contractors.list import ContractorsScreen
from sewerdesk.ui.screens.law.act_changes import may_change
from sewerdesk.ui.screens.law.compare import CompareDialog
from sewerdesk.ui.screens.law.contractor_figures import ENTER_FIGURE
from sewerdesk.ui.screens.law.screen import LawScreen
from tests.support.offices import HAGUE, new_office
from tests.ui.form_sample import press
from tests.ui.keyboard import focused
from tests.ui.law_window import SETTLE_MS, act_dialog, dialog, keys, law_page
from tests.ui.office_frame import office_frame
from tests.ui.support import RecordingPrompter


@pytest.fixture
def window(ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    with office_frame(ws, tmp_path, prompter=prompter) as opened:
        yield opened


@pytest.fixture
def page(window: MainWindow) -> LawScreen:
    return law_page(window)


def test_compare_with_another_law_differences_first(page: LawScreen) -> None:
    page.compare_action.trigger()
    compared = dialog()
    assert isinstance(compared, CompareDialog)
    assert focused() is compared.table.grid
    rows = compared.table.model.shown_rows()
    order = [row.difference.value for row in rows]
    assert order == sorted(order, key=["Different", "Only here", "Only there", "Same"].index)
    titles = [column.title for column in compared.table.snapshot().columns]
    assert titles == ["Subject", "Town of Hague", "Citation", "The other law", "Citation there", "Compared"]
    compared.table.set_filter("filing")
    assert 0 < compared.table.model.rowCount() < len(rows)
    first = compared.picker.currentText()
    compared.table.clear_filter()
    press(compared.picker, Qt.Key.Key_Down)
    assert compared.picker.currentText() != first
    assert [row.there for row in compared.table.model.shown_rows()] != [row.there for row in rows]
    keys("Esc")
    assert QApplication.activeModalWidget() is None


def test_print_what_is_listed(page: LawScreen) -> None:
    page.group_picker.setCurrentIndex(page.group_picker.findData(SubjectGroup.CONTRACTORS.value))
    page.table.focus_rows()
    keys("Ctrl+P")
    shown = dialog()
    assert isinstance(shown, PreviewDialog)
    shown.close()


def test_export_what_is_listed_as_a_workbook(
    page: LawScreen, tmp_path: Path, prompter: RecordingPrompter
) -> None:
    page.table.set_filter("bond")
    target = tmp_path / "rules.xlsx"
    prompter.will_answer(target)
    page.table.focus_rows()
    keys("Ctrl+E")
    book = load_workbook(BytesIO(target.read_bytes()))
    assert book.sheetnames == ["Rules", "About"]
    assert book["Rules"].max_row - 1 == page.table.model.rowCount()
    proposed = prompter.asked[-1].words["proposed"]
    assert isinstance(proposed, Path)
    assert proposed.name == "Rules-2027-01-04-hague.xlsx"


@pytest.mark.parametrize("size", [(1024, 768), (911, 512)])
def test_leave_room_for_the_list_on_a_small_window(
    ws: Workspace, tmp_path: Path, size: tuple[int, int]
) -> None:
    with office_frame(ws, tmp_path, width=size[0], height=size[1]) as window:
        page = law_page(window)
        row_height = page.table.grid.verticalHeader().defaultSectionSize()
        assert page.table.grid.viewport().height() >= 3 * row_height
        page.open_acts()
        assert not page.back_to_list.isVisible()
        page.open_rules()
        assert page.table.isVisible()


@pytest.mark.parametrize("code", ["lockport", "altamont", "dannemora", "blank"])
def test_read_and_change_every_row_of_each_law(tmp_path: Path, code: str) -> None:
    setup = replace(HAGUE, law_code=code, municipality="Town of Milton")
    office = new_office(tmp_path / "office", setup=setup)
    try:
        with office_frame(office.ws, tmp_path) as window:
            page = law_page(window)
            for row in page.table.model.all_rows:
                page.show_row(row, "")
                assert page.pane.accessibleName() == row.subject
            page.enter_act()
            form = act_dialog()
            rows = [row for row in page.table.model.all_rows if may_change(row)]
            for row in rows[:: max(len(rows) // 40, 1)]:
                assert form.frame.form.panel.add(row.part, row.key) is not None, row
            assert form.frame.form.panel.changes()
            form.frame.leave_bar.discard_button.click()
    finally:
        office.close(back_up=False)


def test_open_and_filter_at_once(window: MainWindow) -> None:
    """Opening within 150 ms, a filter within 50 ms; in time of this process, the best of three."""
    page = law_page(window)
    opened, filtered = [], []
    for query in ("permit", "bond", "days"):
        start = time.process_time()
        page.refresh()
        opened.append(time.process_time() - start)
        page.table.set_filter("x")
        start = time.process_time()
        page.table.set_filter(query)
        filtered.append(time.process_time() - start)
    assert min(opened) < 0.15
    assert min(filtered) < 0.05


def test_enter_the_figures_that_a_contractor_is_judged_by(
    ws: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the law gives no amount, the contractor's card leads to the act that sets it."""
    shipped = read_pack("hague")
    amount = replace(
        shipped.figures["bond.amount"], value=None, status=FigureStatus.BLANK, missing="not in the text"
    )
    law = replace(shipped, figures={**shipped.figures, "bond.amount": amount})

    def without_amount(code: str) -> LawPack:
        assert code == "hague"
        return law

    monkeypatch.setattr("sewerdesk.services.law.read_pack", without_amount)
    ws.kept.clear()
    register_contractor(ws, draft=ContractorDraft(name="A sample contractor"))
    assert contractor_blanks(ws) == ("bond.amount",)
    with office_frame(ws, tmp_path) as window:
        window.context.navigator.open(Route("contractors"))
        QTest.qWait(SETTLE_MS)
        page = window.current_screen
        assert isinstance(page, ContractorsScreen)
        [button] = [
            one for one in page.findChildren(QPushButton) if one.property("action_key") == ENTER_FIGURE
        ]
        button.click()
        [card] = act_dialog().frame.form.panel.cards
        assert card.entry.key == "bond.amount"
        assert card.now_words() == "Now: not set · §408(1)"
        act_dialog().reject()
