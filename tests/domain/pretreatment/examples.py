"""Laws and facts that the tests on industrial users share."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.holidays import HolidayCalendar, load_holiday_rules
from sewerdesk.domain.law import Amendment, LawPack
from sewerdesk.paths import resource
from tests.support.packs import pack

DAY = date(2027, 4, 15)
CALENDAR = HolidayCalendar.for_years(
    2019,
    2045,
    load_holiday_rules(resource("holidays.toml").read_text(encoding="utf-8"), source="holidays.toml"),
)


def hague() -> LawPack:
    return pack("hague")


def lockport() -> LawPack:
    return pack("lockport")


def altamont() -> LawPack:
    return pack("altamont")


def dannemora() -> LawPack:
    return pack("dannemora")


def silent_law() -> LawPack:
    """A law that says nothing on industrial users, haulers and inflow."""
    return replace(
        pack("hague"),
        figures={},
        texts={},
        pollutants=(),
        prohibitions=(),
        siu_criteria=(),
        noncompliance_rules=(),
        hauling_rules=(),
        application_items=(),
        time_limits=(),
        permit_clocks=(),
        automatic_terminations=(),
        violations=(),
    )


def with_figures(law: LawPack, **values: Decimal | str) -> LawPack:
    """The law after resolutions that set figures; keys are written with ``__`` for the dot."""
    return law.with_amendments(
        Amendment(key.replace("__", "."), date(2020, 1, 1), value, "Resolution 1 of 2020")
        for key, value in values.items()
    )
