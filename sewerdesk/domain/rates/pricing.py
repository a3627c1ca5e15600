"""What one account is charged for a period: every rate of its class over its days, then credits and its own charges.

Fixed charges go by days: days of the period above days of the same period, first and last counted. The use of a metered
charge is shared by days where its rate or the units change within the period. Another service's bill counts its own
days. Without proration the facts of the last billed day hold for the whole period.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import AccountStatus, BillableAccount, Days, NeedsAnswer
from sewerdesk.domain.billlines import (
    ONE_DAY,
    BillingPeriod,
    BillLine,
    FixedPart,
    LineKind,
    MeterUse,
    Stretch,
)
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.rates.basis import BasisKind, BasisSpan
from sewerdesk.domain.rates.book import RateBook, RateVersion
from sewerdesk.domain.rates.fixed import Flat, PerFixture, PerPerson, PerUnit
from sewerdesk.domain.rates.lines import charge_line, credit_part, fixed_line, fixed_part, line_of, share_line
from sewerdesk.domain.rates.metered import Metered
from sewerdesk.domain.rates.share import BillShare
from sewerdesk.domain.rates.special import Credit, FromWorksheet
from sewerdesk.domain.rates.volume import VolumeDays, volume_line

Meters = Callable[[], Sequence[MeterUse] | None]
"""The use of the account's meters, or None while a question about them stands."""


@dataclass(frozen=True, slots=True)
class PriceJob:
    """By which rates, for which period, whether fixed charges count days, and the statuses that pay no use."""

    rates: RateBook
    period: BillingPeriod
    prorate: bool
    fixed_only: frozenset[AccountStatus] = frozenset()

    def counted(self, billed: Sequence[Days]) -> Sequence[Days]:
        """Without proration the facts of the last billed day count for the whole period."""
        return billed if self.prorate else billed[-1:]

    def is_due(self, version: RateVersion) -> bool:
        """Whether a version that is billed in some months only is billed in this period."""
        months = version.due_months
        return not months or any(month in months for month in months_of(self.period))


def months_of(period: BillingPeriod) -> tuple[int, ...]:
    """The months that a period touches, in order."""
    count = (period.end.year - period.start.year) * 12 + period.end.month - period.start.month + 1
    return tuple((period.start.month - 1 + step) % 12 + 1 for step in range(min(count, 12)))


def price_account(
    account: BillableAccount, billed: Sequence[Days], job: PriceJob, *, meters: Meters
) -> list[BillLine] | None:
    """The account's lines in order of application; None while a question about its meters stands.

    ``UserError`` names the account where a rate, a fact that a rate rests on, or another service's bill is missing;
    ``NeedsAnswer`` where its units are zero.
    """
    codes = dict.fromkeys(code for found in billed for code in job.rates.codes_of(found.class_code))
    lines: list[BillLine] = []
    reductions: list[tuple[str, list[Stretch]]] = []
    for code in codes:
        by_meter = metered_days(account, code, billed, job)
        if by_meter and not _is_due(account, code, by_meter[-1], job):
            continue
        if by_meter:
            used = meters()
            if used is None:
                return None
            lines.append(_volume(account, code, by_meter, used, job))
        rest = (
            [found for found in job.counted(billed) if found not in by_meter]
            if by_meter
            else job.counted(billed)
        )
        for stretches in _by_family(_stretches(account, code, rest, job)):
            if isinstance(stretches[0].version.formula, Credit):
                reductions.append((code, stretches))
            else:
                lines += _fixed(account, code, stretches, job)
    _require_rates(account, job.counted(billed), job)
    days = sum((one.end - one.start).days + 1 for one in job.counted(billed))
    for code, found in reductions:
        lines += _credit(account, code, found, (lines, days), job)
    lines += _own_charges(account, job)
    return lines


def metered_days(account: BillableAccount, code: str, billed: Sequence[Days], job: PriceJob) -> list[Days]:
    """The billed days whose class pays a charge by meter, each by the version in force on its last day.

    Where the charge ended within the days, by the last that held: their share of the use is still billed.
    """
    return [
        found
        for found in job.counted(billed)
        if found.status not in job.fixed_only and _metered_version(account, code, found, job) is not None
    ]


def _metered_version(account: BillableAccount, code: str, days: Days, job: PriceJob) -> RateVersion | None:
    """The metered version that governs the days, if one does."""
    first = days.start if job.prorate else days.end
    held = [
        one
        for one in job.rates.history(days.class_code, code, account.place)
        if one.effective_from <= days.end and (one.effective_to is None or one.effective_to > first)
    ]
    return held[-1] if held and isinstance(held[-1].formula, Metered) else None


