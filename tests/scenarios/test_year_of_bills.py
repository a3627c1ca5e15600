"""A year of quarters: billed, rolled back and billed again, a meter changed, a house sold, a bill corrected, closed."""

from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.accountchanges import ClosingReading, OwnerDraft
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.readings import MeterChangeDraft, ReadingDraft
from sewerdesk.domain.registers import PartyDraft
from sewerdesk.domain.reports.catalog import REVENUE, ROLL, ReportRequest
from sewerdesk.domain.run_outputs import RUN_OUTPUTS
from sewerdesk.services.account_changes import change_account_owner
from sewerdesk.services.bill_corrections import correct_bill, correctable_reading, put_right
from sewerdesk.services.bill_files import BillOrder, bills_file
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.books import check_books
from sewerdesk.services.closing import close_checklist, close_period
from sewerdesk.services.meter_changes import change_meter
from sewerdesk.services.readings import enter_reading
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.reports import run_report
from sewerdesk.services.run_journal import mark_output, run_journal
from sewerdesk.services.run_rollback import roll_back_run
from sewerdesk.services.single_bills import BillDates
from sewerdesk.services.workspace import Workspace
from tests.services.test_single_bills import balance
from tests.support.accounts import adopt_sample_rates, install_meter, open_account
from tests.support.payments import check

D = Decimal
BUYER = PartyDraft(name="Bo Chen", street="9 Oak St", city="Hague", state="NY", zip_code="12836")


def setup_of(quarter: Quarter, bill_date: date, due: date) -> RunSetup:
    return RunSetup(quarter, bill_date, due, quarter.end)


FIRST = setup_of(Quarter(2026, 1), date(2026, 4, 1), date(2026, 5, 1))
SECOND = setup_of(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31))
THIRD = setup_of(Quarter(2026, 3), date(2026, 10, 1), date(2026, 11, 2))
FOURTH = setup_of(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1))


@pytest.fixture
def town(ws: Workspace) -> tuple[Workspace, int, int]:
    """00001042 is metered, 00001043 pays for two units; the year begins."""
    go_to(ws, date(2026, 1, 2))
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1", class_code="M")
    open_account(ws, number="00001043", name="Peña, Ana", print_key="12.13-2-16", units="2", house="14")
    meter = install_meter(ws, account_id=account, serial="48-1107", readings={date(2025, 12, 31): "4400"})
    return ws, account, meter


def go_to(ws: Workspace, day: date) -> None:
    ws.clock = FixedClock(day)


def post(ws: Workspace, setup: RunSetup) -> int:
    return post_run(ws, setup=setup, expected=preview_run(ws, setup=setup)).run_id


def read(ws: Workspace, account: int, meter: int, on: date, value: str) -> None:
    enter_reading(ws, account_id=account, meter_id=meter, draft=ReadingDraft(on, D(value)))


def sound(ws: Workspace) -> None:
    assert [finding.sentence for done in check_books(ws).checks for finding in done.findings] == []


