"""How long records are kept: from the event, for the schedule's years, never under a hold."""

from datetime import date

import pytest

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import HolidayCalendar, load_holiday_rules
from sewerdesk.domain.records import disposal
from sewerdesk.paths import resource
from tests.support.packs import NAMES, figure, pack, small_pack

RULES = load_holiday_rules(resource("holidays.toml").read_text(encoding="utf-8"), source="holidays.toml")
CALENDAR = HolidayCalendar.for_years(2019, 2045, RULES)
LAW = small_pack(
    figure("keep.billing", "6", "years", "LGS-1")
    + figure("keep.blank", "", "years", "LGS-1")
    + """
[[retention]]
key = "billing"
title = "Bills and receipts"
trigger = "the end of the fiscal year"
keep = "keep.billing"
citation = "LGS-1, item 1"

[[retention]]
key = "minutes"
title = "Minutes"
trigger = "the meeting"
citation = "LGS-1, item 2"

[[retention]]
key = "unknown"
title = "Test records"
trigger = "the test"
keep = "keep.blank"
citation = "LGS-1, item 3"
"""
)


def test_keep_bills_for_six_years_from_their_event() -> None:
    """I-02: six years from 12/31/2027 end with 12/31/2033, which counts; a weekend changes nothing for the office."""
    found = disposal(LAW, "billing", since=date(2027, 12, 31), calendar=CALENDAR)
    assert found.eligible_on == date(2034, 1, 1)
    assert not found.may_go(date(2033, 12, 31))
    assert found.may_go(date(2034, 1, 1))


def test_keep_a_leap_days_record_to_the_end_of_february() -> None:
    """I-02: 2/29/2028 and six years is 2/28/2034, the last day of keeping."""
    assert disposal(LAW, "billing", since=date(2028, 2, 29), calendar=CALENDAR).eligible_on == date(
        2034, 3, 1
    )


def test_keep_for_ever_under_a_hold_and_while_nothing_has_come() -> None:
    """I-02: permanent records, held ones, and those whose event is still to come have no day."""
    for kind, since, hold in (
        ("minutes", date(2000, 1, 1), ""),
        ("billing", date(2000, 1, 1), "suit"),
        ("billing", None, ""),
    ):
        found = disposal(LAW, kind, since=since, calendar=CALENDAR, hold=hold)
        assert found.eligible_on is None
        assert not found.may_go(date(2099, 1, 1))
    assert "not entered" in disposal(LAW, "unknown", since=date(2000, 1, 1), calendar=CALENDAR).sentence


def test_refuse_a_kind_that_the_schedule_does_not_have() -> None:
    with pytest.raises(UserError, match="no records of the kind"):
        disposal(LAW, "love_letters", since=None, calendar=CALENDAR)


@pytest.mark.parametrize("name", NAMES)
def test_have_a_schedule_in_every_law(name: str) -> None:
    """I-02 everywhere: bills six years, minutes and lateral permits for ever; the schedule is to be confirmed."""
    law = pack(name)
    years = disposal(law, "billing", since=date(2027, 12, 31), calendar=CALENDAR)
    assert years.eligible_on == date(2034, 1, 1)
    assert "confirm it with the adopted schedule" in years.sentence
    for kind in ("minutes", "lateral_permit", "tax_roll"):
        assert disposal(law, kind, since=date(2000, 1, 1), calendar=CALENDAR).eligible_on is None


@pytest.mark.parametrize("name", NAMES)
def test_keep_an_industrial_users_records_three_years(name: str) -> None:
    """E-13 in all municipalities: monitoring records three years (40 CFR 403.12(o), to be confirmed)."""
    found = disposal(pack(name), "industrial_monitoring", since=date(2027, 6, 30), calendar=CALENDAR)
    assert found.eligible_on == date(2030, 7, 1)
    assert "40 CFR 403.12(o)" in found.sentence
