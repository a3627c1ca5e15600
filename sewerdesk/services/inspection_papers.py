"""The inspection report as a paper: everything from the inspection, its permit and the law; nothing typed here."""

from typing import TYPE_CHECKING

from sqlalchemy.orm import Session

from sewerdesk.data.models.inspection import Inspection
from sewerdesk.data.models.inspection import InspectionResult as ResultRow
from sewerdesk.data.models.paper import Paper
from sewerdesk.data.queries.inspections import inspection_facts
from sewerdesk.documents.letters import Rendered, load_template, render
from sewerdesk.documents.pdf.legal import weekday_date
from sewerdesk.domain.entry_times import moment_words
from sewerdesk.domain.fieldwork import STAGE_WORDS, JudgedTest
from sewerdesk.domain.inspections import CheckAnswer, Outcome
from sewerdesk.domain.inspections import InspectionResult as ResultFacts
from sewerdesk.domain.law import Law, Stage
from sewerdesk.domain.leaktests import LeakVerdict
from sewerdesk.domain.notices import Signer, SourcedText
from sewerdesk.services.office_settings import _letterhead
from sewerdesk.services.papers import _freeze_paper

if TYPE_CHECKING:
    from sewerdesk.documents.pdf.inspection_report import ChecklistAnswer, InspectionPaper

TEMPLATE = "inspection-report"
_ANSWER_WORDS = {
    CheckAnswer.YES: "Yes",
    CheckAnswer.NO: "No",
    CheckAnswer.NOT_APPLICABLE: "Does not apply",
    None: "Not answered",
}


def _issue_report(
    session: Session,
    law: Law,
    row: Inspection,
    tests: tuple[JudgedTest, ...],
    *,
    retest_of: Inspection | None,
) -> Paper:
    """Draw and freeze the report under the inspection's own number; part of a caller's transaction."""
    from sewerdesk.documents.pdf.inspection_report import inspection_report_pdf

    assert row.result is not None
    paper = _paper(session, law, row, tests, retest=retest_of)
    return _freeze_paper(
        session,
        number=row.number,
        kind="inspection_report",
        title=f"{paper.wording.title}, {paper.stage.lower()}",
        subject=("inspection", row.id),
        template=(paper.wording.template_id, f"v{paper.wording.version}"),
        merged={"outcome": row.result.outcome, "visited_on": row.result.visited_on.isoformat()},
        content=inspection_report_pdf(paper, letterhead=_letterhead(session)),
    )


def _paper(
    session: Session, law: Law, row: Inspection, tests: tuple[JudgedTest, ...], *, retest: Inspection | None
) -> "InspectionPaper":
    from sewerdesk.documents.pdf.inspection_report import InspectionPaper
    from sewerdesk.documents.pdf.leak_worksheet import leak_worksheet

    facts, result = inspection_facts(row).result, row.result
    assert facts is not None
    assert result is not None
    answers = row.permit.application.answers
    return InspectionPaper(
        number=row.number,
        wording=_wording(law, row, result, retest),
        permit_or_case=row.permit.number,
        property_address=answers.get("location", "") or answers.get("print_key", ""),
        print_key=answers.get("print_key", ""),
        owner=answers.get("owner_name", ""),
        contractor=_contractor(answers),
        stage=STAGE_WORDS[Stage(row.stage)],
        inspected_on=facts.visited_on,
        inspector=Signer(facts.inspector, result.inspector_title, _letterhead(session).phone),
        result=facts.outcome.label,
        checklist=_checklist(facts),
        worksheets=tuple(leak_worksheet(one.result, section=one.section) for one in tests),
        deficiencies=_deficiencies(facts),
        remarks=_remarks(result),
        arrived=result.arrived,
        left=result.left,
        weather=result.weather,
        ground=result.ground,
        photographs=result.photographs,
        retest_by=result.retest_by,
        retest_rule=result.retest_rule,
        printed=moment_words(session.info["clock"].now()),
    )


def _checklist(facts: ResultFacts) -> tuple["ChecklistAnswer", ...]:
    from sewerdesk.documents.pdf.inspection_report import ChecklistAnswer

    return tuple(
        ChecklistAnswer(line.sentence, _ANSWER_WORDS[line.answer], line.note, line.citation)
        for line in facts.checklist
    )


def _wording(law: Law, row: Inspection, result: ResultRow, retest: Inspection | None) -> Rendered:
    fields = {
        "law_title": f"the {law.header.law_title}",
        "inspector_title": result.inspector_title,
        "lateral": law.term("lateral").singular,
        "next_step": _next_step(row, Outcome(result.outcome), retest),
    }
    if result.retest_by is not None:
        fields["retest_by"] = weekday_date(result.retest_by)
    return render(load_template(TEMPLATE), fields)


def _next_step(row: Inspection, outcome: Outcome, retest: Inspection | None) -> str:
    if outcome is Outcome.FAILED and retest is not None:
        return f"Correct what is listed above and call for the re-test, which is on file as {retest.number}."
    if outcome is Outcome.NO_ACCESS and retest is not None:
        return f"Nobody could be let in. Call to set another appointment; the request is on file as {retest.number}."
    if Stage(row.stage) is Stage.FINAL:
        return "The work under the permit is finished. The office opens or changes the sewer account from this day."
    return "The work may go on to the next stage. Call for its inspection before anything is covered."


def _contractor(answers: dict[str, str]) -> str:
    return answers.get("contractor_name", "") or (
        "The owner does the work" if answers.get("owner_does_the_work") else ""
    )


def _deficiencies(result: ResultFacts) -> tuple[SourcedText, ...]:
    """What must be put right: lines answered no, tests that failed, and what the inspector wrote."""
    found = [
        SourcedText(f"Not so: {line.sentence}.", line.citation)
        for line in result.checklist
        if line.answer is CheckAnswer.NO
    ]
    found += [
        SourcedText(test.reason, test.citation) for test in result.tests if test.verdict is LeakVerdict.FAILED
    ]
    found += [SourcedText(line.strip(), "") for line in result.deficiencies.splitlines() if line.strip()]
    return tuple(found)


def _remarks(result: ResultRow) -> tuple[str, ...]:
    decided = result.officer_decision.strip()
    lines = [f"Decision of the {result.inspector_title}: {decided}"] if decided else []
    return (*lines, *(line.strip() for line in result.note.splitlines() if line.strip()))
