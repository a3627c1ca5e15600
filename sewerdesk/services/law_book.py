"""The law of the open office as one list to read, print, export and compare."""

from datetime import date

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.law import FigureStatus, PackHeader
from sewerdesk.domain.law.book import LawEntry, law_entries, open_entries
from sewerdesk.domain.law.book_compare import ComparedRule, compare_entries
from sewerdesk.domain.office import PackChoice
from sewerdesk.services.law import law_of, pack_choices, read_pack, shipped_law


def law_book(ws: Workspace, *, on: date | None = None) -> tuple[LawEntry, ...]:
    """Everything that the office's law says as it stands on a day (today unless given), by subject."""
    return law_entries(law_of(ws), on or ws.clock.today(), shipped=shipped_law(ws))


def figures_to_confirm(ws: Workspace) -> tuple[LawEntry, ...]:
    """What the law leaves blank or takes from a model law: the office confirms or enters it first."""
    return open_entries(law_book(ws))


def law_header(ws: Workspace) -> PackHeader:
    """Which text of which municipality's law the office works under."""
    return law_of(ws).header


def comparable_packs(ws: Workspace) -> tuple[PackChoice, ...]:
    """The laws of other municipalities with which the office's own can be compared."""
    own = law_of(ws).code
    return tuple(choice for choice in pack_choices() if choice.code != own)


def compare_with(ws: Workspace, *, code: str) -> tuple[ComparedRule, ...]:
    """The office's law beside another municipality's as shipped, today: differences first.

    ``UserError`` for a code that the program has no pack of.
    """
    return compare_entries(law_book(ws), law_entries(read_pack(code), ws.clock.today()))


def contractor_blanks(ws: Workspace) -> tuple[str, ...]:
    """The keys of the figures that the contractor's requirements rest on and that are blank today."""
    law, today = law_of(ws), ws.clock.today()
    keys = [row.amount for row in law.bond_requirements]
    keys += [limit.figure for row in law.coverage_requirements for limit in row.limits]
    keys += [term.figure for term in law.policy_terms if term.figure]
    figures = (law.figure(key, today) for key in dict.fromkeys(keys))
    return tuple(figure.key for figure in figures if figure.status is FigureStatus.BLANK)
