"""Compliance schedules: their steps, the reports after each, and how long a permit may run.

No step takes longer than the law's months, a report follows each date, and no longer than the law's months lie between
two reports. Lengths are compared by the days that the law's own figures give, not rolled past weekends: a limit on a
length is no deadline. Sources: Dannemora 72-6B(2)(a)[9] and 72-6B(5); Lockport 150-6B(2)(d).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.dates import DayRule, Deadline, deadline, law_rule
from sewerdesk.domain.errors import RuleViolation
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Event, Law, Whose, clocks_for, timed_terminations
from sewerdesk.domain.pretreatment.answers import silent
from sewerdesk.domain.pretreatment.schedule import INCREMENT, MATTERS, PROGRESS, PROGRESS_GAP
from sewerdesk.domain.time_limits import due
from sewerdesk.domain.wording import show_date

TERM = "industrial_permit_term"
FINAL = "Final date for compliance"


@dataclass(frozen=True, slots=True)
class Milestone:
    """A step of a schedule: what is done by when, when it was done, and when its progress report came in."""

    name: str
    due: date
    done_on: date | None = None
    reported_on: date | None = None


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """A milestone with the day its report is due (None where the law has no such time) and why that day."""

    milestone: Milestone
    report_by: date | None
    sentence: str
    citation: str

    def is_report_late(self, today: date) -> bool:
        """Whether the report came, or is still open, after its day."""
        return self.report_by is not None and (self.milestone.reported_on or today) > self.report_by


@dataclass(frozen=True, slots=True)
class ScheduleCheck:
    """A schedule with its report days, what is wrong with it, and what this law does not say."""

    lines: tuple[ScheduleLine, ...]
    problems: tuple[str, ...]
    not_said: tuple[str, ...]
    citation: str

    @property
    def is_acceptable(self) -> bool:
        """Whether nothing forbids it."""
        return not self.problems


def check_schedule(
    law: Law,
    milestones: tuple[Milestone, ...],
    calendar: HolidayCalendar,
    *,
    starts_on: date,
    complies_by: date,
) -> ScheduleCheck:
    """Check a schedule from its start to the compliance date of the standard, which gets a report of its own."""
    steps = tuple(milestones)
    if not steps or steps[-1].due != complies_by:
        steps = (*steps, Milestone(FINAL, complies_by))
    problems = [*_order_problems(milestones, starts_on, complies_by)]
    citation = ""
    if law.has_time_limit(INCREMENT):
        citation = law.time_limit(INCREMENT).citation
        problems += _length_problems(law, steps, starts_on, calendar)
    lines = tuple(_lines(law, steps, calendar))
    problems += _gap_problems(law, lines, calendar)
    needed = (INCREMENT, PROGRESS, PROGRESS_GAP)
    missing = [silent(law, MATTERS[key]) for key in needed if not law.has_time_limit(key)]
    return ScheduleCheck(lines, tuple(problems), tuple(missing), citation)


def require_schedule(check: ScheduleCheck) -> None:
    """Refuse a schedule that the law does not allow: ``RuleViolation`` with every reason."""
    if not check.is_acceptable:
        raise RuleViolation(" ".join(check.problems), citation=check.citation)


def _order_problems(milestones: tuple[Milestone, ...], starts_on: date, complies_by: date) -> Iterator[str]:
    if not milestones:
        yield "The schedule has no milestone; enter the steps to compliance with their dates."
    before, name = starts_on, "the start of the schedule"
    for row in milestones:
        if row.due <= before:
            yield f"“{row.name}” on {show_date(row.due)} does not come after {name} on {show_date(before)}."
        if row.due > complies_by:
            yield f"“{row.name}” on {show_date(row.due)} is after the compliance date, {show_date(complies_by)}."
        before, name = row.due, f"“{row.name}”"


def _length_problems(
    law: Law, steps: tuple[Milestone, ...], starts_on: date, calendar: HolidayCalendar
) -> Iterator[str]:
    before, name = starts_on, "the start of the schedule"
    for row in steps:
        longest = due(law, INCREMENT, before, calendar)
        if row.due > longest.raw:
            yield (
                f"From {name} on {show_date(before)} to “{row.name}” on {show_date(row.due)} is too long: "
                f"{_period(longest)} end on {show_date(longest.raw)} ({longest.citation}). "
                "Add a milestone between them."
            )
        before, name = row.due, f"“{row.name}”"


def _lines(law: Law, steps: tuple[Milestone, ...], calendar: HolidayCalendar) -> Iterator[ScheduleLine]:
    last_report: date | None = None
    for row in steps:
        found = _report_due(law, row, last_report, calendar)
        if found is None:
            yield ScheduleLine(row, None, silent(law, MATTERS[PROGRESS]), "")
            continue
        yield ScheduleLine(row, found.effective, found.sentence, found.citation)
        last_report = row.reported_on or found.effective


def _report_due(
    law: Law, row: Milestone, last_report: date | None, calendar: HolidayCalendar
) -> Deadline | None:
    """The report's day: so long after the milestone, or earlier where the last report would lie too far back."""
    if not law.has_time_limit(PROGRESS):
        return None
    found = due(law, PROGRESS, row.due, calendar)
    if last_report is None or not law.has_time_limit(PROGRESS_GAP):
        return found
    gap = _longest_gap(law, last_report, calendar)
    return gap if gap.effective < found.effective else found


