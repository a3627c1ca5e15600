"""Does something to a folder as a user who may not write there, and prints the sentence that the clerk would read.

``python -m tests.robustness.as_nobody ACT FOLDER``. Started by root, it gives up its rights first, as a test run by
root would otherwise prove nothing.
"""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import sewerdesk.data.models  # noqa: F401  (imported while the program's own files may still be read)
from sewerdesk.clock import FixedClock
from sewerdesk.data.backup import make_backup
from sewerdesk.data.engine import open_engine
from sewerdesk.documents.files import save_bytes
from sewerdesk.domain.errors import SewerdeskError
from sewerdesk.services.offices import open_office
from tests.support.offices import OPENING_DAY, made_office

NOBODY = 65534
CLOCK = FixedClock(OPENING_DAY)


def _open(folder: Path) -> None:
    open_office(folder, clock=CLOCK)


def _make(folder: Path) -> None:
    made_office(folder / "new")


def _save(folder: Path) -> None:
    save_bytes(folder / "register.xlsx", b"rows")


def _back_up(folder: Path) -> None:
    make_backup(open_engine(folder / "office.db"), folder, now=CLOCK.now(), label="asked")


ACTS: dict[str, Callable[[Path], None]] = {"open": _open, "make": _make, "save": _save, "back up": _back_up}


def main(act: str, folder: Path) -> None:
    """Give up root's rights, act, and print kind and sentence of the refusal; nothing where there was none."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        ACTS[act](folder)
    except SewerdeskError as problem:
        sys.stdout.write(json.dumps([str(getattr(problem, "kind", "")), problem.message]))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
