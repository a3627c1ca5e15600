"""How long records are kept: when one may be disposed of, by the schedule that the law file names.

The program never deletes by itself; it says from which day on disposal is allowed, and a legal hold outweighs all.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from sewerdesk.domain.dates import DayRule, deadline
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import FigureStatus, Law, RetentionRule, Whose
from sewerdesk.domain.wording import show_date


@dataclass(frozen=True, slots=True)
class Disposal:
    """Whether a record may be disposed of; ``eligible_on`` is ``None`` where it is kept for ever or not known."""

    title: str
    eligible_on: date | None
    sentence: str
    citation: str

    def may_go(self, today: date) -> bool:
        """Whether its day has come."""
        return self.eligible_on is not None and today >= self.eligible_on


def disposal(
    law: Law, kind: str, *, since: date | None, calendar: HolidayCalendar, hold: str = ""
) -> Disposal:
    """When a record of a kind may be disposed of; ``since`` is the day of the event from which its years run.

    ``hold`` is the reason of a legal hold. ``UserError`` for a kind that the schedule does not have.
    """
    rule = next((row for row in law.retention_rules if row.key == kind), None)
    if rule is None:
        raise UserError(f"The retention schedule has no records of the kind “{kind}”.")
    if hold:
        return Disposal(
            rule.title, None, f"Held: {hold}. It is kept until the hold is lifted.", rule.citation
        )
    if not rule.keep:
        return Disposal(rule.title, None, f"Kept for ever ({rule.citation}).", rule.citation)
    return _after_its_years(law, rule, since, calendar)


def _after_its_years(
    law: Law, rule: RetentionRule, since: date | None, calendar: HolidayCalendar
) -> Disposal:
    if since is None:
        return Disposal(
            rule.title, None, f"Kept while {rule.trigger} has not come ({rule.citation}).", rule.citation
        )
    figure = law.figure(rule.keep, since)
    if figure.value is None:
        return Disposal(
            rule.title, None, f"The schedule's years are not entered: {figure.missing}.", figure.citation
        )
    period = DayRule(rule.title, figure.whole, figure.unit, figure.citation)
    last = deadline(period, since, calendar, whose=Whose.CLERK)
    confirm = "; confirm it with the adopted schedule" if figure.status is FigureStatus.MODEL else ""
    free = last.raw + timedelta(days=1)  # the last day of the period still counts
    sentence = (
        f"{period.period} after {rule.trigger} on {show_date(since)}: from {show_date(free)} it may be disposed of "
        f"({figure.citation}{confirm})."
    )
    return Disposal(rule.title, free, sentence, figure.citation)
