"""What must not be discharged, by the numbers of each law (E-09)."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.law import FigureStatus, LawPack, Unit
from sewerdesk.domain.pretreatment.answers import Finding
from sewerdesk.domain.pretreatment.discharge import (
    DischargeLine,
    DischargeSample,
    LocalLimit,
    Temperature,
    judge_discharge,
    judge_increase,
)
from sewerdesk.domain.pretreatment.results import LabResult
from sewerdesk.domain.verdicts import Answer
from tests.domain.pretreatment.examples import DAY, altamont, dannemora, hague, lockport, silent_law

D = Decimal


def _line(law: LawPack, sample: DischargeSample, key: str) -> DischargeLine:
    return next(row for row in judge_discharge(law, sample).lines if row.key == key)


@pytest.mark.parametrize(
    ("readings", "successive", "single"),
    [
        ((D(5), D(5)), Finding.NOT_MET, Finding.NOT_MET),  # exactly 5 percent twice is allowed
        ((D("5.1"), D("5.1")), Finding.MET, Finding.NOT_MET),
        ((D("5.1"), D(5), D("5.1")), Finding.NOT_MET, Finding.NOT_MET),  # never two one after the other
        ((D(10), D(0)), Finding.NOT_MET, Finding.NOT_MET),  # exactly 10 percent once is allowed
        ((D("10.1"), D(0)), Finding.NOT_MET, Finding.MET),
        ((D(11), D(6)), Finding.MET, Finding.MET),
        ((D("10.1"),), Finding.NOT_KNOWN, Finding.MET),
        ((), Finding.NOT_KNOWN, Finding.NOT_KNOWN),
    ],
)
def test_judge_the_explosion_meter(
    readings: tuple[Decimal, ...], successive: Finding, single: Finding
) -> None:
    """E-09 Dannemora: no two successive readings over 5 percent, no single one over 10 percent of the LEL."""
    sample = DischargeSample(DAY, explosimeter=readings)
    assert _line(dannemora(), sample, "explosimeter_successive").broken is successive
    assert _line(dannemora(), sample, "explosimeter_single").broken is single


@pytest.mark.parametrize(
    ("ph", "broken"), [("5.0", Finding.NOT_MET), ("4.99", Finding.MET), ("14", Finding.NOT_MET)]
)
def test_judge_the_ph(ph: str, broken: Finding) -> None:
    """E-09 Dannemora: a pH less than 5.0 is prohibited; its text has no upper bound."""
    line = _line(dannemora(), DischargeSample(DAY, ph=D(ph)), "ph_low")
    assert line.broken is broken
    assert line.citation == "§72-4A(1)(c)"


@pytest.mark.parametrize(
    ("value", "unit", "broken"),
    [
        ("104", Unit.DEGREES_F, Finding.NOT_MET),
        ("104.1", Unit.DEGREES_F, Finding.MET),
        ("40", Unit.DEGREES_C, Finding.NOT_MET),  # 40 x 9/5 + 32 = 104 exactly
        ("40.1", Unit.DEGREES_C, Finding.MET),  # 104.18
    ],
)
def test_judge_the_temperature_in_either_unit(value: str, unit: Unit, broken: Finding) -> None:
    """E-09 Dannemora: no more than 40 degrees Celsius, 104 Fahrenheit."""
    sample = DischargeSample(DAY, temperature=Temperature(D(value), unit))
    assert _line(dannemora(), sample, "temperature").broken is broken


def test_name_both_units_of_a_temperature() -> None:
    assert Temperature(D(41), Unit.DEGREES_C).words == "41 °C (105.8 °F)"
    assert Temperature(D(105), Unit.DEGREES_F).words == "105 °F (40.6 °C)"
    with pytest.raises(ValueError, match="no unit of temperature"):
        Temperature(D(1), Unit.FEET)


@pytest.mark.parametrize("law", [hague(), lockport(), dannemora()], ids=lambda law: law.code)
def test_judge_the_particles(law: LawPack) -> None:
    """E-09: no particle greater than half an inch; exactly half an inch is allowed."""
    assert _line(law, DischargeSample(DAY, particle_in=D("0.5")), "particle").broken is Finding.NOT_MET
    assert _line(law, DischargeSample(DAY, particle_in=D("0.51")), "particle").broken is Finding.MET


@pytest.mark.parametrize(
    ("cod", "solids", "broken"),
    [
        (D(5), D(5), Finding.NOT_MET),
        (D("5.1"), D(0), Finding.MET),
        (D(0), D("5.1"), Finding.MET),
        (D(5), None, Finding.NOT_KNOWN),
    ],
)
def test_judge_cooling_water(cod: Decimal, solids: Decimal | None, broken: Finding) -> None:
    """E-09 Hague: cooling water with more than 5 mg/l of COD or suspended solids is none; both are tested."""
    water = {"cod": LabResult.of(cod)}
    if solids is not None:
        water["suspended_solids"] = LabResult.of(solids)
    line = _line(hague(), DischargeSample(DAY, cooling_water=water), "cooling_water")
    assert line.broken is broken
    assert line.citation == "§201 (Cooling Water)"


def test_ask_for_every_prohibition_without_a_measure() -> None:
    """E-09 Dannemora: what nobody looked at is not known; seen, it is prohibited, with its section."""
    sample = DischargeSample(DAY, observed={"color": True, "radioactive": False})
    found = judge_discharge(dannemora(), sample)
    assert found.broken is Answer.YES
    assert [row.key for row in found.breaches] == ["color"]
    assert found.sentence.startswith(
        "The discharge is prohibited: Discharged: Color that treatment does not remove"
    )
    assert found.sentence.count("§72-4A(1)(h)") == 1
    assert _line(dannemora(), sample, "radioactive").broken is Finding.NOT_MET
    assert _line(dannemora(), sample, "toxic").broken is Finding.NOT_KNOWN


def test_tell_every_broken_bound_with_its_section_once() -> None:
    """E-09 Dannemora: the sentence for a notice has the numbers, the bounds and the sections."""
    sample = DischargeSample(
        DAY,
        ph=D(4),
        temperature=Temperature(D(41), Unit.DEGREES_C),
        explosimeter=(D(11), D(6)),
        particle_in=D(1),
    )
    assert judge_discharge(dannemora(), sample).sentence == (
        "The discharge is prohibited: "
        "The lower of two successive readings, 6 percent, is more than 5 percent (§72-4A(1)(a)); "
        "A reading of 11 percent is more than 10 percent (§72-4A(1)(a)); "
        "A particle of 1 in is more than 0.5 inches (§72-4A(1)(b)); "
        "pH 4 is less than 5 (§72-4A(1)(c)); "
        "41 °C (105.8 °F) is more than 104 degrees Fahrenheit (§72-4A(1)(i))."
    )


def test_answer_no_only_when_everything_was_looked_at() -> None:
    law = dannemora()
    seen = {row.key: False for row in law.prohibitions if row.quantity is None}
    clean = DischargeSample(
        DAY,
        ph=D(7),
        temperature=Temperature(D(60), Unit.DEGREES_F),
        explosimeter=(D(0), D(0)),
        particle_in=D(0),
        observed=seen,
    )
    assert judge_discharge(law, clean).broken is Answer.NO
    found = judge_discharge(law, replace(clean, ph=None))
    assert found.broken is Answer.OFFICER
    assert "1 of" in found.sentence


def test_judge_local_limits_besides_the_law() -> None:
    """E-09: limits of the user's own permit; 0.5 mg/l keeps at most 0.5, "< 1" does not tell."""
    limit = LocalLimit("copper", "Copper", "Permit C-3, condition 2", at_most=D("0.5"))
    for result, broken in (
        (LabResult.of(D("0.5")), Finding.NOT_MET),
        (LabResult.of(D("0.51")), Finding.MET),
        (LabResult.below(D(1)), Finding.NOT_KNOWN),
    ):
        found = judge_discharge(dannemora(), DischargeSample(DAY, results={"copper": result}), local=[limit])
        line = found.lines[-1]
        assert (line.broken, line.citation) == (broken, "Permit C-3, condition 2")
    untested = judge_discharge(dannemora(), DischargeSample(DAY), local=[limit]).lines[-1]
    assert untested.reason == "Copper: not tested."


