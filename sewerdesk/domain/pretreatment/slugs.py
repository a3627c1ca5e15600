"""Slugs: a flow or a concentration far above the usual for longer than the law lets pass.

A series of readings is all that is known of a discharge. Between the first and the last of consecutive readings over
the limit it was over for certain; at most it lasted from the reading before them to the reading after them. Only where
the law's minutes lie between the two do the readings not tell. Sources: Hague 201 (Slug); Dannemora 72-4A(1)(j).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import Law
from sewerdesk.domain.pretreatment.answers import Finding, any_of, figure_note, silent
from sewerdesk.domain.verdicts import Answer
from sewerdesk.domain.wording import join_words, show

MINUTES = "slug.minutes"
TIMES_AVERAGE = "slug.times_average"
_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class SeriesReading:
    """One reading at an aware instant, in the unit of its series."""

    at: datetime
    value: Decimal


@dataclass(frozen=True, slots=True)
class Series:
    """Readings of the flow or of one constituent, with the 24-hour average of normal operation, all in ``unit``."""

    name: str
    unit: str
    average: Decimal
    readings: tuple[SeriesReading, ...]


@dataclass(frozen=True, slots=True)
class Excursion:
    """One time over the limit: how long for certain, how long at most (None where the series does not show its end).

    ``slug`` says whether it was too long.
    """

    first: datetime
    last: datetime
    highest: Decimal
    certain: timedelta
    at_most: timedelta | None
    slug: Finding
    sentence: str


@dataclass(frozen=True, slots=True)
class SlugVerdict:
    """Whether the series shows a slug; ``limit`` is the threshold in the unit of the series."""

    slug: Answer
    limit: Decimal | None
    excursions: tuple[Excursion, ...]
    sentence: str
    citation: str


def judge_slug(law: Law, series: Series, *, on: date) -> SlugVerdict:
    """Judge a series by the law of a day.

    Over the limit is more than the law's multiple of the average; too long is longer than its minutes. ``UserError``
    where there are fewer than two readings, an average that is not more than zero, or times out of order.
    """
    if not (law.has_figure(MINUTES) and law.has_figure(TIMES_AVERAGE)):
        return SlugVerdict(Answer.OFFICER, None, (), silent(law, "what a slug is"), "")
    _check(series)
    times, minutes = law.figure(TIMES_AVERAGE, on), law.figure(MINUTES, on)
    limit = series.average * times.number
    longest = _MINUTE * int(minutes.number * 60) / 60
    found = tuple(_excursion(series, span, longest) for span in _spans(series, limit))
    answer = any_of([row.slug for row in found] or [Finding.NOT_MET])
    over = f"{figure_note(times)} the average of {show(series.average)} {series.unit}"
    told = {
        Answer.YES: "a slug",
        Answer.NO: "no slug",
        Answer.OFFICER: "readings too far apart to tell; the officer decides",
    }[answer]
    sentence = (
        f"{series.name}: {told}. Judged by more than {show(limit)} {series.unit}, {over}, "
        f"for longer than {figure_note(minutes)}."
    )
    cited = join_words(list(dict.fromkeys((times.citation, minutes.citation))))
    return SlugVerdict(answer, limit, found, sentence, cited)


def _check(series: Series) -> None:
    if not (series.average.is_finite() and series.average > 0):
        raise UserError(f"{series.name}: enter the 24-hour average of normal operation, more than zero.")
    if len(series.readings) <= 1:
        raise UserError(f"{series.name}: at least two readings are needed to see how long anything lasted.")
    for reading in series.readings:
        if reading.at.tzinfo is None:
            raise ValueError("a reading has an aware time")
        if not (reading.value.is_finite() and reading.value >= 0):
            raise UserError(
                f"{series.name}: the reading of {reading.at:%m/%d/%Y %H:%M} must be zero or more."
            )
    for earlier, later in pairwise(series.readings):
        if earlier.at >= later.at:
            raise UserError(
                f"{series.name}: the reading of {later.at:%m/%d/%Y %H:%M} does not come after the one before it; "
                "put the readings in order."
            )


@dataclass(frozen=True, slots=True)
class _Span:
    """Consecutive readings over the limit, by their places in the series."""

    first: int
    last: int


def _spans(series: Series, limit: Decimal) -> Iterator[_Span]:
    start: int | None = None
    for place, reading in enumerate(series.readings):
        if reading.value > limit:
            start = place if start is None else start
        elif start is not None:
            yield _Span(start, place - 1)
            start = None
    if start is not None:
        yield _Span(start, len(series.readings) - 1)


def _excursion(series: Series, span: _Span, longest: timedelta) -> Excursion:
    rows = series.readings
    first, last = rows[span.first].at, rows[span.last].at
    certain, at_most = last - first, None
    if span.first > 0 and span.last + 1 < len(rows):
        at_most = rows[span.last + 1].at - rows[span.first - 1].at
    if certain > longest:
        slug = Finding.MET
    else:
        # it cannot have reached the readings beside it, which are not over the limit
        slug = Finding.NOT_MET if at_most is not None and at_most <= longest else Finding.NOT_KNOWN
    highest = max(row.value for row in rows[span.first : span.last + 1])
    most = "an unknown time" if at_most is None else f"less than {_minutes(at_most)}"
    sentence = (
        f"Over the limit for {_minutes(certain)} for certain and {most} at most, "
        f"up to {show(highest)} {series.unit}."
    )
    return Excursion(first, last, highest, certain, at_most, slug, sentence)


def _minutes(span: timedelta) -> str:
    return f"{show(Decimal(int(span.total_seconds())) / 60, 1)} minutes"
