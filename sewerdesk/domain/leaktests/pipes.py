"""Sections of pipe under test: what cannot be, their length, and the leakage by rate, inches and miles."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sewerdesk.domain.law import Figure
from sewerdesk.domain.leaktests.conditions import line
from sewerdesk.domain.leaktests.model import Noted, PipeRun
from sewerdesk.domain.leaktests.plausible import LENGTH_FEET, PIPE_INCHES, asked
from sewerdesk.domain.measures import MeasureUnit, as_decimal, round_words
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show

FEET_PER_MILE = Fraction(5280)
HOURS_PER_DAY = Fraction(24)


def feet_of(runs: Sequence[PipeRun]) -> Fraction:
    """The length of the whole section."""
    return sum((run.feet for run in runs), Fraction(0))


def inch_feet(runs: Sequence[PipeRun]) -> Fraction:
    """Σ (inches of diameter × feet of length): what leakage is reckoned by."""
    return sum((run.inches * run.feet for run in runs), Fraction(0))


def run_problems(
    runs: Sequence[PipeRun], *, units_are_right: bool, section_max: Figure | None = None
) -> Iterator[tuple[str, str]]:
    """What cannot be of the pipe: nothing, nothing long, another unit's number, or a section beyond the law's."""
    if not runs:
        yield "diameter_1", "Enter the diameter and the length of the pipe under test."
        return
    found = [problem for place, run in enumerate(runs, start=1) for problem in _bad_run(place, run)]
    if not found and not units_are_right:
        found = [problem for place, run in enumerate(runs, start=1) for problem in _odd_run(place, run)]
    yield from found
    if not found and section_max is not None and feet_of(runs) > Fraction(section_max.number):
        yield "length_1", _too_long(runs, section_max)


def _bad_run(place: int, run: PipeRun) -> Iterator[tuple[str, str]]:
    for field, measured, words in (
        ("diameter", run.diameter, "diameter must be more than zero inches"),
        ("length", run.length, "length must be more than zero feet"),
    ):
        if not measured.value.is_finite() or measured.value <= 0:
            yield f"{field}_{place}", f"Pipe {place}: the {words}."


def _odd_run(place: int, run: PipeRun) -> Iterator[tuple[str, str]]:
    yield from asked(f"diameter_{place}", "diameter", run.diameter, unit=MeasureUnit.INCHES, band=PIPE_INCHES)
    yield from asked(f"length_{place}", "length", run.length, unit=MeasureUnit.FEET, band=LENGTH_FEET)


def _too_long(runs: Sequence[PipeRun], section_max: Figure) -> str:
    feet = feet_of(runs)
    sentence = (
        f"The section is {round_words(feet)} ft long; {section_max.citation} allows no more than "
        f"{show(section_max.number)} ft. Test it in shorter sections."
    )
    if all(run.length.unit is MeasureUnit.FEET for run in runs) and feet >= 2 * Fraction(section_max.number):
        inches = round_words(feet / 12)
        sentence += f" If inches were measured, type the unit: {round_words(feet)} in is {inches} ft."
    return sentence


def section_line(section_max: Figure, runs: Sequence[PipeRun]) -> VerdictLine:
    """The section is no longer than the law's longest."""
    feet = feet_of(runs)
    return line(
        section_max,
        f"Section no longer than {show(section_max.number)} ft",
        passed=feet <= Fraction(section_max.number),
        on_file=f"{round_words(feet)} ft",
    )


def run_words(runs: Sequence[PipeRun]) -> str:
    """The pipes as a formula's sum: ``8 in × 1,000 ft + 6 in × 200 ft``."""
    return " + ".join(f"{round_words(run.inches)} in × {round_words(run.feet)} ft" for run in runs)


def noted_runs(runs: Sequence[PipeRun]) -> Noted:
    """The pipes as entered."""
    words = "; ".join(
        f"{run.diameter.words_in(MeasureUnit.INCHES)}, {run.length.words_in(MeasureUnit.FEET)}"
        for run in runs
    )
    return Noted("Pipe", words)


def three(number: Fraction) -> str:
    """A result with three decimals, as formulas show it."""
    return show(as_decimal(number), 3)
