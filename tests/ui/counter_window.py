"""The window on a real office for tests of the counter, and filling in its forms by keys alone."""

from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.domain.entry import format_date
from sewerdesk.services.workspace import Workspace
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.forms.choice_editors import ChecklistEditor, ComboEditor, YesNoEditor
from sewerdesk.ui.forms.lookup_editor import LookupEditor
from sewerdesk.ui.forms.view import FormView
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.contractors.list import ContractorsScreen
from sewerdesk.ui.screens.registry import SCREENS
from tests.ui.form_sample import press, type_text
from tests.ui.office_window import office_context, office_window

CTRL = Qt.KeyboardModifier.ControlModifier


def counter_window(qtbot: QtBot, ws: Workspace, folder: Path) -> MainWindow:
    """The program's window on an office, with every page, shown and active."""
    window = office_window(office_context(ws, folder), [spec.key for spec in SCREENS], start=Route("today"))
    qtbot.addWidget(window)
    qtbot.waitExposed(window)
    window.activateWindow()
    return window


def attended_counter(qtbot: QtBot, ws: Workspace, folder: Path) -> Iterator[MainWindow]:
    """The window for a fixture: whatever dialog or page is left open with changes in it closes unasked at the end."""
    opened = counter_window(qtbot, ws, folder)
    yield opened
    dialog = modal()
    if dialog is not None:
        dialog.done(0)
    opened.context.navigator.set_guard(bool)
    opened.hide()


def contractors(window: MainWindow) -> ContractorsScreen:
    """The page of the contractors."""
    page = window.screen_of("contractors")
    assert isinstance(page, ContractorsScreen)
    return page


def keys(
    widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press one key in a window, shortcuts included; the screen-less platform gives the keyboard back by hand."""
    widget.window().activateWindow()
    QApplication.processEvents()
    QTest.keyClick(widget, key, modifiers)
    QApplication.processEvents()


def open_dialog() -> FormDialog[Any]:
    """The form that is open over the window."""
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, FormDialog), f"no form is open but {dialog!r}"
    return dialog


def modal() -> QDialog | None:
    """Whatever dialog is open over the window."""
    dialog = QApplication.activeModalWidget()
    return dialog if isinstance(dialog, QDialog) else None


def fill(view: FormView[Any], values: Mapping[str, object]) -> None:
    """Type values into fields by keys: text and dates typed, choices by their words, yes and no by Y and N."""
    for name, value in values.items():
        view.go_to(name)
        editor = view.editor(name)
        if isinstance(editor, YesNoEditor):
            press(editor.primary, Qt.Key.Key_Y if value else Qt.Key.Key_N)
        elif isinstance(editor, ChecklistEditor):
            for key in cast("str", value):
                press(editor.primary, Qt.Key.Key_Y if key == "y" else Qt.Key.Key_N)
        elif isinstance(editor, ComboEditor):
            _choose(editor, str(value))
        elif isinstance(editor, LookupEditor):
            type_text(editor.edit, str(value))
            press(editor.edit, Qt.Key.Key_Return)
        else:
            _type_into(editor.primary, value)
        QApplication.processEvents()


def _choose(editor: ComboEditor, words: str) -> None:
    """Down until the wanted words are shown."""
    for _ in range(editor.combo.count()):
        if editor.combo.currentText() == words:
            return
        press(editor.combo, Qt.Key.Key_Down)
    assert editor.combo.currentText() == words, f"{words} is not offered"


def _type_into(control: QWidget, value: object) -> None:
    assert isinstance(control, QLineEdit | QPlainTextEdit)
    control.selectAll()
    type_text(control, format_date(value) if isinstance(value, date) else str(value))


def save(dialog: FormDialog[Any]) -> None:
    """Ctrl+Enter in a form."""
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return, CTRL)
    QApplication.processEvents()
