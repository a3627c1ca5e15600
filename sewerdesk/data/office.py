"""The office folder: ``office.db``, ``files/`` and ``backups/``; created, opened, locked and closed here."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from sewerdesk.clock import Clock
from sewerdesk.data import backup, migrate
from sewerdesk.data.engine import open_engine, problem_of
from sewerdesk.data.lock import LOCK, OfficeLock, lock_office
from sewerdesk.data.places import network_share, sync_folder
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind, UserError

DATABASE = "office.db"


@dataclass(slots=True)
class OpenOffice:
    """An office that this program has open: its workspace and its lock."""

    workspace: Workspace
    lock: OfficeLock
    #: What the clerk should know about the place, such as that a cloud program syncs it; mostly empty.
    warning: str

    def close(self) -> None:
        """Close the database and let others in; makes no backup (a service does, with progress)."""
        self.workspace.engine.dispose()
        self.lock.release()

    def discard(self) -> None:
        """Close an office that could not be made whole and remove what was made of it; other files stay."""
        self.close()
        _remove_unfinished(self.workspace.folder)


def create_office(folder: Path, *, clock: Clock, actor: str) -> OpenOffice:
    """Make a new office in an empty or new folder and open it.

    The schema is made in one transaction; a folder that already holds an office or other files is refused, as is a
    network share.
    """
    _refuse_share(folder)
    if not _is_free(folder):
        raise UserError(
            f"The folder {folder} is not empty. Choose a new folder for the office, or open the office that is in it."
        )
    _make_folders(folder)
    lock = lock_office(folder, now=clock.now())
    office = OpenOffice(
        Workspace(folder, open_engine(folder / DATABASE), clock, actor), lock, _sync_warning(folder)
    )
    try:
        with _known_problems():
            migrate.upgrade(office.workspace.engine)
    except BaseException:
        office.discard()  # nothing was in it: a half-made office is no office
        raise
    return office


def open_office(folder: Path, *, clock: Clock, actor: str) -> OpenOffice:
    """Open an office: refuses what is not ours or newer, backs up and upgrades what is older.

    Guards of append-only tables that are missing are put back, and the warning says so.
    """
    _refuse_share(folder)
    if not os.path.exists(folder / DATABASE):  # noqa: PTH110  (false, too, for a folder that may not be entered)
        raise EnvironmentProblem(
            ProblemKind.CANNOT_OPEN,
            f"There is no office in {folder}. Choose the folder that holds office.db, or make a new office.",
        )
    _refuse_read_only(folder)
    with _known_problems():
        migrate.refuse_others(folder / DATABASE)
    lock = lock_office(folder, now=clock.now())
    engine = open_engine(folder / DATABASE)
    try:
        with _known_problems():
            _bring_up_to_date(engine, folder, clock)
            put_back = migrate.put_back_guards(engine)
    except BaseException:
        engine.dispose()
        lock.release()
        raise
    warning = " ".join(filter(None, (_guard_warning(put_back), _sync_warning(folder))))
    return OpenOffice(Workspace(folder, engine, clock, actor), lock, warning)


@contextmanager
def _known_problems() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, DBAPIError) as error:
        problem = problem_of(error)
        if problem is None:
            raise
        raise problem from error


def _bring_up_to_date(engine: Engine, folder: Path, clock: Clock) -> None:
    if migrate.check_ours(engine, folder):
        backup.make_backup(engine, folder, now=clock.now(), label="before-upgrade")
        migrate.upgrade(engine)
        faults = migrate.verify(engine)
        if faults:
            raise EnvironmentProblem(
                ProblemKind.CORRUPT,
                f"The office in {folder} does not verify after its upgrade: {faults[0]}. "
                "Restore the backup made before the upgrade.",
            )


def _is_free(folder: Path) -> bool:
    try:
        return not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    except OSError as error:
        raise EnvironmentProblem(
            ProblemKind.READ_ONLY,
            f"The folder {folder} may not be opened. Choose another folder for the office.",
        ) from error


def _remove_unfinished(folder: Path) -> None:
    names = (DATABASE, f"{DATABASE}-journal", f"{DATABASE}-wal", f"{DATABASE}-shm", LOCK)
    for name in names:
        (folder / name).unlink(missing_ok=True)
    for name in ("files", "backups"):
        (folder / name).rmdir()


def _refuse_share(folder: Path) -> None:
    if network_share(folder):
        raise EnvironmentProblem(
            ProblemKind.UNSAFE_PLACE,
            f"{folder} is on a network share, where the books could be damaged. Keep the office on this computer's own "
            "disk, and let its backups go to the share.",
        )


def _refuse_read_only(folder: Path) -> None:
    probe = folder / "office.write-test"
    try:
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise EnvironmentProblem(
            ProblemKind.READ_ONLY,
            f"The folder {folder} is read-only. Ask for permission to write in it, or copy the office elsewhere.",
        ) from error


def _make_folders(folder: Path) -> None:
    try:
        for name in ("", "files", "backups"):
            (folder / name).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        full = error.errno == errno.ENOSPC
        raise EnvironmentProblem(
            ProblemKind.DISK_FULL if full else ProblemKind.READ_ONLY,
            f"The folder {folder} cannot be made. Choose a folder on this computer where you may write.",
        ) from error


def _guard_warning(names: list[str]) -> str:
    if not names:
        return ""
    return (
        f"{len(names)} of the guards that keep posted records from being changed were missing and were put back. "
        "Another program has worked on this office: check the books."
    )


def _sync_warning(folder: Path) -> str:
    name = sync_folder(folder)
    if not name:
        return ""
    return (
        f"This office lies in {name}, which a cloud program copies while you work; that can damage the books. "
        "Move the office to a plain folder and let only its backups be copied."
    )
