"""Cases as the office keeps them: what may change when, hearings, second recipients, and blank laws."""

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from sewerdesk.clock import FixedClock
from sewerdesk.domain.cases import CaseForm, NoticeDraft
from sewerdesk.domain.errors import FieldErrors, RuleViolation, StaleRecord
from sewerdesk.domain.mail_settings import MailSettings
from sewerdesk.domain.mailing import MailMethod, MailOutcome
from sewerdesk.services.case_pages import case_view, count_cases_due, list_cases
from sewerdesk.services.due_work import due_work
from sewerdesk.services.law import law_of
from sewerdesk.services.mailings import (
    MailingDraft,
    OutcomeDraft,
    article_problem,
    mail_settings,
    mail_without_result,
    record_mail_outcome,
    record_mailing,
    save_mail_settings,
)
from sewerdesk.services.notices import issue_notice, law_given, notice_missing
from sewerdesk.services.papers import paper_file, void_paper
from sewerdesk.services.violations import (
    close_case,
    comply,
    mark_action_done,
    open_case,
    refer_case,
    save_case,
    save_notice,
    set_hearing,
)
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.cases import ARTICLE, observed, open_sample_case, whole_notice
from tests.support.fieldwork import add_parcel
from tests.support.offices import HAGUE, new_office

TODAY = date(2027, 1, 4)
SECOND = "9589071052700123456781"


@pytest.fixture
def parcel(ws: Workspace) -> int:
    return add_parcel(ws)


def test_refuse_a_case_without_facts(ws: Workspace, parcel: int) -> None:
    with pytest.raises(FieldErrors, match="Describe at least one fact"):
        open_case(ws, draft=replace(observed(parcel, on=TODAY), facts=()))
    assert list_cases(ws) == ()


def test_change_the_facts_only_before_the_notice(ws: Workspace, parcel: int) -> None:
    case = open_sample_case(ws, parcel)
    view = case_view(ws, case_id=case)
    other = replace(view.draft, violation_keys=("inflow", "pool"))
    save_case(ws, case_id=case, draft=other, note="", version=view.version)
    assert [one.key for one in case_view(ws, case_id=case).citations] == ["inflow", "pool"]
    with pytest.raises(StaleRecord, match="CAS-2027-0001 was changed elsewhere"):
        save_case(ws, case_id=case, draft=other, note="again", version=view.version)

    issue_notice(ws, case_id=case)
    now = case_view(ws, case_id=case)
    save_case(ws, case_id=case, draft=now.draft, note="Call first.", version=now.version)
    assert case_view(ws, case_id=case).note == "Call first."
    with pytest.raises(RuleViolation, match="A notice stands on the facts of CAS-2027-0001"):
        save_case(ws, case_id=case, draft=view.draft, note="", version=case_view(ws, case_id=case).version)


def test_put_a_case_back_into_its_form(parcel: int) -> None:
    draft = observed(parcel, on=TODAY, keys=("inflow", "pool"))
    assert CaseForm.of(draft).draft() == draft


def test_address_a_copy_to_each_recipient(ws: Workspace, parcel: int) -> None:
    notice = replace(
        whole_notice(TODAY),
        second_name="Mary Q. Tenant",
        second_capacity="occupant",
        second_lines="12 MAIN ST APT 4\nHAGUE NY 12836",
        article_2=SECOND,
    )
    case = open_sample_case(ws, parcel, notice=notice)
    issued = issue_notice(ws, case_id=case)
    owner, tenant = (
        " ".join(" ".join(pages_text(paper_file(ws, paper_id=one).content)).split())
        for one in issued.paper_ids
    )
    assert "NO. 9589 0710 5270 0000 0000 14" in owner
    assert "NO. 9589 0710 5270 0123 4567 81" in tenant
    assert "addressed to: Mary Q. Tenant, 12 MAIN ST APT 4, HAGUE NY 12836." in tenant
    assert len({copy.number for copy in case_view(ws, case_id=case).copies}) == 1


