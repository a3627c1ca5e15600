"""A notice of violation put together: from the case, the office and the law; what is missing stays empty."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from sewerdesk.data.models.account import Account, AccountStatus
from sewerdesk.data.models.violation import ViolationCase
from sewerdesk.data.queries.violations import case_draft, notice_of
from sewerdesk.documents.letters import Template, load_template, render
from sewerdesk.domain.cases import NoticeDraft, cited_rule
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law
from sewerdesk.domain.law.words import acting_under
from sewerdesk.domain.mailing import method_words, parse_article_number, postal_lines, service_line
from sewerdesk.domain.notices import Finding, NoticeContent, Recipient, RequiredAction, Signer, SourcedText
from sewerdesk.domain.violations import cite
from sewerdesk.services.holidays import _calendar
from sewerdesk.services.mailings import CERTIFIED_METHODS, _mail_settings
from sewerdesk.services.notice_law import _answer, _cited, _notice_time, _officer, _penalties, _text
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.officers import _holder
from sewerdesk.services.parcels import _owner_of
from sewerdesk.services.parties import _postal_address

_AT_ISSUE = "(number at issue)"
_WORDING, _OATH = "violation-notice", "affidavit-of-mailing"


@dataclass(frozen=True, slots=True)
class _Office:
    """What a notice takes from the office on its day."""

    dated: date
    phone: str
    hours: str
    signer: Signer
    assumed_days: int | None
    calendar: HolidayCalendar


def _content(session: Session, law: Law, case: ViolationCase, today: date, *, printed: str) -> NoticeContent:
    """The notice as far as it goes; what is missing is empty, never made up."""
    notice, draft = notice_of(case), case_draft(case)
    office = _office(session, law, notice, today)
    due, _ = _answer(law, office.calendar, today, notice.mail_on or today, office.assumed_days)
    cited = cite(law, draft.violation_keys, on=today)
    answer_on = due.deadline.effective if due else notice.answer_due
    appeal = _appeal(law, notice)
    time = _notice_time(law, today)[0] or notice.notice_time.strip()
    fields = _merge_fields(law, case, office, answer_on=answer_on, time=time, appeal=appeal.text)
    parts = _Parts(load_template(_WORDING), fields)
    recipients = _recipients(session, case, notice, today)
    article = _article(notice.article_1)
    return NoticeContent(
        number="",
        service_line=_service_line(notice, article),
        dated=today,
        recipients=recipients,
        property_address=case.parcel.location or f"parcel {case.parcel.print_key}",
        print_key=case.parcel.print_key,
        account_no=", ".join(_account_numbers(session, case.parcel_id)) or "none",
        case_no=case.number,
        findings=tuple(Finding(one.fact, one.evidence) for one in draft.facts),
        citations=tuple(_cited(law, one) for one in cited),
        actions=_actions(notice),
        response_due=answer_on,
        response_rule=cited_rule(due.sentence, due.citation) if due else notice.answer_rule.strip(),
        appeal=SourcedText(parts.text("appeal"), appeal.source),
        penalties=_penalties(law, notice, cited),
        contact=_contact(office),
        signer=office.signer,
        enclosures=_lines(notice.enclosures),
        copies=_lines(notice.copies),
        affidavit=_affidavit(law, notice, recipients[0], _AT_ISSUE, article) if recipients else (),
        printed=printed,
        **_leads(parts),
    )


def _leads(parts: "_Parts") -> dict[str, Any]:
    """The sentences of the letter that stand before its lists, and which wording they are."""
    return {
        "title": parts.title,
        "authority": parts.text("authority"),
        "findings_lead": parts.text("findings"),
        "citation_lead": parts.text("citation"),
        "action_lead": parts.text("action"),
        "response": parts.text("response"),
        "reinspection": parts.text("reinspection"),
        "penalties_lead": parts.text("penalties"),
        "liability": parts.text("liability"),
        "mark": parts.template.id,
        "version": f"v{parts.template.version}",
    }


def _appeal(law: Law, notice: NoticeDraft) -> SourcedText:
    """The clerk's text on the appeal where there is one, else the law's, else nothing."""
    if notice.appeal_text.strip():
        return SourcedText(notice.appeal_text.strip(), notice.appeal_source.strip())
    return _text(law, "appeal") or SourcedText("", "")


def _office(session: Session, law: Law, notice: NoticeDraft, today: date) -> _Office:
    head = _letterhead(session)
    officer = _officer(law)
    holder = _holder(session, officer.role, today) if officer else None
    name = notice.signer.strip() or (holder.person if holder else "")
    phone = (holder.phone if holder else "") or head.phone
    return _Office(
        dated=today,
        phone=head.phone,
        hours=head.hours,
        signer=Signer(name, officer.signs_as if officer else "", phone),
        assumed_days=_mail_settings(session).assumed_days,
        calendar=_calendar(session),
    )


class _Parts:
    """The parts of a letter of which some fields may still be empty; a part that needs one is empty then."""

    def __init__(self, template: Template, fields: Mapping[str, str]) -> None:
        self.template = template
        self._empty = {name for name, value in fields.items() if not value.strip()}
        self._words = render(template, {name: value.strip() or "?" for name, value in fields.items()})

    @property
    def title(self) -> str:
        """The letter's title."""
        return self._words.title

    def text(self, part: str) -> str:
        """A part, empty while a field of it is."""
        paragraph = next(one for one in self.template.paragraphs if one.part == part)
        return "" if paragraph.fields & self._empty else self._words.text(part)


