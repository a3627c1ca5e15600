"""A check that the bank sent back: what may be returned, the fee, and for how long no check is taken afterwards."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.payments import CARRIED, ReceiptRow
from sewerdesk.domain.receipts import Tender


@dataclass(frozen=True, slots=True)
class ReturnDraft:
    """A return as the bank's notice tells it.

    ``charge_fee`` charges the fee of the schedule or the settings; ``fee_account`` names the account it goes on where
    the check paid several.
    """

    receipt_id: int
    returned_on: date
    bank_reason: str
    charge_fee: bool = True
    fee_account: str = ""


@dataclass(frozen=True, slots=True)
class ReturnFee:
    """The fee for a returned check with the charge code it is booked to and what sets it."""

    amount: Decimal
    charge_code: str
    authority: str


@dataclass(frozen=True, slots=True)
class ReturnedRow:
    """A check that came back, as lists show it; ``times`` counts the standing returns of its payer's accounts."""

    receipt_id: int
    receipt: str
    act_id: int
    act: str
    returned_on: date
    payer: str
    amount: Decimal
    bank_reason: str
    fee: Decimal
    times: int
    redeposited_as: str = ""


@dataclass(frozen=True, slots=True)
class ReturnPosted:
    """A return that was posted; ``warning`` is what the disk refused.

    ``fee_note`` says why no fee was charged though the office has one.
    """

    act_id: int
    act: str
    fee: Decimal
    cash_only_until: date | None
    warning: str = ""
    fee_note: str = ""


def check_return(row: ReceiptRow, draft: ReturnDraft, *, deposited_on: date | None, today: date) -> None:
    """Refuse a return that cannot be: of cash, of a void or returned receipt, before the check went to the bank."""
    errors: dict[str, str] = {}
    if not draft.bank_reason.strip():
        errors["bank_reason"] = "Enter the bank's reason as its notice gives it, such as insufficient funds."
    if draft.returned_on > today:
        errors["returned_on"] = (
            f"{draft.returned_on:%m/%d/%Y} is still ahead. Enter the day of the bank's notice."
        )
    if errors:
        raise FieldErrors(errors)
    if row.void_reason:
        raise RuleViolation(f"{row.number} is void: {row.void_reason}. A void check was never paid in.")
    if row.returned_on is not None:
        raise RuleViolation(f"The check of {row.number} came back on {row.returned_on:%m/%d/%Y} already.")
    if row.tender is Tender.CASH:
        raise RuleViolation(f"{row.number} was paid in cash, which no bank returns.")
    if row.tender in CARRIED and deposited_on is None:
        raise RuleViolation(
            f"{row.number} was not deposited, so the bank cannot have returned it. Deposit it, or void the receipt."
        )
    first = max(row.received_on, deposited_on or row.received_on)
    if draft.returned_on < first:
        raise FieldErrors(
            {"returned_on": f"It went to the bank on {first:%m/%d/%Y}. Enter that day or a later one."}
        )


def cash_only_until(returned_on: date, months: int | None) -> date | None:
    """The first day on which a check is taken again; ``None`` where the office refuses none."""
    return add_months(returned_on, months) if months else None
