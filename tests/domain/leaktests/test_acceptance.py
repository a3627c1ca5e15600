"""Manholes under vacuum (law T7a), force mains (T8), lamping (T5a) and deflection (T5b)."""

from dataclasses import replace
from decimal import Decimal

import pytest

from sewerdesk.domain.entry import Answer, ChecklistAnswer
from sewerdesk.domain.leaktests import (
    DeflectionTest,
    ForceMainTest,
    LampingTest,
    LeakVerdict,
    ManholeVacuumTest,
)
from tests.domain.leaktests.examples import (
    SEWER_TOWNS,
    deflection,
    feet,
    force_main,
    gallons,
    hours,
    inches,
    judged,
    lamping,
    line_about,
    manhole,
    mercury,
    pipe,
    psi,
    refused,
    seconds,
)


def needed_seconds(depth: str, diameter: str, town: str = "hague") -> str:
    result = judged(replace(manhole(town), depth=feet(depth), diameter=feet(diameter)), town)
    return "" if result.allowable is None else result.allowable.words.split(" for ")[0]


@pytest.mark.parametrize("town", SEWER_TOWNS)
@pytest.mark.parametrize(
    ("depth", "time"),
    [
        ("4", "120 s"), ("10", "120 s"), ("10.1", "150 s"), ("14.9", "150 s"), ("15", "180 s"),
        ("15.1", "180 s"), ("25", "180 s"), ("25.1", ""),
    ],
)  # fmt: skip
def test_need_the_time_of_the_depth(town: str, depth: str, time: str) -> None:
    """T7a Hague, Altamont: 120, 150 and 180 s for a manhole of 4 ft; exactly 15 ft is in two rows."""
    assert needed_seconds(depth, "4", town) == time


@pytest.mark.parametrize(
    ("depth", "diameter", "time"),
    [("8", "5", "150 s"), ("8", "6", "180 s"), ("15", "6", "240 s"), ("12", "5", "180 s")],
)
def test_add_the_time_of_a_wide_manhole(depth: str, diameter: str, time: str) -> None:
    """T7a Hague: 5 ft adds 30 s, 6 ft adds 60 s."""
    assert needed_seconds(depth, diameter) == time


@pytest.mark.parametrize(
    ("town", "diameter", "words"),
    [
        ("hague", "4.5", "4 ft, 5 ft and 6 ft manholes"),
        ("hague", "8", "4 ft, 5 ft and 6 ft manholes"),
        ("altamont", "5", "4 ft manholes"),
    ],
)
def test_leave_an_odd_diameter_to_the_officer(town: str, diameter: str, words: str) -> None:
    """T7a: Altamont's table knows 4 ft alone."""
    result = judged(replace(manhole(town), diameter=feet(diameter)), town)
    assert result.verdict is LeakVerdict.OFFICER
    assert words in result.reason


def test_leave_a_deep_manhole_to_the_officer() -> None:
    result = judged(replace(manhole(), depth=feet("26")))
    assert result.verdict is LeakVerdict.OFFICER
    assert result.reason == (
        "26 ft deep, 4 ft wide: deeper than 25 ft: no tabulated time, the officer decides."
    )


def test_say_that_fifteen_feet_stand_in_two_rows() -> None:
    result = judged(replace(manhole(), depth=feet("15"), duration=seconds("170")))
    assert result.verdict is LeakVerdict.FAILED
    assert "exactly 15 ft stands in two rows; the stricter holds" in result.reason
    assert "exactly 10 ft" not in judged(replace(manhole(), depth=feet("10"))).reason


def test_pass_t7a_at_exactly_the_time() -> None:
    assert judged(manhole()).verdict is LeakVerdict.PASSED
    assert judged(replace(manhole(), duration=seconds("119"))).verdict is LeakVerdict.FAILED
    low = judged(replace(manhole(), start=mercury("9.5"), end=mercury("8.6")))
    assert low.verdict is LeakVerdict.FAILED
    assert line_about(low, "Timed from")[:2] == (False, "9.5 in Hg")


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"start": mercury("4.9"), "end": mercury("4.4")}, "start", "Did you mean 4.9 psi (9.977 in Hg)?"),
        ({"depth": feet("96")}, "depth", "Did you mean 96 in (8 ft)?"),
        ({"diameter": feet("48")}, "manhole_diameter", "Did you mean 48 in (4 ft)?"),
        ({"depth": feet("0")}, "depth", "must be more than zero"),
        ({"end": mercury("-1")}, "end", "cannot be less than zero"),
    ],
)
def test_refuse_t7a_with_numbers_that_cannot_be(changes: dict[str, object], field: str, words: str) -> None:
    changed: ManholeVacuumTest = replace(manhole(), **changes)  # type: ignore[arg-type]
    assert words in refused(changed)[field]


def test_take_a_manhole_measured_in_inches() -> None:
    test = replace(manhole(), depth=inches("96"), diameter=inches("48"))
    assert judged(test).verdict is LeakVerdict.PASSED


@pytest.mark.parametrize("town", SEWER_TOWNS)
@pytest.mark.parametrize(
    ("run", "a_day", "allowed"),
    [(pipe("2", "600"), "5.682 gal", "0.473 gal"), (pipe("4", "1000"), "18.939 gal", "1.578 gal")],
)
def test_allow_t8_by_rate(town: str, run: object, a_day: str, allowed: str) -> None:
    """T8 Hague, Altamont: 25 gal a day, mile and inch; 2 h."""
    test: ForceMainTest = replace(force_main(town), runs=(run,))  # type: ignore[arg-type]
    result = judged(test, town)
    assert f"= {a_day} in 24 h" in result.formula
    assert result.allowable is not None
    assert result.allowable.words == allowed
    assert result.verdict is LeakVerdict.PASSED


