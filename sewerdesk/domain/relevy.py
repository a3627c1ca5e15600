"""Putting unpaid sewer charges on the tax roll: what of each account is certified, by the season's own settings.

What a board may certify, when and with what fee differs from town to town, so every figure is a setting of the season
with its authority. The statement itself rests on General Municipal Law section 452(4): each lien in arrears, the
property it is on and the name in which that is assessed, levied in a column of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from typing import Any

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.ledger import Applied, EntryKind, OpenItem
from sewerdesk.domain.money import ZERO, format_money, round_cents
from sewerdesk.domain.wording import show_date

_LATE = frozenset({EntryKind.PENALTY, EntryKind.INTEREST})


class AddedBase(StrEnum):
    """What the extra percent of the levy is taken of."""

    WHOLE = "everything certified"
    RENTS = "the sewer rents alone"


class AfterCertified(StrEnum):
    """What the office does with money that comes for what is certified already."""

    REFUSE = "refuse it and say whom to pay"
    TAKE = "take it and mark it"


@dataclass(frozen=True, slots=True)
class SeasonSettings:
    """How a season certifies.

    Open items with effect by the cut-off whose bill was due ``delinquent_days`` before it or earlier; of penalties and
    interest as the flags say; of ``only_codes`` where any are named. ``added_percent`` of ``added_base`` and ``fee`` an
    account come on top under their charge codes. An account with less than ``minimum`` before these is left out.
    Parcels of ``exempt_classes`` (the beginnings of property classes) are warned about. ``addressee`` receives the
    certificate, ``collector`` the money afterwards. ``district_codes`` give the county's code of each district.
    """

    fee: Decimal = ZERO
    fee_code: str = ""
    minimum: Decimal = ZERO
    added_percent: Decimal = ZERO
    added_base: AddedBase = AddedBase.WHOLE
    added_code: str = ""
    include_penalties: bool = True
    include_interest: bool = True
    only_codes: tuple[str, ...] = ()
    delinquent_days: int = 0
    exempt_classes: tuple[str, ...] = ()
    addressee: str = ""
    collector: str = ""
    after: AfterCertified = AfterCertified.REFUSE
    district_codes: Mapping[str, str] | None = None
    layout: str = ""

    def code_of(self, district: str) -> str:
        """The county's code of a district; the district's own name where none is set."""
        return (self.district_codes or {}).get(district, district)


@dataclass(frozen=True, slots=True)
class Season:
    """A year's certification: ``tax_year`` is that of the roll, ``cut_off`` the last day that is certified."""

    id: int
    tax_year: int
    cut_off: date
    certify_by: date
    authority: str
    settings: SeasonSettings


@dataclass(frozen=True, slots=True)
class CertifiedItem:
    """What of one open entry is certified."""

    entry_id: int
    kind: EntryKind
    bill: str
    charge_code: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Breakdown:
    """What of an account is certified, by its parts, and the open entries behind it."""

    rent: Decimal
    penalty: Decimal
    interest: Decimal
    fee: Decimal
    added: Decimal
    items: tuple[CertifiedItem, ...] = ()

    @property
    def unpaid(self) -> Decimal:
        """What is owed, before fee and added percent."""
        return self.rent + self.penalty + self.interest

    @property
    def total(self) -> Decimal:
        """What is certified."""
        return self.unpaid + self.fee + self.added


