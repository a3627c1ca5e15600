from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.scanline import is_scan_line, luhn_digit, parse_scan_line, scan_line

WORKED = [
    ("1042", date(2026, 6, 30), 13764, "000010422606300000137642"),
    ("00120345", date(2026, 10, 31), 28050, "001203452610310000280504"),
]


@pytest.mark.parametrize(("account", "due", "cents", "line"), WORKED)
def test_write_and_read_worked_lines(account: str, due: date, cents: int, line: str) -> None:
    assert scan_line(account, due, cents) == line
    stub = parse_scan_line(f" {line[:8]} {line[8:]}\n")
    assert (stub.account, stub.due, stub.cents) == (account.zfill(8), due, cents)


def test_read_amount_as_money() -> None:
    assert parse_scan_line("000010422606300000137642").amount == Decimal("137.64")


def test_luhn_digit_of_a_published_card_number() -> None:
    assert luhn_digit("7992739871") == "3"


@given(
    st.integers(min_value=0, max_value=99_999_999),
    st.dates(min_value=date(2000, 1, 1), max_value=date(2099, 12, 31)),
    st.integers(min_value=0, max_value=999_999_999),
)
def test_read_back_what_was_written(account: int, due: date, cents: int) -> None:
    line = scan_line(str(account), due, cents)
    assert is_scan_line(line)
    stub = parse_scan_line(line)
    assert (int(stub.account), stub.due, stub.cents) == (account, due, cents)


@given(st.integers(min_value=0, max_value=23), st.integers(min_value=1, max_value=9))
def test_refuse_any_single_misread_digit(place: int, shift: int) -> None:
    line = "000010422606300000137642"
    wrong = line[:place] + str((int(line[place]) + shift) % 10) + line[place + 1 :]
    with pytest.raises(UserError, match="misread"):
        parse_scan_line(wrong)


@pytest.mark.parametrize(
    "text", ["", "1042", "00001042260630000013764", "00001042260630000013764x", "٠" * 24]
)
def test_refuse_line_of_wrong_shape(text: str) -> None:
    assert not is_scan_line(text)
    with pytest.raises(UserError, match="24 digits"):
        parse_scan_line(text)


def test_refuse_line_without_valid_date() -> None:
    body = "00001042" + "261331" + "000013764"
    with pytest.raises(UserError, match="account 00001042 bears no valid due date"):
        parse_scan_line(body + luhn_digit(body))


@pytest.mark.parametrize(
    ("account", "due", "cents"),
    [
        ("", date(2026, 6, 30), 1),
        ("123456789", date(2026, 6, 30), 1),
        ("A-12", date(2026, 6, 30), 1),
        ("1042", date(1999, 6, 30), 1),
        ("1042", date(2026, 6, 30), -1),
        ("1042", date(2026, 6, 30), 1_000_000_000),
    ],
)
def test_refuse_what_cannot_be_written(account: str, due: date, cents: int) -> None:
    with pytest.raises(UserError):
        scan_line(account, due, cents)
