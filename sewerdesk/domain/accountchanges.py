"""What the clerk enters when an account changes (status, owner, another address), and which accounts are missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.billaccounts import LARGEST_UNITS, AccountStatus
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.registers import MailingAddress, PartyDraft
from sewerdesk.domain.singlebills import SingleBill

ENDS_ITSELF = frozenset({AccountStatus.EXEMPT, AccountStatus.SEASONAL})
"""Statuses that are given for a time: an exemption always has its last day."""


@dataclass(frozen=True, slots=True)
class StatusDraft:
    """A status from a day on; with ``until`` (end excluded) the account is active again from that day."""

    status: AccountStatus | None = None
    since: date | None = None
    until: date | None = None
    reason: str = ""
    authority: str = ""


@dataclass(frozen=True, slots=True)
class ClosingReading:
    """What a meter's dial showed at the hand-over; estimated ones say on what the estimate rests."""

    meter_id: int
    value: Decimal
    estimated: bool = False
    note: str = ""


class LeftBalance(StrEnum):
    """What becomes of what a seller owes, or has as a credit, at the hand-over.

    Sewer rents are a lien on the property (General Municipal Law 452), so that a debt stays with it unless the Board
    resolves otherwise; a credit stays there too, until it is refunded or the parties agree between them.
    """

    STAYS = "stays"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class OwnerDraft:
    """A sale: from ``on`` the buyer is billed; the seller pays through the day before.

    ``left`` is what becomes of the balance that the seller leaves after the final bill; where it goes with the seller,
    ``move_to`` is the account and ``move_authority`` the Board's resolution: off the parcel it is no lien any more.
    """

    on: date | None = None
    buyer: PartyDraft | None = None
    closing: tuple[ClosingReading, ...] = ()
    reason: str = ""
    left: LeftBalance = LeftBalance.STAYS
    move_to: str = ""
    move_authority: str = ""


@dataclass(frozen=True, slots=True)
class OwnerChanged:
    """What an owner change did: the seller's final bill where days were left to bill, and from when the buyer pays.

    ``balance`` is what the seller left on the account with that bill, below zero for a credit; ``moved_to`` the account
    that it went to, empty where it stays.
    """

    seller: str
    buyer: str
    on: date
    final: SingleBill | None
    balance: Decimal = ZERO
    moved_to: str = ""

    @property
    def balance_words(self) -> str:
        """What became of the balance that the seller left."""
        if not self.balance:
            return "The seller left nothing unpaid."
        what = f"{format_money(abs(self.balance))} {'unpaid' if self.balance > 0 else 'as a credit'}"
        if self.moved_to:
            return f"The seller left {what}; it was moved to account {self.moved_to}."
        if self.balance > 0:
            return f"The seller left {what}; it stays with the property, as sewer rents are a lien on it."
        return f"The seller left {what}; it stays on the account until it is refunded."


@dataclass(frozen=True, slots=True)
class AlternateDraft:
    """Another address for an account's bills between two days, end excluded."""

    address: MailingAddress
    since: date | None = None
    until: date | None = None
    reason: str = ""


class GapKind(StrEnum):
    """Why an account seems to be missing."""

    PARCEL = "parcel in the district"
    PERMIT = "finished permit"
    WATER = "water customer"


@dataclass(frozen=True, slots=True)
class WaterCustomer:
    """A customer on the water company's list; ``print_key`` or the address leads to the parcel."""

    number: str
    name: str
    location: str
    print_key: str = ""


@dataclass(frozen=True, slots=True)
class MissingAccount:
    """Something that should have a sewer account and has none."""

    kind: GapKind
    reference: str
    location: str
    sentence: str
    parcel_id: int | None = None


@dataclass(frozen=True, slots=True)
class UnitsDraft:
    """Units (EDU) from a day on, with what they rest on and who set them."""

    units: Decimal | None = None
    since: date | None = None
    basis: str = ""
    authority: str = ""


def check_units(draft: UnitsDraft) -> dict[str, str]:
    """What is wrong with typed units: field name to sentence."""
    errors: dict[str, str] = {}
    if draft.units is None or not 0 <= draft.units <= LARGEST_UNITS:
        errors["units"] = f"Enter the units (EDU), 0 to {LARGEST_UNITS:,f}; parts such as 1.50 may be."
    if draft.since is None:
        errors["since"] = "Enter the first day of the new units."
    if not draft.basis.strip():
        errors["basis"] = "Say what the units rest on, such as two apartments."
    if not draft.authority.strip():
        errors["authority"] = "Enter who set them: the resolution, the local law's table or the inspection."
    return errors


def check_status(draft: StatusDraft) -> dict[str, str]:
    """What is wrong with a typed status: field name to sentence."""
    errors: dict[str, str] = {}
    if draft.status is None:
        errors["status"] = "Choose what the account is from that day on."
    if draft.since is None:
        errors["since"] = "Enter the first day of the new status."
    if draft.since and draft.until and draft.until <= draft.since:
        errors["until"] = f"The status begins on {draft.since:%m/%d/%Y}. Choose a later day for its end."
    if draft.status is AccountStatus.EXEMPT:
        if draft.until is None:
            errors["until"] = "An exemption ends; enter the first day on which the account pays again."
        if not draft.authority.strip():
            errors["authority"] = "Enter on whose authority the account is exempt."
    if not draft.reason.strip():
        errors["reason"] = "Say why; the reason is shown in every run."
    return errors


def check_owner(draft: OwnerDraft, *, today: date) -> dict[str, str]:
    """What is wrong with a typed sale: field name to sentence."""
    errors: dict[str, str] = {}
    if draft.on is None or draft.on > today:
        errors["on"] = "Enter the day of the hand-over, not after today."
    if draft.buyer is None or not draft.buyer.name.strip():
        errors["name"] = "Enter the buyer's name as it is on the deed."
    if not draft.reason.strip():
        errors["reason"] = "Say how you know (deed, attorney's letter, county's list)."
    if draft.left is LeftBalance.MOVED:
        if not draft.move_to.strip():
            errors["move_to"] = "Enter the account that the seller's balance goes to."
        if not draft.move_authority.strip():
            errors["move_authority"] = (
                "Enter the Board's resolution; off the property the debt is no lien on it."
            )
    return errors


def check_alternate(draft: AlternateDraft) -> dict[str, str]:
    """What is wrong with a typed address for a time: field name to sentence."""
    errors: dict[str, str] = {}
    if draft.since is None:
        errors["since"] = "Enter the first day on which mail goes there."
    if draft.until is None:
        errors["until"] = "Enter the first day on which mail goes to the usual address again."
    elif draft.since is not None and draft.until <= draft.since:
        errors["until"] = f"Mail goes there from {draft.since:%m/%d/%Y}. Choose a later day for the end."
    if not (draft.address.street.strip() or draft.address.po_box.strip()) or not draft.address.city.strip():
        errors["street"] = "Enter street or post office box, and the city."
    return errors


def overlap(spans: Sequence[tuple[date, date]], new: tuple[date, date]) -> tuple[date, date] | None:
    """The span, end excluded, that shares a day with the new one."""
    return next((one for one in spans if one[0] < new[1] and new[0] < one[1]), None)
