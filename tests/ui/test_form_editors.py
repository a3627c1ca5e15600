"""Each editor by the keyboard: what it takes, how it writes it back, and what it says."""

from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QWheelEvent
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.errors import UserError
from sewerdesk.ui.forms.choice_editors import ChecklistEditor, ComboEditor, YesNoEditor
from sewerdesk.ui.forms.editor import FieldEditor
from sewerdesk.ui.forms.line_editors import MoneyEditor, NotesEditor
from sewerdesk.ui.forms.other_editors import AttachmentsEditor, LawEditor, file_size_words
from sewerdesk.ui.forms.view import FormView
from sewerdesk.ui.widgets.citation import CitationLink
from tests.ui.form_sample import (
    Class,
    SampleDraft,
    line,
    press,
    sample_context,
    sample_spec,
    type_text,
)

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


AWKWARD = (
    "O'Brien & Sons <Plumbing>",
    "=1+1 LLC",
    "Łukasiewicz",
    "x" * 10_000,
    "ZIP 02134",
    "&amp; <b>no</b>",
)


@pytest.mark.parametrize("text", AWKWARD)
def test_line_editor_keeps_awkward_text(form: FormView[SampleDraft], text: str) -> None:
    editor, edit = line(form, "agent")
    editor.set_value(text)
    assert editor.value() == text
    edit.clear()
    edit.insert(text)
    editor.finish()
    assert editor.value() == text


def test_line_editor_drops_unprintable_characters_with_a_note(form: FormView[SampleDraft]) -> None:
    editor, edit = line(form, "agent")
    QApplication.clipboard().setText("Peña\x07\nRoad\x00")
    edit.paste()
    assert editor.value() == "Peña Road"
    assert editor.note() == "Characters that cannot be printed were left out."


def test_line_editor_cuts_nothing_off_and_says_how_long_it_may_be(form: FormView[SampleDraft]) -> None:
    editor, edit = line(form, "owner")
    edit.insert("x" * 61)
    with pytest.raises(UserError, match="at most 60 characters; this has 61"):
        editor.value()
    editor.finish()
    assert editor.typed_text() == "x" * 61


def test_line_editor_returns_an_untouched_value_whatever_the_rules_say(form: FormView[SampleDraft]) -> None:
    editor, edit = line(form, "phone")
    editor.set_value("call the mill")
    assert editor.value() == "call the mill"
    edit.setText("call the mill.")
    with pytest.raises(UserError, match="ten digits"):
        editor.value()


def test_phone_and_zip_are_put_in_their_usual_form_on_leaving(form: FormView[SampleDraft]) -> None:
    for name, typed, shown in [
        ("phone", "518.555.0123", "(518) 555-0123"),
        ("zip_code", "021340042", "02134-0042"),
    ]:
        editor, edit = line(form, name)
        type_text(edit, typed)
        form.editor("owner").focus()
        assert (edit.text(), editor.value()) == (shown, shown)


def test_leaving_a_field_raises_no_error_but_advises(form: FormView[SampleDraft]) -> None:
    editor, edit = line(form, "zip_code")
    type_text(edit, "1283")
    form.editor("owner").focus()
    assert editor.error() == ""
    assert "ZIP code of five or nine digits" in editor.note()
    assert edit.text() == "1283"


def test_money_editor_works_out_and_echoes(form: FormView[SampleDraft]) -> None:
    editor = form.editor("fee")
    assert isinstance(editor, MoneyEditor)
    editor.focus()
    type_text(editor.edit, "100/3")
    press(editor.edit, Qt.Key.Key_Return)
    assert editor.edit.text() == "33.33"
    assert editor.value() == Decimal("33.33")
    assert editor.note() == "100/3 = 33.33, rounded to the cent"
    assert editor.edit.alignment() & Qt.AlignmentFlag.AlignRight


@pytest.mark.parametrize("typed", ["0,012", "1,23", "12.345", "abc", "-5"])
def test_money_editor_keeps_what_it_refuses(form: FormView[SampleDraft], typed: str) -> None:
    editor, edit = line(form, "fee")
    type_text(edit, typed)
    editor.finish()
    assert edit.text() == typed
    with pytest.raises(UserError):
        editor.value()


def test_combo_returns_the_enumeration_and_explains_the_choice(form: FormView[SampleDraft]) -> None:
    editor = form.editor("building")
    assert isinstance(editor, ComboEditor)
    assert editor.value() is None
    editor.focus()
    press(editor.combo, Qt.Key.Key_S, text="s")
    assert editor.value() is Class.SHOP
    assert editor.note() == "Needs a grease trap."
    editor.set_value("barn")
    assert editor.value() == "barn"
    assert editor.combo.currentText() == "barn (no longer offered)"


