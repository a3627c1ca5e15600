"""Bills too small to mail: posted in their period, asked for with the next bill, never penalised, never lost.

One unit at 95.00 and 15.00 is 110.00 a quarter; 0.04 units are 3.80 and 0.60, together 4.40, less than the 5.00 that
the office adopted.
"""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader
from sqlalchemy import select

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.accountchanges import StatusDraft, UnitsDraft
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.dunning import NoticeStep
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.services.account_changes import set_status, set_units
from sewerdesk.services.account_money import account_bills
from sewerdesk.services.accounts import list_accounts
from sewerdesk.services.bill_corrections import correct_bill
from sewerdesk.services.bill_files import BillOrder, bill_file, bills_file
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.books import check_books
from sewerdesk.services.dunning import build_notices, save_notice_steps
from sewerdesk.services.office_settings import billing_settings, save_billing_settings
from sewerdesk.services.penalties import rehearse_penalties
from sewerdesk.services.receipts import enter_receipt
from sewerdesk.services.reports import run_report
from sewerdesk.services.runs import run_view
from sewerdesk.services.single_bills import BillDates, final_bill
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, open_account
from tests.support.payments import check
from tests.support.penalties import adopt

D = Decimal
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30))
FOURTH = RunSetup(Quarter(2026, 4), date(2027, 1, 2), date(2027, 2, 1), date(2026, 12, 31))


@pytest.fixture
def small(ws: Workspace) -> int:
    """Account 00001042 owes 4.40 a quarter and 00001043 110.00; bills under 5.00 are carried."""
    adopt_sample_rates(ws)
    adopt(ws)
    account = open_account(ws, number="00001042", name="Jo Low", print_key="12.1-1-1", units="0.04")
    open_account(ws, number="00001043", name="Ann High", print_key="12.1-1-2", house="14")
    settings = replace(billing_settings(ws), carry_below=D("5.00"), carry_authority="Resolution 12 of 2026")
    save_billing_settings(ws, settings=settings)
    return account


def post(ws: Workspace, setup: RunSetup) -> int:
    return post_run(ws, setup=setup, expected=preview_run(ws, setup=setup)).run_id


def bill_of(ws: Workspace, account: int, period: str) -> Bill:
    with ws.read() as session:
        bill = session.scalars(
            select(Bill).where(Bill.account_id == account, Bill.period == period, Bill.live.is_(True))
        ).one()
        session.expunge(bill)
        return bill


def aged(ws: Workspace, account: str, on: date) -> tuple[object, object, object]:
    report = run_report(ws, request=ReportRequest("aged", on, None, ()))
    keys = [column.key for column in report.body.columns]
    [row] = [row for row in report.rows if row.cells[0] == account]
    cells = dict(zip(keys, row.cells, strict=True))
    return cells["bucket0"], cells["bucket1"], cells["balance"]


def sound(ws: Workspace) -> None:
    assert [finding.sentence for one in check_books(ws).checks for finding in one.findings] == []


