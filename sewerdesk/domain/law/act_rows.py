"""One row of a law by its part and key: what it is about, what it says, and whether it is confirmed."""

import dataclasses
from collections.abc import Iterator
from typing import Any

from sewerdesk.domain.law.acts import FIGURE, NAME, OFFICER, TERM, TEXT
from sewerdesk.domain.law.applying import row_key
from sewerdesk.domain.law.pack import LawPack
from sewerdesk.domain.law.schema import NAMED, SECTIONS
from sewerdesk.domain.law.types import Figure, FigureStatus
from sewerdesk.domain.law.words import figure_words

_LONGEST_SUBJECT = 90
_NAMING = ("title", "name", "label", "question", "sentence", "printed")
"""The fields that say what a rule is about; the first that a row has is taken."""


def row_of(law: LawPack, part: str, key: str) -> Any:
    """The row of a part ("figure", "violation" …) by its key; ``None`` where the law has none."""
    if part in NAMED:
        return getattr(law, NAMED[part][0]).get(key)
    if part not in SECTIONS:
        return None
    rows = getattr(law, SECTIONS[part][0])
    return next((row for row in rows if row_key(part, row) == key), None)


def open_rows(law: LawPack) -> Iterator[tuple[str, str]]:
    """The rows other than figures that are blank or come from a model law, each as (part, key)."""
    for part, (attribute, _, name) in NAMED.items():
        if part != FIGURE:
            yield from (
                (part, getattr(row, name))
                for row in getattr(law, attribute).values()
                if row.status is not FigureStatus.LAW
            )
    for part, (attribute, _) in SECTIONS.items():
        yield from (
            (part, row_key(part, row))
            for row in getattr(law, attribute)
            if row.status is not FigureStatus.LAW
        )


def figures_of(row: Any) -> tuple[str, ...]:
    """The figures that a rule and its inner tables rest on, by key."""
    found: list[str] = []
    for spec in dataclasses.fields(row):
        value = getattr(row, spec.name)
        for part in value if isinstance(value, tuple) else (value,):
            if dataclasses.is_dataclass(part):
                found += figures_of(part)
            elif part and spec.metadata.get("ref") == FIGURE:
                found.append(part)
    return tuple(dict.fromkeys(found))


def row_subject(law: LawPack, part: str, key: str) -> str:
    """What a row is about, in words that stand inside a sentence."""
    row = row_of(law, part, key)
    plain = key.replace("_", " ")
    if row is None:
        return f"“{plain}”"
    if isinstance(row, Figure):
        return row.subject
    if part in _SUBJECTS:
        return _SUBJECTS[part].format(plain)
    words = next((str(getattr(row, name)) for name in _NAMING if getattr(row, name, "")), plain)
    short = words if len(words) <= _LONGEST_SUBJECT else f"{words[:_LONGEST_SUBJECT].rstrip()} …"
    return f"the {part.replace('_', ' ')} “{short}”"


_SUBJECTS = {
    OFFICER: "the officer for “{}”",
    TERM: "the word for “{}”",
    NAME: "the name of the {}",
    TEXT: "the text on {}",
}


def row_words(part: str, row: Any) -> str:
    """What a row says: a figure with its unit, a title, a word, a name, a text, or whether a rule is confirmed."""
    if row is None:
        return ""
    if isinstance(row, Figure):
        return figure_words(row)
    if part == TERM:
        return str(row.singular) if row.singular == row.plural else f"{row.singular}, {row.plural}"
    if part in _WORDS:
        return str(getattr(row, _WORDS[part])) or "not set"
    return f"confirmed ({row.citation})" if row.status is FigureStatus.LAW else "not confirmed"


_WORDS = {OFFICER: "title", NAME: "name", TEXT: "text"}
