"""Closing a period with a checklist, and opening it again with authority; no amount changes by either."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountStatus
from sewerdesk.data.models.billing import Bill, BillingRun, PeriodClose, RunOutput
from sewerdesk.data.models.ledger import ActDecision, MoneyAct
from sewerdesk.data.models.receipt import DepositReceipt, Receipt, ReceiptLine, ReceiptVoid, SuspenseEntry
from sewerdesk.data.queries.receipts import TENDER
from sewerdesk.data.queries.runs import is_quarterly
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.payments import CARRIED
from sewerdesk.domain.periods import ClosedPeriod, CloseItem, check_close
from sewerdesk.domain.run_outputs import RUN_OUTPUTS
from sewerdesk.services.books import check_books
from sewerdesk.services.drawer import _unposted_batch
from sewerdesk.services.office_settings import _billing_settings
from sewerdesk.services.penalty_open import _open_penalties
from sewerdesk.services.periods import _closed_through

_SHOWN = 5
_TO_APPROVE = frozenset({ActKind.ADJUSTMENT, ActKind.WAIVER, ActKind.WRITE_OFF, ActKind.REFUND})


def close_checklist(ws: Workspace, *, through: date) -> tuple[CloseItem, ...]:
    """What is to be looked at before a period is closed, as it stands now; nothing is changed."""
    with ws.read() as session:
        return _close_items(session, through, ws.clock.today())


def close_period(ws: Workspace, *, through: date, answers: Mapping[str, str]) -> ClosedPeriod:
    """Close the books through a day; every item of the checklist that is not clear needs an answer.

    The books are checked first, which takes seconds on many years of them: run it off the window's thread. No amount
    changes. ``UserError`` where they do not agree, or the day is not over or closed already; ``FieldErrors`` where an
    answer is missing.
    """
    report = check_books(ws)
    if report.findings:
        raise UserError(f"Nothing was closed; the books do not agree: {report.findings[0].sentence}")
    with ws.write(reason=f"books closed through {through:%m/%d/%Y}") as session:
        items = _close_items(session, through, ws.clock.today())
        check_close(
            through=through,
            closed_through=_closed_through(session),
            today=ws.clock.today(),
            items=items,
            answers=answers,
        )
        row = PeriodClose(
            through=through,
            done_at=ws.clock.now(),
            checked=[
                [item.key, item.title, item.count, str(item.amount), answers.get(item.key, "").strip()]
                for item in items
            ],
            actor=ws.actor,
        )
        session.add(row)
        session.flush()  # its id is shown
        return _closed(row)


def reopen_period(ws: Workspace, *, back_to: date | None, reason: str, authority: str) -> ClosedPeriod:
    """Open closed days again: the books stay closed through ``back_to`` (``None`` for nothing), both on record.

    Needs a reason and the authority that allows it.
    """
    errors = {}
    if not reason.strip():
        errors["reason"] = "Say why closed days are opened again; the auditor reads it."
    if not authority.strip():
        errors["authority"] = "Enter who allowed it, such as the Board by its resolution, with the date."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=reason) as session:
        closed = _closed_through(session)
        if closed is None or (back_to is not None and back_to >= closed):
            raise UserError("Those days are open already; nothing was changed.")
        row = PeriodClose(
            through=back_to,
            reopened=True,
            done_at=ws.clock.now(),
            reason=reason.strip(),
            authority=authority.strip(),
            checked=[],
            actor=ws.actor,
        )
        session.add(row)
        session.flush()  # its id is shown
        return _closed(row)


def period_closings(ws: Workspace) -> tuple[ClosedPeriod, ...]:
    """Every closing and opening again, newest first."""
    with ws.read() as session:
        rows = session.scalars(select(PeriodClose).order_by(PeriodClose.id.desc()))
        return tuple(_closed(row) for row in rows)


def _close_items(session: Session, through: date, today: date) -> tuple[CloseItem, ...]:
    """The checklist of a close through a day, in the order of a clerk's work."""
    return (
        _unposted(session),
        _undeposited(session, through),
        _unidentified(session, through),
        _unapproved(session, through),
        _unbilled(session, through),
        _outputs(session, through),
        _penalties(session, through, today),
    )


def _unposted(session: Session) -> CloseItem:
    """The batch being typed may hold money of the closed days, whenever it was typed; it is not in the books yet."""
    typed = _unposted_batch(session)
    return CloseItem(
        "unposted",
        "Batches of payments not posted",
        1 if typed else 0,
        "Post it or discard it first, or say which days its payments are of.",
        examples=(f"typed on {typed}",) if typed else (),
    )


