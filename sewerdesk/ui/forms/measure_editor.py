"""A measured number with its unit, typed in one line: ``36``, ``36 in`` or ``3 ft``; the arrows change the unit."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.measures import Measured, MeasureUnit, parse_measured
from sewerdesk.domain.wording import join_words
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.line_editors import LineEditor
from sewerdesk.ui.forms.spec import FieldSpec
from sewerdesk.ui.theme import set_role

_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class MeasureEditor(LineEditor):
    """The spec's choices are the units, the first of them meant where none is typed.

    Up and Down read the same number in another unit. Bounds are the spec's, in whatever unit was typed.
    """

    def __init__(self, spec: FieldSpec, context: EditorContext, parent: QWidget | None = None) -> None:
        self._units: Sequence[MeasureUnit] = tuple(MeasureUnit(str(one.value)) for one in spec.choices)
        super().__init__(spec, context, parent)
        self.edit.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.edit.setPlaceholderText(self._units[0].value)
        if len(self._units) > 1:
            self._say_units()

    def _say_units(self) -> None:
        words = QLabel(join_words([one.value for one in self._units], last="or"), self)
        words.setTextFormat(Qt.TextFormat.PlainText)
        set_role(words, role="secondary")
        self.body.insertWidget(1, words)

    def _blank(self) -> object:
        return None

    def _parse(self, typed: str) -> object:
        measured = parse_measured(typed, self._units)
        if self.spec.minimum is not None and measured.value < self.spec.minimum:
            raise UserError(f"Type a number of at least {self.spec.minimum}.")
        return measured

    def _show(self, value: object) -> str:
        return value.words if isinstance(value, Measured) else ""

    def _format_hint(self) -> str:
        return f"A number in {join_words([one.value for one in self._units], last='or')}."

    def _handle_key(self, watched: QObject, event: QKeyEvent) -> bool:
        step = _STEPS.get(Qt.Key(event.key()))
        if step is not None and not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._step(step)
            return True
        return super()._handle_key(watched, event)

    def _step(self, step: int) -> None:
        """Read the same number in the next unit; where nothing readable is typed, nothing happens."""
        try:
            value = self.value()
        except UserError:
            return
        if not isinstance(value, Measured) or self.edit.isReadOnly():
            return
        here = self._units.index(value.unit) if value.unit in self._units else 0
        following = value.same_number_in(self._units[(here + step) % len(self._units)])
        self.edit.setText(following.words)
