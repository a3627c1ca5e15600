"""What goes out by mail: recorded with its article number, followed to its result, the answer's day reckoned."""

from dataclasses import asdict, dataclass
from datetime import date, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.office import OfficeProfile
from sewerdesk.data.models.paper import Mailing as MailingRow
from sewerdesk.data.models.paper import MailingOutcome, Paper
from sewerdesk.data.models.violation import CaseEvent, ViolationCase
from sewerdesk.data.queries.violations import SUBJECT, mailing_facts, silent_mail
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.answer_times import AnswerRule, response_by
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law
from sewerdesk.domain.mail_settings import MailSettings, check_mail_settings, mail_settings_from_json
from sewerdesk.domain.mailing import (
    MailMethod,
    MailOutcome,
    method_words,
    parse_article_number,
    record_outcome,
)
from sewerdesk.domain.plain import from_plain
from sewerdesk.domain.violations import CaseEventKind
from sewerdesk.domain.wording import join_words, show_date
from sewerdesk.services.holidays import calendar_of
from sewerdesk.services.law import law_of

CERTIFIED_METHODS = frozenset({MailMethod.CERTIFIED, MailMethod.CERTIFIED_AND_FIRST_CLASS})
_IN_PERSON = frozenset({MailMethod.PERSONAL, MailMethod.BY_HAND})
_OTHER_WAYS = {"personal": "in person", "posting": "by posting it on the building"}
_SERVED = _IN_PERSON | {MailMethod.SUBSTITUTED, MailMethod.POSTED}


@dataclass(frozen=True, slots=True)
class MailingDraft:
    """How one copy of a paper was brought to its recipient, as typed."""

    method: MailMethod | None = None
    article: str = ""
    mailed_on: date | None = None


@dataclass(frozen=True, slots=True)
class OutcomeDraft:
    """What the post said of a mailing, as typed."""

    outcome: MailOutcome | None = None
    on: date | None = None
    signer: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class GivenPaper:
    """What recording a mailing came to: the day of the answer and the sentence that explains it, if one is due."""

    mailing_id: int
    due_on: date | None
    rule: str


@dataclass(frozen=True, slots=True)
class SilentMail:
    """Certified mail of which nothing was heard for longer than the office waits."""

    mailing_id: int
    number: str
    recipient: str
    article: str
    mailed_on: date
    ask_from: date
    subject: str
    subject_id: int


def mail_settings(ws: Workspace) -> MailSettings:
    """The office's choices about mail."""
    with ws.read() as session:
        return _mail_settings(session)


def save_mail_settings(ws: Workspace, *, settings: MailSettings) -> None:
    """Save them; reckonings already made keep the sentence they were made with."""
    errors = check_mail_settings(settings)
    if errors:
        raise FieldErrors(errors)
    with ws.write(reason="mail settings") as session:
        profile = session.scalars(select(OfficeProfile)).one()
        profile.settings = {**profile.settings, "mail": asdict(settings)}


def article_problem(ws: Workspace, *, typed: str) -> str:
    """What is wrong with an article number as typed or scanned; empty where it may be used."""
    try:
        digits = parse_article_number(typed).digits
    except UserError as problem:
        return problem.message
    with ws.read() as session:
        return _used(session, digits)


def record_mailing(ws: Workspace, *, paper_id: int, draft: MailingDraft) -> GivenPaper:
    """Record how and when one copy of a paper went out, and reckon the day of the answer from it.

    ``FieldErrors`` names a wrong, used or different article number, or a day that cannot be.
    """
    calendar = calendar_of(ws)
    with ws.write() as session:
        paper = _paper(session, paper_id)
        article = _checked(session, paper, draft)
        assert draft.method is not None
        assert draft.mailed_on is not None
        row = MailingRow(
            paper_id=paper.id,
            recipient=paper.merged["recipient"],
            address_lines=paper.merged["lines"],
            method=draft.method.value,
            article_number=article,
            mailed_on=draft.mailed_on,
            actor=session.info["actor"],
        )
        session.add(row)
        session.flush()  # the id is part of the answer
        event = _given(session, calendar, paper, row)
        return GivenPaper(row.id, event.due_on if event else None, event.due_rule if event else "")


