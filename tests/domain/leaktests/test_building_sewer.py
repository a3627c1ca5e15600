"""The building sewers of Lockport: air in a gravity pipe (law T1), leakage of a pressure pipe by its joints (T2)."""

from dataclasses import replace
from decimal import Decimal

import pytest

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.law import ProjectKind, UnknownRule
from sewerdesk.domain.leaktests import (
    AirLossTest,
    GaugeKind,
    LeakTestKind,
    LeakVerdict,
    PressureJointsTest,
    no_test_sentence,
    offered_tests,
    rule_of,
)
from sewerdesk.domain.measures import Measured
from tests.domain.leaktests.examples import (
    DAY,
    air_loss,
    feet,
    gallons,
    gauge,
    hours,
    inches,
    judged,
    line_about,
    mercury,
    minutes,
    pressure_joints,
    psi,
    refused,
    seconds,
)
from tests.support.packs import pack


def judged_air(**changes: object) -> tuple[LeakVerdict, str]:
    test: AirLossTest = replace(air_loss(), **changes)  # type: ignore[arg-type]
    result = judged(test, "lockport")
    return result.verdict, result.reason


def test_pass_t1_up_to_half_a_pound() -> None:
    """T1 Lockport: 4 psi, at most 0.5 psi in 10 min."""
    assert judged_air()[0] is LeakVerdict.PASSED
    assert judged_air(end=psi("3.5"))[0] is LeakVerdict.PASSED
    verdict, reason = judged_air(end=psi("3.4"))
    assert verdict is LeakVerdict.FAILED
    assert reason == (
        "The pressure fell 0.600 psi in 10 min where 0.500 psi is allowed: repair it and test again."
    )


def test_show_t1_with_units_and_citations() -> None:
    result = judged(air_loss(), "lockport")
    assert result.allowable is not None
    assert result.measured is not None
    assert result.allowable.words == "0.500 psi in 10 min"
    assert result.measured.words == "0.300 psi in 10 min"
    assert result.formula == "4 psi − 3.7 psi = 0.300 psi lost in 10 min"
    assert line_about(result, "covered") == (True, "Yes", "§150-6K")
    assert line_about(result, "Witnessed") == (True, "Yes", "§150-6L")
    assert line_about(result, "Charged with air to at least 4 psi") == (True, "4 psi", "§150-6L(1)")
    assert line_about(result, "Watched for at least 10 minutes") == (True, "10 min", "§150-6L(1)")


def test_not_count_t1_that_was_too_short_or_too_weak() -> None:
    assert judged_air(duration=minutes("9.5"))[1] == (
        "The test does not count although the loss of pressure is allowed. Not met: Watched for at least 10 minutes."
    )
    assert judged_air(start=psi("3.9"), end=psi("3.8"))[0] is LeakVerdict.FAILED
    assert judged_air(duration=seconds("600"))[0] is LeakVerdict.PASSED


def test_leave_t1_to_the_officer_when_it_was_watched_longer() -> None:
    # 0.6 psi in 20 minutes says nothing of the first ten
    verdict, reason = judged_air(end=psi("3.4"), duration=minutes("20"))
    assert verdict is LeakVerdict.OFFICER
    assert reason.endswith("The officer decides, or the test is read again at that time.")
    assert judged_air(end=psi("3.6"), duration=minutes("20"))[0] is LeakVerdict.PASSED


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"start": psi("0")}, "start", "The pressure at the start must be more than zero."),
        ({"end": psi("-1")}, "end", "The pressure at the end cannot be less than zero."),
        ({"end": psi("4.1")}, "end", "higher than at the start"),
        ({"duration": minutes("0")}, "duration", "must be more than zero"),
        ({"start": psi("8.1"), "end": psi("7.5")}, "start", "Did you mean 8.1 in Hg (3.978 psi)?"),
        ({"duration": minutes("600")}, "duration", "Did you mean 600 s (10 min)?"),
        ({"gauge": gauge(GaugeKind.VACUUM)}, "gauge_id", "Gauge 7731 reads in Hg; this test is read in psi."),
        ({"gauge": replace(gauge(), retired_on=DAY)}, "gauge_id", "out of use since 4/15/2027"),
        (
            {"gauge": replace(gauge(), reads_to=Decimal(3))},
            "start",
            "Gauge 7731 reads to 3 psi; 4 psi cannot have been read on it.",
        ),
    ],
)
def test_refuse_t1_with_readings_that_cannot_be(changes: dict[str, object], field: str, words: str) -> None:
    changed: AirLossTest = replace(air_loss(), **changes)  # type: ignore[arg-type]
    assert words in refused(changed, "lockport")[field]


def test_take_t1_read_in_inches_of_mercury() -> None:
    # 1 psi is 2.036 in Hg: 8.2 in Hg = 4.027 psi; 7.2 in Hg is 0.491 psi less, 7.1 in Hg 0.540 psi less
    assert judged_air(start=mercury("8.2"), end=mercury("7.2"))[0] is LeakVerdict.PASSED
    assert judged_air(start=mercury("8.2"), end=mercury("7.1"))[0] is LeakVerdict.FAILED


def test_fail_t1_of_a_sewer_that_was_covered() -> None:
    answers = (ChecklistAnswer("uncovered", Answer.NO), ChecklistAnswer("witnessed", Answer.YES))
    assert judged_air(answers=answers)[0] is LeakVerdict.FAILED
    assert judged_air(answers=())[0] is LeakVerdict.OFFICER


