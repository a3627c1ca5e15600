"""In the field: inspections, a leak test that fails and passes when repeated, and the account that follows."""

from dataclasses import replace
from datetime import timedelta

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.fieldwork import AppointmentDraft, RequestDraft, ResultDraft
from sewerdesk.domain.inspections import Outcome
from sewerdesk.domain.law import Stage as WorkStage
from sewerdesk.domain.leaktests import LeakTestDraft
from sewerdesk.services.connections import open_account_from_proposal, propose
from sewerdesk.services.demo import story
from sewerdesk.services.demo.leaks import Occasion, lateral_test
from sewerdesk.services.demo.story import Stage
from sewerdesk.services.inspection_results import (
    RecordedResult,
    checklist_of,
    record_result,
    tests_offered,
)
from sewerdesk.services.inspections import inspection_view, request_inspection, set_appointment
from sewerdesk.services.law import law_of
from sewerdesk.services.papers import paper_file


def inspect(stage: Stage, permit_id: int) -> None:
    """Inspect stage by stage; the leak test fails once and is repeated before the final inspection."""
    stage.go_to(7)
    for work in (WorkStage.CONNECTION, WorkStage.TRENCH, WorkStage.PIPE):
        _visit(stage, _ask(stage, permit_id, work), Outcome.PASSED)
    _test(stage, permit_id)
    _visit(stage, _ask(stage, permit_id, WorkStage.FINAL), Outcome.PASSED)


def connect(stage: Stage, permit_id: int) -> None:
    """Open the account that the passed final inspection proposes."""
    proposal = propose(stage.ws, permit_id=permit_id)
    opened = open_account_from_proposal(stage.ws, permit_id=permit_id)
    stage.say(f"Account {opened.number} opened as proposed: {proposal.sentence}")


def _ask(stage: Stage, permit_id: int, work: WorkStage) -> int:
    ws = stage.ws
    inspection_id = request_inspection(
        ws, draft=RequestDraft(permit_id=permit_id, stage=work, requested_by="the contractor")
    )
    appointment = AppointmentDraft(day=ws.clock.today(), time="10:00 AM", inspector=story.OPERATOR)
    set_appointment(ws, inspection_id=inspection_id, draft=appointment)
    return inspection_id


def _visit(stage: Stage, inspection_id: int, outcome: Outcome, *tests: LeakTestDraft) -> RecordedResult:
    """Record a visit; where the law leaves a test to its officer, the officer's decision with it."""
    draft = _result(stage, inspection_id, outcome, tests)
    try:
        return record_result(stage.ws, inspection_id=inspection_id, draft=draft)
    except FieldErrors as error:
        if "officer_decision" not in error.errors:
            raise
        stage.say(error.errors["officer_decision"])
    decided = replace(draft, officer_decision=story.OFFICER_DECISION)
    return record_result(stage.ws, inspection_id=inspection_id, draft=decided)


def _result(
    stage: Stage, inspection_id: int, outcome: Outcome, tests: tuple[LeakTestDraft, ...]
) -> ResultDraft:
    answer = Answer.YES if outcome is Outcome.PASSED else Answer.NO
    lines = checklist_of(stage.ws, inspection_id=inspection_id)
    today = stage.ws.clock.today()
    return ResultDraft(
        outcome=outcome,
        visited_on=today,
        arrived="10:00 AM",
        left="10:40 AM",
        weather="Clear, 28 °F",
        inspector=story.OPERATOR,
        checklist=tuple(ChecklistAnswer(line.key, answer) for line in lines),
        deficiencies="" if outcome is Outcome.PASSED else "The joint at station 4+20 weeps.",
        retest_by=None if outcome is Outcome.PASSED else today + timedelta(days=14),
        tests=tests,
    )


def _test(stage: Stage, permit_id: int) -> None:
    """The test that the law offers fails, and passes a week later; where it offers none, the visit alone passes."""
    stage.go_to(9)
    first = _lateral_test(stage, passes=False)
    inspection_id = _ask(stage, permit_id, WorkStage.TEST)
    if first is None:
        offered = tests_offered(stage.ws, inspection_id=inspection_id)
        stage.say(offered.sentence or "No leakage test of this law is told here.")
        _visit(stage, inspection_id, Outcome.PASSED)
        stage.go_to(16)
        return
    failed = _visit(stage, inspection_id, Outcome.FAILED, first)
    _tell_test(stage, failed)
    stage.go_to(16)
    again = _lateral_test(stage, passes=True)
    assert failed.retest_id is not None
    assert again is not None
    _tell_test(stage, _visit(stage, failed.retest_id, Outcome.PASSED, again))


def _lateral_test(stage: Stage, *, passes: bool) -> LeakTestDraft | None:
    return lateral_test(
        Occasion(law_of(stage.ws), stage.ws.clock.today(), approved_on=stage.first_day, passes=passes)
    )


def _tell_test(stage: Stage, recorded: RecordedResult) -> None:
    [judged] = inspection_view(stage.ws, inspection_id=_id_of(stage, recorded)).tests
    result = judged.result
    measured = f"{result.measured.words} measured, " if result.measured else ""
    allowed = f"{result.allowable.words} allowed " if result.allowable else ""
    stage.keep(
        f"{recorded.number} inspection report.pdf",
        paper_file(stage.ws, paper_id=recorded.paper_id).content,
        f"Inspection {recorded.number}: {result.name.lower()}, {measured}{allowed}({result.citation}): "
        f"{result.verdict.value}"
        + (f"; re-test {recorded.retest_number} is open" if recorded.retest_number else ""),
    )


def _id_of(stage: Stage, recorded: RecordedResult) -> int:
    from sewerdesk.services.inspections import list_inspections

    return next(row.id for row in list_inspections(stage.ws) if row.number == recorded.number)
