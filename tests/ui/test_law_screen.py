"""The page "The law", by keyboard: browse by subject, enter, confirm and withdraw acts."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.acts import ActKind, LawActDraft, LawChange
from sewerdesk.domain.law.book import SubjectGroup
from sewerdesk.services.law import law_of
from sewerdesk.services.law_acts import acts, enter_act, to_confirm
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.screens.law.act_dialog import DRAFT_KEY, ActDialog
from sewerdesk.ui.screens.law.confirm import WalkDialog
from sewerdesk.ui.screens.law.screen import LawScreen
from tests.ui.form_sample import press, type_text
from tests.ui.keyboard import focused
from tests.ui.law_window import SETTLE_MS, act_dialog, dialog, keys, law_page
from tests.ui.office_frame import office_frame
from tests.ui.support import RecordingPrompter

FILE_DAYS = "permit.file_days"


@pytest.fixture
def window(ws: Workspace, tmp_path: Path, prompter: RecordingPrompter) -> Iterator[MainWindow]:
    with office_frame(ws, tmp_path, prompter=prompter) as opened:
        yield opened


@pytest.fixture
def page(window: MainWindow) -> LawScreen:
    return law_page(window)


def type_into(form: "ActDialog | WalkDialog", name: str, text: str) -> None:
    """Type over a field of the dialog's form."""
    view = form.frame.form.head if isinstance(form, ActDialog) else form.frame.view
    view.go_to(name)
    QTest.keySequence(focused(), QKeySequence("Ctrl+A"))
    type_text(focused(), text)


def pick_row(form: ActDialog, typed: str) -> None:
    """Search what the act changes and take the first that is found."""
    form.frame.form.panel.search.focus()
    type_text(form.frame.form.panel.search.edit, typed)
    press(form.frame.form.panel.search.edit, Qt.Key.Key_Return)
    QApplication.processEvents()


def resolution(ws: Workspace, value: str = "75", *, on: date = date(2027, 1, 1)) -> None:
    change = LawChange("figure", FILE_DAYS, value)
    enter_act(
        ws, draft=LawActDraft(ActKind.RESOLUTION, date(2026, 12, 8), on, (change,), number="12 of 2026")
    )


def test_browse_one_subject_by_keyboard(page: LawScreen) -> None:
    everything = page.table.model.rowCount()
    keys("Alt+S")
    assert page.group_picker.view().isVisible()
    page.group_picker.hidePopup()
    press(page.group_picker, Qt.Key.Key_Down)
    assert page.group_picker.group == SubjectGroup.PERMITS.value
    assert {row.group for row in page.table.model.shown_rows()} == {SubjectGroup.PERMITS}
    press(page.group_picker, Qt.Key.Key_Home)
    assert page.table.model.rowCount() == everything


def test_give_up_the_subject_that_hides_the_rule_asked_for(window: MainWindow) -> None:
    page = law_page(window)
    page.group_picker.setCurrentIndex(page.group_picker.findData(SubjectGroup.INDUSTRY.value))
    law_page(window, FILE_DAYS)
    row = page.table.current_row()
    assert row is not None
    assert row.key == FILE_DAYS
    assert page.group_picker.group == ""


def test_count_down_what_is_left_to_confirm(page: LawScreen, ws: Workspace) -> None:
    left = to_confirm(ws)
    figures = left.blank_figures + left.model_figures
    sentence = page.banners.sentences()["open"]
    assert sentence.startswith(f"{figures} figures and {left.other_rows} other rules to confirm")
    page.table.pick_chip("confirm")
    assert page.table.model.rowCount() == left.total


def test_show_a_rule_with_the_way_its_time_runs(window: MainWindow) -> None:
    page = law_page(window)
    clock = next(row for row in page.table.model.all_rows if row.part == "permit_clock")
    page.open_record(clock.id)
    QApplication.processEvents()
    words = " ".join(label.text() for label in page.pane.findChildren(QLabel) if label.isVisible())
    assert "60 days from the day the permit is issued" in words
    assert "a weekend or holiday goes on to the next business day (Gen. Constr. Law §25-a)" in words
    assert "§602B [502B]" in words


