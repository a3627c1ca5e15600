"""Two quarters posted and the bills that came of them, for tests of bills beside the runs."""

from datetime import date
from decimal import Decimal

from sqlalchemy import select

from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.dates import Quarter
from sewerdesk.services.billing import post_run, preview_run
from sewerdesk.services.billing_inputs import RunSetup
from sewerdesk.services.books import check_books
from sewerdesk.services.single_bills import BillDates
from sewerdesk.services.workspace import Workspace
from tests.support.accounts import adopt_sample_rates, install_meter, open_account

D = Decimal
FIRST = RunSetup(Quarter(2026, 1), date(2026, 4, 1), date(2026, 5, 1), date(2026, 3, 31))
SECOND = RunSetup(Quarter(2026, 2), date(2026, 7, 1), date(2026, 7, 31), date(2026, 6, 30))
THIRD = RunSetup(Quarter(2026, 3), date(2026, 10, 1), date(2026, 10, 31), date(2026, 9, 30))
FOURTH = RunSetup(Quarter(2026, 4), date(2027, 1, 4), date(2027, 2, 4), date(2026, 12, 31))
TODAY = BillDates(date(2027, 1, 4), date(2027, 2, 3))


def metered_account(ws: Workspace) -> tuple[int, int]:
    """Account 00001042 and its meter, read at the quarters' ends of 2026 through September."""
    adopt_sample_rates(ws)
    account = open_account(ws, number="00001042", name="Ann Lee", print_key="12.13-2-15.1", class_code="M")
    meter = install_meter(
        ws,
        account_id=account,
        serial="48-1107",
        readings={
            date(2026, 1, 2): "4500",
            date(2026, 3, 31): "4600",
            date(2026, 6, 30): "4800",
            date(2026, 9, 30): "5000",
        },
    )
    return account, meter


def post(ws: Workspace, setup: RunSetup) -> int:
    """Post a run as it is drafted; its id."""
    return post_run(ws, setup=setup, expected=preview_run(ws, setup=setup)).run_id


def bill_of(ws: Workspace, account_id: int, period: str) -> Bill:
    """The bill of an account and quarter that stands."""
    with ws.read() as session:
        bill = session.scalars(
            select(Bill).where(Bill.account_id == account_id, Bill.period == period, Bill.live.is_(True))
        ).one()
        session.expunge(bill)
        return bill


def sound(ws: Workspace) -> None:
    """No check of the books finds anything."""
    assert [finding.sentence for check in check_books(ws).checks for finding in check.findings] == []
