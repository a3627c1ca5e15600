"""Charges of one account and the facts its charges rest on, as typed and as listed."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.money import round_cents
from sewerdesk.domain.rates import AccountCharge, AccountChargeKind, BasisKind, VolumeUnit


@dataclass(frozen=True, slots=True)
class ChargeDraft:
    """A charge of one account as typed; ``amount`` in dollars each time, or the whole of ``INSTALLMENTS``."""

    account_id: int
    charge_code: str
    text: str
    kind: AccountChargeKind
    amount: Decimal
    starts_on: date
    authority: str
    stops_on: date | None = None
    count: int | None = None


@dataclass(frozen=True, slots=True)
class ChargeView:
    """A charge of one account as listed, with what live bills hold of it and why it was stopped."""

    charge: AccountCharge
    stop_reason: str
    billed_amount: Decimal

    @property
    def left(self) -> Decimal | None:
        """Dollars still to bill; None for a recurring charge without an end."""
        charge = self.charge
        if charge.kind is AccountChargeKind.INSTALLMENTS:
            return charge.amount - self.billed_amount
        return None if charge.parts is None else charge.amount * (charge.parts - charge.billed)


@dataclass(frozen=True, slots=True)
class BasisDraft:
    """A fact as typed; it ends the one of the same kind and detail before it."""

    account_id: int
    kind: BasisKind
    quantity: Decimal
    since: date
    source: str
    detail: str = ""
    until: date | None = None
    worksheet: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OtherBillDraft:
    """Another service's bill as its office gave it; ``period`` is the quarter's code, ``account`` the number."""

    account: str
    service: str
    period: str
    billed_on: date
    amount: Decimal
    use: Decimal | None = None
    unit: VolumeUnit = VolumeUnit.GALLON


def check_charge(draft: ChargeDraft) -> dict[str, str]:
    """What is wrong with a charge: field name to sentence."""
    errors: dict[str, str] = {}
    if not draft.text.strip():
        errors["text"] = "Say what is charged; it is printed on the bill."
    if draft.amount <= 0 or draft.amount != round_cents(draft.amount):
        errors["amount"] = (
            "Enter dollars and cents above zero; what is taken off is an adjustment or a credit."
        )
    if not draft.authority.strip():
        errors["authority"] = "Enter the resolution, agreement or section that the charge rests on."
    if draft.stops_on is not None and draft.stops_on <= draft.starts_on:
        errors["stops_on"] = (
            f"The charge begins on {draft.starts_on:%m/%d/%Y}. Choose a later day for its end."
        )
    needs_count = draft.kind is AccountChargeKind.INSTALLMENTS
    if needs_count and (draft.count is None or draft.count < 2):
        errors["count"] = "Enter the number of installments, 2 or more."
    elif needs_count and draft.count is not None and draft.amount < Decimal(draft.count) / 100:
        errors["count"] = "There are more installments than cents; enter fewer."
    if draft.kind is AccountChargeKind.RECURRING and draft.count is not None and draft.count < 1:
        errors["count"] = "Enter how many times it is billed, or leave it empty."
    return errors


def check_basis(draft: BasisDraft) -> dict[str, str]:
    """What is wrong with a fact: field name to sentence."""
    errors: dict[str, str] = {}
    if draft.quantity < 0 or (draft.quantity == 0 and draft.kind in _ABOVE_ZERO):
        errors["quantity"] = "Enter more than zero." if draft.kind in _ABOVE_ZERO else "Enter zero or more."
    elif draft.quantity > LARGEST_FACT:
        errors["quantity"] = f"Enter at most {LARGEST_FACT:,f}; look at the number again."
    if not draft.source.strip():
        errors["source"] = "Say what it rests on, such as the survey, worksheet or decision and its day."
    if draft.kind in _NAMED and not draft.detail.strip():
        errors["detail"] = _NAMED[draft.kind]
    if draft.until is not None and draft.until <= draft.since:
        errors["until"] = f"It begins on {draft.since:%m/%d/%Y}. Choose a later day for its end."
    if draft.kind is BasisKind.ELIGIBLE and draft.until is None:
        errors["until"] = "Enter the day on which the eligibility ends unless it is renewed."
    return errors


LARGEST_FACT = Decimal(10) ** 9
"""Persons, fixtures, dollars or volume of one fact; more is a slip that no bill can be made from."""
_ABOVE_ZERO = frozenset({BasisKind.PERSONS, BasisKind.ELIGIBLE, BasisKind.SEGMENT})
_NAMED = {
    BasisKind.FIXTURES: "Name the kind of fixture, as the rate does.",
    BasisKind.WORKSHEET: "Name the kind of worksheet, such as surcharge.",
    BasisKind.ELIGIBLE: "Name the program, as the credit does.",
    BasisKind.SEGMENT: "Name the segment, as the rate does.",
}
