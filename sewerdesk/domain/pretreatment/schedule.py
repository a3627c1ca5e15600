"""The dates of an industrial user: when to apply, renew, report, build, and how a compliance schedule must run.

Every day comes from the times of the law (``time_limits``); nothing here knows a number of days. Where the law has no
such time the answer says so and leaves it to the officer. Sources: Dannemora 72-4H, 72-6B to 72-6D and 72-6G; Lockport
150-6B; the New York model law.
"""

import calendar as month_lengths
from dataclasses import dataclass, replace
from datetime import date

from sewerdesk.domain.dates import Deadline, earliest_after, law_rule
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law, TimeLimit
from sewerdesk.domain.pretreatment.answers import silent
from sewerdesk.domain.time_limits import Start, due, due_in_year, month_end
from sewerdesk.domain.wording import show_date

PERIODIC_REPORT = "periodic_report"
COMPLIANCE_REPORT = "compliance_report"
NEW_SOURCE_REPORT = "compliance_report_new_source"
INCREMENT, PROGRESS, PROGRESS_GAP = "milestone_increment", "progress_report", "progress_report_gap"

MATTERS = {
    "contribution_apply": "how long before the connection a new user must apply for an industrial permit",
    "existing_user_apply": "by when an existing user must apply for an industrial permit",
    "existing_user_hold": "by when an existing user must hold an industrial permit",
    "uncovered_user_apply": "by when a user under a new federal standard must apply",
    "permit_revision": "by when a permit is revised after a new federal standard",
    "holder_report": "by when a permit holder reports after a new federal standard",
    "permit_renewal": "how long before the end of a permit its renewal must be applied for",
    "permit_change_notice": "how long before a change of a permit its user must be told",
    INCREMENT: "how long a step of a compliance schedule may take",
    PROGRESS: "by when progress after a milestone must be reported",
    PROGRESS_GAP: "how long may pass between progress reports",
    COMPLIANCE_REPORT: "by when compliance with a standard must be reported",
    NEW_SOURCE_REPORT: "by when a new source must report its compliance",
    PERIODIC_REPORT: "in which months a user must report",
    "monitoring_facility": "by when a monitoring facility must be built",
    "accident_report": "by when an accidental discharge must be reported in writing",
    "confidential_release": "how long before a release of confidential information its owner must be told",
    "suspension_statement": "by when the cause of a suspension must be explained in writing",
}
"""The times that a law may have for industrial users, by their key, and the words for a law that lacks one."""


@dataclass(frozen=True, slots=True)
class TimeAnswer:
    """A day by which, with the sentence that explains it; without a deadline the law has no such time."""

    key: str
    title: str
    deadline: Deadline | None
    sentence: str
    citation: str

    @property
    def day(self) -> date | None:
        """The day to act on, or None."""
        return None if self.deadline is None else self.deadline.effective


def day_of(
    law: Law, key: str, start: date | Start, calendar: HolidayCalendar, *, on: date | None = None
) -> TimeAnswer:
    """The day of one time of the law that runs from (or back from) its event; keys as in ``MATTERS``.

    ``BlankFigure`` where its figure is not entered.
    """
    if not law.has_time_limit(key):
        return TimeAnswer(key, "", None, silent(law, MATTERS[key]), "")
    row, found = law.time_limit(key), due(law, key, start, calendar, on=on)
    return TimeAnswer(key, row.title, found, found.sentence, found.citation)


def earliest_after_notice(law: Law, key: str, told_on: date, calendar: HolidayCalendar) -> TimeAnswer:
    """The first day on which something may happen that must be told "at least so long before" (``key``).

    A change of a permit, a release of confidential information: the notice is on ``told_on``, its day not counted.
    """
    if not law.has_time_limit(key):
        return TimeAnswer(key, "", None, silent(law, MATTERS[key]), "")
    row = law.time_limit(key)
    rule = law_rule(law, row.figure, event=row.title, on=told_on)
    found = earliest_after(rule, told_on, calendar)
    told = f"{rule.period} from the notice of {show_date(told_on)} ({rule.citation})"
    sentence = f"Not before {show_date(found.raw)}: {told}."
    return TimeAnswer(key, row.title, found, sentence, rule.citation)


def check_notice(
    law: Law, key: str, *, told_on: date, takes_place_on: date, calendar: HolidayCalendar
) -> TimeAnswer:
    """The same, refused where the day comes too soon after the notice: ``RuleViolation`` with the first day allowed."""
    answer = earliest_after_notice(law, key, told_on, calendar)
    if answer.deadline is not None and takes_place_on < answer.deadline.raw:
        raise RuleViolation(
            f"{show_date(takes_place_on)} is too soon after the notice of {show_date(told_on)}. {answer.sentence}",
            citation=answer.citation,
        )
    return answer


def compliance_report(
    law: Law,
    calendar: HolidayCalendar,
    *,
    complies_by: date | None = None,
    discharge_starts: date | None = None,
) -> TimeAnswer:
    """When the compliance report is due: after the final date, or for a new source after its discharge starts.

    Exactly one of the two days is given; ``UserError`` otherwise.
    """
    if (complies_by is None) is (discharge_starts is None):
        raise UserError(
            "Enter the final date for compliance, or for a new source the day its discharge starts, not both."
        )
    if complies_by is not None:
        return day_of(law, COMPLIANCE_REPORT, complies_by, calendar)
    assert discharge_starts is not None
    if law.has_time_limit(NEW_SOURCE_REPORT):
        return day_of(law, NEW_SOURCE_REPORT, discharge_starts, calendar)
    start = Start(discharge_starts, how="the start of the discharge of a new source")
    return day_of(law, COMPLIANCE_REPORT, start, calendar)


def periodic_reports(
    law: Law,
    year: int,
    calendar: HolidayCalendar,
    *,
    agreed_months: tuple[int, ...] = (),
    agreement: str = "",
) -> tuple[TimeAnswer, ...]:
    """When the periodic reports of a year are due: the last day of each month that the law names.

    The officer may agree to other months (``agreed_months`` 1 to 12 with a reference to the ``agreement``);
    ``UserError`` for months that are none or an agreement without its reference.
    """
    if not law.has_time_limit(PERIODIC_REPORT):
        return (TimeAnswer(PERIODIC_REPORT, "", None, silent(law, MATTERS[PERIODIC_REPORT]), ""),)
    row = law.time_limit(PERIODIC_REPORT)
    if not agreed_months:
        found = due_in_year(law, PERIODIC_REPORT, year, calendar)
        return tuple(TimeAnswer(row.key, row.title, one, one.sentence, one.citation) for one in found)
    if not agreement.strip():
        raise UserError("Enter by which letter or permit condition other months were agreed.")
    if any(not 1 <= month <= 12 for month in agreed_months):
        raise UserError("The months of the reports are numbers from 1 (January) to 12 (December).")
    return tuple(
        _agreed(row, year, month, agreement.strip(), calendar) for month in sorted(set(agreed_months))
    )


def _agreed(row: TimeLimit, year: int, month: int, agreement: str, calendar: HolidayCalendar) -> TimeAnswer:
    found = month_end(row, year, month, calendar, citation=row.citation)
    when, day = f"{month_lengths.month_name[month]} {year}", show_date(found.effective)
    sentence = f"{row.title} in {when}, as agreed ({agreement}): by {day}."
    return TimeAnswer(row.key, row.title, replace(found, sentence=sentence), sentence, row.citation)
