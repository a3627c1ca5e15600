"""May construction start on this day? Approvals, fees, notice, highway permission, installer, and the call to 811.

Source: Hague 401, 402A, 408(3); Altamont 300-21, 300-22A(2), 300-28B; 16 NYCRR Part 753 for the call before digging,
which is the excavator's duty: the office records it and warns.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from sewerdesk.domain.applications import ApplicationDraft, WorkType
from sewerdesk.domain.approvals import approval_lines
from sewerdesk.domain.contractors import WorkScope, standing
from sewerdesk.domain.dates import at_least_before, earliest_after, law_rule
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import FeeDue, HighwayPermission, Law, fees_for, highway_permission
from sewerdesk.domain.permit_facts import IssueFacts
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.domain.wording import join_words, show_date, show_dollars

NOTICE = "construction_notice"
"""The law pack's key of the notice before construction."""
CALL_LEAST = "call_before_dig_least"
CALL_MOST = "call_before_dig_most"
_PAID_BEFORE = frozenset({FeeDue.WITH_APPLICATION, FeeDue.BEFORE_ISSUE, FeeDue.BEFORE_CONSTRUCTION})


@dataclass(frozen=True, slots=True)
class ConstructionNotice:
    """The notice before construction: the first day on which it may start, or the last day for giving the notice."""

    earliest_start: date | None
    notice_by: date | None
    period: str
    sentence: str
    citation: str


@dataclass(frozen=True, slots=True)
class DigWindow:
    """The first and the last day on which digging may begin under a call to 811."""

    called_on: date
    earliest: date
    latest: date
    sentence: str
    citation: str

    def problem_on(self, start: date) -> str:
        """Why digging may not begin on a day under this call; empty where it may."""
        if start < self.earliest:
            return (
                f"too soon after the call of {show_date(self.called_on)}; from {show_date(self.earliest)} on"
            )
        if start > self.latest:
            return f"the call of {show_date(self.called_on)} is too old; it served until {show_date(self.latest)}"
        return ""


def construction_notice(
    law: Law,
    calendar: HolidayCalendar,
    *,
    notified_on: date | None = None,
    planned_start: date | None = None,
) -> ConstructionNotice | None:
    """What the law's notice before construction comes to; ``None`` where the law asks for none.

    With the day of the notice, the earliest start: so many days later. With a planned start, the last day for the
    notice. ``BlankFigure`` where the figure is not entered.
    """
    day = notified_on or planned_start
    if day is None or not law.has_time_limit(NOTICE):
        return None
    row = law.time_limit(NOTICE)
    rule = law_rule(law, row.figure, event=row.title, on=day)
    earliest = None if notified_on is None else earliest_after(rule, notified_on, calendar).raw
    notice_by = None if planned_start is None else at_least_before(rule, planned_start, calendar).raw
    parts = []
    if earliest is not None and notified_on is not None:
        parts.append(
            f"{rule.period} from {show_date(notified_on)}: construction may start on {show_date(earliest)}"
        )
    if notice_by is not None and planned_start is not None:
        parts.append(f"to start on {show_date(planned_start)} the notice is needed by {show_date(notice_by)}")
    return ConstructionNotice(earliest, notice_by, rule.period, "; ".join(parts), rule.citation)


def dig_window(law: Law, called_on: date, calendar: HolidayCalendar) -> DigWindow | None:
    """The days on which digging may begin under a call; ``None`` where the law file has no such rule.

    So many full working days lie between the call and the digging: neither the day of the call nor that of the
    digging counts, nor do weekends and holidays.
    """
    if not (law.has_time_limit(CALL_LEAST) and law.has_time_limit(CALL_MOST)):
        return None
    least, most = (
        law_rule(law, law.time_limit(key).figure, event=law.time_limit(key).title, on=called_on)
        for key in (CALL_LEAST, CALL_MOST)
    )
    earliest = calendar.add_business_days(called_on, least.count + 1)
    latest = calendar.add_business_days(called_on, most.count + 1)
    sentence = (
        f"called on {show_date(called_on)}: {least.count} to {most.count} full working days lie between the call and "
        f"the digging, so it may begin from {show_date(earliest)} to {show_date(latest)}"
    )
    return DigWindow(called_on, earliest, latest, sentence, least.citation)


def may_start(facts: IssueFacts, law: Law, calendar: HolidayCalendar, *, on: date) -> Verdict:
    """May construction start on a day? NO where anything that the law asks before it is missing."""
    lines = tuple(_lines(facts, law, calendar, on))
    answer = Answer.NO if any(line.passed is False for line in lines) else Answer.YES
    return Verdict(answer, on, "May construction start on this date?", lines)


def _lines(facts: IssueFacts, law: Law, calendar: HolidayCalendar, on: date) -> Iterator[VerdictLine]:
    draft = facts.draft
    yield from approval_lines(law, draft, facts.approvals, on=on)
    yield from _fee_lines(facts, law)
    for line in (
        _design_line(draft, law),
        _notice_line(draft, law, calendar, on),
        highway_line(draft, law, on=on),
        _call_line(draft, law, calendar, on),
    ):
        if line is not None:
            yield line
    if facts.contractor is not None:
        scope = WorkScope(draft.triggers, draft.planned_end, draft.job)
        yield from standing(facts.contractor, law, on=on, scope=scope).failing


