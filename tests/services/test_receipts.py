"""Money taken: right in the ledger, once, all or nothing, and undone without a trace on the balance."""

from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.ledger import Entry
from sewerdesk.data.models.receipt import Receipt
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.payments import AskFirst, ReceiptState
from sewerdesk.domain.receipts import Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.scanline import scan_line
from sewerdesk.services.account_money import account_money
from sewerdesk.services.accounts import account_view
from sewerdesk.services.books import check_books
from sewerdesk.services.receipt_pages import list_receipts, receipt_file, receipt_view
from sewerdesk.services.receipts import (
    _fee_paid,
    enter_batch,
    enter_receipt,
    look_at_batch,
    look_up,
    void_receipt,
)
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.payments import MAIL_DAY, bill_three_accounts, cash, check, fee_of
from tests.support.penalties import charge_all, late_office

D = Decimal


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """Three accounts that owe 182.00, 220.00 and 110.00."""
    return bill_three_accounts(ws)


def balance_of(ws: Workspace, account_id: int) -> Decimal:
    return account_view(ws, account_id=account_id).row.balance


def test_enter_receipt_takes_a_number_and_lowers_the_balance(ws: Workspace, ids: dict[str, int]) -> None:
    posted = enter_receipt(ws, draft=check({"00001042": "182.00"}))
    assert [(one.number, one.amount) for one in posted.receipts] == [("REC-2027-0001", D("182.00"))]
    assert balance_of(ws, ids["00001042"]) == 0
    [row] = list_receipts(ws)
    assert (row.state, row.method, row.purpose) == (
        ReceiptState.UNDEPOSITED,
        "Check no. 1042",
        "00001042",
    )
    assert check_books(ws).is_clean


def test_one_check_pays_many_accounts(ws: Workspace, ids: dict[str, int]) -> None:
    enter_receipt(ws, draft=check({"00001043": "220.00", "00001044": "100.00"}))
    assert balance_of(ws, ids["00001043"]) == 0
    assert balance_of(ws, ids["00001044"]) == D("10.00")
    view = receipt_view(ws, receipt_id=1)
    assert [(line.reference, line.amount) for line in view.lines] == [
        ("00001043", D("220.00")),
        ("00001044", D("100.00")),
    ]


def test_enter_batch_refuses_what_is_out_of_balance(ws: Workspace, ids: dict[str, int]) -> None:
    batch = ReceiptBatch(D("400.00"), (check({"00001042": "182.00"}), cash("00001043", "220.00")), 3)
    with pytest.raises(RuleViolation, match=r"2\.00 over the control total.*control count is 3"):
        enter_batch(ws, batch=batch)
    assert list_receipts(ws) == ()
    assert balance_of(ws, ids["00001042"]) == D("182.00")


def test_enter_batch_posts_all_or_nothing(ws: Workspace, ids: dict[str, int]) -> None:
    batch = ReceiptBatch(D("192.00"), (check({"00001042": "182.00"}), cash("99999999", "10.00")))
    with pytest.raises(UserError, match="There is no account 99999999"):
        enter_batch(ws, batch=batch)
    with ws.read() as session:
        assert session.scalar(select(func.count()).select_from(Receipt)) == 0
    good = ReceiptBatch(D("192.00"), (check({"00001042": "182.00"}), cash("1043", "10.00")), 2)
    posted = enter_batch(ws, batch=good)
    assert [one.number for one in posted.receipts] == ["REC-2027-0001", "REC-2027-0002"]
    assert {row.batch for row in list_receipts(ws)} == {"2027-01-04 15:00:00"}


def test_look_at_batch_names_each_problem(ws: Workspace, ids: dict[str, int]) -> None:
    look = look_at_batch(
        ws, batch=ReceiptBatch(D("200.00"), (check({"00001042": "190.00"}), cash("77", "10.00")))
    )
    assert look.problems == (
        "Receipt 2 of the batch (Ana Peña): There is no account 77. Check the number on the bill's stub.",
    )
    fine = look_at_batch(ws, batch=ReceiptBatch(D("190.00"), (check({"00001042": "190.00"}),)))
    assert fine.problems == ()
    assert fine.notes == (
        "Account 00001042 owes 182.00; the other 8.00 waits on it as a credit for its next bill.",
    )


