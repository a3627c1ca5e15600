"""Infiltration and exfiltration: allowances of Hague 405A and 405B, Altamont 300-25A and B (law T3, T4) by hand."""

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.law import FigureStatus
from sewerdesk.domain.leaktests import (
    ExfiltrationTest,
    LeakRule,
    LeakTestKind,
    LeakVerdict,
    MeasuredIn,
    PipeRun,
    Steps,
    judge,
    rule_of,
)
from sewerdesk.domain.measures import Measured, MeasureUnit
from tests.domain.leaktests.examples import (
    DAY,
    HERE,
    SEWER_TOWNS,
    exfiltration,
    feet,
    gallons,
    hours,
    inches,
    infiltration,
    judged,
    line_about,
    pipe,
    refused,
    rule,
)
from tests.support.packs import pack


@pytest.fixture
def good() -> ExfiltrationTest:
    return exfiltration()


@pytest.mark.parametrize("town", SEWER_TOWNS)
def test_allow_t4_for_eight_inch_thousand_feet_two_manholes(town: str) -> None:
    """T4 Hague, Altamont: 25 x 8 x 1000/5280 = 37.879; 2 x 1.1 = 2.2; 40.079 a day, 3.340 in two hours."""
    result = judged(exfiltration(town), town)
    assert result.allowable is not None
    assert result.allowable.words == "3.340 gal"
    assert "= 40.079 gal in 24 h" in result.formula
    assert result.verdict is LeakVerdict.PASSED
    assert result.reason == "Measured 3.300 gal, allowed 3.340 gal: passed."


@pytest.mark.parametrize("town", SEWER_TOWNS)
def test_allow_t3_for_eight_inch_thousand_feet_two_manholes(town: str) -> None:
    """T3 Hague, Altamont: 40.079 gal in 24 hours, 3.340 in two."""
    result = judged(replace(infiltration(town), water=gallons("3.4")), town)
    assert "= 40.079 gal in 24 h" in result.formula
    assert result.verdict is LeakVerdict.FAILED
    assert (
        result.reason == "The section took in 3.400 gal where 3.340 gal is allowed: repair it and test again."
    )


def test_show_t4_formula_with_its_numbers(good: ExfiltrationTest) -> None:
    assert judged(good).formula == (
        "25 gal × (8 in × 1,000 ft) ÷ 5,280 ft + 1.1 gal × 2 manholes = 40.079 gal in 24 h;"
        " × 2 h ÷ 24 h = 3.340 gal"
    )


def test_allow_t4_for_eight_inch_four_hundred_feet(good: ExfiltrationTest) -> None:
    # 25 x 8 x 400/5280 = 15.1515; + 2.2 = 17.3515
    assert "= 17.352 gal in 24 h" in judged(replace(good, runs=(pipe("8", "400"),))).formula


def test_sum_t3_over_two_sizes() -> None:
    # (8 x 300 + 6 x 200) x 25/5280 = 17.045; one manhole 1.1: 18.145 a day, 6.048 in eight hours
    test = replace(
        infiltration(),
        runs=(pipe("8", "300"), pipe("6", "200")),
        manholes=1,
        duration=hours("8"),
        water=gallons("6.05"),
    )
    result = judged(test)
    assert "= 18.145 gal in 24 h" in result.formula
    assert result.allowable is not None
    assert result.allowable.words == "6.048 gal"
    assert result.verdict is LeakVerdict.FAILED


@pytest.mark.parametrize(
    ("run", "time", "allowed"),
    [(pipe("8", "300"), hours("2"), "3.788 gal"), (pipe("4", "60"), hours("1"), "0.189 gal")],
)
def test_follow_the_figure_when_another_town_allows_a_hundred(
    good: ExfiltrationTest, run: PipeRun, time: Measured, allowed: str
) -> None:
    base = rule("hague", LeakTestKind.EXFILTRATION)
    key = "leaktest.infiltration.gal_per_inch_mile_day"
    figures = {**base.figures, key: replace(base.figures[key], value=Decimal(100))}
    test = replace(
        good,
        runs=(run,),
        manholes=0,
        measured_in=MeasuredIn.STANDPIPE,
        duration=time,
        water=gallons("0.1"),
    )
    result = judge(test, replace(base, figures=figures))
    assert result.allowable is not None
    assert result.allowable.words == allowed


def test_use_law_manhole_allowance_not_the_equivalent_pipe() -> None:
    # 25 x 48 x 5/5280 would be 1.136; the law fixes 1.1
    figure = rule("hague", LeakTestKind.INFILTRATION).figure("leaktest.infiltration.gal_per_manhole_day")
    assert figure.number == Decimal("1.1")
    assert "405B" in figure.citation


