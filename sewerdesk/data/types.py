"""Column types: exact money and quantities, aware instants, small JSON values."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, String, Text
from sqlalchemy.types import TypeDecorator

from sewerdesk.domain.money import from_cents, to_cents

#: One encoder for all values; ``json.dumps`` would make a new one for each.
_to_json = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


class Money(TypeDecorator[Decimal]):
    """US dollars as a ``Decimal`` of two places in Python and whole cents in the database.

    Refuses floats, integers and fractions of a cent with ``TypeError`` or ``ValueError``. ``SUM``, ``MIN`` and
    ``MAX`` in SQL are exact; ``AVG`` and arithmetic in SQL are not and must not be used.
    """

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> int | None:
        """Whole cents for the database."""
        if value is None:
            return None
        if not isinstance(value, Decimal):
            raise TypeError(f"money must be a Decimal, not {type(value).__name__}")
        return to_cents(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> Decimal | None:
        """Dollars with two places."""
        return None if value is None else from_cents(int(value))


class Exact(TypeDecorator[Decimal]):
    """A quantity or a rate with any number of decimals (units, volumes, unit prices), kept as text."""

    impl = String(40)
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Plain digits without an exponent."""
        if value is None:
            return None
        if not isinstance(value, Decimal) or not value.is_finite():
            raise TypeError(f"an exact quantity must be a finite Decimal, not {value!r}")
        return format(value, "f")

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        """The very decimal that was stored."""
        return None if value is None else Decimal(value)


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: aware in Python, UTC in the database; a naive value is refused."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Naive UTC for the database."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("an instant needs a time zone")
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Aware UTC."""
        return None if value is None else value.replace(tzinfo=UTC)


class JsonText(TypeDecorator[Any]):
    """Inputs, snapshots and merge data as JSON text; decimals and dates must be strings already."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Compact, key-sorted JSON."""
        return None if value is None else _to_json(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """The value as it was stored."""
        return None if value is None else json.loads(value)
