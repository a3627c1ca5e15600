"""How Alembic runs inside the program: on the caller's connection, in the caller's transaction."""

from alembic import context
from sqlalchemy import Connection

from sewerdesk.data.models import Base


def _shown(_object: object, name: str | None, kind: str, *_compared: object) -> bool:
    # The search index and its shadow tables are made by data.search, not by migrations.
    return not (kind == "table" and (name or "").startswith("search_index"))


def run(connection: Connection) -> None:
    """Run the wanted steps."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        transactional_ddl=True,
        compare_type=True,
        include_object=_shown,
    )
    context.run_migrations()


run(context.config.attributes["connection"])
