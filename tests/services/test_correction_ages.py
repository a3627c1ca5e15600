"""A corrected bill is as old as the wrong one, and only its increase is new: aging, penalties, reminders, tax roll.

The bill of 110.00 (95.00 and 15.00 for one unit) was due February 1 and bears a penalty of 11.00. On March 15 it is
corrected to 99.00 (0.9 units) or to 132.00 (1.2 units); thirty days to pay make the increase due April 14.
"""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.accountchanges import UnitsDraft
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.penalties import InterestPer, PenaltyPolicy
from sewerdesk.domain.relevy import SeasonSettings
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.domain.singlebills import CorrectedBill
from sewerdesk.services.account_changes import set_units
from sewerdesk.services.accounts import _account, list_accounts
from sewerdesk.services.bill_corrections import correct_bill
from sewerdesk.services.books import check_books
from sewerdesk.services.penalties import post_penalties, rehearse_penalties, undo_penalties, waive_penalties
from sewerdesk.services.penalty_lists import penalty_charges, penalty_proof
from sewerdesk.services.penalty_waivers import waive_part
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.relevy import begin_season, freeze_list
from sewerdesk.services.relevy_certify import issue_certificate
from sewerdesk.services.reports import run_report
from sewerdesk.services.single_bills import BillDates
from sewerdesk.services.workspace import Workspace
from tests.support.payments import check
from tests.support.penalties import QUARTER, balance, charge_all, late_office

D = Decimal
CORRECTED_ON = date(2027, 3, 15)


@pytest.fixture
def late(ws: Workspace) -> int:
    """The account 00001044; its penalty was charged, and it is March 15."""
    account = late_office(ws)["00001044"]
    ws.clock = FixedClock(date(2027, 2, 2))
    charge_all(ws)
    ws.clock = FixedClock(CORRECTED_ON)
    assert balance(ws, account) == D("121.00")
    return account


def correct(ws: Workspace, account: int, units: str, *, due: date | None = None) -> CorrectedBill:
    """Other units since October, and the bill of the last quarter made again with them."""
    set_units(ws, account_id=account, draft=UnitsDraft(D(units), date(2026, 10, 1), "Counted again", "Board"))
    with ws.read() as session:
        bill = session.scalars(
            select(Bill.id).where(Bill.account_id == account, Bill.live.is_(True)).order_by(Bill.id)
        ).first()
    assert bill is not None
    return correct_bill(ws, bill_id=bill, reason="Units were wrong", dates=BillDates(ws.clock.today(), due))


def aged(ws: Workspace, on: date) -> tuple[object, ...]:
    """Not yet due, 1 to 30, 31 to 60, balance of account 00001044."""
    report = run_report(ws, request=ReportRequest("aged", on, None, ()))
    keys = [column.key for column in report.body.columns]
    [row] = [row for row in report.rows if row.cells[0] == "00001044"]
    cells = dict(zip(keys, row.cells, strict=True))
    return tuple(cells[key] for key in ("bucket0", "bucket1", "bucket2", "balance"))


def sound(ws: Workspace) -> None:
    assert [finding.sentence for one in check_books(ws).checks for finding in one.findings] == []


def test_correct_bill_downward_keeps_its_age_and_puts_the_penalty_right(ws: Workspace, late: int) -> None:
    corrected = correct(ws, late, "0.9")
    [bill] = corrected.bills
    assert (bill.total, bill.due_date, corrected.difference) == (D("99.00"), date(2027, 2, 1), D("-11.00"))
    assert balance(ws, late) == D("108.90")  # 99.00 and 10 % of it
    ws.clock = FixedClock(date(2027, 3, 16))
    assert aged(ws, date(2027, 3, 16)) == (D(0), D(0), D("108.90"), D("108.90"))  # 43 days past due
    assert aged(ws, date(2027, 3, 14)) == (D(0), D(0), D("121.00"), D("121.00"))  # as it was known then
    sound(ws)


