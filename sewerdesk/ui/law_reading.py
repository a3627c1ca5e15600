"""From a citation to the rule and back to the very place one was reading."""

from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import ReferenceType, ref

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from sewerdesk.ui.navigation import Route

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

LAW = "law"
"""Key of the law's page."""


@dataclass(frozen=True, slots=True)
class _Left:
    """The place that was left for the law, and the link that was pressed there."""

    route: Route
    link: ReferenceType[QWidget]


class LawReading(QObject):
    """Answers the citations of a window.

    On a page the law's page opens, and Back shows the page as it was left: the same record, tab and scroll place,
    the keyboard on the link. In a dialog, or in a form with typing that is not saved, the rule is shown over it.
    """

    def __init__(self, window: QWidget, context: "UiContext") -> None:
        super().__init__(window)
        self._window = window
        self._context = context
        self._left: _Left | None = None

    def read(self, citation: str, asked_by: QWidget) -> None:
        """Show a rule by its key or citation."""
        if asked_by.window() is not self._window or _has_typing(asked_by):
            self._show_over(citation, asked_by.window())
            return
        navigator = self._context.navigator
        here = navigator.current
        self._left = _Left(here, ref(asked_by)) if here is not None else None
        if not navigator.open(Route(LAW, tab=citation)):
            self._left = None

    def came_back(self, route: Route) -> QWidget | None:
        """The link that was pressed, if a route is the place left for the law and its page still shows that link.

        The page may then stay as it is.
        """
        left = self._left
        if left is None or route.screen == LAW:
            return None
        self._left = None
        link = left.link() if left.route == route else None
        return link if link is not None and isValid(link) and link.isVisible() else None

    def _show_over(self, citation: str, window: QWidget) -> None:
        from sewerdesk.domain.law.book import find_entry
        from sewerdesk.services.law_book import law_book
        from sewerdesk.ui.screens.law.rule import RuleDialog
        from sewerdesk.ui.screens.opening import show_dialog

        show_dialog(RuleDialog(find_entry(law_book(self._context.ws), citation), citation, window))


def _has_typing(link: QWidget) -> bool:
    """Whether the link stands in a form that holds what is not saved."""
    from sewerdesk.ui.forms.view import FormView  # not before there is a link to ask for

    around = link.parentWidget()
    while around is not None and not isinstance(around, FormView):
        around = around.parentWidget()
    return isinstance(around, FormView) and around.is_dirty()
