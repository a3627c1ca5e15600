"""Estimates by the town's method (faults b2/49), limits of estimates in a row, stuck and low dials, fixed files."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.billmeters import ReadingWindow, account_meters
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.estimates import EstimateMethod, EstimateRule, estimate_use
from sewerdesk.domain.fixedwidth import fixed_table, layout_of, load_layouts
from sewerdesk.domain.metering import (
    Installation,
    LowerAnswer,
    Meter,
    MeterRole,
    Reading,
    ReadingCode,
    ReadingIssue,
    ReadingLimits,
)
from sewerdesk.domain.rates.lines import total_use
from sewerdesk.domain.readingchecks import check_reading, estimates_in_row
from sewerdesk.paths import resource
from tests.support.billing_book import CODES, RATES, make_account

D = Decimal
METER = Meter(7, "48-1107", 4, D(100))
LIMITS = ReadingLimits(D(3), 60, 120, D("0.3"), 2)
HISTORY = {
    Quarter(2025, 3): D(9000),
    Quarter(2025, 4): D(6000),
    Quarter(2026, 1): D(5000),
    Quarter(2026, 2): D(7000),
    Quarter(2024, 3): D(12000),
}


@pytest.mark.parametrize(
    ("rule", "use", "words"),
    [
        (EstimateRule(EstimateMethod.LAST_BILL), D(7000), "the use of Q2 2026"),
        (
            EstimateRule(EstimateMethod.AVERAGE, bills=3),
            D(6000),
            "the average use of Q2 2026, Q1 2026, Q4 2025",
        ),
        (EstimateRule(EstimateMethod.SAME_QUARTER), D(9000), "the use of Q3 2025"),
        (
            EstimateRule(EstimateMethod.SAME_QUARTER_TWO_YEARS),
            D(10500),
            "the average use of Q3 2025, Q3 2024",
        ),
        (
            EstimateRule(EstimateMethod.AVERAGE, bills=3, percent=D(140), authority="Rules §7"),
            D(8400),
            "140 percent of the average use of Q2 2026, Q1 2026, Q4 2025 (Rules §7)",
        ),
    ],
)
def test_b2_49_estimate_by_the_towns_own_method(rule: EstimateRule, use: Decimal, words: str) -> None:
    found = estimate_use(HISTORY, Quarter(2026, 3), rule)
    assert found is not None
    assert (found.use, found.sentence) == (use, words)


def test_estimate_nothing_where_the_method_finds_no_bill() -> None:
    rule = EstimateRule(EstimateMethod.SAME_QUARTER)
    assert estimate_use({Quarter(2026, 2): D(5)}, Quarter(2026, 3), rule) is None


@given(
    st.dictionaries(st.integers(0, 12), st.integers(0, 10**6), max_size=8), st.sampled_from(EstimateMethod)
)
def test_estimate_lies_between_the_uses_it_rests_on(uses: dict[int, int], method: EstimateMethod) -> None:
    quarter = Quarter(2026, 3)
    history = {}
    back = quarter
    for step in range(13):
        back = back.previous
        if step in uses:
            history[back] = D(uses[step])
    found = estimate_use(history, quarter, EstimateRule(method))
    if found is not None:
        assert min(history.values()) <= found.use <= max(history.values())


def read(number: int, day: date, value: int, code: ReadingCode = ReadingCode.ACTUAL) -> Reading:
    return Reading(number, 7, day, D(value), "test", code)


def issues(
    present: Reading, *earlier: Reading, usual: Decimal | None = None
) -> list[tuple[ReadingIssue, bool]]:
    found = check_reading(
        present,
        previous=earlier[-1],
        meter=METER,
        account="00001042",
        usual=usual,
        limits=LIMITS,
        earlier=earlier,
    )
    return [(one.issue, one.blocking) for one in found]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1029, [(ReadingIssue.LOW, False)]),  # 2,900 gal is just under 0.3 x 10,000
        (1030, []),
        (1300, []),
        (1301, [(ReadingIssue.HIGH, False)]),
        (1000, [(ReadingIssue.ZERO, False)]),
    ],
)
def test_question_use_just_over_and_just_under_the_limits(
    value: int, expected: list[tuple[ReadingIssue, bool]]
) -> None:
    before = read(1, date(2026, 3, 31), 1000)
    assert issues(read(2, date(2026, 6, 30), value), before, usual=D(10000)) == expected


def test_question_a_stuck_dial_and_hear_that_nobody_lives_there() -> None:
    winter, spring = read(1, date(2025, 12, 31), 1000), read(2, date(2026, 3, 31), 1000)
    summer = read(3, date(2026, 6, 30), 1000)
    assert issues(summer, winter, spring) == [(ReadingIssue.STUCK, False)]
    confirmed = Reading(3, 7, summer.read_on, D(1000), "test", answer=LowerAnswer.CONFIRMED)
    assert issues(confirmed, winter, spring) == []


def test_hold_the_bill_after_too_many_estimates_in_a_row() -> None:
    estimated = ReadingCode.ESTIMATED
    real = read(1, date(2025, 6, 30), 1000)
    one = read(2, date(2025, 9, 30), 1100, estimated)
    two = read(3, date(2025, 12, 31), 1200, estimated)
    three = read(4, date(2026, 3, 31), 1300, estimated)
    assert issues(one, real) == []
    assert issues(two, real, one) == [(ReadingIssue.ESTIMATES, False)]
    assert issues(three, real, one, two) == [(ReadingIssue.ESTIMATES, True)]
    kept = Reading(4, 7, three.read_on, D(1300), "test", estimated, LowerAnswer.CONFIRMED)
    assert issues(kept, real, one, two) == []
    assert estimates_in_row(read(5, date(2026, 6, 30), 1400), [real, one, two]) == 0


def test_confirming_does_not_make_a_lower_reading_billable() -> None:
    """faults b2/40: never automatic; a lower reading needs to be said what it was."""
    before = read(1, date(2026, 3, 31), 1000)
    lower = Reading(2, 7, date(2026, 6, 30), D(900), "test", answer=LowerAnswer.CONFIRMED)
    assert issues(lower, before) == [(ReadingIssue.LOWER, True)]


@given(st.lists(st.integers(1, 40), min_size=1, max_size=5), st.integers(0, 9000))
def test_shares_of_a_master_meter_add_up_to_its_use(weights: list[int], used: int) -> None:
    """Master and sub: what the accounts pay of the master is what it counted behind its sub meter."""
    shares = [D(weight) / sum(weights) for weight in weights]
    master, sub = Meter(1, "M", 6, D(1)), Meter(2, "S", 6, D(1))
    window = ReadingWindow(date(2026, 3, 31), date(2026, 6, 30))
    readings = {
        number: [
            Reading(10 * number, number, date(2026, 3, 31), D(0), "test"),
            Reading(10 * number + 1, number, date(2026, 6, 30), D(value), "test"),
        ]
        for number, value in ((1, used + 500), (2, 500))
    }
    total = D(0)
    for place, share in enumerate(shares, 1):
        account = make_account(place)
        meters = (
            Installation(master, date(2020, 1, 1), None, MeterRole.MASTER, share),
            Installation(sub, date(2020, 1, 1), None, MeterRole.DEDUCT, share),
        )
        account = replace(account, meters=meters)
        states = account_meters(account, window=window, readings=readings, usual=None, limits=LIMITS)
        uses = [state.use for state in states if state.use is not None]
        total += total_use(CODES[1], RATES[3], uses, account=account.number)
    assert abs(total - used) < D("0.000001")


LAYOUTS = load_layouts(resource("reads/layouts.toml").read_text(encoding="utf-8"))
TODAY = date(2027, 1, 4)


def k3(account: str, serial: str, reading: str, month_day: str, note: str = "  ") -> str:
    line = f"{account:<12}{serial:<15}{'':15}M{reading:>9}{month_day}{note}"
    return f"{line:<91}"


def rows(lines: list[str]) -> list[dict[str, str]]:
    layout = layout_of(lines, LAYOUTS)
    assert layout is not None
    table = fixed_table(lines, layout, name="reads.txt", sha256="", today=TODAY)
    return [dict(zip(table.headers, (cell.text for cell in row.cells), strict=True)) for row in table.rows]


def test_read_returned_sensus_readings_and_infer_the_year() -> None:
    found = rows(
        [k3("00001042", "48-1107", "004875", "1231", "07"), k3("00001043", "48-1108", "000120", "0105")]
    )
    assert found == [
        {
            "ACCOUNT": "00001042",
            "METER": "48-1107",
            "READING": "004875",
            "READ_DATE": "2026-12-31",
            "NOTE": "07",
        },
        {
            "ACCOUNT": "00001043",
            "METER": "48-1108",
            "READING": "000120",
            "READ_DATE": "2027-01-05",
            "NOTE": "",
        },
    ]
    assert rows([k3("1", "2", "3", "0106")])[0]["READ_DATE"] == "2026-01-06"  # never two days ahead


@pytest.mark.parametrize(
    ("today", "month_day", "read"),
    [
        # One day ahead over the turn of the year is tomorrow, not a year ago.
        (date(2026, 12, 31), "0101", "2027-01-01"),
        (date(2026, 12, 31), "0102", "2026-01-02"),
        # February 29 is of the last leap year, and no day at all stays to be refused by name.
        (date(2027, 1, 4), "0229", "2024-02-29"),
        (date(2028, 2, 28), "0229", "2028-02-29"),
        (date(2027, 1, 4), "0230", "0230"),
    ],
)
def test_infer_the_year_at_its_turn_and_for_a_leap_day(today: date, month_day: str, read: str) -> None:
    lines = [k3("1", "2", "3", month_day)]
    layout = layout_of(lines, LAYOUTS)
    assert layout is not None
    table = fixed_table(lines, layout, name="reads.txt", sha256="", today=today)
    assert dict(zip(table.headers, table.rows[0].cells, strict=True))["READ_DATE"].text == read


def test_take_the_order_date_of_one_meter_for_that_meter_alone() -> None:
    """documents 3.2: PRMNT and ERTDT may stand between; without an ORDST the route's own date holds again."""
    lines = [
        f"{'COMHD':<58}2",
        f"{'RTEHD':<23}20261230",
        f"{'PRMDT':<103}{'00001042':<20}",
        "PRMNT dog in the yard",
        f"{'MTRDT':<37}{'48-1107':<20}",
        "ORDST20261231",
        f"{'RDGDT':<88}{'0000004875':>10}",
        "ERTDT0001",
        f"{'PRMDT':<103}{'00001043':<20}",
        f"{'MTRDT':<37}{'48-1108':<20}",
        f"{'RDGDT':<88}{'0000000120':>10}",
        "ERTDT0002",
    ]
    assert [(one["METER"], one["READ_DATE"]) for one in rows(lines)] == [
        ("48-1107", "2026-12-31"),
        ("48-1108", "2026-12-30"),
    ]