def test_correct_bill_upward_gives_time_for_the_increase_alone(ws: Workspace, late: int) -> None:
    [bill] = correct(ws, late, "1.2").bills
    assert (bill.total, bill.due_date) == (D("132.00"), date(2027, 4, 14))
    assert balance(ws, late) == D("143.00")
    ws.clock = FixedClock(date(2027, 3, 16))
    assert aged(ws, date(2027, 3, 16)) == (D("22.00"), D(0), D("121.00"), D("143.00"))
    [row] = [one for one in list_accounts(ws) if one.id == late]
    assert row.overdue == D("121.00")
    assert rehearse_penalties(ws, period=QUARTER).due == ()
    sound(ws)


def test_correct_bill_upward_penalises_the_increase_after_its_own_due_date(ws: Workspace, late: int) -> None:
    correct(ws, late, "1.2")
    ws.clock = FixedClock(date(2027, 4, 15))
    [due] = [row for row in rehearse_penalties(ws, period=QUARTER).due if row.account == "00001044"]
    assert (due.amount, due.line.on) == (D("2.20"), date(2027, 4, 15))
    post_penalties(ws, expected=rehearse_penalties(ws, period=QUARTER))
    assert balance(ws, late) == D("145.20")
    assert rehearse_penalties(ws, period=QUARTER).due == ()
    assert aged(ws, date(2027, 4, 16))[1] == D("24.20")  # the increase and its penalty, two days past due
    sound(ws)


def test_correct_bill_prints_what_stays_due_and_what_is_new(ws: Workspace, late: int) -> None:
    [bill] = correct(ws, late, "1.2").bills
    with ws.read() as session:
        printed = session.get_one(Bill, bill.bill_id).printed
    assert printed["messages"][1] == (
        "Of its charges stay due as before: 110.00 since 2/1/2027. New are 22.00, due 4/14/2027."
    )
    assert printed["after_due"] == "145.20"


def test_correct_bill_again_hands_on_both_ages(ws: Workspace, late: int) -> None:
    correct(ws, late, "1.2")
    ws.clock = FixedClock(date(2027, 3, 20))
    with ws.write() as session:
        _account(session, late).units[-1].units = D("1.3")
        [wrong] = session.scalars(select(Bill.id).where(Bill.account_id == late, Bill.live.is_(True)))
    correct_bill(ws, bill_id=wrong, reason="Again", dates=BillDates(date(2027, 3, 20)))
    # 143.00: 110.00 due February 1, 22.00 due April 14, 11.00 due April 19
    assert aged(ws, date(2027, 4, 16)) == (D("11.00"), D("22.00"), D(0), D("154.00"))
    sound(ws)


def test_correct_bill_leaves_a_waived_penalty_waived_and_an_undone_one_undone(
    ws: Workspace, late: int
) -> None:
    [charge] = [row for row in penalty_charges(ws) if row.account == "00001044"]
    waive_penalties(ws, charge_ids=[charge.id], reason="Hardship", authority="Resolution 3")
    correct(ws, late, "0.9")
    assert balance(ws, late) == D("99.00")
    assert [row for row in rehearse_penalties(ws, period=QUARTER).due if row.account == "00001044"] == []
    sound(ws)


def test_correct_bill_does_not_charge_an_undone_penalty_again(ws: Workspace, late: int) -> None:
    [charge] = [row for row in penalty_charges(ws) if row.account == "00001044"]
    undo_penalties(ws, charge_ids=[charge.id], reason="Promised")
    correct(ws, late, "0.9")
    assert balance(ws, late) == D("99.00")


def test_correct_bill_keeps_a_penalty_that_was_undone_and_charged_again(ws: Workspace, late: int) -> None:
    """99.00 and 10 % of it: what counts is that the penalty stands today, not that it was undone once."""
    [charge] = [row for row in penalty_charges(ws) if row.account == "00001044"]
    undo_penalties(ws, charge_ids=[charge.id], reason="Promised")
    charge_all(ws)
    correct(ws, late, "0.9")
    assert balance(ws, late) == D("108.90")


