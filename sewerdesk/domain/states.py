"""What may happen to a record next: one table of transitions for each kind of record.

The same table refuses a verb that the record's state does not allow and tells a screen which actions to show.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from sewerdesk.domain.errors import RuleViolation

State = TypeVar("State", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Transition(Generic[State]):
    """A verb that takes a record from one state to another, such as draft to issued by "issue"."""

    source: State
    target: State
    verb: str


@dataclass(frozen=True, slots=True)
class StateMachine(Generic[State]):
    """All transitions of one kind of record; ``kind`` is its plain word, such as "permit"."""

    kind: str
    transitions: tuple[Transition[State], ...]

    def __post_init__(self) -> None:
        seen: set[tuple[State, str]] = set()
        for row in self.transitions:
            if (row.source, row.verb) in seen:
                raise ValueError(f'the verb "{row.verb}" leads two ways out of {row.source}')
            seen.add((row.source, row.verb))

    def may(self, verb: str, state: State) -> bool:
        """Whether the verb is possible in this state."""
        return verb in self.verbs(state)

    def verbs(self, state: State) -> tuple[str, ...]:
        """What is possible in this state, in the order of the table."""
        return tuple(row.verb for row in self.transitions if row.source == state)

    def is_final(self, state: State) -> bool:
        """Whether nothing is possible any more."""
        return not self.verbs(state)

    def move(self, state: State, verb: str, *, record: str) -> State:
        """The state after the verb; ``RuleViolation`` with the record's name where it is not possible.

        ``record`` is what the clerk calls it: ``PER-2027-0001``.
        """
        for row in self.transitions:
            if row.source == state and row.verb == verb:
                return row.target
        allowed = ", ".join(_words(word) for word in self.verbs(state)) or "nothing"
        raise RuleViolation(
            f"The {self.kind} {record} is {_words(state)}, so it is not possible to {_words(verb)} it. "
            f"Possible now: {allowed}."
        )

    def reachable(self, start: State) -> frozenset[State]:
        """Every state that a record can come to from ``start``, itself included."""
        found: set[State] = set()
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state not in found:
                found.add(state)
                waiting.extend(self._targets(state))
        return frozenset(found)

    def _targets(self, state: State) -> Iterator[State]:
        return (row.target for row in self.transitions if row.source == state)


def _words(name: str) -> str:
    """A state's or verb's name as words: ``under_review`` is "under review"."""
    return str(name).replace("_", " ")
