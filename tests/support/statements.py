"""The SQL statements that an act sends: what it costs, told without a clock."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import event

from sewerdesk.services.workspace import Workspace


def statements(ws: Workspace, act: Callable[[], object]) -> list[str]:
    """Every SQL statement that an act sends."""
    sent: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        sent.append(statement)

    event.listen(ws.engine, "before_cursor_execute", note)
    try:
        act()
    finally:
        event.remove(ws.engine, "before_cursor_execute", note)
    return sent
