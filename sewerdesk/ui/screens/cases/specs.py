"""Columns of the list of cases, and the form for what was observed."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import partial

from sewerdesk.domain.cases import FACTS, SECTIONS, CaseForm, CaseRow
from sewerdesk.domain.law import Law
from sewerdesk.domain.registers import ParcelRow
from sewerdesk.domain.violations import CaseState
from sewerdesk.ui.forms.lookup_editor import lookup_of_choices
from sewerdesk.ui.forms.spec import Choice, FieldKind, FieldSpec, FormSpec, Lookup, Section, Width
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

_TONES: Mapping[CaseState, tuple[Tone, str]] = {
    CaseState.OPEN: (Tone.CAUTION, "file-text"),
    CaseState.NOTICED: (Tone.INFO, "mail"),
    CaseState.ANSWERED: (Tone.INFO, "inbox"),
    CaseState.REFERRED: (Tone.CAUTION, "gavel"),
    CaseState.COMPLIED: (Tone.GOOD, ""),
    CaseState.CLOSED: (Tone.NEUTRAL, "lock"),
}
SHORT_WORDS: Mapping[CaseState, str] = {
    CaseState.OPEN: "No notice yet",
    CaseState.NOTICED: "Noticed",
    CaseState.ANSWERED: "Answered",
    CaseState.REFERRED: "Referred",
    CaseState.COMPLIED: "Complied",
    CaseState.CLOSED: "Closed",
}


def status_of(row: CaseRow) -> Status:
    """Where a case stands, as a chip."""
    tone, picture = _TONES[row.state]
    return Status(SHORT_WORDS[row.state], tone, picture)


COLUMNS: tuple[Column[CaseRow], ...] = (
    Column(
        key="place",
        title="Where",
        value=lambda row: row.location or row.print_key,
        width=12,
        tooltip=lambda row: f"{row.print_key} · {row.owner}",
    ),
    Column(key="state", title="Status", value=status_of, kind=CellKind.STATUS, width=14),
    Column(
        key="due",
        title="Waits for",
        value=lambda row: row.due_on,
        kind=CellKind.DATE,
        width=11,
        tooltip=lambda row: f"{row.due_what}. {row.due_rule}" if row.due_what else "Nothing waits.",
        help="The earliest day on which something waits in the case.",
    ),
    Column(key="number", title="Case", value=lambda row: row.number, width=15),
    Column(key="what", title="What waits", value=lambda row: row.due_what, width=24),
    Column(key="owner", title="Owner", value=lambda row: row.owner, width=22),
    Column(key="sections", title="Sections", value=lambda row: row.sections, width=14, hidden=True),
    Column(key="notice", title="Notice", value=lambda row: row.notice_number, width=15, hidden=True),
    Column(
        key="opened",
        title="Opened",
        value=lambda row: row.opened_on,
        kind=CellKind.DATE,
        width=12,
        hidden=True,
    ),
)


def chips(today: Callable[[], date]) -> tuple[FilterChip[CaseRow], ...]:
    """Which cases are open, which are late, which still need their notice."""
    return (
        FilterChip("open", "Open", lambda row: row.is_open),
        FilterChip("overdue", "Overdue", lambda row: row.is_open and row.is_overdue(today())),
        FilterChip("notice", "No notice yet", lambda row: row.state is CaseState.OPEN),
    )


def parcel_lookup(parcels: Sequence[ParcelRow]) -> Lookup:
    """Parcels by place, tax map number and owner."""
    return lookup_of_choices(
        [Choice(row.id, f"{row.location or row.print_key} · {row.print_key}", row.owner) for row in parcels],
        noun="parcel",
    )


def section_lookup(law: Law) -> Lookup:
    """The sections of the law that can be violated, by any word of them."""
    return lookup_of_choices(
        [Choice(row.key, f"{row.cited} · {row.title}", row.remedy) for row in law.violations], noun="section"
    )


def row_shown(names: tuple[str, ...], draft: object, _state: str) -> bool:
    """A further row shows once the one before it, or itself, holds something."""
    return any(getattr(draft, name) for name in names)


def growing(name: str, number: int) -> partial[bool]:
    """When a row of a form that grows is shown."""
    return partial(row_shown, (f"{name}_{number - 1}", f"{name}_{number}"))


def _seen_fields(parcels: Lookup) -> tuple[FieldSpec, ...]:
    return (
        FieldSpec(
            "parcel_id",
            "Parcel",
            FieldKind.LOOKUP,
            required=True,
            lookup=parcels,
            help="By place, tax map number or owner.",
        ),
        FieldSpec("observed_on", "Observed on", FieldKind.DATE, required=True),
        FieldSpec("observed_at", "At what time", required=True, width=Width.DATE, max_len=20),
        FieldSpec("observed_by", "By whom", required=True, max_len=200),
        FieldSpec("observer_title", "Title of the observer", required=True, max_len=200),
    )


def _fact_fields() -> tuple[FieldSpec, ...]:
    facts: list[FieldSpec] = []
    for n in range(1, FACTS + 1):
        shown = None if n == 1 else growing("fact", n)
        facts += [
            FieldSpec(
                f"fact_{n}",
                "What was found" if n == 1 else f"Fact {n}",
                FieldKind.NOTES,
                required=n == 1,
                max_len=2000,
                rows=2,
                visible_when=shown,
            ),
            FieldSpec(
                f"evidence_{n}",
                "Evidence" if n == 1 else f"Evidence of fact {n}",
                max_len=200,
                width=Width.LINE,
                visible_when=shown,
                help="Photographs, an inspection's number, a dye test." if n == 1 else "",
            ),
        ]
    return tuple(facts)


def _section_fields(law: Law) -> tuple[FieldSpec, ...]:
    sections = section_lookup(law)
    return tuple(
        FieldSpec(
            f"section_{n}",
            "Section that it breaks" if n == 1 else f"Section {n}",
            FieldKind.LOOKUP,
            required=n == 1,
            lookup=sections,
            visible_when=None if n == 1 else growing("section", n),
            help="Type a word of the law, such as storm, or the number of the section." if n == 1 else "",
        )
        for n in range(1, SECTIONS + 1)
    )


def case_form(law: Law, parcels: Lookup) -> FormSpec[CaseForm]:
    """What was observed: where, when, by whom, the facts with their evidence, the sections of the law."""
    note = FieldSpec("note", "Note for the office", FieldKind.NOTES, max_len=5000, rows=2)
    return FormSpec(
        CaseForm,
        (
            Section("The observation", _seen_fields(parcels)),
            Section("The facts", _fact_fields()),
            Section("The law", _section_fields(law)),
            Section("", (note,)),
        ),
        verb="open the case",
    )
