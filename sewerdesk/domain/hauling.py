"""Waste brought by truck: the hauler's license, each load and its fee, and what was dumped in all.

A license is good while its own time and the hauler's State permit (6 NYCRR Part 364) both run, nothing false was stated
in its application, and it is not suspended or revoked. What the law asks comes from its rows on hauled waste; where it
has none on a matter the officer decides. Sources: Hague Article 7 (titles read) and the New York model law; Dannemora
72-2 and Lockport (Indirect Discharge).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from sewerdesk.domain.dates import deadline, law_rule
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import HaulingRule, Law, Whose
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.pretreatment.answers import silent
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine, answer_of
from sewerdesk.domain.wording import show, show_date

TERM, STATE_PERMIT, FALSE_STATEMENT, REVOCATION = "term", "state_permit", "false_statement", "revocation"
PLACE, FEE, LOAD_RECORD, LICENSE = "place", "fee", "load_record", "license"
"""The keys of the law's rows on hauled waste."""


@dataclass(frozen=True, slots=True)
class StatePermit:
    """The hauler's permit of the State: its number, its last day, and the day it was revoked."""

    number: str
    expires_on: date | None
    revoked_on: date | None = None


@dataclass(frozen=True, slots=True)
class Suspension:
    """A time in which the license does not hold; ``until`` is the first day on which it holds again."""

    since: date
    until: date | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HaulerLicense:
    """A license as on file. ``false_statement_on`` is the day on which one was found in the application."""

    number: str
    holder: str
    issued_on: date
    state_permit: StatePermit | None
    false_statement_on: date | None = None
    revoked_on: date | None = None
    suspensions: tuple[Suspension, ...] = ()


@dataclass(frozen=True, slots=True)
class HaulerApplication:
    """What the owner of the vehicles states; ``vehicles`` are the descriptions with plate and color."""

    applicant: str
    owns_vehicles: bool | None
    vehicles: tuple[str, ...]
    state_permit: str
    gallons_a_year: Decimal | None
    service_area: str


@dataclass(frozen=True, slots=True)
class Load:
    """One load: where it came from, how much (gallons), what it is, and its fee.

    ``tracking_form`` is the number of the waste-tracking form of an industrial load. ``fee_due`` and ``fee_paid`` are
    dollars, ``paid_on`` the day it was paid in full and ``receipt`` the number of the receipt.
    ``at_set_place_and_time`` is None where nobody noted it.
    """

    number: str
    license_number: str
    dumped_on: date
    source: str
    gallons: Decimal | None
    characteristics: str
    industrial: bool = False
    tracking_form: str = ""
    fee_due: Decimal | None = None
    fee_paid: Decimal = ZERO
    paid_on: date | None = None
    receipt: str = ""
    at_set_place_and_time: bool | None = None


def rule_of(law: Law, key: str) -> HaulingRule | None:
    """The law's row on one matter of hauled waste, or None."""
    return next((row for row in law.hauling_rules if row.key == key), None)


def license_last_day(law: Law, license_: HaulerLicense, calendar: HolidayCalendar) -> date | None:
    """The last day of the license's own time, counted like every time of the law; None where the law sets none.

    One year from March 1, 2027 is March 1, 2028. ``BlankFigure`` where the time is not entered.
    """
    row = rule_of(law, TERM)
    if row is None or not row.figure:
        return None
    rule = law_rule(law, row.figure, event=row.sentence, on=license_.issued_on)
    return deadline(rule, license_.issued_on, calendar, whose=Whose.CLERK).raw


def license_standing(law: Law, license_: HaulerLicense, calendar: HolidayCalendar, *, on: date) -> Verdict:
    """Whether a license holds on a day, requirement by requirement; its last day still holds."""
    question = f"Does license {license_.number} of {license_.holder} hold on {show_date(on)}?"
    if rule_of(law, LICENSE) is None:
        line = VerdictLine(None, silent(law, "who may bring waste by truck"), "", "")
        return Verdict(Answer.OFFICER, on, question, (line,))
    lines = (
        _issued(law, license_, on),
        _term_line(law, license_, calendar, on),
        _state_line(law, license_, on),
        _false_line(law, license_, on),
        _revoked_line(law, license_, on),
    )
    return Verdict(answer_of(lines), on, question, lines)