def test_need_t8_at_a_hundred_and_fifty_percent() -> None:
    # 150 % of 40 psi is 60 psi
    low = judged(replace(force_main(), pressure=psi("59.9")))
    assert low.verdict is LeakVerdict.FAILED
    assert line_about(low, "Pressure at least 150% of 40 psi = 60 psi")[:2] == (False, "59.9 psi")
    assert judged(force_main()).verdict is LeakVerdict.PASSED


@pytest.mark.parametrize(
    ("changes", "verdict", "on_file"),
    [
        ({"walked_owner": False}, LeakVerdict.FAILED, "Owner no, officer yes"),
        ({"walked_officer": None}, LeakVerdict.OFFICER, "Owner yes, officer not recorded"),
        ({"visible_leaks": True}, LeakVerdict.FAILED, "Owner yes, officer yes"),
        ({"visible_leaks": None}, LeakVerdict.OFFICER, "Owner yes, officer yes"),
    ],
)
def test_walk_the_route_of_t8_together(
    changes: dict[str, bool | None], verdict: LeakVerdict, on_file: str
) -> None:
    """T8: owner and officer walk it; a leak that is seen is repaired even within the allowance."""
    changed: ForceMainTest = replace(force_main(), **changes)  # type: ignore[arg-type]
    result = judged(changed)
    assert result.verdict is verdict
    assert line_about(result, "Route walked")[1] == on_file


@pytest.mark.parametrize("town", SEWER_TOWNS)
def test_refuse_t8_over_a_thousand_feet(town: str) -> None:
    """C-12 Hague 406B, Altamont 300-26B."""
    errors = refused(replace(force_main(town), runs=(pipe("2", "1000.1"),)), town)
    assert "allows no more than 1,000 ft" in errors["length_1"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"operating": psi("0")}, "operating"),
        ({"water": gallons("-1")}, "water"),
        ({"duration": hours("0")}, "duration"),
        ({"pressure": psi("122")}, "pressure"),
    ],
)
def test_refuse_t8_with_numbers_that_cannot_be(changes: dict[str, object], field: str) -> None:
    changed: ForceMainTest = replace(force_main(), **changes)  # type: ignore[arg-type]
    assert field in refused(changed)


@pytest.mark.parametrize("town", SEWER_TOWNS)
def test_realign_pipe_out_of_line(town: str) -> None:
    """T5a Hague, Altamont."""
    assert judged(lamping(town), town).verdict is LeakVerdict.PASSED
    crooked: LampingTest = replace(lamping(town), out_of_line=2, which="17 and 18")
    result = judged(crooked, town)
    assert result.verdict is LeakVerdict.FAILED
    assert result.reason == "2 lengths of pipe out of line (17 and 18): realign and lamp again."
    assert "lengths_out" in refused(replace(lamping(town), out_of_line=41), town)
    assert "lengths_lamped" in refused(replace(lamping(town), lengths=0), town)


@pytest.mark.parametrize("town", SEWER_TOWNS)
def test_pull_a_mandrel_of_ninety_five_percent(town: str) -> None:
    """T5b Hague, Altamont: 95 % of 7.754 in is 7.3663 in, turned to 7.366."""
    good = deflection(town)
    result = judged(good, town)
    assert result.verdict is LeakVerdict.PASSED
    assert result.formula == "7.366 in ÷ 7.754 in = 95% of the inside diameter"
    small = judged(replace(good, mandrel=inches("7.3")), town)
    assert small.verdict is LeakVerdict.FAILED
    assert line_about(small, "Ball or mandrel of 95%")[:2] == (False, "7.3 in")
    stuck = judged(replace(good, went_through=False), town)
    assert stuck.reason == ("The pipe is deflected more than 5%: replace each such length and test again.")


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({"went_through": None}, LeakVerdict.OFFICER),
        ({"deflection": Decimal(5)}, LeakVerdict.PASSED),
        ({"deflection": Decimal("5.1")}, LeakVerdict.FAILED),
        ({"went_through": False, "deflection": Decimal(4)}, LeakVerdict.OFFICER),
        ({"went_through": False, "mandrel": inches("7.5")}, LeakVerdict.OFFICER),
    ],
)
def test_judge_t5b_by_what_is_known(changes: dict[str, object], verdict: LeakVerdict) -> None:
    changed: DeflectionTest = replace(deflection(), **changes)  # type: ignore[arg-type]
    assert judged(changed).verdict is verdict


def test_fail_t5b_pulled_by_a_machine() -> None:
    """T5b Hague 405E: no mechanical pulling device, flushed first."""
    answers = (ChecklistAnswer("flushed", Answer.YES), ChecklistAnswer("by_hand", Answer.NO))
    result = judged(replace(deflection(), answers=answers))
    assert result.verdict is LeakVerdict.FAILED
    assert line_about(result, "mechanical")[0] is False
    assert "wider than the pipe" in refused(replace(deflection(), mandrel=inches("8")))["mandrel"]


def test_count_the_lengths_out_of_line_in_the_right_number() -> None:
    measured = [judged(replace(lamping(), out_of_line=out, which="17")).measured for out in (0, 1, 2)]
    assert [one.words for one in measured if one] == ["0 lengths", "1 length", "2 lengths"]
