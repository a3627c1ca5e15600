"""Any list of the program as a workbook: the columns and rows that the screen shows, and its filters."""

from collections.abc import Sequence

from sewerdesk.documents.xlsx.cells import CellValue, SheetColumn
from sewerdesk.documents.xlsx.kit import About, Sheet, workbook_bytes


def export_table(
    columns: Sequence[SheetColumn], rows: Sequence[Sequence[CellValue]], *, about: About
) -> bytes:
    """The workbook of a list; the sheet bears the list's title.

    ``ValueError`` if a row has more or fewer values than there are columns, ``TypeError`` if a value is not
    of its column's kind.
    """
    return workbook_bytes([Sheet(about.title, columns, rows)], about=about)
