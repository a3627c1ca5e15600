"""The columns and filters of the law's lists."""

from collections.abc import Sequence

from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.law.acts import LawActView, LawChangeView
from sewerdesk.domain.law.book import LawEntry
from sewerdesk.domain.law.book_compare import ComparedRule, Difference
from sewerdesk.domain.law.book_parts import EntryKind
from sewerdesk.domain.wording import count
from sewerdesk.services.law_papers import status_word
from sewerdesk.ui.tables import CellKind, Column, FilterChip, Status
from sewerdesk.ui.theme_tokens import Tone

_TONES = {
    FigureStatus.LAW: Tone.GOOD,
    FigureStatus.MODEL: Tone.CAUTION,
    FigureStatus.BLANK: Tone.BAD,
}
_DATE, _STATUS = CellKind.DATE, CellKind.STATUS


def status_of(entry: LawEntry) -> Status:
    """Where an entry comes from, as a word with its tone."""
    return Status(status_word(entry), _TONES[entry.status])


def value_of(entry: LawEntry) -> str:
    """The value, "not set" where it is blank."""
    return entry.value or ("not set" if entry.status is FigureStatus.BLANK else "")


def value_with_unit(entry: LawEntry) -> str:
    """The value as it is spoken, such as "60 days"; dollars carry their sign."""
    return entry.spoken or value_of(entry)


def where_of(entry: LawEntry) -> str:
    """Where it stands: the section, and the act that made it what it is."""
    return f"{entry.citation} · {entry.authority}" if entry.authority else entry.citation


def countdown(left: Sequence[LawEntry]) -> str:
    """How much is left to confirm or to enter, such as "14 figures to confirm, 3 of them blank."."""
    figures = sum(1 for entry in left if entry.is_figure)
    others = len(left) - figures
    parts = [count(figures, "figure")] if figures else []
    if others:
        parts.append(count(others, "other rule" if figures else "rule"))
    blank = sum(1 for entry in left if entry.status is FigureStatus.BLANK)
    tail = f", {blank:,} of them blank." if blank else "."
    return f"{' and '.join(parts)} to confirm{tail}"


COLUMNS: tuple[Column[LawEntry], ...] = (
    Column(
        key="subject",
        title="Subject",
        value=lambda entry: entry.subject,
        width=23,
        tooltip=lambda entry: entry.subject,
    ),
    Column(key="value", title="Value", value=value_with_unit, width=11, tooltip=value_with_unit),
    Column(key="citation", title="Citation", value=where_of, width=18, tooltip=where_of),
    Column(
        key="state",
        title="Status",
        value=status_of,
        kind=_STATUS,
        width=9,
        help="Law: read in its text. Model: from a model law, to be confirmed. Blank: to be entered. "
        "Amended: set by an act of the office or a later local law.",
    ),
    Column(
        key="since", title="Since", value=lambda entry: entry.effective, kind=_DATE, width=10, hidden=True
    ),
    Column(key="group", title="Subject group", value=lambda entry: entry.group.value, width=22, hidden=True),
    Column(key="kind", title="Kind", value=lambda entry: entry.kind.value, width=10, hidden=True),
    Column(key="words", title="What the law says", value=lambda entry: entry.sentence, width=40, hidden=True),
    Column(key="key", title="Key", value=lambda entry: entry.key, width=24, hidden=True),
)

_NAMING = frozenset({EntryKind.OFFICER, EntryKind.WORD, EntryKind.NAME, EntryKind.TEXT})


def _is_open(entry: LawEntry) -> bool:
    return entry.is_own and not entry.is_confirmed


def _is_figure(entry: LawEntry) -> bool:
    return entry.is_figure


def _has_clock(entry: LawEntry) -> bool:
    return bool(entry.clock)


def _is_changed(entry: LawEntry) -> bool:
    return bool(entry.authority or entry.history)


def _is_requirement(entry: LawEntry) -> bool:
    return not entry.is_figure and entry.kind not in _NAMING


CHIPS: tuple[FilterChip[LawEntry], ...] = (
    FilterChip("confirm", "To confirm", _is_open),
    FilterChip("figures", "Figures", _is_figure),
    FilterChip("times", "Times", _has_clock),
    FilterChip("requirements", "Requirements", _is_requirement),
    FilterChip("changed", "Changed", _is_changed),
)

