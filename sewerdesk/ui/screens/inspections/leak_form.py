"""The form of a leakage test and its live verdict: allowable, measured, and each condition with its section."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.fieldwork import LeakTestDraft
from sewerdesk.domain.law import Law
from sewerdesk.domain.leaktests import LeakTestKind, LeakTestResult, LeakVerdict, MeasuredIn
from sewerdesk.domain.verdicts import Answer, Verdict
from sewerdesk.domain.wording import count, show
from sewerdesk.services.inspection_results import judge_test
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.dialogs.form_frame import Saving
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Predicate, Section, Width
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
KIND_WORDS = {LeakTestKind.EXFILTRATION: "Exfiltration", LeakTestKind.INFILTRATION: "Infiltration"}
_IN_WORDS = {
    MeasuredIn.MANHOLE: "Manhole",
    MeasuredIn.STANDPIPE: "Standpipe and plug",
    MeasuredIn.WEIR: "Weir",
}


_WIDE, _NARROW = 176, 128
"""Characters of the dialog's width: what it asks for, and below which form and panel stand one over the other."""


def _exfiltration(draft: LeakTestDraft, _state: str) -> bool:
    return draft.kind is LeakTestKind.EXFILTRATION


def _second_pipe(draft: LeakTestDraft, _state: str) -> bool:
    return draft.length_1 is not None or draft.length_2 is not None or draft.diameter_2 is not None


def _third_pipe(draft: LeakTestDraft, _state: str) -> bool:
    return draft.length_2 is not None or draft.length_3 is not None or draft.diameter_3 is not None


def _standpipe(draft: LeakTestDraft, state: str) -> bool:
    return _exfiltration(draft, state) and draft.measured_in is MeasuredIn.STANDPIPE


def _plastic(draft: LeakTestDraft, _state: str) -> bool:
    return draft.plastic_pipe is not False


def _number(
    name: str, label: str, unit: str, *, required: bool = False, visible_when: Predicate | None = None
) -> FieldSpec:
    return FieldSpec(
        name,
        label,
        FieldKind.DECIMAL,
        required=required,
        unit=unit,
        places=3,
        minimum=0,
        visible_when=visible_when,
    )


_PIPE = (
    _number("diameter_1", "Diameter of the pipe", "in", required=True),
    _number("length_1", "Length", "ft", required=True),
    _number("diameter_2", "Diameter of a second size", "in", visible_when=_second_pipe),
    _number("length_2", "Length of the second size", "ft", visible_when=_second_pipe),
    _number("diameter_3", "Diameter of a third size", "in", visible_when=_third_pipe),
    _number("length_3", "Length of the third size", "ft", visible_when=_third_pipe),
    FieldSpec("manholes", "Manholes in the section", FieldKind.WHOLE, minimum=0, maximum=99),
)
_BEFORE = (
    FieldSpec("lamped", "Lamped, pipes out of line realigned", FieldKind.YES_NO),
    FieldSpec("plastic_pipe", "Plastic pipe", FieldKind.YES_NO),
    FieldSpec("deflection_passed", "Deflection test passed", FieldKind.YES_NO, visible_when=_plastic),
    FieldSpec("approval_reference", "Approval of this test", max_len=200, visible_when=_exfiltration),
    FieldSpec("approved_on", "Approved on", FieldKind.DATE, visible_when=_exfiltration),
    FieldSpec("supervised_by", "Supervised by", max_len=200, visible_when=_exfiltration),
)
_WATER = (
    _number("head_ft", "Water above the top of the pipe", "ft", visible_when=_exfiltration),
    FieldSpec(
        "groundwater_ft",
        "Groundwater above the top of the pipe",
        FieldKind.DECIMAL,
        unit="ft",
        places=3,
        help="Below the pipe: a number with a minus.",
    ),
    _number("downstream_head_ft", "Water at the downstream manhole", "ft", visible_when=_exfiltration),
    _number("freeboard_in", "Below the top of the downstream manhole", "in", visible_when=_exfiltration),
    FieldSpec("air_released", "Trapped air released", FieldKind.YES_NO, visible_when=_standpipe),
)
_TIMES = (
    FieldSpec("filled_on", "Filled on", FieldKind.DATE, visible_when=_exfiltration),
    FieldSpec("filled_at", "Filled at", width=Width.DATE, max_len=20, visible_when=_exfiltration),
    FieldSpec("measured_on", "First measured on", FieldKind.DATE),
    FieldSpec("measured_at", "First measured at", width=Width.DATE, max_len=20),
    _number("duration_hours", "Measured for", "hours", required=True),
    _number("measured_gal", "Water lost or taken in", "gal", required=True),
)
_GAUGE = (
    FieldSpec(
        "measured_in",
        "Level read in",
        FieldKind.CHOICE,
        required=True,
        choices=tuple(Choice(one, _IN_WORDS[one]) for one in MeasuredIn),
    ),
    FieldSpec("gauge_reference", "Gauge", max_len=200, help="Its number and the day of its calibration."),
)


