"""Text size and colors of this machine; a choice shows at once."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QApplication

from sewerdesk.domain.errors import EnvironmentProblem
from sewerdesk.ui.forms.editor import EditorContext
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section
from sewerdesk.ui.forms.view import FormView
from sewerdesk.ui.screens.settings.section import SettingsSection
from sewerdesk.ui.theme import apply_theme, theme
from sewerdesk.ui.theme_tokens import Scheme, TextSize, Tone

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext


@dataclass(frozen=True, slots=True)
class LookDraft:
    """The look as chosen."""

    text_size: int | None = int(TextSize.NORMAL)
    scheme: Scheme | None = Scheme.SYSTEM


FORM = FormSpec(
    LookDraft,
    (
        Section(
            "",
            (
                FieldSpec(
                    "text_size",
                    "Text size",
                    FieldKind.CHOICE,
                    required=True,
                    choices=(
                        Choice(int(TextSize.SMALL), "Small (9 points)"),
                        Choice(int(TextSize.NORMAL), "Normal (11 points)"),
                        Choice(int(TextSize.LARGE), "Large (13 points)"),
                        Choice(int(TextSize.EXTRA), "Largest (16 points)"),
                    ),
                    help="Also with Ctrl++ and Ctrl+-; Ctrl+0 is normal.",
                ),
                FieldSpec(
                    "scheme",
                    "Colors",
                    FieldKind.CHOICE,
                    required=True,
                    choices=(
                        Choice(Scheme.SYSTEM, "As the computer is set"),
                        Choice(Scheme.LIGHT, "Light"),
                        Choice(Scheme.DARK, "Dark"),
                    ),
                    help="Also with Ctrl+Shift+L. Where the computer is set to high contrast, that wins.",
                ),
            ),
        ),
    ),
    verb="choose",
)


class LookSection(SettingsSection):
    """Two choices that need no saving."""

    def __init__(self, context: "UiContext") -> None:
        super().__init__(
            context,
            key="look",
            title="Look",
            sentence="For this computer only; a choice shows at once and is remembered.",
        )
        self.view: FormView[LookDraft] = FormView(
            FORM, EditorContext(today=context.clock.today), self, save_keys=()
        )
        self.body.addWidget(self.view, 1)
        self.view.changed.connect(self._apply)
        theme().changed.connect(self.refresh)

    @Slot()
    def refresh(self) -> None:
        """Show the look in force; it may have been changed by a key."""
        self.view.load(LookDraft(int(theme().text_size), theme().scheme))

    def take_focus(self) -> None:
        """The text size."""
        self.view.focus_first()

    @Slot()
    def _apply(self) -> None:
        draft = self.view.draft()
        app = QApplication.instance()
        if draft.text_size is None or draft.scheme is None or not isinstance(app, QApplication):
            return
        apply_theme(app, draft.scheme, TextSize(draft.text_size))
        try:
            self.context.settings.change(theme=draft.scheme, text_size=draft.text_size)
        except EnvironmentProblem as problem:
            self.context.toasts.show(problem.message, tone=Tone.CAUTION)