def record_mail_outcome(ws: Workspace, *, mailing_id: int, draft: OutcomeDraft) -> str:
    """Record what became of a mailing; returns what must follow, empty where nothing must."""
    errors: dict[str, str] = {}
    if draft.outcome is None:
        errors["outcome"] = "Choose what the post office said."
    if draft.on is None:
        errors["on"] = "Enter the day."
    elif draft.on > ws.clock.today():
        errors["on"] = f"It cannot have happened on {show_date(draft.on)}; that day is to come."
    if errors:
        raise FieldErrors(errors)
    assert draft.outcome is not None
    assert draft.on is not None
    law, calendar = law_of(ws), calendar_of(ws)
    with ws.write() as session:
        row = session.get_one(MailingRow, mailing_id)
        paper = session.get_one(Paper, row.paper_id)
        after = record_outcome(
            mailing_facts(row, paper.number), outcome=draft.outcome, on=draft.on, signed_by=draft.signer
        )
        row.outcomes.append(
            MailingOutcome(
                outcome=draft.outcome.value,
                on=draft.on,
                signer=after.signed_by,
                note=draft.note.strip(),
                actor=session.info["actor"],
            )
        )
        if after.received is not None:
            _given(session, calendar, paper, row, received=after.received)
        return follow_up(draft.outcome, law) if after.must_be_served_otherwise else ""


def mail_without_result(ws: Workspace) -> tuple[SilentMail, ...]:
    """Certified mail of which nothing was heard for longer than the office waits, the oldest first."""
    with ws.read() as session:
        return _mail_without_result(session, ws.clock.today())


def follow_up(outcome: MailOutcome, law: Law) -> str:
    """What must be done because a paper did not reach the one it is for, by the law's rule of service."""
    rule = next((row for row in law.service_rules if row.key == "notice"), None)
    said = {
        MailOutcome.REFUSED: "The mail was refused.",
        MailOutcome.UNCLAIMED: "The mail was not claimed.",
        MailOutcome.RETURNED: "The mail came back.",
    }
    ways = [words for key, words in _OTHER_WAYS.items() if rule is None or key in rule.methods]
    how = join_words(ways, last="or") if ways else "in another way that the law names"
    where = f" ({rule.citation})" if rule is not None else ""
    return f"{said.get(outcome, '')} Serve it {how}{where}, and record that.".strip()


def _mail_without_result(session: Session, today: date) -> tuple[SilentMail, ...]:
    days = _mail_settings(session).ask_after_days
    return tuple(
        SilentMail(
            mailing_id=row.id,
            number=paper.number,
            recipient=row.recipient,
            article=row.article_number or "",
            mailed_on=row.mailed_on,
            ask_from=row.mailed_on + timedelta(days=days),
            subject=paper.subject,
            subject_id=paper.subject_id,
        )
        for row, paper in silent_mail(session)
        if mailing_facts(row, paper.number).result_overdue(today, days=days)
    )


def _mail_settings(session: Session) -> MailSettings:
    profile = session.scalars(select(OfficeProfile)).one()
    return mail_settings_from_json(profile.settings.get("mail", {}))


def _paper(session: Session, paper_id: int) -> Paper:
    paper = session.get(Paper, paper_id)
    if paper is None or "recipient" not in paper.merged:
        raise UserError("That paper is not one that is mailed. Refresh the page (F5) and choose it again.")
    return paper


