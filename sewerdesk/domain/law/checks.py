"""What must hold in a law file beyond its form: units, what is missing, references, circles."""

import dataclasses
from collections.abc import Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any, get_args

from sewerdesk.domain.law.pack import LawPack
from sewerdesk.domain.law.schema import (
    NEEDED_NAMES,
    NEEDED_OFFICERS,
    NEEDED_TERMS,
    SECTIONS,
    fields_of,
    key_field,
)
from sewerdesk.domain.law.types import TEXT_UNITS, Figure, FigureStatus, LawPackError, Unit
from sewerdesk.domain.law.values import are_months, is_month_day


def check_figure(figure: Figure, source: str) -> None:
    """A blank figure says what is missing and has no value; every other one has a value of its unit."""
    place = f'figure "{figure.key}"'
    if figure.status is FigureStatus.BLANK:
        if figure.value is not None:
            raise _fail(source, place, "is blank and yet has a value")
        if not figure.missing:
            raise _fail(source, place, 'is blank and does not say what is missing (key "missing")')
        return
    if figure.value is None:
        raise _fail(source, place, f"has the status {figure.status} and no value")
    if figure.status is FigureStatus.MODEL and not figure.missing:
        raise _fail(source, place, 'comes from a model law and does not say what to confirm (key "missing")')
    check_value(figure.unit, figure.value, place, source)


def check_value(unit: Unit, value: Decimal | str, place: str, source: str) -> None:
    """Words for a unit of words, a number that is not negative for every other unit."""
    if isinstance(value, str) is not (unit in TEXT_UNITS):
        raise _fail(source, place, f"has a value that does not fit its unit {unit}")
    if unit is Unit.MONTH_DAY and not is_month_day(str(value)):
        raise _fail(source, place, f'has the value "{value}", which is no day of the year such as "12-15"')
    if unit is Unit.MONTHS_OF_YEAR and not are_months(str(value)):
        raise _fail(
            source, place, f'has the value "{value}", which are no months of the year such as "6, 12"'
        )
    if isinstance(value, Decimal) and value < 0:
        raise _fail(source, place, "has a value below zero")


def check_pack(pack: LawPack, source: str) -> None:
    """Every role and word that the program needs is there, every reference leads somewhere, none in a circle."""
    needed = (
        ("officer", NEEDED_OFFICERS, pack.officers),
        ("term", NEEDED_TERMS, pack.terms),
        ("name", NEEDED_NAMES, pack.names),
    )
    for block, keys, table in needed:
        for key in keys:
            if key not in table:
                raise _fail(source, f'{block} "{key}"', "is missing")
    for block, rows, words in (("text", pack.texts, "text"), ("name", pack.names, "name")):
        for key, row in rows.items():
            told = bool(getattr(row, words))
            if (row.status is FigureStatus.BLANK) is told or (not told and not row.missing):
                raise _fail(
                    source, f'{block} "{key}"', "must either have words or be blank and say what is missing"
                )
    tables = _tables(pack)
    for name, (attribute, kind) in SECTIONS.items():
        for row in getattr(pack, attribute):
            _check_references(row, f'{name} "{getattr(row, key_field(kind))}"', tables, source)
    _check_circles(pack, source)


def _tables(pack: LawPack) -> Mapping[str, Mapping[str, Any]]:
    listed = {
        "permit_class": pack.permit_classes,
        "leak_test": pack.leak_tests,
        "time_limit": pack.time_limits,
    }
    by_key = {name: {row.key: row for row in rows} for name, rows in listed.items()}
    return {"figure": pack.figures, "officer": pack.officers, **by_key}


def _check_references(row: Any, place: str, tables: Mapping[str, Mapping[str, Any]], source: str) -> None:
    """The rows that one row names, and those of its inner tables."""
    kind: Any = type(row)
    for name, metadata in _references(kind):
        value = getattr(row, name)
        for part in value if isinstance(value, tuple) else (value,):
            if metadata is None:
                _check_references(part, place, tables, source)
            elif part:
                _check_reference(metadata, part, place, tables, source)


@lru_cache(maxsize=128)
def _references(kind: Any) -> tuple[tuple[str, Mapping[Any, Any] | None], ...]:
    """The fields of a class of rows that name another row, with their metadata, and those that hold inner tables."""
    found: list[tuple[str, Mapping[Any, Any] | None]] = []
    for name, (spec, hint) in fields_of(kind).items():
        if "ref" in spec.metadata:
            found.append((name, spec.metadata))
        elif any(dataclasses.is_dataclass(part) for part in get_args(hint)):
            found.append((name, None))
    return tuple(found)


def _check_reference(
    metadata: Mapping[str, Any], key: str, place: str, tables: Mapping[str, Mapping[str, Any]], source: str
) -> None:
    kind = metadata["ref"]
    found = tables[kind].get(key)
    if found is None:
        raise _fail(source, place, f'names the {kind} "{key}", which the file does not have')
    units: tuple[Unit, ...] = metadata["units"]
    if kind == "figure" and units and found.unit not in units:
        allowed = ", ".join(units)
        raise _fail(
            source, place, f'needs a figure in {allowed}, but "{key}" is in the wrong unit {found.unit}'
        )


def _check_circles(pack: LawPack, source: str) -> None:
    """A time that begins when another ends must come to a beginning."""
    follows = {row.key: row.follows for row in pack.time_limits}
    for key, first in follows.items():
        seen, place = {key}, first
        while place:
            if place in seen:
                raise _fail(source, f'time_limit "{key}"', "follows itself in a circle")
            seen.add(place)
            place = follows[place]


def _fail(source: str, place: str, reason: str) -> LawPackError:
    """The error for one row of a file."""
    return LawPackError(f"The law file {source} cannot be used: {place} {reason}.")
