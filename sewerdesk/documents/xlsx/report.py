"""Any report as a workbook: real dates and numbers, identifiers as text, its sums with a row that checks them."""

from sewerdesk.documents.xlsx.cells import CellValue, ColumnKind, SheetColumn
from sewerdesk.documents.xlsx.kit import About, Sheet, workbook_bytes
from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.reports.model import Report

_GROUP = "Group"


def report_workbook(report: Report, *, municipality: str) -> bytes:
    """The workbook; the group of a line is a column of its own, so that the sheet can be filtered by it."""
    columns = [SheetColumn(one.title, ColumnKind(one.kind.value), one.summed) for one in report.body.columns]
    rows: list[tuple[CellValue, ...]] = [
        (group.title, *row.cells) if report.is_grouped else row.cells
        for group in report.body.groups
        for row in group.rows
    ]
    if report.is_grouped:
        columns.insert(0, SheetColumn(_GROUP))
    about = About(
        title=report.title,
        municipality=municipality,
        as_of=report.as_of,
        run_at=f"{moment_words(report.stamp.at)} by {report.stamp.by}, Sewerdesk {report.stamp.version}",
        filters=(("Scope", report.scope), ("Lines", report.count_words)),
        notes=(*report.body.notes, *(proof.sentence for proof in report.body.proofs)),
    )
    return workbook_bytes([Sheet(report.title, columns, rows)], about=about)
