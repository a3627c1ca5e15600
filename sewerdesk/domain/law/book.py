"""The whole of a law pack as one list that can be read and searched: every figure, officer, word and requirement.

Each entry carries its citation, where it comes from (read in the law, from a model law, or blank) and what is missing.
The list is for reading; the rules ask the pack itself.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date

from sewerdesk.domain.law import Figure, FigureStatus, LawPack
from sewerdesk.domain.law.book_rules import EntryKind, LawItem, rule_items
from sewerdesk.domain.law.words import figure_unit, figure_value, figure_words

_MISSING = {
    FigureStatus.LAW: "",
    FigureStatus.MODEL: "taken from a model law; confirm it with the municipality's own",
    FigureStatus.BLANK: "the text was not at hand; enter it with its local law or resolution",
}


@dataclass(frozen=True, slots=True)
class LawEntry:
    """One thing that the law says. ``id`` is its place in the pack, from 1; ``value`` is empty where it is blank."""

    id: int
    key: str
    kind: EntryKind
    subject: str
    value: str
    unit: str
    citation: str
    status: FigureStatus
    missing: str = ""
    sentence: str = ""
    effective: date | None = None
    history: tuple[str, ...] = ()

    @property
    def is_confirmed(self) -> bool:
        """Whether it was read in the law; otherwise the office confirms or enters it first."""
        return self.status is FigureStatus.LAW


def law_entries(law: LawPack, on: date) -> tuple[LawEntry, ...]:
    """Everything that the pack says, as it stands on a day, in the order of the pack."""
    today = replace(law, figures={key: _figure_on(law, key, on) for key in law.figures})
    items = (*_named(law), *_figures(law, today), *rule_items(today))
    return tuple(
        LawEntry(
            id=number,
            key=item.key,
            kind=item.kind,
            subject=_sentence_case(item.subject),
            value=item.value,
            unit=item.unit,
            citation=item.citation,
            status=item.status,
            missing=item.missing or _MISSING[item.status],
            sentence=item.sentence,
            effective=item.effective,
            history=item.history,
        )
        for number, item in enumerate(items, 1)
    )


def find_entry(entries: Iterable[LawEntry], wanted: str) -> LawEntry | None:
    """The entry of a key, else the first of a citation; ``None`` if the pack has neither.

    Of several sections ("§501A, §502") the first that the pack has counts, and where it does not quote a paragraph
    ("§300-25G(5)"), the section that it is in.

    >>> find_entry((), "permit.file_days") is None
    True
    """
    kept = tuple(entries)
    sections = [part.strip() for part in wanted.split(", ")]
    around = [part.partition("(")[0] for part in sections]
    return next(filter(None, (_entry_of(kept, each) for each in (wanted, *sections, *around))), None)


def _entry_of(entries: tuple[LawEntry, ...], wanted: str) -> LawEntry | None:
    """The entry of a key, or of a citation; what a section requires comes before the words that it uses."""
    tests: tuple[Callable[[LawEntry], bool], ...] = (
        lambda entry: entry.key == wanted,
        lambda entry: entry.citation == wanted and entry.kind not in _NAMING,
        lambda entry: bool(wanted) and wanted in entry.citation and entry.kind not in _NAMING,
        lambda entry: bool(wanted) and wanted in entry.citation,
    )
    return next((entry for test in tests for entry in entries if test(entry)), None)


_NAMING = frozenset({EntryKind.OFFICER, EntryKind.WORD, EntryKind.TEXT})


def _named(law: LawPack) -> Iterator[LawItem]:
    for role, officer in law.officers.items():
        subject = role_words(role)
        yield LawItem(
            role, EntryKind.OFFICER, subject, officer.citation, officer.title, status=officer.status
        )
    for key, term in law.terms.items():
        subject = f"the word for “{key.replace('_', ' ')}”"
        words = term.singular if term.plural == term.singular else f"{term.singular}, {term.plural}"
        yield LawItem(key, EntryKind.WORD, subject, term.citation, words, status=term.status)
    for key, text in law.texts.items():
        subject = f"the text on {key.replace('_', ' ')}"
        yield LawItem(
            key,
            EntryKind.TEXT,
            subject,
            text.citation,
            status=text.status,
            missing=text.missing,
            sentence=text.text,
        )


def role_words(role: str) -> str:
    """What the law asks an officer for, in words, such as "who issues permits"."""
    return _ROLES.get(role, f"the office “{role.replace('_', ' ')}”")


_ROLES = {
    "receives": "who receives applications",
    "issues": "who issues permits",
    "inspects": "who inspects",
    "enforces": "who enforces the law",
    "clerk": "the clerk",
    "board": "the board",
    "highways": "who keeps the highways",
    "attorney": "the attorney",
    "health": "the health authority",
    "county_health": "the county's health authority",
    "approves_design": "who approves designs",
    "approves_subdivision": "who approves subdivisions",
    "hears": "who hears appeals",
    "plant_operator": "who operates the plant",
    "supervisor": "the head of the municipality",
}


def _figure_on(law: LawPack, key: str, on: date) -> Figure:
    """A figure as it stands on a day; one that takes effect later as the law has it."""
    base = law.figures[key]
    return base if base.effective is not None and base.effective > on else law.figure(key, on)


def _figures(law: LawPack, today: LawPack) -> Iterator[LawItem]:
    for key, figure in today.figures.items():
        steps = law.history(key)
        yield LawItem(
            key,
            EntryKind.FIGURE,
            figure.subject,
            figure.citation,
            figure_value(figure),
            figure_unit(figure),
            figure.status,
            figure.missing,
            effective=figure.effective,
            history=tuple(_step(step) for step in steps) if len(steps) > 1 else (),
        )


def _step(figure: Figure) -> str:
    since = f" from {figure.effective:%m/%d/%Y}" if figure.effective else ""
    return f"{figure_words(figure)}{since} ({figure.citation})"


def _sentence_case(subject: str) -> str:
    return subject[:1].upper() + subject[1:]
