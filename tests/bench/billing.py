"""A billing run for every account, against a bare insert of the very same rows."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import func, select, text

from sewerdesk.data.audit import Audit
from sewerdesk.data.base import Base
from sewerdesk.data.models.billing import Bill, BillingRun, BillLine, RunOutcome
from sewerdesk.data.models.ledger import Entry
from sewerdesk.domain.dates import Quarter
from sewerdesk.services.billing import _post, preview_run
from sewerdesk.services.workspace import Workspace
from tests.bench.book import go_to, posted_runs, quarters_ahead, setup_of
from tests.bench.measure import Line, Report, Spread, at_most, timed

#: What a posting writes, parents before children, as the foreign keys want them.
WRITTEN: tuple[type[Base], ...] = (BillingRun, RunOutcome, Bill, BillLine, Entry, Audit)
PRAGMAS = (
    "foreign_keys=ON",
    "journal_mode=WAL",
    "synchronous=FULL",
    "temp_store=MEMORY",
    "cache_size=-32000",
)


@dataclass(frozen=True, slots=True)
class Written:
    """The rows that one posting left in one table, as they lie in the file."""

    statement: str
    rows: list[tuple[Any, ...]]


def measure_runs(report: Report, ws: Workspace, twin: Path) -> None:
    """Post one quarter after another; after each, insert its rows bare into a twin of the office.

    The twin begins as a copy and gets every quarter's rows too, so both sides insert into the same tables, indexes,
    constraints and guards at the same size.
    """
    with ws.engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    shutil.copyfile(ws.folder / "office.db", twin)
    with closing(_opened(twin)) as bare_database:
        done = {quarter for _, quarter in posted_runs(ws)}
        ahead = [quarter for quarter in quarters_ahead() if quarter not in done]
        turns = [_one_quarter(ws, bare_database, quarter) for quarter in ahead][1:]  # the first warms both up
    looked, posted, bare = (Spread(times) for times in zip(*turns, strict=True))
    report.add(at_most("billing run: compute and post", times=6, ours=posted, bare=bare))
    report.add(
        Line("billing run: a look at it beforehand", f"{looked.median * 1000:,.0f} ms", detail=str(looked))
    )


def _one_quarter(ws: Workspace, bare: sqlite3.Connection, quarter: Quarter) -> tuple[float, float, float]:
    """Seconds to look at the run, to post it, and to insert its rows bare."""
    setup = setup_of(quarter)
    go_to(ws, setup.bill_date)
    marks = [_last_id(ws, model) for model in WRITTEN]
    before = _index_ids(ws)
    looked = timed(partial(preview_run, ws, setup=setup))
    expected = preview_run(ws, setup=setup)
    posted = timed(partial(_post, ws, setup=setup, expected=expected))
    written = [_written(ws, model, mark) for model, mark in zip(WRITTEN, marks, strict=True)]
    written.append(_indexed(ws, before))
    return looked, posted, timed(partial(_insert, bare, written))


def _last_id(ws: Workspace, model: type[Base]) -> int:
    with ws.read() as session:
        return session.scalar(select(func.max(model.id))) or 0


def _written(ws: Workspace, model: type[Base], mark: int) -> Written:
    """What the posting wrote, read back without any conversion."""
    columns = [column.name for column in model.__table__.columns]
    named = ", ".join(f'"{name}"' for name in columns)
    table = model.__tablename__
    with closing(sqlite3.connect(ws.folder / "office.db")) as database:
        rows = database.execute(f"SELECT {named} FROM {table} WHERE id > ? ORDER BY id", [mark]).fetchall()
    return Written(f"INSERT INTO {table} ({named}) VALUES ({', '.join('?' * len(columns))})", rows)


def _index_ids(ws: Workspace) -> set[int]:
    with closing(sqlite3.connect(ws.folder / "office.db")) as database:
        return {rowid for (rowid,) in database.execute("SELECT rowid FROM search_index")}


def _indexed(ws: Workspace, before: set[int]) -> Written:
    """What the posting added to the search index."""
    columns = "rowid, words, title, detail"
    with closing(sqlite3.connect(ws.folder / "office.db")) as database:
        rows = database.execute(f"SELECT {columns} FROM search_index").fetchall()
    new = [row for row in rows if row[0] not in before]
    return Written(f"INSERT INTO search_index ({columns}) VALUES (?, ?, ?, ?)", new)


def _opened(path: Path) -> sqlite3.Connection:
    database = sqlite3.connect(path, isolation_level=None)
    for pragma in PRAGMAS:
        database.execute(f"PRAGMA {pragma}")
    return database


def _insert(database: sqlite3.Connection, written: list[Written]) -> None:
    """The same rows with the driver alone, in one transaction as durable as the program's."""
    database.execute("BEGIN IMMEDIATE")
    for one in written:
        database.executemany(one.statement, one.rows)
    database.execute("COMMIT")
