"""Bills printed in another order or from a piece on, and the list of what is mailed."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from sewerdesk.domain.bill_order import BillForm, BillOrder
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.services.bill_cards import bills_of_form
from sewerdesk.services.bill_files import bills_file, bills_from_piece
from sewerdesk.services.mailing_lists import mailing_list
from sewerdesk.services.report_files import report_pdf_file
from sewerdesk.services.runs import list_runs
from sewerdesk.services.workspace import Workspace
from tests.support.payments import bill_three_accounts


def texts(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(content)).pages]


def test_print_from_a_piece_on_gives_the_stored_pages_with_their_numbers(ws: Workspace) -> None:
    bill_three_accounts(ws)
    [run] = list_runs(ws)
    whole = texts(bills_file(ws, run_id=run.run_id, order=BillOrder.ACCOUNT).content)
    part = bills_from_piece(ws, run_id=run.run_id, order=BillOrder.ACCOUNT, first=2)
    assert texts(part.content) == whole[1:]
    assert part.file_name.endswith("pieces 2 to 3.pdf")
    one = bills_from_piece(ws, run_id=run.run_id, order=BillOrder.ACCOUNT, first=2, last=2)
    assert texts(one.content) == whole[1:2]
    assert b"/PrintScaling" in part.content
    assert bills_file(ws, run_id=run.run_id, order=BillOrder.ACCOUNT).content  # kept once, as drawn
    with pytest.raises(FieldErrors, match="1 to 3"):
        bills_from_piece(ws, run_id=run.run_id, order=BillOrder.ACCOUNT, first=4)


def test_bills_lie_by_route_and_by_name(ws: Workspace) -> None:
    """Houses 12, 14 and 16 of Main Street; Smith, Peña, O'Brien."""
    bill_three_accounts(ws)
    [run] = list_runs(ws)
    by_route = texts(bills_file(ws, run_id=run.run_id, order=BillOrder.ROUTE).content)
    assert [one for text in by_route for one in ("00001042", "00001043", "00001044") if one in text] == [
        "00001042",
        "00001043",
        "00001044",
    ]
    by_name = texts(bills_file(ws, run_id=run.run_id, order=BillOrder.NAME).content)
    assert ["00001042" in by_name[0], "00001044" in by_name[1], "00001043" in by_name[2]] == [True] * 3


def test_mailing_list_numbers_the_pieces_in_groups_with_counts(ws: Workspace) -> None:
    bill_three_accounts(ws)
    [run] = list_runs(ws)
    report = mailing_list(ws, run_id=run.run_id, order=BillOrder.ZIP)
    assert [group.title for group in report.body.groups] == ["12836: 3 pieces, 1 to 3"]
    assert [row.cells[:3] for row in report.rows] == [
        (1, "BIL-2027-0001", "00001042"),
        (2, "BIL-2027-0002", "00001043"),
        (3, "BIL-2027-0003", "00001044"),
    ]
    assert report.count_words == "3 pieces"
    assert "12836: 3 pieces" in " ".join(texts(report_pdf_file(ws, report=report).content))


def test_bills_go_on_postcards_and_the_others_as_letters(ws: Workspace) -> None:
    bill_three_accounts(ws)
    [run] = list_runs(ws)
    cards = bills_of_form(ws, run_id=run.run_id, order=BillOrder.NAME, form=BillForm.POSTCARD)
    assert len(texts(cards.content)) == 2  # three cards on one sheet, two sides
    again = bills_of_form(ws, run_id=run.run_id, order=BillOrder.NAME, form=BillForm.POSTCARD)
    assert again.content == cards.content
    letters = bills_of_form(ws, run_id=run.run_id, order=BillOrder.NAME, form=BillForm.LETTER)
    assert len(texts(letters.content)) == 3
    with pytest.raises(UserError, match="no letter is left"):
        bills_of_form(ws, run_id=run.run_id, order=BillOrder.NAME, form=BillForm.BESIDE)
