"""Reads a law file: every key, unit, reference and date is checked before the office may rely on it.

A file that fails gets one sentence with the file, the row and the reason.
"""

import dataclasses
import types
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar, get_args

import tomli

from sewerdesk.domain.law.checks import check_figure, check_pack, check_value
from sewerdesk.domain.law.convert import WrongKind, WrongValue, converter
from sewerdesk.domain.law.pack import LawPack, PackHeader, check_amendments
from sewerdesk.domain.law.schema import NAMED, SECTIONS, fields_of, key_field
from sewerdesk.domain.law.types import Amendment, Figure, FigureStatus, LawPackError

Built = TypeVar("Built")
_BLOCKS: Mapping[str, type[Any]] = {
    **{name: kind for name, (_, kind, _) in NAMED.items()},
    **{name: kind for name, (_, kind) in SECTIONS.items()},
    "amendment": Amendment,
}


def load_law_pack(text: str, *, source: str, included: Callable[[str], str] | None = None) -> LawPack:
    """The law pack in the text of a TOML file; ``source`` is the file's name for messages.

    ``included`` gives the text of a file that the pack names under ``includes``. Raises ``LawPackError`` with one
    sentence where a key is unknown, missing or there twice, a citation is missing, a unit or a status is not one of
    the known ones, a reference leads nowhere or in a circle, or two dates clash.
    """
    document = _parse(text, source)
    header = _header(document, source)
    own = _read_blocks(document, source)
    own["figure"] = [_since(figure, header.adopted) for figure in own.get("figure", [])]
    parts = [own]
    for name in header.includes:
        if included is None:
            raise LawPackError(f"The law file {source} includes {name}, which is not at hand.")
        parts.insert(0, _read_blocks(_parse(included(name), name), name))
    rows = {block: tuple(row for part in parts for row in part.get(block, ())) for block in _BLOCKS}
    for block, kind in _BLOCKS.items():
        if kind is not Amendment:
            _check_unique(rows[block], block, source)
    pack = _pack(header, rows, source)
    check_pack(pack, source)
    return pack


def _since(figure: Figure, adopted: date | None) -> Figure:
    """A figure of the text holds from the day the text was adopted, unless it names its own."""
    if figure.effective is not None or figure.status is not FigureStatus.LAW:
        return figure
    return dataclasses.replace(figure, effective=adopted)


def _parse(text: str, source: str) -> dict[str, Any]:
    try:
        return tomli.loads(text, parse_float=Decimal)
    except tomli.TOMLDecodeError as error:
        raise LawPackError(f"The law file {source} cannot be read as TOML: {error}.") from error


def _header(document: Mapping[str, Any], source: str) -> PackHeader:
    table = document.get("pack")
    if not isinstance(table, dict):
        raise _fail(source, "the section [pack]", "is missing")
    return _build(PackHeader, table, "the section [pack]", source)


def _read_blocks(document: Mapping[str, Any], source: str) -> dict[str, list[Any]]:
    """Every row of one file, by its kind of block."""
    found: dict[str, list[Any]] = {}
    for name, tables in document.items():
        if name == "pack":
            continue
        if name not in _BLOCKS:
            raise _fail(source, f'"{name}"', "is not a section that a law file may have")
        if not isinstance(tables, list):
            raise _fail(source, f'"{name}"', f"must be written [[{name}]], one block for each row")
        found[name] = list(_rows(name, tables, source))
    return found


def _rows(name: str, tables: list[Any], source: str) -> Iterator[Any]:
    kind = _BLOCKS[name]
    key = key_field(kind)
    for number, table in enumerate(tables, start=1):
        label = str(table.get(key, "")) if isinstance(table, dict) else ""
        place = f'{name} "{label}"' if label else f"{name} number {number}"
        yield _build(kind, table, place, source)


def _build(kind: type[Built], table: Any, place: str, source: str) -> Built:
    """One row from one table."""
    if not isinstance(table, dict):
        raise _fail(source, place, "must be a table of keys and values")
    fields = fields_of(kind)
    values: dict[str, Any] = {}
    for name, value in table.items():
        if name not in fields:
            raise _fail(source, place, f'has the unknown key "{name}"')
        values[name] = _value(fields[name][1], value, place, name, source)
    for name, (row, _) in fields.items():
        if name not in values and row.default is dataclasses.MISSING:
            lacks = "gives no citation" if name == "citation" else f'lacks the key "{name}"'
            raise _fail(source, place, lacks)
    if "citation" in values and not values["citation"]:
        raise _fail(source, place, "gives no citation")
    return kind(**values)


def _value(hint: Any, value: Any, place: str, name: str, source: str) -> Any:
    convert = converter(hint)
    if convert is None:  # a list of inner tables
        if not isinstance(value, list):
            raise _fail(source, place, f'has the wrong kind of value for "{name}": it must be a list')
        [item, _] = get_args(hint)
        return tuple(
            _build(item, part, f'{place}, "{name}" number {number}', source)
            for number, part in enumerate(value, 1)
        )
    try:
        return convert(value)
    except WrongKind as problem:
        raise _fail(source, place, f'has the {name} "{value}", which must be {problem}') from problem
    except WrongValue as problem:
        raise _fail(source, place, f'has the {name} "{value}", which {problem}') from problem


def _check_unique(rows: tuple[Any, ...], block: str, source: str) -> None:
    key = key_field(_BLOCKS[block])
    seen: set[str] = set()
    for row in rows:
        name = str(getattr(row, key))
        if name in seen:
            raise _fail(source, f'{block} "{name}"', "is there twice")
        seen.add(name)


def _pack(header: PackHeader, rows: Mapping[str, tuple[Any, ...]], source: str) -> LawPack:
    parts: dict[str, Any] = {
        attribute: types.MappingProxyType({getattr(row, key): row for row in rows[name]})
        for name, (attribute, _, key) in NAMED.items()
    }
    parts |= {attribute: rows[name] for name, (attribute, _) in SECTIONS.items()}
    figures = parts["figures"]
    for figure in figures.values():
        check_figure(figure, source)
    for row in rows["amendment"]:
        if row.key in figures:
            check_value(figures[row.key].unit, row.value, f"the amendment of {row.key}", source)
    amendments = check_amendments(figures, rows["amendment"], source)
    return LawPack(header=header, amendments=amendments, **parts)


def _fail(source: str, place: str, reason: str) -> LawPackError:
    """The error for one row of a file."""
    return LawPackError(f"The law file {source} cannot be used: {place} {reason}.")
