"""Whether an industrial user is significant: every test of the law with its reason, and when to ask again.

One test that is met is enough. A question that nobody answered, and a figure that nobody measured, are "not known" and
for the officer; they are never taken for a no. Shares are compared by multiplication, so that exactly 5 percent is
exactly 5 percent.

Sources: Hague 201 (User, Significant Industrial, and its note); Lockport, Definitions (Significant Industrial User);
Dannemora 72-2 (Significant Industrial User).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.dates import add_months
from sewerdesk.domain.errors import FieldErrors
from sewerdesk.domain.law import (
    BlankFigure,
    Comparison,
    Figure,
    FigureStatus,
    Law,
    LawText,
    SiuCriterion,
    SiuMeasure,
)
from sewerdesk.domain.pretreatment.answers import Finding, any_of, figure_note, months_of, silent
from sewerdesk.domain.verdicts import Answer
from sewerdesk.domain.wording import join_words, show, show_date

EXCEPTION = "siu_exception"
RESCREEN = "siu.rescreen"
_ALL = Decimal(100)


@dataclass(frozen=True, slots=True)
class LoadShare:
    """The load of one pollutant in lb a day: the user's and that of the plant that receives it."""

    pollutant: str
    user: Decimal
    plant: Decimal


@dataclass(frozen=True, slots=True)
class UserFacts:
    """What is known of an industrial user; ``None`` is "not answered" or "not measured", never no or zero.

    ``workday_flow`` is gallons on an average workday, ``daily_flow`` and ``plant_flow`` gallons on an average day.
    ``raw_material_lb`` and ``raw_material_gal`` are what is used in a year of material with priority pollutants or
    substances of concern; ``discharges_measurable`` whether any of it can be measured in the sewage.
    ``detected_at_plant`` is whether the pollutant can be detected where the sewage enters the plant.
    """

    name: str
    categorical: bool | None = None
    toxic: bool | None = None
    impact: bool | None = None
    workday_flow: Decimal | None = None
    daily_flow: Decimal | None = None
    plant_flow: Decimal | None = None
    loads: tuple[LoadShare, ...] | None = None
    raw_material_lb: Decimal | None = None
    raw_material_gal: Decimal | None = None
    discharges_measurable: bool | None = None
    detected_at_plant: bool | None = None


@dataclass(frozen=True, slots=True)
class CriterionReason:
    """One test of the law: how it came out, its words, the reason with the numbers, and where it stands."""

    key: str
    finding: Finding
    requirement: str
    reason: str
    citation: str
    status: FigureStatus


@dataclass(frozen=True, slots=True)
class Screening:
    """The answer for one user on a day, every test with its reason, and the day to ask again (None: the law has none).

    ``exception`` is the law's note under which the officer may class the user as not significant after all; where it
    applies the answer is the officer's.
    """

    name: str
    judged_on: date
    answer: Answer
    reasons: tuple[CriterionReason, ...]
    sentence: str
    exception: LawText | None
    rescreen_on: date | None
    rescreen: str

    @property
    def met(self) -> tuple[CriterionReason, ...]:
        """The tests that make the user significant."""
        return tuple(row for row in self.reasons if row.finding is Finding.MET)


def screen(law: Law, facts: UserFacts, *, on: date) -> Screening:
    """Screen one user by the law of a day.

    A test whose figure the office has not entered is not known, and its reason says what to enter. ``FieldErrors``
    where a number is below zero or the plant's own flow or load is zero.
    """
    errors = _errors(facts)
    if errors:
        raise FieldErrors(errors)
    reasons = tuple(_reason(law, row, facts, on) for row in law.siu_criteria)
    answer = any_of(row.finding for row in reasons)
    exception = law.texts.get(EXCEPTION)
    applies = exception is not None and answer is Answer.YES and facts.detected_at_plant is False
    sentence = _sentence(law, facts, reasons, answer)
    if applies and exception is not None:
        answer = Answer.OFFICER
        sentence += f" The pollutant is not detected at the plant: {exception.text} ({exception.citation})"
        sentence += " The officer decides."
    day, rescreen = _rescreen(law, on)
    return Screening(facts.name, on, answer, reasons, sentence, exception, day, rescreen)


def _sentence(law: Law, facts: UserFacts, reasons: tuple[CriterionReason, ...], answer: Answer) -> str:
    if not reasons:
        return silent(law, "which industrial users are significant")
    if answer is Answer.YES:
        met = [row.requirement.rstrip(".") for row in reasons if row.finding is Finding.MET]
        return f"{facts.name} is a significant industrial user: {'; '.join(met)}."
    if answer is Answer.NO:
        return f"{facts.name} is not a significant industrial user: no test of the law is met."
    unknown = [row.requirement.rstrip(".") for row in reasons if row.finding is Finding.NOT_KNOWN]
    return f"No test is met by what is known of {facts.name}, but not known: {'; '.join(unknown)}. The officer decides."


def _reason(law: Law, row: SiuCriterion, facts: UserFacts, on: date) -> CriterionReason:
    figure = law.figure(row.figure, on) if row.figure else None
    try:
        finding, reason = _JUDGES[row.measure](facts, figure, row.comparison)
    except BlankFigure as blank:
        finding, reason = Finding.NOT_KNOWN, blank.message
    status = figure.status if figure is not None and row.status is FigureStatus.LAW else row.status
    return CriterionReason(row.key, finding, row.sentence, reason, row.citation, status)


Judged = tuple[Finding, str]
Judge = Callable[[UserFacts, Figure | None, Comparison], Judged]


