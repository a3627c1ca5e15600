"""Payment plans on record, the drawer at the close of a day, money held too long, and deposits without a paper."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from sqlalchemy import insert

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.receipt import Deposit
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.payment_settings import PaymentSettings
from sewerdesk.domain.payments import BATCH_DRAFT, DepositDraft
from sewerdesk.domain.plans import PlanDraft, PlanState, monthly_installments
from sewerdesk.domain.rates.book import ChargeCode
from sewerdesk.domain.receipts import CashCount
from sewerdesk.domain.returns import ReturnDraft
from sewerdesk.services.account_money import account_money
from sewerdesk.services.books import check_books
from sewerdesk.services.closing import close_checklist, close_period
from sewerdesk.services.deposits import deposit_view, make_deposit, void_deposit
from sewerdesk.services.drawer import close_drawer, drawer_counts, last_closed, look_at_drawer
from sewerdesk.services.due_work import due_work
from sewerdesk.services.money_acts import undo_act
from sewerdesk.services.money_held import money_held
from sewerdesk.services.payment_moves import move_payment
from sewerdesk.services.payment_settings import payment_settings, save_payment_settings
from sewerdesk.services.plans import agree_plan, end_plan, payment_plans, plan_letter, proposed_grace
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.redeposits import redeposit_check
from sewerdesk.services.returned_checks import return_check
from sewerdesk.services.stores import OfficeDrafts
from sewerdesk.services.workspace import Workspace
from tests.support.payments import MAIL_DAY, bill_three_accounts, cash, check

D = Decimal
LIMIT = PaymentSettings(
    deposit_limit=D("250.00"), deposit_days=3, deposit_authority="Town Law §30(1-a)", drawer_float=D("50.00")
)


@pytest.fixture
def ids(ws: Workspace) -> dict[str, int]:
    """Three accounts that owe 182.00, 220.00 and 110.00."""
    return bill_three_accounts(ws)


def plan_for(account: str, total: str) -> PlanDraft:
    parts = monthly_installments(D(total), count=2, first=date(2027, 1, 31))
    return PlanDraft(account, MAIL_DAY, "John Q Smith", parts, "Resolution 5 of 2026", 10)


def test_plan_follows_the_ledger_and_its_end(ws: Workspace, ids: dict[str, int]) -> None:
    """Features F17: 182.00 in two parts; a voided receipt puts it in default from the day it would have been."""
    with pytest.raises(FieldErrors, match=r"come to 180\.00, but 182\.00 is owed"):
        agree_plan(ws, draft=plan_for("1042", "180.00"))
    plan = agree_plan(ws, draft=plan_for("1042", "182.00"))
    assert (plan.number, plan.name, plan.standing.state) == ("PLN-2027-0001", "John Q Smith", PlanState.KEPT)
    with pytest.raises(RuleViolation, match="PLN-2027-0001 of account 00001042 still runs"):
        agree_plan(ws, draft=plan_for("1042", "182.00"))
    receipt = enter_receipt(ws, draft=check({"00001042": "91.00"})).receipts[0]
    ws.clock = FixedClock(date(2027, 2, 15))
    assert payment_plans(ws, account_id=ids["00001042"])[0].standing.state is PlanState.KEPT
    void_receipt(ws, receipt_id=receipt.id, reason="Never came")
    [view] = payment_plans(ws)
    assert (view.standing.state, view.standing.default_on) == (PlanState.DEFAULT, date(2027, 2, 11))
    letter = plan_letter(ws, plan_id=plan.id)
    assert letter["schedule"] == "91.00 by 1/31/2027; 91.00 by 2/28/2027"
    assert letter["standing"] == "In default since 2/11/2027: 91.00 of what fell due is missing."
    end_plan(ws, plan_id=plan.id, reason="Default")
    assert payment_plans(ws)[0].standing.state is PlanState.ENDED
    with pytest.raises(RuleViolation, match="called off on 02/15/2027 already"):
        end_plan(ws, plan_id=plan.id, reason="Again")
    assert check_books(ws).is_clean


@pytest.mark.parametrize("way", ["bounced and deposited again", "moved away and back"])
def test_plan_is_not_paid_by_money_of_before_it_that_came_back(
    ws: Workspace, ids: dict[str, int], way: str
) -> None:
    """82.00 of 182.00 came before the plan for 100.00: after all of it 100.00 is owed, and 50.00 is next."""
    receipt = enter_receipt(ws, draft=check({"00001042": "82.00"})).receipts[0]
    make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    agree_plan(ws, draft=plan_for("1042", "100.00"))
    if way == "moved away and back":
        for account in ("00001043", "00001042"):
            move_payment(ws, receipt_id=receipt.id, to_account=account, reason="Typed wrong")
    else:
        bounced = ReturnDraft(receipt.id, MAIL_DAY, "NSF", charge_fee=False)
        return_check(ws, draft=bounced)
        redeposit_check(ws, receipt_id=receipt.id, received_on=MAIL_DAY)
    assert account_money(ws, account_id=ids["00001042"]).balance == D("100.00")
    [view] = payment_plans(ws)
    assert (view.standing.paid, view.standing.sentence) == (D(0), "Kept so far. Next: 50.00 by 1/31/2027.")


def test_grace_is_proposed_from_the_settings(ws: Workspace) -> None:
    assert proposed_grace(ws) == (0, "")
    save_payment_settings(ws, settings=PaymentSettings(plan_grace_days=15, plan_authority="Resolution 5"))
    assert proposed_grace(ws) == (15, "Resolution 5")


def test_deposit_is_due_the_third_business_day_after_the_limit(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/85: 182.00 on Monday, 100.00 on Thursday 01/14 passes 250.00; Monday 01/18 is a holiday: due 01/20."""
    save_payment_settings(ws, settings=LIMIT)
    assert money_held(ws).sentence == "No money waits in the office."
    enter_receipt(ws, draft=check({"00001042": "182.00"}))
    held = money_held(ws)
    assert (held.total, held.due, held.sentence) == (
        D("182.00"),
        None,
        "182.00 not deposited since 1/4/2027.",
    )
    ws.clock = FixedClock(date(2027, 1, 14))
    enter_receipt(ws, draft=cash("00001043", "100.00", on=date(2027, 1, 14)))
    held = money_held(ws)
    assert held.due is not None
    assert (held.reached_on, held.due.effective, held.is_late) == (
        date(2027, 1, 14),
        date(2027, 1, 20),
        False,
    )
    ws.clock = FixedClock(date(2027, 1, 21))
    late = money_held(ws)
    assert late.is_late
    [due] = [item for item in due_work(ws).items if item.kind == "receipt"]
    assert (due.due, due.rule) == (date(2027, 1, 20), late.sentence)
    assert late.sentence == (
        "282.00 not deposited since 1/4/2027; more than 250.00 was collected on 1/14/2027, so the deposit was due "
        "1/20/2027 (Town Law §30(1-a))."
    )