def test_refuse_one_label_for_two_recipients(ws: Workspace, parcel: int) -> None:
    notice = replace(
        whole_notice(TODAY),
        second_name="Mary Q. Tenant",
        second_capacity="occupant",
        second_lines="12 MAIN ST\nHAGUE NY 12836",
        article_2=ARTICLE,
    )
    case = open_sample_case(ws, parcel, notice=notice)
    with pytest.raises(FieldErrors, match="Each recipient's piece has its own number"):
        issue_notice(ws, case_id=case)
    assert case_view(ws, case_id=case).papers == ()


def test_refuse_a_label_that_another_notice_used(ws: Workspace, parcel: int) -> None:
    first = open_sample_case(ws, parcel)
    [paper] = issue_notice(ws, case_id=first).paper_ids
    record_mailing(ws, paper_id=paper, draft=MailingDraft(MailMethod.CERTIFIED, ARTICLE, TODAY))
    assert article_problem(ws, typed=ARTICLE).startswith("That number was used on 1/4/2027 for NOV-2027-0001")
    second = open_case(ws, draft=observed(parcel, on=TODAY))
    version = case_view(ws, case_id=second).version
    save_notice(ws, case_id=second, notice=whole_notice(TODAY), version=version)
    with pytest.raises(FieldErrors, match="That number was used"):
        issue_notice(ws, case_id=second)


def test_refuse_a_number_that_the_notice_does_not_print(ws: Workspace, parcel: int) -> None:
    [paper] = issue_notice(ws, case_id=open_sample_case(ws, parcel)).paper_ids
    with pytest.raises(FieldErrors, match="prints the number ending in 0014; this one ends in 6781"):
        record_mailing(ws, paper_id=paper, draft=MailingDraft(MailMethod.CERTIFIED, SECOND, TODAY))
    with pytest.raises(FieldErrors, match="that day is to come"):
        record_mailing(
            ws, paper_id=paper, draft=MailingDraft(MailMethod.CERTIFIED, ARTICLE, date(2027, 1, 5))
        )


def test_count_from_the_true_day_of_mailing(ws: Workspace, parcel: int) -> None:
    [paper] = issue_notice(ws, case_id=open_sample_case(ws, parcel)).paper_ids
    ws.clock = FixedClock(date(2027, 1, 7))
    given = record_mailing(
        ws, paper_id=paper, draft=MailingDraft(MailMethod.CERTIFIED, ARTICLE, date(2027, 1, 7))
    )
    # 10 days from Thursday 1/7 is Sunday 1/17; Monday 1/18 is a holiday
    assert given.due_on == date(2027, 1, 19)


def test_ask_the_post_office_after_the_days_that_the_office_sets(ws: Workspace, parcel: int) -> None:
    [paper] = issue_notice(ws, case_id=open_sample_case(ws, parcel)).paper_ids
    given = record_mailing(ws, paper_id=paper, draft=MailingDraft(MailMethod.CERTIFIED, ARTICLE, TODAY))
    ws.clock = FixedClock(date(2027, 1, 12))
    assert mail_without_result(ws) == ()
    save_mail_settings(ws, settings=MailSettings(ask_after_days=7))
    assert mail_settings(ws).ask_after_days == 7
    [silent] = mail_without_result(ws)
    assert (silent.number, silent.ask_from) == ("NOV-2027-0001", date(2027, 1, 11))
    assert "silent_mail" in {item.kind for item in due_work(ws).items}
    done = OutcomeDraft(MailOutcome.DELIVERED, date(2027, 1, 8), "A. O'Brien")
    assert record_mail_outcome(ws, mailing_id=given.mailing_id, draft=done) == ""
    assert mail_without_result(ws) == ()
    with pytest.raises(FieldErrors, match="Enter what the assumed days rest on"):
        save_mail_settings(ws, settings=MailSettings(assumed_days=5))


def test_leave_a_voided_notice_off_the_list_of_mail(ws: Workspace, parcel: int) -> None:
    case = open_sample_case(ws, parcel)
    [paper] = issue_notice(ws, case_id=case).paper_ids
    assert due_work(ws).to_mail == 1
    void_paper(ws, paper_id=paper, reason="Wrong owner")
    assert due_work(ws).to_mail == 0
    assert case_view(ws, case_id=case).copies == ()


