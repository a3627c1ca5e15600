"""Import: choose a file, look at its columns, see what is rejected, then write all of it or nothing."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from sewerdesk.domain.wording import count
from sewerdesk.services.imports import Imported, import_file
from sewerdesk.ui.errors import sentence_of
from sewerdesk.ui.jobs import Outcome, OutcomeKind, Reporter
from sewerdesk.ui.screens.imports.check_step import CheckStep
from sewerdesk.ui.screens.imports.columns_step import ColumnsStep
from sewerdesk.ui.screens.imports.file_step import FileStep
from sewerdesk.ui.screens.imports.specs import counted
from sewerdesk.ui.screens.imports.state import ImportState
from sewerdesk.ui.screens.wizard_page import WizardPage
from sewerdesk.ui.theme_tokens import Tone

if TYPE_CHECKING:
    from sewerdesk.ui.bridge import Changes
    from sewerdesk.ui.context import UiContext


class ImportScreen(WizardPage):
    """The wizard and the act: "Import 436 parcels"."""

    watches = frozenset({"import_batch"})
    help_topic = "imports"

    def __init__(self, context: "UiContext") -> None:
        self.state = ImportState()
        self.file_step = FileStep(context, self.state)
        self.columns_step = ColumnsStep(context, self.state)
        self.check_step = CheckStep(context, self.state)
        steps = (self.file_step, self.columns_step, self.check_step)
        super().__init__(context, steps, title="Import", act="Import")
        self.file_step.taken.connect(self._on_taken)
        self.check_step.ready_changed.connect(self._name_act)
        self.wizard.step_changed.connect(self._name_act)

    def refresh(self, changes: "Changes | None" = None) -> None:
        """Read the list of imports again."""
        self.file_step.on_enter()

    @Slot()
    def _on_taken(self) -> None:
        self.banners.clear()
        self.wizard.next_button.setFocus()

    @Slot()
    def _name_act(self) -> None:
        preview, kind = self.state.preview, self.state.kind
        if preview is None or kind is None:
            self.wizard.set_act("Import")
            return
        fresh = len(preview.rows) if self.state.fresh is None else self.state.fresh
        self.wizard.set_act(f"Import {counted(kind, fresh)}")
        self.wizard.set_totals(f"{preview.source} · {preview.rejected_rows:,} rejected")

    @Slot()
    def act(self) -> None:
        """Write the good rows in one transaction, as a job that may be stopped."""
        look, kind, mapping = self.state.look, self.state.kind, dict(self.state.mapping)
        if look is None or kind is None:
            return
        workspace, table = self.context.ws, look.table

        def work(reporter: Reporter) -> object:
            return import_file(workspace, table=table, kind=kind, mapping=mapping, progress=reporter.step)

        self.context.jobs.start(
            work, title=f"Importing {table.name}", receiver=self._on_imported, parent=self.window()
        )

    @Slot(object)
    def _on_imported(self, outcome: Outcome) -> None:
        if outcome.kind is OutcomeKind.CANCELLED:
            self.check_step.banners.set_banner(
                "import", Tone.INFO, "Stopped. Nothing was written; everything you chose is still here."
            )
            return
        if outcome.error is not None:
            sentence = f"{sentence_of(outcome.error)} Nothing was written."
            self.check_step.banners.set_banner("import", Tone.BAD, sentence)
            return
        if isinstance(outcome.result, Imported):
            self._done(outcome.result)

    def _done(self, imported: Imported) -> None:
        name = self.state.look.table.name if self.state.look is not None else "the file"
        were = "was" if imported.rejected == 1 else "were"
        left_out = (
            f"; {count(imported.rejected, 'rejected row')} {were} left out" if imported.rejected else ""
        )
        fresh = imported.rows if self.state.fresh is None else self.state.fresh
        self.state.clear()
        self.file_step.banners.clear()
        self.file_step.show_file()
        self.wizard.set_totals("")
        self.wizard.restart()
        sentence = (
            f"{counted(imported.kind, fresh)} imported from {name}{left_out}. {imported.warning}".strip()
        )
        self.file_step.banners.set_banner("done", Tone.GOOD, sentence)
