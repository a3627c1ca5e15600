"""Faults of money seen elsewhere that no other test holds, each with its right value worked by hand."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.data.backup import list_backups
from sewerdesk.domain.billaccounts import BillHold
from sewerdesk.domain.billing import OutcomeKind, compute_run
from sewerdesk.domain.billlines import BillingPeriod
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.metering import Installation, Meter, MeterRole, Reading
from sewerdesk.domain.money import format_money, round_cents
from sewerdesk.domain.payments import DepositDraft
from sewerdesk.domain.rates import Metered, Tier
from sewerdesk.domain.rates.metered import VolumeUnit, metered_amount
from sewerdesk.domain.receipts import CashCount, Purpose, ReceiptBatch, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.services.account_money import account_bills, account_money
from sewerdesk.services.accounts import account_view, list_accounts
from sewerdesk.services.billing import look_at_run, post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.books import check_books
from sewerdesk.services.closing import close_checklist, close_period
from sewerdesk.services.deposits import make_deposit
from sewerdesk.services.penalties import rehearse_penalties
from sewerdesk.services.penalty_lists import penalty_charges, penalty_proof
from sewerdesk.services.receipt_pages import list_receipts, receipt_view
from sewerdesk.services.receipts import enter_receipt, look_at_batch
from sewerdesk.services.reports import run_report
from sewerdesk.services.statements import account_statement
from sewerdesk.services.workspace import Workspace
from tests.support.billing_book import OPENED, make_account, make_inputs
from tests.support.payments import FOURTH, bill_three_accounts, check
from tests.support.penalties import charge_all, late_office

D = Decimal
LADDER = Metered(
    minimum=D("12.00"),
    allowance=D(5000),
    tiers=(Tier(D(5000), D(20000), D("5.50")), Tier(D(20000), None, D("6.125"))),
)


@pytest.mark.parametrize(
    ("gallons", "dollars"),
    [
        ("0", "12.00"),
        ("4999", "12.00"),
        ("5000", "12.00"),
        ("5001", "12.01"),  # 0.0055 is more than half a cent
        ("19999", "94.49"),  # 12.00 + 14.999 x 5.50 = 94.4945
        ("20000", "94.50"),
        ("20001", "94.51"),  # 94.50 + 0.001 x 6.125
        ("40000", "217.00"),  # 94.50 + 20 x 6.125
    ],
)
def test_b1_1_tiers_at_just_under_and_just_over_every_bound(gallons: str, dollars: str) -> None:
    assert round_cents(metered_amount(LADDER, use=D(gallons), units=D(1)).total) == D(dollars)


@pytest.mark.parametrize(
    ("exact", "cents"),
    [("0.005", "0.01"), ("0.004", "0.00"), ("2.675", "2.68"), ("-0.005", "-0.01"), ("-0.004", "0.00")],
)
def test_b1_4_half_a_cent_goes_up_and_less_goes_down(exact: str, cents: str) -> None:
    assert round_cents(D(exact)) == D(cents)


def test_b1_5_looking_at_everything_writes_nothing(ws: Workspace) -> None:
    ids = late_office(ws)
    ws.clock = FixedClock(date(2027, 3, 1))
    charge_all(ws)
    with closing(sqlite3.connect(ws.folder / "office.db")) as watch:
        before = watch.execute("PRAGMA data_version").fetchone()
        rehearse_penalties(ws)
        penalty_proof(ws)
        check_books(ws)
        look_at_run(
            ws, setup=RunSetup(Quarter(2027, 1), date(2027, 4, 1), date(2027, 5, 1), date(2027, 3, 31))
        )
        for key in ("aged", "open-items", "delinquent"):
            run_report(ws, request=ReportRequest(key, date(2027, 2, 1)))
        for account_id in ids.values():
            account_money(ws, account_id=account_id)
            account_view(ws, account_id=account_id)
            account_bills(ws, account_id=account_id)
            account_statement(ws, account_id=account_id, since=date(2027, 1, 1), through=date(2027, 3, 1))
        assert watch.execute("PRAGMA data_version").fetchone() == before


def test_b1_16_closing_a_period_changes_no_amount(ws: Workspace) -> None:
    ids = late_office(ws)
    enter_receipt(ws, draft=check({"00001042": "200.00"}))
    ws.clock = FixedClock(date(2027, 3, 1))
    charge_all(ws)
    before = [account_money(ws, account_id=one) for one in ids.values()]
    assert [one.balance for one in before] == [D("-18.00"), D("242.00"), D("121.00")]
    through = date(2027, 2, 28)
    answers = {one.key: "Seen" for one in close_checklist(ws, through=through) if not one.is_clear}
    close_period(ws, through=through, answers=answers)
    assert [account_money(ws, account_id=one) for one in ids.values()] == before


@pytest.mark.parametrize(
    ("period", "opened", "dollars"),
    [
        (BillingPeriod("2027 Q1", date(2027, 1, 1), date(2027, 3, 31)), date(2027, 3, 1), "21.53"),
        (BillingPeriod("2027 Q2", date(2027, 4, 1), date(2027, 6, 30)), date(2027, 6, 1), "20.60"),
        (BillingPeriod("2027 Q3", date(2027, 7, 1), date(2027, 9, 30)), date(2027, 9, 1), "20.38"),
        (BillingPeriod("2028 Q1", date(2028, 1, 1), date(2028, 3, 31)), date(2028, 3, 1), "21.29"),
    ],
)
def test_b1_28_quarters_of_90_91_and_92_days_are_shared_by_their_own_days(
    period: BillingPeriod, opened: date, dollars: str
) -> None:
    """62.50 x 31/90, 30/91, 30/92, and 31/91 in the first quarter of a leap year."""
    (outcome,) = compute_run(make_inputs(make_account(since=opened), period=period)).outcomes
    assert outcome.bill is not None
    assert outcome.bill.lines[0].amount == D(dollars)


def _batch(draft: ReceiptDraft) -> ReceiptBatch:
    return ReceiptBatch(draft.amount, (draft,))


def _meter(meter_id: int, serial: str) -> Meter:
    return Meter(meter_id, serial, 6, D(100), VolumeUnit.GALLON)


def _read(reading_id: int, meter_id: int, on: date, dial: str) -> Reading:
    return Reading(reading_id, meter_id, on, D(dial), "test")


def test_b1_35_deduct_meter_without_a_reading_stops_the_account() -> None:
    """The house is read, the garden is not: no bill, and the reason names the garden's meter."""
    account = replace(
        make_account(class_code="MET"),
        meters=(
            Installation(_meter(7, "HOUSE"), OPENED),
            Installation(_meter(8, "GARDEN"), OPENED, role=MeterRole.DEDUCT),
        ),
    )
    readings = {
        7: [_read(1, 7, date(2026, 3, 30), "100"), _read(2, 7, date(2026, 6, 29), "400")],
        8: [_read(3, 8, date(2026, 3, 30), "10")],
    }
    (outcome,) = compute_run(make_inputs(account, readings=readings)).outcomes
    assert outcome.kind is OutcomeKind.HELD
    assert "GARDEN" in outcome.reason


