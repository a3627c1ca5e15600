"""A field that picks a record (or one of many fixed choices) by typing a part of it."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.folding import fold
from sewerdesk.ui.forms.editor import EditorContext, FieldEditor
from sewerdesk.ui.forms.option_popup import OptionPopup
from sewerdesk.ui.forms.spec import Choice, FieldSpec, Lookup, Option

_PAGE = 6


class LookupEditor(FieldEditor):
    """Type to search, arrows to move, Enter to pick, F4 or Alt+Down to list, Ctrl+N to add a new one.

    The value is the id of the picked option, or ``None``; text that picks nothing is kept and is an error only
    when the form is saved.
    """

    picked = Signal(object)

    def __init__(
        self,
        spec: FieldSpec,
        context: EditorContext,
        parent: QWidget | None = None,
        *,
        lookup: Lookup | None = None,
    ) -> None:
        super().__init__(spec, context, parent)
        found = lookup or spec.lookup
        if found is None:
            raise ValueError(f"the lookup field {spec.name} has nothing to search")
        self._lookup = found
        self._picked: Option | None = None
        self._searching = True
        self.edit = QLineEdit(self)
        self.edit.setPlaceholderText("Type to search")
        self.label.setBuddy(self.edit)
        self._adopt(self.edit)
        self.body.addWidget(self.edit, 1000)
        self._list_button = self._tool("chevron-down", "List (F4)")
        self._list_button.clicked.connect(self._toggle_list)
        self._clear_button = self._tool("x", "Clear")
        self._clear_button.clicked.connect(self.clear)
        self._clear_button.setVisible(False)
        self._add_tools(self._list_button, self._clear_button)
        self.body.addStretch(1)
        self._popup: OptionPopup | None = None
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.editingFinished.connect(self.finish)

    @property
    def primary(self) -> QWidget:
        return self.edit

    def value(self) -> object:
        text = self.edit.text().strip()
        if not text:
            return None
        if self._picked is not None:
            return self._picked.id
        raise UserError(f"“{text}” is not picked from the list. Press F4 and choose the {self._lookup.noun}.")

    def set_value(self, value: object) -> None:
        if value is None:
            self._show_option(None)
            return
        found = self._lookup.resolve(value)
        self._show_option(found or Option(value, f"{self._lookup.noun} {value}", "It is no longer on file."))

    def option(self) -> Option | None:
        """The picked option."""
        return self._picked

    def popup(self) -> OptionPopup | None:
        """The list, while it is shown."""
        return self._popup if self._popup is not None and self._popup.isVisible() else None

    def typed_text(self) -> str:
        return self.edit.text()

    def restore_text(self, text: str) -> None:
        self._set_text(text)
        self._picked = None

    def set_read_only(self, read_only: bool) -> None:
        self.edit.setReadOnly(read_only)
        self._list_button.setVisible(not read_only)
        self._clear_button.setVisible(not read_only and self._may_clear())

    def finish(self) -> None:
        """On leaving, pick the one option whose title is exactly what was typed; else say what to do."""
        self._hide_list()
        text = self.edit.text().strip()
        if not text or self._picked is not None:
            return
        exact = [option for option in self._lookup.search(text) if fold(option.title) == fold(text)]
        if len(exact) == 1:
            self._pick(exact[0])
        else:
            self.set_note(f"Nothing is picked yet. Press F4 and choose the {self._lookup.noun}.")

    @Slot()
    def clear(self) -> None:
        """Pick nothing."""
        self._show_option(None)
        self.changed.emit()
        self.edit.setFocus()

    @Slot()
    def open_list(self) -> None:
        """List what the typed text finds; with nothing typed, or with a picked one, list all."""
        if self.edit.isReadOnly():
            return
        text = "" if self._picked is not None else self.edit.text().strip()
        self._list(self._lookup.search(text), text)

    def add_new(self) -> bool:
        """Let the clerk record a new one and pick it; ``False`` where the field does not offer that."""
        if self._lookup.add_new is None or self.edit.isReadOnly():
            return False
        self._hide_list()
        option = self._lookup.add_new("" if self._picked else self.edit.text().strip())
        if option is not None:
            self._pick(option)
        return True

    def _list(self, options: Sequence[Option], text: str) -> None:
        if not options:
            self._hide_list()
            more = " Press Ctrl+N to add one." if self._lookup.add_new else ""
            self.set_note(
                f"No {self._lookup.noun} found for “{text}”.{more}" if text else f"There is none yet.{more}"
            )
            return
        if self._popup is None:
            self._popup = OptionPopup(self.edit)
            self._popup.picked.connect(self._on_popup_picked)
        self._popup.show_options(options)

    def _hide_list(self) -> None:
        if self._popup is not None:
            self._popup.hide()

    @Slot()
    def _toggle_list(self) -> None:
        self.edit.setFocus()
        if self.popup():
            self._hide_list()
        else:
            self.open_list()

    @Slot(object)
    def _on_popup_picked(self, option: object) -> None:
        if isinstance(option, Option):
            self._pick(option)

    def _pick(self, option: Option) -> None:
        self._hide_list()
        self._show_option(option)
        self.changed.emit()
        self.picked.emit(option)

    def _show_option(self, option: Option | None) -> None:
        self._picked = option
        self._set_text(option.title if option else "")
        self.edit.setCursorPosition(0)
        self.set_note(option.detail if option else "")
        self._clear_button.setVisible(self._may_clear() and not self.edit.isReadOnly())

    def _may_clear(self) -> bool:
        return bool(self.edit.text()) and not self.spec.required

    def _set_text(self, text: str) -> None:
        self._searching = False
        self.edit.setText(text)
        self._searching = True

    @Slot(str)
    def _on_text_changed(self, text: str) -> None:
        self._clear_button.setVisible(self._may_clear() and not self.edit.isReadOnly())
        if not self._searching:
            return
        self._picked = None
        self.set_note("")
        typed = text.strip()
        if typed and self.edit.hasFocus():
            self._list(self._lookup.search(typed), typed)
        else:
            self._hide_list()
        self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.edit and event.type() in (QEvent.Type.FocusOut, QEvent.Type.Hide):
            self._hide_list()
        return super().eventFilter(watched, event)

    def _handle_key(self, watched: QObject, event: QKeyEvent) -> bool:
        key, modifiers = event.key(), event.modifiers()
        if modifiers == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_N:
            return self.add_new()
        alt = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        if (key == Qt.Key.Key_F4 and not alt) or (alt and key == Qt.Key.Key_Down):
            self._toggle_list()
            return True
        popup = self.popup()
        if popup is not None and self._handle_list_key(popup, key):
            return True
        if key == Qt.Key.Key_Down and not modifiers and popup is None:
            self.open_list()
            return True
        return super()._handle_key(watched, event)

    def _handle_list_key(self, popup: OptionPopup, key: int) -> bool:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: _PAGE, Qt.Key.Key_PageUp: -_PAGE}
        for step_key, rows in steps.items():
            if key == step_key:
                popup.step(rows)
                return True
        if key == Qt.Key.Key_Escape:
            self._hide_list()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            option = popup.current()
            if option is not None:
                self._pick(option)
                self.advance.emit()
            return True
        return False


def lookup_of_choices(choices: Sequence[Choice], *, noun: str) -> Lookup:
    """A lookup over fixed choices, found by any part of title or detail, accents and case aside."""
    options = tuple(Option(choice.value, choice.title, choice.detail) for choice in choices)

    def search(text: str) -> Sequence[Option]:
        words = fold(text).split()
        return [
            option
            for option in options
            if all(word in fold(f"{option.title} {option.detail}") for word in words)
        ]

    def resolve(value: object) -> Option | None:
        return next((option for option in options if option.id == value), None)

    return Lookup(search, resolve=resolve, noun=noun)
