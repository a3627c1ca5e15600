"""What all tables share: names of constraints, ids, the version that refuses a lost update, append-only marks."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any

from sqlalchemy import CheckConstraint, Date, MetaData, String, Table
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column

from sewerdesk.data.types import UtcDateTime

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Declarative base; every table has an integer id inside and, where people see it, a number outside."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {datetime: UtcDateTime, date: Date, str: String(200)}

    @declared_attr.directive
    def __tablename__(cls) -> str:  # noqa: N805  (SQLAlchemy passes the class)
        """Snake case of the class name, singular: ``BillLine`` is ``bill_line``."""
        return "".join(f"_{ch.lower()}" if ch.isupper() else ch for ch in cls.__name__).lstrip("_")

    id: Mapped[int] = mapped_column(primary_key=True)


class Versioned:
    """A record that people edit: saving over somebody else's change raises ``StaleDataError``."""

    version: Mapped[int] = mapped_column(nullable=False, default=1)

    @declared_attr.directive
    def __mapper_args__(cls) -> dict[str, Any]:  # noqa: N805
        """Let SQLAlchemy count the versions."""
        return {"version_id_col": cls.__dict__.get("version", cls.version)}


def append_only(
    *constraints: Any, except_columns: tuple[str, ...] = (), guards: Mapping[str, str] | None = None
) -> tuple[Any, ...]:
    """``__table_args__`` of a table whose rows no one may change or delete, not even by SQL.

    ``except_columns`` names the columns that may still change after a row was written. ``guards`` are further triggers
    by name.
    """
    info: dict[str, Any] = {"append_only": except_columns}
    if guards:
        info["guards"] = dict(guards)
    return (*constraints, {"sqlite_autoincrement": True, "info": info})


def numbered(*constraints: Any) -> tuple[Any, ...]:
    """``__table_args__`` of an ordinary table whose ids the audit trail names, so they are never reused."""
    return (*constraints, {"sqlite_autoincrement": True})


def whole_cents(*columns: str) -> list[CheckConstraint]:
    """CHECKs that keep money columns integers, since SQLite's column types are only advice."""
    return [
        CheckConstraint(f"{name} IS NULL OR typeof({name}) = 'integer'", name=f"{name}_cents")
        for name in columns
    ]


def is_append_only(table: Table) -> bool:
    """Whether a table is marked by :func:`append_only`."""
    return "append_only" in table.info


ShortText = Annotated[str, mapped_column(String(60))]
LongText = Annotated[str, mapped_column(String(20_000))]
