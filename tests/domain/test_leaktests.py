"""Leakage tests: allowances of Hague 405A and 405B (law.md T3, T4), worked by hand."""

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import Law
from sewerdesk.domain.leaktests import (
    ExfiltrationRule,
    InfiltrationRule,
    LeakTestInput,
    LeakTestKind,
    LeakTestResult,
    LeakVerdict,
    MeasuredIn,
    PipeRun,
    judge,
)
from sewerdesk.domain.wording import show
from tests.domain.counter_examples import hague

DAY = date(2027, 4, 15)
HERE = ZoneInfo("America/New_York")
EIGHT_INCH = PipeRun(diameter_in=Decimal(8), length_ft=Decimal(1000))


@pytest.fixture(scope="module")
def law() -> Law:
    return hague()


@pytest.fixture
def rule(law: Law) -> ExfiltrationRule:
    return ExfiltrationRule.from_law(law, DAY)


@pytest.fixture
def good() -> LeakTestInput:
    """A test at which nothing is wrong: 8 in, 1,000 ft, 2 manholes, 3.3 gal added in 2 hours."""
    return LeakTestInput(
        kind=LeakTestKind.EXFILTRATION,
        runs=(EIGHT_INCH,),
        manholes=2,
        measured_gal=Decimal("3.3"),
        duration_hours=Decimal(2),
        head_ft=Decimal(6),
        groundwater_ft=Decimal(-2),
        downstream_head_ft=Decimal(9),
        freeboard_in=Decimal(12),
        filled_at=datetime(2027, 4, 14, 9, 0, tzinfo=HERE),
        measured_at=datetime(2027, 4, 15, 9, 0, tzinfo=HERE),
        lamped=True,
        deflection_passed=True,
        supervised_by="R. Field",
        approval_reference="Letter of approval 7",
        approved_on=date(2027, 4, 1),
    )


def line_about(result: LeakTestResult, word: str) -> tuple[bool | None, str, str]:
    (line,) = [line for line in result.lines if word in line.requirement]
    return line.passed, line.on_file, line.citation


def refused(test: LeakTestInput, rule: ExfiltrationRule) -> dict[str, str]:
    with pytest.raises(FieldErrors) as caught:
        judge(test, rule)
    return dict(caught.value.errors)


def test_allow_t4_for_eight_inch_thousand_feet_two_manholes(
    good: LeakTestInput, rule: ExfiltrationRule
) -> None:
    # 25 x 8 x 1000/5280 = 37.879; 2 x 1.1 = 2.2; together 40.079 a day, a twelfth of it in two hours
    result = judge(good, rule)
    assert show(result.allowable_per_day_gal, 3) == "40.079"
    assert show(result.allowable_gal, 3) == "3.340"
    assert result.verdict is LeakVerdict.PASSED
    assert result.reason == "Measured 3.300 gal, allowed 3.340 gal: passed."


