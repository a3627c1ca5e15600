"""Amounts as typed: what is taken, what is refused, and the arithmetic of an adding machine."""

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.entry import LARGEST_AMOUNT, parse_amount, read_amount
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import format_money, from_cents


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("1234", "1234.00"),
        ("1,234.50", "1234.50"),
        ("1,234.5", "1234.50"),
        ("$12", "12.00"),
        ("$ 12.5", "12.50"),
        ("(45.00)", "-45.00"),
        ("($45)", "-45.00"),
        ("45-", "-45.00"),
        ("-45", "-45.00"),
        ("\u221245", "-45.00"),
        ("-$45", "-45.00"),
        ("$-45", "-45.00"),
        (".5", "0.50"),
        ("7.", "7.00"),
        ("-0", "0.00"),
        ("9,999,999.99", "9999999.99"),
        ("007", "7.00"),
    ],
)
def test_parse_amount_reads_plain_forms(typed: str, amount: str) -> None:
    found = parse_amount(typed)
    assert str(found) == amount
    assert read_amount(typed).note == ""


@pytest.mark.parametrize(
    ("typed", "amount"),
    [
        ("100*1.1", "110.00"),
        ("12+3.50", "15.50"),
        ("12+3.50=", "15.50"),
        ("12 + 3.50 - 1", "14.50"),
        ("2+3*4", "14.00"),
        ("(2+3)*4", "20.00"),
        ("-5+3", "-2.00"),
        ("1/3*3", "1.00"),
        ("100/8", "12.50"),
        ("$10+$5.25", "15.25"),
        ("1,200.00/4", "300.00"),
        ("3\u00d72.50", "7.50"),
        ("5-5", "0.00"),
        ("10-2-3", "5.00"),
    ],
)
def test_parse_amount_calculates(typed: str, amount: str) -> None:
    assert str(parse_amount(typed)) == amount


@pytest.mark.parametrize(
    ("typed", "amount", "note"),
    [
        ("100/3", "33.33", "100/3 = 33.33, rounded to the cent"),
        ("0.25*0.5", "0.13", "0.25*0.5 = 0.13, rounded to the cent"),
        ("-0.25*0.5", "-0.13", "-0.25*0.5 = -0.13, rounded to the cent"),
        ("0.248*0.5", "0.12", "0.248*0.5 = 0.12, rounded to the cent"),
        ("100*1.1", "110.00", "100*1.1 = 110.00"),
    ],
)
def test_read_amount_echoes_a_calculation_and_says_when_it_rounded(
    typed: str, amount: str, note: str
) -> None:
    entry = read_amount(typed)
    assert (str(entry.amount), entry.note) == (amount, note)


@pytest.mark.parametrize(
    "typed", ["0,012", "1,23", "62,5", "1,2345", "12,345,67", ",5", "1,234,56.00", "0,012+1"]
)
def test_parse_amount_refuses_a_comma_that_groups_no_thousands(typed: str) -> None:
    with pytest.raises(UserError, match="comma only between thousands"):
        parse_amount(typed)


@pytest.mark.parametrize("typed", ["1.005", "12.500", "0.001"])
def test_parse_amount_refuses_a_third_decimal_outside_a_calculation(typed: str) -> None:
    with pytest.raises(UserError, match="at most two decimals"):
        parse_amount(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "NaN",
        "Infinity",
        "1e5",
        "twelve",
        "1 234",
        "1.2.3",
        "0x10",
        "12 USD",
        "\u0661\u0662",
        "__import__",
        "$",
        ".",
        "5 5+1",
    ],
)
def test_parse_amount_refuses_what_is_no_amount(typed: str) -> None:
    with pytest.raises(UserError, match="amount"):
        parse_amount(typed)


@pytest.mark.parametrize("typed", ["1+", "*2", "2**3", "(2+3", "2+3)", "5--3", "()", "2(3+1)", "1+2-"])
def test_parse_amount_refuses_an_unfinished_calculation(typed: str) -> None:
    with pytest.raises(UserError):
        parse_amount(typed)


def test_parse_amount_refuses_odd_cases_each_with_its_sentence() -> None:
    for typed, part in [
        ("", "Type an amount"),
        ("5/0", "divided by zero"),
        ("-45-", "more than one minus"),
        ("(45.00)+10", "minus sign first"),
        ("10000000", "at most 9,999,999.99"),
        ("9999999*9999999", "at most 9,999,999.99"),
        ("-10,000,000.00", "at most 9,999,999.99"),
        ("9999999.99+0.005", "at most 9,999,999.99"),
        ("1" * 81, "too long"),
    ]:
        with pytest.raises(UserError, match=part):
            parse_amount(typed)


@given(cents=st.integers(-999_999_999, 999_999_999))
def test_parse_amount_returns_what_format_money_wrote(cents: int) -> None:
    amount = from_cents(cents)
    assert parse_amount(format_money(amount)) == amount
    assert parse_amount(f"{amount}") == amount
    assert parse_amount(f"{format_money(abs(amount))}-") == -abs(amount)


@given(left=st.integers(0, 400_000_000), right=st.integers(0, 400_000_000))
def test_parse_amount_adds_exactly(left: int, right: int) -> None:
    assert parse_amount(f"{from_cents(left)}+{from_cents(right)}") == from_cents(left + right)
    assert parse_amount(f"{from_cents(left)}-{from_cents(right)}") == from_cents(left - right)


@given(text=st.text(alphabet="0123456789+-*/().,$ =xe\u0661", max_size=24))
def test_parse_amount_never_fails_otherwise_than_by_a_sentence(text: str) -> None:
    with suppress(UserError):
        amount = parse_amount(text)
        assert abs(amount) <= LARGEST_AMOUNT
        assert amount.as_tuple().exponent == -2
        assert not (amount == 0 and amount.is_signed())
        assert isinstance(amount, Decimal)
