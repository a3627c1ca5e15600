"""The hydrostatic test of a force main (Hague 406B, Altamont 300-26B; law.md T8).

The test pressure is a percentage of the operating pressure; the water that keeps it is leakage, allowed by the law's
rate a day, mile and inch. A leak that is seen is repaired even where the allowance is kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sewerdesk.domain.law import Precondition
from sewerdesk.domain.leaktests.conditions import (
    duration_line,
    hour_words,
    line,
    reading_problems,
    stated,
)
from sewerdesk.domain.leaktests.model import (
    FieldTest,
    Finding,
    GaugeKind,
    LeakTestKind,
    Noted,
    PipeRun,
    Quantity,
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
    around,
    asked,
    asked_water,
    duration_band,
    not_below_zero,
    positive,
)
from sewerdesk.domain.leaktests.rule import LeakRule
from sewerdesk.domain.measures import Measured, MeasureUnit, round_words
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show

PERCENT = "leaktest.forcemain.pressure_percent"
RATE = "leaktest.forcemain.gal_per_inch_mile_day"
DURATION_MIN = "leaktest.forcemain.duration_min_hours"
SECTION_MAX = "leaktest.forcemain.section_max_ft"
_PSI = MeasureUnit.PSI


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceMainTest(FieldTest):
    """What was measured on a force main, and what was seen along its route."""

    kind: ClassVar[LeakTestKind] = LeakTestKind.FORCE_MAIN
    worked_out: ClassVar[frozenset[str]] = frozenset({"force_main_section", "walked"})

    runs: tuple[PipeRun, ...]
    operating: Measured
    pressure: Measured
    water: Measured
    duration: Measured
    walked_owner: bool | None = None
    walked_officer: bool | None = None
    visible_leaks: bool | None = None

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Zeros, a section beyond the law's, a gauge of the wrong kind, another unit's number."""
        found = [
            *run_problems(
                self.runs, units_are_right=self.units_are_right, section_max=rule.figure(SECTION_MAX)
            ),
            *positive("operating", "operating pressure", self.operating),
            *positive("pressure", "test pressure", self.pressure),
            *not_below_zero("water", "water added", self.water),
            *positive("duration", "time at the test pressure", self.duration),
        ]
        yield from found
        yield from reading_problems(self, rule, GaugeKind.PRESSURE, (("pressure", self.pressure),))
        if not found and not self.units_are_right:
            band = around(self._needed(rule))
            yield from asked("pressure", "test pressure", self.pressure, unit=_PSI, band=band)
            hours = duration_band(rule.number(DURATION_MIN))
            yield from asked("duration", "duration", self.duration, unit=MeasureUnit.HOURS, band=hours)
            yield from asked_water(self.water, self._allowed(rule))

    def _per_day(self, rule: LeakRule) -> Fraction:
        return rule.number(RATE) * inch_feet(self.runs) / FEET_PER_MILE

    def _allowed(self, rule: LeakRule) -> Fraction:
        return self._per_day(rule) * self.duration.amount(MeasureUnit.HOURS) / HOURS_PER_DAY

    def _needed(self, rule: LeakRule) -> Fraction:
        return self.operating.amount(_PSI) * rule.number(PERCENT) / 100

    def finding(self, rule: LeakRule) -> Finding:
        """Rate × Σ(inches × feet) ÷ 5,280 for the hours at the test pressure."""
        rate = rule.figure(RATE)
        hours = self.duration.amount(MeasureUnit.HOURS)
        per_day, allowed = self._per_day(rule), self._allowed(rule)
        added = self.water.amount(MeasureUnit.GALLONS)
        return Finding(
            within=added <= allowed,
            formula=(
                f"{show(rate.number)} gal × ({run_words(self.runs)}) ÷ 5,280 ft = {three(per_day)} gal in 24 h;"
                f" × {round_words(hours)} h ÷ 24 h = {three(allowed)} gal"
            ),
            allowable=Quantity.of("Allowed", allowed, "gal"),
            measured=Quantity.of("Measured", added, "gal"),
            over_sentence=(
                f"The force main took {three(added)} gal where {three(allowed)} gal is allowed: correct it as the "
                f"law asks ({rate.citation}) and test again."
            ),
            good="the leakage is allowed",
            pass_sentence=f"Measured {three(added)} gal, allowed {three(allowed)} gal: passed.",
        )

    def noted(self) -> Iterator[Noted]:
        """The measurements as entered."""
        yield noted_runs(self.runs)
        yield Noted("Operating pressure", self.operating.words_in(_PSI))
        yield Noted("Test pressure", self.pressure.words_in(_PSI))
        yield Noted("Water added", self.water.words_in(MeasureUnit.GALLONS))
        yield Noted("Measured for", hour_words(self.duration))

    def computed(self, condition: Precondition, rule: LeakRule) -> VerdictLine | None:
        """The length of the section and the walk along the route."""
        if condition.key == "force_main_section":
            return section_line(rule.figure(SECTION_MAX), self.runs)
        if condition.key == "walked":
            return self._walk_line(condition)
        return None

    def _walk_line(self, condition: Precondition) -> VerdictLine:
        """Both walk: the owner and the officer."""
        both = {"Owner": self.walked_owner, "officer": self.walked_officer}
        said = {True: "yes", False: "no", None: "not recorded"}
        passed: bool | None = True
        if False in both.values():
            passed = False
        elif None in both.values():
            passed = None
        return stated(
            condition.sentence,
            passed=passed,
            on_file=", ".join(f"{who} {said[walked]}" for who, walked in both.items()),
            citation=condition.citation,
            remedy="Walk the route together while the main is under pressure",
        )

    def more_lines(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """The pressure, the hours, and what was seen."""
        percent = rule.figure(PERCENT)
        needed = self._needed(rule)
        yield line(
            percent,
            f"Pressure at least {show(percent.number)}% of {self.operating.words_in(_PSI)} = "
            f"{round_words(needed)} psi",
            passed=self.pressure.amount(_PSI) >= needed,
            on_file=self.pressure.words_in(_PSI),
        )
        yield duration_line(rule.figure(DURATION_MIN), self.duration, "At the test pressure")
        seen = self.visible_leaks
        yield stated(
            "No leak seen along the route; one that is seen is repaired even if the leakage is allowed",
            passed=None if seen is None else not seen,
            on_file={True: "Leaks seen", False: "None seen", None: "Not recorded"}[seen],
            citation=rule.row.citation,
            remedy="Repair every leak that was seen, then test again",
        )
