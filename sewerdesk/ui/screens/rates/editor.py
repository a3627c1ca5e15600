"""The rate editor: one form for every way of charging, its tiers in a grid, and beside it what it comes to.

A version that bills were made by is only shown, with the reason; it is replaced or ended from a later day.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from sewerdesk.domain.adoption import Adoption
from sewerdesk.domain.errors import SewerdeskError, UserError
from sewerdesk.domain.rateforms import ROWS, RateForm, check_rate_form, draft_of, form_of
from sewerdesk.domain.rates import RateBook, RateVersion
from sewerdesk.domain.rates.draft import RateDraft, VersionView
from sewerdesk.domain.rates.examples import Example, example_of, usual_cases
from sewerdesk.domain.rates.examples import describe as describe_case
from sewerdesk.domain.rates.questions import RateQuestions
from sewerdesk.services.attachments import AttachmentRow, attach, attachment_path, attachments_of
from sewerdesk.services.rate_versions import adoption_steps, correct_rate
from sewerdesk.services.rates import adopt_rates, rate_book, rate_classes
from sewerdesk.ui.dialogs.form_frame import FormFrame, Saving
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.files import open_elsewhere
from sewerdesk.ui.forms.view import SAVE_KEYS
from sewerdesk.ui.screens.opening import draft_home, editor_context
from sewerdesk.ui.screens.rates.form import CORRECTING, rate_form
from sewerdesk.ui.screens.rates.rows_grid import RowsGrid
from sewerdesk.ui.screens.rates.side import ExampleCard, StepsCard
from sewerdesk.ui.screens.rates.what_if import WhatIfJob
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import Banner

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_WIDTH, _HEIGHT, _ROOM = 1120, 700, 16
_SIDE, _SIDE_LEAST, _SIDE_SHARE = 440, 360, 45
"""The side takes no more than so many percent of the dialog, or the form is cut off on a small or magnified screen."""


@dataclass(frozen=True, slots=True)
class EditorTask:
    """What the editor is opened for: its title, the verb of its button, the draft, and what saving does.

    ``locked`` says why the version may only be looked at.
    """

    title: str
    verb: str
    draft: RateForm
    explanation: str = ""
    state: str = ""
    locked: str = ""
    keep_as: str = ""
    correcting: VersionView | None = None


def adopting(draft: RateForm | None = None) -> EditorTask:
    """Adopt a rate."""
    words = "The rate in force before it ends on the day on which this one begins."
    return EditorTask("Adopt a rate", "Adopt rate", draft or RateForm(), words, keep_as="rate")


def replacing(view: VersionView) -> EditorTask:
    """Adopt a rate in the place of one in force, from a day on, beginning with its figures."""
    form = replace(
        form_of(view),
        effective_from=None,
        act_number="",
        adopted_on=None,
        heard_on=None,
        noticed_on=None,
    )
    version = view.version
    title = f"Replace the rate of class {version.class_code}, charge {version.charge_code}"
    words = f"The one from {version.effective_from:%m/%d/%Y} ends on the day on which this one begins."
    return EditorTask(title, "Adopt rate", form, words)


def correcting(view: VersionView) -> EditorTask:
    """Put a version right that no bill was made by; one that is locked is only shown."""
    version = view.version
    title = f"Rate of class {version.class_code}, charge {version.charge_code}, from {version.effective_from:%m/%d/%Y}"
    words = "" if view.locked else "No bill was made by it yet, so it may still be put right."
    return EditorTask(title, "Save", form_of(view), words, CORRECTING, view.locked, correcting=view)


class RateEditor(QDialog):
    """The dialog. ``saved`` is emitted just before it closes."""

    saved = Signal()

    def __init__(self, context: "UiContext", task: EditorTask, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(task.title)
        self.setModal(True)
        self._context, self._task = context, task
        self._book: RateBook = rate_book(context.ws)
        spec = rate_form(self._book.charge_codes, rate_classes(context.ws))
        home = draft_home(context, task.keep_as) if task.keep_as else None
        self.frame: FormFrame[RateForm] = FormFrame(
            spec, editor_context(context), saving=Saving(save=self._save), drafts=home, parent=self
        )
        self.grid = RowsGrid(context.clock.today, self)
        self.examples, self.steps = ExampleCard(), StepsCard()
        self.verb_button, self.cancel_button = QPushButton(task.verb), QPushButton("Cancel")
        self.try_button = QPushButton("&Try on last year's bills…")
        self.what_if = WhatIfJob(context, self)
        self._lay_out()
        self.frame.view.set_state(task.state, read_only=bool(task.locked))
        self.frame.open(task.draft)
        self.grid.load(task.draft.kind, task.draft.rows)
        self._rows_as_loaded = self._rows_or_none()
        if task.locked:
            self._lock()
        self._show_scans()
        self._connect()
        self._follow()

    def _show_scans(self) -> None:
        """The scans of the act that are on file for a version, to open."""
        view = self._task.correcting
        if view is None:
            return
        ws = self._context.ws
        for row in attachments_of(ws, subject="rate_version", subject_id=view.version.version_id):
            self.steps.add_scan(row.name, ScanOpener(self._context, row, self).open)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        for text, role in ((self._task.title, "title"), (self._task.explanation, "secondary")):
            if text:
                label = QLabel(text)
                label.setTextFormat(Qt.TextFormat.PlainText)
                label.setWordWrap(True)
                set_role(label, role=role)
                column.addWidget(label)
        if self._task.locked:
            column.addWidget(Banner(Tone.INFO, self._task.locked))
        parts = QHBoxLayout()
        parts.setSpacing(24)
        parts.addWidget(self.frame, 1)
        self._side_area = self._side()
        parts.addWidget(self._side_area)
        column.addLayout(parts, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self.try_button.setAutoDefault(False)
        buttons.addWidget(self.try_button)
        buttons.addStretch(1)
        for button in (self.cancel_button, self.verb_button):
            button.setAutoDefault(False)
            buttons.addWidget(button)
        set_role(self.verb_button, primary=True)
        column.addLayout(buttons)
        room = self.screen().availableGeometry()
        self.resize(min(_WIDTH, room.width() - _ROOM), min(_HEIGHT, room.height() - _ROOM))

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt's own name
        """Share the width between the form and its side."""
        super().resizeEvent(event)
        wanted = max(_SIDE, self.fontMetrics().averageCharWidth() * 60)
        self._side_area.setFixedWidth(min(wanted, max(_SIDE_LEAST, self.width() * _SIDE_SHARE // 100)))

    def _side(self) -> QScrollArea:
        side = QWidget()
        set_role(side, page=True)
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 8, 0)
        column.setSpacing(12)
        column.addWidget(self.grid)
        column.addWidget(self.examples)
        column.addWidget(self.steps)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(side)
        return area

    def _lock(self) -> None:
        self.grid.lock()
        self.frame.view.editor("reason").hide()
        self.verb_button.hide()
        self.try_button.hide()
        self.cancel_button.setText("Close")
        self.cancel_button.setDefault(True)
        self.cancel_button.setFocus()

    def _connect(self) -> None:
        self.frame.view.changed.connect(self._follow)
        self.grid.changed.connect(self._follow)
        self.frame.saved.connect(self._on_saved)
        self.frame.leave_allowed.connect(self._close)
        self.verb_button.clicked.connect(self.frame.save)
        self.cancel_button.clicked.connect(self.reject)
        self.try_button.clicked.connect(self.try_rate)
        for keys in SAVE_KEYS:  # the form has its own
            shortcut = QShortcut(QKeySequence(keys), self.grid)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.frame.save)

    # ------------------------------------------------------------ what stands there
    def form(self) -> RateForm:
        """The form with its rows; ``UserError`` for a row that is wrong."""
        return replace(self.frame.view.typed().draft, rows=self.grid.rows())

    def _rows_or_none(self) -> object:
        try:
            return self.grid.rows()
        except UserError:
            return None

    @Slot()
    def _follow(self) -> None:
        """Show the grid of the chosen way, what the rate comes to, and the act's steps."""
        typed = self.frame.view.typed().draft
        self.grid.show_kind(typed.kind)
        self.grid.say("")
        try:
            form = self.form()
            problems = check_rate_form(form)
            self.grid.say(problems.get(ROWS, "") if form.rows else "")
            self._show_examples(form, problems)
        except UserError as problem:
            self.grid.say(problem.message)
            self.examples.show_sentence("The example follows when the rate is entered.")
        self._show_steps(typed)

    def _show_examples(self, form: RateForm, problems: dict[str, str]) -> None:
        if form.kind is None or problems or self._lacks_figures():
            self.examples.show_sentence("The example follows when the rate is entered.")
            return
        draft = draft_of(
            replace(form, class_code=form.class_code or "?", charge_code=form.charge_code or "?")
        )
        version = replace(
            draft.as_version(), effective_from=form.effective_from or self._context.clock.today()
        )
        self.examples.show_examples(self._worked(version))

    def _lacks_figures(self) -> bool:
        """Whether a figure of the formula itself is still to be typed."""
        head = {"class_code", "charge_code", "effective_from", "act_number", "reason"}
        return bool(set(self.frame.view.missing()) - head)

    def _worked(self, version: RateVersion) -> list[Example]:
        alone = RateBook((version,), ())
        found = []
        for case in usual_cases(version.formula, version.class_code):
            line = example_of(version, self._book, case=case)
            title = describe_case(
                alone, case, on=version.effective_from, titles={version.class_code: "Account"}
            )
            words = title.removeprefix("Account, ")
            found.append(Example(words[:1].upper() + words[1:], (line,)))
        return found

    def _show_steps(self, form: RateForm) -> None:
        if form.adopted_by is None:
            return
        steps = Adoption(form.adopted_by, form.act_number, form.adopted_on, form.noticed_on, form.heard_on)
        effective = form.effective_from or self._context.clock.today()
        self.steps.show_steps(adoption_steps(self._context.ws, adoption=steps, effective=effective))

    @Slot()
    def try_rate(self) -> None:
        """Price last year's bills by what stands in the form."""
        try:
            form = self.form()
        except UserError as problem:
            self.grid.say(problem.message)
            return
        problems = check_rate_form(form)
        if problems or form.class_code is None or form.charge_code is None or self._lacks_figures():
            sentence = " ".join(problems.values()) or "Enter class, charge and figures of the rate first."
            self.frame.view.show_errors({"": sentence})
            return
        draft = draft_of(form)
        dated = replace(draft, effective_from=form.effective_from or self._context.clock.today())
        self.what_if.start((replace(dated, authority=draft.authority or "Proposed"),))

    # ------------------------------------------------------------ saving
    def _save(self, typed: RateForm) -> object:
        form = replace(typed, rows=self.grid.rows())
        problems = check_rate_form(form)
        if problems:
            self.grid.say(problems.get(ROWS, ""))
            raise UserError(" ".join(problems.values()))
        draft = draft_of(form)
        for version_id in self._with_questions(_Keep(self, draft, form.reason)):
            for scan in form.scans:
                attach(
                    self._context.ws, subject="rate_version", subject_id=version_id, kind="act", source=scan
                )
        return draft

    def _with_questions(self, keep: Callable[[tuple[str, ...]], tuple[int, ...]]) -> tuple[int, ...]:
        """Save; what is asked first is put to the clerk, whose yes saves it."""
        try:
            return keep(())
        except RateQuestions as asked:
            yes = self._context.prompter.ask(
                "Is this what was adopted?",
                yes="Yes, save it",
                no="Look again",
                detail="\n\n".join(asked.questions),
            )
            if not yes:
                raise
            return keep(asked.questions)

    def keep(self, draft: RateDraft, reason: str, confirmed: tuple[str, ...]) -> tuple[int, ...]:
        """Adopt the rate, or put the version right; the ids of the versions."""
        view = self._task.correcting
        if view is None:
            return adopt_rates(self._context.ws, drafts=[draft], confirmed=confirmed)
        key = view.version.version_id
        return (
            correct_rate(self._context.ws, version_id=key, draft=draft, reason=reason, confirmed=confirmed),
        )

    # ------------------------------------------------------------ leaving
    @Slot()
    def reject(self) -> None:
        """Close, unless something typed would be lost: then ask first."""
        if self.frame.is_asking_to_leave():
            self.frame.leave_bar.keep_button.click()
            return
        if self._task.locked:
            self._close()
            return
        if self._rows_or_none() != self._rows_as_loaded and not self.frame.view.is_dirty():
            self.frame.leave_bar.ask_to_leave()
            return
        if self.frame.may_leave():
            self._close()

    @Slot()
    def _close(self) -> None:
        super().reject()

    @Slot(object)
    def _on_saved(self, _result: object) -> None:
        self.saved.emit()
        self.accept()


class ScanOpener(QObject):
    """Opens a scan in the system's viewer."""

    def __init__(self, context: "UiContext", row: AttachmentRow, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._row = context, row

    @Slot()
    def open(self) -> None:
        """Open the stored copy; one that is gone or was changed is told."""
        try:
            path = attachment_path(self._context.ws, attachment_id=self._row.id)
            open_elsewhere(self._row.name, path.read_bytes())
        except SewerdeskError as problem:
            show_failure(self._context.prompter, problem)


@dataclass(frozen=True, slots=True)
class _Keep:
    """Saves a draft with the questions that were answered."""

    editor: RateEditor
    draft: RateDraft
    reason: str

    def __call__(self, confirmed: tuple[str, ...]) -> tuple[int, ...]:
        return self.editor.keep(self.draft, self.reason, confirmed)
