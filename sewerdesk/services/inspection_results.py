"""The result of a visit: checklist, tests judged by the law, and the report issued in the same transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy.orm import Session

from sewerdesk.data.answers import answers_from_json
from sewerdesk.data.models.inspection import Inspection
from sewerdesk.data.models.inspection import InspectionResult as ResultRow
from sewerdesk.data.queries.inspections import inspection_facts
from sewerdesk.data.workspace import Workspace
from sewerdesk.domain.entry import Answer
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.fieldwork import JudgedTest, ResultDraft, visit_hours
from sewerdesk.domain.inspections import (
    INSPECTION_MACHINE,
    CheckAnswer,
    ChecklistLine,
    InspectionResult,
    Outcome,
    blank_checklist,
    check_may_close,
    check_result,
)
from sewerdesk.domain.law import Law, LeakTest, ProjectKind, Stage, checklist_for
from sewerdesk.domain.leaktests import (
    NO_GAUGES,
    GaugeUsed,
    LeakTestDraft,
    LeakTestResult,
    judge,
    no_test_sentence,
    offered_tests,
    rule_of,
)
from sewerdesk.domain.plain import to_plain
from sewerdesk.domain.wording import show_date
from sewerdesk.services.connections import _connected, _tested
from sewerdesk.services.gauges import _gauges, gauges_used
from sewerdesk.services.inspection_papers import _issue_report
from sewerdesk.services.inspections import _inspection, _new_request, _of_permit
from sewerdesk.services.law import law_of

_ANSWERS = {
    Answer.YES: CheckAnswer.YES,
    Answer.NO: CheckAnswer.NO,
    Answer.NOT_APPLICABLE: CheckAnswer.NOT_APPLICABLE,
}
_DONE_AGAIN = frozenset({Outcome.FAILED, Outcome.NO_ACCESS})


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """What recording a result made: the report, and the request for the re-test where one is needed."""

    number: str
    outcome: Outcome
    paper_id: int
    retest_id: int | None
    retest_number: str


def checklist_of(ws: Workspace, *, inspection_id: int) -> tuple[ChecklistLine, ...]:
    """The law's lines for the stage of an inspection, unanswered."""
    law = law_of(ws)
    with ws.read() as session:
        row = _inspection(session, inspection_id)
        return blank_checklist(law, stage=Stage(row.stage), project=_project(row))


@dataclass(frozen=True, slots=True)
class TestsOffered:
    """The tests that the law offers for the work of an inspection; without any, ``sentence`` says so."""

    __test__ = False  # no test of the program's, whatever its name looks like to the test runner

    rows: tuple[LeakTest, ...]
    sentence: str


def tests_offered(ws: Workspace, *, inspection_id: int) -> TestsOffered:
    """The tests that the law offers for the work that is inspected, in the order of the law."""
    law = law_of(ws)
    with ws.read() as session:
        project = _project(_inspection(session, inspection_id))
    return TestsOffered(offered_tests(law, project), no_test_sentence(law, project))


def judge_test(
    law: Law, draft: LeakTestDraft, *, on: date, gauges: Mapping[int, GaugeUsed] = NO_GAUGES
) -> LeakTestResult:
    """Judge a test as typed by the law of a day; ``FieldErrors`` names what is missing or cannot be.

    ``gauges`` are those of the register as they stood on that day, by id.
    """
    measured = draft.measured(gauges)
    return judge(measured, rule_of(law, measured.kind, on))


def record_result(ws: Workspace, *, inspection_id: int, draft: ResultDraft) -> RecordedResult:
    """Record what a visit found and issue its report, in one transaction.

    A failure, or a visit without access, leaves an open request for the same stage. ``FieldErrors`` for a result
    that contradicts itself; ``RuleViolation`` for a final pass before the earlier stages have passed.
    """
    law, today = law_of(ws), ws.clock.today()
    if draft.outcome is None or draft.visited_on is None:
        raise FieldErrors(_missing(draft))
    with ws.write() as session:
        row = _inspection(session, inspection_id)
        INSPECTION_MACHINE.move(inspection_facts(row).state, "record", record=row.number)
        tests = _judged(session, law, draft)
        result = InspectionResult(
            outcome=draft.outcome,
            visited_on=draft.visited_on,
            inspector=draft.inspector.strip(),
            checklist=_answered(law, row, draft),
            tests=tuple(one.result for one in tests),
            deficiencies=draft.deficiencies.strip(),
            officer_decision=draft.officer_decision.strip(),
            note=draft.note.strip(),
        )
        check_result(result, today=today)
        _check_visit(row, draft)
        _check_order(session, law, row, result)
        row.result = _result_row(law, draft, result, tests=tests, actor=session.info["actor"])
        session.flush()  # the report and the follow-up refer to the result
        retest = _follow_up(session, row, result)
        paper = _issue_report(session, law, row, tests, retest_of=retest)
        return RecordedResult(
            row.number,
            draft.outcome,
            paper.id,
            retest.id if retest else None,
            retest.number if retest else "",
        )


