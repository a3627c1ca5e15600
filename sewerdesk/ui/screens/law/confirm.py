"""Confirming what is open: some rows by one authority, or all of them, one after the other."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law.act_rows import row_of
from sewerdesk.domain.law.acts import FIGURE, NAME, OFFICER, TERM, TEXT, ActKind, LawActView, LawChange
from sewerdesk.domain.law.book import LawEntry
from sewerdesk.domain.law.values import typed_of_value
from sewerdesk.services.law import law_of
from sewerdesk.services.law_acts import confirm, enter_act
from sewerdesk.services.law_book import figures_to_confirm
from sewerdesk.ui.dialogs.form_dialog import FormDialog
from sewerdesk.ui.dialogs.form_frame import FormFrame, Saving
from sewerdesk.ui.dialogs.frame_dialog import FrameDialog
from sewerdesk.ui.screens.law.act_changes import field_of
from sewerdesk.ui.screens.law.act_forms import (
    FIGURE_STATE,
    RULE_STATE,
    TABLE_STATE,
    TEXT_STATE,
    WORD_STATE,
    ConfirmForm,
    StepForm,
    confirm_form,
    step_form,
)
from sewerdesk.ui.screens.law.specs import status_of, value_with_unit, where_of
from sewerdesk.ui.screens.opening import editor_context, open_form, show_dialog
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.widgets.announce import announce
from sewerdesk.ui.widgets.chip import Chip

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace
    from sewerdesk.ui.context import UiContext

_STATES = {
    FIGURE: FIGURE_STATE,
    OFFICER: FIGURE_STATE,
    NAME: FIGURE_STATE,
    TERM: WORD_STATE,
    TEXT: TEXT_STATE,
    "test_time": TABLE_STATE,
}
_WORD_FIELDS = {OFFICER: "title", NAME: "name", TERM: "singular", TEXT: "text"}
_SIZE_IN_CHARACTERS = (86, 34)


class ConfirmRows:
    """Confirms some rows as they stand, by the authority that was typed."""

    def __init__(self, ws: "Workspace", entries: Sequence[LawEntry]) -> None:
        self._ws = ws
        self._rows = tuple((entry.part, entry.key) for entry in entries)

    def __call__(self, form: ConfirmForm) -> LawActView:
        """The act that confirms them; errors of a row are told of the form as a whole."""
        draft = form.draft(())
        return confirm(
            self._ws,
            rows=self._rows,
            kind=draft.kind,
            source=draft.source,
            effective_from=draft.effective_from,
            adopted_on=draft.adopted_on,
            number=draft.number,
            note=draft.note,
            edition=form.edition,
            files=form.files,
        )


def confirm_entries(
    parent: QWidget, context: "UiContext", entries: Sequence[LawEntry]
) -> FormDialog[ConfirmForm]:
    """Open the form that confirms some rows as they stand."""
    several = f"{len(entries)} rules" if len(entries) > 1 else entries[0].subject
    listed = "\n".join(
        f"{entry.subject}: {value_with_unit(entry) or 'as it stands'} ({where_of(entry)})"
        for entry in entries[:6]
    )
    more = f"\nand {len(entries) - 6} more" if len(entries) > 6 else ""
    has_edition = any(entry.part == "test_time" for entry in entries)
    return open_form(
        parent,
        context,
        confirm_form(context.clock.today(), has_edition=has_edition),
        title=f"Confirm {several[:1].lower()}{several[1:]}",
        verb="Confirm",
        save=ConfirmRows(context.ws, entries),
        then=_nothing_more,
        explanation=f"{listed}{more}",
    )


def _nothing_more(_act: object) -> None:
    """The page hears of the new act by itself."""


class WalkDialog(FrameDialog):
    """Goes through what is open, one rule after the other: enter or confirm it, or leave it for later.

    The authority that was typed for one rule is offered for the next.
    """

    def __init__(self, context: "UiContext", entries: Sequence[LawEntry], parent: QWidget | None) -> None:
        super().__init__("Go through what is open", parent)
        self._context = context
        self._entries = list(entries)
        self._place = 0
        self._done = 0
        self._count = QLabel(self)
        self._bar = QProgressBar(self)
        self._title = QLabel(self)
        self._where = QLabel(self)
        self._chips = QHBoxLayout()
        self._missing = QLabel(self)
        self.frame: FormFrame[StepForm] = FormFrame(
            step_form(context.clock.today()),
            editor_context(context),
            saving=Saving(save=self._save),
            parent=self,
        )
        self.close_button = QPushButton("Close", self)
        self.skip_button = QPushButton("S&kip", self)
        self.save_button = QPushButton("&Record and next", self)
        self._lay_out_walk()
        self.frame.saved.connect(self._on_saved)
        self.frame.leave_allowed.connect(self._close)
        self.save_button.clicked.connect(self.frame.save)
        self.skip_button.clicked.connect(self.skip)
        self.close_button.clicked.connect(self.reject)
        self._show(self.frame.view.spec.empty())

    @property
    def entry(self) -> LawEntry:
        """The rule that is asked about now."""
        return self._entries[self._place]

    def _lay_out_walk(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(self._count, 1)
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(6)
        self._bar.setAccessibleName("How far the list is gone through")
        column.addLayout(top)
        column.addWidget(self._bar)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addLayout(self._chips)
        column.addSpacing(4)
        column.addLayout(head)
        for label, role in (
            (self._count, "secondary"),
            (self._title, "section"),
            (self._where, "secondary"),
            (self._missing, "body"),
        ):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            set_role(label, role=role)
        column.addWidget(self._where)
        column.addWidget(self._missing)
        column.addSpacing(8)
        column.addWidget(self.frame, 1)
        column.addLayout(self._button_line())
        self._fit_to_text(*_SIZE_IN_CHARACTERS)

    def _button_line(self) -> QHBoxLayout:
        """Close on the left; what goes on to the next rule on the right."""
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.close_button)
        buttons.addStretch(1)
        for button in (self.skip_button, self.save_button):
            buttons.addWidget(button)
        for button in (self.close_button, self.skip_button, self.save_button):
            button.setAutoDefault(False)
        set_role(self.save_button, primary=True)
        return buttons

    # ------------------------------------------------------------ going on
    @Slot()
    def skip(self) -> None:
        """Leave this one for later; what was typed for it is let go, its authority stays."""
        self._go_on(self.frame.view.typed().draft)

    def _go_on(self, typed: StepForm) -> None:
        self._place += 1
        if self._place >= len(self._entries):
            self._context.toasts.show(self._outcome())
            self._close()
            return
        self._show(typed)

    def _show(self, typed: StepForm) -> None:
        """Ask about the rule of the place, with the authority typed before."""
        entry = self.entry
        count = len(self._entries)
        self._count.setText(f"{self._place + 1} of {count} · {entry.group.value}")
        self._bar.setRange(0, count)
        self._bar.setValue(self._place)
        self._title.setText(entry.subject)
        self._where.setText(where_of(entry))
        words = (entry.sentence, entry.clock, f"What is missing: {entry.missing.rstrip('.')}.")
        self._missing.setText("\n".join(part for part in words if part))
        self._show_chip(entry)
        state = _STATES.get(entry.part, RULE_STATE)
        self.frame.view.set_state(state)
        value, plural = _now(self._context.ws, entry)
        fresh = replace(typed, value=value, plural=plural, words=value, edition="", files=(), note="")
        self.frame.open(fresh)
        label = self.frame.view.editor("value").label
        label.setText(f"Value ({entry.unit})" if entry.unit else "Value")
        self._focus_value(state)
        announce(self, f"{self._count.text()}: {entry.subject}")

    def _show_chip(self, entry: LawEntry) -> None:
        while (item := self._chips.takeAt(0)) is not None:
            old = item.widget()
            if old is not None:
                old.hide()
                old.deleteLater()
        state = status_of(entry)
        self._chips.addWidget(Chip(state.text, state.tone, icon_name=state.icon))

    def _focus_value(self, state: str) -> None:
        name = {TEXT_STATE: "words", RULE_STATE: "section", TABLE_STATE: "edition"}.get(state, "value")
        editor = self.frame.view.editor(name)
        self.frame.view.go_to("kind" if editor.isHidden() else name)

    # ------------------------------------------------------------ saving
    def _save(self, form: StepForm) -> LawActView:
        entry = self.entry
        value = {TEXT_STATE: form.words, TABLE_STATE: form.edition, RULE_STATE: ""}.get(
            _STATES.get(entry.part, RULE_STATE), form.value
        )
        change = LawChange(entry.part, entry.key, value, form.plural)
        try:
            return enter_act(self._context.ws, draft=form.draft((change,)))
        except FieldErrors as problem:
            raise FieldErrors(self._by_field(problem.errors, form.kind)) from problem

    def _by_field(self, errors: Mapping[str, str], kind: ActKind | None) -> dict[str, str]:
        """The sentences by the fields of this form."""
        field = field_of(self.entry)
        first = {TEXT_STATE: "words", TABLE_STATE: "edition", RULE_STATE: ""}.get(
            _STATES.get(self.entry.part, RULE_STATE), "value"
        )
        names = {field: first, f"{field}:plural": "plural"}
        if kind is ActKind.CONFIRMATION:
            names["source"] = "section"
        return {names.get(name, name): sentence for name, sentence in errors.items()}

    @Slot(object)
    def _on_saved(self, _act: object) -> None:
        self._done += 1
        self._go_on(self.frame.view.typed().draft)

    def _outcome(self) -> str:
        left = len(self._entries) - self._done
        words = f"{self._done} recorded"
        return f"{words}, {left} left for later." if left else f"{words}. Nothing is left open."


def _now(ws: "Workspace", entry: LawEntry) -> tuple[str, str]:
    """The value of a row as it would be typed, and the word for more than one; empty where it is blank."""
    row = row_of(law_of(ws), entry.part, entry.key)
    if entry.part == FIGURE:
        return ("" if row.value is None else typed_of_value(row.value)), ""
    words = _WORD_FIELDS.get(entry.part)
    return (getattr(row, words), getattr(row, "plural", "")) if words else ("", "")


def walk_through(parent: QWidget, context: "UiContext") -> WalkDialog | None:
    """Open the walk through everything that is open today, figures first; ``None`` where nothing is."""
    left = figures_to_confirm(context.ws)
    if not left:
        return None
    ordered = sorted(left, key=_figures_first)
    dialog = WalkDialog(context, ordered, parent.window())
    show_dialog(dialog)
    return dialog


def _figures_first(entry: LawEntry) -> int:
    """Figures, then names and words, then the rules, which rest on them."""
    return 0 if entry.part == FIGURE else 1 if entry.part in _WORD_FIELDS else 2