def _longest_gap(law: Law, last_report: date, calendar: HolidayCalendar) -> Deadline:
    row = law.time_limit(PROGRESS_GAP)
    rule = law_rule(law, row.figure, event=row.title, on=last_report)
    return deadline(rule, last_report, calendar, whose=Whose.CLERK)


def _period(found: Deadline) -> str:
    return DayRule(found.event, found.count, found.unit, found.citation).period


def _gap_problems(law: Law, lines: tuple[ScheduleLine, ...], calendar: HolidayCalendar) -> Iterator[str]:
    """Reports that came in with too long a time between them."""
    if not law.has_time_limit(PROGRESS_GAP):
        return
    before: date | None = None
    for line in lines:
        came = line.milestone.reported_on
        if came is None:
            continue
        if before is not None:
            longest = _longest_gap(law, before, calendar)
            if came > longest.raw:
                yield (
                    f"The reports of {show_date(before)} and {show_date(came)} lie too far apart: "
                    f"{_period(longest)} end on {show_date(longest.raw)} ({longest.citation})."
                )
        before = came


@dataclass(frozen=True, slots=True)
class TermLimit:
    """The last day that a permit issued on a day can run to. ``firm`` unless the permit may say otherwise."""

    key: str
    last_day: date
    firm: bool
    sentence: str
    citation: str


def term_limits(
    law: Law, *, permit_class: str, issued_on: date, calendar: HolidayCalendar
) -> tuple[TermLimit, ...]:
    """The times that end an industrial permit, shortest first; none where the law does not say.

    A time that names the class is a longest term; one for all classes yields to what the permit itself says.
    """
    rows = [
        (row.key, row.consequence, row.figure, permit_class in row.classes or not row.permit_may_differ)
        for row in clocks_for(law, permit_class)
        if row.event is Event.PERMIT_ISSUED and row.stops_with is not Event.PERMIT_FILED
    ]
    rows += [(row.key, row.sentence, row.figure, True) for row in timed_terminations(law, permit_class)]
    if law.has_time_limit(TERM):
        longest = law.time_limit(TERM)
        rows.append((longest.key, longest.sentence, longest.figure, True))
    limits = []
    for key, sentence, figure, firm in rows:
        rule = law_rule(law, figure, event=sentence, on=issued_on)
        found = deadline(rule, issued_on, calendar, whose=Whose.CLERK)
        told = f"{sentence.rstrip('.')}: {found.sentence} ({found.citation})."
        limits.append(TermLimit(key, found.raw, firm, told, found.citation))
    return tuple(sorted(limits, key=lambda row: row.last_day))


def require_term(limits: tuple[TermLimit, ...], *, expires_on: date) -> None:
    """Refuse a permit that would run past a firm limit: ``RuleViolation`` with the last day allowed."""
    for limit in limits:
        if limit.firm and expires_on > limit.last_day:
            raise RuleViolation(
                f"The permit cannot run to {show_date(expires_on)}. {limit.sentence}", citation=limit.citation
            )
