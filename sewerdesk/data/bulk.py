"""Many rows at once, as one statement, for runs and imports.

Faster than adding objects one by one by an order of magnitude; it writes no audit row of its own, so the caller says
what was done with ``audit.record``.
"""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from sqlalchemy import Table, insert
from sqlalchemy.orm import Session

from sewerdesk.data.base import Base


def insert_rows(session: Session, table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the same columns, in their order; nothing happens for none."""
    if rows:
        session.execute(insert(cast(Table, table.__table__)), list(rows))
