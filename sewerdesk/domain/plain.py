"""Frozen dataclasses as plain values that a record can keep, and back, without loss.

Decimals, dates and times become text, enums their value, sets sorted lists. Reading follows the annotations of
the class: a key that is missing takes the field's default, a key that is no field is refused.
"""

import types
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
_READERS: dict[type, Any] = {
    Decimal: Decimal,
    date: date.fromisoformat,
    datetime: datetime.fromisoformat,
}


def to_plain(value: Any) -> Any:
    """The value as text, numbers, lists and dictionaries; ``TypeError`` for what has no plain form."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, frozenset):
        return sorted(to_plain(item) for item in value)
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    return _plain_one(value)


def _plain_one(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if value is None or isinstance(value, bool | int | str):
        return value
    raise TypeError(f"{type(value).__name__} has no plain form")


def from_plain(kind: type[Record], data: Mapping[str, Any]) -> Record:
    """The dataclass that ``to_plain`` wrote; ``ValueError`` names a key that is no field or is missing."""
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} is no dataclass")
    hints = get_type_hints(kind)
    known = {field.name: field for field in fields(kind)}
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise ValueError(f'{kind.__name__} has no field "{unknown[0]}"')
    missing = [
        name
        for name, field in known.items()
        if name not in data and field.default is MISSING and field.default_factory is MISSING
    ]
    if missing:
        raise ValueError(f'{kind.__name__} needs the field "{missing[0]}"')
    return kind(**{name: _read(hints[name], value) for name, value in data.items()})


def _read(hint: Any, value: Any) -> Any:
    origin = get_origin(hint)
    if origin in {types.UnionType, typing.Union}:
        if value is None:
            return None
        (inner,) = (arm for arm in get_args(hint) if arm is not types.NoneType)
        return _read(inner, value)
    if origin is tuple:
        return _read_tuple(get_args(hint), value)
    if origin is frozenset:
        return frozenset(_read(get_args(hint)[0], item) for item in value)
    if origin is not None and issubclass(origin, Mapping):
        return {key: _read(get_args(hint)[1], item) for key, item in value.items()}
    return _read_one(hint, value)


def _read_tuple(arms: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if len(arms) == 2 and arms[1] is Ellipsis:
        return tuple(_read(arms[0], item) for item in value)
    return tuple(_read(arm, item) for arm, item in zip(arms, value, strict=True))


def _read_one(hint: Any, value: Any) -> Any:
    reader = _READERS.get(hint)
    if reader is not None:
        return reader(value)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return hint(value)
    if is_dataclass(hint) and isinstance(hint, type):
        return from_plain(hint, value)
    if hint in {str, int, bool} and type(value) is hint:
        return value
    raise ValueError(f"{value!r} is no {getattr(hint, '__name__', hint)}")
