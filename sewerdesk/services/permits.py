"""Permits: issued when nothing stands in the way, filed, started, suspended, ended; each act a dated fact."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.permit import Permit
from sewerdesk.data.models.permit import PermitEvent as EventRow
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.figures import figure_to_json
from sewerdesk.data.queries.permits import clock_to_json, permit_facts, permit_rows
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.applications import APPLICATION_MACHINE, ApplicationState
from sewerdesk.domain.construction import may_start
from sewerdesk.domain.counter import Filing, PermitRow, PermitView
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.inspections import NOTICE_FIGURE
from sewerdesk.domain.law import Figure, Law, clocks_for, timed_terminations
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.permits import (
    PERMIT_MACHINE,
    Hindrance,
    PermitEventKind,
    Severity,
    hindrances,
    issue_clocks,
    permit_standing,
)
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show_date
from sewerdesk.services.application_pages import (
    _application,
    _application_view,
    _issue_facts,
    _permit_page,
)
from sewerdesk.services.applications import _move
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.law import law_of
from sewerdesk.services.papers import VOID, _mark_paper
from sewerdesk.services.permit_pages import SUBJECT, _permit
from sewerdesk.services.permit_papers import _freeze_filing_slip, _freeze_permit


class PermitRefused(RuleViolation):
    """The permit is not issued; ``hindrances`` are all that stands in the way, each with its citation."""

    def __init__(self, number: str, found: Sequence[Hindrance]) -> None:
        said = " ".join(f"{one.sentence} ({one.citation})" if one.citation else one.sentence for one in found)
        super().__init__(f"No permit is issued on {number}. {said}", citation=found[0].citation)
        self.hindrances = tuple(found)


class StartRefused(RuleViolation):
    """Construction may not start; ``lines`` are all that the law asks before it and that is missing."""

    def __init__(self, number: str, lines: Sequence[VerdictLine]) -> None:
        said = " ".join(f"{_start_words(line)}." for line in lines)
        super().__init__(f"Construction under {number} may not start yet. {said}", citation=lines[0].citation)
        self.lines = tuple(lines)


def _start_words(line: VerdictLine) -> str:
    cited = f" ({line.citation})" if line.citation else ""
    return f"{line.requirement.rstrip('.')}: {line.on_file.rstrip('.')}{cited}"


def issue_hindrances(ws: Workspace, *, application_id: int, on: date | None = None) -> tuple[Hindrance, ...]:
    """Everything that stands in the way of a permit on a day; blocks first, then warnings."""
    law = law_of(ws)
    with ws.read() as session:
        day = on or ws.clock.today()
        facts = _issue_facts(session, _application(session, application_id), law, day)
        return hindrances(facts, law, on=day)


def issue_permit(
    ws: Workspace, *, application_id: int, conditions: Sequence[str] = (), expires_on: date | None = None
) -> int:
    """Issue the permit of an approved application; returns its id.

    Inside one transaction the hindrances are judged again, the number is taken, the law's clocks are computed and
    kept with the figures used, and the permit and its filing slip are drawn and frozen. ``PermitRefused`` names
    every hindrance with its citation. ``expires_on`` is a day the permit itself sets, where the law lets it differ.
    """
    law, today = law_of(ws), ws.clock.today()
    with ws.write(reason="permit issued") as session:
        application = _application(session, application_id)
        facts = _issue_facts(session, application, law, today)
        blocks = [one for one in hindrances(facts, law, on=today) if one.severity is Severity.BLOCK]
        if blocks:
            raise PermitRefused(application.number or "this draft", blocks)
        class_key = facts.draft.permit_class
        clocks = issue_clocks(
            law, issued_on=today, class_key=class_key, calendar=_calendar(session), expires_on=expires_on
        )
        typed = (*facts.draft.conditions, *conditions)
        permit = Permit(
            number=take_number(session, kind=SeriesKind.PERMIT, year=today.year),
            application_id=application.id,
            application=application,
            issued_on=today,
            class_key=class_key,
            clocks=[clock_to_json(clock) for clock in clocks],
            conditions=[text.strip() for text in typed if text.strip()],
            figures=[figure_to_json(figure) for figure in _figures(law, class_key, today)],
            actor=session.info["actor"],
        )
        session.add(permit)
        session.flush()  # the papers refer to the permit by its id
        _move(session, application, "issue", on=today, note=permit.number)
        _close_renewed(session, facts.draft.renews, permit)
        view = _application_view(session, application)
        _freeze_permit(session, permit, law, view, clocks)
        _freeze_filing_slip(session, permit, law, view, clocks)
        return permit.id


def record_filed(ws: Workspace, *, permit_id: int, filing: Filing) -> None:
    """Record that the permit and its plans were filed in the municipal clerk's office; the filing clock stops.

    A permit that has lapsed is not revived by a late filing; the day of the filing decides, not the day of entry.
    """
    errors = {} if filing.on else {"on": "Enter the day on which the permit was filed."}
    if not filing.reference.strip():
        errors["reference"] = "Enter the book and page, or the file number, from the clerk's receipt."
    if not filing.received_by.strip():
        errors["received_by"] = "Enter who received it in the clerk's office."
    if errors or filing.on is None:
        raise FieldErrors(errors)
    with ws.write(reason="permit filed") as session:
        permit = _permit(session, permit_id)
        if any(row.event == PermitEventKind.FILED for row in permit.events):
            raise FieldErrors({"on": f"{permit.number} is recorded as filed already."})
        _act(
            session,
            permit,
            PermitEventKind.FILED,
            "file",
            on=filing.on,
            reference=filing.reference,
            person=filing.received_by,
        )


def record_work_started(
    ws: Workspace, *, permit_id: int, on: date, note: str = "", found_started: bool = False
) -> None:
    """Record the day on which the work began; ``StartRefused`` names what the law asks before it and is missing.

    ``found_started`` records work that was found begun all the same: what was missing is kept with the fact.
    """
    law = law_of(ws)
    with ws.write(reason="work started") as session:
        permit = _permit(session, permit_id)
        facts = _issue_facts(session, permit.application, law, on)
        failing = may_start(facts, law, _calendar(session), on=on).failing
        if failing and not found_started:
            raise StartRefused(permit.number, failing)
        missing = "; ".join(_start_words(line) for line in failing)
        said = f"{note.strip()} Found started without: {missing}".strip() if missing else note
        _act(session, permit, PermitEventKind.STARTED, "start", on=on, note=said)
        _follow(session, permit, "start", on=on)


def close_permit(ws: Workspace, *, permit_id: int, on: date, note: str = "") -> None:
    """Close a permit whose work is finished."""
    with ws.write(reason="permit closed") as session:
        permit = _permit(session, permit_id)
        _act(session, permit, PermitEventKind.CLOSED, "close", on=on, note=note)
        _follow(session, permit, "close", on=on)


def suspend_permit(
    ws: Workspace, *, permit_id: int, on: date, reason: str, citation: str, person: str = ""
) -> None:
    """Suspend a permit for a reason, under a section of the law."""
    _ended(
        ws,
        permit_id,
        PermitEventKind.SUSPENDED,
        "suspend",
        on=on,
        reason=reason,
        citation=citation,
        person=person,
    )


def reinstate_permit(ws: Workspace, *, permit_id: int, on: date, reason: str) -> None:
    """Put a suspended permit in force again; its clocks ran on meanwhile."""
    _ended(ws, permit_id, PermitEventKind.REINSTATED, "reinstate", on=on, reason=reason)


def terminate_permit(
    ws: Workspace, *, permit_id: int, on: date, reason: str, citation: str, person: str = ""
) -> None:
    """End a permit on a ground of the law."""
    _ended(
        ws,
        permit_id,
        PermitEventKind.TERMINATED,
        "terminate",
        on=on,
        reason=reason,
        citation=citation,
        person=person,
    )


def void_permit(ws: Workspace, *, permit_id: int, reason: str) -> None:
    """Void a permit that was issued by mistake: it keeps its number and bytes, the application is approved again."""
    if not reason.strip():
        raise FieldErrors({"reason": "Say why the permit is voided; the reason is kept with it."})
    with ws.write(reason=reason) as session:
        permit = _permit(session, permit_id)
        today = session.info["clock"].today()
        _act(session, permit, PermitEventKind.VOIDED, "void", on=today, note=reason)
        for paper in _papers_of(session, permit):
            _mark_paper(session, paper, event=VOID, reason=reason)
        application = permit.application
        if APPLICATION_MACHINE.may("void_permit", ApplicationState(application.state)):
            _move(session, application, "void_permit", on=today, note=f"{permit.number} voided: {reason}")


def permit_view(ws: Workspace, *, permit_id: int, on: date | None = None) -> PermitView:
    """A permit's page: its state on a day with the sentence and citation, both clocks, what happened to it."""
    law = law_of(ws)
    with ws.read() as session:
        return _permit_page(session, _permit(session, permit_id), law, on or ws.clock.today())


