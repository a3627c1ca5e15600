"""Inspections: results, failures counted by stage (fault 146), open re-tests, and the account that follows."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from sewerdesk.domain.account_proposals import propose_account
from sewerdesk.domain.applications import ApplicationState, ApplicationView
from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.inspections import (
    INSPECTION_MACHINE,
    NOTICE_FIGURE,
    Appointment,
    CheckAnswer,
    ChecklistLine,
    Inspection,
    InspectionResult,
    InspectionState,
    Outcome,
    blank_checklist,
    check_may_close,
    check_result,
    failures_by_stage,
    notice_ends,
    open_retests,
    passed_stages,
    proposed_outcome,
    reinspection_fees_due,
)
from sewerdesk.domain.law import ProjectKind, Stage
from sewerdesk.domain.leaktests import (
    ExfiltrationTest,
    LeakTestKind,
    LeakTestResult,
    MeasuredIn,
    PipeRun,
    judge,
    rule_of,
)
from sewerdesk.domain.measures import Measured, MeasureUnit
from tests.domain.counter_examples import FULL, hague, new_york_calendar

LAW = hague()
FIRST = date(2027, 6, 1)
TODAY = date(2027, 9, 1)
REQUESTED = datetime(2027, 5, 28, 14, 0, tzinfo=UTC)


def visit(number: int, stage: Stage, outcome: Outcome | None, *, day: int = 0) -> Inspection:
    result = None
    if outcome is not None:
        result = InspectionResult(
            outcome, FIRST + timedelta(days=day or number), "R. Field", deficiencies="joint"
        )
    return Inspection(number, f"INS-2027-{number:04d}", stage, REQUESTED, result=result)


def visits(stage: Stage, letters: str) -> list[Inspection]:
    """One inspection a letter: P passed, F failed, N no access, C cancelled, O still open."""
    outcomes = {
        "P": Outcome.PASSED,
        "F": Outcome.FAILED,
        "N": Outcome.NO_ACCESS,
        "C": Outcome.CANCELLED,
        "O": None,
    }
    return [visit(number, stage, outcomes[letter]) for number, letter in enumerate(letters, start=1)]


def leak_test(measured: str, *, groundwater: str | None = "-1") -> LeakTestResult:
    """Law T4 in a standpipe: 4 in and 60 ft: 25 x 4 x 60/5280 = 1.136 a day, 0.0947 in two hours."""
    test = ExfiltrationTest(
        runs=(PipeRun(Measured(Decimal(4), MeasureUnit.INCHES), Measured(Decimal(60), MeasureUnit.FEET)),),
        manholes=0,
        water=Measured(Decimal(measured), MeasureUnit.GALLONS),
        duration=Measured(Decimal(2), MeasureUnit.HOURS),
        measured_in=MeasuredIn.STANDPIPE,
        head=Measured(Decimal(5), MeasureUnit.FEET),
        groundwater=None if groundwater is None else Measured(Decimal(groundwater), MeasureUnit.FEET),
        downstream_head=Measured(Decimal(8), MeasureUnit.FEET),
        freeboard=Measured(Decimal(12), MeasureUnit.INCHES),
        filled_at=datetime(2027, 6, 1, 12, 0, tzinfo=UTC),
        measured_at=datetime(2027, 6, 2, 12, 0, tzinfo=UTC),
        answers=tuple(ChecklistAnswer(key, Answer.YES) for key in ("air", "lamped", "deflection")),
        supervised_by="R. Field",
        approval_reference="Memo 5",
        approved_on=FIRST,
    )
    return judge(test, rule_of(LAW, LeakTestKind.EXFILTRATION, FIRST))


@pytest.mark.parametrize(
    ("letters", "failures"),
    [("", 0), ("P", 0), ("F", 1), ("PF", 1), ("FF", 2), ("FPF", 2), ("FNCF", 2), ("NNC", 0), ("FO", 1)],
)
def test_fault_146_count_failures_not_visits(letters: str, failures: int) -> None:
    assert failures_by_stage(visits(Stage.PIPE, letters)).get(Stage.PIPE, 0) == failures


@pytest.mark.parametrize(
    ("letters", "charged", "owed"),
    [("F", 0, 0), ("FF", 0, 1), ("FF", 1, 0), ("FFF", 0, 2), ("FFF", 1, 1), ("FPF", 0, 1), ("FNNP", 0, 0)],
)
def test_fault_146_owe_a_fee_once_for_each_failure_after_the_first(
    letters: str, charged: int, owed: int
) -> None:
    rows = [*visits(Stage.TEST, letters), visit(90, Stage.TRENCH, Outcome.FAILED)]
    assert reinspection_fees_due(rows, stage=Stage.TEST, free_failures=1, charged=charged) == owed


@pytest.mark.parametrize(
    ("letters", "waits"),
    [
        ("", False),
        ("P", False),
        ("F", True),
        ("FO", True),
        ("FP", False),
        ("PF", True),
        ("FN", True),
        ("FC", True),
    ],
)
def test_c11_leave_a_retest_open_until_it_passes(letters: str, waits: bool) -> None:
    assert bool(open_retests(visits(Stage.TEST, letters))) is waits


def test_c11_name_the_failed_inspection_and_its_retest() -> None:
    (waiting,) = open_retests(visits(Stage.TEST, "F"))
    assert waiting.sentence == "INS-2027-0001 (test) failed on 6/2/2027; no re-test is requested yet."
    (asked,) = open_retests(visits(Stage.TEST, "FO"))
    assert asked.sentence == "INS-2027-0001 (test) failed on 6/2/2027; re-test INS-2027-0002 is open."


def test_fault_149_stay_open_whatever_the_date() -> None:
    moved = replace(
        visit(1, Stage.PIPE, None),
        appointments=(Appointment(date(2027, 6, 3)), Appointment(date(2030, 1, 1), "9:00")),
    )
    assert moved.is_open
    assert moved.state is InspectionState.APPOINTED
    assert moved.appointment == Appointment(date(2030, 1, 1), "9:00")


def test_fault_148_cancel_at_any_time_before_the_result() -> None:
    for state in (InspectionState.REQUESTED, InspectionState.APPOINTED):
        assert INSPECTION_MACHINE.may("cancel", state)
    assert INSPECTION_MACHINE.is_final(InspectionState.DONE)
    assert visits(Stage.PIPE, "C")[0].state is InspectionState.CANCELLED


def refused(result: InspectionResult) -> dict[str, str]:
    with pytest.raises(FieldErrors) as caught:
        check_result(result, today=TODAY)
    return dict(caught.value.errors)


def answered(answer: CheckAnswer | None) -> tuple[ChecklistLine, ...]:
    form = blank_checklist(LAW, stage=Stage.TRENCH, project=ProjectKind.LATERAL)
    done = [replace(line, answer=CheckAnswer.YES) for line in form]
    return (replace(done[0], answer=answer), *done[1:])


def test_accept_pass_with_every_line_answered_and_test_passed() -> None:
    result = InspectionResult(
        Outcome.PASSED, FIRST, "R. Field", answered(CheckAnswer.NOT_APPLICABLE), (leak_test("0.09"),)
    )
    check_result(result, today=TODAY)
    assert proposed_outcome(result) is Outcome.PASSED


def test_refuse_pass_with_a_no_or_an_open_line() -> None:
    passed = InspectionResult(Outcome.PASSED, FIRST, "R. Field", answered(CheckAnswer.NO))
    assert refused(passed)["checklist"].startswith('The inspection cannot pass with "no" to: Pipe barrel')
    assert proposed_outcome(passed) is Outcome.FAILED
    unanswered = replace(passed, checklist=answered(None))
    assert refused(unanswered)["checklist"].startswith(
        "Answer every line before it passes, first: Pipe barrel"
    )


def test_refuse_pass_with_a_failed_test() -> None:
    # 4 in, 60 ft, no manhole: 25 x 4 x 60/5280 = 1.136 gal a day, 0.095 gal in two hours
    failed = InspectionResult(Outcome.PASSED, FIRST, "R. Field", tests=(leak_test("0.10"),))
    assert refused(failed)["tests"] == (
        "The inspection cannot pass with a failed test. "
        "The section lost 0.100 gal where 0.095 gal is allowed: repair it and test again."
    )
    assert proposed_outcome(failed) is Outcome.FAILED


def test_ask_for_the_officers_decision_where_a_test_leaves_it_open() -> None:
    unsure = InspectionResult(Outcome.PASSED, FIRST, "R. Field", tests=(leak_test("0.05", groundwater=None),))
    assert set(refused(unsure)) == {"officer_decision"}
    check_result(replace(unsure, officer_decision="Dry trench seen by R. Field"), today=TODAY)


def test_ask_what_failed_and_who_inspected_and_when() -> None:
    empty = InspectionResult(Outcome.FAILED, date(2027, 9, 2), " ")
    assert refused(empty) == {
        "visited_on": "The visit cannot have been on 9/2/2027; that day is to come.",
        "inspector": "Enter who inspected.",
        "deficiencies": "Say what failed, so that it can be put right.",
    }


def test_list_the_stages_that_passed_last() -> None:
    rows = [*visits(Stage.PIPE, "FP"), *visits(Stage.TEST, "PF"), *visits(Stage.TRENCH, "O")]
    assert passed_stages(rows) == {Stage.PIPE}


def test_refuse_final_before_the_other_stages_passed() -> None:
    done = [visit(n, stage, Outcome.PASSED) for n, stage in enumerate(Stage, 1) if stage is not Stage.FINAL]
    check_may_close(done, LAW, project=ProjectKind.LATERAL)
    with pytest.raises(RuleViolation, match="before these stages have: test"):
        check_may_close(
            [row for row in done if row.stage is not Stage.TEST], LAW, project=ProjectKind.LATERAL
        )
    failed = [*done, visit(50, Stage.TEST, Outcome.FAILED)]
    with pytest.raises(RuleViolation, match=r"INS-2027-0050 \(test\) failed"):
        check_may_close(failed, LAW, project=ProjectKind.LATERAL)


def test_count_notice_before_backfilling_in_hours() -> None:
    # Friday 5/28/2027 14:00, a holiday weekend ahead: 24 hours are 24 hours
    ends = notice_ends(
        LAW.figure(NOTICE_FIGURE, date(2027, 5, 28)), visit(1, Stage.TRENCH, None), new_york_calendar()
    )
    assert ends is not None
    assert ends.at == datetime(2027, 5, 29, 14, 0, tzinfo=UTC)


APPLICATION = ApplicationView(
    id=11, number="APP-2027-0003", state=ApplicationState.TESTED, draft=replace(FULL, owner_party_id=44)
)


def propose(rows: Sequence[Inspection], application: ApplicationView = APPLICATION, account: str = "") -> str:
    return propose_account(application, rows, permit_number="PER-2027-0001", account_number=account).sentence


def test_propose_the_account_from_the_application() -> None:
    proposal = propose_account(APPLICATION, visits(Stage.FINAL, "FP"), permit_number="PER-2027-0001")
    assert proposal.sentence == "Open an account for 14 Example Lane, Jane Doe: 1.32 units from 6/3/2027."
    assert (proposal.parcel_id, proposal.owner_party_id, proposal.owner_mailing) == (
        7,
        44,
        "PO Box 7, Hague NY 12836",
    )
    assert (proposal.class_code, proposal.units, proposal.start) == (
        "standard",
        Decimal("1.32"),
        date(2027, 6, 3),
    )
    assert proposal.units_basis == "Application APP-2027-0003, permit PER-2027-0001"
    assert proposal.inspection_number == "INS-2027-0002"


def test_start_on_the_day_of_the_first_pass_whatever_came_later() -> None:
    assert propose(visits(Stage.FINAL, "FPP")).endswith("1.32 units from 6/3/2027.")


def test_propose_new_units_for_an_account_that_exists() -> None:
    rows = visits(Stage.FINAL, "P")
    assert propose(rows, account="000123") == "Change account 000123 to 1.32 units from 6/2/2027."


@pytest.mark.parametrize("letters", ["", "F", "O", "N"])
def test_propose_nothing_before_the_final_inspection_passed(letters: str) -> None:
    with pytest.raises(RuleViolation, match="PER-2027-0001 has no passed final inspection"):
        propose(visits(Stage.FINAL, letters))


def test_say_what_the_application_lacks_for_an_account() -> None:
    lacking = replace(APPLICATION, draft=replace(FULL, units=None))
    with pytest.raises(UserError, match="Application APP-2027-0003 has no units"):
        propose(visits(Stage.FINAL, "P"), lacking)