def test_the_same_check_twice_is_asked_about(ws: Workspace, ids: dict[str, int]) -> None:
    enter_receipt(ws, draft=check({"00001042": "100.00"}, number="01042"))
    again = check({"00001042": "100.00"}, number="1042")
    with pytest.raises(AskFirst, match="posted before as REC-2027-0001") as caught:
        enter_receipt(ws, draft=again)
    assert len(list_receipts(ws)) == 1
    enter_receipt(ws, draft=again, acknowledged=caught.value.warnings)
    assert len(list_receipts(ws)) == 2
    assert balance_of(ws, ids["00001042"]) == D("-18.00")


def test_the_same_check_is_asked_about_where_its_bank_was_left_out(
    ws: Workspace, ids: dict[str, int]
) -> None:
    enter_receipt(ws, draft=check({"00001042": "100.00"}, bank="Glens Falls National"))
    with pytest.raises(AskFirst, match="posted before as REC-2027-0001"):
        enter_receipt(ws, draft=check({"00001042": "100.00"}))
    other = check({"00001042": "100.00"}, bank="Arrow Bank")
    [paid_before] = look_at_batch(ws, batch=ReceiptBatch(D("100.00"), (other,))).asks
    assert paid_before == (
        "Account 00001042 got 100.00 on 01/04/2027 already (REC-2027-0001) and owes 82.00; make sure that it is not "
        "paid twice."
    )
    enter_receipt(ws, draft=other, acknowledged=[paid_before])
    assert balance_of(ws, ids["00001042"]) == D("-18.00")


def test_a_voided_check_may_be_entered_again(ws: Workspace, ids: dict[str, int]) -> None:
    posted = enter_receipt(ws, draft=check({"00001042": "100.00"}))
    void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Wrong account")
    assert enter_receipt(ws, draft=check({"00001042": "100.00"})).receipts[0].number == "REC-2027-0002"


def test_void_keeps_the_number_and_restores_the_account(ws: Workspace, ids: dict[str, int]) -> None:
    before = account_money(ws, account_id=ids["00001042"])
    posted = enter_receipt(ws, draft=check({"00001042": "182.00"}))
    void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Entered on the wrong account")
    after = account_money(ws, account_id=ids["00001042"])
    assert (after.balance, after.items, after.credit) == (before.balance, before.items, before.credit)
    [row] = list_receipts(ws)
    assert (row.number, row.state, row.void_reason) == (
        "REC-2027-0001",
        ReceiptState.VOID,
        "Entered on the wrong account",
    )
    assert [line.what for line in after.register][:2] == [
        "Void of payment REC-2027-0001",
        "Payment REC-2027-0001, check no. 1042",
    ]
    assert check_books(ws).is_clean


def test_void_needs_a_reason_and_works_once(ws: Workspace, ids: dict[str, int]) -> None:
    posted = enter_receipt(ws, draft=cash("00001044", "10.00"))
    with pytest.raises(FieldErrors, match="Say why"):
        void_receipt(ws, receipt_id=posted.receipts[0].id, reason=" ")
    void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Counted wrong")
    with pytest.raises(UserError, match="voided on 01/04/2027 already: Counted wrong"):
        void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Again")


def test_money_cannot_come_tomorrow(ws: Workspace, ids: dict[str, int]) -> None:
    with pytest.raises(FieldErrors, match="which is still ahead"):
        enter_receipt(ws, draft=cash("00001044", "10.00", on=date(2027, 1, 5)))


def test_suspense_is_refused_in_plain_words(ws: Workspace, ids: dict[str, int]) -> None:
    line = ReceiptLine(Purpose.SUSPENSE, "", D("10.00"))
    with pytest.raises(UserError, match="names no account"):
        enter_receipt(ws, draft=ReceiptDraft("Nobody", MAIL_DAY, Tender.CASH, D("10.00"), (line,)))


