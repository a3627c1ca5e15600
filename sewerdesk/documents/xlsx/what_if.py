"""A year's bills by proposed rates as a workbook: by class, then account by account, each with its difference."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from sewerdesk.documents.xlsx.cells import ColumnKind, SheetColumn
from sewerdesk.documents.xlsx.kit import About, Sheet, workbook_bytes

_MONEY, _ID = ColumnKind.MONEY, ColumnKind.IDENTIFIER
_COUNT = ColumnKind.QUANTITY
_TAIL = (
    SheetColumn("Bills", _COUNT, total=True),
    SheetColumn("As billed", _MONEY, total=True),
    SheetColumn("By the proposed rates", _MONEY, total=True),
    SheetColumn("Difference", _MONEY, total=True),
    SheetColumn("Percent", _COUNT),
)


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One class or one account over the year; dollars, and the change in percent where there was anything before."""

    name: str
    title: str
    rate_class: str
    accounts: int
    use: Decimal
    bills: int
    before: Decimal
    after: Decimal
    percent: Decimal | None


def what_if_workbook(
    classes: Sequence[ChangeRow], accounts: Sequence[ChangeRow], problems: Sequence[str], *, about: About
) -> bytes:
    """The workbook; bills that the rates cannot price stand on a sheet of their own."""
    sheets = [
        Sheet(
            "By class",
            (
                SheetColumn("Class", _ID),
                SheetColumn("Title"),
                SheetColumn("Accounts", _COUNT, total=True),
                *_TAIL,
            ),
            [(row.name, row.title, row.accounts, *_tail(row)) for row in classes],
        ),
        Sheet(
            "By account",
            (
                SheetColumn("Account", _ID),
                SheetColumn("Name"),
                SheetColumn("Class", _ID),
                SheetColumn("Use", _COUNT, total=True),
                *_TAIL,
            ),
            [(row.name, row.title, row.rate_class, row.use, *_tail(row)) for row in accounts],
        ),
    ]
    if problems:
        sheets.append(Sheet("Not compared", (SheetColumn("Why"),), [(problem,) for problem in problems]))
    return workbook_bytes(sheets, about=about)


def _tail(row: ChangeRow) -> tuple[int, Decimal, Decimal, Decimal, Decimal | None]:
    return row.bills, row.before, row.after, row.after - row.before, row.percent
