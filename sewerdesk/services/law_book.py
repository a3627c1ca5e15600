"""The law of the open office as one list to read and search."""

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.law import PackHeader
from sewerdesk.domain.law.book import LawEntry, law_entries
from sewerdesk.services.law import law_of


def law_book(ws: Workspace) -> tuple[LawEntry, ...]:
    """Everything that the office's law says, as it stands today, in the order of the pack."""
    return law_entries(law_of(ws), ws.clock.today())


def figures_to_confirm(ws: Workspace) -> tuple[LawEntry, ...]:
    """What the law leaves blank or takes from a model law: the office confirms or enters it first."""
    return tuple(entry for entry in law_book(ws) if not entry.is_confirmed)


def law_header(ws: Workspace) -> PackHeader:
    """Which text of which municipality's law the office works under."""
    return law_of(ws).header