def test_payment_may_be_directed_to_a_bill(ws: Workspace, ids: dict[str, int]) -> None:
    line = ReceiptLine(Purpose.ACCOUNT, "00001042", D("10.00"), bill="BIL-2027-0001")
    enter_receipt(ws, draft=ReceiptDraft("J Smith", MAIL_DAY, Tender.CASH, D("10.00"), (line,)))
    with ws.read() as session:
        assert session.scalar(select(Entry.bill_id).where(Entry.amount == D("-10.00"))) == 1
    other = ReceiptLine(Purpose.ACCOUNT, "00001043", D("10.00"), bill="BIL-2027-0001")
    with pytest.raises(UserError, match="Account 00001043 has no bill BIL-2027-0001"):
        enter_receipt(ws, draft=ReceiptDraft("J Smith", MAIL_DAY, Tender.CASH, D("10.00"), (other,)))


def test_look_up_reads_a_scanned_stub(ws: Workspace, ids: dict[str, int]) -> None:
    look = look_up(ws, typed=scan_line("00001042", date(2027, 2, 1), 18200))
    assert (look.account.id, look.bill_number, look.amount, look.note) == (
        ids["00001042"],
        "BIL-2027-0001",
        D("182.00"),
        "",
    )
    enter_receipt(ws, draft=cash("00001042", "82.00"))
    again = look_up(ws, typed=scan_line("00001042", date(2027, 2, 1), 18200))
    assert again.note == "The stub says 182.00; the account owes 100.00 now."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("4711", "There is no account 4711"),
        ("000010422702010000182009", "check digit is wrong"),
    ],
)
def test_look_up_says_what_is_wrong(ws: Workspace, ids: dict[str, int], typed: str, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence):
        look_up(ws, typed=typed)


def test_look_up_takes_an_account_without_its_zeros(ws: Workspace, ids: dict[str, int]) -> None:
    look = look_up(ws, typed="1043")
    assert (look.account.number, look.amount, look.scanned) == ("00001043", D("220.00"), False)


def fee_receipt(fee_id: int, amount: str) -> ReceiptDraft:
    line = ReceiptLine(Purpose.FEE, str(fee_id), D(amount))
    return ReceiptDraft("John Q Smith", MAIL_DAY, Tender.CHECK, D(amount), (line,), "77")


def test_receipt_pays_a_fee_until_it_is_paid(ws: Workspace) -> None:
    fee_id = fee_of(ws, D("75.00"))
    enter_receipt(ws, draft=fee_receipt(fee_id, "50.00"))
    with ws.read() as session:
        assert _fee_paid(session, fee_id) == D("50.00")
        assert session.scalar(select(func.count()).select_from(Entry)) == 0
    with pytest.raises(UserError, match=r"still owes 25\.00; 50\.00 is too much"):
        enter_receipt(ws, draft=fee_receipt(fee_id, "50.00"), acknowledged=_all_warnings(ws, fee_id))
    assert list_receipts(ws)[0].purpose == "Connection fee (APP-2027-0001)"
    void_receipt(ws, receipt_id=1, reason="Bounced at the counter")
    with ws.read() as session:
        assert _fee_paid(session, fee_id) == 0


def _all_warnings(ws: Workspace, fee_id: int) -> tuple[str, ...]:
    return look_at_batch(ws, batch=ReceiptBatch(D("50.00"), (fee_receipt(fee_id, "50.00"),))).asks


def test_fee_without_an_amount_cannot_be_receipted(ws: Workspace) -> None:
    fee_id = fee_of(ws, None)
    with pytest.raises(UserError, match="has no amount yet"):
        enter_receipt(ws, draft=fee_receipt(fee_id, "10.00"))


def test_receipt_paper_is_drawn_once_and_says_the_balance(ws: Workspace, ids: dict[str, int]) -> None:
    enter_receipt(ws, draft=check({"00001042": "100.00"}))
    first = receipt_file(ws, receipt_id=1)
    enter_receipt(ws, draft=cash("00001042", "20.00"))
    assert receipt_file(ws, receipt_id=1).content == first.content
    words = PdfReader(BytesIO(first.content)).pages[0].extract_text()
    assert "REC-2027-0001" in words
    assert "82.00" in words  # 182.00 less 100.00, whatever came after
    assert "Mary Bell" in words
    void_receipt(ws, receipt_id=1, reason="Wrong amount")
    void = PdfReader(BytesIO(receipt_file(ws, receipt_id=1).content)).pages[0].extract_text()
    assert "This receipt is void: Wrong amount" in void


