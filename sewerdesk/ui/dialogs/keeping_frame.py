"""What surrounds anything typed into: the offer of a kept draft, and the question before it is left unsaved."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from sewerdesk.clock import Clock
from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.ui.dialogs.leave_bar import LeaveBar
from sewerdesk.ui.forms.drafts import DraftKeeper, DraftOffer, DraftStore, Keepable
from sewerdesk.ui.theme import set_role


@dataclass(frozen=True, slots=True)
class DraftHome:
    """Where, under which key and by which clock the drafts of a form are kept."""

    store: DraftStore
    key: str
    clock: Clock


class Body(Keepable, Protocol):
    """What is typed into."""

    def focus_first(self) -> None:
        """Put the keyboard where typing begins."""

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Show each sentence beside its field; under "" what belongs to none."""


class KeepingFrame(QWidget):
    """Keeps what is typed and asks before it is lost; subclasses give the body and save it.

    ``saved`` carries what the save returned; ``leave_allowed`` answers ``may_leave``.
    """

    saved = Signal(object)
    leave_allowed = Signal()

    def __init__(self, drafts: DraftHome | None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drafts = drafts
        self._keeper: DraftKeeper | None = None
        self._may_go = False
        self.offer = DraftOffer(self)
        self.leave_bar = LeaveBar(keeps_drafts=drafts is not None, parent=self)
        self._note = QLabel(self)
        self._note.setWordWrap(True)
        self._note.setVisible(False)
        set_role(self._note, role="error")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(12)
        for widget in (self.offer, self.leave_bar, self._note):
            self.column.addWidget(widget)

    def _hold(self, body: Body) -> None:
        """Keep what is typed into the body; the subclass puts it into the column."""
        self._body = body
        body.changed.connect(self._on_changed)
        if self._drafts is not None:
            drafts = self._drafts
            self._keeper = DraftKeeper(body, drafts.store, key=drafts.key, clock=drafts.clock)
            self._keeper.failed.connect(self._on_keeping_failed)
            self._keeper.kept.connect(self._on_kept)
        self.offer.restore_asked.connect(self._restore)
        self.offer.discard_asked.connect(self._discard_offer)
        self.leave_bar.save_draft_asked.connect(self._leave_with_draft)
        self.leave_bar.discard_asked.connect(self._leave_without)
        self.leave_bar.keep_editing_asked.connect(self._stay)

    def begin(self) -> None:
        """Offer what was typed before and not saved, else put the keyboard where typing begins."""
        stored = self._keeper.waiting() if self._keeper is not None else None
        if stored is not None and self._drafts is not None:
            self.offer.offer(stored, clock=self._drafts.clock)
        else:
            self._body.focus_first()

    def may_leave(self) -> bool:
        """Whether nothing typed would be lost; otherwise the question is put in the form."""
        if self._may_go or not self._body.is_dirty():
            return True
        self.leave_bar.ask_to_leave()
        return False

    def is_asking_to_leave(self) -> bool:
        """Whether the question is open."""
        return not self.leave_bar.isHidden()

    def note(self) -> str:
        """What is said under the bars, such as that typing is not kept safe."""
        return self._note.text() if not self._note.isHidden() else ""

    @Slot()
    def save(self) -> bool:
        """Check and save; ``False`` where something is wrong, which is then shown."""
        raise NotImplementedError

    def _is_saved(self, result: object) -> None:
        """It is saved: nothing is left to keep or to ask about."""
        self._forget()
        self.leave_bar.hide()
        self.saved.emit(result)

    def _forget(self) -> None:
        if self._keeper is not None:
            self._keeper.discard()

    @Slot()
    def _restore(self) -> None:
        self.offer.hide()
        if self._keeper is None:
            return
        try:
            self._keeper.restore()
        except SewerdeskError as problem:
            self._body.show_errors({"": problem.message})
            return
        self._body.focus_first()

    @Slot()
    def _discard_offer(self) -> None:
        self.offer.hide()
        if self._keeper is not None:
            self._keeper.discard()
            self._keeper.keep()
        self._body.focus_first()

    @Slot()
    def _leave_with_draft(self) -> None:
        if self._keeper is not None:
            self._keeper.keep()
            if self.note():
                return
        self._go()

    @Slot()
    def _leave_without(self) -> None:
        self._forget()
        self._go()

    def _go(self) -> None:
        self._may_go = True
        self.leave_bar.hide()
        self.leave_allowed.emit()

    @Slot()
    def _stay(self) -> None:
        self.leave_bar.hide()
        self._body.focus_first()

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
