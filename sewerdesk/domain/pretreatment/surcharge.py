"""The yearly charge of a user with abnormal sewage: UC(t) = UC(n) + UC(an), with every step on a worksheet.

UC(n) = OM x (OQ/100) x (QIA/QA) is the share of the plant's cost for flow; UC(an) = OM x the sum, over the pollutants
that the municipality charges for, of (share/100) x (the user's load - the load of as much normal sewage) / the plant's
load. Loads are pounds a day: flow in million gallons a day x mg/l x 8.34. Each dollar line is rounded half-up to the
cent once, and the totals are the sums of the lines, so that the worksheet adds up on paper.

Source: the formula of the New York model sewer use law (Hague's Article 11 was read by its titles). The limits of
normal sewage and what a negative term counts as are figures of the law; costs, loads and percentages are the Board's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, localcontext
from enum import StrEnum

from sewerdesk.domain.errors import FieldErrors, RuleViolation, UserError
from sewerdesk.domain.law import Figure, FigureStatus, Law, Pollutant, UnknownRule
from sewerdesk.domain.money import ZERO, format_money, round_divided
from sewerdesk.domain.pretreatment.answers import silent
from sewerdesk.domain.pretreatment.sewage import POUNDS_PER_MGAL_AT_1_MG_L
from sewerdesk.domain.wording import join_words, show

FLOW_SHARE = "surcharge.share.flow"
NEGATIVE_TERM = "surcharge.negative_term"
_ALL = Decimal(100)
_YEARLY, _MGD, _LOAD = "dollars a year", "million gal/day", "lb/day"
_DIGITS = 60  # exact products of any costs, loads and percentages that an office has


class FlowFactor(StrEnum):
    """How the charge for normal sewage shares the cost, as the municipality's formula has it.

    Without the factor a percentage for flow may still be stated; it then counts in the total of the percentages.
    """

    SHARE = "share"  # OM x (OQ/100) x (QIA/QA)
    WHOLE = "whole"  # OM x (QIA/QA): the formula without the factor for flow


class TotalPolicy(StrEnum):
    """What is done about percentages that do not total 100."""

    REFUSE = "refuse"
    WARN = "warn"


class NegativeTerm(StrEnum):
    """What a pollutant weaker than in normal sewage does to the charge."""

    ZERO = "zero"
    DEDUCT = "deduct"


@dataclass(frozen=True, slots=True)
class SurchargeMethod:
    """The formula as the municipality uses it: which pollutants have a term (keys of the law), and the flow's share."""

    pollutants: tuple[str, ...]
    flow: FlowFactor = FlowFactor.SHARE
    total: TotalPolicy = TotalPolicy.REFUSE

    def __post_init__(self) -> None:
        if len(set(self.pollutants)) != len(self.pollutants):
            raise UserError("A pollutant stands twice in the surcharge formula; each has one term.")


@dataclass(frozen=True, slots=True)
class CostShares:
    """The Board's percentages of the yearly cost: for flow, and by pollutant."""

    flow: Decimal | None
    pollutants: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class PlantYear:
    """The plant's year: cost of operation and maintenance (dollars), flow (million gallons a day), loads (lb a day)."""

    cost: Decimal
    flow_mgd: Decimal
    loads: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class DischargerYear:
    """The user's averages for the year: flow in million gallons a day, concentrations in mg/l by pollutant."""

    name: str
    flow_mgd: Decimal
    mg_l: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the worksheet: what it is, how it was worked out with its numbers, the value and its unit.

    ``group`` is ``flow``, the key of a pollutant, or ``total``. Dollars have two decimals, all else is exact or to the
    precision that the formula shows.
    """

    group: str
    label: str
    formula: str
    value: Decimal
    unit: str
    citation: str


@dataclass(frozen=True, slots=True)
class SurchargeTerm:
    """One pollutant's part of the surcharge: loads in lb a day, the amount in dollars a year."""

    key: str
    name: str
    load: Decimal
    normal_load: Decimal
    amount: Decimal
    counted_as_zero: bool


@dataclass(frozen=True, slots=True)
class Worksheet:
    """The charge of one user for a year, in dollars, with every step; ``warnings`` are sentences to read first."""

    discharger: str
    judged_on: date
    normal_charge: Decimal
    terms: tuple[SurchargeTerm, ...]
    surcharge: Decimal
    total: Decimal
    steps: tuple[Step, ...]
    warnings: tuple[str, ...]

    @property
    def adds_up(self) -> bool:
        """Whether UC(t) = UC(n) + UC(an), and UC(an) is the sum of its terms, to the cent."""
        parts = sum((term.amount for term in self.terms), ZERO)
        return self.surcharge == parts and self.total == self.normal_charge + self.surcharge


def terms_offered(law: Law) -> tuple[Pollutant, ...]:
    """The pollutants for which the law's formula has a term; others have a limit only."""
    return tuple(row for row in law.pollutants if row.share)


