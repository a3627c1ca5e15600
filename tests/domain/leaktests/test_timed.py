"""Air and vacuum on main sewers by the table of times (law T6, T7b), gauges and the officer's confirmation."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.law.acts import ActKind, LawAct, LawChange
from sewerdesk.domain.leaktests import (
    FieldTest,
    GaugeKind,
    LeakTestKind,
    LeakVerdict,
    LowPressureAirTest,
    judge,
    rule_of,
)
from tests.domain.leaktests.examples import (
    DAY,
    SEWER_TOWNS,
    feet,
    gauge,
    judged,
    line_about,
    low_air,
    mercury,
    pipe,
    psi,
    refused,
    seconds,
    vacuum_sewer,
)
from tests.support.packs import pack


def needed(test: FieldTest, town: str = "hague") -> str:
    result = judged(test, town)
    assert result.allowable is not None
    return result.allowable.words.split(" for ")[0]


@pytest.mark.parametrize("town", SEWER_TOWNS)
@pytest.mark.parametrize(
    ("diameter", "clock"),
    [
        ("4", "3:46"), ("6", "5:40"), ("8", "7:34"), ("10", "9:26"), ("12", "11:20"), ("15", "14:10"),
        ("18", "17:00"), ("21", "19:50"), ("24", "22:40"),
    ],
)  # fmt: skip
def test_need_the_tabulated_least_times(town: str, diameter: str, clock: str) -> None:
    """T6 and T7b Hague, Altamont: minutes and seconds for 1.0 psi; half of them for 0.5 psi."""
    at, rest = (int(part) for part in clock.split(":"))
    time = 60 * at + rest
    air = replace(low_air(town), runs=(pipe(diameter, "50"),))
    assert needed(air, town) == f"{time:,} s"
    vacuum = replace(vacuum_sewer(town), runs=(pipe(diameter, "50"),))
    assert needed(vacuum, town) == f"{time / 2:g} s"


@pytest.mark.parametrize(
    ("length", "time"), [("298", "454 s"), ("299", "454.5 s"), ("400", "608 s"), ("1000", "1,520 s")]
)
def test_need_more_for_a_longer_pipe(length: str, time: str) -> None:
    # 8 in: 454 s up to 298 ft, from there on 1.520 s a foot
    assert needed(replace(low_air(), runs=(pipe("8", length),))) == time


def test_sum_the_times_of_several_sizes() -> None:
    """Mixed diameters: 8 in x 400 ft 608 s, and 6 in x 100 ft 340 s; the lengths of one size are taken together."""
    mixed = replace(low_air(), runs=(pipe("8", "200"), pipe("6", "100"), pipe("8", "200")))
    assert needed(mixed) == "948 s"
    assert judged(mixed).formula.startswith(
        "6 in, 100 ft (to 398 ft): 340 s; 8 in, 400 ft × 1.52 s/ft: 608 s; together 948 s;"
    )


def test_pass_t6_at_exactly_the_time() -> None:
    assert judged(replace(low_air(), duration=seconds("454"))).verdict is LeakVerdict.PASSED
    failed = judged(replace(low_air(), duration=seconds("453")))
    assert failed.verdict is LeakVerdict.FAILED
    assert failed.reason == (
        "The reading fell 1 psi in 453 s where a drop of 1 psi must take 454 s: repair it and test again."
    )


@pytest.mark.parametrize(
    ("end", "time", "verdict"),
    [
        ("2.9", "454", LeakVerdict.PASSED),  # not yet fallen 1 psi when the time was over
        ("2.9", "300", LeakVerdict.OFFICER),  # stopped before either
        ("2.4", "300", LeakVerdict.FAILED),
        ("2.4", "500", LeakVerdict.OFFICER),  # more than 1 psi, nobody knows when the first was gone
    ],
)
def test_judge_t6_by_drop_and_time_together(end: str, time: str, verdict: LeakVerdict) -> None:
    assert judged(replace(low_air(), end=psi(end), duration=seconds(time))).verdict is verdict


def test_raise_t6_for_groundwater() -> None:
    """T6 Hague: 4 ft of groundwater add 1.732 psi, never above 10 psi."""
    wet = replace(low_air(), groundwater=feet("4"))
    low = judged(wet)
    assert line_about(low, "Timed from")[:2] == (False, "3.5 psi")
    assert any("5.232 psi (with 1.732 for groundwater)" in line.requirement for line in low.lines)
    raised = replace(wet, charge=psi("5.8"), start=psi("5.232"), end=psi("4.3"))
    assert judged(raised).verdict is LeakVerdict.PASSED
    deep = replace(low_air(), groundwater=feet("20"), charge=psi("12.5"), start=psi("12.2"), end=psi("11.3"))
    assert line_about(judged(deep), "never above 10 psi")[0] is False
    dry = judged(replace(low_air(), groundwater=None))
    assert line_about(dry, "never above 10 psi")[:2] == (
        None,
        "Highest 4 psi; groundwater level not recorded",
    )


@pytest.mark.parametrize("town", SEWER_TOWNS)
@pytest.mark.parametrize("make", [low_air, vacuum_sewer])
def test_leave_the_unconfirmed_table_to_the_officer(town: str, make: object) -> None:
    """T6, T7b Hague, Altamont: the law cites the table without printing it."""
    test: FieldTest = make(town)  # type: ignore[operator]
    result = judge(test, rule_of(pack(town), test.kind, DAY))
    assert result.verdict is LeakVerdict.OFFICER
    assert "Table of times confirmed by the officer with its edition" in result.reason
    assert judged(test, town).verdict is LeakVerdict.PASSED


def test_fail_under_an_unconfirmed_table_all_the_same() -> None:
    short = replace(low_air(), duration=seconds("100"))
    assert judge(short, rule_of(pack("hague"), short.kind, DAY)).verdict is LeakVerdict.FAILED


def test_leave_a_size_that_is_not_in_the_table_to_the_officer() -> None:
    result = judged(replace(low_air(), runs=(pipe("8", "100"), pipe("5", "60"))))
    assert result.verdict is LeakVerdict.OFFICER
    assert result.reason == "The table of times has no row for 5 in pipe: the officer decides."
    assert result.allowable is None


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        ({"start": psi("7.1"), "end": psi("5")}, "start", "Did you mean 7.1 in Hg (3.487 psi)?"),
        ({"charge": psi("8.1")}, "charge", "Did you mean 8.1 in Hg"),
        ({"end": psi("3.6")}, "end", "higher than at the start"),
        ({"duration": seconds("0")}, "duration", "must be more than zero"),
        ({"runs": ()}, "diameter_1", "Enter the diameter"),
        ({"gauge": gauge(GaugeKind.VACUUM)}, "gauge_id", "this test is read in psi"),
    ],
)
def test_refuse_t6_with_readings_that_cannot_be(changes: dict[str, object], field: str, words: str) -> None:
    changed: LowPressureAirTest = replace(low_air(), **changes)  # type: ignore[arg-type]
    assert words in refused(changed)[field]


def test_ask_whether_a_vacuum_was_read_in_psi() -> None:
    # 3.4 psi is 6.92 in Hg
    test = replace(vacuum_sewer(), start=mercury("3.4"), end=mercury("2.9"))
    assert "Did you mean 3.4 psi (6.922 in Hg)?" in refused(test)["start"]
    in_psi = replace(vacuum_sewer(), start=psi("3.44"), end=psi("2.95"))
    assert judged(in_psi).verdict is LeakVerdict.PASSED
    assert "cannot be; the air itself" in refused(replace(vacuum_sewer(), start=mercury("31")))["start"]


def test_stop_a_test_on_a_gauge_without_its_certificate() -> None:
    """C-10 Hague: no certificate, or one from after the test."""
    none = replace(low_air(), gauge=replace(gauge(), calibrated_on=None))
    assert refused(none)["gauge_id"] == (
        "Gauge 7731 has no calibration on file. Record it in Settings, Test gauges."
    )
    unfiled = replace(low_air(), gauge=replace(gauge(), certificate_on_file=False))
    assert "certificate of gauge 7731 is not on file" in refused(unfiled)["gauge_id"]
    after = replace(gauge(), calibrated_on=None, calibrated_after=date(2027, 4, 16))
    assert refused(replace(low_air(), gauge=after))["gauge_id"] == (
        "Gauge 7731 was calibrated on 4/16/2027, after the test on 4/15/2027. "
        "Choose a gauge calibrated before it, or test again."
    )


@pytest.mark.parametrize("town", SEWER_TOWNS)
def test_leave_an_old_calibration_to_the_officer(town: str) -> None:
    """C-10 Hague, Altamont: "recently" is the office's own 12 months."""

    def on(day: date | None) -> tuple[bool | None, str]:
        used = None if day is None else replace(gauge(), calibrated_on=day)
        result = judged(replace(low_air(town), gauge=used), town)
        return line_about(result, "recently calibrated")[:2]

    assert on(date(2026, 4, 15)) == (True, "No. 7731, 4/15/2026, certificate C-88")
    assert on(date(2026, 4, 14)) == (
        None,
        "No. 7731, 4/14/2026, certificate C-88; more than 12 months before the test",
    )
    assert on(None) == (None, "No gauge chosen")