def test_answer_which_figure_held_on_a_day(window: MainWindow, ws: Workspace) -> None:
    resolution(ws)
    page = law_page(window, FILE_DAYS)
    page.pane.show_tab("history")
    assert "75 days" in page.history.answer.text()
    assert "Resolution 12 of 2026" in page.history.answer.text()
    page.history.day.focus()
    QTest.keySequence(focused(), QKeySequence("Ctrl+A"))
    type_text(focused(), "12/31/2026")
    QApplication.processEvents()
    assert "60 days" in page.history.answer.text()
    assert "until 12/31/2026" in page.history.answer.text()
    assert "§602B [502B]" in page.history.answer.text()
    assert page.history.steps().splitlines()[-1] == "75 days from 01/01/2027 (Resolution 12 of 2026)"


def test_enter_a_resolution_by_keyboard(page: LawScreen, ws: Workspace) -> None:
    keys("Ctrl+N")
    form = act_dialog()
    type_into(form, "number", "3 of 2027")
    type_into(form, "adopted_on", "1/4/2027")
    type_into(form, "effective_from", "2/1/2027")
    pick_row(form, "filing the permit and its plans")
    [card] = form.frame.form.panel.cards
    assert card.entry.key == FILE_DAYS
    assert card.now_words() == "Now: 60 days · §602B [502B], Art. 5"
    type_text(focused(), "90")
    keys("F10")
    [act] = acts(ws)
    assert (act.citation, act.effective_from) == ("Resolution 3 of 2027", date(2027, 2, 1))
    assert law_of(ws).figure(FILE_DAYS, date(2027, 2, 1)).number == Decimal(90)
    assert law_of(ws).figure(FILE_DAYS, date(2027, 1, 31)).number == Decimal(60)
    assert page.tab_bar.tabText(1) == "Resolutions"


def test_say_what_is_wrong_beside_each_field_and_lose_nothing(page: LawScreen, ws: Workspace) -> None:
    page.enter_act()
    form = act_dialog()
    pick_row(form, "filing the permit and its plans")
    type_text(focused(), "ninety")
    keys("F10")
    [card] = form.frame.form.panel.cards
    assert "is not a number" in card.editors["value"].error()
    assert set(form.frame.form.head.errors()) == {"number", "adopted_on"}
    assert card.change().value == "ninety"
    assert acts(ws) == ()
    keys("Esc")
    assert not form.frame.leave_bar.isHidden()
    form.frame.leave_bar.save_draft_button.click()
    assert QApplication.activeModalWidget() is None
    page.enter_act()
    form = act_dialog()
    assert form.frame.offer.isVisible()
    form.frame.offer.restore_button.click()
    [card] = form.frame.form.panel.cards
    assert (card.entry.key, card.change().value) == (FILE_DAYS, "ninety")
    form.frame.leave_bar.discard_button.click()
    assert page.context.ws is ws


def test_keep_what_is_typed_of_an_act_against_a_crash(page: LawScreen) -> None:
    from sewerdesk.ui.forms.office_drafts import OfficeDraftStore

    page.enter_act()
    form = act_dialog()
    type_into(form, "number", "7 of 2027")
    pick_row(form, "bond")
    assert form.frame._keeper is not None
    form.frame._keeper.keep()
    stored = OfficeDraftStore(page.context.ws).load(DRAFT_KEY)
    assert stored is not None
    assert "7 of 2027" in stored.payload
    form.frame.leave_bar.discard_button.click()


def test_ask_before_an_act_that_reaches_back(
    page: LawScreen, ws: Workspace, prompter: RecordingPrompter
) -> None:
    page.enter_act()
    form = act_dialog()
    type_into(form, "number", "3 of 2027")
    type_into(form, "adopted_on", "1/4/2027")
    type_into(form, "effective_from", "12/1/2026")
    pick_row(form, "filing the permit and its plans")
    type_text(focused(), "90")
    prompter.will_answer(False)
    keys("F10")
    assert acts(ws) == ()
    assert "before it was adopted" in str(prompter.asked[-1].words["detail"])
    prompter.will_answer(True)
    keys("F10")
    assert len(acts(ws)) == 1


def test_offer_only_rows_of_this_law_each_once(page: LawScreen) -> None:
    page.enter_act()
    form = act_dialog()
    panel = form.frame.form.panel
    pick_row(form, "filing the permit and its plans")
    pick_row(form, "filing the permit and its plans")
    assert [card.entry.key for card in panel.cards] == [FILE_DAYS]
    assert panel.add("figure", "no.such.figure") is None
    panel.cards[0].remove_button.click()
    assert panel.cards == []
    form.frame.leave_bar.discard_button.click()


