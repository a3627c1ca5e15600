"""What becomes of penalties when an act on them is undone as a whole."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.penalty import PenaltyCharge
from sewerdesk.data.queries.penalties import UNDONE
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.money import format_money


def _undo_penalty_trails(session: Session, act: MoneyAct, undo: MoneyAct) -> None:
    """Follow the undoing of an act: what it charged is undone, what it took off or waived is owed again.

    ``RuleViolation`` where what it took off was charged anew since.
    """
    charged = session.scalars(
        select(PenaltyCharge).where(PenaltyCharge.act_id == act.id, PenaltyCharge.live.is_(True))
    ).all()
    for one in charged:
        one.live, one.ended, one.ended_act_id = False, UNDONE, undo.id
    session.flush()  # its key is free before the one that it took the place of comes back
    for back in session.scalars(select(PenaltyCharge).where(PenaltyCharge.ended_act_id == act.id)).all():
        _refuse_charged_anew(session, back, act.number)
        back.live, back.ended, back.ended_act_id = True, "", None
    session.flush()  # the rows are read again by whoever asks next


def _refuse_charged_anew(session: Session, back: PenaltyCharge, number: str) -> None:
    again = session.scalar(
        select(PenaltyCharge.id).where(
            PenaltyCharge.bill_id == back.bill_id,
            PenaltyCharge.rule == back.rule,
            PenaltyCharge.stage == back.stage,
            PenaltyCharge.live.is_(True),
            PenaltyCharge.id != back.id,
        )
    )
    if again is not None:
        bill = session.get_one(Bill, back.bill_id)
        raise RuleViolation(
            f"The {back.rule} of {format_money(back.amount)} on {bill.number}, which {number} took off, was charged "
            "again since. Undo that first, or it would be owed twice."
        )
