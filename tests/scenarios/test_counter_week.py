"""One week at the counter: every act of money in its turn, the drawer closed each day, the books proved at the end."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from sewerdesk import cli
from sewerdesk.clock import FixedClock
from sewerdesk.domain.adjustments import AdjustmentDraft, RefundDraft, WriteOffDraft
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import AskFirst, DepositDraft
from sewerdesk.domain.plans import PlanDraft, PlanState, monthly_installments
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.account_money import account_money
from sewerdesk.services.adjustments import (
    decide_act,
    post_adjustment,
    refund_credit,
    reinstate,
    unapproved_acts,
    write_off,
)
from sewerdesk.services.application_fees import open_fees
from sewerdesk.services.books import check_books
from sewerdesk.services.deposits import make_deposit, undeposited
from sewerdesk.services.drawer import close_drawer, drawer_counts
from sewerdesk.services.money_held import money_held
from sewerdesk.services.offices import OpenOffice
from sewerdesk.services.payment_moves import ApplyTo, apply_held, held_money, move_payment
from sewerdesk.services.payment_preview import preview_payment
from sewerdesk.services.payment_settings import save_payment_settings
from sewerdesk.services.plans import agree_plan, payment_plans
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipt_journal import rebuild_check
from sewerdesk.services.receipts import change_tender, enter_batch, enter_receipt, void_receipt
from sewerdesk.services.redeposits import redeposit_check
from sewerdesk.services.reports import run_report
from sewerdesk.services.returned_checks import return_check, returned_checks
from sewerdesk.services.returned_letters import write_return_letter
from sewerdesk.services.workspace import Workspace
from tests.support.payments import bill_three_accounts, cash, check, fee_of

D = Decimal
MONDAY = date(2027, 1, 4)
MINUTE = "Resolution 14 of 2027, January 8"


def on(ws: Workspace, weekday: int) -> date:
    """Go to a day of the week; 0 is Monday."""
    day = MONDAY + timedelta(days=weekday)
    ws.clock = FixedClock(day)
    return day


def close(ws: Workspace, cash_held: str) -> None:
    """Count the drawer, which agrees."""
    close_drawer(ws, cash=CashCount({}, D(cash_held)))


def deposit(ws: Workspace, *, cash_held: str = "0.00") -> None:
    ids = tuple(row.id for row in undeposited(ws))
    make_deposit(ws, draft=DepositDraft(ids, CashCount({}, D(cash_held)), ws.clock.today()))


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """The office as it opens on Monday: three accounts that owe 182.00, 220.00, 110.00, and its policies."""
    found = bill_three_accounts(ws)
    for code, title in (
        ("SUSP", "Unidentified money"),
        ("FEE", "Returned check fees"),
        ("OVER", "Over and short"),
    ):
        save_charge_code(ws, code=ChargeCode(code, title, "TA", f"TA-{code}", 90))
    settings = PaymentSettings(
        suspense_code="SUSP",
        tolerance=D("1.00"),
        tolerance_authority="Resolution 4 of 2025",
        returned_fee=D("20.00"),
        returned_fee_code="FEE",
        returned_fee_authority="Resolution 9 of 2026",
        cash_only_months=12,
        cash_only_authority="Resolution 10 of 2026",
        deposit_limit=D("250.00"),
        deposit_days=3,
        deposit_authority="Town Law §30(1-a)",
        over_short_code="OVER",
    )
    save_payment_settings(ws, settings=replace(settings))
    return found


def test_one_week_of_the_counter(
    office: OpenOffice, ws: Workspace, ids: dict[str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    def balances() -> list[str]:
        return [str(account_money(ws, account_id=ids[number]).balance) for number in sorted(ids)]

    # Monday: the mail under its tape, one check for two accounts, one that nobody can place, cash at the counter.
    on(ws, 0)
    unsigned = ReceiptDraft(
        "Unsigned", MONDAY, Tender.CHECK, D("40.00"), (ReceiptLine(Purpose.SUSPENSE, "", D("40.00")),), "301"
    )
    mail = (check({"00001042": "182.00", "00001044": "60.00"}), unsigned)
    [first, _second] = preview_payment(ws, mail).accounts
    assert (first.account, first.balance_after) == ("00001042", D("0.00"))
    enter_batch(ws, batch=ReceiptBatch(D("282.00"), mail, 2))
    counter = enter_receipt(ws, draft=cash("00001044", "25.00")).receipts[0]
    close(ws, "25.00")
    assert balances() == ["0.00", "220.00", "25.00"]

    # Tuesday: the cash was a check after all; the 25.00 belongs to 1043; the 40.00 is 1043's too.
    on(ws, 1)
    change_tender(ws, receipt_id=counter.id, tender=Tender.CHECK, check_number="77", reason="Wrong key")
    move_payment(ws, receipt_id=counter.id, to_account="1043", reason="Read the stub again")
    [held] = held_money(ws)
    apply_held(ws, line_id=held.line_id, parts=(ApplyTo("1043", D("40.00")),), reason="She called")
    assert balances() == ["0.00", "155.00", "50.00"]
    assert money_held(ws).total == D("307.00")
    deposit(ws)
    close(ws, "0.00")

    # Wednesday: a wrong receipt voided; a fee of an application by check; a plan for 1043.
    on(ws, 2)
    wrong = enter_receipt(ws, draft=cash("00001044", "5.00", on=MONDAY)).receipts[0]
    void_receipt(ws, receipt_id=wrong.id, reason="Meant for taxes")
    line = ReceiptLine(Purpose.FEE, str(fee_of(ws, D("75.00"))), D("75.00"))
    fee = enter_receipt(
        ws, draft=ReceiptDraft("Ann Roe", ws.clock.today(), Tender.CHECK, D("75.00"), (line,), "502")
    ).receipts[0]
    deposit(ws)
    parts = monthly_installments(D("155.00"), count=5, first=date(2027, 2, 1))
    agree_plan(ws, draft=PlanDraft("1043", ws.clock.today(), "Ana Peña", parts, "Resolution 5 of 2026", 10))
    close(ws, "0.00")

    # Thursday: the big check and the fee's check come back; the big one goes to the bank again.
    thursday = on(ws, 3)
    return_check(ws, draft=ReturnDraft(1, thursday, "Insufficient funds", fee_account="1042"))
    return_check(ws, draft=ReturnDraft(fee.id, thursday, "Account closed"))
    assert [write_return_letter(ws, receipt_id=one) > 0 for one in (1, fee.id)] == [True, True]
    assert balances() == ["202.00", "155.00", "110.00"]
    assert [one.open_amount for one in open_fees(ws, application_id=1)] == [D("75.00"), D("20.00")]
    with pytest.raises(AskFirst, match="it pays by cash"):
        enter_receipt(ws, draft=check({"00001042": "20.00"}, number="1099", on=thursday))
    redeposit_check(ws, receipt_id=1, received_on=thursday)
    enter_receipt(ws, draft=cash("00001042", "50.00", on=thursday))
    assert balances() == ["-30.00", "155.00", "50.00"]
    deposit(ws, cash_held="50.00")
    close(ws, "0.00")

    # Friday: the Board meets: a leak adjusted, another refused, a credit refunded, a balance written off and put back.
    friday = on(ws, 4)
    good = post_adjustment(ws, draft=AdjustmentDraft("1043", D("-15.00"), "Leak", "Mary Bell", friday))
    poor = post_adjustment(ws, draft=AdjustmentDraft("1044", D("-50.00"), "Leak", "Mary Bell", friday))
    assert len(unapproved_acts(ws)) == 2
    decide_act(ws, act_id=good.id, approved=True, decided_by="Town Board", minute=MINUTE)
    decide_act(ws, act_id=poor.id, approved=False, decided_by="Town Board", minute=MINUTE, note="No bill")
    refund_credit(
        ws,
        draft=RefundDraft("1042", D("30.00"), "J Q Smith", "Overpaid", "Mary Bell", "Board", MINUTE, friday),
    )
    gone = write_off(ws, draft=WriteOffDraft("1044", "Bankrupt", "Mary Bell", "Board", MINUTE, friday))
    reinstate(ws, act_id=gone.id, reason="Case dismissed", authority="Resolution 15 of 2027")
    with pytest.raises(RuleViolation, match=r"was reversed already|was undone"):
        decide_act(ws, act_id=poor.id, approved=True, decided_by="Town Board")
    assert balances() == ["0.00", "140.00", "50.00"]
    close_drawer(ws, cash=CashCount({}, D("0.25")), reason="A quarter found under the drawer")

    # What the week leaves: everything listed, the books whole, and the journal alone proves the receipts.
    assert [row.difference for row in drawer_counts(ws)] == [D("0.25"), 0, 0, 0, 0]
    assert {row.receipt for row in returned_checks(ws)} == {"REC-2027-0001", fee.number}
    assert payment_plans(ws)[0].standing.state is PlanState.KEPT
    register = run_report(ws, request=ReportRequest("adjustments", friday, MONDAY))
    assert register.totals[[one.key for one in register.body.columns].index("amount")] == D("15.00")
    assert unapproved_acts(ws) == ()
    report = check_books(ws)
    assert report.is_clean, report.findings
    proof = rebuild_check(ws)
    assert proof.findings == ()
    assert (proof.receipts, proof.total) == (7, D("357.00"))
    office.close(back_up=False)
    _proved_from_the_command_line(ws.folder, capsys)


def _proved_from_the_command_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["journal", str(folder)]) == 0
    assert (
        "The journal alone gives the same 7 receipts and the same payments, 357.00" in capsys.readouterr().out
    )
    path = folder / "journal" / "receipts-2027-01-07.csv"
    path.write_text(path.read_text(encoding="utf-8").replace("202.00", "182.00").replace(" 50.00", " 49.00"))
    assert cli.main(["journal", str(folder)]) == 1
    told = capsys.readouterr().out
    assert "FAULT" in told
    assert "Payments on 00001042 come to" in told
