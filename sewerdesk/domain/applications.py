"""Applications for connection: the form as typed, its states, and what is still missing.

Nothing is required of a draft but a property or an owner. What must be there to submit, and what the permit needs
beyond that, is listed with a sentence each, so that the counter can say what to bring.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_CEILING, Decimal
from enum import StrEnum
from types import MappingProxyType

from sewerdesk.domain.fees import FeeLine, FeeRate, expected_fees
from sewerdesk.domain.law import ProjectKind, RoadJurisdiction
from sewerdesk.domain.states import StateMachine, Transition

__all__ = [
    "APPLICATION_MACHINE",
    "ApplicationApproval",
    "ApplicationDraft",
    "ApplicationEvent",
    "ApplicationState",
    "ApplicationView",
    "Capacity",
    "FeeLine",
    "FeeRate",
    "ItemAnswer",
    "LateralUse",
    "Paper",
    "WorkType",
    "expected_fees",
    "proposed_units",
]

_HUNDREDTH = Decimal("0.01")


class ApplicationState(StrEnum):
    """Where an application stands; its state is what its last event made it."""

    DRAFT = "draft"
    SUBMITTED = "submitted"
    INCOMPLETE = "incomplete"
    UNDER_REVIEW = "under_review"
    APPROVED = "approved"
    PERMIT_ISSUED = "permit_issued"
    WORK_STARTED = "work_started"
    TESTED = "tested"
    CONNECTED = "connected"
    CLOSED = "closed"
    DENIED = "denied"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"

    @property
    def label(self) -> str:
        """The state as lists show it."""
        return self.value.replace("_", " ").capitalize()


_S = ApplicationState
_MOVES: Mapping[ApplicationState, Mapping[str, ApplicationState]] = MappingProxyType(
    {
        _S.DRAFT: {"submit": _S.SUBMITTED, "withdraw": _S.WITHDRAWN},
        _S.SUBMITTED: {
            "review": _S.UNDER_REVIEW,
            "return": _S.INCOMPLETE,
            "withdraw": _S.WITHDRAWN,
            "expire": _S.EXPIRED,
        },
        _S.INCOMPLETE: {
            "submit": _S.SUBMITTED,
            "deny": _S.DENIED,
            "withdraw": _S.WITHDRAWN,
            "expire": _S.EXPIRED,
        },
        _S.UNDER_REVIEW: {
            "approve": _S.APPROVED,
            "return": _S.INCOMPLETE,
            "deny": _S.DENIED,
            "withdraw": _S.WITHDRAWN,
            "expire": _S.EXPIRED,
        },
        _S.APPROVED: {
            "issue": _S.PERMIT_ISSUED,
            "review": _S.UNDER_REVIEW,
            "withdraw": _S.WITHDRAWN,
            "expire": _S.EXPIRED,
        },
        _S.PERMIT_ISSUED: {
            "start": _S.WORK_STARTED,
            "test": _S.TESTED,
            "expire": _S.EXPIRED,
            "void_permit": _S.APPROVED,
        },
        _S.WORK_STARTED: {"test": _S.TESTED, "expire": _S.EXPIRED},
        _S.TESTED: {"connect": _S.CONNECTED, "expire": _S.EXPIRED},
        _S.CONNECTED: {"close": _S.CLOSED},
    }
)
APPLICATION_MACHINE: StateMachine[ApplicationState] = StateMachine(
    "application",
    tuple(
        Transition(source, target, verb) for source, moves in _MOVES.items() for verb, target in moves.items()
    ),
)
"""What may happen to an application: submit, review, return, approve, deny, issue, start, test, connect, close."""


class Capacity(StrEnum):
    """In what capacity the applicant signs."""

    OWNER = "owner"
    AGENT = "agent"
    CONTRACTOR = "contractor"


class WorkType(StrEnum):
    """What the application is for."""

    NEW_CONNECTION = "new_connection"
    RECONNECT = "reconnect"
    REPAIR = "repair"
    REPLACE_LATERAL = "replace_lateral"
    DISCONNECT = "disconnect"
    GRINDER_PUMP = "grinder_pump"
    MAIN_EXTENSION = "main_extension"
    SUBDIVISION = "subdivision"
    PRIVATE_SYSTEM = "private_system"
    CHANGE_OF_USE = "change_of_use"

    @property
    def label(self) -> str:
        """The work as screens name it, without a word that is one municipality's own."""
        return _WORK_LABELS.get(self, self.value.replace("_", " ").capitalize())

    @property
    def project(self) -> ProjectKind:
        """The kind of project by which the law sorts approvals, papers and fees."""
        return _PROJECTS.get(self, ProjectKind.LATERAL)

    @property
    def lays_lateral(self) -> bool:
        """Whether a pipe from a building to the sewer is laid, mended or used."""
        return self.project is ProjectKind.LATERAL and self not in {
            WorkType.DISCONNECT,
            WorkType.CHANGE_OF_USE,
        }

    @property
    def builds_sewer(self) -> bool:
        """Whether a sewer is built that is to become the municipality's."""
        return self.project in {ProjectKind.NEW_SEWER, ProjectKind.SUBDIVISION}


