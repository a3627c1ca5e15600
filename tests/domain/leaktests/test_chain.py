"""Re-tests (law C-11) and the order of the work (law C-13), drafts, and measured numbers in other units."""

from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.leaktests import (
    FieldTest,
    LeakTestDraft,
    LeakTestKind,
    LeakVerdict,
    TestRecord,
    WorkStep,
    asked_conditions,
    needed_fields,
    order_findings,
    retest_chains,
    steps_of,
)
from sewerdesk.domain.leaktests.draft import _MISSING
from sewerdesk.domain.measures import Measured, MeasureUnit, parse_measured, square_root
from tests.domain.leaktests.examples import (
    HERE,
    air_loss,
    deflection,
    feet,
    force_main,
    gallons,
    gauge,
    hours,
    inches,
    infiltration,
    lamping,
    low_air,
    manhole,
    pressure_joints,
    psi,
    rule,
    vacuum_sewer,
)
from tests.domain.leaktests.examples import (
    exfiltration as exfiltration_test,
)
from tests.support.fieldwork import exfiltration

K = LeakTestKind
EVERY: tuple[FieldTest, ...] = (
    air_loss(),
    pressure_joints(),
    infiltration(),
    exfiltration_test(),
    lamping(),
    deflection(),
    low_air(),
    manhole(),
    vacuum_sewer(),
    force_main(),
)
PASSED, FAILED, OFFICER = LeakVerdict.PASSED, LeakVerdict.FAILED, LeakVerdict.OFFICER


def record(day: int, verdict: LeakVerdict, *, section: str = "MH 14 to 15") -> TestRecord:
    return TestRecord(section, K.INFILTRATION, "Infiltration test", date(2027, 4, day), f"INS-{day}", verdict)


def test_stand_at_the_last_test() -> None:
    """C-11: repaired and repeated until it passes; the last test decides."""
    [chain] = retest_chains(
        [record(9, PASSED), record(1, FAILED), record(5, FAILED, section=" mh 14  TO 15")]
    )
    assert (chain.standing, chain.failures, chain.needs_retest) == (PASSED, 2, False)
    assert chain.sentence == ("Infiltration test, MH 14 to 15: passed on 4/9/2027 (INS-9) after 2 failures.")
    [failed] = retest_chains([record(1, PASSED), record(5, FAILED)])
    assert failed.needs_retest
    assert failed.sentence == (
        "Infiltration test, MH 14 to 15: failed 1 time, last on 4/5/2027 (INS-5); repair it and test again."
    )


def test_keep_sections_and_kinds_apart() -> None:
    other = replace(record(2, OFFICER), kind=K.LOW_PRESSURE_AIR, name="Air test")
    chains = retest_chains([record(1, FAILED), other, record(3, PASSED, section="MH 15 to 16")])
    assert [chain.standing for chain in chains] == [FAILED, OFFICER, PASSED]
    assert chains[1].sentence == "Air test, MH 14 to 15: left to the officer on 4/2/2027 (INS-2)."


def test_find_no_fault_in_the_right_order() -> None:
    """C-13: flush, lamp and test for deflection, test for leakage, place the inverts."""
    days = [(step, date(2027, 4, number)) for number, step in enumerate(WorkStep, start=1)]
    assert order_findings(days) == ()
    assert order_findings([(step, date(2027, 4, 1)) for step in WorkStep]) == ()


@pytest.mark.parametrize(
    ("first", "then", "noun"),
    [
        (WorkStep.FLUSHED, WorkStep.DEFLECTION, "flushing"),
        (WorkStep.LAMPED, WorkStep.LEAKAGE, "lamping"),
        (WorkStep.DEFLECTION, WorkStep.LEAKAGE, "the deflection test"),
        (WorkStep.LEAKAGE, WorkStep.INVERTS, "the leakage test"),
    ],
)
def test_find_steps_in_the_wrong_order(first: WorkStep, then: WorkStep, noun: str) -> None:
    [found] = order_findings([(first, date(2027, 4, 2)), (then, date(2027, 4, 1))])
    assert found == (
        f"The section was {first.value} on 4/2/2027, after it was {then.value} on 4/1/2027; "
        f"{noun} comes first."
    )


def test_tell_the_order_on_one_day_by_the_times() -> None:
    lamped = (WorkStep.LAMPED, datetime(2027, 4, 1, 11, 0, tzinfo=HERE))
    tested = (WorkStep.LEAKAGE, datetime(2027, 4, 1, 10, 0, tzinfo=HERE))
    assert len(order_findings([lamped, tested])) == 1
    again = (WorkStep.LEAKAGE, datetime(2027, 4, 1, 12, 0, tzinfo=HERE))
    assert order_findings([lamped, tested, again]) == ()


def test_ask_for_what_a_draft_lacks() -> None:
    with pytest.raises(FieldErrors, match="Choose the test"):
        LeakTestDraft().measured()
    for kind in K:
        with pytest.raises(FieldErrors) as caught:
            LeakTestDraft(kind=kind).measured()
        assert set(caught.value.errors) == {"section", *needed_fields(kind)}
        assert all(caught.value.errors[name] == _MISSING[name] for name in needed_fields(kind))


