"""Words are found by their beginning, digits anywhere, and punctuation does not count."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.search import haystacks, matches, terms

ROW = ("PER-2027-0001", "O'Brien, Ann", "12 MAIN ST", "(518) 555-0142", "12.18-1-25", "1,234.50")


def is_found(query: str) -> bool:
    return matches(haystacks([ROW])[0], terms(query))


@pytest.mark.parametrize(
    "query",
    [
        "12 main",
        "0001",
        "per-2027",
        "2027-0001",
        "obrien",
        "O'Bri",
        "ann",
        "5550142",
        "518-555",
        "12.18-1-25",
        "1234.50",
    ],
)
def test_find_what_a_clerk_would_type(query: str) -> None:
    assert is_found(query)


@pytest.mark.parametrize("query", ["rien", "ain", "12 maple", "99", "ann bob"])
def test_find_nothing_else(query: str) -> None:
    assert not is_found(query)


def test_ask_for_nothing_with_punctuation_alone() -> None:
    assert terms(" - . ") == ()


@given(st.lists(st.text(), max_size=4))
def test_find_a_row_by_any_of_its_cells(cells: list[str]) -> None:
    hay = haystacks([cells])[0]
    assert all(matches(hay, terms(cell)) for cell in cells)