def _asked(answer: Callable[[UserFacts], bool | None]) -> Judge:
    words = {
        Finding.MET: "Answered yes.",
        Finding.NOT_MET: "Answered no.",
        Finding.NOT_KNOWN: "Not answered.",
    }

    def judge(facts: UserFacts, _figure: Figure | None, _comparison: Comparison) -> Judged:
        finding = Finding.of(fact=answer(facts))
        return finding, words[finding]

    return judge


def _measured(value: Decimal | None, figure: Figure | None, comparison: Comparison, what: str) -> Judged:
    if figure is None:
        return Finding.NOT_KNOWN, "The law gives no figure for this test; the officer decides."
    if value is None:
        return Finding.NOT_KNOWN, f"Enter {what} to compare it with {figure_note(figure)}."
    passed = _passes(value, figure.number, comparison)
    verb = _VERBS[comparison] if passed else _NOT_VERBS[comparison]
    return Finding.of(
        fact=passed
    ), f"{what[0].upper()}{what[1:]}, {show(value)}, {verb} {figure_note(figure)}."


def _passes(value: Decimal, limit: Decimal, comparison: Comparison) -> bool:
    return value > limit if comparison is Comparison.EXCEEDS else value >= limit


_VERBS = {Comparison.EXCEEDS: "is more than", Comparison.REACHES: "reaches"}
_NOT_VERBS = {Comparison.EXCEEDS: "is not more than", Comparison.REACHES: "does not reach"}


def _flow(facts: UserFacts, figure: Figure | None, comparison: Comparison) -> Judged:
    return _measured(facts.workday_flow, figure, comparison, "the flow of an average workday")


def _flow_share(facts: UserFacts, figure: Figure | None, comparison: Comparison) -> Judged:
    if figure is None or facts.daily_flow is None or facts.plant_flow is None:
        return _measured(None, figure, comparison, "the average flow of the user and of the plant")
    passed = _passes(facts.daily_flow * _ALL, figure.number * facts.plant_flow, comparison)
    verb = _VERBS[comparison] if passed else _NOT_VERBS[comparison]
    flows = f"{show(facts.daily_flow)} of the plant's {show(facts.plant_flow)} gallons a day"
    share = show(facts.daily_flow * _ALL / facts.plant_flow, 4)
    return Finding.of(fact=passed), f"{flows} ({share} percent) {verb} {figure_note(figure)}."


def _load_share(facts: UserFacts, figure: Figure | None, comparison: Comparison) -> Judged:
    if figure is None or not facts.loads:
        return _measured(None, figure, comparison, "the load of the user and of the plant by pollutant")
    over = [
        row.pollutant
        for row in facts.loads
        if _passes(row.user * _ALL, figure.number * row.plant, comparison)
    ]
    note = figure_note(figure)
    if over:
        return Finding.MET, f"The load of {join_words(over)} {_VERBS[comparison]} {note} of the plant's."
    names = join_words([row.pollutant for row in facts.loads])
    return Finding.NOT_MET, f"The load of {names} {_NOT_VERBS[comparison]} {note} of the plant's."


def _raw_material(amount: Callable[[UserFacts], Decimal | None]) -> Judge:
    def judge(facts: UserFacts, figure: Figure | None, comparison: Comparison) -> Judged:
        used, reason = _measured(amount(facts), figure, comparison, "the raw material used in a year")
        found = Finding.of(fact=facts.discharges_measurable)
        if found is Finding.NOT_MET:
            return found, f"{reason} No measurable amount is discharged."
        if used is Finding.NOT_MET:
            return used, reason
        if found is Finding.NOT_KNOWN:
            return found, f"{reason} Not answered whether a measurable amount is discharged."
        return used, f"{reason} A measurable amount is discharged."

    return judge


_JUDGES: Mapping[SiuMeasure, Judge] = {
    SiuMeasure.CATEGORICAL: _asked(lambda facts: facts.categorical),
    SiuMeasure.TOXIC: _asked(lambda facts: facts.toxic),
    SiuMeasure.IMPACT: _asked(lambda facts: facts.impact),
    SiuMeasure.FLOW: _flow,
    SiuMeasure.PLANT_FLOW_SHARE: _flow_share,
    SiuMeasure.PLANT_LOAD_SHARE: _load_share,
    SiuMeasure.RAW_MATERIAL_WEIGHT: _raw_material(lambda facts: facts.raw_material_lb),
    SiuMeasure.RAW_MATERIAL_VOLUME: _raw_material(lambda facts: facts.raw_material_gal),
}


def _rescreen(law: Law, on: date) -> tuple[date | None, str]:
    """The day to screen again where the law or the Board's policy (figure ``siu.rescreen``) sets a time."""
    if not law.has_figure(RESCREEN):
        return None, silent(law, "when a user is to be screened again")
    figure = law.figure(RESCREEN, on)
    day = add_months(on, months_of(figure))
    return day, f"{figure_note(figure)} after {show_date(on)}: screen again on {show_date(day)}."


def _errors(facts: UserFacts) -> dict[str, str]:
    errors = {}
    for name in ("workday_flow", "daily_flow", "plant_flow", "raw_material_lb", "raw_material_gal"):
        number = getattr(facts, name)
        if number is not None and not (number.is_finite() and number >= 0):
            errors[name] = (
                f"{facts.name}: enter a number of zero or more, or leave it empty if it is not known."
            )
    if facts.plant_flow == 0:
        errors["plant_flow"] = "The plant's flow must be more than zero gallons a day."
    for row in facts.loads or ():
        if not (row.user.is_finite() and row.plant.is_finite() and row.user >= 0 and row.plant > 0):
            errors[f"load.{row.pollutant}"] = (
                f"{row.pollutant}: the user's load must be zero or more and the plant's more than zero pounds a day."
            )
    return errors
