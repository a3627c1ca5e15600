"""The form of a leakage test and its live verdict: allowable, measured, and each condition with its section."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.gauges import GaugeView
from sewerdesk.domain.law import Law, LeakTest
from sewerdesk.domain.leaktests import (
    GaugeUsed,
    LeakTestDraft,
    LeakTestKind,
    LeakTestResult,
    LeakVerdict,
)
from sewerdesk.domain.verdicts import Answer, Verdict
from sewerdesk.services.gauges import gauges_in_use, gauges_used
from sewerdesk.services.inspection_results import judge_test
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.dialogs.form_frame import Saving
from sewerdesk.ui.screens.inspections.leak_specs import leak_test_form
from sewerdesk.ui.screens.opening import editor_context
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.card import Card
from sewerdesk.ui.widgets.key_values import KeyValueGrid
from sewerdesk.ui.widgets.scrolled import scrolled
from sewerdesk.ui.widgets.verdict_card import YesNoCard

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_ANSWERS = {
    LeakVerdict.PASSED: Answer.YES,
    LeakVerdict.FAILED: Answer.NO,
    LeakVerdict.OFFICER: Answer.OFFICER,
}
_WIDE, _NARROW = 176, 128
"""Characters of the dialog's width: what it asks for, and below which form and panel stand one over the other."""


def outcome_pairs(result: LeakTestResult) -> tuple[tuple[str, str], ...]:
    """What the law allows and what was measured, each with its unit."""
    allowed, measured = result.allowable, result.measured
    pairs = [("Limit", f"None in the law ({result.citation})")]
    if allowed is not None:
        pairs = [(allowed.label, f"{allowed.words} ({result.citation})")]
    if measured is not None:
        pairs.append((measured.label, measured.words))
    return tuple(pairs)


def verdict_of(result: LeakTestResult, on: date, *, advise: bool = False) -> Verdict:
    """A judged test as the yes-or-no card shows it; ``advise`` says at each line what to do, while it can be done."""
    lines = tuple(
        replace(
            line,
            on_file=f"{line.on_file}. {line.action}." if advise and line.action else line.on_file,
            action="",
            action_key="",
        )
        for line in result.lines
    )
    return Verdict(_ANSWERS[result.verdict], on, result.reason, lines)


class LiveVerdict(QWidget):
    """What the measurements typed so far come to, by the law of the day of the visit."""

    def __init__(
        self, law: Law, on: date, gauges: tuple[GaugeView, ...] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._law, self._on = law, on
        self._gauges = gauges
        self._result: LeakTestResult | None = None
        self._answer_first = False
        self._hint = QLabel()
        self._hint.setWordWrap(True)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._hint, role="secondary")
        self._card: YesNoCard | None = None
        self._facts = KeyValueGrid(columns=2)
        self._formula = QLabel()
        self._formula.setWordWrap(True)
        self._formula.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._formula, role="label")
        self._figures = Card("What the law allows")
        for part in (self._facts, self._formula):
            self._figures.body.addWidget(part)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addWidget(self._hint)
        self._column.addWidget(self._figures)
        self._column.addStretch(1)
        self._figures.hide()

    @property
    def result(self) -> LeakTestResult | None:
        """The verdict shown, ``None`` while something is missing."""
        return self._result

    def lead_with_answer(self) -> None:
        """Put the answer above the figures, where there is little room."""
        self._answer_first = True

    def judge(self, draft: LeakTestDraft) -> None:
        """Judge a draft and show what it comes to, or what is still missing."""
        try:
            self._result = self.check(draft)
        except FieldErrors as problem:
            self._say(next(iter(problem.errors.values())))
            return
        except UserError as problem:
            self._say(problem.message)
            return
        self._show(self._result)

    def _used(self, draft: LeakTestDraft) -> Mapping[int, GaugeUsed]:
        return gauges_used(self._gauges, draft.measured_on or self._on)

    def check(self, draft: LeakTestDraft) -> LeakTestResult:
        """The verdict on a draft; raises what the rules say of one that cannot be judged."""
        return judge_test(self._law, draft, on=self._on, gauges=self._used(draft))

    def _say(self, sentence: str) -> None:
        self._result = None
        self._hint.setText(f"The verdict is worked out while you type. {sentence}")
        self._hint.show()
        self._figures.hide()
        if self._card is not None:
            self._card.hide()

    def _show(self, result: LeakTestResult) -> None:
        self._hint.hide()
        self._facts.set_pairs(outcome_pairs(result))
        self._formula.setText(result.formula)
        self._figures.show()
        verdict = verdict_of(result, self._on, advise=True)
        if self._card is None:
            self._card = YesNoCard(verdict)
            self._column.insertWidget(1 if self._answer_first else 2, self._card)
        else:
            self._card.set_verdict(verdict)
        self._card.show()


class LeakTestDialog(FormDialog[LeakTestDraft]):
    """The measurements of one test of the law at the left, the verdict at the right while they are typed."""

    def __init__(
        self,
        context: "UiContext",
        law: Law,
        *,
        row: LeakTest,
        on: date,
        take: Callable[[LeakTestDraft], object],
        draft: LeakTestDraft | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self._take = take
        gauges = gauges_in_use(context.ws, on=on)
        self.verdict = LiveVerdict(law, on, gauges)
        super().__init__(
            leak_test_form(row, gauges),
            editor_context(context),
            title=row.name,
            verb="Take this test",
            saving=Saving(save=self._save),
            draft=draft or LeakTestDraft(kind=LeakTestKind(row.method), measured_on=on),
            explanation=f"{row.sentence} ({row.citation})",
            parent=parent,
        )
        if not beside(self, self.frame, scrolled(self.verdict)):
            self.verdict.lead_with_answer()
        self.frame.view.changed.connect(self._judge)
        self._judge()

    def _save(self, draft: LeakTestDraft) -> object:
        self.verdict.check(draft)
        return self._take(draft)

    @Slot()
    def _judge(self) -> None:
        self.verdict.judge(self.frame.view.typed().draft)


def beside(dialog: QWidget, left: QWidget, right: QWidget) -> bool:
    """Put a panel to the right of a dialog's form and give the dialog the room; on a small screen below it.

    Returns whether there was room for it at the right.
    """
    column = dialog.layout()
    assert isinstance(column, QVBoxLayout)
    place = column.indexOf(left)
    column.removeWidget(left)
    room = dialog.screen().availableGeometry()
    character = dialog.fontMetrics().averageCharWidth()
    width = min(character * _WIDE, room.width() - 48)
    across = width >= character * _NARROW
    direction = QBoxLayout.Direction.LeftToRight if across else QBoxLayout.Direction.TopToBottom
    both = QBoxLayout(direction)
    both.setSpacing(24 if across else 12)
    both.addWidget(left, 11 if across else 3)
    both.addWidget(right, 10 if across else 2)
    column.insertLayout(place, both, 1)
    dialog.resize(width, min(max(dialog.height(), 680), room.height() - 64))
    for area in left.findChildren(
        QScrollArea
    ):  # the form was scrolled to its first field while it was still small
        area.verticalScrollBar().setValue(0)
    return across
