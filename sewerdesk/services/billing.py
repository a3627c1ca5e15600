"""The quarterly run: looked at as often as wanted, then posted once, all or nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.bulk import insert_rows, uncollected
from sewerdesk.data.models.billing import BillingRun, RunOutcome
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.runs import REGULAR
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billing import (
    Outcome,
    OutcomeKind,
    RunFinding,
    RunPreview,
    compute_run,
)
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.expected import ExpectedRow
from sewerdesk.domain.mastermeters import share_findings
from sewerdesk.domain.money import format_money
from sewerdesk.domain.runviews import PostedRun, RunLook, look_at
from sewerdesk.domain.wording import count
from sewerdesk.services.bill_files import _print_settings
from sewerdesk.services.bill_mail_checks import _mail_findings, _shared_findings
from sewerdesk.services.bill_pages import Mailed, _mailed
from sewerdesk.services.bill_posting import Posting, _add_bills
from sewerdesk.services.billing_inputs import RunSetup, _account_names, _run_inputs
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.offices import back_up
from sewerdesk.services.periods import _require_open
from sewerdesk.services.posted_bills import _spans_left
from sewerdesk.services.runs import _posted_run

_A_YEAR = timedelta(days=366)


def preview_run(ws: Workspace, *, setup: RunSetup) -> RunPreview:
    """Compute a run without touching anything; addresses that do not fit the window are among its findings."""
    _check_setup(setup, ws.clock.today())
    with uncollected(), ws.read() as session:
        preview, _ = _computed(session, setup)
        return preview


def post_run(ws: Workspace, *, setup: RunSetup, expected: RunPreview) -> PostedRun:
    """Post a run: bills, lines, ledger entries and outcomes in one transaction.

    ``expected`` is what the clerk looked at; the run is computed again under the write lock and refused with
    ``RuleViolation`` where its figures are no longer the same, where something blocks, or where nothing is to be
    billed. A second posting of the same quarter finds every account already billed. A verified backup is made first;
    where it cannot be made nothing is posted.
    """
    _check_setup(setup, ws.clock.today())
    back_up(ws, label="before-run")
    return _post(ws, setup=setup, expected=expected)


def _post(ws: Workspace, *, setup: RunSetup, expected: RunPreview) -> PostedRun:
    """The transaction of ``post_run``."""
    with uncollected(), ws.write(reason=f"billing run {setup.quarter.code}") as session:
        preview, mailed = _computed(session, setup)
        _check_same(preview, expected)
        return _write_run(session, setup, preview, mailed)


def _computed(session: Session, setup: RunSetup) -> tuple[RunPreview, dict[int, Mailed]]:
    """The run and where its bills go; what could not be mailed or printed is among its findings."""
    inputs = _run_inputs(session, setup)
    preview = compute_run(inputs)
    mailed = _mailed(session, setup.bill_date)
    settings = _billing_settings(session)
    shared = _shared_findings(
        _print_settings(session, settings), (setup.message or settings.message, settings.relevy_sentence)
    )
    masters = [
        RunFinding("", sentence, blocking=False)
        for sentence in share_findings(inputs.accounts, inputs.period.end)
    ]
    findings = [*preview.findings, *masters, *shared, *_mail_findings(preview.mailed, mailed)]
    return replace(preview, findings=tuple(sorted(findings, key=lambda found: not found.blocking))), mailed


def _write_run(
    session: Session,
    setup: RunSetup,
    preview: RunPreview,
    mailed: Mapping[int, Mailed],
    *,
    kind: str = REGULAR,
    posting: Posting | None = None,
) -> PostedRun:
    """Write a computed run; part of a caller's transaction. Nothing is posted into a closed period."""
    _require_open(session, setup.bill_date, what=f"Bills of {setup.quarter.label}")
    spans = _spans_left(session, setup.quarter)
    run = _add_run(session, setup, preview, kind)
    _add_outcomes(session, run.id, preview.outcomes)
    _add_bills(session, run, setup, preview.bills, mailed=mailed, posting=posting or Posting(spans=spans))
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


def _check_setup(setup: RunSetup, today: date) -> None:
    """``UserError`` for days that cannot be meant; a posted run and the quarters after it keep what they were."""
    quarter = setup.quarter
    if not quarter.start <= setup.read_through <= quarter.next.end:
        raise UserError(
            f"Readings through {setup.read_through:%m/%d/%Y} do not belong to {quarter.label}; choose a day from "
            f"{quarter.start:%m/%d/%Y} to {quarter.next.end:%m/%d/%Y}."
        )
    if not quarter.start <= setup.bill_date <= date(today.year + 1, 12, 31):
        raise UserError(
            f"Bills of {quarter.label} cannot be dated {setup.bill_date:%m/%d/%Y}. Correct the bill date; its year "
            "numbers the bills."
        )
    if setup.due_date > setup.bill_date + _A_YEAR:
        raise UserError(
            f"The due date {setup.due_date:%m/%d/%Y} lies more than a year after the bill date "
            f"{setup.bill_date:%m/%d/%Y}. Correct one of them."
        )
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
    if _figures(preview) != _figures(expected):
        raise RuleViolation(
            f"The figures changed while you looked: {count(len(preview.bills), 'bill')} for "
            f"{format_money(preview.total)} now, {len(expected.bills):,} for {format_money(expected.total)} before. "
            "Look at the run again, then post it."
        )
    looked_at = {finding.sentence for finding in expected.findings}
    fresh = [found.sentence for found in preview.findings if found.sentence not in looked_at]
    if fresh:
        raise RuleViolation(f"Since you looked at the run there is more to look at: {fresh[0]}")


def _figures(preview: RunPreview) -> tuple[object, ...]:
    """What the clerk agreed to: the quarter, and what each account is billed or why it is not."""
    return (
        preview.period,
        [(one.account_id, one.kind, one.bill and one.bill.total) for one in preview.outcomes],
    )


def _add_run(session: Session, setup: RunSetup, preview: RunPreview, kind: str) -> BillingRun:
    clock = session.info["clock"]
    run = BillingRun(
        number=take_number(session, kind="RUN", year=setup.bill_date.year),
        kind=kind,
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
            "expected": [_expected_record(row) for row in preview.expected],
            "rates": sorted(
                {key for bill in preview.bills for line in bill.lines for key in line.version_ids}
            ),
        },
    )
    session.add(run)
    session.flush()  # its id is on every bill
    return run


def _expected_record(row: ExpectedRow) -> list[Any]:
    """What a class was expected to bring, as kept with the run."""
    return [
        row.class_code,
        row.charge_code,
        row.title,
        row.accounts,
        str(row.units),
        str(row.expected),
        str(row.billed),
        row.at_least,
    ]


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
