"""The yes-or-no card: the answer in a large word, and each requirement with what is on file for it."""

from datetime import date

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.card import Card, Hairline
from sewerdesk.ui.widgets.citation import CitationLink
from sewerdesk.ui.widgets.tone_icon import ToneIcon
from sewerdesk.ui.widgets.tone_label import ToneLabel

WORDS = {Answer.YES: "Yes", Answer.NO: "No", Answer.OFFICER: "Officer decides"}
TONES = {Answer.YES: Tone.GOOD, Answer.NO: Tone.BAD, Answer.OFFICER: Tone.CAUTION}
ICONS = {Answer.YES: "circle-check", Answer.NO: "circle-x", Answer.OFFICER: "scale"}
MARKS = {
    True: (Tone.GOOD, "circle-check", "Met"),
    False: (Tone.BAD, "circle-x", "Not met"),
    None: (Tone.CAUTION, "scale", "Officer decides"),
}


class YesNoCard(Card):
    """Shows a ``Verdict``. ``action_requested`` carries a line's action key."""

    action_requested = Signal(str)

    def __init__(self, verdict: Verdict, parent: QWidget | None = None) -> None:
        super().__init__("", parent, padding=20)
        self._holder: QWidget | None = None
        self.set_verdict(verdict)

    def set_verdict(self, verdict: Verdict) -> None:
        """Show another verdict; a keyboard that was on the card stays on it, on the first thing to put right."""
        had_keyboard = self._holder is not None and self._holder.isAncestorOf(self.window().focusWidget())
        if self._holder is not None:
            self.body.removeWidget(self._holder)
            self._holder.hide()
            self._holder.deleteLater()
        self._holder = QWidget()
        layout = QVBoxLayout(self._holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(12)
        layout.addLayout(self._head(verdict))
        if verdict.lines:
            layout.addWidget(Hairline())
            layout.addLayout(self._rows(verdict))
        self.body.addWidget(self._holder)
        if had_keyboard:
            self._take_keyboard(self._holder)
        self.setAccessibleName(
            f"{verdict.question} {WORDS[verdict.answer]}, judged for {_day(verdict.judged_on)}"
        )

    def _take_keyboard(self, holder: QWidget) -> None:
        holder.show()
        acts = [one for one in holder.findChildren(QPushButton) if one.property("action_key")]
        if acts:
            acts[0].setFocus(Qt.FocusReason.OtherFocusReason)
            return
        above = self.parentWidget()
        while above is not None and not (
            isinstance(above, QScrollArea) and above.focusPolicy() & Qt.FocusPolicy.TabFocus
        ):
            above = above.parentWidget()
        if above is not None:
            above.setFocus(Qt.FocusReason.OtherFocusReason)

    def _head(self, verdict: Verdict) -> QHBoxLayout:
        word = ToneLabel(WORDS[verdict.answer], TONES[verdict.answer])
        set_role(word, role="figure")
        question = QLabel(verdict.question)
        question.setWordWrap(True)
        set_role(question, role="strong")
        missing = len(verdict.failing)
        about = f"Judged for {_day(verdict.judged_on)}"
        if missing:
            about += f" · {missing} of {len(verdict.lines)} requirements not met"
        judged = QLabel(about)
        set_role(judged, role="label")
        text = QVBoxLayout()
        text.setSpacing(0)
        text.addWidget(question)
        text.addWidget(judged)
        head = QHBoxLayout()
        head.setSpacing(12)
        head.addWidget(ToneIcon(ICONS[verdict.answer], TONES[verdict.answer], scale=1.6))
        head.addWidget(word)
        head.addSpacing(8)
        head.addLayout(text, 1)
        return head

    def _rows(self, verdict: Verdict) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(12)
        grid.setColumnStretch(1, 1)
        for number, line in enumerate(sorted_lines(verdict)):
            self._row(grid, number, line)
        return grid

    def _row(self, grid: QGridLayout, number: int, line: VerdictLine) -> None:
        """The mark, the requirement over what is on file and the section, and the act that puts it right."""
        tone, name, word = MARKS[line.passed]
        mark = ToneIcon(name, tone)
        mark.setAccessibleName(word)
        mark.setToolTip(word)
        top = Qt.AlignmentFlag.AlignTop
        grid.addWidget(mark, number, 0, top)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.setAlignment(top)
        for text, role in ((line.requirement, "plain"), (line.on_file, "secondary")):
            if text:
                label = QLabel(text)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(True)
                set_role(label, role=role)
                words.addWidget(label)
        if line.citation:
            words.addWidget(CitationLink(line.citation), 0, Qt.AlignmentFlag.AlignLeft)
        grid.addLayout(words, number, 1)
        if line.action:
            button = QPushButton(line.action)
            button.setAutoDefault(False)
            button.setProperty("action_key", line.action_key)
            button.setAccessibleName(f"{line.action}: {line.requirement}")
            button.clicked.connect(self._press)
            grid.addWidget(button, number, 2, top | Qt.AlignmentFlag.AlignRight)

    @Slot()
    def _press(self) -> None:
        self.action_requested.emit(str(self.sender().property("action_key")))


def sorted_lines(verdict: Verdict) -> list[VerdictLine]:
    """Not met first, then what an officer must judge, then what is met; otherwise in the law's order."""
    rank = {False: 0, None: 1, True: 2}
    return sorted(verdict.lines, key=lambda line: rank[line.passed])


def _day(day: date) -> str:
    return f"{day:%m/%d/%Y}"
