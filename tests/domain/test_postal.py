"""The address block as the Postal Service wants it, and that nothing of it is lost unseen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.postal import (
    Address,
    delivery_line,
    last_line,
    postal_block,
    postal_lines,
    postal_text,
    without_care_of,
)
from sewerdesk.domain.registers import MailingAddress

OWNER = Address(
    names=("Ann Q. Whitfield",),
    street="12 Main Street",
    unit="Apt. #4",
    city="Hague",
    state="N.Y.",
    zip_code="12836",
)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("12 Main Street, Apt. #4", "12 MAIN ST APT 4"),
        ("P.O. Box 7", "PO BOX 7"),
        ("Post Office Box 1204-A", "PO BOX 1204-A"),
        ("POB 7", "PO BOX 7"),
        ("R.R. 2, Box 45", "RR 2 BOX 45"),
        ("RFD 2 Box 45", "RR 2 BOX 45"),
        ("RD #3 Box 12", "RR 3 BOX 12"),
        ("9 North Street", "9 NORTH ST"),
        ("9 North Main Street", "9 N MAIN ST"),
        ("12-14 Lake Shore Drive West", "12-14 LAKE SHORE DR W"),
        ("101 Avenue of the Pines", "101 AVENUE OF THE PINES"),
        ("9793 Graphite Mountain Road", "9793 GRAPHITE MOUNTAIN RD"),
        ("5 St. Mary's Terrace", "5 ST MARYS TER"),
        ("44 State Route 9N", "44 STATE ROUTE 9N"),
        ("12B West Ave.", "12B WEST AVE"),
        ("7 Boxwood Lane", "7 BOXWOOD LN"),
        ("100 Old Turnpike, Suite 200", "100 OLD TPKE STE 200"),
        ("3 Mill Rd. # 4", "3 MILL RD # 4"),
        ("1 Broadway", "1 BROADWAY"),
    ],
)
def test_writes_delivery_line_the_postal_way(typed: str, printed: str) -> None:
    assert delivery_line(typed) == printed


@pytest.mark.parametrize(
    ("unit", "tail"),
    [("Apartment 4", "APT 4"), ("#4", "# 4"), ("Suite 2-B", "STE 2-B"), ("Rear", "REAR"), ("", "")],
)
def test_puts_the_unit_at_the_end_of_the_line(unit: str, tail: str) -> None:
    assert delivery_line("12 Main Street", unit) == f"12 MAIN ST {tail}".strip()


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Hoosick Falls, N.Y. 12090-1234", "HOOSICK FALLS NY 12090-1234"),
        ("Hague, New York 12836", "HAGUE NY 12836"),
        ("New York, NY 10001", "NEW YORK NY 10001"),
        ("Boston MA 02101", "BOSTON MA 02101"),
        ("Hague NY 128361234", "HAGUE NY 12836-1234"),
    ],
)
def test_writes_city_state_and_zip_in_one_line(typed: str, printed: str) -> None:
    assert last_line(typed) == printed


@pytest.mark.parametrize("typed", ["Hague NY", "12836", "Hague 12836", ""])
def test_refuses_a_last_line_that_lacks_something(typed: str) -> None:
    with pytest.raises(UserError, match="city, a two-letter state and a ZIP code"):
        last_line(typed)


def test_prints_upper_case_lines_top_to_bottom() -> None:
    assert postal_lines(OWNER) == ("ANN Q WHITFIELD", "12 MAIN ST APT 4", "HAGUE NY 12836")


def test_keeps_outside_text_as_text() -> None:
    assert postal_text("O'Brien & Sons <Plumbing>") == "OBRIEN & SONS PLUMBING"
    assert postal_text("=1+1 LLC") == "1+1 LLC"
    assert postal_text("Łukasiewicz, Peña & Smith-Jones") == "ŁUKASIEWICZ PEÑA & SMITH JONES"


def test_prints_care_of_above_the_delivery_line_once() -> None:
    address = Address(
        names=("Lake Realty, Inc.",),
        care_of="c/o R. Hale",
        street="PO Box 9",
        city="Ticonderoga",
        state="NY",
        zip_code="12883",
    )
    assert postal_lines(address) == ("LAKE REALTY INC", "C/O R HALE", "PO BOX 9", "TICONDEROGA NY 12883")


def test_prints_the_box_below_the_street_because_mail_goes_to_the_lower_line() -> None:
    address = Address(("A",), street="1 Elm St", po_box="Box 5", city="Hague", state="NY", zip_code="12836")
    assert postal_lines(address)[1:3] == ("1 ELM ST", "PO BOX 5")


def test_moves_the_unit_above_a_street_that_leaves_no_room_for_it() -> None:
    address = Address(
        ("A",),
        street="12345 Upper Champlain Overlook Drive",
        unit="Apartment 1204",
        city="X",
        state="NY",
        zip_code="1" * 5,
    )
    assert postal_lines(address)[1:3] == ("APT 1204", "12345 UPPER CHAMPLAIN OVERLOOK DR")


def test_wraps_a_sixty_character_name_and_still_fits_five_lines() -> None:
    name = "The Northern Adirondack Lakeshore Property Owners Trust 2019"
    address = Address(
        (name,), care_of="M. Hale", street="1 Elm St", city="Hague", state="NY", zip_code="12836-0001"
    )
    lines = postal_lines(address)
    assert len(name) == 60
    assert len(lines) == 5
    assert " ".join(lines[:2]) == name.upper()


def test_says_what_does_not_fit_and_keeps_the_city() -> None:
    address = Address(
        ("Ann Whitfield", "Robert Whitfield", "Trustees of the Whitfield Trust"),
        care_of="Hale & Hale",
        street="1 Elm St",
        city="Hague",
        state="NY",
        zip_code="12836",
    )
    block = postal_block(address)
    assert block.lines[-1] == "HAGUE NY 12836"
    assert len(block.lines) == 5
    assert "Ann Whitfield needs 6 lines" in block.problem
    assert "1 ELM ST" in block.problem
    with pytest.raises(UserError, match="Shorten the name or the street"):
        postal_lines(address)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"zip_code": "1283"}, "ZIP code"),
        ({"state": "Nev York"}, "needs a state"),
        ({"city": " "}, "no city"),
        ({"street": "", "unit": ""}, "no street and no PO box"),
        ({"names": ("",)}, "no name"),
    ],
)
def test_names_what_the_address_lacks(change: dict[str, object], said: str) -> None:
    fields = {name: getattr(OWNER, name) for name in OWNER.__slots__} | change
    assert said in postal_block(Address(**fields)).problem


def test_prints_the_country_below_a_foreign_city() -> None:
    address = Address(
        ("J. Roy",),
        street="5 rue Principale",
        city="Montréal",
        state="QC",
        zip_code="H2X 1Y4",
        country="Canada",
    )
    assert postal_lines(address)[-2:] == ("MONTRÉAL QC H2X 1Y4", "CANADA")


WORDS = st.text(st.sampled_from("abc defg,.'&-éŁ 12"), max_size=90)


@given(name=WORDS, care=WORDS, street=WORDS, city=WORDS, width=st.integers(10, 50))
def test_never_loses_a_word_unseen(name: str, care: str, street: str, city: str, width: int) -> None:
    address = Address((name,), care, street, city=city, state="NY", zip_code="12836")
    block = postal_block(address, width=width)
    assert all(len(line) <= width for line in block.lines)
    printed = "".join(block.lines).replace(" ", "")
    for part in (postal_text(name), postal_text(care)):
        for word in part.split():
            assert word in printed or "would be left out" in block.problem


@pytest.mark.parametrize(
    "typed",
    ["Ann Lee", "C/O Ann Lee", "c\\o: Ann Lee", "In care of Ann Lee", "% Ann Lee", " care of  Ann Lee "],
)
def test_names_care_of_once_however_it_was_typed(typed: str) -> None:
    address = MailingAddress(care_of=typed, po_box="PO Box 7", city="Hague", state="NY", zip_code="12836")
    assert address.one_line == "C/O Ann Lee, PO Box 7, Hague, NY 12836"


def test_keeps_a_name_that_only_begins_alike() -> None:
    assert without_care_of("Cormac Lee") == "Cormac Lee"
