"""Infiltration and exfiltration: how much water a gravity section with its manholes may take in or lose.

The law fixes a rate in gallons per 24 hours, per mile of pipe, per inch of nominal diameter, summed over the sizes, and
an allowance for each manhole (Hague 405A to 405E, Altamont 300-25A to E; law.md T3 and T4). Every limit is a figure of
the municipality's law; only units of measure stand here. Comparisons are exact fractions.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import ClassVar

from sewerdesk.domain.entry import Answer
from sewerdesk.domain.law import Precondition
from sewerdesk.domain.leaktests.conditions import answered, duration_line, hour_words, line, stated
from sewerdesk.domain.leaktests.model import (
    FieldTest,
    Finding,
    LeakTestKind,
    MeasuredIn,
    Noted,
    PipeRun,
    Quantity,
    elapsed,
)
from sewerdesk.domain.leaktests.pipes import (
    FEET_PER_MILE,
    HOURS_PER_DAY,
    inch_feet,
    noted_runs,
    run_problems,
    run_words,
    section_line,
    three,
)
from sewerdesk.domain.leaktests.plausible import (
    FREEBOARD_INCHES,
    WATER_FEET,
    asked,
    asked_water,
    duration_band,
    not_below_zero,
    positive,
)
from sewerdesk.domain.leaktests.rule import LeakRule
from sewerdesk.domain.measures import Measured, MeasureUnit, round_words
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import count, show, show_date

RATE = "leaktest.infiltration.gal_per_inch_mile_day"
MANHOLE = "leaktest.infiltration.gal_per_manhole_day"
SECTION_MAX = "leaktest.section_max_ft"
DURATION_MIN = "leaktest.duration_min_hours"
HEAD_MIN = "leaktest.exfiltration.head_min_ft"
DOWNSTREAM_MAX = "leaktest.exfiltration.downstream_head_max_ft"
FREEBOARD_MIN = "leaktest.exfiltration.freeboard_min_in"
SOAK = "leaktest.exfiltration.soak_hours"
_OTHER_TEST = "Use the low-pressure air or vacuum test instead"
_IN_WORDS = {
    MeasuredIn.MANHOLE: "Manhole",
    MeasuredIn.STANDPIPE: "Standpipe and plug",
    MeasuredIn.WEIR: "Weir",
}
_ZERO = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaterTest(FieldTest):
    """What both water tests measure.

    ``water`` was added (exfiltration) or collected (infiltration) over ``duration``. ``groundwater`` is above the top
    of the pipe, below zero where it stands lower.
    """

    runs: tuple[PipeRun, ...]
    manholes: int
    water: Measured
    duration: Measured
    measured_in: MeasuredIn = MeasuredIn.MANHOLE
    groundwater: Measured | None = None

    did: ClassVar[str] = ""
    worked_out: ClassVar[frozenset[str]] = frozenset({"section", "duration"})

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """What cannot be of a water test."""
        yield from run_problems(
            self.runs, units_are_right=self.units_are_right, section_max=rule.figure(SECTION_MAX)
        )
        if self.manholes < 0:
            yield "manholes", "The number of manholes cannot be less than zero."
        if self.manholes == 0 and self.measured_in is MeasuredIn.MANHOLE:
            yield (
                "manholes",
                "No manhole is counted, yet the level was read in one. Count it, or choose standpipe.",
            )
        found = [
            *not_below_zero("water", "measured water", self.water),
            *positive("duration", "time for which the water was measured", self.duration),
        ]
        yield from found
        if not found and not self.units_are_right:
            yield from self._odd_units(rule)

    def _odd_units(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        hours = rule.number(DURATION_MIN)
        yield from asked(
            "duration", "duration", self.duration, unit=MeasureUnit.HOURS, band=duration_band(hours)
        )
        yield from asked(
            "groundwater", "groundwater", self.groundwater, unit=MeasureUnit.FEET, band=WATER_FEET
        )
        if self.runs and all(
            run.diameter.value.is_finite() and run.length.value.is_finite() for run in self.runs
        ):
            yield from asked_water(self.water, self._allowed(rule))

    def _per_day(self, rule: LeakRule) -> Fraction:
        pipe = rule.number(RATE) * inch_feet(self.runs) / FEET_PER_MILE
        return pipe + rule.number(MANHOLE) * self.manholes

    def _allowed(self, rule: LeakRule) -> Fraction:
        return self._per_day(rule) * self.duration.amount(MeasureUnit.HOURS) / HOURS_PER_DAY

    def finding(self, rule: LeakRule) -> Finding:
        """Rate × Σ(inches × feet) ÷ 5,280 + manholes, for the hours measured."""
        rate, manhole = rule.figure(RATE), rule.figure(MANHOLE)
        per_day, allowed = self._per_day(rule), self._allowed(rule)
        hours = self.duration.amount(MeasureUnit.HOURS)
        measured = self.water.amount(MeasureUnit.GALLONS)
        formula = (
            f"{show(rate.number)} gal × ({run_words(self.runs)}) ÷ 5,280 ft"
            f" + {show(manhole.number)} gal × {count(self.manholes, 'manhole')}"
            f" = {three(per_day)} gal in 24 h; × {round_words(hours)} h ÷ 24 h = {three(allowed)} gal"
        )
        return Finding(
            within=measured <= allowed,
            formula=formula,
            allowable=Quantity.of("Allowed", allowed, "gal"),
            measured=Quantity.of("Measured", measured, "gal"),
            over_sentence=(
                f"The section {self.did} {three(measured)} gal where {three(allowed)} gal is allowed: repair it "
                "and test again."
            ),
            good="the leakage is allowed",
            pass_sentence=f"Measured {three(measured)} gal, allowed {three(allowed)} gal: passed.",
        )

    def noted(self) -> Iterator[Noted]:
        """The measurements as entered."""
        yield noted_runs(self.runs)
        yield Noted("Manholes", str(self.manholes))
        yield Noted("Water measured", self.water.words_in(MeasureUnit.GALLONS))
        yield Noted("Measured for", hour_words(self.duration))
        yield Noted("Level read in", _IN_WORDS[self.measured_in])
        if self.groundwater is not None:
            yield Noted("Groundwater", _above_pipe(self.groundwater))

    def computed(self, condition: Precondition, rule: LeakRule) -> VerdictLine | None:
        """The length and the duration."""
        return _section_or_duration(self, condition, rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class InfiltrationTest(WaterTest):
    """Water that leaks in from the ground (law.md T3)."""

    kind: ClassVar[LeakTestKind] = LeakTestKind.INFILTRATION
    did: ClassVar[str] = "took in"

    def more_lines(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """Nothing can leak in where the ground is dry."""
        if self.groundwater is not None and self.groundwater.value <= 0:
            yield VerdictLine(
                passed=None,
                requirement="Groundwater above the pipe, so that it can leak in",
                on_file=_above_pipe(self.groundwater),
                citation=rule.figure(RATE).citation,
                action="Ask the officer whether an exfiltration test must replace this one",
                action_key="leaktest.ask_officer",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExfiltrationTest(WaterTest):
    """Water added to the filled section to keep its level, in place of infiltration with approval (law.md T4).

    ``head`` is above the top of the pipe at the highest point, ``freeboard`` from the water to the top of the
    downstream manhole. ``filled_at`` is when the section was full.
    """

    kind: ClassVar[LeakTestKind] = LeakTestKind.EXFILTRATION
    did: ClassVar[str] = "lost"
    worked_out: ClassVar[frozenset[str]] = frozenset(
        {"section", "duration", "head", "downstream_head", "freeboard", "soak", "approval", "supervised"}
    )

    head: Measured | None = None
    downstream_head: Measured | None = None
    freeboard: Measured | None = None
    filled_at: datetime | None = None
    supervised_by: str = ""
    approval_reference: str = ""
    approved_on: date | None = None

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Those of both tests, levels below zero, and a measurement before the filling."""
        yield from WaterTest.problems(self, rule)
        yield from not_below_zero("head", "water above the top of the pipe", self.head)
        yield from not_below_zero("downstream_head", "water at the downstream manhole", self.downstream_head)
        yield from not_below_zero("freeboard", "distance below the top of the manhole", self.freeboard)
        if self.filled_at and self.measured_at and elapsed(self.filled_at, self.measured_at) < timedelta(0):
            yield (
                "measured_at",
                "The first measurement is earlier than the filling. Check both dates and times.",
            )
        if not self.units_are_right:
            feet = WATER_FEET
            yield from asked("head", "water above the pipe", self.head, unit=MeasureUnit.FEET, band=feet)
            yield from asked(
                "downstream_head",
                "water at the downstream manhole",
                self.downstream_head,
                unit=MeasureUnit.FEET,
                band=feet,
            )
            yield from asked(
                "freeboard",
                "distance below the top of the manhole",
                self.freeboard,
                unit=MeasureUnit.INCHES,
                band=FREEBOARD_INCHES,
            )

    def computed(self, condition: Precondition, rule: LeakRule) -> VerdictLine | None:
        """The levels, the soak, the approval and the supervision."""
        if condition.key == "head":
            return self._head_line(rule)
        if condition.key == "downstream_head":
            return self._downstream_line(rule)
        if condition.key == "freeboard":
            return self._freeboard_line(rule)
        if condition.key == "soak":
            return self._soak_line(rule)
        return self._words_line(condition) or _section_or_duration(self, condition, rule)

    def _words_line(self, condition: Precondition) -> VerdictLine | None:
        if condition.key == "approval":
            return self._approval_line(condition)
        if condition.key == "supervised":
            name = self.supervised_by.strip()
            return stated(
                condition.sentence,
                passed=True if name else None,
                on_file=name or "Not recorded",
                citation=condition.citation,
            )
        if condition.key == "air" and self.measured_in is not MeasuredIn.STANDPIPE:
            return answered(condition, answer=Answer.NOT_APPLICABLE, note="no standpipe was used")
        return None

    def _approval_line(self, condition: Precondition) -> VerdictLine:
        """Exfiltration stands in for infiltration only with approval given before the test (Hague 402A)."""
        reference = self.approval_reference.strip()
        dated = f"{reference}, {show_date(self.approved_on)}" if reference and self.approved_on else reference
        passed: bool | None = True
        told = dated
        if not reference:
            passed, told = False, "None"
        elif self.approved_on is None:
            passed, told = None, f"{reference}, not dated"
        elif self.measured_at is not None and self.approved_on > self.measured_at.date():
            passed, told = False, f"{dated}, after the test"
        return stated(
            condition.sentence,
            passed=passed,
            on_file=told,
            citation=condition.citation,
            remedy="Get the approval in writing, then test again",
        )

    def _head_line(self, rule: LeakRule) -> VerdictLine:
        """At least the law's feet above the top of the pipe or above groundwater, whichever is higher."""
        figure = rule.figure(HEAD_MIN)
        ground = None if self.groundwater is None else self.groundwater.amount(MeasureUnit.FEET)
        needed = Fraction(figure.number) + max(_ZERO, ground or _ZERO)
        above = "groundwater" if ground is not None and ground > 0 else "the top of the pipe"
        requirement = (
            f"Water at least {show(figure.number)} ft above {above} at the highest point "
            f"({round_words(needed)} ft above the pipe)"
        )
        if self.head is None:
            return line(figure, requirement, passed=None, on_file="Head not recorded")
        told = f"{self.head.words_in(MeasureUnit.FEET)} above the pipe"
        passed: bool | None = self.head.amount(MeasureUnit.FEET) >= needed
        if passed and ground is None:
            passed, told = None, f"{told}; groundwater level not recorded"
        return line(figure, requirement, passed=passed, on_file=told)

    def _downstream_line(self, rule: LeakRule) -> VerdictLine:
        figure, head = rule.figure(DOWNSTREAM_MAX), self.downstream_head
        return line(
            figure,
            f"Water at the downstream manhole no higher than {show(figure.number)} ft",
            passed=None if head is None else head.amount(MeasureUnit.FEET) <= Fraction(figure.number),
            on_file="Not recorded" if head is None else head.words_in(MeasureUnit.FEET),
            remedy=_OTHER_TEST,
        )

    def _freeboard_line(self, rule: LeakRule) -> VerdictLine:
        figure, board = rule.figure(FREEBOARD_MIN), self.freeboard
        told = "Not recorded" if board is None else f"{board.words_in(MeasureUnit.INCHES)} below the top"
        return line(
            figure,
            f"Water at least {show(figure.number)} in below the top of the downstream manhole",
            passed=None if board is None else board.amount(MeasureUnit.INCHES) >= Fraction(figure.number),
            on_file=told,
            remedy=_OTHER_TEST,
        )

    def _soak_line(self, rule: LeakRule) -> VerdictLine:
        figure = rule.figure(SOAK)
        requirement = f"Kept full for at least {count(figure.number, 'hour')} before measuring"
        if self.filled_at is None:
            return line(figure, requirement, passed=None, on_file="Start of filling not recorded")
        if self.measured_at is None:
            return line(figure, requirement, passed=None, on_file="Start of measuring not recorded")
        seconds = int(elapsed(self.filled_at, self.measured_at).total_seconds())
        passed = Fraction(seconds, 3600) >= Fraction(figure.number)
        hours, minutes = divmod(seconds // 60, 60)
        return line(figure, requirement, passed=passed, on_file=f"{hours} h {minutes:02d} min")

    def noted(self) -> Iterator[Noted]:
        """The measurements as entered, with the approval."""
        yield from WaterTest.noted(self)
        for label, level in (
            ("Water above the pipe", self.head),
            ("Water at the downstream manhole", self.downstream_head),
        ):
            if level is not None:
                yield Noted(label, level.words_in(MeasureUnit.FEET))
        if self.freeboard is not None:
            yield Noted("Below the top of the manhole", self.freeboard.words_in(MeasureUnit.INCHES))
        yield Noted("Supervised by", self.supervised_by.strip())
        yield Noted("Prior approval", self.approval_reference.strip())


def _section_or_duration(test: WaterTest, condition: Precondition, rule: LeakRule) -> VerdictLine | None:
    if condition.key == "section":
        return section_line(rule.figure(SECTION_MAX), test.runs)
    if condition.key == "duration":
        return duration_line(rule.figure(DURATION_MIN), test.duration)
    return None


def _above_pipe(level: Measured) -> str:
    if level.value > 0:
        return f"{level.words_in(MeasureUnit.FEET)} above the top of the pipe"
    if level.value == 0:
        return "At the top of the pipe"
    below = Measured(-level.value, level.unit)
    return f"{below.words_in(MeasureUnit.FEET)} below the top of the pipe"