def balance_printed(ws: Workspace, receipt_id: int) -> str:
    """What the payer's paper says is owed now."""
    words = " ".join(pages_text(receipt_file(ws, receipt_id=receipt_id).content))
    return words.split("Balance now")[1].split()[0]


def test_receipt_paper_is_without_the_penalty_that_its_money_took_off(ws: Workspace) -> None:
    """182.00 that came on 01/30 is entered on 02/10, after the penalty of 18.20: nothing is owed, and it says so."""
    accounts = late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 10))
    charge_all(ws)
    posted = enter_receipt(ws, draft=check({"00001042": "182.00"}, on=date(2027, 1, 30)))
    assert balance_of(ws, accounts["00001042"]) == 0
    assert balance_printed(ws, posted.receipts[0].id) == "0.00"
    batch = ReceiptBatch(
        D("320.00"),
        (
            check({"00001044": "100.00"}, number="8", on=date(2027, 1, 30)),
            check({"00001043": "220.00"}, number="9", on=date(2027, 1, 30)),
        ),
    )
    first, second = enter_batch(ws, batch=batch).receipts
    assert balance_of(ws, accounts["00001044"]) == D("11.00")  # 10.00 and a tenth of it
    assert [balance_printed(ws, one.id) for one in (first, second)] == ["11.00", "0.00"]


@pytest.mark.parametrize("sql", ["UPDATE receipt SET amount = 1", "DELETE FROM receipt_line"])
def test_receipts_cannot_be_changed_even_by_sql(ws: Workspace, ids: dict[str, int], sql: str) -> None:
    enter_receipt(ws, draft=cash("00001042", "20.00"))
    with pytest.raises(IntegrityError, match="never changed or deleted"), ws.write() as session:
        session.execute(text(sql))


def test_bills_and_receipts_are_found_by_number_payer_and_check(ws: Workspace, ids: dict[str, int]) -> None:
    enter_receipt(ws, draft=check({"00001042": "182.00"}, payer="Łukasiewicz, Jan", number="88172"))
    assert {hit.kind for hit in find(ws, typed="BIL-2027-0002")} == {"bill"}
    for typed in ("rec-2027-0001", "lukasiewicz", "88172", "182.00"):
        assert [hit.title for hit in find(ws, typed=typed) if hit.kind == "receipt"] == [
            "REC-2027-0001 · 182.00"
        ]


@pytest.mark.slow
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 40_000)), min_size=1, max_size=7))
def test_any_sequence_of_payments_and_voids_keeps_the_books(
    ws: Workspace, steps: list[tuple[bool, int]]
) -> None:
    with ws.read() as session:
        billed = session.scalar(select(func.count()).select_from(Entry))
    if not billed:
        bill_three_accounts(ws)
    paid: list[tuple[int, Decimal]] = []
    start = account_money(ws, account_id=1)
    for voids, number in steps:
        if paid and voids:
            receipt_id, _ = paid.pop(number % len(paid))
            void_receipt(ws, receipt_id=receipt_id, reason="Tried")
        else:
            draft = cash("00001042", str(D(number) / 100))
            asks = look_at_batch(ws, batch=ReceiptBatch(draft.amount, (draft,))).asks
            posted = enter_receipt(ws, draft=draft, acknowledged=asks)
            paid.append((posted.receipts[0].id, draft.amount))
        money = account_money(ws, account_id=1)
        expected = start.balance - sum((amount for _, amount in paid), D("0.00"))
        assert money.balance == balance_of(ws, 1) == money.register[0].balance == expected
        assert sum((item.open_amount for item in money.items), D(0)) - money.credit == expected
    for receipt_id, _ in paid:
        void_receipt(ws, receipt_id=receipt_id, reason="Tried")
    end = account_money(ws, account_id=1)
    assert (end.balance, end.items, end.credit) == (start.balance, start.items, start.credit)
