"""Buildings and the pipes that serve them: one each, an old one used again, one under a building, a building ready.

Source: Hague 503A to 504, Lockport 150-6G, H, T and V, Dannemora 72-15. Where the text of a law says nothing, or only
a title is at hand, the officer decides.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.applications import ApplicationDraft, LateralUse
from sewerdesk.domain.entry import Answer
from sewerdesk.domain.law import ChecklistItem, FigureStatus, LateralRule, Law
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show, show_date

REUSE = ("existing_lateral", "old_sewer")
"""The law pack's keys of the line for a pipe that is used again."""
UNDER_BUILDING = "under_building"
"""The law pack's key of the line for a pipe under a building; its figure is the concrete around it."""
READY = ("enclosed", "trap_vent")
"""The law pack's keys of what must be done to a building before it is connected."""


def shared_lateral_line(draft: ApplicationDraft, law: Law) -> VerdictLine | None:
    """Whether a pipe that is to serve a second building may; ``None`` where each building has its own.

    The law may leave the exception to a Board, whose act must then be named; where the text gives no exception the
    pipe is not shared, and where the law has no such rule the officer decides.
    """
    if draft.shares_lateral is not True:
        return None
    rule = next(iter(law.lateral_rules), None)
    lateral = law.term("lateral").singular
    if rule is None or rule.status is FigureStatus.BLANK:
        return VerdictLine(
            passed=None,
            requirement=f"Every building has a {lateral} of its own, or the officer allows another way.",
            on_file=draft.shared_reason.strip() or "No reason is given",
            citation="" if rule is None else rule.citation,
            action="Complete the form",
            action_key="application.complete",
        )
    fault = _sharing_fault(draft, law, rule)
    said = ", ".join(part for part in (draft.shared_reason.strip(), draft.shared_act.strip()) if part)
    return VerdictLine(
        passed=not fault,
        requirement=f"{rule.sentence} {rule.exception}".strip(),
        on_file=fault or said,
        citation=rule.citation,
        action="Complete the form" if fault else "",
        action_key="application.complete" if fault else "",
    )


def _sharing_fault(draft: ApplicationDraft, law: Law, rule: LateralRule) -> str:
    if not rule.exception:
        return "The law allows no exception"
    if not draft.shared_reason.strip():
        return "No reason for the exception is given"
    if rule.exception_by and not draft.shared_act.strip():
        return f"No act of the {law.officer(rule.exception_by).title} is named"
    return ""


def reuse_line(draft: ApplicationDraft, law: Law, *, on: date) -> VerdictLine | None:
    """Whether a pipe that lies there may be used again: only after it was examined and passed its test.

    ``None`` where a new one is laid or the law has no such rule. Where only a title or a model law says so, a missing
    test leaves it to the officer.
    """
    rule = next((row for row in law.checklist if row.key in REUSE), None)
    if draft.lateral_use is not LateralUse.EXISTING or rule is None:
        return None
    tested = draft.reuse_tested_on
    passed = tested is not None and tested <= on and draft.reuse_passed is True
    needed = False if rule.status is FigureStatus.LAW or draft.reuse_passed is False else None
    return VerdictLine(
        passed=True if passed else needed,
        requirement=rule.sentence,
        on_file=_test_words(draft, on),
        citation=rule.citation,
        action="" if passed else "Record the test",
        action_key="" if passed else "application.complete",
    )


def _test_words(draft: ApplicationDraft, on: date) -> str:
    if draft.reuse_tested_on is None or draft.reuse_tested_on > on:
        return "No test is on file"
    result = {True: "Passed", False: "Failed", None: "Tested, no result on file"}[draft.reuse_passed]
    reference = f", {draft.reuse_reference.strip()}" if draft.reuse_reference.strip() else ""
    return f"{result} on {show_date(draft.reuse_tested_on)}{reference}"


class UnderBuilding(StrEnum):
    """What is done about a pipe that would run under a building."""

    NONE = "none"  # it runs under no building
    RELOCATED = "relocated"
    ENCASED = "encased"
    WALLED = "walled"


