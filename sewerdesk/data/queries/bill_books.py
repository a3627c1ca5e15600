"""Plain rows for the checks of bills: days, void ones, closed periods."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.account import Account
from sewerdesk.data.models.billing import Bill, RunRollback
from sewerdesk.data.models.ledger import Entry
from sewerdesk.domain.bill_invariants import BilledDays, VoidBill
from sewerdesk.domain.ledger import EntryKind
from sewerdesk.domain.money import ZERO


def billed_days(session: Session) -> list[BilledDays]:
    """The days of every live bill."""
    rows = session.execute(
        select(Account.number, Bill.service, Bill.number, Bill.period_from, Bill.period_to)
        .join(Account, Account.id == Bill.account_id)
        .where(Bill.live.is_(True))
    )
    return [BilledDays(*row) for row in rows]


def void_bills(session: Session) -> list[VoidBill]:
    """Every void bill with what is left of its charges, and whether it was replaced or rolled back."""
    charge, reversal, successor = aliased(Entry), aliased(Entry), aliased(Bill)
    charged = dict(
        session.execute(
            select(charge.bill_id, func.sum(charge.amount))
            .join(Bill, Bill.id == charge.bill_id)
            .where(Bill.live.is_(False), charge.kind == EntryKind.CHARGE.value)
            .group_by(charge.bill_id)
        ).all()
    )
    reversed_ = dict(
        session.execute(
            select(charge.bill_id, func.sum(reversal.amount))
            .join(reversal, reversal.corrects_id == charge.id)
            .join(Bill, Bill.id == charge.bill_id)
            .where(Bill.live.is_(False), charge.kind == EntryKind.CHARGE.value)
            .group_by(charge.bill_id)
        ).all()
    )
    rows = session.execute(
        select(Bill.id, Bill.number, successor.id, RunRollback.id)
        .outerjoin(successor, successor.replaces_id == Bill.id)
        .outerjoin(RunRollback, RunRollback.run_id == Bill.run_id)
        .where(Bill.live.is_(False))
        .order_by(Bill.id)
    )
    return [
        VoidBill(
            number,
            charged.get(bill_id, ZERO) + reversed_.get(bill_id, ZERO),
            bool(replaced or rolled),
        )
        for bill_id, number, replaced, rolled in rows
    ]
