"""Permit and inspection activity by month with what the fees brought."""

from datetime import date
from decimal import Decimal

from sewerdesk.clock import FixedClock
from sewerdesk.data.models.application import Application
from sewerdesk.data.models.permit import Permit
from sewerdesk.domain.receipts import Purpose, ReceiptDraft, ReceiptLine, Tender
from sewerdesk.domain.reports.activity import ActivityFact, FeeFact, Happening, activity_body
from sewerdesk.domain.reports.catalog import ACTIVITY, ReportRequest
from sewerdesk.domain.reports.journals import Span
from sewerdesk.services.receipts import enter_receipt, void_receipt
from sewerdesk.services.reports import run_report
from sewerdesk.services.workspace import Workspace
from tests.support.payments import bill_three_accounts, fee_of

D = Decimal


def test_activity_has_a_line_for_every_month_quiet_ones_too() -> None:
    facts = [
        ActivityFact(date(2027, 1, 31), Happening.RECEIVED),
        ActivityFact(date(2027, 1, 5), Happening.ISSUED),
        ActivityFact(date(2027, 3, 1), Happening.PASSED),
        ActivityFact(date(2027, 3, 31), Happening.FAILED),
        ActivityFact(date(2027, 3, 31), Happening.NO_RESULT),
    ]
    fees = [FeeFact(date(2027, 1, 5), D("100.00")), FeeFact(date(2027, 3, 2), D("-100.00"))]
    body = activity_body(facts, fees, span=Span(date(2027, 1, 5), date(2027, 3, 31)))
    assert [row.cells for row in body.groups[0].rows] == [
        ("01/2027", 1, 1, 0, 0, 0, D("100.00")),
        ("02/2027", 0, 0, 0, 0, 0, D(0)),
        ("03/2027", 0, 0, 1, 1, 1, D("-100.00")),
    ]


def test_activity_takes_a_voided_fee_off_in_the_month_of_the_void(ws: Workspace) -> None:
    bill_three_accounts(ws)
    fee = fee_of(ws, D("250.00"))
    with ws.write() as session:
        application = session.get_one(Application, 1)
        application.received_on = date(2027, 1, 4)
        session.add(
            Permit(
                number="PER-2027-0001",
                application_id=application.id,
                issued_on=date(2027, 1, 20),
                class_key="residential",
                clocks={},
                conditions=[],
                figures={},
                actor="MB",
            )
        )
    line = ReceiptLine(Purpose.FEE, str(fee), D("250.00"))
    draft = ReceiptDraft("Ann Lee", date(2027, 1, 4), Tender.CHECK, D("250.00"), (line,), "12", "NBT")
    posted = enter_receipt(ws, draft=draft)
    ws.clock = FixedClock(date(2027, 2, 10))
    void_receipt(ws, receipt_id=posted.receipts[0].id, reason="Not signed")
    report = run_report(ws, request=ReportRequest(ACTIVITY, date(2027, 2, 28), date(2027, 1, 1)))
    assert [row.cells for row in report.rows] == [
        ("01/2027", 1, 1, 0, 0, 0, D("250.00")),
        ("02/2027", 0, 0, 0, 0, 0, D("-250.00")),
    ]
    assert report.totals[-1] == D(0)
