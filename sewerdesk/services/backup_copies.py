"""The office's backups as the clerk sees them, and their copies in another folder."""

import os
import shutil
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from sewerdesk.data.backup import list_backups as read_backups
from sewerdesk.data.backup_files import content_hash, mirror_files
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError

#: Why a backup was made, by the label in its name.
_WHY = MappingProxyType(
    {
        "asked": "Asked for",
        "timed": "Every half hour",
        "closing": "Close of day",
        "before-run": "Before a billing run",
        "before-import": "Before an import",
        "before-upgrade": "Before a newer program",
        "before-restore": "Before a restore",
    }
)
_DISK_FULL = 28


@dataclass(frozen=True, slots=True)
class BackupRow:
    """One verified copy: where it is, when it was made (aware, UTC), why, and its size in bytes."""

    id: int
    path: Path
    made_at: datetime
    why: str
    size: int


def backup_rows(ws: Workspace) -> tuple[BackupRow, ...]:
    """The office's backups, newest first."""
    return tuple(
        BackupRow(number, one.path, one.made_at, _WHY.get(one.label, one.label.replace("-", " ")), one.size)
        for number, one in enumerate(read_backups(ws.folder), 1)
    )


def copy_backup(ws: Workspace, *, backup: Path, folder: Path) -> Path:
    """Copy a backup and the attached files into another folder, compare the copy with it, and return the copy.

    Raises ``UserError`` for the office's own folder, where a copy would be lost with it, and ``EnvironmentProblem``
    where the folder cannot be written or the copy differs.
    """
    if folder.resolve().is_relative_to(ws.folder.resolve()):
        raise UserError(
            f"{folder} is inside the office's own folder. Choose a folder on another disk or a memory stick."
        )
    target, part = folder / backup.name, folder / f"{backup.name}.part"
    try:
        shutil.copyfile(backup, part)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        if content_hash(part) != content_hash(backup):
            raise EnvironmentProblem(
                ProblemKind.INPUT_OUTPUT,
                f"The copy in {folder} differs from the backup. Try another folder or disk.",
            )
        mirror_files(backup.parent / "files", folder / "files")
        part.replace(target)
    except OSError as error:
        raise _cannot_copy(folder, error) from error
    finally:
        part.unlink(missing_ok=True)
    return target


def _cannot_copy(folder: Path, error: OSError) -> EnvironmentProblem:
    full = error.errno == _DISK_FULL
    kind = ProblemKind.DISK_FULL if full else ProblemKind.READ_ONLY
    why = "its disk is full" if full else "it cannot be written"
    return EnvironmentProblem(kind, f"The backup was not copied to {folder}: {why}. Choose another folder.")
