"""Reports of late payment, each with count, sums, scope and run stamp; print and export them as any other report."""

from datetime import date

from sewerdesk import __version__
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.late_reports import list_body, proof_body, rehearsal_body, waived_body
from sewerdesk.domain.penalty_views import PenaltyProof, Rehearsal
from sewerdesk.domain.relevy_views import RelevyList
from sewerdesk.domain.reports.model import Body, Report, RunStamp
from sewerdesk.domain.wording import show_date
from sewerdesk.services.penalty_lists import waived_penalties


def rehearsal_report(ws: Workspace, *, rehearsal: Rehearsal) -> Report:
    """A rehearsal that was made, as a report."""
    scope = f"{_bills(rehearsal.period)}, judged on the last day in time of each, through {show_date(rehearsal.as_of)}"
    return _report(
        ws, ("penalty_rehearsal", "Penalty rehearsal"), scope, rehearsal.as_of, rehearsal_body(rehearsal)
    )


def proof_report(ws: Workspace, *, proof: PenaltyProof) -> Report:
    """The proof that due less charged less waived is nothing, as a report."""
    scope = f"{_bills(proof.period)}, by what is known on {show_date(proof.as_of)}"
    return _report(
        ws, ("penalty_proof", "Penalties due, charged and waived"), scope, proof.as_of, proof_body(proof)
    )


def waivers_report(ws: Workspace, *, since: date) -> Report:
    """The penalties that the Board waived of those charged since a day."""
    today = ws.clock.today()
    scope = f"Charged from {show_date(since)} to {show_date(today)}"
    body = waived_body(waived_penalties(ws, since=since))
    return _report(ws, ("penalty_waivers", "Penalties waived"), scope, today, body)


def relevy_report(ws: Workspace, *, found: RelevyList) -> Report:
    """The list for the tax roll, open, frozen or certified."""
    season = found.season
    scope = f"{season.tax_year} tax roll, computed to {show_date(season.cut_off)}, {found.state.value}"
    return _report(
        ws, ("relevy_list", "Unpaid charges for the tax roll"), scope, season.cut_off, list_body(found)
    )


def _bills(period: str) -> str:
    return f"Bills of {period}" if period else "All bills"


def _report(ws: Workspace, named: tuple[str, str], scope: str, as_of: date, body: Body) -> Report:
    stamp = RunStamp(ws.clock.now(), ws.actor, __version__)
    key, title = named
    return Report(key=key, title=title, scope=scope, as_of=as_of, body=body, stamp=stamp)