def test_a_year_from_the_first_bill_to_the_closed_books(town: tuple[Workspace, int, int]) -> None:
    ws, account, meter = town

    # First quarter: posted too early, rolled back, read and posted again; paid by the due date.
    go_to(ws, date(2026, 4, 1))
    too_early = post(ws, FIRST)
    assert balance(ws, account) == D(0)  # held without a reading
    roll_back_run(ws, run_id=too_early, reason="The readings were not in yet")
    assert balance(ws, 2) == D(0)
    read(ws, account, meter, date(2026, 3, 31), "4600")
    first = post(ws, FIRST)
    assert balance(ws, account) == D("160.00")  # 62.50 + 15,000 gal over 5,000 at 5.50 + 15.00
    go_to(ws, date(2026, 4, 20))
    enter_receipt(ws, draft=check({"00001042": "160.00", "00001043": "220.00"}, on=date(2026, 4, 20)))

    # Second quarter: the meter is changed on May 20; both dials count.
    go_to(ws, date(2026, 5, 20))
    new = change_meter(
        ws,
        account_id=account,
        meter_id=meter,
        draft=MeterChangeDraft(
            changed_on=date(2026, 5, 20),
            old_value=D(4700),
            serial="77-0001",
            digits=6,
            multiplier=D(100),
            new_value=D(0),
        ),
    )
    go_to(ws, date(2026, 7, 1))
    read(ws, account, new, date(2026, 6, 30), "60")
    assert any("meter 77-0001 is new" in one.sentence for one in preview_run(ws, setup=SECOND).findings)
    post(ws, SECOND)

    # Third quarter: sold on August 15; the seller's last bill, the buyer's first.
    go_to(ws, date(2026, 8, 16))
    change_account_owner(
        ws,
        account_id=account,
        draft=OwnerDraft(date(2026, 8, 15), BUYER, (ClosingReading(new, D(150)),), "Deed"),
        dates=BillDates(date(2026, 8, 16), date(2026, 9, 15)),
    )
    go_to(ws, date(2026, 10, 1))
    read(ws, account, new, date(2026, 9, 30), "260")
    post(ws, THIRD)

    # The third reading was wrong: corrected, and the balance changes by the difference alone.
    go_to(ws, date(2026, 10, 12))
    with ws.read() as session:
        wrong = session.scalars(
            select(Bill.id).where(
                Bill.account_id == account, Bill.period == "2026-Q3", Bill.kind == "regular"
            )
        ).one()
    reading = correctable_reading(ws, bill_id=wrong)
    assert reading is not None
    before = balance(ws, account)
    done = correct_bill(
        ws,
        bill_id=wrong,
        reason="Keyed 260, the dial shows 206",
        dates=BillDates(date(2026, 10, 12), date(2026, 11, 11)),
        facts=put_right(reading, D(206), reason="Keyed 260"),
    )
    assert balance(ws, account) == before + done.difference
    assert done.difference < 0

    # Fourth quarter, and the books are closed.
    go_to(ws, date(2027, 1, 2))
    read(ws, account, new, date(2026, 12, 31), "300")
    fourth = post(ws, FOURTH)
    with ws.read() as session:
        bills = session.scalars(
            select(Bill).where(Bill.account_id == account, Bill.live.is_(True)).order_by(Bill.period_from)
        ).all()
        used = sum((bill.usage or D(0) for bill in bills), D(0))
        spans = [(bill.period_from, bill.period_to) for bill in bills]
        names = [bill.printed["owner"] for bill in bills]
        newest = bills[-1]
        assert newest.total_due == balance(ws, account)
    assert used == D(100) * ((4700 - 4400) + (300 - 0))  # every gallon of the year once
    assert spans[0][0] == date(2026, 1, 1)
    assert spans[-1][1] == date(2026, 12, 31)
    assert all(later[0] == earlier[1] + date.resolution for earlier, later in pairwise(spans))
    assert names == ["Ann Lee", "Ann Lee", "Ann Lee", "Bo Chen", "Bo Chen"]
    for run in (first, fourth):
        assert run_journal(ws, run_id=run).faults == ()
    assert bills_file(ws, run_id=fourth, order=BillOrder.ZIP).content.startswith(b"%PDF")
    _close(ws, fourth)
    sound(ws)


def _close(ws: Workspace, run: int) -> None:
    """Close the year: what is marked as done leaves the list, the rest is answered, and no figure changes."""
    go_to(ws, date(2027, 1, 20))
    year = ReportRequest(REVENUE, date(2027, 1, 10), date(2026, 1, 1))
    roll = ReportRequest(ROLL, date(2027, 1, 10), date(2026, 1, 1))
    figures = [run_report(ws, request=one).totals for one in (year, roll)]
    for output in RUN_OUTPUTS:
        mark_output(ws, run_id=run, output=output)
    items = close_checklist(ws, through=date(2027, 1, 10))
    assert "RUN-2027-0001" not in next(one for one in items if one.key == "outputs").examples
    close_period(
        ws,
        through=date(2027, 1, 10),
        answers={one.key: "Known to the Supervisor" for one in items if not one.is_clear},
    )
    assert [run_report(ws, request=one).totals for one in (year, roll)] == figures
    enter_receipt(
        ws,
        draft=check({"00001042": "10.00"}, payer="Bo Chen", number="7", on=date(2027, 1, 8)),
        acknowledged=(),
    )
    assert [run_report(ws, request=one).totals for one in (year, roll)] == figures
