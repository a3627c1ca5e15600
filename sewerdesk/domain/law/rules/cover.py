"""What a contractor must have on file: what makes it needed, bonds, insurance and the proofs of State law."""

from dataclasses import dataclass

from sewerdesk.domain.law.rules.reference import Rule, Sourced, ref
from sewerdesk.domain.law.types import TIME_UNITS, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkTrigger(Rule):
    """A yes-or-no fact about the job that makes the contractor's requirements apply."""

    question: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """Words that a bond must contain; without them the bond is not acceptable."""

    key: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BondRequirement(Rule):
    """A bond that a contractor must file before the work."""

    label: str
    purpose: str
    amount: str = ref("figure", Unit.USD)
    filed_with: str = ref("officer")
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageLimit:
    """One limit of a coverage: "each occurrence" and the figure that says how much."""

    label: str
    figure: str = ref("figure", Unit.USD)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hazard:
    """A hazard that the coverage must include."""

    key: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverageRequirement(Sourced):
    """An insurance coverage that a contractor must carry, with every limit and hazard that must be met."""

    kind: str
    label: str
    filed_with: str = ref("officer")
    limits: tuple[CoverageLimit, ...] = ()
    hazards: tuple[Hazard, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyTerm(Rule):
    """What every policy must provide (notice of cancellation, approved form); proved by endorsement."""

    sentence: str
    figure: str = ref("figure", *TIME_UNITS, default="")
    approved_by: tuple[str, ...] = ref("officer", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofForm:
    """A form by its code and printed title; for a refused form ``reason`` says why it proves nothing."""

    code: str
    title: str
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatutoryProof(Rule):
    """Proof that State law makes the office see before it issues or renews: one accepted form is enough."""

    label: str
    sentence: str
    accepted: tuple[ProofForm, ...]
    refused: tuple[ProofForm, ...] = ()
    applies_to: tuple[str, ...] = ("issue", "renewal")