@pytest.mark.parametrize(
    ("found", "broken"), [("105", Finding.NOT_MET), ("105.01", Finding.MET), ("90", Finding.NOT_MET)]
)
def test_judge_an_increase_of_the_contribution(found: str, broken: Finding) -> None:
    """E-09 Dannemora 72-4A: an increase of more than 5 percent; exactly 5 percent is allowed."""
    line = judge_increase(dannemora(), permitted=D(100), found=D(found), on=DAY)
    assert line.broken is broken
    with pytest.raises(UserError, match="more than zero"):
        judge_increase(dannemora(), permitted=D(0), found=D(1), on=DAY)
    assert judge_increase(silent_law(), permitted=D(1), found=D(9), on=DAY).broken is Finding.NOT_KNOWN


def test_say_what_to_enter_where_a_bound_is_blank() -> None:
    """E-09 Altamont: the numbers were not at hand; a measured pH says which figure is missing."""
    line = _line(altamont(), DischargeSample(DAY, ph=D(2)), "ph_low")
    assert line.broken is Finding.NOT_KNOWN
    assert line.reason.startswith("There is no figure on file for")
    assert line.status is FigureStatus.BLANK
    assert _line(altamont(), DischargeSample(DAY), "ph_low").reason == "pH: not measured."


def test_leave_it_to_the_officer_where_the_law_is_silent() -> None:
    found = judge_discharge(silent_law(), DischargeSample(DAY, ph=D(2)))
    assert (found.broken, found.lines) == (Answer.OFFICER, ())
    assert "does not say what must not be discharged; the officer decides" in found.sentence


def test_refuse_readings_that_cannot_be() -> None:
    odd = DischargeSample(
        DAY,
        ph=D("14.1"),
        temperature=Temperature(D(-300), Unit.DEGREES_C),
        explosimeter=(D(101),),
        particle_in=D(-1),
    )
    with pytest.raises(FieldErrors) as caught:
        judge_discharge(dannemora(), odd)
    assert set(caught.value.errors) == {"ph", "temperature", "explosimeter", "particle_in"}


@given(st.decimals(-100, 200, places=2))
def test_judge_a_temperature_the_same_in_both_units(celsius: Decimal) -> None:
    warm = Temperature(celsius, Unit.DEGREES_C)
    same = Temperature(warm.fahrenheit, Unit.DEGREES_F)
    findings = {
        _line(dannemora(), DischargeSample(DAY, temperature=one), "temperature").broken
        for one in (warm, same)
    }
    assert findings == {Finding.MET if celsius > 40 else Finding.NOT_MET}
