"""The deposit slip and report: what goes to the bank, check by check, and which accounts of the books it feeds."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.documents.pdf.letterhead import Letterhead
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO, format_money


@dataclass(frozen=True, slots=True)
class CashCount:
    """How many bills of one denomination; ``denomination`` in dollars."""

    denomination: Decimal
    count: int

    @property
    def amount(self) -> Decimal:
        """What they are worth."""
        return self.denomination * self.count


@dataclass(frozen=True, slots=True)
class CheckItem:
    """A check or money order: payer, the bank's number, its own number, amount. Numbers are text."""

    payer: str
    bank_no: str
    check_no: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class FundLine:
    """What the deposit adds to one account of the books."""

    code: str
    name: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class DepositSlip:
    """All that a deposit slip prints. ``account`` is masked by the caller; ``total`` must be what it adds up to."""

    deposit_no: str
    day: date
    bank: str
    account: str
    receipts: str
    coin: Decimal
    currency: tuple[CashCount, ...]
    checks: tuple[CheckItem, ...]
    funds: tuple[FundLine, ...]
    total: Decimal
    prepared_by: str

    @property
    def currency_total(self) -> Decimal:
        """All paper money."""
        return sum((count.amount for count in self.currency), ZERO)

    @property
    def check_total(self) -> Decimal:
        """All checks and money orders."""
        return sum((check.amount for check in self.checks), ZERO)

    def check_sums(self) -> None:
        """``UserError`` unless coin, currency and checks, and the accounts of the books, each sum to the total."""
        money = self.coin + self.currency_total + self.check_total
        booked = sum((fund.amount for fund in self.funds), ZERO)
        for amount, what in ((money, "coin, currency and checks"), (booked, "the accounts of the books")):
            if amount != self.total:
                raise UserError(
                    f"Deposit {self.deposit_no} is {format_money(self.total)}, but {what} sum to "
                    f"{format_money(amount)}. Correct the count before you print."
                )


def deposit_slip_pdf(slip: DepositSlip, *, letterhead: Letterhead, template: str = "deposit 1") -> bytes:
    """The slip: eighteen checks on the first page, the rest on further ones with the sum carried forward.

    ``UserError`` names the deposit if it does not add up or a sign cannot be printed.
    """
    slip.check_sums()
    from sewerdesk.documents.pdf.deposit_page import draw_slip

    return draw_slip(slip, letterhead=letterhead, template=template)
