"""What the tables of figures of one law are compared with: the figures of its own file, and the rules that use them."""

import dataclasses
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import tomli

from sewerdesk.domain.law import Figure, LawPack, Unit
from sewerdesk.domain.law.schema import SECTIONS
from sewerdesk.domain.law.types import TIME_UNITS
from tests.support.packs import included, pack

Line = tuple[str, str, str, str, str]


def lines_of(table: str) -> list[Line]:
    """The rows of a table: key, value, unit, status, citation; a dash for no value."""
    rows = [line.split(" ", 4) for line in table.strip().splitlines()]
    return [(key, value, unit, status, citation) for key, value, unit, status, citation in rows]


def own_figures(name: str) -> dict[str, Figure]:
    """The figures of one law file without those that it shares with the others."""
    law = pack(name)
    shared = {
        row["key"]
        for file in law.header.includes
        for row in tomli.loads(included(file), parse_float=Decimal)["figure"]
    }
    return {key: figure for key, figure in law.figures.items() if key not in shared}


def line_of(figure: Figure) -> Line:
    """A figure as the table has it."""
    value = "-" if figure.value is None else str(figure.value).replace(", ", ",")
    return (figure.key, value, figure.unit.value, figure.status.value, figure.citation)


def named_figures(law: LawPack) -> set[str]:
    """The keys of the figures that any rule names."""
    rows = [row for attribute, _ in SECTIONS.values() for row in getattr(law, attribute)]
    return {key for row in rows for key in _named_by(row)}


def unused_times(name: str) -> set[str]:
    """The figures in a unit of time that no rule of the law uses."""
    units = {*TIME_UNITS, Unit.MONTHS_OF_YEAR}
    times = {key for key, figure in own_figures(name).items() if figure.unit in units}
    return times - named_figures(pack(name))


def _named_by(row: Any) -> Iterator[str]:
    for spec in dataclasses.fields(row):
        value = getattr(row, spec.name)
        for part in value if isinstance(value, tuple) else (value,):
            if dataclasses.is_dataclass(part):
                yield from _named_by(part)
            elif part and spec.metadata.get("ref") == "figure":
                yield part
