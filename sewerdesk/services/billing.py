"""The quarterly run: looked at as often as wanted, then posted once, all or nothing."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.bulk import insert_rows
from sewerdesk.data.models.billing import Bill, BillingRun, RunOutcome
from sewerdesk.data.models.billing import BillLine as BillLineRow
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.numbers import take_number, take_numbers
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billing import (
    DraftBill,
    Outcome,
    OutcomeKind,
    RunFinding,
    RunPreview,
    compute_run,
)
from sewerdesk.domain.billlines import BillLine, LineKind, explain
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.ledger import BalanceFace, Entry, EntryKind, balance_face
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.services.bill_files import _print_settings
from sewerdesk.services.bill_pages import _mailed, _printed, _usage_history
from sewerdesk.services.billing_inputs import REGULAR, SERVICE, RunSetup, _run_inputs
from sewerdesk.services.office_settings import _billing_settings


@dataclass(frozen=True, slots=True)
class PostedRun:
    """A run that was posted: its number and its figures."""

    run_id: int
    number: str
    quarter: Quarter
    bill_date: date
    due_date: date
    billed: int
    held: int
    skipped: int
    total: Decimal


def preview_run(ws: Workspace, *, setup: RunSetup) -> RunPreview:
    """Compute a run without touching anything; addresses that do not fit the window are among its findings."""
    _check_setup(setup)
    with ws.read() as session:
        preview = compute_run(_run_inputs(session, setup))
        return replace(preview, findings=(*preview.findings, *_address_findings(session, preview, setup)))


def post_run(ws: Workspace, *, setup: RunSetup, expected: RunPreview) -> PostedRun:
    """Post a run: bills, lines, ledger entries and outcomes in one transaction.

    ``expected`` is what the clerk looked at; the run is computed again under the write lock and refused with
    ``RuleViolation`` where its figures are no longer the same, where something blocks, or where nothing is to be
    billed. A second posting of the same quarter finds every account already billed.
    """
    _check_setup(setup)
    with ws.write(reason=f"billing run {setup.quarter.code}") as session:
        preview = compute_run(_run_inputs(session, setup))
        _check_same(preview, expected)
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
        return _posted(run)


def list_runs(ws: Workspace) -> tuple[PostedRun, ...]:
    """All posted runs, newest first."""
    with ws.read() as session:
        return tuple(
            _posted(run) for run in session.scalars(select(BillingRun).order_by(BillingRun.id.desc()))
        )


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
                [t.code, t.fund, t.revenue_code, t.count, str(t.amount)] for t in preview.by_charge
            ],
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


@dataclass(frozen=True, slots=True)
class _Since:
    """What an account's last bill left, and the entries since."""

    total: Decimal
    printed_through: int
    entries: tuple[Entry, ...]


def _add_bills(session: Session, run: BillingRun, setup: RunSetup, drafts: Sequence[DraftBill]) -> None:
    """Insert bills, lines and entries in bulk; ids are reserved under the write lock."""
    settings = _billing_settings(session)
    mailed = _mailed(session, setup.bill_date)
    history = _usage_history(session, setup.quarter)
    since = _since_last_bill(session)
    numbers = take_numbers(session, kind="BIL", year=setup.bill_date.year, count=len(drafts))
    first_bill = _next_id(session, Bill)
    first_entry = _next_id(session, EntryRow)
    entry_count = sum(1 for draft in drafts for line in draft.lines if line.amount)
    through = first_entry + entry_count - 1
    bills: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    entries: list[dict[str, Any]] = []
    for index, draft in enumerate(drafts):
        bill_id = first_bill + index
        face, adjustments = _face(draft, since.get(draft.account_id))
        printed = _printed(
            draft,
            face=face,
            mailed=mailed[draft.account_id],
            history=history.get(draft.account_id, {}),
            quarter=setup.quarter,
            due=setup.due_date,
            settings=settings,
            messages=(setup.message or settings.message,),
            adjustments=adjustments,
        )
        ids = {"id": bill_id, "number": numbers[index], "printed_through": through}
        bills.append(_bill_row(run, draft, face, printed, ids))
        for line_no, line in enumerate(draft.lines, 1):
            lines.append(_line_row(bill_id, line_no, line))
            if line.amount:
                keys = {"id": first_entry + len(entries), "bill_id": bill_id}
                entries.append(_entry_row(run, draft.account_id, line, keys))
    insert_rows(session, Bill, bills)
    insert_rows(session, BillLineRow, lines)
    insert_rows(session, EntryRow, entries)


def _bill_row(
    run: BillingRun, draft: DraftBill, face: BalanceFace, printed: dict[str, Any], ids: dict[str, Any]
) -> dict[str, Any]:
    metered = next((line.metered for line in draft.lines if line.metered), None)
    return {
        **ids,
        "run_id": run.id,
        "account_id": draft.account_id,
        "service": SERVICE,
        "period": run.period,
        "kind": REGULAR,
        "live": True,
        "bill_date": run.bill_date,
        "due_date": run.due_date,
        "current_charges": draft.total,
        "total_due": face.total,
        "usage": metered.use if metered else None,
        "estimated": any(found.estimated for found in metered.meters) if metered else False,
        "printed": printed,
    }