def list_permits(ws: Workspace, *, on: date | None = None) -> tuple[PermitRow, ...]:
    """Every permit with its state on a day, newest first."""
    with ws.read() as session:
        return permit_rows(session, on or ws.clock.today())


def _record_connected(session: Session, permit: Permit, *, on: date, note: str) -> None:
    """Record that the work was connected and passed; the clock to finish stops. Part of a caller's transaction."""
    _act(session, permit, PermitEventKind.CONNECTED, "connect", on=on, note=note)


def _act(
    session: Session,
    permit: Permit,
    kind: PermitEventKind,
    verb: str,
    *,
    on: date,
    note: str = "",
    reference: str = "",
    person: str = "",
    citation: str = "",
) -> None:
    """Keep an event where the permit's state on its day allows it."""
    today = session.info["clock"].today()
    if on < permit.issued_on or on > today:
        raise FieldErrors(
            {
                "on": f"Enter a day from {show_date(permit.issued_on)}, when {permit.number} was issued, to today, "
                f"{show_date(today)}."
            }
        )
    standing = permit_standing(permit_facts(permit), on=on)
    if not PERMIT_MACHINE.may(verb, standing.state):
        raise RuleViolation(standing.sentence, citation=standing.citation)
    permit.events.append(
        EventRow(
            event=kind.value,
            on=on,
            note=note.strip(),
            reference=reference.strip(),
            person=person.strip(),
            citation=citation.strip(),
            actor=session.info["actor"],
        )
    )


