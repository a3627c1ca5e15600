"""Entering an act of the Board: its number and days at the left, what it changes at the right."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from sewerdesk.domain.errors import FieldErrors, SewerdeskError
from sewerdesk.domain.law.acts import LawActDraft
from sewerdesk.services.law_acts import act_warnings, enter_act
from sewerdesk.ui.dialogs.leave_bar import LeaveBar
from sewerdesk.ui.forms.codec import DraftUnreadable
from sewerdesk.ui.forms.drafts import DraftKeeper, DraftOffer
from sewerdesk.ui.forms.office_drafts import OfficeDraftStore
from sewerdesk.ui.forms.view import SAVE_KEYS, FormView
from sewerdesk.ui.screens.law.act_changes import ChangesPanel
from sewerdesk.ui.screens.law.act_forms import ActHead, act_form
from sewerdesk.ui.screens.opening import editor_context, show_dialog
from sewerdesk.ui.theme import set_role

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


class ActDialog(QDialog):
    """Enters an act. ``saved`` carries the ``LawActView``, just before the dialog closes.

    What is typed is kept every two seconds and offered again. Enter goes from field to field; Ctrl+Enter, Ctrl+S and
    F10 enter the act.
    """

    saved = Signal(object)

    def __init__(
        self,
        context: "UiContext",
        *,
        rows: Sequence[tuple[str, str]] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._may_go = False
        self.setWindowTitle(_TITLE)
        self.setModal(True)
        self.form = ActForm(context, self)
        self.offer = DraftOffer(self)
        self.leave_bar = LeaveBar(keeps_drafts=True, parent=self)
        self._note = QLabel(self)
        self.verb_button = QPushButton("Enter the act", self)
        self.cancel_button = QPushButton("Cancel", self)
        self._keeper = DraftKeeper(
            self.form, OfficeDraftStore(context.ws), key=DRAFT_KEY, clock=context.clock, parent=self
        )
        self._lay_out()
        self._connect()
        self._rows = tuple(rows)
        self._order_tabs()
        self._begin()

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(12)
        for text, role in ((_TITLE, "title"), (_EXPLANATION, "secondary")):
            label = QLabel(text, self)
            label.setWordWrap(True)
            set_role(label, role=role)
            column.addWidget(label)
        self._note.setWordWrap(True)
        self._note.hide()
        set_role(self._note, role="error")
        for widget in (self.offer, self.leave_bar, self._note):
            column.addWidget(widget)
        column.addWidget(self.form, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        for button in (self.cancel_button, self.verb_button):
            button.setAutoDefault(False)
            button.installEventFilter(self)
            buttons.addWidget(button)
        set_role(self.verb_button, primary=True)
        column.addLayout(buttons)
        room = self.screen().availableGeometry()
        letters, lines = _SIZE_IN_CHARACTERS
        metrics = self.fontMetrics()
        self.resize(
            min(metrics.averageCharWidth() * letters, room.width() - 48),
            min(metrics.lineSpacing() * lines, room.height() - 96),
        )

    def _connect(self) -> None:
        self.form.panel.rows_changed.connect(self._order_tabs)
        self.verb_button.clicked.connect(self.save)
        self.cancel_button.clicked.connect(self.reject)
        self.offer.restore_asked.connect(self._restore)
        self.offer.discard_asked.connect(self._discard_offer)
        self.leave_bar.save_draft_asked.connect(self._leave_with_draft)
        self.leave_bar.discard_asked.connect(self._leave_without)
        self.leave_bar.keep_editing_asked.connect(self._stay)
        self._keeper.failed.connect(self._say_unkept)
        self._keeper.kept.connect(self._note.hide)
        for keys in SAVE_KEYS:
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self.save)

    def _begin(self) -> None:
        """Put in what the dialog was opened for; then offer what was typed before, or begin with what is needed."""
        for part, key in self._rows:
            self.form.panel.add(part, key)
        stored = self._keeper.waiting()
        if stored is not None:
            self.offer.offer(stored, clock=self._context.clock)
        else:
            self.form.head.focus_first()

    @Slot()
    def _order_tabs(self) -> None:
        """Tab goes through the rows as they stand, then to the buttons."""
        for earlier, later in pairwise((*self.form.panel.stops(), self.cancel_button, self.verb_button)):
            QWidget.setTabOrder(earlier, later)

    # ------------------------------------------------------------ saving
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
        self._keeper.discard()
        self._may_go = True
        self._context.toasts.show(f"{act.citation} is entered. It holds from {act.effective_from:%m/%d/%Y}.")
        self.saved.emit(act)
        self.accept()
        return True

    def _is_meant(self, draft: LawActDraft, warnings: Sequence[str]) -> bool:
        return self._context.prompter.ask(
            f"Enter {draft.citation}?", yes="Enter the act", no="Go back", detail="\n\n".join(warnings)
        )

    # ------------------------------------------------------------ leaving
    @Slot()
    def reject(self) -> None:
        """Close, unless something typed would be lost: then ask first. Esc on the question keeps editing."""
        if not self.leave_bar.isHidden():
            self.leave_bar.keep_button.click()
        elif self._may_leave():
            super().reject()

    def _may_leave(self) -> bool:
        if self._may_go or not self.form.is_dirty():
            return True
        self.leave_bar.ask_to_leave()
        return False

    def closeEvent(self, event: QCloseEvent) -> None:
        """The window's own button asks, too."""
        if self.isVisible() and not self._may_leave():
            event.ignore()
            return
        super().closeEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter presses the button that has the keyboard."""
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and isinstance(watched, QPushButton)
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            watched.click()
            return True
        return super().eventFilter(watched, event)

    @Slot()
    def _restore(self) -> None:
        self.offer.hide()
        try:
            self._keeper.restore()
        except SewerdeskError as problem:
            self.form.show_errors({"": str(problem)})
            return
        self.form.head.focus_first()

    @Slot()
    def _discard_offer(self) -> None:
        self.offer.hide()
        self._keeper.discard()
        self.form.head.focus_first()

    @Slot()
    def _leave_with_draft(self) -> None:
        self._keeper.keep()
        if self._note.isHidden():
            self._go()

    @Slot()
    def _leave_without(self) -> None:
        self._keeper.discard()
        self._go()

    def _go(self) -> None:
        self._may_go = True
        self.leave_bar.hide()
        super().reject()

    @Slot()
    def _stay(self) -> None:
        self.leave_bar.hide()
        self.form.head.focus_first()

    @Slot(str)
    def _say_unkept(self, sentence: str) -> None:
        self._note.setText(sentence)
        self._note.show()


def enter_rows(parent: QWidget, context: "UiContext", rows: Sequence[tuple[str, str]] = ()) -> ActDialog:
    """Open the dialog over a page for some rows of the law, each as (part, key)."""
    dialog = ActDialog(context, rows=rows, parent=parent.window())
    show_dialog(dialog)
    return dialog
