"""Low-pressure air and vacuum on a main sewer: how long a drop of pressure must take, by a table of times.

Hague 405F and 405G, Altamont 300-25F and G(4); law.md T6 and T7b. The laws cite the table of the Uni-Bell recommended
practice without printing it, so the rows come from the law file with their status: until the officer has confirmed
them with their edition, he decides. The time of a section of several sizes is the sum of each size's tabulated time,
the lengths of one size taken together.
"""

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from sewerdesk.domain.law import FigureStatus, Precondition, TimeRow
from sewerdesk.domain.leaktests.conditions import gauge_problems, line, reading_problems, stated
from sewerdesk.domain.leaktests.model import (
    FieldTest,
    Finding,
    GaugeKind,
    LeakTestKind,
    Noted,
    PipeRun,
    Quantity,
)
from sewerdesk.domain.leaktests.pipes import noted_runs, run_problems
from sewerdesk.domain.leaktests.plausible import WATER_FEET, around, asked, not_below_zero, positive
from sewerdesk.domain.leaktests.rule import LeakRule
from sewerdesk.domain.measures import (
    PSI_PER_FOOT_OF_WATER,
    Measured,
    MeasureUnit,
    round_words,
)
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import join_words, show

AIR_CHARGE = "leaktest.air.charge_psi"
AIR_START = "leaktest.air.start_psi"
AIR_END = "leaktest.air.end_psi"
AIR_MAX = "leaktest.air.max_psi"
VACUUM_START = "leaktest.vacuum.sewer.start_in_hg"
VACUUM_END = "leaktest.vacuum.sewer.end_in_hg"
_SECONDS = MeasureUnit.SECONDS
_ZERO = Fraction(0)


def drop_within(*, drop: Fraction, seconds: Fraction, law_drop: Fraction, needed: Fraction) -> bool | None:
    """Whether a drop took long enough.

    It did when the needed time was over before the pressure had fallen more than the law's drop; it did not when the
    drop was reached before. A bigger drop over a longer time, or a smaller one over a shorter, shows neither.
    """
    if drop <= law_drop and seconds >= needed:
        return True
    if drop >= law_drop and seconds < needed:
        return False
    return None


@dataclass(frozen=True, slots=True)
class SizeTime:
    """The tabulated time of one size: its whole length, the row, and the seconds that follow."""

    inches: Fraction
    feet: Fraction
    row: TimeRow

    @property
    def seconds(self) -> Fraction:
        """The row's least time up to its length, from there on so many seconds a foot, never less than the least."""
        least = Fraction(self.row.seconds)
        if self.feet <= Fraction(self.row.up_to_ft):
            return least
        return max(least, self.feet * Fraction(self.row.seconds_per_ft))

    @property
    def words(self) -> str:
        """How the time is found."""
        pipe = f"{round_words(self.inches)} in, {round_words(self.feet)} ft"
        if self.feet <= Fraction(self.row.up_to_ft):
            return f"{pipe} (to {show(self.row.up_to_ft)} ft): {round_words(self.seconds)} s"
        return f"{pipe} × {show(self.row.seconds_per_ft)} s/ft: {round_words(self.seconds)} s"