@dataclass(frozen=True, slots=True)
class ListRow:
    """One account's row of the list, with its parcel and the owner as assessed.

    ``stays`` is what the account owes besides, which is not certified; it is known while the list is open.
    """

    account_id: int
    account: str
    parcel_id: int
    swis: str
    print_key: str
    sbl: str
    district: str
    owner: str
    location: str
    amounts: Breakdown
    row_id: int = 0
    withdrawn: str = ""
    stays: Decimal = ZERO

    @property
    def total(self) -> Decimal:
        """What is certified."""
        return self.amounts.total


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An account that is not on the list, what it owes in all, and why it is left out."""

    account_id: int
    account: str
    owner: str
    amount: Decimal
    why: str


@dataclass(frozen=True, slots=True)
class ParcelLine:
    """A parcel in one district with all its accounts together, as the county gets it."""

    swis: str
    print_key: str
    sbl: str
    district: str
    district_code: str
    owner: str
    location: str
    amounts: Breakdown
    accounts: tuple[str, ...]

    @property
    def total(self) -> Decimal:
        """What is levied on the parcel in this district."""
        return self.amounts.total


def check_settings(season: Season) -> None:
    """``FieldErrors`` for what a season lacks or has impossible."""
    errors: dict[str, str] = {}
    settings = season.settings
    if not season.authority.strip():
        errors["authority"] = "Enter the law or resolution under which unpaid charges go on the tax roll."
    if season.certify_by < season.cut_off:
        errors["certify_by"] = (
            f"The list cannot be certified before its cut-off on {show_date(season.cut_off)}."
        )
    if not season.cut_off.year <= season.tax_year <= season.cut_off.year + 2:
        errors["tax_year"] = f"The roll of {season.tax_year} does not follow {show_date(season.cut_off)}."
    errors |= _wrong_amounts(settings)
    if errors:
        raise FieldErrors(errors)


def _wrong_amounts(settings: SeasonSettings) -> dict[str, str]:
    errors: dict[str, str] = {}
    for name in ("fee", "minimum"):
        value = getattr(settings, name)
        if value < 0 or value != round_cents(value):
            errors[name] = "Enter dollars and cents, zero or more."
    if not 0 <= settings.added_percent <= 100:
        errors["added_percent"] = "Enter a percentage from 0 to 100."
    if settings.fee and not settings.fee_code:
        errors["fee_code"] = "Choose the charge code of the fee; its fund receives it."
    if settings.added_percent and not settings.added_code:
        errors["added_code"] = "Choose the charge code of what is added; its fund receives it."
    if settings.delinquent_days < 0:
        errors["delinquent_days"] = "Enter the days, zero or more."
    return errors


def break_down(
    applied: Applied, *, due: Mapping[str, date], cut_off: date, settings: SeasonSettings
) -> Breakdown:
    """What of an account is certified; ``due`` gives the due date of each bill by number.

    What was paid until now, after the cut-off too, is not certified. Nothing is added to an account of which nothing is
    certified.
    """
    items = tuple(
        CertifiedItem(
            item.entry.entry_id,
            item.entry.kind,
            item.entry.bill,
            item.entry.charge_code,
            item.open_amount,
        )
        for item in applied.open_items
        if _is_certified(item, due, cut_off, settings)
    )
    rent = sum((item.amount for item in items if item.kind not in _LATE), ZERO)
    penalty = sum((item.amount for item in items if item.kind is EntryKind.PENALTY), ZERO)
    interest = sum((item.amount for item in items if item.kind is EntryKind.INTEREST), ZERO)
    base = rent if settings.added_base is AddedBase.RENTS else rent + penalty + interest
    added = round_cents(base * settings.added_percent / 100)
    return Breakdown(rent, penalty, interest, settings.fee if items else ZERO, added, items)


def _is_certified(item: OpenItem, due: Mapping[str, date], cut_off: date, settings: SeasonSettings) -> bool:
    entry = item.entry
    if entry.age_day > cut_off:
        return False
    if entry.kind is EntryKind.PENALTY and not settings.include_penalties:
        return False
    if entry.kind is EntryKind.INTEREST and not settings.include_interest:
        return False
    if settings.only_codes and entry.kind not in _LATE and entry.charge_code not in settings.only_codes:
        return False
    day = entry.due_on or due.get(entry.bill, entry.on)
    return (cut_off - day).days >= settings.delinquent_days


def why_left_out(amounts: Breakdown, settings: SeasonSettings) -> str:
    """Why an account with these amounts is not on the list; empty where it is."""
    if amounts.unpaid <= 0:
        return "Nothing of it is old enough for the cut-off."
    if amounts.unpaid < settings.minimum:
        return f"It owes less than {format_money(settings.minimum)} by the cut-off."
    return ""


def parcel_lines(rows: Sequence[ListRow], settings: SeasonSettings) -> tuple[ParcelLine, ...]:
    """The rows that stand, one line for each parcel and district, in the order of the tax map."""
    found: dict[tuple[str, str, str], list[ListRow]] = {}
    for row in rows:
        if not row.withdrawn:
            found.setdefault((row.swis, row.print_key, row.district), []).append(row)
    return tuple(
        ParcelLine(
            swis,
            print_key,
            group[0].sbl,
            district,
            settings.code_of(district),
            group[0].owner,
            group[0].location,
            _sum(row.amounts for row in group),
            tuple(row.account for row in group),
        )
        for (swis, print_key, district), group in sorted(found.items())
    )


def _sum(parts: Iterable[Breakdown]) -> Breakdown:
    rent = penalty = interest = fee = added = ZERO
    for part in parts:
        rent += part.rent
        penalty += part.penalty
        interest += part.interest
        fee += part.fee
        added += part.added
    return Breakdown(rent, penalty, interest, fee, added)


@dataclass(frozen=True, slots=True)
class Totals:
    """Count and sums of a list, as the certificate, the abstract and the control sheet all print them."""

    count: int
    amounts: Breakdown

    @property
    def total(self) -> Decimal:
        """What is levied in all."""
        return self.amounts.total


def totals(lines: Sequence[ParcelLine]) -> Totals:
    """Count and sums of the lines."""
    return Totals(len(lines), _sum(line.amounts for line in lines))


def totals_by(lines: Sequence[ParcelLine]) -> tuple[tuple[str, str, Totals], ...]:
    """Totals for each SWIS code and district, in order."""
    found: dict[tuple[str, str], list[ParcelLine]] = {}
    for line in lines:
        found.setdefault((line.swis, line.district_code), []).append(line)
    return tuple((swis, code, totals(group)) for (swis, code), group in sorted(found.items()))


def settings_to_json(settings: SeasonSettings) -> dict[str, Any]:
    """Plain values for storing; decimals as text."""
    found: dict[str, Any] = {}
    for field in fields(settings):
        value = getattr(settings, field.name)
        if isinstance(value, Decimal):
            value = format(value, "f")
        elif isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        found[field.name] = value
    return found


def settings_from_json(stored: Mapping[str, Any]) -> SeasonSettings:
    """The settings as stored; ``UserError`` where a value cannot be read."""
    known = {field.name for field in fields(SeasonSettings)}
    values = {name: value for name, value in stored.items() if name in known}
    try:
        for name in ("fee", "minimum", "added_percent"):
            if name in values:
                values[name] = Decimal(values[name])
        for name in ("only_codes", "exempt_classes"):
            if name in values:
                values[name] = tuple(values[name])
        if "added_base" in values:
            values["added_base"] = AddedBase(values["added_base"])
        if "after" in values:
            values["after"] = AfterCertified(values["after"])
    except (InvalidOperation, ValueError) as error:
        raise UserError(f"The season's settings cannot be read: {error}. Enter them again.") from error
    return replace(SeasonSettings(), **values)
