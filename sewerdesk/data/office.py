"""The office folder: ``office.db``, ``files/`` and ``backups/``; created, opened, locked and closed here."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Engine

from sewerdesk.clock import Clock
from sewerdesk.data import backup, migrate
from sewerdesk.data.engine import open_engine, problem_of
from sewerdesk.data.lock import OfficeLock, lock_office
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


def create_office(folder: Path, *, clock: Clock, actor: str) -> OpenOffice:
    """Make a new office in an empty or new folder and open it.

    The schema is made in one transaction; a folder that already holds an office or other files is refused, as is a
    network share.
    """
    _refuse_share(folder)
    if folder.exists() and any(folder.iterdir()):
        raise UserError(
            f"The folder {folder} is not empty. Choose a new folder for the office, or open the office that is in it."
        )
    _make_folders(folder)
    lock = lock_office(folder, now=clock.now())
    engine = open_engine(folder / DATABASE)
    try:
        migrate.upgrade(engine)
    except BaseException:
        engine.dispose()
        lock.release()
        (folder / DATABASE).unlink(missing_ok=True)  # nothing was in it: a half-made office is no office
        raise
    return OpenOffice(Workspace(folder, engine, clock, actor), lock, _warning(folder))


def open_office(folder: Path, *, clock: Clock, actor: str) -> OpenOffice:
    """Open an office: refuses what is not ours or newer; backs up and upgrades what is older; checks its guards."""
    _refuse_share(folder)
    if not (folder / DATABASE).exists():
        raise EnvironmentProblem(
            ProblemKind.CANNOT_OPEN,
            f"There is no office in {folder}. Choose the folder that holds office.db, or make a new office.",
        )
    _refuse_read_only(folder)
    lock = lock_office(folder, now=clock.now())
    engine = open_engine(folder / DATABASE)
    try:
        _bring_up_to_date(engine, folder, clock)
    except BaseException as error:
        engine.dispose()
        lock.release()
        problem = problem_of(error)
        if problem is not None:
            raise problem from error
        raise
    return OpenOffice(Workspace(folder, engine, clock, actor), lock, _warning(folder))


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
        full = shutil.disk_usage(folder.anchor or ".").free == 0
        raise EnvironmentProblem(
            ProblemKind.DISK_FULL if full else ProblemKind.READ_ONLY,
            f"The folder {folder} cannot be made. Choose a folder on this computer where you may write.",
        ) from error


def _warning(folder: Path) -> str:
    name = sync_folder(folder)
    if not name:
        return ""
    return (
        f"This office lies in {name}, which a cloud program copies while you work; that can damage the books. "
        "Move the office to a plain folder and let only its backups be copied."
    )
