"""Cases of violation as screens hand them in and show them: the forms, the list, the page, the timeline.

The rules are in ``violations``, ``notices`` and ``mailing``; here is what is typed and what is shown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sewerdesk.domain.mailing import Mailing, MailMethod, MailOutcome
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.violations import (
    CaseDraft,
    CaseEventKind,
    CaseState,
    CitedViolation,
    DueItem,
    ObservedFact,
    OrderedAction,
)

FACTS = 5
"""How many facts the form has room for."""
SECTIONS = 5
"""How many sections of the law the form has room for."""
ACTIONS = 5
"""How many ordered actions the form has room for."""


@dataclass(frozen=True, slots=True)
class CaseForm:
    """A case as typed in the form: up to five facts with their evidence, up to five sections of the law."""

    parcel_id: int | None = None
    observed_on: date | None = None
    observed_at: str = ""
    observed_by: str = ""
    observer_title: str = ""
    fact_1: str = ""
    evidence_1: str = ""
    fact_2: str = ""
    evidence_2: str = ""
    fact_3: str = ""
    evidence_3: str = ""
    fact_4: str = ""
    evidence_4: str = ""
    fact_5: str = ""
    evidence_5: str = ""
    section_1: str | None = None
    section_2: str | None = None
    section_3: str | None = None
    section_4: str | None = None
    section_5: str | None = None
    note: str = ""

    def draft(self) -> CaseDraft:
        """The case as the rules read it; empty facts and sections are left out."""
        facts = [
            ObservedFact(getattr(self, f"fact_{n}").strip(), getattr(self, f"evidence_{n}").strip())
            for n in range(1, FACTS + 1)
        ]
        keys = [getattr(self, f"section_{n}") for n in range(1, SECTIONS + 1)]
        return CaseDraft(
            parcel_id=self.parcel_id,
            observed_on=self.observed_on,
            observed_at=self.observed_at.strip(),
            observed_by=self.observed_by.strip(),
            observer_title=self.observer_title.strip(),
            facts=tuple(one for one in facts if one.fact),
            violation_keys=tuple(dict.fromkeys(key for key in keys if key)),
        )

    @classmethod
    def of(cls, draft: CaseDraft, *, note: str = "") -> "CaseForm":
        """A case put back into its form."""
        values: dict[str, Any] = {}
        for n, fact in enumerate(draft.facts[:FACTS], start=1):
            values[f"fact_{n}"], values[f"evidence_{n}"] = fact.fact, fact.evidence
        for n, key in enumerate(draft.violation_keys[:SECTIONS], start=1):
            values[f"section_{n}"] = key
        return cls(
            parcel_id=draft.parcel_id,
            observed_on=draft.observed_on,
            observed_at=draft.observed_at,
            observed_by=draft.observed_by,
            observer_title=draft.observer_title,
            note=note,
            **values,
        )


def form_errors(errors: Mapping[str, str]) -> dict[str, str]:
    """The rules' problems under the names of the form's fields."""
    names = {"facts": "fact_1", "violation_keys": "section_1"}
    return {names.get(name, name): sentence for name, sentence in errors.items()}


@dataclass(frozen=True, slots=True)
class NoticeDraft:
    """What a notice says beyond facts and sections, as typed; the owner of record is always its first recipient.

    ``mail_on`` is the day on which it is to be mailed (the day of the notice unless given). The texts with their
    sources are for what the law leaves blank. ``enclosures`` and ``copies`` hold one a line, or "None".
    """

    method: MailMethod | None = MailMethod.CERTIFIED
    mail_on: date | None = None
    article_1: str = ""
    second_name: str = ""
    second_capacity: str = ""
    second_lines: str = ""
    article_2: str = ""
    action_1: str = ""
    due_1: date | None = None
    action_2: str = ""
    due_2: date | None = None
    action_3: str = ""
    due_3: date | None = None
    action_4: str = ""
    due_4: date | None = None
    action_5: str = ""
    due_5: date | None = None
    answer_due: date | None = None
    answer_rule: str = ""
    notice_time: str = ""
    appeal_text: str = ""
    appeal_source: str = ""
    penalty_text: str = ""
    penalty_source: str = ""
    signer: str = ""
    enclosures: str = ""
    copies: str = ""

    @classmethod
    def ordering(cls, texts: Sequence[str]) -> "NoticeDraft":
        """An empty form that orders these actions, their days still to be set."""
        actions: dict[str, Any] = {f"action_{n}": text for n, text in enumerate(texts[:ACTIONS], start=1)}
        return cls(**actions)

    @property
    def typed_actions(self) -> tuple[tuple[int, str, date | None], ...]:
        """Each action that is typed, with its place in the form and its day, which may still be missing."""
        rows = (
            (n, getattr(self, f"action_{n}").strip(), getattr(self, f"due_{n}"))
            for n in range(1, ACTIONS + 1)
        )
        return tuple(row for row in rows if row[1])


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One line of the list. ``due_on`` is the earliest day on which something waits in the case."""

    id: int
    number: str
    parcel_id: int
    location: str
    print_key: str
    owner: str
    sections: str
    state: CaseState
    opened_on: date
    due_on: date | None
    due_what: str
    due_rule: str
    notice_number: str

    @property
    def is_open(self) -> bool:
        """Whether anything may still happen in it."""
        return self.state is not CaseState.CLOSED

    def is_overdue(self, today: date) -> bool:
        """Whether its day is over."""
        return self.due_on is not None and self.due_on < today


