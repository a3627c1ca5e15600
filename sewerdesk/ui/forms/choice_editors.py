"""Editors that choose: a short drop-down list, yes or no, and a checklist of yes, no and not applicable."""

from PySide6.QtCore import QObject, Qt, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QWidget,
)

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.ui.forms.editor import EditorContext, FieldEditor
from sewerdesk.ui.forms.spec import Choice, FieldSpec
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.citation import LinkButton
from sewerdesk.ui.widgets.scrolled import scroll_to

COMBO_LIMIT = 10
"""From this many choices on, a field searches its choices instead of listing them all."""

_ANSWERS = ((Answer.YES, "Yes"), (Answer.NO, "No"), (Answer.NOT_APPLICABLE, "Does not apply"))


class ComboEditor(FieldEditor):
    """One of fewer than ten choices; F4 or Alt+Down opens the list, a letter jumps to a choice."""

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self.combo = QComboBox(self)
        self.combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.combo.setMinimumContentsLength(6)
        self.label.setBuddy(self.combo)
        self._choices: tuple[Choice, ...] = spec.choices
        self._fill()
        self._adopt(self.combo)
        self.body.addWidget(self.combo, 1000)
        self.body.addStretch(1)
        self.combo.currentIndexChanged.connect(self._on_index_changed)

    @property
    def primary(self) -> QWidget:
        return self.combo

    def value(self) -> object:
        row = self.combo.currentIndex() - 1
        return self._choices[row].value if 0 <= row < len(self._choices) else None

    def set_value(self, value: object) -> None:
        if value not in (None, "") and all(choice.value != value for choice in self._choices):
            self._choices = (*self.spec.choices, Choice(value, f"{value} (no longer offered)"))
            self._fill()
        rows = [row for row, choice in enumerate(self._choices, start=1) if choice.value == value]
        self.combo.setCurrentIndex(rows[0] if rows else 0)

    def _fill(self) -> None:
        blocked = self.combo.blockSignals(True)
        self.combo.clear()
        self.combo.addItem("Choose…" if self.spec.required else "None chosen")
        for choice in self._choices:
            self.combo.addItem(choice.title)
            if choice.detail:
                self.combo.setItemData(self.combo.count() - 1, choice.detail, Qt.ItemDataRole.ToolTipRole)
        self.combo.blockSignals(blocked)

    @Slot(int)
    def _on_index_changed(self, row: int) -> None:
        known = 0 < row <= len(self._choices)
        self.set_note(self._choices[row - 1].detail if known else "")
        self.changed.emit()


class YesNoEditor(FieldEditor):
    """Yes, no or not answered yet; Y and N answer, Delete takes the answer away."""

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self._group = QButtonGroup(self)
        self.yes = QRadioButton("Yes", self)
        self.no = QRadioButton("No", self)
        for button in (self.yes, self.no):
            self._group.addButton(button)
            self._adopt(button, name=f"{spec.spoken_label}: {button.text()}", sized=False)
            self.body.addWidget(button)
        self._clear_button = LinkButton("Clear", self)
        self._clear_button.setAccessibleName(f"{spec.spoken_label}: clear the answer")
        self._clear_button.clicked.connect(self.clear)
        self._clear_button.setVisible(False)
        self.body.addWidget(self._clear_button)
        self.body.addStretch(1)
        self._group.buttonToggled.connect(self._on_toggled)

    @property
    def primary(self) -> QWidget:
        return self.no if self.no.isChecked() else self.yes

    def value(self) -> object:
        if self.yes.isChecked():
            return True
        return False if self.no.isChecked() else None

    def set_value(self, value: object) -> None:
        self._group.setExclusive(False)
        self.yes.setChecked(value is True)
        self.no.setChecked(value is False)
        self._group.setExclusive(True)

    @Slot()
    def clear(self) -> None:
        """Take the answer away."""
        self.set_value(None)
        self.yes.setFocus()

    @Slot()
    def _on_toggled(self) -> None:
        self._clear_button.setVisible(self.value() is not None and not self.spec.required)
        self.changed.emit()

    def set_read_only(self, read_only: bool) -> None:
        super().set_read_only(read_only)
        self._clear_button.setEnabled(not read_only)

    def _handle_key(self, watched: QObject, event: QKeyEvent) -> bool:
        if not event.modifiers():
            if event.key() in (Qt.Key.Key_Y, Qt.Key.Key_N):
                chosen = self.yes if event.key() == Qt.Key.Key_Y else self.no
                chosen.setChecked(True)
                chosen.setFocus()
                return True
            if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not self.spec.required:
                self.clear()
                return True
        return super()._handle_key(watched, event)


