"""The worked bill of the town of Elm Creek, whose figures were computed by hand.

Fixed charge 62.50, 19,000 gallons above the 5,000 included at 5.50 per 1,000 are 104.50, debt service 15.00:
182.00. The 125.00 of the last bill was paid on May 12. Ten percent penalty is 18.20, so 200.20 after July 31.
"""

from datetime import date
from decimal import Decimal

from sewerdesk.documents.pdf.bill import BillPage, BillSettings, ChargeLine, DatedAmount, MeterRead, UsageBar
from sewerdesk.documents.pdf.letterhead import Letterhead
from sewerdesk.domain.scanline import scan_line

HEAD = Letterhead(
    municipality="Town of Elm Creek",
    department="Sewer Department",
    address=("10 Town Hall Road", "PO Box 9", "Elm Creek, NY 12999"),
    phone="(518) 555-0100",
    email="sewer@elmcreek.example",
    hours="Monday to Friday, 8:30 am to 4:00 pm",
)
SETTINGS = BillSettings(
    letterhead=HEAD,
    remit_to=("TOWN OF ELM CREEK", "SEWER DEPARTMENT", "PO BOX 9", "ELM CREEK NY 12999-0009"),
    payee="Town of Elm Creek",
    payment_options=(
        "By mail in the return envelope",
        "At the Town Clerk's window",
        "Drop box at the front door",
    ),
    emergency="Sewer backing up? Call (518) 555-0199, day or night.",
    template="bill",
    version="1",
    printed="07/01/2026 9:15 AM",
)
DUE = date(2026, 7, 31)
BILL = BillPage(
    account="00001042",
    bill_no="BIL-2026-0143",
    bill_date=date(2026, 7, 1),
    due_date=DUE,
    owner="John Q Smith",
    address=("JOHN Q SMITH", "12 MAIN ST", "ELM CREEK NY 12999-1234"),
    service_address="12 Main Street",
    tax_map_no="12.13-2-15.1",
    period_start=date(2026, 4, 1),
    period_end=date(2026, 6, 30),
    charges=(
        ChargeLine("Fixed charge", Decimal("62.50"), "1.00 EDU", "62.50"),
        ChargeLine("Usage over 5,000 gallons included", Decimal("104.50"), "19,000 gal", "5.50 per 1,000"),
        ChargeLine("Debt service", Decimal("15.00"), "1.00 EDU", "15.00"),
    ),
    previous_balance=Decimal("125.00"),
    payments=(DatedAmount(date(2026, 5, 12), "Payment, thank you", Decimal("125.00")),),
    adjustments=(),
    balance_forward=Decimal("0.00"),
    current_charges=Decimal("182.00"),
    total_due=Decimal("182.00"),
    after_due=Decimal("200.20"),
    penalty="A penalty of 10 percent (18.20) is added on August 1, 2026 (Code § 142-17).",
    relevy="Sewer rents unpaid on October 31 are added with penalty to the January Town and County tax bill.",
    scan_line=scan_line("00001042", DUE, 18200),
    units="1.00 EDU",
    reads=(
        MeterRead("48-1107", "004875", date(2026, 4, 1), "005115", date(2026, 6, 30), "actual", "24,000 gal"),
    ),
    usage="24,000 gal",
    usage_last_year="22,500 gal",
    history=(
        UsageBar("Q3 24", 31200),
        UsageBar("Q4 24", 18900),
        UsageBar("Q1 25", 17400, estimated=True),
        UsageBar("Q2 25", 22500),
        UsageBar("Q3 25", 29800),
        UsageBar("Q4 25", None),
        UsageBar("Q1 26", 18200),
        UsageBar("Q2 26", 24000),
    ),
    messages=("The Town Board hears the public on the 2027 rates on September 8, 2026.",),
)