def _line_row(bill_id: int, line_no: int, line: BillLine) -> dict[str, Any]:
    return {
        "bill_id": bill_id,
        "line_no": line_no,
        "charge_code": line.charge.code,
        "text": explain(line),
        "amount": line.amount,
        "inputs": _inputs(line),
    }


def _entry_row(run: BillingRun, account_id: int, line: BillLine, ids: dict[str, Any]) -> dict[str, Any]:
    return {
        **ids,
        "account_id": account_id,
        "effective_on": run.bill_date,
        "posted_at": run.posted_at,
        "kind": EntryKind.CHARGE.value,
        "amount": line.amount,
        "charge_code": line.charge.code,
        "reason": f"{line.charge.title}, {run.period}",
        "authority": "",
        "actor": run.posted_by,
    }


def _inputs(line: BillLine) -> dict[str, Any]:
    """All that made a line, so that it can be explained and compared in any later year."""
    kept: dict[str, Any] = {
        "units": str(line.units),
        "versions": list(line.version_ids),
        "kind": line.kind.value,
    }
    if line.kind is not LineKind.METERED:
        kept["days"] = [sum(part.days for part in line.fixed), line.fixed[-1].period_days]
        kept["parts"] = [
            [p.start.isoformat(), p.end.isoformat(), str(p.units), str(p.price)] for p in line.fixed
        ]
        return kept
    assert line.metered is not None
    part = line.metered
    kept["use"] = str(part.use)
    kept["minimum"], kept["allowance"] = str(part.minimum), str(part.allowance)
    kept["tiers"] = [[str(tier.quantity), str(tier.price)] for tier in part.tiers]
    kept["readings"] = [
        [
            m.meter.serial,
            m.previous.reading_id,
            str(m.previous.value),
            m.present.reading_id,
            str(m.present.value),
        ]
        for m in part.meters
    ]
    return kept


def _since_last_bill(session: Session) -> dict[int, _Since]:
    """For every account: the total of its last live bill and the entries posted after it."""
    newest = (
        select(Bill.account_id, func.max(Bill.id).label("id"))
        .where(Bill.live.is_(True))
        .group_by(Bill.account_id)
        .subquery()
    )
    last = {
        account_id: (total, through)
        for account_id, total, through in session.execute(
            select(Bill.account_id, Bill.total_due, Bill.printed_through).join(newest, newest.c.id == Bill.id)
        )
    }
    floor = min((through for _, through in last.values()), default=0)
    billed = set(last)
    entries: defaultdict[int, list[Entry]] = defaultdict(list)
    statement = select(
        EntryRow.id,
        EntryRow.account_id,
        EntryRow.effective_on,
        EntryRow.kind,
        EntryRow.amount,
        EntryRow.corrects_id,
        EntryRow.reason,
    ).order_by(EntryRow.id)
    unbilled = EntryRow.account_id.not_in(select(newest.c.account_id))
    for row in session.execute(statement.where((EntryRow.id > floor) | unbilled)):
        account_id = row[1]
        if account_id not in billed or row[0] > last[account_id][1]:
            entries[account_id].append(
                Entry(
                    row[0], account_id, row[2], EntryKind(row[3]), row[4], corrects_id=row[5], reason=row[6]
                )
            )
    accounts = billed | set(entries)
    return {
        account_id: _Since(*last.get(account_id, (ZERO, 0)), entries=tuple(entries.get(account_id, ())))
        for account_id in accounts
    }


def _face(draft: DraftBill, since: _Since | None) -> tuple[BalanceFace, list[tuple[date, str, Decimal]]]:
    """The balance-forward block, and its adjustments and late charges one by one."""
    if since is None:
        return BalanceFace(ZERO, (), ZERO, ZERO, draft.total), []
    face = balance_face(since.entries, printed_through=0, bill="")
    face = replace(face, previous_balance=since.total, current_charges=draft.total)
    paid = {entry.entry_id for entry in since.entries if entry.kind is EntryKind.PAYMENT}
    others = [
        (entry.on, entry.reason or str(entry.kind).capitalize(), entry.amount)
        for entry in since.entries
        if entry.kind is not EntryKind.PAYMENT and entry.corrects_id not in paid
    ]
    return face, others


def _next_id(session: Session, table: type[Bill] | type[EntryRow]) -> int:
    return (session.scalar(select(func.max(table.id))) or 0) + 1


def _posted(run: BillingRun) -> PostedRun:
    return PostedRun(
        run_id=run.id,
        number=run.number,
        quarter=Quarter.parse(run.period),
        bill_date=run.bill_date,
        due_date=run.due_date,
        billed=run.billed,
        held=run.held,
        skipped=run.skipped,
        total=run.total,
    )
