"""What must leave the office after a run: a run is done when each of these was marked as done."""

from collections.abc import Mapping
from enum import StrEnum


class RunOutputKind(StrEnum):
    """Something that a run leads to."""

    BILLS = "bills"
    REGISTER = "register"
    JOURNAL = "journal"

    @property
    def label(self) -> str:
        """What was done, as it is marked."""
        return _LABELS[self]


_LABELS: Mapping[RunOutputKind, str] = {
    RunOutputKind.BILLS: "Bills printed and mailed",
    RunOutputKind.REGISTER: "Register kept",
    RunOutputKind.JOURNAL: "Journal given to the bookkeeper",
}

RUN_OUTPUTS = tuple(RunOutputKind)
