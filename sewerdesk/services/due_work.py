"""The first page: what waits today in every part of the office, the oldest first."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from sqlalchemy.orm import Session

from sewerdesk.data.queries.contractors import all_contractors, contractor_facts
from sewerdesk.data.queries.due_work import (
    RunningPermit,
    Undeposited,
    count_office_turns,
    last_run,
    open_inspections,
    running_permits,
    undeposited,
    unmailed_papers,
    waiting_applications,
)
from sewerdesk.data.queries.violations import NOTICE, due_cases
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.applications import ApplicationState
from sewerdesk.domain.cases import cited_rule
from sewerdesk.domain.contractors import ContractorFacts, WorkScope, earliest_lapse, standing
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.drawer import HeldMoney
from sewerdesk.domain.due_work import (
    LAPSING_DAYS,
    DueItem,
    DueWork,
    Milestone,
    is_within,
    oldest_first,
)
from sewerdesk.domain.fieldwork import STAGE_WORDS, InspectionRow
from sewerdesk.domain.law import Law
from sewerdesk.domain.money import format_money
from sewerdesk.domain.permits import PermitState, permit_standing
from sewerdesk.domain.violations import due_items
from sewerdesk.domain.wording import count, show_date
from sewerdesk.services.due_permits import (
    _ended_permits,
    _permits,
    _private_times,
    _renewals,
    _unpaid_fees,
)
from sewerdesk.services.law import law_of
from sewerdesk.services.mailings import _mail_settings, _mail_without_result
from sewerdesk.services.money_held import _deposit_due
from sewerdesk.services.office_settings import _billing_settings, _letterhead

AHEAD_DAYS = 7
"""How far ahead the first page looks for answers, hearings and ordered actions."""
_CERTIFY_BY = "relevy.certify_by"
_CASE_ACTIONS = {
    "case.issue_notice": "Open notice",
    "case.record_answer": "Record answer",
    "case.reinspect": "Open case",
    "case.close": "Close case",
    "case.serve_otherwise": "Record service",
    "case.hearing": "Open case",
}
_WAITS_FOR = {
    ApplicationState.SUBMITTED: "Review",
    ApplicationState.UNDER_REVIEW: "Decide on",
    ApplicationState.INCOMPLETE: "Ask the applicant about",
    ApplicationState.APPROVED: "Issue the permit for",
}


def due_work(ws: Workspace) -> DueWork:
    """Everything that waits today."""
    law, today = law_of(ws), ws.clock.today()
    with ws.read() as session:
        money, permits = undeposited(session), running_permits(session)
        found = (
            *_cases(session, today),
            *_inspections(session, law, today),
            *_permits(permits, today),
            *_renewals(session, law, permits, today),
            *_ended_permits(session, permits, today),
            *_unpaid_fees(session, permits, today),
            *_applications(session),
            *_mail(session, today),
            *_receipts(money, _deposit_due(session, ws), today),
            *_covers(session, law, permits, today),
        )
        return DueWork(
            today=today,
            items=oldest_first(found),
            undeposited_receipts=money.count,
            undeposited_days=(today - money.oldest).days if money.oldest else 0,
            milestones=_milestones(session, law, today),
        )


def count_due(ws: Workspace) -> int:
    """How many things are due today or late, for the number beside the page's name."""
    work = due_work(ws)
    return work.due_today + work.overdue


def count_undeposited(ws: Workspace) -> int:
    """How many receipts wait to be carried to the bank."""
    with ws.read() as session:
        return undeposited(session).count


def count_waiting_applications(ws: Workspace) -> int:
    """How many applications wait for the office to review, decide or issue the permit."""
    with ws.read() as session:
        return count_office_turns(session)


def office_head(ws: Workspace) -> str:
    """Whose list it is, for its print."""
    with ws.read() as session:
        head = _letterhead(session)
    return " · ".join(part for part in (head.municipality, head.department) if part)


def today_pdf(ws: Workspace) -> bytes:
    """The list of today as a page to carry along."""
    from sewerdesk.documents.pdf.today_list import today_list_pdf

    return today_list_pdf(due_work(ws), office=office_head(ws), printed=ws.clock.now())


