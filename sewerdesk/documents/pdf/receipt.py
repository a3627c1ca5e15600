"""The receipt: half a page, printed twice on a sheet, one for the payer and one for the office's file."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from sewerdesk.documents.pdf.letterhead import Letterhead
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO, format_money


@dataclass(frozen=True, slots=True)
class PaidFor:
    """A part of the payment: account and bill or permit in words, and how much went to it."""

    account: str
    text: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Receipt:
    """All that one receipt prints.

    ``received_at`` is the date and time as text, ``method`` such as "Check no. 1042", ``balance_after`` the
    account's balance once the payment is in, None where it concerns no account. ``void_reason`` marks a void
    receipt, whose number stays.
    """

    receipt_no: str
    received_at: str
    received_from: str
    method: str
    amount: Decimal
    paid_for: tuple[PaidFor, ...]
    received_by: str
    balance_after: Decimal | None = None
    void_reason: str = ""
    note: str = ""

    def check_sums(self) -> None:
        """``UserError`` unless the parts sum to the amount."""
        parts = sum((part.amount for part in self.paid_for), ZERO)
        if parts != self.amount:
            raise UserError(
                f"Receipt {self.receipt_no} is for {format_money(self.amount)} but its parts sum to "
                f"{format_money(parts)}. Correct the payment before you print."
            )


def receipts_pdf(
    receipts: Iterable[Receipt],
    *,
    letterhead: Letterhead,
    template: str = "receipt 1",
    copies: tuple[str, str] = ("Payer's copy", "Office copy"),
) -> bytes:
    """One sheet a receipt with both copies; a receipt of many parts takes further sheets.

    ``UserError`` names the receipt that does not add up or has a sign that cannot be printed.
    """
    from sewerdesk.documents.pdf.receipt_page import draw_receipts

    checked = list(receipts)
    for receipt in checked:
        receipt.check_sums()
    return draw_receipts(checked, letterhead=letterhead, template=template, copies=copies)


def receipt_pdf(receipt: Receipt, *, letterhead: Letterhead) -> bytes:
    """The sheet of a single receipt."""
    return receipts_pdf([receipt], letterhead=letterhead)
