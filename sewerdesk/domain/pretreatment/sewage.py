"""Normal or abnormal sewage: a sample judged by the limits for normal sewage, each in milligrams per liter.

The law prints every limit twice, in mg/l and in pounds per million gallons. The pounds are rounded (Hague prints 830
for 100 mg/l of oil and grease, which are 834), so they are shown and never judged by. One limit that is exceeded makes
the sewage abnormal, and substances of concern do so whatever the limits say.

Source: Hague 201 (Abnormal Sewage; Sewage, Normal; Sewage, Unusual Strength or Character).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from sewerdesk.domain.errors import UserError
from sewerdesk.domain.law import Figure, FigureStatus, Law, Pollutant
from sewerdesk.domain.pretreatment.answers import Finding, any_of, blank_sentence, silent
from sewerdesk.domain.pretreatment.results import LabResult, ResultKind, result_for
from sewerdesk.domain.verdicts import Answer
from sewerdesk.domain.wording import join_words, show

POUNDS_PER_MGAL_AT_1_MG_L = Decimal("8.34")
"""Pounds in a million gallons at 1 mg/l: a gallon of water weighs 8.34 lb, as the trade rounds it; no law sets it."""


@dataclass(frozen=True, slots=True)
class SewageSample:
    """What the laboratory found in a user's sewage: results in mg/l by the key of the pollutant.

    ``substances_of_concern`` is None where nobody looked for them; ``substances`` names those found.
    """

    taken_on: date
    results: Mapping[str, LabResult] = field(default_factory=dict)
    substances_of_concern: bool | None = None
    substances: str = ""


@dataclass(frozen=True, slots=True)
class PollutantLine:
    """One pollutant of the sample: whether it is over the limit, and by how much (mg/l, exact) where measured.

    ``printed_load`` is the limit in pounds per million gallons as the law prints it; ``measured_load`` is the result in
    that unit, worked out exactly.
    """

    key: str
    name: str
    limit: Figure
    printed_load: Figure | None
    result: LabResult
    over: Finding
    over_by: Decimal | None
    measured_load: Decimal | None
    sentence: str
    citation: str

    @property
    def limit_words(self) -> str:
        """The limit in both units: ``250 mg/l (2,090 lb per million gallons as printed)``."""
        if self.limit.value is None:
            return "not set"
        words = f"{show(self.limit.number)} mg/l"
        if self.printed_load is not None and self.printed_load.value is not None:
            words += f" ({show(self.printed_load.number)} lb per million gallons as printed)"
        return words


@dataclass(frozen=True, slots=True)
class SewageJudgement:
    """Whether the sewage is abnormal; where the officer decides, ``reason`` says what is not known."""

    abnormal: Answer
    judged_on: date
    lines: tuple[PollutantLine, ...]
    reason: str
    citation: str

    @property
    def exceeded(self) -> tuple[PollutantLine, ...]:
        """The pollutants that are over their limit, in the law's order."""
        return tuple(line for line in self.lines if line.over is Finding.MET)

    @property
    def not_tested(self) -> tuple[PollutantLine, ...]:
        """The pollutants without a result."""
        return tuple(line for line in self.lines if not line.result.is_tested)


def judge_sewage(law: Law, sample: SewageSample, *, on: date | None = None) -> SewageJudgement:
    """Judge a sample by the limits of the day it was taken (or ``on``).

    A result that meets a limit which the office has not entered is not known, and its line says what to enter.
    ``UserError`` where the sample has a pollutant that the law has no limit for.
    """
    day = on or sample.taken_on
    _check_known(law, sample)
    lines = tuple(_line(law, row, result_for(sample.results, row.key), day) for row in law.pollutants)
    concern = Finding.of(fact=sample.substances_of_concern)
    if not lines and concern is not Finding.MET:
        reason = silent(law, "what normal sewage is")
        return SewageJudgement(Answer.OFFICER, day, (), reason, "")
    answer = any_of([*(line.over for line in lines), concern])
    citation = lines[0].citation if lines else ""
    return SewageJudgement(answer, day, lines, _reason(answer, lines, sample), citation)


def _check_known(law: Law, sample: SewageSample) -> None:
    known = {row.key for row in law.pollutants}
    strange = sorted(set(sample.results) - known)
    if known and strange:
        raise UserError(
            f"The {law.municipality} has no limit of normal sewage for {join_words(strange)}. "
            "Judge it by the local limits or the user's permit."
        )


def _line(law: Law, row: Pollutant, result: LabResult, day: date) -> PollutantLine:
    limit = law.figure(row.limit, day)
    load = law.figure(row.load, day) if row.load else None
    blank = blank_sentence(limit) if result.is_tested else ""
    if blank:
        reason = f"{row.name}: {result.words} mg/l. {blank}"
        unknown = Finding.NOT_KNOWN
        return PollutantLine(
            row.key, row.name, limit, load, result, unknown, None, None, reason, limit.citation
        )
    over = Finding.of(fact=result.exceeds(limit.number)) if result.is_tested else Finding.NOT_KNOWN
    exact = result.value if result.kind is ResultKind.MEASURED else None
    over_by = exact - limit.number if exact is not None and over is Finding.MET else None
    pounds = exact * POUNDS_PER_MGAL_AT_1_MG_L if exact is not None else None
    sentence = _sentence(row.name, limit, result, over, over_by)
    return PollutantLine(
        row.key, row.name, limit, load, result, over, over_by, pounds, sentence, limit.citation
    )


def _sentence(name: str, limit: Figure, result: LabResult, over: Finding, over_by: Decimal | None) -> str:
    if not result.is_tested:
        return f"{name}: not tested."
    confirm = ", to be confirmed" if limit.status is FigureStatus.MODEL else ""
    allowed = f"{show(limit.number)} mg/l ({limit.citation}{confirm})"
    found = f"{name}: {result.words} mg/l"
    if over is Finding.NOT_KNOWN:
        return f"{found} does not tell whether the limit of {allowed} is kept; have it tested more exactly."
    if over is Finding.NOT_MET:
        return f"{found} is within the limit of {allowed}."
    more = f" by {show(over_by)} mg/l" if over_by is not None else ""
    return f"{found} is over the limit of {allowed}{more}."


def _reason(answer: Answer, lines: tuple[PollutantLine, ...], sample: SewageSample) -> str:
    if answer is Answer.YES:
        found = [line.name for line in lines if line.over is Finding.MET]
        reasons = [f"Over the limit: {join_words(found)}."] if found else []
        if sample.substances_of_concern:
            named = f" ({sample.substances.strip()})" if sample.substances.strip() else ""
            reasons.append(f"The sewage contains substances of concern{named}.")
        return "The sewage is abnormal. " + " ".join(reasons)
    if answer is Answer.NO:
        return "The sewage is normal: every limit is kept and no substance of concern was found."
    missing = [line.name for line in lines if line.over is Finding.NOT_KNOWN]
    unknown = [f"the result for {join_words(missing)}"] if missing else []
    if sample.substances_of_concern is None:
        unknown.append("whether it contains substances of concern")
    return f"Nothing found over a limit, but not known: {'; '.join(unknown)}. The officer decides."
