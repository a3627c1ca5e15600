"""What changed a rule, as the list of the law shows it.

Amendments of its figure, acts of the office, later local laws, and the misprints of its section.
"""

import re
from collections.abc import Collection
from datetime import date

from sewerdesk.domain.law import Figure, LawPack, Misprint, SectionAmendment
from sewerdesk.domain.law.book_parts import EntryKind, LawItem, SubjectGroup
from sewerdesk.domain.law.changes import acts_on, section_amendments
from sewerdesk.domain.law.schema import NAMED, SECTIONS, key_field
from sewerdesk.domain.law.words import figure_words
from sewerdesk.domain.wording import show_date

_MOST_MISPRINTS = 3


class Changes:
    """Answers for one law; what is said of a citation is worked out once."""

    def __init__(self, law: LawPack, shipped: LawPack) -> None:
        self._law = law
        self._amended = {change.key for change in law.amendments}
        self._acted = {(change.part, change.key) for act in law.acts for change in act.changes}
        self._sections = _sections(shipped, self._acted)
        self._notes: dict[str, tuple[SectionAmendment, ...]] = {}
        self._printed: dict[str, tuple[str, ...]] = {}
        self._misprints = [(_place_of(row), misprint_words(row)) for row in law.misprints]

    def section(self, item: LawItem) -> str:
        """Where it stands in the law itself, whatever act has changed it since."""
        if item.kind is EntryKind.FIGURE:
            return self._law.figures[item.key].citation
        return self._sections.get((item.part, item.key), item.citation)

    def is_amended(self, figure: Figure) -> bool:
        """Whether a figure, as it stands on a day, is no longer as the law file has it."""
        return figure.key in self._amended and figure.citation != self._law.figures[figure.key].citation

    def history(self, item: LawItem) -> tuple[str, ...]:
        """How it came to stand as it does, oldest first; empty where nothing has changed it."""
        notes = [_note_words(row) for row in self._notes_on(item)]
        if item.kind is EntryKind.FIGURE:
            if item.key not in self._amended:
                return tuple(notes)
            return (*notes, *(step_words(step) for step in self._law.history(item.key)))
        acts = acts_on(self._law, item.part, item.key) if (item.part, item.key) in self._acted else ()
        lines = [f"{act.citation} from {show_date(act.effective_from)}" for act, _ in acts]
        return (*notes, *lines, *self._figure_steps(item))

    def _figure_steps(self, item: LawItem) -> list[str]:
        """How the figures that a rule rests on came to be what they are, where something changed them."""
        amended = [key for key in item.figures if key in self._amended]
        return [f"{step.subject}: {step_words(step)}" for key in amended for step in self._law.history(key)]

    def since(self, item: LawItem) -> date | None:
        """The day from which it stands as it does: of the last act, else of the last local law; ``None`` if unknown."""
        if (item.part, item.key) in self._acted and item.kind is not EntryKind.FIGURE:
            return max(act.effective_from for act, _ in acts_on(self._law, item.part, item.key))
        days = [row.on for row in self._notes_on(item) if row.on is not None]
        return max(days, default=None)

    def misprints(self, item: LawItem, citation: str) -> tuple[str, ...]:
        """What is misprinted in the sections of a citation; where that is much, where to read it."""
        if item.kind is EntryKind.MISPRINT:
            return ()
        found = self._printed.get(citation)
        if found is None:
            found = tuple(words for place, words in self._misprints if place.search(citation))
            if len(found) > _MOST_MISPRINTS:
                found = (f"{len(found)} errors in its sections are listed under “{SubjectGroup.ERRORS}”.",)
            self._printed[citation] = found
        return found

    def _notes_on(self, item: LawItem) -> tuple[SectionAmendment, ...]:
        """The local laws that changed its section; a rule on State law or on a misprint has none."""
        if not self._law.section_amendments or item.kind in (EntryKind.AMENDMENT, EntryKind.MISPRINT):
            return ()
        section = self.section(item)
        found = self._notes.get(section)
        if found is None:
            found = self._notes[section] = section_amendments(self._law, section)
        return found


def _sections(shipped: LawPack, acted: Collection[tuple[str, str]]) -> dict[tuple[str, str], str]:
    """Where the rows that acts have changed stand in the law as shipped."""
    found: dict[tuple[str, str], str] = {}
    for part, key in acted:
        named, listed = NAMED.get(part), SECTIONS.get(part)
        if named is not None:
            row = getattr(shipped, named[0]).get(key)
        elif listed is not None:
            name = key_field(listed[1])
            row = next((one for one in getattr(shipped, listed[0]) if getattr(one, name) == key), None)
        else:
            row = None
        if row is not None:
            found[part, key] = row.citation
    return found


def _place_of(row: Misprint) -> re.Pattern[str]:
    """Finds the section of a misprint, or a paragraph of it, in a citation; not a longer number or letter."""
    return re.compile(rf"(?<![\w.-]){re.escape(row.section.lstrip('§ '))}(?![\w-])")


def step_words(figure: Figure) -> str:
    """A step of a figure's history: its value, since when, and by what authority."""
    since = f" from {figure.effective:%m/%d/%Y}" if figure.effective else ""
    return f"{figure_words(figure)}{since} ({figure.citation})"


def misprint_words(row: Misprint) -> str:
    """A misprint in a sentence: what is printed where, and what is meant."""
    return f"{misprint_place(row)} prints “{row.printed}”; {row.meant} is meant."


def misprint_place(row: Misprint) -> str:
    """Where a misprint stands: the article and the section together, since numbers come twice."""
    article = f"Art. {row.article}" if row.article.isdigit() else row.article
    section = f"§{row.section}" if row.section[:1].isdigit() else row.section
    return ", ".join(part for part in (article, section) if part)


def _note_words(row: SectionAmendment) -> str:
    day = f", {show_date(row.on)}" if row.on else ""
    return f"{row.section} changed by {row.by}{day}"
