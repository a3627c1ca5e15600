"""What must not be discharged: a sample judged by every prohibition of the law and by the local limits.

Bounds are figures of the law; a value that equals its bound keeps it ("more than 5 percent", "less than 5.0", "exceeds
104 degrees"). A temperature is compared in the unit of the law's figure, whichever it was measured in. What nobody
measured or looked at is not known, never kept. Sources: Dannemora 72-4A; Hague 201 (Cooling Water, Properly Shredded
Garbage); Lockport, Definitions (Properly Shredded Garbage).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import pairwise

from sewerdesk.domain.errors import FieldErrors, UserError
from sewerdesk.domain.law import BlankFigure, Bound, Figure, FigureStatus, Law, Prohibition, Quantity, Unit
from sewerdesk.domain.pretreatment.answers import Finding, any_of, figure_note, silent
from sewerdesk.domain.pretreatment.results import LabResult, result_for
from sewerdesk.domain.verdicts import Answer
from sewerdesk.domain.wording import join_words, show

SLUG = "slug"
INCREASE = "contribution.increase_max_percent"
_TEMPERATURES = (Unit.DEGREES_F, Unit.DEGREES_C)
_PH_SCALE = Decimal(14)
_LEL_MOST = Decimal(100)
_COLDEST_F = Decimal("-459.67")


@dataclass(frozen=True, slots=True)
class Temperature:
    """A temperature as measured, in degrees Fahrenheit or Celsius (``Unit.DEGREES_F``, ``Unit.DEGREES_C``)."""

    value: Decimal
    unit: Unit

    def __post_init__(self) -> None:
        if self.unit not in _TEMPERATURES:
            raise ValueError(f"{self.unit} is no unit of temperature")

    @property
    def fahrenheit(self) -> Decimal:
        """The same temperature in degrees Fahrenheit, exact."""
        return self.value if self.unit is Unit.DEGREES_F else self.value * 9 / 5 + 32

    @property
    def words(self) -> str:
        """As measured, with the other unit: ``41 °C (105.8 °F)``."""
        if self.unit is Unit.DEGREES_C:
            return f"{show(self.value)} °C ({show(self.fahrenheit)} °F)"
        celsius = (self.value - 32) * 5 / 9
        return f"{show(self.value)} °F ({show(celsius, 1)} °C)"


@dataclass(frozen=True, slots=True)
class DischargeSample:
    """What was measured at a user's discharge; ``None`` and empty mean "not measured".

    ``temperature`` is that of the sewage where the law's bound applies (its entry into the plant). ``explosimeter`` has
    the readings in percent of the lower explosive limit in the order they were taken. ``particle_in`` is the largest
    particle in inches. ``cooling_water`` has the results of what cooling water is judged by (COD, suspended solids),
    ``results`` all others, in mg/l by the key of the pollutant. ``observed`` answers the prohibitions that have no
    measure, by their key: True where it was discharged.
    """

    taken_on: date
    ph: Decimal | None = None
    temperature: Temperature | None = None
    explosimeter: tuple[Decimal, ...] = ()
    particle_in: Decimal | None = None
    cooling_water: Mapping[str, LabResult] = field(default_factory=dict)
    results: Mapping[str, LabResult] = field(default_factory=dict)
    observed: Mapping[str, bool] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LocalLimit:
    """A limit of the user's permit or of a local law: ``at_most`` or ``at_least``, in mg/l, and where it stands."""

    pollutant: str
    name: str
    citation: str
    at_most: Decimal | None = None
    at_least: Decimal | None = None


@dataclass(frozen=True, slots=True)
class DischargeLine:
    """One prohibition or local limit: ``broken`` is met where the sample breaks it, with the reason."""

    key: str
    broken: Finding
    requirement: str
    reason: str
    citation: str
    status: FigureStatus = FigureStatus.LAW


