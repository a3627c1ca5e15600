"""Second step: every meter that is to be read, with the questions that only the clerk can answer."""

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout

from sewerdesk.domain.metering import Reading, format_dial
from sewerdesk.domain.readings import AnswerDraft, MeterChangeDraft, ReadingDraft, ReadingState, RunReading
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.meter_changes import change_meter
from sewerdesk.services.readings import answer_reading, enter_reading, run_readings
from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.dialogs.wizard import WizardStep
from sewerdesk.ui.errors import sentence_of
from sewerdesk.ui.forms.spec import Choice
from sewerdesk.ui.jobs import Outcome, Reporter
from sewerdesk.ui.navigation import Route
from sewerdesk.ui.screens.billing.specs import (
    READING_CHIPS,
    READING_COLUMNS,
    answer_form,
    change_form,
    reading_form,
)
from sewerdesk.ui.screens.opening import open_form
from sewerdesk.ui.tables import RecordTable, SortBy
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import BannerArea

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_EMPTY = "No account of this quarter is billed by meter. Go on with Next."


class ReadingsStep(WizardStep):
    """The reading desk. Nothing here stops the wizard: what stays open holds that account's bill alone."""

    entered = Signal()

    def __init__(self, context: "UiContext", setup_of: Callable[[], RunSetup | None]) -> None:
        super().__init__(
            "Readings",
            help_text="Import or enter what is missing and answer what is odd. What stays open holds that account "
            "alone; the others can be billed.",
        )
        self._context = context
        self._setup_of = setup_of
        self._from_top = False
        self.banners = BannerArea()
        self.table: RecordTable[RunReading] = RecordTable(
            READING_COLUMNS,
            name="run-readings",
            title="Meters of this quarter",
            store=context.views,
            row_key=_key,
            chips=READING_CHIPS,
            empty=_EMPTY,
            default_sort=(SortBy("state"), SortBy("account")),
        )
        self.question = QLabel()
        self._make_actions()
        self._lay_out()
        self.table.current_changed.connect(self._show_question)
        self.table.row_activated.connect(self._open_row)

    def _make_actions(self) -> None:
        makers = (
            ("&Import readings…", self.go_to_import, "import-readings", "", "upload"),
            ("&Enter reading…", self.enter, "enter-reading", "Ctrl+N", "pencil"),
            ("&Answer…", self.answer, "answer-reading", "", "circle-help"),
            ("&Meter changed…", self.change, "change-meter", "", "gauge"),
        )
        self.buttons: dict[str, ActionButton] = {}
        for text, slot, key, keys, picture in makers:
            action = make_action(self, text, slot, key=key, shortcut=keys, icon_name=picture)
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            self.addAction(action)
            self.buttons[key] = ActionButton(action, self)
        self.table.set_row_actions(self.actions()[1:])

    def _lay_out(self) -> None:
        self.question.setTextFormat(Qt.TextFormat.PlainText)
        self.question.setWordWrap(True)
        set_role(self.question, role="secondary")
        line = QHBoxLayout()
        line.setSpacing(8)
        for button in self.buttons.values():
            line.addWidget(button)
        line.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(line)
        column.addWidget(self.banners)
        column.addWidget(self.table, 1)
        column.addWidget(self.question)

    def on_enter(self) -> None:
        """Read the meters again, what is open at the top."""
        self._from_top = True
        self.load()

    def first_focus(self) -> None:
        """The keyboard begins at the first meter."""
        self.table.focus_rows()

    def load(self) -> None:
        """Read the meters of the run, as a job."""
        setup, workspace = self._setup_of(), self._context.ws
        if setup is None:
            return

        def work(_reporter: Reporter) -> object:
            return run_readings(workspace, setup=setup)

        self._context.jobs.start(
            work, title="Reading the meters of the quarter", receiver=self._on_loaded, parent=self.window()
        )

    @Slot(object)
    def _on_loaded(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            self.banners.set_banner("readings", Tone.BAD, sentence_of(outcome.error))
            return
        self.banners.remove("readings")
        if isinstance(outcome.result, tuple):
            self.table.set_rows(outcome.result)
            if self._from_top and outcome.result:
                self.table.grid.go_to_line(0)
            self._from_top = False
        self._show_question()
        self.ready_changed.emit()

    def open_questions(self) -> int:
        """How many meters hold a bill."""
        open_states = (ReadingState.QUESTION, ReadingState.MISSING)
        return sum(row.standing in open_states for row in self.table.model.all_rows)

    @Slot()
    def _show_question(self) -> None:
        row = self.table.current_row()
        self.question.setText(" ".join(one.sentence for one in row.questions) if row else "")
        has_readings = row is not None and bool(row.state.in_window)
        self.buttons["answer-reading"].setEnabled(has_readings)
        for key in ("enter-reading", "change-meter"):
            self.buttons[key].setEnabled(row is not None)

    @Slot(object)
    def _open_row(self, row: RunReading) -> None:
        if row.standing is ReadingState.QUESTION and row.state.in_window:
            self.answer()
        else:
            self.enter()

    # ------------------------------------------------------------ acts
    @Slot()
    def go_to_import(self) -> None:
        """Go to the import page; the wizard keeps its place."""
        self._context.navigator.open(Route("imports"))

    @Slot()
    def enter(self) -> None:
        """Enter a reading or an estimate of the current meter."""
        row, setup = self.table.current_row(), self._setup_of()
        if row is None or setup is None:
            return
        dial, proposal = row.estimate, row.proposal
        hint = ""
        if dial is not None and proposal is not None:
            hint = f" An estimate by {proposal.sentence} would be {format_dial(dial, row.meter)}."
        last = _reading_words(row.state.previous, row)
        open_form(
            self,
            self._context,
            reading_form(digits=row.meter.digits),
            title=f"Reading of meter {row.meter.serial}",
            verb="Enter reading",
            save=_EnterReading(self._context, row),
            then=self._on_entered,
            draft=ReadingDraft(read_on=min(setup.read_through, self._context.clock.today())),
            explanation=f"Account {row.account}, {row.name}. Last reading: {last}.{hint}",
        )

    @Slot()
    def answer(self) -> None:
        """Answer what is odd about a reading of the current meter."""
        row = self.table.current_row()
        if row is None or not row.state.in_window:
            return
        present = row.state.present or row.state.in_window[-1]
        choices = [Choice(one.reading_id, _reading_words(one, row)) for one in row.state.in_window]
        open_form(
            self,
            self._context,
            answer_form(choices),
            title=f"Reading of meter {row.meter.serial}",
            verb="Keep answer",
            save=_Answer(self._context, row),
            then=self._on_entered,
            draft=AnswerDraft(reading_id=present.reading_id),
            explanation=" ".join(one.sentence for one in row.questions),
        )

    @Slot()
    def change(self) -> None:
        """Record that the current meter was replaced."""
        row = self.table.current_row()
        if row is None:
            return
        present = row.state.present
        draft = MeterChangeDraft(
            digits=row.meter.digits,
            multiplier=row.meter.multiplier,
            unit=row.meter.unit,
            present_on=present.read_on if present else None,
            present_value=present.value if present else None,
        )
        open_form(
            self,
            self._context,
            change_form(old_serial=row.meter.serial),
            title=f"Meter {row.meter.serial} was changed",
            verb="Record change",
            save=_Change(self._context, row),
            then=self._on_entered,
            draft=draft,
            explanation=f"Account {row.account}, {row.name}. Both dials count towards this quarter's bill.",
        )

    @Slot(object)
    def _on_entered(self, _result: object) -> None:
        self.load()
        self.entered.emit()
        self.table.grid.setFocus(Qt.FocusReason.OtherFocusReason)


class _Act:
    """Saves a form about one meter."""

    def __init__(self, context: "UiContext", row: RunReading) -> None:
        self.ws = context.ws
        self.account_id = row.account_id
        self.meter_id = row.meter.meter_id


class _EnterReading(_Act):
    def __call__(self, draft: ReadingDraft) -> object:
        return enter_reading(self.ws, account_id=self.account_id, meter_id=self.meter_id, draft=draft)


class _Answer(_Act):
    def __call__(self, draft: AnswerDraft) -> None:
        answer_reading(self.ws, account_id=self.account_id, draft=draft)


class _Change(_Act):
    def __call__(self, draft: MeterChangeDraft) -> object:
        return change_meter(self.ws, account_id=self.account_id, meter_id=self.meter_id, draft=draft)


def _key(row: RunReading) -> tuple[int, int]:
    return (row.account_id, row.meter.meter_id)


def _reading_words(reading: Reading | None, row: RunReading) -> str:
    if reading is None:
        return "none"
    day: date = reading.read_on
    return f"{format_dial(reading.value, row.meter)} on {day:%m/%d/%Y} ({reading.code})"
