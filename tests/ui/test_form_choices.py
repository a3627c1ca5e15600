"""Editors of a choice by keyboard: days and their calendar, records looked up, lists."""

from datetime import date

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from sewerdesk.domain.errors import UserError
from sewerdesk.ui.forms.date_editor import DateEditor
from sewerdesk.ui.forms.lookup_editor import LookupEditor
from sewerdesk.ui.forms.option_popup import OptionModel
from sewerdesk.ui.forms.spec import Option
from sewerdesk.ui.forms.view import FormView
from tests.ui.form_sample import (
    CONTRACTORS,
    AddNew,
    SampleDraft,
    line,
    press,
    type_text,
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


ALT = Qt.KeyboardModifier.AltModifier


CTRL = Qt.KeyboardModifier.ControlModifier


KEYPAD = Qt.KeyboardModifier.KeypadModifier


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("t", date(2026, 7, 15)),
        ("+", date(2026, 7, 16)),
        ("++", date(2026, 7, 17)),
        ("--", date(2026, 7, 13)),
        ("]", date(2026, 8, 15)),
        ("[", date(2026, 6, 15)),
        ("m", date(2026, 7, 1)),
        ("H", date(2026, 7, 31)),
        ("y", date(2026, 1, 1)),
        ("r", date(2026, 12, 31)),
        ("W", date(2026, 7, 12)),
        ("k", date(2026, 7, 18)),
        ("+30", date(2026, 8, 14)),
        ("-10", date(2026, 7, 5)),
        ("mar 5", date(2026, 3, 5)),
        ("May 5", date(2026, 5, 5)),
        ("7-4", date(2026, 7, 4)),
        ("7-4-26", date(2026, 7, 4)),
        ("7/4+", date(2026, 7, 5)),
        ("7/4-", date(2026, 7, 3)),
        ("1/31]", date(2026, 2, 28)),
        ("7/4/26=", date(2026, 7, 5)),
    ],
)
def test_date_editor_answers_the_date_keys(form: FormView[SampleDraft], keys: str, expected: date) -> None:
    editor, edit = line(form, "filed")
    type_text(edit, keys)
    editor.finish()
    assert editor.value() == expected
    assert edit.text() == f"{expected:%m/%d/%Y}"


def test_date_editor_shows_weekday_and_distance_and_can_be_emptied(form: FormView[SampleDraft]) -> None:
    editor = form.editor("filed")
    assert isinstance(editor, DateEditor)
    editor.set_value(date(2026, 7, 31))
    assert editor.beside() == "Fri, in 16 days"
    editor.clear()
    assert editor.value() is None
    assert editor.beside() == ""
    press(editor.edit, Qt.Key.Key_Semicolon, CTRL)
    assert editor.value() == date(2026, 7, 15)


def test_date_editor_keeps_an_unreal_date(form: FormView[SampleDraft]) -> None:
    editor, edit = line(form, "filed")
    type_text(edit, "2/29/26")
    editor.finish()
    assert edit.text() == "2/29/26"
    with pytest.raises(UserError, match="must be a real date"):
        editor.value()


