"""Guarantees and other securities that stand behind a permit or an accepted sewer, and when they end.

Source: Hague 407 and Altamont 300-27 (one year of guarantee, secured by a bond or otherwise as the Board approves); New
York model codes for the security of an industrial user, which is optional.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.contractor_facts import CoverTerm
from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law
from sewerdesk.domain.time_limits import due
from sewerdesk.domain.verdicts import VerdictLine
from sewerdesk.domain.wording import show_date, show_dollars

GUARANTEE = "guarantee"
"""The law pack's key of the time of the guarantee."""
REMIND_DAYS = 60
"""How long before its end the office is reminded of a guarantee; the program's choice, no law sets it."""


@dataclass(frozen=True, slots=True)
class Security:
    """A bond, a letter of credit, a deposit or another security; ``approved_by`` is the Board's minute or letter."""

    kind: str
    issuer: str
    number: str
    amount: Decimal
    term: CoverTerm
    approved_on: date | None = None
    approved_by: str = ""
    released_on: date | None = None

    @property
    def label(self) -> str:
        """How sentences name it."""
        return f"{self.kind} {self.number} of {self.issuer}, {show_dollars(self.amount)}"


@dataclass(frozen=True, slots=True)
class Guarantee:
    """The guarantee of an accepted sewer: its last day, and the day from which the office is reminded of it."""

    ends: Deadline
    remind_from: date

    def is_running(self, on: date) -> bool:
        """Whether it runs on that day, its last one included."""
        return self.ends.start <= on <= self.ends.raw

    def is_to_remind(self, on: date) -> bool:
        """Whether the office is to look at the sewer before the guarantee ends."""
        return self.remind_from <= on <= self.ends.raw


def guarantee(law: Law, accepted_on: date, calendar: HolidayCalendar) -> Guarantee | None:
    """The guarantee of a sewer that was accepted on a day; ``None`` where the law asks for none."""
    if not law.has_time_limit(GUARANTEE):
        return None
    ends = due(law, GUARANTEE, accepted_on, calendar)
    return Guarantee(ends, ends.raw - timedelta(days=REMIND_DAYS))


def guarantee_line(
    law: Law, security: Security | None, *, accepted_on: date, calendar: HolidayCalendar, on: date
) -> VerdictLine | None:
    """Whether an accepted sewer's guarantee is secured to its last day; ``None`` where the law asks for none."""
    found = guarantee(law, accepted_on, calendar)
    if found is None:
        return None
    row = law.time_limit(GUARANTEE)
    if on > found.ends.raw:
        return VerdictLine(
            True, row.sentence, f"The guarantee ended on {show_date(found.ends.raw)}", row.citation
        )
    fault = _security_fault(security, through=found.ends.raw, board=law.officer("board").title)
    said = "" if security is None else security.label
    return VerdictLine(
        not fault, row.sentence, f"{said}: {fault}" if said and fault else fault or said, row.citation
    )


def industrial_security_line(
    security: Security | None, *, required: Decimal | None, citation: str, on: date
) -> VerdictLine | None:
    """Whether an industrial user's security is enough; ``None`` where the officer has asked for none.

    ``required`` is the amount that the officer found needed; the law file at hand gives none.
    """
    if required is None:
        return None
    requirement = f"Security of {show_dollars(required)} before the permit is issued again"
    if security is None:
        return VerdictLine(False, requirement, "None is on file", citation)
    faults = [problem] if (problem := security.term.problem_on(on)) else []
    if security.amount < required:
        faults.append(f"{show_dollars(security.amount)} is less than {show_dollars(required)}")
    if security.released_on is not None and security.released_on <= on:
        faults.append(f"released on {show_date(security.released_on)}")
    said = security.label
    return VerdictLine(not faults, requirement, f"{said}: {'; '.join(faults)}" if faults else said, citation)


def _security_fault(security: Security | None, *, through: date, board: str) -> str:
    if security is None:
        return "No bond or other security is on file"
    if security.approved_on is None or not security.approved_by.strip():
        return f"not approved by the {board}"
    if security.released_on is not None and security.released_on <= through:
        return f"released on {show_date(security.released_on)}, before the guarantee ends on {show_date(through)}"
    last = security.term.last_day
    if last is not None and last < through:
        return f"ends on {show_date(last)}, before the guarantee does on {show_date(through)}"
    return ""
