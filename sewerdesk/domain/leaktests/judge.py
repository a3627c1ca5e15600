"""The verdict of a test, whichever it is: the numbers first, then every condition of the law."""

from collections.abc import Iterator
from datetime import datetime

from sewerdesk.domain.entry_times import format_time
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.leaktests.conditions import condition_lines
from sewerdesk.domain.leaktests.model import (
    FieldTest,
    Finding,
    GaugeUsed,
    LeakTestResult,
    LeakVerdict,
    Noted,
)
from sewerdesk.domain.leaktests.rule import LeakRule
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show, show_date


def judge(test: FieldTest, rule: LeakRule) -> LeakTestResult:
    """Judge a test against the law's limits.

    It passes when the numbers keep the limit and every condition is met; it fails when they do not or a condition is
    broken; the officer decides when a condition was not recorded or the law tabulates no limit. Raises ``FieldErrors``
    for measurements that cannot be (see :func:`check_measurements`), ``BlankFigure`` where a limit is not entered yet.
    """
    check_measurements(test, rule)
    finding = test.finding(rule)
    lines = tuple(condition_lines(test, rule))
    return LeakTestResult(
        kind=test.kind,
        name=rule.row.name,
        verdict=_verdict(finding, lines),
        reason=_reason(finding, lines),
        within_allowable=finding.within,
        allowable=finding.allowable,
        measured=finding.measured,
        inputs=tuple(one for one in (*test.noted(), *_around(test)) if one.words),
        lines=lines,
        formula=finding.formula,
        citation=rule.row.citation,
    )


def check_measurements(test: FieldTest, rule: LeakRule) -> None:
    """Refuse measurements that cannot be, each with its sentence, as ``FieldErrors``.

    A section longer than the law's longest is refused here too: the law allows no such test.
    """
    if test.kind is not rule.kind:
        raise ValueError(f"a {test.kind} test was judged by the rule of {rule.kind}")
    errors: dict[str, str] = {}
    for field, sentence in test.problems(rule):
        errors.setdefault(field, sentence)
    if errors:
        raise FieldErrors(errors)


def _around(test: FieldTest) -> Iterator[Noted]:
    """When it was measured and with what."""
    moment = test.moment
    if isinstance(moment, datetime):
        local = moment.astimezone()
        yield Noted("Measured on", f"{show_date(local.date())}, {format_time(local.time())}")
    elif moment is not None:
        yield Noted("Measured on", show_date(moment))
    if test.gauge is not None:
        yield Noted("Gauge", _gauge_words(test.gauge))
    yield Noted("Read with", test.device.strip())


def _gauge_words(gauge: GaugeUsed) -> str:
    parts = [f"No. {gauge.serial}", gauge.maker]
    if gauge.reads_to is not None:
        parts.append(f"0 to {show(gauge.reads_to)} {gauge.kind.unit.value}")
    if gauge.calibrated_on is not None:
        parts.append(f"calibrated {show_date(gauge.calibrated_on)}, certificate {gauge.certificate}")
    return ", ".join(part for part in parts if part)


def _verdict(finding: Finding, lines: tuple[VerdictLine, ...]) -> LeakVerdict:
    if finding.within is False or any(line.passed is False for line in lines):
        return LeakVerdict.FAILED
    if finding.within is None or any(line.passed is None for line in lines):
        return LeakVerdict.OFFICER
    return LeakVerdict.PASSED


def _reason(finding: Finding, lines: tuple[VerdictLine, ...]) -> str:
    if finding.within is False:
        return finding.over_sentence
    broken = "; ".join(line.requirement for line in lines if line.passed is False)
    if broken and finding.within is None:
        return f"The test does not count. Not met: {broken}."
    if broken:
        return f"The test does not count although {finding.good}. Not met: {broken}."
    if finding.within is None:
        return finding.open_sentence
    unknown = "; ".join(line.requirement for line in lines if line.passed is None)
    if unknown:
        good = finding.good[:1].upper() + finding.good[1:]
        return f"{good}, but the officer must decide on: {unknown}."
    return finding.pass_sentence
