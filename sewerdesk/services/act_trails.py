"""What an act left beside the ledger, taken back when the act is undone: held money, a return, a warning."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import FeeLine
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.receipt import (
    CashOnly,
    Receipt,
    ReceiptLine,
    ReceiptReturn,
    ReceiptVoid,
    SuspenseEntry,
)
from sewerdesk.data.queries.receipts import fee_paid
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.money import ZERO
from sewerdesk.services.penalty_trails import _undo_penalty_trails
from sewerdesk.services.relevy_trails import _refuse_levy_undo


def _undo_trails(session: Session, act: MoneyAct, undo: MoneyAct) -> None:
    """Take back all that an act wrote beside its entries; part of the undoing's transaction."""
    for held in session.scalars(select(SuspenseEntry).where(SuspenseEntry.act_id == act.id)).all():
        session.add(
            SuspenseEntry(
                receipt_line_id=held.receipt_line_id,
                effective_on=undo.effective_on,
                posted_at=undo.posted_at,
                amount=-held.amount,
                act_id=undo.id,
                reason=undo.reason,
                actor=undo.actor,
            )
        )
    for back in session.scalars(
        select(ReceiptReturn).where(ReceiptReturn.act_id == act.id, ReceiptReturn.live.is_(True))
    ).all():
        _refuse_redeposited(session, back, act.number)
        _refuse_paid_fees(session, back, act.number)
        _drop_fee(session, back, act.number)
        back.live = False
        session.info["touched"].add(("receipt", back.receipt_id))
    for flag in session.scalars(
        select(CashOnly).where(CashOnly.act_id == act.id, CashOnly.ended_on.is_(None))
    ).all():
        flag.ended_on, flag.ended_reason = undo.effective_on, f"{act.number} was undone by {undo.number}"
    _refuse_levy_undo(session, act)
    _undo_penalty_trails(session, act, undo)


def _refuse_redeposited(session: Session, back: ReceiptReturn, number: str) -> None:
    again = session.scalar(
        select(Receipt.number)
        .outerjoin(ReceiptVoid, ReceiptVoid.receipt_id == Receipt.id)
        .where(Receipt.redeposits_id == back.receipt_id, ReceiptVoid.id.is_(None))
    )
    if again is not None:
        raise RuleViolation(
            f"The check of {number} was deposited again as {again}. Void that receipt first, or the check would be "
            "paid twice."
        )


def _refuse_paid_fees(session: Session, back: ReceiptReturn, number: str) -> None:
    """What the check paid of an application's fees may have been paid otherwise since it came back."""
    lines = session.scalars(
        select(ReceiptLine).where(
            ReceiptLine.receipt_id == back.receipt_id, ReceiptLine.fee_line_id.is_not(None)
        )
    )
    for line in lines:
        fee = session.get_one(FeeLine, line.fee_line_id)
        if fee_paid(session, fee.id) + line.amount > (fee.amount or ZERO):
            raise RuleViolation(
                f"The fee {fee.label} was paid otherwise after {number}. Void that receipt or refund the money before "
                "the return is undone."
            )


def _drop_fee(session: Session, back: ReceiptReturn, number: str) -> None:
    if back.fee_line_id is None:
        return
    fee = session.get_one(FeeLine, back.fee_line_id)
    if fee_paid(session, fee.id):
        raise RuleViolation(
            f"The fee of {number} was paid already. Void that receipt or refund the money before the return is undone."
        )
    if not fee.waived_reason:
        fee.waived_reason = f"{number} was undone"
