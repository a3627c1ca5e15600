"""Tests at which nothing is wrong, one of each kind, to be changed in one thing by each example."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.leaktests import (
    AirLossTest,
    DeflectionTest,
    ExfiltrationTest,
    FieldTest,
    ForceMainTest,
    GaugeKind,
    GaugeUsed,
    InfiltrationTest,
    LampingTest,
    LeakRule,
    LeakTestKind,
    LeakTestResult,
    LowPressureAirTest,
    ManholeVacuumTest,
    MeasuredIn,
    PipeRun,
    PressureJointsTest,
    VacuumSewerTest,
    judge,
    rule_of,
)
from sewerdesk.domain.measures import Measured, MeasureUnit
from tests.support.packs import pack

DAY = date(2027, 4, 15)
HERE = ZoneInfo("America/New_York")
SEWER_TOWNS = ("hague", "altamont")


def inches(number: str) -> Measured:
    return Measured(Decimal(number), MeasureUnit.INCHES)


def feet(number: str) -> Measured:
    return Measured(Decimal(number), MeasureUnit.FEET)


def gallons(number: str) -> Measured:
    return Measured(Decimal(number), MeasureUnit.GALLONS)


def psi(number: str) -> Measured:
    return Measured(Decimal(number), MeasureUnit.PSI)


def mercury(number: str) -> Measured:
    return Measured(Decimal(number), MeasureUnit.INCHES_OF_MERCURY)


def hours(number: str) -> Measured:
    return Measured(Decimal(number), MeasureUnit.HOURS)


def minutes(number: str) -> Measured:
    return Measured(Decimal(number), MeasureUnit.MINUTES)


def seconds(number: str) -> Measured:
    return Measured(Decimal(number), MeasureUnit.SECONDS)


def pipe(diameter: str, length: str) -> PipeRun:
    return PipeRun(inches(diameter), feet(length))


def yes(keys: Iterable[str]) -> tuple[ChecklistAnswer, ...]:
    return tuple(ChecklistAnswer(key, Answer.YES) for key in keys)


def all_yes(town: str, kind: LeakTestKind) -> tuple[ChecklistAnswer, ...]:
    return yes(one.key for one in rule_of(pack(town), kind, DAY).row.preconditions)


def gauge(kind: GaugeKind = GaugeKind.PRESSURE) -> GaugeUsed:
    return GaugeUsed("7731", kind, "Sample Gauge Co.", Decimal(160), date(2027, 1, 2), "C-88", True)


def confirmed(rule: LeakRule) -> LeakRule:
    """The rule as it stands once the officer has confirmed the table of times."""
    return replace(rule, times=tuple(replace(row, status=FigureStatus.LAW) for row in rule.times))


def rule(town: str, kind: LeakTestKind) -> LeakRule:
    return confirmed(rule_of(pack(town), kind, DAY))


def infiltration(town: str = "hague") -> InfiltrationTest:
    return InfiltrationTest(
        runs=(pipe("8", "1000"),),
        manholes=2,
        water=gallons("3.3"),
        duration=hours("2"),
        groundwater=feet("3"),
        measured_in=MeasuredIn.WEIR,
        answers=all_yes(town, LeakTestKind.INFILTRATION),
    )


def exfiltration(town: str = "hague") -> ExfiltrationTest:
    """8 in, 1,000 ft, 2 manholes, 3.3 gal added in 2 hours."""
    return ExfiltrationTest(
        runs=(pipe("8", "1000"),),
        manholes=2,
        water=gallons("3.3"),
        duration=hours("2"),
        head=feet("6"),
        groundwater=feet("-2"),
        downstream_head=feet("9"),
        freeboard=inches("12"),
        filled_at=datetime(2027, 4, 14, 9, 0, tzinfo=HERE),
        measured_at=datetime(2027, 4, 15, 9, 0, tzinfo=HERE),
        supervised_by="R. Field",
        approval_reference="Letter of approval 7",
        approved_on=date(2027, 4, 1),
        answers=all_yes(town, LeakTestKind.EXFILTRATION),
    )


def air_loss() -> AirLossTest:
    return AirLossTest(
        start=psi("4"),
        end=psi("3.7"),
        duration=minutes("10"),
        answers=all_yes("lockport", LeakTestKind.AIR_LOSS),
    )


def pressure_joints() -> PressureJointsTest:
    """Law T2: 25 joints, 1.25 in, 100 psi: 0.04223 gal an hour, 0.0845 gal in two hours."""
    return PressureJointsTest(
        joints=25,
        diameter=inches("1.25"),
        charge=psi("100"),
        average=psi("100"),
        gauge_elevation=feet("800"),
        low_elevation=feet("800"),
        water=gallons("0.08"),
        duration=hours("2"),
        answers=all_yes("lockport", LeakTestKind.PRESSURE_JOINTS),
    )


def low_air(town: str = "hague") -> LowPressureAirTest:
    return LowPressureAirTest(
        runs=(pipe("8", "200"),),
        charge=psi("4"),
        start=psi("3.5"),
        end=psi("2.5"),
        duration=seconds("460"),
        groundwater=feet("0"),
        gauge=gauge(),
        answers=all_yes(town, LeakTestKind.LOW_PRESSURE_AIR),
    )


def vacuum_sewer(town: str = "hague") -> VacuumSewerTest:
    return VacuumSewerTest(
        runs=(pipe("8", "200"),),
        start=mercury("7"),
        end=mercury("6"),
        duration=seconds("230"),
        gauge=gauge(GaugeKind.VACUUM),
        answers=all_yes(town, LeakTestKind.VACUUM_SEWER),
    )


def manhole(town: str = "hague") -> ManholeVacuumTest:
    return ManholeVacuumTest(
        depth=feet("8"),
        diameter=feet("4"),
        start=mercury("10"),
        end=mercury("9"),
        duration=seconds("120"),
        gauge=gauge(GaugeKind.VACUUM),
        answers=all_yes(town, LeakTestKind.VACUUM_MANHOLE),
    )


def force_main(town: str = "hague") -> ForceMainTest:
    """Law T8: 2 in, 600 ft: 5.682 gal a day, 0.473 gal in two hours."""
    return ForceMainTest(
        runs=(pipe("2", "600"),),
        operating=psi("40"),
        pressure=psi("60"),
        water=gallons("0.47"),
        duration=hours("2"),
        walked_owner=True,
        walked_officer=True,
        visible_leaks=False,
        answers=all_yes(town, LeakTestKind.FORCE_MAIN),
    )


def lamping(town: str = "hague") -> LampingTest:
    return LampingTest(lengths=40, out_of_line=0, answers=all_yes(town, LeakTestKind.LAMPING))


def deflection(town: str = "hague") -> DeflectionTest:
    """8 in SDR-35 pipe of 7.754 in inside: a mandrel of 7.366 in."""
    return DeflectionTest(
        inside_diameter=inches("7.754"),
        mandrel=inches("7.366"),
        went_through=True,
        answers=all_yes(town, LeakTestKind.DEFLECTION),
    )


def judged(test: FieldTest, town: str = "hague") -> LeakTestResult:
    return judge(test, rule(town, test.kind))


def line_about(result: LeakTestResult, word: str) -> tuple[bool | None, str, str]:
    (line,) = [line for line in result.lines if word in line.requirement]
    return line.passed, line.on_file, line.citation


def refused(test: FieldTest, town: str = "hague") -> dict[str, str]:
    with pytest.raises(FieldErrors) as caught:
        judged(test, town)
    return dict(caught.value.errors)
