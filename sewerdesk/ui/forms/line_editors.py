"""Editors of one line or several lines of text, and of values written in one line (phone, ZIP, numbers)."""

from collections.abc import Callable
from decimal import Decimal

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit, QWidget

from sewerdesk.domain.entry import (
    clean_text,
    format_decimal,
    parse_decimal,
    parse_phone,
    parse_print_key,
    parse_whole,
    parse_zip,
    read_amount,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import format_money
from sewerdesk.ui.forms.editor import EditorContext, FieldEditor
from sewerdesk.ui.forms.spec import FieldSpec
from sewerdesk.ui.theme import set_role

DROPPED_NOTE = "Characters that cannot be printed were left out."


def too_long(spec: FieldSpec, text: str) -> UserError | None:
    """The error for text longer than the field takes; nothing is cut off."""
    if spec.max_len is None or len(text) <= spec.max_len:
        return None
    return UserError(f"{spec.label} may have at most {spec.max_len:,} characters; this has {len(text):,}.")


class LineEditor(FieldEditor):
    """Text in one line, kept as typed but for outer spaces and characters that cannot be printed.

    A value that was set and not touched since is returned unchanged, whatever today's rules say of it.
    """

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self.edit = QLineEdit(self)
        self.label.setBuddy(self.edit)
        self._held: object = self._blank()
        self._held_text = ""
        self._adopt(self.edit)
        self.body.addWidget(self.edit, 1000)
        if spec.unit:
            unit = QLabel(spec.unit, self)
            unit.setTextFormat(Qt.TextFormat.PlainText)
            set_role(unit, role="secondary")
            self.body.addWidget(unit)
        self.body.addStretch(1)
        self.edit.textChanged.connect(self._on_text_changed)
        self.edit.editingFinished.connect(self.finish)

    @property
    def primary(self) -> QWidget:
        return self.edit

    def value(self) -> object:
        text = self.edit.text()
        if text == self._held_text:
            return self._held
        typed = text.strip()
        return self._parse(typed) if typed else self._blank()

    def set_value(self, value: object) -> None:
        self.edit.setText(self._show(value))
        self.edit.setCursorPosition(0)
        self._held = value
        self._held_text = self.edit.text()
        self.set_note("")

    def typed_text(self) -> str:
        return self.edit.text()

    def restore_text(self, text: str) -> None:
        self.edit.setText(text)

    def set_read_only(self, read_only: bool) -> None:
        self.edit.setReadOnly(read_only)

    def finish(self) -> None:
        """Write the value in its usual form; where it is none, say so quietly and change nothing."""
        if self.edit.isReadOnly() or self.edit.text() == self._held_text:
            return
        try:
            value = self.value()
        except UserError as problem:
            self.set_note(problem.message)
            return
        note = self._finished_note(self.edit.text().strip())
        self._held = value
        shown = self._show(value)
        if shown != self.edit.text():
            self.edit.setText(shown)
        self._held_text = self.edit.text()
        self.set_note(note)

    def _blank(self) -> object:
        return ""

    def _parse(self, typed: str) -> object:
        problem = too_long(self.spec, typed)
        if problem:
            raise problem
        return typed

    def _show(self, value: object) -> str:
        return "" if value is None else str(value)

    def _finished_note(self, typed: str) -> str:
        return self.note() if self.note() == DROPPED_NOTE else ""

    @Slot(str)
    def _on_text_changed(self, text: str) -> None:
        cleaned, dropped = clean_text(text)
        if cleaned != text:
            position = max(0, self.edit.cursorPosition() - (len(text) - len(cleaned)))
            blocked = self.edit.blockSignals(True)
            self.edit.setText(cleaned)
            self.edit.setCursorPosition(position)
            self.edit.blockSignals(blocked)
        self.set_note(DROPPED_NOTE if dropped else "")
        self.changed.emit()


class ParsedLineEditor(LineEditor):
    """A line that stands for a value: ``parse`` reads it, ``show`` writes it, ``blank`` is the empty value."""

    def __init__(
        self,
        spec: FieldSpec,
        context: EditorContext,
        parent: QWidget | None = None,
        *,
        parse: Callable[[str], object],
        show: Callable[[object], str] = str,
        blank: object = None,
    ) -> None:
        self._parse_typed = parse
        self._show_value = show
        self._empty = blank
        super().__init__(spec, context, parent)

    def _blank(self) -> object:
        return self._empty

    def _parse(self, typed: str) -> object:
        return self._parse_typed(typed)

    def _show(self, value: object) -> str:
        return "" if value is None or value == "" else self._show_value(value)


class MoneyEditor(LineEditor):
    """Dollars and cents, right-aligned; ``100*1.1`` is worked out on leaving and the sum echoed below."""

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self.edit.setAlignment(Qt.AlignmentFlag.AlignRight)

    def _blank(self) -> object:
        return None

    def _parse(self, typed: str) -> object:
        amount = read_amount(typed).amount
        low, high = self.spec.minimum, self.spec.maximum
        if low is not None and amount < low:
            raise UserError(f"Type an amount of {format_money(Decimal(low))} or more.")
        if high is not None and amount > high:
            raise UserError(f"Type an amount of {format_money(Decimal(high))} or less.")
        return amount

    def _show(self, value: object) -> str:
        return format_money(value) if isinstance(value, Decimal) else ""

    def _finished_note(self, typed: str) -> str:
        return read_amount(typed).note if typed else ""

    def _format_hint(self) -> str:
        return "Dollars and cents."


class NotesEditor(FieldEditor):
    """Text of several lines. Tab leaves the field; Enter begins a line."""

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self.edit = QPlainTextEdit(self)
        self.edit.setTabChangesFocus(True)
        self.label.setBuddy(self.edit)
        self._held = ""
        self._held_text = ""
        self._adopt(self.edit)
        self.edit.setFixedHeight(self.edit.fontMetrics().lineSpacing() * spec.rows + 24)
        self.body.addWidget(self.edit, 1000)
        self.body.addStretch(1)
        self.edit.textChanged.connect(self._on_text_changed)

    @property
    def primary(self) -> QWidget:
        return self.edit

    def value(self) -> object:
        text = self.edit.toPlainText()
        if text == self._held_text:
            return self._held
        cleaned, _ = clean_text(text, multiline=True)
        problem = too_long(self.spec, cleaned.rstrip())
        if problem:
            raise problem
        return cleaned.rstrip()

    def set_value(self, value: object) -> None:
        self._held = "" if value is None else str(value)
        self.edit.setPlainText(self._held)
        self._held_text = self.edit.toPlainText()
        self.set_note("")

    def typed_text(self) -> str:
        return self.edit.toPlainText()

    def restore_text(self, text: str) -> None:
        self.edit.setPlainText(text)

    def set_read_only(self, read_only: bool) -> None:
        self.edit.setReadOnly(read_only)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FontChange and watched is self.edit:
            self.edit.setFixedHeight(self.edit.fontMetrics().lineSpacing() * self.spec.rows + 24)
        return super().eventFilter(watched, event)

    def _handle_key(self, watched: QObject, event: QKeyEvent) -> bool:
        return False

    @Slot()
    def _on_text_changed(self) -> None:
        _, dropped = clean_text(self.edit.toPlainText(), multiline=True)
        self.set_note("Characters that cannot be printed will be left out." if dropped else "")
        self.changed.emit()


def phone_editor(spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> FieldEditor:
    """A telephone number, put in its usual form on leaving."""
    return ParsedLineEditor(spec, context, parent, parse=parse_phone, blank="")


def zip_editor(spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> FieldEditor:
    """A ZIP code of five or nine digits."""
    return ParsedLineEditor(spec, context, parent, parse=parse_zip, blank="")


def print_key_editor(spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> FieldEditor:
    """A tax map number in its printed form."""
    return ParsedLineEditor(spec, context, parent, parse=_print_key_text, blank="")


def whole_editor(spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> FieldEditor:
    """A whole number within the spec's bounds."""
    low = None if spec.minimum is None else int(spec.minimum)
    high = None if spec.maximum is None else int(spec.maximum)

    def parse(typed: str) -> object:
        return parse_whole(typed, minimum=low, maximum=high)

    editor = ParsedLineEditor(spec, context, parent, parse=parse)
    editor.edit.setAlignment(Qt.AlignmentFlag.AlignRight)
    return editor


def decimal_editor(spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> FieldEditor:
    """A number with the spec's decimals and unit, within its bounds."""

    def parse(typed: str) -> object:
        return parse_decimal(typed, places=spec.places, minimum=spec.minimum, maximum=spec.maximum)

    def show(value: object) -> str:
        return format_decimal(value) if isinstance(value, Decimal) else str(value)

    editor = ParsedLineEditor(spec, context, parent, parse=parse, show=show)
    editor.edit.setAlignment(Qt.AlignmentFlag.AlignRight)
    return editor


def _print_key_text(typed: str) -> str:
    return parse_print_key(typed).text
