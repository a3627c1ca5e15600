"""Times of day as clerks type them."""

from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.entry_times import format_time, local_moment, parse_time
from sewerdesk.domain.errors import UserError


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("9:15", time(9, 15)),
        ("915", time(9, 15)),
        ("9", time(9, 0)),
        ("9:15a", time(9, 15)),
        ("2 pm", time(14, 0)),
        ("2:30 P.M.", time(14, 30)),
        ("14:30", time(14, 30)),
        ("1430", time(14, 30)),
        ("12 am", time(0, 0)),
        ("12:05 pm", time(12, 5)),
        ("11.40", time(11, 40)),
    ],
)
def test_read_a_time_as_it_is_typed(typed: str, expected: time) -> None:
    assert parse_time(typed) == expected


@pytest.mark.parametrize("typed", ["", "noon", "24:00", "9:60", "13 pm", "0 am", "9:1", "1:2:3", "٩:15"])
def test_refuse_what_is_no_time(typed: str) -> None:
    with pytest.raises(UserError, match="is no time of day"):
        parse_time(typed)


@given(st.times().map(lambda moment: moment.replace(second=0, microsecond=0)))
def test_read_back_what_is_shown(moment: time) -> None:
    assert parse_time(format_time(moment)) == moment


def test_give_a_moment_its_zone() -> None:
    assert local_moment(date(2027, 1, 4), time(9, 15)).tzinfo is not None