@dataclass(frozen=True, slots=True)
class CaseEventView:
    """A step of a case with the paper that it concerns and who entered it."""

    kind: CaseEventKind
    on: date
    due_on: date | None
    due_rule: str
    citation: str
    note: str
    paper_number: str
    actor: str


@dataclass(frozen=True, slots=True)
class MailingView:
    """A paper as it went out to one recipient, and what became of it.

    ``follow_up`` says what must be done because of the outcome, empty where nothing must.
    """

    id: int
    paper_id: int
    paper_number: str
    facts: Mailing
    address_lines: tuple[str, ...]
    note: str
    actor: str
    served_otherwise: bool
    follow_up: str


@dataclass(frozen=True, slots=True)
class CopyToMail:
    """One copy of an issued paper, addressed to one recipient; ``mailed`` says that it went out."""

    paper_id: int
    number: str
    recipient: str
    address_lines: tuple[str, ...]
    method: MailMethod
    article: str
    issued_on: date
    mailed: bool


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One line of what happened in a case, oldest first."""

    on: date
    what: str
    detail: str
    due_on: date | None = None
    citation: str = ""
    actor: str = ""


@dataclass(frozen=True, slots=True)
class ActionLine:
    """An action that was ordered, by its place in the notice."""

    place: int
    action: OrderedAction


@dataclass(frozen=True, slots=True)
class CaseView:
    """A case's page. ``missing`` are the parts that the notice still lacks; ``verbs`` what may be done now."""

    row: CaseRow
    draft: CaseDraft
    note: str
    notice: NoticeDraft
    citations: tuple[CitedViolation, ...]
    timeline: tuple[TimelineEntry, ...]
    mailings: tuple[MailingView, ...]
    copies: tuple[CopyToMail, ...]
    papers: tuple[PaperRow, ...]
    actions: tuple[ActionLine, ...]
    due: tuple[DueItem, ...]
    missing: tuple[str, ...]
    verbs: tuple[str, ...]
    answer_due: date | None
    answer_rule: str
    answer_citation: str
    owner_lines: tuple[str, ...]
    account_numbers: tuple[str, ...]
    version: int


@dataclass(frozen=True, slots=True)
class LawGiven:
    """What the law itself gives for a notice, so that the form asks only for the rest; empty where it is blank.

    A ``note`` says what a text from a model law still needs. ``answer`` is the sentence that says how the day of the
    answer is found, ``answer_problem`` why it cannot be. ``officer_person`` holds the signing office today, where
    somebody is entered for it.
    """

    appeal: str
    appeal_source: str
    appeal_note: str
    penalties: str
    penalties_source: str
    penalties_note: str
    notice_time: str
    notice_time_source: str
    answer: str
    answer_source: str
    answer_problem: str
    officer_title: str
    officer_source: str
    officer_person: str
    methods: tuple[MailMethod, ...]
    service: str
    service_source: str


def cited_rule(sentence: str, citation: str) -> str:
    """The sentence that gives a day, with the section behind it, in one sentence."""
    return f"{sentence.rstrip('.')}; {citation}." if citation else sentence


EVENT_WORDS: Mapping[CaseEventKind, str] = {
    CaseEventKind.OPENED: "Case opened",
    CaseEventKind.NOTICE_ISSUED: "Notice issued",
    CaseEventKind.NOTICE_GIVEN: "Notice given",
    CaseEventKind.ANSWERED: "Answer received",
    CaseEventKind.EXTENDED: "Time extended",
    CaseEventKind.HEARING: "Hearing set",
    CaseEventKind.COMPLIED: "Compliance found",
    CaseEventKind.REFERRED: "Referred",
    CaseEventKind.CLOSED: "Case closed",
}
METHOD_WORDS: Mapping[MailMethod, str] = {
    MailMethod.CERTIFIED: "Certified mail",
    MailMethod.CERTIFIED_AND_FIRST_CLASS: "Certified and first-class mail",
    MailMethod.REGISTERED: "Registered mail",
    MailMethod.FIRST_CLASS: "First-class mail",
    MailMethod.PERSONAL: "Personal delivery",
    MailMethod.SUBSTITUTED: "Left with a person of suitable age, and mailed",
    MailMethod.POSTED: "Posted on the building",
    MailMethod.BY_HAND: "Handed out at the counter",
}
OUTCOME_WORDS: Mapping[MailOutcome, str] = {
    MailOutcome.MAILED: "No result yet",
    MailOutcome.DELIVERED: "Delivered",
    MailOutcome.REFUSED: "Refused",
    MailOutcome.UNCLAIMED: "Unclaimed",
    MailOutcome.RETURNED: "Returned to sender",
}
