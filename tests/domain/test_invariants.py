"""Whole-book checks: silent on sound books, and naming the record on each kind of fault."""

from datetime import date
from decimal import Decimal

from sewerdesk.domain.invariants import (
    BillRow,
    DatedRow,
    OutcomeRow,
    PartRow,
    ReceiptRow,
    TotalRow,
    balances_agree,
    bill_lines_agree,
    bills_are_single,
    dates_are_ordered,
    deposited_once,
    deposits_agree,
    numbers_are_complete,
    outcomes_are_complete,
    receipt_lines_agree,
    run_totals_agree,
)

D = Decimal


def _bill(number: str = "B-1", *, total: str = "182.00", kind: str = "regular", live: bool = True) -> BillRow:
    return BillRow(number, "00001042", "sewer", "2026 Q4", kind, live, D(total), "RUN-1")


LINES = [PartRow("B-1", D("62.50")), PartRow("B-1", D("104.50")), PartRow("B-1", D("15.00"))]


def test_pass_sound_books() -> None:
    assert not bill_lines_agree([_bill()], LINES)
    assert not balances_agree([TotalRow("00001042", D("0.00"))], [PartRow("00001042", D("0.00"))])
    assert not balances_agree([TotalRow("00001042", D("0.00"))], [])
    assert not run_totals_agree([TotalRow("RUN-1", D("182.00"))], [_bill()])
    assert not bills_are_single([_bill(), _bill("B-2", live=False), _bill("B-3", kind="final")])
    assert not numbers_are_complete(["B-1", "B-2"], what="bill")
    assert not receipt_lines_agree([ReceiptRow("R-1", D("5.00"))], [PartRow("R-1", D("5.00"))])
    assert not deposits_agree(
        [TotalRow("D-1", D("5.00"))], [ReceiptRow("R-1", D("5.00"), "D-1"), ReceiptRow("R-2", D("9.00"))]
    )
    assert not deposited_once([("R-1", "D-1"), ("R-2", "D-1")])
    assert not outcomes_are_complete(
        [("RUN-1", "00001042")], [OutcomeRow("RUN-1", "00001042", "billed")], [_bill()]
    )
    assert not dates_are_ordered(
        [DatedRow("bond", "77", date(2026, 1, 1)), DatedRow("bond", "78", date(2026, 1, 1), date(2026, 1, 1))]
    )


def test_name_bill_whose_lines_do_not_agree() -> None:
    (finding,) = bill_lines_agree([_bill(total="182.01")], LINES)
    assert finding.record == "B-1"
    assert finding.sentence == "The bill B-1 shows 182.01 but its lines come to 182.00: 0.01 apart."


def test_name_part_that_belongs_to_nothing() -> None:
    (finding,) = bill_lines_agree([], [PartRow("B-9", D("1.00"))])
    assert "B-9, which does not exist" in finding.sentence


def test_name_each_other_fault() -> None:
    assert balances_agree([TotalRow("00001042", D("5.00"))], [PartRow("00001042", D("-5.00"))])
    assert run_totals_agree([TotalRow("RUN-1", D("0.00"))], [_bill()])
    (twice,) = bills_are_single([_bill(), _bill("B-2")])
    assert "B-1, B-2" in twice.sentence
    assert [f.record for f in numbers_are_complete(["B-1", "B-3", "B-3", "?"], what="bill")] == [
        "B-2",
        "B-3",
        "?",
    ]
    assert receipt_lines_agree([ReceiptRow("R-1", D("5.00"))], [])
    assert deposits_agree([TotalRow("D-1", D("4.00"))], [ReceiptRow("R-1", D("5.00"), "D-1")])
    assert deposited_once([("R-1", "D-1"), ("R-1", "D-2")])


def test_name_account_that_a_run_forgot_doubled_or_left_without_bill() -> None:
    forgotten = outcomes_are_complete([("RUN-1", "7")], [], [])
    assert "neither billed, held nor skipped" in forgotten[0].sentence
    row = OutcomeRow("RUN-1", "00001042", "held")
    faults = outcomes_are_complete([], [row, row], [_bill()])
    assert len(faults) == 3
    (no_bill,) = outcomes_are_complete([], [OutcomeRow("RUN-1", "7", "billed")], [])
    assert "has no bill" in no_bill.sentence


def test_name_bond_with_dates_out_of_order() -> None:
    row = DatedRow("bond", "77", date(2026, 5, 1), date(2026, 4, 30), date(2026, 4, 1))
    assert len(dates_are_ordered([row])) == 2
