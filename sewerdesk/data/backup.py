"""Backups: made with SQLite's own copy, verified, renamed into place, thinned by age; and restored."""

import errno
import itertools
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from sewerdesk.data.backup_files import mirror_files
from sewerdesk.data.engine import APPLICATION_ID, problem_of, read_only_uri
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

_PAGES_A_STEP = 500
_KEEP_ALL_DAYS, _KEEP_DAILY, _KEEP_WEEKLY, _KEEP_MONTHLY = 2, 10, 8, 24
_SUFFIX, _PART, _FILES = ".office-backup", ".part", "files"
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

    ``label`` says why (closing, before-run …). The copy is of one moment, whatever is written meanwhile. ``progress``
    is told pages done and in all, and may raise to stop. Attached files that are new are copied beside the backups
    first, so that every backup finds its files. Raises ``EnvironmentProblem`` where the copy cannot be
    written or does not verify; the live database is never touched, and nothing unfinished stays behind.
    """
    target = _place(folder, now, label)
    while target.exists():  # never over an earlier one, even on a clock that stands still
        now += timedelta(microseconds=1)
        target = _place(folder, now, label)
    part = target.with_suffix(_PART)
    try:
        with _said_plainly(target.parent):
            target.parent.mkdir(exist_ok=True)
            for left in target.parent.glob(f"*{_PART}*"):  # of a program that was killed
                _deleted(left)
            _copy(engine, part, progress)
            if not _is_whole(part):
                raise _damaged_office(folder)
            _sync(part)
            mirror_files(folder / _FILES, target.parent / _FILES)
            part.replace(target)
    finally:
        for left in target.parent.glob(f"{part.name}*"):  # a full disk leaves the journal of the copy as well
            _deleted(left)
    return Backup(target, now, label, target.stat().st_size)


def list_backups(folder: Path) -> list[Backup]:
    """All backups of an office, newest first."""
    found = [_read_name(path) for path in (folder / "backups").glob(f"*{_SUFFIX}")]
    return sorted((backup for backup in found if backup), key=lambda one: one.made_at, reverse=True)


def thin_backups(folder: Path, *, today: date) -> list[Path]:
    """Delete what the schedule no longer keeps (all of two days, ten daily, eight weekly, 24 monthly).

    Days are those of the office's own time. A backup made before an upgrade or a restore is always kept, and so is
    the newest. Returns what was deleted; a file that is open elsewhere is left for the next time.
    """
    backups = list_backups(folder)
    keep = {
        backup.path for backup in backups if backup.label.startswith(("before-upgrade", "before-restore"))
    }
    keep |= {backup.path for backup in backups if (today - _day(backup)).days < _KEEP_ALL_DAYS}
    keep |= _newest_of_each(backups, lambda day: day.isoformat(), _KEEP_DAILY)
    keep |= _newest_of_each(
        backups, lambda day: f"{day.isocalendar()[0]}-{day.isocalendar()[1]:02d}", _KEEP_WEEKLY
    )
    keep |= _newest_of_each(backups, lambda day: f"{day:%Y-%m}", _KEEP_MONTHLY)
    return [backup.path for backup in backups if backup.path not in keep and _deleted(backup.path)]


def restore_backup(folder: Path, backup: Path, *, now: datetime) -> Path:
    """Put a backup in the place of a closed office's database; returns where the former database was moved.

    The office must not be open anywhere. The backup is copied and the copy verified before anything is moved; then
    the present database is moved aside together with its log, never overwritten. Attached files that the office has
    lost are put back from beside the backup. Raises ``EnvironmentProblem`` for a
    file that is not a whole backup of an office, and where the disk refuses; the present database stays then.
    """
    if not _is_whole(backup):
        raise _damaged(backup)
    part = folder / "office.db.part"
    try:
        with _said_plainly(folder, act="Nothing was restored", again="restore again"):
            shutil.copyfile(backup, part)
            if not _is_whole(part):
                raise _damaged(backup)
            _sync(part)
            aside = _free_folder(folder / "backups" / f"replaced-{now.astimezone(UTC):%Y%m%d-%H%M%S}")
            aside.mkdir(parents=True)
            mirror_files(_files_beside(backup, folder), folder / _FILES)
            _set_aside(folder, aside)
            part.replace(folder / "office.db")
    finally:
        _deleted(part)
    return aside


def _files_beside(backup: Path, folder: Path) -> Path:
    """The attached files that go with a backup: beside it, or in the office's own backups."""
    beside = backup.parent / _FILES
    return beside if beside.is_dir() else folder / "backups" / _FILES