def _cases(session: Session, today: date) -> Iterator[DueItem]:
    for case_id, facts in due_cases(session, today):
        for item in due_items(facts, on=today):
            if item.action_key in _CASE_ACTIONS and is_within(item.due, today, days=AHEAD_DAYS):
                yield DueItem(
                    kind="case",
                    record_id=case_id,
                    what=f"{item.what} · {item.case_number}",
                    who_where=item.matter,
                    due=item.due,
                    rule=cited_rule(item.rule, item.citation),
                    action=_CASE_ACTIONS[item.action_key],
                    route_screen="cases",
                    route_tab=item.action_key,
                )


def _inspections(session: Session, law: Law, today: date) -> Iterator[DueItem]:
    timed = _private_times(session, law)
    for row in open_inspections(session, today):
        limit = timed.get(row.id)
        if limit is not None:
            yield replace(_inspection_item(row), due=limit.raw, rule=limit.sentence)
            continue
        if row.appointed_on is not None and row.appointed_on > today:
            continue
        yield _inspection_item(row)


def _inspection_item(row: InspectionRow) -> DueItem:
    stage = STAGE_WORDS[row.stage]
    what = f"Re-test, {stage.lower()}" if row.is_retest else stage
    appointed = row.appointed_on
    if appointed is None:
        rule = f"Asked for on {show_date(row.requested_on)}; no appointment is made yet."
    else:
        rule = f"Appointed for {show_date(appointed)}; it stays here until its result is recorded."
    return DueItem(
        kind="retest" if row.is_retest else "inspection",
        record_id=row.id,
        what=" · ".join(part for part in (row.appointed_at, what, row.number) if part),
        who_where=", ".join(part for part in (row.location or row.print_key, row.owner) if part),
        due=appointed,
        rule=rule,
        action="Record result" if appointed else "Set a day",
        route_screen="inspections",
        since=row.requested_on,
    )


def _applications(session: Session) -> Iterator[DueItem]:
    for row in waiting_applications(session):
        since = row.received_on
        yield DueItem(
            kind="application",
            record_id=row.id,
            what=f"{_WAITS_FOR[row.state]} {row.number or 'the draft application'}",
            who_where=", ".join(part for part in (row.place, row.owner) if part),
            due=None,
            rule=f"Received on {show_date(since)}." if since else "",
            action="Open",
            route_screen="application",
            since=since,
        )


def _mail(session: Session, today: date) -> Iterator[DueItem]:
    for paper in unmailed_papers(session, kinds=(NOTICE,)):
        yield DueItem(
            kind="mail_notice",
            record_id=paper.subject_id,
            what=f"Mail {paper.number}",
            who_where=f"To {paper.recipient}",
            due=paper.issued_on,
            rule=f"Issued on {show_date(paper.issued_on)}, not recorded as mailed.",
            action="Record mailing",
            route_screen="cases",
            route_tab="case.record_mailing",
        )
    days = _mail_settings(session).ask_after_days
    for silent in _mail_without_result(session, today):
        yield DueItem(
            kind="silent_mail",
            record_id=silent.subject_id,
            what=f"Ask the post office about {silent.number}",
            who_where=f"To {silent.recipient}, article ending in {silent.article[-4:]}",
            due=silent.ask_from,
            rule=f"Mailed on {show_date(silent.mailed_on)}; nothing was heard for {count(days, 'day')} (a setting).",
            action="Record result",
            route_screen="cases",
            route_tab="case.record_outcome",
        )


def _receipts(money: Undeposited, by: HeldMoney | None, today: date) -> Iterator[DueItem]:
    if money.count and money.oldest is not None:
        held = (today - money.oldest).days
        yield DueItem(
            kind="receipt",
            record_id=0,
            what=f"Deposit {count(money.count, 'receipt')}, ${format_money(money.total)}",
            who_where=f"The oldest is held for {count(held, 'day')}" if held else "Taken today",
            due=by.due.effective if by and by.due else None,
            rule=by.sentence if by and by.due else f"The oldest was received on {show_date(money.oldest)}.",
            action="Make deposit",
            route_screen="payments",
            since=money.oldest,
        )


