"""D-02: rents set by resolution need a hearing on five days' public notice, in every municipality of the State."""

from datetime import date

import pytest

from sewerdesk.domain.adoption import AdoptedBy, Adoption, adoption_lines
from sewerdesk.domain.holidays import HolidayCalendar, load_holiday_rules
from sewerdesk.paths import resource
from tests.support.packs import NAMES, pack

RULES = load_holiday_rules(resource("holidays.toml").read_text(encoding="utf-8"), source="holidays.toml")
CALENDAR = HolidayCalendar.for_years(2019, 2045, RULES)
HEARD = date(2027, 3, 10)


def passed(adoption: Adoption, name: str = "hague") -> list[bool | None]:
    return [
        line.passed
        for line in adoption_lines(pack(name), adoption, effective=date(2027, 4, 1), calendar=CALENDAR)
    ]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("noticed", "enough"), [(date(2027, 3, 5), True), (date(2027, 3, 6), False)])
def test_count_five_days_before_the_hearing(name: str, noticed: date, enough: bool) -> None:
    """D-02: the hearing's own day is not counted: 3/10 less five days is 3/5."""
    found = passed(Adoption(AdoptedBy.RESOLUTION, "12", HEARD, noticed, HEARD), name)
    assert found == [True, True, enough]


def test_need_no_hearing_for_a_local_law() -> None:
    assert passed(Adoption(AdoptedBy.LOCAL_LAW, "1", HEARD)) == [True]


def test_miss_a_number_a_day_a_hearing_and_a_notice() -> None:
    assert passed(Adoption(AdoptedBy.RESOLUTION, " ", HEARD)) == [False, False, False]
    assert passed(Adoption(AdoptedBy.RESOLUTION, "12", None, HEARD)) == [False, False, False]
    late = Adoption(AdoptedBy.RESOLUTION, "12", date(2027, 4, 2), date(2027, 3, 1), HEARD)
    assert passed(late) == [False, True, True]
    heard_after = Adoption(AdoptedBy.RESOLUTION, "12", date(2027, 3, 9), date(2027, 3, 1), HEARD)
    assert passed(heard_after) == [True, False, True]