def test_set_a_hearing_that_leaves_time_for_its_notice(ws: Workspace, parcel: int) -> None:
    case = open_sample_case(ws, parcel)
    with pytest.raises(RuleViolation, match="it is not possible to hear it"):
        set_hearing(ws, case_id=case, day=date(2027, 2, 9), at="7 pm", place="Town Hall")
    issue_notice(ws, case_id=case)
    with pytest.raises(RuleViolation, match="The hearing is too soon"):
        set_hearing(ws, case_id=case, day=date(2027, 1, 8), at="7 pm", place="Town Hall")
    rule = set_hearing(ws, case_id=case, day=date(2027, 2, 9), at="7 pm", place="Town Hall")
    assert rule == (
        "Serve its notice at least 10 days before 2/9/2027 is Saturday 1/30/2027 at the latest; "
        "last business day before it Friday 1/29/2027."
    )
    ws.clock = FixedClock(date(2027, 2, 9))
    hearings = [item for item in due_work(ws).items if item.what.startswith("Hearing")]
    assert [(item.due, item.rule.startswith("7:00 PM, Town Hall.")) for item in hearings] == [
        (date(2027, 2, 9), True)
    ]


def test_mark_ordered_actions_and_walk_to_the_end(ws: Workspace, parcel: int) -> None:
    case = open_sample_case(ws, parcel)
    issue_notice(ws, case_id=case)
    with pytest.raises(FieldErrors, match="it cannot be to come"):
        mark_action_done(ws, case_id=case, place=1, on=date(2027, 1, 5))
    mark_action_done(ws, case_id=case, place=1, on=TODAY)
    [line] = case_view(ws, case_id=case).actions
    assert line.action.done_on == TODAY
    refer_case(ws, case_id=case, on=TODAY, note="To the Town Attorney.")
    comply(ws, case_id=case, on=TODAY, note="Seen.")
    assert count_cases_due(ws) == 1
    close_case(ws, case_id=case, reason="Corrected.")
    assert count_cases_due(ws) == 0
    with pytest.raises(RuleViolation, match="CAS-2027-0001 is closed"):
        close_case(ws, case_id=case, reason="Again.")


def test_ask_the_clerk_for_what_a_blank_law_does_not_give(tmp_path: Path) -> None:
    office = new_office(tmp_path / "lockport", setup=replace(HAGUE, law_code="lockport"))
    try:
        ws = office.ws
        given = law_given(ws)
        assert (given.answer, given.appeal, given.penalties) == ("", "", "")
        assert "no figure on file" in given.answer_problem
        key = law_of(ws).violations[0].key
        parcel = add_parcel(ws)
        case = open_case(ws, draft=observed(parcel, on=TODAY, keys=(key,)))
        notice = replace(
            whole_notice(TODAY), signer="R. Field", notice_time="24 hours", answer_due=date(2027, 1, 25)
        )
        save_notice(ws, case_id=case, notice=notice, version=case_view(ws, case_id=case).version)
        assert set(notice_missing(ws, case_id=case)) == {
            "the answer, with its due date and the rule it follows",
            "the appeal, with its source",
            "the penalties, each with its source",
        }
        whole = replace(
            notice,
            answer_rule="Resolution 7 of 2026",
            appeal_text="Write to the Town Board within 15 days.",
            appeal_source="as the Town Attorney wrote on January 2, 2027",
            penalty_text="A fine of up to $250 for each week.",
            penalty_source="Resolution 8 of 2026",
        )
        save_notice(ws, case_id=case, notice=whole, version=case_view(ws, case_id=case).version)
        [paper] = issue_notice(ws, case_id=case).paper_ids
        given_now = record_mailing(
            ws, paper_id=paper, draft=MailingDraft(MailMethod.CERTIFIED, ARTICLE, TODAY)
        )
        assert (given_now.due_on, given_now.rule) == (date(2027, 1, 25), "Resolution 7 of 2026")
    finally:
        office.close(back_up=False)


def test_keep_an_unfinished_notice(ws: Workspace, parcel: int) -> None:
    case = open_sample_case(ws, parcel, notice=NoticeDraft(action_1="Disconnect the pump."))
    assert case_view(ws, case_id=case).notice.action_1 == "Disconnect the pump."
    assert "the service line (how it is served, with the certified mail number)" in notice_missing(
        ws, case_id=case
    )
