"""Amounts as a clerk types them, exact to the cent, with adding-machine arithmetic.

Strict on purpose: a comma that does not group thousands (``0,012``, ``1,23``) and a third decimal are refused
rather than guessed at. Arithmetic is exact (fractions) and rounded once, half-up to the cent.
"""

import re
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO, format_money, round_cents

LARGEST_AMOUNT = Decimal("9999999.99")
"""The largest amount, in dollars, that a field takes; more is a slip of the fingers."""

_LONGEST = 80
_HINT = "Type an amount such as 1,234.50."
_NUMBER = r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)?(?:\.[0-9]*)?"
_PLAIN = re.compile(rf"(?P<sign>-)?\s*\$?\s*(?P<inner>-)?(?P<number>{_NUMBER})\s*(?P<after>-)?")
_BRACKETED = re.compile(rf"\(\s*\$?\s*(?P<number>{_NUMBER})\s*\)")
_TOKEN = re.compile(rf"\s*(?:(?P<op>[-+*/()])|\$?\s*(?P<number>{_NUMBER}))")
_LONE_BRACKET = re.compile(rf"\(\s*\$?\s*{_NUMBER}\s*\)")
_SIGNS = str.maketrans({"\u2212": "-", "\u2013": "-", "\u00d7": "*", "\u00f7": "/"})


@dataclass(frozen=True, slots=True)
class AmountEntry:
    """What a typed amount came to, in dollars and cents, and a note where the clerk should know how."""

    amount: Decimal
    note: str = ""


def parse_amount(text: str) -> Decimal:
    """The amount in dollars, with exactly two decimals; ``UserError`` with one sentence otherwise.

    Takes ``1234``, ``1,234.50``, ``$12``, ``.5``, ``(45.00)`` and ``45-`` for minus 45.00, and arithmetic
    such as ``100*1.1``, which alone may come to fractions of a cent and is then rounded half-up.
    """
    return read_amount(text).amount


def read_amount(text: str) -> AmountEntry:
    """As :func:`parse_amount`, with a note that echoes a calculation and says when it was rounded."""
    typed = " ".join(text.translate(_SIGNS).split())
    if not typed:
        raise UserError(_HINT)
    if len(typed) > _LONGEST:
        raise UserError(f"This is too long for an amount. {_HINT}")
    plain = _plain_amount(typed)
    if plain is not None:
        return AmountEntry(_within_limit(plain))
    sum_text = typed.removesuffix("=").rstrip()
    return _calculated(sum_text)


def _plain_amount(typed: str) -> Decimal | None:
    bracketed = _BRACKETED.fullmatch(typed)
    found = bracketed or _PLAIN.fullmatch(typed)
    if found is None or not any(mark.isdigit() for mark in found["number"]):
        return None
    minus = 1 if bracketed else sum(1 for part in ("sign", "inner", "after") if found[part])
    if minus > 1:
        raise UserError(f"There is more than one minus sign. {_HINT}")
    decimals = found["number"].partition(".")[2]
    if len(decimals) > 2:
        raise UserError("Type at most two decimals, for example 12.50.")
    number = Decimal(found["number"].replace(",", ""))
    return round_cents(-number if minus and number else number)


def _within_limit(amount: Decimal) -> Decimal:
    if abs(amount) > LARGEST_AMOUNT:
        raise UserError(f"The amount may be at most {format_money(LARGEST_AMOUNT)}.")
    return amount


def _calculated(typed: str) -> AmountEntry:
    if _LONE_BRACKET.search(typed):
        raise UserError(
            "In a calculation write a negative number with a minus sign first, for example -45+10."
        )
    exact = _Calculation(_tokens(typed)).result()
    if abs(exact) > LARGEST_AMOUNT + 1:
        return AmountEntry(_within_limit(LARGEST_AMOUNT + 1))
    with localcontext() as context:
        context.prec = 3 * _LONGEST
        unrounded = Decimal(exact.numerator) / Decimal(exact.denominator)
        amount = round_cents(unrounded)
    amount = _within_limit(amount or ZERO)
    note = f"{typed} = {format_money(amount)}"
    if Fraction(amount) != exact:
        note += ", rounded to the cent"
    return AmountEntry(amount, note)


def _tokens(typed: str) -> list[str]:
    tokens: list[str] = []
    position = 0
    while position < len(typed):
        found = _TOKEN.match(typed, position)
        if found is None or found.end() == position:
            raise _unreadable(typed)
        if found["op"]:
            tokens.append(found["op"])
        else:
            tokens.append(_number_token(found["number"], typed, following=typed[found.end() :]))
        position = found.end()
    return tokens


def _number_token(number: str, typed: str, *, following: str) -> str:
    after = following.lstrip()[:1]
    if not any(mark.isdigit() for mark in number) or after in tuple(",.$") or after.isalnum():
        raise _unreadable(typed)
    return number.replace(",", "")


def _unreadable(typed: str) -> UserError:
    if "," in typed:
        return UserError(
            "Use the comma only between thousands and the point before cents, for example 1,234.50."
        )
    return UserError(f"“{typed}” is not an amount. {_HINT}")


class _Calculation:
    """Adds, subtracts, multiplies and divides a list of tokens by the usual precedence, exactly."""

    def __init__(self, tokens: list[str]) -> None:
        self._tokens = tokens
        self._next = 0

    def result(self) -> Fraction:
        value = self._sum()
        if self._peek():
            raise self._unfinished()
        return value

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._next += 1
        return token

    def _sum(self) -> Fraction:
        negative = self._peek() == "-"
        if negative:
            self._take()
        value = -self._product() if negative else self._product()
        while self._peek() in ("+", "-"):
            add = self._take() == "+"
            term = self._product()
            value = value + term if add else value - term
        return value

    def _product(self) -> Fraction:
        value = self._factor()
        while self._peek() in ("*", "/"):
            multiply = self._take() == "*"
            factor = self._factor()
            if not multiply and not factor:
                raise UserError("An amount cannot be divided by zero.")
            value = value * factor if multiply else value / factor
        return value

    def _factor(self) -> Fraction:
        part = self._take()
        if part == "(":
            value = self._sum()
            if self._take() != ")":
                raise self._unfinished()
            return value
        if not part or part in "+-*/)":
            raise self._unfinished()
        return Fraction(part)

    @staticmethod
    def _unfinished() -> UserError:
        return UserError("The calculation is not complete. Type it like 100*1.1 or 12+3.50.")
