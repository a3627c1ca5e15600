"""Adopting a rate as a form: what is typed, what is wrong with it, and the rate that it makes."""

import calendar
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from sewerdesk.domain.adoption import AdoptedBy, Adoption
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.rates import (
    BillShare,
    Credit,
    FixturePrice,
    Flat,
    Formula,
    FromWorksheet,
    Metered,
    MonthFactor,
    PerFixture,
    PerPerson,
    PerUnit,
    SeasonKind,
    SeasonRule,
    Tier,
    VolumeUnit,
)
from sewerdesk.domain.rates.checks import formula_problems
from sewerdesk.domain.rates.draft import RateDraft, VersionView
from sewerdesk.domain.rates.words import months_words
from sewerdesk.domain.wording import show

_HUNDRED = Decimal(100)
_NOTHING = Decimal(0)
ACT_WORDS: Mapping[AdoptedBy, str] = {AdoptedBy.RESOLUTION: "Resolution", AdoptedBy.LOCAL_LAW: "Local Law"}
ROWS = "rows"
"""The name under which what is wrong with the grid is told."""


class FormulaKind(StrEnum):
    """How an amount comes about."""

    PER_UNIT = "per unit"
    FLAT = "flat"
    METERED = "metered"
    PER_PERSON = "per person"
    FIXTURES = "fixtures"
    SHARE = "share"
    WORKSHEET = "worksheet"
    CREDIT = "credit"


BY_AMOUNT = frozenset({FormulaKind.PER_UNIT, FormulaKind.FLAT, FormulaKind.PER_PERSON})
WITH_ROWS = frozenset({FormulaKind.METERED, FormulaKind.FIXTURES, FormulaKind.SHARE})

Row = tuple[str | Decimal | int | None, str | Decimal | int | None]
"""A row of the grid: a tier's top and price, a fixture and its price, or a month and its factor."""


@dataclass(frozen=True, slots=True)
class RateForm:
    """A rate as typed; ``rows`` are those of the grid, percents are of a hundred, months are text such as ``4, 10``."""

    class_code: str | None = None
    charge_code: str | None = None
    effective_from: date | None = None
    kind: FormulaKind | None = None
    adopted_by: AdoptedBy | None = AdoptedBy.RESOLUTION
    act_number: str = ""
    adopted_on: date | None = None
    noticed_on: date | None = None
    heard_on: date | None = None
    scans: tuple[Path, ...] = ()
    amount: Decimal | None = None
    minimum: Decimal | None = None
    allowance: Decimal | None = None
    per: Decimal | None = Decimal(1000)
    unit: VolumeUnit | None = VolumeUnit.GALLON
    times_units: bool | None = False
    season: SeasonKind | None = None
    season_months: str = ""
    season_percent: Decimal | None = _HUNDRED
    service: str = "water"
    percent: Decimal | None = None
    low_use: Decimal | None = None
    low_percent: Decimal | None = None
    share_minimum: Decimal | None = None
    worksheet: str = "surcharge"
    periods: int | None = 4
    program: str = ""
    credit_percent: Decimal | None = None
    credit_amount: Decimal | None = None
    credit_off: str = ""
    district: str = ""
    segment: str = ""
    months: str = ""
    reason: str = ""
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class RateClassForm:
    """A rate class as typed."""

    code: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class FeeForm:
    """A one-time fee as adopted."""

    fee_key: str | None = None
    class_key: str | None = None
    label: str = ""
    amount: Decimal | None = None
    charge_code: str | None = None
    effective_from: date | None = None
    adopted_by: AdoptedBy | None = AdoptedBy.RESOLUTION
    act_number: str = ""
    adopted_on: date | None = None
    noticed_on: date | None = None
    heard_on: date | None = None
    scans: tuple[Path, ...] = ()