def test_exactly_the_limit_is_not_over_it(ws: Workspace, ids: dict[str, int]) -> None:
    save_payment_settings(ws, settings=LIMIT)
    enter_receipt(ws, draft=cash("00001043", "250.00"))
    assert money_held(ws).due is None
    enter_receipt(ws, draft=cash("00001043", "0.01"))
    assert money_held(ws).reached_on == MAIL_DAY


def test_drawer_that_agrees_is_closed_once(ws: Workspace, ids: dict[str, int]) -> None:
    save_payment_settings(ws, settings=LIMIT)
    enter_receipt(ws, draft=cash("00001043", "20.35"))
    look = look_at_drawer(ws)
    assert (look.expected, look.receipts, look.open_sources) == (D("70.35"), 1, ())
    count = CashCount({20: 1, 50: 1}, D("0.35"))
    closed = close_drawer(ws, cash=count)
    assert (closed.number, closed.difference, closed.reason) == (
        "DRW-2027-0001",
        D("0.00"),
        "Drawer counted; it agrees",
    )
    assert last_closed(ws) == MAIL_DAY
    with pytest.raises(RuleViolation, match="was closed by DRW-2027-0001 already"):
        close_drawer(ws, cash=count)
    undo_act(ws, act_id=closed.act_id, reason="Counted before the last payment")
    assert (last_closed(ws), drawer_counts(ws)[0].stands) == (None, False)
    close_drawer(ws, cash=count)
    assert check_books(ws).is_clean