def test_change_the_figures_on_which_a_rule_rests(window: MainWindow) -> None:
    page = law_page(window)
    bond = next(row for row in page.table.model.all_rows if row.part == "bond")
    page.open_record(bond.id)
    keys("F2")
    assert [card.entry.key for card in act_dialog().frame.form.panel.cards] == ["bond.amount"]
    act_dialog().reject()


def test_withdraw_an_act_with_its_reason(
    window: MainWindow, ws: Workspace, prompter: RecordingPrompter
) -> None:
    resolution(ws)
    page = law_page(window)
    keys("Alt+2")
    assert page.acts is not None
    assert page.tab_bar.tabText(1) == "Resolutions (1)"
    assert focused() is page.acts.table.grid
    [changed] = page.acts.changes.model.shown_rows()
    assert (changed.before, changed.after) == ("60 days", "75 days")
    prompter.will_answer("Entered for the wrong section")
    page.acts.withdraw_action.trigger()
    QTest.qWait(SETTLE_MS)
    [act] = acts(ws)
    assert act.withdrawn_reason == "Entered for the wrong section"
    assert law_of(ws).figure(FILE_DAYS, ws.clock.today()).number == Decimal(60)
    assert not page.acts.withdraw_action.isEnabled()
    assert page.tab_bar.tabText(1) == "Resolutions"


def test_confirm_several_model_rows_by_one_authority(page: LawScreen, ws: Workspace) -> None:
    page.table.pick_chip("confirm")
    rows = [
        row for row in page.table.model.shown_rows() if row.status is FigureStatus.MODEL and row.is_figure
    ]
    page.table.select_key(rows[0].id)
    page.table.focus_rows()
    place = page.table.model.line_of(rows[1].id)
    assert place is not None
    while page.table.grid.currentIndex().row() < place:
        QTest.keyClick(page.table.grid, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    chosen = [row for row in page.table.selected_rows() if row.status is FigureStatus.MODEL]
    page.action("confirm-rules").trigger()
    form = dialog()
    assert isinstance(form, FormDialog)
    form.frame.view.go_to("section")
    type_text(focused(), "§904D of the Town's own copy")
    keys("F10")
    [act] = acts(ws)
    assert {change.key for change in act.changes} == {row.key for row in chosen}
    assert act.kind is ActKind.CONFIRMATION


def test_go_through_what_is_open_one_by_one(page: LawScreen, ws: Workspace) -> None:
    before = to_confirm(ws)
    keys("F9")
    walk = dialog()
    assert isinstance(walk, WalkDialog)
    skipped = walk.entry
    assert skipped.is_figure
    walk.skip_button.click()
    while walk.entry.status is not FigureStatus.MODEL:
        walk.skip_button.click()
    first = walk.entry
    type_into(walk, "section", "§12")
    keys("F10")
    assert [act.citation for act in acts(ws)] == ["§12"]
    assert walk.entry.key != first.key
    assert walk.frame.view.typed().draft.section == "§12", "the authority is offered for the next rule"
    walk.close_button.click()
    assert to_confirm(ws).total == before.total - 1


def test_say_in_the_walk_what_is_wrong_and_stay(page: LawScreen, ws: Workspace) -> None:
    page.walk()
    walk = dialog()
    assert isinstance(walk, WalkDialog)
    while walk.entry.status is not FigureStatus.BLANK or walk.entry.unit != "days":
        walk.skip_button.click()
    here = walk.entry
    type_into(walk, "value", "soon")
    type_into(walk, "section", "§12")
    keys("F10")
    assert "is not a number" in walk.frame.view.errors()["value"]
    assert walk.entry is here
    type_into(walk, "value", "30")
    keys("F10")
    assert law_of(ws).figure(here.key, ws.clock.today()).number == Decimal(30)
    walk.close_button.click()


def test_go_by_tab_through_the_rows_of_an_act_before_its_buttons(page: LawScreen) -> None:
    page.enter_act()
    form = act_dialog()
    pick_row(form, "filing the permit and its plans")
    [card] = form.frame.form.panel.cards
    assert focused() is card.editors["value"].primary
    reached = []
    for _ in range(3):
        keys("Tab")
        reached.append(focused())
    assert reached == [card.remove_button, form.cancel_button, form.verb_button]
    form.frame.leave_bar.discard_button.click()
