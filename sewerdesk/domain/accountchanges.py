"""What the clerk enters when an account changes (status, owner, another address), and which accounts are missing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.billaccounts import AccountStatus
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


@dataclass(frozen=True, slots=True)
class OwnerDraft:
    """A sale: from ``on`` the buyer is billed; the seller pays through the day before."""

    on: date | None = None
    buyer: PartyDraft | None = None
    closing: tuple[ClosingReading, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OwnerChanged:
    """What an owner change did: the seller's final bill where days were left to bill, and from when the buyer pays."""

    seller: str
    buyer: str
    on: date
    final: SingleBill | None


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
    if draft.units is None or draft.units < 0:
        errors["units"] = "Enter the units (EDU), zero or more; parts such as 1.50 may be."
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
