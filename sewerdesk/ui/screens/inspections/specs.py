"""Columns of the list of inspections, and the forms for the call, the appointment and the visit."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from sewerdesk.domain.fieldwork import (
    STAGE_WORDS,
    AppointmentDraft,
    InspectionRow,
    PermitChoice,
    RequestDraft,
    ResultDraft,
)
from sewerdesk.domain.inspections import ChecklistLine, InspectionState, Outcome
from sewerdesk.domain.law import Stage
from sewerdesk.ui.dialogs.form_dialog import ReasonDraft
from sewerdesk.ui.forms.lookup_editor import lookup_of_choices
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

OFFICER = "officer"
"""The state of the result's form when a test left something to the officer."""
_OUTCOMES: Mapping[Outcome, Status] = {
    Outcome.PASSED: Status(Outcome.PASSED.label, Tone.GOOD),
    Outcome.PASSED_WITH_CONDITIONS: Status(
        Outcome.PASSED_WITH_CONDITIONS.label, Tone.CAUTION, "circle-check"
    ),
    Outcome.FAILED: Status(Outcome.FAILED.label, Tone.BAD, "circle-x"),
    Outcome.NO_ACCESS: Status(Outcome.NO_ACCESS.label, Tone.CAUTION),
    Outcome.CANCELLED: Status(Outcome.CANCELLED.label, Tone.NEUTRAL, "ban"),
}


def status_of(row: InspectionRow) -> Status:
    """Where an inspection stands, as a chip."""
    if row.outcome is not None:
        return _OUTCOMES[row.outcome]
    if row.state is InspectionState.APPOINTED:
        return Status("Appointed", Tone.INFO, "calendar")
    return Status("No day set", Tone.CAUTION, "clock")


def stage_title(row: InspectionRow) -> str:
    """The stage, with "re-test" where it is one."""
    return f"{STAGE_WORDS[row.stage]}, re-test" if row.is_retest else STAGE_WORDS[row.stage]


_SHORT: Mapping[Stage, str] = {
    Stage.CONNECTION: "Connection",
    Stage.TRENCH: "Trench",
    Stage.PIPE: "Pipe",
    Stage.TEST: "Leak test",
    Stage.FINAL: "Final",
}


def _short_stage(row: InspectionRow) -> str:
    """The stage as the list names it, so that the column stays narrow; its tool tip says all."""
    return "Re-test" if row.is_retest else _SHORT[row.stage]


def _day(row: InspectionRow) -> date | None:
    return row.visited_on or row.appointed_on


COLUMNS: tuple[Column[InspectionRow], ...] = (
    Column(
        key="place", title="Where", value=lambda row: row.location or row.print_key, width=14,
        tooltip=lambda row: f"{row.print_key} · {row.owner}",
    ),
    Column(key="stage", title="What", value=_short_stage, width=14, tooltip=stage_title),
    Column(
        key="day", title="Day", value=_day, kind=CellKind.DATE, width=11,
        help="The day of the visit, or the day appointed for it.",
    ),
    Column(key="state", title="Status", value=status_of, kind=CellKind.STATUS, width=13),
    Column(key="number", title="Inspection", value=lambda row: row.number, width=14),
    Column(key="permit", title="Permit", value=lambda row: row.permit_number, width=15, hidden=True),
    Column(key="owner", title="Owner", value=lambda row: row.owner, width=22, hidden=True),
    Column(key="inspector", title="Inspector", value=lambda row: row.inspector, width=18, hidden=True),
    Column(
        key="asked", title="Asked for", value=lambda row: row.requested_on, kind=CellKind.DATE, width=12, hidden=True
    ),
)  # fmt: skip
SIBLING_COLUMNS: tuple[Column[InspectionRow], ...] = (
    Column(key="number", title="Inspection", value=lambda row: row.number, width=15),
    Column(key="stage", title="What", value=stage_title, width=20),
    Column(key="day", title="Day", value=_day, kind=CellKind.DATE, width=12),
    Column(key="state", title="Status", value=status_of, kind=CellKind.STATUS, width=20),
)


def chips(today: Callable[[], date]) -> tuple[FilterChip[InspectionRow], ...]:
    """What waits, what is due today, what must be tested again."""
    return (
        FilterChip("open", "Open", lambda row: row.is_open),
        FilterChip(
            "today",
            "Today",
            lambda row: row.is_open and row.appointed_on is not None and row.appointed_on <= today(),
        ),
        FilterChip("retest", "Re-tests", lambda row: row.is_open and row.is_retest),
        FilterChip("failed", "Failed", lambda row: row.outcome is Outcome.FAILED),
    )