def _checked(session: Session, paper: Paper, draft: MailingDraft) -> str | None:
    """The article number to keep; ``FieldErrors`` for what cannot be."""
    errors: dict[str, str] = {}
    article: str | None = None
    if draft.method is None:
        errors["method"] = "Choose how it went out."
    elif draft.method in CERTIFIED_METHODS:
        try:
            article = parse_article_number(draft.article).digits
            problem = _used(session, article) or _differs(paper, article)
        except UserError as failure:
            problem = failure.message
        if problem:
            errors["article"] = problem
    day = draft.mailed_on
    today = session.info["clock"].today()
    if day is None:
        errors["mailed_on"] = "Enter the day on which it went out."
    elif day > today:
        errors["mailed_on"] = f"It cannot have gone out on {show_date(day)}; that day is to come."
    elif day < paper.issued_on:
        errors["mailed_on"] = (
            f"{paper.number} was issued on {show_date(paper.issued_on)}; it cannot have gone out before."
        )
    if errors:
        raise FieldErrors(errors)
    return article


def _used(session: Session, digits: str) -> str:
    statement = (
        select(Paper.number, MailingRow.recipient, MailingRow.mailed_on)
        .join(Paper, Paper.id == MailingRow.paper_id)
        .where(MailingRow.article_number == digits)
    )
    found = session.execute(statement).first()
    if found is None:
        return ""
    number, recipient, mailed_on = found
    return (
        f"That number was used on {show_date(mailed_on)} for {number} to {recipient}. "
        "Take the number from this piece's own label."
    )


def _differs(paper: Paper, digits: str) -> str:
    """The notice and its affidavit print the number, so another one would make both untrue."""
    printed = paper.merged.get("article", "")
    if not printed or printed == digits:
        return ""
    return (
        f"{paper.number} prints the number ending in {printed[-4:]}; this one ends in {digits[-4:]}. "
        "Use the label whose number is printed, or issue the notice anew."
    )


def _given(
    session: Session,
    calendar: HolidayCalendar,
    paper: Paper,
    row: MailingRow,
    *,
    received: date | None = None,
) -> CaseEvent | None:
    """The step "notice given" of the paper's case with the day of the answer; ``None`` where nothing new follows."""
    if paper.subject != SUBJECT:
        return None
    case = session.get_one(ViolationCase, paper.subject_id)
    due_on, rule, citation = _reckoned(session, calendar, paper, row, received=received)
    known = [one for one in case.events if one.paper_id == paper.id and one.due_on is not None]
    if received is not None and (due_on is None or (known and known[-1].due_on == due_on)):
        return None
    how = method_words(MailMethod(row.method))
    event = CaseEvent(
        event=CaseEventKind.NOTICE_GIVEN.value,
        on=received or row.mailed_on,
        paper_id=paper.id,
        due_on=due_on,
        due_rule=rule,
        citation=citation,
        note=f"To {row.recipient}: received" if received else f"To {row.recipient} by {how}",
        actor=session.info["actor"],
    )
    case.events.append(event)
    return event


def _reckoned(
    session: Session,
    calendar: HolidayCalendar,
    paper: Paper,
    row: MailingRow,
    *,
    received: date | None,
) -> tuple[date | None, str, str]:
    """The day of the answer by the rule that the notice was issued under; where the law was blank, the day it prints.

    An act of the Board that is entered later does not change it, also where it reaches back.
    """
    printed = date.fromisoformat(paper.merged["response_due"])
    kept = paper.merged.get("answer")
    if kept is None:
        return printed, paper.merged["response_rule"], ""
    method = MailMethod(row.method)
    try:
        due = response_by(
            from_plain(AnswerRule, kept),
            calendar,
            dated=paper.issued_on,
            mailed=row.mailed_on,
            served=row.mailed_on if method in _SERVED else received,
            received=row.mailed_on if method in _IN_PERSON else received,
            assumed_days=_mail_settings(session).assumed_days,
        )
    except UserError as problem:
        if paper.merged.get("typed_due"):
            return printed, paper.merged["response_rule"], ""
        return None, problem.message, ""
    if due.deadline.effective < printed:
        rule = f"The notice prints {show_date(printed)}, which is not shortened. {due.sentence}"
        return printed, rule, due.citation
    return due.deadline.effective, due.sentence, due.citation
