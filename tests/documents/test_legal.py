"""Long dates, sources and long cells of legal papers."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.documents.pdf.kit import Heading, Together
from sewerdesk.documents.pdf.legal import (
    CELL_LIMIT,
    Counsel,
    cell_rows,
    long_date,
    pair_rows,
    pieces,
    sourced,
    weekday_date,
)


def test_writes_dates_in_full_whatever_the_machine_speaks() -> None:
    assert long_date(date(2027, 3, 4)) == "March 4, 2027"
    assert weekday_date(date(2027, 3, 4)) == "Thursday, March 4, 2027"


@pytest.mark.parametrize(
    ("text", "source", "printed"),
    [
        ("A fine may follow.", "§1005", "A fine may follow (§1005)."),
        ("A fine", " §1005 ", "A fine (§1005)"),
        ("A fine may follow. ", "", "A fine may follow."),
        (
            "A fine may follow.",
            "§1005 (title only); to confirm",
            "A fine may follow (§1005, title only; to confirm).",
        ),
        ("Ask.", "§408(2)(f)", "Ask (§408(2)(f))."),
    ],
)
def test_sets_the_source_before_the_period(text: str, source: str, printed: str) -> None:
    assert sourced(text, source) == printed


@given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=3000), st.integers(5, 300))
def test_pieces_lose_nothing_and_keep_the_limit(text: str, limit: int) -> None:
    parts = pieces(text, limit=limit)
    assert all(len(part) <= limit for part in parts)
    assert "".join("".join(parts).split()) == "".join(text.split())


def test_breaks_a_long_cell_into_rows_and_keeps_the_columns() -> None:
    rows = cell_rows("§501B", "word " * 300, "up to $250.00")
    assert len(rows) == 3
    assert [row[0] for row in rows] == ["§501B", "", ""]
    assert rows[0][2] == "up to $250.00"
    assert all(len(row[1]) <= CELL_LIMIT for row in rows)


def test_leaves_out_an_empty_answer() -> None:
    assert pair_rows(("Owner", "Ann"), ("Agent", " ")) == (("Owner", "Ann"),)


def test_numbers_paragraphs_through() -> None:
    said = Counsel()
    assert said.say("a", "b") == range(1, 3)
    said.heading("H")
    assert said.say("c") == range(3, 4)
    assert said.next_number == 4


def test_never_parts_a_heading_from_the_table_below_it() -> None:
    said = Counsel()
    said.heading("The law")
    said.say_over("These sections:", Heading("the table"))
    [kept] = said.blocks
    assert isinstance(kept, Together)
    assert kept.texts()[:2] == ("The law", "These sections:")
    assert said.next_number == 2
