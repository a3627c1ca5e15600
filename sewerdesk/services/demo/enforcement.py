"""A violation: what was seen, the notice, the certified mail, the day of the answer."""

from datetime import date, timedelta

from sewerdesk.domain.cases import LawGiven, NoticeDraft
from sewerdesk.domain.law import Law
from sewerdesk.domain.mailing import MailMethod
from sewerdesk.domain.violations import CaseDraft
from sewerdesk.services.case_pages import case_view
from sewerdesk.services.demo import story
from sewerdesk.services.demo.story import Offense, Stage
from sewerdesk.services.due_work import due_work
from sewerdesk.services.law import law_of
from sewerdesk.services.mailings import MailingDraft, record_mailing
from sewerdesk.services.notices import issue_notice, law_given, notice_missing
from sewerdesk.services.officers import appoint_officer
from sewerdesk.services.papers import paper_file
from sewerdesk.services.parcels import list_parcels
from sewerdesk.services.violations import open_case, save_notice


def notify(stage: Stage) -> None:
    """Open a case on a parcel with an account, issue the notice and mail it certified."""
    ws, today = stage.ws, stage.ws.clock.today()
    law = law_of(ws)
    told = _story_of(law)
    if told is None:
        stage.say(
            "The law file has no section that the story breaks; no notice is written until it is entered"
        )
        return
    appoint_officer(ws, role="enforces", person=story.OPERATOR, phone=story.PHONE, since=stage.first_day)
    parcel = next(row for row in list_parcels(ws) if row.accounts == 1 and row.in_district)
    case_id = open_case(ws, draft=_case(stage, law, parcel.id, told))
    missing = notice_missing(ws, case_id=case_id)
    stage.say(
        f"Case {case_view(ws, case_id=case_id).row.number} opened; its notice still lacks {len(missing)} parts"
    )
    notice = _notice(law_given(ws), told, today)
    save_notice(ws, case_id=case_id, notice=notice, version=case_view(ws, case_id=case_id).version)
    issued = issue_notice(ws, case_id=case_id)
    mailed = MailingDraft(MailMethod.CERTIFIED, story.ARTICLE, today)
    given = record_mailing(ws, paper_id=issued.paper_ids[0], draft=mailed)
    stage.keep(
        f"{issued.number} notice of violation.pdf",
        paper_file(ws, paper_id=issued.paper_ids[0]).content,
        f"Notice {issued.number}, certified no. {story.ARTICLE}: answer due {given.due_on:%m/%d/%Y}; {given.rule}"
        if given.due_on
        else f"Notice {issued.number}, certified no. {story.ARTICLE}",
    )
    if given.due_on is not None:
        stage.go_to((given.due_on - stage.first_day).days)
        due = [item for item in due_work(ws).items if item.record_id == case_id]
        shown = "; ".join(item.what for item in due) or "nothing of the case"
        stage.say(f"Today on {given.due_on:%m/%d/%Y} shows: {shown}")


def _story_of(law: Law) -> tuple[str, Offense] | None:
    """The section of the law that the story breaks, and what was seen; ``None`` where the law has none."""
    known = {row.key for row in law.violations}
    return next(
        ((key, offense) for offense in story.OFFENSES for key in offense.keys if key in known),
        None,
    )


def _notice(given: LawGiven, told: tuple[str, Offense], today: date) -> NoticeDraft:
    """The notice as the clerk types it; what the law leaves blank is entered with its made-up source."""
    answer = today + timedelta(days=story.ANSWER_DAYS)
    return NoticeDraft(
        article_1=story.ARTICLE,
        action_1=told[1].action,
        due_1=answer,
        answer_due=None if given.answer else answer,
        answer_rule="" if given.answer else f"{story.ANSWER_DAYS} days from the notice ({story.COUNSEL})",
        notice_time="" if given.notice_time else "one business day",
        appeal_text="" if given.appeal else "You may ask the Board in writing to hear you.",
        appeal_source="" if given.appeal else story.COUNSEL,
        penalty_text="" if given.penalties else "A fine may be sought in court.",
        penalty_source="" if given.penalties else story.COUNSEL,
        enclosures="3 photographs",
        copies="None",
    )


def _case(stage: Stage, law: Law, parcel_id: int, told: tuple[str, Offense]) -> CaseDraft:
    key, offense = told
    return CaseDraft(
        parcel_id=parcel_id,
        observed_on=stage.ws.clock.today(),
        observed_at="9:40 AM",
        observed_by=story.OPERATOR,
        observer_title=law.officer("inspects").title,
        facts=offense.facts,
        violation_keys=(key,),
    )
