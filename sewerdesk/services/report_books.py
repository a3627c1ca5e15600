"""Whether the reports agree with the ledger, for the check of the books."""

from datetime import timedelta

from sqlalchemy.orm import Session

from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.invariants import Finding
from sewerdesk.domain.reports import catalog
from sewerdesk.domain.reports.catalog import ReportRequest
from sewerdesk.services.book_checks import Check, Tried
from sewerdesk.services.report_settings import _report_settings
from sewerdesk.services.reports import _report_body

REPORTS = "Reports"


def _reports(ws: Workspace, session: Session) -> Tried:
    """Today's aged list and open items, and the roll-forward of this fiscal year and the last, against the ledger."""
    today = ws.clock.today()
    settings = _report_settings(session)
    year, _ = settings.fiscal_year(today)
    before, end = settings.fiscal_year(year - timedelta(days=1))
    requests = (
        ReportRequest(catalog.AGED, today),
        ReportRequest(catalog.ITEMS, today),
        ReportRequest(catalog.ROLL, today, year),
        ReportRequest(catalog.ROLL, end, before),
    )
    proofs = [
        (request.kind.title, proof)
        for request in requests
        for proof in _report_body(session, ws, request).proofs
    ]
    found = (
        Finding(REPORTS, f"{title}: {proof.sentence}", title) for title, proof in proofs if not proof.agrees
    )
    return Tried(len(proofs), found)


REPORTS_AGREE = Check(
    REPORTS,
    "The aged list, the open items and the roll-forward of two fiscal years come to the ledger to the cent.",
    _reports,
)
