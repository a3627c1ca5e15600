"""The only two doors to the database: ``read`` and ``write``; one write is one transaction is one verb."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session
from sqlalchemy.orm.exc import StaleDataError

from sewerdesk.clock import Clock
from sewerdesk.data import audit
from sewerdesk.data.engine import immediate, problem_of
from sewerdesk.data.search import update as update_search
from sewerdesk.domain.errors import StaleRecord, UserError

_STALE = "This record was changed elsewhere after you opened it. Reload it and make your change again."


@dataclass(frozen=True, slots=True)
class Changes:
    """What one committed transaction touched: pairs of table name and record id."""

    records: frozenset[tuple[str, int]]

    def kinds(self) -> frozenset[str]:
        """The tables touched."""
        return frozenset(kind for kind, _ in self.records)


Listener = Callable[[Changes], None]


@dataclass(slots=True)
class Workspace:
    """An open office: its folder, its engine, its clock, and who is working.

    Sessions never leave ``read`` and ``write``; services turn rows into frozen dataclasses inside them.
    """

    folder: Path
    engine: Engine
    clock: Clock
    actor: str
    listeners: list[Listener] = field(default_factory=list)
    #: What a service read and may give again while nothing it depends on changed, by the service's own name.
    kept: dict[str, Any] = field(default_factory=dict, repr=False)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A read-only look at one moment of the books; nothing done in it is kept."""
        with _known_failures(), Session(self.engine) as session:
            try:
                yield session
            finally:
                session.rollback()

    @contextmanager
    def write(self, *, reason: str = "") -> Iterator[Session]:
        """One transaction with the write lock: commits on success, undoes everything on any exception.

        Listeners hear of the changes after the commit, never inside it. Raises ``StaleRecord`` where a record was
        changed elsewhere, ``EnvironmentProblem`` where the disk or a lock stands in the way.
        """
        touched: set[tuple[str, int]] = set()
        with _known_failures(), Session(immediate(self.engine)) as session, session.begin():
            session.info.update(actor=self.actor, clock=self.clock, touched=touched, reason=reason)
            audit.watch(session, actor=self.actor, clock=self.clock, touched=touched)
            yield session
            session.flush()  # so that the search index sees all that this transaction wrote
            update_search(session, frozenset(touched))
        self._notify(Changes(frozenset(touched)))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` after every commit that touched something; returns how to stop."""
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def _notify(self, changes: Changes) -> None:
        if changes.records:
            for listener in tuple(self.listeners):
                listener(changes)


@contextmanager
def _known_failures() -> Iterator[None]:
    try:
        yield
    except StaleDataError as error:
        raise StaleRecord(_STALE) from error
    except UnicodeEncodeError as error:
        raise UserError(_half_a_sign(error)) from error
    except DBAPIError as error:
        problem = problem_of(error)
        if problem is None:
            raise
        raise problem from error


def _half_a_sign(error: UnicodeEncodeError) -> str:
    """A broken paste can leave half of a symbol, which no file can hold."""
    before = error.object[max(0, error.start - 20) : error.start].strip()
    where = f"after “{before}”" if before else "at the beginning of a text"
    return (
        f"There is half a symbol {where} that cannot be kept. Delete it and type it again; nothing was saved."
    )
