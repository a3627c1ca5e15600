"""What was built, measured against the law: the least value passes, a hair less does not."""

from datetime import date
from decimal import Decimal

import pytest

from sewerdesk.domain.buildchecks import BuiltMeasure, judge_built, measured_lines
from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.law import LawPack, Unit
from sewerdesk.domain.verdicts import VerdictLine
from tests.support.packs import figure, pack, small_pack

ON = date(2027, 5, 3)
SLOPE = """
[[checklist]]
key = "slope"
stage = "pipe"
sentence = "The pipe falls as the law asks"
citation = "§3"
bounds = [
    { quantity = "slope", size = 4, at_least = "slope.4" },
    { quantity = "slope", size = 6, at_least = "slope.6" },
]

[[checklist]]
key = "cover"
stage = "final"
sentence = "Frame and cover of the right weight"
citation = "§4"
bounds = [{ quantity = "weight", at_least = "cover.lb", at_most = "cover.lb", tolerance = "cover.tolerance" }]
"""
LAW = small_pack(
    figure("slope.4", "0.125", "in/ft", "§3(a)")
    + figure("slope.6", "0.0625", "in/ft", "§3(b)")
    + figure("cover.lb", "735", "lb", "§4")
    + figure("cover.tolerance", "5", "percent", "§4")
    + SLOPE
)


def one(key: str, measured: BuiltMeasure, law: LawPack = LAW) -> VerdictLine:
    [line] = judge_built(law, key, [measured], on=ON)
    return line


@pytest.mark.parametrize(
    ("size", "value", "passed"),
    [
        ("4", "0.125", True),
        ("4", "0.1249", False),
        ("6", "0.0625", True),
        ("6", "0.0624", False),
        ("6", "0.125", True),
    ],
)
def test_judge_a_slope_by_the_size_of_the_pipe(size: str, value: str, passed: bool) -> None:
    line = one("slope", BuiltMeasure("slope", Decimal(value), Unit.INCHES_PER_FOOT, Decimal(size)))
    assert line.passed is passed
    assert line.citation == ("§3(a)" if size == "4" else "§3(b)")


def test_take_a_slope_in_percent() -> None:
    # 1/8 inch in a foot is 0.125/12 = 1.04166... percent
    assert one("slope", BuiltMeasure("slope", Decimal("1.05"), Unit.PERCENT, Decimal(4))).passed
    line = one("slope", BuiltMeasure("slope", Decimal("1.04"), Unit.PERCENT, Decimal(4)))
    assert line.passed is False
    assert line.on_file == "1.04 percent, which is 0.1248 inches per foot"


def test_convert_exactly_at_the_bound() -> None:
    """A twelfth has no last decimal: seven feet less a hair in inches fails, seven feet of them pass."""
    law = small_pack(
        figure("deep.ft", "7", "ft", "§5")
        + """
[[checklist]]
key = "deep"
stage = "pipe"
sentence = "Deep enough"
citation = "§5"
bounds = [{ quantity = "depth", at_least = "deep.ft" }]
"""
    )
    assert one("deep", BuiltMeasure("depth", Decimal(84), Unit.INCHES), law).passed is True
    hair = Decimal("83.9999999999999999999999999999999999")
    assert one("deep", BuiltMeasure("depth", hair, Unit.INCHES), law).passed is False


def test_cite_both_ends_of_a_bound() -> None:
    law = small_pack(
        figure("trench.least", "2", "ft", "§6(a)")
        + figure("trench.most", "4", "ft", "§6(b)")
        + """
[[checklist]]
key = "trench"
stage = "trench"
sentence = "As wide as the law says"
citation = "§6"
bounds = [{ quantity = "width", at_least = "trench.least", at_most = "trench.most" }]
"""
    )
    line = one("trench", BuiltMeasure("width", Decimal(3), Unit.FEET), law)
    assert (line.passed, line.citation) == (True, "§6(a) and §6(b)")


def test_leave_a_size_without_a_bound_to_the_officer() -> None:
    line = one("slope", BuiltMeasure("slope", Decimal("0.2"), Unit.INCHES_PER_FOOT, Decimal(8)))
    assert line.passed is None
    assert line.requirement == "Slope: the law has bounds for 4 in, 6 in only"


@pytest.mark.parametrize(
    ("pounds", "passed"),
    [("698.25", True), ("698.24", False), ("771.75", True), ("771.76", False), ("735", True)],
)
def test_allow_five_percent_either_way(pounds: str, passed: bool) -> None:
    """735 lb less 5 percent is 698.25, and 5 percent more is 771.75."""
    assert one("cover", BuiltMeasure("weight", Decimal(pounds), Unit.POUNDS)).passed is passed


