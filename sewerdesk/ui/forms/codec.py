"""Drafts as JSON text and back, by the types of the draft's dataclass.

Decimals, dates, instants, paths and enumerations travel as text. A field that the dataclass no longer has is
passed over, one that the text lacks takes its default: a draft outlives a new version of the program.
"""

import json
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from sewerdesk.domain.errors import UserError

Record = TypeVar("Record")
Reader = Callable[[str], object]

_READERS: Mapping[type, Reader] = {
    Decimal: Decimal,
    date: date.fromisoformat,
    datetime: datetime.fromisoformat,
    Path: Path,
}


class DraftUnreadable(UserError):
    """A kept draft does not fit its form any more."""


def encode(record: object) -> str:
    """A dataclass as JSON text; ``TypeError`` for a type of value that drafts do not hold."""
    return json.dumps(_plain(record), ensure_ascii=False, separators=(",", ":"))


def decode(record_type: type[Record], text: str) -> Record:
    """The dataclass that :func:`encode` wrote; ``DraftUnreadable`` where the text is none."""
    try:
        return cast("Record", _typed(record_type, json.loads(text)))
    except (ValueError, TypeError, KeyError, InvalidOperation) as problem:
        raise DraftUnreadable(
            "What was kept of this form cannot be read any more. Please type it again."
        ) from problem


def _plain(value: object) -> object:
    if value is None or isinstance(value, (Enum, bool, int, str)):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, (Decimal, Path, date)):
        return value.isoformat() if isinstance(value, date) else str(value)
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {item.name: _plain(getattr(value, item.name)) for item in fields(value) if item.init}
    raise TypeError(f"a draft cannot hold a {type(value).__name__}")


def _typed(kind: Any, value: Any) -> object:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(kind), value)
    if origin is tuple:
        return _tuple(get_args(kind), value)
    if origin is not None and issubclass(origin, Mapping):
        return {str(key): _typed(get_args(kind)[1], item) for key, item in value.items()}
    if is_dataclass(kind):
        return _dataclass(kind, value)
    return value if kind in (Any, object) else _scalar(kind, value)


def _scalar(kind: Any, value: Any) -> object:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    reader = _READERS.get(kind)
    if reader is not None:
        return reader(_exactly(str, value))
    return _exactly(kind, value)


def _exactly(kind: type[Record], value: Any) -> Record:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is not a {kind.__name__}")
    return value


def _one_of(kinds: tuple[Any, ...], value: Any) -> object:
    """The first of the types that the value fits; text is tried last, since it fits nearly everything."""
    for kind in sorted(kinds, key=lambda each: each in (str, object)):
        try:
            return _typed(kind, value)
        except (ValueError, TypeError, KeyError, InvalidOperation, AttributeError):
            continue
    raise TypeError(f"{value!r} fits none of the types")


def _tuple(kinds: tuple[Any, ...], value: Any) -> object:
    items = _exactly(list, value)
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(_typed(kinds[0], item) for item in items)
    if len(kinds) != len(items):
        raise TypeError("a tuple of another length")
    return tuple(_typed(kind, item) for kind, item in zip(kinds, items, strict=True))


def _dataclass(kind: Any, value: Any) -> object:
    given = _exactly(dict, value)
    hints = get_type_hints(kind)
    known: dict[str, object] = {}
    for item in fields(kind):
        if not item.init:
            continue
        if item.name in given:
            known[item.name] = _typed(hints[item.name], given[item.name])
        elif item.default is MISSING and item.default_factory is MISSING:
            raise KeyError(item.name)
    return kind(**known)
