"""The form of a visit, with the leakage tests beside it; tests taken are kept at once, so that none is lost."""

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.fieldwork import STAGE_WORDS, InspectionView, ResultDraft
from sewerdesk.domain.inspections import Outcome
from sewerdesk.domain.law import LeakTest, Stage
from sewerdesk.domain.leaktests import LeakTestDraft, LeakTestResult, LeakVerdict
from sewerdesk.services.gauges import gauges, gauges_used
from sewerdesk.services.inspection_results import checklist_of, judge_test, record_result, tests_offered
from sewerdesk.services.law import law_of
from sewerdesk.services.officers import officers
from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.dialogs.form_frame import Saving
from sewerdesk.ui.forms.codec import DraftUnreadable, decode, encode
from sewerdesk.ui.screens.inspections.leak_form import LeakTestDialog, beside
from sewerdesk.ui.screens.inspections.specs import OFFICER, result_form
from sewerdesk.ui.screens.opening import draft_home, editor_context, show_dialog
from sewerdesk.ui.theme import Ink, icon, set_role
from sewerdesk.ui.widgets.card import SectionTitle
from sewerdesk.ui.widgets.scrolled import scrolled

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_MARKS = {
    LeakVerdict.PASSED: ("circle-check", Ink.GOOD, "Passed"),
    LeakVerdict.FAILED: ("circle-x", Ink.BAD, "Failed"),
    LeakVerdict.OFFICER: ("scale", Ink.CAUTION, "Officer decides"),
}


@dataclass(frozen=True, slots=True)
class TakenTests:
    """The tests of a visit that is not recorded yet."""

    tests: tuple[LeakTestDraft, ...] = ()


