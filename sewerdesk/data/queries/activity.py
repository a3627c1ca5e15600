"""What happened at the counter and in the field in a span, and what the fees of applications brought."""

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.application import Application
from sewerdesk.data.models.inspection import InspectionResult
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.receipt import Receipt, ReceiptLine, ReceiptReturn, ReceiptVoid
from sewerdesk.domain.inspections import Outcome
from sewerdesk.domain.reports.activity import ActivityFact, FeeFact, Happening
from sewerdesk.domain.reports.journals import Span


def activity_facts(session: Session, span: Span) -> Iterator[ActivityFact]:
    """Applications received, permits issued, visits made."""
    days = (span.since, span.through)
    received = select(Application.received_on).where(
        Application.number.is_not(None), Application.received_on.between(*days)
    )
    for day in session.scalars(received):
        if day is not None:
            yield ActivityFact(day, Happening.RECEIVED)
    for day in session.scalars(select(Permit.issued_on).where(Permit.issued_on.between(*days))):
        yield ActivityFact(day, Happening.ISSUED)
    visits = select(InspectionResult.visited_on, InspectionResult.outcome)
    for day, outcome in session.execute(visits.where(InspectionResult.visited_on.between(*days))):
        yield ActivityFact(day, _result(Outcome(outcome)))


def _result(outcome: Outcome) -> Happening:
    if outcome.is_pass:
        return Happening.PASSED
    return Happening.FAILED if outcome is Outcome.FAILED else Happening.NO_RESULT


def fee_facts(session: Session, span: Span) -> Iterator[FeeFact]:
    """Money for fees of applications, and what of it was voided or came back, each on its own day."""
    line, days = ReceiptLine, (span.since, span.through)
    taken = select(Receipt.received_on, line.amount).join(line, line.receipt_id == Receipt.id)
    for day, amount in session.execute(
        taken.where(line.fee_line_id.is_not(None), Receipt.received_on.between(*days))
    ):
        yield FeeFact(day, amount)
    voided = select(ReceiptVoid.voided_on, line.amount).join(line, line.receipt_id == ReceiptVoid.receipt_id)
    for day, amount in session.execute(
        voided.where(line.fee_line_id.is_not(None), ReceiptVoid.voided_on.between(*days))
    ):
        yield FeeFact(day, -amount)
    back = select(ReceiptReturn.returned_on, line.amount).join(
        line, line.receipt_id == ReceiptReturn.receipt_id
    )
    for day, amount in session.execute(
        back.where(line.fee_line_id.is_not(None), ReceiptReturn.returned_on.between(*days))
    ):
        yield FeeFact(day, -amount)
