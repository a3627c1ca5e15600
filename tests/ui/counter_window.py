"""The window on a real office for tests of the counter, and filling in its forms by keys alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, cast

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from sewerdesk.domain.entry import format_date
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from sewerdesk.settings import SettingsStore
from sewerdesk.ui.bridge import Bridge
from sewerdesk.ui.context import UiContext
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.forms.choice_editors import ChecklistEditor, ComboEditor, YesNoEditor
from sewerdesk.ui.forms.lookup_editor import LookupEditor
from sewerdesk.ui.forms.view import FormView
from sewerdesk.ui.jobs import InlineJobRunner
from sewerdesk.ui.main_window import MainWindow
from sewerdesk.ui.navigation import Navigator
from sewerdesk.ui.screens.registry import SCREENS
from sewerdesk.ui.store import MemoryStore
from sewerdesk.ui.widgets.toast import Toasts
from tests.ui.form_sample import press, type_text
from tests.ui.support import RecordingPrompter

CTRL = Qt.KeyboardModifier.ControlModifier


@dataclass(frozen=True, slots=True)
class Search:
    """Go to anything, in the office."""

    ws: Workspace

    def __call__(self, typed: str) -> Any:
        return find(self.ws, typed=typed)


def counter_window(qtbot: QtBot, ws: Workspace, folder: Path) -> MainWindow:
    """The program's window on an office, shown and active."""
    context = UiContext(
        ws=ws,
        clock=ws.clock,
        prompter=RecordingPrompter(),
        jobs=InlineJobRunner(),
        navigator=Navigator(),
        settings=SettingsStore.open(folder / "settings.json"),
        views=MemoryStore(),
        toasts=Toasts(),
        bridge=Bridge(),
    )
    window = MainWindow(
        context, SCREENS, office="Town of Hague", search=Search(ws), search_runner=InlineJobRunner()
    )
    qtbot.addWidget(window)
    ws.subscribe(context.bridge.notify)
    context.bridge.changed.connect(window.take_changes)
    window.resize(1366, 768)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    return window


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
