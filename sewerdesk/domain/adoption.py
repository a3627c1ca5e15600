"""How sewer rents are lawfully set: by local law, or by resolution after a hearing on public notice.

General Municipal Law section 452 lets the board set rents by local law or by resolution; a resolution needs a public
hearing on public notice, and so does each change of it.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law
from sewerdesk.domain.time_limits import due
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show_date


class AdoptedBy(StrEnum):
    """By which act the rents were set."""

    LOCAL_LAW = "local_law"
    RESOLUTION = "resolution"


@dataclass(frozen=True, slots=True)
class Adoption:
    """The steps of setting rents, as far as they are recorded; ``number`` is that of the act."""

    by: AdoptedBy
    number: str
    adopted_on: date | None
    noticed_on: date | None = None
    heard_on: date | None = None


def adoption_lines(
    law: Law, adoption: Adoption, *, effective: date, calendar: HolidayCalendar
) -> tuple[VerdictLine, ...]:
    """One line for each step that the setting of rents needs before they take effect (Gen. Mun. Law section 452)."""
    row = law.time_limit("rates_hearing_notice")
    lines = [_adopted(adoption, row.citation, effective)]
    if adoption.by is AdoptedBy.RESOLUTION:
        lines += [_heard(adoption, row.citation), _noticed(law, adoption, calendar)]
    return tuple(lines)


def _adopted(adoption: Adoption, citation: str, effective: date) -> VerdictLine:
    word = "local law" if adoption.by is AdoptedBy.LOCAL_LAW else "resolution"
    on, number = adoption.adopted_on, adoption.number.strip()
    passed = on is not None and bool(number) and on <= effective
    told = f"No. {number}, {show_date(on)}" if on is not None and number else "Number or day not recorded"
    return _line(f"Set by {word} on or before {show_date(effective)}", told, citation, passed=passed)


def _heard(adoption: Adoption, citation: str) -> VerdictLine:
    heard, adopted = adoption.heard_on, adoption.adopted_on
    passed = heard is not None and adopted is not None and heard <= adopted
    told = show_date(heard) if heard is not None else "No hearing recorded"
    return _line("Public hearing before the resolution", told, citation, passed=passed)


def _noticed(law: Law, adoption: Adoption, calendar: HolidayCalendar) -> VerdictLine:
    row = law.time_limit("rates_hearing_notice")
    if adoption.heard_on is None or adoption.noticed_on is None:
        told = "No notice recorded" if adoption.noticed_on is None else "No hearing recorded"
        return _line(row.title, told, row.citation, passed=False)
    limit = due(law, row.key, adoption.heard_on, calendar)
    passed = adoption.noticed_on <= limit.raw
    return _line(
        limit.sentence, f"Noticed on {show_date(adoption.noticed_on)}", limit.citation, passed=passed
    )


def _line(requirement: str, on_file: str, citation: str, *, passed: bool) -> VerdictLine:
    action = ("", "") if passed else ("Record it, or hear again", "rate.adoption")
    return VerdictLine(passed, requirement, on_file, citation, *action)
