"""What can be done with the record that a page shows: its actions, asking for what they need, saying what was done."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.errors import UserError
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.errors import FailuresShown
from sewerdesk.ui.forms.spec import FormSpec
from sewerdesk.ui.screens.opening import ask_reason, open_form

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

View = TypeVar("View")
Draft = TypeVar("Draft")


class RecordActs(QObject, Generic[View]):
    """Actions of the record shown; ``shown`` tells which one that is, ``done`` is emitted when one is said to be done.

    An act asks with ``_ask``; its save does the act and returns the sentence that ``_say`` shows. ``gone`` is the
    sentence for a record that is not shown any more when its form is saved.
    """

    done = Signal()
    gone: ClassVar[str] = "Choose the record again; the list was read anew meanwhile."

    def __init__(self, page: QWidget, context: "UiContext", *, shown: Callable[[], View | None]) -> None:
        super().__init__(page)
        self._page = page
        self._context = context
        self._shown = shown

    def _action(
        self,
        text: str,
        act: Callable[[], None],
        key: str,
        *,
        shortcut: str = "",
        icon_name: str = "",
        tip: str = "",
    ) -> QAction:
        return make_action(self._page, text, act, key=key, shortcut=shortcut, icon_name=icon_name, tip=tip)

    def _view(self) -> View:
        """The record shown; ``UserError`` when none is."""
        view = self._shown()
        if view is None:
            raise UserError(self.gone)
        return view

    def _ask(
        self,
        spec: FormSpec[Draft],
        draft: Draft | None = None,
        *,
        title: str,
        verb: str,
        save: Callable[[Draft], object],
        then: Callable[[Any], object] | None = None,
        explanation: str = "",
        keep_as: str = "",
    ) -> None:
        """Open a form over the page; ``then``, a bound method, is told what the save returned."""
        open_form(
            self._page,
            self._context,
            spec,
            title=title,
            verb=verb,
            save=save,
            then=then or self._say,
            draft=draft,
            explanation=explanation,
            keep_as=keep_as,
        )

    def _ask_reason(
        self, *, title: str, verb: str, explanation: str, then: Callable[[Any], object], max_len: int = 500
    ) -> None:
        """Ask why; ``then``, a bound method, is told the reason."""
        ask_reason(
            self._page,
            self._context,
            title=title,
            verb=verb,
            explanation=explanation,
            then=then,
            max_len=max_len,
        )

    def _failures_shown(self) -> FailuresShown:
        """For an act that is done at once: what the office refuses is shown, and the rest is left out."""
        return FailuresShown(self._context.prompter)

    @Slot(object)
    def _say(self, said: object) -> None:
        """Tell the page that the act is done, and the clerk what was done, where there is a sentence for it."""
        self.done.emit()
        if isinstance(said, str) and said:
            self._context.toasts.show(said)
