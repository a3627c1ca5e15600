"""Beside the form of a rate: what it comes to for usual accounts, and the steps of the act that sets it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sewerdesk.domain.money import format_money
from sewerdesk.domain.rates.examples import Example
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.ui.theme import Ink, icon, set_role
from sewerdesk.ui.widgets.card import Card
from sewerdesk.ui.widgets.tone_icon import ToneIcon
from sewerdesk.ui.widgets.verdict_card import MARKS


class ExampleCard(Card):
    """A line for each example: the account, how its charge comes about, and the dollars."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Example", parent)
        self._holder: QWidget | None = None
        self.text = ""

    def show_examples(self, examples: Sequence[Example]) -> None:
        """Show worked examples."""
        holder = self._fresh()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        told = []
        for number, example in enumerate(examples):
            words = " + ".join(line.words for line in example.lines)
            amount = _label(format_money(example.total), "value")
            amount.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
            grid.addWidget(_label(example.title, ""), 2 * number, 0)
            grid.addWidget(amount, 2 * number, 1)
            grid.addWidget(_label(words, "secondary"), 2 * number + 1, 0, 1, 2)
            told.append(f"{example.title}: {words} = {format_money(example.total)}")
        self._put(holder, "\n".join(told))

    def show_sentence(self, sentence: str) -> None:
        """Say why there is no example yet."""
        holder = self._fresh()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(_label(sentence, "secondary"))
        self._put(holder, sentence)

    def _fresh(self) -> QWidget:
        if self._holder is not None:
            self.body.removeWidget(self._holder)
            self._holder.hide()
            self._holder.deleteLater()
        self._holder = QWidget()
        return self._holder

    def _put(self, holder: QWidget, text: str) -> None:
        self.text = text
        self.body.addWidget(holder)
        self.setAccessibleDescription(text)


class StepsCard(Card):
    """The steps of setting rents, each with what is on record and the law that asks for it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Steps of the act", parent)
        self._holder: QWidget | None = None
        self.lines: tuple[VerdictLine, ...] = ()
        self.scans: list[QPushButton] = []

    def add_scan(self, name: str, opened: Callable[[], None]) -> None:
        """A button that opens a scan on file."""
        button = QPushButton(icon("paperclip", Ink.SECONDARY), name.replace("&", "&&"))
        button.setAutoDefault(False)
        button.setAccessibleName(f"Open {name}")
        button.clicked.connect(opened)
        set_role(button, quiet=True)
        self.scans.append(button)
        self.header.addWidget(button)

    def show_steps(self, lines: Sequence[VerdictLine]) -> None:
        """Show the steps."""
        self.lines = tuple(lines)
        if self._holder is not None:
            self.body.removeWidget(self._holder)
            self._holder.hide()
            self._holder.deleteLater()
        self._holder = QWidget()
        column = QVBoxLayout(self._holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        for line in self.lines:
            tone, picture, word = MARKS[line.passed]
            row = QHBoxLayout()
            row.setSpacing(8)
            row.addWidget(ToneIcon(picture, tone), 0, Qt.AlignmentFlag.AlignTop)
            words = QVBoxLayout()
            words.setSpacing(0)
            words.addWidget(_label(line.requirement, ""))
            words.addWidget(_label(f"{line.on_file} · {line.citation}", "secondary"))
            row.addLayout(words, 1)
            row_name = f"{line.requirement} {word}, {line.on_file}"
            self._holder.setAccessibleName(row_name)
            column.addLayout(row)
        self.body.addWidget(self._holder)


def _label(text: str, role: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    if role:
        set_role(label, role=role)
    return label
