"""Numbers of papers, such as ``PER-2027-0001``, and account numbers, which are text.

A series has one counter for each prefix and year, without gaps; the number is taken in the transaction that
freezes the paper, and a void paper keeps its number.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from sewerdesk.domain.errors import UserError

ACCOUNT_MAX = 20
_NUMBER = re.compile(r"([A-Z]{2,3})[- ]([0-9]{4})[- ]([0-9]{1,9})")
_ACCOUNT = re.compile(rf"[A-Z0-9](?:[A-Z0-9 ./-]{{0,{ACCOUNT_MAX - 2}}}[A-Z0-9])?")


class SeriesKind(StrEnum):
    """The prefix of each series of numbered papers and records."""

    APPLICATION = "APP"
    PERMIT = "PER"
    INSPECTION = "INS"
    CASE = "CAS"
    NOTICE_OF_VIOLATION = "NOV"
    ORDER_TO_CONNECT = "OTC"
    CONSENT_ORDER = "CO"
    ADMINISTRATIVE_ORDER = "AO"
    SHOW_CAUSE = "SCH"
    CEASE_AND_DESIST = "CD"
    INSURANCE_NOTICE = "INX"
    BILLING_RUN = "RUN"
    BILL = "BIL"
    PAST_DUE = "PDN"
    SEVERANCE = "SHT"
    RELEVY = "RLV"
    RELEVY_LETTER = "RLW"
    PAYOFF = "PAY"
    RECEIPT = "REC"
    DEPOSIT = "DEP"
    ADJUSTMENT = "ADJ"
    PENALTY = "PEN"
    RETURNED_CHECK = "RTN"
    REFUND = "RFD"
    TRANSFER = "TRF"
    UNDO = "UND"
    STATEMENT = "STM"
    DRAWER = "DRW"
    PAYMENT_PLAN = "PLN"
    BILL_CORRECTION = "COR"
    ROLL_BACK = "RBK"


@dataclass(frozen=True, slots=True, order=True)
class SeriesNumber:
    """One number of a series; as text it sorts and prints as ``PER-2027-0001``."""

    kind: SeriesKind
    year: int
    sequence: int

    def __post_init__(self) -> None:
        if self.sequence < 1 or not 1000 <= self.year <= 9999:
            raise ValueError(f"{self.kind} {self.year} {self.sequence} is no number of a series")

    def __str__(self) -> str:
        return f"{self.kind.value}-{self.year}-{self.sequence:04d}"

    @property
    def next(self) -> "SeriesNumber":
        """The number after it in the same year."""
        return SeriesNumber(self.kind, self.year, self.sequence + 1)


def parse_number(text: str) -> SeriesNumber:
    """The number that was typed or scanned; ``per-2027-1`` is taken for ``PER-2027-0001``.

    Raises ``UserError`` where the text is no number of a known series.
    """
    match = _NUMBER.fullmatch(text.strip().upper())
    kinds = {kind.value: kind for kind in SeriesKind}
    if match is None or match[1] not in kinds or int(match[2]) < 1000 or int(match[3]) < 1:
        raise UserError(f'"{text.strip()}" is no number of a paper; type it such as PER-2027-0001.')
    return SeriesNumber(kinds[match[1]], int(match[2]), int(match[3]))


def account_number(text: str) -> str:
    """An account number as text, in capitals, every leading zero kept.

    Up to 20 letters, digits, spaces, periods, slashes and hyphens; raises ``UserError`` for anything else.
    """
    number = " ".join(text.split()).upper()
    if not (text.isascii() and _ACCOUNT.fullmatch(number)):
        raise UserError(
            f'"{text.strip()}" is no account number; use up to {ACCOUNT_MAX} letters and digits, with spaces, '
            "periods, slashes or hyphens between them."
        )
    return number