def size_times(
    runs: tuple[PipeRun, ...], rule: LeakRule
) -> tuple[tuple[SizeTime, ...], tuple[Fraction, ...]]:
    """The times of the sizes in the table, and the sizes that it does not have."""
    lengths: dict[Fraction, Fraction] = {}
    for run in runs:
        lengths[run.inches] = lengths.get(run.inches, _ZERO) + run.feet
    rows = {Fraction(row.diameter_in): row for row in rule.times}
    found = tuple(SizeTime(size, lengths[size], rows[size]) for size in sorted(lengths) if size in rows)
    return found, tuple(size for size in sorted(lengths) if size not in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedTest(FieldTest):
    """A drop between two readings on a section of pipe, and the time it took."""

    reads: ClassVar[GaugeKind]
    start_key: ClassVar[str]
    end_key: ClassVar[str]

    runs: tuple[PipeRun, ...]
    start: Measured
    end: Measured
    duration: Measured

    @property
    def unit(self) -> MeasureUnit:
        """The unit of the law's readings."""
        return self.reads.unit

    @abstractmethod
    def raised(self) -> Fraction:
        """How much the readings are raised for groundwater, in the law's unit."""

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Zeros, a reading that did not fall, a gauge that cannot be used, another unit's number."""
        yield from run_problems(self.runs, units_are_right=self.units_are_right)
        yield from gauge_problems(self, rule)
        yield from reading_problems(self, rule, self.reads, (("start", self.start), ("end", self.end)))
        found = list(drop_problems(self.start, self.end, self.duration, self.unit))
        yield from found
        if not found and not self.units_are_right:
            band = around(rule.number(self.start_key) + self.raised())
            yield from asked("start", "reading at the start", self.start, unit=self.unit, band=band)

    def finding(self, rule: LeakRule) -> Finding:
        """The time of the drop against the sum of the tabulated times."""
        sizes, unknown = size_times(self.runs, rule)
        took = self.duration.amount(_SECONDS)
        measured = Quantity.of("Time taken", took, "s", 1, tidy=True)
        if unknown or not sizes:
            names = join_words([f"{round_words(size)} in" for size in unknown]) or "this"
            return Finding(
                within=None,
                formula=f"{names} pipe: no time in the table",
                allowable=None,
                measured=measured,
                good="the rest is in order",
                open_sentence=f"The table of times has no row for {names} pipe: the officer decides.",
            )
        needed = sum((one.seconds for one in sizes), _ZERO)
        law_drop = rule.number(self.start_key) - rule.number(self.end_key)
        parts = "; ".join(one.words for one in sizes)
        formula = f"{parts}; together {round_words(needed)} s" if len(sizes) > 1 else parts
        return drop_finding(
            self.start, self.end, took, unit=self.unit, law_drop=law_drop, needed=needed, formula=formula
        )

    def noted(self) -> Iterator[Noted]:
        """The measurements as entered."""
        yield noted_runs(self.runs)
        yield from noted_drop(self.start, self.end, self.duration, self.unit)

    def start_line(self, rule: LeakRule) -> VerdictLine:
        """The drop is timed from the law's reading on, raised for groundwater."""
        figure = rule.figure(self.start_key)
        raised = self.raised()
        needed = Fraction(figure.number) + raised
        extra = f" (with {round_words(raised)} for groundwater)" if raised else ""
        return line(
            figure,
            f"Timed from at least {round_words(needed)} {self.unit.value}{extra}",
            passed=self.start.amount(self.unit) >= needed,
            on_file=self.start.words_in(self.unit),
        )

    def table_line(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """The officer confirms the table and its edition before the first test that is judged by it."""
        sizes, _unknown = size_times(self.runs, rule)
        waiting = [one.row for one in sizes if one.row.status is not FigureStatus.LAW]
        if sizes:
            row = waiting[0] if waiting else sizes[0].row
            yield VerdictLine(
                passed=None if waiting else True,
                requirement="Table of times confirmed by the officer with its edition",
                on_file="Not confirmed; common values of the recommended practice"
                if waiting
                else "Confirmed",
                citation=row.citation,
                action="Confirm the table in The law" if waiting else "",
                action_key="leaktest.confirm" if waiting else "",
            )

    def more_lines(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """The reading at the start and the table."""
        yield self.start_line(rule)
        yield from self.table_line(rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class LowPressureAirTest(TimedTest):
    """Air in a gravity sewer (law.md T6). ``groundwater`` is above the top of the pipe, not above zero if dry."""

    kind: ClassVar[LeakTestKind] = LeakTestKind.LOW_PRESSURE_AIR
    worked_out: ClassVar[frozenset[str]] = frozenset({"groundwater"})
    reads: ClassVar[GaugeKind] = GaugeKind.PRESSURE
    start_key: ClassVar[str] = AIR_START
    end_key: ClassVar[str] = AIR_END

    charge: Measured | None = None
    groundwater: Measured | None = None

    def raised(self) -> Fraction:
        """0.433 psi for each foot of groundwater above the pipe."""
        if self.groundwater is None:
            return _ZERO
        return max(_ZERO, self.groundwater.amount(MeasureUnit.FEET)) * Fraction(PSI_PER_FOOT_OF_WATER)

    def problems(self, rule: LeakRule) -> Iterator[tuple[str, str]]:
        """Those of a timed test, and the charge."""
        yield from TimedTest.problems(self, rule)
        found = list(not_below_zero("charge", "pressure at the start of cooling", self.charge))
        yield from found
        if not found and not self.units_are_right:
            band = around(rule.number(AIR_CHARGE) + self.raised())
            yield from asked("charge", "pressure raised to", self.charge, unit=self.unit, band=band)
            feet = MeasureUnit.FEET
            yield from asked("groundwater", "groundwater", self.groundwater, unit=feet, band=WATER_FEET)

    def computed(self, condition: Precondition, rule: LeakRule) -> VerdictLine | None:
        """The raise for groundwater, within the law's highest pressure."""
        if condition.key != "groundwater":
            return None
        limit = rule.figure(AIR_MAX)
        reading = max(
            (one for one in (self.charge, self.start) if one is not None),
            key=lambda one: one.amount(self.unit),
        )
        over = reading.amount(self.unit) > Fraction(limit.number)
        passed: bool | None = not over
        told = f"Highest {reading.words_in(self.unit)}"
        if self.groundwater is None:
            told += "; groundwater level not recorded"
            passed = False if over else None
        return stated(
            f"{condition.sentence}: never above {show(limit.number)} {self.unit.value}",
            passed=passed,
            on_file=told,
            citation=limit.citation,
        )

    def more_lines(self, rule: LeakRule) -> Iterator[VerdictLine]:
        """The charge, the reading at the start and the table."""
        figure = rule.figure(AIR_CHARGE)
        aim = Fraction(figure.number) + self.raised()
        yield line(
            figure,
            f"Raised to about {round_words(aim)} {self.unit.value} before the air cools",
            passed=None
            if self.charge is None
            else self.charge.amount(self.unit) >= self.start.amount(self.unit),
            on_file="Not recorded" if self.charge is None else self.charge.words_in(self.unit),
        )
        yield from TimedTest.more_lines(self, rule)

    def noted(self) -> Iterator[Noted]:
        """The measurements as entered."""
        yield from TimedTest.noted(self)
        if self.charge is not None:
            yield Noted("Raised to", self.charge.words_in(self.unit))
        if self.groundwater is not None:
            yield Noted("Groundwater above the pipe", self.groundwater.words_in(MeasureUnit.FEET))


@dataclass(frozen=True, slots=True, kw_only=True)
class VacuumSewerTest(TimedTest):
    """Vacuum on a gravity sewer (law.md T7b)."""

    kind: ClassVar[LeakTestKind] = LeakTestKind.VACUUM_SEWER
    reads: ClassVar[GaugeKind] = GaugeKind.VACUUM
    start_key: ClassVar[str] = VACUUM_START
    end_key: ClassVar[str] = VACUUM_END

    def raised(self) -> Fraction:
        """A vacuum is not raised for groundwater."""
        return _ZERO


def drop_problems(
    start: Measured, end: Measured, duration: Measured, unit: MeasureUnit
) -> Iterator[tuple[str, str]]:
    """What cannot be of two readings and the time between."""
    found = [
        *positive("start", "reading at the start", start),
        *not_below_zero("end", "reading at the end", end),
        *positive("duration", "time of the drop", duration),
    ]
    if not found and end.amount(unit) > start.amount(unit):
        found.append(
            ("end", "The reading at the end is higher than at the start. Check both readings and units.")
        )
    vacuum = unit is MeasureUnit.INCHES_OF_MERCURY
    if not found and vacuum and start.amount(unit) > _FULL_VACUUM:
        found.append(
            (
                "start",
                (
                    f"A vacuum of {start.words} cannot be; the air itself weighs no more than "
                    f"{round_words(_FULL_VACUUM)} in Hg. Check the reading and its unit."
                ),
            )
        )
    yield from found


_FULL_VACUUM = Fraction("29.92")
"""The standard atmosphere in inches of mercury; no vacuum is deeper."""


def drop_finding(
    start: Measured,
    end: Measured,
    took: Fraction,
    *,
    unit: MeasureUnit,
    law_drop: Fraction,
    needed: Fraction,
    formula: str,
) -> Finding:
    """What a drop and its time come to against the needed time."""
    drop = start.amount(unit) - end.amount(unit)
    fell = f"{round_words(drop)} {unit.value}"
    took_words, needed_words = f"{round_words(took, 1)} s", f"{round_words(needed, 1)} s"
    ask = f"a drop of {round_words(law_drop)} {unit.value}"
    return Finding(
        within=drop_within(drop=drop, seconds=took, law_drop=law_drop, needed=needed),
        formula=f"{formula}; {start.words_in(unit)} − {end.words_in(unit)} = {fell} in {took_words}",
        allowable=Quantity.of("Needed, at least", needed, f"s for {ask}", 1, tidy=True),
        measured=Quantity.of("Time taken", took, f"s for {fell}", 1, tidy=True),
        over_sentence=(
            f"The reading fell {fell} in {took_words} where {ask} must take {needed_words}: repair it and test again."
        ),
        good="the drop took long enough",
        pass_sentence=f"The reading fell {fell} in {took_words}; {ask} must take {needed_words}: passed.",
        open_sentence=(
            f"The reading fell {fell} in {took_words}, which does not show how long {ask} took; {needed_words} is "
            "needed. The officer decides, or it is timed again."
        ),
    )


def noted_drop(start: Measured, end: Measured, duration: Measured, unit: MeasureUnit) -> Iterator[Noted]:
    """Two readings and the time between, as entered."""
    yield Noted("Reading at the start", start.words_in(unit))
    yield Noted("Reading at the end", end.words_in(unit))
    yield Noted("Time taken", duration.words_in(_SECONDS))
