"""Met, not met, or not known: how a test of the law comes out, and what is said where the law is silent."""

from collections.abc import Iterable
from enum import StrEnum

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import BlankFigure, Figure, FigureStatus, Law, Unit
from sewerdesk.domain.law.words import figure_words
from sewerdesk.domain.verdicts import Answer
from sewerdesk.domain.wording import show


class Finding(StrEnum):
    """How one test came out; what is not known is for the officer to decide."""

    MET = "met"
    NOT_MET = "not_met"
    NOT_KNOWN = "not_known"

    @classmethod
    def of(cls, *, fact: bool | None) -> "Finding":
        """Met for yes, not met for no, not known where there is no answer."""
        if fact is None:
            return cls.NOT_KNOWN
        return cls.MET if fact else cls.NOT_MET

    @property
    def label(self) -> str:
        """As lists and papers show it."""
        return {Finding.MET: "Met", Finding.NOT_MET: "Not met", Finding.NOT_KNOWN: "Not known"}[self]


def any_of(findings: Iterable[Finding]) -> Answer:
    """Yes where one test is met, no where all are not, otherwise the officer decides; none at all is his, too."""
    found = list(findings)
    if Finding.MET in found:
        return Answer.YES
    if not found or Finding.NOT_KNOWN in found:
        return Answer.OFFICER
    return Answer.NO


def silent(law: Law, matter: str) -> str:
    """The sentence for a matter on which the text of this law has nothing."""
    return f"The text of the law of the {law.municipality} does not say {matter}; the officer decides."


def blank_sentence(figure: Figure) -> str:
    """What the office must enter before this figure can judge anything; empty where the figure is there."""
    if figure.value is not None:
        return ""
    try:
        return figure.text
    except BlankFigure as blank:
        return blank.message


def figure_note(figure: Figure) -> str:
    """A figure in words with its source: ``5 percent (§72-2)``; one from a model law is marked as to be confirmed."""
    words = show(figure.number) if figure.unit is Unit.PH else figure_words(figure)
    confirm = ", to be confirmed" if figure.status is FigureStatus.MODEL else ""
    return f"{words} ({figure.citation}{confirm})"


def months_of(figure: Figure) -> int:
    """A figure in months or years as whole months; ``UserError`` for another unit."""
    each = _MONTHS.get(figure.unit)
    if each is None:
        raise UserError(f"The figure for {figure.subject} ({figure.citation}) must be in months or years.")
    return figure.whole * each


_MONTHS = {Unit.MONTHS: 1, Unit.YEARS: 12}
