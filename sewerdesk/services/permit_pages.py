"""What the page of a permit shows: its state on a day, its clocks, what happened to it."""

from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.queries.permits import event_of, permit_facts
from sewerdesk.domain.counter import FigureUsed, PermitEventView, PermitView
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import Law
from sewerdesk.domain.permit_life import renewal_answer, transfer_answer
from sewerdesk.domain.permits import PermitEventKind, permit_standing, running_clocks, term_end
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.papers import _row as _paper_row

SUBJECT = "permit"


def _permit(session: Session, permit_id: int) -> Permit:
    permit = session.get(Permit, permit_id)
    if permit is None:
        raise UserError("That permit is not in this office. Refresh the list (F5) and choose it again.")
    return permit


def _permit_view(session: Session, permit: Permit, law: Law, on: date) -> PermitView:
    facts = permit_facts(permit)
    application = permit.application
    answers = application.answers
    classes = {row.key: row.name for row in law.permit_classes}
    papers = session.scalars(
        select(Paper).where(Paper.subject == SUBJECT, Paper.subject_id == permit.id).order_by(Paper.id)
    )
    return PermitView(
        id=permit.id,
        number=permit.number,
        application_id=permit.application_id,
        application_number=application.number or "",
        issued_on=permit.issued_on,
        issued_by=permit.actor,
        class_name=classes.get(permit.class_key, permit.class_key),
        standing=permit_standing(facts, on=on),
        clocks=facts.clocks,
        running=running_clocks(facts, on=on),
        events=tuple(
            PermitEventView(event_of(row), row.reference, row.person, row.actor) for row in permit.events
        ),
        conditions=tuple(permit.conditions),
        figures=tuple(FigureUsed(**one) for one in permit.figures),
        location=answers.get("location", ""),
        print_key=answers.get("print_key", ""),
        owner=answers.get("owner_name", ""),
        contractor=answers.get("contractor_name", ""),
        papers=tuple(_paper_row(paper) for paper in papers),
        class_key=permit.class_key,
        renewal=renewal_answer(
            law, class_key=permit.class_key, calendar=_calendar(session), expires_on=term_end(facts)
        ),
        transfer=transfer_answer(law, class_key=permit.class_key),
        has_started=any(row.event == PermitEventKind.STARTED for row in permit.events),
    )
