"""Bringing an office's database to this program's shape, or refusing it in one plain sentence."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, text

from sewerdesk.data.audit import install_triggers, missing_triggers
from sewerdesk.data.engine import APPLICATION_ID, immediate, read_only_uri
from sewerdesk.data.search import create_index
from sewerdesk.domain.errors import EnvironmentProblem, ProblemKind

if TYPE_CHECKING:
    from alembic.config import Config

#: The newest step of ``migrations/versions``; a test compares it with the scripts.
HEAD = "0001"
#: Where Alembic finds the steps.
SCRIPTS = "sewerdesk.data:migrations"


def refuse_others(database: Path) -> None:
    """Refuse a file that is not an office's database before anything of it is touched.

    An engine would turn its journal into a write-ahead log. Raises ``EnvironmentProblem``, or ``sqlite3.Error`` where
    the file is no database at all.
    """
    with closing(sqlite3.connect(read_only_uri(database), uri=True)) as connection:
        ours = connection.execute("PRAGMA application_id").fetchone()[0]
    if ours != APPLICATION_ID:
        raise _not_an_office(database.parent)


def stamp_of(engine: Engine) -> tuple[int, str]:
    """The file's application id and schema step; step is empty where the database has none."""
    with engine.connect() as connection:
        ours = int(connection.exec_driver_sql("PRAGMA application_id").scalar_one())
        named = connection.execute(text("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")).first()
        step = connection.execute(text("SELECT version_num FROM alembic_version")).scalar() if named else None
        return ours, str(step or "")


def check_ours(engine: Engine, folder: Path) -> bool:
    """Whether the database must be upgraded; refuses one that is not ours or is newer than this program."""
    ours, step = stamp_of(engine)
    if ours != APPLICATION_ID or not step:
        raise _not_an_office(folder)
    if step != HEAD and step not in _known_steps():
        raise EnvironmentProblem(
            ProblemKind.NEWER_OFFICE,
            f"The office in {folder} was made by a newer Sewerdesk. Install the newer program to open it; "
            "nothing was changed.",
        )
    return step != HEAD


def upgrade(engine: Engine) -> None:
    """Create or bring up to date the whole schema in one transaction, then check it.

    Foreign keys are off while tables are rebuilt and checked before the commit; triggers and the search index are
    installed again, since table rebuilds drop them. On any failure nothing has changed.
    """
    from alembic import command

    with engine.connect() as connection:
        raw = connection.connection.driver_connection
        if raw is None:
            raise RuntimeError("the engine gave no connection")
        raw.execute("PRAGMA foreign_keys=OFF")
        try:
            with connection.begin():
                command.upgrade(_config(connection), "head")
                _finish(connection)
        finally:
            raw.execute("PRAGMA foreign_keys=ON")


def put_back_guards(engine: Engine) -> list[str]:
    """Install the guards of append-only tables that are missing or altered; returns their names."""
    from sewerdesk.data.models import Base

    with engine.connect() as connection:
        missing = missing_triggers(connection, Base.metadata)
    if missing:
        with immediate(engine).begin() as connection:
            install_triggers(connection, Base.metadata)
    return missing


def verify(engine: Engine) -> list[str]:
    """What is wrong with the database's structure, one sentence each; empty when all is well."""
    from sewerdesk.data.models import Base

    with engine.connect() as connection:
        faults = [
            str(row[0]) for row in connection.exec_driver_sql("PRAGMA integrity_check") if row[0] != "ok"
        ]
        faults += [
            f"a row of {row[0]} points to a missing {row[2]}"
            for row in connection.exec_driver_sql("PRAGMA foreign_key_check")
        ]
        faults += [f"the guard {name} is missing" for name in missing_triggers(connection, Base.metadata)]
        return faults


def _not_an_office(folder: Path) -> EnvironmentProblem:
    return EnvironmentProblem(
        ProblemKind.NOT_AN_OFFICE,
        f"office.db in {folder} is not a Sewerdesk office. Choose another folder, or restore a backup.",
    )


def _finish(connection: Connection) -> None:
    from sewerdesk.data.models import Base

    create_index(connection)
    install_triggers(connection, Base.metadata)
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise RuntimeError(f"the upgrade would leave a row of {broken[0]} without its {broken[2]}")
    connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")


def _config(connection: Connection) -> "Config":
    config = _scripts()
    config.attributes["connection"] = connection
    return config


def _scripts() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", SCRIPTS)
    return config


def _known_steps() -> frozenset[str]:
    from alembic.script import ScriptDirectory

    return frozenset(step.revision for step in ScriptDirectory.from_config(_scripts()).walk_revisions())
