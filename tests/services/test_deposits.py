"""Deposits equal their receipts; the slip is frozen; a deposit that never left is undone; the journal follows."""

import csv
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.office_settings import BillingSettings
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.services.books import check_books
from sewerdesk.services.closing import close_checklist, close_period, reopen_period
from sewerdesk.services.deposits import (
    deposit_view,
    list_deposits,
    make_deposit,
    undeposited,
    void_deposit,
)
from sewerdesk.services.office_settings import save_billing_settings
from sewerdesk.services.papers import paper_file
from sewerdesk.services.receipt_journal import complete_journal, journal_folder, rebuild_check, repair_journal
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.payments import MAIL_DAY, NO_CASH, bill_three_accounts, cash, check, fee_of

D = Decimal


@pytest.fixture
def paid(ws: Workspace) -> Workspace:
    """A check of 182.00, cash of 20.35 and a card payment of 5.00."""
    bill_three_accounts(ws)
    save_billing_settings(ws, settings=BillingSettings(bank_name="First Bank", bank_account="000123454417"))
    enter_receipt(ws, draft=check({"00001042": "182.00"}, on=date(2027, 1, 2), bank="50-100/213"))
    enter_receipt(ws, draft=cash("00001043", "20.35"))
    line = ReceiptLine(Purpose.ACCOUNT, "00001044", D("5.00"))
    enter_receipt(ws, draft=ReceiptDraft("O'Brien", MAIL_DAY, Tender.CARD, D("5.00"), (line,)))
    return ws


CASH = CashCount({20: 1}, D("0.35"))


def test_undeposited_counts_the_days_held_and_leaves_cards_out(paid: Workspace) -> None:
    assert [(row.number, row.held_days) for row in undeposited(paid)] == [
        ("REC-2027-0001", 2),
        ("REC-2027-0002", 0),
    ]


def test_deposit_is_the_sum_of_its_receipts(paid: Workspace) -> None:
    made = make_deposit(paid, draft=DepositDraft((1, 2), CASH, MAIL_DAY))
    assert (made.number, made.total, made.receipts) == ("DEP-2027-0001", D("202.35"), 2)
    assert undeposited(paid) == ()
    view = deposit_view(paid, deposit_id=made.id)
    assert [row.number for row in view.receipts] == ["REC-2027-0001", "REC-2027-0002"]
    assert view.paper_id is not None
    words = PdfReader(BytesIO(paper_file(paid, paper_id=view.paper_id).content)).pages[0].extract_text()
    for part in ("DEP-2027-0001", "202.35", "First Bank", "4417", "John Q Smith", "50-100/213", "SS-2122"):
        assert part in words
    assert "00012345" not in words
    assert check_books(paid).is_clean


def test_slip_splits_the_money_by_what_it_paid(paid: Workspace) -> None:
    enter_receipt(paid, draft=cash("00001044", "205.00"))  # 105.00 still owed, 100.00 more than that
    make_deposit(paid, draft=DepositDraft((1, 2, 4), CashCount({100: 2, 20: 1}, D("5.35")), MAIL_DAY))
    paper = deposit_view(paid, deposit_id=1).paper_id
    assert paper is not None
    words = PdfReader(BytesIO(paper_file(paid, paper_id=paper).content)).pages[0].extract_text()
    assert "Credit on accounts" in words
    assert "100.00" in words


def test_slip_takes_no_fee_for_a_credit_on_an_account(paid: Workspace) -> None:
    """A fee that the law sets has no charge code of the schedule; its money still is a fee's."""
    fee = fee_of(paid, D("75.00"), charge_code="")
    line = ReceiptLine(Purpose.FEE, str(fee), D("75.00"))
    enter_receipt(paid, draft=ReceiptDraft("Ann Lee", MAIL_DAY, Tender.CHECK, D("75.00"), (line,), "9"))
    made = make_deposit(paid, draft=DepositDraft((1, 4), NO_CASH, MAIL_DAY))
    words = PdfReader(BytesIO(paper_file(paid, paper_id=made.paper_id).content)).pages[0].extract_text()
    assert "Fees and charges without a charge code 75.00" in " ".join(words.split())
    assert "Credit on accounts" not in words


