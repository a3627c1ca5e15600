"""Effective dates: from inclusive, until exclusive, no gap, no overlap (model.md, third law of the model)."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.effective import (
    Dated,
    check_no_gap_no_overlap,
    holds_on,
    next_change,
    succeed,
    value_on,
)
from sewerdesk.domain.errors import RuleViolation

SUBJECT = "The number of units of account 1042"
ONE_UNIT = Dated(1, date(2025, 1, 1), date(2027, 7, 1))
TWO_UNITS = Dated(2, date(2027, 7, 1))


@pytest.mark.parametrize(
    ("on", "units"),
    [
        (date(2024, 12, 31), None),
        (date(2025, 1, 1), 1),
        (date(2027, 6, 30), 1),
        (date(2027, 7, 1), 2),
        (date(2099, 1, 1), 2),
    ],
)
def test_find_value_from_first_day_to_eve_of_the_next(on: date, units: int | None) -> None:
    found = value_on([TWO_UNITS, ONE_UNIT], on)
    assert (found.value if found else None) == units


def test_accept_values_that_follow_each_other() -> None:
    check_no_gap_no_overlap([TWO_UNITS, ONE_UNIT], subject=SUBJECT, needed_from=date(2025, 1, 1))


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([], f"{SUBJECT} has no value. Enter one with the day from which it holds."),
        (
            [ONE_UNIT, Dated(2, date(2027, 7, 3))],
            (
                f"{SUBJECT} is missing from 7/1/2027 to 7/2/2027. "
                "Let the later value start on the first of these days."
            ),
        ),
        (
            [ONE_UNIT, Dated(2, date(2027, 6, 30))],
            f"{SUBJECT} has two values on 6/30/2027. End the earlier one on that day.",
        ),
        ([ONE_UNIT], f"{SUBJECT} is missing from 7/1/2027 on. Enter what holds from that day."),
        (
            [Dated(1, date(2027, 1, 2), date(2027, 1, 2))],
            f"{SUBJECT}: a value that starts on 1/2/2027 cannot end on 1/2/2027.",
        ),
        (
            [Dated(1, date(2025, 1, 1)), Dated(2, date(2025, 1, 1))],
            f"{SUBJECT} has two values on 1/1/2025. End the earlier one on that day.",
        ),
    ],
)
def test_refuse_gap_or_overlap(rows: list[Dated[int]], sentence: str) -> None:
    with pytest.raises(RuleViolation) as caught:
        check_no_gap_no_overlap(rows, subject=SUBJECT)
    assert caught.value.message == sentence


def test_refuse_value_that_starts_after_it_is_needed() -> None:
    with pytest.raises(RuleViolation, match="is missing from 1/1/2024 to 12/31/2024"):
        check_no_gap_no_overlap([ONE_UNIT, TWO_UNITS], subject=SUBJECT, needed_from=date(2024, 1, 1))


def test_close_the_value_that_held_when_a_new_one_starts() -> None:
    rows = succeed([Dated(1, date(2025, 1, 1))], Dated(2, date(2027, 7, 1)), subject=SUBJECT)
    assert rows == (ONE_UNIT, TWO_UNITS)


def test_refuse_to_overwrite_history() -> None:
    with pytest.raises(
        RuleViolation, match=r"already has a value from 7/1/2027. Choose a day after 7/1/2027"
    ):
        succeed([ONE_UNIT, TWO_UNITS], Dated(3, date(2026, 1, 1)), subject=SUBJECT)


def test_report_the_next_change() -> None:
    assert next_change([ONE_UNIT, TWO_UNITS], date(2026, 1, 1)) == date(2027, 7, 1)
    assert next_change([ONE_UNIT, TWO_UNITS], date(2027, 7, 1)) is None


@given(
    lengths=st.lists(st.integers(min_value=1, max_value=400), min_size=1, max_size=8),
    start=st.dates(min_value=date(2000, 1, 1), max_value=date(2030, 1, 1)),
    offset=st.integers(min_value=0, max_value=4000),
)
def test_give_every_day_exactly_one_value_when_rows_succeed(
    lengths: list[int], start: date, offset: int
) -> None:
    rows: tuple[Dated[int], ...] = (Dated(0, start),)
    day = start
    for number, length in enumerate(lengths, start=1):
        day += timedelta(days=length)
        rows = succeed(rows, Dated(number, day), subject=SUBJECT)
    check_no_gap_no_overlap(rows, subject=SUBJECT)
    asked = start + timedelta(days=offset)
    assert [row for row in rows if holds_on(row, asked)] == [value_on(rows, asked)]