@pytest.mark.parametrize(("key", "modifiers"), [(Qt.Key.Key_F4, CTRL & ALT), (Qt.Key.Key_Down, ALT)])
def test_date_editor_opens_a_calendar_and_takes_its_day(
    form: FormView[SampleDraft], key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    editor = form.editor("filed")
    assert isinstance(editor, DateEditor)
    editor.focus()
    type_text(editor.edit, "7/4")
    press(editor.edit, key, modifiers)
    popup = editor.calendar_popup()
    assert popup is not None
    assert popup.calendar.selectedDate().toString("yyyy-MM-dd") == "2026-07-04"
    popup.calendar.activated.emit(popup.calendar.selectedDate().addDays(3))
    assert editor.value() == date(2026, 7, 7)
    assert not popup.isVisible()


def test_calendar_closes_on_escape_and_goes_to_today_on_t(form: FormView[SampleDraft]) -> None:
    editor = form.editor("filed")
    assert isinstance(editor, DateEditor)
    editor.set_value(date(2026, 1, 5))
    editor.open_calendar()
    popup = editor.calendar_popup()
    assert popup is not None
    press(popup.calendar, Qt.Key.Key_T)
    inner = popup.calendar.focusProxy() or popup.calendar
    press(inner, Qt.Key.Key_T)
    assert popup.calendar.selectedDate().toString("yyyy-MM-dd") == "2026-07-15"
    press(inner, Qt.Key.Key_Escape)
    assert not popup.isVisible()
    assert editor.value() == date(2026, 1, 5)


def lookup(form: FormView[SampleDraft], name: str = "contractor") -> LookupEditor:
    """A lookup editor with the focus in it."""
    editor = form.editor(name)
    assert isinstance(editor, LookupEditor)
    editor.focus()
    return editor


def test_lookup_picks_by_typing_and_enter(form: FormView[SampleDraft]) -> None:
    editor = lookup(form)
    type_text(editor.edit, "i")
    popup = editor.popup()
    assert popup is not None
    assert popup.model.rowCount() == 2
    press(editor.edit, Qt.Key.Key_Down)
    press(editor.edit, Qt.Key.Key_Return)
    assert editor.value() == 9
    assert editor.edit.text() == "Łukasiewicz Excavating"
    assert editor.note() == CONTRACTORS[2].detail
    assert editor.popup() is None


def test_lookup_lists_all_on_f4_and_closes_on_escape(form: FormView[SampleDraft]) -> None:
    editor = lookup(form)
    press(editor.edit, Qt.Key.Key_F4)
    popup = editor.popup()
    assert popup is not None
    assert popup.model.rowCount() == len(CONTRACTORS)
    press(editor.edit, Qt.Key.Key_Escape)
    assert editor.popup() is None
    press(editor.edit, Qt.Key.Key_Down, ALT)
    assert editor.popup() is not None


def test_lookup_adds_a_new_one_on_control_n(form: FormView[SampleDraft], add_new: AddNew) -> None:
    editor = lookup(form)
    add_new.answer = Option(10, "New & Co", "just recorded")
    type_text(editor.edit, "zzz")
    assert "Press Ctrl+N" in editor.note()
    press(editor.edit, Qt.Key.Key_N, CTRL)
    assert add_new.asked == ["zzz"]
    assert editor.value() == 10


def test_lookup_picks_an_exact_name_on_leaving_and_keeps_anything_else(form: FormView[SampleDraft]) -> None:
    editor = lookup(form)
    type_text(editor.edit, "=1+1 llc")
    editor.finish()
    assert editor.value() == 8
    editor.edit.setText("somebody")
    editor.finish()
    assert editor.typed_text() == "somebody"
    with pytest.raises(UserError, match="“somebody” is not picked"):
        editor.value()
    editor.clear()
    assert editor.value() is None


def test_lookup_names_a_record_that_is_gone(form: FormView[SampleDraft]) -> None:
    editor = lookup(form)
    editor.set_value(99)
    assert editor.value() == 99
    assert "no longer on file" in editor.note()


def test_many_choices_are_searched_without_accents(form: FormView[SampleDraft]) -> None:
    editor = lookup(form, "hamlet")
    type_text(editor.edit, "pena")
    press(editor.edit, Qt.Key.Key_Enter, KEYPAD)
    assert editor.value() == "Peña Corners"


def test_option_model_holds_to_the_contract_of_models(qtmodeltester: ModelTester) -> None:
    model = OptionModel()
    model.show(CONTRACTORS)
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    assert model.data(model.index(0, 0), Qt.ItemDataRole.AccessibleTextRole) == (
        "O'Brien & Sons <Plumbing>, 12 Mill St, Hague · bond to 06/30/2027"
    )
