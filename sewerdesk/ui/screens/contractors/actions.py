"""What all actions on a contractor have in common: the page, the contractor shown, saying what was done."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from sewerdesk.domain.counter import ContractorView
from sewerdesk.domain.errors import SewerdeskError, UserError
from sewerdesk.ui.actions import make_action
from sewerdesk.ui.errors import show_failure

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class ContractorActions(QObject):
    """Actions of the contractor shown; ``shown`` tells which one that is."""

    def __init__(
        self, page: QWidget, context: "UiContext", *, shown: Callable[[], ContractorView | None]
    ) -> None:
        super().__init__(page)
        self._page = page
        self._context = context
        self._shown = shown

    def _action(
        self, text: str, act: Callable[[], None], key: str, *, shortcut: str = "", icon_name: str = ""
    ) -> QAction:
        return make_action(self._page, text, act, key=key, shortcut=shortcut, icon_name=icon_name)

    def _id(self) -> int:
        view = self._shown()
        if view is None:
            raise UserError("Choose the contractor again; the list was read anew meanwhile.")
        return view.id

    def _try(self, act: Callable[..., object], *args: object, **words: object) -> bool:
        try:
            act(*args, **words)
        except SewerdeskError as problem:
            show_failure(self._context.prompter, problem)
            return False
        return True

    @Slot(object)
    def _filed(self, said: object) -> None:
        """Confirm in the sentence that the act returned."""
        if isinstance(said, str) and said:
            self._context.toasts.show(said)