def request_form(permits: Sequence[PermitChoice], stages: Sequence[Stage]) -> FormSpec[RequestDraft]:
    """The call for an inspection: permit, stage, who asks."""
    choices = [
        Choice(row.id, f"{row.number} · {row.location or row.print_key}", f"{row.owner} · {row.print_key}")
        for row in permits
    ]
    fields = (
        FieldSpec(
            "permit_id",
            "Permit",
            FieldKind.LOOKUP,
            required=True,
            lookup=lookup_of_choices(choices, noun="permit"),
            help="By number, place, owner or tax map number.",
        ),
        FieldSpec(
            "stage",
            "What is to be inspected",
            FieldKind.CHOICE,
            required=True,
            choices=tuple(Choice(stage, STAGE_WORDS[stage]) for stage in stages),
        ),
        FieldSpec("requested_by", "Who asks for it", required=True, max_len=200),
    )
    return FormSpec(RequestDraft, (Section("", fields),), verb="log the call")


APPOINTMENT_FORM: FormSpec[AppointmentDraft] = FormSpec(
    AppointmentDraft,
    (
        Section(
            "",
            (
                FieldSpec("day", "Day", FieldKind.DATE, required=True),
                FieldSpec("time", "Time", width=Width.DATE, max_len=20, help="Such as 9:30 AM."),
                FieldSpec("inspector", "Inspector", max_len=200),
            ),
        ),
    ),
    verb="set the day",
)


CANCEL_FORM: FormSpec[ReasonDraft] = FormSpec(
    ReasonDraft,
    (Section("", (FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=500, rows=3),)),),
    verb="cancel it",
)


def _outcome(draft: ResultDraft) -> Outcome | None:
    return draft.outcome


def _failed(draft: ResultDraft, _state: str) -> bool:
    return _outcome(draft) is Outcome.FAILED


def _let_in(draft: ResultDraft, _state: str) -> bool:
    return _outcome(draft) is not Outcome.NO_ACCESS


def _officer(draft: ResultDraft, state: str) -> bool:
    return state == OFFICER or bool(draft.officer_decision)


_VISIT = (
    FieldSpec(
        "outcome",
        "What came of it",
        FieldKind.CHOICE,
        required=True,
        choices=tuple(Choice(one, one.label) for one in Outcome if one is not Outcome.CANCELLED),
        error_label="Outcome",
    ),
    FieldSpec("visited_on", "Day of the visit", FieldKind.DATE, required=True),
    FieldSpec("inspector", "Inspector", required=True, max_len=200),
    FieldSpec("arrived", "Arrived", width=Width.DATE, max_len=20),
    FieldSpec("left", "Left", width=Width.DATE, max_len=20),
)
_AROUND = (
    FieldSpec("weather", "Weather", max_len=200),
    FieldSpec("ground", "Ground", max_len=60, help="Dry, wet or frozen."),
    FieldSpec("photographs", "Photographs", FieldKind.WHOLE, minimum=0, maximum=999),
)
_FOLLOW_UP = (
    FieldSpec(
        "officer_decision",
        "Decision of the officer",
        FieldKind.NOTES,
        max_len=2000,
        rows=2,
        help="A test left a condition to the officer; a pass needs the decision in words.",
        visible_when=_officer,
    ),
    FieldSpec(
        "deficiencies",
        "Deficiencies",
        FieldKind.NOTES,
        max_len=5000,
        rows=3,
        help="One a line. Lines answered no and failed tests are listed by themselves.",
    ),
    FieldSpec("retest_by", "Test again by", FieldKind.DATE, visible_when=_failed),
    FieldSpec("note", "Remarks", FieldKind.NOTES, max_len=5000, rows=2),
)


def result_form(lines: Sequence[ChecklistLine]) -> FormSpec[ResultDraft]:
    """The visit, with the law's lines for its stage as the checklist."""
    checklist = FieldSpec(
        "checklist",
        "Answer each line: Y, N, or A for does not apply",
        FieldKind.CHECKLIST,
        choices=tuple(Choice(line.key, f"{line.sentence}  ({line.citation})") for line in lines),
        visible_when=_let_in,
        error_label="Checklist",
    )
    sections = [Section("The visit", _VISIT)]
    if lines:
        notes = FieldSpec(
            "checklist_notes",
            "Notes to the lines",
            FieldKind.NOTES,
            max_len=5000,
            rows=2,
            visible_when=_let_in,
        )
        sections.append(Section("What was looked at", (checklist, notes)))
    sections += [Section("What follows", _FOLLOW_UP), Section("Around the site", _AROUND)]
    return FormSpec(ResultDraft, tuple(sections), verb="record the result")
