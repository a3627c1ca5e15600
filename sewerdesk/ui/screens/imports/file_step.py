"""First step: the file, what it seems to hold, and what was imported before."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout

from sewerdesk.domain.wording import count
from sewerdesk.services.imports import FileLook, ImportRow, list_imports, open_file
from sewerdesk.services.sample import SAMPLE_FILES
from sewerdesk.ui.actions import ActionButton, make_action
from sewerdesk.ui.dialogs.wizard import WizardStep
from sewerdesk.ui.errors import sentence_of
from sewerdesk.ui.jobs import Outcome, Reporter
from sewerdesk.ui.screens.imports.specs import IMPORT_COLUMNS, KINDS
from sewerdesk.ui.screens.imports.state import ImportState
from sewerdesk.ui.tables import RecordTable
from sewerdesk.ui.theme import set_role
from sewerdesk.ui.theme_tokens import Tone
from sewerdesk.ui.widgets.banner import BannerArea
from sewerdesk.ui.widgets.card import Card, SectionTitle

if TYPE_CHECKING:
    from sewerdesk.ui.context import UiContext

_FILES = "Spreadsheets and text files (*.xlsx *.csv *.txt *.tsv);;All files (*)"


class FileStep(WizardStep):
    """Choose a file; ``taken`` is emitted once it was read."""

    taken = Signal()

    def __init__(self, context: "UiContext", state: ImportState) -> None:
        super().__init__(
            "File",
            help_text="Parcels first, then accounts, then readings. Nothing is written before the last step.",
        )
        self._context = context
        self._state = state
        sample = context.ws.folder / SAMPLE_FILES
        self._folder: Path | None = sample if sample.is_dir() else None
        self._asked: Path | None = None
        self.banners = BannerArea()
        choose = make_action(self, "&Choose a file…", self.choose, key="choose-file", icon_name="folder-open")
        self.choose_button = ActionButton(choose, self)
        self._name = QLabel("No file chosen yet.")
        self._facts = QLabel("An Excel workbook (.xlsx) or a text file with columns (.csv).")
        self.history: RecordTable[ImportRow] = RecordTable(
            IMPORT_COLUMNS,
            name="imports",
            title="Imported before",
            store=context.views,
            empty="Nothing was imported yet. What you import is listed here, with the file it came from.",
        )
        self._lay_out()

    def _lay_out(self) -> None:
        for label, role in ((self._name, "strong"), (self._facts, "secondary")):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            set_role(label, role=role)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._name)
        words.addWidget(self._facts)
        card = Card()
        line = QHBoxLayout()
        line.setSpacing(16)
        line.addWidget(self.choose_button, 0, Qt.AlignmentFlag.AlignTop)
        line.addLayout(words, 1)
        card.body.addLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(card)
        column.addWidget(self.banners)
        column.addWidget(SectionTitle("Imported before"))
        column.addWidget(self.history, 1)

    def is_ready(self) -> bool:
        """Whether a file was read."""
        return self._state.look is not None

    def on_enter(self) -> None:
        """Show what was imported before."""
        self.history.set_rows(list_imports(self._context.ws))

    def first_focus(self) -> None:
        """The keyboard begins at the button."""
        self.choose_button.setFocus()

    @Slot()
    def choose(self) -> None:
        """Ask for the file and read it."""
        path = self._context.prompter.choose_file(
            "Choose a file to import", kinds=_FILES, folder=self._folder
        )
        if path is not None:
            self.read(path)

    def read(self, path: Path) -> None:
        """Read a file; what was chosen before stays until it could be read."""
        self._folder, self._asked = path.parent, path
        workspace = self._context.ws

        def work(_reporter: Reporter) -> object:
            return open_file(workspace, path=path)

        self._context.jobs.start(
            work, title=f"Reading {path.name}", receiver=self._on_read, parent=self.window()
        )

    @Slot(object)
    def _on_read(self, outcome: Outcome) -> None:
        self.banners.clear()
        if outcome.error is not None:
            self.banners.set_banner("file", Tone.BAD, sentence_of(outcome.error))
            return
        if isinstance(outcome.result, FileLook) and self._asked is not None:
            self._state.take(self._asked, outcome.result)
            self.show_file()
            self.ready_changed.emit()
            self.taken.emit()

    def show_file(self) -> None:
        """Show the file chosen and what is to be known about it."""
        look = self._state.look
        if look is None:
            self._name.setText("No file chosen yet.")
            self._facts.setText("An Excel workbook (.xlsx) or a text file with columns (.csv).")
            return
        self._name.setText(look.table.name)
        what = (
            KINDS[look.kind] if look.kind else "What it holds is not recognized; choose it on the next page"
        )
        self._facts.setText(
            f"{what} · {count(len(look.table.rows), 'row')} · {count(len(look.table.headers), 'column')}"
        )
        if look.imported_before is not None:
            self.banners.set_banner(
                "again",
                Tone.CAUTION,
                f"This very file was imported on {look.imported_before.astimezone():%m/%d/%Y at %I:%M %p}. "
                "What is in the office already is not imported twice.",
            )
        for number, warning in enumerate(look.table.warnings):
            self.banners.set_banner(f"warning-{number}", Tone.CAUTION, warning)
