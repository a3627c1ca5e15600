"""Officers, words, names and texts of a law as entries of the list."""

from collections.abc import Iterator
from dataclasses import replace

from sewerdesk.domain.law import LawPack
from sewerdesk.domain.law.book_groups import group_of
from sewerdesk.domain.law.book_parts import EntryKind, LawItem, SubjectGroup, key_words
from sewerdesk.domain.law.types import LawText, Officer, ProperName, Term

_WORDS = SubjectGroup.OFFICERS_AND_WORDS
_ROLES = {
    "receives": "who receives applications",
    "issues": "who approves permits",
    "signs": "who signs permits",
    "ratifies": "who ratifies permits",
    "inspects": "who inspects",
    "enforces": "who enforces the law",
    "sets_fees": "who sets the fees",
    "accepts": "who accepts new sewers",
    "clerk": "the clerk, with whom papers are filed",
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
    "treasurer": "the treasurer",
}
_NAMES = {
    "plant": "the treatment plant",
    "plant_owner": "who holds the plant's discharge permit",
    "newspaper": "the newspaper for public notices",
    "health_agency": "the health agency",
    "county_health_agency": "the county's health agency",
}


def role_words(role: str) -> str:
    """What the law asks an officer for, in words, such as "who approves permits"."""
    return _ROLES.get(role, f"the office “{key_words(role)}”")


def named_items(law: LawPack) -> Iterator[LawItem]:
    """What a law names: its officers, words, proper names and texts."""
    for row in law.officers.values():
        yield _item(
            row,
            part="officer",
            kind=EntryKind.OFFICER,
            key=row.role,
            subject=role_words(row.role),
            value=row.title,
        )
    for term in law.terms.values():
        both = term.singular if term.plural == term.singular else f"{term.singular}, {term.plural}"
        subject = f"the word for “{key_words(term.key)}”"
        yield _item(term, part="term", kind=EntryKind.WORD, key=term.key, subject=subject, value=both)
    for name in law.names.values():
        subject = _NAMES.get(name.key, f"the name of the {key_words(name.key)}")
        yield _item(name, part="name", kind=EntryKind.NAME, key=name.key, subject=subject, value=name.name)
    for text in law.texts.values():
        item = _item(
            text, part="text", kind=EntryKind.TEXT, key=text.key, subject=f"the text on {key_words(text.key)}"
        )
        yield replace(item, group=group_of(text.key, text.citation, None), sentence=text.text)


def _item(
    row: Officer | Term | ProperName | LawText,
    *,
    part: str,
    kind: EntryKind,
    key: str,
    subject: str,
    value: str = "",
) -> LawItem:
    return LawItem(
        part=part,
        key=key,
        kind=kind,
        group=_WORDS,
        subject=subject,
        citation=row.citation,
        value=value,
        status=row.status,
        missing=row.missing,
    )
