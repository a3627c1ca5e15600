"""Readings: the right base, rollovers only when answered, and a question for each oddity."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import (
    LowerAnswer,
    Meter,
    Reading,
    ReadingCode,
    ReadingFinding,
    ReadingIssue,
    ReadingLimits,
    base_reading,
    dial_value,
    format_dial,
    latest_reading,
    named_unit,
    previous_reading,
    use,
)
from sewerdesk.domain.rates import VolumeUnit
from sewerdesk.domain.readingchecks import (
    check_reading,
    find_duplicates,
    missing_finding,
    unknown_meter_finding,
)

D = Decimal
METER = Meter(7, "0004711", digits=4, multiplier=D(100))
LIMITS = ReadingLimits(high_times=D(3), days_min=75, days_max=110)


def _reading(
    reading_id: int,
    on: date,
    value: str,
    *,
    code: ReadingCode = ReadingCode.ACTUAL,
    answer: LowerAnswer | None = None,
) -> Reading:
    return Reading(reading_id, 7, on, D(value), "keyed", code, answer)


MARCH = _reading(1, date(2026, 3, 30), "0875")
JUNE = _reading(2, date(2026, 6, 29), "1115")


def _issues(present: Reading, *, previous: Reading | None, usual: str | None = None) -> list[ReadingFinding]:
    return check_reading(
        present,
        previous=previous,
        meter=METER,
        account="00001042",
        usual=None if usual is None else D(usual),
        limits=LIMITS,
    )


def test_use_is_difference_times_multiplier() -> None:
    assert use(MARCH, JUNE, METER) == D(24000)


def test_take_latest_by_reading_date_not_by_keying() -> None:
    late_keyed_old = _reading(99, date(2025, 12, 30), "0500")
    assert previous_reading([MARCH, JUNE, late_keyed_old], date(2026, 6, 29)) is MARCH
    assert previous_reading([MARCH], date(2026, 3, 30)) is None


def test_pass_over_misread_as_base() -> None:
    wrong = _reading(3, date(2026, 5, 1), "9000", answer=LowerAnswer.MISREAD)
    assert previous_reading([MARCH, wrong], date(2026, 6, 29)) is MARCH
    assert latest_reading([MARCH, wrong], start=date(2026, 4, 1), end=date(2026, 7, 10)) is None


def test_begin_at_install_reading_inside_the_window() -> None:
    install = _reading(5, date(2026, 5, 4), "0000", code=ReadingCode.INSTALL)
    assert base_reading([install, JUNE], present=JUNE, start=date(2026, 6, 15)) is install
    assert base_reading([install, JUNE], present=JUNE, start=date(2026, 4, 1)) is install
    assert latest_reading([install], start=date(2026, 4, 1), end=date(2026, 7, 1)) is None


def test_count_one_from_9999_to_0000_when_answered_rollover() -> None:
    before = _reading(1, date(2026, 3, 30), "9999")
    after = _reading(2, date(2026, 6, 29), "0000", answer=LowerAnswer.ROLLOVER)
    assert use(before, after, METER) == D(100)


@pytest.mark.parametrize("answer", [None, LowerAnswer.MISREAD, LowerAnswer.CHANGE_OUT])
def test_refuse_lower_reading_without_rollover_answer(answer: LowerAnswer | None) -> None:
    lower = _reading(2, date(2026, 6, 29), "0870", answer=answer)
    with pytest.raises(UserError, match=r"0004711.*0870.*lower than 0875"):
        use(MARCH, lower, METER)


def test_refuse_reading_with_more_digits_than_the_dial() -> None:
    with pytest.raises(UserError, match="4 digits"):
        use(MARCH, _reading(2, date(2026, 6, 29), "10000"), METER)


@given(start=st.integers(0, 9999), counts=st.integers(0, 9999))
def test_rollover_recovers_the_counts(start: int, counts: int) -> None:
    before = _reading(1, date(2026, 3, 30), str(start))
    after = _reading(2, date(2026, 6, 29), str((start + counts) % 10000), answer=LowerAnswer.ROLLOVER)
    assert use(before, after, METER) == D(counts * 100)


def test_ask_nothing_about_an_ordinary_reading() -> None:
    assert not _issues(JUNE, previous=MARCH, usual="20000")
    assert not _issues(MARCH, previous=None)


def test_ask_about_lower_reading_and_name_the_rollover_use() -> None:
    (finding,) = _issues(
        _reading(2, date(2026, 6, 29), "0042"), previous=_reading(1, date(2026, 3, 30), "9987")
    )
    assert finding.issue is ReadingIssue.LOWER
    assert finding.blocking
    assert finding.implied_use == D(5500)
    assert "5,500 gal" in finding.sentence


def test_doubt_a_rollover_that_the_history_does_not_bear() -> None:
    """faults b2/40: 4875 after 5115 rolled over would be 976,000 gal; 24,000 are usual."""
    present = replace(JUNE, value=D(4875))
    previous = replace(MARCH, value=D(5115))
    [finding] = check_reading(
        present, previous=previous, meter=METER, account="00001042", usual=D(24000), limits=LIMITS
    )
    assert "rollover (use would be 976,000 gal, unlikely where 24,000 is usual)" in finding.sentence
    [finding] = check_reading(
        replace(JUNE, value=D(100)),
        previous=replace(MARCH, value=D(9900)),
        meter=METER,
        account="00001042",
        usual=D(24000),
        limits=LIMITS,
    )
    assert "rollover (use would be 20,000 gal), change-out" in finding.sentence


def test_ask_about_zero_and_high_use() -> None:
    (zero,) = _issues(_reading(2, date(2026, 6, 29), "0875"), previous=MARCH, usual="20000")
    assert (zero.issue, zero.blocking) == (ReadingIssue.ZERO, False)
    assert not _issues(JUNE, previous=MARCH, usual="8000")  # exactly three times
    (high,) = _issues(JUNE, previous=MARCH, usual="7999")
    assert high.issue is ReadingIssue.HIGH
    assert "24,000 gal" in high.sentence


@pytest.mark.parametrize(("day", "asked"), [(12, True), (13, False)])
def test_ask_about_days_between_readings(day: int, asked: bool) -> None:
    # 03/30 to 06/12 is 74 days, to 06/13 is 75.
    findings = _issues(_reading(2, date(2026, 6, day), "0900"), previous=MARCH)
    assert [f.issue for f in findings] == ([ReadingIssue.DAYS] if asked else [])


@pytest.mark.parametrize(("day", "words"), [(31, "1 day lies"), (30, "0 days lie")])
def test_count_one_day_between_readings_as_one(day: int, words: str) -> None:
    """Read on March 30 and again the day after, or on the same day."""
    [finding] = _issues(_reading(2, date(2026, 3, day), "0900"), previous=MARCH)
    assert (
        f"meter 0004711: {words} between 03/30/2026 and 03/{day}/2026, usual are 75 to 110"
        in finding.sentence
    )


def test_ask_no_days_question_after_installation() -> None:
    install = _reading(1, date(2026, 6, 1), "0000", code=ReadingCode.INSTALL)
    assert not _issues(JUNE, previous=install)


def test_ask_about_too_many_digits() -> None:
    (finding,) = _issues(_reading(2, date(2026, 6, 29), "12345"), previous=MARCH)
    assert finding.issue is ReadingIssue.TOO_MANY_DIGITS


def test_find_two_readings_on_one_day() -> None:
    twin = _reading(3, JUNE.read_on, "1120")
    (finding,) = find_duplicates([JUNE, twin, MARCH], meters={7: ("00001042", METER)})
    assert finding.issue is ReadingIssue.DUPLICATE
    assert "1115 and 1120" in finding.sentence
    misread = _reading(3, JUNE.read_on, "1120", answer=LowerAnswer.MISREAD)
    assert not find_duplicates([JUNE, misread], meters={7: ("00001042", METER)})


def test_name_account_in_missing_and_unknown_findings() -> None:
    missing = missing_finding(account="00001042", meter=METER, start=date(2026, 6, 15), end=date(2026, 7, 10))
    assert missing.blocking
    assert "06/15/2026 to 07/10/2026" in missing.sentence
    assert "0099" in unknown_meter_finding(account="00001042", serial="0099").sentence


def test_keep_leading_zeros_of_the_dial() -> None:
    assert format_dial(D("4875"), Meter(1, "x", 6, D(1))) == "004875"
    assert format_dial(D("4875.50"), Meter(1, "x", 6, D(1))) == "004875.5"


def test_convert_only_foreign_units() -> None:
    gallons_by_hundred = Meter(1, "x", 6, D(100))
    assert dial_value(D("5115.5"), unit=VolumeUnit.GALLON, multiple=D(100), meter=gallons_by_hundred) == D(
        "5115.5"
    )
    assert dial_value(D("511500"), unit=VolumeUnit.GALLON, multiple=D(1), meter=gallons_by_hundred) == D(5115)
    # 684 ccf x 748.052 gal = 511,667.57 gal, 5,116 counts of a hundred.
    unit, multiple = named_unit(" ccf ")
    assert dial_value(D(684), unit=unit, multiple=multiple, meter=gallons_by_hundred) == D(5116)


def test_refuse_unknown_unit() -> None:
    with pytest.raises(UserError, match="FIRKIN"):
        named_unit("FIRKIN")


def test_count_the_drop_of_a_meter_built_in_backward() -> None:
    previous = _reading(1, date(2026, 3, 30), "0875")
    present = _reading(2, date(2026, 6, 29), "0870", answer=LowerAnswer.REVERSED)
    assert use(previous, present, METER) == D(500)


def test_take_no_base_from_a_reading_of_the_next_meter() -> None:
    old = _reading(1, date(2026, 3, 30), "0875")
    other = _reading(2, date(2026, 6, 29), "0012", answer=LowerAnswer.CHANGE_OUT)
    assert previous_reading([old, other], date(2026, 9, 1)) is old
    assert latest_reading([old, other], start=date(2026, 4, 1), end=date(2026, 6, 30)) is None
