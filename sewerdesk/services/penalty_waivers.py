"""A part of a penalty or of interest waived by the Board; the rest stays owed, and the part is never charged again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.models.penalty import PenaltyWaiver
from sewerdesk.data.queries.penalties import WAIVED, ChargeFact, charge_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import format_money, round_cents
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.services.money_acts import _post_act
from sewerdesk.services.penalties import _end, _reversals, _standing
from sewerdesk.services.relevy_money import _refuse_on_roll


@dataclass(frozen=True, slots=True)
class PartWaived:
    """What a part waiver did: its act's number, what it took off, and what stays owed of the penalty."""

    number: str
    amount: Decimal
    left: Decimal


@dataclass(frozen=True, slots=True)
class WaiverWhy:
    """The day, the reason and the authority of a waiver, with what its act keeps of it beside these."""

    on: date
    reason: str
    authority: str
    facts: Mapping[str, str] = field(default_factory=dict)


def waive_part(ws: Workspace, *, charge_id: int, amount: Decimal, reason: str, authority: str) -> PartWaived:
    """Waive ``amount`` dollars of one penalty or month of interest by the Board's resolution, paid or not.

    What was paid of the part goes to what the account owes otherwise, or waits as its credit. The whole of what is
    left is waived as ``waive_penalties`` does it. ``FieldErrors`` for an impossible amount and without the reason or
    the authority, ``RuleViolation`` where the penalty does not stand or is on the tax roll.
    """
    with ws.write(reason=reason[:500]) as session:
        [fact] = _standing(session, [charge_id])
        _check_amount(fact, amount)
        act = _waive_up_to(session, [fact], amount, WaiverWhy(ws.clock.today(), reason, authority))
        return PartWaived(act.number, amount, fact.net - amount)


def _check_amount(fact: ChargeFact, amount: Decimal) -> None:
    if amount <= 0 or amount != round_cents(amount):
        raise FieldErrors({"amount": "Enter dollars and cents above zero."})
    if amount > fact.net:
        sentence = f"{format_money(fact.net)} stands of this {fact.key.kind.value}; no more can be waived."
        raise FieldErrors({"amount": sentence})


def _penalties_named(
    session: Session, account_id: int, *, charge_code: str, bill_id: int | None
) -> list[ChargeFact]:
    """The penalties that were charged on an account, oldest first: all, or those of a charge code and of a bill."""
    facts = charge_facts(session, accounts=[account_id])
    statement = select(EntryRow.id, EntryRow.charge_code)
    charged = statement.where(EntryRow.id.in_([fact.entry_id for fact in facts]))
    codes = dict(session.execute(charged).all())
    named = (
        fact
        for fact in facts
        if charge_code in ("", codes[fact.entry_id]) and bill_id in (None, fact.key.bill_id)
    )
    return sorted(named, key=lambda fact: (fact.on, fact.id))


def _waive_up_to(
    session: Session, penalties: Sequence[ChargeFact], amount: Decimal, why: WaiverWhy
) -> MoneyAct:
    """Waive so much of penalties by one act, in their order: the last one in part where it is not needed whole."""
    _refuse_on_roll(session, {fact.entry_id: fact.account_id for fact in penalties})
    whole, left = [], amount
    for fact in penalties:
        if fact.net > left:
            break
        whole.append(fact)
        left -= fact.net
    entries = _reversals(session, whole, why.reason, day=why.on)
    parted = penalties[len(whole)] if left else None
    if parted is not None:
        row = session.get_one(EntryRow, parted.entry_id)
        words = f"{format_money(left)} of {format_money(parted.net)} waived: {why.reason.strip()}"[:200]
        entries.append(_forgiving(row, left, reason=words, day=why.on))
    waived = [fact.id for fact in (*whole, parted) if fact is not None]
    act = _post_act(
        session,
        ActKind.WAIVER,
        on=why.on,
        reason=why.reason,
        entries=entries,
        facts={"penalties": waived, **why.facts},
        authority=why.authority,
    )
    _end(session, whole, act, WAIVED)
    if parted is not None:
        _keep_part(session, act, parted, left)
    session.flush()  # the rows are read again by whoever asks next
    return act


def _keep_given_up(session: Session, act: MoneyAct, account_id: int) -> None:
    """Remember of a write-off what it gave up of penalties: else money that came in time took them off once more."""
    rows = session.execute(select(EntryRow.pays_id, EntryRow.amount).where(EntryRow.act_id == act.id))
    given = {entry_id: -amount for entry_id, amount in rows}
    for fact in charge_facts(session, accounts=[account_id]):
        if fact.stands and fact.entry_id in given:
            _keep_part(session, act, fact, given[fact.entry_id])
    session.flush()  # the rows are read again by whoever asks next


def _keep_part(session: Session, act: MoneyAct, fact: ChargeFact, amount: Decimal) -> None:
    """Remember beside its entry what an act waived of a penalty, so that the part is never charged again."""
    forgiving = select(EntryRow.id).where(EntryRow.act_id == act.id, EntryRow.pays_id == fact.entry_id)
    session.add(
        PenaltyWaiver(
            charge_id=fact.id,
            account_id=fact.account_id,
            bill_id=fact.key.bill_id,
            rule=fact.key.kind.value,
            stage=fact.key.stage,
            amount=amount,
            entry_id=session.scalars(forgiving).one(),
            act_id=act.id,
        )
    )
    session.info["touched"].add(("penalty_charge", fact.id))


def _forgiving(row: EntryRow, amount: Decimal, *, reason: str, day: date) -> ActEntry:
    """The entry that takes a part off a penalty, not before the penalty itself takes effect."""
    on = max(day, row.effective_on)
    return ActEntry(
        row.account_id,
        EntryKind.ADJUSTMENT,
        -amount,
        row.charge_code,
        row.bill_id,
        reason=reason,
        on=on,
        pays_id=row.id,
    )
