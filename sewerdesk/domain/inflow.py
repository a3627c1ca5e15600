"""Inflow: storm and ground water that must not reach the sewer, the order to take it off, and what it may cost.

Sources: Hague 501B and Article 6 (titles read), Lockport 150-6S, Dannemora 72-10, and the New York model law. Which
sources are forbidden, how near a storm sewer must be, the time to disconnect and the greatest multiple of the charge
are rows and figures of the law; where it has none the officer decides.
"""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.dates import Deadline
from sewerdesk.domain.errors import RuleViolation, UserError
from sewerdesk.domain.holidays import HolidayCalendar
from sewerdesk.domain.law import Law, Prohibition
from sewerdesk.domain.law import Violation as ViolationRow
from sewerdesk.domain.money import round_cents
from sewerdesk.domain.pretreatment.answers import blank_sentence, figure_note, silent
from sewerdesk.domain.time_limits import due
from sewerdesk.domain.verdicts import Answer, Verdict, VerdictLine
from sewerdesk.domain.wording import show, show_date

STORM_SEWER = "inflow.storm_sewer_within_ft"
MULTIPLE = "inflow.charge_times_normal_max"
DISCONNECT, SALE_INSPECTION, SALE_REPAIR = "inflow_disconnect", "inflow_sale_inspection", "inflow_sale_repair"
FORBIDDEN_KEYS = ("inflow", "pool", "drainage", "surface_water")
"""The keys under which laws forbid storm, ground and cooling water in the sewer."""


@dataclass(frozen=True, slots=True)
class InflowSource:
    """A source found at a property. ``storm_sewer_ft`` is the distance of a storm sewer, None where not measured.

    ``existing`` tells a source that was there before the law from a new one; ``reconnected`` one that had been taken
    off before.
    """

    description: str
    existing: bool = True
    storm_sewer_ft: Decimal | None = None
    reconnected: bool = False


def forbidden_sources(law: Law) -> tuple[Prohibition, ...]:
    """What the law says must not be connected, in its own order; none where it does not say."""
    return tuple(row for row in law.prohibitions if row.key in FORBIDDEN_KEYS)


def violation_of(law: Law, source: InflowSource) -> ViolationRow | None:
    """The section to cite: connected again, new, or existing, whichever the law has; None where it has none."""
    kind = "existing_inflow" if source.existing else "new_inflow"
    wanted = ("reconnected_inflow", kind, "inflow") if source.reconnected else (kind, "inflow")
    rows = {row.key: row for row in law.violations}
    return next((rows[key] for key in wanted if key in rows), None)


def must_disconnect(law: Law, source: InflowSource, *, on: date) -> Verdict:
    """Whether a source must be taken off the sewer by the law of a day.

    A new source and one connected again are never allowed. An existing one must go where a storm sewer is within the
    law's distance; where none is near, or the distance is not known, the officer decides.
    """
    question = f"Must “{source.description}” be taken off the sewer?"
    rows = forbidden_sources(law)
    if not rows:
        line = VerdictLine(None, silent(law, "which sources of inflow are not allowed"), "", "")
        return Verdict(Answer.OFFICER, on, question, (line,))
    lines = [VerdictLine(True, row.sentence, source.description, row.citation) for row in rows]
    if source.reconnected or not source.existing:
        told = "Connected again after it was taken off." if source.reconnected else "A new source."
        found = violation_of(law, source)
        lines.append(VerdictLine(True, "No new source", told, "" if found is None else found.citation))
        return Verdict(Answer.YES, on, question, tuple(lines))
    near = _storm_sewer(law, source, on)
    lines.append(near)
    return Verdict(Answer.YES if near.passed else Answer.OFFICER, on, question, tuple(lines))


def _storm_sewer(law: Law, source: InflowSource, on: date) -> VerdictLine:
    if not law.has_figure(STORM_SEWER):
        return VerdictLine(None, silent(law, "how near a storm sewer must be"), "", "")
    figure = law.figure(STORM_SEWER, on)
    requirement = f"A storm sewer within {figure_note(figure)}"
    blank = blank_sentence(figure)
    if blank or source.storm_sewer_ft is None:
        return VerdictLine(None, requirement, blank or "Distance not measured.", figure.citation)
    if not (source.storm_sewer_ft.is_finite() and source.storm_sewer_ft >= 0):
        raise UserError("The distance of the storm sewer must be zero feet or more; correct the entry.")
    told = f"{show(source.storm_sewer_ft)} ft away."
    if source.storm_sewer_ft <= figure.number:
        return VerdictLine(True, requirement, told, figure.citation)
    return VerdictLine(None, requirement, f"{told} Too far; the officer decides.", figure.citation)


@dataclass(frozen=True, slots=True)
class InflowDay:
    """A day of the law on inflow, or the sentence that it has none."""

    deadline: Deadline | None
    sentence: str


def disconnect_by(law: Law, served_on: date, calendar: HolidayCalendar) -> InflowDay:
    """The day by which a source must be off the sewer; ``BlankFigure`` where the time is not entered."""
    return _day(law, DISCONNECT, served_on, calendar, "in what time inflow must be taken off")


def inspect_sale_by(law: Law, notified_on: date, calendar: HolidayCalendar) -> InflowDay:
    """The day by which a property that is sold is inspected for inflow."""
    return _day(
        law, SALE_INSPECTION, notified_on, calendar, "in what time a property that is sold is inspected"
    )


def repair_sale_by(law: Law, served_on: date, calendar: HolidayCalendar) -> InflowDay:
    """The day by which inflow found at a sale must be off the sewer."""
    return _day(
        law, SALE_REPAIR, served_on, calendar, "in what time inflow found at a sale must be taken off"
    )


def _day(law: Law, key: str, start: date, calendar: HolidayCalendar, matter: str) -> InflowDay:
    if not law.has_time_limit(key):
        return InflowDay(None, silent(law, matter))
    found = due(law, key, start, calendar)
    return InflowDay(found, found.sentence)


@dataclass(frozen=True, slots=True)
class InflowCharge:
    """What inflow costs: the normal volume charge in dollars times a multiple, rounded half-up to the cent once."""

    normal: Decimal
    times: Decimal
    amount: Decimal
    formula: str
    citation: str


def inflow_charge(law: Law, *, normal: Decimal, times: Decimal, on: date) -> InflowCharge:
    """The charge for inflow at a multiple of the normal volume charge.

    ``RuleViolation`` where the multiple is over the law's, or the law has none; ``UserError`` where it or the charge
    is below zero; ``BlankFigure`` where the law's multiple is not entered.
    """
    if not (normal.is_finite() and normal >= 0 and times.is_finite() and times >= 0):
        raise UserError("The normal volume charge and the multiple must be zero or more; correct the entry.")
    if not law.has_figure(MULTIPLE):
        raise RuleViolation(silent(law, "that inflow may be billed at a multiple of the normal charge"))
    most = law.figure(MULTIPLE, on)
    if times > most.number:
        raise RuleViolation(
            f"Inflow may be billed at no more than {figure_note(most)} the normal volume charge on {show_date(on)}, "
            f"not {show(times)} times.",
            citation=most.citation,
        )
    amount = round_cents(normal * times)
    formula = f"${show(normal, 2)} × {show(times)} = ${show(amount, 2)}"
    return InflowCharge(normal, times, amount, formula, most.citation)
