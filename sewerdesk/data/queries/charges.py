"""The charge codes of the office, in its order."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.rate import ChargeCode


def charge_order(session: Session) -> tuple[str, ...]:
    """Charge codes in the order in which the office lists them; they are paid so where it adopted no other order."""
    return tuple(session.scalars(select(ChargeCode.code).order_by(ChargeCode.sort_order, ChargeCode.code)))
