"""The frame: rail, pages built on first visit, folding, keys, help, look, leaving."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.settings import SettingsStore
from sewerdesk.ui.actions import actions_with_keys
from sewerdesk.ui.frame.help_panel import keys_markdown, shipped_help
from sewerdesk.ui.frame.rail import RailButton
from sewerdesk.ui.frame.status_line import StatusSegment
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.base import RecordPage
from sewerdesk.ui.screens.keyboard_map import KeyboardMapScreen
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.theme import Scheme, TextSize, apply_theme, theme
from sewerdesk.ui.widgets.citation import LinkButton
from tests.ui.frame_sample import AccountsPage, NotesPage, Touched, sample_window
from tests.ui.support import RecordingPrompter

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication, tmp_path: Path) -> Iterator[MainWindow]:
    made = sample_window(tmp_path)
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    apply_theme(qapp, Scheme.LIGHT, TextSize.NORMAL)


def accounts_of(window: MainWindow) -> AccountsPage:
    page = window.screen_of("accounts")
    assert isinstance(page, AccountsPage)
    return page


def notes_of(window: MainWindow) -> NotesPage:
    page = window.screen_of("notes")
    assert isinstance(page, NotesPage)
    return page


def is_folded(window: MainWindow) -> bool:
    return window.rail.folded


def test_build_a_page_on_its_first_visit(window: MainWindow) -> None:
    assert window.findChildren(AccountsPage) == []
    window.go_to("accounts")
    page = accounts_of(window)
    assert window.current_screen is page
    assert page.loads == 1
    assert window.rail.button("accounts").isChecked()
    window.go_to("notes")
    window.go_to("accounts")
    assert window.current_screen is page
    assert page.loads == 1


def test_come_back_to_the_same_row(window: MainWindow) -> None:
    navigator = window.context.navigator
    navigator.open(Route("accounts", 2, "bills"))
    page = accounts_of(window)
    assert page.pane.current_tab == "bills"
    page.table.select_key(4)
    page.table.row_activated.emit(page.table.current_row())
    navigator.open(Route("notes"))
    navigator.back()
    row = page.table.current_row()
    assert row is not None
    assert row.id == 4


def test_read_a_record_only_when_the_keyboard_rests(window: MainWindow, qtbot: QtBot) -> None:
    window.go_to("accounts")
    page = accounts_of(window)
    page.shown.clear()
    for _ in range(3):
        page.table.step(1)
    assert page.shown == []
    qtbot.waitUntil(lambda: page.shown == [(4, "")])


def test_show_the_row_under_the_keyboard_before_a_key_acts_on_it(window: MainWindow) -> None:
    window.go_to("accounts")
    page = accounts_of(window)
    page.table.focus_rows()
    page.shown.clear()
    seen: list[list[tuple[int | None, str]]] = []
    act = QAction("Act", page)
    act.setShortcut("F8")
    act.triggered.connect(lambda: seen.append(list(page.shown)))
    page.addAction(act)
    QTest.keyClick(page.table.grid, Qt.Key.Key_Down)
    QTest.keyClick(page.table.grid, Qt.Key.Key_F8)
    row = page.table.current_row()
    assert row is not None
    assert seen == [[(row.id, "")]]


def test_refresh_what_a_change_concerns(window: MainWindow) -> None:
    window.go_to("accounts")
    page, notes = accounts_of(window), notes_of(window)
    window.take_changes(Touched(frozenset({("account", 1)})))
    assert page.loads == 2
    change = Touched(frozenset({("note", 5)}))
    window.take_changes(change)
    assert (page.loads, notes.refreshes) == (2, [])
    window.go_to("notes")
    assert notes.refreshes == [None]
    window.take_changes(change)
    assert notes.refreshes == [None, change]
    window.refresh_screen()
    assert notes.refreshes[-1] is None


def test_stay_on_a_page_with_unsaved_work(window: MainWindow) -> None:
    window.go_to("notes")
    notes_of(window).leave = False
    window.go_to("accounts")
    assert window.current_screen is notes_of(window)
    window.close()
    assert window.isVisible()
    notes_of(window).leave = True


def test_count_what_waits_in_the_rail(window: MainWindow, qtbot: QtBot) -> None:
    window.go_to("notes")
    qtbot.waitUntil(lambda: window.rail.button("notes").count == 3)
    interface = QAccessible.queryAccessibleInterface(window.rail.button("notes"))
    assert interface is not None
    assert interface.text(QAccessible.Text.Name) == "Notes, 3 waiting"


def test_fold_rail_and_lists_on_a_narrow_window(window: MainWindow) -> None:
    window.go_to("accounts")
    page = accounts_of(window)
    assert not is_folded(window)
    assert page.table.isVisible()
    assert page.detail.isVisible()
    wide = window.rail.width()
    window.resize(1024, 768)
    QApplication.processEvents()
    assert is_folded(window)
    assert window.rail.width() < wide / 2
    assert window.rail.button("notes").toolTip().startswith("Notes")
    assert page.is_narrow
    assert page.table.isVisible()
    assert not page.detail.isVisible()
    page.table.row_activated.emit(page.table.current_row())
    assert page.detail.isVisible()
    assert not page.table.isVisible()
    page.close_detail()
    assert page.table.isVisible()
    assert not page.detail.isVisible()


def test_lead_back_from_the_record_to_the_list_on_a_narrow_window(window: MainWindow) -> None:
    window.resize(1024, 768)
    window.go_to("notes")
    window.go_to("accounts")
    page = accounts_of(window)
    page.table.select_key(3)
    page.table.row_activated.emit(page.table.current_row())
    assert window.context.navigator.current == Route("accounts", 3)
    assert page.detail.isVisible()
    window.context.navigator.back()
    assert page.table.isVisible()
    row = page.table.current_row()
    assert row is not None
    assert row.id == 3
    window.context.navigator.back()
    assert isinstance(window.current_screen, NotesPage)
    window.context.navigator.open(Route("accounts", 2))
    assert page.detail.isVisible()
    page.close_detail()
    assert page.table.isVisible()


def test_fold_at_a_wider_window_when_text_is_large(window: MainWindow) -> None:
    for _ in range(2):
        window.larger_text()
    assert theme().text_size is TextSize.EXTRA
    assert is_folded(window)
    window.normal_text()
    assert not is_folded(window)


def test_keep_text_size_and_theme(window: MainWindow, tmp_path: Path) -> None:
    window.larger_text()
    window.toggle_theme()
    assert theme().tokens.dark
    kept = SettingsStore.open(tmp_path / "settings.json").current
    assert (kept.text_size, kept.theme) == (13, Scheme.DARK)
    window.toggle_theme()
    window.smaller_text()
    assert not theme().tokens.dark
    assert theme().text_size is TextSize.NORMAL


@pytest.mark.parametrize(
    ("key", "modifier", "page"),
    [(Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier, AccountsPage)],
)
def test_reach_sections_by_key(
    window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier, page: type[QWidget]
) -> None:
    window.go_to("notes")
    QTest.keyClick(window, key, modifier)
    assert isinstance(window.current_screen, page)
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert isinstance(window.current_screen, NotesPage)


def test_use_a_page_key_only_while_the_page_is_shown(window: MainWindow) -> None:
    window.go_to("accounts")
    page = accounts_of(window)
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert page.new_presses == 1
    window.go_to("notes")
    QTest.keyClick(window, Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    assert page.new_presses == 1


def test_step_through_records_by_key(window: MainWindow) -> None:
    window.go_to("accounts")
    page = accounts_of(window)
    page.action("next-record").trigger()
    page.action("next-record").trigger()
    page.action("previous-record").trigger()
    row = page.table.current_row()
    assert row is not None
    assert row.id == 2
    with pytest.raises(KeyError):
        page.action("gone")


def test_move_in_the_rail_with_arrows(window: MainWindow) -> None:
    window.go_to("notes")
    first, second = window.rail.button("notes"), window.rail.button("accounts")
    first.setFocus()
    QTest.keyClick(first, Qt.Key.Key_Down)
    assert second.hasFocus()
    assert isinstance(window.current_screen, NotesPage)
    QTest.keyClick(second, Qt.Key.Key_Return)
    assert isinstance(window.current_screen, AccountsPage)


def test_make_the_rail_one_tab_stop(window: MainWindow) -> None:
    window.go_to("notes")
    stops = [
        button.entry.key
        for button in window.rail.findChildren(RailButton)
        if button.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert stops == ["notes"]


def test_show_help_with_the_keys_of_the_page(window: MainWindow) -> None:
    window.go_to("accounts")
    window.toggle_help()
    text = window.help_panel.text.toPlainText()
    assert "Ctrl+N New account" in text
    window.go_to("notes")
    assert "What was noted." in window.help_panel.text.toPlainText()
    QTest.keyClick(window.help_panel.text, Qt.Key.Key_Escape)
    assert window.help_panel.isHidden()
    assert shipped_help("no-such-topic") == ""
    assert keys_markdown(QWidget()) == ""


def test_list_every_key_alive(window: MainWindow) -> None:
    window.go_to("accounts")
    window.go_to("keys")
    page = window.current_screen
    assert isinstance(page, KeyboardMapScreen)
    rows = {(row.keys, row.does, row.where) for row in page.table.model.all_rows}
    assert ("Ctrl+K", "Go to anything", "Everywhere") in rows
    assert ("Ctrl+N", "New account", "Accounts") in rows
    assert ("Ctrl++ or Ctrl+=", "Larger text", "Everywhere") in rows
    assert not any(button.isChecked() for button in window.rail.findChildren(RailButton))


def test_use_no_key_twice_in_the_window_and_a_page(window: MainWindow) -> None:
    window.go_to("accounts")
    seen: dict[str, QAction] = {}
    for action in actions_with_keys([window, accounts_of(window)]):
        for keys in action.shortcuts():
            assert seen.setdefault(keys.toString(), action) is action


def test_go_where_the_status_line_leads(window: MainWindow) -> None:
    window.go_to("notes")
    segments = (
        StatusSegment("Saved 10:42", "circle-check"),
        StatusSegment("2 receipts not deposited", route=Route("accounts")),
        StatusSegment("M. Clerk", "user"),
    )
    window.status.set_segments(segments)
    QApplication.processEvents()
    link = next(each for each in window.status.findChildren(LinkButton) if not each.isHidden())
    link.click()
    assert isinstance(window.current_screen, AccountsPage)
    assert window.status.segments == segments


def test_undo_from_the_menu(window: MainWindow) -> None:
    undone: list[str] = []

    def undo() -> None:
        undone.append("x")

    window.context.toasts.show("Closed.", undo=undo)
    window.actions_by_key["undo"].trigger()
    assert undone == ["x"]


@pytest.mark.parametrize(
    ("key", "signal"),
    [
        ("open-office", "open_office_requested"),
        ("back-up", "backup_requested"),
        ("check-books", "check_requested"),
    ],
)
def test_ask_the_owner_from_the_file_menu(window: MainWindow, qtbot: QtBot, key: str, signal: str) -> None:
    with qtbot.waitSignal(getattr(window, signal)):
        window.actions_by_key[key].trigger()


def test_give_every_menu_entry_an_access_key(window: MainWindow) -> None:
    for menu in window.menuBar().actions():
        assert "&" in menu.text()
    file_menu = window.menuBar().actions()[0].menu()
    assert file_menu is not None


def test_remember_the_place_of_the_window(window: MainWindow, tmp_path: Path) -> None:
    window.close()
    assert SettingsStore.open(tmp_path / "settings.json").current.geometry != ""


def test_name_everything_that_can_have_focus(window: MainWindow) -> None:
    for key in ("notes", "accounts", "keys"):
        window.go_to(key)
        for widget in window.findChildren(QWidget):
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus:
                interface = QAccessible.queryAccessibleInterface(widget)
                assert interface is not None
                assert interface.text(QAccessible.Text.Name), (key, widget)


def test_lead_back_from_a_record_page(window: MainWindow) -> None:
    window.go_to("notes")
    window.go_to("accounts")
    page = RecordPage(window.context, title="Permit PER-2027-0001", parent=window)
    page.back_button.click()
    assert isinstance(window.current_screen, NotesPage)
    page.deleteLater()


def test_offer_the_keyboard_map_outside_the_rail() -> None:
    spec = next(spec for spec in SCREENS if spec.key == "keys")
    assert not spec.in_rail
    assert len({spec.key for spec in SCREENS}) == len(SCREENS)
    shortcuts = [spec.shortcut for spec in SCREENS if spec.shortcut]
    assert len(set(shortcuts)) == len(shortcuts)


def test_refuse_to_close_while_a_job_runs(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    prompter = window.context.prompter
    assert isinstance(prompter, RecordingPrompter)
    monkeypatch.setattr(type(window.context.jobs), "is_busy", lambda _self: True)
    window.close()
    assert window.isVisible()
    assert prompter.told == ["A job is still running. Wait until it has ended, or stop it, then close."]
    monkeypatch.undo()
