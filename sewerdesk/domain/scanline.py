"""The line of 24 digits at the foot of a bill's stub, read by a scanner when the payment comes back.

Account 8, due date YYMMDD 6, amount in cents 9, check digit 1, zero-filled, without blanks. The check digit is
Luhn's (ISO/IEC 7812-1, annex B): from the right, every other digit beginning with the last is doubled, nine is
taken off what exceeds nine, and the check digit fills the sum up to a multiple of ten.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import from_cents
from sewerdesk.domain.wording import count

ACCOUNT_DIGITS = 8
DATE_DIGITS = 6
CENT_DIGITS = 9
LENGTH = ACCOUNT_DIGITS + DATE_DIGITS + CENT_DIGITS + 1
CENTURY = 2000
_ASCII_DIGITS = frozenset("0123456789")


@dataclass(frozen=True, slots=True)
class ScannedStub:
    """What a scan line says: account number of eight digits, due date, amount due in cents."""

    account: str
    due: date
    cents: int

    @property
    def amount(self) -> Decimal:
        """The amount due."""
        return from_cents(self.cents)


def luhn_digit(digits: str) -> str:
    """The check digit for a string of digits."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


def scan_line(account_digits: str, due: date, cents: int) -> str:
    """The 24 digits for an account, a due date and an amount in cents (zero for a credit).

    ``UserError`` if the account number is not one to eight digits, the amount is negative or above
    9,999,999.99, or the year lies outside 2000 to 2099.
    """
    if not account_digits or not set(account_digits) <= _ASCII_DIGITS or len(account_digits) > ACCOUNT_DIGITS:
        raise UserError(
            f"Account number \u201c{account_digits}\u201d cannot be printed on a payment stub: "
            "it must be one to eight digits."
        )
    if not 0 <= cents < 10**CENT_DIGITS:
        raise UserError(f"The amount of account {account_digits} does not fit on a payment stub.")
    if not CENTURY <= due.year < CENTURY + 100:
        raise UserError(f"The due date of account {account_digits} must lie between 2000 and 2099.")
    body = f"{account_digits:0>{ACCOUNT_DIGITS}}{due:%y%m%d}{cents:0{CENT_DIGITS}d}"
    return body + luhn_digit(body)


def is_scan_line(text: str) -> bool:
    """Whether text has the shape of a scan line: 24 digits, blanks apart."""
    digits = "".join(text.split())
    return len(digits) == LENGTH and set(digits) <= _ASCII_DIGITS


def parse_scan_line(text: str) -> ScannedStub:
    """What a scanned or typed line says; blanks are ignored. ``UserError`` says what is wrong with it."""
    digits = "".join(text.split())
    if not is_scan_line(digits):
        raise UserError(
            f"A payment stub has {LENGTH} digits; \u201c{digits}\u201d has {count(len(digits), 'sign')}. Scan it again."
        )
    if luhn_digit(digits[:-1]) != digits[-1]:
        raise UserError(
            "The payment stub was misread: its check digit is wrong. Scan it again or type the account."
        )
    account, rest = digits[:ACCOUNT_DIGITS], digits[ACCOUNT_DIGITS:]
    year, month, day = (int(rest[start : start + 2]) for start in (0, 2, 4))
    try:
        due = date(CENTURY + year, month, day)
    except ValueError as error:
        raise UserError(f"The payment stub of account {account} bears no valid due date.") from error
    return ScannedStub(account, due, int(rest[DATE_DIGITS:-1]))