def test_pass_t4_at_exactly_the_allowance(good: ExfiltrationTest) -> None:
    # 6 in x 264 ft: 25 x 6 x 264/5280 = 7.5; + 2.2 = 9.7 a day; in 12 hours 4.85
    test = replace(good, runs=(pipe("6", "264"),), duration=hours("12"))
    assert judged(replace(test, water=gallons("4.85"))).verdict is LeakVerdict.PASSED
    failed = judged(replace(test, water=gallons("4.8500001")))
    assert failed.verdict is LeakVerdict.FAILED
    assert failed.within_allowable is False


def test_judge_the_same_in_the_other_units(good: ExfiltrationTest) -> None:
    # a cubic foot is 1,728 cubic inches, a gallon 231: 0.44 cu ft = 3.2914 gal, 0.45 cu ft = 3.3662 gal
    in_inches = PipeRun(
        Measured(Decimal("0.5"), MeasureUnit.FEET), Measured(Decimal(3168), MeasureUnit.INCHES)
    )
    six = replace(good, runs=(in_inches,), duration=Measured(Decimal(720), MeasureUnit.MINUTES))
    assert judged(replace(six, water=gallons("4.85"))).verdict is LeakVerdict.PASSED
    for feet3, verdict in (("0.44", LeakVerdict.PASSED), ("0.45", LeakVerdict.FAILED)):
        test = replace(good, water=Measured(Decimal(feet3), MeasureUnit.CUBIC_FEET))
        assert judged(test).verdict is verdict


@pytest.mark.parametrize("town", SEWER_TOWNS)
def test_refuse_section_over_law_length(town: str) -> None:
    """C-12 Hague, Altamont: longer than 1,000 ft is refused."""
    errors = refused(replace(exfiltration(town), runs=(pipe("8", "1000"), pipe("8", "0.5"))), town)
    assert errors["length_1"].startswith("The section is 1,000.5 ft long; §")
    assert errors["length_1"].endswith("allows no more than 1,000 ft. Test it in shorter sections.")


def test_ask_whether_inches_were_meant_for_a_long_section(good: ExfiltrationTest) -> None:
    errors = refused(replace(good, runs=(pipe("8", "2400"),)))
    assert errors["length_1"].endswith("If inches were measured, type the unit: 2,400 in is 200 ft.")
    errors = refused(replace(good, runs=(pipe("8", "12000"),)))
    assert errors["length_1"].startswith(
        "The length of 12,000 ft is not plausible here. Did you mean 12,000 in (1,000 ft)?"
    )


@pytest.mark.parametrize(
    ("changes", "field", "sentence"),
    [
        ({"runs": (pipe("0", "10"),)}, "diameter_1", "Pipe 1: the diameter must be more than zero inches."),
        ({"runs": (pipe("8", "-1"),)}, "length_1", "Pipe 1: the length must be more than zero feet."),
        ({"runs": ()}, "diameter_1", "Enter the diameter and the length of the pipe under test."),
        ({"manholes": -1}, "manholes", "The number of manholes cannot be less than zero."),
        (
            {"manholes": 0},
            "manholes",
            "No manhole is counted, yet the level was read in one. Count it, or choose standpipe.",
        ),
        ({"water": gallons("-0.1")}, "water", "The measured water cannot be less than zero."),
        (
            {"duration": hours("0")},
            "duration",
            "The time for which the water was measured must be more than zero.",
        ),
        (
            {"duration": hours("NaN")},
            "duration",
            "The time for which the water was measured must be more than zero.",
        ),
        (
            {"measured_at": datetime(2027, 4, 13, 9, 0, tzinfo=HERE)},
            "measured_at",
            "The first measurement is earlier than the filling. Check both dates and times.",
        ),
    ],
)
def test_refuse_measurement_that_cannot_be(
    good: ExfiltrationTest, changes: dict[str, object], field: str, sentence: str
) -> None:
    changed: ExfiltrationTest = replace(good, **changes)  # type: ignore[arg-type]
    assert refused(changed)[field] == sentence


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"runs": (PipeRun(feet("8"), feet("300")),)}, "diameter_1", "Did you mean 8 in?"),
        ({"duration": hours("120")}, "duration", "Did you mean 120 min (2 h)?"),
        ({"head": feet("72")}, "head", "Did you mean 72 in (6 ft)?"),
        ({"groundwater": feet("60")}, "groundwater", "Did you mean 60 in (5 ft)?"),
        ({"freeboard": inches("1")}, "freeboard", "Did you mean 1 ft (12 in)?"),
    ],
)
def test_ask_whether_another_unit_was_meant(
    good: ExfiltrationTest, changes: dict[str, object], field: str, words: str
) -> None:
    changed: ExfiltrationTest = replace(good, **changes)  # type: ignore[arg-type]
    assert words in refused(changed)[field]
    assert judged(replace(changed, units_are_right=True)).verdict is not None


