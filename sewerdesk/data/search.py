"""Full-text search over names, addresses and numbers (SQLite FTS5), kept in step inside every write.

Each kind of record that can be found is a ``Source``: which tables it depends on, and how its words are built. A
word is found by its start; digits are found from anywhere inside a number.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, text
from sqlalchemy.orm import Session

_TABLE_DDL = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS search_index USING fts5("
    "words, title UNINDEXED, detail UNINDEXED, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3')"
)
# A rowid that names kind and record at once, so that a record's entry is replaced without a scan.
_KIND_SHIFT = 1 << 40

_FIND = (
    "SELECT rowid, title, detail FROM search_index "
    "WHERE search_index MATCH :query AND rowid BETWEEN :low AND :high ORDER BY rowid"
)
_OLDEST_FIRST, _NEWEST_FIRST = text(f"{_FIND} LIMIT :limit"), text(f"{_FIND} DESC LIMIT :limit")


@dataclass(frozen=True, slots=True)
class SearchText:
    """How one record is found and shown."""

    record_id: int
    title: str
    detail: str
    words: str


@dataclass(frozen=True, slots=True)
class Source:
    """A kind of record that can be found.

    ``code`` never changes once released. ``touched_by`` maps a table to a function from ids of that table to ids of
    this kind; ``build`` makes the entries of the given ids, or of all where ids is ``None``. ``newest_first`` says
    which of many matches are shown: the latest papers, but the first of a register.
    """

    kind: str
    code: int
    touched_by: Mapping[str, Callable[[Session, Collection[int]], Collection[int]]]
    build: Callable[[Session, Collection[int] | None], Iterable[SearchText]]
    newest_first: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """One record found: kind and id, and how it is shown."""

    kind: str
    record_id: int
    title: str
    detail: str


def create_index(connection: Connection) -> None:
    """Create the index where it does not exist yet."""
    connection.exec_driver_sql(_TABLE_DDL)


def update(session: Session, touched: frozenset[tuple[str, int]]) -> None:
    """Bring the entries of everything that depends on the touched records up to date."""
    by_table: dict[str, set[int]] = {}
    for table, record_id in touched:
        by_table.setdefault(table, set()).add(record_id)
    for source in _sources():
        ids: set[int] = set()
        for table, resolve in source.touched_by.items():
            if table in by_table:
                ids.update(resolve(session, by_table[table]))
        if ids:
            _write(session, source, ids)


def rebuild(session: Session) -> int:
    """Build the whole index afresh; returns the number of entries."""
    session.execute(text("DELETE FROM search_index"))
    return sum(_write(session, source, None) for source in _sources())


def count_faults(session: Session) -> tuple[int, dict[str, int]]:
    """How many entries the index should have, and for each kind how many are missing, left over or out of date.

    The line under a hit is not compared: it may name a state that changes with the day.
    """
    statement = text("SELECT rowid, words, title FROM search_index WHERE rowid BETWEEN :low AND :high")
    total = 0
    faults: dict[str, int] = {}
    for source in _sources():
        low = source.code * _KIND_SHIFT
        rows = session.execute(statement, {"low": low, "high": low + _KIND_SHIFT - 1})
        kept = {int(rowid): (words, title) for rowid, words, title in rows}
        wrong = 0
        for entry in source.build(session, None):
            total += 1
            expected = (words_of(entry.words), entry.title)
            wrong += kept.pop(low + entry.record_id, None) != expected
        if wrong or kept:
            faults[source.kind] = wrong + len(kept)
    return total, faults


def find(session: Session, typed: str, *, per_kind: int = 5) -> list[Found]:
    """Matches of each kind for what was typed, the kinds in their fixed order.

    Records that have every typed word whole come before those that have words beginning so. Within these the order
    is the source's own; a rank by frequency would have to look through the whole index for every key pressed.
    """
    words = _typed_words(typed)
    if not words:
        return []
    # Only letters and digits are left, each word quoted, so that nothing typed is query language.
    queries = (" ".join(f'"{word}"' for word in words), " ".join(f'"{word}"*' for word in words))
    return [found for source in _sources() for found in _find_kind(session, source, queries, per_kind)]


def _find_kind(session: Session, source: Source, queries: Iterable[str], count: int) -> list[Found]:
    low = source.code * _KIND_SHIFT
    statement = _NEWEST_FIRST if source.newest_first else _OLDEST_FIRST
    found: dict[int, Found] = {}
    for query in queries:
        if len(found) < count:
            bounds = {"query": query, "low": low, "high": low + _KIND_SHIFT - 1, "limit": count}
            for rowid, title, detail in session.execute(statement, bounds):
                record_id = int(rowid) - low
                found.setdefault(record_id, Found(source.kind, record_id, title, detail))
    return list(found.values())[:count]


def _sources() -> tuple[Source, ...]:
    from sewerdesk.data.queries import searching  # the queries import the models, the models import the base

    return searching.SOURCES


def _write(session: Session, source: Source, ids: Collection[int] | None) -> int:
    base = source.code * _KIND_SHIFT
    if ids is not None:
        session.execute(
            text("DELETE FROM search_index WHERE rowid = :rowid"), [{"rowid": base + one} for one in ids]
        )
    rows = [
        {
            "rowid": base + entry.record_id,
            "words": words_of(entry.words),
            "title": entry.title,
            "detail": entry.detail,
        }
        for entry in source.build(session, ids)
    ]
    if rows:
        session.execute(
            text(
                "INSERT INTO search_index(rowid, words, title, detail) VALUES (:rowid, :words, :title, :detail)"
            ),
            rows,
        )
    return len(rows)


def words_of(text_: str) -> str:
    """Folded words; each number also without its leading zeros and from every later digit on."""
    from sewerdesk.domain.folding import fold

    words = fold(text_).split()
    tails = [word[i:] for word in words if word.isdigit() and len(word) > 3 for i in range(1, len(word) - 2)]
    return " ".join([*words, *tails])


def _typed_words(typed: str) -> list[str]:
    from sewerdesk.domain.folding import fold

    return fold(typed).split()
