"""The order in which a run's bills are printed, and the groups in which they lie, each with its count."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from types import MappingProxyType

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.folding import fold

_NUMBERS = re.compile(r"(\d+)")
_ZIP_DIGITS = 5


class BillOrder(StrEnum):
    """How the bills lie in the file: as the post office likes them, as they are walked, or as the office files them."""

    ZIP = "zip"
    ACCOUNT = "account"
    ROUTE = "route"
    NAME = "name"

    @property
    def label(self) -> str:
        """The choice as it is offered."""
        return _LABELS[self]


_LABELS: Mapping[BillOrder, str] = MappingProxyType(
    {
        BillOrder.ZIP: "By ZIP code",
        BillOrder.ROUTE: "By route: street by street, house by house",
        BillOrder.NAME: "By name",
        BillOrder.ACCOUNT: "By account",
    }
)
ORDERS = tuple(_LABELS)


class BillForm(StrEnum):
    """On what bills are printed."""

    LETTER = "letter"
    POSTCARD = "postcard"
    BESIDE = "beside"

    @property
    def label(self) -> str:
        """The choice as it is offered."""
        return _FORMS[self]


_FORMS: Mapping[BillForm, str] = MappingProxyType(
    {
        BillForm.LETTER: "Letters with a stub",
        BillForm.POSTCARD: "Postcards, four on a sheet",
        BillForm.BESIDE: "Letters of the bills that do not fit a postcard",
    }
)
FORMS = tuple(_FORMS)


@dataclass(frozen=True, slots=True)
class Mailpiece:
    """What a bill is put in order by; ``house`` and ``street`` are where the service is."""

    bill_id: int
    account: str
    name: str
    zip_code: str
    house: str
    street: str


@dataclass(frozen=True, slots=True)
class PieceGroup:
    """Pieces that lie together; ``first`` is the number of the first of them in the file, counted from 1."""

    title: str
    first: int
    pieces: tuple[Mailpiece, ...]

    @property
    def last(self) -> int:
        """The number of the last of them."""
        return self.first + len(self.pieces) - 1


def in_order(pieces: Sequence[Mailpiece], order: BillOrder) -> tuple[Mailpiece, ...]:
    """The pieces as they are printed; within the same place by account."""
    return tuple(sorted(pieces, key=lambda piece: (*_KEYS[order](piece), piece.account)))


def in_groups(pieces: Sequence[Mailpiece], order: BillOrder) -> tuple[PieceGroup, ...]:
    """The pieces in order, those of one ZIP code, street or first letter together; one group for the accounts."""
    found: list[PieceGroup] = []
    first = 1
    title_of = _GROUPS[order]
    for _, group in groupby(in_order(pieces, order), key=lambda piece: fold(title_of(piece))):
        members = tuple(group)
        found.append(PieceGroup(title_of(members[0]), first, members))
        first += len(members)
    return tuple(found)


def check_pieces(first: int | None, last: int | None, *, count: int) -> tuple[int, int]:
    """The pieces to print again, both counted; ``FieldErrors`` where there are no such pieces."""
    start, end = first or 1, last or count
    if not 1 <= start <= count:
        raise FieldErrors({"first": f"The file holds the pieces 1 to {count:,}. Enter one of them."})
    if not start <= end <= count:
        raise FieldErrors({"last": f"Enter a piece from {start:,} to {count:,}, or leave it empty."})
    return start, end


def _natural(text: str) -> tuple[tuple[int, str], ...]:
    """A house number in the order of its figures: 9 before 12, 12 before 12A."""
    parts = (part for part in _NUMBERS.split(fold(text)) if part)
    return tuple((int(part), "") if part.isdigit() else (0, part) for part in parts)


def _by_zip(piece: Mailpiece) -> tuple[object, ...]:
    return (piece.zip_code,)


def _by_route(piece: Mailpiece) -> tuple[object, ...]:
    return (fold(piece.street), _natural(piece.house))


def _by_name(piece: Mailpiece) -> tuple[object, ...]:
    return (fold(piece.name),)


def _by_account(_piece: Mailpiece) -> tuple[object, ...]:
    return ()


def _zip_group(piece: Mailpiece) -> str:
    return piece.zip_code[:_ZIP_DIGITS] or "No ZIP code"


def _street_group(piece: Mailpiece) -> str:
    return piece.street.strip() or "No street"


def _letter_group(piece: Mailpiece) -> str:
    return fold(piece.name)[:1].upper() or "No name"


def _one_group(_piece: Mailpiece) -> str:
    return ""


_KEYS: Mapping[BillOrder, Callable[[Mailpiece], tuple[object, ...]]] = MappingProxyType(
    {
        BillOrder.ZIP: _by_zip,
        BillOrder.ROUTE: _by_route,
        BillOrder.NAME: _by_name,
        BillOrder.ACCOUNT: _by_account,
    }
)
_GROUPS: Mapping[BillOrder, Callable[[Mailpiece], str]] = MappingProxyType(
    {
        BillOrder.ZIP: _zip_group,
        BillOrder.ROUTE: _street_group,
        BillOrder.NAME: _letter_group,
        BillOrder.ACCOUNT: _one_group,
    }
)
