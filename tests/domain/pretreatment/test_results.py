"""Results from the laboratory: a missing one is no zero, "less than" is no number."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.pretreatment.results import NOT_TESTED, LabResult, ResultKind, read_result, result_for

D = Decimal


@pytest.mark.parametrize(
    ("typed", "kind", "value"),
    [
        ("310", ResultKind.MEASURED, D(310)),
        (" 2,000.5 ", ResultKind.MEASURED, D("2000.5")),
        ("0", ResultKind.MEASURED, D(0)),
        ("<5", ResultKind.BELOW, D(5)),
        ("< 0.2", ResultKind.BELOW, D("0.2")),
        ("> 2,419", ResultKind.ABOVE, D(2419)),
        ("", ResultKind.NOT_TESTED, None),
    ],
)
def test_read_a_result_as_typed(typed: str, kind: ResultKind, value: Decimal | None) -> None:
    assert read_result(typed, name="BOD") == LabResult(kind, value)


@pytest.mark.parametrize("typed", ["nd", "1,00", "5 mg", "<", "<<5", "1e3", "٥x"])
def test_refuse_what_is_no_result(typed: str) -> None:
    with pytest.raises(UserError, match=r"^BOD: .* is no result\. Enter a number such as 310"):
        read_result(typed, name="BOD")


def test_refuse_a_result_below_zero() -> None:
    with pytest.raises(UserError, match="BOD: a result cannot be below zero"):
        read_result("-5", name="BOD")
    with pytest.raises(UserError, match="below zero or no number"):
        LabResult.of(D("NaN"))


def test_compare_a_result_below_detection_only_where_it_tells() -> None:
    """Less than 5 keeps a limit of 5 or more; whether it keeps a limit of 3 nobody knows."""
    found = LabResult.below(D(5))
    assert found.exceeds(D(5)) is False
    assert found.reaches(D(5)) is False
    assert found.exceeds(D(3)) is None
    assert found.falls_below(D(5)) is True
    assert found.falls_below(D(3)) is None


def test_compare_a_result_above_the_range_only_where_it_tells() -> None:
    """More than 400 is over a limit of 400; whether it is over 500 nobody knows."""
    found = LabResult(ResultKind.ABOVE, D(400))
    assert found.exceeds(D(400)) is True
    assert found.reaches(D(500)) is None
    assert found.falls_below(D(400)) is False


def test_keep_exceeds_and_reaches_apart() -> None:
    found = LabResult.of(D(250))
    assert (found.exceeds(D(250)), found.reaches(D(250))) == (False, True)


def test_give_no_answer_for_a_missing_result() -> None:
    missing = result_for({}, "bod")
    assert missing is NOT_TESTED
    assert missing.words == "not tested"
    assert (missing.exceeds(D(1)), missing.reaches(D(1)), missing.falls_below(D(1))) == (None, None, None)


@given(st.decimals(0, 10_000, places=3), st.decimals(0, 10_000, places=3))
def test_never_exceed_without_reaching(value: Decimal, limit: Decimal) -> None:
    for kind in (ResultKind.MEASURED, ResultKind.BELOW, ResultKind.ABOVE):
        found = LabResult(kind, value)
        if found.exceeds(limit):
            assert found.reaches(limit)
