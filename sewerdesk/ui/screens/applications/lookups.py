"""Choosing a parcel or a contractor by typing, in the forms of the counter."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sewerdesk.domain.counter import ContractorRow
from sewerdesk.domain.registers import ParcelRow
from sewerdesk.domain.search import haystacks, matches, terms
from sewerdesk.domain.wording import show_date
from sewerdesk.services.contractors import list_contractors
from sewerdesk.services.parcels import list_parcels
from sewerdesk.ui.forms.spec import Lookup, Option
from sewerdesk.ui.screens.contractors.specs import answer_status

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace

LIMIT = 30
"""Options that are listed at once; more typing finds the rest."""


@dataclass(slots=True)
class ParcelFinder:
    """Parcels by tax map number, address or owner; read once for a form."""

    ws: "Workspace"
    rows: tuple[ParcelRow, ...] = ()
    hays: tuple[str, ...] = ()

    def read(self) -> None:
        """Read the parcels again."""
        self.rows = list_parcels(self.ws)
        self.hays = ()

    def search(self, typed: str) -> Sequence[Option]:
        """The parcels that fit what was typed; the first search makes ready the words that are searched."""
        needles = terms(typed)
        if not self.hays:
            self.hays = tuple(haystacks((row.print_key, row.location, row.owner) for row in self.rows))
        found = [row for row, hay in zip(self.rows, self.hays, strict=True) if matches(hay, needles)]
        return [_parcel_option(row) for row in found[:LIMIT]]

    def resolve(self, value: object) -> Option | None:
        """The option of a parcel's id."""
        row = self.row(value)
        return None if row is None else _parcel_option(row)

    def row(self, value: object) -> ParcelRow | None:
        """The parcel of an id."""
        return next((row for row in self.rows if row.id == value), None)

    def lookup(self) -> Lookup:
        """For a lookup field."""
        return Lookup(self.search, resolve=self.resolve, noun="parcel")


@dataclass(slots=True)
class ContractorFinder:
    """Contractors by name, each with its answer for today."""

    ws: "Workspace"
    rows: tuple[ContractorRow, ...] = ()

    def read(self) -> None:
        """Read the contractors again."""
        self.rows = list_contractors(self.ws)

    def search(self, typed: str) -> Sequence[Option]:
        """The contractors that fit what was typed."""
        needles = terms(typed)
        hays = haystacks((row.name, row.phone) for row in self.rows)
        found = [row for row, hay in zip(self.rows, hays, strict=True) if matches(hay, needles)]
        return [_contractor_option(row) for row in found[:LIMIT]]

    def resolve(self, value: object) -> Option | None:
        """The option of a contractor's id."""
        return next((_contractor_option(row) for row in self.rows if row.id == value), None)

    def lookup(self, add_new: Callable[[str], Option | None] | None = None) -> Lookup:
        """For a lookup field; ``add_new`` lets the clerk register one."""
        return Lookup(self.search, resolve=self.resolve, add_new=add_new, noun="contractor")


def _parcel_option(row: ParcelRow) -> Option:
    return Option(row.id, row.print_key, " · ".join(part for part in (row.location, row.owner) if part))


def _contractor_option(row: ContractorRow) -> Option:
    answer = f"May work today: {answer_status(row.answer).text.lower()}"
    lapse = f" · next lapse {show_date(row.lapses_on)}" if row.lapses_on else ""
    return Option(row.id, row.name, f"{answer}{lapse}")
