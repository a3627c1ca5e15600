"""The rules of the counter hold for every law pack that ships, also where a text asks for less or is blank."""

from dataclasses import replace
from datetime import date

import pytest

from sewerdesk.domain.answer_times import response_due
from sewerdesk.domain.application_checks import completeness
from sewerdesk.domain.applications import ApplicationState, expected_fees
from sewerdesk.domain.contractors import ContractorFacts, WorkScope, standing
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.inspections import blank_checklist
from sewerdesk.domain.law import LawPack, Stage
from sewerdesk.domain.permits import IssueFacts, issue_clocks, may_issue
from sewerdesk.domain.verdicts import Answer
from sewerdesk.domain.violations import cite
from sewerdesk.paths import resource
from tests.domain.counter_examples import DAY, FULL, GOOD, law_pack, new_york_calendar

PACKS = sorted(path.stem for path in resource("laws").glob("*.toml"))
CALENDAR = new_york_calendar()


@pytest.fixture(params=PACKS)
def law(request: pytest.FixtureRequest) -> LawPack:
    return law_pack(request.param)


def test_never_let_an_unknown_contractor_work(law: LawPack) -> None:
    verdict = standing(ContractorFacts("New Firm"), law, on=DAY, scope=WorkScope.right_of_way(law))
    assert verdict.answer is Answer.NO
    assert all(line.citation for line in verdict.failing)


def test_refuse_proofs_made_out_to_another_municipality(law: LawPack) -> None:
    verdict = standing(GOOD, law, on=DAY, scope=WorkScope())
    assert verdict.answer is (Answer.YES if law.municipality == "Town of Hague" else Answer.NO)


def test_list_what_an_application_lacks(law: LawPack) -> None:
    assert completeness(replace(FULL, triggers_answered=False), law).needed >= len(law.right_of_way)
    assert not may_issue(IssueFacts(ApplicationState.APPROVED, FULL), law, on=DAY)


def test_charge_no_fee_that_nobody_set(law: LawPack) -> None:
    for project in {row.project for row in law.fee_kinds}:
        for line in expected_fees(law, (), project=project, class_key="", on=DAY):
            assert line.amount is None or line.authority


def test_compute_the_clocks_that_the_law_has(law: LawPack) -> None:
    for row in law.permit_classes:
        clocks = issue_clocks(law, issued_on=DAY, class_key=row.key, calendar=CALENDAR)
        assert all(clock.raw > DAY and clock.citation for clock in clocks)


def test_build_the_forms_of_every_stage(law: LawPack) -> None:
    for project in {row.project for row in law.checklist}:
        lines = [line for stage in Stage for line in blank_checklist(law, stage=stage, project=project)]
        assert len(lines) == sum(row.project is project for row in law.checklist)


def test_cite_every_violation_of_the_law(law: LawPack) -> None:
    cited = cite(law, (row.key for row in law.violations), on=DAY)
    assert all(row.citation and row.text for row in cited)


def test_compute_the_answer_or_say_what_is_blank(law: LawPack) -> None:
    given = date(2027, 5, 4)
    figures = [row.figure for row in law.time_limits if row.document == "NOV" and not row.backward]
    if figures and law.figure(figures[0], DAY).value is not None:
        due = response_due(law, CALENDAR, dated=DAY, mailed=given, served=given, received=given)
        assert due.deadline.effective > DAY
        return
    assert law.code != "hague"
    with pytest.raises(UserError, match=r"\.$"):
        response_due(law, CALENDAR, dated=DAY, mailed=given, served=given, received=given)
