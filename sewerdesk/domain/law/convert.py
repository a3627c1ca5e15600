"""Values of a law file as the types that the fields ask for; anything else is refused."""

import types
from collections.abc import Callable
from dataclasses import is_dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeAlias, get_args, get_origin

Convert: TypeAlias = Callable[[Any], Any]


class WrongValue(Exception):
    """The value does not fit; the message finishes a sentence whose subject is the row."""


class WrongKind(WrongValue):
    """It is not even of the right kind; ``str`` of it says what it must be, such as ``a number``."""


@lru_cache(maxsize=64)
def converter(hint: Any) -> Convert | None:
    """What turns a value of TOML into this type; ``None`` where the type is a list of inner tables."""
    if get_origin(hint) is tuple:
        item = get_args(hint)[0]
        inner = None if is_dataclass(item) else converter(item)
        return None if inner is None else _list_of(inner)
    if isinstance(hint, types.UnionType):
        return _first_of(tuple(one for one in get_args(hint) if one is not types.NoneType))
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _choice_of(hint)
    return _PLAIN[hint]


def _list_of(inner: Convert) -> Convert:
    def convert(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise WrongKind("a list")
        return tuple(inner(part) for part in value)

    return convert


def _first_of(options: tuple[Any, ...]) -> Convert:
    converters = [found for one in options if (found := converter(one)) is not None]

    def convert(value: Any) -> Any:
        wanted: list[str] = []
        for each in converters:
            try:
                return each(value)
            except WrongKind as problem:
                wanted.append(str(problem))
        raise WrongKind(" or ".join(wanted))

    return convert


def _choice_of(kind: type[StrEnum]) -> Convert:
    known = {member.value: member for member in kind}

    def convert(value: Any) -> StrEnum:
        found = known.get(value) if isinstance(value, str) else None
        if found is None:
            raise WrongValue(f"is not one of {', '.join(known)}")
        return found

    return convert


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise WrongKind("words in quotes")
    return value.strip()


def _number(value: Any) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        raise WrongKind("a number")
    number = Decimal(value)
    if not number.is_finite():
        raise WrongKind("a number")
    if number < 0:
        raise WrongValue("is below zero")
    return number


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise WrongKind("true or false")
    return value


def _day(value: Any) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise WrongKind("a date such as 2027-01-31")
    return value


_PLAIN: dict[Any, Convert] = {str: _text, Decimal: _number, bool: _yes_or_no, date: _day}
