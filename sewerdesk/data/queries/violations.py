"""Cases of violation as they are listed and found: by number, place, owner and section; with what waits in them."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, select
from sqlalchemy.orm import Session, selectinload

from sewerdesk.data.models.paper import Mailing as MailingRow
from sewerdesk.data.models.paper import MailingOutcome, Paper
from sewerdesk.data.models.violation import CaseCitation, CaseEvent, ViolationCase
from sewerdesk.data.queries.owners import owners_on
from sewerdesk.data.search import SearchText, Source
from sewerdesk.domain.cases import ActionLine, CaseRow, NoticeDraft
from sewerdesk.domain.mailing import ArticleNumber, Mailing, MailMethod, MailOutcome, record_outcome
from sewerdesk.domain.plain import from_plain, to_plain
from sewerdesk.domain.violations import (
    CaseDraft,
    CaseEventKind,
    CaseFacts,
    ObservedFact,
    OrderedAction,
    case_state,
    due_items,
)
from sewerdesk.domain.violations import CaseEvent as EventFacts

SUBJECT = "violation_case"
NOTICE = "notice_of_violation"
"""The kind of paper by which a case is brought before the owner."""


def notice_to_json(notice: NoticeDraft, done: Mapping[int, date]) -> dict[str, Any]:
    """What is kept of a notice's form, and which ordered actions were found done when."""
    return {"draft": to_plain(notice), "done": {str(place): day.isoformat() for place, day in done.items()}}


def notice_of(row: ViolationCase) -> NoticeDraft:
    """The notice's form as it was kept."""
    return from_plain(NoticeDraft, row.notice["draft"]) if row.notice.get("draft") else NoticeDraft()


def done_actions(row: ViolationCase) -> dict[int, date]:
    """The ordered actions that were found done, by their place."""
    return {int(place): date.fromisoformat(day) for place, day in row.notice.get("done", {}).items()}


def ordered_actions(row: ViolationCase) -> tuple[ActionLine, ...]:
    """The actions that the notice orders; none before it is issued."""
    if not any(one.event == CaseEventKind.NOTICE_ISSUED.value for one in row.events):
        return ()
    done = done_actions(row)
    return tuple(
        ActionLine(place, OrderedAction(text, due, done.get(place)))
        for place, text, due in notice_of(row).typed_actions
        if due is not None
    )


def case_draft(row: ViolationCase) -> CaseDraft:
    """What was observed, as typed."""
    return CaseDraft(
        parcel_id=row.parcel_id,
        observed_on=row.observed_on,
        observed_at=row.observed_at,
        observed_by=row.observed_by,
        observer_title=row.observer_title,
        facts=tuple(from_plain(ObservedFact, one) for one in row.facts),
        violation_keys=tuple(one.violation_key for one in row.citations),
    )


def mailing_facts(row: MailingRow, number: str) -> Mailing:
    """A mailing with the last that the post said of it."""
    mailing = Mailing(
        document_no=number,
        addressee=row.recipient,
        method=MailMethod(row.method),
        mailed=row.mailed_on,
        article=ArticleNumber(row.article_number) if row.article_number else None,
    )
    for one in row.outcomes:
        mailing = record_outcome(mailing, outcome=MailOutcome(one.outcome), on=one.on, signed_by=one.signer)
    return mailing


def mailings_of(session: Session, cases: Collection[int] | None) -> dict[int, list[tuple[MailingRow, str]]]:
    """The mailings of each case with their papers' numbers, in the order they were entered."""
    statement = (
        select(MailingRow, Paper.number, Paper.subject_id)
        .join(Paper, Paper.id == MailingRow.paper_id)
        .where(Paper.subject == SUBJECT)
        .options(selectinload(MailingRow.outcomes))
        .order_by(MailingRow.id)
    )
    if cases is not None:
        statement = statement.where(Paper.subject_id.in_(cases))
    found: dict[int, list[tuple[MailingRow, str]]] = defaultdict(list)
    for row, number, case_id in session.execute(statement):
        found[case_id].append((row, number))
    return found


def case_facts(row: ViolationCase, mailings: Sequence[tuple[MailingRow, str]], *, owner: str) -> CaseFacts:
    """A case as the rules read it; a copy that was brought in another way later is no longer waited for."""
    latest = {one.paper_id: one.id for one, _ in mailings}
    place = row.parcel.location or f"parcel {row.parcel.print_key}"
    return CaseFacts(
        number=row.number,
        matter=f"{place}, {owner}" if owner else place,
        opened_on=row.opened_on,
        events=tuple(event_facts(one) for one in row.events),
        mailings=tuple(
            mailing_facts(one, number) for one, number in mailings if latest[one.paper_id] == one.id
        ),
        actions=tuple(line.action for line in ordered_actions(row)),
    )


def event_facts(row: CaseEvent) -> EventFacts:
    """A step as the rules read it."""
    return EventFacts(CaseEventKind(row.event), row.on, row.due_on, row.due_rule, row.citation, row.note)


