"""Entering an act of the Board: its number and days at the left, what it changes at the right."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QWidget

from sewerdesk.domain.errors import FieldErrors, SewerdeskError
from sewerdesk.domain.law.acts import LawActDraft
from sewerdesk.services.law_acts import act_warnings, enter_act
from sewerdesk.ui.dialogs.frame_dialog import FrameDialog
from sewerdesk.ui.dialogs.keeping_frame import KeepingFrame
from sewerdesk.ui.forms.codec import DraftUnreadable
from sewerdesk.ui.forms.view import SAVE_KEYS, FormView
from sewerdesk.ui.screens.law.act_changes import ChangesPanel
from sewerdesk.ui.screens.law.act_forms import ActHead, act_form
from sewerdesk.ui.screens.opening import draft_home, editor_context, show_dialog

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

DRAFT_KEY = "law/act"
_TITLE = "Enter a resolution"
_EXPLANATION = "It holds from its day on. Papers already issued keep the figures they were issued under."
_HEAD_WIDTH = 46
_SIZE_IN_CHARACTERS = (124, 34)


class ActForm(QWidget):
    """The act and what it changes. ``changed`` is emitted at every change by the clerk."""

    changed = Signal()

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        today = context.clock.today()
        editors = editor_context(context)
        self._today = today
        self.head: FormView[ActHead] = FormView(act_form(today), editors, self, save_keys=())
        self.panel = ChangesPanel(context.ws, editors, today=today, parent=self)
        self.head.setMinimumWidth(self.fontMetrics().averageCharWidth() * _HEAD_WIDTH)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        row.addWidget(self.head, 9)
        row.addWidget(self.panel, 11)
        self.head.changed.connect(self._on_head)
        self.panel.changed.connect(self.changed)

    def focus_first(self) -> None:
        """The first field of the act."""
        self.head.focus_first()

    def draft(self) -> LawActDraft:
        """The act as typed, complete or not."""
        return self.head.typed().draft.draft(self.panel.changes())

    def problems(self) -> Mapping[str, str]:
        """What is wrong with the act's own fields, before the office looks at it."""
        return self.head.problems()

    def files(self) -> tuple[Path, ...]:
        """The scans to keep with the act."""
        return self.head.typed().draft.files

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Show each sentence beside its field or row; what belongs to neither stands above."""
        self.panel.show_errors(errors)
        of_head = {
            "section" if name == "source" and self._is_read() else name: sentence
            for name, sentence in errors.items()
            if not self.panel.knows(name)
        }
        self.head.show_errors(of_head)
        if errors and not of_head:
            self.panel.focus_first_error()

    def is_dirty(self) -> bool:
        """Whether anything was typed."""
        return self.head.is_dirty() or self.panel.is_dirty()

    def pack(self) -> str:
        """All that was typed, as JSON text."""
        return json.dumps({"head": self.head.pack(), "changes": self.panel.pack()})

    def restore_packed(self, payload: str) -> None:
        """Put back what :meth:`pack` returned; ``DraftUnreadable`` where it does not fit any more."""
        try:
            kept = json.loads(payload)
            head, changes = str(kept["head"]), str(kept["changes"])
        except (ValueError, KeyError, TypeError) as error:
            raise DraftUnreadable("The act that was kept cannot be read. Enter it again.") from error
        self.head.restore_packed(head)
        self.panel.restore_packed(changes)

    def _is_read(self) -> bool:
        return not self.head.editor("section").isHidden()

    @Slot()
    def _on_head(self) -> None:
        day: date | None = self.head.typed().draft.effective_from
        self.panel.set_day(day or self._today)
        self.changed.emit()


class ActFrame(KeepingFrame):
    """The form of an act, kept while it is typed. ``saved`` carries the ``LawActView``."""

    def __init__(self, context: "UiContext", parent: QWidget | None = None) -> None:
        super().__init__(draft_home(context, DRAFT_KEY), parent)
        self._context = context
        self.form = ActForm(context, self)
        self.column.addWidget(self.form, 1)
        self._hold(self.form)

    @Slot()
    def save(self) -> bool:
        """Check and enter the act; ``False`` where something is wrong, which is then shown."""
        draft = self.form.draft()
        errors = dict(self.form.problems())
        ws = self._context.ws
        try:
            warnings = act_warnings(ws, draft=draft)
            if errors:
                raise FieldErrors(errors)
            if warnings and not self._is_meant(draft, warnings):
                return False
            act = enter_act(ws, draft=draft, files=self.form.files())
        except FieldErrors as problem:
            self.form.show_errors({**problem.errors, **errors})
            return False
        except SewerdeskError as problem:
            self.form.show_errors({"": str(problem)})
            return False
        self._may_go = True
        self._context.toasts.show(f"{act.citation} is entered. It holds from {act.effective_from:%m/%d/%Y}.")
        self._is_saved(act)
        return True

    def _is_meant(self, draft: LawActDraft, warnings: Sequence[str]) -> bool:
        return self._context.prompter.ask(
            f"Enter {draft.citation}?", yes="Enter the act", no="Go back", detail="\n\n".join(warnings)
        )


class ActDialog(FrameDialog):
    """Enters an act. ``saved`` carries the ``LawActView``, just before the dialog closes.

    What is typed is kept every two seconds and offered again. Enter goes from field to field; Ctrl+Enter, Ctrl+S and
    F10 enter the act.
    """

    def __init__(
        self,
        context: "UiContext",
        *,
        rows: Sequence[tuple[str, str]] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(_TITLE, parent)
        self.frame: ActFrame = ActFrame(context, self)
        self._lay_out(title=_TITLE, explanation=_EXPLANATION, verb="Enter the act")
        self._fit_to_text(*_SIZE_IN_CHARACTERS)
        self.frame.saved.connect(self._on_saved)
        panel = self.frame.form.panel
        panel.rows_changed.connect(self._order_tabs)
        for keys in SAVE_KEYS:
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.frame.save)
        self._order_tabs()
        for part, key in rows:
            panel.add(part, key)
        self.frame.begin()

    @Slot()
    def _order_tabs(self) -> None:
        """Tab goes through the rows as they stand, then to the buttons."""
        stops = (*self.frame.form.panel.stops(), self.cancel_button, self.verb_button)
        for earlier, later in pairwise(stops):
            QWidget.setTabOrder(earlier, later)

    @Slot(object)
    def _on_saved(self, act: object) -> None:
        self.saved.emit(act)
        self.accept()


def enter_rows(parent: QWidget, context: "UiContext", rows: Sequence[tuple[str, str]] = ()) -> ActDialog:
    """Open the dialog over a page for some rows of the law, each as (part, key)."""
    dialog = ActDialog(context, rows=rows, parent=parent.window())
    show_dialog(dialog)
    return dialog
