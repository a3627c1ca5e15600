"""Inspections: asked for, appointed, done; and what their results lead to.

An inspection is open as long as it has no result, whatever its dates say. Failures are counted from results, by
stage; a stage stands as its last test or visit left it. A passed final inspection proposes the sewer account.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from sewerdesk.domain.dates import DayRule, Deadline, deadline
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import ChecklistItem, Figure, Law, ProjectKind, Stage, checklist_for
from sewerdesk.domain.leaktests import LeakTestResult, LeakVerdict
from sewerdesk.domain.states import StateMachine, Transition
from sewerdesk.domain.wording import join_words, show_date

NOTICE_FIGURE = "inspection.notice_hours"
"""How long before the work is covered the office is told; a permit keeps it as it stood at issue, and prints it."""


class Outcome(StrEnum):
    """What came of a visit."""

    PASSED = "passed"
    PASSED_WITH_CONDITIONS = "passed_conditions"
    FAILED = "failed"
    NO_ACCESS = "no_access"
    CANCELLED = "cancelled"

    @property
    def is_pass(self) -> bool:
        """Whether the stage may go on."""
        return self in {Outcome.PASSED, Outcome.PASSED_WITH_CONDITIONS}

    @property
    def label(self) -> str:
        """As lists and reports show it."""
        return {
            Outcome.PASSED: "Passed",
            Outcome.PASSED_WITH_CONDITIONS: "Passed with conditions",
            Outcome.FAILED: "Failed",
            Outcome.NO_ACCESS: "No access",
            Outcome.CANCELLED: "Cancelled",
        }[self]


class InspectionState(StrEnum):
    """Where an inspection stands."""

    REQUESTED = "requested"
    APPOINTED = "appointed"
    DONE = "done"
    CANCELLED = "cancelled"


INSPECTION_MACHINE: StateMachine[InspectionState] = StateMachine(
    "inspection",
    (
        Transition(InspectionState.REQUESTED, InspectionState.APPOINTED, "appoint"),
        Transition(InspectionState.REQUESTED, InspectionState.DONE, "record"),
        Transition(InspectionState.REQUESTED, InspectionState.CANCELLED, "cancel"),
        Transition(InspectionState.APPOINTED, InspectionState.APPOINTED, "appoint"),
        Transition(InspectionState.APPOINTED, InspectionState.DONE, "record"),
        Transition(InspectionState.APPOINTED, InspectionState.CANCELLED, "cancel"),
    ),
)
"""What may happen to an inspection; it can be cancelled at any time before its result, fees or not."""


class CheckAnswer(StrEnum):
    """The answer to a line of the checklist."""

    YES = "yes"
    NO = "no"
    NOT_APPLICABLE = "not_applicable"


@dataclass(frozen=True, slots=True)
class ChecklistLine:
    """A line of the inspection form as answered; ``sentence`` and ``citation`` as the law had them that day."""

    key: str
    sentence: str
    citation: str
    answer: CheckAnswer | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A day and time set for an inspection; a later one replaces it."""

    day: date
    time: str = ""
    inspector: str = ""


@dataclass(frozen=True, slots=True)
class InspectionResult:
    """What was found on the visit."""

    outcome: Outcome
    visited_on: date
    inspector: str
    checklist: tuple[ChecklistLine, ...] = ()
    tests: tuple[LeakTestResult, ...] = ()
    deficiencies: str = ""
    officer_decision: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Inspection:
    """An inspection of one stage of the work under a permit."""

    id: int
    number: str
    stage: Stage
    requested_at: datetime
    requested_by: str = ""
    retest_of: int | None = None
    appointments: tuple[Appointment, ...] = ()
    result: InspectionResult | None = None

    @property
    def is_open(self) -> bool:
        """Whether it waits for its result; a changed date never takes it off the list."""
        return self.result is None

    @property
    def appointment(self) -> Appointment | None:
        """The appointment that holds: the last one made."""
        return self.appointments[-1] if self.appointments else None

    @property
    def state(self) -> InspectionState:
        """Where it stands, computed."""
        if self.result is not None:
            cancelled = self.result.outcome is Outcome.CANCELLED
            return InspectionState.CANCELLED if cancelled else InspectionState.DONE
        return InspectionState.APPOINTED if self.appointments else InspectionState.REQUESTED


@dataclass(frozen=True, slots=True)
class Retest:
    """A stage that failed and must be done again: the failed inspection, and the new request if there is one."""

    failed: Inspection
    requested: Inspection | None = None

    @property
    def sentence(self) -> str:
        """What waits, for the list of things to do."""
        assert self.failed.result is not None
        done = f"{self.failed.number} ({self.failed.stage.value}) failed on {show_date(self.failed.result.visited_on)}"
        if self.requested is None:
            return f"{done}; no re-test is requested yet."
        return f"{done}; re-test {self.requested.number} is open."


def blank_checklist(law: Law, *, stage: Stage, project: ProjectKind) -> tuple[ChecklistLine, ...]:
    """The form of a stage, every line unanswered."""
    rows: tuple[ChecklistItem, ...] = checklist_for(law, project)
    return tuple(ChecklistLine(row.key, row.sentence, row.citation) for row in rows if row.stage is stage)


