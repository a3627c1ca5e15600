"""What must hold of any test: more leakage never passes where less failed, the order of the pipes is nothing."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.leaktests import FieldTest, LeakVerdict, PipeRun
from sewerdesk.domain.leaktests.pipes import FEET_PER_MILE, HOURS_PER_DAY, inch_feet
from sewerdesk.domain.measures import Measured, MeasureUnit, as_decimal
from tests.domain.leaktests.examples import (
    air_loss,
    exfiltration,
    feet,
    force_main,
    inches,
    infiltration,
    judged,
    low_air,
    manhole,
    pressure_joints,
    rule,
)

TABLED = ("4", "6", "8", "10", "12", "15", "18", "21", "24")
RANK = {LeakVerdict.PASSED: 0, LeakVerdict.OFFICER: 1, LeakVerdict.FAILED: 2}


def numbers(low: str, high: str, places: int = 3) -> st.SearchStrategy[Decimal]:
    return st.decimals(min_value=Decimal(low), max_value=Decimal(high), places=places)


def runs() -> st.SearchStrategy[tuple[PipeRun, ...]]:
    one = st.builds(
        lambda size, length: PipeRun(inches(size), feet(str(length))),
        st.sampled_from(TABLED),
        numbers("1", "300", 1),
    )
    return st.lists(one, min_size=1, max_size=3).map(tuple)


def gallons_of(number: Decimal) -> Measured:
    return Measured(number, MeasureUnit.GALLONS)


@given(pipes=runs(), manholes=st.integers(1, 9), water=st.tuples(numbers("0", "90"), numbers("0", "90")))
def test_never_pass_more_water_than_what_failed(
    pipes: tuple[PipeRun, ...], manholes: int, water: tuple[Decimal, Decimal]
) -> None:
    less, more = sorted(water)
    for make in (infiltration, exfiltration):
        test = replace(make(), runs=pipes, manholes=manholes, units_are_right=True)
        low = judged(replace(test, water=gallons_of(less))).verdict
        high = judged(replace(test, water=gallons_of(more))).verdict
        assert RANK[low] <= RANK[high]


@given(pipes=runs(), water=st.tuples(numbers("0", "40"), numbers("0", "40")))
def test_never_pass_more_water_in_a_force_main(
    pipes: tuple[PipeRun, ...], water: tuple[Decimal, Decimal]
) -> None:
    less, more = sorted(water)
    test = replace(force_main(), runs=pipes)
    low = judged(replace(test, water=gallons_of(less))).verdict
    assert RANK[low] <= RANK[judged(replace(test, water=gallons_of(more))).verdict]


@given(
    joints=st.integers(0, 200),
    average=numbers("61", "159"),
    water=st.tuples(numbers("0", "2"), numbers("0", "2")),
)
def test_never_pass_more_water_by_joints(
    joints: int, average: Decimal, water: tuple[Decimal, Decimal]
) -> None:
    less, more = sorted(water)
    test = replace(pressure_joints(), joints=joints, average=Measured(average, MeasureUnit.PSI))
    low = judged(replace(test, water=gallons_of(less)), "lockport").verdict
    assert RANK[low] <= RANK[judged(replace(test, water=gallons_of(more)), "lockport").verdict]


@given(ends=st.tuples(numbers("0", "4"), numbers("0", "4")), minutes=st.integers(10, 60))
def test_never_pass_more_loss_of_air(ends: tuple[Decimal, Decimal], minutes: int) -> None:
    lower, higher = sorted(ends)
    test = replace(air_loss(), duration=Measured(Decimal(minutes), MeasureUnit.MINUTES))
    less = judged(replace(test, end=Measured(higher, MeasureUnit.PSI)), "lockport").verdict
    more = judged(replace(test, end=Measured(lower, MeasureUnit.PSI)), "lockport").verdict
    assert RANK[less] <= RANK[more]


@given(pipes=runs(), drop=st.tuples(numbers("0", "3.4"), numbers("0", "3.4")), time=st.integers(1, 3000))
def test_never_pass_a_faster_drop(
    pipes: tuple[PipeRun, ...], drop: tuple[Decimal, Decimal], time: int
) -> None:
    slow, fast = sorted(drop)
    test = replace(low_air(), runs=pipes, duration=Measured(Decimal(time), MeasureUnit.SECONDS))

    def passes(fallen: Decimal) -> bool:
        end = Measured(Decimal("3.5") - fallen, MeasureUnit.PSI)
        return judged(replace(test, end=end)).verdict is LeakVerdict.PASSED

    assert passes(slow) or not passes(fast)


@given(times=st.tuples(st.integers(1, 400), st.integers(1, 400)), depth=numbers("1", "25", 1))
def test_never_pass_a_shorter_time_of_a_manhole(times: tuple[int, int], depth: Decimal) -> None:
    short, long = sorted(times)
    test = replace(manhole(), depth=Measured(depth, MeasureUnit.FEET))

    def rank(time: int) -> int:
        taken = Measured(Decimal(time), MeasureUnit.SECONDS)
        return RANK[judged(replace(test, duration=taken)).verdict]

    assert rank(long) <= rank(short)


@given(pipes=runs())
def test_judge_the_same_in_any_order_of_the_pipes(pipes: tuple[PipeRun, ...]) -> None:
    turned = tuple(reversed(pipes))
    tests: tuple[FieldTest, ...] = (infiltration(), exfiltration(), force_main(), low_air())
    for test in tests:
        one = judged(replace(test, runs=pipes))  # type: ignore[call-arg]
        other = judged(replace(test, runs=turned))  # type: ignore[call-arg]
        assert (one.verdict, one.allowable) == (other.verdict, other.allowable)


@given(pipes=runs(), manholes=st.integers(1, 9))
def test_add_the_allowances_of_parts(pipes: tuple[PipeRun, ...], manholes: int) -> None:
    """T3: the allowance of a section is the sum of its pipes' and its manholes'."""
    test = replace(infiltration(), runs=pipes, manholes=manholes, units_are_right=True)
    whole = judged(test).allowable
    assert whole is not None
    base = rule("hague", test.kind)
    rate, each = (
        base.number(f"leaktest.infiltration.gal_per_{name}_day") for name in ("inch_mile", "manhole")
    )
    parts = sum((rate * inch_feet((run,)) / FEET_PER_MILE for run in pipes), each * manholes)
    assert whole.value == as_decimal(parts * 2 / HOURS_PER_DAY)


@given(diameter=st.integers(1, 48), length=st.integers(1, 1000), manholes=st.integers(1, 9))
def test_pass_exactly_at_the_boundary(diameter: int, length: int, manholes: int) -> None:
    """The allowance itself passes, the least bit more does not: in 5,280 x 24 hours it has no fraction."""
    pipe = PipeRun(inches(str(diameter)), feet(str(length)))
    hours = Measured(Decimal(5280 * 24), MeasureUnit.HOURS)
    test = replace(infiltration(), runs=(pipe,), manholes=manholes, duration=hours, units_are_right=True)
    allowed = 25 * diameter * length + Fraction(11, 10) * manholes * 5280
    at = gallons_of(as_decimal(Fraction(allowed)))
    assert judged(replace(test, water=at)).verdict is LeakVerdict.PASSED
    assert judged(replace(test, water=gallons_of(at.value + Decimal("0.0001")))).verdict is LeakVerdict.FAILED
