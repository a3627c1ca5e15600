"""The law of the open office as one list to read, print, export and compare."""

from datetime import date

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.law import PackHeader
from sewerdesk.domain.law.book import LawEntry, law_entries, open_entries
from sewerdesk.services.law import law_of, shipped_law


def law_book(ws: Workspace, *, on: date | None = None) -> tuple[LawEntry, ...]:
    """Everything that the office's law says as it stands on a day (today unless given), by subject."""
    return law_entries(law_of(ws), on or ws.clock.today(), shipped=shipped_law(ws))


def figures_to_confirm(ws: Workspace) -> tuple[LawEntry, ...]:
    """What the law leaves blank or takes from a model law: the office confirms or enters it first."""
    return open_entries(law_book(ws))


def law_header(ws: Workspace) -> PackHeader:
    """Which text of which municipality's law the office works under."""
    return law_of(ws).header