def pages(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def test_run_posts_a_small_bill_and_carries_it(ws: Workspace, small: int) -> None:
    preview = preview_run(ws, setup=THIRD)
    [carried] = [one for one in preview.outcomes if one.account_id == small]
    assert carried.reason == (
        "Carried to the next bill: 4.40 is due, less than 5.00 (Resolution 12 of 2026). "
        "No payment is asked for now."
    )
    assert (preview.total, len(preview.mailed)) == (D("114.40"), 1)
    run = post(ws, THIRD)
    assert bill_of(ws, small, "2026-Q3").carried
    [row] = [one for one in run_view(ws, run_id=run).outcomes if one.account_id == small]
    assert (row.carried, row.amount, row.reason) == (True, D("4.40"), carried.reason)
    register = run_report(ws, request=ReportRequest("bills", date(2026, 10, 1), date(2026, 10, 1), ()))
    assert [one.cells[-1] for one in register.rows] == ["Carried to the next bill", ""]
    sound(ws)


def test_carried_bill_is_no_page_of_the_run_and_asks_for_nothing_by_itself(ws: Workspace, small: int) -> None:
    run = post(ws, THIRD)
    found = pages(bills_file(ws, run_id=run, order=BillOrder.ACCOUNT).content)
    assert len(found) == 1
    assert "ANN HIGH" in found[0]
    [page] = pages(bill_file(ws, bill_id=bill_of(ws, small, "2026-Q3").id))
    assert "Carried" in page
    assert "No payment is asked for now" in page
    assert "October 31, 2026" not in page


def test_carried_bill_is_not_late_bears_no_penalty_and_gets_no_reminder(ws: Workspace, small: int) -> None:
    post(ws, THIRD)
    save_notice_steps(ws, steps=[NoticeStep("1", "Reminder", 5, 10)])
    ws.clock = FixedClock(date(2026, 12, 1))
    assert [row.account for row in rehearse_penalties(ws, period="2026-Q3").due] == ["00001043"]
    assert [row.late.account for row in build_notices(ws).rows] == ["00001043"]
    assert aged(ws, "00001042", date(2026, 12, 1)) == (D("4.40"), D(0), D("4.40"))
    assert {row.number: row.overdue for row in list_accounts(ws)} == {
        "00001042": D(0),
        "00001043": D("110.00"),
    }
    [row] = account_bills(ws, account_id=small)
    assert (row.carried, row.due_date) == (True, None)


def test_next_bill_asks_for_what_was_carried_and_makes_it_due(ws: Workspace, small: int) -> None:
    """4.40 and 4.40 are 8.80: the second bill is mailed, and both quarters are due with it."""
    post(ws, THIRD)
    post(ws, FOURTH)
    second = bill_of(ws, small, "2026-Q4")
    assert (second.carried, second.total_due, second.printed["previous_balance"]) == (
        False,
        D("8.80"),
        "4.40",
    )
    ws.clock = FixedClock(date(2027, 2, 2))
    assert aged(ws, "00001042", date(2027, 2, 1)) == (D("8.80"), D(0), D("8.80"))
    assert aged(ws, "00001042", date(2027, 2, 2)) == (D(0), D("8.80"), D("8.80"))
    [due] = [row for row in rehearse_penalties(ws).due if row.account == "00001042"]
    assert due.amount == D("0.44")  # of the second bill alone: nobody was asked for the first
    [row, first] = account_bills(ws, account_id=small)
    assert (row.due_date, first.due_date) == (date(2027, 2, 1), date(2027, 2, 1))
    enter_receipt(ws, draft=check({"00001042": "8.80"}, on=date(2027, 2, 1)))
    assert [one for one in rehearse_penalties(ws).due if one.account == "00001042"] == []
    sound(ws)


def test_bill_of_exactly_the_least_amount_and_of_a_credit_are_mailed(ws: Workspace, small: int) -> None:
    settings = replace(billing_settings(ws), carry_below=D("4.40"))
    save_billing_settings(ws, settings=settings)
    assert len(preview_run(ws, setup=THIRD).mailed) == 2
    save_billing_settings(ws, settings=replace(settings, carry_below=D("4.41")))
    assert len(preview_run(ws, setup=THIRD).mailed) == 1
    ws.clock = FixedClock(date(2026, 10, 1))
    enter_receipt(ws, draft=check({"00001042": "20.00"}, on=date(2026, 9, 30)))
    assert len(preview_run(ws, setup=THIRD).mailed) == 2  # a credit of 15.60 says so


def test_final_bill_and_the_last_bill_of_an_account_are_never_carried(ws: Workspace, small: int) -> None:
    made = final_bill(
        ws,
        account_id=small,
        through=date(2026, 8, 31),
        dates=BillDates(date(2026, 9, 1), date(2026, 10, 1)),
        reason="Demolished",
    )
    with ws.read() as session:
        assert not session.get_one(Bill, made.bill_id).carried
    other = open_account(ws, number="00001044", name="Di Low", print_key="12.1-1-3", units="0.04")
    set_status(
        ws,
        account_id=other,
        draft=StatusDraft(AccountStatus.DISCONNECTED, date(2026, 10, 1), reason="House is gone"),
    )
    [bill] = [one for one in preview_run(ws, setup=THIRD).bills if one.account_id == other]
    assert (bill.total, bill.carried) == (D("4.40"), "")


def test_corrected_carried_bill_is_mailed_when_it_grows(ws: Workspace, small: int) -> None:
    """Corrected to half a unit, 55.00: all of it is new to the owner, who was asked for nothing before."""
    post(ws, THIRD)
    draft = UnitsDraft(D("0.5"), date(2026, 7, 1), "Counted again", "Board")
    set_units(ws, account_id=small, draft=draft)
    wrong = bill_of(ws, small, "2026-Q3")
    ws.clock = FixedClock(date(2026, 11, 4))
    dates = BillDates(date(2026, 11, 2), date(2026, 12, 2))
    [made] = correct_bill(ws, bill_id=wrong.id, reason="Units", dates=dates).bills
    found = bill_of(ws, small, "2026-Q3")
    assert (found.carried, made.total, made.due_date) == (False, D("55.00"), date(2026, 12, 2))
    assert aged(ws, "00001042", date(2026, 12, 3)) == (D(0), D("55.00"), D("55.00"))
    sound(ws)


def test_corrected_carried_bill_stays_carried_while_it_is_small(ws: Workspace, small: int) -> None:
    post(ws, THIRD)
    draft = UnitsDraft(D("0.03"), date(2026, 7, 1), "Counted again", "Board")
    set_units(ws, account_id=small, draft=draft)
    wrong = bill_of(ws, small, "2026-Q3")
    correct_bill(ws, bill_id=wrong.id, reason="Units", dates=BillDates(date(2026, 11, 2)))
    assert bill_of(ws, small, "2026-Q3").carried
    post(ws, FOURTH)
    second = bill_of(ws, small, "2026-Q4")
    assert (second.total_due, second.carried) == (D("6.60"), False)  # 3.30 and 3.30
    sound(ws)


def test_least_amount_needs_its_authority(ws: Workspace) -> None:
    with pytest.raises(FieldErrors) as caught:
        save_billing_settings(ws, settings=replace(billing_settings(ws), carry_below=D(5)))
    assert set(caught.value.errors) == {"carry_authority"}
