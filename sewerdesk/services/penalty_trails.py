"""What becomes of penalties when an act on them is undone as a whole."""

from collections.abc import Collection
from datetime import date

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.penalty import PenaltyCharge, PenaltyWaiver
from sewerdesk.data.queries.penalties import UNDONE, WAIVED, charge_facts, charged_runs
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.money import format_money
from sewerdesk.domain.money_acts import ActKind
from sewerdesk.domain.wording import join_words
from sewerdesk.services.penalty_lists import _charge_rows

RUN, CORRECTION = "run", "correction"
"""How an act of penalties came about: posted for a period, or put right by later facts."""
_NAMED = 5


def _undo_penalty_trails(session: Session, act: MoneyAct, undo: MoneyAct) -> None:
    """Follow the undoing of an act: what it charged is undone, what it took off or waived is owed again.

    ``RuleViolation`` where what it took off was charged anew since.
    """
    _end_part_waivers(session, act)
    charged = session.scalars(
        select(PenaltyCharge)
        .where(PenaltyCharge.act_id == act.id, PenaltyCharge.live.is_(True))
        .where(PenaltyCharge.ended != WAIVED)  # what the Board waived stays waived until that is undone
    ).all()
    for one in (*charged, *_resting_on(session, act)):
        one.live, one.ended, one.ended_act_id = False, UNDONE, undo.id
    session.flush()  # its key is free before the one that it took the place of comes back
    for back in session.scalars(select(PenaltyCharge).where(PenaltyCharge.ended_act_id == act.id)).all():
        _refuse_charged_anew(session, back, act.number)
        back.live, back.ended, back.ended_act_id = True, "", None
    session.flush()  # the rows are read again by whoever asks next


def _refuse_correction_undo(act: MoneyAct) -> None:
    """``RuleViolation`` for an act that put penalties right: it follows from the receipts."""
    if act.facts.get("rule") == CORRECTION:
        raise RuleViolation(
            f"{act.number} put penalties right by what is known of the account. Change what it rests on instead "
            f"({act.facts['because']}): void or move that receipt, undo that act, or let the Board waive the penalty."
        )


def _refuse_paid_undo(session: Session, act: MoneyAct) -> None:
    """``RuleViolation`` names the penalties that an act charged and that are paid: money came for them since."""
    if act.kind != ActKind.PENALTY.value:
        return
    charged = session.scalars(select(PenaltyCharge.id).where(PenaltyCharge.act_id == act.id)).all()
    going = {*charged, *(one.id for one in _resting_on(session, act))}
    facts = [fact for fact in charge_facts(session) if fact.id in going and fact.stands]
    paid = [row for row in _charge_rows(session, facts, session.info["clock"].today()) if row.paid]
    if paid:
        named = [f"{format_money(row.paid)} on account {row.account}" for row in paid[:_NAMED]]
        more = [f"{len(paid) - _NAMED:,} more"] if len(paid) > _NAMED else []
        raise RuleViolation(
            f"{act.number} is not undone as a whole, because money came for it: {join_words([*named, *more])}. Undo "
            "the unpaid penalties by themselves; let the Board waive the paid ones, or move their payments first."
        )


def _end_part_waivers(session: Session, act: MoneyAct) -> None:
    """What an act waived in part is owed again; refused while a later act that can be undone took off the rest."""
    for waiver in session.scalars(select(PenaltyWaiver).where(PenaltyWaiver.act_id == act.id)).all():
        charge = session.get_one(PenaltyCharge, waiver.charge_id)
        later = session.get(MoneyAct, charge.ended_act_id) if charge.ended_act_id else None
        if later is not None and later.undoes_id is None and later.facts.get("rule") != CORRECTION:
            raise RuleViolation(
                f"{later.number} took off the rest of that {charge.rule} after {act.number}. Undo {later.number} first."
            )
        waiver.live = False
        session.info["touched"].add(("penalty_charge", charge.id))


def _following(session: Session, act: MoneyAct) -> list[EntryRow]:
    """The entries that go with an act of penalties that is undone.

    What later facts charged in its stead, and what the Board waived of either in part.
    """
    resting = _resting_on(session, act)
    charge, waiver = PenaltyCharge, PenaltyWaiver
    owed = or_(charge.act_id == act.id, charge.id.in_([one.id for one in resting]))
    waived = (
        select(EntryRow)
        .join(waiver, waiver.entry_id == EntryRow.id)
        .join(charge, charge.id == waiver.charge_id)
        .where(owed, charge.live.is_(True), charge.ended == "", waiver.live.is_(True))
        .order_by(EntryRow.id)
    )
    return [*(session.get_one(EntryRow, one.entry_id) for one in resting), *session.scalars(waived)]


def _resting_on(session: Session, act: MoneyAct) -> list[PenaltyCharge]:
    """What stands because of a run alone, though a later act charged it.

    A void or a returned check charges what the run would have charged; where the run goes, that goes too, unless
    another run of its period reaches as far.
    """
    if act.facts.get("rule") != RUN:
        return []
    runs = charged_runs(session, without=act.id)
    period, through = act.facts["period"], date.fromisoformat(act.facts["as_of"])
    statement = (
        select(PenaltyCharge, Bill.period, MoneyAct.facts)
        .join(MoneyAct, MoneyAct.id == PenaltyCharge.act_id)
        .join(Bill, Bill.id == PenaltyCharge.bill_id)
        .where(PenaltyCharge.live.is_(True), PenaltyCharge.ended == "", MoneyAct.id > act.id)
        .order_by(PenaltyCharge.id)
    )
    found = []
    for charge, of, facts in session.execute(statement):
        reached = [runs[one] for one in (of, "") if one in runs]
        mine = facts.get("rule") == CORRECTION and period in (of, "")
        if mine and not any(day >= min(charge.effective_on, through) for day in reached):
            found.append(charge)
    return found


def _penalties_follow(session: Session, accounts: Collection[int], because: str) -> None:
    """Penalties as the accounts now stand, after money was moved, taken back or adjusted on them."""
    # Here, not above: putting right posts an act itself, and posting an act ends here.
    from sewerdesk.services.penalty_corrections import _put_penalties_right

    _put_penalties_right(session, accounts, because=because, restore=True)


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
