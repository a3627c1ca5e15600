"""What an office cannot do without and what no other test shows by itself."""

from datetime import date
from decimal import Decimal

from sewerdesk.data.models.account import Account
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.services.reports import run_report
from sewerdesk.services.searching import find
from sewerdesk.services.workspace import Workspace
from tests.support.payments import bill_three_accounts

D = Decimal


def test_a15_account_is_found_by_the_number_it_had_before(ws: Workspace) -> None:
    account_id = bill_three_accounts(ws)["00001043"]
    with ws.write() as session:
        session.get_one(Account, account_id).old_number = "OLD-77-1"
        session.info["touched"].add(("account", account_id))
    [hit] = find(ws, typed="OLD-77-1")
    assert "00001043" in hit.title + hit.detail


def test_d18_revenue_journal_adds_the_run_up_by_fund_and_code(ws: Workspace) -> None:
    """62.50 + 190.00 + 95.00 to operation, 104.50 for use, 15.00 + 30.00 + 15.00 to the debt: 512.00 in all."""
    bill_three_accounts(ws)
    request = ReportRequest("revenue", date(2027, 1, 31), date(2027, 1, 1))
    report = run_report(ws, request=request)
    keys = [column.key for column in report.body.columns]
    code, net = keys.index("code"), keys.index("net")
    found = {row.cells[code]: row.cells[net] for group in report.body.groups for row in group.rows}
    assert found == {"OM": D("347.50"), "USE": D("104.50"), "DEBT": D("60.00")}
    assert report.totals[net] == D("512.00")
    assert report.faults == ()
