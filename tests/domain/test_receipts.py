"""Receipts, batches under a control total, and deposits."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.receipts import (
    CashCount,
    DepositItem,
    Purpose,
    ReceiptBatch,
    ReceiptDraft,
    ReceiptLine,
    Tender,
    batch_problems,
    check_receipt,
    deposit_problems,
    deposit_total,
    duplicate_checks,
    find_number_gaps,
)

D = Decimal


def _receipt(amount: str = "182.00", *, account: str = "00001042", check: str = "1881") -> ReceiptDraft:
    line = ReceiptLine(Purpose.ACCOUNT, account, D(amount))
    return ReceiptDraft("Peña, Rosa", date(2027, 1, 11), Tender.CHECK, D(amount), (line,), check, "Lake Bank")


def test_accept_receipt_whose_lines_agree() -> None:
    check_receipt(_receipt())
    two = (
        ReceiptLine(Purpose.ACCOUNT, "00001042", D("100.00")),
        ReceiptLine(Purpose.SUSPENSE, "", D("82.00")),
    )
    check_receipt(replace(_receipt(), lines=two))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"payer": " "}, "payer"),
        ({"amount": D("0.00")}, "amount"),
        ({"amount": D("182.005")}, "amount"),
        ({"check_number": ""}, "check_number"),
        ({"lines": ()}, "lines"),
        ({"lines": (ReceiptLine(Purpose.ACCOUNT, "00001042", D("181.99")),)}, "lines"),
        ({"lines": (ReceiptLine(Purpose.FEE, "", D("182.00")),)}, "lines"),
        (
            {
                "lines": (
                    ReceiptLine(Purpose.ACCOUNT, "1", D("192.00")),
                    ReceiptLine(Purpose.ACCOUNT, "2", D("-10.00")),
                )
            },
            "lines",
        ),
    ],
)
def test_refuse_incomplete_or_unequal_receipt(change: dict[str, object], field: str) -> None:
    with pytest.raises(FieldErrors) as failure:
        check_receipt(replace(_receipt(), **change))  # type: ignore[arg-type]
    assert field in failure.value.errors


def test_say_how_far_lines_are_off() -> None:
    draft = replace(_receipt(), lines=(ReceiptLine(Purpose.ACCOUNT, "00001042", D("181.00")),))
    with pytest.raises(FieldErrors, match=r"181\.00 but 182\.00 was received; change a line by 1\.00"):
        check_receipt(draft)


def test_agree_with_the_tape() -> None:
    batch = ReceiptBatch(D("364.00"), (_receipt(), _receipt(account="00001043", check="204")), 2)
    assert batch.total == D("364.00")
    assert not batch_problems(batch)


def test_say_why_a_batch_does_not_agree() -> None:
    short = batch_problems(ReceiptBatch(D("364.00"), (_receipt(),), 2))
    assert any("182.00 short of the control total of 364.00" in problem for problem in short)
    assert any("1 receipt but the control count is 2" in problem for problem in short)
    over = batch_problems(ReceiptBatch(D("100.00"), (_receipt(),)))
    assert any("82.00 over" in problem for problem in over)
    bad = batch_problems(ReceiptBatch(D("182.00"), (replace(_receipt(), lines=()),)))
    assert any("Receipt 1 of the batch (Peña, Rosa)" in problem for problem in bad)
    assert batch_problems(ReceiptBatch(D("0.00")))


def test_warn_of_check_entered_twice() -> None:
    (warning,) = duplicate_checks(
        [_receipt(), _receipt(check="001881", account="00001043"), _receipt(check="7")]
    )
    assert "Check 1881 for 182.00 was entered 2 times" in warning


def test_take_a_bank_not_written_down_for_any_bank() -> None:
    first, second = replace(_receipt(), bank="Glens Falls National"), replace(_receipt(), bank="")
    assert len(duplicate_checks([first, second])) == 1
    assert not duplicate_checks([first, replace(second, bank="Arrow Bank")])
    # One check on two lines without a bank and a third at another bank is still one warning.
    assert len(duplicate_checks([first, replace(first, bank="Arrow Bank"), second])) == 1


ITEMS = [
    DepositItem("REC-2027-0001", Tender.CHECK, D("182.00"), "Peña", "1881"),
    DepositItem("REC-2027-0002", Tender.CASH, D("77.50"), "Roe"),
]


def test_deposit_is_the_sum_of_its_receipts() -> None:
    assert deposit_total(ITEMS) == D("259.50")
    assert not deposit_problems(ITEMS, CashCount({50: 1, 20: 1, 5: 1, 1: 2}, D("0.50")))


def test_say_why_a_deposit_does_not_agree() -> None:
    (short,) = deposit_problems(ITEMS, CashCount({50: 1, 20: 1}))
    assert "7.50 short" in short
    (below,) = deposit_problems(ITEMS, CashCount({50: 2, 20: -1}, D("-2.50")))
    assert "below zero" in below
    card = DepositItem("REC-2027-0003", Tender.CARD, D("5.00"), "Roe")
    problems = deposit_problems([*ITEMS, ITEMS[0], card], CashCount({50: 1, 20: 1, 5: 1, 1: 3}))
    assert len(problems) == 3
    assert deposit_problems([], CashCount())


def test_find_gaps_in_each_series() -> None:
    gaps = find_number_gaps(
        ["REC-2027-0001", "REC-2027-0004", "REC-2027-0004", "REC-2026-0002", "REC-2026-0001", "lost"]
    )
    assert gaps.missing == ("REC-2027-0002", "REC-2027-0003")
    assert gaps.doubled == ("REC-2027-0004",)
    assert gaps.unreadable == ("lost",)
    assert find_number_gaps(["R-7"], first=7).missing == ()
    assert find_number_gaps([]).missing == ()


@given(used=st.sets(st.integers(1, 400), min_size=1))
def test_gaps_and_numbers_make_the_whole_series(used: set[int]) -> None:
    gaps = find_number_gaps(f"REC-2027-{n:04d}" for n in used)
    assert not gaps.doubled
    missing = {int(number[-4:]) for number in gaps.missing}
    assert missing | used == set(range(1, max(used) + 1))
    assert not missing & used
