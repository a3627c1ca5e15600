"""The rules of a municipality's sewer law: what is required of whom, each with its citation.

Each class is one kind of row of ``resources/laws/NAME.toml``; its fields are the keys that the row may have,
and a field without a default must be there. A field that names another row says so in its metadata, which is
how the reader checks the reference and the unit of the figure.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from sewerdesk.domain.lawtypes import (
    TIME_UNITS,
    Event,
    FeeDue,
    FigureStatus,
    Needed,
    ProjectKind,
    RoadJurisdiction,
    Stage,
    Unit,
    Whose,
)


def _ref(kind: str, *units: Unit, default: Any = None) -> Any:
    """A field that names another row of the pack; ``units`` are those a referenced figure may have."""
    metadata = {"ref": kind, "units": units}
    return field(metadata=metadata) if default is None else field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class PermitClass:
    """A class of connection permit; ``industrial`` opens the industrial questions of the application."""

    key: str
    name: str
    scope: str
    citation: str
    industrial: bool = False
    status: FigureStatus = FigureStatus.LAW


@dataclass(frozen=True, slots=True)
class PermitClock:
    """A clock that ends a permit unless the stopping event comes first; without ``classes`` for every class."""

    key: str
    title: str
    event: Event
    stops_with: Event
    consequence: str
    citation: str
    figure: str = _ref("figure", *TIME_UNITS)
    whose: Whose = Whose.CITIZEN
    permit_may_differ: bool = False
    classes: tuple[str, ...] = _ref("permit_class", default=())


@dataclass(frozen=True, slots=True)
class AutomaticTermination:
    """An event that ends a permit by itself; the office records its date and the evidence."""

    key: str
    sentence: str
    citation: str
    figure: str = _ref("figure", *TIME_UNITS, default="")
    classes: tuple[str, ...] = _ref("permit_class", default=())


@dataclass(frozen=True, slots=True)
class WorkTrigger:
    """A yes-or-no fact about the job that makes the contractor's requirements apply."""

    key: str
    question: str
    citation: str


@dataclass(frozen=True, slots=True)
class Clause:
    """Words that a bond must contain; without them the bond is not acceptable."""

    key: str
    sentence: str


@dataclass(frozen=True, slots=True)
class BondRequirement:
    """A bond that a contractor must file before the work."""

    key: str
    label: str
    purpose: str
    citation: str
    amount: str = _ref("figure", Unit.USD)
    filed_with: str = _ref("officer")
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class CoverageLimit:
    """One limit of a coverage: "each occurrence" and the figure that says how much."""

    label: str
    figure: str = _ref("figure", Unit.USD)


@dataclass(frozen=True, slots=True)
class Hazard:
    """A hazard that the coverage must include."""

    key: str
    label: str


