"""What every row of a law file has, and how a field names another row."""

from dataclasses import dataclass, field
from typing import Any

from sewerdesk.domain.law.types import FigureStatus, Unit


def ref(kind: str, *units: Unit, default: Any = None) -> Any:
    """A field that names another row of the pack; ``units`` are those a referenced figure may have."""
    metadata = {"ref": kind, "units": units}
    return field(metadata=metadata) if default is None else field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sourced:
    """Words or a duty of the law: where they stand, whether they were read there, and what they still lack."""

    citation: str
    status: FigureStatus = FigureStatus.LAW
    missing: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Sourced):
    """One rule; ``key`` is its name within its kind of rule."""

    key: str
