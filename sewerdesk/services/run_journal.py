"""The revenue journal of one run, and what is marked as done with a run."""

from collections.abc import Collection

from sqlalchemy import select

from sewerdesk import __version__
from sewerdesk.data.models.billing import RunOutput
from sewerdesk.data.queries.reports import code_facts
from sewerdesk.data.queries.revenue import of_run, revenue_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.reports.catalog import REVENUE
from sewerdesk.domain.reports.model import Proof, Report, RunStamp
from sewerdesk.domain.reports.revenue import revenue_body
from sewerdesk.domain.run_outputs import RunOutputKind
from sewerdesk.services.runs import _run


def run_journal(ws: Workspace, *, run_id: int) -> Report:
    """What a run billed and what was taken back of it since, by fund and revenue code; agrees with the run's total."""
    with ws.read() as session:
        run = _run(session, run_id)
        facts = revenue_facts(session, of_run(run_id))
        charged = sum((fact.charged for fact in facts if fact.kind is EntryKind.CHARGE), ZERO)
        proof = Proof("The journal charges", charged, "the run came to", run.total)
        body = revenue_body(facts, code_facts(session), proof=proof)
        quarter, number, day = Quarter.parse(run.period), run.number, run.bill_date
    return Report(
        key=REVENUE,
        title=f"Revenue journal {quarter.label}",
        scope=f"Run {number}, bills dated {day:%m/%d/%Y}, and what was taken back of them since.",
        as_of=ws.clock.today(),
        body=body,
        stamp=RunStamp(ws.clock.now(), ws.actor, __version__),
    )


def run_outputs(ws: Workspace, *, run_id: int) -> Collection[RunOutputKind]:
    """What is marked as done with a run."""
    with ws.read() as session:
        _run(session, run_id)
        done = session.scalars(select(RunOutput.output).where(RunOutput.run_id == run_id)).all()
        return frozenset(RunOutputKind(one) for one in done)


def mark_output(ws: Workspace, *, run_id: int, output: RunOutputKind, note: str = "") -> None:
    """Mark that something of a run left the office; a run with something left keeps the period's checklist open."""
    with ws.write(reason=output.label) as session:
        run = _run(session, run_id)
        done = session.scalar(
            select(RunOutput).where(RunOutput.run_id == run_id, RunOutput.output == output.value)
        )
        if done is not None:
            raise UserError(
                f"{output.label}: marked for {run.number} on {done.done_on:%m/%d/%Y} by {done.actor} already."
            )
        session.add(
            RunOutput(
                run_id=run_id,
                output=output.value,
                done_on=session.info["clock"].today(),
                note=note.strip(),
                actor=session.info["actor"],
            )
        )
