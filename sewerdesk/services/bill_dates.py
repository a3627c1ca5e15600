"""Which quarter comes next, and the dates of its bills: proposed by the office's rules, decided by the clerk."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.billing import BillingRun
from sewerdesk.data.queries.runs import is_quarterly, read_through_of
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.dates import DayRule, Deadline, Quarter, deadline
from sewerdesk.domain.law.types import Unit
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.office_settings import _billing_settings


@dataclass(frozen=True, slots=True)
class RunProposal:
    """Dates to start from; ``due`` is ``None`` where the office has not said how many days it gives to pay.

    ``read_through`` is the last day whose readings belong to the quarter: that of the quarter's first run, else
    the quarter's last day.
    """

    quarter: Quarter
    bill_date: date
    read_through: date
    due: Deadline | None


def propose_run(ws: Workspace, *, quarter: Quarter | None = None) -> RunProposal:
    """Dates for a quarter, by default the one after the last billed, else the last that is over."""
    with ws.read() as session:
        chosen = quarter or _next_quarter(session, ws.clock.today())
        bill_date = max(ws.clock.today(), chosen.next.start)
        through = read_through_of(session, chosen.code)
        read_through = chosen.end if through is None else date.fromisoformat(through)
        return RunProposal(chosen, bill_date, read_through, _due(session, bill_date))


def proposed_due(ws: Workspace, *, bill_date: date) -> Deadline | None:
    """The due date of bills of a day with its rule; ``None`` where the office has none."""
    with ws.read() as session:
        return _due(session, bill_date)


def quarters_to_choose(ws: Workspace) -> tuple[Quarter, ...]:
    """The quarters that may be billed now, newest first: the running one and the eight before it."""
    found = [Quarter.of(ws.clock.today())]
    while len(found) < 9:
        found.append(found[-1].previous)
    return tuple(found)


def _next_quarter(session: Session, today: date) -> Quarter:
    last = session.scalars(
        select(BillingRun.period).where(is_quarterly()).order_by(BillingRun.period.desc())
    ).first()
    return Quarter.of(today).previous if last is None else Quarter.parse(last).next


def _due(session: Session, bill_date: date) -> Deadline | None:
    settings = _billing_settings(session)
    if settings.due_days is None:
        return None
    source = settings.due_authority or "the office's settings for billing"
    rule = DayRule("the date of the bill", settings.due_days, Unit.DAYS, source)
    return deadline(rule, bill_date, _calendar(session))
