"""Rolling back a run while nothing stands on it: the books are as though it had not been, its numbers stay void."""

from collections.abc import Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.models.account import OwnerChange
from sewerdesk.data.models.billing import Bill, BillingRun, RunRollback
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.queries.entries import reversed_ids
from sewerdesk.data.queries.runs import REGULAR, is_standing
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import format_money
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.runviews import RolledBack
from sewerdesk.services.offices import back_up
from sewerdesk.services.periods import _require_open
from sewerdesk.services.runs import _run
from sewerdesk.services.single_bills import FINAL, _open_again
from sewerdesk.services.taken_back import _take_back

CORRECTION = "correction"
_STEP = 5_000


def roll_back_run(ws: Workspace, *, run_id: int, reason: str) -> RolledBack:
    """Take a whole run back: every charge is reversed and every bill is void, all or nothing, after a backup.

    ``RuleViolation`` says what stands on the run: a later bill, a payment directed to one of its bills, a penalty, an
    adjustment, a sale, or a closed period. The quarter may be billed again at once, and an account that a final bill
    ended is open again.
    """
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the run is rolled back; the auditor reads it."})
    with ws.read() as session:
        _refuse(session, _run(session, run_id))
    back_up(ws, label="before-roll-back")
    with ws.write(reason=reason[:500]) as session:
        run = _run(session, run_id)
        bills = _refuse(session, run)
        act = _take_back(
            session,
            ActKind.ROLL_BACK,
            bills,
            reason=reason.strip(),
            facts={"run": run.number, "bills": len(bills)},
        )
        if run.kind == FINAL:
            _open_again(session, session.get_one(Bill, bills[0]))
        session.add(
            RunRollback(
                run_id=run.id,
                act_id=act.id,
                rolled_back_on=act.effective_on,
                reason=reason.strip(),
                actor=act.actor,
            )
        )
        audit.record(
            session,
            kind="billing_run",
            record_id=run.id,
            action="rolled back",
            changes={"act": act.number, "bills": len(bills), "total": str(run.total)},
        )
        return RolledBack(run.number, act.number, len(bills), run.total)


def take_back_bill(ws: Workspace, *, number: str, reason: str) -> RolledBack:
    """Take back an opening, final or off-cycle bill that should not have been made, while nothing stands on it.

    ``RuleViolation`` for a bill of a quarter's run: it is corrected, or the whole run is rolled back.
    """
    with ws.read() as session:
        run = session.scalars(
            select(BillingRun).join(Bill, Bill.run_id == BillingRun.id).where(Bill.number == number.strip())
        ).first()
        if run is None:
            raise UserError(f"There is no bill {number.strip()} in this office. Type its number as printed.")
        if run.kind == REGULAR:
            raise RuleViolation(
                f"{number.strip()} is a bill of {run.number}, a whole quarter's run. Correct the bill, or roll back "
                "the run."
            )
        run_id = run.id
    return roll_back_run(ws, run_id=run_id, reason=reason)


def _refuse(session: Session, run: BillingRun) -> list[int]:
    """The run's bills; ``RuleViolation`` names what stands on the run."""
    if session.scalar(select(RunRollback.id).where(RunRollback.run_id == run.id)) is not None:
        raise RuleViolation(f"{run.number} was rolled back already.")
    if run.kind == CORRECTION:
        raise RuleViolation(
            f"{run.number} is the posting of a corrected bill. Correct that bill instead; a run is rolled back as a "
            "whole."
        )
    _require_open(session, run.bill_date, what=f"The reversal of {run.number}")
    bills = list(session.scalars(select(Bill.id).where(Bill.run_id == run.id).order_by(Bill.id)))
    _refuse_corrected(session, run)
    _refuse_sold(session, run)
    _refuse_later(session, run)
    for start in range(0, len(bills), _STEP):
        _refuse_money(session, run, bills[start : start + _STEP])
    return bills


def _refuse_corrected(session: Session, run: BillingRun) -> None:
    void = session.scalar(select(Bill.number).where(Bill.run_id == run.id, Bill.live.is_(False)).limit(1))
    if void is not None:
        raise RuleViolation(
            f"{run.number} cannot be rolled back: its bill {void} was corrected. Correct single bills instead."
        )


def _refuse_sold(session: Session, run: BillingRun) -> None:
    """A seller's bill taken back alone would leave his days to the buyer."""
    sold = session.scalar(
        select(OwnerChange.changed_on)
        .join(Bill, Bill.id == OwnerChange.final_bill_id)
        .where(Bill.run_id == run.id)
    )
    if sold is not None:
        raise RuleViolation(
            f"{run.number} is the seller's bill of the sale of {sold:%m/%d/%Y}, which stands. Correct the bill instead."
        )


def _refuse_later(session: Session, run: BillingRun) -> None:
    """A later bill of the same accounts prints a balance that includes this run."""
    accounts = select(Bill.account_id).where(Bill.run_id == run.id)
    last = session.scalar(select(func.max(Bill.id)).where(Bill.run_id == run.id)) or 0
    later = session.execute(
        select(Bill.number, BillingRun.number)
        .join(BillingRun, BillingRun.id == Bill.run_id)
        .where(Bill.id > last, Bill.account_id.in_(accounts), Bill.live.is_(True), is_standing())
        .order_by(Bill.id.desc())
        .limit(1)
    ).first()
    if later is not None:
        raise RuleViolation(
            f"{run.number} cannot be rolled back: bill {later[0]} of {later[1]} came after it. Roll that back first."
        )


def _refuse_money(session: Session, run: BillingRun, bills: Sequence[int]) -> None:
    rows = session.execute(
        select(EntryRow.id, EntryRow.kind, EntryRow.amount, EntryRow.effective_on, Bill.number)
        .join(Bill, Bill.id == EntryRow.bill_id)
        .where(EntryRow.bill_id.in_(bills), EntryRow.kind != EntryKind.CHARGE.value)
        .where(EntryRow.kind != EntryKind.REVERSAL.value)
        .order_by(EntryRow.id)
    ).all()
    gone = reversed_ids(session, [row.id for row in rows])
    for row in rows:
        if row.id not in gone:
            raise RuleViolation(
                f"{run.number} cannot be rolled back: a {row.kind.replace('_', '-')} of "
                f"{format_money(abs(row.amount))} of {row.effective_on:%m/%d/%Y} stands on bill {row.number}. Take "
                "that back first."
            )
