"""What lists and pages of parcels, accounts and parties show; each row is a frozen moment of the books."""

from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal
from typing import Any

from sewerdesk.domain.money import ZERO
from sewerdesk.domain.postal import without_care_of


@dataclass(frozen=True, slots=True)
class AddressFields:
    """The parts of a mailing address, of whatever has them among its fields."""

    care_of: str = ""
    street: str = ""
    unit: str = ""
    po_box: str = ""
    city: str = ""
    state: str = ""
    zip_code: str = ""

    @property
    def address(self) -> "MailingAddress":
        """The address alone."""
        return MailingAddress(**_part(self, AddressFields))


@dataclass(frozen=True, slots=True)
class MailingAddress(AddressFields):
    """Where mail reaches somebody, in the words it was typed in."""

    @property
    def one_line(self) -> str:
        """The address in one line for a list; "C/O" stands there once, however it was typed."""
        care_of = without_care_of(self.care_of)
        parts = (
            f"C/O {care_of}" if care_of else "",
            f"{self.street} {self.unit}".strip(),
            self.po_box,
        )
        last = f"{self.city}, {self.state} {self.zip_code}".strip(" ,")
        return ", ".join(part for part in (*parts, last) if part)


@dataclass(frozen=True, slots=True)
class PartyDraft(AddressFields):
    """A person or firm as typed in a form."""

    name: str = ""
    is_firm: bool = False
    phone: str = ""
    email: str = ""

    @property
    def party(self) -> "PartyDraft":
        """The person or firm alone, of a form that asks for more."""
        return PartyDraft(**_part(self, PartyDraft))


def _part(whole: AddressFields, kind: type[AddressFields]) -> dict[str, Any]:
    """The fields of ``kind`` as they stand in what has more."""
    return {field.name: getattr(whole, field.name) for field in fields(kind)}


@dataclass(frozen=True, slots=True)
class PartyView:
    """A person or firm with the address that holds today."""

    id: int
    name: str
    phone: str
    email: str
    address: MailingAddress


@dataclass(frozen=True, slots=True)
class ParcelRow:
    """One line of the list of parcels."""

    id: int
    print_key: str
    swis: str
    sbl: str
    location: str
    owner: str
    property_class: str
    district: str
    in_district: bool
    accounts: int


@dataclass(frozen=True, slots=True)
class RoleView:
    """Who stood in a role, from when until when (that day excluded)."""

    role: str
    party: PartyView
    start: date
    until: date | None
    reason: str


@dataclass(frozen=True, slots=True)
class ParcelView:
    """A parcel's page: the parcel, its owners by date, its accounts."""

    row: ParcelRow
    location_city: str
    location_zip: str
    roles: tuple[RoleView, ...]
    accounts: tuple["AccountRow", ...]
    note: str
    version: int
    as_of: date

    @property
    def owner(self) -> RoleView | None:
        """The owner of record on the day of the view, the latest where there are several."""
        day = self.as_of
        current = [
            role
            for role in self.roles
            if role.role == "owner" and role.start <= day and (role.until is None or day < role.until)
        ]
        return current[-1] if current else None


@dataclass(frozen=True, slots=True)
class AccountRow:
    """One line of the list of accounts; the balance is the sum of its entries.

    ``overdue`` is what of it was due before today.
    """

    id: int
    number: str
    name: str
    location: str
    print_key: str
    class_code: str
    units: Decimal
    status: str
    balance: Decimal
    on_hold: bool
    parcel_id: int
    overdue: Decimal = ZERO


@dataclass(frozen=True, slots=True)
class SpanView:
    """A value that held between two days (end excluded), with what it rests on."""

    value: str
    start: date
    until: date | None
    reason: str


@dataclass(frozen=True, slots=True)
class MeterView:
    """A meter at an account and the last that its dial showed."""

    id: int
    serial: str
    digits: int
    multiplier: Decimal
    unit: str
    role: str
    installed_on: date
    removed_on: date | None
    last_read_on: date | None
    last_value: Decimal | None


@dataclass(frozen=True, slots=True)
class AccountView:
    """An account's page, without its money (see the ledger's register)."""

    row: AccountRow
    old_number: str
    opened_on: date
    bill_to: tuple[RoleView, ...]
    owner: RoleView | None
    statuses: tuple[SpanView, ...]
    classes: tuple[SpanView, ...]
    units: tuple[SpanView, ...]
    holds: tuple[SpanView, ...]
    meters: tuple[MeterView, ...]
    note: str
    version: int