def test_fail_t4_measured_before_the_soak_is_over(good: ExfiltrationTest) -> None:
    early = judged(replace(good, measured_at=datetime(2027, 4, 15, 8, 59, tzinfo=HERE)))
    assert early.verdict is LeakVerdict.FAILED
    assert early.within_allowable is True
    assert line_about(early, "Kept full")[:2] == (False, "23 h 59 min")
    assert early.reason == (
        "The test does not count although the leakage is allowed."
        " Not met: Kept full for at least 24 hours before measuring."
    )


def test_count_real_hours_of_soak_over_the_clock_change(good: ExfiltrationTest) -> None:
    # Clocks went forward on 3/14/2027: from noon to noon only 23 hours passed.
    test = replace(
        good,
        filled_at=datetime(2027, 3, 13, 12, 0, tzinfo=HERE),
        measured_at=datetime(2027, 3, 14, 12, 0, tzinfo=HERE),
        approved_on=date(2027, 3, 1),
    )
    assert line_about(judged(test), "Kept full")[:2] == (False, "23 h 00 min")


def test_refuse_times_without_a_zone(good: ExfiltrationTest) -> None:
    naive = datetime(2027, 4, 15, 9, 0, tzinfo=HERE).replace(tzinfo=None)
    with pytest.raises(ValueError, match="must be aware"):
        judged(replace(good, measured_at=naive))


def test_fail_t4_shorter_than_two_hours(good: ExfiltrationTest) -> None:
    result = judged(replace(good, duration=hours("1.5"), water=gallons("1")))
    assert result.verdict is LeakVerdict.FAILED
    passed, on_file, citation = line_about(result, "Measured for at least 2 hours")
    assert (passed, on_file) == (False, "1.5 hours")
    assert "405C" in citation


def test_fail_t4_without_prior_approval(good: ExfiltrationTest) -> None:
    missing = judged(replace(good, approval_reference=" ", approved_on=None))
    assert line_about(missing, "Approved beforehand")[:2] == (False, "None")
    undated = judged(replace(good, approved_on=None))  # nobody can tell that it came before the test
    assert line_about(undated, "Approved beforehand")[:2] == (None, "Letter of approval 7, not dated")
    assert undated.verdict is LeakVerdict.OFFICER
    assert missing.verdict is LeakVerdict.FAILED
    late = judged(replace(good, approved_on=date(2027, 4, 16)))
    assert line_about(late, "Approved beforehand")[:2] == (
        False,
        "Letter of approval 7, 4/16/2027, after the test",
    )
    assert judged(replace(good, approved_on=date(2027, 4, 15))).verdict is LeakVerdict.PASSED


def test_need_head_over_groundwater_when_it_is_higher(good: ExfiltrationTest) -> None:
    # Groundwater 2 ft above the pipe: the water must stand 7 ft above the pipe.
    wet = replace(good, groundwater=feet("2"))
    assert line_about(judged(wet), "at the highest point")[0] is False
    assert line_about(judged(replace(wet, head=feet("7"))), "at the highest point")[0] is True


def test_fail_t4_with_water_too_high_downstream(good: ExfiltrationTest) -> None:
    high = judged(replace(good, downstream_head=feet("10.1")))
    assert line_about(high, "downstream manhole no higher than 10 ft")[0] is False
    (line,) = [line for line in high.lines if line.passed is False]
    assert line.action == "Use the low-pressure air or vacuum test instead"
    brim = judged(replace(good, freeboard=inches("5.9")))
    assert line_about(brim, "at least 6 in below")[0] is False


def test_pass_t4_at_exactly_each_limit_of_the_water(good: ExfiltrationTest) -> None:
    edge = replace(good, head=feet("5"), downstream_head=feet("10"), freeboard=inches("6"))
    assert judged(edge).verdict is LeakVerdict.PASSED


def test_leave_t4_to_the_officer_when_a_condition_was_not_recorded(good: ExfiltrationTest) -> None:
    result = judged(replace(good, groundwater=None, supervised_by=""))
    assert result.verdict is LeakVerdict.OFFICER
    assert result.reason.startswith(
        "The leakage is allowed, but the officer must decide on: Water at least 5 ft"
    )


