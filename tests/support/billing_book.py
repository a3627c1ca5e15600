"""A small book for billing tests: two classes with sample rates, and accounts made to measure."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from sewerdesk.domain.billaccounts import (
    AccountStatus,
    BillableAccount,
    BillHold,
    ClassSpan,
    StatusSpan,
    UnitSpan,
)
from sewerdesk.domain.billcompare import PriorBill
from sewerdesk.domain.billing import RunPreview
from sewerdesk.domain.billlines import BillingPeriod
from sewerdesk.domain.metering import Installation, Meter, Reading, ReadingCode, ReadingLimits
from sewerdesk.domain.rates import ChargeCode, Flat, Metered, PerUnit, RateBook, RateVersion, Tier
from sewerdesk.domain.runinputs import BillingPolicy, RunInputs

D = Decimal
OPENED = date(2020, 1, 1)
SPRING = BillingPeriod("2026 Q2", date(2026, 4, 1), date(2026, 6, 30))
CODES = (
    ChargeCode("OM", "Operation and maintenance", "SS", "2120", 1),
    ChargeCode("USE", "Sewer use", "SS", "2120", 2),
    ChargeCode("DS", "Debt service", "V", "2122", 3),
)
USE = Metered(D("0.00"), D(5000), (Tier(D(5000), None, D("5.50")),))
RATES = (
    RateVersion(1, "RES", "OM", OPENED, "Resolution 14-2025", PerUnit(D("62.50"))),
    RateVersion(2, "RES", "DS", OPENED, "Resolution 14-2025", PerUnit(D("15.00"))),
    RateVersion(3, "MET", "OM", OPENED, "Resolution 14-2025", PerUnit(D("62.50"))),
    RateVersion(4, "MET", "USE", OPENED, "Resolution 15-2025", USE),
    RateVersion(5, "MET", "DS", OPENED, "Resolution 14-2025", PerUnit(D("15.00"))),
    RateVersion(6, "FLAT", "OM", OPENED, "Resolution 16-2025", Flat(D("48.125"))),
)
POLICY = BillingPolicy(
    open_statuses=frozenset(AccountStatus) - {AccountStatus.INACTIVE},
    billed_statuses=frozenset({AccountStatus.ACTIVE, AccountStatus.VACANT}),
    prorate_by_days=True,
    limits=ReadingLimits(high_times=D(3), days_min=75, days_max=110),
)


METER = Meter(7, "00047110", digits=6, multiplier=D(100))


def read_on(
    reading_id: int, on: date, value: str, *, meter: int = 7, code: ReadingCode = ReadingCode.ACTUAL
) -> Reading:
    """A keyed reading, of the meter unless it says another."""
    return Reading(reading_id, meter, on, D(value), "keyed", code)


MARCH = read_on(1, date(2026, 3, 30), "004875")
JUNE = read_on(2, date(2026, 6, 29), "005115")


def make_account(
    account_id: int = 1,
    *,
    class_code: str = "RES",
    units: str = "1.00",
    meters: tuple[Meter, ...] = (),
    since: date = OPENED,
    statuses: tuple[StatusSpan, ...] | None = None,
    unit_spans: tuple[UnitSpan, ...] | None = None,
    holds: tuple[BillHold, ...] = (),
) -> BillableAccount:
    """An account active from ``since`` with the given facts."""
    return BillableAccount(
        account_id,
        f"{1041 + account_id:08d}",
        (StatusSpan(AccountStatus.ACTIVE, since),) if statuses is None else statuses,
        (ClassSpan(class_code, since),),
        (UnitSpan(D(units), since),) if unit_spans is None else unit_spans,
        tuple(Installation(meter, since) for meter in meters),
        holds,
    )


def make_inputs(
    *accounts: BillableAccount,
    readings: Mapping[int, Sequence[Reading]] | None = None,
    rates: Sequence[RateVersion] = RATES,
    policy: BillingPolicy = POLICY,
    period: BillingPeriod = SPRING,
    prior: Mapping[int, PriorBill] | None = None,
    balances: Mapping[int, Decimal] | None = None,
    already_billed: Mapping[int, str] | None = None,
) -> RunInputs:
    """A run for the second quarter of 2026 billed on July 1."""
    return RunInputs(
        period=period,
        bill_on=date(2026, 7, 1),
        read_after=date(2026, 4, 10),
        read_through=date(2026, 7, 10),
        accounts=accounts,
        readings=readings or {},
        rates=RateBook(tuple(rates), CODES),
        policy=policy,
        prior=prior or {},
        balances=balances or {},
        already_billed=already_billed or {},
    )


def amounts(run: RunPreview) -> dict[str, str]:
    """The amount of each charge code on the only bill of a run."""
    (bill,) = run.bills
    return {line.charge.code: str(line.amount) for line in bill.lines}
