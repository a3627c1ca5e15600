"""Postcard bills: four on a sheet, both sides together, nothing in the way of stamp, machine or cut."""

from dataclasses import replace
from decimal import Decimal

import pytest

from sewerdesk.documents.pdf.bill import BillPage, ChargeLine
from sewerdesk.documents.pdf.postcard import (
    ADDRESS,
    CARD_HEIGHT,
    CARD_WIDTH,
    MARGIN,
    READ_BY_MACHINE,
    STAMP,
    fits_card,
    postcards_pdf,
)
from sewerdesk.documents.pdf.window import Rect
from sewerdesk.domain.errors import UserError
from tests.documents.bills import BILL, SETTINGS
from tests.documents.pdf_text import page_size, pages_text, text_runs

FIVE = [replace(BILL, bill_no=f"BIL-2026-000{number}", account=f"0000100{number}") for number in range(1, 6)]


def place_of(page: int, text: str) -> tuple[int, int]:
    """Column and row of the card that a text stands on."""
    [run] = [run for run in text_runs(postcards_pdf(FIVE, settings=SETTINGS), page) if text in run.text]
    return int(run.box.left // CARD_WIDTH), int(run.box.top // CARD_HEIGHT)


def test_print_four_cards_on_a_sheet_with_both_sides_of_each_together() -> None:
    content = postcards_pdf(FIVE, settings=SETTINGS)
    assert page_size(content) == (792.0, 612.0)
    assert len(pages_text(content)) == 4  # two sheets, two sides
    # The backs of the left column lie right, so that long-edge duplex brings them together.
    assert [place_of(1, f"BIL-2026-000{number}") for number in (1, 2, 3, 4)] == [
        (1, 0),
        (0, 0),
        (1, 1),
        (0, 1),
    ]
    assert place_of(3, "BIL-2026-0005") == (1, 0)


def test_card_shows_the_figures_of_the_worked_bill() -> None:
    address, bill = pages_text(postcards_pdf([BILL], settings=SETTINGS))
    for words in ("Town of Elm Creek", *BILL.address):
        assert words in address
    for words in ("$182.00", "Due July 31, 2026", "After July 31, 2026: $200.20", "Previous balance 125.00"):
        assert words in bill
    for words in ("62.50", "104.50", "15.00", "Current charges 182.00", BILL.scan_line, BILL.account):
        assert words in bill
    assert BILL.relevy not in address + bill  # everybody can read a card


@pytest.mark.parametrize("page", [0, 1])
def test_card_keeps_stamp_machine_and_cuts_clear(page: int) -> None:
    runs = text_runs(postcards_pdf([BILL], settings=SETTINGS), page)
    left = 0.0 if page == 0 else CARD_WIDTH
    card = Rect(left + MARGIN, MARGIN, left + CARD_WIDTH - MARGIN, CARD_HEIGHT - MARGIN)
    for run in runs:
        assert card.contains(run.box, slack=0.01), run
        if page == 0:
            assert not run.box.overlaps(STAMP), run
            assert not run.box.overlaps(READ_BY_MACHINE), run
    if page == 0:
        inside = [run.text for run in runs if run.box.overlaps(ADDRESS)]
        assert "".join("".join(inside).split()) == "".join("".join(BILL.address).split())


@pytest.mark.parametrize(
    "bill",
    [
        replace(BILL, charges=tuple(ChargeLine(f"Charge {n}", Decimal(1)) for n in range(6))),
        replace(BILL, heading="Corrected"),
        replace(BILL, carried=True),
        replace(BILL, address=()),
        replace(
            BILL,
            address=("THE ESTATE OF BARTHOLOMEW ALEXANDER WIGGLESWORTH-MONTGOMERY", "ELM CREEK NY 12999"),
        ),
    ],
)
def test_bill_that_does_not_fit_a_card_goes_as_a_letter(bill: BillPage) -> None:
    assert fits_card(BILL)
    assert not fits_card(bill)


def test_card_of_a_bill_that_does_not_add_up_is_refused() -> None:
    with pytest.raises(UserError, match="do not add up"):
        postcards_pdf([replace(BILL, total_due=Decimal(1))], settings=SETTINGS)
