"""The time to answer a paper: the rule that holds on its day, and the day that it gives once the paper was given.

A paper keeps the rule under which it was issued. The day from which the time runs is the one that the law names
(dated, mailed, served or received), and the sentence says which was used.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from sewerdesk.domain.dates import DayRule, Deadline, deadline, law_rule
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Event, Law, TimeLimit, Unit, UnknownRule, Whose
from sewerdesk.domain.law.changes import rule_citation
from sewerdesk.domain.mailing import GivenOn, Trigger, given_on

_TRIGGERS: Mapping[Event, Trigger] = MappingProxyType(
    {
        Event.NOTICE_DATED: Trigger.DATED,
        Event.NOTICE_MAILED: Trigger.MAILED,
        Event.NOTICE_SERVED: Trigger.SERVED,
        Event.NOTICE_RECEIVED: Trigger.RECEIVED,
    }
)


@dataclass(frozen=True, slots=True)
class AnswerRule:
    """The time to answer a kind of paper as it stood on a day: so many ``unit`` from ``trigger``."""

    title: str
    ask: str
    count: int
    unit: Unit
    trigger: Trigger
    whose: Whose
    citation: str


@dataclass(frozen=True, slots=True)
class ResponseDue:
    """The day by which the answer to a paper is due, the day it runs from, and the sentences that explain both."""

    title: str
    deadline: Deadline
    given: GivenOn
    ask: str
    citation: str

    @property
    def sentence(self) -> str:
        """The whole reckoning: from which day, and how it was counted."""
        return f"{self.given.sentence} {self.deadline.sentence[:1].upper()}{self.deadline.sentence[1:]}."


def answer_limit(law: Law, document: str) -> TimeLimit:
    """The time that the law gives to answer a kind of paper (``NOV``); ``UnknownRule`` if it gives none."""
    for row in law.time_limits:
        if row.document == document and not row.backward:
            return row
    raise UnknownRule(f"The law file of the {law.municipality} gives no time to answer a {document}.")


def response_trigger(law: Law, document: str, *, on: date) -> Trigger:
    """From which event the time to answer runs, as a later resolution may have changed it."""
    clock = answer_limit(law, document)
    key = f"{document.lower()}.response_trigger"
    event = Event(law.figure(key, on).text) if law.has_figure(key) else clock.event
    trigger = _TRIGGERS.get(event)
    if trigger is None:
        raise UnknownRule(f"The time to answer a {document} ({clock.citation}) runs from no act of mailing.")
    return trigger


def answer_rule(law: Law, document: str, *, on: date) -> AnswerRule:
    """The rule for a paper of a day; ``UserError`` where the law does not give one or its figure is blank."""
    clock = answer_limit(law, document)
    rule = law_rule(law, clock.figure, event=clock.title, on=on)
    trigger = response_trigger(law, document, on=on)
    citation = rule_citation(law, clock, clock.figure, on=on)
    return AnswerRule(clock.title, clock.sentence, rule.count, rule.unit, trigger, clock.whose, citation)


def response_by(
    rule: AnswerRule,
    calendar: HolidayCalendar,
    *,
    dated: date,
    mailed: date | None = None,
    served: date | None = None,
    received: date | None = None,
    assumed_days: int | None = None,
) -> ResponseDue:
    """By when a paper must be answered by the rule it was issued under.

    ``UserError`` where the day from which the rule counts is not recorded yet.
    """
    given = given_on(
        rule.trigger,
        dated=dated,
        mailed=mailed,
        served=served,
        received=received,
        assumed_days=assumed_days,
    )
    counted = DayRule(rule.title, rule.count, rule.unit, rule.citation)
    limit = deadline(counted, given.date, calendar, whose=rule.whose)
    return ResponseDue(rule.title, limit, given, rule.ask, rule.citation)


def response_due(
    law: Law,
    calendar: HolidayCalendar,
    *,
    dated: date,
    document: str = "NOV",
    mailed: date | None = None,
    served: date | None = None,
    received: date | None = None,
    assumed_days: int | None = None,
) -> ResponseDue:
    """By when a paper must be answered, by the law of its date.

    ``UserError`` where the law gives no time, or the day from which it counts is not recorded yet.
    """
    return response_by(
        answer_rule(law, document, on=dated),
        calendar,
        dated=dated,
        mailed=mailed,
        served=served,
        received=received,
        assumed_days=assumed_days,
    )