def test_b1_37_expected_revenue_stands_beside_the_register() -> None:
    """Three units at 62.50 should bring 187.50; the two units on hold leave 125.00 unbilled."""
    held = make_account(2, units="2.00", holds=(BillHold("In court", date(2026, 1, 1)),))
    preview = compute_run(make_inputs(make_account(1), held))
    [row] = [one for one in preview.expected if one.charge_code == "OM"]
    assert (row.accounts, row.units) == (2, D("3.00"))
    assert (row.expected, row.billed, row.difference) == (D("187.50"), D("62.50"), D("-125.00"))


def test_b3_58_backup_is_made_before_each_run(ws: Workspace) -> None:
    assert list_backups(ws.folder) == []
    bill_three_accounts(ws)
    [backup] = list_backups(ws.folder)
    with closing(sqlite3.connect(backup.path)) as saved:  # made before, so it knows no bill
        assert saved.execute("SELECT count(*) FROM bill").fetchone() == (0,)
    with closing(sqlite3.connect(ws.folder / "office.db")) as books:
        assert books.execute("SELECT count(*) FROM bill").fetchone() == (3,)


@pytest.mark.parametrize(
    ("amounts", "shown"),
    [
        (("110.00", "-140.00"), ("110.00", "-140.00", "-30.00")),
        (("-1234.50", "-0.05"), ("-1,234.50", "-0.05", "-1,234.55")),
    ],
)
def test_b4_65_amounts_below_zero_keep_their_sign(amounts: tuple[str, str], shown: tuple[str, ...]) -> None:
    """What is shown adds up to the total that is shown."""
    parts = [D(one) for one in amounts]
    assert tuple(format_money(one) for one in (*parts, sum(parts, D(0)))) == shown