@pytest.mark.parametrize(
    ("ids", "counted", "sentence"),
    [
        ((), NO_CASH, "holds no receipt"),
        ((1, 2), NO_CASH, "20.35 short"),
        ((1, 2, 3), CASH, "paid by card and is not carried to the bank"),
        ((1, 99), NO_CASH, "is not in this office"),
    ],
)
def test_deposit_that_cannot_be_is_refused(
    paid: Workspace, ids: tuple[int, ...], counted: CashCount, sentence: str
) -> None:
    with pytest.raises(UserError, match=sentence):
        make_deposit(paid, draft=DepositDraft(ids, counted, MAIL_DAY))
    assert list_deposits(paid) == ()


def test_deposit_is_not_made_ahead(paid: Workspace) -> None:
    with pytest.raises(FieldErrors, match="still ahead"):
        make_deposit(paid, draft=DepositDraft((1,), NO_CASH, date(2027, 1, 5)))


def test_deposit_is_not_made_before_its_money_came(paid: Workspace) -> None:
    with pytest.raises(FieldErrors, match="REC-2027-0001 was received on 01/02/2027"):
        make_deposit(paid, draft=DepositDraft((1,), NO_CASH, date(2026, 12, 31)))
    assert make_deposit(paid, draft=DepositDraft((1,), NO_CASH, date(2027, 1, 2))).number == "DEP-2027-0001"


def test_slip_says_how_many_receipts_it_holds_where_some_are_left_out(paid: Workspace) -> None:
    enter_receipt(paid, draft=check({"00001044": "9.00"}, number="7"))
    made = make_deposit(paid, draft=DepositDraft((1, 4), NO_CASH, MAIL_DAY))
    slip = PdfReader(BytesIO(paper_file(paid, paper_id=made.paper_id).content)).pages[0].extract_text()
    assert "2 from REC-2027-0001 to REC-2027-0004" in " ".join(slip.split())


def test_receipt_goes_to_the_bank_once(paid: Workspace) -> None:
    make_deposit(paid, draft=DepositDraft((1,), NO_CASH, MAIL_DAY))
    with pytest.raises(RuleViolation, match="went to the bank with DEP-2027-0001"):
        make_deposit(paid, draft=DepositDraft((1,), NO_CASH, MAIL_DAY))
    with pytest.raises(IntegrityError, match="UNIQUE"), paid.write() as session:
        session.execute(text("INSERT INTO deposit_receipt (deposit_id, receipt_id, live) VALUES (1, 1, 1)"))


def test_deposited_receipt_is_voided_only_after_its_deposit(paid: Workspace) -> None:
    make_deposit(paid, draft=DepositDraft((1, 2), CASH, MAIL_DAY))
    with pytest.raises(RuleViolation, match="void the deposit first"):
        void_receipt(paid, receipt_id=1, reason="Wrong account")
    void_deposit(paid, deposit_id=1, reason="Never left the office")
    void_receipt(paid, receipt_id=1, reason="Wrong account")
    made = make_deposit(paid, draft=DepositDraft((2,), CASH, MAIL_DAY))
    assert (made.number, made.total) == ("DEP-2027-0002", D("20.35"))
    assert [(row.number, row.void_reason) for row in list_deposits(paid)] == [
        ("DEP-2027-0002", ""),
        ("DEP-2027-0001", "Never left the office"),
    ]
    assert check_books(paid).is_clean
    with pytest.raises(UserError, match="voided on 01/04/2027 already"):
        void_deposit(paid, deposit_id=1, reason="Again")


def test_deposit_of_a_closed_period_stays(paid: Workspace) -> None:
    """January is closed and reported with its deposit of 182.00; it is voided only once January is open again."""
    made = make_deposit(paid, draft=DepositDraft((1,), NO_CASH, MAIL_DAY))
    paid.clock = FixedClock(date(2027, 2, 6))
    last = date(2027, 1, 31)
    answers = {item.key: "Looked at" for item in close_checklist(paid, through=last)}
    close_period(paid, through=last, answers=answers)
    with pytest.raises(
        RuleViolation, match=r"of 01/04/2027; the books are closed through 01/31/2027\. .* open that period"
    ):
        void_deposit(paid, deposit_id=made.id, reason="Left on the desk")
    assert list_deposits(paid)[0].void_reason == ""
    reopen_period(paid, back_to=None, reason="Left on the desk", authority="Resolution 4")
    void_deposit(paid, deposit_id=made.id, reason="Left on the desk")
    assert [row.number for row in undeposited(paid)] == ["REC-2027-0001", "REC-2027-0002"]


