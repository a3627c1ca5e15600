"""Inspections as screens hand them in and show them: requests, appointments, visits, tests, lists and pages.

The rules are in ``inspections`` and ``leaktests``; here is what is typed and what is shown.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.account_proposals import AccountProposal
from sewerdesk.domain.entry import ChecklistAnswer
from sewerdesk.domain.entry_times import format_time, parse_time
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.inspections import Inspection, InspectionState, Outcome
from sewerdesk.domain.law import Stage
from sewerdesk.domain.leaktests import LeakTestDraft, LeakTestResult, RetestChain
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.permits import PermitState

STAGE_WORDS: Mapping[Stage, str] = {
    Stage.CONNECTION: "Connection",
    Stage.TRENCH: "Trench and bedding",
    Stage.PIPE: "Pipe",
    Stage.TEST: "Leakage test",
    Stage.FINAL: "Final",
}
STATE_WORDS: Mapping[InspectionState, str] = {
    InspectionState.REQUESTED: "Requested",
    InspectionState.APPOINTED: "Appointed",
    InspectionState.DONE: "Done",
    InspectionState.CANCELLED: "Cancelled",
}


@dataclass(frozen=True, slots=True)
class RequestDraft:
    """A request for an inspection as typed."""

    permit_id: int | None = None
    stage: Stage | None = None
    requested_by: str = ""


@dataclass(frozen=True, slots=True)
class AppointmentDraft:
    """A day and time for an inspection as typed."""

    day: date | None = None
    time: str = ""
    inspector: str = ""


@dataclass(frozen=True, slots=True)
class ResultDraft:
    """A visit as typed; the tests stand beside it."""

    outcome: Outcome | None = None
    visited_on: date | None = None
    arrived: str = ""
    left: str = ""
    weather: str = ""
    ground: str = ""
    inspector: str = ""
    photographs: int | None = None
    checklist: tuple[ChecklistAnswer, ...] = ()
    checklist_notes: str = ""
    deficiencies: str = ""
    officer_decision: str = ""
    retest_by: date | None = None
    note: str = ""
    tests: tuple[LeakTestDraft, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedTest:
    """A test as it was recorded: where, what was typed, and the verdict by the law of that day."""

    section: str
    draft: LeakTestDraft
    result: LeakTestResult


@dataclass(frozen=True, slots=True)
class InspectionRow:
    """One line of the list. ``due`` is the day appointed, or the day it was asked for while there is none."""

    id: int
    number: str
    permit_id: int
    permit_number: str
    parcel_id: int | None
    location: str
    print_key: str
    owner: str
    stage: Stage
    state: InspectionState
    outcome: Outcome | None
    requested_on: date
    appointed_on: date | None
    appointed_at: str
    inspector: str
    visited_on: date | None
    is_retest: bool

    @property
    def is_open(self) -> bool:
        """Whether it waits for its result."""
        return self.state in {InspectionState.REQUESTED, InspectionState.APPOINTED}

    @property
    def state_words(self) -> str:
        """What became of it, or where it stands."""
        return self.outcome.label if self.outcome is not None else STATE_WORDS[self.state]


@dataclass(frozen=True, slots=True)
class VisitFacts:
    """The facts of a visit that are shown and printed but not judged."""

    arrived: str
    left: str
    weather: str
    ground: str
    inspector_title: str
    photographs: int
    retest_by: date | None
    retest_rule: str


@dataclass(frozen=True, slots=True)
class InspectionView:
    """An inspection's page: the inspection, its visit and tests, the others of the permit, and what follows.

    ``notice_ends`` says when the law's notice before covering the work is over. ``proposal`` is the account that
    follows from a passed final inspection, ``None`` while it does not or was opened already. ``chains`` says where each
    section stands that was tested under the permit, ``disorder`` which of its steps came in the wrong order.
    """

    row: InspectionRow
    inspection: Inspection
    requested_by: str
    visit: VisitFacts | None
    tests: tuple[JudgedTest, ...]
    siblings: tuple[InspectionRow, ...]
    failures: Mapping[Stage, int]
    papers: tuple[PaperRow, ...]
    permit_state: PermitState
    contractor: str
    application_id: int
    notice_ends: str
    notice_citation: str
    proposal: AccountProposal | None
    no_proposal: str
    account_number: str
    chains: tuple[RetestChain, ...] = ()
    disorder: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PermitChoice:
    """A permit for which an inspection may be asked."""

    id: int
    number: str
    location: str
    print_key: str
    owner: str


def visit_hours(arrived: str, left: str) -> dict[str, str]:
    """The times at the site in their usual form; ``FieldErrors`` where one is none or they are the wrong way round."""
    errors: dict[str, str] = {}
    shown = {"arrived": "", "left": ""}
    parsed = {}
    for name, text in (("arrived", arrived), ("left", left)):
        if text.strip():
            try:
                parsed[name] = parse_time(text)
                shown[name] = format_time(parsed[name])
            except UserError as problem:
                errors[name] = problem.message
    if len(parsed) == len(shown) and parsed["left"] < parsed["arrived"]:
        errors["left"] = "The departure is earlier than the arrival. Check both times."
    if errors:
        raise FieldErrors(errors)
    return shown