def test_follow_the_policy_on_gauges() -> None:
    base = rule_of(pack("hague"), LeakTestKind.LOW_PRESSURE_AIR, DAY)
    key = "leaktest.gauge_calibration_months"
    strict = replace(base, figures={**base.figures, key: replace(base.figures[key], value=Decimal(3))})
    result = judge(low_air(), strict)  # calibrated on 1/2, tested on 4/15
    assert line_about(result, "recently calibrated")[0] is None


def test_judge_by_the_table_that_the_office_has_confirmed() -> None:
    """T6 Hague: once the rows that are used are confirmed with their edition, nobody needs to decide."""
    act = LawAct(
        id=1,
        kind=ActKind.CONFIRMATION,
        citation="Confirmation 1",
        effective_from=DAY,
        changes=(LawChange("test_time", "air_8in", "UNI-B-6-98"),),
    )
    law = pack("hague").with_acts([act], DAY)
    result = judge(low_air(), rule_of(law, LeakTestKind.LOW_PRESSURE_AIR, DAY))
    assert result.verdict is LeakVerdict.PASSED
    assert line_about(result, "Table of times") == (True, "Confirmed", "Confirmation 1, UNI-B-6-98")
    mixed = replace(low_air(), runs=(pipe("8", "200"), pipe("6", "50")), duration=seconds("900"))
    assert judge(mixed, rule_of(law, mixed.kind, DAY)).verdict is LeakVerdict.OFFICER
