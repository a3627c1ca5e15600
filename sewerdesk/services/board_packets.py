"""The board packet of a run: one paper of its totals and of what the Board must know since the run before."""

from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy import func, select

from sewerdesk import __version__
from sewerdesk.data.bulk import uncollected
from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.queries.runs import is_quarterly
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.reports import catalog
from sewerdesk.domain.reports.catalog import Progress, ReportRequest
from sewerdesk.domain.reports.model import Body, Report, RunStamp
from sewerdesk.domain.reports.packet import (
    causes_body,
    charges_body,
    figures_body,
    groups_body,
    waiting_body,
)
from sewerdesk.domain.runviews import RunView
from sewerdesk.services.adjustments import unapproved_acts
from sewerdesk.services.exports import ListFile
from sewerdesk.services.offices import office_profile
from sewerdesk.services.reports import run_report
from sewerdesk.services.runs import run_differences, run_view

KEY = "board-packet"
_DAY = timedelta(days=1)


def board_packet(ws: Workspace, *, run_id: int) -> tuple[Report, ...]:
    """The packet's parts, a report each.

    Figures, totals by code and class, comparison with the quarter before by cause, aged receivables by class; since the
    run before the adjustments and waivers, and the penalties; and what waits for approval. Nothing is added up anew:
    each figure is a sum of the report that it names, as of today.
    """
    today, view = ws.clock.today(), run_view(ws, run_id=run_id)
    since = min(_since(ws, view), today)
    aged = run_report(ws, request=ReportRequest(catalog.AGED, today))
    late = run_report(ws, request=ReportRequest(catalog.LATE, today))
    adjusted = run_report(ws, request=ReportRequest(catalog.ADJUSTMENTS, today, since))
    penalties = run_report(ws, request=ReportRequest(catalog.PENALTIES, today, since))
    waiting = unapproved_acts(ws)
    named = (
        ("Owed today, by all accounts", aged, "balance"),
        ("Accounts past due", late, "past_due"),
        (f"Adjustments and waivers since {since:%m/%d/%Y}", adjusted, "amount"),
        (f"Penalties and interest since {since:%m/%d/%Y}", penalties, "amount"),
    )

    def part(title: str, body: Body, scope: str = "") -> Report:
        return _part(ws, view, title, body, scope)

    return (
        part("Board packet", figures_body(view, named, waiting=len(waiting))),
        part("Totals of the run", charges_body(view)),
        part("Compared with the quarter before", causes_body(run_differences(ws, run_id=run_id))),
        part("Aged receivables by class", groups_body(aged, "Class"), aged.scope),
        replace(adjusted, title="Adjustments and waivers"),
        part("Waiting for approval", waiting_body(waiting), f"As of {today:%m/%d/%Y}."),
        replace(penalties, title="Penalties"),
    )


@uncollected()
def board_packet_file(ws: Workspace, *, run_id: int, progress: Progress | None = None) -> ListFile:
    """The packet as one PDF, its pages numbered through, with the name proposed for it.

    ``progress`` may raise to stop.
    """
    from sewerdesk.documents.files import safe_filename
    from sewerdesk.documents.pdf.report import reports_pdf

    parts = board_packet(ws, run_id=run_id)
    view = run_view(ws, run_id=run_id)
    title = f"Board packet {view.run.quarter.label}"
    place = office_profile(ws).municipality
    content = reports_pdf(parts, title=title, municipality=place, progress=progress)
    return ListFile(safe_filename(f"{title} {ws.clock.today():%Y-%m-%d}", suffix=".pdf"), content)


def _since(ws: Workspace, view: RunView) -> date:
    """The day after the bills of the run before; the quarter's first day where there was none."""
    quarter = view.run.quarter
    with ws.read() as session:
        last = session.scalar(
            select(func.max(BillingRun.bill_date)).where(BillingRun.period < quarter.code, is_quarterly())
        )
    return quarter.start if last is None else last + _DAY


def _part(ws: Workspace, view: RunView, title: str, body: Body, scope: str) -> Report:
    run = view.run
    return Report(
        key=KEY,
        title=f"{title}, {run.quarter.label}",
        scope=scope
        or f"Run {run.number}, bills dated {run.bill_date:%m/%d/%Y}, due {run.due_date:%m/%d/%Y}.",
        as_of=ws.clock.today(),
        body=body,
        stamp=RunStamp(ws.clock.now(), ws.actor, __version__),
    )
