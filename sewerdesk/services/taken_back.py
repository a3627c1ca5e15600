"""Taking bills back: their charges are reversed by one act and they live no more; numbers and pages stay."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from sewerdesk.data import audit
from sewerdesk.data.models.billing import Bill
from sewerdesk.data.models.ledger import Entry as EntryRow
from sewerdesk.data.models.ledger import MoneyAct
from sewerdesk.data.queries.entries import reversed_ids
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money_acts import ActEntry, ActKind
from sewerdesk.services.money_acts import _post_act

_STEP = 5_000


def _take_back(
    session: Session, kind: ActKind, bills: Sequence[int], *, reason: str, facts: Mapping[str, Any]
) -> MoneyAct:
    """Reverse what the bills charged and mark them as void; part of a caller's transaction.

    The reversals take effect today, those of a bill that is dated ahead on its own day, so that no credit stands in
    between.
    """
    today = session.info["clock"].today()
    charges = [
        row
        for start in range(0, len(bills), _STEP)
        for row in session.execute(
            select(
                EntryRow.id,
                EntryRow.account_id,
                EntryRow.effective_on,
                EntryRow.amount,
                EntryRow.charge_code,
                EntryRow.bill_id,
            )
            .where(
                EntryRow.bill_id.in_(bills[start : start + _STEP]), EntryRow.kind == EntryKind.CHARGE.value
            )
            .order_by(EntryRow.id)
        )
    ]
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
            on=max(today, row.effective_on),
        )
        for row in charges
        if row.id not in gone
    ]
    act = _post_act(session, kind, on=today, reason=reason, entries=entries, facts=facts)
    for start in range(0, len(bills), _STEP):
        session.execute(
            update(Bill)
            .where(Bill.id.in_(bills[start : start + _STEP]))
            .values(live=False)
            .execution_options(synchronize_session="fetch")
        )
    audit.record(
        session,
        kind="money_act",
        record_id=act.id,
        action="bills taken back",
        changes={"bills": len(bills), "entries": len(entries)},
    )
    session.info["touched"] |= {("bill", bill_id) for bill_id in bills}
    return act
