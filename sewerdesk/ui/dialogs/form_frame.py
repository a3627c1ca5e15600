"""A form with everything around it: the offer of a kept draft, saving, and what to do when saving fails."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sewerdesk.clock import Clock
from sewerdesk.domain.errors import FieldErrors, RuleViolation, SewerdeskError, StaleRecord
from sewerdesk.ui.dialogs.leave_bar import LeaveBar, StaleBar
from sewerdesk.ui.forms.drafts import DraftKeeper, DraftOffer, DraftStore
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.forms.view import SAVE_KEYS, FormView
from sewerdesk.ui.theme import set_role

Draft = TypeVar("Draft")


@dataclass(frozen=True, slots=True)
class DraftHome:
    """Where, under which key and by which clock the drafts of a form are kept."""

    store: DraftStore
    key: str
    clock: Clock


@dataclass(frozen=True, slots=True)
class Saving(Generic[Draft]):
    """What saving means: ``save`` does it and returns what the screen goes on with.

    ``reload`` gives the record as it is now, and ``keep_mine`` saves over it; both answer a ``StaleRecord``.
    Each may raise any ``SewerdeskError``, which is shown in the form.
    """

    save: Callable[[Draft], object]
    reload: Callable[[], Draft] | None = None
    keep_mine: Callable[[Draft], object] | None = None


class FormFrame(QWidget, Generic[Draft]):
    """A form view that saves. ``saved`` carries what the save returned; ``leave_allowed`` answers ``may_leave``."""

    saved = Signal(object)
    leave_allowed = Signal()

    def __init__(
        self,
        spec: FormSpec[Draft],
        context: EditorContext,
        *,
        saving: Saving[Draft],
        drafts: DraftHome | None = None,
        save_keys: tuple[str, ...] = SAVE_KEYS,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._saving = saving
        self._drafts = drafts
        self._may_go = False
        self.view: FormView[Draft] = FormView(spec, context, self, save_keys=save_keys)
        self.offer = DraftOffer(self)
        self.leave_bar = LeaveBar(keeps_drafts=drafts is not None, parent=self)
        self.stale_bar = StaleBar(
            may_reload=saving.reload is not None, may_keep_mine=saving.keep_mine is not None, parent=self
        )
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setVisible(False)
        set_role(self._note, role="error")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        for widget in (self.offer, self.leave_bar, self.stale_bar, self._note):
            column.addWidget(widget)
        column.addWidget(self.view, 1)
        self._keeper: DraftKeeper | None = None
        if drafts is not None:
            self._keeper = DraftKeeper(self.view, drafts.store, key=drafts.key, clock=drafts.clock)
            self._keeper.failed.connect(self._on_keeping_failed)
            self._keeper.kept.connect(self._on_kept)
        self._connect()

    def _connect(self) -> None:
        self.view.save_requested.connect(self.save)
        self.view.changed.connect(self._on_changed)
        self.offer.restore_asked.connect(self._restore)
        self.offer.discard_asked.connect(self._discard_offer)
        self.leave_bar.save_draft_asked.connect(self._leave_with_draft)
        self.leave_bar.discard_asked.connect(self._leave_without)
        self.leave_bar.keep_editing_asked.connect(self._stay)
        self.stale_bar.reload_asked.connect(self._reload)
        self.stale_bar.keep_mine_asked.connect(self._keep_mine)

    def go_to_record(self, draft: Draft, *, draft_key: str) -> None:
        """Show another record in the same form, as if the form had been built for it."""
        for bar in (self.offer, self.leave_bar, self.stale_bar, self._note):
            bar.hide()
        if self._keeper is not None:
            self._keeper.set_key(draft_key)
        self.open(draft)

    def open(self, draft: Draft | None = None) -> None:
        """Show a draft (an empty one unless given), and offer what was kept of it before."""
        self.view.load(draft if draft is not None else self.view.spec.empty())
        self._may_go = False
        stored = self._keeper.waiting() if self._keeper is not None else None
        if stored is not None and self._drafts is not None:
            self.offer.offer(stored, clock=self._drafts.clock)
        else:
            self.view.focus_first()

    @Slot()
    def save(self) -> bool:
        """Check and save; ``False`` where something is wrong, which is then shown."""
        draft = self.view.check()
        return draft is not None and self._try(self._saving.save, draft)

    def may_leave(self) -> bool:
        """Whether nothing typed would be lost; otherwise the question is put in the form."""
        if self._may_go or not self.view.is_dirty():
            return True
        self.leave_bar.ask_to_leave()
        return False

    def is_asking_to_leave(self) -> bool:
        """Whether the question is open."""
        return not self.leave_bar.isHidden()

    def note(self) -> str:
        """What is said under the bars, such as that typing is not kept safe."""
        return self._note.text() if not self._note.isHidden() else ""

    def _try(self, save: Callable[[Draft], object], draft: Draft) -> bool:
        self.stale_bar.hide()
        try:
            result = save(draft)
        except FieldErrors as problem:
            self.view.show_errors(problem.errors)
            return False
        except StaleRecord as problem:
            self.stale_bar.ask(problem.message, focus=self.stale_bar.reload_button)
            return False
        except RuleViolation as problem:
            cited = f"{problem.message} ({problem.citation})" if problem.citation else problem.message
            self.view.show_errors({"": cited})
            return False
        except SewerdeskError as problem:
            self.view.show_errors({"": problem.message})
            return False
        self.view.mark_saved()
        if self._keeper is not None:
            self._keeper.discard()
        self.leave_bar.hide()
        self.saved.emit(result)
        return True

    @Slot()
    def _restore(self) -> None:
        self.offer.hide()
        if self._keeper is None:
            return
        try:
            self._keeper.restore()
        except SewerdeskError as problem:
            self.view.show_errors({"": problem.message})
            return
        self.view.focus_first()

    @Slot()
    def _discard_offer(self) -> None:
        self.offer.hide()
        if self._keeper is not None:
            self._keeper.discard()
            self._keeper.keep()
        self.view.focus_first()

    @Slot()
    def _leave_with_draft(self) -> None:
        if self._keeper is not None:
            self._keeper.keep()
            if self.note():
                return
        self._go()

    @Slot()
    def _leave_without(self) -> None:
        if self._keeper is not None:
            self._keeper.discard()
        self._go()

    def _go(self) -> None:
        self._may_go = True
        self.leave_bar.hide()
        self.leave_allowed.emit()

    @Slot()
    def _stay(self) -> None:
        self.leave_bar.hide()
        self.view.focus_first()

    @Slot()
    def _reload(self) -> None:
        if self._saving.reload is None:
            return
        try:
            fresh = self._saving.reload()
        except SewerdeskError as problem:
            self.view.show_errors({"": problem.message})
            return
        self.stale_bar.hide()
        if self._keeper is not None:
            self._keeper.discard()
        self.view.load(fresh)
        self.view.focus_first()

    @Slot()
    def _keep_mine(self) -> None:
        draft = self.view.check()
        if draft is not None and self._saving.keep_mine is not None:
            self._try(self._saving.keep_mine, draft)

    @Slot()
    def _on_changed(self) -> None:
        self._may_go = False

    @Slot(str)
    def _on_keeping_failed(self, sentence: str) -> None:
        self._note.setText(sentence)
        self._note.setVisible(True)

    @Slot()
    def _on_kept(self) -> None:
        self._note.setVisible(False)
