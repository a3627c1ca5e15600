"""A gravity building sewer charged with air: how much pressure it may lose in the law's minutes (law.md T1).

Lockport 150-6L(1). This is no timed drop as in the tests of main sewers; no figure is shared with them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sewerdesk.domain.leaktests.conditions import at_least_line, line, reading_problems
from sewerdesk.domain.leaktests.model import FieldTest, Finding, GaugeKind, LeakTestKind, Noted, Quantity
from sewerdesk.domain.leaktests.pipes import three
from sewerdesk.domain.leaktests.plausible import around, asked, duration_band, not_below_zero, positive
from sewerdesk.domain.leaktests.rule import LeakRule
from sewerdesk.domain.measures import Measured, MeasureUnit, round_words
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import count

CHARGE = "leaktest.air.charge_psi"
LOSS_MAX = "leaktest.air.loss_max_psi"
MINUTES = "leaktest.air.minutes"
_PSI = MeasureUnit.PSI


@dataclass(frozen=True, slots=True, kw_only=True)
class AirLossTest(FieldTest):
    """The pressure at the start, the pressure at the end, and the time between."""

    kind: ClassVar[LeakTestKind] = LeakTestKind.AIR_LOSS

    start: Measured
    end: Measured
    duration: Measured

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Zeros, a pressure that rose, a gauge of the wrong kind, another unit's number."""
        found = [
            *positive("start", "pressure at the start", self.start),
            *not_below_zero("end", "pressure at the end", self.end),
            *positive("duration", "time between the readings", self.duration),
        ]
        if not found and self.end.amount(_PSI) > self.start.amount(_PSI):
            found.append(
                ("end", "The pressure at the end is higher than at the start. Check both readings and units.")
            )
        yield from found
        yield from reading_problems(
            self, rule, GaugeKind.PRESSURE, (("start", self.start), ("end", self.end))
        )
        if not found and not self.units_are_right:
            band = around(rule.number(CHARGE))
            yield from asked("start", "pressure at the start", self.start, unit=_PSI, band=band)
            minutes = duration_band(rule.number(MINUTES))
            yield from asked("duration", "time", self.duration, unit=MeasureUnit.MINUTES, band=minutes)

    def finding(self, rule: LeakRule) -> Finding:
        """Start − end, against the law's loss; a loss over a longer time than the law's decides nothing if too big."""
        loss = self.start.amount(_PSI) - self.end.amount(_PSI)
        limit, minutes = rule.number(LOSS_MAX), self.duration.amount(MeasureUnit.MINUTES)
        asked_minutes = rule.number(MINUTES)
        lost, allowed = f"{three(loss)} psi", f"{three(limit)} psi"
        time = f"{round_words(minutes)} min"
        within: bool | None = loss <= limit
        if not within and minutes > asked_minutes:
            within = None
        return Finding(
            within=within,
            formula=f"{self.start.words_in(_PSI)} − {self.end.words_in(_PSI)} = {lost} lost in {time}",
            allowable=Quantity.of("Allowed loss", limit, f"psi in {round_words(asked_minutes)} min"),
            measured=Quantity.of("Measured loss", loss, f"psi in {time}"),
            over_sentence=f"The pressure fell {lost} in {time} where {allowed} is allowed: repair it and test again.",
            good="the loss of pressure is allowed",
            pass_sentence=f"The pressure fell {lost} in {time}, allowed {allowed}: passed.",
            open_sentence=(
                f"The pressure fell {lost}, but in {time}; the law allows {allowed} in "
                f"{round_words(asked_minutes)} min. The officer decides, or the test is read again at that time."
            ),
        )

    def noted(self) -> Iterator[Noted]:
        """The readings as entered."""
        yield Noted("Pressure at the start", self.start.words_in(_PSI))
        yield Noted("Pressure at the end", self.end.words_in(_PSI))
        yield Noted("Time between", self.duration.words_in(MeasureUnit.MINUTES))

    def more_lines(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """The charge and the time."""
        yield at_least_line(rule.figure(CHARGE), self.start, _PSI, "Charged with air to at least")
        figure = rule.figure(MINUTES)
        yield line(
            figure,
            f"Watched for at least {count(figure.number, 'minute')}",
            passed=self.duration.amount(MeasureUnit.MINUTES) >= Fraction(figure.number),
            on_file=self.duration.words_in(MeasureUnit.MINUTES),
        )
