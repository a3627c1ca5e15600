"""The audit trail: who changed what, when, from what to what; written with the change, never changed after."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any

from sqlalchemy import Connection, MetaData, String, Table, event, insert, inspect, text
from sqlalchemy.orm import Mapped, Session, UOWTransaction, mapped_column

from sewerdesk.clock import Clock
from sewerdesk.data.base import Base, append_only, is_append_only
from sewerdesk.data.types import JsonText

_SILENT = frozenset({"audit", "draft", "number_series"})


class Audit(Base):
    """One change of one record."""

    __table_args__ = append_only()

    at: Mapped[datetime]
    actor: Mapped[str] = mapped_column(String(40))
    kind: Mapped[str] = mapped_column(String(40), index=True)
    record_id: Mapped[int] = mapped_column(index=True)
    action: Mapped[str] = mapped_column(String(40))
    changes: Mapped[Any] = mapped_column(JsonText)
    reason: Mapped[str] = mapped_column(String(500), default="")


def watch(session: Session, *, actor: str, clock: Clock, touched: set[tuple[str, int]]) -> None:
    """Write an audit row for every change that the session flushes, and collect what was touched."""
    gone: list[Any] = []

    def keep(flushed: Session, rows: list[dict[str, Any]]) -> None:
        stamp = {"at": clock.now(), "actor": actor, "reason": str(flushed.info.get("reason", ""))}
        if rows:
            flushed.execute(insert(Audit), [{**row, **stamp} for row in rows])
        touched.update((str(row["kind"]), int(row["record_id"])) for row in rows)

    def after_flush(flushed: Session, _context: UOWTransaction) -> None:
        touched.update(_left(flushed.dirty))
        keep(flushed, [row for row in _rows(flushed) if row["kind"] not in _SILENT])

    def deleted(_session: Session, record_: Any) -> None:
        # Told of every row that a flush deletes, also of one that only lost its parent; ``session.deleted`` is not.
        gone.append(record_)

    def after_deletes(flushed: Session, _context: UOWTransaction) -> None:
        rows = [_row(one, "deleted", {k: [v, None] for k, v in _values(one).items()}) for one in gone]
        touched.update(pair for one in gone for pair in _referred(one))
        gone.clear()
        keep(flushed, [row for row in rows if row["kind"] not in _SILENT])

    event.listen(session, "after_flush", after_flush)
    event.listen(session, "persistent_to_deleted", deleted)
    event.listen(session, "after_flush_postexec", after_deletes)


def record(session: Session, *, kind: str, record_id: int, action: str, changes: dict[str, Any]) -> None:
    """Write one audit row for an act that was done in bulk (posting a run, importing a file).

    Only inside ``Workspace.write``; the actor and the clock are the workspace's.
    """
    info = session.info
    stamp = {"at": info["clock"].now(), "actor": info["actor"], "reason": info["reason"]}
    row = {"kind": kind, "record_id": record_id, "action": action, "changes": changes}
    session.execute(insert(Audit), [{**row, **stamp}])
    session.info["touched"].add((kind, record_id))


def _rows(session: Session) -> Iterable[dict[str, Any]]:
    for record_ in session.new:
        yield _row(record_, "added", {k: [None, v] for k, v in _values(record_).items() if v is not None})
    for record_ in session.dirty:
        changes = _differences(record_)
        if changes:
            yield _row(record_, "changed", changes)


def _referred(record_: Any) -> Iterator[tuple[str, int]]:
    """The records that a row pointed to when it was deleted: what they are found by has changed as well."""
    state = inspect(record_)
    for attribute, table in _references(state):
        value = state.dict.get(attribute)
        if value is not None:
            yield table, int(value)


def _left(records: Iterable[Any]) -> Iterator[tuple[str, int]]:
    """The records that changed rows no longer point to."""
    for record_ in records:
        state = inspect(record_)
        for attribute, table in _references(state):
            for value in state.attrs[attribute].history.deleted or ():
                if value is not None:
                    yield table, int(value)


def _references(state: Any) -> Iterator[tuple[str, str]]:
    for attribute in state.mapper.column_attrs:
        for key in attribute.columns[0].foreign_keys:
            yield attribute.key, key.column.table.name


def _row(record_: Any, action: str, changes: dict[str, Any]) -> dict[str, Any]:
    return {"kind": record_.__tablename__, "record_id": record_.id, "action": action, "changes": changes}


def _values(record_: Any) -> dict[str, Any]:
    state = inspect(record_)
    return {
        attribute.key: _plain(state.dict.get(attribute.key))
        for attribute in state.mapper.column_attrs
        if attribute.key not in ("id", "version")
    }


def _differences(record_: Any) -> dict[str, Any]:
    state = inspect(record_)
    changes: dict[str, Any] = {}
    for attribute in state.mapper.column_attrs:
        if attribute.key == "version":
            continue
        history = state.attrs[attribute.key].history
        if history.has_changes():
            old = history.deleted[0] if history.deleted else None
            new = history.added[0] if history.added else None
            if old != new:
                changes[attribute.key] = [_plain(old), _plain(new)]
    return changes


def _plain(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, date | datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return f"{len(value)} bytes"
    return value


def managed_triggers(metadata: MetaData) -> dict[str, str]:
    """Name and DDL of every trigger that keeps the append-only tables append-only, and of a table's own ``guards``.

    Table rebuilds drop triggers silently, so these are installed again after every migration and their presence is
    checked whenever an office opens.
    """
    triggers: dict[str, str] = {}
    for table in metadata.sorted_tables:
        if is_append_only(table):
            triggers.update(_append_only_triggers(table))
        triggers.update(table.info.get("guards", {}))
    return triggers


def _append_only_triggers(table: Table) -> dict[str, str]:
    free = set(table.info["append_only"])
    fixed = [column.name for column in table.columns if column.name not in free]
    changed = " OR ".join(f'OLD."{name}" IS NOT NEW."{name}"' for name in fixed)
    when = f" WHEN {changed}" if free else ""
    say = f"SELECT RAISE(ABORT, 'a row of {table.name} is never changed or deleted')"
    return {
        f"{table.name}_no_update": (
            f'CREATE TRIGGER "{table.name}_no_update" BEFORE UPDATE ON "{table.name}"{when} BEGIN {say}; END'
        ),
        f"{table.name}_no_delete": (
            f'CREATE TRIGGER "{table.name}_no_delete" BEFORE DELETE ON "{table.name}" BEGIN {say}; END'
        ),
    }


def install_triggers(connection: Connection, metadata: MetaData) -> None:
    """Create every managed trigger afresh."""
    for name, ddl in managed_triggers(metadata).items():
        connection.execute(text(f'DROP TRIGGER IF EXISTS "{name}"'))
        connection.exec_driver_sql(ddl)


def missing_triggers(connection: Connection, metadata: MetaData) -> list[str]:
    """Managed triggers that are absent or differ from what this program installs."""
    rows = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
    present = {str(name): str(sql) for name, sql in rows}
    return [name for name, ddl in managed_triggers(metadata).items() if present.get(name) != ddl]
