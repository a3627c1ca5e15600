"""A part of a penalty or of interest waived by the Board; the rest stays owed, and the part is never charged again."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.penalty import PenaltyWaiver
from sewerdesk.data.queries.penalties import ChargeFact
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO, format_money, round_cents
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.services.money_acts import _post_act
from sewerdesk.services.penalties import _standing, waive_penalties
from sewerdesk.services.relevy_money import _refuse_on_roll


@dataclass(frozen=True, slots=True)
class PartWaived:
    """What a part waiver did: its act's number, what it took off, and what stays owed of the penalty."""

    number: str
    amount: Decimal
    left: Decimal


def waive_part(ws: Workspace, *, charge_id: int, amount: Decimal, reason: str, authority: str) -> PartWaived:
    """Waive ``amount`` dollars of one penalty or month of interest by the Board's resolution, paid or not.

    What was paid of the part goes to what the account owes otherwise, or waits as its credit. The whole of what is
    left is waived as ``waive_penalties`` does it. ``FieldErrors`` for an impossible amount and without the reason or
    the authority, ``RuleViolation`` where the penalty does not stand or is on the tax roll.
    """
    with ws.write(reason=reason[:500]) as session:
        [fact] = _standing(session, [charge_id])
        _check_amount(fact, amount)
        if amount < fact.net:
            return _waive_part(session, fact, amount, reason=reason, authority=authority)
    done = waive_penalties(ws, charge_ids=[charge_id], reason=reason, authority=authority)
    return PartWaived(done.number, done.total, ZERO)


def _check_amount(fact: ChargeFact, amount: Decimal) -> None:
    if amount <= 0 or amount != round_cents(amount):
        raise FieldErrors({"amount": "Enter dollars and cents above zero."})
    if amount > fact.net:
        sentence = f"{format_money(fact.net)} stands of this {fact.key.kind.value}; no more can be waived."
        raise FieldErrors({"amount": sentence})


def _waive_part(
    session: Session, fact: ChargeFact, amount: Decimal, *, reason: str, authority: str
) -> PartWaived:
    _refuse_on_roll(session, {fact.entry_id: fact.account_id})
    row = session.get_one(EntryRow, fact.entry_id)
    today = session.info["clock"].today()
    words = f"{format_money(amount)} of {format_money(fact.net)} waived: {reason.strip()}"[:200]
    act = _post_act(
        session,
        ActKind.WAIVER,
        on=today,
        reason=reason,
        entries=[_forgiving(row, amount, reason=words, today=today)],
        facts={"penalties": [fact.id], "part": str(amount)},
        authority=authority,
    )
    entry_id = session.scalars(select(EntryRow.id).where(EntryRow.act_id == act.id)).one()
    session.add(
        PenaltyWaiver(
            charge_id=fact.id,
            account_id=fact.account_id,
            bill_id=fact.key.bill_id,
            rule=fact.key.kind.value,
            stage=fact.key.stage,
            amount=amount,
            entry_id=entry_id,
            act_id=act.id,
        )
    )
    session.info["touched"].add(("penalty_charge", fact.id))
    session.flush()  # the rows are read again by whoever asks next
    return PartWaived(act.number, amount, fact.net - amount)


def _forgiving(row: EntryRow, amount: Decimal, *, reason: str, today: date) -> ActEntry:
    """The entry that takes a part off a penalty, not before the penalty itself takes effect."""
    on = max(today, row.effective_on)
    return ActEntry(
        row.account_id, EntryKind.ADJUSTMENT, -amount, row.charge_code, row.bill_id, reason=reason, on=on
    )
