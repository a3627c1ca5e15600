"""Cases of violation: what was observed, the sections it breaks, the steps taken, and what is due when.

The sections and the time to answer come from the law pack; the day from which the time runs is the one that the
law names (dated, mailed, served or received), and the sentence says which was used.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.law import Figure, Law, UnknownRule, Violation
from sewerdesk.domain.mailing import Mailing
from sewerdesk.domain.states import StateMachine, Transition
from sewerdesk.domain.wording import show_date


class CaseState(StrEnum):
    """Where a case stands: what its last event made it."""

    OPEN = "open"
    NOTICED = "noticed"
    ANSWERED = "answered"
    REFERRED = "referred"
    COMPLIED = "complied"
    CLOSED = "closed"

    @property
    def label(self) -> str:
        """As lists show it."""
        return {
            CaseState.OPEN: "Open, no notice yet",
            CaseState.NOTICED: "Notice issued",
            CaseState.ANSWERED: "Answer received",
            CaseState.REFERRED: "Referred",
            CaseState.COMPLIED: "Complied",
            CaseState.CLOSED: "Closed",
        }[self]


class CaseEventKind(StrEnum):
    """What can happen in a case; each is a dated fact."""

    OPENED = "opened"
    NOTICE_ISSUED = "notice_issued"
    NOTICE_GIVEN = "notice_given"
    ANSWERED = "answered"
    EXTENDED = "extended"
    HEARING = "hearing"
    COMPLIED = "complied"
    REFERRED = "referred"
    CLOSED = "closed"


_C = CaseState
CASE_MACHINE: StateMachine[CaseState] = StateMachine(
    "case",
    (
        Transition(_C.OPEN, _C.NOTICED, "notice"),
        Transition(_C.OPEN, _C.COMPLIED, "comply"),
        Transition(_C.OPEN, _C.CLOSED, "close"),
        Transition(_C.NOTICED, _C.ANSWERED, "answer"),
        Transition(_C.NOTICED, _C.NOTICED, "extend"),
        Transition(_C.NOTICED, _C.NOTICED, "notice"),
        Transition(_C.NOTICED, _C.NOTICED, "hear"),
        Transition(_C.NOTICED, _C.COMPLIED, "comply"),
        Transition(_C.NOTICED, _C.REFERRED, "refer"),
        Transition(_C.NOTICED, _C.CLOSED, "close"),
        Transition(_C.ANSWERED, _C.NOTICED, "notice"),
        Transition(_C.ANSWERED, _C.ANSWERED, "extend"),
        Transition(_C.ANSWERED, _C.ANSWERED, "hear"),
        Transition(_C.ANSWERED, _C.COMPLIED, "comply"),
        Transition(_C.ANSWERED, _C.REFERRED, "refer"),
        Transition(_C.ANSWERED, _C.CLOSED, "close"),
        Transition(_C.REFERRED, _C.REFERRED, "hear"),
        Transition(_C.REFERRED, _C.COMPLIED, "comply"),
        Transition(_C.REFERRED, _C.CLOSED, "close"),
        Transition(_C.COMPLIED, _C.CLOSED, "close"),
    ),
)
"""What may be done in a case; a closed one is not reopened, a new observation is a new case.