def test_refuse_what_cannot_be_compared() -> None:
    with pytest.raises(FieldErrors) as wrong_unit:
        one("slope", BuiltMeasure("slope", Decimal(1), Unit.FEET, Decimal(4)))
    assert "Enter the slope in inches per foot; feet cannot be compared" in wrong_unit.value.errors["slope"]
    with pytest.raises(FieldErrors):
        one("slope", BuiltMeasure("slope", Decimal(-1), Unit.INCHES_PER_FOOT, Decimal(4)))
    with pytest.raises(UserError, match="no bound for the color"):
        one("slope", BuiltMeasure("color", Decimal(1), Unit.FEET))
    with pytest.raises(UserError, match="has no line"):
        one("roof", BuiltMeasure("slope", Decimal(1), Unit.FEET))


LOCKPORT = [
    ("slope", BuiltMeasure("slope", Decimal("0.125"), Unit.INCHES_PER_FOOT, Decimal(4)), True),
    ("slope", BuiltMeasure("slope", Decimal("0.12"), Unit.INCHES_PER_FOOT, Decimal(4)), False),
    ("slope", BuiltMeasure("slope", Decimal("0.0625"), Unit.INCHES_PER_FOOT, Decimal(6)), True),
    ("slope", BuiltMeasure("slope", Decimal(1), Unit.INCHES_PER_FOOT, Decimal(8)), None),
    ("depth", BuiltMeasure("depth", Decimal(3), Unit.FEET), True),
    ("depth", BuiltMeasure("depth", Decimal("35.9"), Unit.INCHES), False),
    ("diameter", BuiltMeasure("diameter", Decimal(4), Unit.INCHES), True),
    ("diameter", BuiltMeasure("diameter", Decimal(3), Unit.INCHES), False),
]


@pytest.mark.parametrize(("key", "measured", "passed"), LOCKPORT)
def test_measure_a_building_sewer_in_lockport(key: str, measured: BuiltMeasure, passed: bool | None) -> None:
    """C-06 Lockport: slope by size, depth of 3 ft, 4 in at least (section 150-6O and P)."""
    line = one(key, measured, pack("lockport"))
    assert line.passed is passed
    assert line.citation.startswith("§150-6")


@pytest.mark.parametrize(
    ("name", "section"), [("hague", "§404(5)"), ("altamont", "§300-24E")], ids=["hague", "altamont"]
)
def test_measure_the_wall_of_a_manhole(name: str, section: str) -> None:
    """C-04 Hague and Altamont: 4 ft takes 5 in, 6 1/2 ft takes 7 1/2 in; no figure for 9 ft."""
    law = pack(name)
    key, quantity = next(
        (item.key, row.quantity)
        for item in measured_lines(law)
        for row in item.bounds
        if row.at_least == "manhole.wall_4ft_in"
    )
    for size, least, less in (("4", "5", "4.9"), ("6.5", "7.5", "7.4"), ("8", "9", "8.9")):
        assert (
            one(key, BuiltMeasure(quantity, Decimal(least), Unit.INCHES, Decimal(size)), law).passed is True
        )
        line = one(key, BuiltMeasure(quantity, Decimal(less), Unit.INCHES, Decimal(size)), law)
        assert line.passed is False
        assert line.citation == section
    assert one(key, BuiltMeasure(quantity, Decimal(12), Unit.INCHES, Decimal(9)), law).passed is None


@pytest.mark.parametrize("name", ["hague", "altamont"])
def test_measure_the_open_trench(name: str) -> None:
    """C-03 Hague and Altamont: at most 30 ft of trench open ahead of the pipe."""
    law = pack(name)
    key, quantity = next(
        (item.key, row.quantity)
        for item in measured_lines(law)
        for row in item.bounds
        if row.at_most == "trench.open_max_ft"
    )
    assert one(key, BuiltMeasure(quantity, Decimal(30), Unit.FEET), law).passed is True
    assert one(key, BuiltMeasure(quantity, Decimal("30.1"), Unit.FEET), law).passed is False


@pytest.mark.parametrize(("pounds", "passed"), [("698.25", True), ("698", False)])
def test_weigh_a_heavy_cover_in_altamont(pounds: str, passed: bool) -> None:
    """C-04 Altamont: 735 lb, 5 percent either way (section 300-24K)."""
    law = pack("altamont")
    key, quantity = next(
        (item.key, row.quantity)
        for item in measured_lines(law)
        for row in item.bounds
        if row.at_least == "manhole.heavy_frame_cover_lb"
    )
    assert one(key, BuiltMeasure(quantity, Decimal(pounds), Unit.POUNDS), law).passed is passed


def test_measure_a_house_sewer_in_dannemora() -> None:
    """C-07 Dannemora: at least 4 in (section 72-16)."""
    law = pack("dannemora")
    key, quantity = next(
        (item.key, row.quantity)
        for item in measured_lines(law)
        for row in item.bounds
        if row.at_least == "lateral.diameter_min_in"
    )
    assert one(key, BuiltMeasure(quantity, Decimal(4), Unit.INCHES), law).passed is True
    assert one(key, BuiltMeasure(quantity, Decimal("3.9"), Unit.INCHES), law).passed is False