def _issued(law: Law, license_: HaulerLicense, on: date) -> VerdictLine:
    row = rule_of(law, LICENSE)
    assert row is not None
    return VerdictLine(
        license_.issued_on <= on, row.sentence, f"Issued {show_date(license_.issued_on)}.", row.citation
    )


def _term_line(law: Law, license_: HaulerLicense, calendar: HolidayCalendar, on: date) -> VerdictLine:
    row, last = rule_of(law, TERM), license_last_day(law, license_, calendar)
    if row is None or last is None:
        return VerdictLine(None, silent(law, "how long a license holds"), "", "")
    return VerdictLine(on <= last, row.sentence, f"Runs to {show_date(last)}.", row.citation)


def _state_line(law: Law, license_: HaulerLicense, on: date) -> VerdictLine:
    row, permit = rule_of(law, STATE_PERMIT), license_.state_permit
    if row is None:
        return VerdictLine(None, silent(law, "what the end of the State permit does to a license"), "", "")
    if permit is None or not permit.number.strip():
        return VerdictLine(False, row.sentence, "No State permit is on file.", row.citation)
    if permit.revoked_on is not None and permit.revoked_on <= on:
        told = f"State permit {permit.number} was revoked on {show_date(permit.revoked_on)}."
        return VerdictLine(False, row.sentence, told, row.citation)
    if permit.expires_on is None:
        told = f"The last day of State permit {permit.number} is not recorded."
        return VerdictLine(None, row.sentence, told, row.citation)
    told = f"State permit {permit.number} runs to {show_date(permit.expires_on)}."
    return VerdictLine(on <= permit.expires_on, row.sentence, told, row.citation)


def _false_line(law: Law, license_: HaulerLicense, on: date) -> VerdictLine:
    row, found = rule_of(law, FALSE_STATEMENT), license_.false_statement_on
    if found is None or found > on:
        sentence = "No false statement in the application" if row is None else row.sentence
        return VerdictLine(True, sentence, "None was found.", "" if row is None else row.citation)
    told = f"A false statement was found on {show_date(found)}."
    if row is None:
        return VerdictLine(None, silent(law, "what a false statement does to a license"), told, "")
    return VerdictLine(False, row.sentence, told, row.citation)


def _revoked_line(law: Law, license_: HaulerLicense, on: date) -> VerdictLine:
    row = rule_of(law, REVOCATION)
    sentence = "Not suspended or revoked" if row is None else row.sentence
    citation = "" if row is None else row.citation
    if license_.revoked_on is not None and license_.revoked_on <= on:
        return VerdictLine(False, sentence, f"Revoked on {show_date(license_.revoked_on)}.", citation)
    for one in license_.suspensions:
        if one.since <= on and (one.until is None or on < one.until):
            why = f": {one.reason}" if one.reason else ""
            return VerdictLine(False, sentence, f"Suspended since {show_date(one.since)}{why}.", citation)
    return VerdictLine(True, sentence, "Not suspended or revoked.", citation)


def application_gaps(application: HaulerApplication) -> tuple[str, ...]:
    """What a hauler's application still lacks, one sentence each."""
    gaps = []
    if application.owns_vehicles is not True:
        gaps.append(
            "The applicant must be the owner of the vehicles; record that the registrations were seen."
        )
    if not [row for row in application.vehicles if row.strip()]:
        gaps.append("Enter every vehicle with its plate and color.")
    if not application.state_permit.strip():
        gaps.append("Enter the number of the State permit (6 NYCRR Part 364).")
    if application.gallons_a_year is None or application.gallons_a_year <= 0:
        gaps.append("Enter the gallons expected in a year.")
    if not application.service_area.strip():
        gaps.append("Enter the area served.")
    return tuple(gaps)


def load_gaps(load: Load) -> tuple[str, ...]:
    """What the record of a load still lacks, one sentence each."""
    gaps = []
    if not load.source.strip():
        gaps.append("Enter where the load came from.")
    if load.gallons is None or load.gallons <= 0:
        gaps.append("Enter the gallons of the load, more than zero.")
    if not load.characteristics.strip():
        gaps.append("Enter what kind of waste it is.")
    if load.industrial and not load.tracking_form.strip():
        gaps.append("An industrial load needs the number of its waste-tracking form.")
    return tuple(gaps)


