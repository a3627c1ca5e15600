"""The office's own choices for its reports: age buckets and fiscal year."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.reports.settings import (
    ReportSettings,
    check_report_settings,
    report_settings_from_json,
    report_settings_to_json,
)

_KEY = "reports"


def report_settings(ws: Workspace) -> ReportSettings:
    """How the office's reports are cut now."""
    with ws.read() as session:
        return _report_settings(session)


def save_report_settings(ws: Workspace, *, settings: ReportSettings) -> None:
    """Save how reports are cut from now on; ``FieldErrors`` where the choices make no sense."""
    errors = check_report_settings(settings)
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason="report settings") as session:
        profile = session.scalars(select(OfficeProfile)).one()
        profile.settings = {**profile.settings, _KEY: report_settings_to_json(settings)}


def _report_settings(session: Session) -> ReportSettings:
    profile = session.scalars(select(OfficeProfile)).one()
    return report_settings_from_json(profile.settings.get(_KEY, {}))
