"""The times of a municipality's law as days to act on: one engine for every clock that is not a permit's own.

A time of the law is a row of its file: so long after an event, at least so long before it, or in certain months of
every year. Here it meets the day of the event and becomes a ``Deadline`` whose sentence says how it was counted: event,
start, period, weekend or holiday, and the citation. The counting itself is in ``dates``.
"""

import calendar as month_lengths
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime

from sewerdesk.domain.dates import Deadline, at_least_before, deadline, law_rule, weekday_and_date
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law, TimeLimit, Unit, Whose
from sewerdesk.domain.law.words import EVENT_WORDS
from sewerdesk.domain.wording import show_date


@dataclass(frozen=True, slots=True)
class Start:
    """When the event happened; for a time in hours ``at`` is the aware instant.

    ``how`` says how the day was found where it was not simply recorded ("date of mailing plus 3 days").
    """

    day: date
    at: datetime | None = None
    how: str = ""

    @classmethod
    def of(cls, moment: date | datetime) -> "Start":
        """The start at a day or an aware instant."""
        if isinstance(moment, datetime):
            return cls(moment.date(), moment)
        return cls(moment)


def due(
    law: Law, key: str, start: date | datetime | Start, calendar: HolidayCalendar, *, on: date | None = None
) -> Deadline:
    """The day by which a time of the law is over, or at the latest begins where it counts back from its event.

    ``on`` is the day whose law counts, by default the day of the event. ``UnknownRule`` where the law has no such time,
    ``BlankFigure`` where its figure is not entered, ``UserError`` where a time in hours meets a day without an hour.
    """
    row = law.time_limit(key)
    begun = start if isinstance(start, Start) else Start.of(start)
    figure = law.figure(row.figure, on or begun.day)
    if figure.unit is Unit.MONTHS_OF_YEAR:
        raise UserError(
            f"{row.title} ({row.citation}) falls in certain months of every year, not after a day."
        )
    rule = law_rule(law, row.figure, event=row.title, on=on or begun.day)
    moment: date | datetime = begun.day
    if rule.unit is Unit.HOURS:
        if begun.at is None:
            raise UserError(
                f"{row.title} ({rule.citation}) is counted in hours. Enter the hour of {EVENT_WORDS[row.event]}, too."
            )
        moment = begun.at
    if row.backward:
        found = at_least_before(rule, moment, calendar)
    else:
        found = deadline(rule, moment, calendar, whose=row.whose)
    return replace(found, sentence=_sentence(found, row, begun))


def due_chain(law: Law, key: str, starts: Mapping[str, date], calendar: HolidayCalendar) -> Deadline:
    """The day of a time that begins when another ends (``follows``), however many stand between.

    ``starts`` gives the day of the event for the first time of the chain, and for any other whose true day is known: a
    known day comes before a computed one. ``UserError`` where no day is known.
    """
    row = law.time_limit(key)
    if key in starts:
        return due(law, key, starts[key], calendar)
    if not row.follows:
        raise UserError(
            f"{row.title} ({row.citation}) runs from {EVENT_WORDS[row.event]}, which is not recorded yet. "
            "Enter it first."
        )
    before = due_chain(law, row.follows, starts, calendar)
    how = f"the end of “{law.time_limit(row.follows).title}”"
    return due(law, key, Start(before.effective, how=how), calendar)


def due_in_year(law: Law, key: str, year: int, calendar: HolidayCalendar) -> tuple[Deadline, ...]:
    """The days of one year for a time that falls in certain months: the last day of each of them.

    A citizen's day rolls past weekends and holidays. ``UserError`` for a time that runs from an event.
    """
    row = law.time_limit(key)
    figure = law.figure(row.figure, date(year, 1, 1))
    if figure.unit is not Unit.MONTHS_OF_YEAR:
        raise UserError(f"{row.title} ({row.citation}) does not fall in certain months of the year.")
    months = [int(part) for part in figure.text.split(",")]
    return tuple(month_end(row, year, month, calendar, citation=figure.citation) for month in months)


def month_end(row: TimeLimit, year: int, month: int, calendar: HolidayCalendar, *, citation: str) -> Deadline:
    """The last day of a month (1 to 12) as the day of a time of the law; a citizen's rolls to a business day."""
    raw = date(year, month, month_lengths.monthrange(year, month)[1])
    rolls = row.whose is Whose.CITIZEN and not calendar.is_business_day(raw)
    effective = calendar.on_or_after(raw) if rolls else raw
    name = month_lengths.month_name[month]
    sentence = f"{row.title} each {name}: the last day of the month is {weekday_and_date(raw)}"
    if effective != raw:
        sentence += f"; next business day {weekday_and_date(effective)}"
    first = date(year, month, 1)
    return Deadline(row.title, first, 1, Unit.MONTHS, raw, effective, f"{sentence} ({citation})", citation)


def _sentence(found: Deadline, row: TimeLimit, begun: Start) -> str:
    """The sentence of the counting with the event that the law names in front, and the citation behind."""
    event = begun.how or EVENT_WORDS[row.event]
    where = "counted back from" if row.backward else "counted from"
    return f"{row.title}, {where} {event}, {show_date(begun.day)}: {found.sentence} ({found.citation})"
