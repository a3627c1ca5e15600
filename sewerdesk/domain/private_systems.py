"""Private sewage disposal systems: where one may be built, when it is inspected, and when its permit takes effect.

Source: Dannemora 72-13; Hague 306 forbids them within the district.
"""

from datetime import date, datetime
from decimal import Decimal

from sewerdesk.domain.connection_orders import must_connect
from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law, ProjectKind
from sewerdesk.domain.time_limits import due
from sewerdesk.domain.verdicts import Answer, VerdictLine

INSPECTION = "private_inspection"
"""The law pack's key of the time in which a private system is inspected."""
EFFECT = "private_effect"
"""The law pack's key of the passage that says when the permit takes effect."""


def permits_private_systems(law: Law) -> bool:
    """Whether the law knows a permit for a private system at all."""
    return any(row.project is ProjectKind.PRIVATE_DISPOSAL for row in law.approvals)


def inspect_by(law: Law, ready_at: datetime, calendar: HolidayCalendar) -> Deadline | None:
    """The instant by which the officer inspects, counted in hours from the notice that the work is ready.

    ``ready_at`` is an aware instant; ``None`` where the law sets no time.
    """
    return due(law, INSPECTION, ready_at, calendar) if law.has_time_limit(INSPECTION) else None


def availability_line(law: Law, *, distance_ft: Decimal | None, on: date) -> VerdictLine:
    """A private system only where no public sewer is available: the order to connect decides which is near enough."""
    verdict = must_connect(law, distance_ft=distance_ft, on=on)
    line = verdict.lines[0]
    passed = {Answer.YES: False, Answer.NO: True, Answer.OFFICER: None}[verdict.answer]
    return VerdictLine(
        passed=passed,
        requirement=f"No {law.term('sewer').singular} is available to the property",
        on_file=line.on_file or line.requirement,
        citation=line.citation,
    )


def effect_sentence(law: Law) -> tuple[str, str]:
    """What the law says of when such a permit takes effect, and its citation; empty where it says nothing."""
    passage = law.words(EFFECT)
    return ("", "") if passage is None else (passage.text, passage.citation)
