"""Citations are links: each opens its rule, and Back shows the page just as it was left."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.domain.counter import ContractorDraft
from sewerdesk.domain.law import Stage
from sewerdesk.services.contractors import register_contractor
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.applications.editor import NEW, ApplicationFormPage
from sewerdesk.ui.screens.contractors.list import ContractorsScreen
from sewerdesk.ui.screens.law.rule import RuleDialog
from sewerdesk.ui.screens.law.screen import LawScreen
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.widgets.citation import CitationLink
from tests.support.cases import open_sample_case
from tests.support.counter import fee_schedule, good_contractor
from tests.support.fieldwork import add_parcel, ask, issue_sample_permit
from tests.ui.counter_window import CTRL, counter_window, fill, keys, modal, open_dialog

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot: QtBot, ws: Workspace, tmp_path: Path) -> Iterator[MainWindow]:
    """The window, low enough that records scroll."""
    opened = counter_window(qtbot, ws, tmp_path)
    opened.resize(1280, 520)
    yield opened
    dialog = modal()
    if dialog is not None:
        dialog.done(0)
    opened.context.navigator.set_guard(bool)
    opened.hide()


def links(page: QWidget) -> list[CitationLink]:
    """The citations in view on a page."""
    return [link for link in page.findChildren(CitationLink) if link.isVisible()]


def law_page(window: MainWindow) -> LawScreen:
    page = window.current_screen
    assert isinstance(page, LawScreen), page
    return page


def scroll_area_of(widget: QWidget) -> QAbstractScrollArea:
    around = widget.parentWidget()
    while not isinstance(around, QAbstractScrollArea):
        assert around is not None
        around = around.parentWidget()
    return around


def test_go_to_the_rule_and_back_to_the_same_place(window: MainWindow, ws: Workspace, qtbot: QtBot) -> None:
    register_contractor(ws, draft=ContractorDraft(name="A first on the list"))
    contractor_id = good_contractor(ws)
    window.context.navigator.open(Route("contractors", contractor_id, "standing"))
    QTest.qWait(60)
    page = window.current_screen
    assert isinstance(page, ContractorsScreen)
    link = links(page)[-1]
    bar = scroll_area_of(link).verticalScrollBar()

    def has_room_to_scroll() -> bool:
        return bar.maximum() > 0

    qtbot.waitUntil(has_room_to_scroll)
    bar.setValue(bar.maximum())
    place = bar.value()
    link.setFocus()
    keys(link, Qt.Key.Key_Space)
    shown = law_page(window).table.current_row()
    assert shown is not None
    assert link.text() in shown.citation

    keys(window, Qt.Key.Key_Left, ALT)
    assert window.current_screen is page
    row = page.shown()
    assert row is not None
    assert row.id == contractor_id
    assert page.pane.current_tab == "standing"
    assert bar.value() == place
    assert window.focusWidget() is link


def test_page_read_anew_meanwhile_shows_the_same_record(window: MainWindow, ws: Workspace) -> None:
    contractor_id = good_contractor(ws)
    window.context.navigator.open(Route("contractors", contractor_id, "standing"))
    QApplication.processEvents()
    page = window.current_screen
    assert isinstance(page, ContractorsScreen)
    links(page)[0].click()
    assert window.current_screen is not page
    register_contractor(ws, draft=ContractorDraft(name="A first on the list"))
    window.context.navigator.back()
    row = page.shown()
    assert row is not None
    assert row.id == contractor_id
    assert page.pane.current_tab == "standing"


def test_every_kind_of_page_opens_its_citations(window: MainWindow, ws: Workspace) -> None:
    permit_id = issue_sample_permit(ws, parcel_id=add_parcel(ws, print_key="99.10-1-1"))
    ask(ws, permit_id, Stage.FINAL)
    open_sample_case(ws, add_parcel(ws, print_key="99.10-1-2"))
    seen = set()
    for spec in SCREENS:
        route = Route(spec.key, permit_id) if spec.key == "permit" else Route(spec.key)
        assert window.context.navigator.open(route)
        QTest.qWait(60)
        page = window.current_screen
        assert page is not None
        found = links(page)
        if not found or spec.key == "law":
            continue
        words = found[0].text()
        found[0].click()
        shown = law_page(window).table.current_row()
        assert shown is not None, f"{spec.key}: {words} leads to nothing"
        assert window.context.navigator.back()
        assert window.current_screen is page
        seen.add(spec.key)
    assert {"permit", "permits", "cases"} <= seen


def test_rule_is_read_over_a_dialog(window: MainWindow, ws: Workspace) -> None:
    fee_schedule(ws)
    window.context.navigator.open(Route("contractors", good_contractor(ws)))
    keys(window, Qt.Key.Key_B, CTRL)
    form = open_dialog()
    link = CitationLink("§408(1)", parent=form)
    link.click()
    rule = modal()
    assert isinstance(rule, RuleDialog)
    assert "bond" in rule.windowTitle().casefold()
    keys(rule, Qt.Key.Key_Escape)
    assert modal() is form
    keys(form, Qt.Key.Key_Escape)


def test_rule_is_read_over_a_form_that_is_not_saved(window: MainWindow) -> None:
    window.context.navigator.open(Route("application", NEW))
    page = window.current_screen
    assert isinstance(page, ApplicationFormPage)
    assert page.frame is not None
    fill(page.frame.view, {"owner_name": "Jane Doe"})
    link = links(page)[0]
    link.click()
    rule = modal()
    assert isinstance(rule, RuleDialog)
    keys(rule, Qt.Key.Key_Return)
    assert modal() is None
    assert window.current_screen is page
    assert not page.frame.is_asking_to_leave()
    assert page.frame.view.typed().draft.owner_name == "Jane Doe"


def test_citation_that_the_law_file_does_not_quote_says_so(window: MainWindow) -> None:
    window.context.navigator.open(Route("application", NEW))
    page = window.current_screen
    assert isinstance(page, ApplicationFormPage)
    assert page.frame is not None
    fill(page.frame.view, {"owner_name": "Jane Doe"})
    CitationLink("§9999", parent=page.frame.view).click()
    rule = modal()
    assert isinstance(rule, RuleDialog)
    assert rule.windowTitle() == "§9999"
