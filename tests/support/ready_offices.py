"""Offices made ready once: a fresh office becomes a copy of one in which the same was done before.

Billing three accounts takes much longer than copying an office in which they are billed, and hundreds of tests begin
there. Nothing is copied where it could be told apart: over another clock, operator or law, over any record that is
there already, or under a window that listens to what changes.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from sewerdesk.clock import FixedClock
from sewerdesk.services.workspace import Workspace
from tests.support.offices import OPENING_DAY, new_office

Make = Callable[[Workspace], Any]
_COUNTS = "SELECT (SELECT count(*) FROM audit), (SELECT count(*) FROM account), (SELECT law_code FROM office_profile)"


def may_become(ws: Workspace) -> bool:
    """Whether an office is as a test got it: nothing entered, nobody listening, on the opening day."""
    if ws.clock != FixedClock(OPENING_DAY) or ws.actor != "MB" or ws.listeners:
        return False
    return _told(ws.folder) == _fresh()[1]


def become(ws: Workspace, make: Make) -> Any:
    """Make an open office the same as one in which ``make`` was done; returns what it returned."""
    ready, made = _ready(make)
    with closing(sqlite3.connect(ready / "office.db")) as source, ws.engine.connect() as connection:
        target = connection.connection.driver_connection
        assert isinstance(target, sqlite3.Connection)
        source.backup(target)
    for path in ready.iterdir():
        if path.is_dir():
            shutil.copytree(path, ws.folder / path.name, dirs_exist_ok=True)
    return deepcopy(made)


@cache
def _fresh() -> tuple[Path, tuple[Any, ...]]:
    """A closed, empty office, and what is counted of it."""
    folder = Path(_scratch().name) / "fresh"
    new_office(folder).close(back_up=False)
    return folder, _told(folder)


@cache
def _ready(make: Make) -> tuple[Path, Any]:
    """A closed office in which ``make`` was done, and what it returned."""
    folder = Path(_scratch().name) / make.__name__
    office = new_office(folder)
    made = make(office.ws)
    office.close(back_up=False)
    return folder, made


@cache
def _scratch() -> tempfile.TemporaryDirectory[str]:
    """Goes away with the process."""
    return tempfile.TemporaryDirectory(prefix="sewerdesk-ready-", ignore_cleanup_errors=True)


def _told(folder: Path) -> tuple[Any, ...]:
    with closing(sqlite3.connect(folder / "office.db")) as database:
        return tuple(database.execute(_COUNTS).fetchone())