@dataclass(frozen=True, slots=True)
class CoverageRequirement:
    """An insurance coverage that a contractor must carry, with every limit and hazard that must be met."""

    kind: str
    label: str
    citation: str
    filed_with: str = _ref("officer")
    limits: tuple[CoverageLimit, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class PolicyTerm:
    """What every policy must provide (notice of cancellation, approved form); proved by endorsement."""

    key: str
    sentence: str
    citation: str
    figure: str = _ref("figure", *TIME_UNITS, default="")
    approved_by: tuple[str, ...] = _ref("officer", default=())


@dataclass(frozen=True, slots=True)
class ProofForm:
    """A form by its code and printed title; for a refused form ``reason`` says why it proves nothing."""

    code: str
    title: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StatutoryProof:
    """Proof that State law makes the office see before it issues or renews: one accepted form is enough."""

    key: str
    label: str
    sentence: str
    citation: str
    accepted: tuple[ProofForm, ...]
    refused: tuple[ProofForm, ...] = ()
    applies_to: tuple[str, ...] = ("issue", "renewal")


@dataclass(frozen=True, slots=True)
class HighwayPermission:
    """Whose permission is needed to open a road of one jurisdiction."""

    jurisdiction: RoadJurisdiction
    authority: str
    sentence: str
    citation: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Approval:
    """An approval that must be on file before ``before`` (plain words: "the permit is issued")."""

    key: str
    project: ProjectKind
    authority: str
    sentence: str
    before: str
    citation: str
    officer: str = _ref("officer", default="")


@dataclass(frozen=True, slots=True)
class Attachment:
    """A paper that goes with an application."""

    key: str
    label: str
    needed: Needed
    citation: str
    classes: tuple[str, ...] = _ref("permit_class", default=())
    project: ProjectKind = ProjectKind.LATERAL
    status: FigureStatus = FigureStatus.LAW


@dataclass(frozen=True, slots=True)
class FeeKind:
    """A fee that the law names; ``amount`` is a figure, blank where the Board sets it by schedule."""

    key: str
    label: str
    due: FeeDue
    sentence: str
    citation: str
    amount: str = _ref("figure", Unit.USD)
    restricted_fund: str = ""
    exemption: str = ""
    project: ProjectKind = ProjectKind.LATERAL


@dataclass(frozen=True, slots=True)
class ChecklistItem:
    """One line of an inspection form, answered yes, no or does not apply; figures are printed beside it."""

    key: str
    stage: Stage
    sentence: str
    citation: str
    figures: tuple[str, ...] = _ref("figure", default=())
    project: ProjectKind = ProjectKind.LATERAL
    status: FigureStatus = FigureStatus.LAW


@dataclass(frozen=True, slots=True)
class Precondition:
    """What must hold before a test counts; ``figures`` are its limits."""

    key: str
    sentence: str
    citation: str
    figures: tuple[str, ...] = _ref("figure", default=())


@dataclass(frozen=True, slots=True)
class LeakTest:
    """A test that the law offers. ``method`` names the calculation, ``figures`` are its limits by name."""

    key: str
    method: str
    name: str
    scope: str
    sentence: str
    citation: str
    figures: tuple[str, ...] = _ref("figure", default=())
    preconditions: tuple[Precondition, ...] = ()
    needs_prior_approval: bool = False
    offered_for: tuple[ProjectKind, ...] = (ProjectKind.NEW_SEWER,)
    witnessed_by: str = _ref("officer", default="")


@dataclass(frozen=True, slots=True)
class TimeRow:
    """A line of a table of test times: ``seconds`` up to ``up_to_ft`` of pipe, then ``seconds_per_ft`` a foot."""

    key: str
    diameter_in: Decimal
    seconds: Decimal
    up_to_ft: Decimal
    seconds_per_ft: Decimal
    citation: str
    status: FigureStatus
    test: str = _ref("leak_test")
    missing: str = ""


@dataclass(frozen=True, slots=True)
class SiuCriterion:
    """One test that makes an industrial user significant; any one is enough."""

    key: str
    sentence: str
    citation: str
    figure: str = _ref("figure", default="")
    status: FigureStatus = FigureStatus.LAW


@dataclass(frozen=True, slots=True)
class Violation:
    """A section that can be violated; ``citation`` as printed, ``meant`` where the printed one is wrong."""

    key: str
    section: str
    title: str
    remedy: str
    citation: str
    meant: str = ""
    penalties: tuple[str, ...] = _ref("figure", default=())
    status: FigureStatus = FigureStatus.LAW

    @property
    def cited(self) -> str:
        """The citation as a notice prints it: ``§602B [502B]`` where the printed number is a slip."""
        return f"{self.citation} [{self.meant}]" if self.meant else self.citation


@dataclass(frozen=True, slots=True)
class ServiceRule:
    """How a kind of paper is served and when it counts as given."""

    key: str
    methods: tuple[str, ...]
    given_on: Event
    addressed_to: str
    sentence: str
    citation: str
    status: FigureStatus


@dataclass(frozen=True, slots=True)
class ResponseClock:
    """The time in which somebody must answer a paper; ``backward`` counts back from the event."""

    key: str
    document: str
    title: str
    event: Event
    sentence: str
    citation: str
    status: FigureStatus
    figure: str = _ref("figure", *TIME_UNITS)
    whose: Whose = Whose.CITIZEN
    backward: bool = False
