"""A violation from the observation to the mailed notice, its answer, and the closed case."""

from datetime import date

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.cases import NoticeDraft
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.mailing import MailMethod, MailOutcome
from sewerdesk.domain.violations import CaseState
from sewerdesk.services.case_pages import case_view
from sewerdesk.services.due_work import due_work
from sewerdesk.services.mailings import (
    MailingDraft,
    OutcomeDraft,
    mail_without_result,
    record_mail_outcome,
    record_mailing,
)
from sewerdesk.services.notices import issue_notice, notice_missing, notice_preview
from sewerdesk.services.papers import paper_file
from sewerdesk.services.searching import find
from sewerdesk.services.violations import close_case, comply, extend_time, record_answer, save_notice
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.cases import ARTICLE, FACT, open_sample_case, whole_notice
from tests.support.fieldwork import add_parcel

DUE_RULE = (
    "Counted from the date of mailing, 1/6/2027. 10 days from 1/6/2027 is Saturday 1/16/2027; next business day "
    "Tuesday 1/19/2027 (Gen. Constr. Law §25-a)."
)


def certified(day: date, article: str = ARTICLE) -> MailingDraft:
    return MailingDraft(MailMethod.CERTIFIED, article, day)


def test_follow_a_case_from_observation_to_closing(ws: Workspace) -> None:
    ws.clock = FixedClock(date(2027, 1, 6))
    case = open_sample_case(ws, add_parcel(ws), notice=NoticeDraft(article_1=ARTICLE))
    assert notice_missing(ws, case_id=case) == (
        "the required actions, each with its date",
        "the enclosures (write None if there are none)",
        "the copies (write None if there are none)",
    )
    with pytest.raises(RuleViolation, match="cannot be issued; it still lacks the required actions"):
        issue_notice(ws, case_id=case)
    save_notice(
        ws,
        case_id=case,
        notice=whole_notice(date(2027, 1, 6)),
        version=case_view(ws, case_id=case).version,
    )
    assert "DRAFT" in pages_text(notice_preview(ws, case_id=case))[0]

    issued = issue_notice(ws, case_id=case)
    assert issued.number == "NOV-2027-0001"
    [paper] = issued.paper_ids
    text = " ".join(" ".join(pages_text(paper_file(ws, paper_id=paper).content)).split())
    assert FACT in text
    assert "Storm, cooling or unpolluted industrial water discharged to a sanitary sewer." in text
    assert "9589 0710 5270 0000 0000 14" in text
    # 10 days after mailing on Wednesday 1/6 is Saturday 1/16; Monday 1/18 is Martin Luther King Day
    assert "January 19, 2027" in text
    assert "(§1010, title only; from the New York model law; the town attorney has yet to confirm it)" in text
    assert "gives you this notice under the Town of Hague Sewer Use Law, Art. 10, which governs" in text
    assert "within the time shown" not in text  # the notice shows no time for a petition
    assert [item.what for item in due_work(ws).items if item.kind == "mail_notice"] == ["Mail NOV-2027-0001"]

    with pytest.raises(FieldErrors, match="wrong digit"):
        record_mailing(ws, paper_id=paper, draft=certified(date(2027, 1, 6), ARTICLE[:-1] + "5"))
    given = record_mailing(ws, paper_id=paper, draft=certified(date(2027, 1, 6)))
    assert (given.due_on, given.rule) == (date(2027, 1, 19), DUE_RULE)
    with pytest.raises(FieldErrors, match="That number was used on 1/6/2027 for NOV-2027-0001"):
        record_mailing(ws, paper_id=paper, draft=certified(date(2027, 1, 6)))

    ws.clock = FixedClock(date(2027, 1, 19))
    [answer] = [item for item in due_work(ws).items if item.kind == "case"]
    assert (answer.what, answer.due) == ("Answer due · CAS-2027-0001", date(2027, 1, 19))
    assert answer.rule == f"{DUE_RULE[:-1]}; §1002 (title only; New York model law)."
    assert answer.who_where == "12 Main St, Ann O'Brien"

    extend_time(ws, case_id=case, until=date(2027, 2, 2), reason="Pump on order", authority="R. Field")
    view = case_view(ws, case_id=case)
    assert view.answer_due == date(2027, 2, 2)
    assert view.answer_rule == "Extended from 1/19/2027 by R. Field: Pump on order"

    ws.clock = FixedClock(date(2027, 1, 22))
    assert [row.article for row in mail_without_result(ws)] == [ARTICLE]
    follows = record_mail_outcome(
        ws,
        mailing_id=given.mailing_id,
        draft=OutcomeDraft(MailOutcome.UNCLAIMED, date(2027, 1, 22)),
    )
    # the law's rule of service names personal service and mail; posting on the building is not in it
    assert follows == (
        "The mail was not claimed. Serve it in person (§1011 (title only; New York model law)), and record that."
    )
    assert case_view(ws, case_id=case).mailings[0].follow_up == follows
    record_mailing(ws, paper_id=paper, draft=MailingDraft(MailMethod.POSTED, "", date(2027, 1, 22)))
    assert case_view(ws, case_id=case).mailings[0].served_otherwise

    record_answer(ws, case_id=case, on=date(2027, 1, 22), note="The pump goes to the yard by January 25.")
    comply(ws, case_id=case, on=date(2027, 1, 22), note="Seen by R. Field.")
    close_case(ws, case_id=case, reason="Corrected.")
    assert case_view(ws, case_id=case).row.state is CaseState.CLOSED
    assert [item for item in due_work(ws).items if item.kind == "case"] == []
    assert [hit.record_id for hit in find(ws, typed="NOV-2027-0001") if hit.kind == "violation_case"] == [
        case
    ]
