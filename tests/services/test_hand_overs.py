"""A sale: every day billed once to whom it belongs, and what becomes of the balance that the seller leaves.

One unit is 95.00 and 15.00 a quarter, 110.00. The hand-over on August 15 leaves the seller 45 of the quarter's 92 days:
95.00 x 45/92 = 46.47 and 15.00 x 45/92 = 7.34, together 53.81; the buyer's 47 days are 48.53 and 7.66, 56.19.
"""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.account import OwnerChange
from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.accountchanges import LeftBalance, OwnerChanged, OwnerDraft
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.services.account_changes import change_account_owner
from sewerdesk.services.account_money import account_money
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.books import check_books
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.single_bills import BillDates, off_cycle_bill
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.payments import check

D = Decimal
FIRST = RunSetup(Quarter(2026, 1), date(2026, 4, 1), date(2026, 5, 1), date(2026, 3, 31))
SECOND = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 6, 30))
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30))
SALE = date(2026, 8, 15)


@pytest.fixture
def sold(ws: Workspace) -> int:
    """Account 00001042 of Ann Lee, who owes 110.00 for the second quarter; it is August 16."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.1-1-1")
    post(ws, SECOND)
    ws.clock = FixedClock(date(2026, 8, 16))
    return account


def post(ws: Workspace, setup: RunSetup) -> int:
    return post_run(ws, setup=setup, expected=preview_run(ws, setup=setup)).run_id


def sell(
    ws: Workspace, account: int, on: date = SALE, *, to: str = "Bo Chen", **choices: object
) -> OwnerChanged:
    buyer = PartyDraft(name=to, street="9 Oak St", city="Hague", state="NY", zip_code="12836")
    draft = OwnerDraft(on, buyer, (), f"Deed of {on:%m/%d/%Y}", **choices)  # type: ignore[arg-type]
    today = ws.clock.today()
    dates = BillDates(today, date(2026, 9, 15) if today < date(2026, 9, 15) else None)
    return change_account_owner(ws, account_id=account, draft=draft, dates=dates)


def balance(ws: Workspace, account: int) -> Decimal:
    return account_money(ws, account_id=account).balance


def sound(ws: Workspace) -> None:
    assert [finding.sentence for one in check_books(ws).checks for finding in one.findings] == []


def test_sellers_balance_stays_with_the_property_and_a_late_payment_of_his_pays_it(
    ws: Workspace, sold: int
) -> None:
    """110.00 and 53.81 are left; the seller's 163.81 comes after the hand-over, and its void brings the debt back."""
    changed = sell(ws, sold)
    assert (changed.balance, changed.moved_to) == (D("163.81"), "")
    assert changed.balance_words == (
        "The seller left 163.81 unpaid; it stays with the property, as sewer rents are a lien on it."
    )
    with ws.read() as session:
        row = session.scalars(select(OwnerChange)).one()
        assert (row.balance, row.act_id) == (D("163.81"), None)
    ws.clock = FixedClock(date(2026, 9, 1))
    paid = enter_receipt(ws, draft=check({"00001042": "163.81"}, payer="Ann Lee", on=date(2026, 9, 1)))
    assert balance(ws, sold) == D(0)
    post(ws, THIRD)
    with ws.read() as session:
        bill = session.scalars(select(Bill).order_by(Bill.id.desc())).first()
        assert bill is not None
        assert (bill.printed["owner"], bill.current_charges, bill.total_due) == (
            "Bo Chen",
            D("56.19"),
            D("56.19"),
        )
    before = account_money(ws, account_id=sold).items
    ws.clock = FixedClock(date(2026, 10, 5))
    void_receipt(ws, receipt_id=paid.receipts[0].id, reason="Check was not signed")
    assert balance(ws, sold) == D("220.00")
    assert [item.open_amount for item in account_money(ws, account_id=sold).items] == [
        item.amount for item in before
    ]
    sound(ws)


def test_sellers_balance_goes_to_his_other_account_by_the_boards_resolution(ws: Workspace, sold: int) -> None:
    other = open_account(ws, number="00001050", name="Ann Lee", print_key="12.1-1-9", since=date(2026, 8, 1))
    changed = sell(
        ws, sold, left=LeftBalance.MOVED, move_to="1050", move_authority="Resolution 41 of 08/11/2026"
    )
    assert (changed.balance, changed.moved_to) == (D("163.81"), "00001050")
    assert (balance(ws, sold), balance(ws, other)) == (D(0), D("163.81"))
    items = account_money(ws, account_id=other).items
    assert [(item.amount, item.due) for item in items] == [
        (D("95.00"), date(2026, 7, 31)),
        (D("15.00"), date(2026, 7, 31)),
        (D("46.47"), date(2026, 9, 15)),
        (D("7.34"), date(2026, 9, 15)),
    ]
    sound(ws)


