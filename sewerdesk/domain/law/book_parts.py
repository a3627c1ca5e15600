"""What the list of the law is made of: kinds of entries, subjects, and the words that several kinds share."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sewerdesk.domain.dates import ROLL_CITATION
from sewerdesk.domain.law import (
    FigureStatus,
    LawPack,
    Needed,
    ProjectKind,
    Rule,
    Sourced,
    TimeLimit,
    Unit,
    Whose,
)
from sewerdesk.domain.law.acts import FIGURE, NAME, OFFICER, TERM, TEXT
from sewerdesk.domain.law.words import EVENT_WORDS, figure_words
from sewerdesk.domain.wording import join_words

CHANGEABLE = frozenset({FIGURE, OFFICER, TERM, NAME, TEXT})
"""The parts of a law whose rows an act gives a new value; any other row it confirms."""
_LONGEST_SUBJECT = 110


class SubjectGroup(StrEnum):
    """The subjects by which the law is read and printed, in this order."""

    PERMITS = "Applications and permits"
    CONTRACTORS = "Contractors"
    CONSTRUCTION = "Construction and inspection"
    TESTS = "Tests"
    CHARGES = "Charges and billing"
    INDUSTRY = "Industrial users"
    ENFORCEMENT = "Enforcement"
    CONNECTION_ORDERS = "Connection orders"
    HAULED_WASTE = "Hauled waste"
    RECORDS = "Records"
    OFFICERS_AND_WORDS = "Officers and words"
    STATE_LAW = "State law"
    ERRORS = "Errors in the text"


class EntryKind(StrEnum):
    """What an entry of the law is."""

    FIGURE = "Figure"
    OFFICER = "Officer"
    WORD = "Word"
    NAME = "Name"
    TEXT = "Text"
    PERMIT = "Permit"
    CONTRACTOR = "Contractor"
    APPROVAL = "Approval"
    FEE = "Fee"
    CHARGE = "Charge"
    INSPECTION = "Inspection"
    TEST = "Test"
    VIOLATION = "Violation"
    PENALTY = "Penalty"
    ORDER = "Order"
    NOTICE = "Notice"
    TIME = "Time"
    INDUSTRY = "Industry"
    HAULING = "Hauling"
    RECORD = "Record"
    AMENDMENT = "Amendment"
    MISPRINT = "Misprint"


@dataclass(frozen=True, slots=True, kw_only=True)
class LawItem:
    """An entry before it has its place.

    ``part`` is the block of the law file that its row stands in, ``figures`` are the keys of the figures that it rests
    on.
    """

    key: str
    part: str = ""
    kind: EntryKind
    group: SubjectGroup
    subject: str
    citation: str
    value: str = ""
    unit: str = ""
    status: FigureStatus = FigureStatus.LAW
    missing: str = ""
    sentence: str = ""
    clock: str = ""
    effective: date | None = None
    figures: tuple[str, ...] = ()


def rule_item(
    row: Sourced,
    kind: EntryKind,
    group: SubjectGroup,
    subject: str,
    *,
    key: str = "",
    value: str = "",
    unit: str = "",
    sentence: str = "",
    clock: str = "",
    citation: str = "",
    figures: Iterable[str] = (),
) -> LawItem:
    """The entry of one row: its source and what it lacks come from the row, and so does ``key`` where it has one."""
    return LawItem(
        key=row.key if isinstance(row, Rule) else key,
        kind=kind,
        group=group,
        subject=subject,
        citation=citation or row.citation,
        value=value,
        unit=unit,
        status=row.status,
        missing=row.missing,
        sentence=sentence,
        clock=clock,
        figures=tuple(figure for figure in figures if figure),
    )


def words(law: LawPack, *keys: str) -> str:
    """The figures of some keys with their units, joined; empty keys are left out."""
    return join_words([figure_words(law.figures[key]) for key in keys if key])


def named_limits(law: LawPack, keys: Iterable[str]) -> str:
    """Several figures, each with its subject: "slope: 0.25 inches per foot; …"."""
    return "; ".join(f"{law.figures[key].subject}: {figure_words(law.figures[key])}" for key in keys)


def titles(law: LawPack, *roles: str) -> str:
    """The titles of the officers of some roles, joined; empty roles are left out."""
    return join_words([law.officers[role].title for role in roles if role])


def class_names(law: LawPack, keys: Iterable[str]) -> str:
    """The permit classes of some keys in words; empty where a rule holds for all."""
    names = {row.key: row.name for row in law.permit_classes}
    return join_words([names[key] for key in keys])


def for_classes(law: LawPack, keys: Iterable[str]) -> str:
    """The sentence that says for which classes a rule holds; empty where it holds for all."""
    named = tuple(keys)
    noun = "class" if len(named) == 1 else "classes"
    return f"It holds for the {noun} {class_names(law, named)}." if named else ""


def key_words(key: str) -> str:
    """A key as words: ``false_statement`` as "false statement"."""
    return key.replace("_", " ").replace(".", " ")


def headline(sentence: str) -> str:
    """A sentence short enough for a heading, cut at a word; the whole stands below it."""
    bare = sentence.strip().rstrip(".")
    if len(bare) <= _LONGEST_SUBJECT:
        return bare
    return f"{bare[:_LONGEST_SUBJECT].rsplit(' ', 1)[0].rstrip(' ,;:')} …"


def rest_of(sentence: str) -> str:
    """The whole sentence where the heading had to cut it, else nothing."""
    return sentence if headline(sentence) != sentence.strip().rstrip(".") else ""


def joined(*parts: str) -> str:
    """Sentences one after the other, the empty ones left out."""
    return " ".join(part.strip() for part in parts if part.strip())


def project_words(project: ProjectKind) -> str:
    """What is built, in words."""
    return {ProjectKind.LATERAL: "connection"}.get(project, project.value.replace("_", " "))


NEEDED_WORDS = {
    Needed.ALWAYS: "always",
    Needed.ON_REQUEST: "on request",
    Needed.WHEN_IT_APPLIES: "when it applies",
}


def limit_words(law: LawPack, key: str) -> str:
    """How a time of the law runs, by its key; nothing without a key."""
    return time_words(law, law.time_limit(key)) if key else ""


def limit_figure(law: LawPack, key: str) -> str:
    """The figure on which a time of the law rests; nothing without a key."""
    return law.time_limit(key).figure if key else ""


def time_words(law: LawPack, row: TimeLimit) -> str:
    """How a time runs: the period, what sets it going, and what happens at a weekend or holiday."""
    figure = law.figures[row.figure]
    start = EVENT_WORDS[row.event]
    if row.follows:
        start = f"the end of “{law.time_limit(row.follows).title}”"
    if figure.value is None:
        return f"How long is not set; {'counted back' if row.backward else 'running'} from {start}."
    if figure.unit is Unit.MONTHS_OF_YEAR:
        return f"In {figure_words(figure)} of every year; {roll_words(figure.unit, row.whose)}."
    if row.backward:
        back = roll_words(figure.unit, row.whose) if figure.unit in _NEVER_ROLLED else _BACKWARD
        return f"{_capital(figure_words(figure))} before {start}, counted back; {back}."
    return period_words(law, row.figure, start=start, whose=row.whose)


def period_words(law: LawPack, key: str, *, start: str, whose: Whose) -> str:
    """A period that runs from a day, and what happens at a weekend or holiday; also where its figure is blank."""
    figure = law.figures[key]
    if figure.value is None:
        return f"How long is not set; running from {start}."
    return f"{_capital(figure_words(figure))} from {start}; {roll_words(figure.unit, whose)}."


_NEVER_ROLLED = frozenset({Unit.HOURS, Unit.BUSINESS_DAYS})
_BACKWARD = "where that falls on a weekend or holiday, the last business day before it"


def roll_words(unit: Unit, whose: Whose) -> str:
    """What a weekend or a holiday does to the end of a period."""
    if unit is Unit.HOURS:
        return "hours run on through weekends and holidays"
    if unit is Unit.BUSINESS_DAYS:
        return "weekends and holidays are not counted"
    if whose is Whose.CLERK:
        return "it is the office's own time, which is not extended"
    return f"a weekend or holiday goes on to the next business day ({ROLL_CITATION})"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