def test_b4_67_overpayment_of_thirty_waits_and_pays_the_next_bill(ws: Workspace) -> None:
    """140.00 on a bill of 110.00: nothing is open, 30.00 wait; of the next 110.00 there are 80.00 to pay."""
    account_id = bill_three_accounts(ws)["00001044"]
    line = ReceiptLine(Purpose.ACCOUNT, "00001044", D("140.00"))
    draft = ReceiptDraft("O'Brien", ws.clock.today(), Tender.CASH, D("140.00"), (line,))
    asks = look_at_batch(ws, batch=_batch(draft)).asks
    assert any("30.00" in one for one in (*asks, *look_at_batch(ws, batch=_batch(draft)).notes))
    enter_receipt(ws, draft=draft, acknowledged=asks)
    money = account_money(ws, account_id=account_id)
    assert (money.balance, money.credit, money.open_items) == (D("-30.00"), D("30.00"), ())
    ws.clock = FixedClock(date(2027, 4, 1))
    setup = RunSetup(Quarter(2027, 1), date(2027, 4, 1), date(2027, 5, 1), date(2027, 3, 31))
    post_run(ws, setup=setup, expected=preview_run(ws, setup=setup))
    money = account_money(ws, account_id=account_id)
    assert (money.balance, money.credit) == (D("80.00"), D("0.00"))
    assert sum(row.open_amount for row in money.open_items) == D("80.00")
    [newest, first] = account_bills(ws, account_id=account_id)
    assert (newest.charges, newest.total_due, newest.open_amount) == (D("110.00"), D("80.00"), D("80.00"))
    assert first.open_amount == D("0.00")


def test_b4_80_receipt_names_the_bill_that_it_pays(ws: Workspace) -> None:
    """The number of the bill goes from the stub to the receipt, and the receipt's number to the deposit."""
    account_id = bill_three_accounts(ws)["00001044"]
    [bill] = account_bills(ws, account_id=account_id)
    line = ReceiptLine(Purpose.ACCOUNT, "00001044", D("110.00"), bill.number)
    draft = ReceiptDraft("O'Brien", ws.clock.today(), Tender.CHECK, D("110.00"), (line,), "77")
    [receipt] = enter_receipt(ws, draft=draft).receipts
    made = make_deposit(ws, draft=DepositDraft((receipt.id,), CashCount(), ws.clock.today()))
    [row] = list_receipts(ws)
    assert row.deposit == made.number
    [shown] = receipt_view(ws, receipt_id=receipt.id).lines
    assert bill.number in shown.text


def test_b5_92_penalty_says_base_times_rate(ws: Workspace) -> None:
    late_office(ws)
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    told = {row.account: row.sentence for row in penalty_charges(ws)}
    assert FOURTH.due_date == date(2027, 2, 1)
    assert "182.00" in told["00001042"]
    assert "10 %" in told["00001042"]
    assert [row.balance for row in list_accounts(ws)] == [D("200.20"), D("242.00"), D("121.00")]
