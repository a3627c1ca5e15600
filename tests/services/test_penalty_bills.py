"""Penalties beside bills and closes: what a bill says is what a rehearsal charges, and so is what a close asks for."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.adjustments import AdjustmentDraft
from sewerdesk.domain.penalties import GraceUnit, HoldKind, LateBase, PenaltyPolicy, RunsFrom
from sewerdesk.domain.rates import ChargeCode
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.services.account_money import account_bills
from sewerdesk.services.adjustments import post_adjustment
from sewerdesk.services.bill_pages import _page
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.closing import close_checklist
from sewerdesk.services.penalties import rehearse_penalties, undo_penalties
from sewerdesk.services.penalty_lists import penalty_charges
from sewerdesk.services.penalty_policies import adopt_penalty_policy, end_penalty_hold, hold_penalties
from sewerdesk.services.rates import save_charge_code
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.payments import FOURTH, check
from tests.support.penalties import QUARTER, TEN_PERCENT, balance, charge_all, late_office

D = Decimal


@pytest.mark.parametrize(
    ("policy", "last_day", "after"),
    [
        pytest.param(
            replace(TEN_PERCENT, percent=D(0), fixed=D("7.50"), grace=5, grace_unit=GraceUnit.BUSINESS_DAYS),
            date(2027, 2, 8), "227.50", id="7.50 after five business days",
        ),
        pytest.param(
            replace(TEN_PERCENT, runs_from=RunsFrom.BILL_DATE, grace=20), date(2027, 1, 22), "231.00",
            id="ten percent of 110.00 after twenty days",
        ),
        pytest.param(
            replace(TEN_PERCENT, base=LateBase.WHOLE_BALANCE, on_penalties=True), date(2027, 2, 1), "242.00",
            id="ten percent of everything",
        ),
    ],
)  # fmt: skip
def test_print_on_a_bill_what_the_rehearsal_of_that_day_charges(
    ws: Workspace, policy: PenaltyPolicy, last_day: date, after: str
) -> None:
    """110.00 of the third quarter is still unpaid, without penalty by the policy of its day; 220.00 in all."""
    adopt_sample_rates(ws)
    save_charge_code(ws, code=ChargeCode("PEN", "Penalties", "SS", "2128", 9))
    account = open_account(ws, number="00001050", name="Ana Example", print_key="12.13-2-18")
    third = replace(
        FOURTH, quarter=FOURTH.quarter.previous, bill_date=date(2026, 10, 5), due_date=date(2026, 11, 4),
        read_through=date(2026, 9, 30),
    )  # fmt: skip
    post_run(ws, setup=third, expected=preview_run(ws, setup=third))
    adopt_penalty_policy(ws, policy=policy, effective_from=date(2027, 1, 1), authority="Local Law 1 of 2027")
    post_run(ws, setup=FOURTH, expected=preview_run(ws, setup=FOURTH))
    with ws.read() as session:
        page = _page(session.scalars(select(Bill).order_by(Bill.id.desc()).limit(1)).one(), "00001050")
    assert (page.total_due, page.after_due, page.late_after) == (D("220.00"), D(after), last_day)
    assert not rehearse_penalties(ws, as_of=last_day).due
    found = rehearse_penalties(ws, as_of=last_day + timedelta(days=1))
    assert page.total_due + found.total == page.after_due
    assert f"({found.total})" in page.penalty
    assert balance(ws, account) == D("220.00")


def test_ask_before_a_close_for_what_a_rehearsal_would_charge(ws: Workspace) -> None:
    """Before the run, after it, after one is undone, and once a hold is ended back to its first day."""
    late = late_office(ws)
    enter_receipt(ws, draft=check({"00001043": "220.00"}))
    ws.clock = FixedClock(date(2027, 2, 2))

    def agreed() -> tuple[int, Decimal]:
        today = ws.clock.today()
        [item] = [one for one in close_checklist(ws, through=today) if one.key == "penalties"]
        found = rehearse_penalties(ws, as_of=today)
        assert (item.count, item.amount) == (found.accounts, found.total)
        return item.count, item.amount

    hold = hold_penalties(
        ws,
        account_id=late["00001044"],
        kind=HoldKind.DISPUTE,
        since=date(2027, 1, 5),
        until=None,
        reason="Meter",
    )
    assert agreed() == (1, D("18.20"))
    charge_all(ws)
    assert agreed() == (0, D(0))
    undo_penalties(ws, charge_ids=[penalty_charges(ws)[0].id], reason="Disputed")
    assert agreed() == (1, D("18.20"))
    end_penalty_hold(ws, hold_id=hold, on=date(2027, 1, 20), reason="Settled")
    assert agreed() == (2, D("29.20"))
    charge_all(ws)
    assert agreed() == (0, D(0))


@pytest.mark.parametrize("received", [date(2027, 1, 1), date(2027, 1, 2)])
def test_money_for_a_bill_is_for_that_bill_though_it_came_before_its_day(
    ws: Workspace, received: date
) -> None:
    """50.00 is in dispute; the payer brings 110.00 with the stub of the bill of January 2: no penalty on it."""
    accounts = late_office(ws)
    disputed = AdjustmentDraft(
        "00001044", D("50.00"), "Other", "MB", date(2026, 12, 15), note="An older charge in dispute"
    )
    post_adjustment(ws, draft=disputed)
    line = ReceiptLine(Purpose.ACCOUNT, "00001044", D("110.00"), "BIL-2027-0003")
    draft = ReceiptDraft("Dan Sample", received, Tender.CASH, D("110.00"), (line,))
    enter_receipt(ws, draft=draft)
    [bill] = account_bills(ws, account_id=accounts["00001044"])
    assert (bill.number, bill.open_amount) == ("BIL-2027-0003", D("0.00"))
    ws.clock = FixedClock(date(2027, 2, 10))
    late = [row.account for row in rehearse_penalties(ws, period=QUARTER).due]
    assert late == ["00001042", "00001043"]


def test_print_on_a_bill_the_policy_in_force_on_its_day(ws: Workspace) -> None:
    """The office's settings say ten percent; the policy of the bill's day says fifteen of the same charges."""
    adopt_sample_rates(ws)
    save_charge_code(ws, code=ChargeCode("PEN", "Penalties", "SS", "2128", 9))
    policy = replace(TEN_PERCENT, percent=D(15))
    adopt_penalty_policy(ws, policy=policy, effective_from=date(2027, 1, 1), authority="Local Law 1 of 2027")
    open_account(ws, number="00001050", name="Ana Example", print_key="12.13-2-18")
    post_run(ws, setup=FOURTH, expected=preview_run(ws, setup=FOURTH))
    with ws.read() as session:
        printed = session.scalars(select(Bill)).one().printed
    assert printed["penalty"].startswith(
        "A penalty of 15 percent of the unpaid current charges (16.50) is added"
    )
    assert "Local Law 1 of 2027" in printed["penalty"]