def _covers(session: Session, law: Law, permits: Sequence[RunningPermit], today: date) -> Iterator[DueItem]:
    """Papers about to lapse, and contractors that may not go on working under the permits they have."""
    working = _permits_by_contractor(permits, today)
    scope = WorkScope.right_of_way(law)
    for contractor in all_contractors(session):
        facts, mine = contractor_facts(contractor), working.get(contractor.id, ())
        who = " · ".join((contractor.party.name, *((count(len(mine), "open permit"),) if mine else ())))
        fault = _fault(facts, law, mine, today)
        if fault:
            yield DueItem(
                kind="uncovered",
                record_id=contractor.id,
                what=f"May not work today: {fault[0]}",
                who_where=who,
                due=None,
                rule=fault[1],
                action="Open contractor",
                route_screen="contractors",
            )
        lapse = earliest_lapse(facts, law, on=today, scope=scope)
        if lapse is not None and is_within(lapse.last_day, today):
            yield DueItem(
                kind="cover",
                record_id=contractor.id,
                what=f"{lapse.paper[:1].upper()}{lapse.paper[1:]} lapses",
                who_where=who,
                due=lapse.last_day,
                rule=f"Its last day is {show_date(lapse.last_day)}; shown {LAPSING_DAYS} days ahead.",
                action="Open contractor",
                route_screen="contractors",
            )


def _permits_by_contractor(
    permits: Sequence[RunningPermit], today: date
) -> Mapping[int, Sequence[RunningPermit]]:
    """The permits under which a contractor may be working: in force, the contractor named by its record."""
    found: defaultdict[int, list[RunningPermit]] = defaultdict(list)
    for permit in permits:
        if permit.contractor_id is not None and (
            permit_standing(permit.facts, on=today).state is PermitState.IN_FORCE
        ):
            found[permit.contractor_id].append(permit)
    return found


def _fault(
    facts: ContractorFacts, law: Law, permits: Sequence[RunningPermit], today: date
) -> tuple[str, str] | None:
    """The first requirement of an open permit that its contractor fails today, and what is on file of it."""
    for permit in permits:
        scope = WorkScope(permit.triggers, None, permit.job)
        for line in standing(facts, law, on=today, scope=scope).failing:
            rule = f"{permit.facts.number}: {line.on_file}" + (f" ({line.citation})" if line.citation else "")
            return line.requirement.rstrip("."), rule
    return None


def _milestones(session: Session, law: Law, today: date) -> tuple[Milestone, ...]:
    """The quarter's days: what the last run set, and the day by which the law wants unpaid rents certified."""
    quarter = Quarter.of(today)
    found = [
        Milestone(quarter.start, f"{quarter.label} begins"),
        Milestone(quarter.end, f"{quarter.label} ends", "Read the meters, then bill"),
    ]
    run = last_run(session)
    if run is not None:
        found += [
            Milestone(run.bill_date, f"{run.number} billed", count(run.billed, "bill")),
            Milestone(run.due_date, "Bills due"),
        ]
        settings = _billing_settings(session)
        if settings.penalty_percent:
            day = run.due_date + timedelta(days=1)
            found.append(
                Milestone(
                    day, f"Penalty of {settings.penalty_percent.normalize():f}%", settings.penalty_authority
                )
            )
    certify = _certify_by(law, today)
    if certify is not None:
        found.append(certify)
    within = [one for one in found if quarter.start <= one.on <= quarter.end or one is certify]
    return tuple(sorted(within, key=lambda one: one.on))


def _certify_by(law: Law, today: date) -> Milestone | None:
    """The next day by which unpaid rents are certified for the tax roll, where the law gives one."""
    if not law.has_figure(_CERTIFY_BY):
        return None
    figure = law.figure(_CERTIFY_BY, today)
    if figure.value is None:
        return None
    month, day = (int(part) for part in figure.text.split("-"))
    on = date(today.year, month, day)
    if on < today:
        on = date(today.year + 1, month, day)
    left = (on - today).days
    return Milestone(on, "Certify unpaid rents", f"{count(left, 'day')} left ({figure.citation})")
