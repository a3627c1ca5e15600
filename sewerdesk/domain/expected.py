"""What a quarter should bring, counted apart from the bills: accounts and units of each class times its rates.

Set beside the register it shows at a glance that nobody was left out: what differs is prorated, new, ended or held.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from decimal import Decimal

from sewerdesk.domain.billaccounts import AccountStatus, BillableAccount
from sewerdesk.domain.billlines import BillLine
from sewerdesk.domain.effective import value_on
from sewerdesk.domain.money import ZERO, round_cents
from sewerdesk.domain.rates import Flat, Metered, PerUnit, Place, RateVersion
from sewerdesk.domain.rates.pricing import PriceJob


@dataclass(frozen=True, slots=True)
class ExpectedRow:
    """One charge of one class: so many accounts and units at its rate, and what the bills hold of it.

    ``at_least`` where the charge goes by use: then the minimum of every account is what it must bring at least.
    """

    class_code: str
    charge_code: str
    title: str
    accounts: int
    units: Decimal
    expected: Decimal
    billed: Decimal
    at_least: bool = False

    @property
    def difference(self) -> Decimal:
        """Billed less expected."""
        return self.billed - self.expected


@dataclass(slots=True)
class _Sum:
    accounts: int = 0
    units: Decimal = Decimal(0)
    amount: Decimal = Decimal(0)
    at_least: bool = False


def expected_revenue(
    accounts: Iterable[BillableAccount],
    job: PriceJob,
    *,
    billed_statuses: AbstractSet[AccountStatus],
    bills: Iterable[tuple[str, Sequence[BillLine]]],
) -> tuple[ExpectedRow, ...]:
    """Every class and charge by units, by account or by use, as the accounts stand on the period's last day.

    ``bills`` are class and lines of what is billed. Charges on other facts (persons, another bill, a worksheet) are not
    counted here.
    """
    sums: defaultdict[tuple[str, str], _Sum] = defaultdict(_Sum)
    known: dict[tuple[str, Place], list[tuple[str, RateVersion]]] = {}
    for account in accounts:
        status = value_on(account.statuses, job.period.end)
        rate_class = value_on(account.classes, job.period.end)
        units = value_on(account.units, job.period.end)
        if status is None or rate_class is None or units is None or status.status not in billed_statuses:
            continue
        key = (rate_class.class_code, account.place)
        if key not in known:
            known[key] = _versions(*key, job)
        for code, version in known[key]:
            _add(sums[rate_class.class_code, code], version, units.units)
    billed = _billed(bills)
    return tuple(
        ExpectedRow(
            class_code,
            code,
            job.rates.charge_code(code).title,
            found.accounts,
            found.units,
            round_cents(found.amount),
            billed.get((class_code, code), ZERO),
            found.at_least,
        )
        for (class_code, code), found in sorted(sums.items())
    )


def _versions(class_code: str, place: Place, job: PriceJob) -> list[tuple[str, RateVersion]]:
    return [
        (code, one)
        for code in job.rates.codes_of(class_code)
        for one in job.rates.history(class_code, code, place)
        if one.holds_on(job.period.end)
        and job.is_due(one)
        and isinstance(one.formula, PerUnit | Flat | Metered)
    ]


def _add(found: _Sum, version: RateVersion, units: Decimal) -> None:
    formula = version.formula
    found.accounts += 1
    found.units += units
    if isinstance(formula, PerUnit):
        found.amount += formula.amount * units
    elif isinstance(formula, Flat):
        found.amount += formula.amount
    elif isinstance(formula, Metered):
        found.amount += formula.minimum * (units if formula.times_units else 1)
        found.at_least = True


def _billed(bills: Iterable[tuple[str, Sequence[BillLine]]]) -> dict[tuple[str, str], Decimal]:
    found: defaultdict[tuple[str, str], Decimal] = defaultdict(lambda: ZERO)
    for class_code, lines in bills:
        for line in lines:
            found[class_code, line.charge.code] += line.amount
    return dict(found)