_WORK_LABELS: Mapping[WorkType, str] = MappingProxyType(
    {
        WorkType.REPLACE_LATERAL: "Replace the pipe to the building",
        WorkType.MAIN_EXTENSION: "New sewer or extension",
        WorkType.SUBDIVISION: "Sewers of a subdivision",
        WorkType.PRIVATE_SYSTEM: "Private disposal system",
    }
)
_PROJECTS: Mapping[WorkType, ProjectKind] = MappingProxyType(
    {
        WorkType.MAIN_EXTENSION: ProjectKind.NEW_SEWER,
        WorkType.SUBDIVISION: ProjectKind.SUBDIVISION,
        WorkType.PRIVATE_SYSTEM: ProjectKind.PRIVATE_DISPOSAL,
    }
)


class LateralUse(StrEnum):
    """Whether a lateral is laid new or one that lies there is used."""

    NEW = "new"
    EXISTING = "existing"


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper that goes with the application: asked for, received, or both. ``key`` is the law pack's."""

    key: str
    received_on: date | None = None
    requested: bool = False
    applies: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class ItemAnswer:
    """The answer to a question that the law puts to the application; ``key`` is the law pack's."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class ApplicationAnswers:
    """What the form asks, as the clerk's screen and the rules both have it; None and "" mean "not answered".

    Lengths and depths are feet, diameters inches, the slope inches per foot, the flow gallons per day.
    """

    # A. The application
    received_on: date | None = None
    received_by: str = ""
    work_type: WorkType | None = None
    #: The permit that this application renews, and what has varied from it since.
    renews: str = ""
    what_varied: str = ""
    # B. The property
    parcel_id: int | None = None
    print_key: str = ""
    location: str = ""
    agreement: str = ""
    # C. The owner
    owner_name: str = ""
    owner_mailing: str = ""
    owner_phone: str = ""
    owner_email: str = ""
    # D. The applicant
    capacity: Capacity | None = None
    applicant_name: str = ""
    applicant_mailing: str = ""
    applicant_phone: str = ""
    authorization_reference: str = ""
    authorization_received_on: date | None = None
    # E. The contractor
    contractor_id: int | None = None
    utility_ticket: str = ""
    utility_called_on: date | None = None
    # F. The building
    building_use: str = ""
    dwelling_units: int | None = None
    bedrooms: int | None = None
    existing_building: bool | None = None
    building_permit_no: str = ""
    #: One pipe for several buildings: shared by way of exception, or a complex that is designed as one.
    shares_lateral: bool | None = None
    shared_reason: str = ""
    shared_act: str = ""
    serves_complex: bool | None = None
    # G. Flow and units
    estimated_gpd: Decimal | None = None
    units: Decimal | None = None
    units_reason: str = ""
    water_source: str = ""
    # H. The lateral
    lateral_use: LateralUse | None = None
    lateral_diameter_in: Decimal | None = None
    lateral_material: str = ""
    lateral_length_ft: Decimal | None = None
    lateral_slope_in_per_ft: Decimal | None = None
    depth_at_main_ft: Decimal | None = None
    depth_at_house_ft: Decimal | None = None
    tap_kind: str = ""
    #: The test of a pipe that lies there already and is used again.
    reuse_tested_on: date | None = None
    reuse_passed: bool | None = None
    reuse_reference: str = ""
    # I. The design of a sewer
    designer: str = ""
    designer_license: str = ""
    plan_set: str = ""
    # J. The road
    road_jurisdiction: RoadJurisdiction | None = None
    highway_permit_no: str = ""
    highway_permit_on: date | None = None
    highway_permit_until: date | None = None
    highway_security: Decimal | None = None
    # K. The septic system that is given up
    septic_method: str = ""
    # N. Certification
    certified_by: str = ""
    certified_on: date | None = None
    # O. For the office
    planned_start: date | None = None
    planned_end: date | None = None
    construction_notice_on: date | None = None
    notes: str = ""


@dataclass(frozen=True, slots=True)
class ApplicationDraft(ApplicationAnswers):
    """The application as the rules read it.

    ``triggers`` are the keys of the law's questions answered yes (work in a highway right-of-way and the like);
    ``triggers_answered`` says that the questions were asked at all.
    """

    district: str = ""
    permit_class: str = ""
    account_class: str = ""
    in_district: bool = True
    owner_party_id: int | None = None
    contractor_name: str = ""
    owner_does_the_work: bool = False
    foreman: str = ""
    law_answers: tuple[ItemAnswer, ...] = ()
    triggers: frozenset[str] = frozenset()
    triggers_answered: bool = False
    papers: tuple[Paper, ...] = ()
    conditions: tuple[str, ...] = ()

    @property
    def project(self) -> ProjectKind:
        """The kind of project by which the law sorts approvals, papers and fees."""
        project = ProjectKind.LATERAL if self.work_type is None else self.work_type.project
        outside = project is ProjectKind.LATERAL and not self.in_district
        return ProjectKind.OUTSIDE_USER if outside else project

    @property
    def job(self) -> str:
        """How papers of the contractor name the job."""
        return self.location or self.print_key

    def paper(self, key: str) -> Paper:
        """The paper of that key, as one that was neither asked for nor received where none is listed."""
        return next((paper for paper in self.papers if paper.key == key), Paper(key))

    def answer(self, key: str) -> str:
        """What was answered to the law's question of that key; empty where nothing was."""
        return next((one.text.strip() for one in self.law_answers if one.key == key), "")


