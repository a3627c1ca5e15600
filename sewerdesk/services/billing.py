"""The quarterly run: looked at as often as wanted, then posted once, all or nothing."""

from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.bulk import insert_rows, uncollected
from sewerdesk.data.models.billing import BillingRun, RunOutcome
from sewerdesk.data.numbers import take_number
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billing import (
    Outcome,
    OutcomeKind,
    RunFinding,
    RunPreview,
    compute_run,
)
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.money import format_money
from sewerdesk.domain.runviews import PostedRun, RunLook, look_at
from sewerdesk.services.bill_files import _print_settings
from sewerdesk.services.bill_pages import _mailed
from sewerdesk.services.bill_posting import _add_bills
from sewerdesk.services.billing_inputs import RunSetup, _account_names, _run_inputs
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.offices import back_up
from sewerdesk.services.runs import _posted_run


def preview_run(ws: Workspace, *, setup: RunSetup) -> RunPreview:
    """Compute a run without touching anything; addresses that do not fit the window are among its findings."""
    _check_setup(setup)
    with uncollected(), ws.read() as session:
        preview = compute_run(_run_inputs(session, setup))
        return replace(preview, findings=(*preview.findings, *_address_findings(session, preview, setup)))


def post_run(ws: Workspace, *, setup: RunSetup, expected: RunPreview) -> PostedRun:
    """Post a run: bills, lines, ledger entries and outcomes in one transaction.

    ``expected`` is what the clerk looked at; the run is computed again under the write lock and refused with
    ``RuleViolation`` where its figures are no longer the same, where something blocks, or where nothing is to be
    billed. A second posting of the same quarter finds every account already billed. A verified backup is made first;
    where it cannot be made nothing is posted.
    """
    _check_setup(setup)
    back_up(ws, label="before-run")
    return _post(ws, setup=setup, expected=expected)


def _post(ws: Workspace, *, setup: RunSetup, expected: RunPreview) -> PostedRun:
    """The transaction of ``post_run``."""
    with uncollected(), ws.write(reason=f"billing run {setup.quarter.code}") as session:
        preview = compute_run(_run_inputs(session, setup))
        _check_same(preview, expected)
        return _write_run(session, setup, preview)


def _write_run(session: Session, setup: RunSetup, preview: RunPreview) -> PostedRun:
    """Write a computed run; part of a caller's transaction."""
    run = _add_run(session, setup, preview)
    _add_outcomes(session, run.id, preview.outcomes)
    _add_bills(session, run, setup, preview.bills)
    audit.record(
        session,
        kind="billing_run",
        record_id=run.id,
        action="posted",
        changes={"bills": run.billed, "total": str(run.total), "period": run.period},
    )
    session.info["touched"] |= {("bill", run.id), ("entry", run.id)}
    return _posted_run(run)


def look_at_run(ws: Workspace, *, setup: RunSetup) -> RunLook:
    """A run computed without touching anything, with names beside the numbers."""
    preview = preview_run(ws, setup=setup)
    with ws.read() as session:
        return look_at(preview, _account_names(session))


def _check_setup(setup: RunSetup) -> None:
    if setup.due_date < setup.bill_date:
        raise UserError(
            f"The due date {setup.due_date:%m/%d/%Y} lies before the bill date {setup.bill_date:%m/%d/%Y}. "
            "Correct one of them."
        )


def _check_same(preview: RunPreview, expected: RunPreview) -> None:
    if preview.blocking:
        raise RuleViolation(f"The run cannot be posted: {preview.blocking[0].sentence}")
    if not preview.bills:
        raise RuleViolation("The run cannot be posted: there is no account to bill.")
    if preview.total != expected.total or len(preview.bills) != len(expected.bills):
        raise RuleViolation(
            f"The figures changed while you looked: {len(preview.bills)} bills for {format_money(preview.total)} now, "
            f"{len(expected.bills)} for {format_money(expected.total)} before. Look at the run again, then post it."
        )


def _address_findings(session: Session, preview: RunPreview, setup: RunSetup) -> list[RunFinding]:
    mailed = _mailed(session, setup.bill_date)
    return [
        RunFinding(bill.account, f"Account {bill.account}: {mailed[bill.account_id].problem}", blocking=False)
        for bill in preview.bills
        if mailed[bill.account_id].problem
    ]


def _add_run(session: Session, setup: RunSetup, preview: RunPreview) -> BillingRun:
    clock = session.info["clock"]
    run = BillingRun(
        number=take_number(session, kind="RUN", year=setup.bill_date.year),
        period=setup.quarter.code,
        period_from=setup.quarter.start,
        period_to=setup.quarter.end,
        bill_date=setup.bill_date,
        due_date=setup.due_date,
        posted_at=clock.now(),
        posted_by=session.info["actor"],
        billed=len(preview.of_kind(OutcomeKind.BILLED)),
        held=len(preview.of_kind(OutcomeKind.HELD)),
        skipped=len(preview.of_kind(OutcomeKind.SKIPPED)),
        total=preview.total,
        checked={
            "read_through": setup.read_through.isoformat(),
            "print": _print_settings(session, _billing_settings(session)),
            "warnings": [finding.sentence for finding in preview.findings],
            "by_charge": [
                [t.code, t.title, t.fund, t.revenue_code, t.count, str(t.amount)] for t in preview.by_charge
            ],
            "by_class": [[t.class_code, t.count, str(t.amount)] for t in preview.by_class],
            "rates": sorted(
                {key for bill in preview.bills for line in bill.lines for key in line.version_ids}
            ),
        },
    )
    session.add(run)
    session.flush()  # its id is on every bill
    return run


def _add_outcomes(session: Session, run_id: int, outcomes: Sequence[Outcome]) -> None:
    rows = [
        {
            "run_id": run_id,
            "account_id": one.account_id,
            "outcome": one.kind.value,
            "reason": one.reason,
        }
        for one in outcomes
    ]
    insert_rows(session, RunOutcome, rows)