def check_rate_form(form: RateForm) -> dict[str, str]:
    """What does not fit together: field name to sentence; the grid's under ``ROWS``, the rest under an empty name."""
    errors: dict[str, str] = {}
    for name in ("months", "season_months"):
        try:
            parse_months(getattr(form, name))
        except UserError as problem:
            errors[name] = problem.message
    if errors or form.kind is None:
        return errors
    if form.kind is FormulaKind.METERED and (form.per is None or form.per <= 0):
        errors["per"] = "Enter the volume that the price is for, such as 1,000."
        return errors
    problems = formula_problems(formula_of(form))
    if problems:
        key = ROWS if form.kind in (FormulaKind.METERED, FormulaKind.FIXTURES) else ""
        errors[key] = " ".join(f"{one[:1].upper()}{one[1:]}" for one in problems)
    return errors


def formula_of(form: RateForm) -> Formula:
    """The formula that a form makes; what is empty counts as nothing, which ``check_rate_form`` then names."""
    amount = form.amount or _NOTHING
    formula: Formula
    match form.kind:
        case FormulaKind.METERED:
            formula = _metered(form)
        case FormulaKind.FIXTURES:
            named = ((str(kind or "").strip(), _number(price)) for kind, price in form.rows)
            formula = PerFixture(tuple(FixturePrice(kind, price) for kind, price in named))
        case FormulaKind.SHARE:
            formula = _share(form)
        case FormulaKind.WORKSHEET:
            formula = FromWorksheet(form.worksheet.strip() or "surcharge", form.periods or 4)
        case FormulaKind.CREDIT:
            off = tuple(form.credit_off.replace(",", " ").split())
            formula = Credit(form.program.strip(), form.credit_percent, form.credit_amount, off)
        case FormulaKind.FLAT:
            formula = Flat(amount)
        case FormulaKind.PER_PERSON:
            formula = PerPerson(amount)
        case _:
            formula = PerUnit(amount)
    return formula


def draft_of(form: RateForm) -> RateDraft:
    """The rate that a checked form adopts."""
    steps = steps_of(form)
    return RateDraft(
        class_code=form.class_code or "",
        charge_code=form.charge_code or "",
        effective_from=form.effective_from or date.max,
        authority=authority_words(steps),
        formula=formula_of(form),
        district=form.district.strip(),
        segment=form.segment.strip(),
        months=parse_months(form.months),
        adoption=steps,
    )


def steps_of(form: RateForm | FeeForm) -> Adoption:
    """The act that a form of a rate or a fee names."""
    adopted_by = form.adopted_by or AdoptedBy.RESOLUTION
    return Adoption(adopted_by, form.act_number.strip(), form.adopted_on, form.noticed_on, form.heard_on)


def authority_words(steps: Adoption) -> str:
    """The act as bills cite it: ``Resolution 4 of 2027, adopted 12/08/2026``."""
    if not steps.number:
        return ""
    day = f", adopted {steps.adopted_on:%m/%d/%Y}" if steps.adopted_on else ""
    return f"{ACT_WORDS[steps.by]} {steps.number}{day}"


def form_of(view: VersionView) -> RateForm:
    """A version as a form, to look at, correct or replace."""
    version, steps = view.version, view.adoption
    form = RateForm(
        class_code=version.class_code,
        charge_code=version.charge_code,
        effective_from=version.effective_from,
        district=version.district,
        segment=version.segment,
        months=months_words(version.months) if version.months else "",
    )
    if steps is None:
        act = next((one for one in ACT_WORDS if version.authority.startswith(ACT_WORDS[one])), None)
        number = version.authority.removeprefix(ACT_WORDS[act]).strip() if act else version.authority
        form = replace(form, adopted_by=act or form.adopted_by, act_number=number)
    else:
        form = replace(
            form,
            adopted_by=steps.by,
            act_number=steps.number,
            adopted_on=steps.adopted_on,
            noticed_on=steps.noticed_on,
            heard_on=steps.heard_on,
        )
    return _with_formula(form, version.formula)