@dataclass(frozen=True, slots=True)
class ApplicationEvent:
    """What happened to the application: a dated fact with its reason and who entered it."""

    event: ApplicationState
    on: date
    note: str = ""
    actor: str = ""


@dataclass(frozen=True, slots=True)
class ApplicationApproval:
    """An approval by somebody else; ``key`` is the law pack's row."""

    key: str
    submitted_on: date | None = None
    approved_on: date | None = None
    reference: str = ""

    def given_by(self, on: date) -> bool:
        """Whether it was given on or before that day."""
        return self.approved_on is not None and self.approved_on <= on


@dataclass(frozen=True, slots=True)
class ApplicationView:
    """An application as the screen shows it; ``version`` guards against two people saving at once."""

    id: int
    number: str
    state: ApplicationState
    draft: ApplicationDraft
    fees: tuple[FeeLine, ...] = ()
    approvals: tuple[ApplicationApproval, ...] = ()
    events: tuple[ApplicationEvent, ...] = ()
    version: int = 1

    @property
    def verbs(self) -> tuple[str, ...]:
        """What may happen next, which is also which buttons show."""
        return APPLICATION_MACHINE.verbs(self.state)


def proposed_units(estimated_gpd: Decimal, *, gpd_per_unit: Decimal) -> Decimal:
    """Units for an estimated flow: gallons per day over those of one unit, up to the next hundredth, at least 1."""
    if gpd_per_unit <= 0:
        raise ValueError("a unit must stand for more than zero gallons a day")
    units = (estimated_gpd / gpd_per_unit).quantize(_HUNDREDTH, rounding=ROUND_CEILING)
    return max(Decimal(1), units)
