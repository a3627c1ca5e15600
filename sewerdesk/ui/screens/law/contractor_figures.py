"""From a requirement without a figure to the act that sets it."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from sewerdesk.domain.law.acts import FIGURE
from sewerdesk.services.law_book import contractor_blanks

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

ENTER_FIGURE = "law.enter_figure"
"""The action of a verdict's line whose figure is blank."""


def enter_contractor_figures(parent: QWidget, context: "UiContext") -> None:
    """Open the form of an act for the figures that the contractor's requirements lack."""
    from sewerdesk.ui.screens.law.act_dialog import enter_rows

    enter_rows(parent, context, [(FIGURE, key) for key in contractor_blanks(context.ws)])