@dataclass(frozen=True, slots=True)
class UnderBuildingFacts:
    """How a pipe at a building is dealt with.

    ``concrete_in`` is the thickness of the concrete around it in inches; ``relocation_possible`` says that it could be
    laid elsewhere, in which case the law lets nothing else be done.
    """

    way: UnderBuilding
    plan_approved_on: date | None = None
    relocation_possible: bool | None = None
    concrete_in: Decimal | None = None
    exposed: bool | None = None
    walled: bool | None = None
    vented_outdoors: bool | None = None


def under_building_line(facts: UnderBuildingFacts, law: Law, *, on: date) -> VerdictLine | None:
    """Whether a pipe under a building is dealt with as the law lets it be; ``None`` where the law has no such rule.

    Relocated by an approved plan; else, where that is not possible, encased in concrete of the law's thickness, or
    walled with the rooms above vented outdoors (Hague 503A).
    """
    rule = next((row for row in law.checklist if row.key == UNDER_BUILDING), None)
    if rule is None:
        return None
    faults = _UNDER_FAULTS[facts.way](facts, law, rule, on)
    return VerdictLine(
        passed=not faults,
        requirement=rule.sentence,
        on_file="; ".join(faults) if faults else _UNDER_WORDS[facts.way],
        citation=rule.citation,
    )


_UNDER_WORDS = {
    UnderBuilding.NONE: "It runs under no building",
    UnderBuilding.RELOCATED: "Relocated by an approved plan",
    UnderBuilding.ENCASED: "Encased in concrete",
    UnderBuilding.WALLED: "Walled, and the rooms above vented outdoors",
}


def _no_faults(_facts: UnderBuildingFacts, _law: Law, _rule: ChecklistItem, _on: date) -> list[str]:
    return []


def _relocation_faults(facts: UnderBuildingFacts, _law: Law, _rule: ChecklistItem, on: date) -> list[str]:
    if facts.plan_approved_on is None or facts.plan_approved_on > on:
        return ["The plan of the relocation is not approved"]
    return []


def _encasing_faults(facts: UnderBuildingFacts, law: Law, rule: ChecklistItem, on: date) -> list[str]:
    least = law.figure(rule.figures[0], on)
    faults = _last_resort_faults(facts)
    if facts.concrete_in is None:
        faults.append("The thickness of the concrete is not measured")
    elif facts.concrete_in < least.number:
        faults.append(
            f"{show(facts.concrete_in)} in of concrete is less than {show(least.number)} in ({least.citation})"
        )
    return faults


def _walling_faults(facts: UnderBuildingFacts, _law: Law, _rule: ChecklistItem, _on: date) -> list[str]:
    faults = _last_resort_faults(facts)
    if facts.walled is not True:
        faults.append("It is not walled")
    if facts.vented_outdoors is not True:
        faults.append("The rooms above are not vented outdoors")
    return faults


def _last_resort_faults(facts: UnderBuildingFacts) -> list[str]:
    faults = []
    if facts.relocation_possible is not False:
        faults.append("It is not established that it cannot be relocated")
    if facts.exposed is not True:
        faults.append("It was not exposed")
    return faults


_UNDER_FAULTS = {
    UnderBuilding.NONE: _no_faults,
    UnderBuilding.RELOCATED: _relocation_faults,
    UnderBuilding.ENCASED: _encasing_faults,
    UnderBuilding.WALLED: _walling_faults,
}


def building_ready(law: Law, answers: Mapping[str, Answer]) -> tuple[VerdictLine, ...]:
    """What must be done to a building before its pipe is connected, each against what was found there.

    ``answers`` are those of the inspection's checklist by their keys. Empty where the law has no such rule.
    """
    return tuple(
        _ready_line(row, answers.get(row.key)) for key in READY for row in law.checklist if row.key == key
    )


def _ready_line(row: ChecklistItem, answer: Answer | None) -> VerdictLine:
    said = {Answer.YES: "Found so", Answer.NO: "Found otherwise", Answer.NOT_APPLICABLE: "Does not apply"}
    return VerdictLine(
        passed=None if answer is Answer.NOT_APPLICABLE else answer is Answer.YES,
        requirement=row.sentence,
        on_file="Not looked at yet" if answer is None else said[answer],
        citation=row.citation,
    )
