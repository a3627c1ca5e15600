"""One rule of the law for reading: beside the list of the law's page, or in a dialog over work that is not saved."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.book import LawEntry
from sewerdesk.services.law_papers import AMENDED
from sewerdesk.ui.screens.law.specs import status_of, value_with_unit, where_of
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.chip import Chip
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.scrolled import scrolled
from sewerdesk.ui.widgets.tone_label import ToneLabel

_STATES = {
    FigureStatus.LAW: "Read in the law",
    FigureStatus.MODEL: "From a model law: confirm it before you rely on it",
    FigureStatus.BLANK: "Not set: enter it with its local law or resolution",
}
_SIZE_IN_CHARACTERS = (84, 22)
"""Width in letters and height in lines of the dialog."""


class RuleView(QWidget):
    """What an entry of the law says, how its time runs, where it stands, and what is missing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = _text()
        self._missing = ToneLabel()
        self._missing.setTextFormat(Qt.TextFormat.PlainText)
        self._missing.setWordWrap(True)
        self._facts = KeyValueGrid(columns=2)
        self._more = KeyValueGrid(columns=1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        for widget in (self._missing, self._sentence, self._more, self._facts):
            column.addWidget(widget)
        column.addStretch(1)

    def show_entry(self, entry: LawEntry, *, rests_on: Sequence[LawEntry] = ()) -> None:
        """Show one entry; ``rests_on`` are the figures that it is built on."""
        _show(self._sentence, entry.sentence)
        self._missing.set_tone(status_of(entry).tone)
        _show(self._missing, f"What is missing: {entry.missing.rstrip('.')}." if entry.missing else "")
        facts = (
            ("Value", value_with_unit(entry)),
            ("Citation", entry.citation),
            ("Set by", entry.authority),
            ("Status", _state_words(entry)),
            ("In force from", f"{entry.effective:%m/%d/%Y}" if entry.effective else ""),
            ("Subject group", entry.group.value),
            ("Name in the law file", f"{entry.part} {entry.key}"),
        )
        self._facts.set_pairs([(name, value) for name, value in facts if value])
        more = (
            ("How its time runs", entry.clock),
            ("It rests on", "\n".join(_figure_line(figure) for figure in rests_on)),
            ("Errors in the text", "\n".join(entry.printed)),
        )
        self._more.set_pairs([(name, value) for name, value in more if value])
        self._more.setVisible(any(value for _, value in more))


def _state_words(entry: LawEntry) -> str:
    return "Set by an act" if status_of(entry).text == AMENDED else _STATES[entry.status]


def _figure_line(figure: LawEntry) -> str:
    return (
        f"{figure.subject}: {value_with_unit(figure)} ({where_of(figure)}, {status_of(figure).text.lower()})"
    )


class RuleDialog(QDialog):
    """A rule shown over a form that is being typed, which stays as it is underneath."""

    def __init__(self, entry: LawEntry | None, citation: str, parent: QWidget) -> None:
        super().__init__(parent)
        title = entry.subject if entry is not None else citation
        self.setWindowTitle(title)
        self.setModal(True)
        self.close_button = QPushButton("Close", self)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        heading = _text("title")
        heading.setText(title)
        column.addWidget(heading)
        column.addWidget(self._body(entry, citation), 1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        column.addLayout(buttons)
        self.close_button.clicked.connect(self.reject)
        letters, lines = _SIZE_IN_CHARACTERS
        metrics = self.fontMetrics()
        room = parent.window().size()
        self.resize(
            min(metrics.averageCharWidth() * letters, room.width()),
            min(metrics.height() * lines, room.height()),
        )

    def _body(self, entry: LawEntry | None, citation: str) -> QWidget:
        if entry is None:
            words = _text()
            words.setText(
                f"The law file of this office quotes nothing under {citation}. Read the section in the law itself."
            )
            return words
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        state = status_of(entry)
        column.addWidget(Chip(state.text, state.tone, icon_name=state.icon), 0, Qt.AlignmentFlag.AlignLeft)
        rule = RuleView()
        rule.show_entry(entry)
        column.addWidget(rule, 1)
        return scrolled(page)

    def showEvent(self, event: QShowEvent) -> None:
        """The keyboard starts on "Close", so that Enter and Escape both go back to the form."""
        super().showEvent(event)
        self.close_button.setFocus(Qt.FocusReason.OtherFocusReason)


def _text(role: str = "body") -> QLabel:
    label = QLabel()
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    set_role(label, role=role)
    return label


def _show(label: QLabel, text: str) -> None:
    label.setText(text)
    label.setVisible(bool(text))