@dataclass(frozen=True, slots=True)
class DischargeVerdict:
    """Whether a sample breaks a prohibition; the officer decides where something was not measured."""

    broken: Answer
    judged_on: date
    lines: tuple[DischargeLine, ...]
    sentence: str

    @property
    def breaches(self) -> tuple[DischargeLine, ...]:
        """The prohibitions and limits that are broken, in the law's order."""
        return tuple(line for line in self.lines if line.broken is Finding.MET)


def judge_discharge(
    law: Law, sample: DischargeSample, *, local: Iterable[LocalLimit] = (), on: date | None = None
) -> DischargeVerdict:
    """Judge a sample by the law of the day it was taken (or ``on``) and by the local limits.

    The slug has its own judgement by a series of readings (``slugs.judge_slug``). A quantity that meets a bound which
    the office has not entered is not known, and its line says what to enter. ``FieldErrors`` where a reading cannot be.
    """
    errors = _errors(sample)
    if errors:
        raise FieldErrors(errors)
    day = on or sample.taken_on
    lines = [_line(law, row, sample, day) for row in law.prohibitions if row.key != SLUG]
    lines += [_local(limit, sample) for limit in local]
    if not lines:
        return DischargeVerdict(Answer.OFFICER, day, (), silent(law, "what must not be discharged"))
    answer = any_of(line.broken for line in lines)
    return DischargeVerdict(answer, day, tuple(lines), _sentence(answer, lines))


def _sentence(answer: Answer, lines: list[DischargeLine]) -> str:
    if answer is Answer.YES:
        broken = [_told(row) for row in lines if row.broken is Finding.MET]
        return f"The discharge is prohibited: {'; '.join(broken)}."
    if answer is Answer.NO:
        return "No prohibition is broken by this sample."
    unknown = sum(row.broken is Finding.NOT_KNOWN for row in lines)
    return (
        f"Nothing that was measured is prohibited; {unknown} of {len(lines)} not known. The officer decides."
    )


def _told(line: DischargeLine) -> str:
    """The reason, with the section once."""
    told = line.reason.rstrip(".")
    return told if line.citation in told else f"{told} ({line.citation})"


def _line(law: Law, row: Prohibition, sample: DischargeSample, on: date) -> DischargeLine:
    if row.quantity is None:
        broken = Finding.of(fact=sample.observed.get(row.key))
        words = {
            Finding.MET: f"Discharged: {row.sentence}",
            Finding.NOT_MET: "Not discharged.",
            Finding.NOT_KNOWN: "Not looked at.",
        }
        return DischargeLine(row.key, broken, row.sentence, words[broken], row.citation, row.status)
    if not row.bounds:
        return DischargeLine(
            row.key, Finding.NOT_KNOWN, row.sentence, silent(law, "the bound"), row.citation, row.status
        )
    found = [_bounded(law, row.quantity, bound, sample, on) for bound in row.bounds]
    broken = _worst(finding for finding, _ in found)
    reasons = [reason for finding, reason in found if finding is broken]
    figures = [law.figure(key, on) for bound in row.bounds for key in (bound.at_least, bound.at_most) if key]
    status = row.status
    if status is FigureStatus.LAW:
        status = next((figure.status for figure in figures if figure.status is not status), status)
    return DischargeLine(row.key, broken, row.sentence, " ".join(reasons), row.citation, status)


def _worst(findings: Iterable[Finding]) -> Finding:
    found = list(findings)
    return next(kind for kind in (Finding.MET, Finding.NOT_KNOWN, Finding.NOT_MET) if kind in found)


Judged = tuple[Finding, str]


def _bounded(law: Law, quantity: Quantity, bound: Bound, sample: DischargeSample, on: date) -> Judged:
    least = law.figure(bound.at_least, on) if bound.at_least else None
    most = law.figure(bound.at_most, on) if bound.at_most else None
    names = _pollutants_of(law, bound) if quantity is Quantity.COOLING_WATER else [bound.quantity]
    try:
        found = [_QUANTITIES[quantity](sample, name, least, most) for name in names]
    except BlankFigure as blank:
        return Finding.NOT_KNOWN, blank.message
    worst = _worst(finding for finding, _ in found)
    return worst, " ".join(reason for finding, reason in found if finding is worst)


