"""Numbers and days as the clerk reads them; shared by every sentence that the rules make."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal


def show(number: Decimal, places: int | None = None) -> str:
    """A measured number: thousands separated, half-up to ``places``, or as given without tail zeros."""
    if places is not None:
        return f"{number.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP):,f}"
    plain = f"{number:,f}"
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def count(number: Decimal | int, one: str, many: str = "") -> str:
    """``1 hour``, ``2 hours``, ``1.5 hours``.

    ``many`` where its plural takes no s, or a verb follows: ``1 account is``, ``2 accounts are``.
    """
    return f"{show(Decimal(number))} {one if number == 1 else many or one + 's'}"


def show_date(day: date) -> str:
    """A day as printed: 3/14/2027."""
    return f"{day.month}/{day.day}/{day.year}"


def join_words(words: list[str] | tuple[str, ...], *, last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def show_dollars(amount: Decimal) -> str:
    """A limit or a fee in a sentence: ``$500,000``, with cents only where there are any."""
    whole = amount == amount.to_integral_value()
    return f"${amount:,.0f}" if whole else f"${amount:,.2f}"
