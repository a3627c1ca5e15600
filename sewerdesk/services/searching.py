"""Go to anything: what was typed, looked up in names, addresses and numbers."""

from sewerdesk.data import search
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.search import Hit


def find(ws: Workspace, *, typed: str, per_kind: int = 5) -> tuple[Hit, ...]:
    """The best matches of each kind, at most ``per_kind`` of each; nothing for an empty query."""
    with ws.read() as session:
        found = search.find(session, typed, per_kind=per_kind)
    return tuple(Hit(one.kind, one.record_id, one.title, one.detail) for one in found)


def rebuild_search(ws: Workspace) -> int:
    """Build the search index afresh from the records; returns the number of entries."""
    with ws.write(reason="search rebuilt") as session:
        return search.rebuild(session)
