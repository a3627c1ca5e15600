"""What a check of the books is: a name, the sentence that says what is compared, and the trying of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy.orm import Session

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.books import CheckDone
from sewerdesk.domain.invariants import Finding

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Tried:
    """How many records were looked at, and what was found; ``told`` fills the sentence's gap, where it has one."""

    records: int
    findings: Iterable[Finding]
    told: str = ""


Trying = Callable[[Workspace, Session], Tried]


@dataclass(frozen=True, slots=True)
class Check:
    """One check; ``what`` may have the gap ``{told}`` for what only the trying knows."""

    name: str
    what: str
    trying: Trying

    def __call__(self, ws: Workspace, session: Session) -> CheckDone:
        """Make the check over one moment of the books."""
        tried = self.trying(ws, session)
        what = self.what.replace("{told}", tried.told)
        return CheckDone(self.name, what, tried.records, tuple(tried.findings))


def each_of(
    read: Callable[[Session], Iterable[Row]], rule: Callable[[Sequence[Row]], Iterable[Finding]]
) -> Trying:
    """Try one rule over the records that are read."""

    def trying(_ws: Workspace, session: Session) -> Tried:
        rows = list(read(session))
        return Tried(len(rows), rule(rows))

    return trying
