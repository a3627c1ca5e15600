"""One program at a time writes in an office; a second one is told who has it open."""

import errno
import getpass
import json
import os
import socket
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

LOCK = "office.lock"


@dataclass(slots=True)
class OfficeLock:
    """The lock of an office folder; the operating system frees it even if the program is killed."""

    _lock: FileLock
    _note: Path

    def release(self) -> None:
        """Let others open the office."""
        try:
            self._note.unlink(missing_ok=True)  # before the lock, or it could be the next holder's note
        finally:
            self._lock.release()


def lock_office(folder: Path, *, now: datetime) -> OfficeLock:
    """Take the lock of an office folder, or raise ``EnvironmentProblem`` saying who has it."""
    # Not bound to the thread: an office is made in a job's thread and closed in the window's.
    lock = FileLock(folder / LOCK, thread_local=False)
    note = folder / "office.open.json"
    try:
        lock.acquire(timeout=0)
        _write_note(note, now)
    except Timeout as error:
        raise EnvironmentProblem(ProblemKind.IN_USE, _who(note, folder)) from error
    except OSError as error:
        lock.release()
        raise _cannot_lock(folder, error) from error
    return OfficeLock(lock, note)


def _write_note(note: Path, now: datetime) -> None:
    holder = {"user": _user(), "computer": socket.gethostname(), "process": os.getpid()}
    note.write_text(json.dumps({**holder, "since": now.isoformat(timespec="seconds")}), encoding="utf-8")


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, ImportError, OSError):  # an account without a name, as services have
        return "somebody"


def _cannot_lock(folder: Path, error: OSError) -> EnvironmentProblem:
    if error.errno == errno.ENOSPC:
        return EnvironmentProblem(
            ProblemKind.DISK_FULL,
            f"The disk of {folder} is full. Free some space, then open the office again.",
        )
    return EnvironmentProblem(
        ProblemKind.READ_ONLY,
        f"The folder {folder} is read-only. Ask for permission to write in it, or copy the office elsewhere.",
    )


def _who(note: Path, folder: Path) -> str:
    try:
        holder = json.loads(note.read_text(encoding="utf-8"))
        since = datetime.fromisoformat(holder["since"]).astimezone()
        by = f" by {holder['user']} on {holder['computer']} since {since:%m/%d/%Y %I:%M %p}"
    except (OSError, ValueError, KeyError, TypeError):
        by = ""  # the note is only a courtesy; the lock itself decides
    return (
        f"The office in {folder} is already open{by}. Close it there first; one person works in it at a time."
    )
