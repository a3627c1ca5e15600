"""What follows a violation: fines for so many days, petitions and defaults, orders, grounds for revoking a permit.

Every amount and time comes from the law of a day; what the law leaves open is left open here.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from sewerdesk.domain.dates import earliest_after, law_rule
from sewerdesk.domain.errors import FieldErrors, RuleViolation
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law, Penalty, RevocationGround, ServiceRule, UnknownRule
from sewerdesk.domain.law.changes import rule_citation
from sewerdesk.domain.law.words import figure_words
from sewerdesk.domain.money import round_cents
from sewerdesk.domain.time_limits import due
from sewerdesk.domain.wording import count, show_date, show_dollars


@dataclass(frozen=True, slots=True)
class Exposure:
    """What an offense may cost: dollars from ``least`` to ``most``, ``None`` where the law does not say."""

    title: str
    days: int
    least: Decimal | None
    most: Decimal | None
    sentence: str
    citation: str


def fine_exposure(law: Law, penalty_key: str, *, first: date, last: date) -> Exposure:
    """The range of fines for an offense that lasted from one day to another, both counted.

    Each day counts apart only where the law says so. The figures are those of the first day. ``RuleViolation`` for a
    penalty that the law does not have, ``FieldErrors`` where the last day is before the first, ``BlankFigure`` where
    the law's amounts are not entered.
    """
    penalty = next((row for row in law.penalties if row.key == penalty_key), None)
    if penalty is None:
        raise RuleViolation(f"The law of the {law.municipality} has no penalty “{penalty_key}”.")
    if last < first:
        raise FieldErrors(
            {"last": f"The last day, {show_date(last)}, is before the first, {show_date(first)}."}
        )
    days = (last - first).days + 1
    times = days if penalty.each_day else 1
    least, most = _amount(law, penalty.least, first, times), _amount(law, penalty.most, first, times)
    citation = _cited(law, penalty, first)
    return Exposure(penalty.title, days, least, most, _told(law, penalty, first, days), citation)


def check_fine(law: Law, penalty_key: str, amount: Decimal, *, on: date) -> str:
    """What is wrong with a fine for one offense (and day), in a sentence; empty where it is within the law's range."""
    found = fine_exposure(law, penalty_key, first=on, last=on)
    if found.least is not None and amount < found.least:
        return f"{show_dollars(amount)} is less than the least fine, {show_dollars(found.least)} ({found.citation})."
    if found.most is not None and amount > found.most:
        return f"{show_dollars(amount)} is more than the highest fine, {show_dollars(found.most)} ({found.citation})."
    return ""


def _amount(law: Law, key: str, on: date, times: int) -> Decimal | None:
    return round_cents(law.figure(key, on).number * times) if key else None


def _told(law: Law, penalty: Penalty, on: date, days: int) -> str:
    per_day = f" for each of {count(days, 'day')}" if penalty.each_day else " for the offense"
    ends = [law.figure(key, on) for key in (penalty.least, penalty.most) if key]
    range_ = (
        " to ".join(show_dollars(end.number) for end in ends)
        if ends
        else "an amount that the law does not limit"
    )
    words = f"{penalty.title}: {range_}{per_day}"
    if penalty.prison:
        figure = law.figure(penalty.prison, on)
        words += f", and up to {figure_words(figure)} in prison"
    costs = f", and {penalty.costs}" if penalty.costs else ""
    return f"{words}{costs} ({_cited(law, penalty, on)})."


def _cited(law: Law, penalty: Penalty, on: date) -> str:
    """The section of a penalty, with the act that changed an amount of it."""
    keys = [key for key in (penalty.least, penalty.most, penalty.prison) if key]
    return rule_citation(law, penalty, *keys, on=on)


@dataclass(frozen=True, slots=True)
class PetitionStanding:
    """Whether an order may still be petitioned against; ``in_default`` from the day after the last day."""

    last_day: date
    in_default: bool
    sentence: str
    citation: str


def petition_standing(
    law: Law, calendar: HolidayCalendar, *, received: date, petitioned: date | None, today: date
) -> PetitionStanding:
    """How an order stands that was received on a day: petitioned in time, still open, or in default.

    ``UnknownRule`` or ``BlankFigure`` where the law gives no time to petition.
    """
    limit = due(law, "petition", received, calendar)
    if petitioned is not None and petitioned < received:
        raise FieldErrors({"petitioned": "The petition cannot be earlier than the order's receipt."})
    in_time = petitioned is not None and petitioned <= limit.effective
    in_default = not in_time and today > limit.effective
    if petitioned is not None and in_time:
        told = f"Petitioned on {show_date(petitioned)}, in time."
    elif in_default:
        told = f"In default since {show_date(limit.effective + timedelta(days=1))}: no petition came in time."
    else:
        told = f"May be petitioned against through {show_date(limit.effective)}."
    return PetitionStanding(limit.effective, in_default, f"{told} {limit.sentence}", limit.citation)


def earliest_hearing(
    law: Law, calendar: HolidayCalendar, *, served: date, on: date | None = None
) -> tuple[date, str]:
    """The first day on which a hearing may be held whose notice was served on a day, with the rule.

    It is the first day from which counting the law's time back ends on or after the service.
    """
    row = law.time_limit("hearing_notice")
    rule = law_rule(law, row.figure, event=row.title, on=on or served)
    day = earliest_after(rule, served, calendar).raw
    return day, due(law, row.key, day, calendar, on=on or served).sentence


def check_service(law: Law, document: str, method: str) -> ServiceRule:
    """The rule by which a kind of paper is served, if it allows the method; ``RuleViolation`` if it does not."""
    rule = next((row for row in law.service_rules if row.key == document), None)
    if rule is None:
        raise UnknownRule(f"The law of the {law.municipality} does not say how a {document} is served.")
    if method not in rule.methods:
        allowed = ", ".join(one.replace("_", " ") for one in rule.methods)
        raise RuleViolation(
            f"A {document} is not served by {method.replace('_', ' ')}: {allowed} ({rule.citation}).",
            citation=rule.citation,
        )
    return rule


def check_revocation(law: Law, ground: str) -> RevocationGround:
    """The ground on which a permit is revoked; ``RuleViolation`` where none of the law's is named."""
    row = next((one for one in law.revocation_grounds if one.key == ground), None)
    if row is None:
        known = "; ".join(f"{one.sentence} ({one.citation})" for one in law.revocation_grounds)
        if not known:
            raise UnknownRule(f"The law of the {law.municipality} names no ground to revoke a permit.")
        raise RuleViolation(f"Choose the ground on which the permit is revoked: {known}")
    return row
