"""The measured fields of each test, with the units that each may be typed in."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from sewerdesk.domain.leaktests import LeakTestDraft, LeakTestKind, MeasuredIn, needed_fields
from sewerdesk.domain.measures import MeasureUnit
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, Predicate, Width

_IN_WORDS = {
    MeasuredIn.MANHOLE: "Manhole",
    MeasuredIn.STANDPIPE: "Standpipe and plug",
    MeasuredIn.WEIR: "Weir",
}
_LENGTH = (MeasureUnit.FEET, MeasureUnit.INCHES)
_SIZE = (MeasureUnit.INCHES, MeasureUnit.FEET)
_VOLUME = (MeasureUnit.GALLONS, MeasureUnit.CUBIC_FEET)
_PSI = (MeasureUnit.PSI, MeasureUnit.INCHES_OF_MERCURY)
_HG = (MeasureUnit.INCHES_OF_MERCURY, MeasureUnit.PSI)
_HOURS = (MeasureUnit.HOURS, MeasureUnit.MINUTES)
_SECONDS = (MeasureUnit.SECONDS, MeasureUnit.MINUTES)
_MINUTES = (MeasureUnit.MINUTES, MeasureUnit.SECONDS)
_WATER_KINDS = frozenset({LeakTestKind.INFILTRATION, LeakTestKind.EXFILTRATION})


def _measure(
    name: str,
    label: str,
    units: Sequence[MeasureUnit],
    *,
    kind: LeakTestKind,
    text: str = "",
    spoken: str = "",
    below_zero: bool = False,
    visible_when: Predicate | None = None,
) -> FieldSpec:
    return FieldSpec(
        name,
        label,
        FieldKind.MEASURE,
        required=name in needed_fields(kind),
        error_label=spoken,
        choices=tuple(Choice(unit, unit.value) for unit in units),
        minimum=None if below_zero else 0,
        help=text,
        visible_when=visible_when,
    )


def _second_pipe(draft: LeakTestDraft, _state: str) -> bool:
    return draft.length_1 is not None or draft.length_2 is not None or draft.diameter_2 is not None


def _third_pipe(draft: LeakTestDraft, _state: str) -> bool:
    return draft.length_2 is not None or draft.length_3 is not None or draft.diameter_3 is not None


def _pipe(kind: LeakTestKind) -> list[FieldSpec]:
    fields = []
    for place, (name, shown) in enumerate(
        (("the pipe", None), ("a second size", _second_pipe), ("a third size", _third_pipe)), start=1
    ):
        fields += [
            _measure(f"diameter_{place}", f"Diameter of {name}", _SIZE, kind=kind, visible_when=shown),
            _measure(f"length_{place}", f"Length of {name}", _LENGTH, kind=kind, visible_when=shown),
        ]
    return fields


def _measured_day(kind: LeakTestKind) -> list[FieldSpec]:
    first = "First measured" if kind in _WATER_KINDS else "Measured"
    return [
        FieldSpec("measured_on", f"{first} on", FieldKind.DATE),
        FieldSpec("measured_at", f"{first} at", width=Width.DATE, max_len=20, help="Such as 9:30 AM."),
    ]


Parts = list[tuple[str, list[FieldSpec]]]
"""Titles of sections with their fields."""


def _infiltration(kind: LeakTestKind) -> Parts:
    return [
        ("The section", [*_pipe(kind), _manholes()]),
        (
            "Measured",
            [
                *_measured_day(kind),
                _measure("duration", "Measured for", _HOURS, kind=kind, spoken="Time measured"),
                _measure("water", "Water that leaked in", _VOLUME, kind=kind),
                _level(),
                _groundwater(kind),
            ],
        ),
    ]


def _exfiltration(kind: LeakTestKind) -> Parts:
    return [
        ("The section", [*_pipe(kind), _manholes()]),
        (
            "Measured",
            [
                FieldSpec("filled_on", "Full since", FieldKind.DATE),
                FieldSpec("filled_at", "Full since, time", width=Width.DATE, max_len=20),
                *_measured_day(kind),
                _measure("duration", "Measured for", _HOURS, kind=kind, spoken="Time measured"),
                _measure("water", "Water added", _VOLUME, kind=kind),
                _level(),
            ],
        ),
        (
            "Water",
            [
                _measure("head", "Water above the top of the pipe", _LENGTH, kind=kind),
                _groundwater(kind),
                _measure("downstream_head", "Water at the downstream manhole", _LENGTH, kind=kind),
                _measure("freeboard", "Below the top of the downstream manhole", _SIZE, kind=kind),
            ],
        ),
        (
            "Approval",
            [
                FieldSpec("approval_reference", "Approval of this test", max_len=200),
                FieldSpec("approved_on", "Approved on", FieldKind.DATE),
                FieldSpec("supervised_by", "Supervised by", max_len=200),
            ],
        ),
    ]


def _manholes() -> FieldSpec:
    return FieldSpec("manholes", "Manholes in the section", FieldKind.WHOLE, minimum=0, maximum=99)


def _level() -> FieldSpec:
    return FieldSpec(
        "measured_in",
        "Level read in",
        FieldKind.CHOICE,
        required=True,
        choices=tuple(Choice(one, _IN_WORDS[one]) for one in MeasuredIn),
    )


def _groundwater(kind: LeakTestKind) -> FieldSpec:
    return _measure(
        "groundwater",
        "Groundwater above the top of the pipe",
        _LENGTH,
        kind=kind,
        below_zero=True,
        text="Below the pipe: a number with a minus.",
    )


def _air_loss(kind: LeakTestKind) -> Parts:
    return [
        (
            "Measured",
            [
                *_measured_day(kind),
                _measure("start", "Pressure at the start", _PSI, kind=kind),
                _measure("end", "Pressure at the end", _PSI, kind=kind),
                _measure("duration", "Time between the readings", _MINUTES, kind=kind),
            ],
        )
    ]


def _pressure_joints(kind: LeakTestKind) -> Parts:
    joints = FieldSpec(
        "joints",
        "Joints in the pipe",
        FieldKind.WHOLE,
        required=True,
        error_label="Number of joints",
        minimum=0,
        maximum=9999,
        help="A fused pipe has none: 0.",
    )
    return [
        ("The pipe", [joints, _measure("diameter_1", "Nominal diameter", _SIZE, kind=kind)]),
        (
            "Measured",
            [
                *_measured_day(kind),
                _measure("gauge_elevation", "Elevation of the gauge", _LENGTH, kind=kind, below_zero=True),
                _measure(
                    "low_elevation", "Elevation of the lowest point", _LENGTH, kind=kind, below_zero=True
                ),
                _measure("charge", "Gauge at the start", _PSI, kind=kind),
                _measure("average", "Average on the gauge", _PSI, kind=kind),
                _measure("duration", "Measured for", _HOURS, kind=kind, spoken="Time measured"),
            ],
        ),
        ("Water", [_measure("water", "Water added", _VOLUME, kind=kind)]),
    ]


def _timed(kind: LeakTestKind) -> Parts:
    air = kind is LeakTestKind.LOW_PRESSURE_AIR
    units = _PSI if air else _HG
    readings = [
        *_measured_day(kind),
        _measure("start", "Reading when the timing began", units, kind=kind),
        _measure("end", "Reading when it ended", units, kind=kind),
        _measure("duration", "Time between", _SECONDS, kind=kind, spoken="Time between the readings"),
    ]
    before = [_measure("charge", "Raised to", _PSI, kind=kind), _groundwater(kind)]
    return [
        ("The section", _pipe(kind)),
        *([("Before the timing", before)] if air else []),
        ("Measured", readings),
    ]


def _manhole(kind: LeakTestKind) -> Parts:
    return [
        (
            "The manhole",
            [
                _measure("depth", "Depth", _LENGTH, kind=kind),
                _measure("manhole_diameter", "Diameter", _LENGTH, kind=kind),
            ],
        ),
        *_timed(kind)[-1:],
    ]


def _force_main(kind: LeakTestKind) -> Parts:
    return [
        ("The section", _pipe(kind)),
        (
            "Measured",
            [
                *_measured_day(kind),
                _measure("operating", "Normal operating pressure", _PSI, kind=kind),
                _measure("pressure", "Test pressure", _PSI, kind=kind),
                _measure(
                    "duration",
                    "At the test pressure for",
                    _HOURS,
                    kind=kind,
                    spoken="Time at the test pressure",
                ),
                _measure("water", "Water added", _VOLUME, kind=kind),
            ],
        ),
        (
            "Along the route",
            [
                FieldSpec("walked_owner", "The owner walked it", FieldKind.YES_NO),
                FieldSpec("walked_officer", "The officer walked it", FieldKind.YES_NO),
                FieldSpec("visible_leaks", "Leaks were seen", FieldKind.YES_NO),
            ],
        ),
    ]


def _lamping(kind: LeakTestKind) -> Parts:
    counted = [
        FieldSpec(
            "lengths_lamped",
            "Lengths of pipe lamped",
            FieldKind.WHOLE,
            required=True,
            error_label="Number of lengths lamped",
            minimum=0,
        ),
        FieldSpec(
            "lengths_out",
            "Lengths out of line",
            FieldKind.WHOLE,
            required=True,
            error_label="Number of lengths out of line",
            minimum=0,
        ),
        FieldSpec("which_out", "Which", max_len=200, visible_when=_some_out),
    ]
    return [("Seen", [*_measured_day(kind), *counted])]


def _some_out(draft: LeakTestDraft, _state: str) -> bool:
    return bool(draft.lengths_out)


def _deflection(kind: LeakTestKind) -> Parts:
    return [
        (
            "Measured",
            [
                *_measured_day(kind),
                _measure("inside_diameter", "Inside diameter of the pipe", _SIZE, kind=kind),
                _measure("mandrel", "Diameter of the ball or mandrel", _SIZE, kind=kind),
                FieldSpec("went_through", "It went through", FieldKind.YES_NO),
                FieldSpec(
                    "deflection_percent",
                    "Deflection measured",
                    FieldKind.DECIMAL,
                    unit="%",
                    places=2,
                    minimum=0,
                    maximum=100,
                ),
            ],
        )
    ]


_K = LeakTestKind
_MEASURED: Mapping[LeakTestKind, Callable[[LeakTestKind], Parts]] = MappingProxyType(
    {
        _K.AIR_LOSS: _air_loss,
        _K.PRESSURE_JOINTS: _pressure_joints,
        _K.INFILTRATION: _infiltration,
        _K.EXFILTRATION: _exfiltration,
        _K.LAMPING: _lamping,
        _K.DEFLECTION: _deflection,
        _K.LOW_PRESSURE_AIR: _timed,
        _K.VACUUM_MANHOLE: _manhole,
        _K.VACUUM_SEWER: _timed,
        _K.FORCE_MAIN: _force_main,
    }
)


def measured_sections(kind: LeakTestKind) -> Parts:
    """What is measured in a test, in the order of the work."""
    return _MEASURED[kind](kind)
