"""The rule of a test as one municipality's law has it on a day: its figures, its preconditions, its table of times."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from sewerdesk.domain.law import (
    Figure,
    FigureStatus,
    Law,
    LeakTest,
    Precondition,
    ProjectKind,
    TimeRow,
    UnknownRule,
    concerns,
)
from sewerdesk.domain.leaktests.model import LeakTestKind

CALIBRATION_MONTHS = "leaktest.gauge_calibration_months"
_INVERTS = "manhole_benches"


@dataclass(frozen=True, slots=True)
class LeakRule:
    """The limits of one test on a day, each with its citation.

    ``inverts`` is the section by which inverts and benches come after the test, empty where the law has none.
    """

    kind: LeakTestKind
    municipality: str
    on: date
    row: LeakTest
    figures: Mapping[str, Figure]
    times: tuple[TimeRow, ...]
    inverts: str

    def figure(self, key: str) -> Figure:
        """A figure by its key; ``UnknownRule`` where the municipality's law has none."""
        found = self.figures.get(key)
        if found is None:
            raise UnknownRule(
                f'The law file of the {self.municipality} has no figure named "{key}" for the '
                f"{self.row.name.lower()}."
            )
        return found

    def number(self, key: str) -> Fraction:
        """A figure's value; ``BlankFigure`` where the office must enter it first."""
        return Fraction(self.figure(key).number)

    def has(self, key: str) -> bool:
        """Whether the law has a figure."""
        return key in self.figures

    def precondition(self, key: str) -> Precondition | None:
        """A precondition by its key, ``None`` where the law does not ask it of this test."""
        return next((one for one in self.row.preconditions if one.key == key), None)

    @property
    def unconfirmed(self) -> tuple[Figure, ...]:
        """The limits that come from a model law and wait to be confirmed.

        The office's own policy on gauges is none of them.
        """
        return tuple(
            figure
            for key, figure in self.figures.items()
            if figure.status is FigureStatus.MODEL and key != CALIBRATION_MONTHS
        )


def rule_of(law: Law, kind: LeakTestKind, on: date) -> LeakRule:
    """The rule of a test on a day; ``UnknownRule`` if the municipality's law offers no such test."""
    row = next((one for one in law.leak_tests if one.method == kind.value), None)
    if row is None:
        words = kind.value.replace("_", " ")
        raise UnknownRule(f"The law file of the {law.municipality} offers no {words} test.")
    keys = dict.fromkeys((*row.figures, *(key for one in row.preconditions for key in one.figures)))
    return LeakRule(
        kind=kind,
        municipality=law.municipality,
        on=on,
        row=row,
        figures={key: law.figure(key, on) for key in keys},
        times=tuple(one for one in law.test_times if one.test == row.key),
        inverts=next((item.citation for item in law.checklist if item.key == _INVERTS), ""),
    )


def offered_tests(law: Law, project: ProjectKind) -> tuple[LeakTest, ...]:
    """The tests that the law offers for a project and that are computed here, in the order of the law."""
    known = {kind.value for kind in LeakTestKind}
    return tuple(
        row
        for row in law.leak_tests
        if row.method in known and any(concerns(one, project) for one in row.offered_for)
    )


def no_test_sentence(law: Law, project: ProjectKind) -> str:
    """What to say where the law offers no test for a project, such as Dannemora's, whose text names none."""
    if not law.leak_tests:
        return (
            f"The text of the law of the {law.municipality} that is on file names no leakage test. "
            "Record what was tested in the remarks."
        )
    if offered_tests(law, project):
        return ""
    return f"The law of the {law.municipality} names no leakage test for this work. Record it in the remarks."
