"""By when the money in the office goes to the bank."""

from sqlalchemy.orm import Session

from sewerdesk.data.queries.receipts import undeposited_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.drawer import HeldMoney, held_money
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.payment_settings import _payment_settings


def money_held(ws: Workspace) -> HeldMoney:
    """How much waits in the office, since when, and by when the office's rule wants it at the bank."""
    with ws.read() as session:
        return _money_held(session, ws)


def _deposit_due(session: Session, ws: Workspace) -> HeldMoney | None:
    """The same where the office has a rule for it; otherwise nothing is read."""
    return None if _payment_settings(session).deposit_rule is None else _money_held(session, ws)


def _money_held(session: Session, ws: Workspace) -> HeldMoney:
    settings, today = _payment_settings(session), ws.clock.today()
    return held_money(
        undeposited_rows(session, today),
        limit=settings.deposit_limit,
        rule=settings.deposit_rule,
        calendar=_calendar(session),
        today=today,
    )
