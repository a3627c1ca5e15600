"""Which billing runs stand: rolled-back ones keep their rows and numbers, but count for nothing."""

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import BillingRun, RunRollback

REGULAR = "regular"
"""A run over a whole quarter, and the bill of a whole quarter."""


def is_standing() -> ColumnElement[bool]:
    """That a run was not rolled back."""
    return BillingRun.id.not_in(select(RunRollback.run_id))


def is_quarterly() -> ColumnElement[bool]:
    """That a run is a quarter's own and stands."""
    return is_standing() & (BillingRun.kind == REGULAR)


def read_through_of(session: Session, period: str) -> str | None:
    """The last day whose readings belong to a quarter, as its first standing run has it, in ISO form."""
    statement = select(BillingRun.checked).where(BillingRun.period == period, is_quarterly())
    checked = session.scalars(statement.order_by(BillingRun.id)).first()
    return None if checked is None else str(checked["read_through"])
