"""The times of the four laws as days: who must act by when, and the sentence that explains it."""

from dataclasses import replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import HolidayCalendar, load_holiday_rules
from sewerdesk.domain.law import BlankFigure, Event, LawPack, Unit, UnknownRule
from sewerdesk.domain.law.words import EVENT_WORDS, UNIT_WORDS
from sewerdesk.domain.time_limits import Start, due, due_chain, due_in_year
from sewerdesk.paths import resource
from tests.support.packs import NAMES, pack

RULES = load_holiday_rules(resource("holidays.toml").read_text(encoding="utf-8"), source="holidays.toml")
CALENDAR = HolidayCalendar.for_years(2019, 2045, RULES)
NEW_YORK = ZoneInfo("America/New_York")


@pytest.fixture
def dannemora() -> LawPack:
    return pack("dannemora")


def test_give_dannemora_thirty_days_from_the_date_of_the_notice(dannemora: LawPack) -> None:
    """F-01 Dannemora: the plan is due 30 days from the date of the notice (section 72-7C)."""
    # dated Friday 1/1/2027 would be a holiday; dated Monday 1/4: day 30 is Wednesday 2/3
    found = due(dannemora, "nov_response", date(2027, 1, 4), CALENDAR)
    assert (found.raw, found.effective) == (date(2027, 2, 3), date(2027, 2, 3))
    assert (
        "counted from the date of the notice, 1/4/2027: 30 days from 1/4/2027 is Wednesday 2/3/2027"
        in found.sentence
    )
    assert found.citation == "§72-7C"


def test_roll_a_citizens_day_and_not_the_offices(dannemora: LawPack) -> None:
    """F-01 and A-25 Dannemora: the owner gets the Monday, the inspector keeps his hours."""
    # dated Thursday 1/7/2027: day 30 is Saturday 2/6, so the owner has until Monday 2/8
    found = due(dannemora, "nov_response", date(2027, 1, 7), CALENDAR)
    assert (found.raw, found.effective) == (date(2027, 2, 6), date(2027, 2, 8))
    ready = datetime(2027, 3, 13, 9, 0, tzinfo=NEW_YORK)
    inspected = due(dannemora, "private_inspection", ready, CALENDAR)
    assert inspected.at == datetime(2027, 3, 15, 10, 0, tzinfo=NEW_YORK)


def test_ask_for_the_hour_of_a_time_in_hours(dannemora: LawPack) -> None:
    """A-25 Dannemora: 48 hours are hours, not two days."""
    with pytest.raises(
        UserError, match=r"counted in hours\. Enter the hour of the notice that the work is ready"
    ):
        due(dannemora, "private_inspection", date(2027, 3, 13), CALENDAR)


def test_count_ten_days_back_from_the_hearing(dannemora: LawPack) -> None:
    """F-07 Dannemora: the notice is served at least 10 days before the hearing."""
    found = due(dannemora, "hearing_notice", date(2027, 3, 24), CALENDAR)
    assert (found.raw, found.effective) == (date(2027, 3, 14), date(2027, 3, 12))
    assert "counted back from the hearing, 3/24/2027" in found.sentence


def test_put_reports_on_the_last_day_of_june_and_december(dannemora: LawPack) -> None:
    """E-06 Dannemora: periodic reports each June and December (section 72-6C)."""
    june, december = due_in_year(dannemora, "periodic_report", 2027, CALENDAR)
    assert (june.raw, june.effective) == (date(2027, 6, 30), date(2027, 6, 30))
    assert (december.raw, december.effective) == (date(2027, 12, 31), date(2027, 12, 31))
    # 12/31/2028 is a Sunday and 1/1/2029 a holiday: Tuesday
    assert due_in_year(dannemora, "periodic_report", 2028, CALENDAR)[1].effective == date(2029, 1, 2)
    with pytest.raises(UserError, match="certain months of every year"):
        due(dannemora, "periodic_report", date(2027, 1, 1), CALENDAR)
    with pytest.raises(UserError, match="does not fall in certain months"):
        due_in_year(dannemora, "nov_response", 2027, CALENDAR)


def test_give_hague_ninety_days_to_connect() -> None:
    """G-01 Hague: 90 days after the official notice (section 307)."""
    # Monday 1/4/2027 + 90 days = Sunday 4/4/2027, so Monday 4/5
    found = due(pack("hague"), "connect", date(2027, 1, 4), CALENDAR)
    assert (found.raw, found.effective) == (date(2027, 4, 4), date(2027, 4, 5))


def test_begin_where_another_time_ends(dannemora: LawPack) -> None:
    """E-04 Dannemora: a report follows each milestone, whether its day is known or computed."""
    law = _chained(dannemora)
    # 9 months from 1/29/2027 is Friday 10/29; 14 days more is Friday 11/12
    found = due_chain(law, "progress_report", {"milestone_increment": date(2027, 1, 29)}, CALENDAR)
    assert found.effective == date(2027, 11, 12)
    assert "counted from the end of" in found.sentence
    known = due_chain(law, "progress_report", {"progress_report": date(2027, 6, 1)}, CALENDAR)
    assert known.effective == date(2027, 6, 15)
    with pytest.raises(UserError, match="not recorded yet"):
        due_chain(law, "progress_report", {}, CALENDAR)


def test_say_that_a_law_has_no_such_time() -> None:
    """Lockport's text gives no time to answer a notice: its figure is blank, and no time at all for a slug."""
    with pytest.raises(BlankFigure):
        due(pack("lockport"), "nov_response", date(2027, 1, 4), CALENDAR)
    with pytest.raises(UnknownRule):
        due(pack("lockport"), "slug", date(2027, 1, 4), CALENDAR)


def test_say_how_an_assumed_day_was_found(dannemora: LawPack) -> None:
    start = Start(date(2027, 1, 7), how="the date of mailing plus 3 days")
    found = due(dannemora, "nov_response", start, CALENDAR)
    assert "counted from the date of mailing plus 3 days, 1/7/2027" in found.sentence


def test_have_words_for_every_event_and_unit() -> None:
    assert set(EVENT_WORDS) == set(Event)
    assert set(UNIT_WORDS) == set(Unit)


@given(
    name=st.sampled_from(NAMES),
    start=st.dates(min_value=date(2026, 1, 1), max_value=date(2034, 12, 31)),
)
def test_keep_every_time_on_the_right_side_of_its_event(name: str, start: date) -> None:
    """Whatever the law and the day: after means after, before means before, and a citizen's day is a business day."""
    law = pack(name)
    for row in law.time_limits:
        figure = law.figures[row.figure]
        if figure.value is None or figure.unit in (Unit.HOURS, Unit.MONTHS_OF_YEAR):
            continue
        found = due(law, row.key, start, CALENDAR)
        if row.backward:
            assert found.effective <= found.raw < start or figure.number == 0
        else:
            assert start <= found.raw <= found.effective
            assert row.whose != "citizen" or CALENDAR.is_business_day(found.effective)


def _chained(law: LawPack) -> LawPack:
    """The law with its progress report made to follow the longest step of a schedule."""
    rows = tuple(
        replace(row, follows="milestone_increment") if row.key == "progress_report" else row
        for row in law.time_limits
    )
    return replace(law, time_limits=rows)