def test_fail_t4_in_a_standpipe_with_trapped_air(good: ExfiltrationTest) -> None:
    def with_air(answer: Answer | None) -> LeakVerdict:
        others = tuple(one for one in good.answers if one.key != "air")
        test = replace(
            good, measured_in=MeasuredIn.STANDPIPE, answers=(*others, ChecklistAnswer("air", answer))
        )
        return judged(test).verdict

    assert with_air(None) is LeakVerdict.OFFICER
    assert with_air(Answer.NO) is LeakVerdict.FAILED
    assert with_air(Answer.YES) is LeakVerdict.PASSED


def test_leave_t3_in_dry_ground_to_the_officer() -> None:
    dry = replace(infiltration(), groundwater=feet("-2"), water=gallons("0"))
    result = judged(dry)
    assert result.verdict is LeakVerdict.OFFICER
    assert line_about(result, "Groundwater above")[1] == "2 ft below the top of the pipe"


def answer_with(test: ExfiltrationTest, **answers: Answer | None) -> ExfiltrationTest:
    others = tuple(one for one in test.answers if one.key not in answers)
    return replace(test, answers=(*others, *(ChecklistAnswer(key, one) for key, one in answers.items())))


def test_ask_for_lamping_and_deflection_before_t4(good: ExfiltrationTest) -> None:
    skipped = judged(answer_with(good, lamped=Answer.NO, deflection=None))
    assert line_about(skipped, "lamped") == (False, "No", "§405D")
    assert line_about(skipped, "deflection") == (None, "Not recorded", "§405E")
    assert skipped.verdict is LeakVerdict.FAILED
    iron = answer_with(good, deflection=Answer.NOT_APPLICABLE)  # no plastic pipe
    assert judged(iron).verdict is LeakVerdict.PASSED
    dodged = answer_with(good, lamped=Answer.NOT_APPLICABLE)
    assert judged(dodged).verdict is LeakVerdict.OFFICER


def test_fail_t4_lamped_after_the_test(good: ExfiltrationTest) -> None:
    """C-13 Hague: lamping and deflection come before the leakage test."""
    late = judged(replace(good, steps=Steps(lamped=datetime(2027, 4, 15, 9, 30, tzinfo=HERE))))
    assert line_about(late, "lamped")[:2] == (False, "4/15/2027, after the test")
    assert late.verdict is LeakVerdict.FAILED
    same_day = judged(replace(good, steps=Steps(lamped=date(2027, 4, 15), deflection=date(2027, 4, 14))))
    assert same_day.verdict is LeakVerdict.PASSED
    assert line_about(same_day, "deflection")[1] == "Yes, 4/14/2027"


@pytest.mark.parametrize(("town", "citation"), [("hague", "§404(14)"), ("altamont", "§300-24M")])
def test_fail_t4_with_inverts_placed_before_the_test(town: str, citation: str) -> None:
    """C-13 Hague, Altamont: manhole inverts and benches after testing."""
    early = judged(replace(exfiltration(town), steps=Steps(inverts=date(2027, 4, 10))), town)
    assert line_about(early, "inverts") == (False, "4/10/2027, before the test", citation)
    later = judged(replace(exfiltration(town), steps=Steps(inverts=date(2027, 4, 16))), town)
    assert later.verdict is LeakVerdict.PASSED


def test_cite_each_limit_where_the_law_gives_it(good: ExfiltrationTest) -> None:
    assert line_about(judged(good), "Approved beforehand")[2] == "§402A"
    assert all(line.citation for line in judged(good).lines)


def test_leave_limits_of_a_model_law_to_the_officer() -> None:
    law = pack("blank")
    base: LeakRule = rule_of(law, LeakTestKind.INFILTRATION, DAY)
    assert base.unconfirmed
    result = judge(infiltration("blank"), base)
    assert result.verdict is LeakVerdict.OFFICER
    assert line_about(result, "confirmed")[1].startswith("Taken from New York model codes")
    law_now = {key: replace(one, status=FigureStatus.LAW) for key, one in base.figures.items()}
    row = replace(base.row, status=FigureStatus.LAW)
    assert judge(infiltration("blank"), replace(base, figures=law_now, row=row)).verdict is LeakVerdict.PASSED


def test_ask_whether_gallons_were_meant(good: ExfiltrationTest) -> None:
    # 40.079 gal are allowed in 24 hours; 38.5 cu ft would be 288 gal
    day = replace(good, duration=hours("24"), water=Measured(Decimal("38.5"), MeasureUnit.CUBIC_FEET))
    assert "Did you mean 38.5 gal?" in refused(day)["water"]
    assert judged(replace(day, units_are_right=True)).verdict is LeakVerdict.FAILED
    assert judged(replace(day, water=gallons("288"))).verdict is LeakVerdict.FAILED  # no unit makes it less