def leak_test_form(kinds: Sequence[LeakTestKind]) -> FormSpec[LeakTestDraft]:
    """The measurements of one test, in the order of the work."""
    what = (
        FieldSpec(
            "kind",
            "Test",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(kind, KIND_WORDS[kind]) for kind in kinds),
        ),
        FieldSpec("section", "Section", required=True, max_len=200, help="Such as manhole 14 to manhole 16."),
    )
    return FormSpec(
        LeakTestDraft,
        (
            Section("The test", what),
            Section("The section", _PIPE),
            Section("Measured", _TIMES),
            Section("Water", _WATER),
            Section("Before the test", _BEFORE),
            Section("Gauge", _GAUGE),
        ),
        verb="add the test",
    )


def verdict_of(result: LeakTestResult, on: date) -> Verdict:
    """A judged test as the yes-or-no card shows it."""
    return Verdict(_ANSWERS[result.verdict], on, result.reason, result.lines)


class LiveVerdict(QWidget):
    """What the measurements typed so far come to, by the law of the day of the visit."""

    def __init__(self, law: Law, on: date, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._law, self._on = law, on
        self._result: LeakTestResult | None = None
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

    def judge(self, draft: LeakTestDraft) -> None:
        """Judge a draft and show what it comes to, or what is still missing."""
        try:
            self._result = judge_test(self._law, draft, on=self._on)
        except FieldErrors as problem:
            self._say(next(iter(problem.errors.values())))
            return
        except UserError as problem:
            self._say(problem.message)
            return
        self._show(self._result)

    def _say(self, sentence: str) -> None:
        self._result = None
        self._hint.setText(f"The verdict is worked out while you type. {sentence}")
        self._hint.show()
        self._figures.hide()
        if self._card is not None:
            self._card.hide()

    def _show(self, result: LeakTestResult) -> None:
        self._hint.hide()
        self._facts.set_pairs(
            (
                ("Allowed", f"{show(result.allowable_gal, 3)} gal ({result.citation})"),
                ("Measured", f"{show(result.measured_gal, 3)} gal in {count(result.duration_hours, 'hour')}"),
            )
        )
        self._formula.setText(result.formula)
        self._figures.show()
        verdict = verdict_of(result, self._on)
        if self._card is None:
            self._card = YesNoCard(verdict)
            self._column.insertWidget(2, self._card)
        else:
            self._card.set_verdict(verdict)
        self._card.show()


class LeakTestDialog(FormDialog[LeakTestDraft]):
    """The measurements at the left, the verdict at the right while they are typed."""

    def __init__(
        self,
        context: "UiContext",
        law: Law,
        *,
        kinds: Sequence[LeakTestKind],
        on: date,
        take: Callable[[LeakTestDraft], object],
        draft: LeakTestDraft | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self._take = take
        self._law, self._on = law, on
        self.verdict = LiveVerdict(law, on)
        super().__init__(
            leak_test_form(kinds),
            editor_context(context),
            title="Leakage test",
            verb="Take this test",
            saving=Saving(save=self._save),
            draft=draft or LeakTestDraft(kind=kinds[0] if len(kinds) == 1 else None),
            parent=parent,
        )
        beside(self, self.frame, scrolled(self.verdict))
        self.frame.view.changed.connect(self._judge)
        self._judge()

    def _save(self, draft: LeakTestDraft) -> object:
        judge_test(self._law, draft, on=self._on)
        return self._take(draft)

    @Slot()
    def _judge(self) -> None:
        self.verdict.judge(self.frame.view.typed().draft)


def beside(dialog: QWidget, left: QWidget, right: QWidget) -> None:
    """Put a panel to the right of a dialog's form and give the dialog the room; on a small screen below it."""
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