def _volume(
    account: BillableAccount, code: str, metered: Sequence[Days], used: Sequence[MeterUse], job: PriceJob
) -> BillLine:
    """The volume line: each metered version over its days; a fixed one right before it gives it its days."""
    stretches: list[VolumeDays] = []
    for days in metered:
        history = job.rates.history(days.class_code, code, account.place)
        for number, version in enumerate(history):
            if not isinstance(version.formula, Metered):
                continue
            since = _since(history[number - 1] if number else None, version)
            end = days.end if version.effective_to is None else min(days.end, version.effective_to - ONE_DAY)
            start = max(days.start, since)
            if start <= end and version.effective_from <= days.end:
                stretches.append(VolumeDays(start, end, days.units, version))
    last = stretches[-1]
    by_units = any(isinstance(f := one.version.formula, Metered) and f.times_units for one in stretches)
    if by_units and not last.units:
        raise no_units(account, last.start)
    return volume_line(
        account,
        job.rates.charge_code(code),
        stretches if job.prorate else [last],
        used,
        period=job.period,
        counted=[(days.start, days.end) for days in metered] if job.prorate else (),
    )


def _since(before: RateVersion | None, version: RateVersion) -> date:
    """From when a metered version is billed: a quarter is billed by meter or by days, never partly so."""
    if before is None or isinstance(before.formula, Metered) or before.effective_to != version.effective_from:
        return version.effective_from
    return before.effective_from


def _is_due(account: BillableAccount, code: str, days: Days, job: PriceJob) -> bool:
    version = _metered_version(account, code, days, job)
    return version is not None and job.is_due(version)


def _require_rates(account: BillableAccount, billed: Sequence[Days], job: PriceJob) -> None:
    """``NoRate`` names the account whose class has no rate at all for some days, or none any more on its last one.

    A rate that is billed in other months only is one; a class whose first rate begins within the period is billed
    from then on.
    """
    for days in billed:
        held = any(
            one.holds_on(days.end)
            for code in job.rates.codes_of(days.class_code)
            for one in job.rates.history(days.class_code, code, account.place)
        )
        if not held:
            job.rates.rates_on(
                days.end, class_code=days.class_code, account=account.number, place=account.place
            )


def _stretches(account: BillableAccount, code: str, billed: Sequence[Days], job: PriceJob) -> list[Stretch]:
    """The fixed versions of a charge over the days, one stretch for each; neighbors that are alike become one."""
    period, found = job.period, list[Stretch]()
    if billed and not job.prorate:
        last = billed[-1]
        for one in job.rates.history(last.class_code, code, account.place):
            if one.holds_on(last.end) and job.is_due(one) and not isinstance(one.formula, Metered):
                found.append(Stretch(period.start, period.end, last.units, one, facts_on=last.end))
        return found
    for days in billed:
        for version in job.rates.history(days.class_code, code, account.place):
            if isinstance(version.formula, Metered):
                continue
            start = max(days.start, version.effective_from)
            end = days.end if version.effective_to is None else min(days.end, version.effective_to - ONE_DAY)
            if start <= end and job.is_due(version):
                found.append(Stretch(start, end, days.units, version))
    return _merged(account, found) if len(found) > 1 else found


def _merged(account: BillableAccount, stretches: Sequence[Stretch]) -> list[Stretch]:
    merged: list[Stretch] = []
    for one in stretches:
        last = merged[-1] if merged else None
        if last is not None and _alike(account, last, one):
            merged[-1] = Stretch(last.start, one.end, one.units, one.version)
        else:
            merged.append(one)
    return merged


def _alike(account: BillableAccount, last: Stretch, one: Stretch) -> bool:
    if last.version is not one.version or last.units != one.units or last.end + ONE_DAY != one.start:
        return False
    if isinstance(one.version.formula, PerUnit | Flat):
        return True
    held = [[span for span in account.basis if span.start <= day] for day in (last.start, one.start)]
    ended = any(span.until is not None and last.start < span.until <= one.start for span in account.basis)
    return held[0] == held[1] and not ended


def _by_family(stretches: list[Stretch]) -> Iterable[list[Stretch]]:
    """Stretches that make one line together: by units and flat ones may, every other kind by itself."""
    if all(isinstance(one.version.formula, PerUnit | Flat) for one in stretches):
        return [stretches] if stretches else []
    families: dict[str, list[Stretch]] = {}
    for one in stretches:
        formula = one.version.formula
        name = "units" if isinstance(formula, PerUnit | Flat) else type(formula).__name__
        families.setdefault(name, []).append(one)
    return families.values()


def _fixed(
    account: BillableAccount, code: str, stretches: list[Stretch], job: PriceJob
) -> Iterable[BillLine]:
    """The line of a charge's stretches; none for a share of another bill that is charged already."""
    charge = job.rates.charge_code(code)
    formula = stretches[-1].version.formula
    if isinstance(formula, PerUnit | Flat):
        for one in stretches:
            if isinstance(one.version.formula, PerUnit) and not one.units:
                raise no_units(account, one.start)
        yield fixed_line(charge, stretches, period=job.period)
    elif isinstance(formula, BillShare):
        yield from _share(account, code, stretches[-1].version, formula, job)
    else:
        parts = [part for one in stretches for part in _parts(account, one, job)]
        yield line_of(charge, _KINDS[type(formula)], parts)


