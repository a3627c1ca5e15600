"""The Board changes the law; what the office has issued stands, and what it issues from now on follows."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from sewerdesk.clock import FixedClock
from sewerdesk.domain.law.acts import ActKind, LawActDraft, LawChange
from sewerdesk.domain.mailing import MailMethod
from sewerdesk.domain.verdicts import Answer
from sewerdesk.services.application_fees import charge_fees
from sewerdesk.services.applications import (
    application_view,
    approve_application,
    record_approval,
    submit_application,
)
from sewerdesk.services.case_pages import case_view
from sewerdesk.services.contractors import contractor_standing
from sewerdesk.services.law import law_of
from sewerdesk.services.law_acts import enter_act, withdraw_act
from sewerdesk.services.mailings import MailingDraft, record_mailing
from sewerdesk.services.notices import issue_notice
from sewerdesk.services.papers import paper_file, papers_of
from sewerdesk.services.permits import issue_permit, permit_view
from sewerdesk.services.workspace import Workspace
from tests.documents.pdf_text import pages_text
from tests.support.cases import open_sample_case
from tests.support.counter import (
    fee_schedule,
    full_draft,
    good_contractor,
    parcel,
    pay_fees,
    taken_application,
)
from tests.support.fieldwork import add_parcel

OPENING, LATER = date(2027, 1, 4), date(2027, 1, 11)
BACK = date(2027, 1, 2)
"""The Board's acts take effect before the papers of January 4 were issued, and are entered a week after."""


def resolve(ws: Workspace, *changes: LawChange, number: str = "12 of 2027", on: date = BACK) -> int:
    """Enter a resolution that reaches back; returns its id."""
    draft = LawActDraft(ActKind.RESOLUTION, ws.clock.today(), on, changes, number=number)
    return enter_act(ws, draft=draft).id


def approve_and_issue(ws: Workspace, application_id: int, *, receipt: str) -> int:
    """Pay, approve and issue; returns the permit's id."""
    today = ws.clock.today()
    record_approval(
        ws, application_id=application_id, key="zoning_intake", approved_on=today, reference="Stamp 7"
    )
    approve_application(
        ws, application_id=application_id, role="issues", person="J. Peña", on=today, reference="Memo 5"
    )
    pay_fees(ws, application_id, number=receipt)
    return issue_permit(ws, application_id=application_id)


def printed(ws: Workspace, subject: str, record_id: int, kind: str) -> str:
    """The words of a record's first paper of a kind, as stored."""
    paper = next(row for row in papers_of(ws, subject=subject, subject_id=record_id) if row.kind == kind)
    return " ".join(" ".join(pages_text(paper_file(ws, paper_id=paper.id).content)).split())


def test_keep_a_permit_under_the_days_it_was_issued_with(ws: Workspace) -> None:
    """Hague: 60 days to file at issue; the Board sets 90 from before the issue; only a new permit has 90."""
    fee_schedule(ws)
    contractor = good_contractor(ws)
    first = approve_and_issue(ws, taken_application(ws, contractor_id=contractor), receipt="REC-2027-0001")
    before, paper = permit_view(ws, permit_id=first), printed(ws, "permit", first, "permit")
    ws.clock = FixedClock(LATER)
    resolve(ws, LawChange("figure", "permit.file_days", "90"))

    after = permit_view(ws, permit_id=first)
    assert after.clocks == before.clocks
    assert after.figures == before.figures
    filing = next(clock for clock in after.clocks if clock.key == "file")
    # 60 days from January 4 is March 5, a Friday
    assert (filing.effective, filing.rule) == (date(2027, 3, 5), "60 days from 1/4/2027 is Friday 3/5/2027")
    assert printed(ws, "permit", first, "permit") == paper
    assert "60 days from 1/4/2027" in paper

    draft = full_draft(ws, parcel_id=parcel(ws, print_key="12.13-2-16"), contractor_id=contractor)
    second = approve_and_issue(ws, submit_application(ws, draft=draft), receipt="REC-2027-0002")
    filing = next(clock for clock in permit_view(ws, permit_id=second).clocks if clock.key == "file")
    # 90 days from January 11 is April 11, a Sunday
    assert filing.effective == date(2027, 4, 12)
    assert filing.citation.endswith(", as changed by Resolution 12 of 2027")
    assert "as changed by Resolution 12 of 2027" in printed(ws, "permit", second, "permit")


