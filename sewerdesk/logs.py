"""The log of one run, in a file of its own, and the report of a crash that Python could not catch.

A line names records by kind and id only: no person's name, address or amount. Times are UTC.
"""

import faulthandler
import logging
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TextIO

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

KEPT_RUNS = 20
_SEEN = ".seen"


@dataclass(slots=True)
class RunLog:
    """The open log of this run. ``last_crash`` is the report an earlier run left, or empty."""

    folder: Path
    file: Path
    last_crash: str
    _handler: logging.Handler
    _crash: TextIO

    def close(self) -> None:
        """End the log; an empty crash report is removed."""
        faulthandler.disable()
        self._crash.close()
        crash = Path(self._crash.name)
        if crash.exists() and crash.stat().st_size == 0:
            crash.unlink()
        logging.getLogger().removeHandler(self._handler)
        self._handler.close()


def start_log(folder: Path, *, now: datetime) -> RunLog:
    """Begin this run's log in ``folder`` and keep those of the last runs.

    Each run has its own file, so that two open offices never write into one. Raises EnvironmentProblem where the
    folder cannot be written.
    """
    name = f"sewerdesk-{now:%Y%m%d-%H%M%S}-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        last_crash = _take_crash(folder)
        _forget_old_runs(folder)
        handler = logging.FileHandler(folder / f"{name}.log", encoding="utf-8")
        crash = (folder / f"{name}.crash").open("w", encoding="utf-8")
    except OSError as error:
        raise EnvironmentProblem(
            ProblemKind.READ_ONLY,
            f"Sewerdesk cannot write its log in {folder} ({error.strerror}). Make the folder writable or name "
            "another one with --data-dir.",
        ) from error
    formatter = logging.Formatter("%(asctime)sZ %(levelname)s %(threadName)s %(name)s: %(message)s")
    formatter.converter = time.gmtime
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    faulthandler.enable(crash)
    return RunLog(
        folder=folder, file=folder / f"{name}.log", last_crash=last_crash, _handler=handler, _crash=crash
    )


def _take_crash(folder: Path) -> str:
    """The newest crash report not shown yet, empty without one; afterwards none is left to show."""
    reports = [path for path in sorted(folder.glob("*.crash")) if path.stat().st_size]
    text = reports[-1].read_text("utf-8", errors="replace") if reports else ""
    for path in reports:
        path.replace(path.with_name(path.name + _SEEN))
    return text


def _forget_old_runs(folder: Path) -> None:
    for pattern in ("sewerdesk-*.log", f"sewerdesk-*.crash{_SEEN}"):
        for path in sorted(folder.glob(pattern))[: -(KEPT_RUNS - 1)]:
            with suppress(PermissionError):  # another run still has it open; it goes next time
                path.unlink(missing_ok=True)
