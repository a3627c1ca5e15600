"""Columns of the list of contractors and of their papers, and the forms for details, suspensions, cancellations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

from sewerdesk.domain.counter import ContractorDraft, ContractorRow, CoverRow, PermitRow
from sewerdesk.domain.permits import PermitState
from sewerdesk.domain.verdicts import Answer
from sewerdesk.ui.forms.address import OPTIONAL_ADDRESS_FIELDS
from sewerdesk.ui.forms.spec import FieldKind, FieldSpec, FormSpec, Section, Width
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

SOON = timedelta(days=30)
"""How long ahead a lapse is worth a chip; the office's habit, no rule of law."""

_ANSWERS: Mapping[Answer, Status] = {
    Answer.YES: Status("Yes", Tone.GOOD),
    Answer.NO: Status("No", Tone.BAD, "circle-x"),
    Answer.OFFICER: Status("Officer decides", Tone.CAUTION, "scale"),
}
_PERMIT_TONES: Mapping[PermitState, Tone] = {
    PermitState.IN_FORCE: Tone.GOOD,
    PermitState.SUSPENDED: Tone.CAUTION,
    PermitState.LAPSED: Tone.BAD,
    PermitState.EXPIRED: Tone.BAD,
    PermitState.TERMINATED: Tone.BAD,
}


def answer_status(answer: Answer) -> Status:
    """Yes, no or the officer decides, as a chip."""
    return _ANSWERS[answer]


def permit_status(state: PermitState) -> Status:
    """A permit's state as a chip."""
    return Status(state.label, _PERMIT_TONES.get(state, Tone.NEUTRAL))


COLUMNS: tuple[Column[ContractorRow], ...] = (
    Column(key="name", title="Contractor", value=lambda row: row.name, width=28),
    Column(
        key="standing",
        title="May work today",
        value=lambda row: answer_status(row.answer),
        kind=CellKind.STATUS,
        width=17,
        tooltip=lambda row: row.first_fault,
        help="By all that the law asks for, work in a highway right-of-way included.",
    ),
    Column(
        key="lapses",
        title="Next lapse",
        value=lambda row: row.lapses_on,
        kind=CellKind.DATE,
        width=13,
        tooltip=lambda row: row.lapsing_paper,
        help="The last day of the paper that runs out first.",
    ),
    Column(
        key="permits",
        title="Open permits",
        value=lambda row: row.open_permits,
        kind=CellKind.NUMBER,
        width=13,
    ),
    Column(key="phone", title="Telephone", value=lambda row: row.phone, width=17, hidden=True),
)


def chips(today: Callable[[], date]) -> tuple[FilterChip[ContractorRow], ...]:
    """Who may work, who may not, whose papers run out within the month."""
    return (
        FilterChip("yes", "May work", lambda row: row.answer is Answer.YES),
        FilterChip("no", "May not", lambda row: row.answer is not Answer.YES),
        FilterChip(
            "soon",
            "Lapsing soon",
            lambda row: row.lapses_on is not None and row.lapses_on <= today() + SOON,
        ),
    )


def _cover_status(row: CoverRow) -> Status:
    if row.void_reason:
        return Status("Voided", Tone.NEUTRAL, "ban")
    if row.problem:
        return Status(f"{row.problem[:1].upper()}{row.problem[1:]}", Tone.BAD)
    return Status("In force", Tone.CAUTION if row.warning else Tone.GOOD)