def test_make_the_input_of_every_kind_from_a_whole_draft() -> None:
    whole = LeakTestDraft(
        section="MH 14 to 15",
        diameter_1=inches("8"),
        length_1=feet("200"),
        joints=3,
        depth=feet("8"),
        manhole_diameter=feet("4"),
        inside_diameter=inches("7.754"),
        mandrel=inches("7.366"),
        lengths_lamped=4,
        lengths_out=0,
        start=psi("3.5"),
        end=psi("2.5"),
        operating=psi("40"),
        pressure=psi("60"),
        average=psi("100"),
        water=gallons("1"),
        duration=hours("2"),
        measured_on=date(2027, 4, 15),
        measured_at="9:00 AM",
        lamped_on=date(2027, 4, 14),
        gauge_id=5,
    )
    for kind in K:
        test = replace(whole, kind=kind).measured({5: gauge()})
        assert test.kind is kind
        assert test.gauge == gauge()
        assert test.steps.lamped == date(2027, 4, 14)
        assert test.measured_at is not None
        labels = [noted.label for noted in test.noted() if noted.words]
        assert len(labels) == len(set(labels)) > 0


def test_refuse_a_draft_with_no_time_or_an_unknown_gauge() -> None:
    draft = replace(exfiltration(gallons="1", day=date(2027, 4, 1)), measured_at="noonish", gauge_id=9)
    with pytest.raises(FieldErrors) as caught:
        draft.measured()
    assert set(caught.value.errors) == {"measured_at", "gauge_id"}


@pytest.mark.parametrize(
    ("typed", "value", "unit"),
    [
        ("8", "8", MeasureUnit.FEET),
        ("1,000 ft", "1000", MeasureUnit.FEET),
        ("36in", "36", MeasureUnit.INCHES),
        ('36 "', "36", MeasureUnit.INCHES),
        ("-2.5 feet", "-2.5", MeasureUnit.FEET),
        (".5 in.", "0.5", MeasureUnit.INCHES),
    ],
)
def test_read_a_number_with_its_unit(typed: str, value: str, unit: MeasureUnit) -> None:
    assert parse_measured(typed, (MeasureUnit.FEET, MeasureUnit.INCHES)) == Measured(Decimal(value), unit)


@pytest.mark.parametrize("typed", ["", "ft", "8 psi", "8 x 9", "1.23456 ft", "1234567890123456"])
def test_refuse_what_is_no_measured_number(typed: str) -> None:
    with pytest.raises(UserError):
        parse_measured(typed, (MeasureUnit.FEET, MeasureUnit.INCHES))


def test_change_units_exactly() -> None:
    assert feet("1").amount(MeasureUnit.INCHES) == 12
    assert Measured(Decimal(77), MeasureUnit.CUBIC_FEET).amount(MeasureUnit.GALLONS) == 576
    assert hours("2").amount(MeasureUnit.SECONDS) == 7200
    there = psi("1").amount(MeasureUnit.INCHES_OF_MERCURY)
    assert round(there, 5) == Fraction("2.03602")
    assert square_root(Fraction(104)).quantize(Decimal("1e-20")) == Decimal("10.19803902718556966006")
    with pytest.raises(ValueError, match="cannot be given in psi"):
        feet("1").amount(MeasureUnit.PSI)
    assert feet("0.5").words_in(MeasureUnit.INCHES) == "0.5 ft (6 in)"


def test_find_the_order_from_tests_on_file() -> None:
    """C-13: the deflection test of the section came after its leakage test."""
    leakage = replace(exfiltration(gallons="1", day=date(2027, 4, 1)), lamped_on=date(2027, 4, 1))
    mandrel = LeakTestDraft(kind=K.DEFLECTION, section=leakage.section, measured_on=date(2027, 4, 5))
    done = [*steps_of(leakage, date(2027, 4, 2)), *steps_of(mandrel, date(2027, 4, 5))]
    [found] = order_findings(done)
    assert found.startswith(
        "The section was tested for deflection on 4/5/2027, after it was tested for leakage"
    )
    visited = LeakTestDraft(kind=K.LAMPING)
    assert steps_of(visited, date(2027, 4, 5)) == ((WorkStep.LAMPED, date(2027, 4, 5)),)


@pytest.mark.parametrize("test", EVERY, ids=lambda test: str(test.kind))
def test_work_out_what_is_not_asked(test: FieldTest) -> None:
    """Each precondition of a pack is either worked out or asked, never both."""
    town = "lockport" if test.kind in (K.AIR_LOSS, K.PRESSURE_JOINTS) else "hague"
    base = rule(town, test.kind)
    asked = {one.key for one in asked_conditions(base.row)}
    for one in base.row.preconditions:
        computed = test.computed(one, base) is not None or one.key == "calibration"
        no_standpipe = one.key == "air"  # asked, yet nothing to answer where no standpipe was used
        assert no_standpipe or computed is not (one.key in asked), one.key
