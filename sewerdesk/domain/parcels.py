"""Parcels of the tax roll, who owned them when, and the folded forms by which names and numbers are found.

SWIS code, print key and SBL are the county's: each is kept as given and none is derived from another for a
file. The derived key of a print key serves only to search and to warn.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.effective import check_no_gap_no_overlap, value_on
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.folding import fold
from sewerdesk.domain.wording import count, show_date

__all__ = [
    "SBL_LENGTH",
    "Ownership",
    "Parcel",
    "PartyName",
    "check_owners",
    "check_parcel",
    "fold",
    "fold_identifier",
    "owner_on",
    "sbl_key",
    "sbl_warning",
]

_DASHES = re.compile(r"[‐‑‒–—−]")
_PRINT_KEY = re.compile(
    r"(?P<section>\d{1,3})(?:\.(?P<subsection>\d{0,3}))?-(?P<block>\d{1,4})-(?P<lot>\d{1,3})"
    r"(?:\.(?P<sublot>\d{0,3}))?(?:[-/](?P<suffix>[0-9A-Z]{1,4}))?",
    re.ASCII,
)
_SWIS = re.compile(r"\d{6}", re.ASCII)
_PARTS = {"section": 3, "subsection": 3, "block": 4, "lot": 3, "sublot": 3, "suffix": 4}
SBL_LENGTH = sum(_PARTS.values())


def fold_identifier(text: str) -> str:
    """A tax map, account or policy number as searched: no spaces, plain hyphens, capitals, zeros kept."""
    return _DASHES.sub("-", "".join(unicodedata.normalize("NFKC", text).split())).upper()


def sbl_key(print_key: str) -> str | None:
    """The 20 characters that a print key most likely means (3+3+4+3+3+4), or None if it is no print key.

    For search and for warnings only: counties differ in how they fill ``.1`` up, so no file is written from it.
    """
    match = _PRINT_KEY.fullmatch(fold_identifier(print_key))
    if match is None:
        return None
    return "".join((match[part] or "").zfill(width) for part, width in _PARTS.items())


@dataclass(frozen=True, slots=True)
class PartyName:
    """The name of a person or firm: as on legal papers, and the one to sort by ("Doe, Jane")."""

    legal: str
    sort: str = ""

    @property
    def folded(self) -> str:
        """What a search compares."""
        return fold(self.legal)

    @property
    def sort_key(self) -> str:
        """What lists are sorted by."""
        return fold(self.sort or self.legal)


@dataclass(frozen=True, slots=True)
class Ownership:
    """Who owns a parcel from ``start`` (included) until ``until`` (excluded; None while it lasts)."""

    party_id: int
    name: PartyName
    start: date
    until: date | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Parcel:
    """A parcel as the county names it; ``sbl`` may be empty where the county gives only a print key.

    ``sewer_distance_ft`` is the distance of the public sewer from the property line, None while unmeasured.
    """

    swis: str
    print_key: str
    sbl: str
    location: str
    district: str = ""
    in_district: bool = True
    property_class: str = ""
    sewer_distance_ft: int | None = None

    @property
    def search_keys(self) -> tuple[str, ...]:
        """The folded forms by which the parcel is found."""
        keys = (fold_identifier(self.print_key), fold_identifier(self.sbl), sbl_key(self.print_key) or "")
        return tuple(dict.fromkeys(key for key in keys if key))

    @property
    def label(self) -> str:
        """How sentences name the parcel."""
        return f"{self.print_key}, {self.location}" if self.location else self.print_key


def check_parcel(parcel: Parcel) -> None:
    """Refuse a parcel that the roll cannot have, as ``FieldErrors``; nothing is repaired silently."""
    errors: dict[str, str] = {}
    if not _SWIS.fullmatch(parcel.swis):
        errors["swis"] = (
            f'The SWIS code "{parcel.swis}" must be six digits, leading zeros included, such as 522600.'
        )
    if not parcel.print_key.strip():
        errors["print_key"] = "Enter the tax map number (print key) as the county prints it."
    elif sbl_key(parcel.print_key) is None:
        errors["print_key"] = (
            f'The tax map number "{parcel.print_key}" is not of the form section-block-lot, '
            "such as 12.13-2-15.1. Check that the spreadsheet did not turn it into a date or a number."
        )
    sbl = fold_identifier(parcel.sbl)
    if sbl and not (len(sbl) == SBL_LENGTH and sbl.isascii() and sbl.isalnum()):
        errors["sbl"] = (
            f'The SBL "{parcel.sbl}" has {count(len(sbl), "character")}; the county\'s SBL has {SBL_LENGTH} letters '
            "and digits. Check that leading zeros were not lost."
        )
    if errors:
        raise FieldErrors(errors)


def sbl_warning(parcel: Parcel) -> str:
    """A sentence where SBL and print key seem to name two parcels; empty where they agree or one lacks."""
    derived, given = sbl_key(parcel.print_key), fold_identifier(parcel.sbl)
    if not given or derived is None or given == derived:
        return ""
    return f"The SBL {parcel.sbl} and the tax map number {parcel.print_key} differ. Check with the county's list."


def owner_on(owners: Iterable[Ownership], on: date, *, parcel: Parcel) -> Ownership:
    """The owner on a day; ``UserError`` names the parcel where none is on file for that day."""
    owner = value_on(owners, on)
    if owner is None:
        raise UserError(f"No owner of parcel {parcel.label} is on file for {show_date(on)}. Enter the owner.")
    return owner


def check_owners(owners: Iterable[Ownership], *, parcel: Parcel) -> None:
    """A parcel always has one owner of record; ``RuleViolation`` names the day without one or with two."""
    check_no_gap_no_overlap(owners, subject=f"The owner of parcel {parcel.label}")
