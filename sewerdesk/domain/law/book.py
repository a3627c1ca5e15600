"""The whole of a law pack as one list that can be read and searched: every figure, officer, word and requirement.

Each entry carries its subject, its citation, where it comes from (read in the law, from a model law, or blank), what is
missing, and what has changed it. The list is for reading; the rules ask the pack itself.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.law import Figure, FigureStatus, LawPack
from sewerdesk.domain.law.book_changes import Changes
from sewerdesk.domain.law.book_groups import group_of
from sewerdesk.domain.law.book_named import named_items, role_words
from sewerdesk.domain.law.book_parts import EntryKind, LawItem, SubjectGroup
from sewerdesk.domain.law.book_rules import rule_items
from sewerdesk.domain.law.words import figure_unit, figure_value
from sewerdesk.domain.wording import join_words

__all__ = ["EntryKind", "LawEntry", "SubjectGroup", "find_entry", "law_entries", "open_entries", "role_words"]

_MISSING = {
    FigureStatus.LAW: "",
    FigureStatus.MODEL: "taken from a model law; confirm it with the municipality's own",
    FigureStatus.BLANK: "the text was not at hand; enter it with its local law or resolution",
}
_RANK = {FigureStatus.LAW: 0, FigureStatus.MODEL: 1, FigureStatus.BLANK: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class LawEntry:
    """One thing that the law says. ``id`` is its place in the list, from 1; ``value`` is empty where it is blank.

    ``part`` and ``key`` name its row in the law file. ``clock`` says how its time runs, ``figures`` are the figures
    that it rests on. ``citation`` is where it stands in the law, ``authority`` the act that made it what it is, if any.
    ``status`` is the worse of the entry's own and theirs; ``is_own`` tells whether anything open is its own, to be
    confirmed here, and not that of a figure with an entry of its own. ``number`` is the value of a figure that is a
    number. ``printed`` says what is misprinted in its section.
    """

    id: int
    part: str
    key: str
    kind: EntryKind
    group: SubjectGroup
    subject: str
    value: str
    unit: str
    citation: str
    status: FigureStatus
    authority: str = ""
    missing: str = ""
    sentence: str = ""
    clock: str = ""
    effective: date | None = None
    figures: tuple[str, ...] = ()
    history: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    number: Decimal | None = None
    is_own: bool = False

    @property
    def is_confirmed(self) -> bool:
        """Whether it was read in the law; otherwise the office confirms or enters it first."""
        return self.status is FigureStatus.LAW

    @property
    def is_figure(self) -> bool:
        """Whether it is a figure, which an act can change."""
        return self.kind is EntryKind.FIGURE

    @property
    def spoken(self) -> str:
        """The value with its unit, such as "60 days"; empty where it is blank."""
        unit = _SPOKEN.get(self.unit, self.unit)
        return f"{self.value} {unit}".strip() if self.value else ""


_SPOKEN = {
    "dollars": "",
    "dollars a day": "a day",
    "day of the year": "",
    "months of the year": "",
    "in number": "",
}


def law_entries(law: LawPack, on: date, *, shipped: LawPack | None = None) -> tuple[LawEntry, ...]:
    """Everything that the pack says, as it stands on a day, by subject and within it in the order of the pack.

    ``shipped`` is the law without the acts of the office, to find the section of what an act has changed.
    """
    today = replace(law, figures={key: _figure_on(law, key, on) for key in law.figures})
    rules = tuple(rule_items(today))
    users = _users(rules)
    items = [*named_items(today), *_figures(law, today, users), *rules]
    order = {group: place for place, group in enumerate(SubjectGroup)}
    items.sort(key=lambda item: (order[item.group], item.kind is EntryKind.TEXT))
    changes = Changes(law, shipped or law)
    return tuple(_entry(number, item, today, changes) for number, item in enumerate(items, 1))


def open_entries(entries: Iterable[LawEntry]) -> tuple[LawEntry, ...]:
    """What the office confirms or enters itself, each thing once."""
    return tuple(entry for entry in entries if entry.is_own and not entry.is_confirmed)


def find_entry(entries: Iterable[LawEntry], wanted: str) -> LawEntry | None:
    """The entry of a key, else the first of a citation; ``None`` if the pack has neither.

    Of several sections ("§501A, §502") the first that the pack has counts, and where it does not quote a paragraph
    ("§300-25G(5)"), the section that it is in. What an act has changed ("§408(1), as changed by Resolution 9") is found
    by its section.

    >>> find_entry((), "permit.file_days") is None
    True
    """
    kept = tuple(entries)
    unchanged = wanted.partition(_CHANGED)[0]
    sections = [part.strip() for part in unchanged.split(", ")]
    around = [part.partition("(")[0] for part in sections]
    asked = (wanted, unchanged, *sections, *around)
    return next(filter(None, (_entry_of(kept, each) for each in asked)), None)


_CHANGED = ", as changed by "


def _entry_of(entries: tuple[LawEntry, ...], wanted: str) -> LawEntry | None:
    """The entry of a key, or of a citation; what a section requires comes before the words that it uses."""
    tests: tuple[Callable[[LawEntry], bool], ...] = (
        lambda entry: entry.key == wanted and entry.is_figure,
        lambda entry: entry.key == wanted,
        lambda entry: entry.citation == wanted and entry.kind not in _NAMING,
        lambda entry: bool(wanted) and wanted in entry.citation and entry.kind not in _NAMING,
        lambda entry: bool(wanted) and wanted in entry.citation,
        lambda entry: bool(wanted) and wanted in entry.authority,
    )
    return next((entry for test in tests for entry in entries if test(entry)), None)


_NAMING = frozenset(
    {
        EntryKind.OFFICER,
        EntryKind.WORD,
        EntryKind.NAME,
        EntryKind.TEXT,
        EntryKind.AMENDMENT,
        EntryKind.MISPRINT,
    }
)


def _entry(number: int, item: LawItem, today: LawPack, changes: Changes) -> LawEntry:
    status, missing = _state(item, today)
    base = today.figures[item.key] if item.kind is EntryKind.FIGURE else None
    value = base.value if base is not None else None
    section = changes.section(item)
    return LawEntry(
        id=number,
        part=item.part,
        key=item.key,
        kind=item.kind,
        group=item.group,
        subject=_sentence_case(item.subject),
        value=item.value,
        unit=item.unit,
        citation=section,
        authority=_authority(item, section, today, changes),
        status=status,
        missing=missing,
        sentence=item.sentence,
        clock=item.clock,
        effective=item.effective or changes.since(item) or _since_figures(item, today),
        figures=item.figures,
        history=changes.history(item),
        printed=changes.misprints(item, section),
        number=value if isinstance(value, Decimal) else None,
        is_own=item.status is not FigureStatus.LAW,
    )


def _state(item: LawItem, today: LawPack) -> tuple[FigureStatus, str]:
    """The worst of the entry and the figures that it rests on, and what is missing."""
    worst, missing = item.status, item.missing or _MISSING[item.status]
    for key in item.figures:
        figure = today.figures[key]
        if _RANK[figure.status] > _RANK[worst]:
            worst = figure.status
            missing = f"{figure.subject}: {figure.missing or _MISSING[worst]}"
    return worst, missing


def _authority(item: LawItem, section: str, today: LawPack, changes: Changes) -> str:
    """The act that made a row what it is; for a rule, those that set the figures it rests on."""
    if item.citation != section:
        return item.citation
    amended = [today.figures[key].citation for key in item.figures if changes.is_amended(today.figures[key])]
    return join_words(list(dict.fromkeys(amended)))


def _since_figures(item: LawItem, today: LawPack) -> date | None:
    """The day from which the figures that a rule rests on are what they are."""
    days = (today.figures[key].effective for key in item.figures)
    return max((day for day in days if day is not None), default=None)


def _users(rules: Iterable[LawItem]) -> Mapping[str, SubjectGroup]:
    """For each figure the subject of the first rule that rests on it."""
    found: dict[str, SubjectGroup] = {}
    for rule in rules:
        for key in rule.figures:
            found.setdefault(key, rule.group)
    return found


def _figure_on(law: LawPack, key: str, on: date) -> Figure:
    """A figure as it stands on a day; one that takes effect later as the law has it."""
    base = law.figures[key]
    return base if base.effective is not None and base.effective > on else law.figure(key, on)


def _figures(law: LawPack, today: LawPack, users: Mapping[str, SubjectGroup]) -> Iterator[LawItem]:
    for key, figure in today.figures.items():
        yield LawItem(
            part="figure",
            key=key,
            kind=EntryKind.FIGURE,
            group=group_of(key, law.figures[key].citation, users.get(key)),
            subject=figure.subject,
            citation=figure.citation,
            value=figure_value(figure),
            unit=figure_unit(figure),
            status=figure.status,
            missing=figure.missing,
            effective=figure.effective,
        )


def _sentence_case(subject: str) -> str:
    return subject[:1].upper() + subject[1:]
