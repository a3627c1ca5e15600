"""An issued permit changed: passed to another, its terms changed, ended on a ground of the law, renewed."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

from sewerdesk.data.answers import answers_from_json
from sewerdesk.data.queries.permits import permit_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.law import RenewalMode
from sewerdesk.domain.permit_life import (
    check_change,
    check_transfer,
    ground_of,
    renewal_answer,
)
from sewerdesk.domain.permits import PermitEventKind, PermitState, permit_standing, term_end
from sewerdesk.domain.wording import show_date
from sewerdesk.services.application_papers import _fresh
from sewerdesk.services.applications import _save
from sewerdesk.services.attachments import _attach_all
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.law import law_of
from sewerdesk.services.permit_pages import SUBJECT, _permit
from sewerdesk.services.permits import _act

EVIDENCE = "evidence"


def transfer_permit(
    ws: Workspace, *, permit_id: int, to: str, on: date, approved_on: date | None, reference: str
) -> None:
    """Record that a permit passed to another, who goes on under its terms; refused where the law forbids it."""
    law = law_of(ws)
    with ws.write(reason="permit transferred") as session:
        permit = _permit(session, permit_id)
        answer = check_transfer(
            law, class_key=permit.class_key, to=to, on=on, approved_on=approved_on, reference=reference
        )
        approved = f"; approved on {show_date(approved_on)}" if approved_on else ""
        _act(
            session,
            permit,
            PermitEventKind.TRANSFERRED,
            "transfer",
            on=on,
            note=f"To {to.strip()}{approved}",
            reference=reference,
            person=answer.approver,
            citation=answer.citation,
        )


def change_permit(
    ws: Workspace,
    *,
    permit_id: int,
    what: str,
    notified_on: date | None,
    effective_on: date,
    reference: str = "",
) -> None:
    """Record a change of a permit's terms; where the law gives the holder a notice, it must have run by then.

    The event stands on the day on which the holder was told; its note says from when the change holds.
    """
    law = law_of(ws)
    with ws.write(reason="permit changed") as session:
        permit = _permit(session, permit_id)
        first = check_change(
            law,
            class_key=permit.class_key,
            what=what,
            notified_on=notified_on,
            effective_on=effective_on,
            calendar=_calendar(session),
        )
        assert notified_on is not None
        _act(
            session,
            permit,
            PermitEventKind.AMENDED,
            "amend",
            on=notified_on,
            note=f"From {show_date(effective_on)}: {what.strip()}",
            reference=reference,
            citation=first.citation if first is not None else "",
        )


def end_permit(
    ws: Workspace,
    *,
    permit_id: int,
    ground: str,
    on: date,
    evidence: str,
    person: str = "",
    files: Sequence[Path] = (),
) -> None:
    """Record that a permit ended on a ground of the law, on the day of the fact, with its evidence.

    A ground that ends a permit by itself needs nobody's act; a ground of revocation needs who ordered it.
    """
    law = law_of(ws)
    if not evidence.strip():
        raise FieldErrors({"evidence": "Enter what shows the fact: a report, a sample, a letter."})
    with ws.write(reason=evidence) as session:
        permit = _permit(session, permit_id)
        found = ground_of(law, ground, class_key=permit.class_key)
        if not found.automatic and not person.strip():
            raise FieldErrors(
                {"person": "Enter who ordered it; this ground does not end the permit by itself."}
            )
        kind = PermitEventKind.ENDED if found.automatic else PermitEventKind.TERMINATED
        _act(
            session,
            permit,
            kind,
            "end" if found.automatic else "terminate",
            on=on,
            note=found.sentence,
            reference=evidence,
            person=person,
            citation=found.citation,
        )
        _attach_all(session, ws.folder, subject=SUBJECT, subject_id=permit.id, kind=EVIDENCE, sources=files)


def renew_permit(ws: Workspace, *, permit_id: int) -> int:
    """Begin the application that renews a permit, with the old answers; returns its id.

    ``RuleViolation`` where the law knows no renewal (a new application is begun instead) or the permit has ended.
    """
    law = law_of(ws)
    with ws.write(reason="renewal begun") as session:
        permit = _permit(session, permit_id)
        facts = permit_facts(permit)
        today = session.info["clock"].today()
        standing = permit_standing(facts, on=today)
        answer = renewal_answer(
            law, class_key=permit.class_key, calendar=_calendar(session), expires_on=term_end(facts)
        )
        if answer.mode is RenewalMode.NEW_APPLICATION:
            raise RuleViolation(answer.sentence, citation=answer.citation)
        if standing.state is not PermitState.IN_FORCE:
            raise RuleViolation(standing.sentence, citation=standing.citation)
        draft = answers_from_json(permit.application.answers)
        return _save(session, ws, replace(_fresh(draft), renews=permit.number)).id
