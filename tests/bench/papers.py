"""All bills of a run as one PDF, and its register as a workbook, against the bare libraries."""

import io
from datetime import date
from decimal import Decimal
from functools import partial

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell

from sewerdesk.data.models.billing import BillingRun
from sewerdesk.documents.pdf.bill import BillPage, bills_pdf
from sewerdesk.documents.xlsx.billing_register import RegisterRow, billing_register
from sewerdesk.documents.xlsx.kit import About
from sewerdesk.services.bill_files import BillOrder, _bill_settings, _pages
from sewerdesk.services.workspace import Workspace
from tests.bench.bare_bill import by_hand, flowing
from tests.bench.measure import Line, Report, Spread, alternate, at_least, at_most

FLOWED = 300


def measure_bills(report: Report, ws: Workspace, run_id: int, *, turns: int) -> None:
    """The bills that a posted run prints, drawn by the program, by hand, and (a tenth of them) as flowing text."""
    with ws.read() as session:
        run = session.get_one(BillingRun, run_id)
        pages, settings = _pages(session, run, BillOrder.ZIP), _bill_settings(session, run)
    part = pages[: min(FLOWED, len(pages))]
    found = alternate(
        turns,
        {
            "program": partial(bills_pdf, pages, settings=settings),
            "bare": partial(by_hand, pages, settings),
            "flowing": partial(flowing, part),
        },
    )
    whole = Spread(tuple(seconds * len(pages) / len(part) for seconds in found["flowing"].seconds))
    count, ours = len(pages), found["program"]
    name = f"{count:,} bills to PDF"
    report.add(at_least(f"{name}, bare canvas", times=0.8, ours=ours, other=found["bare"], count=count))
    report.add(at_least(f"{name}, flowing text", times=3, ours=ours, other=whole, count=count))
    size, by_hand_size = len(bills_pdf(pages, settings=settings)), len(by_hand(pages, settings))
    report.add(Line("the bills' file", f"{size / 1e6:.1f} MB", detail=f"by hand {by_hand_size / 1e6:.1f} MB"))


def measure_register(report: Report, ws: Workspace, run_id: int, *, turns: int) -> None:
    """The billing register of the same bills, against the library's own streaming of the same cells."""
    with ws.read() as session:
        run = session.get_one(BillingRun, run_id)
        rows = [_register_row(page) for page in _pages(session, run, BillOrder.ACCOUNT)]
    about = About("Billing register", "Town of Hague", date(2027, 4, 1), "04/01/2027 9:00 AM")
    found = alternate(
        turns,
        {"program": partial(billing_register, rows, about=about), "bare": partial(_bare_register, rows)},
    )
    report.add(
        at_most(
            f"register of {len(rows):,} rows to XLSX", times=1.3, ours=found["program"], bare=found["bare"]
        )
    )


def _register_row(page: BillPage) -> RegisterRow:
    read = page.reads[0] if page.reads else None
    amounts = [line.amount for line in page.charges]
    zero = Decimal("0.00")
    return RegisterRow(
        account=page.account,
        owner=page.owner,
        service_address=page.service_address,
        tax_map_no=page.tax_map_no,
        district="SD1",
        rate_class="M" if read else "R",
        units=Decimal(page.units.split()[0]),
        bill_no=page.bill_no,
        due_date=page.due_date,
        previous_read=read.previous if read else "",
        present_read=read.present if read else "",
        estimated=False,
        usage=Decimal(read.usage.split()[0].replace(",", "")) if read else None,
        previous_balance=page.previous_balance,
        payments=sum((paid.amount for paid in page.payments), zero),
        adjustments=sum((entry.amount for entry in page.adjustments), zero),
        fixed_charges=amounts[0],
        usage_charges=amounts[1],
        debt_charges=amounts[-1],
        other_charges=zero,
        current_charges=page.current_charges,
        total_due=page.total_due,
    )


def _bare_register(rows: list[RegisterRow]) -> bytes:
    """The same cells with the same number formats, streamed by the library itself."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Billing register")
    names = RegisterRow.__dataclass_fields__
    sheet.append([WriteOnlyCell(sheet, value=name) for name in names])
    for row in rows:
        cells = []
        for name in names:
            value = getattr(row, name)
            cell = WriteOnlyCell(sheet, value="Yes" if value is True else "No" if value is False else value)
            if isinstance(value, Decimal):
                cell.number_format = "#,##0.00"
            elif isinstance(value, date):
                cell.number_format = "mm/dd/yyyy"
            else:
                cell.number_format = "@"
            cells.append(cell)
        sheet.append(cells)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()
