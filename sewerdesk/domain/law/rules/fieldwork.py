"""Inspections and tests: the lines of the inspection form with their bounds, the tests and their tables of times."""

from dataclasses import dataclass
from decimal import Decimal

from sewerdesk.domain.law.rules.reference import Rule, ref
from sewerdesk.domain.law.types import ProjectKind, Stage, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What a measured quantity must reach or not pass, in the unit of the figures.

    ``size`` limits the bound to one size (a pipe of 4 in, a manhole of 6 ft), in the unit that ``size_unit`` names;
    ``tolerance`` is a percent by which both ends are widened.
    """

    quantity: str
    at_least: str = ref("figure", default="")
    at_most: str = ref("figure", default="")
    size: Decimal | None = None
    size_unit: Unit = Unit.INCHES
    tolerance: str = ref("figure", Unit.PERCENT, default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistItem(Rule):
    """One line of an inspection form, answered yes, no or does not apply; figures are printed beside it.

    Where the line is measured, ``bounds`` judge what was measured.
    """

    stage: Stage
    sentence: str
    figures: tuple[str, ...] = ref("figure", default=())
    bounds: tuple[Bound, ...] = ()
    project: ProjectKind = ProjectKind.LATERAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Precondition:
    """What must hold before a test counts; ``figures`` are its limits."""

    key: str
    sentence: str
    citation: str
    figures: tuple[str, ...] = ref("figure", default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class LeakTest(Rule):
    """A test that the law offers. ``method`` names the calculation, ``figures`` are its limits by name."""

    method: str
    name: str
    scope: str
    sentence: str
    figures: tuple[str, ...] = ref("figure", default=())
    preconditions: tuple[Precondition, ...] = ()
    needs_prior_approval: bool = False
    offered_for: tuple[ProjectKind, ...] = (ProjectKind.NEW_SEWER,)
    witnessed_by: str = ref("officer", default="")


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRow(Rule):
    """A line of a table of test times: ``seconds`` up to ``up_to_ft`` of pipe, then ``seconds_per_ft`` a foot."""

    diameter_in: Decimal
    seconds: Decimal
    up_to_ft: Decimal
    seconds_per_ft: Decimal
    test: str = ref("leak_test")