def shares_on(law: Law, method: SurchargeMethod, on: date) -> CostShares:
    """The Board's percentages as the law holds them on a day; ``BlankFigure`` where one is not entered yet."""
    rows = {row.key: row for row in terms_offered(law)}
    shares = {key: law.figure(_row(law, rows, key).share, on).number for key in method.pollutants}
    flow = law.figure(FLOW_SHARE, on).number if method.flow is FlowFactor.SHARE else None
    return CostShares(flow, shares)


def work_out(
    law: Law,
    method: SurchargeMethod,
    *,
    plant: PlantYear,
    discharger: DischargerYear,
    shares: CostShares,
    on: date,
) -> Worksheet:
    """The yearly charge of one user by the law of a day.

    ``FieldErrors`` names every cost, flow, load, concentration or percentage that is missing or cannot be;
    ``RuleViolation`` where the percentages do not total 100 and the method refuses that, or where a term is negative
    and the law does not say what it counts as.
    """
    rows = {row.key: row for row in terms_offered(law)}
    chosen = [_row(law, rows, key) for key in method.pollutants]
    errors = dict(_errors(chosen, method, plant, discharger, shares))
    if errors:
        raise FieldErrors(errors)
    warnings = (*_total_warning(method, shares), *_model_warnings(law, chosen, on))
    case = _Case(law, method, plant, discharger, shares, on)
    with localcontext() as context:
        context.prec = _DIGITS
        return _worksheet(case, chosen, warnings)


@dataclass(frozen=True, slots=True)
class _Case:
    law: Law
    method: SurchargeMethod
    plant: PlantYear
    discharger: DischargerYear
    shares: CostShares
    on: date

    @property
    def cited(self) -> str:
        """Where the formula stands, as the row for the flow's share or the charge itself is cited."""
        if self.law.has_figure(FLOW_SHARE):
            return self.law.figure(FLOW_SHARE, self.on).citation
        return next((row.citation for row in self.law.charge_kinds if row.key == "surcharge"), "")

    def step(
        self,
        group: str,
        label: str,
        value: Decimal,
        unit: str,
        *,
        formula: str = "as entered",
        cited: str = "",
    ) -> Step:
        """A line of the worksheet, cited like the formula unless told otherwise."""
        return Step(group, label, formula, value, unit, cited or self.cited)


def _worksheet(case: _Case, chosen: list[Pollutant], warnings: tuple[str, ...]) -> Worksheet:
    normal, steps = _normal_charge(case)
    terms = []
    for row in chosen:
        term, lines = _term(case, row)
        terms.append(term)
        steps += lines
    surcharge = sum((term.amount for term in terms), ZERO)
    total = normal + surcharge
    parts = " + ".join(f"${format_money(term.amount)}" for term in terms) or "no term"
    sums = f"UC(n) + UC(an) = ${format_money(normal)} + ${format_money(surcharge)}"
    steps += [
        case.step("total", "UC(an), abnormal sewage", surcharge, _YEARLY, formula=parts),
        case.step("total", "UC(t), whole charge", total, _YEARLY, formula=sums),
    ]
    return Worksheet(
        case.discharger.name, case.on, normal, tuple(terms), surcharge, total, tuple(steps), warnings
    )


def _normal_charge(case: _Case) -> tuple[Decimal, list[Step]]:
    plant, flow = case.plant, case.discharger.flow_mgd
    stated = case.shares.flow if case.method.flow is FlowFactor.SHARE else None
    share = _ALL if stated is None else stated
    amount = round_divided(plant.cost * share * flow / (_ALL * plant.flow_mgd))
    factor = "" if stated is None else f" × ({show(stated)} ÷ 100)"
    formula = f"${format_money(plant.cost)}{factor} × ({show(flow)} ÷ {show(plant.flow_mgd)})"
    steps = [
        case.step("flow", "OM, operation and maintenance", plant.cost, _YEARLY),
        case.step("flow", "QA, flow of the plant", plant.flow_mgd, _MGD),
        case.step("flow", "QIA, flow of the user", flow, _MGD),
    ]
    if stated is not None:
        steps.append(case.step("flow", "OQ, share of the cost for flow", stated, "percent"))
    steps.append(case.step("flow", "UC(n), normal sewage", amount, _YEARLY, formula=formula))
    return amount, steps


def _term(case: _Case, row: Pollutant) -> tuple[SurchargeTerm, list[Step]]:
    limit, share = case.law.figure(row.limit, case.on), case.shares.pollutants[row.key]
    flow, found, whole = case.discharger.flow_mgd, case.discharger.mg_l[row.key], case.plant.loads[row.key]
    load = flow * found * POUNDS_PER_MGAL_AT_1_MG_L
    normal = flow * limit.number * POUNDS_PER_MGAL_AT_1_MG_L
    more = load - normal
    zeroed, zero_cited = _counts_as_zero(case.law, row, more, case.on)
    amount = ZERO if zeroed else round_divided(case.plant.cost * share * more / (_ALL * whole))
    by_share = f"${format_money(case.plant.cost)} × ({show(share)} ÷ 100) × ({show(more)} ÷ {show(whole)})"
    worked = f"{show(more)} lb/day is below zero and counts as zero" if zeroed else by_share
    key, name, weight = row.key, row.name, show(POUNDS_PER_MGAL_AT_1_MG_L)
    of_user = f"{show(flow)} × {show(found)} × {weight}"
    if_normal = f"{show(flow)} × {show(limit.number)} × {weight}"
    steps = [
        case.step(key, f"{name}, share of the cost", share, "percent"),
        case.step(key, f"{name}, load of the plant", whole, _LOAD),
        case.step(key, f"{name}, load of the user", load, _LOAD, formula=of_user),
        case.step(
            key, f"{name}, load of normal sewage", normal, _LOAD, formula=if_normal, cited=limit.citation
        ),
        case.step(key, f"{name}, above normal", more, _LOAD, formula=f"{show(load)} − {show(normal)}"),
        case.step(key, f"{name}, surcharge", amount, _YEARLY, formula=worked, cited=zero_cited),
    ]
    return SurchargeTerm(key, name, load, normal, amount, zeroed), steps


