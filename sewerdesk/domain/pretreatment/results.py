"""Results from the laboratory: measured, below or above what the method can measure, or not tested at all.

A missing result is never a zero. A result "less than 5" says only that the true value is under 5; where that is not
enough to judge by a limit, the comparison has no answer and the officer decides.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.wording import show


class ResultKind(StrEnum):
    """What the laboratory could say."""

    MEASURED = "measured"
    BELOW = "below"  # less than the detection limit that is given
    ABOVE = "above"  # more than the method's range, whose end is given
    NOT_TESTED = "not_tested"


_SIGNS = {"<": ResultKind.BELOW, ">": ResultKind.ABOVE, "": ResultKind.MEASURED}
_WORDS = {ResultKind.BELOW: "less than ", ResultKind.ABOVE: "more than ", ResultKind.MEASURED: ""}
_TYPED = re.compile(r"([<>]?)\s*(-?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class LabResult:
    """One result, in the unit of the limit that it is compared with (mg/l for pollutants); zero or more."""

    kind: ResultKind
    value: Decimal | None = None

    def __post_init__(self) -> None:
        if (self.kind is ResultKind.NOT_TESTED) is not (self.value is None):
            raise ValueError("a result has a value unless nothing was tested")
        if self.value is not None and not (self.value.is_finite() and self.value >= 0):
            raise UserError(f"The result {self.value} is below zero or no number; correct the entry.")

    @classmethod
    def of(cls, value: Decimal) -> "LabResult":
        """A measured value."""
        return cls(ResultKind.MEASURED, value)

    @classmethod
    def below(cls, limit: Decimal) -> "LabResult":
        """Less than the detection limit."""
        return cls(ResultKind.BELOW, limit)

    @property
    def is_tested(self) -> bool:
        """Whether the laboratory reported anything."""
        return self.kind is not ResultKind.NOT_TESTED

    @property
    def words(self) -> str:
        """As sentences say it: ``310``, ``less than 5``, ``not tested``."""
        if self.value is None:
            return "not tested"
        return f"{_WORDS[self.kind]}{show(self.value)}"

    def exceeds(self, limit: Decimal) -> bool | None:
        """Whether the true value is over the limit; None where the result does not tell."""
        if self.value is None:
            return None
        if self.kind is ResultKind.BELOW:
            return False if self.value <= limit else None
        if self.kind is ResultKind.ABOVE:
            return True if self.value >= limit else None
        return self.value > limit

    def reaches(self, limit: Decimal) -> bool | None:
        """Whether the true value equals the limit or is over it; None where the result does not tell."""
        if self.value is None or self.kind is not ResultKind.MEASURED:
            return self.exceeds(limit)
        return self.value >= limit

    def falls_below(self, least: Decimal) -> bool | None:
        """Whether the true value is under a least value; None where the result does not tell."""
        if self.value is None:
            return None
        if self.kind is ResultKind.BELOW:
            return True if self.value <= least else None
        if self.kind is ResultKind.ABOVE:
            return False if self.value >= least else None
        return self.value < least


NOT_TESTED = LabResult(ResultKind.NOT_TESTED)


def read_result(text: str, *, name: str) -> LabResult:
    """A result as typed: ``310``, ``< 5``, ``>2,000``, nothing for not tested.

    ``UserError`` names the pollutant where it is none of these or below zero.
    """
    typed = text.strip()
    if not typed:
        return NOT_TESTED
    match = _TYPED.fullmatch(typed)
    if match is None or not match[2].strip("-"):
        raise UserError(
            f"{name}: “{typed}” is no result. Enter a number such as 310, or < 5 if none was found."
        )
    value = Decimal(match[2].replace(",", ""))
    if value < 0:
        raise UserError(f"{name}: a result cannot be below zero; correct {typed}.")
    return LabResult(_SIGNS[match[1]], value)


def result_for(results: Mapping[str, LabResult], key: str) -> LabResult:
    """The result of one pollutant; not tested where the sample has none."""
    return results.get(key, NOT_TESTED)
