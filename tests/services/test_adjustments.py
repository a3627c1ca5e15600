"""Adjustments with slip, approval and register; write-offs put back; refunds never above the credit."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.adjustments import AdjustmentDraft, RefundDraft, WriteOffDraft
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.domain.reports.model import Report
from sewerdesk.services.account_money import account_money
from sewerdesk.services.act_slips import slip_file
from sewerdesk.services.adjustments import (
    decide_act,
    post_adjustment,
    refund_credit,
    reinstate,
    unapproved_acts,
    write_off,
)
from sewerdesk.services.attachments import attachments_of
from sewerdesk.services.books import check_books
from sewerdesk.services.money_acts import money_acts, undo_act
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.reports import run_report
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.payments import MAIL_DAY, bill_three_accounts, check
from tests.support.penalties import charge_all, late_office

D = Decimal
MINUTE = "Resolution 14 of 2027, January 4"


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """Three accounts that owe 182.00, 220.00 and 110.00."""
    return bill_three_accounts(ws)


def leak(amount: str = "-40.00", **changes: object) -> AdjustmentDraft:
    values = {
        "account": "1042",
        "amount": D(amount),
        "reason": "Leak",
        "requested_by": "Mary Bell",
        "on": MAIL_DAY,
        "note": "Pipe burst, plumber's bill attached",
    }
    return AdjustmentDraft(**(values | changes))  # type: ignore[arg-type]


def balance(ws: Workspace, account_id: int) -> Decimal:
    return account_money(ws, account_id=account_id).balance


def register(ws: Workspace, first: date, last: date) -> Report:
    return run_report(ws, request=ReportRequest("adjustments", last, first))


def total_of(report: Report) -> object:
    return report.totals[[column.key for column in report.body.columns].index("amount")]


def said(ws: Workspace, act_id: int) -> str:
    return " ".join(" ".join(pages_text(slip_file(ws, act_id=act_id).content)).split())


def test_adjustment_counts_at_once_and_is_listed_until_approved(
    ws: Workspace, ids: dict[str, int], tmp_path: Path
) -> None:
    bill = tmp_path / "plumber.pdf"
    bill.write_bytes(b"%PDF-1.4 plumber")
    act = post_adjustment(ws, draft=leak(files=(bill,)))
    assert (act.number, act.kind, act.total) == ("ADJ-2027-0001", ActKind.ADJUSTMENT, D("-40.00"))
    assert balance(ws, ids["00001042"]) == D("142.00")
    assert [file.name for file in attachments_of(ws, subject="money_act", subject_id=act.id)] == [
        "plumber.pdf"
    ]
    [waiting] = unapproved_acts(ws)
    assert (waiting.number, waiting.requested_by, waiting.accounts) == (
        "ADJ-2027-0001",
        "Mary Bell",
        "00001042",
    )
    assert "Not approved yet" in said(ws, act.id)
    with pytest.raises(FieldErrors, match=r"(?i)mary bell asked for it and cannot approve it"):
        decide_act(ws, act_id=act.id, approved=True, decided_by="mary bell")
    decide_act(ws, act_id=act.id, approved=True, decided_by="Ed Fox, Supervisor", minute=MINUTE)
    assert unapproved_acts(ws) == ()
    assert "Approved by Ed Fox, Supervisor" in said(ws, act.id)
    with pytest.raises(RuleViolation, match="was approved by Ed Fox, Supervisor on 01/04/2027 already"):
        decide_act(ws, act_id=act.id, approved=False, decided_by="Ann Roe", note="No")
    assert check_books(ws).is_clean


@pytest.mark.parametrize("decides", ["Mary  Bell", "MARY BELL ", "MB", "M.B."])
def test_who_asked_does_not_approve_under_another_spelling(
    ws: Workspace, ids: dict[str, int], decides: str
) -> None:
    """Faults b6/109: Mary Bell works here as MB; her deputy Ann Roe may approve."""
    act = post_adjustment(ws, draft=leak())
    with pytest.raises(FieldErrors, match="asked for it and cannot approve it"):
        decide_act(ws, act_id=act.id, approved=True, decided_by=decides)
    decide_act(ws, act_id=act.id, approved=True, decided_by="Ann Roe")
    with pytest.raises(FieldErrors) as problem:
        write_off(ws, draft=replace(gone(), approved_by=decides))
    assert set(problem.value.errors) == {"approved_by"}


def test_refused_adjustment_is_reversed_and_says_so(ws: Workspace, ids: dict[str, int]) -> None:
    before = account_money(ws, account_id=ids["00001042"])
    act = post_adjustment(ws, draft=leak())
    with pytest.raises(FieldErrors, match="Say why it is refused"):
        decide_act(ws, act_id=act.id, approved=False, decided_by="Ed Fox")
    decide_act(ws, act_id=act.id, approved=False, decided_by="Ed Fox", note="No plumber's bill")
    after = account_money(ws, account_id=ids["00001042"])
    assert (after.balance, after.items) == (before.balance, before.items)
    report = register(ws, date(2027, 1, 1), date(2027, 1, 31))
    assert (report.count, total_of(report)) == (2, D("0.00"))  # the adjustment and what took it back
    assert "Refused 01/04/2027, Ed Fox" in report.rows[0].cells
    assert "Refused and reversed by Ed Fox" in said(ws, act.id)
    with pytest.raises(RuleViolation, match="there is nothing to approve"):
        decide_act(ws, act_id=act.id, approved=True, decided_by="Ann Roe")


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"reason": "Because"}, "reason"),
        ({"amount": D("0.00")}, "amount"),
        ({"amount": D("1.005")}, "amount"),
        ({"requested_by": " "}, "requested_by"),
        ({"approved_by": "mary bell"}, "approved_by"),
        ({"approved_by": "Mary  Bell"}, "approved_by"),
        ({"approved_by": "MB"}, "approved_by"),  # her initials in this office
        ({"approved_by": " m. b."}, "approved_by"),
        ({"waiver": True}, "minute"),
        ({"waiver": True, "minute": MINUTE, "amount": D("4.00")}, "amount"),
        ({"charge_code": "NONE"}, "charge_code"),
    ],
)
def test_adjustment_asks_for_what_it_needs(
    ws: Workspace, ids: dict[str, int], changes: dict[str, object], field: str
) -> None:
    with pytest.raises(FieldErrors) as problem:
        post_adjustment(ws, draft=replace(leak(), **changes))  # type: ignore[arg-type]
    assert set(problem.value.errors) == {field}
    assert money_acts(ws) == ()


def test_waiver_carries_the_boards_resolution(ws: Workspace, ids: dict[str, int]) -> None:
    """Features G8: no waiver without reason and authority."""
    act = post_adjustment(ws, draft=leak(waiver=True, minute=MINUTE, approved_by="Town Board"))
    assert (act.kind, act.authority) == (ActKind.WAIVER, MINUTE)
    words = said(ws, act.id)
    assert "Waiver of Charges" in words
    assert MINUTE in words
    assert unapproved_acts(ws) == ()


def test_undone_adjustment_waits_for_nobody(ws: Workspace, ids: dict[str, int]) -> None:
    act = post_adjustment(ws, draft=leak())
    undo_act(ws, act_id=act.id, reason="Wrong account")
    assert unapproved_acts(ws) == ()
    report = register(ws, MAIL_DAY, MAIL_DAY)
    assert total_of(report) == D("0.00")
    assert "Undone by UND-2027-0001" in report.rows[0].cells


def test_register_has_count_sum_scope_and_stamp(ws: Workspace, ids: dict[str, int]) -> None:
    """Features H4: by the day of effect, both ends included; undone ones are shown and not summed."""
    for amount, day in (("-40.00", date(2026, 12, 31)), ("-1.00", date(2027, 1, 2)), ("3.00", MAIL_DAY)):
        post_adjustment(ws, draft=leak(amount, on=day))
    report = register(ws, date(2027, 1, 1), date(2027, 1, 31))
    assert [row.cells[0] for row in report.rows] == ["ADJ-2027-0002", "ADJ-2027-0003"]
    assert (report.count, total_of(report), report.stamp.at) == (2, D("2.00"), ws.clock.now())
    assert "01/01/2027" in report.scope
    assert [row.number for row in unapproved_acts(ws)] == ["ADJ-2027-0001", "ADJ-2027-0002", "ADJ-2027-0003"]


def gone(amount: str | None = None) -> WriteOffDraft:
    return WriteOffDraft(
        account="1043",
        reason="Bankruptcy discharge",
        requested_by="Mary Bell",
        approved_by="Town Board",
        minute=MINUTE,
        on=MAIL_DAY,
        amount=None if amount is None else D(amount),
    )


def test_write_off_takes_open_charges_and_is_put_back(ws: Workspace, ids: dict[str, int]) -> None:
    """Features G19."""
    before = account_money(ws, account_id=ids["00001043"])
    act = write_off(ws, draft=gone())
    assert (act.number, balance(ws, ids["00001043"])) == ("ADJ-2027-0001", D("0.00"))
    assert account_money(ws, account_id=ids["00001043"]).open_items == ()
    with pytest.raises(FieldErrors, match=r"owes 0\.00; no more than that"):
        write_off(ws, draft=gone())
    with pytest.raises(FieldErrors, match="Board's resolution"):
        reinstate(ws, act_id=act.id, reason="Case dismissed", authority="")
    reinstate(ws, act_id=act.id, reason="Case dismissed", authority="Resolution 20 of 2027")
    after = account_money(ws, account_id=ids["00001043"])
    assert (after.balance, after.items) == (before.balance, before.items)
    other = post_adjustment(ws, draft=leak())
    with pytest.raises(RuleViolation, match="wrote nothing off"):
        reinstate(ws, act_id=other.id, reason="x", authority="Resolution 20")
    assert check_books(ws).is_clean


def test_write_off_of_a_part_goes_to_the_oldest_charge(ws: Workspace, ids: dict[str, int]) -> None:
    write_off(ws, draft=gone("30.00"))
    money = account_money(ws, account_id=ids["00001043"])
    assert money.balance == D("190.00")
    first = next(item for item in money.items if item.paid_by)
    assert first.amount - first.open_amount == D("30.00")
    with pytest.raises(FieldErrors, match=r"owes 190\.00"):
        write_off(ws, draft=gone("190.01"))


def back(amount: str, **changes: str) -> RefundDraft:
    values: dict[str, object] = {
        "account": "1042",
        "amount": D(amount),
        "payee": "John Q Smith",
        "reason": "Paid twice",
        "requested_by": "Mary Bell",
        "approved_by": "Town Board",
        "minute": MINUTE,
        "on": MAIL_DAY,
    }
    return RefundDraft(**(values | changes))  # type: ignore[arg-type]


def test_refund_pays_the_credit_back_and_no_more(ws: Workspace, ids: dict[str, int]) -> None:
    """Features F16: 200.00 paid on 182.00: 18.00 may go back, with a voucher."""
    with pytest.raises(FieldErrors, match=r"has a credit of 0\.00"):
        refund_credit(ws, draft=back("1.00"))
    enter_receipt(ws, draft=check({"00001042": "200.00"}))
    with pytest.raises(FieldErrors, match=r"has a credit of 18\.00; no more"):
        refund_credit(ws, draft=back("18.01"))
    with pytest.raises(FieldErrors) as problem:
        refund_credit(ws, draft=back("18.00", minute="", approved_by=""))
    assert set(problem.value.errors) == {"minute", "approved_by"}
    with pytest.raises(FieldErrors, match="to whom the refund is paid"):
        refund_credit(ws, draft=back("18.00", payee=" "))
    act = refund_credit(ws, draft=back("18.00"))
    assert (act.number, act.total, act.authority) == ("RFD-2027-0001", D("18.00"), MINUTE)
    money = account_money(ws, account_id=ids["00001042"])
    assert (money.balance, money.credit, money.open_items) == (D("0.00"), D("0.00"), ())
    words = said(ws, act.id)
    assert "Refund Voucher" in words
    assert "John Q Smith" in words
    assert check_books(ws).is_clean
    undo_act(ws, act_id=act.id, reason="The check was never drawn")
    assert account_money(ws, account_id=ids["00001042"]).credit == D("18.00")


def test_write_off_is_not_dated_before_what_it_gives_up(ws: Workspace) -> None:
    """200.20 is owed, 18.20 of it a penalty of 02/02: written off "on 01/28" it would end as a credit of 18.20."""
    accounts = late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 10))
    charge_all(ws)
    everything = replace(gone(), account="1042", on=date(2027, 1, 28))
    sentence = (
        r"The penalty of 18\.20 that is written off is owed since 02/02/2027 only\. Enter that day or a later"
    )
    with pytest.raises(FieldErrors, match=sentence) as problem:
        write_off(ws, draft=everything)
    assert set(problem.value.errors) == {"on"}
    assert balance(ws, accounts["00001042"]) == D("200.20")
    write_off(ws, draft=replace(everything, on=date(2027, 2, 2)))
    assert balance(ws, accounts["00001042"]) == D("0.00")


def test_refund_is_not_dated_before_its_credit_stood(ws: Workspace, ids: dict[str, int]) -> None:
    """200.00 came on 01/20 for the 182.00 of 01/02: the 18.00 is paid back on that day or later."""
    ws.clock = FixedClock(date(2027, 1, 25))
    enter_receipt(ws, draft=check({"00001042": "200.00"}, on=date(2027, 1, 20)))
    with pytest.raises(
        FieldErrors, match=r"credit of 18\.00 on account 00001042 stands since 01/20/2027"
    ) as problem:
        refund_credit(ws, draft=replace(back("18.00"), on=date(2027, 1, 19)))
    assert set(problem.value.errors) == {"on"}
    refund_credit(ws, draft=replace(back("18.00"), on=date(2027, 1, 20)))
    assert balance(ws, ids["00001042"]) == D("0.00")


def test_no_act_is_dated_before_its_account_was_opened(ws: Workspace, ids: dict[str, int]) -> None:
    """The account is open since 01/01/2020; a year typed short is asked about."""
    enter_receipt(ws, draft=check({"00001042": "200.00"}))
    before = date(2019, 12, 31)
    opened = r"Account 0000104[23] was opened on 01/01/2020\. Enter that day or a later one"
    with pytest.raises(FieldErrors, match=opened) as problem:
        post_adjustment(ws, draft=leak(on=date(1, 1, 1)))
    assert set(problem.value.errors) == {"on"}
    with pytest.raises(FieldErrors, match=opened):
        write_off(ws, draft=replace(gone(), on=before))
    with pytest.raises(FieldErrors, match=opened):
        refund_credit(ws, draft=replace(back("18.00"), on=before))
    assert post_adjustment(ws, draft=leak(on=date(2020, 1, 1))).effective_on == date(2020, 1, 1)


def test_slip_is_asked_of_an_act_that_has_none(ws: Workspace, ids: dict[str, int]) -> None:
    act = post_adjustment(ws, draft=leak())
    undone = undo_act(ws, act_id=act.id, reason="Wrong")
    with pytest.raises(UserError, match="has no slip"):
        slip_file(ws, act_id=undone.id)
    with pytest.raises(UserError, match="not in this office"):
        decide_act(ws, act_id=99, approved=True, decided_by="Ed Fox")


def test_decision_is_dated_by_the_clock(ws: Workspace, ids: dict[str, int]) -> None:
    act = post_adjustment(ws, draft=leak())
    ws.clock = FixedClock(date(2027, 2, 9))
    decide_act(ws, act_id=act.id, approved=True, decided_by="Town Board", minute="Minute of February 9, 2027")
    assert "Approved by Town Board, 2/9/2027" in said(ws, act.id)
