"""The conditions that the law puts on a test: one line each, with what was recorded of it."""

from collections.abc import Iterator
from datetime import date, datetime
from fractions import Fraction

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.entry import Answer
from sewerdesk.domain.law import Figure, FigureStatus, Precondition
from sewerdesk.domain.leaktests.model import FieldTest, GaugeKind, elapsed
from sewerdesk.domain.leaktests.rule import CALIBRATION_MONTHS, LeakRule
from sewerdesk.domain.measures import Measured, MeasureUnit, round_words
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import count, show, show_date

NOT_RECORDED = "Not recorded"
TEST_AGAIN = "Test again as required"
_AFTER_THE_TEST = "after the test"
_STEP_WORDS = {"flushed": "flushed", "lamped": "lamped", "deflection": "tested for deflection"}
_MAY_NOT_APPLY = frozenset({"deflection", "air"})
"""Deflection concerns plastic pipe alone, trapped air a standpipe alone; no other condition can be passed over."""


def condition_lines(test: FieldTest, rule: LeakRule) -> Iterator[VerdictLine]:
    """Every precondition of the law file, then what the test itself adds, then what is not confirmed yet."""
    for condition in rule.row.preconditions:
        worked_out = test.computed(condition, rule) or _common(test, condition, rule)
        yield worked_out or answered(condition, answer=test.answer(condition.key))
    yield from test.more_lines(rule)
    yield from _inverts_line(test, rule)
    yield from _unconfirmed(rule)


def line(
    figure: Figure, requirement: str, *, passed: bool | None, on_file: str, remedy: str = TEST_AGAIN
) -> VerdictLine:
    """A condition with a limit of the law."""
    return stated(requirement, passed=passed, on_file=on_file, citation=figure.citation, remedy=remedy)


def stated(
    requirement: str, *, passed: bool | None, on_file: str, citation: str, remedy: str = TEST_AGAIN
) -> VerdictLine:
    """A condition, with what to do where it is not met."""
    action, key = {
        True: ("", ""),
        False: (remedy, "leaktest.test_again"),
        None: ("Record it, or let the officer decide", "leaktest.record"),
    }[passed]
    return VerdictLine(passed, requirement, on_file, citation, action, key)


def answered(condition: Precondition, *, answer: Answer | None, note: str = "") -> VerdictLine:
    """A precondition that was answered yes, no or does not apply."""
    passed = {
        Answer.YES: True,
        Answer.NO: False,
        Answer.NOT_APPLICABLE: True if condition.key in _MAY_NOT_APPLY else None,
        None: None,
    }[answer]
    said = {
        Answer.YES: "Yes",
        Answer.NO: "No",
        Answer.NOT_APPLICABLE: "Said not to apply",
        None: NOT_RECORDED,
    }[answer]
    return stated(
        condition.sentence,
        passed=passed,
        on_file=f"{said}, {note}" if note else said,
        citation=condition.citation,
        remedy="Do it, then test again",
    )


def at_least_line(figure: Figure, measured: Measured | None, unit: MeasureUnit, words: str) -> VerdictLine:
    """A reading that must reach a limit; ``words`` is the requirement up to the limit."""
    return line(
        figure,
        f"{words} {show(figure.number)} {unit.value}",
        passed=None if measured is None else measured.amount(unit) >= Fraction(figure.number),
        on_file=NOT_RECORDED if measured is None else measured.words_in(unit),
    )


def duration_line(figure: Figure, duration: Measured, words: str = "Measured") -> VerdictLine:
    """The test must last at least the law's hours."""
    hours = duration.amount(MeasureUnit.HOURS)
    return line(
        figure,
        f"{words} for at least {count(figure.number, 'hour')}",
        passed=hours >= Fraction(figure.number),
        on_file=hour_words(duration),
    )


def hour_words(duration: Measured) -> str:
    """How long, in hours: ``2 hours``."""
    hours = duration.amount(MeasureUnit.HOURS)
    shown = f"{round_words(hours)} hour{'' if hours == 1 else 's'}"
    return shown if duration.unit is MeasureUnit.HOURS else f"{duration.words} ({shown})"


def is_later(one: datetime | date, other: datetime | date) -> bool:
    """Whether something was certainly done after another; on one day only times can tell."""
    if isinstance(one, datetime) and isinstance(other, datetime):
        return elapsed(other, one).total_seconds() > 0
    return day_of(one) > day_of(other)


def day_of(moment: datetime | date) -> date:
    """The day of an instant or a day."""
    return moment.date() if isinstance(moment, datetime) else moment


def tested_on(test: FieldTest, rule: LeakRule) -> date:
    """The day of the test: that of the measurement, else that of the visit."""
    return rule.on if test.moment is None else day_of(test.moment)


