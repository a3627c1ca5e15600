"""The rows that an import refused, with what was wrong, to be put right and imported again."""

from collections.abc import Sequence
from dataclasses import dataclass

from sewerdesk.documents.xlsx.cells import ColumnKind, SheetColumn
from sewerdesk.documents.xlsx.kit import About, Sheet, workbook_bytes


@dataclass(frozen=True, slots=True)
class RejectedValue:
    """What was wrong: row number of the file as the clerk counts it, column heading, value as found, reason."""

    row: int
    column: str
    value: str
    reason: str


_REASONS = (
    SheetColumn("Row", ColumnKind.WHOLE),
    SheetColumn("Column"),
    SheetColumn("Value", ColumnKind.IDENTIFIER),
    SheetColumn("What is wrong"),
)


def rejects_workbook(
    rejected: Sequence[RejectedValue],
    *,
    about: About,
    headings: Sequence[str] = (),
    rows: Sequence[Sequence[str]] = (),
) -> bytes:
    """The workbook of refused rows.

    With ``headings`` and ``rows`` (the refused rows as read, every value text) a second sheet holds them in the
    file's own layout, ready to be corrected and imported again; a row may be shorter than the headings.
    """
    reasons = Sheet("What is wrong", _REASONS, [(r.row, r.column, r.value, r.reason) for r in rejected])
    sheets = [reasons]
    if headings:
        columns = [SheetColumn(heading, ColumnKind.IDENTIFIER) for heading in headings]
        width = len(columns)
        filled = [(*row[:width], *[None] * (width - len(row))) for row in rows]
        sheets.append(Sheet("Rows to correct", columns, filled))
    return workbook_bytes(sheets, about=about)
