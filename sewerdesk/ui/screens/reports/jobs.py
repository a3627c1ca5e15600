"""What runs off the window's thread for a report: reading the books, drawing its paper, writing its workbook."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.domain.reports.model import Report
from sewerdesk.services.report_files import report_pdf_file, report_workbook_file
from sewerdesk.services.reports import run_report
from sewerdesk.ui.jobs import Reporter

if TYPE_CHECKING:
    from sewerdesk.services.workspace import Workspace


@dataclass(frozen=True, slots=True)
class RunJob:
    """The job: runs a report from the books."""

    ws: "Workspace"
    request: ReportRequest

    def __call__(self, reporter: Reporter) -> object:
        return run_report(self.ws, request=self.request, progress=reporter.step)


@dataclass(frozen=True, slots=True)
class PaperJob:
    """The job: draws a report's paper."""

    ws: "Workspace"
    report: Report

    def __call__(self, reporter: Reporter) -> object:
        return report_pdf_file(self.ws, report=self.report, progress=reporter.step)


@dataclass(frozen=True, slots=True)
class SheetJob:
    """The job: writes a report's workbook."""

    ws: "Workspace"
    report: Report

    def __call__(self, reporter: Reporter) -> object:
        reporter.step(0, 0, "Writing the workbook")
        return report_workbook_file(self.ws, report=self.report)
