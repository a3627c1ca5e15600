"""What proposed rates would have brought: a past year's bills priced again with their own days, use and facts."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import BillableAccount, require_facts, split_days
from sewerdesk.domain.billlines import BillingPeriod, BillLine, LineKind, MeterUse
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.money import ZERO
from sewerdesk.domain.rates.book import RateBook
from sewerdesk.domain.rates.draft import RateDraft
from sewerdesk.domain.rates.pricing import PriceJob, price_account
from sewerdesk.domain.runinputs import BillingPolicy

_ALL = Decimal(100)


@dataclass(frozen=True, slots=True)
class PastBill:
    """A posted bill: its period and the days billed (both inclusive), class, and lines as kept."""

    number: str
    period: BillingPeriod
    billed: tuple[date, date]
    class_code: str
    lines: tuple[BillLine, ...]

    @property
    def by_rates(self) -> Decimal:
        """What the rates charged, without charges of the account alone."""
        return sum((line.amount for line in self.lines if line.kind is not LineKind.CHARGE), ZERO)

    @property
    def meters(self) -> tuple[MeterUse, ...]:
        """The meters that its use was billed by."""
        return next((line.metered.meters for line in self.lines if line.metered is not None), ())

    @property
    def use(self) -> Decimal:
        """The metered use; zero where it has none."""
        return next((line.use for line in self.lines if line.use is not None), Decimal(0))


@dataclass(frozen=True, slots=True)
class Compared:
    """Dollars before and after, over ``bills`` bills."""

    before: Decimal
    after: Decimal
    bills: int

    @property
    def change(self) -> Decimal:
        """After less before."""
        return self.after - self.before

    @property
    def percent(self) -> Decimal | None:
        """The change in percent of before, to a tenth; None where nothing was charged before."""
        return None if not self.before else round(self.change * _ALL / self.before, 1)


@dataclass(frozen=True, slots=True)
class AccountChange:
    """One account over the year: its class at the end, the metered use, and dollars before and after."""

    account: str
    name: str
    class_code: str
    use: Decimal
    money: Compared


@dataclass(frozen=True, slots=True)
class ClassChange:
    """One class over the year."""

    class_code: str
    accounts: int
    money: Compared


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A past year's bills by proposed rates; ``problems`` name those they cannot price, left out on both sides."""

    periods: tuple[str, ...]
    accounts: tuple[AccountChange, ...]
    classes: tuple[ClassChange, ...]
    total: Compared
    problems: tuple[str, ...]


def proposed_book(book: RateBook, drafts: Sequence[RateDraft]) -> RateBook:
    """The office's rates with the drafts in place of their lines, as though they had always held."""
    lines = {(one.class_code, one.charge_code, one.district, one.segment) for one in drafts}
    kept = [
        one
        for one in book.versions
        if (one.class_code, one.charge_code, one.district, one.segment) not in lines
    ]
    new = [
        replace(one.as_version(-number), effective_from=date.min)
        for number, one in enumerate(drafts, start=1)
    ]
    return RateBook((*kept, *new), book.charge_codes)


def reprice(account: BillableAccount, bill: PastBill, rates: RateBook, *, policy: BillingPolicy) -> Decimal:
    """A posted bill by other rates, with its own days, facts and use; ``UserError`` names what is wanting."""
    days = split_days(account, bill.period, span=bill.billed)
    billed = [found for found in days if found.status in policy.billed_statuses] or days
    require_facts(billed, account=account.number)

    def meters() -> tuple[MeterUse, ...]:
        if not bill.meters:
            raise UserError(
                f"Account {account.number} has no metered use on bill {bill.number}, so no rate by meter can be tried."
            )
        return bill.meters

    job = PriceJob(rates, bill.period, policy.prorate_by_days, policy.fixed_only_statuses)
    lines = price_account(replace(account, charges=()), billed, job, meters=meters) or []
    return sum((line.amount for line in lines), ZERO)


def compare(
    found: Iterable[tuple[str, str, PastBill, Decimal]],
) -> tuple[tuple[AccountChange, ...], Compared]:
    """Bills before and after (account, name, bill, new total) by account, the greatest change first, and their sum."""
    groups: defaultdict[tuple[str, str], list[tuple[PastBill, Decimal]]] = defaultdict(list)
    for account, name, bill, after in found:
        groups[account, name].append((bill, after))
    rows = [
        AccountChange(
            account,
            name,
            bills[-1][0].class_code,
            sum((bill.use for bill, _ in bills), Decimal(0)),
            Compared(
                sum((bill.by_rates for bill, _ in bills), ZERO),
                sum((after for _, after in bills), ZERO),
                len(bills),
            ),
        )
        for (account, name), bills in groups.items()
    ]
    rows.sort(key=lambda row: (-abs(row.money.change), row.account))
    return tuple(rows), _sum(row.money for row in rows)


def by_class(rows: Iterable[AccountChange]) -> tuple[ClassChange, ...]:
    """The accounts' changes by class."""
    groups: defaultdict[str, list[AccountChange]] = defaultdict(list)
    for row in rows:
        groups[row.class_code].append(row)
    return tuple(
        ClassChange(code, len(found), _sum(row.money for row in found))
        for code, found in sorted(groups.items())
    )


def _sum(parts: Iterable[Compared]) -> Compared:
    found = list(parts)
    return Compared(
        sum((one.before for one in found), ZERO),
        sum((one.after for one in found), ZERO),
        sum(one.bills for one in found),
    )
