"""What is asked of each test: its fields by kind, with their units, and the preconditions of the law as questions."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from sewerdesk.domain.gauges import GaugeView
from sewerdesk.domain.law import LeakTest
from sewerdesk.domain.leaktests import (
    GaugeKind,
    LeakTestDraft,
    LeakTestKind,
    asked_conditions,
)
from sewerdesk.ui.forms.lookup_editor import lookup_of_choices
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Predicate, Section, Width
from sewerdesk.ui.screens.inspections.leak_fields import measured_sections

_K = LeakTestKind
_SUCH_AS: Mapping[LeakTestKind, str] = MappingProxyType(
    {
        **dict.fromkeys(LeakTestKind, "Such as manhole 14 to manhole 16."),
        _K.AIR_LOSS: "Such as trap and vent to the plumbing.",
        _K.PRESSURE_JOINTS: "Such as grinder unit to the main.",
        _K.VACUUM_MANHOLE: "Such as manhole 14.",
    }
)
_GAUGES: Mapping[LeakTestKind, GaugeKind] = MappingProxyType(
    {
        _K.AIR_LOSS: GaugeKind.PRESSURE,
        _K.PRESSURE_JOINTS: GaugeKind.PRESSURE,
        _K.LOW_PRESSURE_AIR: GaugeKind.PRESSURE,
        _K.VACUUM_MANHOLE: GaugeKind.VACUUM,
        _K.VACUUM_SEWER: GaugeKind.VACUUM,
        _K.FORCE_MAIN: GaugeKind.PRESSURE,
    }
)


def leak_test_form(row: LeakTest, gauges: Sequence[GaugeView] = ()) -> FormSpec[LeakTestDraft]:
    """The measurements of one test of the law, in the order of the work. ``gauges`` are those in use."""
    kind = LeakTestKind(row.method)
    sections = [
        Section(
            "Where", (_section_field(kind),), help=f"{row.scope[:1].upper()}{row.scope[1:]} ({row.citation})"
        ),
        *(Section(title, tuple(fields)) for title, fields in measured_sections(kind)),
    ]
    questions = _questions(row)
    if questions:
        sections.append(Section("What the law asks besides", questions))
    steps = _steps(row)
    if steps:
        sections.append(Section("When the work was done", steps))
    sections.append(Section("Read with", _read_with(kind, gauges)))
    return FormSpec(LeakTestDraft, tuple(sections), blank=_blank_of(kind), verb="add the test")


def _blank_of(kind: LeakTestKind) -> Callable[[], LeakTestDraft]:
    def blank() -> LeakTestDraft:
        return LeakTestDraft(kind=kind)

    return blank


def _section_field(kind: LeakTestKind) -> FieldSpec:
    return FieldSpec(
        "section",
        "What was tested",
        required=True,
        error_label="Part that was tested",
        max_len=200,
        help=_SUCH_AS.get(kind, ""),
    )


def _questions(row: LeakTest) -> tuple[FieldSpec, ...]:
    """The preconditions that are answered, by the words of the law file."""
    asked = tuple(Choice(one.key, f"{one.sentence}  ({one.citation})") for one in asked_conditions(row))
    if not asked:
        return ()
    return (
        FieldSpec(
            "answers",
            "Answer each line: Y, N, or A for does not apply",
            FieldKind.CHECKLIST,
            choices=asked,
            error_label="Conditions",
        ),
    )


_STEP_WORDS = {"flushed": "Flushed", "lamped": "Lamped", "deflection": "Tested for deflection"}


def _steps(row: LeakTest) -> tuple[FieldSpec, ...]:
    """The days of what the law wants before the test, and of the inverts after it; a time only tells on one day."""
    asked = [key for key in _STEP_WORDS if any(one.key == key for one in row.preconditions)]
    if not asked:
        return ()
    fields: list[FieldSpec] = []
    for key, words in (*((key, _STEP_WORDS[key]) for key in asked), ("inverts", "Manhole inverts placed")):
        fields += [
            FieldSpec(f"{key}_on", f"{words} on", FieldKind.DATE),
            FieldSpec(
                f"{key}_at",
                f"{words} at",
                width=Width.DATE,
                max_len=20,
                visible_when=_on_the_day_of(key),
            ),
        ]
    return tuple(fields)


def _on_the_day_of(key: str) -> Predicate:
    def same_day(draft: LeakTestDraft, _state: str) -> bool:
        day = getattr(draft, f"{key}_on")
        return day is not None and day == draft.measured_on

    return same_day


def _read_with(kind: LeakTestKind, gauges: Sequence[GaugeView]) -> tuple[FieldSpec, ...]:
    fields = []
    if kind in _GAUGES:
        choices = [Choice(one.id, one.title, _calibrated(one)) for one in gauges if one.kind is _GAUGES[kind]]
        told = "By its serial number." if choices else "None is registered. Settings, Test gauges, adds one."
        fields.append(
            FieldSpec(
                "gauge_id",
                "Gauge",
                FieldKind.LOOKUP,
                lookup=lookup_of_choices(choices, noun="gauge"),
                help=told,
            )
        )
    fields.append(FieldSpec("device", "Other measuring device", max_len=200))
    if kind is not LeakTestKind.LAMPING:
        fields.append(
            FieldSpec(
                "units_are_right",
                "The units are right as typed",
                FieldKind.YES_NO,
                help="Yes lets a number stand that looks like another unit's.",
            )
        )
    return tuple(fields)


def _calibrated(gauge: GaugeView) -> str:
    last = gauge.last
    if last is None:
        return "no calibration on file"
    return f"calibrated {last.calibrated_on:%m/%d/%Y}, certificate {last.certificate}"
