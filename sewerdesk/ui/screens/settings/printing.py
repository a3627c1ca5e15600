"""Which envelope the bills are folded for, and the sheet that proves it."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.printing import alignment_sheet, envelope_choices, usual_envelope
from sewerdesk.ui.errors import FailuresShown
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.screens.opening import preview_pdf
from sewerdesk.ui.screens.settings.section import FormSection

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_DOCUMENT = "alignment"


@dataclass(frozen=True, slots=True)
class PrintingDraft:
    """The envelope by its key."""

    envelope: str | None = None


def printing_form() -> FormSpec[PrintingDraft]:
    """One choice."""
    return FormSpec(
        PrintingDraft,
        (
            Section(
                "Envelope for bills and notices",
                (
                    FieldSpec(
                        "envelope",
                        "Envelope",
                        FieldKind.CHOICE,
                        required=True,
                        choices=tuple(Choice(one.key, one.name) for one in envelope_choices()),
                        width=Width.LINE,
                        help="As the office buys it. The alignment sheet shows whether the whole address appears in "
                        "the window however the page slips.",
                    ),
                ),
            ),
        ),
        verb="save",
    )


class PrintingSection(FormSection[PrintingDraft]):
    """The envelope, and "Print the alignment sheet"."""

    def __init__(self, context: "UiContext") -> None:
        super().__init__(
            context,
            key="printing",
            title="Printing",
            sentence="Papers are printed at their actual size, never fitted to the page.",
            spec=printing_form(),
            read=self._read_envelope,
            save=self._save_envelope,
            saved_words="The envelope was saved; bills printed from now on use it.",
        )
        self.add_action("Print the &alignment sheet…", self.print_sheet, key="alignment", icon_name="printer")

    @Slot()
    def print_sheet(self) -> None:
        """Show the alignment sheet of the envelope that is chosen, ready to be printed."""
        with FailuresShown(self.context.prompter):
            key = self.frame.view.draft().envelope or usual_envelope()
            dialog = preview_pdf(
                self,
                self.context,
                alignment_sheet(self.context.ws, envelope_key=key),
                title="Alignment sheet",
                file_name=f"Alignment sheet {key}.pdf",
                printer=self.context.settings.current.printers.get(_DOCUMENT, ""),
            )
            dialog.printed.connect(self._remember_printer)

    @Slot(str)
    def _remember_printer(self, printer: str) -> None:
        settings = self.context.settings
        with FailuresShown(self.context.prompter):
            settings.save(settings.current.with_printer(_DOCUMENT, printer))

    def _read_envelope(self) -> PrintingDraft:
        return PrintingDraft(billing_settings(self.context.ws).envelope or usual_envelope())

    def _save_envelope(self, draft: PrintingDraft) -> object:
        settings = replace(billing_settings(self.context.ws), envelope=draft.envelope or "")
        save_billing_settings(self.context.ws, settings=settings)
        return settings