def _pollutants_of(law: Law, bound: Bound) -> list[str]:
    """The keys of the pollutants that a bound names in words ("COD or suspended solids"), else its own word."""
    words = bound.quantity.casefold().replace("_", " ")
    named = [row.key for row in law.pollutants if row.key.replace("_", " ") in words.split(" or ")]
    return named or [bound.quantity]


def _within(
    value: Decimal | None, name: str, words: str, *, least: Figure | None, most: Figure | None
) -> Judged:
    """A plain number between its bounds; ``words`` tell it with its unit. A value that equals a bound keeps it."""
    if value is None:
        return Finding.NOT_KNOWN, f"{name}: not measured."
    told = words.format(show(value))
    if least is not None and value < least.number:
        return Finding.MET, f"{told} is less than {figure_note(least)}."
    if most is not None and value > most.number:
        return Finding.MET, f"{told} is more than {figure_note(most)}."
    return Finding.NOT_MET, f"{told} is within the bound."


def _ph(sample: DischargeSample, _name: str, least: Figure | None, most: Figure | None) -> Judged:
    return _within(sample.ph, "pH", "pH {}", least=least, most=most)


def _particle(sample: DischargeSample, _name: str, least: Figure | None, most: Figure | None) -> Judged:
    return _within(sample.particle_in, "Particles", "A particle of {} in", least=least, most=most)


def _temperature(sample: DischargeSample, _name: str, least: Figure | None, most: Figure | None) -> Judged:
    if sample.temperature is None:
        return Finding.NOT_KNOWN, "Temperature: not measured."
    found, words = sample.temperature.fahrenheit, sample.temperature.words
    for figure, over in ((most, True), (least, False)):
        if figure is None:
            continue
        if figure.unit not in _TEMPERATURES:
            raise UserError(f"The figure for {figure.subject} ({figure.citation}) must be a temperature.")
        bound = Temperature(figure.number, figure.unit).fahrenheit
        if found > bound if over else found < bound:
            return Finding.MET, f"{words} is {'more' if over else 'less'} than {figure_note(figure)}."
    return Finding.NOT_MET, f"{words} is within the bound."


def _single(sample: DischargeSample, _name: str, least: Figure | None, most: Figure | None) -> Judged:
    highest = max(sample.explosimeter, default=None)
    return _within(highest, "Explosion meter", "A reading of {} percent", least=least, most=most)


def _successive(sample: DischargeSample, _name: str, least: Figure | None, most: Figure | None) -> Judged:
    """Any two readings one after the other: the lower of the two is what both of them are over."""
    if len(sample.explosimeter) == 1:
        return Finding.NOT_KNOWN, "Two successive readings of the explosion meter: only one was taken."
    lower = max((min(pair) for pair in pairwise(sample.explosimeter)), default=None)
    return _within(
        lower, "Explosion meter", "The lower of two successive readings, {} percent,", least=least, most=most
    )


def _cooling(sample: DischargeSample, name: str, least: Figure | None, most: Figure | None) -> Judged:
    return _result(result_for(sample.cooling_water, name), f"Cooling water, {name}", least, most)


def _pollutant(sample: DischargeSample, name: str, least: Figure | None, most: Figure | None) -> Judged:
    return _result(result_for(sample.results, name), name, least, most)


_QUANTITIES: Mapping[Quantity, Callable[[DischargeSample, str, Figure | None, Figure | None], Judged]] = {
    Quantity.PH: _ph,
    Quantity.TEMPERATURE: _temperature,
    Quantity.EXPLOSIMETER_SINGLE: _single,
    Quantity.EXPLOSIMETER_SUCCESSIVE: _successive,
    Quantity.PARTICLE: _particle,
    Quantity.COOLING_WATER: _cooling,
    Quantity.POLLUTANT: _pollutant,
}


