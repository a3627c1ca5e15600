"""Figures of a law as people read them: dollars, days of the year, units in words."""

import calendar
from decimal import Decimal

from sewerdesk.domain.law import Event, Figure, FigureStatus, Law, Officer, Unit
from sewerdesk.domain.wording import join_words, show, show_dollars

UNIT_WORDS = {
    Unit.DAYS: "days",
    Unit.BUSINESS_DAYS: "business days",
    Unit.HOURS: "hours",
    Unit.MINUTES: "minutes",
    Unit.SECONDS: "seconds",
    Unit.MONTHS: "months",
    Unit.YEARS: "years",
    Unit.MONTH_DAY: "day of the year",
    Unit.MONTHS_OF_YEAR: "months of the year",
    Unit.USD: "dollars",
    Unit.USD_PER_DAY: "dollars a day",
    Unit.PERCENT: "percent",
    Unit.PERCENT_PER_MONTH: "percent a month",
    Unit.RATIO: "times",
    Unit.COUNT: "in number",
    Unit.TEXT: "",
    Unit.GALLONS: "gallons",
    Unit.GALLONS_PER_DAY: "gallons a day",
    Unit.GALLONS_PER_INCH_MILE_DAY: "gallons per inch of diameter, mile and day",
    Unit.FEET: "feet",
    Unit.INCHES: "inches",
    Unit.INCHES_PER_FOOT: "inches per foot",
    Unit.DEGREES: "degrees",
    Unit.DEGREES_F: "degrees Fahrenheit",
    Unit.DEGREES_C: "degrees Celsius",
    Unit.GALLONS_PER_YEAR: "gallons a year",
    Unit.POUNDS_PER_YEAR: "pounds a year",
    Unit.PSI: "pounds per square inch",
    Unit.INCHES_OF_MERCURY: "inches of mercury",
    Unit.POUNDS: "pounds",
    Unit.POUNDS_PER_CUBIC_FOOT: "pounds per cubic foot",
    Unit.POUNDS_PER_MILLION_GALLONS: "pounds per million gallons",
    Unit.MG_PER_LITER: "milligrams per liter",
    Unit.PH: "pH",
}
EVENT_WORDS = {
    Event.APPLICATION_RECEIVED: "the day the application is received",
    Event.PERMIT_ISSUED: "the day the permit is issued",
    Event.PERMIT_FILED: "the day the permit is filed",
    Event.PERMIT_EXPIRES: "the day the permit expires",
    Event.PERMIT_RENEWED: "the day the permit is renewed",
    Event.CONSTRUCTION_STARTS: "the start of construction",
    Event.CONNECTED: "the day of the connection",
    Event.WORK_READY: "the notice that the work is ready",
    Event.SEWER_ACCEPTED: "the day the sewer is accepted",
    Event.NOTICE_DATED: "the date of the notice",
    Event.NOTICE_MAILED: "the day the notice is mailed",
    Event.NOTICE_SERVED: "the day the notice is served",
    Event.NOTICE_RECEIVED: "the day the notice is received",
    Event.CANCELLATION_NOTICE: "the notice that the policy is cancelled",
    Event.HEARING: "the hearing",
    Event.DISCHARGE: "the discharge",
    Event.BILL_DATED: "the date of the bill",
    Event.ANSWERED: "the answer",
    Event.CONNECTION_PLANNED: "the day planned for the connection",
    Event.DIGGING_STARTS: "the start of digging",
    Event.CHANGE_EFFECTIVE: "the day the change takes effect",
    Event.LAW_EFFECTIVE: "the day the law takes effect",
    Event.STANDARD_PROMULGATED: "the day the standard is promulgated",
    Event.MILESTONE: "the date of the milestone",
    Event.COMPLIANCE_DATE: "the final date for compliance",
    Event.DISCHARGE_STARTS: "the start of the discharge",
    Event.NOTIFIED: "the written notification",
    Event.RELEASE_PLANNED: "the day planned for the release",
    Event.COVER_ENDS: "the day the cover ends",
    Event.LICENSE_ISSUED: "the day the license is issued",
    Event.YEAR_BEGINS: "the start of the year",
}
_MONEY = frozenset({Unit.USD, Unit.USD_PER_DAY})
_SECTIONS = ("§", "Art.", "Ch.")
_ONE = {
    "days": "day",
    "business days": "business day",
    "hours": "hour",
    "minutes": "minute",
    "seconds": "second",
    "months": "month",
    "years": "year",
    "feet": "foot",
    "inches": "inch",
    "gallons": "gallon",
    "pounds": "pound",
    "degrees": "degree",
}


def acting_under(law: Law, officer: Officer) -> str:
    """The law under which an officer acts, with the section where there is one, as papers name it.

    A note of the office behind the section ("title only") is left out, and so is a citation that is no section:
    the paper then rests on the law as a whole.
    """
    title = f"the {law.header.law_title}"
    section = officer.citation
    if officer.status is not FigureStatus.LAW:
        section = section.partition(" (")[0]
    named = section.startswith(_SECTIONS)
    return f"{title}, {section}" if named else title


def figure_value(figure: Figure) -> str:
    """A figure's value as people read it, without its unit; empty where it is blank.

    Dollars as ``$5,000``, a day of the year as ``March 15``, months in words, a named event in words.
    """
    value = figure.value
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return show_dollars(value) if figure.unit in _MONEY else show(value)
    if figure.unit is Unit.MONTHS_OF_YEAR:
        return join_words([calendar.month_name[int(month)] for month in value.split(",")])
    if figure.unit is Unit.MONTH_DAY:
        month, _, day = value.partition("-")
        return f"{calendar.month_name[int(month)]} {int(day)}"
    return value.replace("_", " ")


def figure_words(figure: Figure) -> str:
    """A figure with its unit, such as ``60 days``; ``not set`` where it is blank."""
    value = figure_value(figure)
    if not value:
        return "not set"
    unit = "a day" if figure.unit is Unit.USD_PER_DAY else figure_unit(figure)
    silent = figure.unit in (Unit.USD, Unit.MONTH_DAY, Unit.MONTHS_OF_YEAR, Unit.COUNT)
    return value if silent else f"{value} {unit}".strip()


def figure_unit(figure: Figure) -> str:
    """The unit in words, in the singular after a one."""
    unit = UNIT_WORDS[figure.unit]
    return _ONE.get(unit, unit) if figure.value == 1 else unit
