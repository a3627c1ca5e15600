"""How a rule came to stand as it does, and which figure held on a day."""

from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from sewerdesk.domain.errors import SewerdeskError, UserError
from sewerdesk.domain.law.book import LawEntry
from sewerdesk.services.law_acts import figure_answer
from sewerdesk.ui.forms.date_editor import DateEditor
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec
from sewerdesk.ui.screens.opening import editor_context
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.announce import announce
from sewerdesk.ui.widgets.card import SectionTitle

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

HELD_ON = FieldSpec("held_on", "Which figure held on", FieldKind.DATE, required=True)
_NO_CHANGE = "No act of this office and no later local law has changed it."


class HistoryView(QWidget):
    """A day to ask for, the answer with value, citation and act, and every step from the first to the last."""

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._key = ""
        self.day = DateEditor(HELD_ON, editor_context(context), self)
        self.answer = _words("strong")
        self._steps_title = SectionTitle("How it came to stand so")
        self._steps = _words("body")
        line = QHBoxLayout()
        line.addWidget(self.day)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(line)
        column.addWidget(self.answer)
        column.addSpacing(8)
        column.addWidget(self._steps_title)
        column.addWidget(self._steps)
        column.addStretch(1)
        self.day.set_value(context.clock.today())
        self.day.changed.connect(self._on_day)

    def show_entry(self, entry: LawEntry) -> None:
        """Show the steps of an entry; the figure that it is or rests on is answered for the day asked before."""
        self._key = _figure_key(entry)
        self._steps.setText("\n".join(entry.history) or _NO_CHANGE)
        self.day.setVisible(bool(self._key))
        self.answer.setVisible(bool(self._key))
        self._answer()

    def steps(self) -> str:
        """What is said of the steps."""
        return self._steps.text()

    @Slot()
    def _on_day(self) -> None:
        self._answer()
        announce(self, self.answer.text())

    def _answer(self) -> None:
        if not self._key:
            return
        on = self._asked()
        if on is None:
            self.answer.setText("")
            return
        try:
            found = figure_answer(self._context.ws, key=self._key, on=on)
        except SewerdeskError as problem:
            self.answer.setText(str(problem))
            return
        self.answer.setText(found.sentence)

    def _asked(self) -> date | None:
        try:
            value = self.day.value()
        except UserError:
            return None
        return value if isinstance(value, date) else None


def _figure_key(entry: LawEntry) -> str:
    """The figure that an entry is, or the only one that it rests on; empty where there is none or more than one."""
    if entry.is_figure:
        return entry.key
    return entry.figures[0] if len(entry.figures) == 1 else ""


def _words(role: str) -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    set_role(label, role=role)
    return label