def load_cases(session: Session, *, where: ColumnElement[bool] | None = None) -> Sequence[ViolationCase]:
    """Cases with all that the rules read, the newest number first."""
    statement = (
        select(ViolationCase)
        .options(
            selectinload(ViolationCase.events),
            selectinload(ViolationCase.citations),
            selectinload(ViolationCase.parcel),
        )
        .order_by(ViolationCase.id.desc())
    )
    if where is not None:
        statement = statement.where(where)
    return session.scalars(statement).all()


def case_rows(session: Session, on: date, *, where: ColumnElement[bool] | None = None) -> tuple[CaseRow, ...]:
    """The list of cases as they stand on a day, the newest number first."""
    rows = load_cases(session, where=where)
    mailings = mailings_of(session, None if where is None else [row.id for row in rows])
    owners = owners_on(session, on, parcels={row.parcel_id for row in rows})
    notices = _notice_numbers(session)
    return tuple(
        case_row(
            row,
            case_facts(row, mailings.get(row.id, ()), owner=owners.get(row.parcel_id, "")),
            on=on,
            owner=owners.get(row.parcel_id, ""),
            notice_number=notices.get(row.id, ""),
        )
        for row in rows
    )


def case_row(row: ViolationCase, facts: CaseFacts, *, on: date, owner: str, notice_number: str) -> CaseRow:
    """One case as the list shows it."""
    waiting = due_items(facts, on=on)
    first = waiting[0] if waiting else None
    return CaseRow(
        id=row.id,
        number=row.number,
        parcel_id=row.parcel_id,
        location=row.parcel.location,
        print_key=row.parcel.print_key,
        owner=owner,
        sections=", ".join(one.citation for one in row.citations),
        state=case_state(facts, on=on),
        opened_on=row.opened_on,
        due_on=first.due if first else None,
        due_what=first.what if first else "",
        due_rule=first.rule if first else "",
        notice_number=notice_number,
    )


def _notice_numbers(session: Session) -> dict[int, str]:
    statement = select(Paper.subject_id, Paper.number).where(Paper.subject == SUBJECT).order_by(Paper.id)
    return dict(session.execute(statement).all())


def due_cases(session: Session, on: date) -> Sequence[tuple[int, CaseFacts]]:
    """Every case that is not closed, by its id, as the rules read it."""
    closed = select(CaseEvent.case_id).where(CaseEvent.event == CaseEventKind.CLOSED.value)
    rows = load_cases(session, where=ViolationCase.id.not_in(closed))
    mailed = mailings_of(session, [row.id for row in rows])
    owners = owners_on(session, on, parcels={row.parcel_id for row in rows})
    return [
        (row.id, case_facts(row, mailed.get(row.id, ()), owner=owners.get(row.parcel_id, ""))) for row in rows
    ]


def _search_texts(session: Session, ids: Collection[int] | None) -> Iterable[SearchText]:
    on = session.info["clock"].today()
    for row in case_rows(session, on, where=None if ids is None else ViolationCase.id.in_(ids)):
        place = row.location or row.print_key
        yield SearchText(
            row.id,
            f"{row.number} · {row.owner}" if row.owner else row.number,
            f"{place} · {row.sections} · {row.state.label}",
            f"{row.number} {row.notice_number} {row.location} {row.print_key} {row.owner} {row.sections}",
        )


def _itself(_session: Session, ids: Collection[int]) -> Collection[int]:
    return ids


def _of(table: Any) -> Any:
    def resolve(session: Session, ids: Collection[int]) -> Collection[int]:
        return set(session.scalars(select(table.case_id).where(table.id.in_(ids))))

    return resolve


def _of_papers(session: Session, ids: Collection[int]) -> Collection[int]:
    statement = select(Paper.subject_id).where(Paper.id.in_(ids), Paper.subject == SUBJECT)
    return set(session.scalars(statement))


def _of_parcels(session: Session, parcels: Collection[int]) -> Collection[int]:
    return set(session.scalars(select(ViolationCase.id).where(ViolationCase.parcel_id.in_(parcels))))


SEARCH = Source(
    kind="violation_case",
    code=6,
    touched_by={
        "violation_case": _itself,
        "case_citation": _of(CaseCitation),
        "case_event": _of(CaseEvent),
        "paper": _of_papers,
        "parcel": _of_parcels,
    },
    build=_search_texts,
)


def silent_mail(session: Session) -> Sequence[tuple[MailingRow, Paper]]:
    """Certified and registered mail of which the post has said nothing yet, the oldest first, with its paper."""
    quiet = ~select(MailingOutcome.id).where(MailingOutcome.mailing_id == MailingRow.id).exists()
    statement = (
        select(MailingRow, Paper)
        .join(Paper, Paper.id == MailingRow.paper_id)
        .where(quiet, MailingRow.article_number.is_not(None))
        .order_by(MailingRow.mailed_on, MailingRow.id)
    )
    return [(row, paper) for row, paper in session.execute(statement)]