def test_over_and_short_need_a_reason_and_a_code(ws: Workspace, ids: dict[str, int]) -> None:
    """Features F19."""
    enter_receipt(ws, draft=cash("00001043", "20.35"))
    short = CashCount({20: 1}, D("0.25"))
    with pytest.raises(FieldErrors, match=r"holds 20\.25; 20\.35 should be in it: 0\.10 short"):
        close_drawer(ws, cash=short)
    with pytest.raises(FieldErrors, match="charge code to which money over or short is booked"):
        close_drawer(ws, cash=short, reason="A dime is missing")
    save_charge_code(ws, code=ChargeCode("OVER", "Cash over and short", "G", "G-2770", 99))
    save_payment_settings(ws, settings=replace(payment_settings(ws), over_short_code="OVER"))
    closed = close_drawer(ws, cash=short, reason="A dime is missing")
    assert (closed.difference, closed.reason) == (D("-0.10"), "A dime is missing")
    with pytest.raises(FieldErrors, match="below zero"):
        close_drawer_again(ws)


def close_drawer_again(ws: Workspace) -> None:
    ws.clock = FixedClock(date(2027, 1, 5))
    close_drawer(ws, cash=CashCount({20: -1}), reason="x")


def test_day_is_not_closed_while_a_batch_is_unposted(ws: Workspace, ids: dict[str, int]) -> None:
    """Faults b4/88, features F22: what is open is named."""
    OfficeDrafts(ws).save(BATCH_DRAFT, payload="{}", saved_at=ws.clock.now())
    with pytest.raises(RuleViolation, match=r"A batch of payments typed on 01/04/2027 .* is not posted"):
        close_drawer(ws, cash=CashCount())
    OfficeDrafts(ws).delete(BATCH_DRAFT)
    assert close_drawer(ws, cash=CashCount()).expected == 0


def test_period_is_not_closed_over_a_batch_that_is_unposted_without_a_word(
    ws: Workspace, ids: dict[str, int]
) -> None:
    """A batch typed on 01/04 is still not posted on 01/05: closing through 01/04 asks what it is."""
    OfficeDrafts(ws).save(BATCH_DRAFT, payload="{}", saved_at=ws.clock.now())
    ws.clock = FixedClock(date(2027, 1, 5))
    items = {item.key: item for item in close_checklist(ws, through=MAIL_DAY)}
    assert (items["unposted"].count, items["unposted"].examples[0][:20]) == (1, "typed on 01/04/2027 ")
    answers = {key: "Looked at" for key in items if key != "unposted"}
    with pytest.raises(FieldErrors, match="Batches of payments not posted: 1"):
        close_period(ws, through=MAIL_DAY, answers=answers)
    OfficeDrafts(ws).delete(BATCH_DRAFT)
    assert close_period(ws, through=MAIL_DAY, answers=answers).through == MAIL_DAY


def test_deposit_without_a_paper_is_shown_and_voided(ws: Workspace, ids: dict[str, int]) -> None:
    """A deposit that was brought in from elsewhere has no slip."""
    receipt = enter_receipt(ws, draft=check({"00001042": "182.00"})).receipts[0]
    made = make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), MAIL_DAY))
    assert deposit_view(ws, deposit_id=made.id).paper_id == made.paper_id
    with ws.write() as session:
        session.execute(
            insert(Deposit),
            [
                {
                    "number": "DEP-2026-0001",
                    "deposited_on": MAIL_DAY - timedelta(days=40),
                    "total": D("0.00"),
                    "actor": "MB",
                }
            ],
        )
    view = deposit_view(ws, deposit_id=made.id + 1)
    assert (view.row.number, view.paper_id, view.receipts) == ("DEP-2026-0001", None, ())
    void_deposit(ws, deposit_id=made.id + 1, reason="Entered twice")
    assert deposit_view(ws, deposit_id=made.id + 1).row.void_reason == "Entered twice"