def _missing(draft: ResultDraft) -> dict[str, str]:
    errors: dict[str, str] = {}
    if draft.outcome is None:
        errors["outcome"] = "Choose what came of the visit."
    if draft.visited_on is None:
        errors["visited_on"] = "Enter the day of the visit."
    return errors


def _check_visit(row: Inspection, draft: ResultDraft) -> None:
    errors: dict[str, str] = {}
    assert draft.visited_on is not None
    if draft.outcome is Outcome.CANCELLED:
        errors["outcome"] = "Cancel the inspection from its page; nothing is recorded of a visit."
    if draft.retest_by is not None and draft.retest_by < draft.visited_on:
        errors["retest_by"] = f"The re-test cannot be due before the visit on {show_date(draft.visited_on)}."
    permit = row.permit
    if draft.visited_on < permit.issued_on:
        errors["visited_on"] = (
            f"{permit.number} was issued on {show_date(permit.issued_on)}; the visit cannot have been before."
        )
    if errors:
        raise FieldErrors(errors)


def _check_order(session: Session, law: Law, row: Inspection, result: InspectionResult) -> None:
    """A final inspection passes only when every stage before it has."""
    if Stage(row.stage) is Stage.FINAL and result.outcome.is_pass:
        earlier = [one for one in _of_permit(session, row.permit_id) if one.id != row.id]
        check_may_close(earlier, law, project=_project(row))


def _result_row(
    law: Law, draft: ResultDraft, result: InspectionResult, *, tests: tuple[JudgedTest, ...], actor: str
) -> ResultRow:
    hours = visit_hours(draft.arrived, draft.left)
    failed = result.outcome is Outcome.FAILED
    return ResultRow(
        outcome=result.outcome.value,
        visited_on=result.visited_on,
        arrived=hours["arrived"],
        left=hours["left"],
        weather=draft.weather.strip(),
        ground=draft.ground.strip(),
        inspector=result.inspector,
        inspector_title=law.officer("inspects").title,
        checklist=[to_plain(line) for line in result.checklist],
        tests=[to_plain(one) for one in tests],
        deficiencies=result.deficiencies,
        officer_decision=result.officer_decision,
        photographs=draft.photographs or 0,
        retest_by=draft.retest_by if failed else None,
        retest_rule="As the inspector set it." if failed and draft.retest_by else "",
        note="\n".join(part for part in (draft.checklist_notes.strip(), result.note) if part),
        actor=actor,
    )


def _follow_up(session: Session, row: Inspection, result: InspectionResult) -> Inspection | None:
    if result.outcome in _DONE_AGAIN:
        why = "Re-test after" if result.outcome is Outcome.FAILED else "No access at"
        retest = _new_request(
            session, row.permit_id, row.stage, requested_by=f"{why} {row.number}", retest_of_id=row.id
        )
        session.flush()  # the report names the request
        return retest
    if Stage(row.stage) is Stage.FINAL:
        _connected(session, row.permit, on=result.visited_on)
    elif Stage(row.stage) is Stage.TEST:
        _tested(session, row.permit, on=result.visited_on)
    return None


def _answered(law: Law, row: Inspection, draft: ResultDraft) -> tuple[ChecklistLine, ...]:
    if draft.outcome is Outcome.NO_ACCESS:
        return ()
    given = {one.key: one.answer for one in draft.checklist}
    lines = blank_checklist(law, stage=Stage(row.stage), project=_project(row))
    answers = ((line, given.get(line.key)) for line in lines)
    return tuple(replace(line, answer=None if a is None else _ANSWERS[a]) for line, a in answers)


def _judged(session: Session, law: Law, draft: ResultDraft) -> tuple[JudgedTest, ...]:
    assert draft.visited_on is not None
    judged = []
    register = _gauges(session) if any(one.gauge_id is not None for one in draft.tests) else ()
    for place, one in enumerate(draft.tests, start=1):
        try:
            day = one.measured_on or draft.visited_on
            gauges = gauges_used(register, day)
            result = judge_test(law, one, on=draft.visited_on, gauges=gauges)
        except FieldErrors as problem:
            raise FieldErrors({"tests": f"Test {place}: {problem.message}"}) from problem
        judged.append(JudgedTest(one.section.strip(), one, result))
    return tuple(judged)


def _project(row: Inspection) -> ProjectKind:
    return answers_from_json(row.permit.application.answers).project


def stages_asked(ws: Workspace, *, permit_id: int) -> tuple[Stage, ...]:
    """The stages that the law's checklist names for the work of a permit, in the order of the work."""
    from sewerdesk.services.connections import _permit

    law = law_of(ws)
    with ws.read() as session:
        project = answers_from_json(_permit(session, permit_id).application.answers).project
    named = {item.stage for item in checklist_for(law, project)}
    return tuple(stage for stage in Stage if stage in named)
