"""What lists and pages of the counter show: contractors, applications and permits; each a frozen moment.

The facts and rules are in ``contractors``, ``applications`` and ``permits``; here is only what screens are handed.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.application_checks import Completeness
from sewerdesk.domain.applications import ApplicationState, ApplicationView
from sewerdesk.domain.contractor_facts import AuthorizationKind, Bond, ContractorFacts, Exemption, Policy
from sewerdesk.domain.law import Approval
from sewerdesk.domain.papers import PaperRow
from sewerdesk.domain.permit_life import RenewalAnswer, TransferAnswer, Varied
from sewerdesk.domain.permits import IssuedClock, PermitEvent, PermitStanding, PermitState
from sewerdesk.domain.registers import PartyDraft, PartyView
from sewerdesk.domain.verdicts import Answer, Verdict


class CoverKind(StrEnum):
    """Which of a contractor's papers: a bond, a policy or proof, or an attestation of exemption."""

    BOND = "bond"
    POLICY = "policy"
    EXEMPTION = "exemption"


@dataclass(frozen=True, slots=True)
class CoverRef:
    """One paper of a contractor."""

    kind: CoverKind
    id: int


@dataclass(frozen=True, slots=True)
class ContractorDraft(PartyDraft):
    """A contractor as typed in the form; ``other_names`` are the names it does business under, one a line."""

    other_names: str = ""
    foreman: str = ""
    cell: str = ""
    note: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The other names, without empty lines."""
        return tuple(line.strip() for line in self.other_names.splitlines() if line.strip())


@dataclass(frozen=True, slots=True)
class ContractorRow:
    """One line of the list: whether the contractor may work in a highway right-of-way today, and until when."""

    id: int
    name: str
    phone: str
    answer: Answer
    first_fault: str
    lapses_on: date | None
    lapsing_paper: str
    open_permits: int


@dataclass(frozen=True, slots=True)
class CoverRow:
    """One paper on file; ``problem`` says why it is not in force today, ``void_reason`` that it never counted."""

    ref: CoverRef
    requirement: str
    paper: str
    dates: str
    last_day: date | None
    problem: str
    detail: str
    verified: str
    void_reason: str
    warning: str
    files: int
    version: int


@dataclass(frozen=True, slots=True)
class AuthorizationRow:
    """An act on who may lay and connect, as the page of a contractor shows it."""

    id: int
    kind: AuthorizationKind
    on: date
    resolution: str
    evidence: str


@dataclass(frozen=True, slots=True)
class SuspensionRow:
    """A suspension with the days on which it lasts (end excluded)."""

    id: int
    start: date
    until: date | None
    reason: str
    authority: str


@dataclass(frozen=True, slots=True)
class ContractorView:
    """A contractor's page. ``facts`` are the papers that count; ``covers`` are all of them, newest first."""

    id: int
    party: PartyView
    names: tuple[str, ...]
    foreman: str
    cell: str
    registered_on: date
    note: str
    facts: ContractorFacts
    standing: Verdict
    covers: tuple[CoverRow, ...]
    suspensions: tuple[SuspensionRow, ...]
    duplicates: tuple[str, ...]
    permits: tuple["PermitRow", ...]
    papers: tuple[PaperRow, ...]
    version: int
    authorizations: tuple[AuthorizationRow, ...] = ()


Cover = Bond | Policy | Exemption


class CounterStage(StrEnum):
    """Where a matter stands at the counter, for the chips of the list."""

    DRAFT = "draft"
    WAITING = "waiting"
    INCOMPLETE = "incomplete"
    APPROVED = "approved"
    IN_FORCE = "in_force"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class PermitRow:
    """A permit as lists show it, as of a day. ``next_day`` is the end of the clock that runs out first."""

    id: int
    number: str
    application_id: int
    issued_on: date
    state: PermitState
    next_what: str
    next_day: date | None
    location: str
    print_key: str
    owner: str
    contractor: str
    contractor_id: int | None


@dataclass(frozen=True, slots=True)
class ApplicationRow:
    """One line of the page "Permits": an application, with its permit once one is issued."""

    id: int
    number: str
    stage: CounterStage
    state: ApplicationState
    received_on: date | None
    location: str
    print_key: str
    owner: str
    contractor: str
    work: str
    unpaid: Decimal
    permit: PermitRow | None

    @property
    def shown_number(self) -> str:
        """The number that people use now: the permit's once there is one."""
        return self.permit.number if self.permit else self.number or "Draft"

    @property
    def state_label(self) -> str:
        """The state that governs now."""
        return self.permit.state.label if self.permit else self.state.label


@dataclass(frozen=True, slots=True)
class PermitView:
    """A permit's page, its state computed for a day."""

    id: int
    number: str
    application_id: int
    application_number: str
    issued_on: date
    issued_by: str
    class_name: str
    standing: PermitStanding
    clocks: tuple[IssuedClock, ...]
    running: tuple[IssuedClock, ...]
    events: tuple["PermitEventView", ...]
    conditions: tuple[str, ...]
    figures: tuple["FigureUsed", ...]
    location: str
    print_key: str
    owner: str
    contractor: str
    papers: tuple[PaperRow, ...]
    class_key: str = ""
    renewal: RenewalAnswer | None = None
    transfer: TransferAnswer | None = None
    #: Whether the work has begun, and before that whether it may; ``None`` once it has.
    has_started: bool = False
    start: Verdict | None = None


@dataclass(frozen=True, slots=True)
class PermitEventView:
    """An event of a permit with where it was filed or who ordered it, and who entered it."""

    event: PermitEvent
    reference: str
    person: str
    actor: str


@dataclass(frozen=True, slots=True)
class FigureUsed:
    """A figure of law that a permit was issued under; it never changes with the law."""

    key: str
    subject: str
    value: str
    unit: str
    citation: str
    status: str


@dataclass(frozen=True, slots=True)
class ApprovalLine:
    """An approval that the law asks for, and what is on file of it."""

    rule: Approval
    submitted_on: date | None
    approved_on: date | None
    reference: str


@dataclass(frozen=True, slots=True)
class FileRow:
    """A file kept with a record."""

    id: int
    name: str
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class ApplicationPage:
    """An application's page: the form, what is missing, what stands in the way of the permit, and the permit."""

    view: ApplicationView
    completeness: Completeness
    readiness: Verdict
    approvals: tuple[ApprovalLine, ...]
    class_name: str
    contractor: str
    files: tuple[FileRow, ...]
    papers: tuple[PaperRow, ...]
    permit: PermitView | None
    #: Cases on the parcel that are open: id and number.
    open_cases: tuple[tuple[int, str], ...] = ()
    #: What a renewal answers otherwise than the application of the permit it renews.
    varied: tuple[Varied, ...] = ()


@dataclass(frozen=True, slots=True)
class Filing:
    """That a permit and its plans were filed in the municipal clerk's office."""

    on: date | None = None
    reference: str = ""
    received_by: str = ""
