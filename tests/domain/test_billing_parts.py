"""Parts of a quarter: units and rates changed in it, and quarters of any length."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sewerdesk.domain.billaccounts import AccountStatus, StatusSpan, UnitSpan
from sewerdesk.domain.billing import compute_run
from sewerdesk.domain.billlines import BillingPeriod, LineKind, explain
from sewerdesk.domain.metering import (
    ReadingCode,
)
from sewerdesk.domain.rates import Metered, PerUnit, RateVersion, Tier
from tests.support.billing_book import (
    JUNE,
    MARCH,
    METER,
    OPENED,
    POLICY,
    RATES,
    SPRING,
    USE,
    amounts,
    make_account,
    make_inputs,
    read_on,
)

D = Decimal


def test_bill_fractional_units_and_round_half_up_once() -> None:
    # 0.375 x 62.50 = 23.4375 -> 23.44; 0.375 x 15.00 = 5.625 -> 5.63; flat 48.125 -> 48.13.
    assert amounts(compute_run(make_inputs(make_account(units="0.375")))) == {"OM": "23.44", "DS": "5.63"}
    run = compute_run(make_inputs(make_account(class_code="FLAT", units="4")))
    assert amounts(run) == {"OM": "48.13"}
    assert run.bills[0].lines[0].kind is LineKind.FLAT
    assert "48.125 for the account" in explain(run.bills[0].lines[0])


def test_prorate_units_changed_in_mid_quarter() -> None:
    # 91 days: April and May (61 days) at 1 EDU, June (30 days) at 2: 62.50 x (61 + 60) / 91 = 83.1044.
    spans = (UnitSpan(D(1), OPENED, date(2026, 6, 1)), UnitSpan(D(2), date(2026, 6, 1)))
    run = compute_run(make_inputs(make_account(unit_spans=spans)))
    line = run.bills[0].lines[0]
    assert line.amount == D("83.10")
    assert [part.days for part in line.fixed] == [61, 30]
    assert explain(line) == (
        "Operation and maintenance: 1.00 EDU × 62.50 × 61 of 91 days, 04/01/2026 to "
        "05/31/2026, under Resolution "
        "14-2025; plus 2.00 EDU × 62.50 × 30 of 91 days, 06/01/2026 to 06/30/2026, under "
        "Resolution 14-2025, which "
        "is 83.10. The days are those of the period, with the first and the last."
    )


def test_take_last_day_for_whole_quarter_without_proration() -> None:
    spans = (UnitSpan(D(1), OPENED, date(2026, 6, 1)), UnitSpan(D(2), date(2026, 6, 1)))
    policy = replace(POLICY, prorate_by_days=False)
    assert amounts(compute_run(make_inputs(make_account(unit_spans=spans), policy=policy))) == {
        "OM": "125.00",
        "DS": "30.00",
    }


def test_bill_no_use_of_a_vacant_account_without_proration() -> None:
    """An office of whole quarters that bills vacant houses no use: 62.50 and 15.00 stay, whatever the meter says."""
    policy = replace(POLICY, prorate_by_days=False, fixed_only_statuses=frozenset({AccountStatus.VACANT}))
    statuses = (StatusSpan(AccountStatus.VACANT, OPENED),)
    account = make_account(class_code="MET", meters=(METER,), statuses=statuses)
    run = compute_run(make_inputs(account, readings={7: [MARCH, JUNE]}, policy=policy))
    assert amounts(run) == {"OM": "62.50", "DS": "15.00"}


def test_prorate_rate_changed_in_mid_quarter() -> None:
    # 45 days at 62.50 and 46 at 70.00: 30.9066 + 35.3846 = 66.2912.
    rates = (
        replace(RATES[0], effective_to=date(2026, 5, 16)),
        RateVersion(9, "RES", "OM", date(2026, 5, 16), "Resolution 3-2026", PerUnit(D("70.00"))),
    )
    line = compute_run(make_inputs(make_account(), rates=rates)).bills[0].lines[0]
    assert line.amount == D("66.29")
    assert line.version_ids == (1, 9)


@pytest.mark.parametrize(
    ("period", "days"),
    [
        (BillingPeriod("2026 Q1", date(2026, 1, 1), date(2026, 3, 31)), 90),
        (BillingPeriod("2028 Q1", date(2028, 1, 1), date(2028, 3, 31)), 91),
        (BillingPeriod("2026 Q2", date(2026, 4, 1), date(2026, 6, 30)), 91),
        (BillingPeriod("2026 Q4", date(2026, 10, 1), date(2026, 12, 31)), 92),
    ],
)
def test_bill_whole_price_for_quarter_of_any_length(period: BillingPeriod, days: int) -> None:
    assert period.days == days
    assert amounts(compute_run(make_inputs(make_account(), period=period))) == {"OM": "62.50", "DS": "15.00"}


@given(change=st.integers(1, 90))
def test_parts_of_a_quarter_with_same_units_are_the_whole(change: int) -> None:
    day = SPRING.start + timedelta(days=change)
    spans = (UnitSpan(D("1.5"), OPENED, day), UnitSpan(D("1.5"), day))
    run = compute_run(make_inputs(make_account(unit_spans=spans)))
    assert amounts(run) == {"OM": "93.75", "DS": "22.50"}


def test_change_rate_in_mid_quarter_from_flat_to_metered_by_the_last_day() -> None:
    rates = (
        RateVersion(11, "MET", "USE", OPENED, "Resolution 1-2020", PerUnit(D("80.00")), date(2026, 5, 1)),
        RateVersion(12, "MET", "USE", date(2026, 5, 1), "Resolution 9-2026", USE),
    )
    account = make_account(class_code="MET", meters=(METER,))
    run = compute_run(make_inputs(account, readings={7: [MARCH, JUNE]}, rates=rates))
    assert amounts(run) == {"USE": "104.50"}


def test_prorate_minimum_and_allowance_of_an_account_opened_in_mid_quarter() -> None:
    # 46 of 92 days: minimum 40.00 -> 20.00, allowance 5,000 -> 2,500 gal; 2,000 gal more x 5.50 = 11.00.
    formula = Metered(D("40.00"), D(5000), (Tier(D(5000), None, D("5.50")),))
    rates = (RateVersion(4, "MET", "USE", OPENED, "Resolution 15-2025", formula),)
    period = BillingPeriod("2026 Q4", date(2026, 10, 1), date(2026, 12, 31))
    opened = date(2026, 11, 16)
    readings = [
        read_on(1, opened, "0", code=ReadingCode.INSTALL),
        read_on(2, date(2026, 12, 29), "45"),
    ]
    inputs = make_inputs(
        make_account(class_code="MET", meters=(METER,), since=opened),
        readings={7: readings},
        rates=rates,
        period=period,
    )
    inputs = replace(inputs, read_after=date(2026, 9, 30), read_through=date(2026, 12, 31))
    run = compute_run(inputs)
    assert amounts(run) == {"USE": "31.00"}
    assert "minimum charge 20.00 including 2,500 gal for 46 of 92 days" in explain(run.bills[0].lines[0])
    whole = compute_run(replace(inputs, policy=replace(POLICY, prorate_by_days=False)))
    assert amounts(whole) == {"USE": "40.00"}


def test_say_shares_of_a_minimum_shortly() -> None:
    # 30 of 91 days: 5,000 gal x 30 / 91 = 1,648.3516… gal.
    opened = date(2026, 6, 1)
    readings = [read_on(1, opened, "0", code=ReadingCode.INSTALL), read_on(2, date(2026, 6, 29), "20")]
    account = make_account(class_code="MET", meters=(METER,), since=opened)
    run = compute_run(make_inputs(account, readings={7: readings}))
    sentence = explain(run.bills[0].lines[1])
    assert "including 1,648.35 gal for 30 of 91 days, 351.65 gal × 5.50 per 1,000 gal = 1.934066" in sentence
    assert amounts(run)["USE"] == "1.93"