def gauge_problems(test: FieldTest, rule: LeakRule) -> Iterator[tuple[str, str]]:
    """What stops a test that the law wants on a calibrated gauge: no certificate, or one from after the test."""
    gauge = test.gauge
    if gauge is None or rule.precondition("calibration") is None:
        return
    register = "Settings, Test gauges"
    if gauge.calibrated_on is None and gauge.calibrated_after is not None:
        yield (
            "gauge_id",
            (
                f"Gauge {gauge.serial} was calibrated on {show_date(gauge.calibrated_after)}, after the test on "
                f"{show_date(tested_on(test, rule))}. Choose a gauge calibrated before it, or test again."
            ),
        )
    elif gauge.calibrated_on is None:
        yield "gauge_id", f"Gauge {gauge.serial} has no calibration on file. Record it in {register}."
    elif not gauge.certificate_on_file:
        yield (
            "gauge_id",
            f"The certificate of gauge {gauge.serial} is not on file. Attach it to the calibration in {register}.",
        )


def reading_problems(
    test: FieldTest, rule: LeakRule, kind: GaugeKind, readings: tuple[tuple[str, Measured | None], ...]
) -> Iterator[tuple[str, str]]:
    """A gauge that was out of use, one of the wrong kind, and readings past the end of its dial."""
    gauge = test.gauge
    if gauge is None:
        return
    if gauge.retired_on is not None and tested_on(test, rule) >= gauge.retired_on:
        yield (
            "gauge_id",
            f"Gauge {gauge.serial} has been out of use since {show_date(gauge.retired_on)}. Choose another gauge.",
        )
    elif gauge.kind is not kind:
        yield (
            "gauge_id",
            (
                f"Gauge {gauge.serial} reads {gauge.kind.unit.value}; this test is read in {kind.unit.value}. "
                "Choose another gauge."
            ),
        )
    elif gauge.reads_to is not None:
        end = Fraction(gauge.reads_to)
        for field, reading in readings:
            if reading is not None and reading.amount(gauge.kind.unit) > end:
                yield (
                    field,
                    (
                        f"Gauge {gauge.serial} reads to {show(gauge.reads_to)} {gauge.kind.unit.value}; "
                        f"{reading.words} cannot have been read on it."
                    ),
                )


def _common(test: FieldTest, condition: Precondition, rule: LeakRule) -> VerdictLine | None:
    if condition.key == "calibration":
        return _calibration_line(test, condition, rule)
    if condition.key in _STEP_WORDS:
        return _step_line(test, condition)
    return None


def _calibration_line(test: FieldTest, condition: Precondition, rule: LeakRule) -> VerdictLine:
    gauge = test.gauge
    if gauge is None or gauge.calibrated_on is None:
        return stated(condition.sentence, passed=None, on_file="No gauge chosen", citation=condition.citation)
    told = f"No. {gauge.serial}, {show_date(gauge.calibrated_on)}, certificate {gauge.certificate}"
    if not rule.has(CALIBRATION_MONTHS):
        return stated(condition.sentence, passed=None, on_file=told, citation=condition.citation)
    months = rule.figure(CALIBRATION_MONTHS).whole
    recent = tested_on(test, rule) <= add_months(gauge.calibrated_on, months)
    return stated(
        condition.sentence,
        passed=True if recent else None,
        on_file=told if recent else f"{told}; more than {count(months, 'month')} before the test",
        citation=condition.citation,
    )


def _step_line(test: FieldTest, condition: Precondition) -> VerdictLine:
    """Work that comes before the test: the answer, and its day where one was noted (Hague 405D and 405E)."""
    done = {
        "flushed": test.steps.flushed,
        "lamped": test.steps.lamped,
        "deflection": test.steps.deflection,
    }[condition.key]
    answer = test.answer(condition.key)
    if done is None:
        return answered(condition, answer=answer)
    day = show_date(day_of(done))
    tested = test.moment
    if tested is not None and is_later(done, tested) and answer is not Answer.NO:
        return stated(
            condition.sentence,
            passed=False,
            on_file=f"{day}, {_AFTER_THE_TEST}",
            citation=condition.citation,
            remedy="Test again; this comes first",
        )
    return answered(condition, answer=answer or Answer.YES, note=day)


def _inverts_line(test: FieldTest, rule: LeakRule) -> Iterator[VerdictLine]:
    """Inverts and benches are placed after the manholes and sewers were tested (Hague 404(14))."""
    placed, tested = test.steps.inverts, test.moment
    if placed is None or tested is None or not rule.inverts:
        return
    early = is_later(tested, placed)
    day = show_date(day_of(placed))
    yield stated(
        "Manhole inverts and benches placed after the test",
        passed=not early,
        on_file=f"{day}, before the test" if early else day,
        citation=rule.inverts,
        remedy="Let the officer see the joints under the inverts, or test again",
    )


def _unconfirmed(rule: LeakRule) -> Iterator[VerdictLine]:
    figures = rule.unconfirmed
    if figures or rule.row.status is FigureStatus.MODEL:
        yield VerdictLine(
            passed=None,
            requirement="Limits of the test confirmed with the municipality's code",
            on_file="Taken from New York model codes, not confirmed",
            citation=figures[0].citation if figures else rule.row.citation,
            action="Confirm the figures in The law",
            action_key="leaktest.confirm",
        )