def test_take_no_meter_of_the_account_before_for_one_without_its_own() -> None:
    lines = [
        f"{'RTEHD':<23}20261230",
        f"{'PRMDT':<103}{'00001042':<20}",
        f"{'MTRDT':<37}{'48-1107':<20}",
        f"{'RDGDT':<88}{'0000004875':>10}",
        f"{'PRMDT':<103}{'00001043':<20}",
        f"{'RDGDT':<88}{'0000000120':>10}",
    ]
    assert [(one["ACCOUNT"], one["METER"]) for one in rows(lines)] == [
        ("00001042", "48-1107"),
        ("00001043", ""),
    ]


def test_read_returned_radix_readings() -> None:
    line = f"{'':3}012{'001042':<6} {'0004875':>7}123126{'48-1107':<10}"
    assert rows([line]) == [
        {"ACCOUNT": "001042", "READING": "0004875", "READ_DATE": "2026-12-31", "METER": "48-1107"}
    ]


def test_read_neptune_readings_under_their_headings() -> None:
    lines = [
        f"{'COMHD':<58}2",
        f"{'RTEHD':<23}20261230",
        f"{'PRMDT':<103}{'00001042':<20}",
        f"{'MTRDT':<37}{'48-1107':<20}",
        f"{'RDGDT':<88}{'0000004875':>10}",
        f"{'PRMDT':<103}{'00001043':<20}",
        f"{'MTRDT':<37}{'48-1108':<20}",
        "ORDST20261231",
        f"{'RDGDT':<88}{'0000000120':>10}",
    ]
    assert [(one["ACCOUNT"], one["METER"], one["READING"], one["READ_DATE"]) for one in rows(lines)] == [
        ("00001042", "48-1107", "0000004875", "2026-12-30"),
        ("00001043", "48-1108", "0000000120", "2026-12-31"),
    ]


def test_refuse_a_line_that_is_of_no_record() -> None:
    lines = [k3("1", "2", "3", "0101")] * 6 + ["end of file"]
    layout = layout_of(lines, LAYOUTS)
    assert layout is not None
    with pytest.raises(UserError, match=r"Line 7 of reads.txt is no record of the layout Sensus"):
        fixed_table(lines, layout, name="reads.txt", sha256="", today=TODAY)


def test_take_no_other_text_file_for_a_fixed_one() -> None:
    assert layout_of(["ACCOUNT,METER,READ_DATE,READING", "1,2,3,4"], LAYOUTS) is None
    assert layout_of([], LAYOUTS) is None
    assert Path(resource("reads/layouts.toml")).is_file()
