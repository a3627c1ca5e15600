"""A yes-or-no question of the law answered for a date, requirement by requirement."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum


class Answer(StrEnum):
    """The answer to the question; where the law leaves it to a person, the officer decides."""

    YES = "yes"
    NO = "no"
    OFFICER = "officer"


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """One requirement: whether it is met (``None`` where an officer must judge), and what is on file.

    ``action`` is the word on the button that puts it right ("Record renewal") and ``action_key`` what the
    screen is told when it is pressed; both empty where there is nothing to do.
    """

    passed: bool | None
    requirement: str
    on_file: str
    citation: str
    action: str = ""
    action_key: str = ""


def answer_of(lines: Iterable[VerdictLine]) -> Answer:
    """No where a requirement is not met, the officer's where one is not known, yes where all are met."""
    found = [line.passed for line in lines]
    if False in found:
        return Answer.NO
    return Answer.OFFICER if None in found else Answer.YES


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer, the date it was judged for, the question in the clerk's words, and every requirement."""

    answer: Answer
    judged_on: date
    question: str
    lines: tuple[VerdictLine, ...]

    @property
    def failing(self) -> tuple[VerdictLine, ...]:
        """The requirements that are not met, in the law's order."""
        return tuple(line for line in self.lines if line.passed is False)
