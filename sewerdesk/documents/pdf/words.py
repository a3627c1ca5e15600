"""Amounts in words, as checks and receipts write them."""

from decimal import Decimal

from sewerdesk.domain.money import to_cents


def amount_in_words(amount: Decimal) -> str:
    """``One hundred eighty-two and 05/100 dollars``; ``ValueError`` for a negative amount or part of a cent."""
    from num2words import num2words

    cents = to_cents(amount)
    if cents < 0:
        raise ValueError("an amount in words is zero or more")
    whole, part = divmod(cents, 100)
    words = str(num2words(whole, lang="en")).replace(",", "").replace(" and ", " ")
    unit = "dollar" if (whole, part) == (1, 0) else "dollars"
    return f"{words[0].upper()}{words[1:]} and {part:02d}/100 {unit}"