class ResultDialog(FormDialog[ResultDraft]):
    """Records what a visit found. ``saved`` carries the ``RecordedResult``."""

    def __init__(self, context: "UiContext", view: InspectionView, parent: QWidget | None = None) -> None:
        self._context = context
        self._id = view.row.id
        self._law = law_of(context.ws)
        self._offered = tests_offered(context.ws, inspection_id=self._id)
        self._gauges = gauges(context.ws)
        self._home = draft_home(context, f"inspection/{self._id}/result")
        self._tests_key = f"inspection/{self._id}/tests"
        self._tests: tuple[LeakTestDraft, ...] = self._kept()
        self._results: tuple[LeakTestResult | None, ...] = ()
        self._editing: int | None = None
        lines = checklist_of(context.ws, inspection_id=self._id)
        row = view.row
        super().__init__(
            result_form(lines),
            editor_context(context),
            title=f"Result of {row.number}",
            verb="Record result and issue report",
            saving=Saving(save=self._save),
            draft=ResultDraft(
                visited_on=row.appointed_on if _is_past(row.appointed_on, context) else context.clock.today(),
                inspector=row.inspector or _holder(context),
            ),
            explanation=" · ".join(
                (STAGE_WORDS[row.stage], row.location or row.print_key, row.owner, row.permit_number)
            ),
            drafts=self._home,
            parent=parent,
        )
        self._panel = self._build_panel(stage=row.stage)
        beside(self, self.frame, scrolled(self._panel))
        self.frame.view.changed.connect(self._show_tests)
        self._show_tests()

    # The panel

    def _build_panel(self, *, stage: Stage) -> QWidget:
        panel = QWidget()
        column = QVBoxLayout(panel)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(12)
        column.addWidget(SectionTitle("Tests"))
        self.test_list = QListWidget()
        self.test_list.setAccessibleName("Leakage tests of this visit")
        for bars in (self.test_list.setVerticalScrollBarPolicy, self.test_list.setHorizontalScrollBarPolicy):
            bars(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.test_list.itemActivated.connect(self.change_test)
        self._note = QLabel()
        self._note.setWordWrap(True)
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        set_role(self._note, role="secondary")
        self.add_action = make_action(
            self, "&Add a test…", self.add_test, key="add-test", shortcut="Ctrl+T", icon_name="plus"
        )
        self.addAction(self.add_action)
        self.add_action.setEnabled(bool(self._offered.rows))
        self._menu = self._tests_menu(panel)
        column.addWidget(self.test_list)
        column.addLayout(self._test_buttons(panel))
        column.addWidget(self._note)
        column.addStretch(1)
        self._wants_test = stage is Stage.TEST
        return panel

    def _test_buttons(self, panel: QWidget) -> QHBoxLayout:
        """Add, change and remove, in one row under the list of tests."""
        self.add_button = ActionButton(self.add_action, panel)
        self._change = QPushButton("Change…")
        self._remove = QPushButton("Remove")
        self._change.clicked.connect(self.change_test)
        self._remove.clicked.connect(self.remove_test)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.add_button)
        for button in (self._change, self._remove):
            button.setAutoDefault(False)
            set_role(button, quiet=True)
            buttons.addWidget(button)
        buttons.addStretch(1)
        return buttons

    def _tests_menu(self, panel: QWidget) -> QMenu:
        """The tests that the law offers for this visit, each with its section."""
        menu = QMenu("Add a test", panel)
        for row in self._offered.rows:
            choice = menu.addAction(f"{row.name} ({row.citation})")
            choice.setObjectName(row.key)
            choice.triggered.connect(self._on_chosen)
        return menu

    @property
    def tests(self) -> tuple[LeakTestDraft, ...]:
        """The tests taken so far."""
        return self._tests

    @Slot()
    def add_test(self) -> None:
        """Open the form of another test; where the law offers several, its name is chosen from a menu first."""
        self._editing = None
        if len(self._offered.rows) == 1:
            self._open(self._offered.rows[0], None)
        else:
            self._menu.popup(self.add_button.mapToGlobal(self.add_button.rect().bottomLeft()))

    @Slot()
    def _on_chosen(self) -> None:
        key = self.sender().objectName()
        row = next((one for one in self._offered.rows if one.key == key), None)
        if row is not None:
            self._open(row, None)

    @Slot()
    def change_test(self) -> None:
        """Open the chosen test again."""
        row = self.test_list.currentRow()
        if 0 <= row < len(self._tests):
            draft = self._tests[row]
            offered = next((one for one in self._offered.rows if one.method == draft.kind), None)
            if offered is None:
                self._context.prompter.tell(self._not_offered(), problem=True)
            else:
                self._editing = row
                self._open(offered, draft)

    def _not_offered(self) -> str:
        return self._offered.sentence or "The law offers this test no more. Remove it and add another one."

    @Slot()
    def remove_test(self) -> None:
        """Take the chosen test away."""
        row = self.test_list.currentRow()
        if 0 <= row < len(self._tests):
            self._keep((*self._tests[:row], *self._tests[row + 1 :]))

    def _open(self, row: LeakTest, draft: LeakTestDraft | None) -> None:
        dialog = LeakTestDialog(
            self._context,
            self._law,
            row=row,
            on=self._day(),
            take=self._take,
            draft=draft,
            parent=self,
        )
        show_dialog(dialog)

    def _take(self, draft: LeakTestDraft) -> object:
        place = self._editing
        if place is None:
            self._keep((*self._tests, draft))
        else:
            self._keep((*self._tests[:place], draft, *self._tests[place + 1 :]))
        return draft

    def _keep(self, tests: tuple[LeakTestDraft, ...]) -> None:
        self._tests = tests
        store, clock = self._home.store, self._home.clock
        if tests:
            store.save(self._tests_key, payload=encode(TakenTests(tests)), saved_at=clock.now())
        else:
            store.delete(self._tests_key)
        self._show_tests()

    def _kept(self) -> tuple[LeakTestDraft, ...]:
        stored = self._home.store.load(self._tests_key)
        if stored is None:
            return ()
        try:
            return decode(TakenTests, stored.payload).tests
        except DraftUnreadable as problem:
            self._context.prompter.tell(problem.message, problem=True)
            return ()

    @Slot()
    def _show_tests(self) -> None:
        self._results = tuple(self._judged(one) for one in self._tests)
        row = self.test_list.currentRow()
        self.test_list.clear()
        for draft, result in zip(self._tests, self._results, strict=True):
            self.test_list.addItem(_item(draft, result))
        self.test_list.setCurrentRow(min(max(row, 0), len(self._tests) - 1))
        self.test_list.setVisible(bool(self._tests))
        self.test_list.setFixedHeight(
            (self.fontMetrics().lineSpacing() * 2 + 8) * max(len(self._tests), 1) + 8
        )
        for button in (self._change, self._remove):
            button.setVisible(bool(self._tests))
        self._note.setText(self._sentence())
        asks = any(one is not None and one.verdict is LeakVerdict.OFFICER for one in self._results)
        self.frame.view.set_state(OFFICER if asks else "")

    def _sentence(self) -> str:
        if not self._offered.rows:
            return self._offered.sentence
        failed = [one for one in self._results if one is not None and one.verdict is LeakVerdict.FAILED]
        if failed:
            return f"With these tests the outcome is {Outcome.FAILED.label.lower()}. {failed[0].reason}"
        if self._tests:
            return "Every test is judged by the law of the day of the visit."
        wanted = "This inspection is of the test: add what was measured." if self._wants_test else ""
        return wanted or "No test is needed at this stage; add one if one was made."

    def _judged(self, draft: LeakTestDraft) -> LeakTestResult | None:
        try:
            used = gauges_used(self._gauges, draft.measured_on or self._day())
            return judge_test(self._law, draft, on=self._day(), gauges=used)
        except UserError:  # a kept test that the law of another day refuses is said when the result is saved
            return None

    def _day(self) -> date:
        return self.frame.view.typed().draft.visited_on or self._context.clock.today()

    # Saving

    def _save(self, draft: ResultDraft) -> object:
        result = record_result(
            self._context.ws, inspection_id=self._id, draft=replace(draft, tests=self._tests)
        )
        self._home.store.delete(self._tests_key)
        return result


def _item(draft: LeakTestDraft, result: LeakTestResult | None) -> QListWidgetItem:
    kind = "Test" if result is None else result.name
    if result is None:
        name, ink, word, said = "triangle-alert", Ink.CAUTION, "Cannot be judged", "change it"
    else:
        name, ink, word = _MARKS[result.verdict]
        said = ", ".join(
            f"{one.label.lower()} {one.words}"
            for one in (result.measured, result.allowable)
            if one is not None
        )
    item = QListWidgetItem(icon(name, ink), f"{word}: {kind}, {draft.section}\n{said}")
    item.setToolTip(result.reason if result is not None else said)
    return item


def _is_past(day: date | None, context: "UiContext") -> bool:
    return day is not None and day <= context.clock.today()


def _holder(context: "UiContext") -> str:
    """Who holds the office that inspects, where one is entered."""
    return next((row.person for row in officers(context.ws) if row.role == "inspects"), "")
