"""The conditions that the law puts on a leakage test: one line each, with what was recorded."""

from collections.abc import Iterator
from decimal import Decimal

from sewerdesk.domain.law import Figure
from sewerdesk.domain.leakrules import ExfiltrationRule, LeakRule, LeakTestInput, MeasuredIn, elapsed
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import count, show, show_date

_SECONDS_PER_HOUR = Decimal(3600)


def conditions(test: LeakTestInput, rule: LeakRule) -> Iterator[VerdictLine]:
    """One line for each condition that the law puts on the test, in the order of the work."""
    yield _line(
        rule.section_max,
        f"Section no longer than {show(rule.section_max.number)} ft",
        passed=test.length_ft <= rule.section_max.number,
        on_file=f"{show(test.length_ft)} ft",
    )
    yield from _before_testing(test, rule)
    if isinstance(rule, ExfiltrationRule):
        yield from _exfiltration_conditions(test, rule)
    elif test.groundwater_ft is not None and test.groundwater_ft <= 0:
        yield VerdictLine(
            passed=None,
            requirement="Groundwater above the pipe, so that it can leak in",
            on_file=f"{show(-test.groundwater_ft)} ft below the top of the pipe",
            citation=rule.rate.citation,
            action="Ask the officer whether an exfiltration test must replace this one",
            action_key="leaktest.ask_officer",
        )
    yield _line(
        rule.duration_min,
        f"Measured for at least {count(rule.duration_min.number, 'hour')}",
        passed=test.duration_hours >= rule.duration_min.number,
        on_file=count(test.duration_hours, "hour"),
    )


def _before_testing(test: LeakTestInput, rule: LeakRule) -> Iterator[VerdictLine]:
    """Lamping, and the deflection of plastic pipe, come before the leakage test where the law asks for them."""
    if "lamped" in rule.citations:
        yield _answered(
            "Section lamped before testing; pipes out of line realigned",
            answer=test.lamped,
            words=("Lamped", "Not lamped"),
            citation=rule.citations["lamped"],
        )
    if "deflection" in rule.citations and test.plastic_pipe:
        yield _answered(
            "Plastic pipe tested for deflection",
            answer=test.deflection_passed,
            words=("Passed", "Not passed"),
            citation=rule.citations["deflection"],
        )


def _exfiltration_conditions(test: LeakTestInput, rule: ExfiltrationRule) -> Iterator[VerdictLine]:
    yield _approval_line(test, rule)
    yield _head_line(test, rule)
    yield _downstream_line(test, rule)
    yield _freeboard_line(test, rule)
    yield _soak_line(test, rule)
    if test.measured_in is MeasuredIn.STANDPIPE:
        yield _answered(
            "Trapped air released before measuring (standpipe and plug)",
            answer=test.air_released,
            words=("Released", "Not released"),
            citation=rule.citations.get("air", rule.soak.citation),
        )
    supervisor = test.supervised_by.strip()
    yield _answered(
        "Done under the supervision of the officer",
        answer=True if supervisor else None,
        words=(supervisor, ""),
        citation=rule.citations.get("supervised", rule.head_min.citation),
    )


def _approval_line(test: LeakTestInput, rule: ExfiltrationRule) -> VerdictLine:
    """Exfiltration stands in for infiltration only with approval given before the test (Hague 402A)."""
    reference = test.approval_reference.strip()
    late = (
        test.approved_on is not None
        and test.measured_at is not None
        and test.approved_on > test.measured_at.date()
    )
    dated = f"{reference}, {show_date(test.approved_on)}" if test.approved_on else reference
    undated = bool(reference) and test.approved_on is None
    passed: bool | None = None if undated else bool(reference) and not late
    told = {
        True: dated,
        False: f"{dated}, after the test" if reference else "None",
        None: f"{dated}, not dated",
    }
    steps = {
        True: ("", ""),
        False: ("Get the approval in writing, then test again", "leaktest.get_approval"),
        None: ("Record its day, or let the officer decide", "leaktest.record"),
    }
    action, key = steps[passed]
    return VerdictLine(
        passed=passed,
        requirement="Approval, before the test, to replace infiltration by exfiltration",
        on_file=told[passed],
        citation=rule.citations.get("approval", rule.rate.citation),
        action=action,
        action_key=key,
    )


