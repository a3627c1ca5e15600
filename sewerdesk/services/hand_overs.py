"""What a seller leaves at a hand-over: days that nobody was billed for yet, and the balance of the account."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, BillingRun, RunOutcome
from sewerdesk.data.queries.accounts import balances
from sewerdesk.data.queries.money import ledger_facts
from sewerdesk.data.queries.runs import REGULAR, is_quarterly
from sewerdesk.domain.accountchanges import LeftBalance, OwnerDraft
from sewerdesk.domain.accountmoney import LedgerFact
from sewerdesk.domain.billing import OutcomeKind
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.ledger import NOT_DUE_YET, EntryKind, apply_entries
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.services.account_money import _payment_policy
from sewerdesk.services.accounts import _account_by_number
from sewerdesk.services.act_slips import _freeze_slip
from sewerdesk.services.money_acts import _post_act


@dataclass(frozen=True, slots=True)
class HandedOver:
    """What the seller left on the account, and where it went."""

    balance: Decimal
    moved_to: str = ""
    act_id: int | None = None


def _refuse_unbilled(
    session: Session,
    account: Account,
    on: date,
    *,
    harm: str = "would go to the buyer",
    then: str = "change the owner",
) -> None:
    """``RuleViolation`` where the quarter before that of the last day before ``on`` is still to be billed.

    The quarter of that day is the bill's own: the seller's at a hand-over. ``harm`` is what would become of the quarter
    before, ``then`` what may be done after it. An office whose first run is still to come has nothing to look for.
    """
    quarter = Quarter.of(on).previous if on == Quarter.of(on).start else Quarter.of(on)
    before = quarter.previous
    runs = select(BillingRun.id).where(BillingRun.period == before.code, is_quarterly())
    # A first run that was rolled back is to be posted again: it counts here.
    first = session.scalar(select(func.min(BillingRun.period)).where(BillingRun.kind == REGULAR))
    if first is None or before.code < first or account.opened_on > before.end:
        return
    billed = session.scalar(
        select(func.max(Bill.period_to)).where(Bill.account_id == account.id, Bill.live.is_(True))
    )
    if billed is not None and billed >= before.end:
        return
    outcomes = session.execute(
        select(RunOutcome.outcome, RunOutcome.reason)
        .where(RunOutcome.run_id.in_(runs), RunOutcome.account_id == account.id)
        .order_by(RunOutcome.id.desc())
    ).first()
    if outcomes is None and session.scalar(runs.limit(1)) is None:
        why = f"The run of {before.label} is still to come"
    elif outcomes is not None and outcomes[0] == OutcomeKind.HELD.value:
        why = f"Its bill of {before.label} is on hold ({outcomes[1].rstrip('.')})"
    else:
        return
    raise RuleViolation(
        f"{why}, and {harm}. Bill account {account.number} through {before.end:%m/%d/%Y} first, then {then}."
    )


def _hand_over(session: Session, account: Account, draft: OwnerDraft) -> HandedOver:
    """The balance that the seller leaves, moved away where the draft says so; part of a caller's transaction."""
    session.flush()  # the final bill counts
    left = balances(session, [account.id]).get(account.id, ZERO)
    if draft.left is LeftBalance.STAYS or not left:
        return HandedOver(left)
    to = _account_by_number(session, draft.move_to)
    if to.id == account.id:
        raise FieldErrors({"move_to": "That is the account that is sold. Enter another one of the seller."})
    act = _post_act(
        session,
        ActKind.ADJUSTMENT,
        on=session.info["clock"].today(),
        reason=f"The seller's balance of account {account.number}: {draft.reason.strip()}"[:200],
        entries=_moves(session, account, to),
        authority=draft.move_authority,
        facts={"requested_by": session.info["actor"], "moved": [account.number, to.number]},
    )
    _freeze_slip(session, act)
    return HandedOver(left, to.number, act.id)


def _moves(session: Session, account: Account, to: Account) -> list[ActEntry]:
    """Every open item, each with its code, bill and due date, and the credit that waits, from account to account."""
    facts, today = ledger_facts(session, [account.id])[account.id], session.info["clock"].today()
    entries = [fact.entry for fact in facts]
    until = max(entry.on for entry in entries)
    applied = apply_entries(entries, as_of=until, policy=_payment_policy(session))
    by_id = {fact.entry.entry_id: fact for fact in facts}
    moves: list[ActEntry] = []
    for item in applied.open_items:
        moves += _move(by_id[item.entry.entry_id], item.open_amount, account, to, today=today)
    credit = applied.unused_credit
    if credit:
        words = f"Credit from account {account.number}"
        moves.append(
            ActEntry(account.id, EntryKind.TRANSFER, credit, reason=f"Credit to account {to.number}")
        )
        moves.append(ActEntry(to.id, EntryKind.TRANSFER, -credit, reason=words))
    return moves


def _move(
    fact: LedgerFact, amount: Decimal, account: Account, to: Account, *, today: date
) -> tuple[ActEntry, ActEntry]:
    """An item leaves the one account and comes to the other; one dated ahead does so on its own day."""
    entry = fact.entry
    due, on = fact.bill_due or entry.on, max(entry.on, today)
    return (
        ActEntry(
            account.id,
            EntryKind.TRANSFER,
            -amount,
            entry.charge_code,
            fact.bill_id,
            reason=f"To account {to.number}",
            on=on,
        ),
        ActEntry(
            to.id,
            EntryKind.TRANSFER,
            amount,
            entry.charge_code,
            reason=f"From account {account.number}: {entry.reason or entry.bill}"[:200],
            on=on,
            due_on=None if due == NOT_DUE_YET else due,
        ),
    )
