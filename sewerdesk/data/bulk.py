"""Many rows at once, as one statement, for runs and imports.

Faster than adding objects one by one by an order of magnitude; it writes no audit row of its own, so the caller says
what was done with ``audit.record``.
"""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, cast

from sqlalchemy import Column, Date, Dialect, Table, text
from sqlalchemy.orm import Session
from sqlalchemy.sql.schema import ScalarElementColumnDefault

from sewerdesk.data.base import Base

_ROWS_AT_ONCE = 500
_DAYS_KEPT = 366

Convert = Callable[[Any], Any]


def insert_rows(session: Session, table: type[Base], rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows that all have the same columns, in their order; nothing happens for none.

    Columns left out get their default. A row with other columns than the first one raises ``KeyError``.
    """
    if not rows:
        return
    connection = session.connection()
    target = cast(Table, table.__table__)
    converters = {name: _converter(target.columns[name], connection.dialect) for name in rows[0]}
    fixed = _defaults(target, rows[0], connection.dialect)
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(name) for name in (*rows[0], *fixed))
    marks = ", ".join("?" * (len(converters) + len(fixed)))
    statement = f"INSERT INTO {quote(target.name)} ({names}) VALUES ({marks})"  # noqa: S608  (names of our own)
    pairs, tail = list(converters.items()), tuple(fixed.values())
    # A part at a time, so that the window gets its turn between them.
    for start in range(0, len(rows), _ROWS_AT_ONCE):
        part = rows[start : start + _ROWS_AT_ONCE]
        connection.exec_driver_sql(statement, [_values(row, pairs) + tail for row in part])


def next_id(session: Session, table: type[Base]) -> int:
    """The id that the next row takes, for rows that name each other before they are written.

    Ids are never used twice: the audit trail would speak of two records. So it counts from the highest id that was
    ever given, not from the highest that is left.
    """
    name = cast(Table, table.__table__).name
    given = session.scalar(text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": name})
    return int(given or 0) + 1


def _defaults(table: Table, given: Mapping[str, Any], dialect: Dialect) -> dict[str, Any]:
    """The columns left out that have a fixed default, and what the driver takes for it."""
    found: dict[str, Any] = {}
    for column in table.columns:
        if column.name not in given and isinstance(column.default, ScalarElementColumnDefault):
            convert = _converter(column, dialect)
            value = column.default.arg
            found[column.name] = value if convert is None else convert(value)
    return found


def _values(row: Mapping[str, Any], pairs: Sequence[tuple[str, Convert | None]]) -> tuple[Any, ...]:
    if len(row) != len(pairs):
        raise KeyError(f"a row has the columns {sorted(row)}, the first one has others")
    return tuple([row[name] if convert is None else convert(row[name]) for name, convert in pairs])


def _converter(column: Column[Any], dialect: Dialect) -> Convert | None:
    """How a value of this column becomes what the driver takes; None where it is taken as it is."""
    convert = cast("Convert | None", column.type.dialect_impl(dialect).bind_processor(dialect))
    # The rows of a run share a handful of days.
    return lru_cache(maxsize=_DAYS_KEPT)(convert) if convert and isinstance(column.type, Date) else convert


@contextmanager
def uncollected() -> Iterator[None]:
    """Let the garbage collector rest while many lasting objects are made.

    It would look through all of them again and again, hold every thread meanwhile (0.3 s at a time with a run of 3,000
    accounts), and find nothing: rows and plain facts have no cycles. Memory is freed as always when the last reference
    goes. At the end everything new is put with what is old already, so that it is not gone through at once either; a
    cycle among it is collected with the next full collection.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()
            gc.unfreeze()
            gc.enable()
