"""The program's own list of holidays, and its calendar for the years that tests count in."""

from sewerdesk.domain.holidays import HolidayCalendar, load_holiday_rules
from sewerdesk.paths import resource

RULES = load_holiday_rules(resource("holidays.toml").read_text(encoding="utf-8"), source="holidays.toml")
CALENDAR = HolidayCalendar.for_years(2019, 2045, RULES)