def _result(result: LabResult, name: str, least: Figure | None, most: Figure | None) -> Judged:
    if not result.is_tested:
        return Finding.NOT_KNOWN, f"{name}: not tested."
    low = None if least is None else least.number
    high = None if most is None else most.number
    finding = _judge_result(result, low, high)
    notes = [figure_note(figure) for figure in (least, most) if figure is not None]
    return finding, _result_reason(name, result, finding, join_words(notes))


def _judge_result(result: LabResult, least: Decimal | None, most: Decimal | None) -> Finding:
    facts = [
        *([result.exceeds(most)] if most is not None else []),
        *([result.falls_below(least)] if least is not None else []),
    ]
    return Finding.MET if True in facts else Finding.of(fact=None if None in facts or not facts else False)


def _result_reason(name: str, result: LabResult, finding: Finding, bound: str) -> str:
    if not result.is_tested:
        return f"{name}: not tested."
    verb = {
        Finding.MET: "breaks the bound of",
        Finding.NOT_MET: "keeps the bound of",
        Finding.NOT_KNOWN: "does not tell whether it keeps the bound of",
    }[finding]
    return f"{name}: {result.words} mg/l {verb} {bound}."


def _local(limit: LocalLimit, sample: DischargeSample) -> DischargeLine:
    result = result_for(sample.results, limit.pollutant)
    finding = _judge_result(result, limit.at_least, limit.at_most)
    bounds = [
        *([f"at least {show(limit.at_least)} mg/l"] if limit.at_least is not None else []),
        *([f"at most {show(limit.at_most)} mg/l"] if limit.at_most is not None else []),
    ]
    words = join_words(bounds) or "no figure"
    reason = _result_reason(limit.name, result, finding, words)
    return DischargeLine(limit.pollutant, finding, f"{limit.name}: {words}", reason, limit.citation)


def judge_increase(law: Law, *, permitted: Decimal, found: Decimal, on: date) -> DischargeLine:
    """Whether a user has raised a permitted contribution by more than the law's percent; both amounts in one unit.

    Compared by multiplication, so that an increase of exactly the percent keeps it. ``UserError`` where the permitted
    contribution is not more than zero or the one found is below zero.
    """
    if not (permitted.is_finite() and found.is_finite() and permitted > 0 and found >= 0):
        raise UserError("Enter the permitted contribution, more than zero, and the one found, zero or more.")
    if not law.has_figure(INCREASE):
        reason = silent(law, "by how much a permitted contribution may grow")
        return DischargeLine("increase", Finding.NOT_KNOWN, "", reason, "")
    figure = law.figure(INCREASE, on)
    more = found - permitted
    broken = more * 100 > figure.number * permitted
    share = show(more * 100 / permitted, 2)
    words = "more" if broken else "not more"
    told = f"{show(found)} where {show(permitted)} is permitted ({share} percent)"
    reason = f"{told} is {words} than {figure_note(figure)}."
    row = next((row for row in law.prohibitions if row.key == "increase"), None)
    requirement = row.sentence if row is not None else figure.subject
    return DischargeLine(
        "increase", Finding.of(fact=broken), requirement, reason, figure.citation, figure.status
    )


def _errors(sample: DischargeSample) -> dict[str, str]:
    errors = {}
    if sample.ph is not None and not (sample.ph.is_finite() and 0 <= sample.ph <= _PH_SCALE):
        errors["ph"] = "A pH lies between 0 and 14; correct the entry."
    warm = sample.temperature
    if warm is not None and not (warm.value.is_finite() and warm.fahrenheit >= _COLDEST_F):
        errors["temperature"] = "No water is that cold; correct the temperature or its unit."
    if any(not (reading.is_finite() and 0 <= reading <= _LEL_MOST) for reading in sample.explosimeter):
        errors["explosimeter"] = (
            "Readings of the explosion meter are percents from 0 to 100; correct the entry."
        )
    if sample.particle_in is not None and not (sample.particle_in.is_finite() and sample.particle_in >= 0):
        errors["particle_in"] = "The size of a particle is zero inches or more; correct the entry."
    return errors
