"""The columns and filters of the law."""

from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.book import LawEntry
from sewerdesk.domain.law.book_parts import EntryKind
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

_STATES = {
    FigureStatus.LAW: Status("Law", Tone.GOOD),
    FigureStatus.MODEL: Status("Model", Tone.CAUTION),
    FigureStatus.BLANK: Status("Blank", Tone.BAD),
}


def status_of(entry: LawEntry) -> Status:
    """Where an entry comes from, as a word with its tone."""
    return _STATES[entry.status]


def value_of(entry: LawEntry) -> str:
    """The value, "not set" where it is blank."""
    return entry.value or ("not set" if entry.status is FigureStatus.BLANK else "")


def value_with_unit(entry: LawEntry) -> str:
    """The value as it is spoken, such as "60 days"; dollars carry their sign."""
    unit = _SPOKEN.get(entry.unit, entry.unit)
    return f"{entry.value} {unit}".strip() if entry.value else value_of(entry)


_SPOKEN = {"dollars": "", "dollars a day": "a day", "day of the year": "", "in number": ""}


COLUMNS: tuple[Column[LawEntry], ...] = (
    Column(
        key="subject",
        title="Subject",
        value=lambda entry: entry.subject,
        width=24,
        tooltip=lambda entry: entry.subject,
    ),
    Column(key="value", title="Value", value=value_with_unit, width=13, tooltip=value_with_unit),
    Column(key="citation", title="Citation", value=lambda entry: entry.citation, width=10),
    Column(
        key="state",
        title="Status",
        value=status_of,
        kind=CellKind.STATUS,
        width=9,
        help="Law: read in its text. Model: from a model law, to be confirmed. Blank: to be entered.",
    ),
    Column(key="unit", title="Unit", value=lambda entry: entry.unit, width=12, hidden=True),
    Column(key="kind", title="Kind", value=lambda entry: entry.kind.value, width=10, hidden=True),
    Column(key="missing", title="What is missing", value=lambda entry: entry.missing, width=40, hidden=True),
    Column(key="key", title="Key", value=lambda entry: entry.key, width=24, hidden=True),
)


def _is_open(entry: LawEntry) -> bool:
    return not entry.is_confirmed


def _is_figure(entry: LawEntry) -> bool:
    return entry.kind is EntryKind.FIGURE


def _is_officer_or_word(entry: LawEntry) -> bool:
    return entry.kind in (EntryKind.OFFICER, EntryKind.WORD, EntryKind.TEXT)


def _is_requirement(entry: LawEntry) -> bool:
    return not _is_figure(entry) and not _is_officer_or_word(entry)


CHIPS: tuple[FilterChip[LawEntry], ...] = (
    FilterChip("confirm", "To confirm", _is_open),
    FilterChip("figures", "Figures", _is_figure),
    FilterChip("words", "Officers and words", _is_officer_or_word),
    FilterChip("requirements", "Requirements", _is_requirement),
)
