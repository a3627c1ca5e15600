"""A test as it is typed, whichever it is, and as it becomes the input of its rule."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from sewerdesk.domain.entry import ChecklistAnswer
from sewerdesk.domain.entry_times import local_moment, parse_time
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.law import LeakTest, Precondition
from sewerdesk.domain.leaktests.air import AirLossTest
from sewerdesk.domain.leaktests.alignment import DeflectionTest, LampingTest
from sewerdesk.domain.leaktests.forcemain import ForceMainTest
from sewerdesk.domain.leaktests.joints import PressureJointsTest
from sewerdesk.domain.leaktests.manhole import ManholeVacuumTest
from sewerdesk.domain.leaktests.model import (
    FieldTest,
    GaugeUsed,
    LeakTestKind,
    MeasuredIn,
    PipeRun,
    Steps,
)
from sewerdesk.domain.leaktests.timed import LowPressureAirTest, VacuumSewerTest
from sewerdesk.domain.leaktests.water import ExfiltrationTest, InfiltrationTest
from sewerdesk.domain.measures import Measured, MeasureUnit

NO_GAUGES: Mapping[int, GaugeUsed] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class LeakTestDraft:
    """One test as typed: the fields of all tests, of which each kind has its own. Empty means "not recorded".

    Up to three sizes of pipe stand in one section. ``gauge_id`` is a gauge of the register.
    """

    kind: LeakTestKind | None = None
    section: str = ""
    diameter_1: Measured | None = None
    length_1: Measured | None = None
    diameter_2: Measured | None = None
    length_2: Measured | None = None
    diameter_3: Measured | None = None
    length_3: Measured | None = None
    manholes: int | None = None
    joints: int | None = None
    depth: Measured | None = None
    manhole_diameter: Measured | None = None
    inside_diameter: Measured | None = None
    mandrel: Measured | None = None
    went_through: bool | None = None
    deflection_percent: Decimal | None = None
    lengths_lamped: int | None = None
    lengths_out: int | None = None
    which_out: str = ""
    charge: Measured | None = None
    start: Measured | None = None
    end: Measured | None = None
    operating: Measured | None = None
    pressure: Measured | None = None
    average: Measured | None = None
    gauge_elevation: Measured | None = None
    low_elevation: Measured | None = None
    water: Measured | None = None
    duration: Measured | None = None
    measured_on: date | None = None
    measured_at: str = ""
    filled_on: date | None = None
    filled_at: str = ""
    measured_in: MeasuredIn | None = MeasuredIn.MANHOLE
    head: Measured | None = None
    groundwater: Measured | None = None
    downstream_head: Measured | None = None
    freeboard: Measured | None = None
    answers: tuple[ChecklistAnswer, ...] = ()
    walked_owner: bool | None = None
    walked_officer: bool | None = None
    visible_leaks: bool | None = None
    supervised_by: str = ""
    approval_reference: str = ""
    approved_on: date | None = None
    flushed_on: date | None = None
    flushed_at: str = ""
    lamped_on: date | None = None
    lamped_at: str = ""
    deflection_on: date | None = None
    deflection_at: str = ""
    inverts_on: date | None = None
    inverts_at: str = ""
    gauge_id: int | None = None
    device: str = ""
    units_are_right: bool | None = None

    def measured(self, gauges: Mapping[int, GaugeUsed] = NO_GAUGES) -> FieldTest:
        """What the rules judge; ``FieldErrors`` names what is missing or no time.

        ``gauges`` are those of the register as they stood on the day of the test, by id.
        """
        if self.kind is None:
            raise FieldErrors({"kind": "Choose the test."})
        moments: dict[str, datetime | date | None] = {}
        errors = self._missing()
        for name in ("filled", "measured", "flushed", "lamped", "deflection", "inverts"):
            try:
                moments[name] = self.moment(name)
            except UserError as problem:
                errors[f"{name}_at"] = problem.message
        if self.gauge_id is not None and self.gauge_id not in gauges:
            errors["gauge_id"] = "That gauge is not in the register. Choose another one."
        if errors:
            raise FieldErrors(errors)
        return _MAKERS[self.kind](self, self._common(moments, gauges))

    def _common(
        self, moments: Mapping[str, datetime | date | None], gauges: Mapping[int, GaugeUsed]
    ) -> dict[str, Any]:
        return {
            "measured_at": _instant(moments["measured"]),
            "measured_on": self.measured_on,
            "filled_at": _instant(moments["filled"]),
            "answers": self.answers,
            "steps": Steps(*(moments[name] for name in ("flushed", "lamped", "deflection", "inverts"))),
            "gauge": None if self.gauge_id is None else gauges[self.gauge_id],
            "device": self.device.strip(),
            "units_are_right": self.units_are_right is True,
        }

    def moment(self, name: str) -> datetime | date | None:
        """When a step was done ("measured", "lamped" …), as exactly as it was typed; ``UserError`` for no time."""
        day: date | None = getattr(self, f"{name}_on")
        text: str = getattr(self, f"{name}_at")
        return local_moment(day, parse_time(text)) if day and text.strip() else day

    @property
    def runs(self) -> tuple[PipeRun, ...]:
        """The sizes of pipe that were entered; a size without its length, or the other way round, counts as zero."""
        pairs = (
            (self.diameter_1, self.length_1),
            (self.diameter_2, self.length_2),
            (self.diameter_3, self.length_3),
        )
        no_inches, no_feet = (Measured(Decimal(0), unit) for unit in (MeasureUnit.INCHES, MeasureUnit.FEET))
        return tuple(
            PipeRun(size or no_inches, length or no_feet) for size, length in pairs if size or length
        )

    def _missing(self) -> dict[str, str]:
        assert self.kind is not None
        errors: dict[str, str] = {}
        if not self.section.strip():
            errors["section"] = "Say what was tested."
        for name in needed_fields(self.kind):
            if getattr(self, name) is None:
                errors[name] = _MISSING[name]
        return errors


_MISSING: Mapping[str, str] = MappingProxyType(
    {
        "diameter_1": "Enter the diameter of the pipe under test.",
        "length_1": "Enter the length of the pipe under test.",
        "joints": "Enter the number of joints; a fused pipe has none: 0.",
        "depth": "Enter the depth of the manhole.",
        "manhole_diameter": "Enter the diameter of the manhole.",
        "inside_diameter": "Enter the inside diameter of the pipe.",
        "mandrel": "Enter the diameter of the ball or mandrel.",
        "lengths_lamped": "Enter how many lengths of pipe were lamped.",
        "lengths_out": "Enter how many lengths were out of line.",
        "start": "Enter the reading at the start.",
        "end": "Enter the reading at the end.",
        "operating": "Enter the normal operating pressure.",
        "pressure": "Enter the test pressure.",
        "average": "Enter the average pressure on the gauge.",
        "water": "Enter the water that was measured.",
        "duration": "Enter how long it took.",
    }
)
_PIPE = ("diameter_1", "length_1")
_DROP = ("start", "end", "duration")
_WATER = ("water", "duration")
_NEEDED: Mapping[LeakTestKind, tuple[str, ...]] = MappingProxyType(
    {
        LeakTestKind.AIR_LOSS: _DROP,
        LeakTestKind.PRESSURE_JOINTS: ("joints", "diameter_1", "average", *_WATER),
        LeakTestKind.INFILTRATION: (*_PIPE, *_WATER),
        LeakTestKind.EXFILTRATION: (*_PIPE, *_WATER),
        LeakTestKind.LAMPING: ("lengths_lamped", "lengths_out"),
        LeakTestKind.DEFLECTION: ("inside_diameter", "mandrel"),
        LeakTestKind.LOW_PRESSURE_AIR: (*_PIPE, *_DROP),
        LeakTestKind.VACUUM_MANHOLE: ("depth", "manhole_diameter", *_DROP),
        LeakTestKind.VACUUM_SEWER: (*_PIPE, *_DROP),
        LeakTestKind.FORCE_MAIN: (*_PIPE, "operating", "pressure", *_WATER),
    }
)


def needed_fields(kind: LeakTestKind) -> tuple[str, ...]:
    """The fields of a draft without which a test cannot be judged."""
    return _NEEDED[kind]


Maker = Callable[[LeakTestDraft, dict[str, Any]], FieldTest]


def _of(made: Callable[..., FieldTest], *same: str, **others: str) -> Maker:
    """Make an input from the draft's fields: those of the ``same`` name, and the input's field for another name."""
    names = {**{name: name for name in same}, **others}

    def make(draft: LeakTestDraft, common: dict[str, Any]) -> FieldTest:
        plain = {key: value for key, value in common.items() if key != "filled_at"}
        return made(**plain, **{field: getattr(draft, name) for field, name in names.items()})

    return make


def _water(made: Callable[..., FieldTest], *extra: str) -> Maker:
    def make(draft: LeakTestDraft, common: dict[str, Any]) -> FieldTest:
        kept = common if "filled_at" in extra else {k: v for k, v in common.items() if k != "filled_at"}
        return made(
            **kept,
            runs=draft.runs,
            manholes=draft.manholes or 0,
            water=draft.water,
            duration=draft.duration,
            measured_in=draft.measured_in or MeasuredIn.MANHOLE,
            groundwater=draft.groundwater,
            **{name: getattr(draft, name) for name in extra if name != "filled_at"},
        )

    return make


_MAKERS: Mapping[LeakTestKind, Maker] = MappingProxyType(
    {
        LeakTestKind.AIR_LOSS: _of(AirLossTest, *_DROP),
        LeakTestKind.PRESSURE_JOINTS: _of(
            PressureJointsTest,
            "joints",
            "average",
            *_WATER,
            "charge",
            "gauge_elevation",
            "low_elevation",
            diameter="diameter_1",
        ),
        LeakTestKind.INFILTRATION: _water(InfiltrationTest),
        LeakTestKind.EXFILTRATION: _water(
            ExfiltrationTest,
            "filled_at",
            "head",
            "downstream_head",
            "freeboard",
            "supervised_by",
            "approval_reference",
            "approved_on",
        ),
        LeakTestKind.LAMPING: _of(
            LampingTest, lengths="lengths_lamped", out_of_line="lengths_out", which="which_out"
        ),
        LeakTestKind.DEFLECTION: _of(
            DeflectionTest, "inside_diameter", "mandrel", "went_through", deflection="deflection_percent"
        ),
        LeakTestKind.LOW_PRESSURE_AIR: _of(LowPressureAirTest, "runs", *_DROP, "charge", "groundwater"),
        LeakTestKind.VACUUM_MANHOLE: _of(ManholeVacuumTest, "depth", *_DROP, diameter="manhole_diameter"),
        LeakTestKind.VACUUM_SEWER: _of(VacuumSewerTest, "runs", *_DROP),
        LeakTestKind.FORCE_MAIN: _of(
            ForceMainTest,
            "runs",
            "operating",
            "pressure",
            *_WATER,
            "walked_owner",
            "walked_officer",
            "visible_leaks",
        ),
    }
)


_CLASSES: tuple[type[FieldTest], ...] = (
    AirLossTest,
    PressureJointsTest,
    InfiltrationTest,
    ExfiltrationTest,
    LampingTest,
    DeflectionTest,
    LowPressureAirTest,
    ManholeVacuumTest,
    VacuumSewerTest,
    ForceMainTest,
)
_BY_THE_GAUGE = "calibration"


def asked_conditions(row: LeakTest) -> tuple[Precondition, ...]:
    """The preconditions of a test that somebody must answer; the others follow from what was measured."""
    made = next(one for one in _CLASSES if one.kind.value == row.method)
    return tuple(
        one for one in row.preconditions if one.key not in made.worked_out and one.key != _BY_THE_GAUGE
    )


def _instant(moment: datetime | date | None) -> datetime | None:
    """An instant where a time was noted; a day alone is none."""
    return moment if isinstance(moment, datetime) else None
