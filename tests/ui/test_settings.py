"""The settings and the law, by keyboard."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from sqlalchemy import text as sql

from sewerdesk.domain.mail_settings import MailSettings
from sewerdesk.services.backup_copies import backup_rows
from sewerdesk.services.books import check_books
from sewerdesk.services.mailings import mail_settings
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.offices import office_profile
from sewerdesk.services.people import people
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.preview import PreviewDialog
from sewerdesk.ui.screens.law.screen import LawScreen
from sewerdesk.ui.screens.settings.backups import BackupsSection
from sewerdesk.ui.screens.settings.billing import BillingSection
from sewerdesk.ui.screens.settings.letterhead import LetterheadSection
from sewerdesk.ui.screens.settings.look import LookSection
from sewerdesk.ui.screens.settings.mail import NOTHING_ASSUMED, MailSection
from sewerdesk.ui.screens.settings.people import PeopleSection
from sewerdesk.ui.screens.settings.printing import PrintingSection
from sewerdesk.ui.screens.settings.screen import SECTIONS, SettingsScreen
from sewerdesk.ui.theme import Scheme, TextSize, apply_theme, theme
from tests.support.accounts import adopt_sample_rates
from tests.support.fieldwork import add_parcel
from tests.ui.form_sample import type_text
from tests.ui.keyboard import focused, form_dialog
from tests.ui.office_frame import office_frame
from tests.ui.page_checks import cut_off, nameless, not_reached, out_of_room, shared_mnemonics
from tests.ui.settings_window import keys, open_section
from tests.ui.support import RecordingPrompter


@pytest.fixture
def window(ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    with office_frame(ws, tmp_path, prompter=prompter) as opened:
        yield opened


def settings_page(window: MainWindow) -> SettingsScreen:
    page = window.screen_of("settings")
    assert isinstance(page, SettingsScreen)
    return page


@pytest.mark.parametrize("key", [spec.key for spec in SECTIONS])
def test_hold_for_every_section_what_holds_for_every_page(window: MainWindow, key: str) -> None:
    window.resize(1280, 720)
    open_section(window, key)
    page = settings_page(window)
    assert nameless(page) == []
    assert shared_mnemonics(window) == []
    assert out_of_room(window, page) == []
    assert cut_off(page) == []
    assert not_reached(page) == []


def test_open_the_named_section_when_the_keyboard_comes_along(window: MainWindow) -> None:
    window.context.navigator.open(Route("law"))
    page = window.current_screen
    assert isinstance(page, LawScreen)
    page.table.filter_line.setFocus()
    assert open_section(window, "backups").key == "backups"


def test_walk_down_the_sections_by_keyboard(window: MainWindow) -> None:
    window.context.navigator.open(Route("settings"))
    page = settings_page(window)
    assert focused() is page.list
    seen = []
    for _ in SECTIONS:
        assert page.section is not None
        seen.append(page.section.key)
        QTest.keyClick(page.list, Qt.Key.Key_Down)
        assert focused() is page.list, "the keyboard stays in the list"
    assert seen == [spec.key for spec in SECTIONS]


def test_save_the_letterhead_by_keyboard(window: MainWindow, ws: Workspace) -> None:
    section = open_section(window, "letterhead")
    assert isinstance(section, LetterheadSection)
    section.frame.view.go_to("department")
    keys("Ctrl+A")
    type_text(focused(), "Sewer & Water")
    keys("Ctrl+S")
    assert office_profile(ws).department == "Sewer & Water"
    section.frame.view.go_to("hours")
    keys("Ctrl+A")
    type_text(focused(), "Mon-Thu 9-4")
    keys("Ctrl+S")
    assert office_profile(ws).hours == "Mon-Thu 9-4", "the second save is not taken for a stale one"


def test_keep_typing_when_another_section_is_asked_for(window: MainWindow) -> None:
    section = open_section(window, "letterhead")
    assert isinstance(section, LetterheadSection)
    section.frame.view.go_to("department")
    type_text(focused(), "X")
    page = settings_page(window)
    assert not page.show_section("look")
    assert section.frame.is_asking_to_leave()
    section.frame.leave_bar.discard_button.click()
    assert isinstance(page.section, LookSection)
    assert page.show_section("letterhead")
    assert not section.frame.view.is_dirty()


def test_choose_the_seal_and_undo(
    window: MainWindow, ws: Workspace, prompter: RecordingPrompter, tmp_path: Path
) -> None:
    section = open_section(window, "letterhead")
    assert isinstance(section, LetterheadSection)
    seal, broken = tmp_path / "seal.png", tmp_path / "broken.png"
    draw_picture(seal)
    broken.write_bytes(b"no picture")
    prompter.will_answer(broken, seal)
    section.choose_action.trigger()
    assert prompter.told == ["broken.png is no PNG or JPEG picture. Choose another file."]
    section.choose_action.trigger()
    assert office_profile(ws).seal == seal.read_bytes()
    assert section.remove_action.isEnabled()
    section.frame.view.go_to("department")
    type_text(focused(), "!")
    keys("Ctrl+S")
    assert office_profile(ws).department.endswith("!"), "the seal's own save does not make the form stale"
    window.undo_last()
    assert office_profile(ws).seal is None


def draw_picture(path: Path) -> None:
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.darkGreen)
    assert image.save(str(path))


def test_add_a_person_and_work_as_her(window: MainWindow, ws: Workspace, qtbot: QtBot) -> None:
    section = open_section(window, "people")
    assert isinstance(section, PeopleSection)
    section.add_person_action.trigger()
    form = form_dialog().frame.view
    for name, text in (("name", "Ana Peña"), ("initials", "ap"), ("title", "Deputy Clerk")):
        form.go_to(name)
        type_text(focused(), text)
    keys("Ctrl+Return")
    assert [row.initials for row in people(ws)] == ["MB", "AP"]
    section.table.focus_rows()
    QTest.keyClick(section.table.grid, Qt.Key.Key_Down)
    with qtbot.waitSignal(settings_page(window).operator_chosen) as chosen:
        QTest.keyClick(section.table.grid, Qt.Key.Key_Return)
    assert chosen.args == ["AP"]
    assert ws.actor == "AP"
    assert window.context.settings.current.operator == "AP"


def test_end_somebody_work(window: MainWindow, ws: Workspace) -> None:
    section = open_section(window, "people")
    assert isinstance(section, PeopleSection)
    section.end_action.trigger()
    form_dialog().frame.view.focus_first()
    keys("Ctrl+Return")
    refused = form_dialog().frame.view.errors()
    assert refused[""].startswith("Mary Bell is the only one who works here.")
    form_dialog().reject()
    assert people(ws)[0].last_day is None


def test_choose_the_envelope_and_print_its_sheet(window: MainWindow, ws: Workspace, qtbot: QtBot) -> None:
    section = open_section(window, "printing")
    assert isinstance(section, PrintingSection)
    section.frame.view.go_to("envelope")
    QTest.keyClick(focused(), Qt.Key.Key_Down)
    keys("Ctrl+S")
    assert billing_settings(ws).envelope == "W10-STD-3667"
    section.action("alignment").trigger()
    preview = QApplication.activeModalWidget()
    assert isinstance(preview, PreviewDialog)
    qtbot.waitUntil(lambda: preview.view.page_count == 1)
    preview.reject()


def test_change_the_look_at_once(window: MainWindow, qapp: QApplication) -> None:
    section = open_section(window, "look")
    assert isinstance(section, LookSection)
    try:
        section.view.go_to("text_size")
        QTest.keyClick(focused(), Qt.Key.Key_Down)
        assert theme().text_size is TextSize.LARGE
        section.view.go_to("scheme")
        QTest.keyClick(focused(), Qt.Key.Key_Down)
        assert theme().scheme is Scheme.DARK
        kept = window.context.settings.current
        assert (kept.text_size, kept.theme) == (13, Scheme.DARK)
        window.normal_text()
        assert section.view.draft().text_size == 11, "it follows the keys"
    finally:
        apply_theme(qapp, Scheme.LIGHT)


def test_back_up_copy_and_ask_for_a_restore(
    window: MainWindow, ws: Workspace, prompter: RecordingPrompter, tmp_path: Path, qtbot: QtBot
) -> None:
    section = open_section(window, "backups")
    assert isinstance(section, BackupsSection)
    assert not section.restore_action.isEnabled()
    section.action("back-up-now").trigger()
    [row] = backup_rows(ws)
    assert section.restore_action.isEnabled()
    stick = tmp_path / "stick"
    stick.mkdir()
    prompter.will_answer(stick)
    section.copy_action.trigger()
    assert [path.name for path in stick.iterdir()] == [row.path.name]
    section.try_action.trigger()
    assert prompter.told[-1].startswith("The backup can be relied on")
    assert str(prompter.asked[-1].words["detail"]).startswith("In it stand 0 accounts owing 0.00 together")
    prompter.will_answer(False)
    section.restore_action.trigger()
    assert "moved aside" in str(prompter.asked[-1].words["detail"])
    prompter.will_answer(True)
    with qtbot.waitSignal(settings_page(window).restore_requested) as asked:
        section.restore_action.trigger()
    assert asked.args == [row.path]
    row.path.unlink()
    section.restore_action.trigger()
    assert prompter.told[-1].endswith("is not in the folder any more. Choose another one.")


def test_rebuild_the_search(window: MainWindow, ws: Workspace) -> None:
    add_parcel(ws)
    whole = find(ws, typed="Main")
    assert whole
    with ws.write(reason="damage") as session:
        session.execute(sql("DELETE FROM search_index"))
    assert find(ws, typed="Main") == ()
    section = open_section(window, "backups")
    assert isinstance(section, BackupsSection)
    section.rebuild_action.trigger()
    assert find(ws, typed="Main") == whole
    assert [toast.sentence for toast in window.context.toasts.shown()] == [
        "The search was rebuilt: 1 record can be found."
    ]
    [search] = [check for check in check_books(ws).checks if check.name == "Search"]
    assert search.passed


def test_set_the_order_of_the_charge_codes(window: MainWindow, ws: Workspace) -> None:
    adopt_sample_rates(ws)
    settings = replace(billing_settings(ws), due_authority="Resolution 14 of 2026")
    save_billing_settings(ws, settings=settings)
    section = open_section(window, "billing")
    assert isinstance(section, BillingSection)
    view = section.frame.view
    view.go_to("code_order")
    type_text(focused(), "DEBT")
    QTest.keyClick(focused(), Qt.Key.Key_Return)
    type_text(focused(), "WATER")
    keys("Ctrl+S")
    assert view.errors()["code_order"] == (
        "WATER is no charge code of this office. Its codes are OM, USE and DEBT."
    )
    view.go_to("code_order")
    keys("Ctrl+End")
    for _ in "WATER":
        QTest.keyClick(focused(), Qt.Key.Key_Backspace)
    type_text(focused(), "OM")
    keys("Ctrl+S")
    assert billing_settings(ws).code_order == ("DEBT", "OM")
    assert view.draft().code_order == "DEBT\nOM"


def test_set_when_to_ask_the_post_office(window: MainWindow, ws: Workspace) -> None:
    section = open_section(window, "mail")
    assert isinstance(section, MailSection)
    view = section.frame.view
    assert view.editor("assumed_says").value() == NOTHING_ASSUMED
    assert view.editor("by_law").value() == "The time to answer runs from the mailing; nothing is assumed."
    view.go_to("ask_after_days")
    keys("Ctrl+A")
    type_text(focused(), "21")
    view.go_to("assumed_days")
    type_text(focused(), "5")
    keys("Ctrl+S")
    assert set(view.errors()) == {"assumed_authority"}
    assert mail_settings(ws) == MailSettings()
    view.go_to("assumed_authority")
    type_text(focused(), "Resolution 3 of 2026")
    keys("Ctrl+S")
    assert mail_settings(ws) == MailSettings(21, 5, "Resolution 3 of 2026")
    view.go_to("ask_after_days")
    keys("Ctrl+A")
    keys("Delete")
    keys("Ctrl+S")
    assert set(view.errors()) == {"ask_after_days"}
