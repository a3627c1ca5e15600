"""One program at a time writes in an office; a second one is told who has it open."""

import getpass
import json
import os
import socket
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from filelock import FileLock, Timeout

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind


@dataclass(slots=True)
class OfficeLock:
    """The lock of an office folder; the operating system frees it even if the program is killed."""

    _lock: FileLock
    _note: Path

    def release(self) -> None:
        """Let others open the office."""
        self._note.unlink(missing_ok=True)
        self._lock.release()


def lock_office(folder: Path, *, now: datetime) -> OfficeLock:
    """Take the lock of an office folder, or raise ``EnvironmentProblem`` saying who has it."""
    lock = FileLock(folder / "office.lock")
    note = folder / "office.open.json"
    try:
        lock.acquire(timeout=0)
    except Timeout as error:
        raise EnvironmentProblem(ProblemKind.IN_USE, _who(note, folder)) from error
    except OSError as error:
        raise EnvironmentProblem(
            ProblemKind.READ_ONLY,
            f"The folder {folder} is read-only. Ask for permission to write in it, or copy the office elsewhere.",
        ) from error
    holder = {"user": getpass.getuser(), "computer": socket.gethostname(), "process": os.getpid()}
    note.write_text(json.dumps({**holder, "since": now.isoformat(timespec="seconds")}), encoding="utf-8")
    return OfficeLock(lock, note)


def _who(note: Path, folder: Path) -> str:
    try:
        holder = json.loads(note.read_text(encoding="utf-8"))
        by = (
            f" by {holder['user']} on {holder['computer']} since {holder['since'][:16].replace('T', ' ')} UTC"
        )
    except (OSError, ValueError, KeyError):
        by = ""  # the note is only a courtesy; the lock itself decides
    return (
        f"The office in {folder} is already open{by}. Close it there first; one person works in it at a time."
    )
