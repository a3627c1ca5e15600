"""The statement of an account: any two days, shown before it is issued, frozen after."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.services.account_money import account_papers
from sewerdesk.services.papers import paper_file
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.reports import run_report
from sewerdesk.services.statements import (
    account_statement,
    first_entry_day,
    issue_statement,
    statement_preview,
)
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.payments import bill_three_accounts, check

D = Decimal
YEAR = {"since": date(2027, 1, 1), "through": date(2027, 12, 31)}


@pytest.fixture
def account_id(ws: Workspace) -> int:
    """Account 00001043 (two units): billed 220.00, paid 250.00 on January 4, not voided yet in March."""
    ids = bill_three_accounts(ws)
    enter_receipt(ws, draft=check({"00001043": "250.00"}, payer="Ana Peña", number="7"))
    ws.clock = FixedClock(date(2027, 3, 10))
    return ids["00001043"]


def test_show_every_entry_with_the_balance_after_it(ws: Workspace, account_id: int) -> None:
    void_receipt(ws, receipt_id=1, reason="The check was not signed.")
    view = account_statement(ws, account_id=account_id, **YEAR)
    assert [(line.text, line.document, line.amount, line.balance) for line in view.lines] == [
        ("Bill, Q4 2026", "BIL-2027-0002", D("220.00"), D("220.00")),
        ("Payment, check no. 7", "REC-2027-0001", D("-250.00"), D("-30.00")),
        ("Void of payment", "REC-2027-0001", D("250.00"), D("220.00")),
    ]
    assert (view.opening, view.charged, view.paid, view.closing) == (
        D(0),
        D("470.00"),
        D("-250.00"),
        D("220.00"),
    )


def test_bring_the_balance_forward(ws: Workspace, account_id: int) -> None:
    view = account_statement(ws, account_id=account_id, since=date(2027, 1, 3), through=date(2027, 1, 3))
    assert (view.opening, view.lines, view.closing) == (D("220.00"), (), D("220.00"))
    assert dict(view.aging)["Not yet due"] == D("220.00")


def test_show_a_credit_below_zero(ws: Workspace, account_id: int) -> None:
    """Faults b4/64: one sign convention, the credit in its own place."""
    view = account_statement(ws, account_id=account_id, since=date(2027, 1, 1), through=date(2027, 1, 31))
    assert dict(view.aging)["Credit"] == D("-30.00") == view.closing
    (text,) = pages_text(statement_preview(ws, account_id=account_id, **YEAR))
    for words in ("PREVIEW: NOT ISSUED", "Nothing is owed.", "The account has a credit of $30.00.", "-30.00"):
        assert words in text, words


def test_give_the_whole_history(ws: Workspace, account_id: int) -> None:
    """Faults b4/70: a statement reaches back to the account's first day."""
    assert first_entry_day(ws, account_id=account_id) == date(2020, 1, 1)


def test_freeze_what_was_issued(ws: Workspace, account_id: int) -> None:
    paper = issue_statement(ws, account_id=account_id, **YEAR)
    assert (paper.number, paper.title) == ("STM-2027-0001", "Statement of account 00001043")
    kept = paper_file(ws, paper_id=paper.id).content
    void_receipt(ws, receipt_id=1, reason="The check was not signed.")
    assert paper_file(ws, paper_id=paper.id).content == kept
    (text,) = pages_text(kept)
    for words in ("STM-2027-0001", "PEÑA", "14 MAIN ST", "January 1, 2027 to December 31, 2027",
                  "01/04/2027 Payment, check no. 7 REC-2027-0001 -250.00 -30.00"):  # fmt: skip
        assert words in text, words
    assert "NOT ISSUED" not in text
    newest = account_papers(ws, account_id=account_id)[0]
    assert newest.number == "STM-2027-0001"
    assert issue_statement(ws, account_id=account_id, **YEAR).number == "STM-2027-0002"


def test_prove_the_statement_as_a_report(ws: Workspace, account_id: int) -> None:
    request = ReportRequest("statement", date(2027, 3, 10), date(2027, 1, 1), account_id=account_id)
    report = run_report(ws, request=request)
    assert report.scope == "Account 00001043, Peña, Ana: 01/01/2027 through 03/10/2027."
    assert report.faults == ()
    assert [row.cells[-1] for row in report.rows] == [D("0.00"), D("220.00"), D("-30.00")]


def test_refuse_days_in_the_wrong_order(ws: Workspace, account_id: int) -> None:
    with pytest.raises(FieldErrors, match="before the first"):
        account_statement(ws, account_id=account_id, since=date(2027, 2, 1), through=date(2027, 1, 1))
