"""What every test of a pipe or manhole has: what was measured, what came of it, and the shape of its verdict."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.law import Precondition
from sewerdesk.domain.measures import Measured, MeasureUnit, as_decimal, round_words
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show

if TYPE_CHECKING:
    from sewerdesk.domain.leaktests.rule import LeakRule


class LeakTestKind(StrEnum):
    """The calculations; the value is the ``method`` of the law file's row."""

    AIR_LOSS = "air_loss"
    PRESSURE_JOINTS = "pressure_joints"
    INFILTRATION = "infiltration"
    EXFILTRATION = "exfiltration"
    LAMPING = "lamping"
    DEFLECTION = "deflection"
    LOW_PRESSURE_AIR = "low_pressure_air"
    VACUUM_MANHOLE = "vacuum_manhole"
    VACUUM_SEWER = "vacuum_sewer"
    FORCE_MAIN = "force_main"


class LeakVerdict(StrEnum):
    """Passed and failed are computed; the officer decides where a condition or a figure is not certain."""

    PASSED = "passed"
    FAILED = "failed"
    OFFICER = "officer"


class MeasuredIn(StrEnum):
    """Where the level of the water was read."""

    MANHOLE = "manhole"
    STANDPIPE = "standpipe"
    WEIR = "weir"


class GaugeKind(StrEnum):
    """What a gauge reads."""

    PRESSURE = "psi"
    VACUUM = "in_hg"

    @property
    def unit(self) -> MeasureUnit:
        """The unit on its dial."""
        return MeasureUnit.PSI if self is GaugeKind.PRESSURE else MeasureUnit.INCHES_OF_MERCURY


@dataclass(frozen=True, slots=True)
class PipeRun:
    """A length of one size of pipe: nominal diameter and length, both more than zero."""

    diameter: Measured
    length: Measured

    @property
    def inches(self) -> Fraction:
        """The nominal diameter in inches."""
        return self.diameter.amount(MeasureUnit.INCHES)

    @property
    def feet(self) -> Fraction:
        """The length in feet."""
        return self.length.amount(MeasureUnit.FEET)


@dataclass(frozen=True, slots=True)
class GaugeUsed:
    """A gauge of the register as it stood on the day of the test.

    ``calibrated_on`` and ``certificate`` are those of the last calibration up to that day, ``calibrated_after`` the
    first one after it; ``certificate_on_file`` whether its certificate is kept as a file. ``reads_to`` is the end of
    the dial in the gauge's own unit, ``None`` where it was not entered; ``retired_on`` the first day out of use.
    """

    serial: str
    kind: GaugeKind
    maker: str = ""
    reads_to: Decimal | None = None
    calibrated_on: date | None = None
    certificate: str = ""
    certificate_on_file: bool = False
    calibrated_after: date | None = None
    retired_on: date | None = None


@dataclass(frozen=True, slots=True)
class Steps:
    """When the work around a test was done: an aware instant, or the day alone where no time was noted."""

    flushed: datetime | date | None = None
    lamped: datetime | date | None = None
    deflection: datetime | date | None = None
    inverts: datetime | date | None = None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with its unit and what it is called, such as ``Allowed``, 40.079, ``gal``.

    It is shown half-up to ``places``, without tail zeros where ``tidy``; kept with all its digits.
    """

    label: str
    value: Decimal
    unit: str
    places: int = 3
    tidy: bool = False

    @classmethod
    def of(
        cls, label: str, number: Fraction, unit: str, places: int = 3, *, tidy: bool = False
    ) -> "Quantity":
        """From an exact fraction."""
        return cls(label, as_decimal(number), unit, places, tidy)

    @property
    def words(self) -> str:
        """The number with its unit as printed."""
        number = round_words(self.value, self.places) if self.tidy else show(self.value, self.places)
        return f"{number}%" if self.unit == "%" else f"{number} {self.unit}"


@dataclass(frozen=True, slots=True)
class Noted:
    """One thing that was entered of a test, as printed."""

    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Finding:
    """What the numbers of a test come to, before its conditions.

    ``within`` is ``None`` where the numbers decide nothing; then ``open_sentence`` says why. ``good`` completes "The
    test does not count although ...".
    """

    within: bool | None
    formula: str
    allowable: Quantity | None
    measured: Quantity | None
    over_sentence: str = ""
    good: str = ""
    pass_sentence: str = ""
    open_sentence: str = ""


@dataclass(frozen=True, slots=True)
class LeakTestResult:
    """What a test showed; ``formula`` is the arithmetic with its numbers, ``reason`` one sentence.

    ``allowable`` and ``measured`` are ``None`` where the law tabulates no limit or nothing is measured. Values are
    kept to 50 digits; the verdict was reached with exact fractions.
    """

    kind: LeakTestKind
    name: str
    verdict: LeakVerdict
    reason: str
    within_allowable: bool | None
    allowable: Quantity | None
    measured: Quantity | None
    inputs: tuple[Noted, ...]
    lines: tuple[VerdictLine, ...]
    formula: str
    citation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldTest(ABC):
    """What every test has, whichever it is; ``None``, no answer and the empty text mean "not recorded".

    ``answers`` are those to the law's preconditions that are answered yes or no, by the precondition's key.
    ``units_are_right`` says that numbers which look like another unit's were read so. Instants are aware;
    ``measured_on`` is the day of the measurement where no time was noted.
    """

    kind: ClassVar[LeakTestKind]
    worked_out: ClassVar[frozenset[str]] = frozenset()
    """The preconditions, by key, whose lines :meth:`computed` works out from what was measured."""

    measured_at: datetime | None = None
    measured_on: date | None = None
    answers: tuple[ChecklistAnswer, ...] = ()
    steps: Steps = Steps()
    gauge: GaugeUsed | None = None
    device: str = ""
    units_are_right: bool = False

    @property
    def moment(self) -> datetime | date | None:
        """When it was measured, as exactly as it was noted."""
        return self.measured_at or self.measured_on

    def answer(self, key: str) -> Answer | None:
        """What was answered to a precondition."""
        return next((one.answer for one in self.answers if one.key == key), None)

    @abstractmethod
    def problems(self, rule: "LeakRule") -> Iterator[tuple[str, str]]:
        """What cannot be, as field and sentence."""

    @abstractmethod
    def finding(self, rule: "LeakRule") -> Finding:
        """The arithmetic."""

    @abstractmethod
    def noted(self) -> Iterator[Noted]:
        """What was entered, as printed."""

    def computed(self, condition: Precondition, rule: "LeakRule") -> VerdictLine | None:
        """The line of a precondition that is worked out; ``None`` where it is answered yes or no."""
        return None

    def more_lines(self, rule: "LeakRule") -> Iterator[VerdictLine]:
        """Lines beyond the preconditions of the law file."""
        return iter(())


def elapsed(start: datetime, end: datetime) -> timedelta:
    """Real time between two aware instants; two times in one zone would otherwise ignore a clock change."""
    if start.tzinfo is None or end.tzinfo is None:
        raise ValueError("the times of a leak test must be aware")
    return end.astimezone(UTC) - start.astimezone(UTC)
