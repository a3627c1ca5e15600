"""Worked examples from the office's own rates: for the clerk beside the editor, for the public on the rate card.

An example is priced by the very rules that price a bill, for a whole quarter, so it cannot say anything else.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import (
    AccountStatus,
    BillableAccount,
    ClassSpan,
    StatusSpan,
    UnitSpan,
    split_days,
)
from sewerdesk.domain.billlines import (
    BillingPeriod,
    BillLine,
    FixedPart,
    LineKind,
    MeterUse,
    plain,
    plain_units,
    plain_volume,
)
from sewerdesk.domain.dates import Quarter
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import Meter, MeterRole, Reading
from sewerdesk.domain.money import ZERO, format_money
from sewerdesk.domain.rates.basis import BasisKind, BasisSpan, Place
from sewerdesk.domain.rates.book import ChargeCode, Formula, RateBook, RateVersion
from sewerdesk.domain.rates.fixed import PerFixture, PerPerson, PerUnit
from sewerdesk.domain.rates.metered import Metered, VolumeUnit
from sewerdesk.domain.rates.pricing import PriceJob, price_account
from sewerdesk.domain.rates.share import BillShare, OtherBill
from sewerdesk.domain.rates.special import Credit, FromWorksheet
from sewerdesk.domain.wording import count, show

_ONE = Decimal(1)
_PERSONS = Decimal(3)
_OTHER_BILL = Decimal("60.00")
_WORKSHEET = Decimal("1200.00")


@dataclass(frozen=True, slots=True)
class Case:
    """The account of an example: its class, units, metered use and what else its rates ask for."""

    class_code: str
    units: Decimal = _ONE
    use: Decimal | None = None
    persons: Decimal = _PERSONS
    other_bill: Decimal = _OTHER_BILL
    worksheet: Decimal = _WORKSHEET
    eligible: tuple[str, ...] = ()
    place: Place = field(default_factory=Place)


@dataclass(frozen=True, slots=True)
class ExampleLine:
    """One charge of an example: its title, how it comes about, and the dollars."""

    title: str
    words: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: what it is of, its lines and their sum in dollars for one period."""

    title: str
    lines: tuple[ExampleLine, ...]

    @property
    def total(self) -> Decimal:
        """Sum of the lines."""
        return sum((line.amount for line in self.lines), ZERO)


def work_example(book: RateBook, case: Case, *, on: date, title: str = "") -> Example:
    """Price a case by the rates in force on a day, for the first quarter from then on in which anything is due.

    ``UserError`` where the class has no rate in force.
    """
    quarter = Quarter.of(on)
    now = tuple(one for one in book.versions if one.class_code == case.class_code and one.holds_on(on))
    if not now:
        book.rates_on(on, class_code=case.class_code)
    held = RateBook(tuple(_always(one) for one in now), book.charge_codes)
    for _ in range(4):
        lines = _lines(held, case, quarter)
        if lines:
            break
        quarter = quarter.next
    found = tuple(ExampleLine(line.charge.title, short_words(line), line.amount) for line in lines)
    return Example(title or describe(book, case, on=on), found)


def example_of(version: RateVersion, book: RateBook, *, case: Case | None = None) -> ExampleLine:
    """One version alone, worked for a case or for a usual account; ``UserError`` where it cannot be."""
    chosen = case or usual_cases(version.formula, version.class_code)[-1]
    code = ChargeCode(version.charge_code, "Charge", "", "")
    codes = book.charge_codes if book.has_code(version.charge_code) else (*book.charge_codes, code)
    others = (one for one in book.versions if one.class_code == version.class_code)
    base = (*others, version) if isinstance(version.formula, Credit) else (version,)
    alone = RateBook(tuple({one.version_id: one for one in base}.values()), codes)
    example = work_example(alone, chosen, on=version.effective_from)
    if not example.lines:
        raise UserError("Nothing comes to be charged by this rate in a year; look at its months.")
    return example.lines[-1]


def usual_cases(formula: Formula, class_code: str) -> tuple[Case, ...]:
    """Accounts that show what a formula does: for tiers, use of nothing, and into each of them."""
    if isinstance(formula, Metered):
        uses = [Decimal(0)]
        for tier in formula.tiers:
            step = (tier.upto - tier.over) / 2 if tier.upto is not None else max(formula.per, tier.over / 2)
            uses.append((tier.over + step).quantize(_ONE))
        return tuple(Case(class_code, use=use) for use in uses)
    eligible = (formula.program,) if isinstance(formula, Credit) else ()
    return (Case(class_code, eligible=eligible),)


def card_examples(book: RateBook, *, on: date, titles: dict[str, str], count: int = 5) -> tuple[Example, ...]:
    """Worked examples over the classes in force: a usual account of each first, then other cases, up to ``count``."""
    firsts: list[Case] = []
    others: list[Case] = []
    for class_code in book.classes:
        versions = [one for one in book.versions if one.class_code == class_code and one.holds_on(on)]
        general = [one for one in versions if not one.district and not one.segment]
        if not general:
            continue
        metered = next((one.formula for one in general if isinstance(one.formula, Metered)), None)
        if metered is not None:
            cases = list(usual_cases(metered, class_code))
            firsts.append(cases.pop(1))
            others += [*reversed(cases[1:]), cases[0]]
        else:
            firsts.append(Case(class_code))
        if metered is None and any(isinstance(one.formula, PerUnit) for one in general):
            others += [Case(class_code, units=Decimal(2)), Case(class_code, units=Decimal("0.5"))]
    chosen = (firsts + others)[:count]
    return tuple(
        work_example(book, case, on=on, title=describe(book, case, on=on, titles=titles)) for case in chosen
    )