def _fee_lines(facts: IssueFacts, law: Law) -> Iterator[VerdictLine]:
    confirmed = bool(facts.zero_fee_confirmed_by.strip())
    charged = {line.fee_key for line in facts.fees}
    for kind in fees_for(law, facts.draft.project, facts.draft.permit_class):
        if kind.due in _PAID_BEFORE and kind.key not in charged and not confirmed:
            yield VerdictLine(
                False, kind.sentence, f"{kind.label}: no amount was charged", kind.citation,
                "Open the fee schedule", "fee.schedule",
            )  # fmt: skip
    for fee in facts.fees:
        if fee.due not in _PAID_BEFORE:
            continue
        settled = fee.is_settled or (fee.amount is None and confirmed)
        key = "fee.schedule" if fee.amount is None else "fee.receipt"
        yield VerdictLine(
            passed=settled,
            requirement=f"{fee.label} is paid",
            on_file=fee.sentence.rstrip("."),
            citation=fee.citation,
            action="" if settled else "Settle the fee",
            action_key="" if settled else key,
        )


def _design_line(draft: ApplicationDraft, law: Law) -> VerdictLine | None:
    """A sewer is designed by a licensed professional, whose plans are on file (Hague 401, Altamont 300-21)."""
    if draft.work_type is None or not draft.work_type.builds_sewer:
        return None
    named = [part.strip() for part in (draft.designer, draft.designer_license, draft.plan_set)]
    rule = next((row for row in law.attachments if row.key == "sewer_plans"), None)
    return VerdictLine(
        passed=all(named),
        requirement="Designed by a professional licensed in the State; set of plans on file",
        on_file=", ".join(part for part in named if part) or "No designer is named",
        citation=rule.citation if rule is not None else "",
        action="" if all(named) else "Complete the form",
        action_key="" if all(named) else "application.complete",
    )


def _notice_line(
    draft: ApplicationDraft, law: Law, calendar: HolidayCalendar, on: date
) -> VerdictLine | None:
    """The notice before construction goes with sewers that are built, not with one building's pipe."""
    if draft.work_type is None or not draft.work_type.builds_sewer or not law.has_time_limit(NOTICE):
        return None
    row = law.time_limit(NOTICE)
    found = construction_notice(law, calendar, notified_on=draft.construction_notice_on)
    is_met = found is not None and found.earliest_start is not None and found.earliest_start <= on
    return VerdictLine(
        passed=is_met,
        requirement=f"{row.sentence.rstrip('.')}: {law_rule(law, row.figure, event=row.title, on=on).period}",
        on_file="No notice is on file" if found is None else found.sentence,
        citation=row.citation,
        action="" if is_met else "Record the notice",
        action_key="" if is_met else "start.record",
    )


def highway_line(draft: ApplicationDraft, law: Law, *, on: date) -> VerdictLine | None:
    """The permission of whoever keeps the road that is opened; ``None`` where no road is, or the law names nobody."""
    row = None if draft.road_jurisdiction is None else highway_permission(law, draft.road_jurisdiction)
    if row is None or draft.work_type is WorkType.CHANGE_OF_USE:
        return None
    fault = _highway_fault(draft, on)
    said = f"Highway permit {draft.highway_permit_no.strip()}"
    if draft.highway_security is not None:
        said += f", {show_dollars(draft.highway_security)} deposited or bonded"
    return VerdictLine(
        passed=not fault,
        requirement=f"{row.authority}: {row.sentence}{_form_words(row)}",
        on_file=fault or said,
        citation=row.citation,
        action="Record the highway permit" if fault else "",
        action_key="road.record" if fault else "",
    )


def _highway_fault(draft: ApplicationDraft, on: date) -> str:
    given, until = draft.highway_permit_on, draft.highway_permit_until
    if not draft.highway_permit_no.strip() or given is None:
        return "No highway permit on file"
    if given > on:
        return f"The highway permit begins only on {show_date(given)}"
    return f"The highway permit ended on {show_date(until)}" if until is not None and until < on else ""


def _form_words(row: HighwayPermission) -> str:
    return f" It is applied for on form {join_words(row.forms, last='or')}." if row.forms else ""


def _call_line(draft: ApplicationDraft, law: Law, calendar: HolidayCalendar, on: date) -> VerdictLine | None:
    """The call to 811 never stops the office's own act; where it is wrong the line says so."""
    if draft.work_type is WorkType.CHANGE_OF_USE or not law.has_time_limit(CALL_LEAST):
        return None
    row = law.time_limit(CALL_LEAST)
    if draft.utility_called_on is None:
        said = "Warning: no call is on file; calling is the excavator's duty"
        return VerdictLine(True, row.sentence, said, row.citation, "Record the call", "start.record")
    window = dig_window(law, draft.utility_called_on, calendar)
    assert window is not None
    problem = window.problem_on(on)
    if problem:
        return VerdictLine(
            True, row.sentence, f"Warning: {problem}", window.citation, "Record the call", "start.record"
        )
    ticket = f"Ticket {draft.utility_ticket.strip()}, " if draft.utility_ticket.strip() else ""
    return VerdictLine(True, row.sentence, f"{ticket}{window.sentence}", window.citation)