def _set_aside(folder: Path, aside: Path) -> None:
    """Keep the present database aside as it lies there, and leave it without a log under its own name as well.

    So there is a whole database at every moment: the restored one takes the name in a single step, and no log of the
    former one is left that would be read into it.
    """
    live, log, index = (folder / name for name in ("office.db", "office.db-wal", "office.db-shm"))
    if live.exists() and not log.exists():
        try:
            (aside / live.name).hardlink_to(live)
        except OSError:  # a disk without second names, such as a memory stick
            shutil.copyfile(live, aside / live.name)
        return
    for path in (live, log, index):
        if path.exists():
            shutil.copyfile(path, aside / path.name)
            _sync(aside / path.name)
    if live.exists():
        _fold_log(live)
    log.unlink(missing_ok=True)
    index.unlink(missing_ok=True)


def _fold_log(live: Path) -> None:
    """Fold the log into the database, where it is whole enough; what was there before lies aside already."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(live)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def _place(folder: Path, made_at: datetime, label: str) -> Path:
    return folder / "backups" / f"{made_at.astimezone(UTC):%Y%m%d-%H%M%S-%f}-{label}{_SUFFIX}"


def _copy(engine: Engine, part: Path, progress: Progress | None) -> None:
    def told(_status: int, remaining: int, total: int) -> None:
        if progress is not None:
            progress(total - remaining, total)

    with engine.connect() as connection, closing(sqlite3.connect(part)) as copy:
        # A read that stays open holds the moment; without it every write meanwhile makes the copy start over.
        connection.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1").all()
        source = connection.connection.driver_connection
        if source is None:
            raise RuntimeError("the engine gave no connection")
        source.backup(copy, pages=_PAGES_A_STEP, progress=told)
        # The copy inherits the write-ahead log; one self-contained file is what a backup must be.
        copy.execute("PRAGMA journal_mode=DELETE")


def _is_whole(path: Path) -> bool:
    """Whether the file is an office's database without a fault."""
    try:
        # Read-write would leave a log beside the copy; the check only reads.
        with closing(sqlite3.connect(read_only_uri(path.absolute()), uri=True)) as copy:
            ours = copy.execute("PRAGMA application_id").fetchone()[0]
            verdict = copy.execute("PRAGMA integrity_check").fetchone()[0]
            broken = copy.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError:
        return False
    return bool(ours == APPLICATION_ID and verdict == "ok" and broken is None)


def _sync(path: Path) -> None:
    with path.open("rb+") as written:
        os.fsync(written.fileno())


def _deleted(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:  # open elsewhere, or not there
        return False
    return True


def _free_folder(wanted: Path) -> Path:
    names = itertools.chain([wanted], (wanted.with_name(f"{wanted.name}-{n}") for n in itertools.count(2)))
    return next(folder for folder in names if not folder.exists())


@contextmanager
def _said_plainly(
    folder: Path, *, act: str = "No backup was made", again: str = "back up again (File, Back up now)"
) -> Iterator[None]:
    """Turn what the disk or SQLite refuses into one sentence."""
    try:
        yield
    except (sqlite3.Error, DBAPIError) as error:
        problem = problem_of(error)
        if problem is not None and problem.kind in (ProblemKind.CORRUPT, ProblemKind.LOCKED):
            raise problem from error
        full = problem is not None and problem.kind is ProblemKind.DISK_FULL
        raise _cannot_write(folder, full=full, act=act, again=again) from error
    except OSError as error:
        raise _cannot_write(folder, full=error.errno == errno.ENOSPC, act=act, again=again) from error


def _damaged(path: Path) -> EnvironmentProblem:
    return EnvironmentProblem(
        ProblemKind.CORRUPT,
        f"{path.name} is damaged or not a backup of an office; it does not verify and was not used. "
        "Choose another backup.",
    )


def _damaged_office(folder: Path) -> EnvironmentProblem:
    return EnvironmentProblem(
        ProblemKind.CORRUPT,
        f"No backup was made: the copy does not verify, so the books in {folder} may be damaged. The former backups "
        "are kept. Check the books (File), or restore the latest good backup.",
    )


def _cannot_write(folder: Path, *, full: bool, act: str, again: str) -> EnvironmentProblem:
    kind = ProblemKind.DISK_FULL if full else ProblemKind.READ_ONLY
    why = (
        "the disk is full; free some space"
        if full
        else "it cannot be written; check the folder's permissions"
    )
    return EnvironmentProblem(kind, f"{act} in {folder}: {why}, then {again}.")


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
        newest.setdefault(group(_day(backup)), backup.path)
    return set(list(newest.values())[:count])


def _day(backup: Backup) -> date:
    return backup.made_at.astimezone().date()
