"""A form that saves, with everything around it, and what to do when saving fails."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.errors import FieldErrors, RuleViolation, SewerdeskError, StaleRecord
from sewerdesk.ui.dialogs.keeping_frame import DraftHome, KeepingFrame
from sewerdesk.ui.dialogs.leave_bar import StaleBar
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.forms.view import SAVE_KEYS, FormView

Draft = TypeVar("Draft")


@dataclass(frozen=True, slots=True)
class Saving(Generic[Draft]):
    """What saving means: ``save`` does it and returns what the screen goes on with.

    ``reload`` gives the record as it is now, and ``keep_mine`` saves over it; both answer a ``StaleRecord``.
    Each may raise any ``SewerdeskError``, which is shown in the form.
    """

    save: Callable[[Draft], object]
    reload: Callable[[], Draft] | None = None
    keep_mine: Callable[[Draft], object] | None = None


class FormFrame(KeepingFrame, Generic[Draft]):
    """A form view that saves."""

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
        super().__init__(drafts, parent)
        self._saving = saving
        self.view: FormView[Draft] = FormView(spec, context, self, save_keys=save_keys)
        self.stale_bar = StaleBar(
            may_reload=saving.reload is not None, may_keep_mine=saving.keep_mine is not None, parent=self
        )
        self.column.insertWidget(self.column.indexOf(self._note), self.stale_bar)
        self.column.addWidget(self.view, 1)
        self._hold(self.view)
        self.view.save_requested.connect(self.save)
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
        self.begin()

    @Slot()
    def save(self) -> bool:
        """Check and save; ``False`` where something is wrong, which is then shown."""
        draft = self.view.check()
        return draft is not None and self._try(self._saving.save, draft)

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
        self._is_saved(result)
        return True

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
        self._forget()
        self.view.load(fresh)
        self.view.focus_first()

    @Slot()
    def _keep_mine(self) -> None:
        draft = self.view.check()
        if draft is not None and self._saving.keep_mine is not None:
            self._try(self._saving.keep_mine, draft)