def _head_line(test: LeakTestInput, rule: ExfiltrationRule) -> VerdictLine:
    """At least the law's feet above the top of the pipe or above groundwater, whichever is higher."""
    minimum = rule.head_min.number
    ground = test.groundwater_ft
    needed = minimum + max(Decimal(0), ground or Decimal(0))
    above = " above groundwater" if ground is not None and ground > 0 else " above the top of the pipe"
    requirement = (
        f"Water at least {show(minimum)} ft{above} at the highest point ({show(needed)} ft above the pipe)"
    )
    on_file = "Head not recorded" if test.head_ft is None else f"{show(test.head_ft)} ft above the pipe"
    passed: bool | None = None if test.head_ft is None else test.head_ft >= needed
    if passed and ground is None:
        passed, on_file = None, f"{on_file}; groundwater level not recorded"
    return _line(rule.head_min, requirement, passed=passed, on_file=on_file)


def _downstream_line(test: LeakTestInput, rule: ExfiltrationRule) -> VerdictLine:
    head = test.downstream_head_ft
    most = rule.downstream_head_max.number
    return _line(
        rule.downstream_head_max,
        f"Water at the downstream manhole no higher than {show(most)} ft",
        passed=None if head is None else head <= most,
        on_file="Not recorded" if head is None else f"{show(head)} ft",
        remedy="Use the low-pressure air or vacuum test instead",
    )


def _freeboard_line(test: LeakTestInput, rule: ExfiltrationRule) -> VerdictLine:
    board = test.freeboard_in
    least = rule.freeboard_min.number
    return _line(
        rule.freeboard_min,
        f"Water at least {show(least)} in below the top of the downstream manhole",
        passed=None if board is None else board >= least,
        on_file="Not recorded" if board is None else f"{show(board)} in below the top",
        remedy="Use the low-pressure air or vacuum test instead",
    )


def _soak_line(test: LeakTestInput, rule: ExfiltrationRule) -> VerdictLine:
    requirement = f"Kept full for at least {count(rule.soak.number, 'hour')} before measuring"
    if test.filled_at is None:
        return _line(rule.soak, requirement, passed=None, on_file="Start of filling not recorded")
    if test.measured_at is None:
        return _line(rule.soak, requirement, passed=None, on_file="Start of measuring not recorded")
    seconds = int(elapsed(test.filled_at, test.measured_at).total_seconds())
    passed = Decimal(seconds) >= rule.soak.number * _SECONDS_PER_HOUR
    return _line(rule.soak, requirement, passed=passed, on_file=_show_hours(seconds))


def _line(
    figure: Figure,
    requirement: str,
    *,
    passed: bool | None,
    on_file: str,
    remedy: str = "Test again as required",
) -> VerdictLine:
    action, key = _next_step(remedy)[passed]
    return VerdictLine(passed, requirement, on_file, figure.citation, action, key)


def _answered(requirement: str, *, answer: bool | None, words: tuple[str, str], citation: str) -> VerdictLine:
    """A condition that is a yes-or-no answer of the inspector; ``words`` say the yes and the no."""
    said = {True: words[0], False: words[1], None: "Not recorded"}[answer]
    action, key = _next_step("Do it, then test again")[answer]
    return VerdictLine(answer, requirement, said, citation, action, key)


def _next_step(remedy: str) -> dict[bool | None, tuple[str, str]]:
    return {
        True: ("", ""),
        False: (remedy, "leaktest.test_again"),
        None: ("Record it, or let the officer decide", "leaktest.record"),
    }


def _show_hours(seconds: int) -> str:
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours} h {minutes:02d} min"
