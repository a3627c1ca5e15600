"""The billing register: one row a bill of a run, with totals that the clerk ties to the ledger."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.documents.xlsx.cells import CellValue, ColumnKind, SheetColumn
from sewerdesk.documents.xlsx.kit import About, Sheet, workbook_bytes


@dataclass(frozen=True, slots=True)
class RegisterRow:
    """One bill of a run; amounts in dollars, ``payments`` positive, usage in the unit of the district's rates."""

    account: str
    owner: str
    service_address: str
    tax_map_no: str
    district: str
    rate_class: str
    units: Decimal
    bill_no: str
    due_date: date
    previous_read: str
    present_read: str
    estimated: bool
    usage: Decimal | None
    previous_balance: Decimal
    payments: Decimal
    adjustments: Decimal
    fixed_charges: Decimal
    usage_charges: Decimal
    debt_charges: Decimal
    other_charges: Decimal
    current_charges: Decimal
    total_due: Decimal
    note: str = ""


_MONEY, _ID = ColumnKind.MONEY, ColumnKind.IDENTIFIER
_COLUMNS = (
    SheetColumn("Account", _ID),
    SheetColumn("Owner"),
    SheetColumn("Service address"),
    SheetColumn("Tax map number", _ID),
    SheetColumn("District"),
    SheetColumn("Rate class"),
    SheetColumn("Units", ColumnKind.QUANTITY, total=True),
    SheetColumn("Bill number", _ID),
    SheetColumn("Due date", ColumnKind.DATE),
    SheetColumn("Previous reading", _ID),
    SheetColumn("Present reading", _ID),
    SheetColumn("Estimated", ColumnKind.YES_NO),
    SheetColumn("Usage", ColumnKind.QUANTITY, total=True),
    SheetColumn("Previous balance", _MONEY, total=True),
    SheetColumn("Payments", _MONEY, total=True),
    SheetColumn("Adjustments", _MONEY, total=True),
    SheetColumn("Fixed", _MONEY, total=True),
    SheetColumn("Usage charge", _MONEY, total=True),
    SheetColumn("Debt service", _MONEY, total=True),
    SheetColumn("Other", _MONEY, total=True),
    SheetColumn("Current charges", _MONEY, total=True),
    SheetColumn("Total due", _MONEY, total=True),
    SheetColumn("Note"),
)


def billing_register(rows: Sequence[RegisterRow], *, about: About) -> bytes:
    """The workbook of a billing run's register."""
    return workbook_bytes([Sheet("Billing register", _COLUMNS, [_values(row) for row in rows])], about=about)


def _values(row: RegisterRow) -> tuple[CellValue, ...]:
    return (
        row.account,
        row.owner,
        row.service_address,
        row.tax_map_no,
        row.district,
        row.rate_class,
        row.units,
        row.bill_no,
        row.due_date,
        row.previous_read,
        row.present_read,
        row.estimated,
        row.usage,
        row.previous_balance,
        row.payments,
        row.adjustments,
        row.fixed_charges,
        row.usage_charges,
        row.debt_charges,
        row.other_charges,
        row.current_charges,
        row.total_due,
        row.note,
    )
