from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.documents.pdf.deposit_slip import CashCount, CheckItem, DepositSlip, FundLine, deposit_slip_pdf
from sewerdesk.documents.pdf.receipt import PaidFor, Receipt, receipt_pdf, receipts_pdf
from sewerdesk.documents.pdf.words import amount_in_words
from sewerdesk.domain.errors import UserError
from tests.documents.bills import HEAD
from tests.documents.pdf_text import page_size, pages_text, text_runs

RECEIPT = Receipt(
    receipt_no="REC-2026-00318",
    received_at="07/28/2026 10:42 AM",
    received_from="John Q & Mary <Smith>",
    method="Check no. 1042",
    amount=Decimal("307.05"),
    paid_for=(
        PaidFor("00001042", "Sewer bill BIL-2026-0143", Decimal("182.00")),
        PaidFor("00001043", "Sewer bill BIL-2026-0144", Decimal("125.05")),
    ),
    received_by="A. Clerk",
    balance_after=Decimal("-12.50"),
)
SLIP = DepositSlip(
    deposit_no="DEP-2026-0031",
    day=date(2026, 7, 29),
    bank="First Bank of Elm Creek",
    account="•••• 4417",
    receipts="REC-2026-00300 to REC-2026-00331",
    coin=Decimal("3.35"),
    currency=(CashCount(Decimal(100), 2), CashCount(Decimal(20), 7)),
    checks=(CheckItem("John Q Smith", "50-100/213", "0001042", Decimal("182.00")),),
    funds=(FundLine("SS1-2120", "Sewer rents", Decimal("525.35")),),
    total=Decimal("525.35"),  # 3.35 + 200.00 + 140.00 + 182.00
    prepared_by="A. Clerk",
)


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        ("0.00", "Zero and 00/100 dollars"),
        ("0.05", "Zero and 05/100 dollars"),
        ("1.00", "One and 00/100 dollar"),
        ("1.01", "One and 01/100 dollars"),
        ("182.00", "One hundred eighty-two and 00/100 dollars"),
        ("1204.10", "One thousand two hundred four and 10/100 dollars"),
        ("2000000.99", "Two million and 99/100 dollars"),
    ],
)
def test_write_amount_in_words(amount: str, words: str) -> None:
    assert amount_in_words(Decimal(amount)) == words


def test_refuse_negative_amount_in_words() -> None:
    with pytest.raises(ValueError, match="zero or more"):
        amount_in_words(Decimal("-1.00"))


@given(st.integers(min_value=0, max_value=999_999_999))
def test_write_cents_of_any_amount_as_two_digits(cents: int) -> None:
    words = amount_in_words(Decimal(cents) / 100)
    assert f" and {cents % 100:02d}/100 dollar" in words
    assert words[0].isupper()


def test_print_receipt_twice_on_a_sheet() -> None:
    data = receipt_pdf(RECEIPT, letterhead=HEAD)
    (text,) = pages_text(data)
    for words in (
        "Town of Elm Creek", "Receipt REC-2026-00318", "07/28/2026 10:42 AM", "John Q & Mary <Smith>", "$307.05",
        "Three hundred seven and 05/100 dollars", "Check no. 1042", "00001042 Sewer bill BIL-2026-0143 182.00",
        "Received 307.05", "Balance now -12.50", "Received by A. Clerk",
    ):  # fmt: skip
        assert text.count(words) == 2, words
    assert "Payer's copy" in text
    assert "Office copy" in text
    halves = [run.box.top < 5.5 for run in text_runs(data) if run.text == "$307.05"]
    assert sorted(halves) == [False, True]
    assert page_size(data) == (612, 792)


def test_continue_receipt_of_many_accounts() -> None:
    parts = tuple(PaidFor(f"{n:08d}", "Sewer bill", Decimal("10.00")) for n in range(19))
    pages = pages_text(
        receipt_pdf(replace(RECEIPT, paid_for=parts, amount=Decimal("190.00")), letterhead=HEAD)
    )
    assert len(pages) == 3
    assert "Continued on the next page" in pages[0]
    assert all(part.account in " ".join(pages) for part in parts)
    assert "page 3 of 3" in pages[2]
    assert "Balance now" in pages[2]


def test_mark_void_receipt_with_its_reason() -> None:
    (text,) = pages_text(receipt_pdf(replace(RECEIPT, void_reason="entered twice"), letterhead=HEAD))
    assert text.count("VOID") == 2
    assert "This receipt is void: entered twice" in text


def test_print_several_receipts_in_one_file() -> None:
    pages = pages_text(
        receipts_pdf([RECEIPT, replace(RECEIPT, receipt_no="REC-2026-00319")], letterhead=HEAD)
    )
    assert ["REC-2026-00318" in pages[0], "REC-2026-00319" in pages[1]] == [True, True]


def test_refuse_receipt_whose_parts_do_not_sum() -> None:
    with pytest.raises(UserError, match=r"REC-2026-00318 is for 307\.00 but its parts sum to 307\.05"):
        receipt_pdf(replace(RECEIPT, amount=Decimal("307.00")), letterhead=HEAD)


def test_print_deposit_with_cash_checks_and_books() -> None:
    (text,) = pages_text(deposit_slip_pdf(SLIP, letterhead=HEAD))
    for words in (
        "Bank deposit", "DEP-2026-0031", "July 29, 2026", "First Bank of Elm Creek", "•••• 4417", "$100 2 200.00",
        "$20 7 140.00", "Coin 3.35", "Currency 340.00", "Checks and money orders (1) 182.00", "$525.35",
        "SS1-2120 Sewer rents 525.35", "1 John Q Smith 50-100/213 0001042 182.00", "Total of checks 182.00",
        "Bank's validation", "page 1 of 1",
    ):  # fmt: skip
        assert words in text, words


def test_carry_checks_forward_after_eighteen() -> None:
    checks = tuple(CheckItem(f"Owner {n}", "50-1", str(n), Decimal("10.00")) for n in range(1, 60))
    total = Decimal("343.35") + Decimal("590.00")
    slip = replace(SLIP, checks=checks, total=total, funds=(FundLine("SS1-2120", "Sewer rents", total),))
    pages = pages_text(deposit_slip_pdf(slip, letterhead=HEAD))
    assert len(pages) == 3
    assert "Carried forward 180.00" in pages[0]
    assert "Brought forward 180.00 19 Owner 19" in pages[1]
    assert "Carried forward 540.00" in pages[1]
    assert "Brought forward 540.00 55 Owner 55" in pages[2]
    assert "Total of checks 590.00" in pages[2]


def test_list_many_accounts_of_the_books_on_their_own_page() -> None:
    funds = tuple(FundLine(f"SS{n}-2120", f"District {n}", Decimal("50.00")) for n in range(10))
    slip = replace(SLIP, funds=(*funds, FundLine("SS99-2120", "District 99", Decimal("25.35"))))
    first, last = pages_text(deposit_slip_pdf(slip, letterhead=HEAD))
    assert "11 accounts of the books: see the last page" in first
    assert all(fund.name in last for fund in slip.funds)


@pytest.mark.parametrize("wrong", [replace(SLIP, coin=Decimal("3.34")), replace(SLIP, funds=())])
def test_refuse_deposit_that_does_not_add_up(wrong: DepositSlip) -> None:
    with pytest.raises(UserError, match=r"Deposit DEP-2026-0031 is 525\.35, but"):
        deposit_slip_pdf(wrong, letterhead=HEAD)