One with a notice may be closed without compliance, for a notice that was withdrawn: its reason is kept."""

_STATE_AFTER: Mapping[CaseEventKind, CaseState] = MappingProxyType(
    {
        CaseEventKind.OPENED: CaseState.OPEN,
        CaseEventKind.NOTICE_ISSUED: CaseState.NOTICED,
        CaseEventKind.ANSWERED: CaseState.ANSWERED,
        CaseEventKind.COMPLIED: CaseState.COMPLIED,
        CaseEventKind.REFERRED: CaseState.REFERRED,
        CaseEventKind.CLOSED: CaseState.CLOSED,
    }
)


@dataclass(frozen=True, slots=True)
class CitedViolation:
    """A section of the law as cited in a case, with its words as they were when it was picked."""

    key: str
    section: str
    text: str
    remedy: str
    citation: str
    penalties: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class ObservedFact:
    """One fact that was seen, and the evidence for it."""

    fact: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class CaseEvent:
    """A step of a case; ``due_on`` is the day by which somebody must act because of it."""

    kind: CaseEventKind
    on: date
    due_on: date | None = None
    due_rule: str = ""
    citation: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class OrderedAction:
    """What a notice orders to be done, by when, and when it was found done."""

    text: str
    due: date
    done_on: date | None = None


@dataclass(frozen=True, slots=True)
class CaseDraft:
    """A case as typed."""

    parcel_id: int | None = None
    observed_on: date | None = None
    observed_at: str = ""
    observed_by: str = ""
    observer_title: str = ""
    facts: tuple[ObservedFact, ...] = ()
    violation_keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CaseFacts:
    """A case with all that happened in it; ``matter`` names property and owner for lists."""

    number: str
    matter: str
    opened_on: date
    events: tuple[CaseEvent, ...] = ()
    mailings: tuple[Mailing, ...] = ()
    actions: tuple[OrderedAction, ...] = ()


@dataclass(frozen=True, slots=True)
class DueItem:
    """Something that waits in a case, for the first page: what, where, by when, why and the button's key."""

    case_number: str
    what: str
    matter: str
    due: date
    rule: str
    citation: str
    action_key: str

    def is_overdue(self, today: date) -> bool:
        """Whether its day is over."""
        return self.due < today


def cite(law: Law, keys: Iterable[str], *, on: date) -> tuple[CitedViolation, ...]:
    """The sections of the law by their keys, in the order given, with the penalties as they stand on a day."""
    rows = {row.key: row for row in law.violations}
    return tuple(_cited(law, rows, key, on) for key in dict.fromkeys(keys))


def check_case(draft: CaseDraft, law: Law, *, today: date) -> None:
    """Refuse a case that cannot become a notice, as ``FieldErrors``: place, day, observer, facts, sections."""
    errors: dict[str, str] = {}
    if draft.parcel_id is None:
        errors["parcel_id"] = "Choose the parcel on which it was observed."
    if draft.observed_on is None:
        errors["observed_on"] = "Enter the day on which it was observed."
    elif draft.observed_on > today:
        errors["observed_on"] = (
            f"It cannot have been observed on {show_date(draft.observed_on)}; today is {show_date(today)}."
        )
    if not draft.observed_by.strip():
        errors["observed_by"] = "Enter who observed it; the notice names the observer."
    if not any(row.fact.strip() for row in draft.facts):
        errors["facts"] = "Describe at least one fact that was observed."
    if not draft.violation_keys:
        errors["violation_keys"] = f"Choose the section of the {law.header.law_title} that it breaks."
    if errors:
        raise FieldErrors(errors)
    cite(law, draft.violation_keys, on=today)


def extend(facts: CaseFacts, *, until: date, on: date, reason: str, authority: str) -> CaseEvent:
    """The event by which the office grants more time to answer; it never shortens it.

    ``RuleViolation`` where nothing is due, the new day is not later, or reason or authority is missing.
    """
    due = answer_due(facts, on=on)
    if due is None or due.due_on is None:
        raise RuleViolation(f"No answer is due in case {facts.number}, so there is nothing to extend.")
    if until <= due.due_on:
        raise RuleViolation(
            f"The answer in case {facts.number} is due on {show_date(due.due_on)}; "
            "an extension must be to a later day."
        )
    if not (reason.strip() and authority.strip()):
        raise RuleViolation(f"Enter why and by whom the time in case {facts.number} is extended.")
    rule = f"Extended from {show_date(due.due_on)} by {authority.strip()}: {reason.strip()}"
    return CaseEvent(CaseEventKind.EXTENDED, on, until, rule, due.citation, reason.strip())


def case_state(facts: CaseFacts, *, on: date) -> CaseState:
    """Where the case stands on a day."""
    state = CaseState.OPEN
    for event in _until(facts, on):
        state = _STATE_AFTER.get(event.kind, state)
    return state


