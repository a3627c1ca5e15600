"""A later step of the schema that exists only for tests: a copy of the migrations with one step more."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sewerdesk.data import migrate, migrations

STEP = "0002"
#: Rebuilds two guarded tables, as SQLite needs it for most changes; the rebuild drops their triggers.
REBUILD = """
    with op.batch_alter_table("bill", recreate="always") as batch:
        batch.add_column(sa.Column("test_note", sa.String(20), nullable=False, server_default="kept"))
    with op.batch_alter_table("paper", recreate="always") as batch:
        batch.add_column(sa.Column("test_note", sa.String(20), nullable=True))
"""
FAIL = """
    op.execute("UPDATE account SET note = 'half way'")
    op.execute("INSERT INTO a_table_that_is_not_there VALUES (1)")
"""
_STEP = """
import sqlalchemy as sa
from alembic import op

revision = "{step}"
down_revision = "{before}"
branch_labels = None
depends_on = None


def upgrade() -> None:
{body}
"""


@contextmanager
def later_step(folder: Path, body: str) -> Iterator[None]:
    """Let the program's newest step be one whose ``upgrade`` is ``body``; the scripts lie in ``folder``."""
    source = Path(migrations.__file__).parent
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    head, scripts = migrate.HEAD, migrate.SCRIPTS
    step = _STEP.format(step=STEP, before=head, body=body)
    (folder / "versions" / f"v{STEP}_for_tests.py").write_text(step, encoding="utf-8")
    migrate.HEAD, migrate.SCRIPTS = STEP, str(folder)
    try:
        yield
    finally:
        migrate.HEAD, migrate.SCRIPTS = head, scripts