def _counts_as_zero(law: Law, row: Pollutant, more: Decimal, on: date) -> tuple[bool, str]:
    if more >= 0:
        return False, ""
    if not law.has_figure(NEGATIVE_TERM):
        raise RuleViolation(
            f"{row.name} is weaker than in normal sewage. "
            + silent(law, "whether that lowers the charge or counts as zero")
        )
    figure = law.figure(NEGATIVE_TERM, on)
    if figure.text not in set(NegativeTerm):
        raise RuleViolation(
            f"The entry for {figure.subject} ({figure.citation}) must be {join_words(list(NegativeTerm), last='or')}, "
            f"not “{figure.text}”. Correct it with the resolution that sets it.",
            citation=figure.citation,
        )
    return figure.text == NegativeTerm.ZERO, figure.citation


def _row(law: Law, rows: Mapping[str, Pollutant], key: str) -> Pollutant:
    if key not in rows:
        raise UnknownRule(
            f"The formula of the {law.municipality} has no term for “{key}”; "
            f"it has {join_words(list(rows)) or 'none at all'}."
        )
    return rows[key]


def _errors(
    chosen: list[Pollutant],
    method: SurchargeMethod,
    plant: PlantYear,
    discharger: DischargerYear,
    shares: CostShares,
) -> Iterator[tuple[str, str]]:
    if not _is_amount(plant.cost):
        yield "cost", "Enter the yearly cost of operation and maintenance, zero dollars or more."
    if not (_is_amount(plant.flow_mgd) and plant.flow_mgd > 0):
        yield "plant_flow", "Enter the plant's average flow, more than zero million gallons a day."
    if not _is_amount(discharger.flow_mgd):
        yield "flow", f"Enter the average flow of {discharger.name}, zero or more million gallons a day."
    elif discharger.flow_mgd > plant.flow_mgd > 0:
        yield (
            "flow",
            f"The flow of {discharger.name} is more than the whole plant's; check both flows and units.",
        )
    if method.flow is FlowFactor.SHARE and not _is_percent(shares.flow):
        yield "share.flow", "Enter the percent of the cost that is for flow, 0 to 100."
    for row in chosen:
        yield from _pollutant_errors(row, plant, discharger, shares)


def _pollutant_errors(
    row: Pollutant, plant: PlantYear, discharger: DischargerYear, shares: CostShares
) -> Iterator[tuple[str, str]]:
    whole = plant.loads.get(row.key)
    if not (_is_amount(whole) and whole):
        yield f"load.{row.key}", f"Enter the plant's load of {row.name}, more than zero pounds a day."
    if not _is_amount(discharger.mg_l.get(row.key)):
        yield (
            f"mg_l.{row.key}",
            f"Enter what {discharger.name} discharges of {row.name} in mg/l; a missing result is not a zero.",
        )
    if not _is_percent(shares.pollutants.get(row.key)):
        yield f"share.{row.key}", f"Enter the percent of the cost that is for {row.name}, 0 to 100."


def _is_amount(number: Decimal | None) -> bool:
    return number is not None and number.is_finite() and number >= 0


def _is_percent(number: Decimal | None) -> bool:
    return number is not None and number.is_finite() and 0 <= number <= _ALL


def _total_warning(method: SurchargeMethod, shares: CostShares) -> Iterator[str]:
    parts = [shares.pollutants[key] for key in method.pollutants]
    total = sum(parts, shares.flow or Decimal(0))
    if total == _ALL:
        return
    sentence = (
        f"The percentages of the cost total {show(total)}, not 100; check them with the Board's resolution."
    )
    if method.total is TotalPolicy.REFUSE:
        raise RuleViolation(sentence)
    yield sentence


def _model_warnings(law: Law, chosen: list[Pollutant], on: date) -> Iterator[str]:
    figures: list[Figure] = [law.figure(row.limit, on) for row in chosen]
    if law.has_figure(NEGATIVE_TERM):
        figures.append(law.figure(NEGATIVE_TERM, on))
    for figure in figures:
        if figure.status is FigureStatus.MODEL:
            yield f"To be confirmed: {figure.subject} ({figure.citation}), {figure.missing}."
