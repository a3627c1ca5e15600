"""Acts applied to the rows of a law: figures get a value from a day on, other rows stand as of a day.

A change of a row that the law file no longer has, or whose value no longer fits its unit, has no effect here; the
list of acts shows it as such.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import Any, TypeVar

from sewerdesk.domain.law.acts import FIGURE, NAME, OFFICER, TERM, TEXT, LawAct, LawChange
from sewerdesk.domain.law.schema import SECTIONS, key_field
from sewerdesk.domain.law.types import Amendment, Figure, FigureStatus, LawPackError
from sewerdesk.domain.law.values import UnfitValue, value_of_typed
from sewerdesk.domain.wording import show_date

Row = TypeVar("Row")


def in_order(acts: Iterable[LawAct]) -> tuple[LawAct, ...]:
    """The acts by their effective date; ``LawPackError`` where two change one row from the same day on."""
    rows = tuple(sorted(acts, key=lambda act: (act.effective_from, act.id)))
    taken: dict[tuple[date, str], LawAct] = {}
    for act in rows:
        for change in act.changes:
            other = taken.setdefault((act.effective_from, change.field), act)
            if other is not act:
                raise LawPackError(same_day(other, act.citation, change.key, act.effective_from))
    return rows


def row_key(part: str, row: Any) -> str:
    """The key of a row of a listed part, as the list of the law names it; a road's permission by whose road it is."""
    return f"{_NAMED_BY_KIND.get(part, '')}{getattr(row, key_field(SECTIONS[part][1]))}"


_NAMED_BY_KIND = {"highway_permission": "highway."}


def same_day(other: LawAct, citation: str, subject: str, on: date) -> str:
    """Why two acts cannot both stand: what each names, and what to do."""
    return (
        f"{other.citation} already changes {subject} from {show_date(on)}, so {citation} cannot take effect that "
        f"day too. Choose another day, or withdraw {other.citation} first."
    )


def figure_amendments(figures: Mapping[str, Figure], acts: Iterable[LawAct]) -> Iterator[Amendment]:
    """What acts do to figures, each as a later value with the act's citation."""
    for act in acts:
        for change in act.changes:
            base = figures.get(change.key) if change.part == FIGURE else None
            if base is None:
                continue
            try:
                value = value_of_typed(base, change.value)
            except UnfitValue:
                continue
            yield Amendment(change.key, act.effective_from, value, act.citation)


def named_rows(part: str, rows: Mapping[str, Row], acts: Iterable[LawAct], on: date) -> Mapping[str, Row]:
    """Officers, words, names or texts with what the acts in force on a day made of them."""
    changed = dict(rows)
    for act, change in _in_force(part, acts, on):
        if change.key in changed:
            changed[change.key] = _renamed(part, changed[change.key], act, change)
    return MappingProxyType(changed)


def listed_rows(part: str, rows: tuple[Row, ...], acts: Iterable[LawAct], on: date) -> tuple[Row, ...]:
    """The rows of any other block; one that an act in force on a day confirmed stands as law by that act."""
    confirmed = {change.key: (act, change) for act, change in _in_force(part, acts, on)}
    return tuple(
        _confirmed(row, *confirmed[key]) if (key := row_key(part, row)) in confirmed else row for row in rows
    )


def touched_parts(acts: Iterable[LawAct]) -> frozenset[str]:
    """The blocks of the law of which some row is changed."""
    return frozenset(change.part for act in acts for change in act.changes)


def _in_force(part: str, acts: Iterable[LawAct], on: date) -> Iterator[tuple[LawAct, LawChange]]:
    for act in acts:
        if act.effective_from <= on:
            yield from ((act, change) for change in act.changes if change.part == part)


def _renamed(part: str, row: Any, act: LawAct, change: LawChange) -> Any:
    words = {
        OFFICER: {"title": change.value},
        TERM: {"singular": change.value, "plural": change.plural},
        NAME: {"name": change.value},
        TEXT: {"text": change.value},
    }[part]
    return replace(row, citation=act.citation, status=FigureStatus.LAW, missing="", **words)


def _confirmed(row: Any, act: LawAct, change: LawChange) -> Any:
    citation = f"{act.citation}, {change.value}" if change.value else act.citation
    return replace(row, citation=citation, status=FigureStatus.LAW, missing="")
