"""Parcels: identifiers kept as given (fault 160), folded search, owners by date."""

from datetime import date

import pytest

from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.parcels import (
    Ownership,
    Parcel,
    PartyName,
    check_owners,
    check_parcel,
    fold,
    fold_identifier,
    owner_on,
    sbl_key,
    sbl_warning,
)

PARCEL = Parcel(
    swis="522600", print_key="12.13-2-15.1", sbl="01201300020150010000", location="14 Example Lane"
)
DOE = Ownership(1, PartyName("Jane Doe", "Doe, Jane"), date(2019, 5, 1), date(2027, 3, 1))
ROE = Ownership(2, PartyName("Richard Roe"), date(2027, 3, 1))


@pytest.mark.parametrize(
    ("name", "found_as"),
    [
        ("Łukasiewicz", "lukasiewicz"),
        ("Peña", "pena"),
        ("O'Brien & Sons <Plumbing>", "obrien sons plumbing"),
        ("O’BRIEN", "obrien"),
        ("Sørensen", "sorensen"),
        ("Straße", "strasse"),
        ("STRASSE", "strasse"),
        ("İstanbul", "istanbul"),
        ("Æbelø", "aebelo"),
        ("=1+1 LLC", "1 1 llc"),
        ("  Van   der\tBerg ", "van der berg"),
        ("Jose\u0301", "jose"),
        ("José", "jose"),
        ("ﬁne", "fine"),
        ("", ""),
    ],
)
def test_fold_name_for_search(name: str, found_as: str) -> None:
    assert fold(name) == found_as
    assert fold(fold(name)) == found_as


@pytest.mark.parametrize(
    ("print_key", "key"),
    [
        ("12.13-2-15.1", "01201300020150010000"),
        ("165.33-2-6", "16503300020060000000"),
        ("56.060-5-32.100", "05606000050321000000"),
        ("2.-1-2", "00200000010020000000"),
        ("103-1-4.12", "10300000010040120000"),
        ("289.07-1-23./0001", "28900700010230000001"),
        (" 012.00-1-3.1 ", "01200000010030010000"),
        ("12-2", None),
        ("1234-1-1", None),
        ("12/13/2015", None),
        ("١٢-2-3", None),
    ],
)
def test_derive_search_key_of_print_key(print_key: str, key: str | None) -> None:
    assert sbl_key(print_key) == key


def test_keep_leading_zeros_in_the_folded_identifier() -> None:
    assert fold_identifier(" 012.00\u20131-3.1 ") == "012.00-1-3.1"


def test_find_parcel_by_print_key_and_sbl() -> None:
    assert PARCEL.search_keys == ("12.13-2-15.1", "01201300020150010000")


def test_accept_parcel_of_the_roll() -> None:
    check_parcel(PARCEL)
    assert not sbl_warning(PARCEL)


def test_refuse_identifiers_that_a_spreadsheet_spoiled() -> None:
    spoiled = Parcel(swis="52260", print_key="2015-12-13", sbl="1201300020150010000", location="")
    with pytest.raises(FieldErrors) as caught:
        check_parcel(spoiled)
    assert set(caught.value.errors) == {"swis", "print_key", "sbl"}
    assert caught.value.errors["swis"] == (
        'The SWIS code "52260" must be six digits, leading zeros included, such as 522600.'
    )
    assert 'The SBL "1201300020150010000" has 19 characters' in caught.value.errors["sbl"]


def test_warn_where_sbl_and_print_key_differ() -> None:
    other = Parcel(swis="522600", print_key="12.13-2-15.10", sbl="01201300020150010000", location="")
    assert sbl_warning(other) == (
        "The SBL 01201300020150010000 and the tax map number 12.13-2-15.10 differ. "
        "Check with the county's list."
    )


@pytest.mark.parametrize(
    ("on", "owner"),
    [(date(2019, 5, 1), "Jane Doe"), (date(2027, 2, 28), "Jane Doe"), (date(2027, 3, 1), "Richard Roe")],
)
def test_name_owner_on_a_day(on: date, owner: str) -> None:
    assert owner_on([ROE, DOE], on, parcel=PARCEL).name.legal == owner


def test_say_that_no_owner_is_on_file() -> None:
    with pytest.raises(UserError) as caught:
        owner_on([DOE], date(2027, 3, 1), parcel=PARCEL)
    assert caught.value.message == (
        "No owner of parcel 12.13-2-15.1, 14 Example Lane is on file for 3/1/2027. Enter the owner."
    )


def test_refuse_a_day_without_owner() -> None:
    check_owners([DOE, ROE], parcel=PARCEL)
    late = Ownership(2, PartyName("Richard Roe"), date(2027, 3, 5))
    with pytest.raises(RuleViolation, match="is missing from 3/1/2027 to 3/4/2027"):
        check_owners([DOE, late], parcel=PARCEL)


def test_sort_by_the_sort_name() -> None:
    assert (DOE.name.sort_key, ROE.name.sort_key) == ("doe jane", "richard roe")