def parse_months(text: str) -> tuple[int, ...]:
    """Months of ``4, 10`` or ``April and October``; ``UserError`` for what is no month."""
    found = []
    for word in text.replace(",", " ").split():
        if word.casefold() == "and":
            continue
        names = [name.casefold() for name in calendar.month_name]
        short = [name.casefold() for name in calendar.month_abbr]
        plain = word.casefold().rstrip(".")
        if plain.isdigit() and 1 <= int(plain) <= 12:
            found.append(int(plain))
        elif plain in names[1:] or plain in short[1:]:
            found.append((names if plain in names else short).index(plain))
        else:
            raise UserError(f"“{word}” is no month; write 1 to 12 or its name, with commas between.")
    return tuple(sorted(set(found)))


def _metered(form: RateForm) -> Metered:
    allowance = form.allowance or _NOTHING
    tiers: list[Tier] = []
    floor = allowance
    for top, price in form.rows:
        upto = top if isinstance(top, Decimal) else None
        tiers.append(Tier(floor, upto, _number(price)))
        floor = floor if upto is None else upto
    season = None
    if form.season is not None:
        season = SeasonRule(form.season, parse_months(form.season_months), form.season_percent or _HUNDRED)
    return Metered(
        minimum=form.minimum or _NOTHING,
        allowance=allowance,
        tiers=tuple(tiers),
        per=form.per or Decimal(1000),
        unit=form.unit or VolumeUnit.GALLON,
        times_units=bool(form.times_units),
        season=season,
    )


def _share(form: RateForm) -> BillShare:
    by_month = tuple(
        MonthFactor(month, _number(factor)) for month, factor in form.rows if isinstance(month, int)
    )
    return BillShare(
        service=form.service.strip(),
        factor=None if form.percent is None else form.percent / _HUNDRED,
        by_month=by_month,
        low_use=form.low_use,
        low_factor=None if form.low_percent is None else form.low_percent / _HUNDRED,
        unit=form.unit or VolumeUnit.GALLON,
        minimum=form.share_minimum or _NOTHING,
    )


def _number(value: str | Decimal | int | None) -> Decimal:
    return value if isinstance(value, Decimal) else _NOTHING


def _with_formula(form: RateForm, formula: Formula) -> RateForm:
    match formula:
        case Metered():
            return _with_metered(form, formula)
        case PerFixture():
            rows = tuple((row.kind, row.price) for row in formula.prices)
            return replace(form, kind=FormulaKind.FIXTURES, rows=rows)
        case BillShare():
            return replace(
                form,
                kind=FormulaKind.SHARE,
                service=formula.service,
                percent=_percent(formula.factor),
                low_use=formula.low_use,
                low_percent=_percent(formula.low_factor),
                unit=formula.unit,
                share_minimum=formula.minimum,
                rows=tuple((row.month, row.factor) for row in formula.by_month),
            )
        case FromWorksheet():
            return replace(form, kind=FormulaKind.WORKSHEET, worksheet=formula.kind, periods=formula.periods)
        case Credit():
            return replace(
                form,
                kind=FormulaKind.CREDIT,
                program=formula.program,
                credit_percent=formula.percent,
                credit_amount=formula.amount,
                credit_off=", ".join(formula.off),
            )
        case _:
            kinds = {Flat: FormulaKind.FLAT, PerUnit: FormulaKind.PER_UNIT, PerPerson: FormulaKind.PER_PERSON}
            return replace(form, kind=kinds[type(formula)], amount=formula.amount)


def _with_metered(form: RateForm, formula: Metered) -> RateForm:
    season = formula.season
    return replace(
        form,
        kind=FormulaKind.METERED,
        minimum=formula.minimum,
        allowance=formula.allowance,
        per=formula.per,
        unit=formula.unit,
        times_units=formula.times_units,
        season=season.kind if season else None,
        season_months=months_words(season.months) if season else "",
        season_percent=season.percent if season else _HUNDRED,
        rows=tuple((tier.upto, tier.price) for tier in formula.tiers),
    )


def _percent(factor: Decimal | None) -> Decimal | None:
    return None if factor is None else Decimal(show(factor * _HUNDRED).replace(",", ""))
