"""How a clerk names the tender, which rows are one check, and how an account's money is worked out."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.accountmoney import (
    BilledQuarter,
    LedgerFact,
    account_money,
    overdue_amount,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.ledger import Entry, EntryKind, PaymentOrder, PaymentPolicy
from sewerdesk.domain.payments import TenderRead, join_checks, overpayment_note, read_tender, tender_words
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender

D = Decimal
DAY = date(2027, 1, 4)
POLICY = PaymentPolicy(PaymentOrder.OLDEST_FIRST)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("1101", TenderRead(Tender.CHECK, "1101")),
        (" #1101 ", TenderRead(Tender.CHECK, "1101")),
        ("Cash", TenderRead(Tender.CASH)),
        ("card", TenderRead(Tender.CARD)),
        ("ACH", TenderRead(Tender.ACH)),
        ("online", TenderRead(Tender.ONLINE)),
        ("MO 20417", TenderRead(Tender.MONEY_ORDER, "20417")),
        ("money order #20417", TenderRead(Tender.MONEY_ORDER, "20417")),
        ("Mohawk 12", TenderRead(Tender.CHECK, "Mohawk 12")),
    ],
)
def test_read_tender_takes_what_clerks_type(typed: str, read: TenderRead) -> None:
    assert read_tender(typed) == read


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "Enter the check's number"),
        ("MO", "money order's number"),
        (
            "csah",
            "“csah” is no check's number. Enter the number, or type cash, card, ACH, online or MO and a number",
        ),
        ("credit", "“credit” is no check's number"),
        ("Visa", "“Visa” is no check's number"),
        ("#", "“#” is no check's number"),
    ],
)
def test_read_tender_says_what_is_missing(typed: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        read_tender(typed)


def test_tender_words_begin_with_a_capital() -> None:
    assert tender_words(Tender.MONEY_ORDER, "7") == "Money order no. 7"
    assert tender_words(Tender.ACH, "") == "ACH"


def part(account: str, amount: str, number: str = "77", payer: str = "Bank", bank: str = "") -> ReceiptDraft:
    line = ReceiptLine(Purpose.ACCOUNT, account, D(amount))
    tender = Tender.CHECK if number else Tender.CASH
    return ReceiptDraft(payer, DAY, tender, D(amount), (line,), number, bank)


def test_join_checks_joins_neighbors_of_one_check_alone() -> None:
    joined = join_checks(
        [part("1", "10.00"), part("2", "5.00"), part("3", "1.00", number="78"), part("4", "2.00")]
    )
    assert [(one.amount, len(one.lines)) for one in joined] == [
        (D("15.00"), 2),
        (D("1.00"), 1),
        (D("2.00"), 1),
    ]


def test_join_checks_keeps_cash_and_other_payers_apart() -> None:
    parts = [part("1", "1.00", number=""), part("2", "2.00", number=""), part("3", "3.00", payer="Other")]
    assert len(join_checks(parts)) == 3


@given(st.lists(st.tuples(st.sampled_from("12"), st.integers(1, 10_000), st.sampled_from(["", "7", "8"]))))
def test_join_checks_loses_no_cent(rows: list[tuple[str, int, str]]) -> None:
    parts = [part(account, str(D(cents) / 100), number=number) for account, cents, number in rows]
    joined = join_checks(parts)
    assert sum((one.amount for one in joined), D(0)) == sum((one.amount for one in parts), D(0))
    assert [line for one in joined for line in one.lines] == [line for one in parts for line in one.lines]
    assert all(one.allocated == one.amount for one in joined)


def test_overpayment_note_speaks_only_of_too_much() -> None:
    assert overpayment_note("0012", D("45.00"), D("45.00")) == ""
    assert "the other 5.00 waits" in overpayment_note("0012", D("50.00"), D("45.00"))
    assert "owes 0.00; the other 50.00" in overpayment_note("0012", D("50.00"), D("-10.00"))


def fact(
    number: int,
    on: date,
    kind: EntryKind,
    amount: str,
    *,
    bill: int | None = None,
    corrects: int | None = None,
) -> LedgerFact:
    entry = Entry(
        number,
        1,
        on,
        kind,
        D(amount),
        bill=f"BIL-{bill}" if bill else "",
        receipt="REC-1" if kind is EntryKind.PAYMENT else "",
        corrects_id=corrects,
        reason="Sewer use" if kind is EntryKind.CHARGE else "",
    )
    due = date(2027, 1, 31) if bill else None
    return LedgerFact(
        entry, bill_id=bill, bill_due=due, period="2026-Q4" if bill else "", posted_on=on, actor="MB"
    )


def test_charges_of_one_bill_are_one_line_with_the_running_balance() -> None:
    money = account_money(
        1,
        [
            fact(1, date(2027, 1, 1), EntryKind.CHARGE, "95.00", bill=5),
            fact(2, date(2027, 1, 1), EntryKind.CHARGE, "15.00", bill=5),
            fact(3, date(2027, 1, 9), EntryKind.PAYMENT, "-100.00"),
        ],
        as_of=date(2027, 2, 1),
        policy=POLICY,
        bills=[BilledQuarter("2026-Q4", D("110.00"), None, estimated=False)],
    )
    assert [(row.charge, row.payment, row.balance) for row in money.register] == [
        (None, D("100.00"), D("10.00")),
        (D("110.00"), None, D("110.00")),
    ]
    assert money.register[0].explanation.startswith("It paid 95.00 of Sewer use (BIL-5); 5.00 of Sewer use")
    assert [(item.open_amount, item.paid_by) for item in money.items] == [
        (D("0.00"), "95.00 by REC-1"),
        (D("10.00"), "5.00 by REC-1"),
    ]
    assert (money.overdue, money.overdue_since) == (D("10.00"), date(2027, 1, 31))
    assert [quarter.label for quarter in money.quarters][-2:] == ["Q3 26", "Q4 26"]
    assert len(money.quarters) == 8


def test_voided_payment_pays_nothing_and_says_so() -> None:
    money = account_money(
        1,
        [
            fact(1, date(2027, 1, 1), EntryKind.CHARGE, "95.00", bill=5),
            fact(2, date(2027, 1, 9), EntryKind.PAYMENT, "-95.00"),
            fact(3, date(2027, 1, 10), EntryKind.REVERSAL, "95.00", corrects=2),
        ],
        as_of=date(2027, 1, 10),
        policy=POLICY,
    )
    assert money.register[0].what == "Void of payment REC-1"
    assert "or it was voided" in money.register[1].explanation
    assert (money.balance, money.open_items[0].open_amount, money.overdue) == (D("95.00"), D("95.00"), D(0))


@pytest.mark.parametrize(
    ("balance", "waiting", "late"),
    [
        ("110.00", "110.00", "0.00"),
        ("150.00", "110.00", "40.00"),
        ("-5.00", "0.00", "0"),
        ("9.00", "-3.00", "9.00"),
    ],
)
def test_overdue_is_what_was_due_before(balance: str, waiting: str, late: str) -> None:
    assert overdue_amount(D(balance), D(waiting)) == D(late)