def journal_rows(ws: Workspace) -> list[list[str]]:
    with (journal_folder(ws) / "receipts-2027-01-04.csv").open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def test_journal_has_a_line_for_each_receipt_and_void(paid: Workspace) -> None:
    enter_receipt(paid, draft=cash("00001044", "1.00", payer="=1+1 LLC"))
    void_receipt(paid, receipt_id=4, reason="Joke")
    rows = journal_rows(paid)
    assert rows[0][:2] == ["act", "receipt"]
    assert [(row[0], row[1], row[7]) for row in rows[1:]] == [
        ("received", "REC-2027-0001", "182.00"),
        ("received", "REC-2027-0002", "20.35"),
        ("received", "REC-2027-0003", "5.00"),
        ("received", "REC-2027-0004", "1.00"),
        ("void", "REC-2027-0004", "1.00"),
    ]
    assert rows[4][4] == "'=1+1 LLC"
    assert rows[5][-1] == "Joke"


def test_journal_is_completed_after_a_crash(paid: Workspace) -> None:
    path = journal_folder(paid) / "receipts-2027-01-04.csv"
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])  # the power went while the last line was written
    report = check_books(paid)
    assert [finding.record for finding in report.findings] == ["REC-2027-0003"]
    assert repair_journal(paid) == 1
    assert repair_journal(paid) == 0
    assert [row[1] for row in journal_rows(paid) if len(row) == 14][1:] == [
        "REC-2027-0001",
        "REC-2027-0002",
        "REC-2027-0003",
    ]
    path.unlink()
    assert repair_journal(paid) == 3
    assert check_books(paid).is_clean


@pytest.mark.parametrize("torn_at", ["Peña, A", 'Peña, Ana ""An', "Pe\N{LATIN SMALL LETTER N WITH TILDE}"])
def test_line_torn_within_quotes_does_not_swallow_its_repair(paid: Workspace, torn_at: str) -> None:
    """The power went within a name in quotes, or within a letter: the next start writes the line, and it is read."""
    line = ReceiptLine(Purpose.ACCOUNT, "00001043", D("6.00"))
    payer = 'Peña, Ana "Annie"'
    enter_receipt(paid, draft=ReceiptDraft(payer, MAIL_DAY, Tender.CASH, D("6.00"), (line,)))
    path = journal_folder(paid) / "receipts-2027-01-04.csv"
    whole, cut = path.read_bytes(), torn_at.encode()
    path.write_bytes(whole[: whole.rindex(cut) + len(cut) - (torn_at == "Peñ")])
    assert repair_journal(paid) == 1
    assert repair_journal(paid) == 0
    assert rebuild_check(paid).agrees
    enter_receipt(paid, draft=cash("00001044", "1.00"))
    assert rebuild_check(paid).agrees


def test_void_of_an_old_receipt_is_added_to_the_journal_at_the_next_start(paid: Workspace) -> None:
    paid.clock = FixedClock(date(2027, 3, 1))
    void_receipt(paid, receipt_id=1, reason="Never came")
    path = journal_folder(paid) / "receipts-2027-03-01.csv"
    path.unlink()  # the power went before it was written
    assert complete_journal(paid) == ""
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [row[:2] for row in csv.reader(lines)][1:] == [["void", "REC-2027-0001"]]


def test_receipt_is_saved_even_where_the_journal_cannot_be(paid: Workspace) -> None:
    folder = journal_folder(paid)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    folder.write_text("in the way")
    posted = enter_receipt(paid, draft=cash("00001044", "1.00"))
    assert posted.receipts[0].number == "REC-2027-0004"
    assert "could not be written" in posted.warning
    folder.unlink()
    assert repair_journal(paid) == 4
