"""Applications and permits: classes, contents, approvals, fees, clocks, transfer, renewal and who may install."""

from dataclasses import dataclass

from sewerdesk.domain.law.rules.reference import Rule, Sourced, ref
from sewerdesk.domain.law.types import (
    TIME_UNITS,
    Event,
    FeeDue,
    Needed,
    PermitForm,
    ProjectKind,
    RenewalMode,
    RoadJurisdiction,
    TransferMode,
    Unit,
    Whose,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitClass(Rule):
    """A class of connection permit; ``industrial`` opens the industrial questions of the application."""

    name: str
    scope: str
    industrial: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitPaper(Rule):
    """What the permit is on paper: a certificate of its own, or the approved application itself."""

    form: PermitForm
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PermitClock(Rule):
    """A clock that ends a permit unless the stopping event comes first; without ``classes`` for every class."""

    title: str
    event: Event
    stops_with: Event
    consequence: str
    figure: str = ref("figure", *TIME_UNITS)
    whose: Whose = Whose.CITIZEN
    permit_may_differ: bool = False
    classes: tuple[str, ...] = ref("permit_class", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class AutomaticTermination(Rule):
    """An event that ends a permit by itself; the office records its date and the evidence."""

    sentence: str
    figure: str = ref("figure", *TIME_UNITS, default="")
    classes: tuple[str, ...] = ref("permit_class", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class TransferRule(Rule):
    """What happens to a permit when its owner, user, premises or operation changes."""

    mode: TransferMode
    sentence: str
    approver: str = ref("officer", default="")
    classes: tuple[str, ...] = ref("permit_class", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class RenewalRule(Rule):
    """How a permit goes on past its end; ``limit`` is the time by which to apply."""

    mode: RenewalMode
    sentence: str
    limit: str = ref("time_limit", default="")
    classes: tuple[str, ...] = ref("permit_class", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallerRule(Rule):
    """Who alone may lay or connect a lateral, and by whose authorization."""

    sentence: str
    authorized_by: str = ref("officer")


@dataclass(frozen=True, slots=True, kw_only=True)
class LateralRule(Rule):
    """How buildings and laterals belong together: one each, and the way to an exception if the law has one.

    ``exception_by`` is the role whose decision (for a Board: by its act) allows a shared lateral.
    """

    sentence: str
    exception: str = ""
    exception_by: str = ref("officer", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class HighwayPermission(Sourced):
    """Whose permission is needed to open a road of one jurisdiction."""

    jurisdiction: RoadJurisdiction
    authority: str
    sentence: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval(Rule):
    """An approval that must be on file before ``before`` (plain words: "the permit is issued")."""

    project: ProjectKind
    authority: str
    sentence: str
    before: str
    officer: str = ref("officer", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplicationItem(Rule):
    """A question that the application must answer."""

    question: str
    needed: Needed = Needed.ALWAYS
    classes: tuple[str, ...] = ref("permit_class", default=())
    project: ProjectKind = ProjectKind.LATERAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment(Rule):
    """A paper that goes with an application."""

    label: str
    needed: Needed
    classes: tuple[str, ...] = ref("permit_class", default=())
    project: ProjectKind = ProjectKind.LATERAL


@dataclass(frozen=True, slots=True, kw_only=True)
class FeeKind(Rule):
    """A fee that the law names; ``amount`` is a figure, blank where the Board sets it by schedule.

    Without ``classes`` every class of permit owes it.
    """

    label: str
    due: FeeDue
    sentence: str
    amount: str = ref("figure", Unit.USD)
    classes: tuple[str, ...] = ref("permit_class", default=())
    restricted_fund: str = ""
    exemption: str = ""
    project: ProjectKind = ProjectKind.LATERAL