CHANGE_COLUMNS: tuple[Column[LawChangeView], ...] = (
    Column(
        key="subject",
        title="Subject",
        value=lambda change: _capital(change.subject),
        width=20,
        tooltip=lambda change: change.subject,
    ),
    Column(
        key="before",
        title="Before",
        value=lambda change: change.before,
        width=12,
        tooltip=lambda change: change.before,
    ),
    Column(
        key="after",
        title="After",
        value=lambda change: "no such row any more" if change.stray else change.after,
        width=12,
        tooltip=lambda change: change.after,
    ),
)


def act_status(act: LawActView) -> Status:
    """Whether an act counts."""
    if act.withdrawn_on is not None:
        return Status("Withdrawn", Tone.NEUTRAL, "undo-2")
    return Status("On file", Tone.GOOD)


ACT_COLUMNS: tuple[Column[LawActView], ...] = (
    Column(key="effective", title="From", value=lambda act: act.effective_from, kind=_DATE, width=10),
    Column(
        key="act", title="Act", value=lambda act: act.citation, width=16, tooltip=lambda act: act.citation
    ),
    Column(
        key="changes",
        title="Changes",
        value=lambda act: "; ".join(_capital(one.subject) for one in act.changes),
        width=11,
        tooltip=lambda act: "\n".join(_capital(one.subject) for one in act.changes),
    ),
    Column(key="state", title="Status", value=act_status, kind=_STATUS, width=11),
    Column(key="kind", title="Kind", value=lambda act: act.kind.label, width=12, hidden=True),
    Column(
        key="adopted", title="Adopted", value=lambda act: act.adopted_on, kind=_DATE, width=10, hidden=True
    ),
    Column(
        key="entered", title="Entered", value=lambda act: act.entered_on, kind=_DATE, width=10, hidden=True
    ),
    Column(key="by", title="Entered by", value=lambda act: act.entered_by, width=10, hidden=True),
)

_DIFFERENCES = {
    Difference.DIFFERENT: Status("Different", Tone.CAUTION),
    Difference.ONLY_HERE: Status("Only here", Tone.INFO),
    Difference.ONLY_THERE: Status("Only there", Tone.INFO),
    Difference.SAME: Status("Same", Tone.GOOD),
}


def said(entry: LawEntry | None) -> str:
    """What a law says under a key, for a comparison: the value, else the words."""
    if entry is None:
        return "—"
    return entry.spoken or value_of(entry) or entry.sentence


def _section(entry: LawEntry | None) -> str:
    return where_of(entry) if entry is not None else ""


def compare_columns(here: str) -> tuple[Column[ComparedRule], ...]:
    """The columns of a comparison of the office's law, headed by its municipality, with another."""
    return (
        Column(
            key="subject",
            title="Subject",
            value=lambda row: row.subject,
            width=29,
            tooltip=lambda row: f"{row.group.value}: {row.subject}",
        ),
        Column(
            key="here",
            title=here,
            value=lambda row: said(row.here),
            width=28,
            tooltip=lambda row: said(row.here),
        ),
        Column(key="here_section", title="Citation", value=lambda row: _section(row.here), width=14),
        Column(
            key="there",
            title="The other law",
            value=lambda row: said(row.there),
            width=28,
            tooltip=lambda row: said(row.there),
        ),
        Column(key="there_section", title="Citation there", value=lambda row: _section(row.there), width=14),
        Column(
            key="difference",
            title="Compared",
            value=lambda row: _DIFFERENCES[row.difference],
            kind=_STATUS,
            width=12,
        ),
        Column(key="group", title="Subject group", value=lambda row: row.group.value, width=20, hidden=True),
        Column(key="key", title="Key", value=lambda row: row.shown.key, width=20, hidden=True),
    )


def _differs(row: ComparedRule) -> bool:
    return row.difference is Difference.DIFFERENT


def _only_here(row: ComparedRule) -> bool:
    return row.difference is Difference.ONLY_HERE


def _only_there(row: ComparedRule) -> bool:
    return row.difference is Difference.ONLY_THERE


def _is_same(row: ComparedRule) -> bool:
    return row.difference is Difference.SAME


def _is_figure_row(row: ComparedRule) -> bool:
    return row.shown.is_figure


COMPARE_CHIPS: tuple[FilterChip[ComparedRule], ...] = (
    FilterChip("different", "Different", _differs),
    FilterChip("here", "Only here", _only_here),
    FilterChip("there", "Only there", _only_there),
    FilterChip("same", "Same", _is_same),
    FilterChip("figures", "Figures", _is_figure_row),
)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