def _undeposited(session: Session, through: date) -> CloseItem:
    gone = select(DepositReceipt.receipt_id).where(DepositReceipt.live.is_(True))
    rows = session.execute(
        select(Receipt.number, Receipt.amount)
        .where(Receipt.received_on <= through, Receipt.id.not_in(gone))
        .where(Receipt.id.not_in(select(ReceiptVoid.receipt_id)), TENDER.in_(sorted(CARRIED)))
        .order_by(Receipt.id)
    ).all()
    return CloseItem(
        "undeposited",
        "Receipts not in a deposit",
        len(rows),
        "Make the deposit first, or say where this money is.",
        sum((amount for _, amount in rows), ZERO),
        tuple(number for number, _ in rows[:_SHOWN]),
    )


def _unidentified(session: Session, through: date) -> CloseItem:
    rows = session.execute(
        select(Receipt.number, func.sum(SuspenseEntry.amount))
        .join(ReceiptLine, ReceiptLine.id == SuspenseEntry.receipt_line_id)
        .join(Receipt, Receipt.id == ReceiptLine.receipt_id)
        .where(SuspenseEntry.effective_on <= through)
        .group_by(Receipt.id)
        .having(func.sum(SuspenseEntry.amount) != ZERO)
        .order_by(Receipt.id)
    ).all()
    return CloseItem(
        "unidentified",
        "Receipts whose account is not known",
        len(rows),
        "Find out what they are for, or say what is being done.",
        sum((amount for _, amount in rows), ZERO),
        tuple(number for number, _ in rows[:_SHOWN]),
    )


def _unapproved(session: Session, through: date) -> CloseItem:
    undone = select(MoneyAct.undoes_id).where(MoneyAct.undoes_id.is_not(None))
    numbers = session.scalars(
        select(MoneyAct.number)
        .where(MoneyAct.effective_on <= through, MoneyAct.kind.in_([kind.value for kind in _TO_APPROVE]))
        .where(MoneyAct.id.not_in(select(ActDecision.act_id)), MoneyAct.id.not_in(undone))
        .order_by(MoneyAct.id)
    ).all()
    return CloseItem(
        "unapproved",
        "Adjustments that nobody has approved",
        len(numbers),
        "Lay them before the Board, or say when it meets.",
        examples=tuple(numbers[:_SHOWN]),
    )


def _unbilled(session: Session, through: date) -> CloseItem:
    """Accounts with a status that is billed on the last day of the last quarter that is over, without a bill for it."""
    quarter = Quarter.of(through)
    if quarter.end > through:
        quarter = quarter.previous
    s = AccountStatus
    statuses = [status.value for status in _billing_settings(session).billed_statuses]
    billed = select(Bill.account_id).where(
        Bill.live.is_(True), Bill.period == quarter.code, Bill.period_to >= quarter.end
    )
    numbers = session.scalars(
        select(Account.number)
        .join(s, s.account_id == Account.id)
        .where(s.valid_from <= quarter.end, s.valid_to.is_(None) | (s.valid_to > quarter.end))
        .where(s.status.in_(statuses), Account.id.not_in(billed))
        .order_by(Account.number)
    ).all()
    return CloseItem(
        "unbilled",
        f"Accounts not billed for {quarter.label}",
        len(numbers),
        "Bill them first, or say why they are not billed.",
        examples=tuple(numbers[:_SHOWN]),
    )


def _outputs(session: Session, through: date) -> CloseItem:
    """Runs of which something that must leave the office was not marked as done."""
    runs = session.execute(
        select(BillingRun.number, func.count(RunOutput.id))
        .outerjoin(RunOutput, RunOutput.run_id == BillingRun.id)
        .where(is_quarterly(), BillingRun.bill_date <= through)
        .group_by(BillingRun.id)
        .having(func.count(RunOutput.id) < len(RUN_OUTPUTS))
        .order_by(BillingRun.id)
    ).all()
    return CloseItem(
        "outputs",
        "Billing runs with something left to send",
        len(runs),
        "Mail the bills, keep the register and the journal, then mark them as done with the run.",
        examples=tuple(number for number, _ in runs[:_SHOWN]),
    )


def _penalties(session: Session, through: date, today: date) -> CloseItem:
    found = _open_penalties(session, min(through, today))
    return CloseItem(
        "penalties",
        "Accounts with a penalty due that is not charged",
        len(found.accounts),
        "Charge the penalties first, or say why not.",
        found.total,
        found.accounts[:_SHOWN],
    )


def _closed(row: PeriodClose) -> ClosedPeriod:
    return ClosedPeriod(
        id=row.id,
        through=row.through,
        reopened=row.reopened,
        done_at=row.done_at,
        actor=row.actor,
        reason=row.reason,
        authority=row.authority,
        answers={key: answer for key, _, _, _, answer in row.checked if answer},
    )