def _merge_fields(
    law: Law,
    case: ViolationCase,
    office: _Office,
    *,
    answer_on: date | None,
    time: str,
    appeal: str,
) -> dict[str, str]:
    from sewerdesk.documents.pdf.legal import long_date, weekday_date

    officer = _officer(law)
    return {
        "officer_title": officer.title if officer else "",
        "municipality": law.municipality,
        "law_title": f"the {law.header.law_title}",
        "authority": acting_under(law, officer) if officer else "",
        "observed_on": long_date(case.observed_on),
        "observed_at": case.observed_at,
        "observer": case.observed_by,
        "observer_title": case.observer_title,
        "response_due": weekday_date(answer_on) if answer_on else "",
        "phone": office.phone,
        "notice_time": time,
        "appeal": appeal,
    }


def _recipients(
    session: Session, case: ViolationCase, notice: NoticeDraft, today: date
) -> tuple[Recipient, ...]:
    try:
        owner = _owner_of(session, case.parcel_id, today)
        lines = postal_lines(_postal_address(owner, today))
    except UserError:  # the part "recipient" is then missing, and the strip says so
        return ()
    found = [Recipient(owner.name, lines, "owner of record")]
    if notice.second_name.strip():
        typed = (notice.second_name.strip(), *_lines(notice.second_lines))
        found.append(Recipient(typed[0], typed if len(typed) > 1 else (), notice.second_capacity.strip()))
    return tuple(found)


def _account_numbers(session: Session, parcel_id: int) -> Sequence[str]:
    statement = (
        select(Account.number)
        .join(AccountStatus, AccountStatus.account_id == Account.id)
        .where(
            Account.parcel_id == parcel_id,
            AccountStatus.valid_to.is_(None),
            AccountStatus.status.not_in(("closed", "void")),
        )
        .order_by(Account.number)
    )
    return session.scalars(statement).all()


def _actions(notice: NoticeDraft) -> tuple[RequiredAction, ...]:
    """The ordered actions; none while one lacks its day, so that the part counts as missing."""
    typed = notice.typed_actions
    if any(due is None for _, _, due in typed):
        return ()
    return tuple(RequiredAction(text, due) for _, text, due in typed if due is not None)


def _contact(office: _Office) -> str:
    who = ", ".join(part for part in (office.signer.name, office.signer.title) if part)
    if not (who and office.phone):
        return ""
    return f"{', '.join(part for part in (who, office.phone, office.hours) if part)}."


def _article(typed: str) -> str:
    try:
        return parse_article_number(typed).digits
    except UserError:
        return ""


def _service_line(notice: NoticeDraft, article: str) -> str:
    """The line above the letter; empty while certified mail has no number."""
    if notice.method is None or (notice.method in CERTIFIED_METHODS and not article):
        return ""
    return service_line(notice.method, parse_article_number(article) if article else None)


def _affidavit(
    law: Law, notice: NoticeDraft, recipient: Recipient, number: str, article: str
) -> tuple[str, ...]:
    if notice.method is None or not recipient.lines:
        return ()
    fields = {
        "county": law.county.upper(),
        "document_name": f"Notice of Violation {number}",
        "addressees": ", ".join(recipient.lines),
        "method": method_words(notice.method),
    }
    if article and notice.method in CERTIFIED_METHODS:
        fields["certified_no"] = parse_article_number(article).display
    return tuple(one.text for one in render(load_template(_OATH), fields).paragraphs)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())