def test_show_t4_formula_with_its_numbers(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    assert judge(good, rule).formula == (
        "25 gal × (8 in × 1,000 ft) ÷ 5,280 ft + 1.1 gal × 2 manholes = 40.079 gal in 24 h;"
        " × 2 h ÷ 24 h = 3.340 gal"
    )


def test_allow_t4_for_eight_inch_four_hundred_feet(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    # 25 x 8 x 400/5280 = 15.1515; + 2.2 = 17.3515
    short = replace(good, runs=(PipeRun(Decimal(8), Decimal(400)),))
    assert show(judge(short, rule).allowable_per_day_gal, 3) == "17.352"


def test_sum_t3_over_two_sizes(good: LeakTestInput, law: Law) -> None:
    # (8 x 300 + 6 x 200) x 25/5280 = 17.045; one manhole 1.1: 18.145 a day, 6.048 in eight hours
    test = replace(
        good,
        kind=LeakTestKind.INFILTRATION,
        runs=(PipeRun(Decimal(8), Decimal(300)), PipeRun(Decimal(6), Decimal(200))),
        manholes=1,
        duration_hours=Decimal(8),
        measured_in=MeasuredIn.WEIR,
        groundwater_ft=Decimal(3),
        measured_gal=Decimal("6.05"),
    )
    result = judge(test, InfiltrationRule.from_law(law, DAY))
    assert show(result.allowable_per_day_gal, 3) == "18.145"
    assert show(result.allowable_gal, 3) == "6.048"
    assert result.verdict is LeakVerdict.FAILED
    assert (
        result.reason == "The section took in 6.050 gal where 6.048 gal is allowed: repair it and test again."
    )


@pytest.mark.parametrize(
    ("run", "hours", "gallons"),
    [(PipeRun(Decimal(8), Decimal(300)), 2, "3.788"), (PipeRun(Decimal(4), Decimal(60)), 1, "0.189")],
)
def test_follow_the_figure_when_another_town_allows_a_hundred(
    good: LeakTestInput, rule: ExfiltrationRule, run: PipeRun, hours: int, gallons: str
) -> None:
    hundred = replace(rule, rate=replace(rule.rate, value=Decimal(100)))
    test = replace(
        good,
        runs=(run,),
        manholes=0,
        measured_in=MeasuredIn.STANDPIPE,
        air_released=True,
        duration_hours=Decimal(hours),
        measured_gal=Decimal("0.1"),
    )
    assert show(judge(test, hundred).allowable_gal, 3) == gallons


def test_use_law_manhole_allowance_not_the_equivalent_pipe(law: Law, rule: ExfiltrationRule) -> None:
    # 25 x 48 x 5/5280 would be 1.136; the law fixes 1.1
    assert rule.manhole.number == Decimal("1.1")
    assert "405B" in rule.manhole.citation


def test_pass_t4_at_exactly_the_allowance(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    # 6 in x 264 ft: 25 x 6 x 264/5280 = 7.5; + 2.2 = 9.7 a day; in 12 hours 4.85
    test = replace(good, runs=(PipeRun(Decimal(6), Decimal(264)),), duration_hours=Decimal(12))
    assert judge(replace(test, measured_gal=Decimal("4.85")), rule).verdict is LeakVerdict.PASSED
    failed = judge(replace(test, measured_gal=Decimal("4.8500001")), rule)
    assert failed.verdict is LeakVerdict.FAILED
    assert failed.within_allowable is False


def test_refuse_section_over_law_length(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    errors = refused(replace(good, runs=(EIGHT_INCH, PipeRun(Decimal(8), Decimal("0.5")))), rule)
    assert errors["runs"].startswith("The section is 1,000.5 ft long;")
    assert errors["runs"].endswith("allows no more than 1,000 ft. Test it in shorter sections.")
    assert "405B" in errors["runs"]


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("runs", (PipeRun(Decimal(0), Decimal(10)),), "Pipe 1: the diameter must be more than zero inches."),
        ("runs", (PipeRun(Decimal(8), Decimal(-1)),), "Pipe 1: the length must be more than zero feet."),
        ("runs", (), "Enter the diameter and the length of the pipe under test."),
        ("manholes", -1, "The number of manholes cannot be less than zero."),
        (
            "manholes",
            0,
            "No manhole is counted, yet the level was read in one. Count it, or choose standpipe.",
        ),
        ("measured_gal", Decimal("-0.1"), "The measured water cannot be less than zero gallons."),
        ("duration_hours", Decimal(0), "The test must last more than zero hours."),
        ("duration_hours", Decimal("NaN"), "The test must last more than zero hours."),
        (
            "measured_at",
            datetime(2027, 4, 13, 9, 0, tzinfo=HERE),
            "The first measurement is earlier than the filling. Check both dates and times.",
        ),
    ],
)
def test_refuse_measurement_that_cannot_be(
    good: LeakTestInput, rule: ExfiltrationRule, field: str, value: object, sentence: str
) -> None:
    changed: LeakTestInput = replace(good, **{field: value})  # type: ignore[arg-type]
    assert refused(changed, rule)[field] == sentence


def test_fail_t4_measured_before_the_soak_is_over(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    early = judge(replace(good, measured_at=datetime(2027, 4, 15, 8, 59, tzinfo=HERE)), rule)
    assert early.verdict is LeakVerdict.FAILED
    assert early.within_allowable is True
    assert line_about(early, "Kept full")[:2] == (False, "23 h 59 min")
    assert early.reason == (
        "The test does not count although the leakage is allowed."
        " Not met: Kept full for at least 24 hours before measuring."
    )


def test_count_real_hours_of_soak_over_the_clock_change(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    # Clocks went forward on 3/14/2027: from noon to noon only 23 hours passed.
    test = replace(
        good,
        filled_at=datetime(2027, 3, 13, 12, 0, tzinfo=HERE),
        measured_at=datetime(2027, 3, 14, 12, 0, tzinfo=HERE),
        approved_on=date(2027, 3, 1),
    )
    assert line_about(judge(test, rule), "Kept full")[:2] == (False, "23 h 00 min")


def test_refuse_times_without_a_zone(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    naive = datetime(2027, 4, 15, 9, 0, tzinfo=HERE).replace(tzinfo=None)
    with pytest.raises(ValueError, match="must be aware"):
        judge(replace(good, measured_at=naive), rule)


def test_fail_t4_shorter_than_two_hours(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    result = judge(replace(good, duration_hours=Decimal("1.5"), measured_gal=Decimal(1)), rule)
    assert result.verdict is LeakVerdict.FAILED
    passed, on_file, citation = line_about(result, "Measured for at least 2 hours")
    assert (passed, on_file) == (False, "1.5 hours")
    assert "405C" in citation


def test_fail_t4_without_prior_approval(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    missing = judge(replace(good, approval_reference=" ", approved_on=None), rule)
    assert line_about(missing, "Approval")[:2] == (False, "None")
    undated = judge(replace(good, approved_on=None), rule)  # nobody can tell that it came before the test
    assert line_about(undated, "Approval")[:2] == (None, "Letter of approval 7, not dated")
    assert undated.verdict is LeakVerdict.OFFICER
    assert missing.verdict is LeakVerdict.FAILED
    late = judge(replace(good, approved_on=date(2027, 4, 16)), rule)
    assert line_about(late, "Approval")[:2] == (False, "Letter of approval 7, 4/16/2027, after the test")
    same_day = judge(replace(good, approved_on=date(2027, 4, 15)), rule)
    assert same_day.verdict is LeakVerdict.PASSED


def test_need_head_over_groundwater_when_it_is_higher(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    # Groundwater 2 ft above the pipe: the water must stand 7 ft above the pipe.
    wet = replace(good, groundwater_ft=Decimal(2))
    assert line_about(judge(wet, rule), "at the highest point")[0] is False
    assert line_about(judge(replace(wet, head_ft=Decimal(7)), rule), "at the highest point")[0] is True


def test_fail_t4_with_water_too_high_downstream(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    high = judge(replace(good, downstream_head_ft=Decimal("10.1")), rule)
    assert line_about(high, "downstream manhole no higher than 10 ft")[0] is False
    (line,) = [line for line in high.lines if line.passed is False]
    assert line.action == "Use the low-pressure air or vacuum test instead"
    brim = judge(replace(good, freeboard_in=Decimal("5.9")), rule)
    assert line_about(brim, "at least 6 in below")[0] is False


def test_pass_t4_at_exactly_each_limit_of_the_water(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    edge = replace(good, head_ft=Decimal(5), downstream_head_ft=Decimal(10), freeboard_in=Decimal(6))
    assert judge(edge, rule).verdict is LeakVerdict.PASSED


def test_leave_t4_to_the_officer_when_a_condition_was_not_recorded(
    good: LeakTestInput, rule: ExfiltrationRule
) -> None:
    result = judge(replace(good, groundwater_ft=None, supervised_by=""), rule)
    assert result.verdict is LeakVerdict.OFFICER
    assert result.reason.startswith(
        "The leakage is allowed, but the officer must decide on: Water at least 5 ft"
    )


def test_fail_t4_in_a_standpipe_with_trapped_air(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    piped = replace(good, measured_in=MeasuredIn.STANDPIPE)
    assert judge(piped, rule).verdict is LeakVerdict.OFFICER
    assert judge(replace(piped, air_released=False), rule).verdict is LeakVerdict.FAILED
    assert judge(replace(piped, air_released=True), rule).verdict is LeakVerdict.PASSED


def test_leave_t3_in_dry_ground_to_the_officer(good: LeakTestInput, law: Law) -> None:
    dry = replace(good, kind=LeakTestKind.INFILTRATION, measured_gal=Decimal(0))
    result = judge(dry, InfiltrationRule.from_law(law, DAY))
    assert result.verdict is LeakVerdict.OFFICER
    assert line_about(result, "Groundwater above")[1] == "2 ft below the top of the pipe"


def test_ask_for_lamping_and_deflection_before_t4(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    skipped = judge(replace(good, lamped=False, deflection_passed=None), rule)
    assert line_about(skipped, "lamped") == (False, "Not lamped", "§405D")
    assert line_about(skipped, "deflection") == (None, "Not recorded", "§405E")
    assert skipped.verdict is LeakVerdict.FAILED
    iron = replace(good, plastic_pipe=False, deflection_passed=None)
    assert judge(iron, rule).verdict is LeakVerdict.PASSED


def test_cite_the_section_on_prior_approval(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    assert line_about(judge(good, rule), "Approval")[2] == "§402A"


def test_cite_each_limit_where_the_law_gives_it(good: LeakTestInput, rule: ExfiltrationRule) -> None:
    assert all(line.citation for line in judge(good, rule).lines)
