"""Permits: the clocks of the law computed at issue, and what a permit is as of a day.

Nothing about a permit's state is stored. It follows from the clocks frozen at issue (a permit stays under the
rules it was issued under) and from dated events; the first thing that ends it governs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from types import MappingProxyType

from sewerdesk.domain.dates import Deadline, deadline, law_rule
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import AutomaticTermination, Event, Law, PermitClock, clocks_for, timed_terminations
from sewerdesk.domain.law.changes import rule_citation
from sewerdesk.domain.permit_facts import Hindrance, Hold, IssueFacts, Severity
from sewerdesk.domain.permit_gate import hindrances, may_issue, readiness
from sewerdesk.domain.states import StateMachine, Transition
from sewerdesk.domain.wording import show_date

__all__ = [
    "PERMIT_MACHINE",
    "Hindrance",
    "Hold",
    "IssueFacts",
    "IssuedClock",
    "PermitEvent",
    "PermitEventKind",
    "PermitFacts",
    "PermitStanding",
    "PermitState",
    "Severity",
    "hindrances",
    "issue_clocks",
    "may_issue",
    "permit_standing",
    "readiness",
    "running_clocks",
    "term_end",
]


class PermitState(StrEnum):
    """What a permit is on a day."""

    IN_FORCE = "in_force"
    SUSPENDED = "suspended"
    LAPSED = "lapsed"
    EXPIRED = "expired"
    TERMINATED = "terminated"
    CLOSED = "closed"
    VOID = "void"

    @property
    def label(self) -> str:
        """The state as lists show it; a lapse says why, because the applicant will ask."""
        return (
            "Lapsed, not filed" if self is PermitState.LAPSED else self.value.replace("_", " ").capitalize()
        )


class PermitEventKind(StrEnum):
    """What can happen to an issued permit."""

    FILED = "filed"
    STARTED = "started"
    AMENDED = "amended"
    SUSPENDED = "suspended"
    REINSTATED = "reinstated"
    CONNECTED = "connected"
    TRANSFERRED = "transferred"
    RENEWED = "renewed"
    ENDED = "ended_by_itself"
    TERMINATED = "terminated"
    CLOSED = "closed"
    VOIDED = "voided"

    @property
    def label(self) -> str:
        """The event as lists show it."""
        return self.value.replace("_", " ").capitalize()


_P = PermitState
PERMIT_MACHINE: StateMachine[PermitState] = StateMachine(
    "permit",
    (
        Transition(_P.IN_FORCE, _P.IN_FORCE, "file"),
        Transition(_P.IN_FORCE, _P.IN_FORCE, "start"),
        Transition(_P.IN_FORCE, _P.IN_FORCE, "amend"),
        Transition(_P.IN_FORCE, _P.IN_FORCE, "connect"),
        Transition(_P.IN_FORCE, _P.IN_FORCE, "transfer"),
        Transition(_P.IN_FORCE, _P.CLOSED, "renew"),
        Transition(_P.IN_FORCE, _P.SUSPENDED, "suspend"),
        Transition(_P.IN_FORCE, _P.TERMINATED, "end"),
        Transition(_P.IN_FORCE, _P.TERMINATED, "terminate"),
        Transition(_P.IN_FORCE, _P.CLOSED, "close"),
        Transition(_P.IN_FORCE, _P.VOID, "void"),
        Transition(_P.SUSPENDED, _P.SUSPENDED, "file"),
        Transition(_P.SUSPENDED, _P.IN_FORCE, "reinstate"),
        Transition(_P.SUSPENDED, _P.TERMINATED, "terminate"),
        Transition(_P.SUSPENDED, _P.TERMINATED, "end"),
        Transition(_P.SUSPENDED, _P.VOID, "void"),
    ),
)
"""What may be done with an issued permit. A lapsed or expired one is not extended: the law asks for a new
application."""


@dataclass(frozen=True, slots=True)
class IssuedClock:
    """A clock of the law as it was computed when the permit was issued.

    ``raw`` is the day the counting ends on, ``effective`` the last day on which the act is in time; ``rule`` is
    the sentence that explains it. ``ends_as`` is what the permit becomes when the clock runs out; a clock without
    ``stops_with`` ends the permit in any case.
    """

    key: str
    title: str
    ends_as: PermitState
    stops_with: Event | None
    consequence: str
    start: date
    raw: date
    effective: date
    rule: str
    citation: str


@dataclass(frozen=True, slots=True)
class PermitEvent:
    """Something that happened to a permit, with its reason (the ground of a termination, the file number)."""

    kind: PermitEventKind
    on: date
    note: str = ""
    citation: str = ""


@dataclass(frozen=True, slots=True)
class PermitFacts:
    """A permit as issued, and what happened to it since."""

    number: str
    issued_on: date
    class_key: str
    clocks: tuple[IssuedClock, ...]
    events: tuple[PermitEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class PermitStanding:
    """What the permit is on a day, since when, and why; ``verbs`` are what may be done with it."""

    state: PermitState
    since: date
    sentence: str
    citation: str

    @property
    def verbs(self) -> tuple[str, ...]:
        """What may be done with the permit now."""
        return PERMIT_MACHINE.verbs(self.state)


_STOPPED_BY: Mapping[Event, PermitEventKind] = MappingProxyType(
    {
        Event.PERMIT_FILED: PermitEventKind.FILED,
        Event.CONNECTED: PermitEventKind.CONNECTED,
        Event.PERMIT_RENEWED: PermitEventKind.RENEWED,
    }
)
_ENDS: Mapping[PermitEventKind, PermitState] = MappingProxyType(
    {
        PermitEventKind.TERMINATED: PermitState.TERMINATED,
        PermitEventKind.ENDED: PermitState.TERMINATED,
        PermitEventKind.RENEWED: PermitState.CLOSED,
        PermitEventKind.CLOSED: PermitState.CLOSED,
        PermitEventKind.VOIDED: PermitState.VOID,
    }
)


_HOW_ENDED: Mapping[PermitState, str] = MappingProxyType(
    {
        PermitState.LAPSED: "lapsed: it was not filed by",
        PermitState.EXPIRED: "expired: the work was not finished by",
        PermitState.TERMINATED: "ended by itself after",
    }
)


def issue_clocks(
    law: Law,
    *,
    issued_on: date,
    class_key: str,
    calendar: HolidayCalendar,
    expires_on: date | None = None,
) -> tuple[IssuedClock, ...]:
    """The clocks of a permit that is issued on a day, by the law of that day; a time that nobody has set runs not.

    ``expires_on`` is a day that the permit itself sets where the law lets it differ (Hague 602B [502B]: "unless
    otherwise provided for in the permit"). ``FieldErrors`` where it is not after the day of issue.
    """
    if expires_on is not None and expires_on <= issued_on:
        raise FieldErrors({"expires_on": "The permit must expire after the day on which it is issued."})
    clocks = [
        _clock(law, row, issued_on, calendar, expires_on)
        for row in clocks_for(law, class_key)
        if law.figure(row.figure, issued_on).value is not None
    ]
    clocks += [
        _termination_clock(law, row, issued_on, calendar) for row in timed_terminations(law, class_key)
    ]
    return tuple(clocks)


def running_clocks(facts: PermitFacts, *, on: date) -> tuple[IssuedClock, ...]:
    """The clocks that still run on a day, the next one to end first; none once the permit has ended."""
    if permit_standing(facts, on=on).state not in {PermitState.IN_FORCE, PermitState.SUSPENDED}:
        return ()
    running = [clock for clock in facts.clocks if _stopped_on(facts, clock, on) is None]
    return tuple(sorted(running, key=lambda clock: clock.effective))


def permit_standing(facts: PermitFacts, *, on: date) -> PermitStanding:
    """What the permit is on a day: the first event or clock that ended it governs, whatever came later.

    The last day of a clock still counts to its end. An act after the last day does not revive the permit.
    """
    ends = [*_clock_ends(facts, on), *_event_ends(facts, on)]
    if ends:
        return min(ends, key=lambda end: end.since)
    suspension = _open_suspension(facts, on)
    if suspension is not None:
        return PermitStanding(
            PermitState.SUSPENDED,
            suspension.on,
            _because(f"{facts.number} is suspended from {show_date(suspension.on)}", suspension.note),
            suspension.citation,
        )
    return _in_force(facts, on)


def _clock(
    law: Law, row: PermitClock, issued_on: date, calendar: HolidayCalendar, expires_on: date | None
) -> IssuedClock:
    if expires_on is not None and row.permit_may_differ:
        _check_term(law, row, issued_on, calendar, expires_on)
        raw = effective = expires_on
        rule, citation = f"set by the permit: {show_date(expires_on)}", row.citation
    else:
        limit = _limit(law, row, issued_on, calendar)
        raw, effective, rule = limit.raw, limit.effective, limit.sentence
        citation = rule_citation(law, row, row.figure, on=issued_on)
        if row.stops_with is Event.PERMIT_RENEWED:  # a term ends on its day; nobody has an act to do on it
            effective, rule = raw, rule.partition(";")[0]
    return IssuedClock(
        key=row.key,
        title=row.title,
        ends_as=PermitState.LAPSED if row.stops_with is Event.PERMIT_FILED else PermitState.EXPIRED,
        stops_with=row.stops_with,
        consequence=row.consequence,
        start=issued_on,
        raw=raw,
        effective=effective,
        rule=rule,
        citation=citation,
    )


def _limit(law: Law, row: PermitClock, issued_on: date, calendar: HolidayCalendar) -> Deadline:
    rule = law_rule(law, row.figure, event=row.title, on=issued_on)
    return deadline(rule, issued_on, calendar, whose=row.whose)


def _check_term(
    law: Law, row: PermitClock, issued_on: date, calendar: HolidayCalendar, expires_on: date
) -> None:
    """A permit that is renewed may be given a shorter term than the law's, never a longer one (Dannemora 72-6B(5))."""
    if row.stops_with is not Event.PERMIT_RENEWED or law.figure(row.figure, issued_on).value is None:
        return
    longest = _limit(law, row, issued_on, calendar).raw
    if expires_on > longest:
        raise FieldErrors(
            {"expires_on": f"The permit can last until {show_date(longest)} at the longest ({row.citation})."}
        )


def _termination_clock(
    law: Law, row: AutomaticTermination, issued_on: date, calendar: HolidayCalendar
) -> IssuedClock:
    rule = law_rule(law, row.figure, event=row.sentence, on=issued_on)
    limit = deadline(rule, issued_on, calendar)
    return IssuedClock(
        key=row.key,
        title=row.sentence,
        ends_as=PermitState.TERMINATED,
        stops_with=None,
        consequence=row.sentence,
        start=issued_on,
        raw=limit.raw,
        effective=limit.raw,  # it ends by itself: nobody has an act to do that could wait for a business day
        rule=limit.sentence.partition(";")[0],
        citation=rule_citation(law, row, row.figure, on=issued_on),
    )


def _clock_ends(facts: PermitFacts, on: date) -> list[PermitStanding]:
    ends = []
    for clock in facts.clocks:
        stopped = _stopped_on(facts, clock, on)
        if on <= clock.effective or (stopped is not None and stopped <= clock.effective):
            continue
        ends.append(
            PermitStanding(
                clock.ends_as,
                clock.effective + timedelta(days=1),
                f"{facts.number} {_ran_out(clock)} {show_date(clock.effective)} ({clock.rule}). "
                "A new application is needed.",
                clock.citation,
            )
        )
    return ends


def _ran_out(clock: IssuedClock) -> str:
    if clock.stops_with is Event.PERMIT_RENEWED:
        return "expired: it was not renewed by"
    return _HOW_ENDED[clock.ends_as]


def _event_ends(facts: PermitFacts, on: date) -> list[PermitStanding]:
    return [
        PermitStanding(
            _ENDS[event.kind],
            event.on,
            _because(f"{facts.number} {_ended_words(event.kind)} on {show_date(event.on)}", event.note),
            event.citation,
        )
        for event in facts.events
        if event.kind in _ENDS and event.on <= on
    ]


def _ended_words(kind: PermitEventKind) -> str:
    return "ended by itself" if kind is PermitEventKind.ENDED else f"was {kind.value}"


def term_end(facts: PermitFacts) -> date | None:
    """The day on which the permit's own term ends, before which it is renewed; ``None`` where it has no term.

    A clock by which work is to be finished is no term: work that is not done by then needs a new application.
    """
    terms = [clock.effective for clock in facts.clocks if clock.stops_with in {None, Event.PERMIT_RENEWED}]
    return min(terms, default=None)


def _stopped_on(facts: PermitFacts, clock: IssuedClock, on: date) -> date | None:
    kind = None if clock.stops_with is None else _STOPPED_BY.get(clock.stops_with)
    days = [event.on for event in facts.events if event.kind is kind and event.on <= on]
    return min(days, default=None)


def _open_suspension(facts: PermitFacts, on: date) -> PermitEvent | None:
    last: PermitEvent | None = None
    for event in sorted(facts.events, key=lambda row: row.on):
        if event.on <= on and event.kind is PermitEventKind.SUSPENDED:
            last = event
        elif event.on <= on and event.kind is PermitEventKind.REINSTATED:
            last = None
    return last


def _in_force(facts: PermitFacts, on: date) -> PermitStanding:
    running = [clock for clock in facts.clocks if _stopped_on(facts, clock, on) is None]
    first = min(running, key=lambda clock: clock.effective, default=None)
    if first is None:
        return PermitStanding(PermitState.IN_FORCE, facts.issued_on, f"{facts.number} is in force.", "")
    return PermitStanding(
        PermitState.IN_FORCE,
        facts.issued_on,
        f"{facts.number} is in force. {first.title} by {show_date(first.effective)} ({first.rule}).",
        first.citation,
    )


def _because(sentence: str, note: str) -> str:
    return f"{sentence}: {note.strip().rstrip('.')}." if note.strip() else f"{sentence}."
