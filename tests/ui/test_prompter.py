"""The dialogs that ask and tell: safe by default, plain text, by keyboard."""

import gc
import weakref
from collections import deque
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from sewerdesk.ui.prompter import (
    LONG_TEXT,
    AskDialog,
    AskTextDialog,
    Prompter,
    QtPrompter,
    TellDialog,
    button_text,
)
from tests.ui.support import RecordingPrompter


def make_ask(*, danger: bool = False) -> AskDialog:
    return AskDialog("Post 412 bills for Q1 2027?", yes="Post 412 bills", no="Don't post", danger=danger)


def make_text() -> AskTextDialog:
    return AskTextDialog("Why is receipt R-2027-0007 void?", label="Reason", done="Void receipt", limit=20)


@pytest.mark.parametrize("danger", [False, True])
def test_ask_makes_the_button_that_changes_nothing_the_default(qtbot: QtBot, danger: bool) -> None:
    dialog = make_ask(danger=danger)
    qtbot.addWidget(dialog)
    dialog.open()
    assert dialog.no_button.isDefault()
    assert not dialog.yes_button.isDefault()
    assert not dialog.yes_button.autoDefault()
    assert dialog.focusWidget() is dialog.no_button
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Return)


def test_ask_escape_is_no(qtbot: QtBot) -> None:
    dialog = make_ask()
    qtbot.addWidget(dialog)
    dialog.open()
    with qtbot.waitSignal(dialog.rejected):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)


def test_ask_yes_is_one_key_away(qtbot: QtBot) -> None:
    dialog = make_ask()
    qtbot.addWidget(dialog)
    dialog.open()
    with qtbot.waitSignal(dialog.accepted):
        QTest.keyClick(dialog.windowHandle(), Qt.Key.Key_P, Qt.KeyboardModifier.AltModifier)


def test_ask_marks_danger_apart_from_the_ordinary_act(qtbot: QtBot) -> None:
    plain, danger = make_ask(), make_ask(danger=True)
    qtbot.addWidget(plain)
    qtbot.addWidget(danger)
    assert (plain.yes_button.property("primary"), plain.yes_button.property("danger")) == (True, None)
    assert (danger.yes_button.property("primary"), danger.yes_button.property("danger")) == (None, True)


def test_names_from_outside_are_never_markup(qtbot: QtBot) -> None:
    name = "O'Brien & Sons <b>Plumbing</b>"
    dialog = AskDialog(f"Void the permit of {name}?", yes=f"Void {name}", no="Keep it", detail=name)
    qtbot.addWidget(dialog)
    labels = [label for label in dialog.findChildren(QLabel) if name in label.text()]
    assert [label.textFormat() for label in labels] == [Qt.TextFormat.PlainText] * 2
    assert dialog.yes_button.text() == "&Void O'Brien && Sons <b>Plumbing</b>"


@pytest.mark.parametrize(
    ("verb", "text"), [("Post", "&Post"), ("Save & close", "&Save && close"), ("&c.", "&&c.")]
)
def test_button_text_shows_ampersands(verb: str, text: str) -> None:
    assert button_text(verb) == text


def test_tell_a_long_message_keeps_its_button_on_the_screen(qtbot: QtBot) -> None:
    dialog = TellDialog("x " * 5000, problem=True)
    qtbot.addWidget(dialog)
    dialog.open()
    assert dialog.findChild(QPlainTextEdit) is not None
    assert dialog.height() < 700
    dialog.close_button.click()
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_tell_a_sentence_is_a_label(qtbot: QtBot) -> None:
    dialog = TellDialog("x" * LONG_TEXT)
    qtbot.addWidget(dialog)
    assert dialog.findChild(QPlainTextEdit) is None
    assert dialog.accessibleName() == "x" * LONG_TEXT


def test_ask_text_is_done_only_with_words_that_fit(qtbot: QtBot) -> None:
    dialog = make_text()
    qtbot.addWidget(dialog)
    dialog.open()
    assert not dialog.done_button.isEnabled()
    dialog.box.setPlainText("   ")
    assert not dialog.done_button.isEnabled()
    dialog.box.setPlainText("x" * 23)
    assert not dialog.done_button.isEnabled()
    assert "This is 3 characters too long." in [label.text() for label in dialog.findChildren(QLabel)]
    dialog.box.setPlainText("  entered twice \n")
    with qtbot.waitSignal(dialog.accepted):
        dialog.done_button.click()
    assert dialog.text() == "entered twice"


def test_ask_text_names_its_field_and_begins_in_it(qtbot: QtBot) -> None:
    dialog = make_text()
    qtbot.addWidget(dialog)
    dialog.open()
    assert dialog.box.accessibleName() == "Reason"
    assert dialog.focusWidget() is dialog.box


def test_dialog_with_wrapped_words_has_room_for_all_of_them(qtbot: QtBot) -> None:
    dialog = AskDialog(
        "Post 412 bills?", yes="Post", no="Don't post", detail="It can only be reversed. " * 20
    )
    qtbot.addWidget(dialog)
    dialog.open()
    lowest = max(label.geometry().bottom() for label in dialog.findChildren(QLabel))
    assert lowest < dialog.no_button.geometry().top()
    for label in dialog.findChildren(QLabel):
        assert label.height() >= label.heightForWidth(label.width())


@pytest.mark.parametrize("make", [make_ask, make_text, lambda: TellDialog("Done.")])
def test_dialog_is_freed_when_closed(qtbot: QtBot, make: Callable[[], QDialog]) -> None:
    dialog = make()
    gone = weakref.ref(dialog)
    dialog.open()
    dialog.close()
    dialog.deleteLater()
    del dialog
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    assert gone() is None


def test_recording_prompter_fails_on_a_question_nobody_expected() -> None:
    prompter: Prompter = RecordingPrompter()
    with pytest.raises(AssertionError, match="nobody expected to be asked: Post"):
        prompter.ask("Post 412 bills?", yes="Post", no="Don't post")


def test_recording_prompter_gives_the_answers_in_order(prompter: RecordingPrompter) -> None:
    prompter.will_answer(True, "entered twice", None)
    assert prompter.ask("Void it?", yes="Void", no="Keep")
    assert prompter.ask_text("Why?", label="Reason", done="Void") == "entered twice"
    assert prompter.choose_folder("Where?") is None
    prompter.tell("Done.")
    assert prompter.told == ["Done."]
    assert [each.call for each in prompter.asked] == ["ask", "ask_text", "choose_folder", "tell"]


def test_qt_prompter_is_a_prompter() -> None:
    prompter: Prompter = QtPrompter()
    assert isinstance(prompter, QtPrompter)


def test_qt_prompter_waits_for_the_answer(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    pressed: deque[str] = deque()

    def press(dialog: QDialog) -> int:
        dialog.open()
        {button.text(): button for button in dialog.findChildren(QPushButton)}[pressed.popleft()].click()
        return dialog.result()

    monkeypatch.setattr(QDialog, "exec", press)
    pressed.extend(["&Post 412 bills", "&Don't post", "&Cancel", "&Close"])
    assert QtPrompter().ask("Post 412 bills?", yes="Post 412 bills", no="Don't post")
    assert not QtPrompter().ask("Post 412 bills?", yes="Post 412 bills", no="Don't post")
    assert QtPrompter().ask_text("Why?", label="Reason", done="Void") is None
    QtPrompter().tell("412 bills were posted.")
    assert not pressed
