"""A report that was run, as the paper and the workbook of the very same figures."""

from sewerdesk.data.bulk import uncollected
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.reports.catalog import Progress
from sewerdesk.domain.reports.model import Report
from sewerdesk.services.exports import ListFile
from sewerdesk.services.offices import office_profile


def report_pdf_file(ws: Workspace, *, report: Report, progress: Progress | None = None) -> ListFile:
    """The report's paper with the name proposed for it; ``progress`` may raise to stop."""
    from sewerdesk.documents.files import safe_filename
    from sewerdesk.documents.pdf.report import report_pdf

    with uncollected():
        content = report_pdf(report, municipality=office_profile(ws).municipality, progress=progress)
    return ListFile(safe_filename(f"{report.title} {report.as_of:%Y-%m-%d}", suffix=".pdf"), content)


def report_workbook_file(ws: Workspace, *, report: Report) -> ListFile:
    """The report's workbook with the name proposed for it."""
    from sewerdesk.documents.files import safe_filename
    from sewerdesk.documents.xlsx.report import report_workbook

    with uncollected():
        content = report_workbook(report, municipality=office_profile(ws).municipality)
    return ListFile(safe_filename(f"{report.title} {report.as_of:%Y-%m-%d}", suffix=".xlsx"), content)
