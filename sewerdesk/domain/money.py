"""Money: exact decimals of US dollars, rounded half-up to the cent in this module and nowhere else."""

from collections.abc import Sequence
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")
ZERO = Decimal("0.00")
_SETTLED_PLACES = 12


def round_cents(amount: Decimal) -> Decimal:
    """Round to the cent, halves away from zero (0.125 is 0.13, -0.125 is -0.13)."""
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


def round_divided(amount: Decimal) -> Decimal:
    """Round to the cent an amount worked out with a division, such as a share by days.

    A share of a third ends in digits that no decimal holds, so that parts which come to 62.505 may add up to
    62.50499…; the twelfth decimal is taken first, so that the half cent still goes up.
    """
    return round_cents(round(amount, _SETTLED_PLACES))


def to_cents(amount: Decimal) -> int:
    """Whole cents of an amount; ``ValueError`` where a fraction of a cent would be lost."""
    cents = amount.scaleb(2)
    if cents != cents.to_integral_value():
        raise ValueError(f"{amount} has a fraction of a cent")
    return int(cents)


def from_cents(cents: int) -> Decimal:
    """The amount of whole cents, always with two decimals."""
    return Decimal(cents).scaleb(-2).quantize(CENT)


def split_by_weight(total: Decimal, weights: Sequence[Decimal]) -> list[Decimal]:
    """Split an amount in proportion to weights so that the parts sum to the whole to the cent.

    Largest remainder; between equal remainders the earlier part gets the cent (100.00 by three is 33.34,
    33.33, 33.33). Weights are zero or more and not all zero; ``ValueError`` otherwise.
    """
    if not weights or any(weight < 0 for weight in weights) or not any(weights):
        raise ValueError("weights must be zero or more, and one of them more than zero")
    cents = to_cents(total)
    sign = -1 if cents < 0 else 1
    whole = sum(weights, Decimal(0))
    shares = [Decimal(abs(cents)) * weight / whole for weight in weights]
    parts = [int(share.to_integral_value(rounding=ROUND_FLOOR)) for share in shares]
    order = sorted(range(len(shares)), key=lambda i: (parts[i] - shares[i], i))
    for index in order[: abs(cents) - sum(parts)]:
        parts[index] += 1
    return [from_cents(sign * part) for part in parts]


def format_money(amount: Decimal) -> str:
    """An amount as printed everywhere: ``1,234.50``, negative as ``-45.00``, never by color alone."""
    return f"{round_cents(amount):,.2f}"