_KINDS = {
    PerPerson: LineKind.PER_PERSON,
    PerFixture: LineKind.FIXTURES,
    FromWorksheet: LineKind.WORKSHEET,
}


def _parts(account: BillableAccount, stretch: Stretch, job: PriceJob) -> Iterable[FixedPart]:
    """The parts of a stretch that is billed by facts on file; ``UserError`` names the account that lacks them."""
    formula, period = stretch.version.formula, job.period
    if isinstance(formula, PerPerson):
        [found] = _facts(account, BasisKind.PERSONS, stretch, "the number of persons served")
        yield fixed_part(stretch, period=period, price=formula.amount, quantity=found.quantity, found=found)
    elif isinstance(formula, FromWorksheet):
        [found, *_] = _facts(
            account, BasisKind.WORKSHEET, stretch, f"a {formula.kind} worksheet", detail=formula.kind
        )
        yield fixed_part(
            stretch,
            period=period,
            price=Decimal(1),
            quantity=found.quantity,
            divisor=formula.periods,
            found=found,
        )
    elif isinstance(formula, PerFixture):
        for found in _facts(account, BasisKind.FIXTURES, stretch, "its plumbing fixtures"):
            price = formula.price_of(found.detail)
            if price is None:
                raise UserError(
                    f"Account {account.number} has the fixture “{found.detail}”, for which the rate has no price; "
                    "correct the fixture or adopt a price for it."
                )
            yield fixed_part(stretch, period=period, price=price, quantity=found.quantity, found=found)


def _facts(
    account: BillableAccount, kind: BasisKind, stretch: Stretch, what: str, *, detail: str = ""
) -> Sequence[BasisSpan]:
    found = account.facts_on(kind, stretch.facts_day, detail)
    if not found:
        raise UserError(
            f"Account {account.number} is billed by {what}, but none is on file for {stretch.facts_day:%m/%d/%Y}; "
            "enter it from that day, or change the account's class."
        )
    return found if kind is BasisKind.FIXTURES else found[-1:]


def _share(
    account: BillableAccount, code: str, version: RateVersion, formula: BillShare, job: PriceJob
) -> Iterable[BillLine]:
    service = formula.service.casefold()
    bills = [one for one in account.other_bills if one.service.casefold() == service]
    if not bills:
        raise UserError(
            f"Account {account.number} is billed by its {formula.service} bill, but none is entered for "
            f"{job.period.label}; enter or import it first."
        )
    left = [one for one in bills if not one.charged]
    if left:
        charge = job.rates.charge_code(code)
        yield share_line(charge, version, formula, left, account=account.number, period=job.period)


def _credit(
    account: BillableAccount,
    code: str,
    stretches: Sequence[Stretch],
    bill: tuple[Sequence[BillLine], int],
    job: PriceJob,
) -> Iterable[BillLine]:
    """The reduction of the bill's other lines, over the days billed, for the days on which the account is eligible.

    Reductions that meet on one bill are each worked out of the whole charges, but take off no more than is left.
    """
    lines, whole = bill
    version = stretches[-1].version
    formula = version.formula
    assert isinstance(formula, Credit)  # credits were set apart by their formula
    charged = [line for line in lines if line.kind is not LineKind.CREDIT]
    base = sum((line.amount for line in charged if not formula.off or line.charge.code in formula.off), ZERO)
    left = min(base, sum((line.amount for line in lines), ZERO))
    eligible = [
        (found[-1], (one.end - one.start).days + 1)
        for one in stretches
        if (found := account.facts_on(BasisKind.ELIGIBLE, one.facts_day, formula.program))
    ]
    days = min(sum(count for _, count in eligible), whole)
    if not job.prorate:
        days = whole
    if eligible and left > 0:
        part = credit_part(
            version, formula, eligible[-1][0], base=base, left=left, days=(days, whole), period=job.period
        )
        yield line_of(job.rates.charge_code(code), LineKind.CREDIT, [part])


def _own_charges(account: BillableAccount, job: PriceJob) -> Iterable[BillLine]:
    for charge in account.charges:
        if charge.due(job.period.start, job.period.end):
            yield charge_line(job.rates.charge_code(charge.charge_code), charge, period=job.period)


def no_units(account: BillableAccount, on: date) -> NeedsAnswer:
    """The question about an account that is billed by units and has none."""
    return NeedsAnswer(
        f"Account {account.number} is billed but has 0 units on {on:%m/%d/%Y}, which would bill 0.00; enter its EDU, "
        "or give it a status that is not billed."
    )