@pytest.fixture
def by_the_day(ws: Workspace) -> int:
    """Account 00001044; 0.05 % a day of 110.00 was charged: 1.05 for 19 days to 2/20, 0.99 of 2.04 for 37 to 3/10."""
    account = late_office(
        ws, PenaltyPolicy(interest_percent=D("0.05"), interest_per=InterestPer.DAY, charge_code="PEN")
    )["00001044"]
    for day in (date(2027, 2, 20), date(2027, 3, 10)):
        ws.clock = FixedClock(day)
        charge_all(ws)
    ws.clock = FixedClock(CORRECTED_ON)
    assert balance(ws, account) == D("112.04")
    return account


def test_correct_bill_leaves_waived_interest_by_the_day_waived(ws: Workspace, by_the_day: int) -> None:
    """Of 99.00, 0.94 through 2/20 is waived; of the 1.83 through 3/10 the other 0.89 is left."""
    first = penalty_charges(ws, account_id=by_the_day)[0]
    waive_penalties(ws, charge_ids=[first.id], reason="Hardship", authority="Resolution 3")
    correct(ws, by_the_day, "0.9")
    assert balance(ws, by_the_day) == D("99.89")
    charge_all(ws)
    # Through 3/15, 42 days of 99.00 are 2.08: 0.25 more.
    assert balance(ws, by_the_day) == D("100.14")
    assert penalty_proof(ws, period=QUARTER).faults == ()
    sound(ws)


def test_correct_bill_keeps_a_part_waived_of_interest_by_the_day(ws: Workspace, by_the_day: int) -> None:
    """0.50 of the first 1.05 is waived: of the 0.94 and 0.89 on 99.00 stay 0.44 and 0.89."""
    first = penalty_charges(ws, account_id=by_the_day)[0]
    waive_part(ws, charge_id=first.id, amount=D("0.50"), reason="Hardship", authority="Resolution 3")
    correct(ws, by_the_day, "0.9")
    assert balance(ws, by_the_day) == D("100.33")
    charge_all(ws)
    assert balance(ws, by_the_day) == D("100.58")
    assert penalty_proof(ws, period=QUARTER).faults == ()
    sound(ws)


def test_correct_bill_before_penalties_are_posted_does_not_spare_it(ws: Workspace) -> None:
    """The wrong bill was late already; the run of penalties that comes after the correction finds the right amount."""
    account = late_office(ws)["00001044"]
    ws.clock = FixedClock(CORRECTED_ON)
    correct(ws, account, "0.9")
    [due] = [row for row in rehearse_penalties(ws, period=QUARTER).due if row.account == "00001044"]
    assert (due.amount, due.line.on) == (D("9.90"), date(2027, 2, 2))


def test_correct_bill_of_money_paid_in_time_brings_no_penalty(ws: Workspace) -> None:
    """Paid in full and in time; the increase found later is late only after its own due date."""
    account = late_office(ws)["00001044"]
    enter_receipt(ws, draft=check({"00001044": "110.00"}))
    ws.clock = FixedClock(CORRECTED_ON)
    correct(ws, account, "1.2")
    assert [row for row in rehearse_penalties(ws, period=QUARTER).due if row.account == "00001044"] == []
    ws.clock = FixedClock(date(2027, 4, 15))
    [due] = [row for row in rehearse_penalties(ws, period=QUARTER).due if row.account == "00001044"]
    assert due.amount == D("2.20")
    sound(ws)


def test_bill_on_the_tax_roll_is_not_corrected_behind_its_back(ws: Workspace, late: int) -> None:
    """What the collector collects is withdrawn first; else the roll would ask for more than the town billed."""
    ws.clock = FixedClock(date(2027, 11, 1))
    settings = SeasonSettings(addressee="the Board of Supervisors", collector="the Collector of Taxes")
    season = begin_season(
        ws,
        tax_year=2028,
        cut_off=date(2027, 10, 31),
        certify_by=date(2027, 11, 1),
        authority="Local Law 2, §9",
        settings=replace(settings, district_codes={"": "SS001"}),
    )
    freeze_list(ws, season_id=season.id)
    issue_certificate(ws, season_id=season.id, resolution="Res. 88", meeting_on=date(2027, 11, 1), layout="")
    before = balance(ws, late)
    with pytest.raises(RuleViolation, match="Withdraw that row first"):
        correct(ws, late, "0.9")
    assert balance(ws, late) == before
    sound(ws)
