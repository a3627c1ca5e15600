"""The notice of violation: its parts from the law, the case and the clerk; issued whole, once for each recipient."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from sewerdesk.data.models.paper import Paper
from sewerdesk.data.models.violation import CaseEvent, ViolationCase
from sewerdesk.data.numbers import take_number
from sewerdesk.data.queries.violations import NOTICE, SUBJECT, case_draft, case_facts, notice_of
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.cases import LawGiven, NoticeDraft
from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.law import Law
from sewerdesk.domain.mailing import MailMethod, parse_article_number
from sewerdesk.domain.notices import NoticeContent, check_complete, missing_parts
from sewerdesk.domain.numbering import SeriesKind
from sewerdesk.domain.violations import CASE_MACHINE, CaseEventKind, case_state, cite
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.law import law_of
from sewerdesk.services.mailings import CERTIFIED_METHODS, _mail_settings, _used
from sewerdesk.services.notice_law import (
    _answer,
    _kept_answer,
    _kept_citation,
    _mail_methods,
    _notice_time,
    _officer,
    _passage,
)
from sewerdesk.services.notice_parts import _affidavit, _article, _content, _service_line
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.officers import _holder
from sewerdesk.services.papers import _freeze_paper


@dataclass(frozen=True, slots=True)
class IssuedNotice:
    """A notice as issued: its number, and one frozen copy for each recipient."""

    number: str
    paper_ids: tuple[int, ...]


def notice_missing(ws: Workspace, *, case_id: int) -> tuple[str, ...]:
    """The parts that the notice of a case still lacks, in the order in which it prints them."""
    law = law_of(ws)
    with ws.read() as session:
        return _missing(session, law, _case(session, case_id), ws.clock.today())


def notice_preview(ws: Workspace, *, case_id: int) -> bytes:
    """The notice as it would be issued today, marked as a draft; ``RuleViolation`` names what it lacks."""
    from sewerdesk.documents.pdf.violation_notice import violation_notice_pdf

    law = law_of(ws)
    with ws.read() as session:
        case = _case(session, case_id)
        content = _content(session, law, case, ws.clock.today(), printed=moment_words(ws.clock.now()))
        return violation_notice_pdf(
            replace(content, number="not issued yet"), letterhead=_letterhead(session), mark="DRAFT"
        )


def issue_notice(ws: Workspace, *, case_id: int) -> IssuedNotice:
    """Issue the notice of a case: the number, one frozen PDF for each recipient, and the step in the case.

    ``RuleViolation`` while a part is empty; ``FieldErrors`` where an article number was used before.
    """
    law, today = law_of(ws), ws.clock.today()
    with ws.write() as session:
        case = _case(session, case_id)
        state = case_state(case_facts(case, (), owner=""), on=today)
        CASE_MACHINE.move(state, "notice", record=case.number)
        content = _content(session, law, case, today, printed=moment_words(ws.clock.now()))
        check_complete(replace(content, number="(number at issue)"))
        _check_articles(session, notice_of(case))
        number = take_number(session, kind=SeriesKind.NOTICE_OF_VIOLATION.value, year=today.year)
        papers = _issue_copies(session, law, case, replace(content, number=number))
        case.events.append(
            CaseEvent(
                event=CaseEventKind.NOTICE_ISSUED.value,
                on=today,
                paper_id=papers[0].id,
                note=f"{number} to {', '.join(one.name for one in content.recipients)}",
                actor=session.info["actor"],
            )
        )
        return IssuedNotice(number, tuple(paper.id for paper in papers))


def answer_if_mailed(ws: Workspace, *, on: date | None) -> str:
    """When the answer is due if a notice dated today goes out on a day, or why the law does not say."""
    law, calendar, today = law_of(ws), calendar_of(ws), ws.clock.today()
    with ws.read() as session:
        assumed = _mail_settings(session).assumed_days
    due, problem = _answer(law, calendar, today, on or today, assumed)
    return due.sentence if due else problem


def law_given(ws: Workspace) -> LawGiven:
    """What the law gives for a notice dated today, so that the form asks only for the rest."""
    law, calendar, today = law_of(ws), calendar_of(ws), ws.clock.today()
    officer = _officer(law)
    with ws.read() as session:
        assumed = _mail_settings(session).assumed_days
        holder = _holder(session, officer.role, today) if officer else None
        person = holder.person if holder else ""
    due, problem = _answer(law, calendar, today, today, assumed)
    appeal, penalties, time = _passage(law, "appeal"), _passage(law, "penalties"), _notice_time(law, today)
    rule = next((row for row in law.service_rules if row.key == "notice"), None)
    return LawGiven(
        appeal=appeal[0],
        appeal_source=appeal[1],
        appeal_note=appeal[2],
        penalties=penalties[0],
        penalties_source=penalties[1],
        penalties_note=penalties[2],
        notice_time=time[0],
        notice_time_source=time[1],
        answer=due.sentence if due else "",
        answer_source=due.citation if due else "",
        answer_problem=problem,
        officer_title=officer.title if officer else "",
        officer_source=officer.citation if officer else "",
        officer_person=person,
        methods=_mail_methods(law),
        service=rule.sentence if rule else "",
        service_source=rule.citation if rule else "",
    )


def _case(session: Session, case_id: int) -> ViolationCase:
    case = session.get(ViolationCase, case_id)
    if case is None:
        raise UserError("That case is not in this office. Refresh the list (F5) and choose it again.")
    return case


def _missing(session: Session, law: Law, case: ViolationCase, today: date) -> tuple[str, ...]:
    content = _content(session, law, case, today, printed="")
    return missing_parts(replace(content, number="(number at issue)"))


def _issue_copies(
    session: Session, law: Law, case: ViolationCase, content: NoticeContent
) -> tuple[Paper, ...]:
    """One paper for each recipient, addressed to him, with his own article number and affidavit."""
    notice = notice_of(case)
    articles = (_article(notice.article_1), _article(notice.article_2))
    papers = []
    assert content.dated is not None
    rules = {
        "answer": _kept_answer(law, content.dated),
        "citations": [
            _kept_citation(one) for one in cite(law, case_draft(case).violation_keys, on=content.dated)
        ],
    }
    for place, recipient in enumerate(content.recipients):
        others = tuple(one for one in content.recipients if one is not recipient)
        copy = replace(
            content,
            recipients=(recipient, *others),
            service_line=_service_line(notice, articles[place]),
            affidavit=_affidavit(law, notice, recipient, content.number, articles[place]),
        )
        papers.append(_freeze_copy(session, case, copy, rules, place=place + 1, article=articles[place]))
    return tuple(papers)


def _freeze_copy(
    session: Session,
    case: ViolationCase,
    copy: NoticeContent,
    rules: Mapping[str, Any],
    *,
    place: int,
    article: str,
) -> Paper:
    """Keep one copy with what its mailing needs to know, and the rules of law that it was issued under."""
    from sewerdesk.documents.pdf.violation_notice import violation_notice_pdf

    notice, recipient = notice_of(case), copy.recipients[0]
    assert copy.response_due is not None
    return _freeze_paper(
        session,
        number=copy.number,
        part=str(place),
        kind=NOTICE,
        title=f"{copy.title}, {recipient.name}",
        subject=(SUBJECT, case.id),
        template=(copy.mark, copy.version),
        merged={
            "recipient": recipient.name,
            "capacity": recipient.capacity,
            "lines": list(recipient.lines),
            "method": (notice.method or MailMethod.CERTIFIED).value,
            "article": article,
            "response_due": copy.response_due.isoformat(),
            "response_rule": copy.response_rule,
            **rules,
            "typed_due": notice.answer_due is not None and copy.response_due == notice.answer_due,
        },
        content=violation_notice_pdf(copy, letterhead=_letterhead(session)),
    )


def _check_articles(session: Session, notice: NoticeDraft) -> None:
    """Every certified copy has its own, unused number."""
    if notice.method not in CERTIFIED_METHODS:
        return
    errors: dict[str, str] = {}
    names = ["article_1", *(["article_2"] if notice.second_name.strip() else [])]
    for name in names:
        try:
            problem = _used(session, parse_article_number(getattr(notice, name)).digits)
        except UserError as failure:
            problem = failure.message
        if problem:
            errors[name] = problem
    if not errors and len(names) > 1 and _article(notice.article_1) == _article(notice.article_2):
        errors["article_2"] = "Each recipient's piece has its own number; this one is the first recipient's."
    if errors:
        raise FieldErrors(errors)
