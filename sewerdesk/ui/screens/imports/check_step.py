"""Last step: what would be written, what would be left out and why, before anything is."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.domain.importcells import Reject
from sewerdesk.domain.importfields import ImportKind
from sewerdesk.domain.importing import AnyPreview, ReadingRow
from sewerdesk.domain.wording import count
from sewerdesk.services.imports import new_readings, preview_import, rejects_file
from sewerdesk.services.saving import save_file
from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.dialogs.wizard import WizardStep
from sewerdesk.ui.errors import sentence_of
from sewerdesk.ui.jobs import Outcome, Reporter
from sewerdesk.ui.screens.imports.specs import REJECT_COLUMNS, counted
from sewerdesk.ui.screens.imports.state import ImportState
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import BannerArea
from sewerdesk.ui.widgets.stat import StatFigure

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_NOTES_SHOWN = 6


class CheckStep(WizardStep):
    """The file checked row by row against the office as it is now."""

    def __init__(self, context: "UiContext", state: ImportState) -> None:
        super().__init__(
            "Check and import",
            help_text="Rejected rows are left out; save them as a sheet, correct them, and import that sheet.",
        )
        self._context = context
        self._state = state
        self.banners = BannerArea()
        self.good = StatFigure("Can be imported")
        self.bad = StatFigure("Rejected rows")
        self.known = StatFigure("In the office already")
        save = make_action(
            self,
            "&Save rejected rows as a sheet…",
            self.save_rejects,
            key="save-rejects",
            icon_name="file-spreadsheet",
        )
        self.save_button = ActionButton(save, self)
        self.rejects: RecordTable[Reject] = RecordTable(
            REJECT_COLUMNS,
            name="import-rejects",
            title="Rejected rows",
            store=context.views,
            empty="No row is rejected.",
        )
        self._lay_out()
        self.bad.clicked.connect(self.rejects.focus_rows)

    def _lay_out(self) -> None:
        figures = QHBoxLayout()
        figures.setSpacing(12)
        for figure in (self.good, self.bad, self.known):
            figures.addWidget(figure, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.save_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(figures)
        column.addWidget(self.banners)
        column.addWidget(self.rejects, 1)
        column.addLayout(buttons)

    def is_ready(self) -> bool:
        """Whether there is a row to import."""
        return self._state.preview is not None and bool(self._state.preview.rows) and self._state.fresh != 0

    def first_focus(self) -> None:
        """The keyboard stays on the wizard's button, which imports."""

    def on_enter(self) -> None:
        """Check the file, unless it was checked with the same columns."""
        self.show_preview()
        look, kind, mapping = self._state.look, self._state.kind, dict(self._state.mapping)
        if self._state.preview is not None or look is None or kind is None:
            return
        workspace, table = self._context.ws, look.table

        def work(reporter: Reporter) -> object:
            reporter.step(0, 2, f"Checking {count(len(table.rows), 'row')}")
            preview = preview_import(workspace, table=table, kind=kind, mapping=mapping)
            reporter.step(1, 2, "Comparing with the office")
            readings = [row for row in preview.rows if isinstance(row, ReadingRow)]
            return preview, new_readings(workspace, rows=readings) if readings else None

        self._context.jobs.start(
            work, title=f"Checking {table.name}", receiver=self._on_checked, parent=self.window()
        )

    @Slot(object)
    def _on_checked(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            self.banners.set_banner("check", Tone.BAD, sentence_of(outcome.error))
            return
        if isinstance(outcome.result, tuple):
            self._state.preview, self._state.fresh = outcome.result
            self.show_preview()
        self.ready_changed.emit()

    def show_preview(self) -> None:
        """Show the figures and the rejected rows."""
        self.banners.clear()
        preview = self._state.preview
        if preview is None:
            self.rejects.set_rows(())
            return
        fresh = len(preview.rows) if self._state.fresh is None else self._state.fresh
        self.good.set_figure(
            f"{fresh:,}", counted(preview.kind, fresh), tone=Tone.GOOD if fresh else Tone.BAD
        )
        rejected = preview.rejected_rows
        reasons = "none" if not rejected else f"for {count(len(preview.rejects), 'reason')}, listed below"
        self.bad.set_figure(f"{rejected:,}", reasons, tone=Tone.BAD if rejected else Tone.NEUTRAL)
        known = len(preview.rows) - fresh
        self.known.set_figure(f"{known:,}", "left as they are")
        self.known.setVisible(preview.kind is ImportKind.READINGS)
        self.rejects.set_rows(preview.rejects)
        self.save_button.setVisible(bool(preview.rejects))
        self._show_notes(preview, fresh)

    def _show_notes(self, preview: AnyPreview, fresh: int) -> None:
        if not fresh:
            why = (
                "has no row that can be imported; what is wrong with each is listed below"
                if preview.rejected_rows
                else "has nothing that is not in the office already"
            )
            self.banners.set_banner("nothing", Tone.CAUTION, f"{preview.source} {why}.")
        for number, note in enumerate(preview.notes[:_NOTES_SHOWN]):
            self.banners.set_banner(f"note-{number}", Tone.INFO, note)
        more = len(preview.notes) - _NOTES_SHOWN
        if more > 0:
            self.banners.set_banner(
                "more", Tone.INFO, f"{more:,} more rows are worth a look for the same reason."
            )

    @Slot()
    def save_rejects(self) -> None:
        """Save the rejected rows as a workbook, where the clerk wants it."""
        look, preview = self._state.look, self._state.preview
        if look is None or preview is None:
            return
        folder = self._state.path.parent if self._state.path is not None else Path.home()
        proposed = folder / f"{Path(look.table.name).stem} rejected.xlsx"
        path = self._context.prompter.save_file(
            "Save rejected rows", proposed=proposed, kinds="Excel workbook (*.xlsx)"
        )
        if path is None:
            return
        try:
            save_file(path, rejects_file(self._context.ws, table=look.table, preview=preview))
        except SewerdeskError as problem:
            self.banners.set_banner("save", Tone.BAD, problem.message)
            return
        self.banners.remove("save")
        self._context.toasts.show(f"{count(preview.rejected_rows, 'rejected row')} saved as {path.name}.")