def test_keep_a_notice_under_the_days_and_fines_it_was_issued_with(ws: Workspace) -> None:
    """The notice of January 4 gives the model's 10 days; 30 days set later, from before it, change only new ones."""
    case = open_sample_case(ws, add_parcel(ws))
    [paper] = issue_notice(ws, case_id=case).paper_ids
    before = case_view(ws, case_id=case).citations
    ws.clock = FixedClock(LATER)
    law = law_of(ws)
    violation = next(row for row in law.violations if row.key == "inflow")
    fines = [LawChange("figure", key, "999") for key in violation.penalties if law.figures[key].unit == "USD"]
    resolve(ws, LawChange("figure", "nov.response_days", "30"), *fines)

    # 10 days from the mailing on January 11 is January 21, a Thursday
    given = record_mailing(
        ws, paper_id=paper, draft=MailingDraft(MailMethod.CERTIFIED, "9589071052700000000014", LATER)
    )
    assert given.due_on == date(2027, 1, 21)
    assert "10 days from 1/11/2027" in given.rule
    assert case_view(ws, case_id=case).citations == before
    assert "January 14, 2027" in printed(ws, "violation_case", case, "notice_of_violation")

    article = "9589071052700000000021"
    notice = replace(case_view(ws, case_id=case).notice, article_1=article)
    other = open_sample_case(ws, add_parcel(ws, print_key="12.13-2-17"), notice=notice)
    [new_paper] = issue_notice(ws, case_id=other).paper_ids
    # 30 days from January 11 is February 10, a Wednesday
    given = record_mailing(ws, paper_id=new_paper, draft=MailingDraft(MailMethod.CERTIFIED, article, LATER))
    assert given.due_on == date(2027, 2, 10)
    assert case_view(ws, case_id=other).answer_citation == "Resolution 12 of 2027"
    new_fines = {
        figure.value
        for one in case_view(ws, case_id=other).citations
        for figure in one.penalties
        if figure.key in {change.key for change in fines}
    }
    assert new_fines <= {Decimal(999)}


def test_keep_a_fee_as_it_was_charged(ws: Workspace) -> None:
    """The Board sets the tap fee, then another from the same January: the first applicant owes the first."""
    [fee] = {row.amount for row in law_of(ws).fee_kinds if row.key == "connection"}
    resolve(ws, LawChange("figure", fee, "1500"), number="3 of 2027", on=date(2027, 1, 1))
    first = taken_application(ws)
    ws.clock = FixedClock(LATER)
    resolve(ws, LawChange("figure", fee, "2000"))
    charge_fees(ws, application_id=first)
    line = next(one for one in application_view(ws, application_id=first).fees if one.fee_key == "connection")
    assert (line.amount, line.authority) == (Decimal("1500.00"), "Resolution 3 of 2027")
    draft = full_draft(ws, parcel_id=parcel(ws, print_key="12.13-2-16"), contractor_id=None)
    second = submit_application(ws, draft=draft)
    line = next(
        one for one in application_view(ws, application_id=second).fees if one.fee_key == "connection"
    )
    assert (line.amount, line.authority) == (Decimal("2000.00"), "Resolution 12 of 2027")


def test_judge_a_contractor_by_the_figure_of_the_day_asked(ws: Workspace) -> None:
    """A bond of $5,000 satisfies January 10; from January 11 on the Board asks for $10,000."""
    contractor = good_contractor(ws)
    ws.clock = FixedClock(LATER)
    act = resolve(ws, LawChange("figure", "bond.amount", "10000"), on=LATER)
    assert contractor_standing(ws, contractor, date(2027, 1, 10)).answer is Answer.YES
    [failing] = contractor_standing(ws, contractor, LATER).failing
    assert "$10,000" in failing.requirement
    assert failing.citation.endswith(", as changed by Resolution 12 of 2027")
    withdraw_act(ws, act_id=act, reason="Typed twice")
    assert contractor_standing(ws, contractor, LATER).answer is Answer.YES
