"""Billing on odd days and in odd orders: each day once, each cent to whom it belongs, nothing on two sides at once."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.accountchanges import StatusDraft, UnitsDraft
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.rates import PerUnit
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.services.account_changes import set_class, set_status, set_units
from sewerdesk.services.account_money import account_money
from sewerdesk.services.accounts import hold_account
from sewerdesk.services.bill_corrections import correct_bill
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.books import check_books
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.rates import adopt_rates, save_rate_class
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.reports import run_report
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.single_bills import BillDates, off_cycle_bill, opening_bill
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.payments import check

D = Decimal
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30))
FOURTH = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2026, 12, 31))


@pytest.fixture
def office(ws: Workspace) -> Workspace:
    adopt_sample_rates(ws)
    return ws


def post(ws: Workspace, setup: RunSetup) -> int:
    return post_run(ws, setup=setup, expected=preview_run(ws, setup=setup)).run_id


def live(ws: Workspace, account: int) -> list[tuple[date, date, str, Decimal]]:
    with ws.read() as session:
        rows = session.execute(
            select(Bill.period_from, Bill.period_to, Bill.kind, Bill.current_charges)
            .where(Bill.account_id == account, Bill.live.is_(True))
            .order_by(Bill.period_from)
        )
        return [(start, end, kind, amount) for start, end, kind, amount in rows]


def newest(ws: Workspace, account: int) -> Bill:
    with ws.read() as session:
        bill = session.scalars(
            select(Bill).where(Bill.account_id == account, Bill.live.is_(True)).order_by(Bill.id.desc())
        ).first()
        assert bill is not None
        session.expunge(bill)
        return bill


def sound(ws: Workspace) -> None:
    assert [finding.sentence for one in check_books(ws).checks for finding in one.findings] == []


def account_of(ws: Workspace, **changes: object) -> int:
    facts: dict[str, object] = {"number": "00001042", "name": "Ann Lee", "print_key": "12.1-1-1"}
    return open_account(ws, **(facts | changes))  # type: ignore[arg-type]


def test_account_opened_and_ended_within_the_quarter_is_billed_its_days(office: Workspace) -> None:
    """July 10 through August 31 are 53 of 92 days: 95.00 is 54.73, 15.00 is 8.64."""
    account = account_of(office, since=date(2026, 7, 10))
    set_status(
        office,
        account_id=account,
        draft=StatusDraft(AccountStatus.FINAL, date(2026, 9, 1), reason="House is gone"),
    )
    post(office, THIRD)
    assert [amount for *_, amount in live(office, account)] == [D("63.37")]
    assert preview_run(office, setup=FOURTH).bills == ()
    sound(office)


@pytest.mark.parametrize(
    "status", [AccountStatus.VACANT, AccountStatus.SEASONAL, AccountStatus.EXEMPT, AccountStatus.DISCONNECTED]
)
def test_unbilled_status_in_the_middle_leaves_its_days_out(office: Workspace, status: AccountStatus) -> None:
    """From August 1 to September 1: 61 of 92 days are billed, 95.00 is 62.99 and 15.00 is 9.95."""
    account = account_of(office)
    draft = StatusDraft(status, date(2026, 8, 1), date(2026, 9, 1), "Away", "Resolution 2")
    set_status(office, account_id=account, draft=draft)
    post(office, THIRD)
    assert [amount for *_, amount in live(office, account)] == [D("72.94")]
    sound(office)


def test_hold_that_ended_before_the_bill_date_holds_nothing_back(office: Workspace) -> None:
    account = account_of(office)
    hold_account(
        office, account_id=account, reason="In court", since=date(2026, 8, 1), until=date(2026, 9, 1)
    )
    post(office, THIRD)
    assert [amount for *_, amount in live(office, account)] == [D("110.00")]


def test_class_and_units_changed_on_one_day_are_billed_by_days_of_each(office: Workspace) -> None:
    """31 of 92 days at 2 units, 61 at 3: 95.00 x (62 + 183)/92 = 252.99, 15.00 x 245/92 = 39.95."""
    account = account_of(office, units="2")
    set_units(office, account_id=account, draft=UnitsDraft(D(3), date(2026, 8, 1), "Added", "Board"))

    save_rate_class(office, code="S", title="Shops")
    adopt_rates(
        office,
        drafts=[
            RateDraft("S", "OM", date(2020, 1, 1), "Resolution 1", PerUnit(D("100.00"))),
            RateDraft("S", "DEBT", date(2020, 1, 1), "Resolution 1", PerUnit(D("15.00"))),
        ],
    )
    set_class(office, account_id=account, class_code="S", since=date(2026, 8, 1), reason="Shop opened")
    post(office, THIRD)
    # OM: 2 x 95.00 x 31/92 = 64.02 and 3 x 100.00 x 61/92 = 198.91; DEBT: 45.00 x 61/92 + 30.00 x 31/92 = 39.95
    assert [amount for *_, amount in live(office, account)] == [D("64.02") + D("198.91") + D("39.95")]
    sound(office)


def test_credit_larger_than_the_bill_asks_for_nothing_and_bears_no_penalty(office: Workspace) -> None:
    account = account_of(office)
    office.clock = FixedClock(date(2026, 9, 1))
    enter_receipt(office, draft=check({"00001042": "500.00"}, on=date(2026, 9, 1)))
    post(office, THIRD)
    bill = newest(office, account)
    assert (bill.total_due, bill.printed["after_due"]) == (D("-390.00"), None)
    sound(office)


@pytest.mark.parametrize(
    ("quarter", "days"),
    [(Quarter(2027, 1), 90), (Quarter(2026, 2), 91), (Quarter(2026, 3), 92), (Quarter(2028, 1), 91)],
)
def test_a_day_less_than_the_quarter_costs_one_day_of_it(
    office: Workspace, quarter: Quarter, days: int
) -> None:
    account = account_of(office, since=quarter.start.replace(day=2))
    setup = RunSetup(quarter, quarter.next.start, quarter.next.start.replace(day=28), quarter.end)
    office.clock = FixedClock(quarter.next.start)
    post(office, setup)
    part = Decimal(days - 1) / days
    assert [amount for *_, amount in live(office, account)] == [
        (D("95.00") * part).quantize(D("0.01")) + (D("15.00") * part).quantize(D("0.01"))
    ]


def test_off_cycle_bill_corrected_before_and_after_the_regular_one(office: Workspace) -> None:
    """The off-cycle bill of July and August keeps its days, the regular one the rest, in whatever order."""
    account = account_of(office)
    office.clock = FixedClock(date(2026, 9, 2))
    off_cycle_bill(
        office,
        account_id=account,
        through=date(2026, 8, 31),
        dates=BillDates(date(2026, 9, 2), date(2026, 10, 2)),
    )
    set_units(office, account_id=account, draft=UnitsDraft(D(2), date(2026, 7, 1), "Counted", "Board"))
    correct_bill(
        office, bill_id=newest(office, account).id, reason="Units", dates=BillDates(date(2026, 9, 2))
    )
    office.clock = FixedClock(date(2026, 10, 1))
    post(office, THIRD)
    spans = [
        (date(2026, 7, 1), date(2026, 8, 31), "off-cycle"),
        (date(2026, 9, 1), date(2026, 9, 30), "regular"),
    ]
    assert [one[:3] for one in live(office, account)] == spans
    with office.read() as session:
        first = session.scalars(select(Bill.id).where(Bill.kind == "off-cycle", Bill.live.is_(True))).one()
    correct_bill(office, bill_id=first, reason="Again", dates=BillDates(date(2026, 10, 1)))
    assert [one[:3] for one in live(office, account)] == spans
    assert sum((one[3] for one in live(office, account)), D(0)) == D("220.00")
    sound(office)


def test_corrected_bill_of_an_office_of_whole_quarters_stays_whole(office: Workspace) -> None:
    """Two units on the last day bill 2 x 110.00, an account opened on September 1 bills 110.00, before and after.

    A bill for July 10 through August 31 alone is for a part: 53 of 92 days, 54.73 + 8.64.
    """
    save_billing_settings(office, settings=replace(billing_settings(office), prorate_by_days=False))
    grown = account_of(office)
    set_units(office, account_id=grown, draft=UnitsDraft(D(2), date(2026, 8, 16), "Two flats", "Board"))
    new = account_of(office, number="00001043", print_key="12.1-1-2", since=date(2026, 9, 1))
    post(office, THIRD)
    for account, charges in ((grown, "220.00"), (new, "110.00")):
        bill = newest(office, account)
        assert bill.current_charges == D(charges)
        made = correct_bill(
            office, bill_id=bill.id, reason="Address was wrong", dates=BillDates(date(2026, 12, 1))
        )
        assert (made.bills[0].total, made.difference) == (D(charges), D(0))
    part = account_of(office, number="00001044", print_key="12.1-1-3", since=date(2026, 7, 10))
    dates = BillDates(date(2026, 12, 1))
    opened = opening_bill(office, account_id=part, through=date(2026, 8, 31), dates=dates)
    assert opened.total == D("63.37")
    sound(office)


def test_opening_bill_is_corrected_with_its_days_and_age(office: Workspace) -> None:
    account = account_of(office, since=date(2026, 7, 10))
    office.clock = FixedClock(date(2026, 9, 2))
    dates = BillDates(date(2026, 9, 2), date(2026, 10, 2))
    opening_bill(office, account_id=account, through=date(2026, 8, 31), dates=dates)
    set_units(office, account_id=account, draft=UnitsDraft(D("0.5"), date(2026, 7, 11), "Counted", "Board"))
    office.clock = FixedClock(date(2026, 11, 2))
    correct_bill(
        office, bill_id=newest(office, account).id, reason="Units", dates=BillDates(date(2026, 11, 2))
    )
    bill = newest(office, account)
    assert (bill.kind, bill.due_date, bill.period_to) == ("opening", date(2026, 10, 2), date(2026, 8, 31))
    sound(office)


def test_corrected_bill_is_not_dated_before_the_wrong_one(office: Workspace) -> None:
    account = account_of(office)
    post(office, THIRD)
    with pytest.raises(FieldErrors, match="is dated 10/01/2026"):
        correct_bill(
            office, bill_id=newest(office, account).id, reason="x", dates=BillDates(date(2026, 9, 30))
        )


def test_no_day_has_both_the_wrong_and_the_corrected_bill(office: Workspace) -> None:
    """Corrected on January 4 with the date of December 1: the wrong charge goes on that very day."""
    account = account_of(office)
    post(office, THIRD)
    set_units(office, account_id=account, draft=UnitsDraft(D(2), date(2026, 7, 1), "Counted", "Board"))
    correct_bill(
        office, bill_id=newest(office, account).id, reason="Units", dates=BillDates(date(2026, 12, 1))
    )
    for day, owed in (
        (date(2026, 11, 30), "110.00"),
        (date(2026, 12, 1), "220.00"),
        (date(2027, 1, 4), "220.00"),
    ):
        report = run_report(office, request=ReportRequest("aged", day))
        keys = [column.key for column in report.body.columns]
        assert report.totals[keys.index("balance")] == D(owed)
    sound(office)


def test_bill_corrected_to_less_than_was_paid_leaves_a_credit(office: Workspace) -> None:
    account = account_of(office)
    post(office, THIRD)
    office.clock = FixedClock(date(2026, 10, 20))
    enter_receipt(office, draft=check({"00001042": "110.00"}, on=date(2026, 10, 20)))
    set_units(office, account_id=account, draft=UnitsDraft(D("0.5"), date(2026, 7, 1), "Counted", "Board"))
    office.clock = FixedClock(date(2026, 12, 1))
    correct_bill(
        office, bill_id=newest(office, account).id, reason="Units", dates=BillDates(date(2026, 12, 1))
    )
    assert account_money(office, account_id=account).balance == D("-55.00")
    assert newest(office, account).printed["after_due"] is None
    sound(office)


def test_roll_back_of_the_next_run_makes_what_was_carried_wait_again(office: Workspace) -> None:

    account = account_of(office, units="0.04")
    settings = replace(billing_settings(office), carry_below=D(5), carry_authority="Resolution 12")
    save_billing_settings(office, settings=settings)
    post(office, THIRD)
    second = post(office, FOURTH)
    [row, *_] = [item.due for item in account_money(office, account_id=account).items]
    assert row == date(2027, 2, 1)
    roll_back_run(office, run_id=second, reason="Wrong dates")
    items = account_money(office, account_id=account).items
    assert {item.due for item in items if item.open_amount} == {None}
    sound(office)


def test_run_twice_over_bills_nobody_twice(office: Workspace) -> None:
    account = account_of(office)
    looked = preview_run(office, setup=THIRD)
    assert preview_run(office, setup=THIRD).total == looked.total
    post_run(office, setup=THIRD, expected=looked)
    with pytest.raises(RuleViolation):
        post_run(office, setup=THIRD, expected=looked)
    assert len(live(office, account)) == 1