def may_dump(law: Law, load: Load, license_: HaulerLicense | None, calendar: HolidayCalendar) -> Verdict:
    """Whether a load may be dumped: license, place and time, fee paid before, record complete."""
    question = f"May load {load.number} be dumped on {show_date(load.dumped_on)}?"
    lines = (
        _license_line(law, load, license_, calendar),
        _place_line(law, load),
        _fee_line(law, load),
        _record_line(law, load),
    )
    return Verdict(answer_of(lines), load.dumped_on, question, lines)


def _license_line(
    law: Law, load: Load, license_: HaulerLicense | None, calendar: HolidayCalendar
) -> VerdictLine:
    row = rule_of(law, LICENSE)
    if row is None:
        return VerdictLine(None, silent(law, "who may bring waste by truck"), "", "")
    if license_ is None or license_.number != load.license_number:
        return VerdictLine(False, row.sentence, "No such license is on file.", row.citation)
    standing = license_standing(law, license_, calendar, on=load.dumped_on)
    if standing.answer is Answer.YES:
        return VerdictLine(True, row.sentence, f"License {license_.number} holds.", row.citation)
    wanted = standing.failing or tuple(line for line in standing.lines if line.passed is None)
    passed = False if standing.answer is Answer.NO else None
    return VerdictLine(passed, row.sentence, " ".join(line.on_file for line in wanted), row.citation)


def _place_line(law: Law, load: Load) -> VerdictLine:
    row = rule_of(law, PLACE)
    if row is None:
        return VerdictLine(None, silent(law, "where and when waste may be dumped"), "", "")
    words = {True: "At the set place and time.", False: "Not at the set place and time.", None: "Not noted."}
    return VerdictLine(
        load.at_set_place_and_time, row.sentence, words[load.at_set_place_and_time], row.citation
    )


def _fee_line(law: Law, load: Load) -> VerdictLine:
    row = rule_of(law, FEE)
    if row is None:
        return VerdictLine(None, silent(law, "what a load costs and when it is paid"), "", "")
    if load.fee_due is None:
        return VerdictLine(None, row.sentence, "The fee for the load is not entered.", row.citation)
    told = f"${show(load.fee_paid, 2)} of ${show(load.fee_due, 2)} paid"
    told += f", receipt {load.receipt.strip()}." if load.receipt.strip() else ", no receipt."
    in_time = load.paid_on is not None and load.paid_on <= load.dumped_on and bool(load.receipt.strip())
    paid = load.fee_paid >= load.fee_due and (load.fee_due == 0 or in_time)
    return VerdictLine(paid, row.sentence, told, row.citation)


def _record_line(law: Law, load: Load) -> VerdictLine:
    row, gaps = rule_of(law, LOAD_RECORD), load_gaps(load)
    sentence = "The record of the load is complete" if row is None else row.sentence
    told = " ".join(gaps) or "Complete."
    return VerdictLine(not gaps, sentence, told, "" if row is None else row.citation)


class Period(StrEnum):
    """Over what loads are added up."""

    DAY = "day"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class LoadTotal:
    """What one hauler dumped in a period: loads, gallons, dollars due and paid."""

    license_number: str
    first_day: date
    loads: int
    gallons: Decimal
    fees_due: Decimal
    fees_paid: Decimal


def total_loads(loads: Iterable[Load], *, by: Period) -> tuple[LoadTotal, ...]:
    """Totals by license and day or calendar year, in the order of license and time.

    ``UserError`` names a load without its gallons: a total that leaves one out would be wrong.
    """
    sums: dict[tuple[str, date], LoadTotal] = {}
    for load in loads:
        if load.gallons is None:
            raise UserError(
                f"Load {load.number} of {show_date(load.dumped_on)} has no gallons; enter them first."
            )
        first = load.dumped_on if by is Period.DAY else date(load.dumped_on.year, 1, 1)
        key = (load.license_number, first)
        before = sums.get(key, LoadTotal(load.license_number, first, 0, Decimal(0), ZERO, ZERO))
        sums[key] = LoadTotal(
            load.license_number,
            first,
            before.loads + 1,
            before.gallons + load.gallons,
            before.fees_due + (load.fee_due or ZERO),
            before.fees_paid + load.fee_paid,
        )
    return tuple(sums[key] for key in sorted(sums))
