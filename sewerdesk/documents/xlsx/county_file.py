"""The county's file as a workbook, in the columns of its layout; amounts are numbers, everything else is text."""

from collections.abc import Sequence

from sewerdesk.documents.xlsx.cells import CellValue, ColumnKind, SheetColumn
from sewerdesk.documents.xlsx.kit import About, Sheet, workbook_bytes
from sewerdesk.domain.county_file import (
    MONEY_FIELDS,
    CountyColumn,
    CountyLayout,
    check_layout,
    money_of,
    text_of,
)
from sewerdesk.domain.relevy import ParcelLine


def county_workbook(
    lines: Sequence[ParcelLine], layout: CountyLayout, *, tax_year: int, about: About
) -> bytes:
    """The workbook with its totals in the last rows and how it was made on the second sheet."""
    check_layout(layout)
    columns = [_column(column) for column in layout.columns]
    rows = [[_cell(line, column, tax_year) for column in layout.columns] for line in lines]
    return workbook_bytes([Sheet(about.title, columns, rows)], about=about)


def _column(column: CountyColumn) -> SheetColumn:
    money = column.field in MONEY_FIELDS
    return SheetColumn(column.title, ColumnKind.MONEY if money else ColumnKind.IDENTIFIER, total=money)


def _cell(line: ParcelLine, column: CountyColumn, tax_year: int) -> CellValue:
    amount = money_of(line, column.field)
    return text_of(line, column, tax_year) if amount is None else amount