def describe(book: RateBook, case: Case, *, on: date, titles: dict[str, str] | None = None) -> str:
    """A case in words: ``Residential, 1 EDU, 9,000 gal in the quarter``."""
    kinds = [one.formula for one in book.versions if one.class_code == case.class_code and one.holds_on(on)]
    parts = [(titles or {}).get(case.class_code) or f"Class {case.class_code}"]
    by_units = any(
        isinstance(one, PerUnit) or (isinstance(one, Metered) and one.times_units) for one in kinds
    )
    if by_units:
        parts.append(f"{show(case.units)} EDU")
    metered = next((one for one in kinds if isinstance(one, Metered)), None)
    if metered is not None:
        parts.append(f"{plain_volume(case.use or Decimal(0))} {metered.unit} in the quarter")
    if any(isinstance(one, PerPerson) for one in kinds):
        parts.append(count(case.persons, "person"))
    share = next((one for one in kinds if isinstance(one, BillShare)), None)
    if share is not None:
        parts.append(f"{share.service} bill of {format_money(case.other_bill)}")
    if any(isinstance(one, FromWorksheet) for one in kinds):
        parts.append(f"worksheet of {format_money(case.worksheet)} a year")
    return ", ".join(parts)


def short_words(line: BillLine) -> str:
    """How a line comes about, without dates and names: ``40.00 + 4,000 gal × 5.50 per 1,000 gal``."""
    if line.metered is not None:
        part, unit = line.metered, line.metered.formula.unit
        start = [plain(part.minimum)] if part.minimum or not part.tiers else []
        tiers = [
            f"{plain_volume(tier.quantity)} {unit} × {plain(tier.price)} per {plain_volume(part.formula.per)} {unit}"
            for tier in part.tiers
        ]
        if not tiers and not part.minimum:
            return f"within the {plain_volume(part.allowance)} {unit} included"
        return " + ".join(start + tiers)
    return " + ".join(_short(part, line.kind) for part in line.fixed)


def _short(part: FixedPart, kind: LineKind) -> str:
    price = plain(part.price)
    words = {
        LineKind.FLAT: price,
        LineKind.PER_PERSON: f"{count(part.units, 'person')} × {price}",
        LineKind.FIXTURES: f"{plain_volume(part.units)} {part.what} × {price}",
        LineKind.SHARE: f"{plain(part.units)} × {show(part.price)}" if part.what else price,
        LineKind.WORKSHEET: f"{plain(part.units)} ÷ {part.divisor}",
        LineKind.CREDIT: f"{show(-part.price * 100)} percent of {plain(part.units)}"
        if part.units != 1
        else price,
    }
    return words.get(kind, f"{plain_units(part.units)} EDU × {price}")


def _lines(book: RateBook, case: Case, quarter: Quarter) -> list[BillLine]:
    period = BillingPeriod(quarter.code, quarter.start, quarter.end)
    formulas = [one.formula for one in book.versions]
    metered = next((one for one in formulas if isinstance(one, Metered)), None)
    account = BillableAccount(
        0,
        "example",
        (StatusSpan(AccountStatus.ACTIVE, quarter.start),),
        (ClassSpan(case.class_code, quarter.start),),
        (UnitSpan(case.units, quarter.start),),
        place=case.place,
        basis=tuple(_facts(case, formulas, quarter.start)),
        other_bills=tuple(_other_bills(case, formulas, quarter)),
    )
    meters = () if metered is None else (_meter_use(case.use or Decimal(0), metered.unit, quarter),)
    job = PriceJob(book, period, prorate=True)
    return price_account(account, split_days(account, period), job, meters=lambda: meters) or []


def _facts(case: Case, formulas: Iterable[Formula], since: date) -> Iterable[BasisSpan]:
    """What the formulas ask for: one of each fixture, the case's persons, worksheet and eligibility."""
    for formula in formulas:
        match formula:
            case PerPerson():
                yield BasisSpan(0, BasisKind.PERSONS, case.persons, since)
            case PerFixture():
                for row in formula.prices:
                    yield BasisSpan(0, BasisKind.FIXTURES, _ONE, since, detail=row.kind)
            case FromWorksheet():
                yield BasisSpan(0, BasisKind.WORKSHEET, case.worksheet, since, detail=formula.kind)
            case Metered() if formula.season is not None:
                yield BasisSpan(0, BasisKind.OFF_SEASON, case.use or Decimal(0), since)
            case Credit() if formula.program in case.eligible:
                yield BasisSpan(0, BasisKind.ELIGIBLE, _ONE, since, detail=formula.program)


def _other_bills(case: Case, formulas: Iterable[Formula], quarter: Quarter) -> Iterable[OtherBill]:
    months = [quarter.start.month + step for step in range(3)]
    for formula in formulas:
        if isinstance(formula, BillShare):
            month = next((one for one in formula.months if one in months), months[0])
            on = date(quarter.year, month, 1)
            use = None if formula.low_use is None else formula.low_use + 1
            yield OtherBill(0, formula.service, quarter.code, on, case.other_bill, use, formula.unit)


def _meter_use(use: Decimal, unit: VolumeUnit, quarter: Quarter) -> MeterUse:
    meter = Meter(0, "example", digits=9, multiplier=_ONE, unit=unit)
    first = Reading(1, 0, quarter.start, Decimal(0), "")
    last = Reading(2, 0, quarter.end, use, "")
    return MeterUse(meter, MeterRole.MAIN, first, last, use)


def _always(version: RateVersion) -> RateVersion:
    """The version as though it had always held and went on, so that a whole period is priced by it."""
    return RateVersion(
        version.version_id,
        version.class_code,
        version.charge_code,
        date.min,
        version.authority,
        version.formula,
        None,
        version.district,
        version.segment,
        version.months,
    )
