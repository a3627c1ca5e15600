"""Who must connect to the sewer: the distance that the law gives, the day it runs to, and the parcels not connected.

Source: Hague 306 and 307, Dannemora 72-12B. Without a figure in the text the officer decides what is near enough.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import ConnectionOrder, Event, Figure, FigureStatus, Law
from sewerdesk.domain.law.changes import rule_citation
from sewerdesk.domain.time_limits import due
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.domain.wording import show

CONNECT = "connect"
"""The law pack's key of the order to connect and of its time."""


@dataclass(frozen=True, slots=True)
class UnconnectedFacts:
    """A parcel as the list of those that are not connected needs it.

    ``distance_ft`` is from its line to the nearest public sewer; ``None`` where nobody measured it. ``has_building``
    says that there is something on it which needs sanitary facilities.
    """

    parcel_id: int
    print_key: str
    location: str
    in_district: bool
    is_connected: bool
    has_building: bool = True
    distance_ft: Decimal | None = None
    ordered_on: date | None = None


@dataclass(frozen=True, slots=True)
class Unconnected:
    """A parcel of the list: whether it must connect (``OFFICER``: somebody must measure or decide), and why."""

    parcel_id: int
    print_key: str
    location: str
    answer: Answer
    sentence: str
    citation: str
    ordered_on: date | None = None


def must_connect(law: Law, *, distance_ft: Decimal | None, on: date) -> Verdict:
    """Does the order to connect apply at a distance? A distance that equals the law's figure is within it."""
    if distance_ft is not None and distance_ft < 0:
        raise ValueError("a distance cannot be less than zero")
    question = "Must this property be connected to the sewer?"
    rule = _rule(law)
    if rule is None:
        line = VerdictLine(None, "The law at hand says nothing of an order to connect.", "", "")
        return Verdict(Answer.OFFICER, on, question, (line,))
    line = _distance_line(law, rule, distance_ft, on)
    answer = {True: Answer.YES, False: Answer.NO, None: Answer.OFFICER}[line.passed]
    return Verdict(answer, on, question, (line,))


def connect_by(law: Law, notice_on: date, calendar: HolidayCalendar) -> Deadline:
    """The day by which to connect, from the event that this law names (its notice dated, or served).

    ``RuleViolation`` where the law at hand has no order to connect, ``BlankFigure`` where its days are not entered.
    """
    rule = _rule(law)
    if rule is None:
        raise RuleViolation(
            f"The law of the {law.municipality} at hand has no order to connect. Enter the section and the days that "
            "the Board relies on, on the page The law."
        )
    return due(law, rule.limit, notice_on, calendar)


def counts_from(law: Law) -> Event | None:
    """The event from which the time to connect runs; ``None`` where the law has no order to connect."""
    rule = _rule(law)
    return None if rule is None else law.time_limit(rule.limit).event


def unconnected(law: Law, parcels: Iterable[UnconnectedFacts], *, on: date) -> tuple[Unconnected, ...]:
    """The parcels of the district with a building that is not connected, those that must connect first."""
    order = {Answer.YES: 0, Answer.OFFICER: 1, Answer.NO: 2}
    found = [
        _unconnected(law, row, on)
        for row in parcels
        if row.in_district and row.has_building and not row.is_connected
    ]
    return tuple(sorted(found, key=lambda row: (order[row.answer], row.print_key)))


def _rule(law: Law) -> ConnectionOrder | None:
    return next((row for row in law.connection_orders if row.key == CONNECT), None)


def _unconnected(law: Law, row: UnconnectedFacts, on: date) -> Unconnected:
    verdict = must_connect(law, distance_ft=row.distance_ft, on=on)
    line = verdict.lines[0]
    return Unconnected(
        row.parcel_id,
        row.print_key,
        row.location,
        verdict.answer,
        line.on_file or line.requirement,
        line.citation,
        row.ordered_on,
    )


def _distance_line(law: Law, rule: ConnectionOrder, distance_ft: Decimal | None, on: date) -> VerdictLine:
    figure = law.figure(rule.distance, on) if rule.distance else None
    if rule.status is FigureStatus.BLANK and (figure is None or figure.value is None):
        return VerdictLine(None, rule.sentence, f"Not entered: {rule.missing}", rule.citation)
    if figure is None or figure.value is None:
        said = "" if distance_ft is None else f"{show(distance_ft)} ft to the sewer; "
        return VerdictLine(
            None,
            rule.sentence,
            f"{said}the law gives no distance in feet, the officer decides",
            rule.citation,
        )
    if distance_ft is None:
        return VerdictLine(None, rule.sentence, "The distance to the sewer is not measured", rule.citation)
    cited = rule_citation(law, rule, rule.distance, on=on)
    return _measured_line(rule, figure, distance_ft, cited)


def _measured_line(rule: ConnectionOrder, figure: Figure, distance_ft: Decimal, citation: str) -> VerdictLine:
    is_near = distance_ft <= figure.number
    word = "within" if is_near else "farther than"
    said = f"{show(distance_ft)} ft to the sewer, {word} {show(figure.number)} ft"
    return VerdictLine(is_near, rule.sentence, said, citation)
