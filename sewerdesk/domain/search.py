"""Finding by typing: how words are matched, and what a search hands back.

Case, accents and punctuation do not count; a word is found by its beginning, digits anywhere ("12 main"
finds "12 MAIN ST", "0001" finds "PER-2027-0001").
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from sewerdesk.domain.folding import fold

_NOT_DIGIT = re.compile(r"\D+")


@dataclass(frozen=True, slots=True)
class Hit:
    """One record found: its kind ("account", "permit" …), its id, its name, and a line that tells it apart."""

    kind: str
    record_id: int
    title: str
    detail: str = ""


def haystacks(rows: Iterable[Iterable[str]]) -> list[str]:
    """What each row of cells is searched in: its words whole and split at punctuation, and its digits joined."""
    known: dict[str, tuple[str, ...]] = {}
    hays = []
    for cells in rows:
        words: dict[str, None] = {}
        for cell in cells:
            found = known.get(cell)
            if found is None:
                found = known[cell] = _words(cell)
            words.update(dict.fromkeys(found))
        hays.append(" " + " ".join(words))
    return hays


def _words(cell: str) -> tuple[str, ...]:
    words = [_NOT_DIGIT.sub("", cell)]
    for token in cell.split():
        parts = fold(token).split()
        words += ["".join(parts), *parts]
    return tuple(word for word in words if word)


def terms(query: str) -> tuple[str, ...]:
    """The words of a query as they are looked for in a ``haystacks`` entry; empty for a query without any."""
    words = (fold(word).replace(" ", "") for word in query.split())
    return tuple(word if word.isdigit() else f" {word}" for word in words if word)


def matches(hay: str, needles: tuple[str, ...]) -> bool:
    """Whether every term is in the haystack."""
    return all(needle in hay for needle in needles)
