"""When bills that are carried fall due: with the next bill of their account, which shows them as previous balance."""

from collections.abc import Collection
from datetime import date

from sqlalchemy import literal_column, select
from sqlalchemy.orm import Session, aliased

from sewerdesk.data.models.billing import Bill
from sewerdesk.domain.ledger import NOT_DUE_YET


def carried_due(session: Session, accounts: Collection[int] | None = None) -> dict[int, date]:
    """The day on which each carried bill falls due, by bill; ``NOT_DUE_YET`` while no bill came after it.

    A bill that was made again for an older quarter, and was due before the carried one was billed at all, asks for
    nothing new and does not count.
    """
    later = aliased(Bill)
    due = (
        select(later.due_date)
        .where(
            later.account_id == Bill.account_id,
            later.live.is_(True),
            later.carried.is_(False),
            later.id > Bill.id,
            later.due_date >= Bill.bill_date,
        )
        .order_by(later.id)
        .limit(1)
        .scalar_subquery()
    )
    # Written out, so that the index of carried bills alone is read.
    statement = select(Bill.id, due).where(Bill.carried == literal_column("1"), Bill.live.is_(True))
    if accounts is not None:
        statement = statement.where(Bill.account_id.in_(accounts))
    found: dict[int, date | None] = dict(session.execute(statement).all())
    return {bill: NOT_DUE_YET if day is None else day for bill, day in found.items()}
