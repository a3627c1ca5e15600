"""What charges rest on besides units, by date: fixtures, persons, averages, worksheets, eligibility, places."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum


class BasisKind(StrEnum):
    """The kind of fact on file."""

    FIXTURES = "fixtures"
    PERSONS = "persons"
    OFF_SEASON = "off-season use"
    WORKSHEET = "worksheet"
    ELIGIBLE = "reduced rate"
    SEGMENT = "segment"


#: Facts whose change in a period is billed by days; an average counts as it stands at the end.
BY_DAYS = frozenset({BasisKind.FIXTURES, BasisKind.PERSONS, BasisKind.WORKSHEET, BasisKind.ELIGIBLE})


@dataclass(frozen=True, slots=True)
class BasisSpan:
    """A fact between two dates, ``until`` exclusive.

    ``detail`` is the kind of fixture, the worksheet's kind, the program or the segment's name; ``quantity`` a count, a
    volume of one period in the rate's unit, or dollars a year; ``source`` the survey, worksheet or decision behind it.
    """

    basis_id: int
    kind: BasisKind
    quantity: Decimal
    start: date
    until: date | None = None
    detail: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an account lies: its sewer district and the segment whose own cost it shares; empty means neither."""

    district: str = ""
    segment: str = ""


EVERYWHERE = Place()
