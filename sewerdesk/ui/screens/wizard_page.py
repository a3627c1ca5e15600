"""A page that is a wizard: the wizard has the title and the buttons, the page the banners and the way back."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.ui.dialogs.wizard import Wizard, WizardStep
from sewerdesk.ui.screens.base import Screen

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


class WizardPage(Screen):
    """Subclasses give the steps and override ``act``; what was entered stays while one is elsewhere."""

    def __init__(self, context: "UiContext", steps: Sequence[WizardStep], *, title: str, act: str) -> None:
        super().__init__(context, title=title)
        self._titles.hide()
        self.setContentsMargins(-24, -16, -24, -16)
        self.wizard = Wizard(steps, title=title, act=act, parent=self.body.parentWidget())
        self.body.addWidget(self.wizard, 1)
        self.wizard.act_asked.connect(self.act)
        self.wizard.left.connect(self.leave)

    @Slot()
    def act(self) -> None:
        """Do what the wizard is for."""
        raise NotImplementedError

    @Slot()
    def leave(self) -> None:
        """Go back to where one came from; the wizard keeps its place."""
        self.context.navigator.back()

    def take_focus(self) -> None:
        """The keyboard goes to the step in view."""
        self.wizard.next_button.setFocus()
        self.wizard.step().first_focus()