def check_result(result: InspectionResult, *, today: date) -> None:
    """Refuse a result that contradicts itself, as ``FieldErrors``.

    A pass needs every line answered and none of them "no", every test passed, and the officer's decision in words
    where a test left one to him; a failure needs its deficiencies, or a failed test or line that says why.
    """
    errors: dict[str, str] = {}
    if result.visited_on > today:
        errors["visited_on"] = (
            f"The visit cannot have been on {show_date(result.visited_on)}; that day is to come."
        )
    if not result.inspector.strip() and result.outcome is not Outcome.CANCELLED:
        errors["inspector"] = "Enter who inspected."
    if result.outcome.is_pass:
        errors.update(_pass_errors(result))
    elif result.outcome is Outcome.FAILED and not _says_why(result):
        errors["deficiencies"] = "Say what failed, so that it can be put right."
    if errors:
        raise FieldErrors(errors)


def proposed_outcome(result: InspectionResult) -> Outcome:
    """What the answers and tests come to, to be confirmed by the inspector."""
    failed = any(test.verdict is LeakVerdict.FAILED for test in result.tests)
    return Outcome.FAILED if failed or _refused(result) else Outcome.PASSED


def failures_by_stage(inspections: Iterable[Inspection]) -> Mapping[Stage, int]:
    """How often each stage failed. Visits without access and cancelled ones are no failures."""
    counted: dict[Stage, int] = {}
    for inspection in inspections:
        if inspection.result is not None and inspection.result.outcome is Outcome.FAILED:
            counted[inspection.stage] = counted.get(inspection.stage, 0) + 1
    return counted


def reinspection_fees_due(
    inspections: Iterable[Inspection], *, stage: Stage, free_failures: int, charged: int
) -> int:
    """How many re-inspection fees are owed and not yet charged for a stage: one for each failure beyond the free."""
    return max(0, failures_by_stage(inspections).get(stage, 0) - free_failures - charged)


def open_retests(inspections: Iterable[Inspection]) -> tuple[Retest, ...]:
    """The stages whose last result is a failure, in the order of the failures."""
    rows = tuple(inspections)
    retests = []
    for stage in Stage:
        last = _last_decided(rows, stage)
        if last is not None and last.result is not None and last.result.outcome is Outcome.FAILED:
            waiting = [row for row in rows if row.stage is stage and row.is_open]
            retests.append(Retest(last, waiting[-1] if waiting else None))
    return tuple(sorted(retests, key=lambda row: row.failed.id))


def passed_stages(inspections: Iterable[Inspection]) -> frozenset[Stage]:
    """The stages whose last result is a pass."""
    rows = tuple(inspections)
    decided = {stage: _last_decided(rows, stage) for stage in Stage}
    return frozenset(
        stage
        for stage, last in decided.items()
        if last is not None and last.result is not None and last.result.outcome.is_pass
    )


def check_may_close(inspections: Iterable[Inspection], law: Law, *, project: ProjectKind) -> None:
    """Refuse a passed final inspection while an earlier stage has not passed (``RuleViolation``)."""
    rows = tuple(inspections)
    failed = open_retests(rows)
    if failed:
        raise RuleViolation(f"The final inspection cannot pass: {failed[0].sentence}")
    asked = {row.stage: row.citation for row in reversed(checklist_for(law, project))}
    missing = [stage for stage in Stage if stage in asked and stage is not Stage.FINAL]
    missing = [stage for stage in missing if stage not in passed_stages(rows)]
    if missing:
        names = join_words([stage.value for stage in missing])
        raise RuleViolation(
            f"The final inspection cannot pass before these stages have: {names}.",
            citation=asked[missing[0]],
        )


def notice_ends(figure: Figure | None, inspection: Inspection, calendar: HolidayCalendar) -> Deadline | None:
    """When the notice before covering the work is over, in real hours; None where the law asks for none.

    ``figure`` is the one that the permit was issued under and prints.
    """
    if figure is None or figure.value is None:
        return None
    rule = DayRule("Notice before backfilling", figure.whole, figure.unit, figure.citation)
    return deadline(rule, inspection.requested_at, calendar)


def _last_decided(rows: tuple[Inspection, ...], stage: Stage) -> Inspection | None:
    decided = [
        row
        for row in rows
        if row.stage is stage
        and row.result is not None
        and (row.result.outcome.is_pass or row.result.outcome is Outcome.FAILED)
    ]
    return max(decided, key=_when, default=None)


def _when(inspection: Inspection) -> tuple[date, int]:
    assert inspection.result is not None
    return inspection.result.visited_on, inspection.id


def _refused(result: InspectionResult) -> list[ChecklistLine]:
    return [line for line in result.checklist if line.answer is CheckAnswer.NO]


def _says_why(result: InspectionResult) -> bool:
    failed = any(test.verdict is LeakVerdict.FAILED for test in result.tests)
    return failed or bool(_refused(result)) or bool(result.deficiencies.strip())


def _pass_errors(result: InspectionResult) -> dict[str, str]:
    errors: dict[str, str] = {}
    unanswered = [line for line in result.checklist if line.answer is None]
    if refused := _refused(result):
        errors["checklist"] = f'The inspection cannot pass with "no" to: {refused[0].sentence}.'
    elif unanswered:
        errors["checklist"] = f"Answer every line before it passes, first: {unanswered[0].sentence}."
    for test in result.tests:
        if test.verdict is LeakVerdict.FAILED:
            errors["tests"] = f"The inspection cannot pass with a failed test. {test.reason}"
        elif test.verdict is LeakVerdict.OFFICER and not result.officer_decision.strip():
            errors["officer_decision"] = f"Enter the officer's decision. {test.reason}"
    return errors
