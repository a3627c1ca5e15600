"""The SQLite engine: who begins a transaction, how the file is kept safe, and what its failures mean."""

import sqlite3
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry

from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

BUSY_MILLISECONDS = 3000
#: "SwdK" in the header of the file: says that it is ours.
APPLICATION_ID = 0x5377644B

_PRAGMAS = (
    "foreign_keys=ON",
    "journal_mode=WAL",
    "synchronous=FULL",
    f"busy_timeout={BUSY_MILLISECONDS}",
    "temp_store=MEMORY",
    "cache_size=-32000",
)

_PROBLEMS: dict[int, tuple[ProblemKind, str]] = {
    sqlite3.SQLITE_BUSY: (
        ProblemKind.LOCKED,
        "Another program is using the office's database. Close it and try again; nothing was changed.",
    ),
    sqlite3.SQLITE_LOCKED: (
        ProblemKind.LOCKED,
        "The office's database is busy. Wait a moment and try again; nothing was changed.",
    ),
    sqlite3.SQLITE_READONLY: (
        ProblemKind.READ_ONLY,
        "The office's folder is read-only. Ask for permission to write in it, or copy the office elsewhere.",
    ),
    sqlite3.SQLITE_PERM: (
        ProblemKind.READ_ONLY,
        "This computer does not allow writing to the office's folder. Ask for permission to write in it.",
    ),
    sqlite3.SQLITE_FULL: (
        ProblemKind.DISK_FULL,
        "The disk is full. Free some space and try again; nothing was changed.",
    ),
    sqlite3.SQLITE_CORRUPT: (
        ProblemKind.CORRUPT,
        "The office's database is damaged. Do not go on; restore the latest good backup (Settings, Backups).",
    ),
    sqlite3.SQLITE_NOTADB: (
        ProblemKind.NOT_AN_OFFICE,
        "office.db in this folder is not a Sewerdesk office. Choose another folder, or restore a backup.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        ProblemKind.CANNOT_OPEN,
        "The office's database cannot be opened. Check that the folder still exists and that you may open it.",
    ),
    sqlite3.SQLITE_IOERR: (
        ProblemKind.INPUT_OUTPUT,
        "The disk did not answer while reading or writing. Check the disk; nothing was half-saved.",
    ),
}


def open_engine(path: Path) -> Engine:
    """An engine on one office database, created where the file does not exist yet."""
    engine = create_engine(
        # A URL as text would read ?, % and # in a folder's name as its own signs.
        URL.create("sqlite+pysqlite", database=str(path)),
        connect_args={"check_same_thread": False},
        hide_parameters=True,  # names and amounts of a failing statement must not reach the log
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def read_only_uri(path: PurePath) -> str:
    """SQLite's own address of a file that is only read; a share of Windows keeps its four slashes."""
    name = path.as_posix()
    return f"file://{'' if name.startswith('/') else '/'}{quote(name, safe='/:')}?mode=ro"


def immediate(engine: Engine) -> Engine:
    """The same engine whose transactions take the write lock at once, so that two writers queue up."""
    return engine.execution_options(sewerdesk_begin="BEGIN IMMEDIATE")


def _on_connect(connection: Any, _record: ConnectionPoolEntry) -> None:
    # The driver's own transaction mode neither rolls back DDL nor gives a SELECT a snapshot: we say BEGIN.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _on_begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("sewerdesk_begin", "BEGIN"))


def problem_of(error: BaseException) -> EnvironmentProblem | None:
    """The environment's problem behind a database error, or ``None`` where the fault is the program's."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", None)
    if not isinstance(code, int):
        return None
    known = _PROBLEMS.get(code & 0xFF)
    return EnvironmentProblem(*known) if known else None