def _ended(
    ws: Workspace,
    permit_id: int,
    kind: PermitEventKind,
    verb: str,
    *,
    on: date,
    reason: str,
    citation: str = "",
    person: str = "",
) -> None:
    errors = {} if reason.strip() else {"reason": "Give the reason; it is kept with the permit."}
    if verb != "reinstate" and not citation.strip():
        errors["citation"] = "Enter the section of the law under which this is done."
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason=reason) as session:
        permit = _permit(session, permit_id)
        _act(session, permit, kind, verb, on=on, note=reason, citation=citation, person=person)


def _follow(session: Session, permit: Permit, verb: str, *, on: date) -> None:
    """Take the application along where its own table has the step."""
    application = permit.application
    if APPLICATION_MACHINE.may(verb, ApplicationState(application.state)):
        _move(session, application, verb, on=on, note=permit.number)


def _close_renewed(session: Session, number: str, renewal: Permit) -> None:
    """The permit that a new one renews is closed by it, where it has not ended before."""
    old = session.scalars(select(Permit).where(Permit.number == number)).first() if number else None
    if old is None:
        return
    today = renewal.issued_on
    if PERMIT_MACHINE.may("renew", permit_standing(permit_facts(old), on=today).state):
        _act(session, old, PermitEventKind.RENEWED, "renew", on=today, note=f"Renewed by {renewal.number}")


def _papers_of(session: Session, permit: Permit) -> list[Paper]:
    about = (Paper.subject == SUBJECT, Paper.subject_id == permit.id)
    return list(session.scalars(select(Paper).where(*about)))


def _figures(law: Law, class_key: str, on: date) -> list[Figure]:
    """The figures of law that a permit of a class issued on that day rests on."""
    keys = [row.figure for row in clocks_for(law, class_key)]
    keys += [row.figure for row in timed_terminations(law, class_key)]
    keys += [NOTICE_FIGURE] if law.has_figure(NOTICE_FIGURE) else []
    return [law.figure(key, on) for key in dict.fromkeys(keys)]