@pytest.mark.parametrize(
    ("joints", "diameter", "average", "per_hour"),
    [(25, "1.25", "100", "0.04223"), (12, "2", "104", "0.03307")],
)
def test_allow_t2_by_joints_diameter_and_pressure(
    joints: int, diameter: str, average: str, per_hour: str
) -> None:
    """T2 Lockport: N D √P / 7400 gallons an hour."""
    test = replace(pressure_joints(), joints=joints, diameter=inches(diameter), average=psi(average))
    assert f"= {per_hour} gal/h" in judged(test, "lockport").formula


def test_allow_t2_for_two_hours() -> None:
    result = judged(pressure_joints(), "lockport")
    assert result.allowable is not None
    assert result.allowable.words == "0.0845 gal"
    assert result.verdict is LeakVerdict.PASSED
    assert result.formula == "25 × 1.25 in × √100 psi ÷ 7,400 = 0.04223 gal/h; × 2 h = 0.0845 gal"
    failed = judged(replace(pressure_joints(), water=gallons("0.085")), "lockport")
    assert failed.reason == "The pipe took 0.0850 gal where 0.0845 gal is allowed: repair it and test again."


def test_pass_t2_at_exactly_the_allowance() -> None:
    # 37 joints x 2 in x √100 / 7400 = 0.1 gal an hour; 0.2 gal in two
    test = replace(pressure_joints(), joints=37, diameter=inches("2"))
    assert judged(replace(test, water=gallons("0.2")), "lockport").verdict is LeakVerdict.PASSED
    assert judged(replace(test, water=gallons("0.2000001")), "lockport").verdict is LeakVerdict.FAILED


def test_correct_t2_to_the_elevation_of_the_gauge() -> None:
    """T2 Lockport: 20 ft higher reads 0.433 x 20 = 8.66 psi less: 91.34 psi."""
    high = replace(pressure_joints(), gauge_elevation=feet("820"))
    enough = judged(replace(high, charge=psi("91.34")), "lockport")
    passed, on_file, citation = line_about(enough, "lowest point")
    assert (passed, on_file, citation) == (True, "91.34 psi", "§150-6L(2)(a)")
    assert any("100 − 0.433 × 20 = 91.34 psi" in line.requirement for line in enough.lines)
    assert judged(replace(high, charge=psi("91.33")), "lockport").verdict is LeakVerdict.FAILED
    unknown = replace(high, low_elevation=None)
    assert line_about(judged(unknown, "lockport"), "lowest point")[:2] == (None, "Elevations not recorded")
    assert (
        "gauge is lower than the lowest point"
        in refused(replace(high, gauge_elevation=feet("799")), "lockport")["gauge_elevation"]
    )


@pytest.mark.parametrize("water", ["0", "0.5"])
def test_leave_a_fused_pipe_to_the_officer(water: str) -> None:
    """T2 Lockport: no joints, zero allowance."""
    result = judged(replace(pressure_joints(), joints=0, water=gallons(water)), "lockport")
    assert result.verdict is LeakVerdict.OFFICER
    assert result.reason.startswith("There are no joints, so the allowance is zero;")
    assert line_about(result, "Joints")[1] == "0 joints: zero allowance"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"joints": -1}, "joints"),
        ({"diameter": inches("0")}, "diameter_1"),
        ({"average": psi("0")}, "average"),
        ({"water": gallons("-1")}, "water"),
        ({"duration": hours("0")}, "duration"),
        ({"charge": psi("203.6")}, "charge"),
        ({"diameter": feet("15")}, "diameter_1"),
    ],
)
def test_refuse_t2_with_measurements_that_cannot_be(changes: dict[str, Measured | int], field: str) -> None:
    changed: PressureJointsTest = replace(pressure_joints(), **changes)  # type: ignore[arg-type]
    assert field in refused(changed, "lockport")


def test_not_count_t2_under_two_hours() -> None:
    short = judged(replace(pressure_joints(), duration=hours("1.9"), water=gallons("0")), "lockport")
    assert short.verdict is LeakVerdict.FAILED
    assert line_about(short, "Measured for at least 2 hours")[1] == "1.9 hours"


@pytest.mark.parametrize(
    ("town", "lateral", "sewer"),
    [
        ("hague", ["T3", "T4", "T6"], ["T3", "T4", "T5a", "T5b", "T6", "T7a", "T7b", "T8"]),
        ("altamont", ["T3", "T4", "T6"], ["T3", "T4", "T5a", "T5b", "T6", "T7a", "T7b", "T8"]),
        ("lockport", ["T1", "T2"], []),
        ("dannemora", [], []),
    ],
)
def test_offer_what_the_law_offers(town: str, lateral: list[str], sewer: list[str]) -> None:
    law = pack(town)
    assert [row.key for row in offered_tests(law, ProjectKind.LATERAL)] == lateral
    assert [row.key for row in offered_tests(law, ProjectKind.OUTSIDE_USER)] == lateral
    assert [row.key for row in offered_tests(law, ProjectKind.NEW_SEWER)] == sewer


def test_say_that_dannemora_names_no_test() -> None:
    law = pack("dannemora")
    assert no_test_sentence(law, ProjectKind.LATERAL) == (
        "The text of the law of the Village of Dannemora that is on file names no leakage test. "
        "Record what was tested in the remarks."
    )
    with pytest.raises(UnknownRule, match="Village of Dannemora offers no air loss test"):
        rule_of(law, LeakTestKind.AIR_LOSS, DAY)
    assert no_test_sentence(pack("lockport"), ProjectKind.NEW_SEWER).startswith(
        "The law of the Town of Lockport names no leakage test for this work."
    )
