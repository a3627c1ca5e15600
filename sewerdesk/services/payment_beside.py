"""An account beside the payment that is typed for it, in one look: alerts, and what the money would pay."""

from collections.abc import Iterator, Sequence
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.plan import PaymentPlan
from sewerdesk.data.models.receipt import CashOnly, ReceiptLine, ReceiptReturn
from sewerdesk.data.queries.accounts import AccountHead, account_head
from sewerdesk.data.queries.penalties import hold_rows
from sewerdesk.data.queries.relevy import levied_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.billaccounts import AccountStatus
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.payment_beside import AccountAlert, AlertKind, BesidePayment
from sewerdesk.domain.payment_preview import DraftPayment
from sewerdesk.domain.plans import PlanState
from sewerdesk.domain.receipts import Purpose, ReceiptDraft
from sewerdesk.services.payment_preview import _Head, _previews
from sewerdesk.services.plans import _views

_USUAL = frozenset({AccountStatus.ACTIVE.value, ""})


def beside_payment(ws: Workspace, *, account_id: int, drafts: Sequence[ReceiptDraft] = ()) -> BesidePayment:
    """What to know of an account before its payment is saved, and what those of ``drafts`` for it would pay.

    Nothing is written. ``UserError`` where there is no such account.
    """
    with ws.read() as session:
        today = ws.clock.today()
        head = account_head(session, today, account_id)
        if head is None:
            raise UserError("That account is not in this office. Find it again.")
        payments = [
            DraftPayment(line.amount, draft.received_on, line.bill)
            for draft in drafts
            for line in draft.lines
            if line.purpose is Purpose.ACCOUNT and line.reference == head.number and line.amount > 0
        ]
        heads = {account_id: _Head(head.number, head.name, head.balance)}
        previews = _previews(session, ws, {account_id: payments}, heads) if payments else ()
        return BesidePayment(
            account_id,
            head.number,
            head.name,
            head.location,
            head.balance,
            tuple(_alerts(session, ws, account_id, head)),
            previews[0] if previews else None,
        )


def _alerts(session: Session, ws: Workspace, account_id: int, head: AccountHead) -> Iterator[AccountAlert]:
    """The alerts of an account, the gravest first."""
    today = ws.clock.today()
    for levied in levied_rows(session, [account_id]):
        if not levied.settled:
            yield AccountAlert(AlertKind.LEVIED, levied.sentence, grave=True)
    yield from _checks(session, account_id, today)
    yield from _plans(session, ws, account_id)
    for reason in head.holds:
        yield AccountAlert(AlertKind.HOLD, f"Not billed: {reason.rstrip('.')}.")
    for hold in hold_rows(session, [account_id]).get(account_id, ()):
        if hold.covers(today):
            yield AccountAlert(AlertKind.HOLD, f"No penalties. {hold.sentence}")
    if head.status not in _USUAL:
        yield AccountAlert(AlertKind.STATUS, f"The account is {head.status}.")
    if head.note.strip():
        yield AccountAlert(AlertKind.NOTE, f"Note: {head.note.strip()}")


def _checks(session: Session, account_id: int, today: date) -> Iterator[AccountAlert]:
    """Whether checks are refused now, and how many came back."""
    until = session.scalar(
        select(func.max(CashOnly.until)).where(
            CashOnly.account_id == account_id,
            CashOnly.since <= today,
            CashOnly.until > today,
            CashOnly.ended_on.is_(None),
        )
    )
    if until is not None:
        sentence = f"No checks until {until:%m/%d/%Y}: cash, money order or card only."
        yield AccountAlert(AlertKind.CASH_ONLY, sentence, grave=True)
    lines = select(ReceiptLine.receipt_id).where(ReceiptLine.account_id == account_id)
    count, last = session.execute(
        select(func.count(), func.max(ReceiptReturn.returned_on)).where(
            ReceiptReturn.live.is_(True), ReceiptReturn.receipt_id.in_(lines)
        )
    ).one()
    if count:
        came = "1 check came back" if count == 1 else f"{count} checks came back"
        yield AccountAlert(AlertKind.RETURNED, f"{came}, last on {last:%m/%d/%Y}.")


def _plans(session: Session, ws: Workspace, account_id: int) -> Iterator[AccountAlert]:
    if session.scalar(select(PaymentPlan.id).where(PaymentPlan.account_id == account_id).limit(1)) is None:
        return
    for plan in _views(session, ws, account_id=account_id):
        if plan.standing.state not in {PlanState.PAID, PlanState.ENDED}:
            behind = plan.standing.state is not PlanState.KEPT
            yield AccountAlert(
                AlertKind.PLAN, f"Payment plan {plan.number}: {plan.standing.sentence}", grave=behind
            )
