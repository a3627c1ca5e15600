"""The base of all field editors: label, control, help and problem in one widget, with a common interface.

Label and control share a parent on purpose: Qt takes a control's accessible name only from a sibling label.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.ui.forms.spec import FieldSpec
from sewerdesk.ui.theme import Ink, icon, pixmap, set_role, theme

FilePicker = Callable[[], Sequence[Path]]


@dataclass(frozen=True, slots=True)
class EditorContext:
    """What editors need from outside: the business date, and how to ask the clerk for files to attach."""

    today: Callable[[], date]
    pick_files: FilePicker | None = None


class WheelGuard(QObject):
    """Keeps the wheel from changing a value unseen; the wheel scrolls the form instead."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel:
            event.ignore()
            return True
        return super().eventFilter(watched, event)


class FieldEditor(QWidget):
    """One field on screen.

    ``value()`` returns the typed value or raises ``UserError`` with a sentence where the text is none.
    ``changed`` is emitted at every change, ``advance`` when Enter asks for the next field.
    """

    changed = Signal()
    advance = Signal()

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self.context = context
        self._error = ""
        self._guard = WheelGuard(self)
        self._watched: list[QWidget] = []
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(4)
        self.label = QLabel(self._label_text(), self)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self.label, role="label")
        outer.addWidget(self.label)
        self.body = QHBoxLayout()
        self.body.setContentsMargins(0, 0, 0, 0)
        self.body.setSpacing(8)
        outer.addLayout(self.body)
        self._note_label = self._message_label("label")
        self._help_label = self._message_label("label")
        self._help_label.setText(spec.help)
        self._help_label.setVisible(bool(spec.help))
        outer.addWidget(self._note_label)
        outer.addWidget(self._help_label)
        self._build_error_line(outer)

    # ------------------------------------------------------------ the interface of every editor
    @abstractmethod
    def value(self) -> object:
        """The typed value; ``UserError`` where what was typed is none."""

    @abstractmethod
    def set_value(self, value: object) -> None:
        """Show a value of the draft."""

    @property
    @abstractmethod
    def primary(self) -> QWidget:
        """The control that takes the focus."""

    def is_empty(self) -> bool:
        """Whether the clerk has yet to fill it in; text that cannot be read counts as filled in."""
        try:
            return self.value() in (None, "", ())
        except UserError:
            return False

    def typed_text(self) -> str:
        """What was typed, for keeping text that is no value yet; "" for editors that cannot hold any."""
        return ""

    def restore_text(self, text: str) -> None:
        """Put back what ``typed_text`` returned."""

    def finish(self) -> None:
        """Put the value in its usual form, as on leaving the field."""

    def set_read_only(self, read_only: bool) -> None:
        """Show the value without letting it be changed."""
        for control in self._watched:
            control.setEnabled(not read_only)

    def set_error(self, sentence: str) -> None:
        """Show a problem at the field; "" takes it away."""
        if sentence == self._error:
            return
        self._error = sentence
        self._error_label.setText(sentence)
        self._error_line.setVisible(bool(sentence))
        self._show_note()
        if sentence:
            self._error_icon.setPixmap(
                pixmap("triangle-alert", Ink.BAD, self._icon_side(), ratio=self.devicePixelRatioF())
            )
        for control in self._watched:
            set_role(control, invalid=bool(sentence))
        self._describe()

    def error(self) -> str:
        """The problem shown, "" where there is none."""
        return self._error

    def set_note(self, note: str) -> None:
        """Quiet advice under the field; "" takes it away."""
        self._note_label.setText(note)
        self._show_note()
        self._describe()

    def _show_note(self) -> None:
        note = self._note_label.text()
        self._note_label.setVisible(bool(note) and note != self._error)

    def note(self) -> str:
        """The advice shown."""
        return self._note_label.text()

    def focus(self) -> None:
        """Put the keyboard into the field."""
        self.primary.setFocus(Qt.FocusReason.TabFocusReason)

    # ------------------------------------------------------------ for the editors
    def _adopt(self, control: QWidget, *, name: str = "", sized: bool = True) -> None:
        """Name a control for screen readers, guard its wheel, watch its Enter key, and size it."""
        control.setAccessibleName(name or self.spec.spoken_label)
        control.installEventFilter(self._guard)
        control.installEventFilter(self)
        self._watched.append(control)
        if sized:
            self._size(control)

    def _size(self, control: QWidget) -> None:
        control.setMaximumWidth(self._content_pixels())
        control.setMinimumWidth(min(self._content_pixels(), control.fontMetrics().averageCharWidth() * 12))
        control.setSizePolicy(QSizePolicy.Policy.Expanding, control.sizePolicy().verticalPolicy())

    def _content_pixels(self) -> int:
        metrics = self.fontMetrics()
        return metrics.averageCharWidth() * int(self.spec.content_width) + 24

    def _add_tools(self, *buttons: QToolButton) -> None:
        """Put small buttons close together to the right of the control."""
        tools = QHBoxLayout()
        tools.setContentsMargins(0, 0, 0, 0)
        tools.setSpacing(0)
        for button in buttons:
            tools.addWidget(button)
        self.body.insertLayout(1, tools)

    def _tool(self, icon_name: str, name: str) -> QToolButton:
        """A small button beside the control; the keyboard has a key for the same act, so Tab skips it."""
        button = QToolButton(self)
        button.setIcon(icon(icon_name, Ink.SECONDARY))
        button.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        button.setAccessibleName(f"{name}: {self.spec.spoken_label}")
        button.setToolTip(name)
        return button

    def _describe(self) -> None:
        parts = (self._error, self._format_hint(), self.spec.help, self._note_label.text())
        text = " ".join(dict.fromkeys(part for part in parts if part))
        for control in self._watched:
            control.setAccessibleDescription(text)

    def _format_hint(self) -> str:
        return ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and self._handle_key(watched, event)
        ):
            return True
        return super().eventFilter(watched, event)

    def _handle_key(self, watched: QObject, event: QKeyEvent) -> bool:
        """Answer a key pressed in a control; Enter goes on to the next field."""
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.finish()
            self.advance.emit()
            return True
        return False

    def _label_text(self) -> str:
        return self.spec.label if self.spec.required or self.spec.compute else f"{self.spec.label} (optional)"

    def _message_label(self, role: str) -> QLabel:
        label = QLabel(self)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setVisible(False)
        set_role(label, role=role)
        return label

    def _build_error_line(self, outer: QVBoxLayout) -> None:
        self._error_line = QWidget(self)
        line = QHBoxLayout(self._error_line)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        self._error_icon = QLabel(self._error_line)
        self._error_label = QLabel(self._error_line)
        self._error_label.setTextFormat(Qt.TextFormat.PlainText)
        self._error_label.setWordWrap(True)
        set_role(self._error_label, role="error")
        line.addWidget(self._error_icon, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self._error_label, 1)
        self._error_line.setVisible(False)
        outer.addWidget(self._error_line)

    @staticmethod
    def _icon_side() -> int:
        return theme().sizes.icon
