"""Taking bills back: their charges are reversed by one act and they live no more; numbers and pages stay."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from sqlalchemy import Row, select, update
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.queries.entries import reversed_ids
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.services.money_acts import _post_act
from sewerdesk.services.relevy_money import _refuse_on_roll

_STEP = 5_000


def _take_back(
    session: Session,
    kind: ActKind,
    bills: Sequence[int],
    *,
    reason: str,
    facts: Mapping[str, Any],
    on: date | None = None,
) -> MoneyAct:
    """Reverse what the bills charged and mark them as void; part of a caller's transaction.

    The reversals take effect on a day (today), those of a bill that is dated ahead on its own day, so that no credit
    stands in between. ``RuleViolation`` where a charge is on the tax roll: its row is withdrawn first.
    """
    today = session.info["clock"].today()
    charges = _charges(session, bills)
    _refuse_on_roll(session, {row.id: row.account_id for row in charges})
    gone = reversed_ids(session, [row.id for row in charges])
    entries = [
        ActEntry(
            row.account_id,
            EntryKind.REVERSAL,
            -row.amount,
            row.charge_code,
            row.bill_id,
            row.id,
            reason,
            on=max(on or today, row.effective_on),
        )
        for row in charges
        if row.id not in gone
    ]
    act = _post_act(session, kind, on=today, reason=reason, entries=entries, facts=facts)
    for part in _parts(bills):
        session.execute(
            update(Bill)
            .where(Bill.id.in_(part))
            .values(live=False)
            .execution_options(synchronize_session="fetch")
        )
    changes = {"bills": len(bills), "entries": len(entries)}
    audit.record(session, kind="money_act", record_id=act.id, action="bills taken back", changes=changes)
    session.info["touched"] |= {("bill", bill_id) for bill_id in bills}
    return act


def _charges(session: Session, bills: Sequence[int]) -> list[Row[int, int, date, Decimal, str, int | None]]:
    """The entries by which the bills charged."""
    e = EntryRow
    statement = (
        select(e.id, e.account_id, e.effective_on, e.amount, e.charge_code, e.bill_id)
        .where(e.kind == EntryKind.CHARGE.value)
        .order_by(e.id)
    )
    return [row for part in _parts(bills) for row in session.execute(statement.where(e.bill_id.in_(part)))]


def _parts(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    return (ids[start : start + _STEP] for start in range(0, len(ids), _STEP))
