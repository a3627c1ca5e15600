"""What follows a violation: fines for days, petitions, the earliest hearing, service and grounds."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.enforcement import (
    check_fine,
    check_revocation,
    check_service,
    earliest_hearing,
    fine_exposure,
    petition_standing,
)
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.holidays import HolidayCalendar, load_holiday_rules
from sewerdesk.domain.law import BlankFigure, UnknownRule
from sewerdesk.domain.time_limits import due
from sewerdesk.paths import resource
from tests.support.packs import figure, pack, small_pack

RULES = load_holiday_rules(resource("holidays.toml").read_text(encoding="utf-8"), source="holidays.toml")
CALENDAR = HolidayCalendar.for_years(2019, 2045, RULES)
DAY = date(2027, 3, 1)


def test_multiply_dannemoras_fine_by_the_days() -> None:
    """F-05 Dannemora: 100 to 1,000 dollars, each day apart: 12 days are 1,200 to 12,000."""
    found = fine_exposure(pack("dannemora"), "violation", first=DAY, last=date(2027, 3, 12))
    assert (found.days, found.least, found.most) == (12, Decimal("1200.00"), Decimal("12000.00"))
    assert "$100 to $1,000 for each of 12 days" in found.sentence
    assert "§72-8" in found.citation


def test_name_the_costs_besides_the_fine() -> None:
    """F-05 Dannemora: attorney's fees, court and reporter's costs come on top."""
    assert "attorney" in fine_exposure(pack("dannemora"), "violation", first=DAY, last=DAY).sentence


@pytest.mark.parametrize(
    ("name", "prison"), [("dannemora", "6 months"), ("lockport", "1 year")], ids=["dannemora", "lockport"]
)
def test_count_a_false_statement_once(name: str, prison: str) -> None:
    """F-06 Dannemora and Lockport: up to 1,000 dollars and so long in prison, not for each day."""
    found = fine_exposure(pack(name), "falsification", first=DAY, last=date(2027, 3, 12))
    assert (found.least, found.most) == (None, Decimal("1000.00"))
    assert f"up to {prison} in prison" in found.sentence


@pytest.mark.parametrize(
    ("amount", "said"),
    [("99.99", "less than the least"), ("100", ""), ("1000", ""), ("1000.01", "more than the highest")],
)
def test_check_a_fine_against_its_range(amount: str, said: str) -> None:
    """F-05 Dannemora: both ends are allowed."""
    answer = check_fine(pack("dannemora"), "violation", Decimal(amount), on=DAY)
    assert said in answer
    assert bool(answer) is bool(said)


def test_say_what_hagues_fine_still_lacks() -> None:
    """F-04 Hague: the amount of the administrative fine is not in the text."""
    with pytest.raises(BlankFigure, match="no figure on file"):
        fine_exposure(pack("hague"), "administrative", first=DAY, last=DAY)


def test_refuse_an_unknown_penalty_and_days_backwards() -> None:
    with pytest.raises(RuleViolation, match="no penalty"):
        fine_exposure(pack("dannemora"), "flogging", first=DAY, last=DAY)
    with pytest.raises(FieldErrors):
        fine_exposure(pack("dannemora"), "violation", first=DAY, last=DAY - timedelta(days=1))


@given(days=st.integers(min_value=1, max_value=3000))
def test_cost_as_many_times_as_there_are_days(days: int) -> None:
    found = fine_exposure(pack("dannemora"), "violation", first=DAY, last=DAY + timedelta(days=days - 1))
    assert found.least == 100 * days
    assert found.most == 1000 * days


@pytest.mark.parametrize(
    ("petitioned", "today", "in_default"),
    [
        (None, date(2027, 3, 16), False),
        (None, date(2027, 3, 17), True),
        (date(2027, 3, 16), date(2027, 4, 1), False),
        (date(2027, 3, 17), date(2027, 4, 1), True),
    ],
)
def test_default_the_day_after_the_last_day_to_petition(
    petitioned: date | None, today: date, in_default: bool
) -> None:
    """F-02 and F-03 Hague: 15 days from receipt on Monday 3/1/2027 end on Tuesday 3/16 (model law)."""
    found = petition_standing(pack("hague"), CALENDAR, received=DAY, petitioned=petitioned, today=today)
    assert found.last_day == date(2027, 3, 16)
    assert found.in_default is in_default


def test_refuse_a_petition_before_the_order() -> None:
    with pytest.raises(FieldErrors):
        petition_standing(
            pack("hague"), CALENDAR, received=DAY, petitioned=DAY - timedelta(days=1), today=DAY
        )


@pytest.mark.parametrize("name", ["dannemora", "hague"])
def test_hold_no_hearing_before_ten_days_after_service(name: str) -> None:
    """F-07 Dannemora (and Hague by the model law): served 3/1/2027, heard on 3/11 at the earliest."""
    day, rule = earliest_hearing(pack(name), CALENDAR, served=DAY)
    assert day == date(2027, 3, 11)
    assert "10 days" in rule


@given(served=st.dates(min_value=date(2026, 1, 1), max_value=date(2034, 1, 1)))
def test_leave_the_full_time_before_every_hearing(served: date) -> None:
    day, _ = earliest_hearing(pack("dannemora"), CALENDAR, served=served)
    assert due(pack("dannemora"), "hearing_notice", day, CALENDAR).raw >= served
    assert due(pack("dannemora"), "hearing_notice", day - timedelta(days=1), CALENDAR).raw < served


def test_serve_a_hearing_in_one_of_three_ways() -> None:
    """F-07 Dannemora: personally, or by registered or certified mail with return receipt."""
    law = pack("dannemora")
    for method in ("personal", "registered_mail", "certified_mail"):
        assert method in check_service(law, "hearing", method).methods
    with pytest.raises(RuleViolation, match="is not served by first class mail"):
        check_service(law, "hearing", "first_class_mail")
    with pytest.raises(UnknownRule):
        check_service(law, "birthday", "personal")


def test_name_a_ground_to_revoke_a_permit() -> None:
    """F-11 Dannemora: four grounds; one must be named."""
    law = pack("dannemora")
    assert len(law.revocation_grounds) == 4
    for row in law.revocation_grounds:
        assert check_revocation(law, row.key) is row
    with pytest.raises(RuleViolation, match="Choose the ground"):
        check_revocation(law, "dislike")
    with pytest.raises(UnknownRule):
        check_revocation(small_pack(""), "dislike")


def test_run_a_statement_fifteen_days_from_the_occurrence() -> None:
    """F-10 Dannemora: a written statement within 15 days of the occurrence: 3/1/2027 gives 3/16."""
    assert due(pack("dannemora"), "suspension_statement", DAY, CALENDAR).effective == date(2027, 3, 16)


def test_leave_an_unlimited_penalty_open() -> None:
    law = small_pack(
        figure("p.least", "50", "USD", "§9")
        + '[[penalty]]\nkey = "violation"\ntitle = "Offense"\nleast = "p.least"\ncitation = "§9"\n'
    )
    found = fine_exposure(law, "violation", first=DAY, last=DAY)
    assert (found.least, found.most) == (Decimal("50.00"), None)
    assert check_fine(law, "violation", Decimal(1_000_000), on=DAY) == ""
