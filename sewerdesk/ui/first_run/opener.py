"""Opening an office's folder: what is refused is told, and damaged books may be replaced by their last backup."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sewerdesk.clock import Clock
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, SewerdeskError
from sewerdesk.services.offices import OpenOffice, backups_in, open_office, restore
from sewerdesk.ui.errors import show_failure
from sewerdesk.ui.prompter import Prompter

#: What a backup can mend: books that are damaged, gone, or overwritten by another file.
_MENDED = frozenset({ProblemKind.CORRUPT, ProblemKind.NOT_AN_OFFICE, ProblemKind.CANNOT_OPEN})


@dataclass(frozen=True, slots=True)
class OfficeOpener:
    """Opens offices for the one who works at this computer; whatever stands in the way is told here."""

    clock: Clock
    prompter: Prompter
    operator: str = ""

    def open(self, folder: Path) -> OpenOffice | None:
        """The office opened, or ``None`` where it was refused and the clerk told why."""
        try:
            return self._open(folder)
        except EnvironmentProblem as problem:
            if problem.kind not in _MENDED or not backups_in(folder):
                show_failure(self.prompter, problem)
                return None
            return self._mend(folder, problem)
        except SewerdeskError as error:
            show_failure(self.prompter, error)
            return None

    def restore(self, folder: Path, backup: Path) -> bool:
        """Put a backup in the place of a closed office's books; whether it was done."""
        try:
            aside = restore(folder, backup=backup, clock=self.clock)
        except SewerdeskError as error:
            show_failure(self.prompter, error)
            return False
        self.prompter.tell(
            "The backup was restored.", detail=f"The books that it replaced are kept in {aside}."
        )
        return True

    def _open(self, folder: Path) -> OpenOffice:
        return open_office(folder, clock=self.clock, operator=self.operator)

    def _mend(self, folder: Path, problem: EnvironmentProblem) -> OpenOffice | None:
        """Offer the backups, newest first, until one is taken or the clerk leaves the books as they are."""
        for backup in backups_in(folder):
            made = _when(backup.made_at)
            if not self.prompter.ask(
                problem.message,
                yes="Restore a backup",
                no="Leave it as it is",
                detail=f"A backup of {made} is in the office's folder. Restored, the office opens as it was then; the "
                "present file is moved aside and kept.",
                danger=True,
            ):
                return None
            if self.restore(folder, backup.path):
                try:
                    return self._open(folder)
                except SewerdeskError as error:
                    show_failure(self.prompter, error)
                    return None
        return None


def _when(made_at: datetime) -> str:
    return f"{made_at.astimezone():%m/%d/%Y at %I:%M %p}"