def answer_due(facts: CaseFacts, *, on: date) -> CaseEvent | None:
    """The event whose ``due_on`` is the day for the answer, extensions included; None where none is awaited."""
    waiting: CaseEvent | None = None
    for event in _until(facts, on):
        if event.kind in {CaseEventKind.NOTICE_GIVEN, CaseEventKind.EXTENDED} and event.due_on is not None:
            waiting = event
        elif event.kind in _STATE_AFTER and event.kind is not CaseEventKind.OPENED:
            waiting = None
    return waiting


def due_items(facts: CaseFacts, *, on: date) -> tuple[DueItem, ...]:
    """What waits in the case on a day, the earliest first; nothing once it is closed."""
    if case_state(facts, on=on) is CaseState.CLOSED:
        return ()
    return tuple(sorted(_items(facts, on), key=lambda item: item.due))


def due_by(cases: Iterable[CaseFacts], *, today: date, through: date) -> tuple[DueItem, ...]:
    """What waits in all cases up to a day, the oldest first: the first page's list."""
    found = [item for facts in cases for item in due_items(facts, on=today) if item.due <= through]
    return tuple(sorted(found, key=lambda item: (item.due, item.case_number)))


def _items(facts: CaseFacts, on: date) -> Iterator[DueItem]:
    state = case_state(facts, on=on)
    if state is CaseState.COMPLIED:
        done = max(event.on for event in _until(facts, on) if event.kind is CaseEventKind.COMPLIED)
        yield _item(facts, "Close the case", done, why="Compliance was found.", key="case.close")
        return
    if state is CaseState.OPEN:
        yield _item(
            facts,
            "Issue the notice",
            facts.opened_on,
            why="No notice is issued yet.",
            key="case.issue_notice",
        )
    yield from _paper_items(facts, on, state)
    hearing = next((row for row in reversed(_until(facts, on)) if row.kind is CaseEventKind.HEARING), None)
    if hearing is not None and hearing.due_on is not None and hearing.due_on >= on:
        yield _item(facts, "Hearing", hearing.due_on, why=hearing.due_rule, key="case.hearing")
    for action in facts.actions:
        if action.done_on is None or action.done_on > on:
            yield _item(facts, action.text, action.due, why="Ordered in the notice.", key="case.reinspect")


def _paper_items(facts: CaseFacts, on: date, state: CaseState) -> Iterator[DueItem]:
    """What waits because of the notice: its mailing, its answer, and mail that did not reach anybody."""
    events = _until(facts, on)
    if events and events[-1].kind is CaseEventKind.NOTICE_ISSUED:
        yield _item(
            facts,
            "Mail the notice",
            events[-1].on,
            why="Issued, not recorded as given.",
            key="case.record_mailing",
        )
    due = answer_due(facts, on=on)
    if due is not None and due.due_on is not None:
        item = _item(facts, "Answer due", due.due_on, why=due.due_rule, key="case.record_answer")
        yield replace(item, citation=due.citation)
    for mailing in facts.mailings:
        if mailing.must_be_served_otherwise and mailing.outcome_on is not None and state is CaseState.NOTICED:
            what = f"{mailing.document_no} was {mailing.outcome.value}: serve it in another way"
            yield _item(facts, what, mailing.outcome_on, why="", key="case.serve_otherwise")


def _item(facts: CaseFacts, what: str, due: date, *, why: str, key: str) -> DueItem:
    return DueItem(facts.number, what, facts.matter, due, why, "", key)


def _until(facts: CaseFacts, on: date) -> list[CaseEvent]:
    return sorted((event for event in facts.events if event.on <= on), key=lambda event: event.on)


def _cited(law: Law, rows: Mapping[str, Violation], key: str, on: date) -> CitedViolation:
    row = rows.get(key)
    if row is None:
        raise UnknownRule(f'The law file of the {law.municipality} has no violation "{key}".')
    return CitedViolation(
        key=row.key,
        section=row.section,
        text=row.title,
        remedy=row.remedy,
        citation=row.cited,
        penalties=tuple(law.figure(figure, on) for figure in row.penalties),
    )
