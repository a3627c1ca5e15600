"""What the list and the page of a case show: its steps, its mail, what the notice lacks, what waits."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.paper import Mailing as MailingRow
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.violation import ViolationCase
from sewerdesk.data.queries.owners import owners_on
from sewerdesk.data.queries.violations import (
    SUBJECT,
    case_draft,
    case_facts,
    case_row,
    case_rows,
    due_cases,
    event_facts,
    mailing_facts,
    mailings_of,
    notice_of,
    ordered_actions,
)
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.cases import (
    EVENT_WORDS,
    METHOD_WORDS,
    OUTCOME_WORDS,
    CaseRow,
    CaseView,
    CopyToMail,
    MailingView,
    TimelineEntry,
)
from sewerdesk.domain.law import Law
from sewerdesk.domain.mailing import MailMethod
from sewerdesk.domain.violations import (
    CASE_MACHINE,
    CitedViolation,
    answer_due,
    case_state,
    cite,
    due_items,
)
from sewerdesk.services.law import law_of
from sewerdesk.services.mailings import follow_up
from sewerdesk.services.notice_law import _cited_as_issued
from sewerdesk.services.notice_parts import _account_numbers, _recipients
from sewerdesk.services.notices import _case, _missing
from sewerdesk.services.papers import _row as _paper_row


def list_cases(ws: Workspace) -> tuple[CaseRow, ...]:
    """Every case as it stands today, the newest number first."""
    with ws.read() as session:
        return case_rows(session, ws.clock.today())


def count_cases_due(ws: Workspace) -> int:
    """In how many cases something is due today or late."""
    today = ws.clock.today()
    with ws.read() as session:
        waiting = [due_items(facts, on=today) for _, facts in due_cases(session, today)]
    return sum(1 for items in waiting if items and items[0].due <= today)


def case_view(ws: Workspace, *, case_id: int) -> CaseView:
    """A case's page."""
    law, today = law_of(ws), ws.clock.today()
    with ws.read() as session:
        case = _case(session, case_id)
        owner = owners_on(session, today, parcels=[case.parcel_id]).get(case.parcel_id, "")
        mailed = mailings_of(session, [case_id]).get(case_id, [])
        facts = case_facts(case, mailed, owner=owner)
        state, waiting, notice = case_state(facts, on=today), answer_due(facts, on=today), notice_of(case)
        papers = _papers(session, case_id)
        numbers = {paper.id: paper.number for paper in papers}
        recipients = _recipients(session, case, notice, today)
        views = _mailing_views(law, mailed)
        return CaseView(
            row=case_row(
                case, facts, on=today, owner=owner, notice_number=papers[0].number if papers else ""
            ),
            draft=case_draft(case),
            note=case.note,
            notice=notice,
            citations=_citations(law, case, papers, today),
            timeline=_timeline(case, views, numbers),
            mailings=views,
            copies=_copies(papers, mailed),
            papers=tuple(_paper_row(paper) for paper in papers),
            actions=ordered_actions(case),
            due=due_items(facts, on=today),
            missing=_missing(session, law, case, today),
            verbs=CASE_MACHINE.verbs(state),
            answer_due=waiting.due_on if waiting else None,
            answer_rule=waiting.due_rule if waiting else "",
            answer_citation=waiting.citation if waiting else "",
            owner_lines=recipients[0].lines if recipients else (),
            account_numbers=tuple(_account_numbers(session, case.parcel_id)),
            version=case.version,
        )


def _citations(
    law: Law, case: ViolationCase, papers: Sequence[Paper], today: date
) -> tuple[CitedViolation, ...]:
    """The sections as the last notice cites them; before there is one, as the law has them today."""
    issued = next((paper.merged["citations"] for paper in papers if "citations" in paper.merged), None)
    if issued is not None:
        return _cited_as_issued(issued)
    return cite(law, [one.violation_key for one in case.citations], on=today)


def _papers(session: Session, case_id: int) -> Sequence[Paper]:
    statement = select(Paper).where(Paper.subject == SUBJECT, Paper.subject_id == case_id)
    return session.scalars(statement.order_by(Paper.id.desc())).all()


def _mailing_views(law: Law, mailed: Sequence[tuple[MailingRow, str]]) -> tuple[MailingView, ...]:
    latest = {row.paper_id: row.id for row, _ in mailed}
    views = []
    for row, number in mailed:
        facts = mailing_facts(row, number)
        replaced = latest[row.paper_id] != row.id
        open_again = facts.must_be_served_otherwise and not replaced
        views.append(
            MailingView(
                id=row.id,
                paper_id=row.paper_id,
                paper_number=number,
                facts=facts,
                address_lines=tuple(row.address_lines),
                note=row.outcomes[-1].note if row.outcomes else "",
                actor=row.actor,
                served_otherwise=facts.must_be_served_otherwise and replaced,
                follow_up=follow_up(facts.outcome, law) if open_again else "",
            )
        )
    return tuple(views)


def _copies(papers: Sequence[Paper], mailed: Sequence[tuple[MailingRow, str]]) -> tuple[CopyToMail, ...]:
    gone = {row.paper_id for row, _ in mailed}
    return tuple(
        CopyToMail(
            paper_id=paper.id,
            number=paper.number,
            recipient=paper.merged["recipient"],
            address_lines=tuple(paper.merged["lines"]),
            method=MailMethod(paper.merged["method"]),
            article=paper.merged["article"],
            issued_on=paper.issued_on,
            mailed=paper.id in gone,
        )
        for paper in reversed(papers)
        if "recipient" in paper.merged and not paper.events
    )


def _timeline(
    case: ViolationCase, mailings: Sequence[MailingView], numbers: dict[int, str]
) -> tuple[TimelineEntry, ...]:
    """Observed, every step, and what the post said; the oldest first."""
    observed = f"By {case.observed_by}" + (f", {case.observer_title}" if case.observer_title else "")
    entries = [TimelineEntry(case.observed_on, f"Observed at {case.observed_at}", observed)]
    for row in case.events:
        facts = event_facts(row)
        number = numbers.get(row.paper_id or 0, "")
        said = row.note if not number or number in row.note else f"{number}: {row.note}"
        detail = " · ".join(part for part in (said, row.due_rule) if part)
        entries.append(
            TimelineEntry(row.on, EVENT_WORDS[facts.kind], detail, row.due_on, row.citation, row.actor)
        )
    for one in mailings:
        if one.facts.outcome_on is not None:
            how = f"{one.paper_number} to {one.facts.addressee} by {METHOD_WORDS[one.facts.method].lower()}"
            signed = f", signed by {one.facts.signed_by}" if one.facts.signed_by else ""
            entries.append(
                TimelineEntry(one.facts.outcome_on, OUTCOME_WORDS[one.facts.outcome], f"{how}{signed}")
            )
    return tuple(sorted(entries, key=lambda entry: entry.on))
