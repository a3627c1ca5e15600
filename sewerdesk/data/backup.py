"""Backups: made with SQLite's own copy, verified, renamed into place, thinned by age; and restored."""

import hashlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

from sqlalchemy import Engine

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

_PAGES_A_STEP = 500
_KEEP_ALL_DAYS, _KEEP_DAILY, _KEEP_WEEKLY, _KEEP_MONTHLY = 2, 10, 8, 24
_SUFFIX = ".office-backup"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Backup:
    """One verified copy of an office's database."""

    path: Path
    made_at: datetime
    label: str
    size: int


def make_backup(
    engine: Engine, folder: Path, *, now: datetime, label: str, progress: Progress | None = None
) -> Backup:
    """Copy the live database into ``folder/backups``, verify the copy and rename it into place.

    ``label`` says why (closing, before-run …). Raises ``EnvironmentProblem`` where the copy cannot be written or does
    not verify; the live database is never touched.
    """
    target = folder / "backups" / f"{now.astimezone(UTC):%Y%m%d-%H%M%S-%f}-{label}{_SUFFIX}"
    part = target.with_suffix(".part")
    try:
        target.parent.mkdir(exist_ok=True)
        part.unlink(missing_ok=True)
        _copy(engine, part, progress)
        _check_copy(part)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(target)
    except sqlite3.OperationalError as error:
        part.unlink(missing_ok=True)
        raise _cannot_write(target.parent, error) from error
    except OSError as error:
        raise _cannot_write(target.parent, error) from error
    return Backup(target, now, label, target.stat().st_size)


def list_backups(folder: Path) -> list[Backup]:
    """All backups of an office, newest first."""
    found = [_read_name(path) for path in (folder / "backups").glob(f"*{_SUFFIX}")]
    return sorted((backup for backup in found if backup), key=lambda one: one.made_at, reverse=True)


def thin_backups(folder: Path, *, today: date) -> list[Path]:
    """Delete what the schedule no longer keeps (all of two days, ten daily, eight weekly, 24 monthly).

    A backup made before an upgrade or a restore is always kept. Returns what was deleted.
    """
    backups = list_backups(folder)
    keep = {
        backup.path for backup in backups if backup.label.startswith(("before-upgrade", "before-restore"))
    }
    keep |= {backup.path for backup in backups if (today - backup.made_at.date()).days < _KEEP_ALL_DAYS}
    keep |= _newest_of_each(backups, lambda day: day.isoformat(), _KEEP_DAILY)
    keep |= _newest_of_each(
        backups, lambda day: f"{day.isocalendar()[0]}-{day.isocalendar()[1]:02d}", _KEEP_WEEKLY
    )
    keep |= _newest_of_each(backups, lambda day: f"{day:%Y-%m}", _KEEP_MONTHLY)
    gone = [backup.path for backup in backups if backup.path not in keep]
    for path in gone:
        path.unlink()
    return gone


def restore_backup(folder: Path, backup: Path, *, now: datetime) -> Path:
    """Put a backup in the place of a closed office's database; returns where the former database was moved.

    The office must not be open anywhere. The present database is moved aside together with its log, never overwritten,
    and the backup is verified before and after.
    """
    _check_copy(backup)
    aside = folder / "backups" / f"replaced-{now.astimezone(UTC):%Y%m%d-%H%M%S}"
    aside.mkdir(parents=True)
    live = folder / "office.db"
    for name in ("office.db", "office.db-wal", "office.db-shm"):
        if (folder / name).exists():
            (folder / name).replace(aside / name)
    part = folder / "office.db.part"
    shutil.copyfile(backup, part)
    _check_copy(part)
    part.replace(live)
    return aside


def file_hash(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _copy(engine: Engine, part: Path, progress: Progress | None) -> None:
    def told(_status: int, remaining: int, total: int) -> None:
        if progress is not None:
            progress(total - remaining, total)

    with engine.connect() as connection:
        source = connection.connection.driver_connection
        if source is None:
            raise RuntimeError("the engine gave no connection")
        copy = sqlite3.connect(part)
        try:
            source.backup(copy, pages=_PAGES_A_STEP, progress=told)
            # The copy inherits the write-ahead log; one self-contained file is what a backup must be.
            copy.execute("PRAGMA journal_mode=DELETE")
        finally:
            copy.close()


def _check_copy(path: Path) -> None:
    try:
        # Read-write would leave a log beside the copy; the check only reads.
        copy = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
        try:
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            broken = copy.execute("PRAGMA foreign_key_check").fetchone()
        finally:
            copy.close()
    except sqlite3.DatabaseError as error:
        raise _damaged(path) from error
    if verdict != "ok" or broken is not None:
        raise _damaged(path)


def _damaged(path: Path) -> EnvironmentProblem:
    return EnvironmentProblem(
        ProblemKind.CORRUPT, f"The copy {path.name} does not verify and was not used. Choose another backup."
    )


def _cannot_write(folder: Path, error: Exception) -> EnvironmentProblem:
    full = "full" in str(error).lower() or getattr(error, "errno", None) == 28
    kind = ProblemKind.DISK_FULL if full else ProblemKind.READ_ONLY
    why = (
        "the disk is full; free some space"
        if full
        else "it cannot be written; check the folder's permissions"
    )
    return EnvironmentProblem(
        kind, f"No backup was made in {folder}: {why}, then back up again (File, Back up now)."
    )


def _read_name(path: Path) -> Backup | None:
    stem = path.name.removesuffix(_SUFFIX)
    try:
        made = datetime.strptime(stem[:22], "%Y%m%d-%H%M%S-%f").replace(tzinfo=UTC)
    except ValueError:
        return None  # somebody's own file in the folder
    return Backup(path, made, stem[23:], path.stat().st_size)


def _newest_of_each(backups: Iterable[Backup], group: Callable[[date], str], count: int) -> set[Path]:
    newest: dict[str, Path] = {}
    for backup in backups:  # newest first
        newest.setdefault(group(backup.made_at.date()), backup.path)
    return set(list(newest.values())[:count])
