"""Charges that the law names, how long records are kept, and what happened to the text of the law itself."""

from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.law.rules.reference import Rule, ref
from sewerdesk.domain.law.types import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeKind(Rule):
    """A charge that the law lets the municipality make, and the fund that alone it may go to."""

    title: str
    sentence: str
    fund: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionRule(Rule):
    """How long a kind of record is kept from ``trigger`` on (plain words); without ``keep`` for ever."""

    title: str
    trigger: str
    keep: str = ref("figure", Unit.YEARS, Unit.MONTHS, default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionAmendment(Rule):
    """A change of a section by a later local law, as the text notes it; ``on`` is the day that the note gives."""

    section: str
    by: str
    on: date | None = None
    sentence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Misprint(Rule):
    """A reference that the text prints wrongly: where it stands, what it prints and which section is meant.

    Numbers come twice in some laws, so the place is the article and the section together.
    """

    article: str
    section: str
    printed: str
    meant: str
    sentence: str = ""
