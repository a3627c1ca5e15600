"""Two laws side by side: what each says under one key, and where they differ."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from sewerdesk.domain.law.book import LawEntry
from sewerdesk.domain.law.book_parts import EntryKind, SubjectGroup


class Difference(StrEnum):
    """How one rule of two laws compares; in the order in which they are listed."""

    DIFFERENT = "Different"
    ONLY_HERE = "Only here"
    ONLY_THERE = "Only there"
    SAME = "Same"


@dataclass(frozen=True, slots=True)
class ComparedRule:
    """One rule of two laws by its part and key; ``here`` is the office's own, either may be missing."""

    here: LawEntry | None
    there: LawEntry | None
    difference: Difference

    @property
    def shown(self) -> LawEntry:
        """The entry that names the rule: the office's own where it has one."""
        entry = self.here or self.there
        assert entry is not None
        return entry

    @property
    def group(self) -> SubjectGroup:
        """The subject under which it is read."""
        return self.shown.group

    @property
    def subject(self) -> str:
        """What the rule is about."""
        return self.shown.subject


_ALONE = frozenset({EntryKind.AMENDMENT, EntryKind.MISPRINT})
"""What happened to one text says nothing about another."""


def compare_entries(here: Iterable[LawEntry], there: Iterable[LawEntry]) -> tuple[ComparedRule, ...]:
    """Every rule of either law: what differs first, then what only one has, then what is the same."""
    ours = {(entry.part, entry.key): entry for entry in here if entry.kind not in _ALONE}
    theirs = {(entry.part, entry.key): entry for entry in there if entry.kind not in _ALONE}
    rows = [_compared(entry, theirs.get(name)) for name, entry in ours.items()]
    rows += [_compared(None, entry) for name, entry in theirs.items() if name not in ours]
    order = {difference: place for place, difference in enumerate(Difference)}
    groups = {group: place for place, group in enumerate(SubjectGroup)}
    return tuple(sorted(rows, key=lambda row: (order[row.difference], groups[row.group])))


def _compared(here: LawEntry | None, there: LawEntry | None) -> ComparedRule:
    if here is None:
        return ComparedRule(here, there, Difference.ONLY_THERE)
    if there is None:
        return ComparedRule(here, there, Difference.ONLY_HERE)
    same = _said(here) == _said(there)
    return ComparedRule(here, there, Difference.SAME if same else Difference.DIFFERENT)


def _said(entry: LawEntry) -> tuple[str, ...]:
    """What a rule says: its value, or its words where it has none."""
    return (entry.spoken, entry.clock) if entry.spoken else (entry.sentence,)
