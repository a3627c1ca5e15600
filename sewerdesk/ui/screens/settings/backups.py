"""The office's backups: when, why and how large; making, copying and restoring them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from sewerdesk.domain.rehearsals import RestoreRehearsal
from sewerdesk.domain.wording import count
from sewerdesk.services.backup_copies import BackupRow, backup_rows, copy_backup
from sewerdesk.services.offices import back_up
from sewerdesk.services.rehearsals import rehearse_restore
from sewerdesk.services.searching import rebuild_search
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.forms.other_editors import file_size_words
from sewerdesk.ui.jobs import Outcome, OutcomeKind, Reporter
from sewerdesk.ui.screens.settings.section import TableSection
from sewerdesk.ui.tables import Column, RecordTable, SortBy

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace
    from sewerdesk.ui.context import UiContext

_MOST_FINDINGS = 5
"""How many findings a rehearsal tells; Check the books lists all once the backup is restored."""


@dataclass(frozen=True, slots=True)
class _Rebuilding:
    """The job: builds the search afresh; returns the number of entries."""

    ws: "Workspace"

    def __call__(self, reporter: Reporter) -> int:
        reporter.step(0, 0, "Reading every record …")
        return rebuild_search(self.ws)


@dataclass(frozen=True, slots=True)
class _Rehearsal:
    """The job: restores a backup in a folder of its own, checks it, and removes the folder."""

    backup: Path
    ws: "Workspace"

    def __call__(self, reporter: Reporter) -> RestoreRehearsal:
        ws = self.ws
        return rehearse_restore(self.backup, clock=ws.clock, operator=ws.actor, progress=reporter.step)


def _day(row: BackupRow) -> str:
    return f"{row.made_at.astimezone():%m/%d/%Y %H:%M}"


COLUMNS: tuple[Column[BackupRow], ...] = (
    Column(key="made", title="Made", value=_day, width=18, sort_key=lambda row: row.made_at),
    Column(key="why", title="Why", value=lambda row: row.why, width=26),
    Column(
        key="size",
        title="Size",
        value=lambda row: file_size_words(row.size),
        width=10,
        sort_key=lambda row: row.size,
    ),
    Column(key="file", title="File", value=lambda row: row.path.name, width=40, hidden=True),
)


class BackupsSection(TableSection[BackupRow]):
    """The list of backups. ``restore_requested`` carries the path of the backup that the clerk decided to restore."""

    restore_requested = Signal(object)

    def __init__(self, context: "UiContext") -> None:
        table = RecordTable(
            COLUMNS,
            name="settings-backups",
            title="Backups",
            store=context.views,
            row_key=lambda row: row.path,
            empty="No backup yet. One is made at every close of day; make one now to be safe.",
            default_sort=(SortBy("made", descending=True),),
        )
        super().__init__(
            context,
            key="backups",
            title="Backups",
            sentence="Verified copies of the books, made on closing, before risky acts and every half hour. Keep one "
            "elsewhere.",
            table=table,
        )
        self._add_acts()
        self._of_a_row = (self.copy_action, self.try_action, self.restore_action)
        table.set_row_actions(self._of_a_row)

    def _add_acts(self) -> None:
        self.add_action(
            "&Back up now", self.back_up_now, key="back-up-now", icon_name="database-backup", primary=True
        )
        self.copy_action = self.add_action(
            "&Copy…",
            self.copy_to_folder,
            key="copy-backup",
            icon_name="copy",
            tip="Copies the backup and its files to another folder, such as on a memory stick",
        )
        self.try_action = self.add_action(
            "&Try a restore",
            self.rehearse_restore,
            key="rehearse-restore",
            icon_name="badge-check",
            tip="Restores the backup in a folder of its own, checks its books and removes it again",
        )
        self.restore_action = self.add_action(
            "&Restore…", self.restore, key="restore-backup", icon_name="rotate-ccw"
        )
        self.rebuild_action = self.add_action(
            "Rebuild the &search",
            self.rebuild_search,
            key="rebuild-search",
            icon_name="search",
            tip="Builds afresh, from the records, what Go to anything looks in",
        )

    def load(self) -> tuple[BackupRow, ...]:
        """The office's backups."""
        return backup_rows(self.context.ws)

    def follow(self, row: BackupRow | None) -> None:
        """All but making one and the search need a backup."""
        for action in self._of_a_row:
            action.setEnabled(row is not None)

    @Slot()
    def back_up_now(self) -> None:
        """Make a verified backup while the clerk waits at most a moment."""
        ws = self.context.ws

        def job(reporter: Reporter) -> Path:
            return back_up(ws, label="asked", progress=reporter.step).path

        self.context.jobs.start(job, title="Backing up", receiver=self._on_backed_up, parent=self.window())

    @Slot(object)
    def _on_backed_up(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
        elif outcome.kind is OutcomeKind.OK and isinstance(outcome.result, Path):
            self.refresh()
            self.table.select_key(outcome.result)
            self.context.toasts.show("A backup was made and verified.")

    @Slot()
    def copy_to_folder(self) -> None:
        """Copy the current row's backup to another disk and compare the copy."""
        row = self.table.current_row()
        if row is None:
            return
        folder = self.context.prompter.choose_folder("Copy the backup to which folder?")
        if folder is None:
            return
        ws = self.context.ws

        def job(reporter: Reporter) -> Path:
            reporter.step(0, 0, f"Copying to {folder} …")
            return copy_backup(ws, backup=row.path, folder=folder)

        self.context.jobs.start(
            job, title="Copying the backup", receiver=self._on_copied, parent=self.window(), can_stop=False
        )

    @Slot(object)
    def _on_copied(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
        elif isinstance(outcome.result, Path):
            self.context.toasts.show(f"The backup was copied to {outcome.result.parent} and compared.")

    @Slot()
    def rehearse_restore(self) -> None:
        """Restore the current row's backup beside the office and say whether it can be relied on."""
        row = self.table.current_row()
        if row is not None and self._is_there(row):
            self.context.jobs.start(
                _Rehearsal(row.path, self.context.ws),
                title="Trying a restore",
                receiver=self._on_rehearsed,
                parent=self.window(),
            )

    @Slot(object)
    def _on_rehearsed(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
        elif isinstance(outcome.result, RestoreRehearsal):
            found = outcome.result
            lines = (found.contents, *(one.sentence for one in found.report.findings[:_MOST_FINDINGS]))
            self.context.prompter.tell(
                found.sentence, detail="\n".join(lines), problem=not found.report.is_clean
            )

    @Slot()
    def rebuild_search(self) -> None:
        """Build the search afresh from the records; nothing else is changed."""
        self.context.jobs.start(
            _Rebuilding(self.context.ws),
            title="Rebuilding the search",
            receiver=self._on_rebuilt,
            parent=self.window(),
            can_stop=False,
        )

    @Slot(object)
    def _on_rebuilt(self, outcome: Outcome) -> None:
        if outcome.error is not None:
            show_failure(self.context.prompter, outcome.error)
        elif isinstance(outcome.result, int):
            self.context.toasts.show(
                f"The search was rebuilt: {count(outcome.result, 'record')} can be found."
            )

    @Slot()
    def restore(self) -> None:
        """Ask whether the current row's backup takes the place of the books; the program does the rest."""
        row = self.table.current_row()
        if row is None or not self._is_there(row):
            return
        made = _day(row)
        if self.context.prompter.ask(
            f"Restore the backup of {made}?",
            yes="Restore this backup",
            no="Keep the books as they are",
            detail="The office closes, its present books are moved aside into its folder of backups, this copy takes "
            f"their place, and the office opens again without what was entered after {made}.",
            danger=True,
        ):
            self.restore_requested.emit(row.path)

    def _is_there(self, row: BackupRow) -> bool:
        if row.path.exists():
            return True
        self.context.prompter.tell(
            f"The backup of {_day(row)} is not in the folder any more. Choose another one.", problem=True
        )
        self.refresh()
        return False
