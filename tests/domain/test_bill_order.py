"""The order of printed bills and their groups with counts."""

import pytest

from sewerdesk.domain.bill_order import BillOrder, Mailpiece, check_pieces, in_groups, in_order
from sewerdesk.domain.errors import FieldErrors

PIECES = (
    Mailpiece(1, "00000001", "Zoe Ash", "12836", "12", "Main St"),
    Mailpiece(2, "00000002", "Éric Bell", "12836-1234", "9", "Main St"),
    Mailpiece(3, "00000003", "Abe Cole", "10001", "12A", "main st"),
    Mailpiece(4, "00000004", "eli Dow", "", "1", "Bay Rd"),
)


def order(kind: BillOrder) -> list[int]:
    return [piece.bill_id for piece in in_order(PIECES, kind)]


def groups(kind: BillOrder) -> list[tuple[str, int, int]]:
    return [(group.title, group.first, group.last) for group in in_groups(PIECES, kind)]


def test_order_by_zip_counts_the_pieces_of_each() -> None:
    assert order(BillOrder.ZIP) == [4, 3, 1, 2]
    assert groups(BillOrder.ZIP) == [("No ZIP code", 1, 1), ("10001", 2, 2), ("12836", 3, 4)]


def test_order_by_route_goes_street_by_street_in_the_order_of_the_houses() -> None:
    assert order(BillOrder.ROUTE) == [4, 2, 1, 3]  # 9, 12, 12A, however the street is written
    assert groups(BillOrder.ROUTE) == [("Bay Rd", 1, 1), ("Main St", 2, 4)]


def test_order_by_name_takes_no_notice_of_case_and_accents() -> None:
    assert order(BillOrder.NAME) == [3, 4, 2, 1]
    assert groups(BillOrder.NAME) == [("A", 1, 1), ("E", 2, 3), ("Z", 4, 4)]


def test_order_by_account_is_one_group() -> None:
    assert order(BillOrder.ACCOUNT) == [1, 2, 3, 4]
    assert groups(BillOrder.ACCOUNT) == [("", 1, 4)]


def test_check_pieces_refuses_what_the_file_does_not_hold() -> None:
    assert check_pieces(None, None, count=4) == (1, 4)
    assert check_pieces(3, None, count=4) == (3, 4)
    for first, last, field in ((5, None, "first"), (3, 2, "last"), (1, 5, "last")):
        with pytest.raises(FieldErrors) as caught:
            check_pieces(first, last, count=4)
        assert set(caught.value.errors) == {field}
    with pytest.raises(FieldErrors):
        check_pieces(-1, None, count=4)