class _ChecklistRow(QWidget):
    """One question with its three answers."""

    def __init__(self, choice: Choice, parent: QWidget) -> None:
        super().__init__(parent)
        self.key = str(choice.value)
        self.group = QButtonGroup(self)
        self.buttons: dict[Answer, QRadioButton] = {}
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        for answer, word in _ANSWERS:
            button = QRadioButton(word, self)
            button.setAccessibleName(f"{choice.title}: {word}")
            self.group.addButton(button)
            self.buttons[answer] = button
            line.addWidget(button)

    def answer(self) -> Answer | None:
        return next((answer for answer, button in self.buttons.items() if button.isChecked()), None)

    def set_answer(self, answer: Answer | None) -> None:
        self.group.setExclusive(False)
        for key, button in self.buttons.items():
            button.setChecked(key is answer)
        self.group.setExclusive(True)


class ChecklistEditor(FieldEditor):
    """Several questions, each answered yes, no or does not apply; Y, N and A answer the one with the focus."""

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        super().__init__(spec, context, parent)
        self._rows: list[_ChecklistRow] = []
        frame = QFrame(self)
        set_role(frame, card=True)
        grid = QGridLayout(frame)
        grid.setContentsMargins(12, 8, 12, 8)
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        for number, choice in enumerate(spec.choices):
            question = QLabel(choice.title, frame)
            question.setTextFormat(Qt.TextFormat.PlainText)
            question.setWordWrap(True)
            row = _ChecklistRow(choice, frame)
            grid.addWidget(question, number, 0)
            grid.addWidget(row, number, 1)
            row.group.buttonToggled.connect(self._on_toggled)
            for button in row.buttons.values():
                self._adopt(button, name=button.accessibleName(), sized=False)
            self._rows.append(row)
        frame.setMaximumWidth(self._content_pixels() * 3 // 2)
        self.body.addWidget(frame, 1000)
        self.body.addStretch(1)

    @property
    def primary(self) -> QWidget:
        waiting = [row for row in self._rows if row.answer() is None]
        return (waiting or self._rows)[0].buttons[Answer.YES]

    def value(self) -> object:
        return tuple(ChecklistAnswer(row.key, row.answer()) for row in self._rows)

    def set_value(self, value: object) -> None:
        items = value if isinstance(value, tuple) else ()
        given = {item.key: item.answer for item in items if isinstance(item, ChecklistAnswer)}
        for row in self._rows:
            row.set_answer(given.get(row.key))
        self._show_count()

    def is_empty(self) -> bool:
        return any(row.answer() is None for row in self._rows)

    @Slot()
    def _on_toggled(self) -> None:
        self._show_count()
        self.changed.emit()

    def _show_count(self) -> None:
        waiting = sum(1 for row in self._rows if row.answer() is None)
        self.set_note(f"{waiting} of {len(self._rows)} not answered yet" if waiting else "")

    def _handle_key(self, watched: QObject, event: QKeyEvent) -> bool:
        keys = {Qt.Key.Key_Y: Answer.YES, Qt.Key.Key_N: Answer.NO, Qt.Key.Key_A: Answer.NOT_APPLICABLE}
        if not event.modifiers():
            for key, answer in keys.items():
                if event.key() == key:
                    self._answer(watched, answer)
                    return True
        return super()._handle_key(watched, event)

    def _answer(self, watched: QObject, answer: Answer) -> None:
        for number, row in enumerate(self._rows):
            if watched in row.buttons.values():
                row.set_answer(answer)
                following = self._rows[min(number + 1, len(self._rows) - 1)]
                button = following.buttons[following.answer() or Answer.YES]
                button.setFocus()
                scroll_to(button)
