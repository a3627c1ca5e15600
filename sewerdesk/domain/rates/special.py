"""Charges from a worksheet, credits for a reduced rate, and charges of one account alone.

The yearly surcharge for abnormal sewage is worked out in ``domain.pretreatment.surcharge``; here its result becomes a
bill line. A credit needs an eligibility on file that has not expired.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.money import split_by_weight


@dataclass(frozen=True, slots=True)
class FromWorksheet:
    """The yearly amount of the account's worksheet of this ``kind``, in ``periods`` equal parts a year."""

    kind: str = "surcharge"
    periods: int = 4


@dataclass(frozen=True, slots=True)
class Credit:
    """A reduction for accounts that are eligible for ``program``: a percent of the charges named, or dollars a period.

    Never more than what those charges come to; empty ``off`` means all charges of the bill.
    """

    program: str
    percent: Decimal | None = None
    amount: Decimal | None = None
    off: tuple[str, ...] = ()


class AccountChargeKind(StrEnum):
    """How often a charge of one account is billed."""

    ONE_TIME = "one time"
    RECURRING = "recurring"
    INSTALLMENTS = "installments"


@dataclass(frozen=True, slots=True)
class AccountCharge:
    """A charge of one account from ``start`` until ``until`` (exclusive; open where None).

    ``amount`` is dollars each period, or the whole for ``INSTALLMENTS``, which are ``count`` parts that sum to it to
    the cent, the first ones a cent more. A recurring charge with a ``count`` ends after so many periods. ``billed`` is
    how many parts live bills hold already, and ``held`` are their numbers.
    """

    charge_id: int
    charge_code: str
    text: str
    kind: AccountChargeKind
    amount: Decimal
    start: date
    until: date | None = None
    count: int | None = None
    authority: str = ""
    billed: int = 0
    held: frozenset[int] = frozenset()

    @property
    def next_part(self) -> int:
        """The number of the part to bill: the first that no live bill holds.

        Not one more than the last: a bill that is corrected after later ones bills its own part again.
        """
        if not self.held:
            return self.billed + 1
        return next(number for number in range(1, len(self.held) + 2) if number not in self.held)

    @property
    def parts(self) -> int | None:
        """How many times it is billed in all; None is without end."""
        return 1 if self.kind is AccountChargeKind.ONE_TIME else self.count

    def part(self, number: int) -> Decimal:
        """The dollars of the ``number``-th part, counted from 1."""
        if self.kind is not AccountChargeKind.INSTALLMENTS or not self.count:
            return self.amount
        return split_by_weight(self.amount, [Decimal(1)] * self.count)[number - 1]

    def due(self, start: date, end: date) -> bool:
        """Whether a part is billed with a period of these days, both inclusive."""
        left = self.parts is None or self.billed < self.parts
        return left and self.start <= end and (self.until is None or self.until > start)
