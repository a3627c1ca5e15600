"""Charges that are a price times something counted: the account, its units, its persons, its plumbing fixtures.

General Municipal Law 451(1) lets sewer rents rest on the number and kind of plumbing fixtures, on the number of persons
served, or on any other equitable basis. All amounts are dollars for one whole billing period.
"""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class PerUnit:
    """``amount`` dollars a period for each unit (EDU) of the account; units may be fractional."""

    amount: Decimal


@dataclass(frozen=True, slots=True)
class Flat:
    """``amount`` dollars a period for the account, whatever its units."""

    amount: Decimal


@dataclass(frozen=True, slots=True)
class PerPerson:
    """``amount`` dollars a period for each person served."""

    amount: Decimal


@dataclass(frozen=True, slots=True)
class FixturePrice:
    """What one fixture of a kind (water closet, lavatory …) pays a period."""

    kind: str
    price: Decimal


@dataclass(frozen=True, slots=True)
class PerFixture:
    """A price for each kind of plumbing fixture; a kind that has none may not be on an account."""

    prices: tuple[FixturePrice, ...]

    def price_of(self, kind: str) -> Decimal | None:
        """The price of a kind, its letters' case aside; None where it has none."""
        wanted = kind.strip().casefold()
        return next((row.price for row in self.prices if row.kind.casefold() == wanted), None)
