"""Numbers of papers and accounts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.numbering import SeriesKind, SeriesNumber, account_number, parse_number


def test_print_a_number_with_four_digits() -> None:
    assert str(SeriesNumber(SeriesKind.PERMIT, 2027, 1)) == "PER-2027-0001"
    assert str(SeriesNumber(SeriesKind.CONSENT_ORDER, 2027, 12)) == "CO-2027-0012"


def test_go_on_past_ten_thousand() -> None:
    assert str(SeriesNumber(SeriesKind.BILL, 2027, 9999).next) == "BIL-2027-10000"


@pytest.mark.parametrize("text", ["PER-2027-0001", "per-2027-1", " PER 2027 01 ", "Per-2027-00001"])
def test_take_a_number_as_clerks_type_it(text: str) -> None:
    assert parse_number(text) == SeriesNumber(SeriesKind.PERMIT, 2027, 1)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PER-2027-0000",
        "XYZ-2027-0001",
        "PER-27-1",
        "PER-2027-",
        "PER-2027-1 OR 1",
        "PER-0001-1",
        "2027-0001",
    ],
)
def test_refuse_what_is_no_number(text: str) -> None:
    with pytest.raises(UserError, match="such as PER-2027-0001"):
        parse_number(text)


@pytest.mark.parametrize(("year", "sequence"), [(2027, 0), (99, 1), (10000, 1)])
def test_refuse_to_make_a_wrong_number(year: int, sequence: int) -> None:
    with pytest.raises(ValueError, match="no number"):
        SeriesNumber(SeriesKind.BILL, year, sequence)


@given(st.sampled_from(SeriesKind), st.integers(1000, 9999), st.integers(1, 999_999_999))
def test_read_back_every_number(kind: SeriesKind, year: int, sequence: int) -> None:
    number = SeriesNumber(kind, year, sequence)
    assert parse_number(str(number)) == number


def test_give_every_series_its_own_prefix() -> None:
    prefixes = [kind.value for kind in SeriesKind]
    assert len(set(prefixes)) == len(prefixes)
    assert all(prefix.isupper() and 2 <= len(prefix) <= 3 for prefix in prefixes)


@pytest.mark.parametrize(
    ("typed", "kept"), [("000123", "000123"), (" 01-0007a ", "01-0007A"), ("7", "7"), ("A  1", "A 1")]
)
def test_keep_leading_zeros_of_accounts(typed: str, kept: str) -> None:
    assert account_number(typed) == kept


@pytest.mark.parametrize("text", ["", "=1+1", "12'", "-5", "1" * 21, "\x00", "12<b>", "straße", "١٢"])
def test_refuse_what_is_no_account(text: str) -> None:
    with pytest.raises(UserError, match="no account number"):
        account_number(text)
