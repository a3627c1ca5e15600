"""A mail day: three checks against the tape, one by its stub; posted, taken to the bank, and the books in order."""

from datetime import date
from decimal import Decimal
from io import BytesIO

from pypdf import PdfReader

from sewerdesk.domain.payments import DepositDraft, ReceiptState, join_checks
from sewerdesk.domain.receipts import Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.scanline import scan_line
from sewerdesk.services.account_money import account_money
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import list_deposits, make_deposit, undeposited
from sewerdesk.services.papers import paper_file
from sewerdesk.services.receipt_pages import list_receipts
from sewerdesk.services.receipts import enter_batch, look_at_batch, look_up
from sewerdesk.services.workspace import Workspace
from tests.support.payments import MAIL_DAY, NO_CASH, bill_three_accounts

D = Decimal


def test_three_checks_are_posted_and_deposited(ws: Workspace) -> None:
    ids = bill_three_accounts(ws)
    # 182.00 + 220.00 + 110.00 were billed; the tape of the morning's mail says 546.00 for three checks.
    stub = look_up(ws, typed=scan_line("00001042", date(2027, 2, 1), 18200))
    second = look_up(ws, typed="1043")
    third = look_up(ws, typed="00001044")
    assert [look.amount for look in (stub, second, third)] == [D("182.00"), D("220.00"), D("110.00")]

    def paid(name: str, number: str, account: str, amount: str) -> ReceiptDraft:
        line = ReceiptLine(Purpose.ACCOUNT, account, D(amount))
        return ReceiptDraft(name, MAIL_DAY, Tender.CHECK, D(amount), (line,), number, "50-100/213")

    drafts = (
        paid(stub.account.name, "1101", stub.account.number, "182.00"),
        paid(second.account.name, "553", second.account.number, "220.00"),
        paid(third.account.name, "9", third.account.number, "144.00"),
    )
    batch = ReceiptBatch(D("546.00"), join_checks(drafts), 3)
    look = look_at_batch(ws, batch=batch)
    assert look.problems == look.asks == ()
    assert look.notes == (
        "Account 00001044 owes 110.00; the other 34.00 waits on it as a credit for its next bill.",
    )

    posted = enter_batch(ws, batch=batch)
    assert [one.number for one in posted.receipts] == ["REC-2027-0001", "REC-2027-0002", "REC-2027-0003"]
    assert posted.total == D("546.00")
    assert [row.balance for row in list_accounts(ws)] == [D("0.00"), D("0.00"), D("-34.00")]
    money = account_money(ws, account_id=ids["00001044"])
    assert (money.balance, money.credit, money.open_items) == (D("-34.00"), D("34.00"), ())

    waiting = undeposited(ws)
    made = make_deposit(ws, draft=DepositDraft(tuple(row.id for row in waiting), NO_CASH, MAIL_DAY))
    assert made.total == sum((row.amount for row in list_receipts(ws)), D(0)) == D("546.00")
    assert {row.state for row in list_receipts(ws)} == {ReceiptState.DEPOSITED}
    assert [row.number for row in list_deposits(ws)] == ["DEP-2027-0001"]
    slip = PdfReader(BytesIO(paper_file(ws, paper_id=made.paper_id).content)).pages[0].extract_text()
    for words in ("$546.00", "DEP-2027-0001", "REC-2027-0001", "O'Brien & Sons <Plumbing>", "Peña, Ana"):
        assert words in slip, words

    report = check_books(ws)
    assert report.is_clean, report.findings
