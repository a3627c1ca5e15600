"""Leakage tests of gravity sewers: how much a section may leak, how much it did, and whether the test counts.

The law fixes a rate in gallons per 24 hours, per mile of pipe, per inch of nominal diameter, and an allowance
for each manhole. Every limit is a ``Figure`` of the municipality's law with its citation; only units of measure
stand here. Quantities are exact ``Decimal``; rounding happens where a number is shown, never before.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.leakconditions import conditions
from sewerdesk.domain.leakrules import (
    ExfiltrationRule,
    InfiltrationRule,
    LeakRule,
    LeakTestInput,
    LeakTestKind,
    LeakVerdict,
    MeasuredIn,
    PipeRun,
    elapsed,
)
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import count, show

__all__ = [
    "ExfiltrationRule",
    "InfiltrationRule",
    "LeakRule",
    "LeakTestInput",
    "LeakTestKind",
    "LeakTestResult",
    "LeakVerdict",
    "MeasuredIn",
    "PipeRun",
    "allowable_per_day",
    "check_measurements",
    "judge",
]

FEET_PER_MILE = Decimal(5280)
HOURS_PER_DAY = Decimal(24)


@dataclass(frozen=True, slots=True)
class LeakTestResult:
    """What the test showed; ``formula`` is the arithmetic with its numbers, ``reason`` one sentence."""

    verdict: LeakVerdict
    reason: str
    allowable_per_day_gal: Decimal
    allowable_gal: Decimal
    measured_gal: Decimal
    duration_hours: Decimal
    within_allowable: bool
    lines: tuple[VerdictLine, ...]
    formula: str
    citation: str


def judge(test: LeakTestInput, rule: LeakRule) -> LeakTestResult:
    """Judge a leakage test against the law's limits.

    It passes when the measured water is at most the allowable for the duration and every condition of the law
    is met; it fails when the water is more or a condition is broken; the officer decides when a condition was
    not recorded. Raises ``FieldErrors`` for measurements that cannot be (see :func:`check_measurements`).
    """
    check_measurements(test, rule)
    per_day = allowable_per_day(test, rule)
    allowable = per_day * test.duration_hours / HOURS_PER_DAY
    within = _is_within(test, rule)
    lines = tuple(conditions(test, rule))
    return LeakTestResult(
        verdict=_verdict(lines, within=within),
        reason=_reason(test, lines, allowable=allowable, within=within),
        allowable_per_day_gal=per_day,
        allowable_gal=allowable,
        measured_gal=test.measured_gal,
        duration_hours=test.duration_hours,
        within_allowable=within,
        lines=lines,
        formula=_formula(test, rule, per_day),
        citation="; ".join(dict.fromkeys((rule.rate.citation, rule.manhole.citation))),
    )


def allowable_per_day(test: LeakTestInput, rule: LeakRule) -> Decimal:
    """Gallons allowed in 24 hours: rate × Σ(inches × feet) ÷ 5,280, plus the allowance of the manholes."""
    pipe = rule.rate.number * _inch_feet(test) / FEET_PER_MILE
    return pipe + rule.manhole.number * test.manholes


def check_measurements(test: LeakTestInput, rule: LeakRule) -> None:
    """Refuse measurements that cannot be, each with its sentence, as ``FieldErrors``.

    A section longer than the law's longest is refused here too: the law allows no such test (Hague 405B).
    """
    errors = dict(_input_errors(test, rule))
    if errors:
        raise FieldErrors(errors)


def _input_errors(test: LeakTestInput, rule: LeakRule) -> Iterator[tuple[str, str]]:
    if isinstance(rule, ExfiltrationRule) != (test.kind is LeakTestKind.EXFILTRATION):
        raise ValueError(f"a {test.kind} test was judged by {type(rule).__name__}")
    yield from _run_errors(test, rule)
    if test.manholes < 0:
        yield "manholes", "The number of manholes cannot be less than zero."
    if test.manholes == 0 and test.measured_in is MeasuredIn.MANHOLE:
        yield (
            "manholes",
            "No manhole is counted, yet the level was read in one. Count it, or choose standpipe.",
        )
    if not test.measured_gal.is_finite() or test.measured_gal < 0:
        yield "measured_gal", "The measured water cannot be less than zero gallons."
    if not _is_positive(test.duration_hours):
        yield "duration_hours", "The test must last more than zero hours."
    if test.filled_at and test.measured_at and elapsed(test.filled_at, test.measured_at) < timedelta(0):
        yield "measured_at", "The first measurement is earlier than the filling. Check both dates and times."


def _run_errors(test: LeakTestInput, rule: LeakRule) -> Iterator[tuple[str, str]]:
    if not test.runs:
        yield "runs", "Enter the diameter and the length of the pipe under test."
    elif bad := list(_bad_runs(test)):
        yield "runs", " ".join(bad)
    elif test.length_ft > rule.section_max.number:
        yield "runs", _too_long(test, rule)


def _bad_runs(test: LeakTestInput) -> Iterator[str]:
    for number, run in enumerate(test.runs, start=1):
        if not _is_positive(run.diameter_in):
            yield f"Pipe {number}: the diameter must be more than zero inches."
        if not _is_positive(run.length_ft):
            yield f"Pipe {number}: the length must be more than zero feet."


def _too_long(test: LeakTestInput, rule: LeakRule) -> str:
    return (
        f"The section is {show(test.length_ft)} ft long; {rule.section_max.citation} allows no more than "
        f"{show(rule.section_max.number)} ft. Test it in shorter sections."
    )


def _is_within(test: LeakTestInput, rule: LeakRule) -> bool:
    """Compare without dividing: 200,000/5,280 has no end and would be judged by its last digit."""
    measured = test.measured_gal * FEET_PER_MILE * HOURS_PER_DAY
    allowed = rule.rate.number * _inch_feet(test) + rule.manhole.number * test.manholes * FEET_PER_MILE
    return measured <= allowed * test.duration_hours


def _inch_feet(test: LeakTestInput) -> Decimal:
    return sum((run.diameter_in * run.length_ft for run in test.runs), Decimal(0))


def _verdict(lines: tuple[VerdictLine, ...], *, within: bool) -> LeakVerdict:
    if not within or any(line.passed is False for line in lines):
        return LeakVerdict.FAILED
    if any(line.passed is None for line in lines):
        return LeakVerdict.OFFICER
    return LeakVerdict.PASSED


def _reason(test: LeakTestInput, lines: tuple[VerdictLine, ...], *, allowable: Decimal, within: bool) -> str:
    measured, allowed = f"{show(test.measured_gal, 3)} gal", f"{show(allowable, 3)} gal"
    if not within:
        did = "lost" if test.kind is LeakTestKind.EXFILTRATION else "took in"
        return f"The section {did} {measured} where {allowed} is allowed: repair it and test again."
    broken = [line.requirement for line in lines if line.passed is False]
    if broken:
        return f"The test does not count although the leakage is allowed. Not met: {'; '.join(broken)}."
    unknown = [line.requirement for line in lines if line.passed is None]
    if unknown:
        return f"The leakage is allowed, but the officer must decide on: {'; '.join(unknown)}."
    return f"Measured {measured}, allowed {allowed}: passed."


def _formula(test: LeakTestInput, rule: LeakRule, per_day: Decimal) -> str:
    pipes = " + ".join(f"{show(run.diameter_in)} in × {show(run.length_ft)} ft" for run in test.runs)
    hours = test.duration_hours
    return (
        f"{show(rule.rate.number)} gal × ({pipes}) ÷ {show(FEET_PER_MILE)} ft"
        f" + {show(rule.manhole.number)} gal × {count(test.manholes, 'manhole')}"
        f" = {show(per_day, 3)} gal in {show(HOURS_PER_DAY)} h;"
        f" × {show(hours)} h ÷ {show(HOURS_PER_DAY)} h = {show(per_day * hours / HOURS_PER_DAY, 3)} gal"
    )


def _is_positive(number: Decimal) -> bool:
    return number.is_finite() and number > 0
