"""Charges that hold for a part of a period, classes without a rate, and reductions that meet on one bill."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sewerdesk.domain.billaccounts import AccountStatus, ClassSpan, StatusSpan, UnitSpan
from sewerdesk.domain.billcharges import charge_rows
from sewerdesk.domain.billing import compute_run
from sewerdesk.domain.billlines import BillingPeriod, BillLine, explain
from sewerdesk.domain.errors import UserError
from sewerdesk.domain.metering import Installation, Meter, Reading, ReadingCode
from sewerdesk.domain.rates import (
    BasisKind,
    BillShare,
    Credit,
    Flat,
    Metered,
    OtherBill,
    PerUnit,
    RateVersion,
    SeasonKind,
    SeasonRule,
    Tier,
)
from sewerdesk.domain.rates.questions import scale_questions
from sewerdesk.domain.rates.share import factor_of
from tests.support.billing_book import OPENED, RATES, make_account, make_inputs
from tests.support.rate_kinds import BOARD, METER, READINGS, D, account, fact, lines, rate, run

METERS = make_account(meters=(METER,)).meters
USE = Metered(D("40.00"), D(5000), (Tier(D(5000), None, D("5.50")),))
"""READINGS count 24,000 gal in the quarter of 91 days: 40.00 + 19,000 x 5.50 / 1,000 = 144.50."""


def of_code(found: tuple[BillLine, ...], code: str) -> BillLine:
    """The line of a charge code."""
    [line] = [one for one in found if one.charge.code == code]
    return line


def test_bill_no_use_from_before_a_metered_charge_was_adopted() -> None:
    """D-02: a charge first adopted on May 16 takes its 46 of 91 days of the use, not all of it.

    Minimum 40.00 x 46 / 91 = 20.2197…; use 24,000 x 46 / 91 = 12,131.87 less 5,000 x 46 / 91 = 2,527.47, the rest at
    5.50 per 1,000 is 52.8241…; together 73.0439… -> 73.04, half of a whole quarter's 144.50 and a day's half.
    """
    new = RateVersion(51, "X", "USE", date(2026, 5, 16), BOARD, USE)
    line = of_code(lines(run(account(meters=METERS), rate(Flat(D(9))), new)), "USE")
    assert line.amount == D("73.04")
    assert "46 of 91 days" in explain(line)


def test_bill_the_use_of_the_days_before_a_metered_charge_ended() -> None:
    """A charge that ends on May 16 still bills its 45 days: 144.50 x 45 / 91 = 71.4560… -> 71.46, and no more."""
    gone = rate(USE, version_id=51, code="USE", effective_to=date(2026, 5, 16))
    line = of_code(lines(run(account(meters=METERS), rate(Flat(D(9))), gone)), "USE")
    assert line.amount == D("71.46")


@pytest.mark.parametrize(
    ("day", "dollars"),
    [
        # From the first day on the whole quarter is by the new rate: 40 + 19,000 x 6.00 / 1,000 = 154.00.
        (date(2026, 4, 1), "154.00"),
        # The last day alone: (144.50 x 90 + 154.00) / 91 = 144.6043… -> 144.60.
        (date(2026, 6, 30), "144.60"),
        # The day after is the next quarter's.
        (date(2026, 7, 1), "144.50"),
    ],
)
def test_change_a_metered_rate_on_the_first_and_on_the_last_day(day: date, dollars: str) -> None:
    dearer = replace(USE, tiers=(Tier(D(5000), None, D("6.00")),))
    versions = (rate(USE, effective_to=day), RateVersion(51, "X", "OM", day, BOARD, dearer))
    [line] = lines(run(account(meters=METERS), *versions))
    assert line.amount == D(dollars)


@pytest.mark.parametrize(
    ("day", "dollars"),
    # (60.00 x 90 + 75.00) / 91 = 60.1648… -> 60.16.
    [(date(2026, 4, 1), "75.00"), (date(2026, 6, 30), "60.16"), (date(2026, 7, 1), "60.00")],
)
def test_change_a_fixed_rate_on_the_first_and_on_the_last_day(day: date, dollars: str) -> None:
    versions = (
        rate(PerUnit(D("60.00")), effective_to=day),
        RateVersion(51, "X", "OM", day, BOARD, PerUnit(D("75.00"))),
    )
    [line] = lines(run(account(), *versions))
    assert line.amount == D(dollars)


def test_bill_all_the_use_of_a_meter_put_in_when_its_charge_was_adopted() -> None:
    """The dial counted on the charge's own days only: all 24,000 gal less 2,527.47 at 5.50, and 46 days' minimum."""
    since = date(2026, 5, 16)
    installed = {7: [replace(READINGS[7][0], read_on=since, code=ReadingCode.INSTALL), READINGS[7][1]]}
    one = account(meters=(Installation(METER, since),))
    versions = (rate(Flat(D(9))), RateVersion(51, "X", "USE", since, BOARD, USE))
    [bill] = compute_run(make_inputs(one, rates=versions, readings=installed)).bills
    # 20.2197… + 21,472.53 x 5.50 / 1,000 = 118.0989… -> 138.3186… -> 138.32.
    assert of_code(bill.lines, "USE").amount == D("138.32")
    assert "shared by days" not in explain(of_code(bill.lines, "USE"))


def test_tell_on_the_bill_what_share_of_the_use_a_new_charge_takes() -> None:
    new = RateVersion(51, "X", "USE", date(2026, 5, 16), BOARD, USE)
    line = of_code(lines(run(account(meters=METERS), rate(Flat(D(9))), new)), "USE")
    assert line.use == D(24000)
    assert explain(line).endswith(
        "which is 73.04. The use is shared by days: 12,131.87 gal fall on the days of this charge."
    )
    assert charge_rows(line) == [
        ["Sewer use, minimum (46 of 91 days)", "20.22", "2,527.47 gal included", ""],
        ["Sewer use, over 2,527.47 gal", "52.82", "9,604.4 gal", "5.50 per 1,000"],
    ]


def test_name_the_account_whose_class_has_no_rate_for_a_part_of_the_period() -> None:
    """faults b1/2: the days in a class without any rate are not left off the bill in silence."""
    change = date(2026, 5, 16)
    one = account(classes=(ClassSpan("Z", OPENED, change), ClassSpan("X", change)))
    preview = run(one, rate(Flat(D(9))))
    [finding] = preview.blocking
    assert "Account 00001042: no rate is in force for class Z on 05/15/2026" in finding.sentence
    assert not preview.may_post


def test_name_the_account_whose_rates_all_ended_within_the_period() -> None:
    preview = run(account(), rate(Flat(D(9)), effective_to=date(2026, 5, 16)))
    assert [
        "Account 00001042: no rate is in force for class X on 06/30/2026" in one.sentence
        for one in preview.blocking
    ] == [True]


def test_bill_the_minimum_of_a_new_account_by_its_days() -> None:
    """17 of the 91 days from June 14: 40.00 x 17 / 91 = 7.4725… -> 7.47 and the use since it was put in."""
    since = date(2026, 6, 14)
    opened = account(
        statuses=(StatusSpan(AccountStatus.ACTIVE, since),),
        meters=METERS,
    )
    [line] = lines(run(opened, rate(USE)))
    # 24,000 gal by the dial less 5,000 x 17 / 91 = 934.07 -> 23,065.93 x 5.50 = 126.8626…; with 7.4725… 134.3351…
    assert line.amount == D("134.34")
    assert "17 of 91 days" in explain(line)


def test_never_take_off_more_than_the_bill_by_two_reductions() -> None:
    """60 percent and 60 percent of 15.00: 9.00, and then the 6.00 that are left, never a bill below zero."""
    base = replace(RATES[1], class_code="X")  # 15.00
    one = account(fact(BasisKind.ELIGIBLE, "1", "Senior"), fact(BasisKind.ELIGIBLE, "1", "Veteran"))
    found = lines(
        run(
            one,
            base,
            rate(Credit("senior", D(60)), code="USE"),
            rate(Credit("veteran", D(60)), version_id=52, code="OM"),
        )
    )
    assert sum((line.amount for line in found), D(0)) == D(0)
    assert sorted(line.amount for line in found) == [D("-9.00"), D("-6.00"), D("15.00")]


@pytest.mark.parametrize(("use", "factor"), [("4999.9", "0.5"), ("5000", "0.5"), ("5000.1", "0.85")])
def test_take_the_other_percent_for_low_users_up_to_the_bound(use: str, factor: str) -> None:
    formula = BillShare("water", D("0.85"), low_use=D(5000), low_factor=D("0.5"))
    bill = OtherBill(3, "water", "2026-Q2", date(2026, 4, 3), D("52.40"), D(use))
    assert factor_of(formula, bill, account="00001042") == D(factor)


def test_refuse_a_low_users_percent_without_the_volume() -> None:
    formula = BillShare("water", D("0.85"), low_use=D(5000), low_factor=D("0.5"))
    bill = OtherBill(3, "water", "2026-Q2", date(2026, 4, 3), D("52.40"))
    with pytest.raises(UserError, match="Account 00001042: the water bill of 04/03/2026 has no volume"):
        factor_of(formula, bill, account="00001042")


@pytest.mark.parametrize(("low", "asks"), [("0.5", False), ("0.85", False), ("0.86", True)])
def test_ask_whether_low_users_are_to_pay_a_greater_part(low: str, asks: bool) -> None:
    """The bill would fall when the use rises over the bound."""
    found = scale_questions(BillShare("water", D("0.85"), low_use=D(5000), low_factor=D(low)))
    assert bool(found) is asks
    assert (
        not asks or "users of little pay 86 percent of the water bill, more than others with 85" in found[0]
    )


SUMMER_CAP = SeasonRule(SeasonKind.CAP, (4,), D(125))
SUMMER_AVERAGE = SeasonRule(SeasonKind.AVERAGE, (4,))
TIERS = (Tier(D(5000), D(20000), D("5.50")), Tier(D(20000), None, D("7.125")))
MIDDLE = date(2026, 5, 16)
BOOKS: dict[str, tuple[RateVersion, ...]] = {
    "metered": (rate(Metered(D(40), D(5000), TIERS)),),
    "times units": (rate(Metered(D(40), D(5000), TIERS, times_units=True)),),
    "cap": (rate(Metered(D(40), D(5000), TIERS, season=SUMMER_CAP)),),
    "average": (rate(Metered(D(40), D(5000), TIERS, season=SUMMER_AVERAGE)),),
    "changed in the quarter": (
        rate(USE, effective_to=MIDDLE),
        RateVersion(51, "X", "OM", MIDDLE, BOARD, Metered(D(20), D(2000), (Tier(D(2000), None, D("6.75")),))),
    ),
    "adopted in the quarter": (
        rate(Flat(D(9))),
        RateVersion(51, "X", "USE", MIDDLE, BOARD, Metered(D(40), D(5000), TIERS)),
    ),
    "reduced": (rate(USE), rate(Credit("senior", D(15)), version_id=52, code="DS")),
    "reduced by dollars": (rate(USE), rate(Credit("senior", amount=D(50)), version_id=52, code="DS")),
    "flat and by unit": (rate(Flat(D(9))), rate(PerUnit(D("62.50")), version_id=53, code="DS")),
    "percent of water": (rate(BillShare("water", D("0.85"), low_use=D(8000), low_factor=D("0.5"))),),
}


@pytest.mark.parametrize("name", BOOKS)
@settings(max_examples=25)
@given(counts=st.lists(st.integers(0, 900), min_size=2, max_size=2), quarters=st.integers(1, 12))
def test_the_bill_never_falls_when_use_rises_whatever_the_rate(
    name: str, counts: list[int], quarters: int
) -> None:
    """faults b1/1: every kind of charge, at units of a quarter to three."""

    def total(count: int) -> Decimal:
        water = OtherBill(3, "water", "2026 Q2", date(2026, 4, 3), D(20) + D(count) / 2, D(count) * 100)
        one = account(
            fact(BasisKind.OFF_SEASON, "15000"),
            fact(BasisKind.ELIGIBLE, "1", "Senior"),
            meters=METERS,
            units=(UnitSpan(D(quarters) / 4, OPENED),),
            other_bills=(water,),
        )
        dial = {7: [READINGS[7][0], replace(READINGS[7][1], value=READINGS[7][0].value + count)]}
        [bill] = compute_run(make_inputs(one, rates=BOOKS[name], readings=dial)).bills
        return bill.total

    less, more = sorted(counts)
    assert D(0) <= total(less) <= total(more)


@pytest.mark.parametrize(
    ("units", "by_units", "use", "dollars"),
    [
        # 1.5 EDU: minimum 60.00, 7,500 gal included, 5.50 through 30,000, then 7.125.
        ("1.5", True, "7499", "60.00"),
        ("1.5", True, "7500", "60.00"),
        ("1.5", True, "7501", "60.01"),
        ("1.5", True, "29999", "183.74"),  # 22,499 x 5.50 / 1,000 = 123.7445
        ("1.5", True, "30000", "183.75"),
        ("1.5", True, "30001", "183.76"),
        # 0.25 EDU: minimum 10.00, 1,250 gal included, 5.50 through 5,000.
        ("0.25", True, "1250", "10.00"),
        ("0.25", True, "5000", "30.63"),  # 10 + 3,750 x 5.50 / 1,000 = 30.625
        ("0.25", True, "5001", "30.63"),
        # Not by units: 40.00, 5,000 and 20,000 whatever the EDU.
        ("1.5", False, "5000", "40.00"),
        ("0.25", False, "20000", "122.50"),
        ("1.5", False, "20001", "122.51"),
    ],
)
def test_price_fractional_units_at_just_under_and_just_over_each_bound(
    units: str, by_units: bool, use: str, dollars: str
) -> None:
    formula = Metered(D(40), D(5000), TIERS, times_units=by_units)
    one = account(meters=METERS, units=(UnitSpan(D(units), OPENED),))
    meter = Meter(7, "00047110", digits=6, multiplier=D(1))
    one = replace(one, meters=(Installation(meter, OPENED),))
    dial = {
        7: [replace(READINGS[7][0], value=D(0)), replace(READINGS[7][1], value=D(use))],
    }
    [bill] = compute_run(make_inputs(one, rates=(rate(formula),), readings=dial)).bills
    assert bill.total == D(dollars)


def test_bill_17_of_92_days_of_the_minimum_for_no_use() -> None:
    """Opened on September 14: 40.00 x 17 / 92 = 7.3913… -> 7.39 with 923.91 gal included; the days are printed."""
    since = date(2026, 9, 14)
    fall = BillingPeriod("2026 Q3", date(2026, 7, 1), date(2026, 9, 30))
    one = account(statuses=(StatusSpan(AccountStatus.ACTIVE, since),), meters=(Installation(METER, since),))
    dial = {
        7: [
            Reading(1, 7, since, D(0), "keyed", ReadingCode.INSTALL),
            Reading(2, 7, date(2026, 9, 30), D(0), "keyed"),
        ]
    }
    inputs = replace(
        make_inputs(one, rates=(rate(USE),), readings=dial, period=fall),
        read_after=date(2026, 6, 30),
        read_through=date(2026, 9, 30),
    )
    [line] = compute_run(inputs).bills[0].lines
    assert line.amount == D("7.39")
    assert charge_rows(line) == [
        ["Operation and maintenance, minimum (17 of 92 days)", "7.39", "923.91 gal included", ""]
    ]