COVER_COLUMNS: tuple[Column[CoverRow], ...] = (
    Column(key="requirement", title="For", value=lambda row: row.requirement, width=26),
    Column(
        key="state",
        title="Today",
        value=_cover_status,
        kind=CellKind.STATUS,
        width=16,
        tooltip=lambda row: row.void_reason or row.warning or row.problem,
    ),
    Column(key="dates", title="In force", value=lambda row: row.dates, width=24),
    Column(key="paper", title="Paper", value=lambda row: row.paper, width=36),
    Column(key="detail", title="Amounts", value=lambda row: row.detail, width=34),
    Column(key="verified", title="Verified", value=lambda row: row.verified, width=24),
    Column(key="files", title="Files", value=lambda row: row.files, kind=CellKind.NUMBER, width=7),
)
PERMIT_COLUMNS: tuple[Column[PermitRow], ...] = (
    Column(key="number", title="Permit", value=lambda row: row.number, width=15),
    Column(
        key="state", title="State", value=lambda row: permit_status(row.state), kind=CellKind.STATUS, width=18
    ),
    Column(key="location", title="Property", value=lambda row: row.location, width=24),
    Column(key="owner", title="Owner", value=lambda row: row.owner, width=24),
    Column(key="next", title="Next day", value=lambda row: row.next_day, kind=CellKind.DATE, width=12),
)
CONTRACTOR_FORM: FormSpec[ContractorDraft] = FormSpec(
    ContractorDraft,
    (
        Section(
            "Contractor",
            (
                FieldSpec(
                    "name",
                    "Legal name",
                    required=True,
                    max_len=200,
                    help="As it must stand on bonds and certificates.",
                ),
                FieldSpec(
                    "other_names",
                    "Other names it does business under",
                    FieldKind.NOTES,
                    rows=2,
                    max_len=1000,
                    help="One a line. A certificate in one of these names counts.",
                ),
                FieldSpec("phone", "Telephone", FieldKind.PHONE),
                FieldSpec("email", "E-mail", max_len=200),
                FieldSpec("foreman", "Foreman", max_len=200),
                FieldSpec("cell", "Foreman's telephone", FieldKind.PHONE),
            ),
        ),
        Section("Mailing address", OPTIONAL_ADDRESS_FIELDS),
        Section("Note", (FieldSpec("note", "Note", FieldKind.NOTES, max_len=20_000),)),
    ),
    verb="register",
)


@dataclass(frozen=True, slots=True)
class CancellationForm:
    """A notice of cancellation as typed."""

    received: date | None = None
    effective: date | None = None


CANCELLATION_FORM: FormSpec[CancellationForm] = FormSpec(
    CancellationForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "received",
                    "Notice received on",
                    FieldKind.DATE,
                    required=True,
                    error_label="Day of the notice",
                ),
                FieldSpec(
                    "effective",
                    "Cancelled from",
                    FieldKind.DATE,
                    required=True,
                    error_label="Day from which it is cancelled",
                    help="The first day on which the cover is not in force.",
                ),
            ),
        ),
    ),
    verb="record",
)


@dataclass(frozen=True, slots=True)
class SuspensionForm:
    """A suspension as typed."""

    start: date | None = None
    until: date | None = None
    reason: str = ""
    authority: str = ""


SUSPENSION_FORM: FormSpec[SuspensionForm] = FormSpec(
    SuspensionForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "start",
                    "Suspended from",
                    FieldKind.DATE,
                    required=True,
                    error_label="First day of the suspension",
                ),
                FieldSpec(
                    "until",
                    "May work again from",
                    FieldKind.DATE,
                    help="Leave empty while the suspension lasts.",
                ),
                FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=200, rows=3),
                FieldSpec(
                    "authority", "Resolution, order or section", required=True, max_len=200, width=Width.LINE
                ),
            ),
        ),
    ),
    verb="suspend",
)


@dataclass(frozen=True, slots=True)
class LiftForm:
    """The end of a suspension as typed."""

    on: date | None = None
    reason: str = ""


LIFT_FORM: FormSpec[LiftForm] = FormSpec(
    LiftForm,
    (
        Section(
            "",
            (
                FieldSpec(
                    "on",
                    "May work again from",
                    FieldKind.DATE,
                    required=True,
                    error_label="First day of work",
                ),
                FieldSpec("reason", "Reason", FieldKind.NOTES, required=True, max_len=500, rows=3),
            ),
        ),
    ),
    verb="lift the suspension",
)
