"""A pressure pipe by its joints: L = N · D · √P / divisor gallons an hour (Lockport 150-6L(2); law.md T2).

N is the number of joints, D the nominal diameter in inches, P the average pressure in pounds per square inch as read on
the gauge. The pipe is brought to the law's pressure at its lowest point; a gauge that stands higher reads less by
0.433 psi a foot. The comparison squares both sides, so that no root is rounded before the verdict.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import ClassVar

from sewerdesk.domain.law import Precondition
from sewerdesk.domain.leaktests.conditions import duration_line, hour_words, line, reading_problems
from sewerdesk.domain.leaktests.model import FieldTest, Finding, GaugeKind, LeakTestKind, Noted, Quantity
from sewerdesk.domain.leaktests.plausible import (
    PIPE_INCHES,
    around,
    asked,
    asked_water,
    duration_band,
    not_below_zero,
    positive,
)
from sewerdesk.domain.leaktests.rule import LeakRule
from sewerdesk.domain.measures import (
    PSI_PER_FOOT_OF_WATER,
    Measured,
    MeasureUnit,
    as_decimal,
    round_words,
    square_root,
)
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import count, show

PRESSURE = "leaktest.pressure.psi"
HOURS = "leaktest.pressure.hours"
DIVISOR = "leaktest.pressure.divisor"
_PSI, _FEET = MeasureUnit.PSI, MeasureUnit.FEET


@dataclass(frozen=True, slots=True, kw_only=True)
class PressureJointsTest(FieldTest):
    """What was measured on a pressure pipe.

    ``charge`` is the gauge's reading when the test began, ``average`` its average while water was added.
    """

    kind: ClassVar[LeakTestKind] = LeakTestKind.PRESSURE_JOINTS
    worked_out: ClassVar[frozenset[str]] = frozenset({"pressure"})

    joints: int
    diameter: Measured
    average: Measured
    water: Measured
    duration: Measured
    charge: Measured | None = None
    gauge_elevation: Measured | None = None
    low_elevation: Measured | None = None

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Zeros, a gauge below the lowest point, a gauge of the wrong kind, another unit's number."""
        found = [
            *self._counts(),
            *positive("diameter_1", "diameter", self.diameter),
            *positive("average", "average pressure", self.average),
            *not_below_zero("water", "water added", self.water),
            *positive("duration", "time for which water was added", self.duration),
            *not_below_zero("charge", "pressure at the start", self.charge),
            *self._elevations(),
        ]
        yield from found
        readings = (("charge", self.charge), ("average", self.average))
        yield from reading_problems(self, rule, GaugeKind.PRESSURE, readings)
        if not found and not self.units_are_right:
            yield from self._odd_units(rule)

    def _counts(self) -> Iterator[tuple[str, str]]:
        if self.joints < 0:
            yield "joints", "The number of joints cannot be less than zero."

    def _elevations(self) -> Iterator[tuple[str, str]]:
        rise = self.rise
        if rise is not None and rise < 0:
            yield (
                "gauge_elevation",
                "The gauge is lower than the lowest point of the pipe. Check both elevations.",
            )

    def _odd_units(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        inches = MeasureUnit.INCHES
        yield from asked("diameter_1", "diameter", self.diameter, unit=inches, band=PIPE_INCHES)
        band = around(rule.number(PRESSURE) - self.correction)
        yield from asked("charge", "pressure at the start", self.charge, unit=_PSI, band=band)
        yield from asked("average", "average pressure", self.average, unit=_PSI, band=band)
        hours = duration_band(rule.number(HOURS))
        yield from asked("duration", "duration", self.duration, unit=MeasureUnit.HOURS, band=hours)
        yield from asked_water(self.water, Fraction(self._allowed(rule)))

    def _per_hour(self, rule: LeakRule) -> Decimal:
        share = Fraction(self.joints) * self.diameter.amount(MeasureUnit.INCHES) / rule.number(DIVISOR)
        return as_decimal(share) * square_root(self.average.amount(_PSI))

    def _allowed(self, rule: LeakRule) -> Decimal:
        """For showing and asking; the verdict compares squares."""
        return self._per_hour(rule) * as_decimal(self.duration.amount(MeasureUnit.HOURS))

    @property
    def rise(self) -> Fraction | None:
        """How far the gauge stands above the lowest point, feet; ``None`` where an elevation was not recorded."""
        if self.gauge_elevation is None or self.low_elevation is None:
            return None
        return self.gauge_elevation.amount(_FEET) - self.low_elevation.amount(_FEET)

    @property
    def correction(self) -> Fraction:
        """How much less the gauge reads than the lowest point, psi."""
        return Fraction(PSI_PER_FOOT_OF_WATER) * (self.rise or Fraction(0))

    def finding(self, rule: LeakRule) -> Finding:
        """N · D · √P / divisor × hours against the water added, both squared; no joints leave it to the officer."""
        divisor, hours = rule.number(DIVISOR), self.duration.amount(MeasureUnit.HOURS)
        inches, psi = self.diameter.amount(MeasureUnit.INCHES), self.average.amount(_PSI)
        added = self.water.amount(MeasureUnit.GALLONS)
        joints = Fraction(self.joints)
        per_hour, allowed = self._per_hour(rule), self._allowed(rule)
        within = (added * divisor) ** 2 <= (joints * inches * hours) ** 2 * psi
        shown = show(allowed, 4)
        formula = (
            f"{self.joints} × {round_words(inches)} in × √{round_words(psi)} psi ÷ {round_words(divisor)}"
            f" = {show(per_hour, 5)} gal/h; × {round_words(hours)} h = {shown} gal"
        )
        water = f"{show(as_decimal(added), 4)} gal"
        return Finding(
            within=within if self.joints else None,
            formula=formula,
            allowable=Quantity("Allowed", allowed, "gal", 4),
            measured=Quantity.of("Measured", added, "gal", 4),
            over_sentence=f"The pipe took {water} where {shown} gal is allowed: repair it and test again.",
            good="the leakage is allowed",
            pass_sentence=f"Measured {water}, allowed {shown} gal: passed.",
            open_sentence=f"There are no joints, so the allowance is zero; {water} was added. The officer decides.",
        )

    def noted(self) -> Iterator[Noted]:
        """The measurements as entered."""
        yield Noted("Joints", str(self.joints))
        yield Noted("Diameter", self.diameter.words_in(MeasureUnit.INCHES))
        if self.charge is not None:
            yield Noted("Gauge at the start", self.charge.words_in(_PSI))
        yield Noted("Average on the gauge", self.average.words_in(_PSI))
        for label, level in (
            ("Elevation of the gauge", self.gauge_elevation),
            ("Elevation of the lowest point", self.low_elevation),
        ):
            if level is not None:
                yield Noted(label, level.words_in(_FEET))
        yield Noted("Water added", self.water.words_in(MeasureUnit.GALLONS))
        yield Noted("Measured for", hour_words(self.duration))

    def computed(self, condition: Precondition, rule: LeakRule) -> VerdictLine | None:
        """The pressure at the lowest point, corrected to the gauge."""
        return self._pressure_line(rule) if condition.key == "pressure" else None

    def _pressure_line(self, rule: LeakRule) -> VerdictLine:
        figure = rule.figure(PRESSURE)
        wanted = f"{show(figure.number)} psi at the lowest point"
        if self.rise is None:
            return line(figure, wanted, passed=None, on_file="Elevations not recorded")
        needed = Fraction(figure.number) - self.correction
        requirement = (
            f"{wanted}: the gauge, {round_words(self.rise)} ft higher, reads at least "
            f"{show(figure.number)} − {show(PSI_PER_FOOT_OF_WATER)} × {round_words(self.rise)} = "
            f"{round_words(needed)} psi"
        )
        return line(
            figure,
            requirement,
            passed=None if self.charge is None else self.charge.amount(_PSI) >= needed,
            on_file="Gauge at the start not recorded" if self.charge is None else self.charge.words_in(_PSI),
        )

    def more_lines(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """The hours; and the fused pipe, whose allowance is zero."""
        yield duration_line(rule.figure(HOURS), self.duration)
        if self.joints == 0:
            yield line(
                rule.figure(DIVISOR),
                "Joints from which an allowance follows",
                passed=None,
                on_file=f"{count(self.joints, 'joint')}: zero allowance",
            )