def test_wheel_changes_no_value(form: FormView[SampleDraft]) -> None:
    editor = form.editor("building")
    assert isinstance(editor, ComboEditor)
    editor.set_value(Class.HOME)
    editor.focus()
    wheel = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, -120),
        QPoint(0, -120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(editor.combo, wheel)
    assert editor.value() is Class.HOME


def test_yes_no_is_answered_by_letter_and_starts_unanswered(form: FormView[SampleDraft]) -> None:
    editor = form.editor("is_agent")
    assert isinstance(editor, YesNoEditor)
    assert editor.value() is None
    assert editor.is_empty()
    press(editor.yes, Qt.Key.Key_N)
    assert editor.value() is False
    assert not editor.is_empty()
    press(editor.no, Qt.Key.Key_Y)
    assert editor.value() is True
    editor.clear()
    assert editor.value() is None


def test_checklist_is_answered_by_letters(form: FormView[SampleDraft]) -> None:
    editor = form.editor("checks")
    assert isinstance(editor, ChecklistEditor)
    assert editor.note() == "2 of 2 not answered yet"
    press(editor.primary, Qt.Key.Key_Y)
    press(editor.primary, Qt.Key.Key_A)
    assert editor.value() == (
        ChecklistAnswer("plan", Answer.YES),
        ChecklistAnswer("flow", Answer.NOT_APPLICABLE),
    )
    assert not editor.is_empty()
    assert editor.note() == ""


def test_attachments_are_listed_by_path_and_removed(qtbot: QtBot, tmp_path: Path) -> None:
    plan = tmp_path / "plan & <site>.pdf"
    plan.write_bytes(b"x" * 3_600)
    view = FormView(sample_spec(), sample_context([plan, plan, tmp_path]))
    qtbot.addWidget(view)
    editor = view.editor("files")
    assert isinstance(editor, AttachmentsEditor)
    editor.pick()
    assert editor.value() == (plan,)
    assert editor.list.item(0).text() == "plan & <site>.pdf   3.5 KB"
    assert tmp_path.name in editor.note()
    editor.list.selectAll()
    press(editor.list, Qt.Key.Key_Delete)
    assert editor.value() == ()
    editor.set_value((tmp_path / "gone.pdf",))
    assert "not there any more" in editor.list.item(0).text()


@pytest.mark.parametrize(
    ("size", "words"), [(1, "1 byte"), (340, "340 bytes"), (12_288, "12 KB"), (3_565_158, "3.3 MB")]
)
def test_file_size_words_are_short(size: int, words: str) -> None:
    assert file_size_words(size) == words


def test_law_value_shows_and_opens_its_citation(form: FormView[SampleDraft], qtbot: QtBot) -> None:
    editor = form.editor("due")
    assert isinstance(editor, LawEditor)
    link = editor.primary
    assert isinstance(link, CitationLink)
    with qtbot.waitSignal(link.activated) as asked:
        link.setFocus()
        press(link, Qt.Key.Key_Space, text=" ")
    assert asked.args == ["§ 602-B"]


def test_notes_keep_lines_and_ten_thousand_characters(form: FormView[SampleDraft]) -> None:
    editor = form.editor("notes")
    assert isinstance(editor, NotesEditor)
    editor.edit.insertPlainText("one\ntwo <b>\tthree\x07 " + "x" * 10_000)
    assert editor.value() == "one\ntwo <b>\tthree " + "x" * 10_000
    assert "left out" in editor.note()


def spoken(editor: FieldEditor) -> str:
    """What a screen reader calls the control, or the label it is tied to."""
    interface = QAccessible.queryAccessibleInterface(editor.primary)
    if isinstance(editor.primary, QComboBox):
        return " ".join(other.text(QAccessible.Text.Name) for other, _ in interface.relations())
    return interface.text(QAccessible.Text.Name)


def test_every_editor_has_an_accessible_name_and_its_error_as_description(
    form: FormView[SampleDraft],
) -> None:
    for spec in form.spec.fields:
        editor = form.editor(spec.name)
        first_item = "Site plan attached: Yes"
        expected = first_item if spec.name == "checks" else spec.label
        assert expected in spoken(editor), spec.name
        if spec.name == "due":
            continue
        editor.set_error("Put this right.")
        assert editor.primary.accessibleDescription().startswith("Put this right.")
        assert editor.primary.property("invalid") is True
