"""Whole numbers, decimals, telephone, ZIP, tax map numbers and stray characters as typed."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.entry import (
    clean_text,
    format_decimal,
    parse_decimal,
    parse_phone,
    parse_print_key,
    parse_whole,
    parse_zip,
)
from sewerdesk.domain.errors import UserError


def test_parse_whole_reads_and_bounds() -> None:
    assert parse_whole(" 12 ") == 12
    assert parse_whole("004512") == 4512
    assert parse_whole("1,234") == 1234
    assert parse_whole("-3") == -3
    assert parse_whole("6", minimum=1, maximum=6) == 6
    for typed in ("", "1.5", "1,23", "0,012", "x", "\u0664", "1e3", "--1"):
        with pytest.raises(UserError, match="whole number"):
            parse_whole(typed)
    with pytest.raises(UserError, match="from 1 to 6"):
        parse_whole("7", minimum=1, maximum=6)
    with pytest.raises(UserError, match="of 1 or more"):
        parse_whole("0", minimum=1)
    with pytest.raises(UserError, match="of 1,000 or less"):
        parse_whole("1001", maximum=1000)


def test_parse_decimal_keeps_to_its_places() -> None:
    assert parse_decimal("12.345", places=3) == Decimal("12.345")
    assert parse_decimal(".5", places=1) == Decimal("0.5")
    assert parse_decimal("1,250", places=2) == Decimal(1250)
    assert str(parse_decimal("-0", places=1)) == "0"
    with pytest.raises(UserError, match="at most 2 decimals"):
        parse_decimal("1.005", places=2)
    with pytest.raises(UserError, match="at most 1 decimal"):
        parse_decimal("1.05", places=1)
    with pytest.raises(UserError, match="of 0 or more"):
        parse_decimal("-1", places=1, minimum=0)
    for typed in ("", ".", "-", "1,5", "NaN", "sNaN", "Infinity", "1e3", "1.2.3"):
        with pytest.raises(UserError):
            parse_decimal(typed, places=2)


@given(value=st.decimals(min_value=-(10**9), max_value=10**9, places=3))
def test_parse_decimal_returns_what_format_decimal_wrote(value: Decimal) -> None:
    assert parse_decimal(format_decimal(value), places=3) == value


@pytest.mark.parametrize(
    "typed",
    ["5185550123", "518-555-0123", "(518) 555 0123", "518.555.0123", "+1 518 555 0123", "1-518-555-0123"],
)
def test_parse_phone_reads_each_form(typed: str) -> None:
    assert parse_phone(typed) == "(518) 555-0123"
    assert parse_phone(parse_phone(typed)) == "(518) 555-0123"


def test_parse_phone_keeps_extension_and_refuses_the_rest() -> None:
    assert parse_phone("518-555-0123 x4") == "(518) 555-0123 ext. 4"
    assert parse_phone("(518) 555-0123 ext. 4") == "(518) 555-0123 ext. 4"
    with pytest.raises(UserError, match="area code"):
        parse_phone("555-0123")
    for typed in ("", "518-555-012", "018-555-0123", "518-055-0123", "call me", "518-555-01234567"):
        with pytest.raises(UserError, match="ten digits"):
            parse_phone(typed)


def test_parse_zip_keeps_leading_zeros() -> None:
    assert parse_zip("02134") == "02134"
    assert parse_zip(" 12836-0042 ") == "12836-0042"
    assert parse_zip("128360042") == "12836-0042"
    for typed in ("", "2134", "123456", "1283A", "12836-42", "\u0661\u0662\u0663\u0664\u0665"):
        with pytest.raises(UserError, match="ZIP code of five or nine digits"):
            parse_zip(typed)


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("12.13-2-15.1", "01201300020150010000"),
        ("165.33-2-6", "16503300020060000000"),
        ("56.060-5-32.100", "05606000050321000000"),
        ("2.-1-2", "00200000010020000000"),
        ("103-1-4.12", "10300000010040120000"),
        ("289.07-1-23./0001", "28900700010230000001"),
        ("  12.13-2-15.1\n", "01201300020150010000"),
        ("1-1-1-a", "0010000001001000000A"),
    ],
)
def test_parse_print_key_makes_the_search_key(typed: str, key: str) -> None:
    found = parse_print_key(typed)
    assert found.key == key
    assert found.text == typed.strip().upper()
    assert len(found.key) == 20


@pytest.mark.parametrize(
    "typed", ["12-2", "1234-1-1", "12/13/2015", "", "12.13-2", "a-b-c", "12.1345-2-1", "1-1-1-ABCDE"]
)
def test_parse_print_key_refuses_what_is_none(typed: str) -> None:
    with pytest.raises(UserError, match="section-block-lot"):
        parse_print_key(typed)


def test_clean_text_drops_what_no_printer_prints() -> None:
    assert clean_text("O'Brien & Sons <Plumbing>") == ("O'Brien & Sons <Plumbing>", 0)
    assert clean_text("Łukasiewicz\x00\x07\u202e") == ("Łukasiewicz", 3)
    assert clean_text("one\r\ntwo\tthree") == ("one two three", 0)
    assert clean_text("one\r\ntwo\tthree\x1b", multiline=True) == ("one\ntwo\tthree", 1)
    assert clean_text("a\ud800b") == ("ab", 1)