def test_sellers_credit_stays_until_it_is_refunded(ws: Workspace, sold: int) -> None:
    enter_receipt(ws, draft=check({"00001042": "200.00"}, payer="Ann Lee", on=date(2026, 8, 10)))
    changed = sell(ws, sold)
    assert changed.balance == D("-36.19")  # 200.00 less 110.00 and 53.81
    assert (
        changed.balance_words
        == "The seller left 36.19 as a credit; it stays on the account until it is refunded."
    )


def test_moving_the_balance_needs_an_account_and_the_board(ws: Workspace, sold: int) -> None:
    with pytest.raises(FieldErrors) as caught:
        sell(ws, sold, left=LeftBalance.MOVED)
    assert set(caught.value.errors) == {"move_to", "move_authority"}
    with pytest.raises(FieldErrors, match="account that is sold"):
        sell(ws, sold, left=LeftBalance.MOVED, move_to="00001042", move_authority="Resolution 41")
    assert balance(ws, sold) == D("110.00")


def test_two_sales_in_a_quarter_bill_each_day_once(ws: Workspace, sold: int) -> None:
    sell(ws, sold, date(2026, 7, 20), to="Bo Chen")
    sell(ws, sold, SALE, to="Cy Diaz")
    post(ws, THIRD)
    with ws.read() as session:
        rows = session.execute(
            select(Bill.period_from, Bill.period_to, Bill.current_charges, Bill.printed)
            .where(Bill.period == "2026-Q3")
            .order_by(Bill.period_from)
        ).all()
    assert [(start, end, printed["owner"]) for start, end, _, printed in rows] == [
        (date(2026, 7, 1), date(2026, 7, 19), "Ann Lee"),
        (date(2026, 7, 20), date(2026, 8, 14), "Bo Chen"),
        (date(2026, 8, 15), date(2026, 9, 30), "Cy Diaz"),
    ]
    # 19, 26 and 47 of 92 days: 19.62 and 3.10, 26.85 and 4.24, 48.53 and 7.66
    assert [charges for _, _, charges, _ in rows] == [D("22.72"), D("31.09"), D("56.19")]
    sound(ws)


def test_sale_before_the_quarter_before_is_billed_is_refused(ws: Workspace) -> None:
    """Else the run of the second quarter would send the seller's bill to the buyer."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.1-1-1")
    post(ws, FIRST)
    ws.clock = FixedClock(date(2026, 8, 16))
    with pytest.raises(RuleViolation, match="still to come, and would go to the buyer"):
        sell(ws, account)
    off_cycle_bill(
        ws,
        account_id=account,
        through=date(2026, 6, 30),
        dates=BillDates(date(2026, 8, 16), date(2026, 9, 15)),
    )
    assert sell(ws, account).balance == D("273.81")  # 110.00, 110.00 and 53.81
    sound(ws)


def test_sale_after_the_only_run_was_rolled_back_is_refused(ws: Workspace) -> None:
    """The second quarter's run is to be posted again, and the buyer would get the seller's bill by it."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.1-1-1")
    run = post(ws, SECOND)
    ws.clock = FixedClock(date(2026, 8, 16))
    roll_back_run(ws, run_id=run, reason="Wrong dates")
    with pytest.raises(RuleViolation, match="still to come, and would go to the buyer"):
        sell(ws, account)
    post(ws, replace(SECOND, bill_date=date(2026, 8, 16), due_date=date(2026, 9, 15)))
    assert sell(ws, account).balance == D("163.81")  # 110.00 and 53.81
    sound(ws)


def test_sale_on_the_first_day_of_a_quarter_bills_the_seller_the_whole_one_before(
    ws: Workspace, sold: int
) -> None:
    ws.clock = FixedClock(date(2026, 10, 1))
    changed = sell(ws, sold, date(2026, 10, 1))
    assert changed.final is not None
    assert (changed.final.period_from, changed.final.period_to, changed.final.total) == (
        date(2026, 7, 1),
        date(2026, 9, 30),
        D("110.00"),
    )
