"""What is measured in a leakage test, and the limits of the law it is judged by."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.law import Figure, Law, UnknownRule


class LeakTestKind(StrEnum):
    """Which way the water goes: out of the filled pipe, or from the ground into it."""

    EXFILTRATION = "exfiltration"
    INFILTRATION = "infiltration"


class LeakVerdict(StrEnum):
    """Passed and failed are computed; the officer decides where a condition was not recorded."""

    PASSED = "passed"
    FAILED = "failed"
    OFFICER = "officer"


class MeasuredIn(StrEnum):
    """Where the level was read."""

    MANHOLE = "manhole"
    STANDPIPE = "standpipe"
    WEIR = "weir"


@dataclass(frozen=True, slots=True)
class PipeRun:
    """A length of one size of pipe: nominal diameter in inches, length in feet, both more than zero."""

    diameter_in: Decimal
    length_ft: Decimal


@dataclass(frozen=True, slots=True)
class LeakTestInput:
    """What was measured in the field; ``None`` and the empty text mean "not recorded".

    ``measured_gal`` is the water added (exfiltration) or collected (infiltration) over ``duration_hours``.
    ``head_ft`` and ``groundwater_ft`` are feet above the top of the pipe at the highest point under test (the
    groundwater may be below it: negative). ``freeboard_in`` is inches from the water to the top of the
    downstream manhole. ``filled_at`` and ``measured_at`` are aware.
    """

    kind: LeakTestKind
    runs: tuple[PipeRun, ...]
    manholes: int
    measured_gal: Decimal
    duration_hours: Decimal
    measured_in: MeasuredIn = MeasuredIn.MANHOLE
    head_ft: Decimal | None = None
    groundwater_ft: Decimal | None = None
    downstream_head_ft: Decimal | None = None
    freeboard_in: Decimal | None = None
    filled_at: datetime | None = None
    measured_at: datetime | None = None
    air_released: bool | None = None
    lamped: bool | None = None
    plastic_pipe: bool = True
    deflection_passed: bool | None = None
    supervised_by: str = ""
    approval_reference: str = ""
    approved_on: date | None = None
    gauge_reference: str = ""

    @property
    def length_ft(self) -> Decimal:
        """Length of the whole section under test, feet."""
        return sum((run.length_ft for run in self.runs), Decimal(0))


@dataclass(frozen=True, slots=True)
class InfiltrationRule:
    """The limits of an infiltration test as the law stands on a day (Hague 405A to 405E).

    ``citations`` maps each precondition that the law puts on the test to its section.
    """

    citations: Mapping[str, str]
    rate: Figure
    manhole: Figure
    section_max: Figure
    duration_min: Figure

    @classmethod
    def from_law(cls, law: Law, on: date) -> "InfiltrationRule":
        """Read the limits in force on a day; ``UnknownRule`` if the law pack offers no such test."""
        return cls(
            citations=_citations(law, LeakTestKind.INFILTRATION),
            rate=law.figure("leaktest.infiltration.gal_per_inch_mile_day", on),
            manhole=law.figure("leaktest.infiltration.gal_per_manhole_day", on),
            section_max=law.figure("leaktest.section_max_ft", on),
            duration_min=law.figure("leaktest.duration_min_hours", on),
        )


@dataclass(frozen=True, slots=True)
class ExfiltrationRule:
    """The limits of an exfiltration test, the substitute with prior approval (Hague 402A, 405A)."""

    citations: Mapping[str, str]
    rate: Figure
    manhole: Figure
    section_max: Figure
    duration_min: Figure
    head_min: Figure
    downstream_head_max: Figure
    freeboard_min: Figure
    soak: Figure

    @classmethod
    def from_law(cls, law: Law, on: date) -> "ExfiltrationRule":
        """Read the limits in force on a day; ``UnknownRule`` if the law pack offers no such test."""
        base = InfiltrationRule.from_law(law, on)
        return cls(
            citations=_citations(law, LeakTestKind.EXFILTRATION),
            rate=base.rate,
            manhole=base.manhole,
            section_max=base.section_max,
            duration_min=base.duration_min,
            head_min=law.figure("leaktest.exfiltration.head_min_ft", on),
            downstream_head_max=law.figure("leaktest.exfiltration.downstream_head_max_ft", on),
            freeboard_min=law.figure("leaktest.exfiltration.freeboard_min_in", on),
            soak=law.figure("leaktest.exfiltration.soak_hours", on),
        )


LeakRule = InfiltrationRule | ExfiltrationRule


def _citations(law: Law, kind: LeakTestKind) -> dict[str, str]:
    for row in law.leak_tests:
        if row.method == kind:
            return {condition.key: condition.citation for condition in row.preconditions}
    raise UnknownRule(f"The law file of the {law.municipality} offers no {kind} test.")


def elapsed(start: datetime, end: datetime) -> timedelta:
    """Real time between two aware instants; two times in one zone would otherwise ignore a clock change."""
    if start.tzinfo is None or end.tzinfo is None:
        raise ValueError("the times of a leak test must be aware")
    return end.astimezone(UTC) - start.astimezone(UTC)
