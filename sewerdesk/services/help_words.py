"""The help in the municipality's own words: officers and terms are filled in from the office's law."""

import re

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.law import LawPack
from sewerdesk.services.law import law_of

_FIELD = re.compile(
    r"\{(?P<kind>municipality|officer|term|Term)(?:\.(?P<key>\w+))?(?:\|(?P<otherwise>[^}]*))?\}"
)


def fill_help(ws: Workspace, text: str) -> str:
    """A help page with ``{municipality}``, ``{officer.ROLE}`` and ``{term.KEY|otherwise}`` filled in.

    ``{Term.KEY}`` begins with a capital. Where the law has no such word the one after the bar stands; a page that asks
    without another word for what the law does not have is refused (``UnknownRule``).
    """
    return fill_words(law_of(ws), text) if _FIELD.search(text) else text


def fill_words(law: LawPack, text: str) -> str:
    """The same for a law; see ``fill_help``."""

    def word(match: re.Match[str]) -> str:
        kind, key, otherwise = match["kind"], match["key"] or "", match["otherwise"]
        if kind == "municipality":
            return law.municipality
        if kind == "officer":
            return law.officer(key).title
        if key not in law.terms and otherwise:
            return otherwise
        term = law.term(key).singular
        return term[:1].upper() + term[1:] if kind == "Term" else term

    return _FIELD.sub(word, text)
